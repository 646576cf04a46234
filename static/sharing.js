// Shares a link by the phone's list of apps, else copies it. Where a browser can do neither, a link leads to the shared
// page. Buttons show only where they work.
import { $, $$, say } from "./dom.js";

for (const [action, isSupported] of [["share", navigator.share], ["copy", navigator.clipboard], ["print", true]])
  for (const key of $$(`button[data-do="${action}"]`)) key.hidden = !isSupported;

if (navigator.clipboard) for (const box of $$("[data-by-hand]")) box.hidden = true;

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-do]");
  if (key?.dataset.do === "print") print();
  const source = key?.closest("[data-share]");
  if (!source) return;
  const { title, text } = source.dataset;
  const url = new URL(source.dataset.share, location.href).href;
  if (key.dataset.do === "share" && navigator.share) {
    event.preventDefault();
    navigator.share({ url, title, text }).catch(() => {}); // cancelled
  } else if (["share", "copy"].includes(key.dataset.do) && navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(url).then(() => {
      const notice = $("[data-done]", source);
      notice.hidden = false;
      say(notice.textContent);
    }, () => $("input", source)?.select());
  }
});
