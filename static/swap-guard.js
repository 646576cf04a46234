// What is under a finger stays there until it is lifted: else a tap would be taken for whatever key has come there.
let finger; // runs out by itself, should the page not hear of the lifting
const postponed = [];
document.addEventListener("pointerdown", () => {
  clearTimeout(finger);
  finger = setTimeout(lifted, 3000);
  window.scrollTo({ top: window.scrollY, behavior: "instant" });
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    clearTimeout(finger);
    finger = setTimeout(lifted, 50); // the click comes after it
  }, true);
}
document.addEventListener("htmx:before:swap", (event) => {
  if (!finger) return;
  event.preventDefault();
  postponed.push(event.detail.ctx);
});
async function lifted() {
  finger = undefined;
  // One after another: what follows from the first must not undo the second.
  for (const ctx of postponed.splice(0)) if (ctx.target?.isConnected !== false) await htmx.swap(ctx); // or a selector
}
