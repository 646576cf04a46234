// A hand that is half entered. The site gets it a moment after the last tap, for every phone at the table; until it has it,
// this phone keeps it, so that no reload, call or empty battery loses it.
import { $, $$ } from "../dom.js";
import { doubt, form, kindOf, steps, touched } from "../hand-form.js";
import { open, wantPreview } from "../keyboard.js";
import { choose, fill } from "./next-hand.js";

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

function keepHere() {
  const hand = form();
  if (!isTyped(hand)) return;
  try {
    localStorage.setItem(nameOf(hand), JSON.stringify(draftOf(hand)));
  } catch {
    // No room, or none that we may use: the site has it soon.
  }
}

let pausing;
async function send() {
  clearTimeout(pausing);
  const hand = form();
  if (!isTyped(hand)) return;
  const body = new URLSearchParams(new FormData(hand));
  const [name, kept] = [nameOf(hand), localStorage[nameOf(hand)]];
  const answer = await fetch(hand.dataset.begun, { method: "POST", body, keepalive: true, credentials: "same-origin" }).catch(() => undefined);
  if (answer?.ok && localStorage[name] === kept) localStorage.removeItem(name);
}

// What this phone kept of the hand that the form asks for. Before it may stand hands that wait: then it is taken up later.
export function takeDraft() {
  const hand = form();
  if (!hand?.dataset.begun || hand.dataset.dirty !== undefined) return;
  const draft = JSON.parse(localStorage[nameOf(hand)] ?? "null");
  const number = Number(hand.elements.number.value);
  if (draft?.number < number) localStorage.removeItem(nameOf(hand)); // that hand stands
  if (draft?.number === number) fillIn(hand, draft);
}

// Once all that listens to the tap is done: one answer may bring another.
function wasTouched() {
  queueMicrotask(keepHere);
  clearTimeout(pausing);
  pausing = setTimeout(send, PAUSE);
}
document.addEventListener("touched", wasTouched);
document.addEventListener("asked", keepHere);
document.addEventListener("visibilitychange", () => document.hidden && send());
document.addEventListener("network", ({ detail }) => detail.back && send());
if (isTyped(form())) wasTouched(); // tapped before this file came
