// The state of the connection to the site, and when to load the page's parts again.
import { $, create } from "./dom.js";
import { emit, emitRefresh } from "./events.js";

let offline = !navigator.onLine;

/** Return whether the last request got no answer. */
export const isOffline = () => offline;

/** Ask for the page's parts again, for example when the page is shown: its stream may have died while the phone slept. */
export function refresh() {
  if (!document.hidden) emitRefresh();
}
document.addEventListener("visibilitychange", refresh);
window.addEventListener("online", refresh);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) refresh();
});

/**
 * Record whether the site answers, and emit the event `network`.
 *
 * @param {boolean} answers
 */
export function reportNetwork(answers) {
  const isBack = offline && answers;
  offline = !answers;
  emit("network", { isBack });
}
for (const event of ["online", "offline"]) window.addEventListener(event, () => reportNetwork(event === "online"));
document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx) reportNetwork(false);
});
// Also fired after 204 and 304, which swap nothing.
document.addEventListener("htmx:after:swap", () => reportNetwork(true));

const hideNeedsNetwork = () => $(".trouble.needs-network")?.remove();

/**
 * Show that what was tapped needs a connection.
 *
 * @param {Element | null} [item] the tapped item of a menu; the message is shown below it
 */
export function showNeedsNetwork(item) {
  const trouble = $("#trouble");
  const message = create("p", { className: "trouble needs-network", role: "alert", textContent: trouble.dataset.needsNetwork });
  hideNeedsNetwork();
  $("#reasons-panel:modal")?.close(); // it would cover the message
  if (item) item.after(message);
  else trouble.replaceChildren(message);
  message.scrollIntoView({ block: "nearest" });
}
document.addEventListener("entries-changed", hideNeedsNetwork); // the next hand was kept, so the message is old
document.addEventListener("network", () => offline || hideNeedsNetwork());

/**
 * Return whether a request may succeed when it is sent again.
 *
 * @param {number} status
 */
export const isRetryable = (status) => status === 429 || status >= 500;
