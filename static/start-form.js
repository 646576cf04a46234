// The form that starts a table works like the form of a hand: one question at a time at the bottom, and above it a
// sentence made of the answers. Each answer is a chip, a button that opens its question. All questions have an answer
// from the beginning, so the Start button is there at once.
import { $, $$, create, say } from "./dom.js";
import { makeKey } from "./hand-form.js";
import { isCommand, keepTypedOnlyFor, typeAnswer, usesArrows } from "./typed-answer.js";

const findStart = () => $("form.start");
const readName = (box) => box.value.trim() || box.placeholder;
const findBoxes = (start) => $$(".person input.box", start);

let openStepName; // the name of the open step

function findFirstStep(start) {
  const invalidStep = $("[aria-invalid=true], .step .error", start)?.closest(".step");
  return invalidStep ?? $("[data-step=players]", start) ?? $("[data-step=title]", start) ?? $("[data-step=seats]", start);
}

function openStep(start, name, focus) {
  openStepName = name;
  const step = $(`.step[data-step="${name}"]`, start) ?? findFirstStep(start);
  keepTypedOnlyFor(step);
  for (const each of $$(".step", start)) each.classList.toggle("asked", each === step);
  for (const chip of $$(".chip[data-asks]", start)) chip.setAttribute("aria-expanded", String(chip.dataset.asks === step.dataset.step));
  updateSentence(start);
  if (focus) ($("input:checked", step) ?? $("input:not([type=hidden]), button", step))?.focus({ preventScroll: true });
}

function updateSentence(start) {
  const names = findBoxes(start).map(readName);
  for (const chip of $$(".chip[data-asks]", start)) {
    const { asks, seats, random, deals, empty } = chip.dataset;
    if (seats !== undefined) $(".names", chip).textContent = seats.split(" ").map((seat) => names[seat]).join($(".sign", chip) ? " & " : ", ");
    else if (asks === "dealer") {
      const dealer = $("[name=first_dealer]:checked", start)?.value;
      chip.textContent = dealer in names ? deals.replace("{who}", names[dealer]) : random;
    } else if (empty !== undefined) {
      const text = $(`[data-step="${asks}"] input.box`, start).value.trim();
      chip.textContent = text || empty;
      chip.classList.toggle("open", !text);
    } else if (asks === "season") chip.textContent = $("[name=season]:checked", start)?.closest("label").textContent.trim();
  }
}

function setUp() {
  const start = findStart();
  if (!start || start.classList.contains("asking")) return;
  start.classList.add("asking");
  $(".questions", start).classList.add("keyboard");
  $(".chosen", start).open = true;
  openStep(start, openStepName ?? findFirstStep(start).dataset.step);
}

document.addEventListener("input", (event) => event.target.closest("form.start") && updateSentence(findStart()));
document.addEventListener("change", (event) => {
  const start = event.target.closest("form.start");
  if (!start) return;
  updateSentence(start);
  // The rules stay open, because people compare them.
  if (!usesArrows() && event.target.type === "radio" && !event.target.closest("[data-step=rules], [data-step=house]")) openStep(start, "seats");
});

document.addEventListener("click", (event) => {
  const start = event.target.closest("form.start");
  const stepName = event.target.closest("[data-asks]")?.dataset.asks;
  if (start && stepName) return openStep(start, stepName, !event.detail); // no focus after a tap: the phone's keyboard would open
  const playerButton = start && event.target.closest("[data-known]");
  if (playerButton) seatPlayer(start, playerButton);
});

// Put the player of a button in the seat whose handle was tapped, or else in the first free seat. The button then names
// the player who sat there.
function seatPlayer(start, button) {
  const handle = $(".grip[aria-pressed=true]", start);
  handle?.click(); // seats.js then has no handle picked
  const box = (handle && $("input", handle.closest(".person"))) ?? findBoxes(start).find((each) => !each.value.trim());
  if (!box) return say($(".known", start).dataset.full);
  [box.value, button.textContent] = [button.textContent, box.value.trim()];
  button.classList.toggle("gone", !button.textContent);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("keydown", (event) => {
  const start = findStart();
  if (!start || isCommand(event)) return;
  const { target } = event;
  const step = $(".step.asked", start);
  if (target !== document.body && !start.contains(target)) return;
  const isTyping = target.matches("input:not([type=radio], [type=checkbox])");
  if (!isTyping && step.dataset.step !== "seats") {
    typeAnswer(event, step, $$("label.key input", step))?.click();
    if (event.defaultPrevented) return;
  }
  if (event.key === "Enter") {
    if (target.matches("button, a, summary") || findBoxes(start).includes(target)) return; // seats.js moves to the next name
    event.preventDefault();
    if (step.dataset.step === "title") return openStep(start, "seats", true);
    return $(".act button", start).focus();
  }
  if (event.key.length !== 1 || event.key === " " || isTyping) return;
  if (step.dataset.step === "seats") (findBoxes(start).find((each) => !each.value) ?? findBoxes(start)[0]).focus({ preventScroll: true });
});

// Remember the key of a sent form, a random id, in the history: going back from the table leads to the table again, not
// to a form that would start a second table.
window.addEventListener("submit", (event) => {
  const start = findStart();
  if (event.defaultPrevented || event.target !== start || event.submitter?.name !== "start") return;
  let key = $("[name=key]", start);
  if (!key) {
    key = create("input", { type: "hidden", name: "key", value: makeKey() });
    start.append(key);
  }
  history.replaceState({ key: key.value }, "");
});
window.addEventListener("pageshow", () => {
  const key = history.state?.key;
  if (key && new URLSearchParams(location.search).get("key") !== key) location.replace(`?key=${key}`);
});

document.addEventListener("htmx:after:swap", setUp);
setUp();
