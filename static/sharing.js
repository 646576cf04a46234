// Shares a link by the phone's list of apps, else copies it. Where a browser can do neither, a link leads to the shared
// page. Buttons show only where they work.
import { $, $$, say } from "./dom.js";

for (const [action, works] of [["share", navigator.share], ["copy", navigator.clipboard], ["print", true]])
  for (const key of $$(`button[data-do="${action}"]`)) key.hidden = !works;

if (navigator.clipboard) for (const box of $$("[data-by-hand]")) box.hidden = true;

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-do]");
  if (key?.dataset.do === "print") print();
  const from = key?.closest("[data-share]");
  if (!from) return;
  const { title, text } = from.dataset;
  const url = new URL(from.dataset.share, location.href).href;
  if (key.dataset.do === "share" && navigator.share) {
    event.preventDefault();
    navigator.share({ url, title, text }).catch(() => {}); // cancelled
  } else if (["share", "copy"].includes(key.dataset.do) && navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(url).then(() => {
      const done = $("[data-done]", from);
      done.hidden = false;
      say(done.textContent);
    }, () => $("input", from)?.select());
  }
});
