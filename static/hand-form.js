// The model of a hand's form: its boxes and answers, which questions matter, and which are unanswered.
// A step is one question of the form, a box takes one answer, and a key is a button that gives an answer.
import { $, $$, readData } from "./dom.js";
import { emit } from "./events.js";
import { getState, setDirty } from "./hand-state.js";

/** Return the form of the hand on this page. */
export const findForm = () => $("form.hand");

/**
 * Return the number of a form's hand.
 *
 * @param {PageElement} hand
 */
export const getNumber = (hand) => Number(hand.elements.number.value);

/**
 * Return the part of the form that asks about the chosen kind of hand.
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
 * Return whether the question matters, given the other answers.
 *
 * @param {PageElement} step
 */
export const isRelevant = (step) => !step.classList.contains("irrelevant");
const isTextInput = (input) => !["radio", "checkbox", "hidden"].includes(input.type);

// For each kind of hand, the inputs of each box, keyed by the box's path. The path is the name of the box's inputs, except
// that the name of a second input also has ".n": the text box beside keys with numbers, or the key "None" beside a text
// box. One key may answer two boxes at once ("level+trumps").
const boxesByKind = new WeakMap();
function findBoxes(kind) {
  if (!boxesByKind.has(kind)) {
    const boxes = new Map();
    for (const input of $$("input[name]:not([type=hidden])", kind))
      for (const path of input.name.replace(/\.n$/, "").split("+")) boxes.set(path, [...(boxes.get(path) ?? []), input]);
    boxesByKind.set(kind, boxes);
  }
  return boxesByKind.get(kind);
}
const readPart = (input, path) => (input.name.includes("+") ? input.value.split("+")[input.name.split("+").indexOf(path)] : input.value);

/**
 * Return the answer in a box as it is sent: undefined where there is none yet, "" for the answer "none".
 *
 * @param {PageElement} kind
 * @param {string} path of the box
 * @returns {string | undefined}
 */
export function readAnswer(kind, path) {
  const chosen = findChosen(kind, path);
  if (chosen.length && isTextInput(chosen[0])) return chosen[0].value.trim();
  if (chosen.length) return chosen.some((each) => each.name.endsWith(".n")) ? "" : chosen.map((each) => readPart(each, path)).join(" ");
  const step = findBoxes(kind).get(path)?.[0].closest(".step");
  if (step?.dataset.widget === "switch" || step?.dataset.done !== undefined) return ""; // off, or empty when Next was tapped
}

/**
 * Return the inputs that give the answer: the chosen keys, or the box that was typed in.
 *
 * @param {PageElement} kind
 * @param {string} path
 * @returns {PageElement[]}
 */
export function findChosen(kind, path) {
  const inputs = findBoxes(kind).get(path) ?? [];
  const typed = inputs.find((each) => isTextInput(each) && each.value.trim() !== "");
  return typed ? [typed] : inputs.filter((each) => !isTextInput(each) && each.checked);
}

/**
 * Return whether the question has an answer.
 *
 * @param {PageElement} step
 */
export const isAnswered = (step) => step.dataset.step === "reason"
  ? $("[name=reason]", step).value.trim() !== ""
  : readAnswer(step.closest(".kind"), step.dataset.step) !== undefined;
const isRequired = (step) => step.dataset.must !== undefined;

/**
 * Return the questions that must still be answered, in the order in which they are asked.
 *
 * @param {PageElement} hand
 */
export const findUnanswered = (hand) => orderSteps(hand).filter((step) => isRequired(step) && isRelevant(step) && !isAnswered(step));

/**
 * Return the rows with answers of an earlier hand that may be repeated: those of players who have no answer yet.
 *
 * @param {PageElement} hand
 */
export function findRepeatable(hand) {
  const kind = findKind(hand);
  return $$(".repeat-offer:not([data-done]) [data-sends]", kind).filter((row) => Object.keys(readData(row, "sends")).every((path) => readAnswer(kind, path) === undefined));
}

/**
 * Give the players of the repeatable rows the answers that they had in the earlier hand.
 *
 * @param {PageElement} hand
 */
export function repeatAnswers(hand) {
  const boxes = findBoxes(findKind(hand));
  for (const row of findRepeatable(hand))
    for (const [path, value] of Object.entries(readData(row, "sends"))) {
      const key = boxes.get(path).find((each) => !isTextInput(each) && readPart(each, path) === value);
      if (key) key.checked = true;
      else boxes.get(path).find(isTextInput).value = value;
    }
}

/**
 * Decide which questions matter. The form has decision trees for the questions that do not always matter. A tree is 1
 * (matters), 0 (does not matter), null (only the site can tell), or [path, {answer: tree}]: the tree to follow depends on
 * the answer in another box. A 0 is final. Instead of 1 or null, the site's last decision counts, if there is one.
 *
 * @param {PageElement} hand
 */
export function decideRelevance(hand) {
  const kind = findKind(hand);
  if (!kind) return;
  const trees = readData(kind, "matters");
  const steps = $$(".step", kind);
  const findStep = (path) => steps.find(({ dataset: { step, otherBoxes } }) => step === path || otherBoxes?.split(" ").includes(path));
  const decide = (tree, ownPath) => {
    while (Array.isArray(tree)) {
      const [path, branches] = tree;
      let answer = readAnswer(kind, path);
      if (answer === undefined) {
        const asked = findStep(path);
        if (asked && path !== ownPath && isRequired(asked) && isRelevant(asked)) return undefined; // not known before that answer
        answer = "";
      }
      tree = answer in branches ? branches[answer] : branches["*"];
    }
    return tree;
  };
  for (const step of steps) {
    const { question, step: path, site } = step.dataset;
    const questionDecisions = (trees[question] ?? []).map((tree) => decide(tree, path));
    // If the question is asked of each player, the box of one player may have trees of its own.
    const boxDecisions = path === question ? [] : (trees[path] ?? []).map((tree) => decide(tree, path));
    const decisions = [...questionDecisions, ...boxDecisions];
    const isIrrelevant = decisions.includes(0) || questionDecisions.includes(undefined) || (site ?? (decisions.includes(null) ? "off" : "on")) === "off";
    step.classList.toggle("irrelevant", isIrrelevant);
    step.disabled = isIrrelevant; // not sent, so the game's default holds
  }
}

/**
 * Apply a preview's decisions on which questions matter.
 *
 * @param {PageElement | null} preview
 */
export function applyPreview(preview) {
  const hand = preview?.closest("form.hand");
  const kind = hand && findKind(hand);
  if (!kind || preview.dataset.irrelevant === undefined) return;
  const irrelevant = new Set(preview.dataset.irrelevant.split(" "));
  const askedPaths = new Set(preview.dataset.asks.split(" "));
  // A box that the site still asks for matters, even if the site's list of irrelevant questions has its question.
  for (const step of $$(".step", kind))
    step.dataset.site = !askedPaths.has(step.dataset.step) && (irrelevant.has(step.dataset.question) || irrelevant.has(step.dataset.step)) ? "off" : "on";
}

/**
 * After a changed answer, forget the site's decisions on questions that the form can decide itself.
 *
 * @param {PageElement} hand
 */
export function forgetDecisions(hand) {
  const trees = readData(findKind(hand), "matters");
  for (const step of $$(".step[data-site]", hand))
    if (![...(trees[step.dataset.question] ?? []), ...(trees[step.dataset.step] ?? [])].includes(null)) delete step.dataset.site;
}

/**
 * Return the questions in the order in which the players know the answers. Where the numbers of two sides have a known
 * sum, the side that won the bidding comes first.
 *
 * @param {PageElement} hand
 */
export function orderSteps(hand) {
  const all = findSteps(hand);
  // The bidder is the side chosen as the answer to another question.
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
 * @param {PageElement} input the answer just given
 */
export function fillRemaining(input) {
  const step = input.closest("[data-total]");
  if (!step) return;
  step.dataset.own = ""; // answered by the user, not filled in by this function
  const kind = step.closest(".kind");
  const shared = $$(`[data-question="${step.dataset.question}"]`, kind);
  const openSteps = shared.filter((each) => each.dataset.own === undefined);
  const otherOfTwo = shared.length === 2 ? shared.find((each) => each !== step) : undefined;
  const last = openSteps.length === 1 ? openSteps[0] : otherOfTwo;
  if (!last) return;
  const sum = shared.filter((each) => each !== last).reduce((total, each) => total + parseNumber(readAnswer(kind, each.dataset.step) ?? 0), 0);
  const least = Number(step.dataset.least);
  const totals = [step.dataset.total, step.dataset.otherTotal].filter((total) => total !== undefined);
  const remainders = totals.map((total) => Math.round((Number(total) - sum) * 1e6) / 1e6);
  const value = remainders.find((remainder) => remainder >= least) ?? remainders[0];
  for (const each of findBoxes(kind).get(last.dataset.step)) {
    if (each.type === "radio") each.checked = Number(each.value) === value;
    else each.value = value >= least ? value : ""; // "" for NaN too
  }
}
// Parse a number as people write it: also 1,5 and 3/2 and −2.
function parseNumber(text) {
  const [numerator, denominator = 1] = String(text).replace(",", ".").replace("\u2212", "-").split("/").map(Number);
  return numerator / denominator;
}

/**
 * Uncheck the answers that this answer excludes. "None" beside a number empties the number's box; in a set, "none" and
 * all other answers exclude each other.
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

let changeCount = 0;

/**
 * Record that an answer was changed. A hand that was already sent gets a new key.
 *
 * @param {PageElement} hand
 */
export function markChanged(hand) {
  const state = getState(hand);
  setDirty(hand, true);
  state.pendingChange = ++changeCount;
  state.isIncomplete = false;
  if (state.isSent) {
    hand.elements.key.value = makeKey();
    state.isSent = false;
  }
  emit("answer-changed");
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
 * Show the number of the hand in the title, as people count hands: without undone ones.
 *
 * @param {PageElement} hand
 * @param {number} displayNumber
 */
export function showHandNumber(hand, displayNumber) {
  getState(hand).displayNumber = displayNumber;
  $("#entry-title").textContent = hand.dataset.title.replace("{n}", String(displayNumber));
}

/**
 * Return a description of a form: its title and the sentence of its answers.
 *
 * @param {PageElement} sender
 * @param {PageElement} [submitter] the button that sends the form; its text describes a form that has neither title nor sentence
 */
export const describeForm = (sender, submitter) => {
  const title = $("#entry-title, h1", sender)?.textContent.trim();
  const sentence = $("#sentence", sender)?.cloneNode(true);
  for (const each of sentence ? $$(".visually-hidden", sentence) : []) each.remove();
  const text = (sentence ?? (title ? undefined : submitter))?.textContent.replace(/\s+/g, " ").replaceAll(" ,", ",").trim();
  return [title, text].filter(Boolean).join(": ");
};

/** Grey the house rules that have no effect, given the other choices. They are still sent. */
export function greyIrrelevantRules() {
  const preview = $("#irrelevant");
  if (!preview) return;
  const irrelevant = new Set(preview.dataset.irrelevant.split(" "));
  for (const each of $$("[data-question]", preview.closest("form"))) each.classList.toggle("irrelevant", irrelevant.has(each.dataset.question));
}
