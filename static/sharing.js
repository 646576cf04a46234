// Shares a link through the phone's share dialog, or copies it. Where a browser can do neither, a link leads to the
// shared page. Buttons show only where they work.
import { $, $$, say } from "./dom.js";

for (const [action, isSupported] of [["share", navigator.share], ["copy", navigator.clipboard], ["print", true]])
  for (const button of $$(`button[data-do="${action}"]`)) button.hidden = !isSupported;

// The box with the link is needed only where no button can copy.
if (navigator.clipboard) for (const box of $$("[data-by-hand]")) box.hidden = true;

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[data-do]"); // a button or link
  if (control?.dataset.do === "print") print();
  const source = control?.closest("[data-share]");
  if (!source) return;
  const { title, text } = source.dataset;
  const url = new URL(source.dataset.share, location.href).href;
  if (control.dataset.do === "share" && navigator.share) {
    event.preventDefault();
    navigator.share({ url, title, text }).catch(() => {}); // cancelled
  } else if (["share", "copy"].includes(control.dataset.do) && navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(url).then(() => {
      const notice = $("[data-done]", source);
      notice.hidden = false;
      say(notice.textContent);
    }, () => $("input", source)?.select());
  }
});
