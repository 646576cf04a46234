// Synchronizes this phone with the site: offers log lines that a restored site has lost, fetches newer lines, and sends
// the kept entries. Loaded only when one of these is needed.
import { $, $$, create } from "../dom.js";
import { emit } from "../events.js";
import { isOffline, isRetryable, refresh, reportNetwork } from "../network.js";
import { findForm, getNumber, makeKey, showHandNumber } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { beginTask } from "../idle.js";
import { showRefused } from "../refused.js";
import { moveDraft, sendDraft } from "./draft.js";
import { ADDING_WAYS, getLineKey, makeEntry, markSending, renderListItem, renumberEntry, showKept } from "./keeping.js";
import { renumber } from "./next-hand.js";
import { getToken, postForm, sendAsPage } from "./sending.js";
import { addEntry, changeEntries, deleteEntries, readDropped, readEntries, readLines, readLogs, saveDropped, saveLines, tableCode } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */

const table = `/t/${tableCode}`;
const MOST_LINES = 200; // lines in one request
const MOST_CHARACTERS = 50_000; // characters of JSON in one request
const MOST_LOGS = 20; // logs kept on this phone
const WEEK = 7 * 24 * 3600e3; // ms
const expectAnswer = (answer) => {
  if (isRetryable(answer.status)) throw new Error(String(answer.status));
  return answer;
};

const versions = new Map(); // the version of the site's engine for each match
const GONE = new Error("gone");
// Return the lines of a log from a place on; none if the site does not know the match. Throw GONE if the match's start
// was undone.
async function fetchLines(match, place) {
  const answer = expectAnswer(await fetch(`${table}/m/${match}/log?from=${place}`));
  if (!answer.ok) return [];
  const { gone, version, lines } = await answer.json();
  if (gone) throw GONE;
  versions.set(match, version);
  return lines;
}
// Fetch further batches until one is not full, and return the lines of all batches.
async function fetchAllLines(match, first) {
  const lines = [];
  for (let batch = first; batch.length; batch = batch.length < MOST_LINES ? [] : await fetchLines(match, batch.at(-1)[0] + 1)) lines.push(...batch);
  return lines;
}

// Update the copy of a log, and return whether the site had lost lines, which this phone then offers. Lines that no
// longer fit the site's log are set apart until people decide about them.
async function updateLog(match) {
  try {
    return await updateExistingLog(match);
  } catch (error) {
    if (error !== GONE) throw error;
    await saveLines(match, []);
    return false;
  }
}
async function updateExistingLog(match) {
  const lines = await readLines(match);
  const fetchNewer = () => fetchLines(match, Math.max(lines.length - 1, 0));
  let newer = await fetchNewer();
  if (!lines.length) {
    await saveLines(match, await fetchAllLines(match, newer));
    return false;
  }
  // A line ends with its seal, which covers all lines before it.
  const fits = () => newer.length && newer[0].at(-1) === lines.at(-1).at(-1);
  const hasLost = !fits();
  if (hasLost) {
    await offerLines(match, lines);
    newer = await fetchNewer();
  }
  if (fits()) {
    if (newer.length > 1) await saveLines(match, [...lines, ...(await fetchAllLines(match, newer)).slice(1)]);
    return hasLost;
  }
  const log = await fetchAllLines(match, await fetchLines(match, 0));
  if (!log.length) return hasLost; // the site lacks the match before this one, too: another phone has to offer it
  // Entries made so far belong to the lost lines; later ones continue the site's log.
  if (await setLinesApart(match, lines, log)) await changeEntries({ changed: (await readEntries(match)).map(({ key }) => [key, { apart: true }]) });
  await saveLines(match, log);
  return hasLost;
}
async function offerLines(match, lines) {
  let remaining = lines;
  while (remaining.length) {
    const batch = takeBatch(remaining);
    remaining = remaining.slice(batch.length);
    const answer = expectAnswer(await postForm(`${table}/offer`, [["match", match], ["lines", JSON.stringify(batch)]]));
    if (!answer.ok) return;
  }
}
// Return the first items, as many as one request may carry, but at least one.
function takeBatch(items) {
  let size = 0;
  return items.filter((item, n) => (size += JSON.stringify(item).length) < MOST_CHARACTERS || !n).slice(0, MOST_LINES);
}
const readLinesApart = async (match) => (await readLogs()).find((log) => log.apart && log.match === match)?.lines ?? [];
// Add lines to those set apart, drop the lines that are in the log, and return how many are set apart.
async function setLinesApart(match, lines, log) {
  const logKeys = new Set(log.map(getLineKey));
  const oldLines = await readLinesApart(match);
  const oldKeys = new Set(oldLines.map(getLineKey));
  const linesApart = [...oldLines, ...lines.filter((line) => line[0] && !oldKeys.has(getLineKey(line)))].filter((line) => !logKeys.has(getLineKey(line)));
  await saveLines(match, linesApart, tableCode, " apart");
  return linesApart.length;
}

// Post the entries in order, up to the first that needs a decision. An entry is deleted only once its line is in the
// phone's copy of the log, in case the site is restored.
async function sendEntries(match) {
  const logKeys = new Set((await readLines(match)).map(getLineKey));
  const isBlocked = (await readLinesApart(match)).length > 0;
  const entries = await readEntries(match);
  const doneKeys = entries.map(({ key }) => key).filter((key) => logKeys.has(key));
  const oldCount = doneKeys.length;
  const changed = [];
  for (const entry of entries.filter(({ key }) => !logKeys.has(key))) {
    if (isBlocked || entry.state !== "waiting") break;
    markSending(true);
    const answer = await postForm(entry.url, entry.fields);
    if (isRetryable(answer.status)) break;
    if (answer.type !== "opaqueredirect") {
      changed.push([entry.key, { state: getStateAfter(answer.status, entry) }]);
      break;
    }
    doneKeys.push(entry.key);
  }
  if (doneKeys.length > oldCount) await updateLog(match);
  await deleteEntries(...doneKeys);
  // Do this last, so that people who decide about a refused hand see no entry that the site has saved.
  if (changed.length) await changeEntries({ changed });
  return doneKeys.length;
}

// Undo hands on the site that were deleted on this phone, before the hands entered in their place are sent.
async function undoDropped(match, dropped) {
  const lines = await readLines(match);
  const foundLines = lines.filter((line) => line[0] && dropped.includes(getLineKey(line)));
  for (const [, number] of foundLines.toReversed()) {
    // Do not undo a hand that was edited or undone since.
    if (lines.filter((line) => line[0] && line[1] === number).length === 1) {
      const answer = expectAnswer(await postForm(`${table}/m/${match}/undo`, [["number", number], ["rev", 1], ["key", makeKey()]]));
      if (answer.status === 409) showRefused($("#messages > .trouble", new DOMParser().parseFromString(await answer.text(), "text/html")).textContent);
    }
    // The log has used this number: the waiting hands, the draft and the form get the next numbers.
    const laterEntries = (await readEntries(match)).filter((entry) => ADDING_WAYS.includes(entry.way) && entry.number >= number);
    if (laterEntries[0]?.number === number) await changeEntries({ changed: laterEntries.map((entry) => renumberEntry(entry, entry.number + 1)) });
    moveDraft(number);
    const hand = findForm();
    if (getState(hand)?.isNext && getNumber(hand) === number) {
      const { displayNumber } = getState(hand);
      renumber(hand, 1);
      showHandNumber(hand, displayNumber);
    }
  }
  if (foundLines.length) await updateLog(match);
  return foundLines.length > 0;
}

/**
 * Return the state of an entry that was refused. A form of an earlier release may not fit any more.
 *
 * @param {number} status of the answer
 * @param {Entry} entry
 * @returns {Entry["state"]}
 */
function getStateAfter(status, { version, match }) {
  const isOld = version && versions.has(match) && version !== versions.get(match);
  if (status === 404) return isOld ? "unread" : "refused";
  if (status === 422) return isOld ? "behind" : "open";
  return status === 409 ? "clash" : "refused";
}

let isSyncing = false;
let mustRepeat = false;
const sync = () => syncNow().finally(beginTask());
async function syncNow() {
  mustRepeat = isSyncing;
  if (isSyncing) return;
  isSyncing = true;
  try {
    await forgetDecided();
    await deleteOldLogs();
    if (!getToken()) await fetch(location.pathname); // the cookie may have expired
    const pageMatch = Number($("#sheet")?.dataset.match);
    const loggedMatches = (await readLogs()).filter((log) => !log.apart).map((log) => log.match).sort((a, b) => a - b);
    const matchesToSend = [...new Set((await readEntries()).map((entry) => entry.match))];
    const currentMatches = new Set([...(pageMatch ? [pageMatch] : []), ...matchesToSend]);
    let [hasLost, sentCount] = [false, 0];
    for (const match of currentMatches) hasLost = (await updateLog(match)) || hasLost;
    if (isOffline()) reportNetwork(true); // the site has just answered
    // Other logs: update those of newer matches, and after lost lines all.
    for (const match of loggedMatches) if (match !== pageMatch && (hasLost || match > pageMatch)) hasLost = (await updateLog(match)) || hasLost;
    for (const log of await readLogs()) if (log.apart) await setLinesApart(log.match, [], await readLines(log.match));
    const dropped = readDropped();
    if (dropped.length) {
      for (const match of currentMatches) hasLost = (await undoDropped(match, dropped)) || hasLost;
      saveDropped(readDropped().filter((key) => !dropped.includes(key)));
      emit("entries-changed");
    }
    for (const match of matchesToSend) sentCount += await sendEntries(match);
    await showLinesApart();
    reportUndecided();
    if (sentCount) sendDraft();
    if (pageMatch && (sentCount || hasLost)) refresh();
    else markSending(false);
  } catch {
    reportNetwork(false);
  } finally {
    isSyncing = false;
  }
  if (mustRepeat) await sync();
}

// Decisions ---------------------------------------------------------------------------------------------------

async function showLinesApart() {
  const panel = $("#waiting");
  if (!panel) return;
  for (const each of $$("[data-lost]", panel)) each.remove();
  for (const { apart, match, lines } of await readLogs()) {
    if (!apart) continue;
    const list = create("ol", { className: "note" });
    list.dataset.lost = String(match);
    list.append(renderListItem("lost", "", lines.map(describeHand)));
    panel.append(list);
  }
  showKept();
}

// Tell the site how many hands this phone holds for a decision: every phone at the table shows the number. The numbers
// that the site knows are stored, and only changes are sent.
const HELD = "scorekeeper.held";
let reporting = Promise.resolve();
const reportUndecided = () => (reporting = reporting.then(reportUndecidedNow).catch(() => {}));
async function reportUndecidedNow() {
  if (isOffline()) return;
  const knownCounts = JSON.parse(localStorage.getItem(HELD) ?? "{}");
  const counts = Object.fromEntries(Object.keys(knownCounts).filter((name) => name.startsWith(`${tableCode}/`)).map((name) => [name, 0]));
  const add = (match, hands) => (counts[`${tableCode}/${match}`] = (counts[`${tableCode}/${match}`] ?? 0) + hands);
  for (const [match, entries] of Map.groupBy(await readEntries(), (entry) => entry.match)) {
    const first = entries.findIndex((entry) => entry.state === "clash");
    if (first >= 0) add(match, entries.length - first); // a clash blocks the entries after it
  }
  for (const log of await readLogs()) if (log.apart) add(log.match, log.lines.length);
  for (const [name, hands] of Object.entries(counts)) {
    if (hands === (knownCounts[name] ?? 0)) continue;
    expectAnswer(await postForm(`${table}/m/${name.split("/")[1]}/held`, [["hands", hands]]));
    if (hands) knownCounts[name] = hands;
    else delete knownCounts[name];
    localStorage.setItem(HELD, JSON.stringify(knownCounts));
  }
}
// Return a line as text for users to copy: number, answers and reason.
function describeHand([, number, , hand, , reason]) {
  const answers = Object.entries(hand ?? {}).filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${JSON.stringify(value).replace(/[[\]{}\x22]/g, "")}`);
  return `${number}. ${answers.join(", ") || "—"}${reason && ` (${reason})`}`;
}

async function compare(match) {
  const apart = await readLinesApart(match);
  const entries = (await readEntries(match)).filter((entry) => !apart.length || entry.apart).map(({ way, about, fields }) => [way, about, fields]);
  // Lines come first. What does not fit into one request is compared afterwards.
  const lines = takeBatch(apart);
  const forms = lines.length < apart.length ? [] : takeBatch(entries);
  sendAsPage(`${table}/m/${match}/compare`, [["entries", JSON.stringify(forms)], ["lines", JSON.stringify(lines)]]);
}
document.addEventListener("click", ({ target }) => {
  const button = target.closest("#waiting [data-do]");
  if (button) decide(button).finally(beginTask());
});
async function decide(button) {
  const match = Number(button.dataset.match ?? button.closest("[data-lost]")?.dataset.lost);
  const item = (await readEntries()).find((entry) => entry.key === (button.dataset.entry ?? button.closest("[data-key]")?.dataset.key));
  if (button.dataset.do === "compare") await compare(match || item.match);
  if (button.dataset.do === "mend") sendAsPage(item.url, [...item.fields, ["kept", item.key]]);
  if (button.dataset.do === "drop" && match) {
    await saveLines(match, [], tableCode, " apart");
    await showLinesApart();
    emit("entries-changed");
  }
}

// Entries that people decided about are deleted once the table's page opens with the decision (?settled=).
const DECIDED = "scorekeeper.decided";
document.addEventListener("submit", ({ target, submitter }) => {
  const match = target.action?.match?.(/\/m\/(\d+)\/compare$/)?.[1];
  if (match && submitter?.value !== "join") sessionStorage.setItem(DECIDED, JSON.stringify([Number(match), ...target.dataset.keys.split(" ")]));
});
async function forgetDecided() {
  const decided = sessionStorage.getItem(DECIDED);
  const [{ name: url }] = performance.getEntriesByType("navigation"); // as it was before any history.replaceState
  const nextNumber = Number(url.match(/[?&]settled=(\d+)/)?.[1]);
  if (!decided || !nextNumber) return;
  const [match, ...keys] = JSON.parse(decided);
  await deleteEntries(...keys);
  // The other hands follow after the chosen ones.
  const otherHands = (await readEntries(match)).filter(({ way }) => ADDING_WAYS.includes(way) && way !== "before");
  await changeEntries({ changed: otherHands.map((entry, n) => renumberEntry(entry, nextNumber + n, { state: "waiting" })) });
  const apart = await readLinesApart(match);
  await saveLines(match, apart.filter((line) => !keys.includes(getLineKey(line))), tableCode, " apart");
  sessionStorage.removeItem(DECIDED);
}

// Delete logs unchanged for a week, and all but the newest few.
async function deleteOldLogs() {
  const logs = (await readLogs("")).sort((a, b) => b.at - a.at);
  for (const log of logs.filter(({ at }, n) => n >= MOST_LOGS || Date.now() - at > WEEK)) await saveLines(log.match, [], log.table, log.apart);
}

// Move entries of an earlier release into the database, and delete that release's copies of logs.
const OLD_ENTRIES = "scorekeeper.waiting";
async function moveOldEntries() {
  for (const item of JSON.parse(localStorage.getItem(OLD_ENTRIES) ?? "[]")) {
    const entry = makeEntry(item.url, new URLSearchParams(item.fields), item.number);
    if (entry) await addEntry({ ...entry, table: item.url.split("/")[2], seen: -1 });
  }
  for (const key of Object.keys(localStorage)) if (key === OLD_ENTRIES || key.startsWith("scorekeeper.log ")) localStorage.removeItem(key);
}

document.addEventListener("sync-needed", sync);
document.addEventListener("entries-changed", reportUndecided);
moveOldEntries().catch(() => {}).then(showLinesApart);
