// Animates the draw of the first dealer, whose name is on the page already.
import { $, $$, prefersReducedMotion } from "./dom.js";

const strip = $("[data-drawn]");
if (strip) {
  history.replaceState(null, "", location.pathname); // without ?drawn, a reload does not repeat the animation
  const seats = $$(".seat-name", strip).sort((a, b) => Number(a.dataset.seat) - Number(b.dataset.seat));
  const dealer = seats.findIndex((seat) => $(".dealer", seat));
  if (!prefersReducedMotion() && dealer >= 0) {
    strip.classList.add("drawing");
    // One lap around the table, or two around a small one, and then on to the dealer.
    const steps = seats.length * (seats.length > 4 ? 1 : 2) + dealer;
    let step = 0;
    (function pass() {
      seats.forEach((seat, n) => seat.classList.toggle("picked", n === step % seats.length));
      if (step < steps) return setTimeout(pass, 70 + (step++ / steps) ** 2 * 200);
      strip.classList.remove("drawing");
      strip.classList.add("dealer-drawn");
      setTimeout(() => seats.forEach((seat) => seat.classList.remove("picked")), 900);
    })();
  }
}
