// Whether the site answers, and when to look at it again.
import { $ } from "./dom.js";
import { emit, emitLook } from "./events.js";

let away = !navigator.onLine; // no answer comes

/** Return whether the site gave no answer when it was last asked. */
export const isCut = () => away;

/**
 * Ask for the page's parts again. A stream that was open when the phone slept may be dead without knowing it: so this is
 * done whenever the page is seen, comes online or is shown from the browser's memory.
 */
export function look() {
  if (!document.hidden) emitLook();
}
document.addEventListener("visibilitychange", look);
window.addEventListener("online", look);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) look();
});

/**
 * Note whether the site answers, and tell the page.
 *
 * @param {boolean} answers
 */
export function reportNetwork(answers) {
  const back = away && answers;
  away = !answers;
  emit("network", { back });
}
for (const way of ["online", "offline"]) window.addEventListener(way, () => reportNetwork(way === "online"));
document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx) reportNetwork(false);
});
// After a 204 and a 304 too, which swap nothing.
document.addEventListener("htmx:after:swap", () => reportNetwork(true));

/** Say that this needs a connection: another game, new rules, names, all that writes no hand. */
export function tellNeedsNetwork() {
  $("#door:modal")?.close(); // it would lie over the words
  const place = $("#trouble");
  const told = Object.assign(document.createElement("p"), { className: "trouble", role: "alert", textContent: place.dataset.cut });
  place.replaceChildren(told);
  place.scrollIntoView({ block: "nearest" });
}

/**
 * Return whether the server asks for patience: what was sent may be sent again.
 *
 * @param {number} status
 */
export const isRetryable = (status) => status === 429 || status >= 500;
