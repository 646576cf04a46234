// A table is started as a hand is entered: one question at a time at the bottom, and above it a sentence of what was
// said, in chips that ask again. All of it is answered from the beginning: Start stands there at once.
import { $, $$, say } from "./dom.js";
import { makeKey } from "./hand-form.js";
import { isCommand, leaveTyped, typeAnswer } from "./typed-answer.js";

const findStart = () => $("form.start");
const readName = (box) => box.value.trim() || box.placeholder;
const findBoxes = (start) => $$(".person input.box", start);
const findStartKey = (start) => $(".act button", start);

let opened; // the step that somebody asked for; else the first that most tables answer
let arrows = false; // with the arrows one goes through the keys: nothing moves on by itself then
document.addEventListener("keydown", (event) => (arrows = event.key.startsWith("Arrow")), true);
document.addEventListener("pointerdown", () => (arrows = false), true);

function findFirstStep(start) {
  const wrong = $("[aria-invalid=true], .step .error", start)?.closest(".step");
  return wrong ?? $("[data-step=players]", start) ?? $("[data-step=title]", start) ?? $("[data-step=seats]", start);
}

function ask(start, name, focus) {
  opened = name;
  const step = $(`.step[data-step="${name}"]`, start) ?? findFirstStep(start);
  leaveTyped(step);
  for (const each of $$(".step", start)) each.classList.toggle("asked", each === step);
  for (const chip of $$(".chip[data-asks]", start)) chip.setAttribute("aria-expanded", String(chip.dataset.asks === step.dataset.step));
  tell(start);
  if (focus) ($("input:checked", step) ?? $("input:not([type=hidden]), button", step))?.focus({ preventScroll: true });
}

// The sentence, by what stands in the form.
function tell(start) {
  const names = findBoxes(start).map(readName);
  for (const chip of $$(".chip[data-asks]", start)) {
    const { asks, seats, lot, deals, empty } = chip.dataset;
    if (seats !== undefined) $(".names", chip).textContent = seats.split(" ").map((seat) => names[seat]).join($(".sign", chip) ? " & " : ", ");
    else if (asks === "dealer") {
      const dealer = $("[name=first_dealer]:checked", start)?.value;
      chip.textContent = dealer in names ? deals.replace("{who}", names[dealer]) : lot;
    } else if (empty !== undefined) {
      const said = $("input.box", $(`[data-step="${asks}"]`, start)).value.trim();
      chip.textContent = said || empty;
      chip.classList.toggle("open", !said);
    } else if (asks === "season") chip.textContent = $("[name=season]:checked", start)?.closest("label").textContent.trim();
  }
}

function begin() {
  const start = findStart();
  if (!start || start.classList.contains("asking")) return;
  start.classList.add("asking");
  $(".questions", start).classList.add("keyboard");
  $(".chosen", start).open = true;
  ask(start, opened ?? findFirstStep(start).dataset.step);
}

document.addEventListener("input", (event) => event.target.closest("form.start") && tell(findStart()));
document.addEventListener("change", (event) => {
  const start = event.target.closest("form.start");
  if (!start) return;
  tell(start);
  // Among the rules one compares; every other key is an answer.
  if (!arrows && event.target.type === "radio" && !event.target.closest("[data-step=rules], [data-step=house]")) ask(start, "seats");
});

document.addEventListener("click", (event) => {
  const start = event.target.closest("form.start");
  const asks = event.target.closest("[data-asks]")?.dataset.asks;
  if (start && asks) return ask(start, asks, !event.detail); // by a finger no keyboard of the phone comes up
  const known = start && event.target.closest("[data-known]");
  if (known) sit(start, known);
});

// Somebody who played here before takes the seat whose handle was tapped, or the first that is free; whoever sat there
// stands where they stood.
function sit(start, key) {
  const handle = $(".grip[aria-pressed=true]", start);
  handle?.click(); // seats.js lets go of it
  const box = (handle && $("input", handle.closest(".person"))) ?? findBoxes(start).find((each) => !each.value.trim());
  if (!box) return say($(".known", start).dataset.full);
  [box.value, key.textContent] = [key.textContent, box.value.trim()];
  key.classList.toggle("gone", !key.textContent);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("keydown", (event) => {
  const start = findStart();
  if (!start || isCommand(event)) return;
  const { target } = event;
  const step = $(".step.asked", start);
  if (target !== document.body && !start.contains(target)) return;
  const writes = target.matches("input:not([type=radio], [type=checkbox])");
  if (!writes && step.dataset.step !== "seats") {
    typeAnswer(event, step, $$("label.key input", step))?.click();
    if (event.defaultPrevented) return;
  }
  if (event.key === "Enter") {
    if (target.matches("button, a, summary") || findBoxes(start).includes(target)) return; // from name to name: seats.js
    event.preventDefault();
    if (step.dataset.step === "title") return ask(start, "seats", true);
    return findStartKey(start).focus();
  }
  if (event.key.length !== 1 || event.key === " " || writes) return;
  if (step.dataset.step === "seats") return (findBoxes(start).find((each) => !each.value) ?? findBoxes(start)[0]).focus({ preventScroll: true });
});

// A form that was sent is known to the history by its key. Back from the table leads to the table: the form would start
// it twice.
window.addEventListener("submit", (event) => {
  const start = findStart();
  if (event.defaultPrevented || event.target !== start || event.submitter?.name !== "start") return;
  let key = $("[name=key]", start);
  if (!key) {
    key = /** @type {any} */ (Object.assign(document.createElement("input"), { type: "hidden", name: "key", value: makeKey() }));
    start.append(key);
  }
  history.replaceState({ key: key.value }, "");
});
window.addEventListener("pageshow", () => {
  const key = history.state?.key;
  if (key && new URLSearchParams(location.search).get("key") !== key) location.replace(`?key=${key}`);
});

document.addEventListener("htmx:after:swap", begin);
begin();
