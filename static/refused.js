// Why a tap did nothing stays in sight until the next one, whatever comes anew of the sheet meanwhile: what refused it,
// another phone's hand, often comes a moment later.
import { $, $$ } from "./dom.js";

let told = [];
for (const way of ["pointerdown", "keydown"]) document.addEventListener(way, () => (told = []));
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id !== "sheet") return;
  if (ctx.request?.method === "POST") told = $$("#talk > .trouble");
  else keepTold();
});

/**
 * Show that another phone's hand refused what this phone did offline.
 *
 * @param {string} words
 */
export function tellRefused(words) {
  told = [Object.assign(document.createElement("p"), { className: "trouble", role: "alert", textContent: words })];
  $("#talk")?.prepend(...told);
}

/** Show the last refusal again on a sheet that has just come. */
export function keepTold() {
  if ($("#talk > .trouble")) return;
  for (const each of told) each.removeAttribute("role"); // it is not read out twice
  $("#talk")?.prepend(...told);
}
