// The result of a game that this phone has drawn: no page of it is on the site yet to lead to, so its words are passed on,
// by the phone's own list of apps, else copied.
import { $, say } from "../dom.js";

// Before sharing.js, which passes on a link.
document.addEventListener("click", (event) => {
  const from = event.target.closest?.("[data-drawn-here] .winner [data-do=share]")?.closest("[data-share]");
  if (!from || !(navigator.share || navigator.clipboard)) return;
  event.preventDefault();
  event.stopPropagation();
  const { title } = from.dataset;
  const text = `${title}. ${from.dataset.text}`;
  // Whoever closes the list of apps has changed their mind: nothing went wrong.
  if (navigator.share) return void navigator.share({ title, text }).catch(() => {});
  const told = $("[data-done]", from);
  navigator.clipboard.writeText(text).then(() => {
    told.textContent = told.dataset.result;
    told.hidden = false;
    say(told.textContent);
  }, () => {});
}, true);
