// The players of a club as keys: a tap puts one into the first empty seat, or takes them out again.
// Without script each key is sent, and the page comes back with the name in its box.
import { $$, say } from "./dom.js";

const findBoxes = (form) => $$(".person input", form);
const isSame = (one, other) => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-sit]");
  if (!key) return;
  event.preventDefault();
  const words = key.closest("fieldset").dataset;
  const player = key.dataset.sit;
  const boxes = findBoxes(key.closest("form"));
  const ownBox = boxes.find((box) => isSame(box.value, player));
  const box = ownBox ?? boxes.find(({ value }) => value.trim() === "");
  if (!box) return say(words.full);
  box.value = ownBox ? "" : player;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  say((ownBox ? words.stood : words.sat.replace("{n}", String(boxes.indexOf(box) + 1))).replace("{who}", player));
});

// However a name came into its box, or left it, its key shows it.
document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (form) for (const key of $$("[data-sit]", form)) key.setAttribute("aria-pressed", String(findBoxes(form).some((box) => isSame(box.value, key.dataset.sit))));
});
