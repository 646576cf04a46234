// Asks one question at a time: a tap on a key (a button) answers it and shows the next question at once, without asking
// the site. The sentence above the questions grows with the answers. Each answer in it is a chip: a tap on it opens its
// question again.
import { $, $$, create, readData } from "./dom.js";
import { emit, emitPreviewNeeded } from "./events.js";
import { applyPreview, decideRelevance, fillRemaining, findChosen, findForm, findKind, findRepeatable, findSteps, findUnanswered, forgetDecisions, isAnswered, isRelevant, markChanged, orderSteps, readAnswer, repeatAnswers, uncheckExcluded } from "./hand-form.js";
import { getState } from "./hand-state.js";
import { beginTask } from "./idle.js";
import { isOffline } from "./network.js";
import { forgetTyped, hasTyped, isCommand, keepTypedOnlyFor, typeAnswer, usesArrows } from "./typed-answer.js";

const MOST_DRAWN = 7; // the most cards that a chip draws; more cards are written as text
const GUARD_MS = 150; // how long new keys ignore taps, which were meant for the previous question's keys
let openedStep; // the step that the user opened; otherwise the first unanswered one is asked

const needsNext = (step) => ["set", "cards", "calls", "list", "text"].includes(step.dataset.widget);
const findPreview = (hand) => $("#preview, #ruling", hand);
const isPreviewTarget = (element) => ["preview", "ruling", "facts"].includes(element?.id);
const isOptional = (step) => step.dataset.must === undefined && step.dataset.step !== "reason";

function findCurrent(hand) {
  if (openedStep?.isConnected && isRelevant(openedStep) && !openedStep.closest("[hidden].kind")) return openedStep;
  openedStep = undefined;
  if (findRepeatable(hand).length) return $(".repeat-offer", findKind(hand));
  return findUnanswered(hand)[0];
}

/**
 * Redraw the sentence, the open question and the keys.
 *
 * @param {PageElement | null} hand
 * @param {boolean} [focus] whether to move the focus to the question
 */
export function drawKeyboard(hand, focus) {
  if (!hand || !findKind(hand)) return;
  decideRelevance(hand);
  const step = findCurrent(hand);
  const previous = $(":is(.step, .repeat-offer).asked", hand);
  for (const each of $$(".step, .repeat-offer", hand)) each.classList.toggle("asked", each === step);
  if (step?.matches(".repeat-offer")) for (const row of $$("[data-sends]", step)) row.hidden = !findRepeatable(hand).includes(row);
  showKinds(hand, step);
  markReachedKeys(hand, step);
  showPad(hand, step);
  showExtras(hand, step);
  showFaults(hand);
  showSave(hand);
  showSentence(hand);
  fitPreview(hand);
  keepTypedOnlyFor(step ?? $(".kinds.asked", hand));
  if (step !== previous) {
    if (previous) ignoreTapsBriefly(hand);
    emit("question-opened");
  }
  if (focus) focusOn(hand, step);
}

// The kinds of hand are chosen at the first question. A special bid that is a kind of its own is also offered where the
// ordinary bid is asked.
function showKinds(hand, step) {
  const kinds = $(".kinds", hand);
  if (!kinds) return;
  const first = orderSteps(hand).find((each) => isRelevant(each) && !isOptional(each));
  const isFirstQuestion = step ? step === first || step.matches(".repeat-offer") : !first;
  const specialKinds = step?.dataset.kinds?.split(" ") ?? [];
  const keys = $$(".key", kinds);
  for (const key of keys) key.hidden = !isFirstQuestion && !specialKinds.includes($("input", key)?.value ?? new URL(key.href).searchParams.get("kind"));
  kinds.classList.toggle("asked", keys.some((key) => !key.hidden));
}

// Mark the keys that fulfil the bid, where the bidder's result is asked for.
function markReachedKeys(hand, step) {
  if (!step?.dataset.reaches) return;
  // The bidder's result is the first one asked.
  const isBidder = orderSteps(hand).find((each) => each.dataset.question === step.dataset.question) === step;
  const bid = isBidder ? Number(readAnswer(findKind(hand), step.dataset.reaches)) : NaN;
  for (const input of $$("label.key input", step)) input.parentElement.classList.toggle("reaches", Number(input.value) >= bid);
}

let guardCount = 0;
function ignoreTapsBriefly(hand) {
  const [keyboard, guard, endTask] = [$(".keyboard", hand), ++guardCount, beginTask()];
  keyboard.classList.add("fresh");
  setTimeout(() => {
    if (guard === guardCount) keyboard.classList.remove("fresh");
    endTask();
  }, GUARD_MS);
}

function focusOn(hand, step) {
  const keys = step ? $$("input:not([type=hidden]), button", step).filter((each) => each.offsetParent) : [];
  const next = keys.find((each) => each.checked) ?? keys[0] ?? $("#save, #ruling", hand);
  next?.focus({ preventScroll: true });
  if (next?.matches("input[type=text]")) next.select(); // typing replaces it
}

function askNext(hand) {
  openedStep = undefined;
  drawKeyboard(hand, true);
  updatePreview(hand);
}

/**
 * Ask this question.
 *
 * @param {PageElement} hand
 * @param {PageElement | undefined} step
 * @param {boolean} [focus]
 */
export function openStep(hand, step, focus = true) {
  openedStep = step;
  drawKeyboard(hand, focus);
}

// The sentence ------------------------------------------------------------------------------------------------

const drawnSentences = new WeakMap(); // the content of each sentence: redrawing the same would lose a tap in progress

function showSentence(hand) {
  const line = $("#sentence", hand);
  if (!line) return;
  const sentence = composeSentence(hand);
  showReason(hand);
  const [current, wrongPaths] = [findCurrent(hand)?.dataset.step, readFaults(hand)];
  for (const chip of $$(".chip", sentence)) {
    chip.classList.toggle("asked", chip.dataset.open === current);
    chip.classList.toggle("wrong", wrongPaths.some((path) => overlaps(path, chip.dataset.open)));
  }
  sentence.normalize();
  for (const node of [...sentence.childNodes]) if (node.nodeType === 3 && /^[,;.:]/.test(node.textContent)) keepTogether(node);
  const content = [sentence.innerHTML, current, measureTop(hand), line.clientWidth].join("|");
  if (drawnSentences.get(line) === content) return;
  drawnSentences.set(line, content);
  line.replaceChildren(...sentence.childNodes);
  shorten(hand, line);
}
function composeSentence(hand) {
  const sentence = create("p");
  const kind = findKind(hand);
  const parts = readData(kind, "sentence"); // for each part: text before the answers, question, text after the answers
  const chosen = $("[name=kind]:checked", hand);
  const steps = findSteps(hand);
  if (chosen && steps.every((step) => step.dataset.step === "reason")) sentence.append(makeChip(renderLabel(chosen), "kind"));
  const asked = findUnanswered(hand)[0]; // later questions are not mentioned yet
  for (const [before, question, after] of parts) {
    const partSteps = steps.filter((step) => [step.dataset.question, step.dataset.step].includes(question) && isRelevant(step));
    // Where the numbers of two sides have a known sum, one number is enough.
    const first = partSteps.find((step) => step.dataset.own !== undefined) ?? orderSteps(hand).find((step) => partSteps.includes(step));
    const isSkipped = (step) => (sharesSum(step) && step !== first) || (isOptional(step) && readAnswer(kind, step.dataset.step) === "");
    const shown = partSteps.filter((step) => isAnswered(step) && !isSkipped(step));
    const next = hand.id === "facts" ? undefined : partSteps.find((step) => step === asked);
    if (!shown.length && !next) continue;
    sentence.append(sentence.childNodes.length ? before : capitalize(before.replace(/^[,;:\s]+/, "")));
    shown.forEach((step, n) => {
      if (n) sentence.append(" ");
      sentence.append(makeChip([...nameSide(step), ...renderAnswer(kind, step.dataset.step)], step.dataset.step, step));
    });
    if (next) sentence.append(shown.length ? " " : "", makeChip([...nameSide(next), next.dataset.short], next.dataset.step, next, "open"));
    sentence.append(after);
  }
  // Answers that no part of the sentence mentions, and unusual answers to optional questions.
  const mentioned = new Set(parts.map(([, question]) => question));
  for (const step of steps) {
    const { question, step: path, widget } = step.dataset;
    if (!isRelevant(step) || path === "reason" || mentioned.has(question) || mentioned.has(path)) continue;
    if (isOptional(step) ? isUsual(hand, step) : !isAnswered(step)) continue;
    const answer = widget === "switch" ? [] : renderAnswer(kind, path); // a switch needs only its question
    const questionText = $(".asks", step)?.textContent;
    const heading = isOptional(step) ? [answer.length ? punctuate(questionText) : questionText] : [];
    sentence.append(" ", makeChip([...heading, ...nameSide(step), ...answer], path, step, "grey"));
  }
  return sentence;
}
// The reason of an edit is shown on a line of its own, below the changes.
function showReason(hand) {
  const line = $("[data-no-reason]", hand);
  if (line) line.textContent = hand.elements.reason.value.trim() || line.dataset.noReason;
}
// Keep a chip and the punctuation after it on one line.
function keepTogether(text) {
  const chip = text.previousSibling;
  if (!chip?.matches?.(".chip")) return;
  const unbroken = create("span", { className: "unbroken" });
  chip.before(unbroken);
  text.splitText(1);
  unbroken.append(chip, text);
}

// In a sentence longer than two lines, the signs of sides replace names. If that is still too long while a question is
// open, only the chips around that question are shown, with the numbers of chips left out before and after.
const TWO_LINES = 2.4; // measured in chip heights; a line is a little higher than a chip
function shorten(hand, line) {
  const chipHeight = $(".chip", line)?.offsetHeight ?? 0;
  const step = findCurrent(hand);
  const freeHeight = measureTop(hand) - line.getBoundingClientRect().top - (step ? 0 : measurePreview(hand));
  const maxHeight = Math.max(chipHeight * (step ? 1.2 : TWO_LINES), freeHeight);
  line.classList.remove("brief", "tight");
  if (!chipHeight || line.offsetHeight <= (step ? Math.min(chipHeight * TWO_LINES, maxHeight) : maxHeight)) return;
  line.classList.add("brief");
  if (!step) {
    // Too many answers: smaller, and the sentence scrolls above the preview.
    line.classList.toggle("tight", line.offsetHeight > maxHeight);
    // Set on the root, because the Content Security Policy forbids copies of elements that have a style attribute.
    return document.documentElement.style.setProperty("--room", `${maxHeight}px`);
  }
  const shown = $$(".chip", line);
  const [before, after] = [[], []]; // texts of the chips left out
  while (line.offsetHeight > maxHeight && shown.length > 1) {
    const openIndex = shown.findIndex((each) => each.dataset.open === step.dataset.step);
    // Leave out a chip on the side of the open question that has more chips.
    const isBefore = openIndex < 0 || openIndex * 2 >= shown.length;
    const chip = isBefore ? shown.shift() : shown.pop();
    if (isBefore) before.push(chip.textContent);
    else after.unshift(chip.textContent);
    const texts = isBefore ? before : after;
    const moreChip = makeChip([`+${texts.length}`], chip.dataset.open, undefined, "more");
    moreChip.setAttribute("aria-label", texts.join(", "));
    if (isBefore) {
      while (!line.firstChild.contains(shown[0])) line.firstChild.remove();
      line.prepend(moreChip, " ");
    } else {
      while (!line.lastChild.contains(shown.at(-1))) line.lastChild.remove();
      line.append(" ", moreChip);
    }
  }
}

// Estimate the height of a preview: a row for each side, or for every two sides if there are many, and one more.
function measurePreview(hand) {
  const sides = $$("#strip .total").length;
  const row = parseFloat(getComputedStyle(hand).fontSize) * 2.2;
  return row * (sides > 4 ? Math.ceil(sides / 2) : sides) + row;
}

// Return the top of the keys if they cover the page, and Infinity if not.
function measureTop(hand) {
  // On a phone in landscape the keys are beside the page, and only Save covers it.
  const cover = $$(".keyboard, .save-row", hand).filter((each) => getComputedStyle(each).position === "fixed").at(-1);
  return cover?.getBoundingClientRect().top ?? Infinity;
}

// Hide the part of the preview that the keys would cover. Below a list, say how many rows are hidden.
function fitPreview(hand) {
  const top = measureTop(hand);
  for (const list of $$("#preview .listed", hand)) {
    const notice = $(".left-out", list);
    const rows = $$("li", list);
    const fits = (each) => each.getBoundingClientRect().bottom <= top;
    Object.assign(notice, { hidden: true, className: "left-out" });
    for (const row of rows) row.hidden = false;
    if (rows.every(fits)) continue;
    notice.hidden = false;
    let hiddenCount = 0;
    for (const row of rows.toReversed()) {
      row.hidden = true;
      notice.textContent = ++hiddenCount === 1 ? notice.dataset.one : notice.dataset.many.replace("{n}", String(hiddenCount));
      if (fits(notice)) break;
    }
    notice.classList.toggle("covered", !fits(notice));
  }
  for (const each of $$("#preview > p, #preview > .effects > li", hand)) each.classList.toggle("covered", each.getBoundingClientRect().bottom > top);
}

const punctuate = (text) => text + (text.endsWith("?") ? " " : ": ");

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Return whether the answer to an optional question is the usual one, which needs no mention.
const isUsual = (hand, step) => {
  const usual = readData(hand, "usual")[step.dataset.step] ?? "";
  const answer = readAnswer(step.closest(".kind"), step.dataset.step);
  return answer === undefined || answer === [].concat(usual).join(" ") || (answer === "" && usual === "no"); // a switch that is off
};

const sharesSum = (step) => step.dataset.total !== undefined && $$(`[data-question="${step.dataset.question}"]`, step.parentElement).length === 2;
// Return the name of the player or side that answers, where several do.
function nameSide(step) {
  if (step.dataset.side === undefined || sharesSum(step)) return [];
  return [Object.assign($(".subject", step).cloneNode(true), { className: "owner" }), " "];
}

function renderAnswer(kind, path) {
  const inputs = findChosen(kind, path);
  if (!inputs.length) return ["–"];
  const cards = $$(".tray .playing-card", inputs[0].closest(".step"));
  if (cards.length && cards.length <= MOST_DRAWN) return cards.map((card) => card.cloneNode(true));
  const labels = inputs.map(renderLabel);
  if (labels.every((label) => label.every((part) => typeof part === "string"))) return [labels.map((label) => label.join(" ")).join(", ")];
  return labels.flatMap((label, n) => [...(n ? [", "] : []), ...label]);
}

function renderLabel(input) {
  if (input.closest("[data-cards]")) return [renderCards(input)];
  if (!["radio", "checkbox"].includes(input.type)) return [input.value.replace("-", "−")];
  const label = input.closest("label");
  const chipText = $("[data-chip]", label);
  const copy = (chipText ?? label).cloneNode(true);
  for (const each of $$(`input, .sub, .knob, .tick${chipText ? "" : ", .visually-hidden"}`, copy)) each.remove();
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
  return legend.textContent.trim();
}

function makeChip(parts, path, step, className = "") {
  const button = create("button", { type: "button", className: `chip ${className}` });
  button.dataset.open = path;
  if (step) button.append(create("span", { className: "visually-hidden", textContent: punctuate(readQuestion(step)) }));
  button.append(...parts);
  return button;
}

// The keys ----------------------------------------------------------------------------------------------------

// Return the path of the question below which an optional question has its key.
const findStepAbove = (kind, optional) => optional.dataset.below?.split(" ").find((path) => $$(".step", kind).some((step) => step.dataset.step === path && isRelevant(step)));

// Show the keys of the optional questions that belong below the open question. At the end, show those of the optional
// questions that still have their usual answer.
function showExtras(hand, step) {
  const extras = $(".extras", hand);
  const kind = findKind(hand);
  const isEnd = !step || step.dataset.step === "reason";
  const isBelowOpenStep = (each) => findStepAbove(kind, each) === step.dataset.step;
  const isOfferedAtEnd = (each) => (each.dataset.side === undefined || hand.id === "facts") && isUsual(hand, each);
  const isOffered = isEnd ? isOfferedAtEnd : isBelowOpenStep;
  const extraSteps = findSteps(hand).filter((each) => isOptional(each) && isRelevant(each) && each !== step && isOffered(each));
  // While a number is typed, keys that no longer matter are only disabled, so that no key moves during a tap.
  const question = `${kind.dataset.kind} ${step?.dataset.step}`;
  const keptPaths = step && extras.dataset.drawnFor === question && $("input[data-pad]", step) ? $$("[data-open]", extras).map((key) => key.dataset.open) : [];
  extras.dataset.drawnFor = question;
  const shown = findSteps(hand).filter((each) => extraSteps.includes(each) || keptPaths.includes(each.dataset.step));
  updateChildren(extras, shown.map((each) => renderExtra(hand, kind, each, !extraSteps.includes(each))));
  extras.hidden = !shown.length;
}
function renderExtra(hand, kind, step, disabled) {
  const { step: path, widget, side } = step.dataset;
  const button = create("button", { type: "button", className: "key secondary", disabled });
  button.dataset.open = path;
  const text = create("span");
  const question = $(".asks", step).textContent;
  text.append(question, ...(hand.id === "facts" && side !== undefined ? [" · ", ...nameSide(step)] : []));
  if (widget === "switch") button.setAttribute("aria-pressed", String(readAnswer(kind, path) === "yes"));
  else if (findChosen(kind, path).some((input) => input.value !== "")) text.append(question.endsWith("?") ? " " : ": ", ...renderAnswer(kind, path));
  button.append(text);
  return button;
}

// Redrawing equal keys would lose a tap in progress.
function updateChildren(parent, children) {
  const old = [...parent.childNodes];
  if (old.length !== children.length || old.some((node, n) => !node.isEqualNode(children[n]))) parent.replaceChildren(...children);
}

// Show faults until the next preview, above the keys, so that no key moves.
function showFaults(hand) {
  const list = $("#hand-fault", hand);
  if (!list) return;
  const isCurrent = getState(hand).pendingChange === undefined;
  list.classList.toggle("stale", !isCurrent);
  // Some faults count only once every question has its answer.
  const isWhole = !findUnanswered(hand).length;
  for (const each of $$("#preview > .provisional-fault", hand)) each.hidden = isWhole;
  const faults = isCurrent ? $$(`#preview > :is(.error${isWhole ? ", .provisional-fault" : ""})`, hand) : [];
  // Faults that came with the form stay until an answer is changed or the preview has faults.
  if (!isCurrent) list.dataset.old = "";
  else if (faults.length || list.dataset.old !== undefined)
    list.replaceChildren(...faults.map((each) => Object.assign(each.cloneNode(true), { className: "error", hidden: false })));
  list.hidden = !list.children.length;
}

// Return the paths of wrong boxes and questions, or "" for the whole hand.
const readFaults = (hand) => $$("#hand-fault:not(.stale) > .error", hand).map((each) => each.dataset.at ?? "");
const isWithin = (inner, outer) => inner === outer || inner.startsWith(`${outer}.`);
const overlaps = (one, other) => isWithin(one, other) || isWithin(other, one);

function showSave(hand) {
  const saveKey = $("#save", hand);
  const isCurrent = getState(hand).pendingChange === undefined;
  findPreview(hand)?.classList.toggle("stale", !isCurrent);
  if (!saveKey) return; // a referee's question has no Save: the last answer asks for the ruling
  const isWhole = !findUnanswered(hand).length;
  saveKey.classList.toggle("waits", !isWhole || readFaults(hand).length > 0);
  saveKey.disabled = isWhole && isCurrent && findPreview(hand)?.dataset.unchanged !== undefined;
}

/**
 * Ask for a preview: of the whole hand's score, or of what is at stake once the bidding is known.
 *
 * @param {PageElement} hand
 */
export function updatePreview(hand) {
  const preview = findPreview(hand);
  if (!preview) return;
  const state = getState(hand);
  const unanswered = findUnanswered(hand);
  // An unanswered question that only the site's decision shows may not matter after this answer: ask the site again.
  const isWhole = unanswered.every((step) => step.dataset.site === "on") && (!unanswered.length || state.pendingChange !== undefined);
  const bidSteps = findSteps(hand).filter((step) => step.dataset.moment === "auction");
  const bidding = bidSteps.every((step) => step.dataset.must === undefined || !isRelevant(step) || isAnswered(step))
    ? bidSteps.map((step) => readAnswer(step.closest(".kind"), step.dataset.step)).join("|") : "";
  const needsPreview = isWhole || (bidding && bidding !== state.bidding);
  if (needsPreview && !emitPreviewNeeded(preview) && !isOffline()) htmx.trigger(preview, "preview");
  state.bidding = bidding;
}

// Taps and typed answers --------------------------------------------------------------------------------------

document.addEventListener("change", ({ target }) => {
  const hand = target.closest("form.hand");
  if (!hand || !$(".keyboard", hand) || target.type === "text") return; // the input event handles text
  if (target.name === "kind") return changeKind(hand, target);
  const step = target.closest(".step");
  if (!step) return;
  forgetDecisions(hand);
  markChanged(hand);
  if (target.type === "checkbox") uncheckExcluded(target);
  if (target.type === "radio") {
    const typed = $(`[name="${CSS.escape(target.name)}.n"]`, step); // the box beside the keys
    if (typed?.type === "text") typed.value = "";
    fillRemaining(target);
  }
  const isComplete = target.type === "radio" || target.closest(".none") || step.dataset.widget === "switch";
  if (!isComplete || usesArrows()) {
    openStep(hand, step, false);
    updatePreview(hand);
  } else askNext(hand);
});

let previewTimer; // of typed text
document.addEventListener("input", ({ target }) => {
  const hand = target.closest("form.hand");
  const step = target.closest(".step");
  if (!hand || target.type !== "text" || !step) return;
  const none = $(".none input", step);
  if (none && target.value) none.checked = false;
  if (target.matches(".another") && target.value)
    for (const each of $$(`[name="${CSS.escape(target.name.slice(0, -2))}"]`, step)) each.checked = false;
  forgetDecisions(hand);
  markChanged(hand);
  fillRemaining(target);
  openStep(hand, step, false);
  clearTimeout(previewTimer);
  previewTimer = setTimeout(() => updatePreview(hand), 350);
});

// Choose another kind of hand and take over the answers that both kinds ask for.
function changeKind(hand, key) {
  const [previous, chosen] = [findKind(hand), $(`.kind[data-kind="${CSS.escape(key.value)}"]`, hand)];
  if (!chosen || (chosen === previous && !key.dataset.answer)) return;
  Object.assign(previous, { hidden: true, disabled: true });
  Object.assign(chosen, { hidden: false, disabled: false });
  for (const input of $$("input:checked", previous)) {
    const same = $(`input[name="${CSS.escape(input.name)}"][value="${CSS.escape(input.value)}"]`, chosen);
    if (same && input.closest("[data-must]")) same.checked = true;
  }
  // "Misère" and "Open misère" are one kind; the key says which.
  const [question, answer] = key.dataset.answer?.split("=") ?? [];
  const radios = $$("input[type=radio]", chosen);
  for (const input of radios) if (input.name === question && input.value === answer) input.checked = true;
  // Radios of all kinds are one group, so another kind's answer has unchecked this kind's default.
  for (const input of radios)
    if (input.defaultChecked && !$(`input[name="${CSS.escape(input.name)}"]:checked`, chosen)) input.checked = true;
  openedStep = undefined;
  markChanged(hand);
  drawKeyboard(hand, !usesArrows());
  updatePreview(hand);
}

document.addEventListener("click", (event) => {
  const { target } = event;
  const hand = target.closest("form.hand");
  if (!hand) return;
  const chosen = target.closest("[data-open]");
  if (chosen) return openChip(hand, chosen.dataset.open);
  if (target.closest(".next-step")) return confirmStep(hand);
  if (target.closest("[data-repeat]")) {
    repeatAnswers(hand);
    forgetDecisions(hand);
    markChanged(hand);
    return askNext(hand);
  }
  if (target.closest("[data-no-repeat]")) {
    target.closest(".repeat-offer").dataset.done = "";
    return askNext(hand);
  }
  const reason = target.closest("[data-reason]");
  if (reason) {
    $("[name=reason]", hand).value = reason.textContent.trim();
    markChanged(hand);
    return askNext(hand);
  }
  // A tap on the chosen key changes nothing: ask the next question. (In a click made by the keyboard, `detail` is 0.)
  const key = target.closest("label.key")?.control ?? target;
  const step = key.closest(".step.asked");
  if (step && key.type === "radio" && event.detail && openedStep) return setTimeout(() => openedStep === step && askNext(hand));
  if (target.closest("#save.waits")) {
    event.preventDefault();
    const wrong = readFaults(hand);
    openStep(hand, findUnanswered(hand)[0] ?? orderSteps(hand).find((each) => isRelevant(each) && wrong.some((path) => overlaps(path, each.dataset.step))));
  }
});

function openChip(hand, path) {
  if (path === "kind") {
    const [usual] = $$("[name=kind]", hand);
    usual.checked = true;
    return changeKind(hand, usual);
  }
  const step = findSteps(hand).find((each) => each.dataset.step === path);
  if (step.dataset.widget === "switch" && isOptional(step)) {
    const box = $("input[type=checkbox]", step);
    box.checked = !box.checked;
    forgetDecisions(hand);
    markChanged(hand);
    drawKeyboard(hand);
    return updatePreview(hand);
  }
  openStep(hand, step);
}

/**
 * Take the content of the open question, even if empty, as its answer, and ask the next one.
 *
 * @param {PageElement} hand
 */
export function confirmStep(hand) {
  const step = findCurrent(hand);
  if (step && lacksCards(step)) return;
  if (step && needsNext(step)) step.dataset.done = "";
  askNext(hand);
}

const lacksCards = (step) => $$(".cards-box[data-least]", step).some((box) => $$(".tray .playing-card", box).length < Number(box.dataset.least));

// The keyboard of a desktop -----------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const { target } = event;
  const hand = target.closest?.("form.hand") ?? (target.matches?.("body, main") ? findForm() : null);
  const { form: owner } = target; // buttons among the keys may belong to another form
  if (!hand || !findKind(hand) || (owner && owner !== hand) || isCommand(event)) return;
  const step = findCurrent(hand);
  if (handleKeystroke(hand, step, event) || event.key !== "Enter") return;
  if (event.repeat) return event.preventDefault();
  if (target.matches("button, a, summary") && !target.matches("#save.waits")) return;
  event.preventDefault();
  if (step && (isAnswered(step) || needsNext(step) || isOptional(step))) return confirmStep(hand);
  $("#save:not(.waits)", hand)?.click();
});

// Return whether the key pressed was part of an answer.
function handleKeystroke(hand, step, event) {
  const { target } = event;
  const box = step && $("input[data-pad], input.another", step);
  if (target.closest(".card-key") || (target !== box && target.matches("input:not([type=radio], [type=checkbox])"))) {
    forgetTyped();
    return false;
  }
  if (box && /^[\d.,-]$/.test(event.key)) {
    forgetTyped();
    if (target !== box) {
      // The browser then types the digit into the box.
      box.focus({ preventScroll: true });
      box.select();
    }
    return true;
  }
  const question = step ?? $(".kinds.asked", hand);
  // In a number's box, only a letter can begin the text of a key, such as "None".
  if (!question || (target === box && !hasTyped() && !/^\p{L}$/u.test(event.key))) return false;
  const keys = findKeys(hand);
  if (!keys.length) return false;
  const key = typeAnswer(event, question, keys);
  if (key?.checked && key.type === "radio" && step?.contains(key)) askNext(hand);
  else key?.click();
  return event.defaultPrevented;
}

// The keys of the open question and those of other kinds of hand.
const findKeys = (hand) => $$(":is(.step.asked, .kinds.asked) label.key input", hand)
  .filter((input) => !input.closest(".kinds") || (input.closest("label").offsetParent && !input.checked));

// A pad for numbers -------------------------------------------------------------------------------------------

let prefersCards = true; // add up points card by card, where the game has card keys
const readCards = (input) => (input.dataset.added ? JSON.parse(input.dataset.added) : []);

function showPad(hand, step) {
  const pad = $("#pad", hand);
  const input = step && $("input[data-pad]", step);
  const lacksReason = () => step.dataset.step === "reason" && !isAnswered(step);
  const usesNext = () => needsNext(step) || isOptional(step) || $(".another", step)?.value;
  $(".next-step", hand).hidden = !step || Boolean(input) || lacksCards(step) || lacksReason() || !usesNext();
  pad.hidden = !input;
  if (!input) return;
  const { dataset } = input;
  const isByCards = Boolean(dataset.adds) && prefersCards;
  input.inputMode = "none"; // keeps the phone's own keyboard away
  if (pad.dataset.drawnFor !== step.dataset.step) {
    if (input.value) dataset.whole = ""; // the next digit begins a new number
    pad.dataset.drawnFor = step.dataset.step;
  }
  pad.classList.toggle("by-cards", isByCards);
  updateCardKeys(pad, isByCards ? dataset.adds : "");
  $("[data-put=sign]", pad).hidden = isByCards || !(Number(dataset.least) < 0);
  $("[data-put='.']", pad).hidden = isByCards || dataset.pad !== "parts";
  const switchKey = $("[data-put=turn]", pad);
  switchKey.hidden = !dataset.adds;
  switchKey.textContent = isByCards ? switchKey.dataset.digits : switchKey.dataset.cards;
  pad.classList.toggle("wide", !isByCards && $$(":is([data-put=sign], [data-put='.'], [data-put=turn])", pad).some((key) => !key.hidden));
  const cards = readCards(input);
  const sum = $(".added", pad);
  const count = cards.length === 1 ? pad.dataset.cardsOne : pad.dataset.cardsMany.replace("{n}", cards.length);
  sum.textContent = cards.length ? `${cards.map(([label]) => label).join(" + ")} = ${input.value} · ${count}` : "";
  sum.hidden = !cards.length;
}
function updateCardKeys(pad, cards) {
  if (pad.dataset.keys === cards) return;
  pad.dataset.keys = cards;
  for (const key of $$("[data-put=card]", pad)) key.remove();
  for (const card of cards.split("|").filter(Boolean)) {
    const [label, value] = card.split("=");
    const key = create("button", { type: "button", className: "key", textContent: label });
    Object.assign(key.dataset, { put: "card", label, value });
    $("[data-put=back]", pad).before(key);
  }
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("#pad [data-put]");
  const hand = key && findForm();
  const step = hand && findCurrent(hand);
  const input = step && $("input[data-pad]", step);
  if (input) tapPad(hand, step, input, key);
});

function tapPad(hand, step, input, key) {
  const { put: action, label, value } = key.dataset;
  if (action === "next") return input.value === "" && !isOptional(step) ? undefined : confirmStep(hand);
  if (action === "turn") {
    prefersCards = !prefersCards;
    return showPad(hand, step);
  }
  const cards = readCards(input);
  if (action === "card" || (action === "back" && cards.length)) {
    if (action === "card") cards.push([label, Number(value)]);
    else cards.pop();
    input.value = cards.length ? cards.reduce((sum, [, n]) => sum + n, 0) : "";
    return writeNumber(input, cards);
  }
  if (action === "back") input.value = input.value.slice(0, -1);
  else if (action === "sign") input.value = input.value.startsWith("-") ? input.value.slice(1) : `-${input.value}`;
  else input.value = (cards.length || input.dataset.whole !== undefined ? "" : input.value) + action;
  writeNumber(input, []);
  if (/^\d$/.test(action) && isFull(input)) confirmStep(hand);
}

function writeNumber(input, cards) {
  input.dataset.added = cards.length ? JSON.stringify(cards) : "";
  delete input.dataset.whole;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// Return whether another digit would exceed the limits: then the number is complete.
function isFull(input) {
  const { most, least, pad } = input.dataset;
  const n = Number(input.value);
  if (pad === "parts" || most === "" || !Number.isInteger(n)) return false;
  return n === 0 || (n > 0 ? n * 10 > Number(most) : n * 10 < Number(least));
}

// Previews ----------------------------------------------------------------------------------------------------

document.addEventListener("htmx:config:request", (event) => {
  if (isPreviewTarget(event.target)) event.detail.ctx.previewedChange = getState(findForm())?.pendingChange;
});
document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  const hand = findForm();
  if (!hand) return;
  if (isPreviewTarget(ctx.target)) return acceptPreview(ctx.previewedChange);
  // A keyboard that was drawn during its form's swap has lost its pad, because htmx set the response's attributes later.
  const wasReplaced = ctx.target?.isConnected === false;
  if (wasReplaced || !getState(hand).isDrawn || (ctx.target?.nodeType && hand.contains(ctx.target))) startKeyboard(hand);
});

/**
 * Apply a preview that has arrived.
 *
 * @param {number} [previewedChange] the number of the last change when the preview was requested
 */
export function acceptPreview(previewedChange) {
  const hand = findForm();
  const state = getState(hand);
  if (previewedChange === state.pendingChange) {
    state.pendingChange = undefined;
    applyPreview(findPreview(hand));
  }
  startKeyboard(hand);
}
// Ask again for a preview that was lost.
document.addEventListener("htmx:error", (event) => {
  if (isPreviewTarget(event.target) && navigator.onLine)
    setTimeout(() => findPreview(document) && htmx.trigger(findPreview(document), "preview"), 1500);
});
document.addEventListener("network", (event) => {
  const hand = findForm();
  if (event.detail.isBack && getState(hand)?.pendingChange !== undefined) updatePreview(hand);
});

function startKeyboard(hand) {
  if (!hand || !$(".keyboard", hand)) return;
  const state = getState(hand);
  if (state.isDrawn) return drawKeyboard(hand);
  state.isDrawn = true;
  applyPreview(findPreview(hand));
  // The focus was on the key that saved the last hand.
  drawKeyboard(hand, document.activeElement?.id === "save");
  // A hand that came with all answers has no preview yet. htmx starts in a timer of its own, so wait for that.
  const endTask = beginTask();
  setTimeout(() => {
    if (findPreview(hand)?.id === "preview" && !findUnanswered(hand).length && !$("#preview :is(.effects, .error, .provisional-fault)", hand)) updatePreview(hand);
    endTask();
  });
}
/**
 * Ask the question that a link to an answer of a saved hand names.
 *
 * @param {PageElement | null} hand
 * @param {string} hash of the link
 */
export function openStepOfLink(hand, hash) {
  const path = decodeURIComponent(hash.slice(1));
  const step = hand && path && findSteps(hand).find((each) => each.dataset.step === path || $(`[name="${CSS.escape(path)}"]`, each));
  if (step) openStep(hand, step);
}
startKeyboard(findForm());
openStepOfLink(findForm(), location.hash);
addEventListener("resize", () => drawKeyboard(findForm())); // turning a phone changes the space for the sentence
