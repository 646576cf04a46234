// A key (button) for each player of a club: a tap puts the player into the first empty seat, or takes a seated player
// out again. Without script a key sends the form, and the page comes back with the name in a seat's box.
import { $$, say } from "./dom.js";

const findBoxes = (form) => $$(".person input", form);
const isSameName = (one, other) => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-sit]");
  if (!key) return;
  event.preventDefault();
  const texts = key.closest("fieldset").dataset;
  const player = key.dataset.sit;
  const boxes = findBoxes(key.closest("form"));
  const ownBox = boxes.find((box) => isSameName(box.value, player));
  const box = ownBox ?? boxes.find(({ value }) => value.trim() === "");
  if (!box) return say(texts.full);
  box.value = ownBox ? "" : player;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  say((ownBox ? texts.stood : texts.sat.replace("{n}", String(boxes.indexOf(box) + 1))).replace("{who}", player));
});

// A player's key shows whether a box has the name, however the name was entered or removed.
document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (form) for (const key of $$("[data-sit]", form)) key.setAttribute("aria-pressed", String(findBoxes(form).some((box) => isSameName(box.value, key.dataset.sit))));
});
