// A hand's form as what it says: its boxes and their answers, which of them matter, what is still to be answered.
// How it is asked is keyboard.js, and how it is kept offline/draft.js.
import { $, $$, carried } from "./dom.js";

export const form = () => $("form.hand");
export const kindOf = (hand) => $(".kind:not([hidden])", hand);
export const steps = (hand) => $$(".step", hand).filter((step) => !step.closest("[hidden].kind"));
export const isOn = (step) => !step.classList.contains("irrelevant");
const typed = (input) => !["radio", "checkbox", "hidden"].includes(input.type);

// The inputs of every box by its path: one key may answer two boxes at once ("level+trumps").
const known = new WeakMap();
function boxesOf(kind) {
  if (!known.has(kind)) {
    const boxes = new Map();
    for (const input of $$("input[name]:not([type=hidden])", kind))
      for (const path of input.name.replace(/\.n$/, "").split("+")) boxes.set(path, [...(boxes.get(path) ?? []), input]);
    known.set(kind, boxes);
  }
  return known.get(kind);
}
const part = (input, path) => (input.name.includes("+") ? input.value.split("+")[input.name.split("+").indexOf(path)] : input.value);

// What was said in a box, as it is sent; undefined where nothing was said yet, "" where that says none.
export function said(kind, path) {
  const inputs = boxesOf(kind).get(path) ?? [];
  const written = inputs.find((each) => typed(each) && each.value.trim() !== "");
  if (written) return written.value.trim();
  const chosen = inputs.filter((each) => !typed(each) && each.checked);
  if (chosen.length) return chosen.some((each) => each.name.endsWith(".n")) ? "" : chosen.map((each) => part(each, path)).join(" ");
  const step = inputs[0]?.closest(".step");
  if (step?.dataset.shape === "switch" || step?.dataset.done !== undefined) return "";
}
// What shows it: the keys that were chosen, or the box with what was typed.
export function shows(kind, path) {
  const inputs = boxesOf(kind).get(path) ?? [];
  const written = inputs.find((each) => typed(each) && each.value.trim() !== "");
  return written ? [written] : inputs.filter((each) => !typed(each) && each.checked);
}

export const isAnswered = (step) => step.dataset.step === "reason"
  ? $("[name=reason]", step).value.trim() !== ""
  : said(step.closest(".kind"), step.dataset.step) !== undefined;
const isMust = (step) => step.dataset.must !== undefined;
export const unanswered = (hand) => inOrder(hand).filter((step) => isMust(step) && isOn(step) && !isAnswered(step));

// How many answers are still to be given: of numbers with a known sum the last one follows.
export function toAnswer(hand) {
  const left = unanswered(hand);
  const shared = new Set(left.filter((step) => step.dataset.total !== undefined).map((step) => step.dataset.question));
  return left.length - shared.size;
}

// Which questions matter. The form carries a tree of decisions for each that does not always: 1 or 0, null where only
// the site can tell, or [path, {answer: tree}]. What the site said last holds where the tree does not know.
export function settle(hand) {
  const kind = kindOf(hand);
  if (!kind) return;
  const trees = carried(kind, "matters");
  const all = $$(".step", kind);
  const stepOf = (path) => all.find((step) => step.dataset.step === path || (step.dataset.also ?? "").split(" ").includes(path));
  const follow = (tree, own) => {
    while (Array.isArray(tree)) {
      let answer = said(kind, tree[0]);
      if (answer === undefined) {
        const asked = stepOf(tree[0]);
        if (asked && tree[0] !== own && isMust(asked) && isOn(asked)) return undefined;
        answer = "";
      }
      tree = answer in tree[1] ? tree[1][answer] : tree[1]["*"];
    }
    return tree;
  };
  for (const step of all) {
    const { question, step: path, site } = step.dataset;
    const whole = (trees[question] ?? []).map((tree) => follow(tree, path));
    const own = path === question ? [] : (trees[path] ?? []).map((tree) => follow(tree, path));
    const off = whole.includes(0) || whole.includes(undefined) || own.includes(0) || (site ?? (whole.includes(null) ? "off" : "on")) === "off";
    step.classList.toggle("irrelevant", off);
    step.disabled = off; // what is idle is not sent either: what the game takes for granted holds
  }
}

// What the site says of the form: which questions matter by all of its answers, and which must still be answered.
export function heed(preview) {
  const hand = preview?.closest("form.hand");
  const kind = hand && kindOf(hand);
  if (!kind || preview.dataset.idle === undefined) return;
  const idle = new Set(preview.dataset.idle.split(" "));
  const asks = new Set(preview.dataset.asks.split(" "));
  for (const step of $$(".step", kind))
    step.dataset.site = !asks.has(step.dataset.step) && (idle.has(step.dataset.question) || idle.has(step.dataset.step)) ? "off" : "on";
}
// An answer was changed: what the site said of the others may not hold any more, where the form knows itself.
export function doubt(hand) {
  const trees = carried(kindOf(hand), "matters");
  for (const step of $$(".step[data-site]", hand))
    if (!(trees[step.dataset.question] ?? []).includes(null)) delete step.dataset.site;
}

// The order in which the table knows things. Of two sides that share a sum, the one that won the bidding comes first.
export function inOrder(hand) {
  const all = steps(hand);
  const bidder = $$(".step:not([data-total]) input[data-side]:checked", hand).find((each) => !each.closest("[hidden].kind"))?.dataset.side;
  const first = all.findIndex((step) => step.dataset.total !== undefined);
  if (bidder === undefined || first < 0) return all;
  const shared = all.filter((step) => step.dataset.question === all[first].dataset.question);
  const ordered = [...shared].sort((a, b) => (b.dataset.side === bidder) - (a.dataset.side === bidder));
  return [...all.slice(0, first), ...ordered, ...all.slice(first).filter((step) => !shared.includes(step))];
}

// Where all the numbers have a known sum, the last one follows by itself.
export function fillTheRest(input) {
  const step = input.closest("[data-total]");
  if (!step) return;
  step.dataset.own = "";
  const kind = step.closest(".kind");
  const shared = $$(`[data-question="${step.dataset.question}"]`, kind);
  const rest = shared.filter((each) => each.dataset.own === undefined);
  const last = rest.length === 1 ? rest[0] : shared.length === 2 ? shared.find((each) => each !== step) : undefined;
  if (!last) return;
  const sum = shared.filter((each) => each !== last).reduce((total, each) => total + numberOf(said(kind, each.dataset.step) ?? 0), 0);
  const least = Number(step.dataset.least);
  const totals = [step.dataset.total, step.dataset.otherTotal].filter((total) => total !== undefined);
  const rests = totals.map((total) => Math.round((Number(total) - sum) * 1e6) / 1e6);
  const left = rests.find((rest) => rest >= least) ?? rests[0];
  for (const each of boxesOf(kind).get(last.dataset.step)) {
    if (each.type === "radio") each.checked = Number(each.value) === left;
    else each.value = left >= least ? left : ""; // not a number is no number at all
  }
}
// A number as people write it: 1,5 and 3/2 and −2 too.
function numberOf(text) {
  const [whole, share = 1] = String(text).replace(",", ".").replace("\u2212", "-").split("/").map(Number);
  return whole / share;
}

// "None" is an answer of its own: beside a number the box is emptied, in a set whatever else was marked goes.
export function eitherNoneOr(input) {
  if (!input.checked) return;
  const box = input.closest(".none") && $("input.box", input.closest(".step"));
  if (box) box.value = "";
  else for (const other of $$(`input[type=checkbox][name="${CSS.escape(input.name)}"]`, input.closest(".step") ?? input.form))
    if (other !== input && (input.value === "" || other.value === "")) other.checked = false;
}

// What was touched -------------------------------------------------------------------------------------------

let touches = 0;

// Something else is confirmed than what was sent before: that needs a key of its own.
export function touched(hand) {
  hand.dataset.dirty = "";
  hand.dataset.unseen = ++touches; // the site has not seen this yet
  delete hand.dataset.half;
  if (hand.dataset.sent !== undefined) {
    hand.elements.key.value = newKey();
    delete hand.dataset.sent;
  }
  document.dispatchEvent(new Event("touched"));
}

export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// How people would name a hand: its title and what is said of it.
export const saidIn = (sender, key) => {
  const title = $("#entry-title, h1", sender)?.textContent.trim();
  const sentence = $("#sentence", sender)?.cloneNode(true);
  for (const each of sentence ? $$(".visually-hidden", sentence) : []) each.remove();
  // Where there is none, the title says it.
  const said = (sentence ?? (title ? undefined : key))?.textContent.replace(/\s+/g, " ").replaceAll(" ,", ",").trim();
  return [title, said].filter(Boolean).join(": ");
};

// House rules ------------------------------------------------------------------------------------------------

// Which house rules play no part by what the others say. They stay in the form, for they say the same whatever else it says.
export function heedHouse() {
  const at = $("#idle");
  if (!at) return;
  const idle = new Set(at.dataset.idle.split(" "));
  for (const each of $$("[data-question]", at.closest("form"))) each.classList.toggle("irrelevant", idle.has(each.dataset.question));
}
