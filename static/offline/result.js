// Shares the result of a game as text while the site has no page of it yet.
import { $, say } from "../dom.js";

// Captured before sharing.js, which shares a link.
document.addEventListener("click", (event) => {
  const from = event.target.closest?.("[data-drawn-here] .winner [data-do=share]")?.closest("[data-share]");
  if (!from || !(navigator.share || navigator.clipboard)) return;
  event.preventDefault();
  event.stopPropagation();
  const { title } = from.dataset;
  const text = `${title}. ${from.dataset.text}`;
  if (navigator.share) return navigator.share({ title, text }).catch(() => {}); // cancelled
  const done = $("[data-done]", from);
  navigator.clipboard.writeText(text).then(() => {
    done.textContent = done.dataset.result;
    done.hidden = false;
    say(done.textContent);
  }, () => {});
}, true);
