// The form of a hand: what a tap fills in and folds away, what Enter does; and the hand begun.
import { $, $$ } from "./dom.js";
import { cut } from "./network.js";

export const form = () => $("form.hand");
let touches = 0;
// With the arrows one goes through the keys: what folds away once it is answered stays open then.
let arrows = false;
document.addEventListener("keydown", (event) => (arrows = event.key.startsWith("Arrow")), true);
document.addEventListener("pointerdown", () => (arrows = false), true);
let keeping; // what keeps the hand begun, a moment after the last tap

document.addEventListener("change", (event) => {
  const hand = event.target.closest("form.hand");
  if (!hand) return;
  touched(hand);
  if (event.target.type === "checkbox") eitherNoneOr(event.target);
  if (event.target.type === "radio") {
    const typed = hand.elements[`${event.target.name}.n`];
    if (typed?.type === "text") typed.value = ""; // what is typed beside keys would hold
    fillTheRest(event.target);
    firstWhoBid(hand, event.target);
  }
  if (cut) alone(hand);
});
document.addEventListener("input", (event) => {
  const hand = event.target.closest("form.hand");
  if (hand && event.target.type === "text") {
    const none = $(".none input", event.target.parentElement);
    if (none && event.target.value) none.checked = false;
    if (event.target.matches(".another") && event.target.value)
      for (const each of $$(`[name="${CSS.escape(event.target.name.slice(0, -2))}"]`, hand)) each.checked = false;
    touched(hand);
    fillTheRest(event.target);
    if (cut) alone(hand);
  }
});

// "None" is an answer of its own: beside a number the box is emptied, in a set whatever else was marked goes.
function eitherNoneOr(input) {
  if (!input.checked) return;
  const box = input.closest(".none") && $("input.box", input.closest(".none").parentElement);
  if (box) box.value = "";
  else for (const other of $$(`input[type=checkbox][name="${CSS.escape(input.name)}"]`, input.form))
    if (other !== input && (input.value === "" || other.value === "")) other.checked = false;
}

// Something else is confirmed than what was sent before: that needs a key of its own.
function touched(hand) {
  hand.dataset.dirty = "";
  hand.dataset.unseen = ++touches; // no preview has seen this yet
  delete hand.dataset.half;
  if (hand.dataset.sent !== undefined) {
    hand.elements.key.value = newKey();
    delete hand.dataset.sent;
  }
  forgetToKeep();
  if (hand.dataset.begun) keeping = setTimeout(keepNow, 2500);
}

function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export function forgetToKeep() {
  clearTimeout(keeping);
}

// Keep the hand begun, so that Back, a call or an empty battery loses nothing and every phone sees it.
function keepNow() {
  const hand = form();
  forgetToKeep();
  if (!hand || !hand.dataset.begun || hand.dataset.dirty === undefined || hand.dataset.sent !== undefined) return;
  const body = new URLSearchParams(new FormData(hand));
  body.set("quietly", "1");
  fetch(hand.dataset.begun, { method: "POST", body, keepalive: true, credentials: "same-origin" }).catch(() => {});
}

document.addEventListener("visibilitychange", () => document.hidden && keepNow());

// What changed in the form while no answer came is looked at once the site answers again.
document.addEventListener("network", (event) => {
  const hand = form();
  if (hand?.dataset.unseen === undefined) return;
  if (cut) alone(hand);
  if (event.detail.back) htmx.trigger($("#preview"), "again");
});

// Where all the numbers have a known sum, the last one follows by itself.
function fillTheRest(input) {
  const question = input.closest("[data-total]");
  if (!question) return;
  const boxes = {};
  for (const each of $$("input:not([type=checkbox])", question)) (boxes[each.name] ??= []).push(each);
  const names = Object.keys(boxes);
  const own = new Set((question.dataset.own ?? "").split(" ").filter(Boolean)).add(input.name);
  question.dataset.own = [...own].join(" ");
  const rest = names.filter((name) => !own.has(name));
  const last = rest.length === 1 ? rest[0] : names.length === 2 ? names.find((name) => name !== input.name) : null;
  if (last) {
    const sum = names.filter((name) => name !== last).reduce((total, name) => total + numberOf(valueOf(boxes[name])), 0);
    const least = Number(question.dataset.least ?? 0);
    const totals = [question.dataset.total, question.dataset.otherTotal].filter((total) => total !== undefined);
    const rests = totals.map((total) => Math.round((Number(total) - sum) * 1e6) / 1e6);
    const left = rests.find((rest) => rest >= least) ?? rests[0];
    for (const each of boxes[last]) {
      if (each.type === "radio") each.checked = Number(each.value) === left;
      else each.value = left >= least ? left : ""; // not a number is no number at all
    }
  }
  // Of more than two, the next one that is still to be counted opens.
  if (names.length > 2 && input.closest(".count") && !arrows) {
    const open = $$(".count", question).find((count) => !$("input:checked", count));
    input.closest(".count").open = false;
    if (open) open.open = true;
  }
  for (const count of $$(".count", question)) {
    const chosen = $("input:checked", count);
    $("output", count).textContent = chosen ? chosen.value : "";
  }
}

// A number as people write it: 1,5 and 3/2 and −2 too.
function numberOf(text) {
  const [whole, part = 1] = String(text).replace(",", ".").replace("\u2212", "-").split("/").map(Number);
  return whole / part;
}

function valueOf(inputs) {
  const chosen = inputs.find((each) => each.type !== "radio" || each.checked);
  return chosen ? chosen.value : 0;
}

// What is folded away says its answer outside, and closes when it is given.
document.addEventListener("change", (event) => {
  if (event.target.type !== "radio") return;
  for (const fold of $$("form.hand .seldom")) {
    if ($$(".keys", fold).length !== 1 || !$(`[name="${CSS.escape(event.target.name)}"]`, fold)) continue;
    $(".said", fold).textContent = $("input:checked", fold)?.closest(".key").textContent.trim() ?? "";
    if (fold.contains(event.target) && !arrows) fold.open = false;
  }
});

// Of two counts that make one sum, one is open.
document.addEventListener("toggle", (event) => {
  if (!event.target.matches?.(".count") || !event.target.open) return;
  for (const other of $$(".count[open]", event.target.parentElement)) if (other !== event.target) other.open = false;
}, true);

// What the side that won the bidding took is counted first.
function firstWhoBid(hand, input) {
  if (!input.dataset.side || !input.closest(".auction")) return;
  const count = $(`.count[data-side="${input.dataset.side}"]`, hand);
  if (count && !$(".count input:checked", hand)) count.open = true;
}

// Enter saves what the key says, or moves on to what is still to be answered. It presses nothing else.
document.addEventListener("keydown", (event) => {
  const input = event.target.closest?.("form.hand input");
  if (event.key !== "Enter" || !input || event.isComposing) return;
  event.preventDefault();
  const go = $("#go", input.form);
  if (go && !go.matches(".waits") && input.form.dataset.unseen === undefined) return go.click();
  const inputs = $$("input:not([type=hidden])", input.form).filter((each) => each.offsetParent && !each.matches(":disabled"));
  const later = inputs.slice(inputs.indexOf(input) + 1).filter((each) => each.name !== input.name && !each.name.endsWith(".n"));
  (later.find((each) => !answered(input.form, each.name)) ?? go)?.focus({ preventScroll: false });
});

// Whether a box, by its path, has an answer: a key, a number, or the key that says that there is none.
function answered(hand, path) {
  return [...hand.elements].some((each) => {
    const own = each.name === path || each.name === `${path}.n` || each.name.split("+").includes(path);
    return own && each.type !== "hidden" && (["radio", "checkbox"].includes(each.type) ? each.checked : each.value.trim() !== "");
  });
}

// Without a network nobody says which questions matter: those that did when it was last known, and are not answered.
export function unanswered(hand, within = hand) {
  return (hand.dataset.must ?? "").split(" ").filter(Boolean).filter((path) => {
    const own = (each) => each.name === path || each.name.split("+").includes(path);
    const boxes = $$("[name]:not([type=hidden])", within).filter(own);
    return boxes.some((each) => !each.matches(":disabled") && !each.closest(".idle")) && !answered(hand, path);
  });
}

// The form by itself: once the bidding is said the play is asked for, and the key says no more than it knows.
function alone(hand) {
  if (hand.dataset.must === undefined) return; // a correction waits for its page
  const auction = $(".auction", hand);
  if (auction && hand.dataset.stage === "auction" && !unanswered(hand, auction).length) hand.dataset.stage = "play";
  const go = $("#go", hand);
  hand.dataset.alone = "";
  go.textContent = hand.dataset.save.replace("{n}", hand.elements.number.value);
  go.classList.toggle("waits", unanswered(hand).length > 0);
}

// The hand is kept: the next one is asked for, with nothing said of it but what was tapped since it was sent.
export function nextHand(hand) {
  const touched = hand.dataset.sent === undefined;
  const { number, rev, key, folded, kept: was } = hand.elements;
  number.value = Number(number.value) + 1;
  rev.value = 0;
  key.value = newKey();
  for (const each of [folded, was]) each?.remove();
  const usual = JSON.parse(hand.dataset.usual);
  for (const each of touched ? [] : $$("input:not([type=hidden])", hand)) {
    const value = usual[each.name];
    if (each.type === "radio") each.checked = value === each.value;
    else if (each.type === "checkbox") each.checked = value !== undefined && [].concat(value).includes(each.value);
    else each.value = usual[each.name] ?? "";
    delete each.dataset.added;
  }
  for (const question of $$("[data-own]", hand)) delete question.dataset.own;
  for (const output of $$("output, .said", hand)) output.textContent = "";
  const auction = $(".auction", hand);
  if (auction) auction.open = true;
  hand.dataset.stage = auction && $$("[name]", $(".play", hand)).length && unanswered(hand, auction).length ? "auction" : "play";
  for (const each of touched ? ["sent"] : ["dirty", "sent", "unseen"]) delete hand.dataset[each];
  $("#entry-title").textContent = hand.dataset.title.replace("{n}", number.value);
  $("#preview").replaceChildren();
  alone(hand);
}

// What the preview says of the form: which moment it is at, and which questions are idle.
export function heed(preview) {
  const hand = preview.closest("form.hand");
  if (!hand) return;
  delete hand.dataset.alone;
  hand.dataset.stage = preview.dataset.stage ?? "play";
  const idle = new Set((preview.dataset.idle ?? "").split(" "));
  for (const each of $$("[data-question], [data-box]", hand)) {
    // What is idle is not sent either: what the game takes for granted holds.
    const off = idle.has(each.dataset.question) || idle.has(each.dataset.box);
    each.classList.toggle("idle", off);
    if (each.tagName === "FIELDSET") each.disabled = off;
  }
}

// Which house rules play no part by what the others say. They stay in the form, for they say the same whatever else it says.
export function heedHouse() {
  const at = $("#idle");
  if (!at) return;
  const idle = new Set(at.dataset.idle.split(" "));
  for (const each of $$("[data-question]", at.closest("form"))) each.classList.toggle("idle", idle.has(each.dataset.question));
}
