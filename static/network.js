// Whether the site answers, and when to look at it again.
export let cut = !navigator.onLine; // no answer comes

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
  const back = cut && answers;
  cut = !answers;
  document.dispatchEvent(new CustomEvent("network", { detail: { back } }));
}
for (const way of ["online", "offline"]) window.addEventListener(way, () => network(way === "online"));
document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx) network(false);
});
document.addEventListener("htmx:after:swap", () => network(true));

// The server asks for patience: what was sent may be sent again.
export const later = (status) => status === 429 || status >= 500;
