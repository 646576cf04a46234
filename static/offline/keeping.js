// Keeps submitted forms (entries) on this phone until they are in the table's log, and keeps a copy of the log. Lists
// the entries below the totals. offering.js, which sends the entries, is loaded only when there is something to send or
// to look up.
import { provideKeeper } from "../keeper-loader.js";
import { $, $$, create, load, readFields } from "../dom.js";
import { emit } from "../events.js";
import { describeForm, findForm, getNumber, showHandNumber } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { beginTask } from "../idle.js";
import { isOffline, showNeedsNetwork } from "../network.js";
import { forgetDraft, takeDraft } from "./draft.js";
import { askNextHand, renumber } from "./next-hand.js";
import { addEntry, changeEntries, deleteEntries, readDropped, readEntries, readLines, readLogs, saveDropped, saveLines, tableCode } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {import("./store.js").Line} Line */

const ENTRY_PATH = /\/m\/(\d+)\/(?:hand\/(\d+)\/)?(hand|amend|strike|before|adjust|undo|restore|stop)$/;
export const ADDING_WAYS = ["hand", "before", "adjust", "stop"]; // values of Entry.way that add a hand
const REMOVING_WAYS = ["undo", "strike"];
const panel = $("#waiting");
/** @type {Entry[]} */
let entries = []; // the kept entries of this table, in order
/** @type {Line[]} */
let logLines = []; // the lines of this phone's copy of the log
/** @type {Set<string>} */
let scoredKeys = new Set(); // the keys of entries that the phone's engine has put on the sheet
let isOpen = false; // the list of entries is open
let isSending = false; // entries are being sent, or the sheet with them is on its way
let isUnchecked = false; // the totals are those of an earlier page

/**
 * Return the key of the entry in a line of a log; for the first line, the id of the match.
 *
 * @param {Line} line
 * @returns {string}
 */
export const getLineKey = (line) => (line[0] ? line[6] : String(line[1].id));
const getPageMatch = () => Number($("#sheet")?.dataset.match ?? location.pathname.match(/\/m\/(\d+)\//)?.[1]);
const findWaiting = () => entries.filter((entry) => entry.match === getPageMatch() && entry.state === "waiting");
/** Return whether the phone's engine has drawn the sheet. */
export const isDrawnHere = () => $("#sheet")?.dataset.drawnHere !== undefined;

// Browsers may remember that a module could not be loaded, so make sure first that the site answers.
const startOffering = () => loadOffering().finally(beginTask());
async function loadOffering() {
  const module = panel?.dataset.offering;
  const answer = module && (await fetch(module).catch(() => undefined));
  if (answer?.status === 404 && !getState(findForm())?.isDirty) location.reload(); // the page is of an older release
  if (!answer?.ok) return;
  await load(module);
  emit("sync-needed");
}

/**
 * Return the entry that a form makes; undefined if the form writes nothing on the sheet.
 *
 * @param {string} url
 * @param {URLSearchParams | FormData} body
 * @param {string} [description]
 * @returns {Partial<Entry> | undefined}
 */
export function makeEntry(url, body, description) {
  const { pathname, search } = new URL(url, location.href);
  const [, match, about, way] = pathname.match(ENTRY_PATH) ?? [];
  const key = body.get("key");
  if (!way || !key) return undefined;
  /** @type {any[]} */
  const fields = [...body].filter(([name, value]) => !["csrfmiddlewaretoken", "kept"].includes(name) && typeof value === "string");
  return {
    key: String(key),
    table: tableCode,
    match: Number(match),
    url: pathname + search,
    way,
    about: about ? Number(about) : null,
    number: Number(body.get("number") ?? about),
    rev: Number(body.get("rev") ?? 0),
    fields,
    said: description,
    version: panel?.dataset.version,
  };
}

/**
 * Keep a form until the site takes it, and return whether it could be kept.
 *
 * @param {{ url: string, body: URLSearchParams | FormData, description: string }} form
 * @returns {Promise<boolean>}
 */
export async function keepForLater({ url, body, description }) {
  const entry = makeEntry(url, body, description);
  if (!entry) return false;
  // An Undo button alone does not say which hand it is about.
  if (["undo", "restore"].includes(entry.way)) entry.said = [$(".last-write strong")?.textContent, description].filter(Boolean).join(" · ");
  const lines = await readLines(entry.match);
  const oldEntry = entries.find(({ key }) => key === body.get("kept"));
  await addEntry({ ...entry, seen: lines.length - 1, ...(oldEntry && { n: oldEntry.n }) }, { deleted: oldEntry ? [oldEntry.key] : [] });
  if (entry.way === "hand") forgetDraft();
  return true;
}
const mustWait = (url) => {
  const match = Number(new URL(url, location.href).pathname.match(ENTRY_PATH)?.[1]);
  return entries.some((entry) => entry.match === match && entry.state === "waiting");
};
const deleteReplaced = (body) => deleteEntries(...entries.map(({ key }) => key).filter((key) => key === body.get("kept"))).finally(beginTask());

/**
 * Return the change that gives an entry another number, in its description too.
 *
 * @param {Entry} entry
 * @param {number} number
 * @param {Partial<Entry>} [changes]
 * @returns {[string, Partial<Entry>]}
 */
export const renumberEntry = (entry, number, changes) => [
  entry.key,
  {
    number,
    fields: entry.fields.map(([name, value]) => [name, name === "number" ? String(number) : value]),
    said: entry.said.replace(/\d+(?=:)/, (shown) => String(Number(shown) + number - entry.number)),
    ...changes,
  },
];

/**
 * Delete an entry. If it added a hand, entries that edit the hand are deleted too, and later hands get a number one
 * lower. The site may have received the hand although its answer was lost: offering.js looks that up.
 *
 * @param {Entry} entry
 */
export async function dropEntry(entry) {
  const isHand = ADDING_WAYS.includes(entry.way);
  const laterEntries = isHand ? entries.filter((each) => each.match === entry.match && each.n > entry.n) : [];
  const [edits, laterHands] = [laterEntries.filter((each) => each.number === entry.number), laterEntries.filter((each) => each.number > entry.number)];
  if (isHand) saveDropped([...readDropped(), entry.key]);
  await changeEntries({ deleted: [entry, ...edits].map(({ key }) => key), changed: laterHands.map((each) => renumberEntry(each, each.number - 1)) });
  const hand = findForm();
  if (isHand && getState(hand)?.isNext && entry.state === "waiting") renumber(hand, -1);
}
// Count the hands of the log and the waiting hands, without undone ones. The first line of a log (place 0) is no hand; a
// line without a hand undoes or deletes one.
function countHands() {
  const [numbers, keys] = [new Set(), new Set(logLines.map(getLineKey))];
  const loggedHands = logLines.map(([place, number, , hand]) => [place && number, hand]);
  const waitingHands = findWaiting().filter(({ key }) => !keys.has(key)).map(({ number, way }) => [number, !REMOVING_WAYS.includes(way)]);
  for (const [number, isPlayed] of [...loggedHands, ...waitingHands])
    if (number && isPlayed) numbers.add(number);
    else numbers.delete(number);
  return numbers.size;
}
// Return the last waiting hand that is not undone.
function findLastHand() {
  const isUndone = (hand) => entries.some(({ n, way, number }) => n > hand.n && REMOVING_WAYS.includes(way) && number === hand.number);
  return findWaiting().findLast((entry) => ADDING_WAYS.includes(entry.way) && !isUndone(entry));
}

// Below the totals -------------------------------------------------------------------------------------------

/**
 * Set whether entries are being sent. The notice stays until the sheet with these entries has come.
 *
 * @param {boolean} value
 */
export function markSending(value) {
  isSending = value;
  showKept();
}

/**
 * Set whether the totals are those of an earlier page, which have to be counted again.
 *
 * @param {boolean} value
 */
export function markUnchecked(value) {
  isUnchecked = value;
  showKept();
}

/**
 * Show what this phone keeps and whether the site answers. A notice below the totals has one action and opens the list
 * of entries. Waiting hands that the sheet lacks are listed above its rows.
 */
export function showKept() {
  if (!panel) return;
  const parent = $("#kept-here");
  if (parent && panel.parentElement !== parent) parent.append(panel); // the sheet was replaced
  const correctedKey = findForm()?.elements.kept?.value;
  const items = entries.filter(({ key }) => key !== correctedKey);
  renumberForm();
  const uncounted = showRows(findWaiting().filter(({ key }) => key !== correctedKey));
  $("#strip")?.classList.toggle("unchecked", isUnchecked || uncounted);
  showList(items);
  showNotice(items, uncounted ? "uncounted" : isUnchecked ? "unchecked" : undefined);
  $(".opens", panel)?.setAttribute("aria-expanded", String(isOpen));
  nameUndo(findLastHand());
  takeDraft();
  const warning = $(".not-kept");
  if (!warning) return;
  warning.hidden = !getState(findForm()).isIncomplete;
  warning.textContent = warning.dataset.half;
}

// Give the form the number after all hands that this phone knows: a page opened without a network may be old.
function renumberForm() {
  const last = findWaiting().findLast(({ way }) => ADDING_WAYS.includes(way));
  const hand = findForm();
  const lastInLog = isOffline() && !getState(hand)?.isDirty ? Math.max(0, ...logLines.map(([place, number]) => place && number)) : 0;
  const lastNumber = Math.max(last?.number ?? 0, lastInLog);
  if (!getState(hand)?.isNext || getNumber(hand) > lastNumber) return;
  renumber(hand, lastNumber + 1 - getNumber(hand));
  if (lastInLog && !isDrawnHere()) showHandNumber(hand, countHands() + 1);
}

function showList(items) {
  const list = $("ul", panel);
  const shown = JSON.stringify(items.map((item) => [item.key, item.said, getItemState(item)]));
  if (list.dataset.shown !== shown) list.replaceChildren(...items.map(renderItem));
  list.dataset.shown = shown;
  const lostHands = $("[data-lost]", panel); // the list of hands that a restored site has lost (offering.js)
  if ($("pre", panel)) isOpen = true; // users have to copy the answers in it
  else if (!items.length) isOpen = false;
  list.hidden = !isOpen || !items.length;
  if (lostHands) lostHands.hidden = !isOpen;
}

// Show one notice: about lost hands, else about an entry that needs a decision, else about the waiting entries.
function showNotice(items, totalsState) {
  const lostHands = $("[data-lost]", panel);
  const undecided = lostHands ? undefined : items.find((item) => item.state !== "waiting");
  const state = lostHands ? "lost" : undecided?.state;
  const parts = state ? [] : listParts(items, totalsState);
  const undo = state || isSending ? undefined : findUndo();
  panel.hidden = !state && !parts.length;
  const shown = JSON.stringify([state, undecided?.key, undecided?.said, parts, undo?.label, undo?.title]);
  if (panel.dataset.shown === shown) return; // redrawing would lose a tap in progress
  panel.dataset.shown = shown;
  const notice = $(".notice", panel);
  notice.classList.toggle("wrong", state !== undefined);
  for (const old of $$(".do", notice)) old.remove();
  const message = $("p", notice);
  message.setAttribute("role", state ? "alert" : "status");
  if (state) {
    const [text, button] = $$("[data-state]", $("#waiting-notice").content.cloneNode(true)).filter((each) => each.dataset.state.split(" ").includes(state));
    message.replaceChildren(makeOpener(text.textContent.replace("{hand}", readTitle(undecided))));
    if (!button) return;
    Object.assign(button.dataset, { match: lostHands?.dataset.lost ?? "", entry: undecided?.key ?? "" });
    notice.append(button);
  } else {
    message.replaceChildren(items.length && !isSending ? makeOpener(parts.join(" · ")) : parts.join(" · "));
    if (undo) notice.append(makeUndo(undo));
  }
}
// Return the parts of a notice that asks for no decision.
function listParts(items, totalsState) {
  const { offlineText, keeps, older, one, many, change, changes, alone, sending } = panel.dataset;
  if (isSending) return [sending];
  const totalsText = totalsState && panel.dataset[totalsState];
  if ($("#alone")) return $("#strip") ? [alone, totalsText].filter(Boolean) : [];
  const [single, several] = items.every(({ way }) => ADDING_WAYS.includes(way)) ? [one, many] : [change, changes];
  const count = items.length && (items.length === 1 ? single : several.replace("{n}", String(items.length)));
  if (isOffline() && !count && !totalsText) return [$("#sheet") ? (findForm() ? keeps : older) : offlineText];
  return [isOffline() && offlineText, count, totalsText].filter(Boolean);
}
function makeOpener(textContent) {
  const button = create("button", { type: "button", className: "opens", textContent });
  button.setAttribute("aria-controls", "kept-list");
  return button;
}
function makeUndo({ label, title }) {
  const button = create("button", { type: "button", className: "do", textContent: `${label} ` });
  button.dataset.do = "undo";
  button.append(create("span", { textContent: title }));
  return button;
}
/** @type {(entry: Entry | undefined) => string} */
export const readTitle = (entry) => entry?.said.match(/^[^:]*/)[0] ?? "";

// Return what Undo takes back: the last waiting hand, else the last write of the sheet.
function findUndo() {
  const last = findLastHand();
  if (last) return { label: panel.dataset.undo, title: readTitle(last), run: () => dropEntry(last) };
  const form = $("form.last-write");
  // On the site's sheet, offer no Undo of a hand that a waiting entry changes.
  if (!form || (!isDrawnHere() && entries.some(({ state, number }) => state === "waiting" && number === getNumber(form)))) return undefined;
  const button = $(".do", form);
  return { label: button.firstChild.textContent.trim(), title: form.dataset.label, run: () => form.requestSubmit(button) };
}

// Mark the waiting hands that the sheet has. If it lacks some, list them above its rows and return true.
function showRows(waiting) {
  const rows = $("#rows");
  for (const old of $$("#kept-rows, .kept-mark")) old.remove();
  if (!rows) return false;
  const links = isDrawnHere() ? $$("tbody a.reasons-link", rows) : [];
  const findRow = ({ number }) => links.find((link) => link.pathname.endsWith(`/hand/${number}/`))?.closest("tbody");
  const makeMark = () => create("span", { className: "mark kept-mark", textContent: panel.dataset.mark });
  for (const row of waiting.map(findRow).filter(Boolean)) ($(".what", row) ?? $("th", row)).append(" ", makeMark());
  const missing = waiting.filter((item) => ADDING_WAYS.includes(item.way) && !findRow(item));
  if (!missing.length) return false;
  const list = create("ul", { id: "kept-rows" });
  for (const { said } of missing.toReversed()) {
    const row = create("li");
    row.append(`${said} `, makeMark());
    list.append(row);
  }
  const table = $("table.sheet", rows);
  if (table) table.before(list);
  else rows.append(list);
  return true;
}

// Name the hand that the Undo button beside Save takes back: a waiting hand if it is newer than the sheet's last hand.
function nameUndo(last) {
  const name = $(".save-row .undo .visually-hidden");
  if (!name) return;
  name.dataset.site ??= name.textContent;
  const isNewer = Number($("#undo-form")?.elements.number.value) < last?.number;
  name.textContent = isNewer ? `${panel.dataset.undo}: ${last.said}` : name.dataset.site;
}

const getItemState = (item) => (item.state === "waiting" && scoredKeys.has(item.key) ? "scored" : item.state);
function renderItem(item) {
  const element = renderListItem(getItemState(item), item.said, item.fields.map(([name, value]) => `${name}: ${value}`));
  element.dataset.key = item.key;
  return element;
}

/**
 * Return an item for the list of entries, or of lost hands.
 *
 * @param {string} state
 * @param {string} description
 * @param {string[]} answers shown where users have to copy them
 * @returns {PageElement}
 */
export function renderListItem(state, description, answers) {
  const element = $("#waiting-item").content.cloneNode(true).firstElementChild;
  $(".description", element).textContent = description;
  for (const part of $$("[data-state]", element)) {
    if (!part.dataset.state.split(" ").includes(state)) part.remove();
    else if (part.tagName === "PRE") part.textContent = answers.join("\n");
  }
  return element;
}

let readCount = 0;
const updateKept = () => readEntriesAndLines().finally(beginTask());
async function readEntriesAndLines() {
  const count = ++readCount;
  const newEntries = tableCode ? await readEntries().catch(() => []) : [];
  const lines = tableCode ? await readLines(getPageMatch()).catch(() => []) : [];
  if (count !== readCount) return; // a newer read has begun
  logLines = lines;
  entries = newEntries;
  showKept();
  if ((entries.length || readDropped().length) && !isOffline()) startOffering();
}

// Store the newest line, which comes with the sheet; offering.js fetches all others.
async function keepLog() {
  const sheet = $("#sheet")?.dataset;
  if (!sheet?.kept) return;
  const newest = JSON.parse(sheet.kept);
  const match = Number(sheet.match);
  const lines = await readLines(match);
  const last = lines.at(-1);
  // The last item of a line is its seal, which covers all lines before it too: equal seals mean equal logs.
  if (lines.length === newest[0] && (!last || last.at(-1) === sheet.before)) await saveLines(match, [...lines, newest]);
  else if (last?.at(-1) !== newest.at(-1)) return startOffering();
  if (readDropped().length || (await readLogs()).some((log) => log.apart || (log.match > match && !$("#newer")))) startOffering();
}
const keepSheet = () => keepLog().catch(() => {}).finally(beginTask()); // no space, or no permission to store

// Keep forms without hx-post when the site does not answer, or does not know the entries on the sheet.
document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  const last = findLastHand();
  if (target.id === "undo-form" && last?.number >= getNumber(target)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return dropEntry(last).finally(beginTask());
  }
  if (target.hasAttribute("hx-post") || submitter?.name === "show" || submitter?.hasAttribute("formaction") || target.method !== "post") return;
  if (!tableCode || getState(target).correction) return; // engine.js keeps corrections that it has drawn
  const body = new URLSearchParams(readFields(target, submitter));
  const entry = makeEntry(target.action, body);
  if (!isOffline() && !(entry && isDrawnHere())) return;
  event.preventDefault();
  if (!entry) return showNeedsNetwork();
  await keepForLater({ url: target.action, body, description: describeForm(target, submitter) }).finally(beginTask());
  target.inert = true;
  isOpen = true;
  showKept();
  panel.scrollIntoView({ block: "nearest" });
}, true);

document.addEventListener("click", ({ target }) => {
  if (target.closest("#waiting .opens")) {
    isOpen = !isOpen;
    showKept();
  }
  if (target.closest("#waiting [data-do=undo]")) findUndo()?.run();
  const element = target.closest("#waiting [data-key]");
  const item = element && entries.find(({ key }) => key === element.dataset.key);
  if (item && target.closest("[data-do=drop]")) dropEntry(item).finally(beginTask());
  // The user was correcting a kept hand, and chose the other phone's hand instead.
  const correctedKey = target.closest("form.hand [data-do=theirs]") && findForm().elements.kept?.value;
  if (correctedKey) deleteEntries(correctedKey).finally(beginTask());
});
document.addEventListener("entries-changed", updateKept);
document.addEventListener("entries-scored", ({ detail }) => {
  scoredKeys = new Set(detail);
  showKept();
});
document.addEventListener("network", () => {
  if (isOffline()) isSending = false;
  if (entries.length) updateKept();
  else showKept();
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id !== "sheet") return;
  if (ctx.text) isUnchecked = false;
  markSending(false);
});
document.body.addEventListener("refresh", updateKept);
setInterval(() => entries.some(({ state }) => state === "waiting") && startOffering(), 5000);
updateKept().finally(() => provideKeeper({ askNextHand, deleteReplaced, keepForLater, keepSheet, mustWait, showKept }));
keepSheet();
if (tableCode && localStorage.getItem("scorekeeper.waiting")) startOffering(); // entries of an earlier release
