// Shares the result of a game as text while the site has no page of the result yet.
import { $, say } from "../dom.js";

// Capture the click before sharing.js, which would share a link.
document.addEventListener("click", (event) => {
  const source = event.target.closest?.("[data-drawn-here] .winner [data-do=share]")?.closest("[data-share]");
  if (!source || !(navigator.share || navigator.clipboard)) return;
  event.preventDefault();
  event.stopPropagation();
  const { title } = source.dataset;
  const text = `${title}. ${source.dataset.text}`;
  if (navigator.share) return navigator.share({ title, text }).catch(() => {}); // cancelled
  const notice = $("[data-done]", source);
  navigator.clipboard.writeText(text).then(() => {
    notice.textContent = notice.dataset.result;
    notice.hidden = false;
    say(notice.textContent);
  }, () => {});
}, true);
