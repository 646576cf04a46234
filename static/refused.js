// Keeps a refusal visible until the next tap, even if a new sheet arrives, which often brings the hand that caused the
// refusal.
import { $, $$, create } from "./dom.js";

let refusals = [];
for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, () => (refusals = []));
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id !== "sheet") return;
  if (ctx.request?.method === "POST") refusals = $$("#messages > .trouble");
  else keepRefusal();
});

/**
 * Show that the site refused what this phone did offline, because of another phone's hand.
 *
 * @param {string} textContent
 */
export function showRefused(textContent) {
  refusals = [create("p", { className: "trouble", role: "alert", textContent })];
  $("#messages")?.prepend(...refusals);
}

/** Show the last refusal again on a new sheet. */
export function keepRefusal() {
  if ($("#messages > .trouble")) return;
  for (const each of refusals) each.removeAttribute("role"); // it was read out already
  $("#messages")?.prepend(...refusals);
}
