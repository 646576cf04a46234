// What no network takes is kept on this phone until it stands in the table's log; the log is kept beside it, line by
// line. offering.js, which hands in, is loaded only when there is something to hand in or to look up.
import { provideKeeper } from "../coming.js";
import { $, $$, load, readFields } from "../dom.js";
import { emit } from "../events.js";
import { describe, entitle, findForm } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { beginTask } from "../idle.js";
import { isCut, tellNeedsNetwork } from "../network.js";
import { forgetDraft, takeDraft } from "./draft.js";
import { askNextHand, renumber } from "./next-hand.js";
import { forget, here, keep, keepLines, readDropped, readLines, readLogs, readPending, setDropped, write } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {import("./store.js").Line} Line */

const WAYS = /\/m\/(\d+)\/(?:hand\/(\d+)\/)?(hand|amend|strike|before|adjust|undo|restore|stop)$/;
export const NEW = ["hand", "before", "adjust", "stop"]; // the ways in which a hand more is written
const LESS = ["undo", "strike"]; // and in which one no longer stands
/** @type {Entry[]} */
let kept = []; // what waits of this table, in order
let arrived = false; // all of it stands on the sheet
/** @type {Line[]} */
let ofLog = []; // the log that this phone has, line by line
/** @type {Set<string>} */
let scored = new Set(); // the keys of what the engine at hand has put on the sheet

/**
 * Return the key of the entry that a line of a log holds; of its first line, that of the match.
 *
 * @param {Line} line
 * @returns {string}
 */
export const getLineKey = (line) => (line[0] ? line[6] : String(line[1].id));
const getMatchHere = () => Number($("#sheet")?.dataset.match ?? location.pathname.match(/\/m\/(\d+)\//)?.[1]);
// A browser may remember that a module could not be loaded, so it is asked for only where there is a network.
const startOffering = () => bringOffering().finally(beginTask());
async function bringOffering() {
  const module = $("#waiting")?.dataset.offering;
  const answer = module && (await fetch(module).catch(() => undefined));
  if (answer?.status === 404 && !getState(findForm())?.isDirty) location.reload(); // of a release that is gone
  if (!answer?.ok) return;
  await load(module);
  emit("offer");
}

/**
 * Return the entry that a form makes; undefined where it writes nothing on the sheet.
 *
 * @param {string} url
 * @param {URLSearchParams | FormData} body
 * @param {string} [said] what people would call it
 * @returns {Partial<Entry> | undefined}
 */
export function makeEntry(url, body, said) {
  const { pathname, search } = new URL(url, location.href);
  const [, match, about, way] = pathname.match(WAYS) ?? [];
  if (!way || !body.get("key")) return undefined;
  /** @type {any[]} */
  const fields = [...body].filter(([name, value]) => !["csrfmiddlewaretoken", "kept"].includes(name) && typeof value === "string");
  const number = Number(body.get("number") ?? about);
  return { key: String(body.get("key")), table: here, match: Number(match), url: pathname + search, way, about: about ? Number(about) : null, number, rev: Number(body.get("rev") ?? 0), fields, said, version: $("#waiting")?.dataset.version };
}

/**
 * Keep what a form sends until the site takes it, and return whether it could be kept.
 *
 * @param {{ url: string, body: URLSearchParams | FormData, said: string }} sent
 * @returns {Promise<boolean>}
 */
export async function keepForLater({ url, body, said }) {
  const entry = makeEntry(url, body, said);
  if (!entry) return false;
  // A key without a form says little: the line in which it stands says of which hand.
  if (["undo", "restore"].includes(entry.way)) entry.said = [$(".last-write span")?.textContent, said].filter(Boolean).join(" · ");
  const lines = await readLines(entry.match);
  // What was mended takes the place of what it was.
  const was = kept.find((one) => one.key === body.get("kept"));
  await keep({ ...entry, seen: lines.length - 1, ...(was && { n: was.n }) }, { gone: was ? [was.key] : [] });
  if (entry.way === "hand") forgetDraft();
  return true;
}
// A hand is sent after those that wait, and never before them.
const mustWait = (url) => {
  const match = Number(new URL(url, location.href).pathname.match(WAYS)?.[1]);
  return kept.some((one) => one.match === match && one.state === "waiting");
};
// What was mended stands on the sheet, and need not be kept.
const forgetMended = (body) => forget(...kept.map((one) => one.key).filter((key) => key === body.get("kept"))).finally(beginTask());

/**
 * Return the change that gives an entry another number, in its title too.
 *
 * @param {Entry} one
 * @param {number} number
 * @param {Partial<Entry>} [more]
 * @returns {[string, Partial<Entry>]}
 */
export const renumberEntry = (one, number, more) => [
  one.key,
  {
    number,
    fields: one.fields.map(([name, value]) => [name, name === "number" ? String(number) : value]),
    said: one.said.replace(/\d+(?=:)/, (shown) => String(Number(shown) + number - one.number)),
    ...more,
  },
];

/**
 * Forget an entry that people say was not played: those after it move up, and what was said of it later goes too. It may
 * have reached the site, whose reply was lost: offering.js looks that up when there is a network.
 *
 * @param {Entry} gone
 */
export async function drop(gone) {
  const isHand = NEW.includes(gone.way);
  const after = isHand ? kept.filter((one) => one.match === gone.match && one.n > gone.n) : [];
  const [about, later] = [after.filter((one) => one.number === gone.number), after.filter((one) => one.number > gone.number)];
  if (isHand) setDropped([...readDropped(), gone.key]);
  await write({ gone: [gone, ...about].map((one) => one.key), changed: later.map((one) => renumberEntry(one, one.number - 1)) });
  const hand = findForm();
  if (isHand && getState(hand)?.isNext && gone.state === "waiting") renumber(hand, -1);
}
// How many hands stand, by the log that this phone has and what it keeps.
function countStanding() {
  const [numbers, keys] = [new Set(), new Set(ofLog.map(getLineKey))];
  const written = ofLog.map(([place, number, , hand]) => [place && number, hand]);
  const waits = kept.filter((one) => one.match === getMatchHere() && one.state === "waiting" && !keys.has(one.key));
  for (const [number, hand] of [...written, ...waits.map((one) => [one.number, !LESS.includes(one.way)])])
    if (number && hand) numbers.add(number);
    else numbers.delete(number);
  return numbers.size;
}
// The hand of this phone that was kept last and is not undone.
function findLastHand() {
  const undone = (hand) => kept.some((one) => one.n > hand.n && LESS.includes(one.way) && one.number === hand.number);
  return kept.findLast((one) => one.match === getMatchHere() && one.state === "waiting" && NEW.includes(one.way) && !undone(one));
}

/**
 * Show how many entries wait and whether there is a network, beside the key that saves; a tap there opens all of it above
 * the totals. Where there is no such key, or somebody has to decide, it stands there by itself.
 */
export function showKept() {
  const place = $("#waiting");
  if (!place) return;
  const items = kept.filter((one) => one.key !== findForm()?.elements.kept?.value);
  const list = $("ul", place);
  if (list.dataset.shown !== JSON.stringify(items.map(listShown))) list.replaceChildren(...items.map(renderItem));
  list.dataset.shown = JSON.stringify(items.map(listShown));
  const net = $(".net");
  const { cut: none, one, many, change, changes, sent } = place.dataset;
  const waiting = items.filter((item) => item.state === "waiting");
  const [single, several] = waiting.every((item) => NEW.includes(item.way)) ? [one, many] : [change, changes];
  const count = waiting.length && (waiting.length === 1 ? single : several.replace("{n}", String(waiting.length)));
  const state = [isCut() && none, count].filter(Boolean);
  const line = $("details", place);
  line.hidden = !items.length;
  const decide = $("[role=alert]", place);
  if (!items.length) line.open = false;
  else if ($("[role=alert]", line)) line.open = true;
  place.hidden = !decide && (!items.length || (net !== null && !line.open));
  $("[role=status]", place).textContent = (net ? count : state.join(" · ")) || place.getAttribute("aria-label");
  const last = kept.findLast((item) => item.match === getMatchHere() && item.state === "waiting" && NEW.includes(item.way));
  const hand = findForm();
  // A page that was opened without a network is as old as it was kept; what is being typed keeps its number.
  const known = isCut() && !getState(hand)?.isDirty ? Math.max(0, ...ofLog.map(([place, number]) => place && number)) : 0;
  const before = Math.max(last?.number ?? 0, known);
  if (getState(hand)?.isNext && Number(hand.elements.number.value) <= before) {
    renumber(hand, before + 1 - Number(hand.elements.number.value));
    if (known && $("#sheet").dataset.drawnHere === undefined) entitle(hand, countStanding() + 1);
  }
  nameLast(findLastHand());
  takeDraft();
  if (!net) return;
  const told = [...state, !state.length && arrived && sent, getState(hand).isIncomplete && net.dataset.half].filter(Boolean);
  net.hidden = !told.length;
  if (net.textContent !== told.join(" · ")) {
    const parts = told.map((each) => (each === count ? makeOpener(each) : each));
    net.replaceChildren(...parts.flatMap((each) => [" · ", each]).slice(1));
  }
  $("button", net)?.setAttribute("aria-expanded", String(line.open));
}
function makeOpener(text) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  button.setAttribute("aria-controls", "waiting");
  return button;
}

// What a tap undoes is the hand that is kept on this phone, where the sheet's last one is older.
function nameLast(last) {
  const line = $(".last-write:not(.of-kept)");
  const icon = $(".go .undo .visually-hidden");
  const shown = $(".of-kept");
  const older = line && Number(line.elements.number.value) < last?.number;
  if (older && shown?.dataset.key === last.key && shown.dataset.said === last.said) return; // it may be under a finger
  shown?.remove();
  if (!line) return;
  line.hidden = older;
  if (icon) icon.textContent = icon.dataset.site ??= icon.textContent;
  if (!line.hidden) return;
  const { undo } = line.dataset;
  const own = Object.assign(document.createElement("form"), { className: "last-write of-kept" });
  const button = Object.assign($("button", line).cloneNode(), { textContent: undo });
  Object.assign(own.dataset, { key: last.key, said: last.said });
  own.append(`${last.said.match(/^[^:]*/)[0]} · `, button);
  line.after(own);
  if (icon) icon.textContent = `${undo}: ${last.said}`;
}

const getItemState = (item) => (item.state === "waiting" && scored.has(item.key) ? "scored" : item.state);
const listShown = (item) => [item.key, item.said, getItemState(item)];
function renderItem(item) {
  const line = renderLine(getItemState(item), item.said, item.fields.map(([name, value]) => `${name}: ${value}`));
  line.dataset.key = item.key;
  return line;
}

/**
 * Return the list item of an entry.
 *
 * @param {string} state
 * @param {string} said
 * @param {string[]} told its answers, one a line
 * @returns {PageElement}
 */
export function renderLine(state, said, told) {
  const line = $("#waiting-item").content.cloneNode(true).firstElementChild;
  $(".said", line).textContent = said;
  for (const part of $$("[data-state]", line)) {
    if (!part.dataset.state.split(" ").includes(state)) part.remove();
    else if (part.tagName === "PRE") part.textContent = told.join("\n");
  }
  return line;
}

/** Show that all that was kept is handed in. */
export function markArrived() {
  arrived = true;
  showKept();
}

let reads = 0;
const readKept = () => readNow().finally(beginTask());
async function readNow() {
  const read = ++reads;
  const found = here ? await readPending().catch(() => []) : [];
  const lines = here ? await readLines(getMatchHere()).catch(() => []) : [];
  if (read !== reads) return; // it is read once more already
  ofLog = lines;
  kept = found;
  if (kept.length) arrived = false;
  showKept();
  if ((kept.length || readDropped().length) && !isCut()) startOffering();
}

// The newest line comes with the sheet. Whatever else there is to look up, offering.js does.
async function keepLog() {
  const sheet = $("#sheet")?.dataset;
  if (!sheet?.kept) return;
  const newest = JSON.parse(sheet.kept);
  const match = Number(sheet.match);
  const lines = await readLines(match);
  const last = lines.at(-1);
  // A seal says all that stands before it too.
  if (lines.length === newest[0] && (!last || last.at(-1) === sheet.before)) await keepLines(match, [...lines, newest]);
  else if (last?.at(-1) !== newest.at(-1)) return startOffering();
  if (readDropped().length || (await readLogs()).some((log) => log.apart || (log.match > match && !$("#newer")))) startOffering();
}
const keepSheet = () => keepLog().catch(() => {}).finally(beginTask()); // no room, or none that we may use

// A form on a page of its own is kept where there is no network.
document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  const last = findLastHand();
  if (target.matches(".of-kept") || (target.id === "undo-form" && last?.number >= Number(target.elements.number.value))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return last && drop(last).finally(beginTask());
  }
  if (target.hasAttribute("hx-post") || submitter?.name === "show" || submitter?.hasAttribute("formaction") || target.method !== "post") return undefined;
  if (!here || getState(target).correction) return undefined; // engine.js keeps what it has drawn
  const body = new URLSearchParams(readFields(target, submitter));
  const writes = makeEntry(target.action, body);
  if (!isCut() && !(writes && $("#sheet[data-drawn-here]"))) return undefined; // the browser sends it, and says where no answer comes
  event.preventDefault();
  if (!writes) return tellNeedsNetwork();
  await keepForLater({ url: target.action, body, said: describe(target, submitter) }).finally(beginTask());
  target.inert = true;
  $("#waiting details").open = true;
  return $("#waiting").scrollIntoView({ block: "nearest" });
}, true);

document.addEventListener("click", (event) => {
  const all = event.target.closest(".net button") && $("#waiting details");
  if (all) all.open = !all.open;
  const line = event.target.closest("#waiting [data-key]");
  const item = line && kept.find((one) => one.key === line.dataset.key);
  if (item && event.target.closest("[data-do=drop]")) drop(item).finally(beginTask());
});
// A form that was mended: theirs was right after all.
document.addEventListener("click", (event) => {
  const was = event.target.closest("form.hand [data-do=theirs]") && findForm().elements.kept?.value;
  if (was) forget(was).finally(beginTask());
});
for (const way of ["change", "input"])
  document.addEventListener(way, () => {
    if (!arrived) return;
    arrived = false;
    showKept();
  });
$("#waiting details")?.addEventListener("toggle", showKept);
document.addEventListener("kept", readKept);
document.addEventListener("scored", ({ detail }) => {
  scored = new Set(detail);
  showKept();
});
document.addEventListener("network", () => (kept.length ? readKept() : showKept()));
document.body.addEventListener("look", readKept);
setInterval(() => kept.some((one) => one.state === "waiting") && startOffering(), 5000);
readKept().finally(() => provideKeeper({ askNextHand, forgetMended, keepForLater, keepSheet, mustWait, showKept }));
keepSheet();
if (here && localStorage.getItem("scorekeeper.waiting")) startOffering(); // of an earlier release
