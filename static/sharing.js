// What is passed on: by the phone's own list of apps, else by copying its link. A link that shares leads to the page of
// what is passed on where a browser can do neither. Buttons show only what this browser can do.
import { $, $$, say } from "./dom.js";

for (const [what, can] of [["share", navigator.share], ["copy", navigator.clipboard], ["print", true]])
  for (const key of $$(`button[data-do="${what}"]`)) key.hidden = !can;

// What a key copies need not be copied by hand.
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
    // Whoever closes the list of apps has changed their mind: nothing went wrong.
    navigator.share({ url, title, text }).catch(() => {});
  } else if (["share", "copy"].includes(key.dataset.do) && navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(url).then(() => tellCopied(from), () => $("input", from)?.select());
  }
});

function tellCopied(from) {
  const told = $("[data-done]", from);
  told.hidden = false;
  say(told.textContent);
}
