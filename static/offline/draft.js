// A hand that is half entered. The site gets it a moment after the last tap, for every phone at the table; until it has it,
// this phone keeps it, so that no reload, call or empty battery loses it.
import { $, $$ } from "../dom.js";
import { doubt, form, kindOf, steps, touched } from "../hand-form.js";
import { open, wantPreview } from "../keyboard.js";
import { isCut } from "../network.js";
import { choose, fill } from "./next-hand.js";
import { droppedKeys } from "./store.js";

const PAUSE = 2500; // ms after the last tap
const FLAGS = ["own", "done"]; // what steps know of their answers beside them
const ABOUT = ["csrfmiddlewaretoken", "number", "rev", "key", "kept"]; // what is no answer
const nameOf = (hand) => `scorekeeper.draft ${hand.dataset.begun}`;
const isTyped = (hand) => hand?.dataset.begun && hand.dataset.dirty !== undefined && hand.dataset.sent === undefined;

// What a form says, and what it asks.
export function draftOf(hand) {
  const values = {};
  for (const [name, value] of new FormData(hand)) if (!ABOUT.includes(name)) (values[name] ??= []).push(value);
  const flags = steps(hand).map(({ dataset }) => [dataset.step, FLAGS.filter((flag) => dataset[flag] !== undefined)]);
  const added = $$("[data-added]", hand).map((input) => [input.name, input.dataset.added]);
  return { number: Number(hand.elements.number.value), values, flags, added, asked: $(".step.asked", hand)?.dataset.step };
}
export function fillIn(hand, { values, flags, added, asked }) {
  const says = (key) => !key.dataset.says || values[key.dataset.says.split("=")[0]]?.includes(key.dataset.says.split("=")[1]);
  const kinds = $$("[name=kind]", hand).filter((key) => key.value === values.kind[0]);
  const kind = kinds.find(says) ?? kinds[0];
  if (!kind) return; // its boxes are the site's to bring
  if (kind.type === "radio") choose(hand, kind);
  fill($$("input:not([type=hidden])", kindOf(hand)), values);
  for (const step of steps(hand))
    for (const flag of flags.find(([path]) => path === step.dataset.step)?.[1] ?? []) step.dataset[flag] = "";
  for (const [name, cards] of added) for (const input of $$(`[name="${CSS.escape(name)}"]`, kindOf(hand))) input.dataset.added = cards;
  $("#pad", hand).dataset.of = asked; // the number goes on from what stands there
  doubt(hand);
  touched(hand);
  open(hand, steps(hand).find((step) => step.dataset.step === asked), false);
  wantPreview(hand);
}

// The taps so far, and how many of them the site has. What it has another phone may have changed since: that is not sent
// again, and is filled in only where a page comes without a network, as it was kept, which may be before it.
let [taps, had] = [0, 0];

function store(name, draft) {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // No room, or none that we may use: the site has it soon.
  }
}
function keepHere() {
  const hand = form();
  if (isTyped(hand)) store(nameOf(hand), { ...draftOf(hand), had: taps === had });
}

let pausing;
async function send() {
  clearTimeout(pausing);
  const hand = form();
  if (taps === had || !isTyped(hand)) return;
  const [body, sent] = [new URLSearchParams(new FormData(hand)), taps];
  const answer = await fetch(hand.dataset.begun, { method: "POST", body, keepalive: true, credentials: "same-origin" }).catch(() => undefined);
  if (!answer?.ok) return;
  had = Math.max(had, sent);
  keepHere();
}

// What this phone kept of the hand that the form asks for. Before it may stand hands that wait: then it is taken up later.
export function takeDraft() {
  const hand = form();
  if (!hand?.dataset.begun || hand.dataset.dirty !== undefined) return;
  const draft = JSON.parse(localStorage[nameOf(hand)] ?? "null");
  const number = Number(hand.elements.number.value);
  if (draft?.number < number && !droppedKeys().length) localStorage.removeItem(nameOf(hand)); // that hand stands
  if (draft?.number !== number || (draft.had && !isCut())) return;
  fillIn(hand, draft);
  if (draft.had) had = taps;
}

// The hand is whole, and kept as such.
export function forgetDraft() {
  had = taps;
  if (form()?.dataset.begun) localStorage.removeItem(nameOf(form()));
}
// A hand of that number stands which was not played: the draft is of the next one.
export function moveDraft(number) {
  const name = form()?.dataset.begun && nameOf(form());
  const draft = JSON.parse(localStorage[name] ?? "null");
  if (draft?.number === number) store(name, { ...draft, number: number + 1 });
}

// Once all that listens to the tap is done: one answer may bring another.
function wasTouched() {
  taps += 1;
  queueMicrotask(keepHere);
  clearTimeout(pausing);
  pausing = setTimeout(send, PAUSE);
}
for (const way of ["touched", "renumbered"]) document.addEventListener(way, wasTouched);
document.addEventListener("asked", keepHere);
document.addEventListener("visibilitychange", () => document.hidden && send());
document.addEventListener("network", ({ detail }) => detail.back && send());
document.addEventListener("sent", send); // the site takes no draft of a hand before which others wait
if (isTyped(form())) wasTouched(); // tapped before this file came
