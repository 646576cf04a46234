// Drafts of half-entered hands. A moment after the last tap a draft is sent to the site, for every phone at the table;
// until then this phone keeps the draft.
import { $, $$, readFields } from "../dom.js";
import { findForm, findKind, findSteps, forgetDecisions, getNumber, markChanged } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { openStep, updatePreview } from "../keyboard.js";
import { isOffline } from "../network.js";
import { chooseKind, fill } from "./next-hand.js";
import { readDropped, readEntries } from "./store.js";

/**
 * A half-entered hand.
 *
 * @typedef {object} Draft
 * @property {number} number of the hand
 * @property {Record<string, string[]>} values keyed by the names of the boxes
 * @property {[string, string[]][]} flags for each step: its path, and which of FLAGS it has
 * @property {[string, string][]} added for each number added up from cards: the name of its box, and the cards
 * @property {string | undefined} asked the open question
 * @property {boolean} [had] the site has the draft
 */

const PAUSE = 2500; // ms after the last tap
const FLAGS = ["own", "done"]; // data attributes of a step: answered by the user; confirmed with Next
const NO_ANSWERS = ["csrfmiddlewaretoken", "number", "rev", "key", "kept"]; // fields of the form that are not answers
const makeName = (hand) => `scorekeeper.draft ${getState(hand).draftUrl}`;
function isUnsent(hand) {
  const state = getState(hand);
  return state?.draftUrl && state.isDirty && !state.isSent;
}

/**
 * Return the draft of a form.
 *
 * @param {PageElement} hand
 * @returns {Draft}
 */
export function readDraft(hand) {
  const values = {};
  for (const [name, value] of readFields(hand)) if (!NO_ANSWERS.includes(name)) (values[name] ??= []).push(value);
  /** @type {Draft["flags"]} */
  const flags = findSteps(hand).map(({ dataset }) => [dataset.step, FLAGS.filter((flag) => dataset[flag] !== undefined)]);
  /** @type {Draft["added"]} */
  const added = $$("[data-added]", hand).map((input) => [input.name, input.dataset.added]);
  return { number: getNumber(hand), values, flags, added, asked: $(".step.asked", hand)?.dataset.step };
}

/**
 * Fill in a draft.
 *
 * @param {PageElement} hand
 * @param {Draft} draft
 */
export function fillDraft(hand, { values, flags, added, asked }) {
  const matches = (key) => {
    const [name, value] = key.dataset.answer?.split("=") ?? [];
    return !name || values[name]?.includes(value);
  };
  const kinds = $$("[name=kind]", hand).filter((key) => key.value === values.kind[0]);
  const kind = kinds.find(matches) ?? kinds[0];
  if (!kind) return; // this page lacks the boxes of the draft's kind of hand
  if (kind.type === "radio") chooseKind(hand, kind);
  fill($$("input:not([type=hidden])", findKind(hand)), values);
  for (const step of findSteps(hand))
    for (const flag of flags.find(([path]) => path === step.dataset.step)?.[1] ?? []) step.dataset[flag] = "";
  for (const [name, cards] of added) for (const input of $$(`[name="${CSS.escape(name)}"]`, findKind(hand))) input.dataset.added = cards;
  $("#pad", hand).dataset.drawnFor = asked; // the next digit continues the number
  forgetDecisions(hand);
  markChanged(hand);
  openStep(hand, findSteps(hand).find((step) => step.dataset.step === asked), false);
  updatePreview(hand);
}

// The number of taps so far, and how many taps there were when the draft that the site has was sent. Another phone may
// have changed a draft that the site has. So this phone does not send that draft again, and fills it in only offline,
// where the page may be older than the draft.
let [taps, sentTaps] = [0, 0];

function saveDraft(name, draft) {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // No room, or forbidden.
  }
}
function keepDraft() {
  const hand = findForm();
  if (isUnsent(hand)) saveDraft(makeName(hand), { ...readDraft(hand), had: taps === sentTaps });
}
const readKeptDraft = (name) => JSON.parse(localStorage[name] ?? "null");

let sendTimer;

/** Send the draft to the site, unless the site has it already. */
export async function sendDraft() {
  clearTimeout(sendTimer);
  const hand = findForm();
  if (taps === sentTaps || !isUnsent(hand)) return;
  const entries = await readEntries().catch(() => []);
  if (entries.some((entry) => entry.state === "waiting")) return; // the site takes no draft of a hand that follows unsent hands
  const [body, tapCount] = [new URLSearchParams(readFields(hand)), taps];
  const answer = await fetch(getState(hand).draftUrl, { method: "POST", body, keepalive: true }).catch(() => undefined);
  if (!answer?.ok) return;
  sentTaps = Math.max(sentTaps, tapCount);
  keepDraft();
}

/** Fill in the kept draft of the form's hand. A draft of a later hand is kept until the form has that hand's number. */
export function takeDraft() {
  const hand = findForm();
  const state = getState(hand);
  if (!state?.draftUrl || state.isDirty) return;
  const draft = readKeptDraft(makeName(hand));
  const number = getNumber(hand);
  if (draft?.number < number && !readDropped().length) localStorage.removeItem(makeName(hand)); // the draft's hand was saved
  if (draft?.number !== number || (draft.had && !isOffline())) return;
  fillDraft(hand, draft);
  if (draft.had) sentTaps = taps;
}

/** Forget the draft, because its hand is complete and kept as an entry. */
export function forgetDraft() {
  sentTaps = taps;
  if (getState(findForm())?.draftUrl) localStorage.removeItem(makeName(findForm()));
}

/**
 * Move the draft of a hand to the next number, because another hand turned out to have this number.
 *
 * @param {number} number
 */
export function moveDraft(number) {
  const name = getState(findForm())?.draftUrl && makeName(findForm());
  const draft = readKeptDraft(name);
  if (draft?.number === number) saveDraft(name, { ...draft, number: number + 1 });
}

// In a microtask, because other listeners may change more answers.
function scheduleDraft() {
  taps += 1;
  queueMicrotask(keepDraft);
  clearTimeout(sendTimer);
  sendTimer = setTimeout(sendDraft, PAUSE);
}
for (const event of ["answer-changed", "renumbered"]) document.addEventListener(event, scheduleDraft);
document.addEventListener("question-opened", keepDraft);
document.addEventListener("visibilitychange", () => document.hidden && sendDraft());
document.addEventListener("network", ({ detail }) => detail.isBack && sendDraft());
if (isUnsent(findForm())) scheduleDraft(); // tapped before this module was loaded
