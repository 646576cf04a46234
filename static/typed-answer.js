// Answers typed on a keyboard. An answer is a radio button or checkbox whose label has one or more texts. It is chosen
// by Enter, or as soon as one of its texts is complete and no longer text continues it (the remaining characters of a
// longer text would go to the next question). Until then the typed text is shown beside the question.
import { $, $$, create } from "./dom.js";

const SUITS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

let typedText = "";
let typedQuestion; // the element of the question that the text was typed for

let hasUsedArrows = false;
document.addEventListener("keydown", (event) => (hasUsedArrows = event.key.startsWith("Arrow")), true);
document.addEventListener("pointerdown", () => (hasUsedArrows = false), true);

/** Return whether the arrow keys move through the answers: choosing one must not ask the next question. */
export const usesArrows = () => hasUsedArrows;

// Texts are compared with their accents and without, because some keyboards have no accents.
const simplify = (words) =>
  words
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s\u2066-\u2069\ufe0f]/g, "")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[♠♥♦♣]/g, (suit) => SUITS[suit]);
const foldAccents = (words) => simplify(words).normalize("NFD").replace(/\p{M}/gu, "");
const normalizers = [simplify, foldAccents];

// Return the texts of an answer: its label without and with the explanation, and its word in the hand's sentence.
function readTexts(input) {
  const label = input.closest("label");
  const visible = label.cloneNode(true);
  for (const each of $$(".visually-hidden", visible)) each.remove();
  const short = visible.cloneNode(true);
  for (const each of $$(".sub", short)) each.remove();
  return [short, visible, $("[data-chip]", label)].map((each) => each?.textContent ?? "").filter(simplify);
}

// Return the only input whose text fits the typed text. By default, compare with accents first, then without.
function findOnly(inputs, fits, comparisons = normalizers) {
  for (const normalize of comparisons) {
    const found = inputs.filter((input) => readTexts(input).some((each) => fits(normalize(each), normalize(typedText))));
    if (found.length === 1) return found[0];
  }
}
const equals = (label, typed) => label === typed;
const begins = (label, typed) => label.startsWith(typed);
const continues = (label, typed) => label !== typed && label.startsWith(typed);

/**
 * Return whether a keystroke is a command of the browser. AltGr, which counts as Ctrl and Alt, writes letters.
 *
 * @param {KeyboardEvent} event
 */
export const isCommand = (event) => event.isComposing || event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"));

/**
 * Add a keystroke to the typed answer of an open question and return the input that is chosen now, if any. Prevent the
 * event's default if the keystroke was used.
 *
 * @param {KeyboardEvent} event
 * @param {PageElement} question
 * @param {PageElement[]} inputs the radio buttons and checkboxes that can be chosen
 * @returns {PageElement | undefined}
 */
export function typeAnswer(event, question, inputs) {
  keepTypedOnlyFor(question);
  if (event.key === "Backspace" || event.key === "Escape") {
    if (!typedText) return;
    event.preventDefault();
    typedText = event.key === "Escape" ? "" : [...typedText].slice(0, -1).join("");
    showTyped(inputs);
    return;
  }
  if (event.key === "Enter") {
    if (!typedText) return;
    event.preventDefault();
    // A user who types "e" may mean Élodie or Everyone; a user who types "é" means Élodie.
    const beginnings = simplify(typedText) === foldAccents(typedText) ? [foldAccents] : normalizers;
    return forgetTypedIfFound(findOnly(inputs, equals) ?? findOnly(inputs, begins, beginnings));
  }
  if ([...event.key].length !== 1 || (event.key === " " && !typedText)) return;
  event.preventDefault();
  if (event.repeat) return;
  typedQuestion = question;
  typedText += event.key;
  const canContinue = inputs.some((input) =>
    readTexts(input).some((each) => normalizers.some((normalize) => continues(normalize(each), normalize(typedText)))));
  const found = canContinue ? undefined : forgetTypedIfFound(findOnly(inputs, equals));
  if (!found) showTyped(inputs);
  return found;
}

function forgetTypedIfFound(input) {
  if (input) forgetTyped();
  return input;
}

/** Return whether part of an answer is typed. */
export const hasTyped = () => typedText !== "";

/** Forget the part of an answer that is typed. */
export function forgetTyped() {
  typedText = "";
  typedQuestion = undefined;
  $(".typed")?.remove();
}

/**
 * Forget the typed text unless it was typed for this question.
 *
 * @param {PageElement | null} question
 */
export function keepTypedOnlyFor(question) {
  if (typedQuestion !== question) forgetTyped();
}

function showTyped(inputs) {
  if (!typedText) return forgetTyped();
  const shown = $(".typed") ?? create("span", { className: "typed" });
  shown.setAttribute("role", "status");
  const fits = inputs.some((input) => readTexts(input).some((each) => begins(foldAccents(each), foldAccents(typedText))));
  shown.textContent = fits ? typedText : $("#pad").dataset.noAnswer.replace("{typed}", typedText);
  shown.classList.toggle("error", !fits);
  const parent = $("legend", typedQuestion) ?? typedQuestion;
  if (shown.parentElement !== parent) parent.append(shown);
}
