// Seats that change places: drag a handle to another row, tap two handles, or use the arrow keys on one. Without
// script a handle moves its name one seat on.
import { $, $$, say } from "./dom.js";

const findRows = (list) => [...list.querySelectorAll(".person")];
const findBox = (row) => row.querySelector("input");
const findGrip = (row) => row.querySelector(".grip");
const readName = (row) => findBox(row).value || findBox(row).placeholder;
const findList = (element) => element.closest(".people");
const fillWords = (text, who, other) => text.replace("{who}", who).replace("{other}", other);

let picked; // the row whose handle was tapped first
let dragged; // { row, from, moved } while a finger holds a handle

function pick(row) {
  if (picked) findGrip(picked).setAttribute("aria-pressed", "false");
  picked = row;
  if (!row) return;
  findGrip(row).setAttribute("aria-pressed", "true");
  say(fillWords(findList(row).dataset.picked, readName(row)));
}

function swap(a, b) {
  const text = fillWords(findList(a).dataset.moved, readName(a), readName(b));
  [findBox(a).value, findBox(b).value] = [findBox(b).value, findBox(a).value];
  // Whoever was to deal first still is, wherever they sit now.
  const dealers = [a, b].map((row) => row.closest("form").querySelector(
    `[name="first_dealer"][value="${findBox(row).name.split(".")[1]}"]`));
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
  const all = findRows(findList(row));
  const other = all[(all.indexOf(row) + step + all.length) % all.length];
  swap(row, other);
  findGrip(other).focus();
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
  const over = findRowUnder(event);
  for (const row of findRows(findList(dragged.row))) row.classList.toggle("over", row === over);
});
document.addEventListener("pointerup", (event) => {
  if (!dragged?.moved) return;
  const [row, over] = [dragged.row, findRowUnder(event)];
  letGo();
  if (over) swap(row, over);
  // The click that follows belongs to the drag.
  setTimeout(() => (dragged = undefined));
});
document.addEventListener("pointercancel", () => {
  if (dragged) letGo();
  dragged = undefined;
});

function findRowUnder(event) {
  const row = document.elementFromPoint(event.clientX, event.clientY)?.closest(".person");
  return row && row !== dragged.row ? row : undefined;
}
function letGo() {
  for (const row of findRows(findList(dragged.row))) row.classList.remove("over", "dragged");
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
