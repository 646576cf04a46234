// Swaps the players of two seats: drag a handle to another row, tap two handles, or use the arrow keys on a handle.
// Without script, pressing a handle moves its name one seat.
import { $, $$, say } from "./dom.js";

const findRows = (row) => $$(".person", row.parentElement);
const findBox = (row) => $("input", row);
const findGrip = (row) => $(".grip", row);
const readName = (row) => findBox(row).value || findBox(row).placeholder;
const readWords = (row) => row.closest(".people").dataset;

let pickedRow; // the row whose handle was tapped first
let drag; // { row, from, moved } while a finger holds a handle

function pick(row) {
  if (pickedRow) findGrip(pickedRow).setAttribute("aria-pressed", "false");
  pickedRow = row;
  if (!row) return;
  findGrip(row).setAttribute("aria-pressed", "true");
  say(readWords(row).picked.replace("{who}", readName(row)));
}

function swap(a, b) {
  const text = readWords(a).moved.replace("{who}", readName(a)).replace("{other}", readName(b));
  [findBox(a).value, findBox(b).value] = [findBox(b).value, findBox(a).value];
  // The first dealer stays the same player.
  const dealers = [a, b].map((row) => $(`[name="first_dealer"][value="${findBox(row).name.split(".")[1]}"]`, row.closest("form")));
  const chosen = dealers.findIndex((dealer) => dealer?.checked);
  if (chosen >= 0) dealers[1 - chosen].checked = true;
  for (const row of [a, b]) {
    findBox(row).dispatchEvent(new Event("input", { bubbles: true }));
    row.classList.remove("settled");
    requestAnimationFrame(() => row.classList.add("settled"));
  }
  pick(undefined);
  say(text);
}

document.addEventListener("click", (event) => {
  const handle = event.target.closest(".grip");
  if (!handle) return;
  event.preventDefault();
  if (drag?.moved) return;
  const row = handle.closest(".person");
  if (!pickedRow || !pickedRow.isConnected) pick(row);
  else if (pickedRow === row) pick(undefined);
  else swap(pickedRow, row);
});

document.addEventListener("keydown", (event) => {
  const handle = event.target.closest?.(".grip");
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!handle || !step) return;
  event.preventDefault();
  const row = handle.closest(".person");
  const rows = findRows(row);
  const other = rows[(rows.indexOf(row) + step + rows.length) % rows.length];
  swap(row, other);
  findGrip(other).focus();
});

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".grip");
  drag = handle ? { row: handle.closest(".person"), from: event.clientY, moved: false } : undefined;
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (Math.abs(event.clientY - drag.from) > 8) drag.moved = true; // px: a shorter move is a tap
  if (!drag.moved) return;
  drag.row.classList.add("dragged");
  const target = findRowUnder(event);
  for (const row of findRows(drag.row)) row.classList.toggle("over", row === target);
});
document.addEventListener("pointerup", (event) => {
  if (!drag?.moved) return;
  const [row, target] = [drag.row, findRowUnder(event)];
  clearDrag();
  if (target) swap(row, target);
  // The click that follows belongs to the drag.
  setTimeout(() => (drag = undefined));
});
document.addEventListener("pointercancel", () => {
  if (drag) clearDrag();
  drag = undefined;
});

function findRowUnder(event) {
  const row = document.elementFromPoint(event.clientX, event.clientY)?.closest(".person");
  return row && row !== drag.row ? row : undefined;
}
function clearDrag() {
  for (const row of findRows(drag.row)) row.classList.remove("over", "dragged");
}

document.addEventListener("input", ({ target }) => {
  for (const copy of $$("[data-follows]")) if (copy.dataset.follows === target.name) copy.textContent = target.value || target.placeholder;
});

// Enter in the box of a name goes to the next name, and from the last one to Start. In the form that changes names,
// Enter in the last box saves.
document.addEventListener("keydown", (event) => {
  const input = event.target.closest?.("form.start:has(.people) input, #names input");
  if (event.key !== "Enter" || !input || event.isComposing) return;
  const names = $$(".people input.box", input.form);
  const following = (names.includes(input) && names[names.indexOf(input) + 1]) || $("form.start .act button", input.form.parentElement);
  if (!following) return;
  event.preventDefault();
  following.focus();
});
