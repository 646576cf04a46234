// One question at a time: a tap answers it and brings the next at once, from what the form itself knows. The sentence
// above grows with the answers, and each of its chips asks its question again.
import { $, $$, readData } from "./dom.js";
import { emit, emitWanted } from "./events.js";
import { doubt, fillTheRest, findChosen, findForm, findKind, findRepeatable, findSteps, findUnanswered, heedPreview, isAnswered, isOn, markTouched, orderSteps, readAnswer, repeat, settle, uncheckExcluded } from "./hand-form.js";
import { getState } from "./hand-state.js";
import { beginTask } from "./idle.js";
import { isCut } from "./network.js";
import { forgetTyped, hasTyped, isCommand, leaveTyped, typeAnswer } from "./typed-answer.js";

const FEW_CARDS = 7; // that a chip shows as they look
const GUARD = 150; // ms in which a key that has just appeared takes no finger that was already on its way
let opened; // the step that somebody asked for; else the first that is to be answered is open
let arrows = false; // with the arrows one goes through the keys: nothing moves on by itself then
document.addEventListener("keydown", (event) => (arrows = event.key.startsWith("Arrow")), true);
document.addEventListener("pointerdown", () => (arrows = false), true);

const needsNext = (step) => ["set", "cards", "calls", "list", "text"].includes(step.dataset.shape);
// Where the site's answer stands: what a hand would do, or what the referee says.
const findPreview = (hand) => $("#preview, #ruling", hand);
const isAnswer = (element) => ["preview", "ruling", "facts"].includes(element?.id);
const isOptional = (step) => step.dataset.must === undefined && step.dataset.step !== "reason";

// What is asked now -------------------------------------------------------------------------------------------

function findCurrent(hand) {
  if (opened?.isConnected && isOn(opened) && !opened.closest("[hidden].kind")) return opened;
  opened = undefined;
  if (findRepeatable(hand).length) return $(".repeats", findKind(hand));
  return findUnanswered(hand)[0];
}

/**
 * Show everything that the keyboard shows by what the form says now.
 *
 * @param {PageElement | null} hand
 * @param {boolean} [focus] whether to move the focus to the question
 */
export function askNext(hand, focus) {
  if (!hand || !findKind(hand)) return;
  settle(hand);
  const step = findCurrent(hand);
  const was = $(":is(.step, .repeats).asked", hand);
  for (const each of $$(".step, .repeats", hand)) each.classList.toggle("asked", each === step);
  if (step?.matches(".repeats")) for (const row of $$("[data-sends]", step)) row.hidden = !findRepeatable(hand).includes(row);
  const kinds = $(".kinds", hand);
  const first = orderSteps(hand).find((each) => isOn(each) && !isOptional(each));
  if (kinds) showKinds(hand, kinds, step, first);
  markWhatMakesIt(hand, step);
  showPad(hand, step);
  showExtras(hand, step);
  showFaults(hand);
  showSave(hand);
  showSentence(hand);
  fit(hand);
  leaveTyped(step ?? $(".kinds.asked", hand));
  if (step !== was && was) guard(hand);
  if (step !== was) emit("asked");
  if (focus) focusOn(hand, step);
}

// The kinds of hand are chosen at the first question, and a special bid also where its ordinary sister is asked.
function showKinds(hand, kinds, step, first) {
  const atFirst = step ? (step === first || step.matches(".repeats")) && !hand.matches("#correction *") : !first;
  const instead = atFirst ? undefined : step?.dataset.kinds?.split(" ");
  let some = atFirst;
  for (const key of $$(".key", kinds)) {
    const kind = $("input", key)?.value ?? new URL(key.href, location.href).searchParams.get("kind");
    key.hidden = instead !== undefined && !instead.includes(kind);
    some ||= instead !== undefined && !key.hidden;
  }
  kinds.classList.toggle("asked", Boolean(some));
}

// The keys that make the bid, where whoever bid it is asked about.
function markWhatMakesIt(hand, step) {
  if (!step?.dataset.reaches) return;
  const own = orderSteps(hand).find((each) => each.dataset.question === step.dataset.question) === step;
  const bid = own ? Number(readAnswer(findKind(hand), step.dataset.reaches)) : NaN;
  for (const input of $$("label.key input", step)) input.parentElement.classList.toggle("made", Number(input.value) >= bid);
}

let guards = 0;
function guard(hand) {
  const [keyboard, nth, done] = [$(".keyboard", hand), ++guards, beginTask()];
  keyboard.classList.add("fresh");
  setTimeout(() => {
    if (nth === guards) keyboard.classList.remove("fresh");
    done();
  }, GUARD);
}

function focusOn(hand, step) {
  const keys = step ? $$("input:not([type=hidden]), button", step).filter((each) => each.offsetParent) : [];
  const next = keys.find((each) => each.checked) ?? keys[0] ?? $("#go, #ruling", hand);
  next?.focus({ preventScroll: true });
  if (next?.matches("input[type=text]")) next.select(); // what is typed now begins anew
}

// The question is answered; the next one is asked.
function goOn(hand) {
  opened = undefined;
  askNext(hand, true);
  wantPreview(hand);
}

/**
 * Ask this question.
 *
 * @param {PageElement} hand
 * @param {PageElement | undefined} step
 * @param {boolean} [focus]
 */
export function openStep(hand, step, focus = true) {
  opened = step;
  askNext(hand, focus);
}

// The sentence ------------------------------------------------------------------------------------------------

function showSentence(hand) {
  const line = $("#sentence", hand);
  const kind = findKind(hand);
  if (!line) return;
  const words = document.createDocumentFragment();
  const chosen = $("[name=kind]:checked", hand);
  const all = findSteps(hand);
  if (chosen && !all.length) words.append(makeChip(renderLabel(chosen), "kind"));
  const asked = findUnanswered(hand)[0]; // what is not asked yet is not spoken of
  for (const [before, question, after] of readData(kind, "sentence")) {
    const own = all.filter((step) => [step.dataset.question, step.dataset.step].includes(question) && isOn(step));
    // Of two that share a sum, one number says both.
    const told = own.find((step) => step.dataset.own !== undefined) ?? orderSteps(hand).find((step) => own.includes(step));
    const given = own.filter((step) => isAnswered(step) && (!sharesSum(step) || step === told));
    const next = hand.id === "facts" ? undefined : own.find((step) => step === asked);
    const shown = given.filter((step) => step.dataset.must !== undefined || readAnswer(kind, step.dataset.step) !== "");
    if (!shown.length && !next) continue;
    words.append(words.childNodes.length ? before : capitalize(before.replace(/^[,;:\s]+/, "")));
    shown.forEach((step, n) => {
      if (n) words.append(" ");
      words.append(makeChip([...nameSide(step), ...renderAnswer(kind, step.dataset.step)], step.dataset.step, step));
    });
    if (next) words.append(shown.length ? " " : "", makeChip([...nameSide(next), next.dataset.short], next.dataset.step, next, "open"));
    words.append(after);
  }
  // What the sentence has no place for, and what nearly always goes without saying and was said.
  const spoken = new Set(readData(kind, "sentence").map(([, question]) => question));
  for (const step of all.filter((each) => isOn(each) && each.dataset.step !== "reason" && !spoken.has(each.dataset.question) && !spoken.has(each.dataset.step) && (isOptional(each) ? !isUsual(hand, each) : isAnswered(each)))) {
    const answer = step.dataset.shape === "switch" ? [] : renderAnswer(kind, step.dataset.step); // it says no more than it asks
    const asks = $(".asks", step)?.textContent;
    words.append(" ", makeChip([...(isOptional(step) ? [answer.length ? punctuate(asks) : asks] : []), ...nameSide(step), ...answer], step.dataset.step, step, "grey"));
  }
  showReason(hand);
  const [current, wrong] = [findCurrent(hand)?.dataset.step, readFaults(hand)];
  for (const chip of $$(".chip", words)) {
    chip.classList.toggle("asked", chip.dataset.open === current);
    chip.classList.toggle("wrong", wrong.some((at) => isWithin(at, chip.dataset.open) || isWithin(chip.dataset.open, at)));
  }
  words.normalize();
  for (const mark of [...words.childNodes].filter((node) => node.nodeType === 3 && /^[,;.:]/.test(node.textContent))) hold(mark);
  const whole = document.createElement("p");
  whole.append(words);
  const seen = [whole.innerHTML, findCurrent(hand)?.dataset.step, measureTop(hand), line.clientWidth].join("|");
  if (drawnSentence.get(line) === seen) return;
  drawnSentence.set(line, seen);
  line.replaceChildren(...whole.childNodes);
  shorten(hand, line);
}
// Why a hand is edited stands in a line of its own, below what the edit changes.
function showReason(hand) {
  const line = $("[data-no-reason]", hand);
  if (line) line.textContent = hand.elements.reason.value.trim() || line.dataset.noReason;
}
// A comma stands on the line of the chip before it.
function hold(text) {
  const chip = text.previousSibling;
  if (!chip?.matches?.(".chip")) return;
  const held = Object.assign(document.createElement("span"), { className: "held" });
  chip.before(held);
  text.splitText(1);
  held.append(chip, text);
}
const drawnSentence = new WeakMap(); // what stands in the line: what was drawn anew takes no tap of a finger on its way

// Where it takes more than two lines, a player's sign says who. While a question is open and there is no room for all
// of it, only the chips round that question are shown, and how many stand before and after them. What is whole is read
// in full.
const TWO_LINES = 2.4; // with what a line may be higher than a chip
function shorten(hand, line) {
  const chips = $(".chip", line)?.offsetHeight ?? 0;
  const step = findCurrent(hand);
  const room = Math.max(chips * (step ? 1.2 : TWO_LINES), measureTop(hand) - line.getBoundingClientRect().top - (step ? 0 : reserve(hand)));
  line.classList.remove("brief", "tight");
  if (!chips || line.offsetHeight <= (step ? Math.min(chips * TWO_LINES, room) : room)) return;
  line.classList.add("brief");
  if (!step) {
    // Four answers of each of six players: smaller, and the sentence scrolls in its place above the preview.
    line.classList.toggle("tight", line.offsetHeight > room);
    // Of the root, because the site's policy lets no script copy an element that has a style.
    return document.documentElement.style.setProperty("--room", `${room}px`);
  }
  const open = step.dataset.step;
  const left = $$(".chip", line);
  const gone = { before: [], after: [] };
  while (line.offsetHeight > room && left.length > 1) {
    const at = left.findIndex((each) => each.dataset.open === open);
    const first = at < 0 || at * 2 >= left.length;
    const side = first ? gone.before : gone.after;
    const chip = first ? left.shift() : left.pop();
    side[first ? "push" : "unshift"](chip.textContent);
    const more = makeChip([`+${side.length}`], chip.dataset.open, undefined, "more");
    more.setAttribute("aria-label", side.join(", "));
    if (first) {
      while (!line.firstChild.contains(left[0])) line.firstChild.remove();
      line.prepend(more, " ");
    } else {
      while (!line.lastChild.contains(left.at(-1))) line.lastChild.remove();
      line.append(" ", more);
    }
  }
}

// What the preview of a whole hand needs below the sentence: a row for each side, or for two of many.
function reserve(hand) {
  const sides = $$("#strip .total").length;
  const row = parseFloat(getComputedStyle(hand).fontSize) * 2.2;
  return row * (sides > 4 ? Math.ceil(sides / 2) : sides) + row;
}

// Where the keys begin that lie over the page.
function measureTop(hand) {
  const keyboard = $(".keyboard", hand);
  return getComputedStyle(keyboard).position === "fixed" ? keyboard.getBoundingClientRect().top : Infinity;
}

// What is told of the hand stands above the keys in whole rows, and says how many are left out.
function fit(hand) {
  const top = measureTop(hand);
  for (const list of $$("#preview .listed", hand)) {
    const more = $(".left-out", list);
    const rows = $$("li", list);
    const fits = (each) => each.getBoundingClientRect().bottom <= top;
    Object.assign(more, { hidden: true, className: "left-out" });
    for (const row of rows) row.hidden = false;
    if (rows.every(fits)) continue;
    more.hidden = false;
    let left = 0;
    for (const row of rows.toReversed()) {
      row.hidden = true;
      more.textContent = ++left === 1 ? more.dataset.one : more.dataset.many.replace("{n}", String(left));
      if (fits(more)) break;
    }
    more.classList.toggle("covered", !fits(more));
  }
  for (const each of $$("#preview > p", hand)) each.classList.toggle("covered", each.getBoundingClientRect().bottom > top);
}

// A question before its answer: no colon follows a question mark.
const punctuate = (text) => text + (text.endsWith("?") ? " " : ": ");

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const isUsual = (hand, step) => {
  const usual = readData(hand, "usual")[step.dataset.step] ?? "";
  const answer = readAnswer(step.closest(".kind"), step.dataset.step);
  return answer === undefined || answer === [].concat(usual).join(" ") || (answer === "" && usual === "no"); // a switch that is off
};

// Whose answer it is, where several players give one.
const sharesSum = (step) => step.dataset.total !== undefined && $$(`[data-question="${step.dataset.question}"]`, step.parentElement).length === 2;
const nameSide = (step) => (step.dataset.side !== undefined && !sharesSum(step) ? [...copyName(step), " "] : []);
function copyName(step) {
  const of = $(".of", step).cloneNode(true);
  of.className = "whose";
  return [of];
}

function renderAnswer(kind, path) {
  const inputs = findChosen(kind, path);
  if (!inputs.length) return ["–"];
  const cards = $$(".tray .playing-card", inputs[0].closest(".step"));
  if (cards.length && cards.length <= FEW_CARDS) return cards.map((card) => card.cloneNode(true));
  const labels = inputs.map(renderLabel);
  if (labels.every((label) => label.every((part) => typeof part === "string"))) return [labels.map((label) => label.join(" ")).join(", ")];
  return labels.flatMap((label, n) => [...(n ? [", "] : []), ...label]);
}

function renderLabel(input) {
  if (input.closest("[data-cards]")) return [renderCards(input)];
  if (!["radio", "checkbox"].includes(input.type)) return [input.value.replace("-", "−")];
  const label = input.closest("label");
  const told = $("[data-chip]", label);
  const copy = (told ?? label).cloneNode(true);
  for (const each of $$("input, .sub, .knob, .tick", copy)) each.remove();
  if (!told) for (const each of $$(".visually-hidden", copy)) each.remove();
  return [...copy.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent.trim()] : [node])).filter((node) => node !== "");
}

// Cards as their keys show them: "10♦ K♠", or "10 K" where only ranks matter.
function renderCards(input) {
  const box = input.closest("[data-cards]");
  const words = input.value.toUpperCase().split(/[,\s]+/).filter(Boolean).map((word) => word.replace(/^10/, "T"));
  return words.map((word) => {
    const key = $(`[data-card="${CSS.escape(word)}"], [data-rank="${CSS.escape(word[0])}"]`, box);
    const suit = key?.dataset.card ? ({ S: "♠", H: "♥", D: "♦", C: "♣" }[word[1]] ?? "") : "";
    return key ? ($("text", key)?.textContent ?? key.firstElementChild.getAttribute("aria-label")) + suit : word;
  }).join(" ");
}

function readQuestion(step) {
  const legend = $("legend", step).cloneNode(true);
  $(".typed", legend)?.remove();
  return legend.textContent;
}

function makeChip(parts, path, step, more = "") {
  const button = Object.assign(document.createElement("button"), { type: "button", className: `chip ${more}` });
  button.dataset.open = path;
  if (step) button.append(Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: punctuate(readQuestion(step)) }));
  button.append(...parts);
  return button;
}

// The keys ----------------------------------------------------------------------------------------------------

// The step that a question which is hardly ever asked stands below.
const findStepAbove = (kind, each) => each.dataset.below?.split(" ").find((path) => $$(".step", kind).some((step) => step.dataset.step === path && isOn(step)));

// Below the keys stand the questions that are hardly ever asked; once all is said, those that are left.
function showExtras(hand, step) {
  const place = $(".extras", hand);
  const kind = findKind(hand);
  const last = !step || step.dataset.step === "reason";
  const wanted = findSteps(hand).filter((each) => isOptional(each) && isOn(each) && each !== step && (!last ? findStepAbove(kind, each) === step.dataset.step : (each.dataset.side === undefined || hand.id === "facts") && isUsual(hand, each)));
  // While a number is typed, what matters no more rests in its place: no key moves under the thumb.
  const of = `${kind.dataset.kind} ${step?.dataset.step}`;
  const stood = step && place.dataset.of === of && $("input[data-pad]", step) ? $$("[data-open]", place).map((key) => key.dataset.open) : [];
  place.dataset.of = of;
  const shown = findSteps(hand).filter((each) => wanted.includes(each) || stood.includes(each.dataset.step));
  replaceWhatDiffers(
    place,
    shown.map((each) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "key rare", disabled: !wanted.includes(each) });
      button.dataset.open = each.dataset.step;
      const answer = findChosen(kind, each.dataset.step).filter((input) => input.value !== "");
      const text = document.createElement("span");
      const question = $(".asks", each).textContent;
      text.append(question, ...(hand.id === "facts" && each.dataset.side !== undefined ? [" · ", ...nameSide(each)] : []));
      if (each.dataset.shape === "switch") button.setAttribute("aria-pressed", String(readAnswer(kind, each.dataset.step) === "yes"));
      else if (answer.length) text.append(question.endsWith("?") ? " " : ": ", ...renderAnswer(kind, each.dataset.step));
      button.append(text);
      return button;
    }),
  );
  place.hidden = !shown.length;
}

// A key that is drawn anew takes no tap of a finger that was on its way to it.
function replaceWhatDiffers(place, fresh) {
  const now = [...place.childNodes];
  if (now.length !== fresh.length || now.some((node, n) => !node.isEqualNode(fresh[n]))) place.replaceChildren(...fresh);
}

// What is wrong stands above the keys, where no key moves by it. It holds until another answer was looked at.
function showFaults(hand) {
  const place = $("#lacks", hand);
  if (!place) return;
  const isSeen = getState(hand).unseen === undefined;
  place.classList.toggle("stale", !isSeen);
  if (!isSeen) place.dataset.old = "";
  // What waited for an answer is wrong once none is left.
  const isWhole = !findUnanswered(hand).length;
  for (const each of $$("#preview > .unsaid", hand)) each.hidden = isWhole;
  const found = isSeen ? $$(`#preview > :is(.error${isWhole ? ", .unsaid" : ""})`, hand) : [];
  if (found.length || (isSeen && place.dataset.old !== undefined))
    place.replaceChildren(...found.map((each) => Object.assign(each.cloneNode(true), { className: "error", hidden: false })));
  place.hidden = !place.children.length;
}

// The paths of the answers that are wrong: of a box, of a whole question, or "" of the whole hand.
const readFaults = (hand) => $$("#lacks:not(.stale) > .error", hand).map((each) => each.dataset.at ?? "");
const isWithin = (inner, outer) => inner === outer || inner.startsWith(`${outer}.`);

function showSave(hand) {
  const go = $("#go", hand);
  const seen = getState(hand).unseen === undefined;
  findPreview(hand)?.classList.toggle("stale", !seen);
  if (!go) return; // the referee is asked by the last answer
  const isWhole = !findUnanswered(hand).length;
  go.classList.toggle("waits", !isWhole || readFaults(hand).length > 0);
  go.disabled = isWhole && seen && findPreview(hand)?.dataset.unchanged !== undefined;
}

/**
 * Ask what the hand would do once it is whole, and what is at stake once the bidding is known.
 *
 * @param {PageElement} hand
 */
export function wantPreview(hand) {
  const preview = findPreview(hand);
  if (!preview) return;
  const left = findUnanswered(hand);
  // What only the site asks for, it may ask no more by what was said since.
  const whole = left.every((step) => step.dataset.site === "on") && (!left.length || getState(hand).unseen !== undefined);
  const bid = findSteps(hand).filter((step) => step.dataset.moment === "auction");
  const bidding = bid.length && bid.every((step) => step.dataset.must === undefined || !isOn(step) || isAnswered(step))
    ? bid.map((step) => readAnswer(step.closest(".kind"), step.dataset.step)).join("|") : "";
  // The engine at hand answers at once, where there is one; else the site does.
  const asks = whole || (bidding && bidding !== getState(hand).bidding);
  if (asks && !emitWanted(preview) && !isCut()) htmx.trigger(preview, "again");
  getState(hand).bidding = bidding;
}

// What was tapped ---------------------------------------------------------------------------------------------

document.addEventListener("change", (event) => {
  const hand = event.target.closest("form.hand");
  if (!hand || !$(".keyboard", hand) || event.target.type === "text") return; // what is typed was heard already
  if (event.target.name === "kind") return changeKind(hand, event.target);
  const step = event.target.closest(".step");
  if (!step) return;
  doubt(hand);
  markTouched(hand);
  if (event.target.type === "checkbox") uncheckExcluded(event.target);
  if (event.target.type === "radio") {
    const beside = $(`[name="${CSS.escape(event.target.name)}.n"]`, step); // another kind of hand may have one too
    if (beside?.type === "text") beside.value = ""; // what is typed beside keys would hold
    fillTheRest(event.target);
  }
  const answers = event.target.type === "radio" || event.target.closest(".none") || step.dataset.shape === "switch";
  if (!answers || arrows) {
    opened = step;
    askNext(hand);
    wantPreview(hand);
  } else goOn(hand);
});

document.addEventListener("input", (event) => {
  const hand = event.target.closest("form.hand");
  if (!hand || event.target.type !== "text" || !event.target.closest(".step")) return;
  const none = $(".none input", event.target.closest(".step"));
  if (none && event.target.value) none.checked = false;
  if (event.target.matches(".another") && event.target.value)
    for (const each of $$(`[name="${CSS.escape(event.target.name.slice(0, -2))}"]`, event.target.closest(".step"))) each.checked = false;
  opened = event.target.closest(".step");
  doubt(hand);
  markTouched(hand);
  fillTheRest(event.target);
  askNext(hand);
  clearTimeout(typing);
  typing = setTimeout(() => wantPreview(hand), 350);
});
let typing; // until somebody who types pauses

// Another kind of hand: what it asks alike has been answered already.
function changeKind(hand, key) {
  const [was, now] = [findKind(hand), $(`.kind[data-kind="${CSS.escape(key.value)}"]`, hand)];
  if (!now || (now === was && !key.dataset.says)) return;
  Object.assign(was, { hidden: true, disabled: true });
  Object.assign(now, { hidden: false, disabled: false });
  for (const input of $$("input:checked", was)) {
    const same = $(`input[name="${CSS.escape(input.name)}"][value="${CSS.escape(input.value)}"]`, now);
    if (same && input.closest("[data-must]")) same.checked = true;
  }
  // "Misère" and "Open misère" are one kind, of which the key says the difference.
  const [question, answer] = key.dataset.says?.split("=") ?? [];
  for (const input of $$("input[type=radio]", now)) if (input.name === question && input.value === answer) input.checked = true;
  // One group has one answer over all kinds: what this kind says by itself gave way to another's.
  for (const input of $$("input[type=radio]", now))
    if (input.defaultChecked && !$(`input[name="${CSS.escape(input.name)}"]:checked`, now)) input.checked = true;
  opened = undefined;
  markTouched(hand);
  askNext(hand, !arrows);
  wantPreview(hand);
}

document.addEventListener("click", (event) => {
  const hand = event.target.closest("form.hand");
  if (!hand) return;
  const chosen = event.target.closest("[data-open]");
  if (chosen) return openChip(hand, chosen.dataset.open);
  if (event.target.closest(".next-step")) return confirmStep(hand);
  if (event.target.closest("[data-repeat]")) {
    repeat(hand);
    doubt(hand);
    markTouched(hand);
    return goOn(hand);
  }
  if (event.target.closest("[data-apart]")) {
    event.target.closest(".repeats").dataset.done = "";
    return goOn(hand);
  }
  const reason = event.target.closest("[data-reason]");
  if (reason) {
    $("[name=reason]", hand).value = reason.textContent.trim();
    markTouched(hand);
    return goOn(hand);
  }
  // A key that is chosen already says the same again: on to what is next.
  const key = event.target.closest("label.key")?.control ?? event.target;
  if (key.type === "radio" && key.closest(".step.asked") && event.detail && opened) return setTimeout(() => opened === key.closest(".step") && goOn(hand));
  if (event.target.closest("#go.waits")) {
    event.preventDefault();
    openStep(hand, findUnanswered(hand)[0] ?? findWrong(hand));
  }
});

// The first question whose answer is wrong.
function findWrong(hand) {
  const wrong = readFaults(hand);
  return orderSteps(hand).find((step) => isOn(step) && wrong.some((at) => isWithin(at, step.dataset.step) || isWithin(step.dataset.step, at)));
}

function openChip(hand, path) {
  if (path === "kind") {
    const [usual] = $$("[name=kind]", hand);
    usual.checked = true;
    return changeKind(hand, usual);
  }
  const step = findSteps(hand).find((each) => each.dataset.step === path);
  if (step.dataset.shape === "switch" && isOptional(step)) {
    const box = $("input[type=checkbox]", step);
    box.checked = !box.checked;
    doubt(hand);
    markTouched(hand);
    askNext(hand);
    return wantPreview(hand);
  }
  openStep(hand, step);
}

/**
 * Take what stands in the open question for its answer, though it be nothing, and ask the next one.
 *
 * @param {PageElement} hand
 */
export function confirmStep(hand) {
  const step = findCurrent(hand);
  if (step && lacksCards(step)) return;
  if (step && needsNext(step)) step.dataset.done = "";
  goOn(hand);
}

const lacksCards = (step) => $$(".cards-box[data-least]", step).some((box) => $$(".tray .playing-card", box).length < Number(box.dataset.least));

// The keyboard of a desktop -----------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const hand = event.target.closest?.("form.hand") ?? (event.target.matches?.("body, main") ? findForm() : null);
  const { form: owner } = event.target; // what stands among the keys and belongs to another form is none of them
  if (!hand || !findKind(hand) || (owner && owner !== hand) || isCommand(event)) return;
  const step = findCurrent(hand);
  if (typeKey(hand, step, event) || event.key !== "Enter") return;
  if (event.repeat) return event.preventDefault(); // one press, one answer
  if (event.target.matches("button, a, summary") && !event.target.matches("#go.waits")) return;
  event.preventDefault();
  if (step && (isAnswered(step) || needsNext(step) || isOptional(step))) return confirmStep(hand);
  const go = $("#go:not(.waits)", hand);
  if (go) go.click();
});

// Whether a key of the keyboard is part of an answer.
function typeKey(hand, step, event) {
  const { target } = event;
  const box = step && $("input[data-pad], input.another", step);
  if (target.closest(".card-key") || (target !== box && target.matches("input:not([type=radio], [type=checkbox])"))) {
    forgetTyped();
    return false;
  }
  if (box && /^[\d.,-]$/.test(event.key)) {
    forgetTyped();
    if (target !== box) {
      // The digit itself goes where the focus is then, in the place of what stands there.
      box.focus({ preventScroll: true });
      box.select();
    }
    return true;
  }
  const place = step ?? $(".kinds.asked", hand);
  // In the box of a number only letters are part of an answer on a key, such as "None".
  if (!place || (target === box && !hasTyped() && !/^\p{L}$/u.test(event.key))) return false;
  const keys = findKeys(hand);
  if (!keys.length) return false;
  const key = typeAnswer(event, place, keys);
  if (key?.checked && key.type === "radio" && step?.contains(key)) goOn(hand);
  else key?.click();
  return event.defaultPrevented;
}

// The keys that answer: those of the open question, and of the kinds of hand that stand below it.
function findKeys(hand) {
  return $$(":is(.step.asked, .kinds.asked) label.key input", hand).filter((input) => {
    const label = input.closest("label");
    return !label.closest(".kinds") || (label.offsetParent && !input.checked); // the kind that is chosen is no key
  });
}

// A pad for numbers -------------------------------------------------------------------------------------------

let byCards = true; // how this phone likes to count
const readCards = (input) => (input.dataset.added ? JSON.parse(input.dataset.added) : []);

function showPad(hand, step) {
  const pad = $("#pad", hand);
  const input = step && $("input[data-pad]", step);
  $(".next-step", hand).hidden = !step || Boolean(input) || lacksCards(step) || (step.dataset.step === "reason" && !isAnswered(step)) || !(needsNext(step) || isOptional(step) || $(".another", step)?.value);
  pad.hidden = !input;
  if (!input) return;
  const { dataset } = input;
  const adding = Boolean(dataset.adds) && byCards;
  input.inputMode = "none"; // the phone's own keyboard stays away
  if (pad.dataset.of !== step.dataset.step) {
    if (input.value) dataset.whole = ""; // a digit tapped now begins anew
    pad.dataset.of = step.dataset.step;
  }
  pad.classList.toggle("by-cards", adding);
  const keys = adding ? dataset.adds : "";
  if (pad.dataset.keys !== keys) {
    pad.dataset.keys = keys;
    for (const key of $$("[data-put=card]", pad)) key.remove();
    for (const pair of keys.split("|").filter(Boolean)) {
      const [label, value] = pair.split("=");
      const key = Object.assign(document.createElement("button"), { type: "button", className: "key", textContent: label });
      Object.assign(key.dataset, { put: "card", label, value });
      $("[data-put=back]", pad).before(key);
    }
  }
  $("[data-put=sign]", pad).hidden = adding || !(Number(dataset.least) < 0);
  $("[data-put='.']", pad).hidden = adding || dataset.pad !== "parts";
  const turn = $("[data-put=turn]", pad);
  turn.hidden = !dataset.adds;
  turn.textContent = adding ? turn.dataset.digits : turn.dataset.cards;
  pad.classList.toggle("wide", !adding && $$(":is([data-put=sign], [data-put='.'], [data-put=turn])", pad).some((key) => !key.hidden));
  const cards = readCards(input);
  const told = $(".added", pad);
  const how = cards.length === 1 ? pad.dataset.cardsOne : pad.dataset.cardsMany.replace("{n}", cards.length);
  told.textContent = cards.length ? `${cards.map(([label]) => label).join(" + ")} = ${input.value} · ${how}` : "";
  told.hidden = !cards.length;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("#pad [data-put]");
  const hand = key && findForm();
  const step = hand && findCurrent(hand);
  const input = step && $("input[data-pad]", step);
  if (input) put(hand, step, input, key);
});

function put(hand, step, input, key) {
  const { put: what, label, value } = key.dataset;
  if (what === "next") return input.value === "" && !isOptional(step) ? undefined : confirmStep(hand);
  if (what === "turn") {
    byCards = !byCards;
    return showPad(hand, step);
  }
  const cards = readCards(input);
  if (what === "card" || (what === "back" && cards.length)) {
    if (what === "card") cards.push([label, Number(value)]);
    else cards.pop();
    input.value = cards.length ? cards.reduce((sum, [, n]) => sum + n, 0) : "";
    return writeNumber(input, cards);
  }
  if (what === "back") input.value = input.value.slice(0, -1);
  else if (what === "sign") input.value = input.value.startsWith("-") ? input.value.slice(1) : `-${input.value}`;
  else input.value = (cards.length || input.dataset.whole !== undefined ? "" : input.value) + what;
  writeNumber(input, []);
  if (/^\d$/.test(what) && isFull(input)) confirmStep(hand);
}

function writeNumber(input, cards) {
  input.dataset.added = cards.length ? JSON.stringify(cards) : "";
  delete input.dataset.whole;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// Whether one digit more would be too many: then the number is said.
function isFull(input) {
  const { most, least, pad } = input.dataset;
  const n = Number(input.value);
  if (pad === "parts" || most === "" || !Number.isInteger(n)) return false;
  return n === 0 || (n > 0 ? n * 10 > Number(most) : n * 10 < Number(least));
}

// What the site answers ---------------------------------------------------------------------------------------

document.addEventListener("htmx:config:request", (event) => {
  if (isAnswer(event.target)) event.detail.ctx.seen = getState(findForm())?.unseen;
});
document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  const hand = findForm();
  if (!hand) return;
  if (!isAnswer(ctx.target) && !(ctx.target?.nodeType && hand.contains(ctx.target)) && getState(hand).isDrawn) return;
  if (isAnswer(ctx.target)) acceptPreview(ctx.seen);
  else begin(hand);
});

/**
 * Take over a preview that has come.
 *
 * @param {number} [seen] the last tap when it was asked for
 */
export function acceptPreview(seen) {
  const hand = findForm();
  const state = getState(hand);
  if (seen === state.unseen) {
    state.unseen = undefined;
    heedPreview(findPreview(hand));
  }
  begin(hand);
}
// A preview that was lost is asked for again: what stands there is no longer what the boxes say.
document.addEventListener("htmx:error", (event) => {
  if (isAnswer(event.target) && navigator.onLine)
    setTimeout(() => findPreview(document) && htmx.trigger(findPreview(document), "again"), 1500);
});
// What changed while no answer came is looked at once the site answers again.
document.addEventListener("network", (event) => {
  const hand = findForm();
  if (event.detail.back && getState(hand)?.unseen !== undefined) wantPreview(hand);
});

function previewWhole(hand) {
  if (findPreview(hand)?.id === "preview" && !findUnanswered(hand).length && !$("#preview :is(.would, .error, .unsaid)", hand)) wantPreview(hand);
}

// A form that has just come.
function begin(hand) {
  if (!hand || !$(".keyboard", hand)) return;
  const state = getState(hand);
  if (!state.isDrawn) {
    state.isDrawn = true;
    heedPreview(findPreview(hand));
    // Whoever entered the last hand by keyboard begins here: the key that saved it has gone.
    askNext(hand, document.activeElement?.id === "go");
    // A hand that came with all of its answers has no preview yet. htmx, which begins in a timer of its own, is there then.
    const done = beginTask();
    setTimeout(() => {
      previewWhole(hand);
      done();
    });
    return;
  }
  askNext(hand);
}
begin(findForm());
