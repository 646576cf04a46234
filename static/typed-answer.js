// Answers typed on a keyboard. A key is chosen by Enter, or as soon as its text is complete and no other key's text
// continues it, so that no letter is left over for the next question. Until then the text stands beside the question.
import { $, $$, create } from "./dom.js";

const SUITS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

let text = ""; // as it was typed
let question; // the element that it was typed for

let hasUsedArrows = false;
document.addEventListener("keydown", (event) => (hasUsedArrows = event.key.startsWith("Arrow")), true);
document.addEventListener("pointerdown", () => (hasUsedArrows = false), true);

/** Return whether the arrow keys move through the answers: choosing one must not ask the next question. */
export const usesArrows = () => hasUsedArrows;

// Texts are compared as written, and without accents for keyboards that have none.
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

// Return the text of a key, with and without its explanation, and its text in the sentence.
function readTexts(key) {
  const label = key.closest("label");
  const visible = label.cloneNode(true);
  for (const each of $$(".visually-hidden", visible)) each.remove();
  const short = visible.cloneNode(true);
  for (const each of $$(".sub", short)) each.remove();
  return [short, visible, $("[data-chip]", label)].map((each) => each?.textContent ?? "").filter(simplify);
}

// Return the only key that fits, by the stricter comparison first.
function findOnly(keys, fits, comparisons = normalizers) {
  for (const normalize of comparisons) {
    const found = keys.filter((key) => readTexts(key).some((each) => fits(normalize(each), normalize(text))));
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
 * Add a keystroke to the answer of an open question and return the key that is complete now, if any. Prevent the event's
 * default where the keystroke was used.
 *
 * @param {KeyboardEvent} event
 * @param {PageElement} asked the question
 * @param {PageElement[]} keys that answer it
 * @returns {PageElement | undefined}
 */
export function typeAnswer(event, asked, keys) {
  keepTypedOnlyFor(asked);
  if (event.key === "Backspace" || event.key === "Escape") {
    if (!text) return;
    event.preventDefault();
    text = event.key === "Escape" ? "" : [...text].slice(0, -1).join("");
    showTyped(keys);
    return;
  }
  if (event.key === "Enter") {
    if (!text) return;
    event.preventDefault();
    // Who types "e" may mean Élodie as well as Everyone; who types "é" means Élodie.
    const beginnings = simplify(text) === foldAccents(text) ? [foldAccents] : normalizers;
    return takeKey(findOnly(keys, equals) ?? findOnly(keys, begins, beginnings));
  }
  if ([...event.key].length !== 1 || (event.key === " " && !text)) return;
  event.preventDefault();
  if (event.repeat) return;
  question = asked;
  text += event.key;
  const canContinue = keys.some((key) => readTexts(key).some((each) => normalizers.some((normalize) => continues(normalize(each), normalize(text)))));
  const found = canContinue ? undefined : takeKey(findOnly(keys, equals));
  if (!found) showTyped(keys);
  return found;
}

function takeKey(key) {
  if (key) forgetTyped();
  return key;
}

/** Return whether part of an answer is typed. */
export const hasTyped = () => text !== "";

/** Forget the part of an answer that is typed. */
export function forgetTyped() {
  text = "";
  question = undefined;
  $(".typed")?.remove();
}

/**
 * Keep what was typed only if it belongs to this question.
 *
 * @param {PageElement | null} asked
 */
export function keepTypedOnlyFor(asked) {
  if (question !== asked) forgetTyped();
}

function showTyped(keys) {
  if (!text) return forgetTyped();
  const shown = $(".typed") ?? create("span", { className: "typed" });
  shown.setAttribute("role", "status");
  const fits = keys.some((key) => readTexts(key).some((each) => begins(foldAccents(each), foldAccents(text))));
  shown.textContent = fits ? text : $("#pad").dataset.noAnswer.replace("{typed}", text);
  shown.classList.toggle("error", !fits);
  const parent = $("legend", question) ?? question;
  if (shown.parentElement !== parent) parent.append(shown);
}
