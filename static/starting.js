// Starting a table and joining one.
// A name that is typed stands on the key of its seat at once.
import { $, $$, calm } from "./dom.js";

document.addEventListener("input", (event) => {
  for (const follows of $$("[data-follows]"))
    if (follows.dataset.follows === event.target.name) follows.textContent = event.target.value || event.target.placeholder;
});

// Enter in a box goes to the next one, and from the last to the key that starts; among names that are changed it saves.
document.addEventListener("keydown", (event) => {
  const input = event.target.closest?.("form.start input, #names input");
  if (event.key !== "Enter" || !input || event.isComposing) return;
  const names = $$(".people input.box", input.form);
  const next = (names.includes(input) && names[names.indexOf(input) + 1]) || $("form.start .act button", input.form.parentElement);
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// The first dealer is drawn: the lot goes round the table and comes to rest. What it says stands there already.
const drawn = $("[data-drawn]");
if (drawn) {
  history.replaceState(null, "", location.pathname);
  const seats = $$(".sitter", drawn).sort((a, b) => a.dataset.seat - b.dataset.seat);
  const dealer = seats.findIndex((seat) => $(".dealer", seat));
  if (!calm() && dealer >= 0) {
    drawn.classList.add("drawing");
    const steps = seats.length * (seats.length > 4 ? 1 : 2) + dealer;
    let step = 0;
    (function pass() {
      seats.forEach((seat, n) => seat.classList.toggle("lot", n === step % seats.length));
      if (step < steps) return setTimeout(pass, 70 + (step++ / steps) ** 2 * 200);
      drawn.classList.remove("drawing");
      drawn.classList.add("drew");
      setTimeout(() => seats.forEach((seat) => seat.classList.remove("lot")), 900);
    })();
  }
}

// A score link carries its secret behind the #, where no log and no proxy sees it.
const secret = $("[data-from-fragment]");
if (secret && location.hash.length > 1) {
  secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  secret.form.requestSubmit();
}
