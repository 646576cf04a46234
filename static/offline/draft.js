// A hand that is half entered. The site gets it a moment after the last tap, for every phone at the table; until it has it,
// this phone keeps it, so that no reload, call or empty battery loses it.
import { $, $$, readFields } from "../dom.js";
import { findForm, findKind, findSteps, forgetDecisions, markTouched } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { openStep, wantPreview } from "../keyboard.js";
import { isCut } from "../network.js";
import { choose, fill } from "./next-hand.js";
import { readDropped, readPending } from "./store.js";

/**
 * A hand that is half entered.
 *
 * @typedef {object} Draft
 * @property {number} number of the hand
 * @property {Record<string, string[]>} values by the names of the boxes
 * @property {[string, string[]][]} flags what steps know of their answers besides, by path
 * @property {[string, string][]} added the cards that were added up to a number, by the name of its box
 * @property {string | undefined} asked the question that is open
 * @property {boolean} [had] the site has it
 */

const PAUSE = 2500; // ms after the last tap
const FLAGS = ["own", "done"]; // what steps know of their answers beside them
const ABOUT = ["csrfmiddlewaretoken", "number", "rev", "key", "kept"]; // what is no answer
const makeName = (hand) => `scorekeeper.draft ${getState(hand).draftUrl}`;
function isTyped(hand) {
  const state = getState(hand);
  return state?.draftUrl && state.isDirty && !state.isSent;
}

/**
 * Return what a form says and which question it asks.
 *
 * @param {PageElement} hand
 * @returns {Draft}
 */
export function readDraft(hand) {
  const values = {};
  for (const [name, value] of readFields(hand)) if (!ABOUT.includes(name)) (values[name] ??= []).push(value);
  /** @type {Draft["flags"]} */
  const flags = findSteps(hand).map(({ dataset }) => [dataset.step, FLAGS.filter((flag) => dataset[flag] !== undefined)]);
  /** @type {Draft["added"]} */
  const added = $$("[data-added]", hand).map((input) => [input.name, input.dataset.added]);
  return { number: Number(hand.elements.number.value), values, flags, added, asked: $(".step.asked", hand)?.dataset.step };
}

/**
 * Fill a draft into a form.
 *
 * @param {PageElement} hand
 * @param {Draft} draft
 */
export function fillIn(hand, { values, flags, added, asked }) {
  const says = (key) => !key.dataset.says || values[key.dataset.says.split("=")[0]]?.includes(key.dataset.says.split("=")[1]);
  const kinds = $$("[name=kind]", hand).filter((key) => key.value === values.kind[0]);
  const kind = kinds.find(says) ?? kinds[0];
  if (!kind) return; // its boxes are the site's to bring
  if (kind.type === "radio") choose(hand, kind);
  fill($$("input:not([type=hidden])", findKind(hand)), values);
  for (const step of findSteps(hand))
    for (const flag of flags.find(([path]) => path === step.dataset.step)?.[1] ?? []) step.dataset[flag] = "";
  for (const [name, cards] of added) for (const input of $$(`[name="${CSS.escape(name)}"]`, findKind(hand))) input.dataset.added = cards;
  $("#pad", hand).dataset.of = asked; // the number goes on from what stands there
  forgetDecisions(hand);
  markTouched(hand);
  openStep(hand, findSteps(hand).find((step) => step.dataset.step === asked), false);
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
  const hand = findForm();
  if (isTyped(hand)) store(makeName(hand), { ...readDraft(hand), had: taps === had });
}

let pausing;

/** Send the draft to the site, if there is one that it does not have. */
export async function sendDraft() {
  clearTimeout(pausing);
  const hand = findForm();
  if (taps === had || !isTyped(hand)) return;
  const pending = await readPending().catch(() => []);
  if (pending.some((one) => one.state === "waiting")) return; // the site takes no draft of a hand before which others wait
  const [body, sent] = [new URLSearchParams(readFields(hand)), taps];
  const answer = await fetch(getState(hand).draftUrl, { method: "POST", body, keepalive: true, credentials: "same-origin" }).catch(() => undefined);
  if (!answer?.ok) return;
  had = Math.max(had, sent);
  keepHere();
}

/**
 * Fill in what this phone kept of the hand that the form asks for. Where hands wait that come before it, it is taken up
 * later.
 */
export function takeDraft() {
  const hand = findForm();
  const state = getState(hand);
  if (!state?.draftUrl || state.isDirty) return;
  const draft = JSON.parse(localStorage[makeName(hand)] ?? "null");
  const number = Number(hand.elements.number.value);
  if (draft?.number < number && !readDropped().length) localStorage.removeItem(makeName(hand)); // that hand stands
  if (draft?.number !== number || (draft.had && !isCut())) return;
  fillIn(hand, draft);
  if (draft.had) had = taps;
}

/** Forget the draft: the hand is whole, and kept as such. */
export function forgetDraft() {
  had = taps;
  if (getState(findForm())?.draftUrl) localStorage.removeItem(makeName(findForm()));
}

/**
 * Make the draft that of the next hand: one of its number stands that was thought not to be played.
 *
 * @param {number} number
 */
export function moveDraft(number) {
  const name = getState(findForm())?.draftUrl && makeName(findForm());
  const draft = JSON.parse(localStorage[name] ?? "null");
  if (draft?.number === number) store(name, { ...draft, number: number + 1 });
}

// Once all that listens to the tap is done: one answer may bring another.
function noteTouch() {
  taps += 1;
  queueMicrotask(keepHere);
  clearTimeout(pausing);
  pausing = setTimeout(sendDraft, PAUSE);
}
for (const way of ["touched", "renumbered"]) document.addEventListener(way, noteTouch);
document.addEventListener("asked", keepHere);
document.addEventListener("visibilitychange", () => document.hidden && sendDraft());
document.addEventListener("network", ({ detail }) => detail.back && sendDraft());
if (isTyped(findForm())) noteTouch(); // tapped before this file came
