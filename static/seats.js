// Seats that change places: drag a handle to another row, tap two handles, or use the arrow keys on one. Without
// script a handle moves its name one seat on.
import { $, $$, say } from "./dom.js";

const rows = (list) => [...list.querySelectorAll(".person")];
const box = (row) => row.querySelector("input");
const grip = (row) => row.querySelector(".grip");
const named = (row) => box(row).value || box(row).placeholder;
const listOf = (element) => element.closest(".people");
const worded = (text, who, other) => text.replace("{who}", who).replace("{other}", other);

let picked; // the row whose handle was tapped first
let dragged; // { row, from, moved } while a finger holds a handle

function pick(row) {
  if (picked) grip(picked).setAttribute("aria-pressed", "false");
  picked = row;
  if (!row) return;
  grip(row).setAttribute("aria-pressed", "true");
  say(worded(listOf(row).dataset.picked, named(row)));
}

function swap(a, b) {
  const text = worded(listOf(a).dataset.moved, named(a), named(b));
  [box(a).value, box(b).value] = [box(b).value, box(a).value];
  // Whoever was to deal first still is, wherever they sit now.
  const dealers = [a, b].map((row) => row.closest("form").querySelector(
    `[name="first_dealer"][value="${box(row).name.split(".")[1]}"]`));
  const chosen = dealers.findIndex((dealer) => dealer?.checked);
  if (chosen >= 0) dealers[1 - chosen].checked = true;
  for (const row of [a, b]) {
    box(row).dispatchEvent(new Event("input", { bubbles: true }));
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
  if (dragged?.moved) return;
  const row = handle.closest(".person");
  if (!picked || !picked.isConnected) pick(row);
  else if (picked === row) pick(undefined);
  else swap(picked, row);
});

document.addEventListener("keydown", (event) => {
  const handle = event.target.closest?.(".grip");
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!handle || !step) return;
  event.preventDefault();
  const row = handle.closest(".person");
  const all = rows(listOf(row));
  const other = all[(all.indexOf(row) + step + all.length) % all.length];
  swap(row, other);
  grip(other).focus();
});

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".grip");
  dragged = handle ? { row: handle.closest(".person"), from: event.clientY, moved: false } : undefined;
});
document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const by = event.clientY - dragged.from;
  if (Math.abs(by) > 8) dragged.moved = true;
  if (!dragged.moved) return;
  dragged.row.classList.add("dragged");
  const over = under(event);
  for (const row of rows(listOf(dragged.row))) row.classList.toggle("over", row === over);
});
document.addEventListener("pointerup", (event) => {
  if (!dragged?.moved) return;
  const [row, over] = [dragged.row, under(event)];
  letGo();
  if (over) swap(row, over);
  // The click that follows belongs to the drag.
  setTimeout(() => (dragged = undefined));
});
document.addEventListener("pointercancel", () => {
  if (dragged) letGo();
  dragged = undefined;
});

function under(event) {
  const row = document.elementFromPoint(event.clientX, event.clientY)?.closest(".person");
  return row && row !== dragged.row ? row : undefined;
}
function letGo() {
  for (const row of rows(listOf(dragged.row))) row.classList.remove("over", "dragged");
}

// A name that is typed stands on the key of its seat at once.
document.addEventListener("input", (event) => {
  for (const follows of $$("[data-follows]"))
    if (follows.dataset.follows === event.target.name) follows.textContent = event.target.value || event.target.placeholder;
});

// Enter in a box goes to the next name, and from the last to the key that starts; among names that are changed it saves.
document.addEventListener("keydown", (event) => {
  const input = event.target.closest?.("form.start:has(.people) input, #names input");
  if (event.key !== "Enter" || !input || event.isComposing) return;
  const names = $$(".people input.box", input.form);
  const following = (names.includes(input) && names[names.indexOf(input) + 1]) || $("form.start .act button", input.form.parentElement);
  if (!following) return;
  event.preventDefault();
  following.focus();
});
