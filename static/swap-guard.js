// What is under a finger stays there until it is lifted: else a tap would be taken for whatever key has come there.
import { beginTask } from "./idle.js";

let finger; // runs out by itself, should the page not hear of the lifting
const postponed = [];
let untouched = Promise.resolve();
/** @type {(value?: void) => void} */
let letGo = () => {};

/**
 * Resolve once all that was held up under a finger stands on the page.
 *
 * @returns {Promise<void>}
 */
export const waitForSwaps = () => untouched;
document.addEventListener("pointerdown", () => {
  if (!finger) {
    const done = beginTask();
    untouched = new Promise((resolve) => (letGo = resolve)).finally(done);
  }
  clearTimeout(finger);
  finger = setTimeout(swapPostponed, 3000);
  window.scrollTo({ top: window.scrollY, behavior: "instant" });
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    clearTimeout(finger);
    finger = setTimeout(swapPostponed, 50); // the click comes after it
  }, true);
}
document.addEventListener("htmx:before:swap", (event) => {
  if (!finger) return;
  event.preventDefault();
  postponed.push(event.detail.ctx);
});
async function swapPostponed() {
  finger = undefined;
  const held = letGo;
  // One after another: what follows from the first must not undo the second.
  for (const ctx of postponed.splice(0)) if (ctx.target?.isConnected !== false) await htmx.swap(ctx); // or a selector
  held();
}
