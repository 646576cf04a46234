// A hand's form as what it says: its boxes and their answers, which of them matter, what is still to be answered.
// How it is asked is keyboard.js, and how it is kept offline/draft.js.
import { $, $$, readData } from "./dom.js";
import { emit } from "./events.js";
import { getState, setDirty } from "./hand-state.js";

/**
 * Return the form of the hand on this page.
 *
 * @returns {PageElement | null}
 */
export const findForm = () => $("form.hand");

/**
 * Return the part of the form with the kind of hand that is chosen.
 *
 * @param {PageElement} hand
 * @returns {PageElement | null}
 */
export const findKind = (hand) => $(".kind:not([hidden])", hand);

/**
 * Return the questions of the chosen kind of hand, whether or not they matter.
 *
 * @param {PageElement} hand
 */
export const findSteps = (hand) => $$(".step", hand).filter((step) => !step.closest("[hidden].kind"));

/**
 * Return whether the question matters by what the others say.
 *
 * @param {PageElement} step
 */
export const isOn = (step) => !step.classList.contains("irrelevant");
const isTextInput = (input) => !["radio", "checkbox", "hidden"].includes(input.type);

// The inputs of every box by its path: one key may answer two boxes at once ("level+trumps").
const known = new WeakMap();
function findBoxes(kind) {
  if (!known.has(kind)) {
    const boxes = new Map();
    for (const input of $$("input[name]:not([type=hidden])", kind))
      for (const path of input.name.replace(/\.n$/, "").split("+")) boxes.set(path, [...(boxes.get(path) ?? []), input]);
    known.set(kind, boxes);
  }
  return known.get(kind);
}
const readPart = (input, path) => (input.name.includes("+") ? input.value.split("+")[input.name.split("+").indexOf(path)] : input.value);

/**
 * Return the answer in a box as it is sent: undefined where there is none yet, "" where the answer is none.
 *
 * @param {PageElement} kind
 * @param {string} path of the box
 * @returns {string | undefined}
 */
export function readAnswer(kind, path) {
  const inputs = findBoxes(kind).get(path) ?? [];
  const written = inputs.find((each) => isTextInput(each) && each.value.trim() !== "");
  if (written) return written.value.trim();
  const chosen = inputs.filter((each) => !isTextInput(each) && each.checked);
  if (chosen.length) return chosen.some((each) => each.name.endsWith(".n")) ? "" : chosen.map((each) => readPart(each, path)).join(" ");
  const step = inputs[0]?.closest(".step");
  if (step?.dataset.shape === "switch" || step?.dataset.done !== undefined) return "";
}

/**
 * Return the inputs that give the answer: the keys that are chosen, or the box that was typed in.
 *
 * @param {PageElement} kind
 * @param {string} path
 * @returns {PageElement[]}
 */
export function findChosen(kind, path) {
  const inputs = findBoxes(kind).get(path) ?? [];
  const written = inputs.find((each) => isTextInput(each) && each.value.trim() !== "");
  return written ? [written] : inputs.filter((each) => !isTextInput(each) && each.checked);
}

/**
 * Return whether the question has its answer.
 *
 * @param {PageElement} step
 */
export const isAnswered = (step) => step.dataset.step === "reason"
  ? $("[name=reason]", step).value.trim() !== ""
  : readAnswer(step.closest(".kind"), step.dataset.step) !== undefined;
const isMust = (step) => step.dataset.must !== undefined;

/**
 * Return the questions that must still be answered, in the order in which they are asked.
 *
 * @param {PageElement} hand
 */
export const findUnanswered = (hand) => orderSteps(hand).filter((step) => isMust(step) && isOn(step) && !isAnswered(step));

/**
 * Return the rows of an earlier hand that may be repeated: those of players who have no answer yet.
 *
 * @param {PageElement} hand
 */
export function findRepeatable(hand) {
  const kind = findKind(hand);
  const place = $(".repeats", kind);
  if (!place || place.dataset.done !== undefined) return [];
  return $$("[data-sends]", place).filter((row) => Object.keys(readData(row, "sends")).every((path) => readAnswer(kind, path) === undefined));
}

/**
 * Give the players of the repeatable rows the answers that they had in the earlier hand.
 *
 * @param {PageElement} hand
 */
export function repeat(hand) {
  const boxes = findBoxes(findKind(hand));
  for (const row of findRepeatable(hand))
    for (const [path, value] of Object.entries(readData(row, "sends"))) {
      const key = boxes.get(path).find((each) => !isTextInput(each) && readPart(each, path) === value);
      if (key) key.checked = true;
      else boxes.get(path).find(isTextInput).value = value;
    }
}

/**
 * Decide which questions matter. The form carries a tree of decisions for each that does not always: 1 or 0, null where
 * only the site can tell, or [path, {answer: tree}]. What the site said last holds where the tree does not know.
 *
 * @param {PageElement} hand
 */
export function settle(hand) {
  const kind = findKind(hand);
  if (!kind) return;
  const trees = readData(kind, "matters");
  const all = $$(".step", kind);
  const stepOf = (path) => all.find((step) => step.dataset.step === path || (step.dataset.also ?? "").split(" ").includes(path));
  const follow = (tree, own) => {
    while (Array.isArray(tree)) {
      let answer = readAnswer(kind, tree[0]);
      if (answer === undefined) {
        const asked = stepOf(tree[0]);
        if (asked && tree[0] !== own && isMust(asked) && isOn(asked)) return undefined;
        answer = "";
      }
      tree = answer in tree[1] ? tree[1][answer] : tree[1]["*"];
    }
    return tree;
  };
  for (const step of all) {
    const { question, step: path, site } = step.dataset;
    const whole = (trees[question] ?? []).map((tree) => follow(tree, path));
    const own = path === question ? [] : (trees[path] ?? []).map((tree) => follow(tree, path));
    const off = [...whole, ...own].includes(0) || whole.includes(undefined) || (site ?? ([...whole, ...own].includes(null) ? "off" : "on")) === "off";
    step.classList.toggle("irrelevant", off);
    step.disabled = off; // what is idle is not sent either: what the game takes for granted holds
  }
}

/**
 * Take over what the site says in its preview: which questions matter, and which must still be answered.
 *
 * @param {PageElement | null} preview
 */
export function heedPreview(preview) {
  const hand = preview?.closest("form.hand");
  const kind = hand && findKind(hand);
  if (!kind || preview.dataset.idle === undefined) return;
  const idle = new Set(preview.dataset.idle.split(" "));
  const asks = new Set(preview.dataset.asks.split(" "));
  for (const step of $$(".step", kind))
    step.dataset.site = !asks.has(step.dataset.step) && (idle.has(step.dataset.question) || idle.has(step.dataset.step)) ? "off" : "on";
}

/**
 * Forget what the site said of the questions that the form can decide itself: an answer was changed.
 *
 * @param {PageElement} hand
 */
export function doubt(hand) {
  const trees = readData(findKind(hand), "matters");
  for (const step of $$(".step[data-site]", hand))
    if (![...(trees[step.dataset.question] ?? []), ...(trees[step.dataset.step] ?? [])].includes(null)) delete step.dataset.site;
}

/**
 * Return the questions in the order in which the table knows the answers. Of two sides that share a sum, the one that
 * won the bidding comes first.
 *
 * @param {PageElement} hand
 */
export function orderSteps(hand) {
  const all = findSteps(hand);
  const bidder = $$(".step:not([data-total]) input[data-side]:checked", hand).find((each) => !each.closest("[hidden].kind"))?.dataset.side;
  const first = all.findIndex((step) => step.dataset.total !== undefined);
  if (bidder === undefined || first < 0) return all;
  const shared = all.filter((step) => step.dataset.question === all[first].dataset.question);
  const ordered = [...shared].sort((a, b) => Number(b.dataset.side === bidder) - Number(a.dataset.side === bidder));
  return [...all.slice(0, first), ...ordered, ...all.slice(first).filter((step) => !shared.includes(step))];
}

/**
 * Fill in the last of several numbers whose sum is known.
 *
 * @param {PageElement} input the one that was just answered
 */
export function fillTheRest(input) {
  const step = input.closest("[data-total]");
  if (!step) return;
  step.dataset.own = "";
  const kind = step.closest(".kind");
  const shared = $$(`[data-question="${step.dataset.question}"]`, kind);
  const rest = shared.filter((each) => each.dataset.own === undefined);
  const last = rest.length === 1 ? rest[0] : shared.length === 2 ? shared.find((each) => each !== step) : undefined;
  if (!last) return;
  const sum = shared.filter((each) => each !== last).reduce((total, each) => total + parseNumber(readAnswer(kind, each.dataset.step) ?? 0), 0);
  const least = Number(step.dataset.least);
  const totals = [step.dataset.total, step.dataset.otherTotal].filter((total) => total !== undefined);
  const rests = totals.map((total) => Math.round((Number(total) - sum) * 1e6) / 1e6);
  const left = rests.find((rest) => rest >= least) ?? rests[0];
  for (const each of findBoxes(kind).get(last.dataset.step)) {
    if (each.type === "radio") each.checked = Number(each.value) === left;
    else each.value = left >= least ? left : ""; // not a number is no number at all
  }
}
// A number as people write it: 1,5 and 3/2 and −2 too.
function parseNumber(text) {
  const [whole, share = 1] = String(text).replace(",", ".").replace("\u2212", "-").split("/").map(Number);
  return whole / share;
}

/**
 * Take back what the answer excludes. "None" is an answer of its own: beside a number it empties the box, in a set it
 * replaces whatever else was marked.
 *
 * @param {PageElement} input
 */
export function uncheckExcluded(input) {
  if (!input.checked) return;
  const box = input.closest(".none") && $("input.box", input.closest(".step"));
  if (box) box.value = "";
  else for (const other of $$(`input[type=checkbox][name="${CSS.escape(input.name)}"]`, input.closest(".step") ?? input.form))
    if (other !== input && (input.value === "" || other.value === "")) other.checked = false;
}

// What was touched -------------------------------------------------------------------------------------------

let touches = 0;

/**
 * Note that an answer was changed. A hand that was sent already gets a new key: it is another one.
 *
 * @param {PageElement} hand
 */
export function markTouched(hand) {
  const state = getState(hand);
  setDirty(hand, true);
  state.unseen = ++touches;
  state.isIncomplete = false;
  if (state.isSent) {
    hand.elements.key.value = makeKey();
    state.isSent = false;
  }
  emit("touched");
}

/** Return a new random UUID. */
export function makeKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Give the hand its number in the title, as people count the hands that stand.
 *
 * @param {PageElement} hand
 * @param {number} shown
 */
export function entitle(hand, shown) {
  getState(hand).shown = shown;
  $("#entry-title").textContent = hand.dataset.title.replace("{n}", String(shown));
}

/**
 * Return what people would call a form: its title and the sentence of its answers.
 *
 * @param {PageElement} sender
 * @param {PageElement} [key] the key that sends it, whose text is taken where the form has neither
 */
export const describe = (sender, key) => {
  const title = $("#entry-title, h1", sender)?.textContent.trim();
  const sentence = $("#sentence", sender)?.cloneNode(true);
  for (const each of sentence ? $$(".visually-hidden", sentence) : []) each.remove();
  // Where there is none, the title says it.
  const said = (sentence ?? (title ? undefined : key))?.textContent.replace(/\s+/g, " ").replaceAll(" ,", ",").trim();
  return [title, said].filter(Boolean).join(": ");
};

// House rules ------------------------------------------------------------------------------------------------

/** Grey the house rules that play no part by what the others say. They stay in the form and are sent. */
export function heedHouse() {
  const at = $("#idle");
  if (!at) return;
  const idle = new Set(at.dataset.idle.split(" "));
  for (const each of $$("[data-question]", at.closest("form"))) each.classList.toggle("irrelevant", idle.has(each.dataset.question));
}
