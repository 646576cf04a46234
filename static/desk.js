// The pads (keys on the screen) for cards and calls, the examples of rulebooks, and the referee. Without this file, cards
// and calls are typed into a box.
import { $, $$, create, load } from "./dom.js";
import { confirmStep } from "./keyboard.js";
import { isOffline, showNeedsNetwork } from "./network.js";

// Cards ------------------------------------------------------------------------------------------------------

const readCards = (box) => $("input", box).value.toUpperCase().split(/[,\s]+/).filter(Boolean);
const readLimit = (box) => Number(box.dataset.most) || Infinity;

// Show the cards of the box in its tray, and mark their keys.
function showCards(box) {
  const tray = $(".tray", box);
  const chosen = readCards(box).map((word) => word.replace(/^10/, "T"));
  tray.replaceChildren(
    ...chosen.flatMap((word) => {
      const key = $(`[data-card="${CSS.escape(word)}"] svg, [data-rank="${CSS.escape(word[0])}"] svg`, box);
      return key ? [key.cloneNode(true)] : [];
    }),
  );
  // Cards on the table are shown as they lie, with empty slots.
  if (box.dataset.rows !== undefined) for (let n = chosen.length; n < readLimit(box); n++) tray.append(create("span", { className: "slot" }));
  const isFull = readLimit(box) > 1 && chosen.length >= readLimit(box);
  for (const key of $$(".card-key", box)) {
    const isPressed = chosen.includes(key.dataset.card);
    if (key.dataset.card) key.setAttribute("aria-pressed", String(isPressed));
    key.disabled = isFull && !isPressed;
  }
  $("[data-back]", box).disabled = chosen.length === 0;
}

function putCards(box, words) {
  const input = $("input", box);
  input.value = words.join(" ");
  showCards(box);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function tapCard(box, card) {
  const removesOnSecondTap = !("byRank" in box.dataset); // the key of a rank adds another card of that rank instead
  const cards = readCards(box);
  const others = readLimit(box) === 1 ? [] : cards.filter((other) => !removesOnSecondTap || other !== card);
  putCards(box, removesOnSecondTap && cards.includes(card) ? others : [...others, card]);
  if (readCards(box).length >= readLimit(box)) confirmStep($("input", box).form);
}
const removeLast = (box) => putCards(box, readCards(box).slice(0, -1));

// Where suits do not matter, a key stands for a rank. Return the card of that rank that was chosen least often so far.
function findFreeCard(box, key) {
  const chosen = $$(".cards-box", box.closest("form")).flatMap(readCards);
  const count = (card) => chosen.filter((word) => word === card).length;
  return key.dataset.cards.split(" ").reduce((best, card) => (count(card) < count(best) ? card : best));
}

document.addEventListener("click", ({ target }) => {
  const box = target.closest(".cards-box");
  if (!box) return;
  const key = target.closest(".card-key");
  if (key) tapCard(box, key.dataset.card ?? findFreeCard(box, key));
  if (target.closest("[data-back]")) removeLast(box);
});

document.addEventListener("input", (event) => {
  const box = event.isTrusted && event.target.closest(".cards-box");
  if (box) showCards(box);
});

// On the pad: a rank and then a suit choose a card, Backspace removes one, arrows move.
let typedRank = "";
document.addEventListener("keydown", (event) => {
  const key = event.target.closest?.(".card-key");
  if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = key.closest(".cards-box");
  const letter = event.key.toUpperCase();
  if (event.key.startsWith("Arrow")) {
    moveFocus(box, key, event.key);
    event.preventDefault();
  } else if (event.key === "Backspace") {
    removeLast(box);
    event.preventDefault();
  } else if (letter.length === 1 && $(`[data-card="${CSS.escape(typedRank + letter)}"]`, box)) {
    tapCard(box, typedRank + letter);
    typedRank = "";
  } else if (/^[0-9TJQKAX]$/.test(letter)) {
    const rank = (typedRank === "1" ? "1" : "") + letter;
    typedRank = rank === "10" ? "T" : rank;
  }
});

function moveFocus(box, key, arrow) {
  const keys = $$(".card-key", box);
  const row = $$(".card-key", key.parentElement);
  const rows = $$(".suit-row", box);
  const offset = { ArrowLeft: -1, ArrowRight: 1 }[arrow] ?? 0;
  let next = keys[keys.indexOf(key) + offset];
  if (arrow === "ArrowUp" || arrow === "ArrowDown") {
    const other = rows[rows.indexOf(key.parentElement) + (arrow === "ArrowUp" ? -1 : 1)];
    next = other && $$(".card-key", other)[Math.min(row.indexOf(key), other.children.length - 1)];
  }
  if (!next) return;
  key.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

// Calls ------------------------------------------------------------------------------------------------------

const readCalls = (box) => $("input", box).value.split(/[,\s]+/).filter(Boolean);
const isSingle = (box) => box.dataset.most === "1"; // the box takes one call, which follows the calls of another box

function fetchPad(box) {
  if (!box.dataset.calls || !$(".pad-content", box)) return;
  const url = new URL(box.dataset.calls, location.href);
  const callsBox = isSingle(box) ? $$(".calls-box", box.closest("form")).find((each) => !isSingle(each)) : box;
  url.searchParams.set("calls", callsBox ? readCalls(callsBox).join(" ") : "");
  if (isSingle(box)) url.searchParams.set("one", "1");
  htmx.ajax("GET", url.pathname + url.search, { target: $(".pad-content", box), swap: "innerHTML" });
}
const fetchPads = (box) => $$(".calls-box", box.closest("form")).forEach(fetchPad);

function putCalls(box, calls) {
  const input = $("input", box);
  input.value = calls.join(" ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
  markChosen(box);
  if (!isSingle(box)) fetchPads(box);
}

function markChosen(box) {
  if (!isSingle(box)) return;
  const [chosen] = readCalls(box);
  for (const key of $$("[data-call]", box)) key.setAttribute("aria-pressed", String(key.dataset.call === chosen));
}

document.addEventListener("click", ({ target }) => {
  const box = target.closest(".calls-box");
  if (!box) return;
  const key = target.closest("[data-call]");
  const anywayKey = target.closest("[data-anyway]");
  if (key && isSingle(box)) {
    putCalls(box, [key.dataset.call]);
    confirmStep($("input", box).form);
  } else if (key?.dataset.why) showRefusal(box, key);
  else if (key || anywayKey) putCalls(box, [...readCalls(box), key?.dataset.call ?? anywayKey.value]);
  else if (target.closest("[data-uncall]")) putCalls(box, readCalls(box).slice(0, -1));
});

// Say why a call is illegal, and offer to enter it anyway.
function showRefusal(box, key) {
  $(".why", box).textContent = key.dataset.why;
  const anywayKey = $("[data-anyway]", box);
  anywayKey.value = key.dataset.call;
  $(".refusal", box).hidden = false;
}

document.addEventListener("change", (event) => {
  const box = event.isTrusted && event.target.closest(".calls-box");
  if (box) fetchPads(box);
  // A referee's question is asked again under another preset or seating.
  if (event.target.matches("[data-asks-anew]")) event.target.form.requestSubmit();
});

function preparePads() {
  for (const box of $$(":is(.cards-box, .calls-box):not([data-ready])")) {
    box.dataset.ready = "";
    if (box.matches(".cards-box")) showCards(box);
    else fetchPad(box);
  }
  $$(".calls-box").forEach(markChosen);
}
document.addEventListener("htmx:after:swap", preparePads);
preparePads();

// Examples of rulebooks, hand by hand ------------------------------------------------------------------------

for (const steps of $$("[data-steps]")) {
  const example = steps.parentElement;
  const next = $("[data-next]", example);
  if (!next) continue;
  const hiddenSteps = $$(".step", steps).slice(1);
  const end = $(".end", example);
  for (const each of [...hiddenSteps, end]) if (each) each.hidden = true;
  next.hidden = false;
  next.addEventListener("click", () => {
    hiddenSteps.shift().hidden = false;
    if (hiddenSteps.length) return;
    next.hidden = true;
    if (end) end.hidden = false;
  });
}

// A linked rule may be in a closed <details>.
function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target && target.closest("details:not([open])");
  if (!details) return;
  details.open = true;
  target.scrollIntoView();
}
window.addEventListener("hashchange", unfold);
unfold();

// The referee ------------------------------------------------------------------------------------------------

// Without a network the phone's engine gives the ruling, if it is loaded. For a question that was never opened, the
// service worker answers with the page of another question. That question is hidden, and the engine draws the one that
// the URL names.
const desk = $("#desk");
const isOtherQuestion = desk?.dataset.engine !== undefined && !location.pathname.endsWith(`/${desk.dataset.question}/`);
if (isOtherQuestion) {
  for (const each of [$("h1"), desk]) each.hidden = true;
  $("#trouble").replaceChildren(create("p", { className: "quiet", role: "status", textContent: $("#ruling").dataset.asking }));
}
async function updateNetwork() {
  if (!desk) return filterQuestions();
  desk.classList.toggle("offline", isOffline());
  const needsEngine = isOtherQuestion || isOffline();
  if (!needsEngine || !desk.dataset.engine) return;
  const isLoaded = await load(desk.dataset.engine);
  if (isOtherQuestion && !isLoaded) showNeedsNetwork();
}
document.addEventListener("network", updateNetwork);
document.addEventListener("boxes-filled", preparePads);
updateNetwork();

// Without a network the search only filters the questions on the page.
function filterQuestions() {
  const words = $("#q")?.value.toLowerCase().split(/\s+/) ?? [];
  for (const each of $$("#search-results li")) each.hidden = isOffline() && !words.every((word) => each.textContent.toLowerCase().includes(word));
}
document.addEventListener("input", (event) => event.target.id === "q" && filterQuestions());

// Enter moves to the form's button. In forms with players' names, seats.js handles Enter.
document.addEventListener("keydown", (event) => {
  const input = event.target.closest?.("form.start:not(:has(.people)) input");
  const button = input && $(".act button", input.form);
  if (event.key !== "Enter" || !button || event.isComposing) return;
  event.preventDefault();
  button.focus();
});

// A score link has its secret after the #. Browsers do not send that part, so no server log contains the secret.
const secret = $("[data-from-fragment]");
if (secret && location.hash.length > 1) {
  secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  secret.form.requestSubmit();
}
