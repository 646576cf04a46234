// Postpones htmx swaps while a finger is down, so that a tap never lands on another button than the one touched.
import { beginTask } from "./idle.js";

let timer; // runs while a finger is down
const postponed = [];
let swapsDone = Promise.resolve();
/** @type {(value?: void) => void} */
let resolveSwaps = () => {};

/**
 * Resolve once all postponed swaps are done.
 *
 * @returns {Promise<void>}
 */
export const waitForSwaps = () => swapsDone;
document.addEventListener("pointerdown", () => {
  if (!timer) swapsDone = new Promise((resolve) => (resolveSwaps = resolve)).finally(beginTask());
  clearTimeout(timer);
  timer = setTimeout(swapPostponed, 3000); // in case no pointerup comes
  window.scrollTo({ top: window.scrollY, behavior: "instant" }); // end a smooth scroll
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    clearTimeout(timer);
    timer = setTimeout(swapPostponed, 50); // after the click
  }, true);
}
document.addEventListener("htmx:before:swap", (event) => {
  if (!timer) return;
  event.preventDefault();
  postponed.push(event.detail.ctx);
});
async function swapPostponed() {
  timer = undefined;
  const resolve = resolveSwaps;
  for (const ctx of postponed.splice(0)) if (ctx.target?.isConnected !== false) await htmx.swap(ctx); // a target may be a selector
  resolve();
}
