// What no network takes is kept on this phone until it stands in the table's log; the log is kept beside it, line by
// line. offering.js, which hands in, is loaded only when there is something to hand in or to look up.
import { provideKeeper } from "../coming.js";
import { $, $$, load, readFields } from "../dom.js";
import { emit } from "../events.js";
import { describeForm, findForm, showHandNumber } from "../hand-form.js";
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
  if (["undo", "restore"].includes(entry.way)) entry.said = [$(".last-write strong")?.textContent, said].filter(Boolean).join(" · ");
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

// Below the totals -------------------------------------------------------------------------------------------

const place = $("#waiting");
let isOpen = false; // the list of what is kept
let isSending = false; // what was kept is on its way, or the sheet that has it
let isUnchecked = false; // the totals are those of an earlier page, until they are counted anew

/**
 * Say whether what this phone keeps is being sent. The notice stands until the sheet with it has come.
 *
 * @param {boolean} is
 */
export function markSending(is) {
  isSending = is;
  showKept();
}

/**
 * Say whether the totals are still to be counted.
 *
 * @param {boolean} is
 */
export function markUnchecked(is) {
  isUnchecked = is;
  showKept();
}

/**
 * Show below the totals what this phone keeps and whether there is a network: one notice, with one action. A tap on it
 * opens the list. What the sheet lacks of it is shown above its hands.
 */
export function showKept() {
  if (!place) return;
  const below = $("#kept-here");
  if (below && place.parentElement !== below) below.append(place); // the sheet came anew
  const items = kept.filter((one) => one.key !== findForm()?.elements.kept?.value);
  renumberForm();
  const uncounted = showRows(items.filter((one) => one.match === getMatchHere() && one.state === "waiting"));
  $("#strip")?.classList.toggle("unchecked", isUnchecked || uncounted);
  showList(items);
  showNotice(items, uncounted ? "uncounted" : isUnchecked ? "unchecked" : undefined);
  $(".opens", place)?.setAttribute("aria-expanded", String(isOpen));
  nameUndo(findLastHand());
  takeDraft();
  const net = $(".net");
  if (!net) return;
  net.hidden = !getState(findForm()).isIncomplete;
  net.textContent = net.dataset.half;
}

// A page that was opened without a network is as old as it was kept; what is being typed keeps its number.
function renumberForm() {
  const last = kept.findLast((item) => item.match === getMatchHere() && item.state === "waiting" && NEW.includes(item.way));
  const hand = findForm();
  const known = isCut() && !getState(hand)?.isDirty ? Math.max(0, ...ofLog.map(([at, number]) => at && number)) : 0;
  const before = Math.max(last?.number ?? 0, known);
  if (!getState(hand)?.isNext || Number(hand.elements.number.value) > before) return;
  renumber(hand, before + 1 - Number(hand.elements.number.value));
  if (known && !isDrawnHere()) showHandNumber(hand, countStanding() + 1);
}

function showList(items) {
  const list = $("ul", place);
  const shown = JSON.stringify(items.map(listShown));
  if (list.dataset.shown !== shown) list.replaceChildren(...items.map(renderItem));
  list.dataset.shown = shown;
  const apart = $("[data-apart]", place);
  // What has to be copied by hand stands open.
  if ($("pre", place)) isOpen = true;
  else if (!items.length) isOpen = false;
  list.hidden = !isOpen || !items.length;
  if (apart) apart.hidden = !isOpen;
}

// The gravest first: what has to be decided, then what waits.
function showNotice(items, totals) {
  const apart = $("[data-apart]", place);
  const decide = apart ? undefined : items.find((item) => item.state !== "waiting");
  const state = apart ? "apart" : decide?.state;
  const parts = state ? [] : listParts(items, totals);
  const undoes = state || isSending ? undefined : findUndo();
  place.hidden = !state && !parts.length;
  const shown = JSON.stringify([state, decide?.key, decide?.said, parts, undoes?.does, undoes?.called]);
  const notice = $(".notice", place);
  if (place.dataset.shown === shown) return; // its keys may be under a finger
  place.dataset.shown = shown;
  notice.classList.toggle("wrong", state !== undefined);
  for (const old of $$(".do", notice)) old.remove();
  const words = $("p", notice);
  words.setAttribute("role", state ? "alert" : "status");
  if (state) {
    const [says, key] = $$("[data-state]", $("#waiting-notice").content.cloneNode(true)).filter((each) => each.dataset.state.split(" ").includes(state));
    words.replaceChildren(makeOpener(says.textContent.replace("{hand}", readTitle(decide))));
    if (!key) return;
    Object.assign(key.dataset, { match: apart?.dataset.apart ?? "", of: decide?.key ?? "" });
    notice.append(key);
  } else {
    words.replaceChildren(items.length && !isSending ? makeOpener(parts.join(" · ")) : parts.join(" · "));
    if (undoes) notice.append(makeUndo(undoes));
  }
}
// What the notice says where nobody has to decide.
function listParts(items, totals) {
  const { cut, keeps, older, one, many, change, changes, alone, sending } = place.dataset;
  if (isSending) return [sending];
  const checks = totals && place.dataset[totals];
  if ($("#alone")) return $("#strip") ? [alone, checks].filter(Boolean) : [];
  const [single, several] = items.every((item) => NEW.includes(item.way)) ? [one, many] : [change, changes];
  const count = items.length && (items.length === 1 ? single : several.replace("{n}", String(items.length)));
  if (isCut() && !count && !checks) return [$("#sheet") ? (findForm() ? keeps : older) : cut];
  return [isCut() && cut, count, checks].filter(Boolean);
}
function makeOpener(text) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "opens", textContent: text });
  button.setAttribute("aria-controls", "kept-list");
  return button;
}
function makeUndo({ does, called }) {
  const key = Object.assign(document.createElement("button"), { type: "button", className: "do", textContent: `${does} ` });
  key.dataset.do = "undo";
  key.append(Object.assign(document.createElement("span"), { textContent: called }));
  return key;
}
const readTitle = (item) => item?.said.match(/^[^:]*/)[0] ?? "";

// What a tap takes back: the hand that was kept last, else what the sheet names.
function findUndo() {
  const last = findLastHand();
  if (last) return { does: place.dataset.undo, called: readTitle(last), run: () => drop(last) };
  const written = $("form.last-write");
  if (!written || (!isDrawnHere() && kept.some((one) => one.state === "waiting" && one.number === Number(written.elements.number.value)))) return undefined;
  return { does: $(".do", written).firstChild.textContent.trim(), called: written.dataset.called, run: () => written.requestSubmit($(".do", written)) };
}
const isDrawnHere = () => $("#sheet")?.dataset.drawnHere !== undefined;

// The hands that the sheet does not have yet stand above those that it has. Return whether there are any.
function showRows(waiting) {
  const rows = $("#rows");
  for (const old of $$("#kept-rows, .kept-mark")) old.remove();
  if (!rows) return false;
  const doors = isDrawnHere() ? $$("tbody a.door", rows) : [];
  const findRow = ({ number }) => doors.find((door) => door.pathname.endsWith(`/hand/${number}/`))?.closest("tbody");
  const mark = () => Object.assign(document.createElement("span"), { className: "mark kept-mark", textContent: place.dataset.mark });
  for (const row of waiting.map(findRow).filter(Boolean)) ($(".what", row) ?? $("th", row)).append(" ", mark());
  const missing = waiting.filter((item) => NEW.includes(item.way) && !findRow(item));
  if (!missing.length) return false;
  const list = Object.assign(document.createElement("ul"), { id: "kept-rows" });
  for (const item of missing.toReversed()) {
    const row = document.createElement("li");
    row.append(`${item.said} `, mark());
    list.append(row);
  }
  const table = $("table.sheet", rows);
  if (table) table.before(list);
  else rows.append(list);
  return true;
}

// The undo key beside Save takes back the hand that is kept on this phone, where the sheet's last one is older.
function nameUndo(last) {
  const icon = $(".go .undo .visually-hidden");
  if (!icon) return;
  icon.dataset.site ??= icon.textContent;
  const older = Number($("#undo-form")?.elements.number.value) < last?.number;
  icon.textContent = older ? `${place.dataset.undo}: ${last.said}` : icon.dataset.site;
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

let reads = 0;
const readKept = () => readNow().finally(beginTask());
async function readNow() {
  const read = ++reads;
  const found = here ? await readPending().catch(() => []) : [];
  const lines = here ? await readLines(getMatchHere()).catch(() => []) : [];
  if (read !== reads) return; // it is read once more already
  ofLog = lines;
  kept = found;
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
  if (target.id === "undo-form" && last?.number >= Number(target.elements.number.value)) {
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
  await keepForLater({ url: target.action, body, said: describeForm(target, submitter) }).finally(beginTask());
  target.inert = true;
  isOpen = true;
  showKept();
  return place.scrollIntoView({ block: "nearest" });
}, true);

document.addEventListener("click", (event) => {
  if (event.target.closest("#waiting .opens")) {
    isOpen = !isOpen;
    showKept();
  }
  if (event.target.closest("#waiting [data-do=undo]")) findUndo()?.run();
  const line = event.target.closest("#waiting [data-key]");
  const item = line && kept.find((one) => one.key === line.dataset.key);
  if (item && event.target.closest("[data-do=drop]")) drop(item).finally(beginTask());
});
// A form that was mended: theirs was right after all.
document.addEventListener("click", (event) => {
  const was = event.target.closest("form.hand [data-do=theirs]") && findForm().elements.kept?.value;
  if (was) forget(was).finally(beginTask());
});
document.addEventListener("kept", readKept);
document.addEventListener("scored", ({ detail }) => {
  scored = new Set(detail);
  showKept();
});
document.addEventListener("network", () => {
  if (isCut()) isSending = false;
  if (kept.length) readKept();
  else showKept();
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id !== "sheet") return;
  if (ctx.text) isUnchecked = false;
  markSending(false);
});
document.body.addEventListener("look", readKept);
setInterval(() => kept.some((one) => one.state === "waiting") && startOffering(), 5000);
readKept().finally(() => provideKeeper({ askNextHand, forgetMended, keepForLater, keepSheet, mustWait, showKept }));
keepSheet();
if (here && localStorage.getItem("scorekeeper.waiting")) startOffering(); // of an earlier release
