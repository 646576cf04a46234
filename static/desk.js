// The card pad and the pad of calls, and what a rulebook shows. Without this file the pads are boxes to type in.
import { $, $$, load } from "./dom.js";
import { confirmStep } from "./keyboard.js";
import { isCut, tellNeedsNetwork } from "./network.js";

const readWords = (input) => input.value.toUpperCase().replace(/[,\s]+/g, " ").trim().split(" ").filter(Boolean);

// Cards ------------------------------------------------------------------------------------------------------

// Shows in the tray what the box says, and marks the keys; a word that is no card is left to the box.
function show(box) {
  const tray = $(".tray", box);
  const chosen = readWords($("input", box)).map((word) => word.replace(/^10/, "T"));
  tray.replaceChildren(
    ...chosen.flatMap((word) => {
      const key = $(`[data-card="${CSS.escape(word)}"] svg, [data-rank="${CSS.escape(word[0])}"] svg`, box);
      return key ? [key.cloneNode(true)] : [];
    }),
  );
  // Cards that lie on the table are shown as they lie, with the places that are still empty.
  const places = box.dataset.laid === undefined ? 0 : readMost(box);
  for (let place = chosen.length; place < places; place++)
    tray.append(Object.assign(document.createElement("span"), { className: "slot" }));
  const full = readMost(box) > 1 && chosen.length >= readMost(box);
  for (const key of $$(".card-key", box)) {
    const pressed = chosen.includes(key.dataset.card);
    if (key.dataset.card) key.setAttribute("aria-pressed", String(pressed));
    key.disabled = full && !pressed;
  }
  $("[data-back]", box).disabled = chosen.length === 0;
}

const readMost = (box) => Number(box.dataset.most) || Infinity;

function put(box, words) {
  const input = $("input", box);
  input.value = words.join(" ");
  show(box);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function tap(box, card) {
  const input = $("input", box);
  const chosen = readWords(input);
  if ("byRank" in box.dataset) {
    put(box, [...(readMost(box) === 1 ? [] : chosen), card]);
  } else if (readMost(box) === 1) {
    put(box, chosen.includes(card) ? [] : [card]);
  } else if (chosen.includes(card)) {
    put(box, chosen.filter((word) => word !== card));
  } else {
    put(box, [...chosen, card]);
  }
  if (readWords(input).length >= readMost(box)) confirmStep(input.form);
}

// Of a rank whose suits do not matter, a card that lies nowhere else yet.
function findFreeCard(box, key) {
  const there = $$(".cards-box", box.closest("form")).flatMap((each) => readWords($("input", each)));
  const often = (card) => there.filter((word) => word === card).length;
  return key.dataset.cards.split(" ").reduce((best, card) => (often(card) < often(best) ? card : best));
}

document.addEventListener("click", (event) => {
  const box = event.target.closest(".cards-box");
  if (!box) return;
  const key = event.target.closest(".card-key");
  if (key) tap(box, key.dataset.card ?? findFreeCard(box, key));
  if (event.target.closest("[data-back]")) put(box, readWords($("input", box)).slice(0, -1));
});

document.addEventListener("input", (event) => {
  const box = event.isTrusted && event.target.closest(".cards-box");
  if (box) show(box);
});

// On the pad: a rank and then a suit is a card, Backspace takes one away, arrows move.
let rank = "";
document.addEventListener("keydown", (event) => {
  const key = event.target.closest?.(".card-key");
  if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = key.closest(".cards-box");
  const letter = event.key.toUpperCase();
  if (event.key.startsWith("Arrow")) {
    move(box, key, event.key);
    event.preventDefault();
  } else if (event.key === "Backspace") {
    put(box, readWords($("input", box)).slice(0, -1));
    event.preventDefault();
  } else if (letter.length === 1 && $(`[data-card="${CSS.escape(rank + letter)}"]`, box)) {
    tap(box, rank + letter);
    rank = "";
  } else if (/^[0-9TJQKAX]$/.test(letter)) {
    rank = letter === "0" && rank === "1" ? "T" : (rank === "1" ? "1" : "") + letter;
  }
});

function move(box, key, arrow) {
  const keys = $$(".card-key", box);
  const row = $$(".card-key", key.parentElement);
  const rows = $$(".suit-row", box);
  let next = keys[keys.indexOf(key) + (arrow === "ArrowRight" ? 1 : arrow === "ArrowLeft" ? -1 : 0)];
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

const readCalls = (box) => $("input", box).value.replace(/[,\s]+/g, " ").trim().split(" ").filter(Boolean);
const isNext = (box) => box.dataset.most === "1";

// The pad after these calls; a box of a single call is the one after those of the box before it.
function ask(box) {
  if (!box.dataset.calls || !$(".pad-here", box)) return;
  const address = new URL(box.dataset.calls, location.href);
  const before = isNext(box) ? $$(".calls-box", box.closest("form")).find((each) => !isNext(each)) : box;
  address.searchParams.set("calls", before ? readCalls(before).join(" ") : "");
  if (isNext(box)) address.searchParams.set("one", "1");
  htmx.ajax("GET", address.pathname + address.search, { target: $(".pad-here", box), swap: "innerHTML" });
}

function call(box, calls) {
  const input = $("input", box);
  input.value = calls.join(" ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
  mark(box);
  if (!isNext(box)) $$(".calls-box", box.closest("form")).forEach(ask);
}

function mark(box) {
  if (!isNext(box)) return;
  const [chosen] = readCalls(box);
  for (const key of $$("[data-call]", box)) key.setAttribute("aria-pressed", String(key.dataset.call === chosen));
}

document.addEventListener("click", (event) => {
  const box = event.target.closest(".calls-box");
  if (!box) return;
  const key = event.target.closest("[data-call]");
  if (key && isNext(box)) {
    call(box, [key.dataset.call]);
    confirmStep($("input", box).form);
  }
  else if (key?.dataset.why) refuse(box, key);
  else if (key) call(box, [...readCalls(box), key.dataset.call]);
  else if (event.target.closest("[data-anyway]")) call(box, [...readCalls(box), event.target.closest("[data-anyway]").value]);
  else if (event.target.closest("[data-uncall]")) call(box, readCalls(box).slice(0, -1));
});

// A grey key says why; what was called all the same goes in by a second tap.
function refuse(box, key) {
  $(".why", box).textContent = key.dataset.why;
  const anyway = $("[data-anyway]", box);
  anyway.value = key.dataset.call;
  $(".refusal", box).hidden = false;
}

document.addEventListener("change", (event) => {
  const box = event.isTrusted && event.target.closest(".calls-box");
  if (box) $$(".calls-box", box.closest("form")).forEach(ask);
  if (event.target.matches("[data-asks-anew]")) event.target.form.requestSubmit();
});

// What a page or a swapped part brings is made ready once.
function makeReady() {
  for (const box of $$(".cards-box:not([data-ready])")) {
    box.dataset.ready = "";
    show(box);
  }
  for (const box of $$(".calls-box:not([data-ready])")) {
    box.dataset.ready = "";
    ask(box);
  }
  $$(".calls-box").forEach(mark);
}
document.addEventListener("htmx:after:swap", makeReady);
makeReady();

// Rulebooks: an example is stepped through hand by hand ------------------------------------------------------

for (const steps of $$("[data-steps]")) {
  const example = steps.parentElement;
  const next = $("[data-next]", example);
  if (!next) continue;
  const hidden = () => $$(".step[hidden]", steps);
  for (const step of $$(".step", steps).slice(1)) step.hidden = true;
  const end = $(".end", example);
  if (end) end.hidden = true;
  next.hidden = false;
  next.addEventListener("click", () => {
    const [step] = hidden();
    step.hidden = false;
    if (hidden().length === 0) {
      next.hidden = true;
      if (end) end.hidden = false;
    }
  });
}

// A rule that is linked to may be among those that are folded away.
function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target && target.closest("details:not([open])");
  if (folded) {
    folded.open = true;
    target.scrollIntoView();
  }
}
window.addEventListener("hashchange", unfold);
unfold();

// Where no answer comes the engine of the phone rules, if it is there; else the ruling waits, and says so. The service
// worker may have given the page of another question: the engine asks that of the address.
const desk = $("#desk");
const isAnother = desk?.dataset.engine !== undefined && !location.pathname.endsWith(`/${desk.dataset.question}/`);
if (isAnother) {
  for (const each of [$("h1"), desk]) each.hidden = true;
  $("#trouble").replaceChildren(Object.assign(document.createElement("p"), { className: "quiet", role: "status", textContent: $("#ruling").dataset.asking }));
}
async function tellCut() {
  if (!desk) return search();
  desk.classList.toggle("cut", isCut());
  if ((isAnother || isCut()) && desk.dataset.engine && !(await load(desk.dataset.engine)) && isAnother) tellNeedsNetwork();
}
document.addEventListener("network", tellCut);
document.addEventListener("drawn", makeReady);
tellCut();

// The questions of the page are found by their own words.
function search() {
  const words = $("#q")?.value.toLowerCase().split(/\s+/) ?? [];
  for (const each of $$("#found li")) each.hidden = isCut() && !words.every((word) => each.textContent.toLowerCase().includes(word));
}
document.addEventListener("input", (event) => event.target.id === "q" && search());

// In a form of many boxes Enter goes to the key that acts. Where there are names, seats.js says.
document.addEventListener("keydown", (event) => {
  const input = event.target.closest?.("form.start:not(:has(.people)) input");
  const acts = input && $(".act button", input.form);
  if (event.key !== "Enter" || !acts || event.isComposing) return;
  event.preventDefault();
  acts.focus();
});

// A score link carries its secret behind the #, where no log and no proxy sees it.
const secret = $("[data-from-fragment]");
if (secret && location.hash.length > 1) {
  secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  secret.form.requestSubmit();
}
