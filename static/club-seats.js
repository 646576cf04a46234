// The players of a club as keys: a tap puts one into the first empty seat, or lets them stand up again.
// Without script each key is sent, and the page comes back with the name in its box.
import { say } from "./dom.js";

const findBoxes = (form) => [...form.querySelectorAll(".person input")];
const isSame = (one, other) => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

function show(form) {
  for (const key of form.querySelectorAll("[data-sit]")) {
    const sits = findBoxes(form).some((box) => isSame(box.value, key.dataset.sit));
    key.setAttribute("aria-pressed", String(sits));
  }
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-sit]");
  if (!key) return;
  event.preventDefault();
  const form = key.closest("form");
  const words = key.closest("fieldset").dataset;
  const who = key.dataset.sit;
  const seats = findBoxes(form);
  const sits = seats.find((box) => isSame(box.value, who));
  const box = sits ?? seats.find((empty) => empty.value.trim() === "");
  if (!box) return say(words.full);
  box.value = sits ? "" : who;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  const told = sits ? words.stood : words.sat.replace("{n}", String(seats.indexOf(box) + 1));
  say(told.replace("{who}", who));
});

// However a name came into its box, or left it, its key shows it.
document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (form?.querySelector("[data-sit]")) show(form);
});
