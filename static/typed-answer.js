// An answer that is typed instead of tapped. It is taken once its text is whole and no longer text of the open question
// begins like it, or by Enter, so that no letter and no digit is left over for the next question. What is not taken yet
// stands beside the question, and Backspace removes it.
import { $, $$ } from "./dom.js";

const SUITS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

let text = ""; // as it was typed
let question; // the element that it was typed for

// Two ways to compare texts: as people write them, and without accents for a keyboard that has none.
const simplify = (words) =>
  words
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s\u2066-\u2069\ufe0f]/g, "")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[♠♥♦♣]/g, (suit) => SUITS[suit]);
const foldAccents = (words) => simplify(words).normalize("NFD").replace(/\p{M}/gu, "");
const ways = [simplify, foldAccents];

// What a key may be called: what stands on it, with and without its explanation, or what the sentence says for it.
function readTexts(key) {
  const label = key.closest("label");
  const seen = label.cloneNode(true);
  for (const each of $$(".visually-hidden", seen)) each.remove();
  const short = seen.cloneNode(true);
  for (const each of $$(".sub", short)) each.remove();
  return [short, seen, $("[data-chip]", label)].filter((each) => each && simplify(each.textContent)).map((each) => each.textContent);
}

// The one key that fits, by the way of comparing that tells most apart; undefined where none or several do.
function findOnly(keys, fits) {
  for (const way of ways) {
    const found = keys.filter((key) => readTexts(key).some((each) => fits(way(each), way(text))));
    if (found.length === 1) return found[0];
  }
}
const equals = (one, typed) => one === typed;
const begins = (one, typed) => one.startsWith(typed);
const goesOn = (one, typed) => one !== typed && one.startsWith(typed);

/**
 * Return whether the key belongs to the browser. Modifiers make a command of a key, but AltGr writes letters too.
 *
 * @param {KeyboardEvent} event
 */
export const isCommand = (event) => event.isComposing || event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"));

/**
 * Take one more key of the keyboard for an open question and return the answer that is complete now, if any. The event's
 * default is prevented where the key was used.
 *
 * @param {KeyboardEvent} event
 * @param {PageElement} place the question
 * @param {PageElement[]} keys that answer it
 * @returns {PageElement | undefined}
 */
export function typeAnswer(event, place, keys) {
  if (question !== place) forgetTyped();
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
    return takeKey(findOnly(keys, equals) ?? findOnly(keys, begins));
  }
  if ([...event.key].length !== 1 || (event.key === " " && !text)) return;
  event.preventDefault();
  if (event.repeat) return;
  question = place;
  text += event.key;
  const longer = keys.some((key) => readTexts(key).some((each) => ways.some((way) => goesOn(way(each), way(text)))));
  const found = longer ? undefined : takeKey(findOnly(keys, equals));
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
 * Forget what is typed unless it was typed for this question.
 *
 * @param {PageElement | null} place
 */
export function leaveTyped(place) {
  if (question !== place) forgetTyped();
}

function showTyped(keys) {
  if (!text) return forgetTyped();
  const shown = $(".typed") ?? Object.assign(document.createElement("span"), { className: "typed" });
  shown.setAttribute("role", "status");
  shown.textContent = text;
  shown.classList.toggle("error", !keys.some((key) => readTexts(key).some((each) => begins(foldAccents(each), foldAccents(text)))));
  const place = $("legend", question) ?? question;
  if (shown.parentElement !== place) place.append(shown);
}
