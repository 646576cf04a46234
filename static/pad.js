// The pad of numbers: without this file its boxes are typed in.
// A number is tapped on one pad for all boxes: by its digits, or card by card where cards are counted. A box that can
// take no digit more is done, and the next one is asked for.
import { $, $$ } from "./dom.js";
import { form } from "./hand-form.js";

let padded; // the box that the pad writes into
let byCards = true; // how this phone likes to count
const seen = (each) => each.offsetParent && !each.closest("details:not([open])") && !each.closest(":disabled");
const pads = (hand) => $$("input[data-pad]", hand).filter((each) => seen(each) && !each.matches(":disabled"));
const cardsOf = (input) => (input.dataset.added ? JSON.parse(input.dataset.added) : []);

function padFor(input) {
  const pad = $("#pad");
  if (!pad) return;
  padded?.classList.remove("asked");
  padded = input;
  pad.hidden = !input;
  if (!input) return;
  input.classList.add("asked");
  if (input.value) input.dataset.whole = ""; // a digit tapped now begins anew
  input.inputMode = "none"; // the phone's own keyboard stays away
  showPad();
}

function showPad() {
  const pad = $("#pad");
  const { dataset } = padded;
  const adding = Boolean(dataset.adds) && byCards;
  $("[data-pad-who]", pad).textContent = dataset.who;
  for (const key of $$("[data-put=card]", pad)) key.remove();
  for (const key of $$("[data-digit]", pad)) key.hidden = adding;
  for (const pair of adding ? dataset.adds.split("|") : []) {
    const [label, value] = pair.split("=");
    const key = Object.assign(document.createElement("button"), { type: "button", className: "key", textContent: label });
    Object.assign(key.dataset, { put: "card", label, value });
    $(".pad-keys", pad).append(key);
  }
  $("[data-put=sign]", pad).hidden = adding || !(Number(dataset.least) < 0);
  $("[data-put='.']", pad).hidden = adding || dataset.pad !== "parts";
  const turn = $("[data-put=turn]", pad);
  turn.hidden = !dataset.adds;
  turn.textContent = adding ? turn.dataset.digits : turn.dataset.cards;
  added();
}

// The cards counted so far: "10 + 10 + 5 · 3 cards".
function added() {
  const pad = $("#pad");
  const cards = cardsOf(padded);
  $("[data-pad-value]", pad).textContent = padded.value;
  const how = cards.length === 1 ? pad.dataset.cardsOne : pad.dataset.cardsMany.replace("{n}", cards.length);
  $("[data-pad-added]", pad).textContent = cards.length ? `${cards.map(([label]) => label).join(" + ")} =` : "";
  const beside = $(`output[data-of="${padded.id}"]`);
  if (beside) beside.textContent = cards.length ? how : "";
}

// Somebody has chosen this box: no answer of the site takes the pad away from it.
function asksFor(input) {
  wanted = false;
  padFor(input);
}
document.addEventListener("focusin", (event) => {
  if (event.target.matches("form.hand input[data-pad]")) asksFor(event.target);
});
// There is none: the box is answered, and the next one is asked for.
document.addEventListener("change", (event) => {
  if (!event.target.matches("form.hand .none input:checked")) return;
  const input = $("input[data-pad]", event.target.closest(".none").parentElement);
  input.dataset.added = "";
  padded = input;
  nextBox();
});
// By the click, not by the finger that comes down: a pad that came under it would take the tap for a digit.
document.addEventListener("click", (event) => {
  if (event.target.closest(".none")) return;
  const own = event.target.matches("form.hand input[data-pad]") && event.target;
  const input = own || event.target.closest("form.hand .line")?.querySelector("input[data-pad]");
  if (input) asksFor(input); // the box that has the focus, too: the pad may have gone meanwhile
});
document.addEventListener("click", (event) => {
  const key = event.target.closest("#pad [data-put]");
  if (key && padded) put(padded, key.dataset);
});

function put(input, { put, label, value }) {
  if (put === "next") return nextBox();
  if (put === "turn") {
    byCards = !byCards;
    return showPad();
  }
  const cards = cardsOf(input);
  if (put === "card" || (put === "back" && cards.length)) {
    if (put === "card") cards.push([label, Number(value)]);
    else cards.pop();
    input.value = cards.length ? cards.reduce((sum, [, n]) => sum + n, 0) : "";
    written(input, cards);
  } else {
    if (put === "back") input.value = input.value.slice(0, -1);
    else if (put === "sign") input.value = input.value.startsWith("-") ? input.value.slice(1) : `-${input.value}`;
    else input.value = (cards.length || input.dataset.whole !== undefined ? "" : input.value) + put;
    written(input, []);
    if (/^\d$/.test(put) && isFull(input)) nextBox();
  }
}

function written(input, cards) {
  input.dataset.added = cards.length ? JSON.stringify(cards) : "";
  delete input.dataset.whole;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  added();
}

// Whether one digit more would be too many.
function isFull(input) {
  const { most, least, pad } = input.dataset;
  const n = Number(input.value);
  if (pad === "parts" || most === "" || !Number.isInteger(n)) return false;
  return n === 0 || (n > 0 ? n * 10 > Number(most) : n * 10 < Number(least));
}

// The next box that is still empty; where none is, the pad has done its work.
const empty = (input) => input.value === "" && !$(".none input:checked", input.parentElement);
function nextBox() {
  const boxes = pads(padded.form);
  const after = boxes.slice(boxes.indexOf(padded) + 1);
  padFor(after.find(empty) ?? null);
}

// The pad lies ready where a number is the next thing to say.
function ready() {
  const hand = form();
  const asked = hand ? $$("input[data-pad], .keys", hand).filter(seen) : [];
  const unchosen = (radio) => radio && !$(`[name="${CSS.escape(radio.name)}"]:checked`, hand); // keys may stand in two places
  const next = asked.find((each) => (each.matches(".keys") ? unchosen($("[type=radio]", each)) : empty(each)));
  padFor(next?.matches("input") ? next : undefined);
}

let wanted = false; // a key was tapped: what comes next shows when the preview has said what is idle
document.addEventListener("change", (event) => {
  if (event.target.matches("form.hand [type=radio]")) wanted = true;
});
document.addEventListener("htmx:after:swap", (event) => {
  const target = event.detail.ctx.target;
  if (target?.id === "preview") {
    const gone = padded && (!padded.isConnected || !padded.offsetParent);
    if (wanted || gone) ready();
    wanted = false;
  } else if (padded ? !padded.isConnected : form()) ready();
});
ready();
