// Whether the site answers, and when to look at it again.
import { $ } from "./dom.js";

let away = !navigator.onLine; // no answer comes
export const isCut = () => away;

// A stream that was open when the phone slept may be dead without knowing it: look at the table again whenever the
// page is seen, comes online or is shown from the browser's memory. Elements listen with hx-trigger="look from:body".
export function look() {
  if (!document.hidden) document.body.dispatchEvent(new CustomEvent("look"));
}
document.addEventListener("visibilitychange", look);
window.addEventListener("online", look);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) look();
});

// Modules listen for "network"; its detail says whether the site answers again.
export function network(answers) {
  const back = away && answers;
  away = !answers;
  document.dispatchEvent(new CustomEvent("network", { detail: { back } }));
}
for (const way of ["online", "offline"]) window.addEventListener(way, () => network(way === "online"));
document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx) network(false);
});
// After a 204 and a 304 too, which swap nothing.
document.addEventListener("htmx:after:swap", () => network(true));

// What writes no hand, and waits for nobody: another game, new rules, names.
export function needsNetwork() {
  $("#door:modal")?.close(); // it would lie over the words
  const place = $("#trouble");
  const told = Object.assign(document.createElement("p"), { className: "trouble", role: "alert", textContent: place.dataset.cut });
  place.replaceChildren(told);
  place.scrollIntoView({ block: "nearest" });
}

// The server asks for patience: what was sent may be sent again.
export const later = (status) => status === 429 || status >= 500;
