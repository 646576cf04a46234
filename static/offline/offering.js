// Synchronizes this phone with the site: it offers lines that a restored site has lost, fetches newer ones, and sends
// the entries. Loaded when there is any of that to do.
import { $, $$, create } from "../dom.js";
import { emit } from "../events.js";
import { isOffline, isRetryable, refresh, reportNetwork } from "../network.js";
import { findForm, getNumber, makeKey, showHandNumber } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { beginTask } from "../idle.js";
import { showRefused } from "../refused.js";
import { moveDraft, sendDraft } from "./draft.js";
import { ADDING_WAYS, getLineKey, makeEntry, markSending, renderLine, renumberEntry, showKept } from "./keeping.js";
import { renumber } from "./next-hand.js";
import { getToken, postForm, sendAsPage } from "./sending.js";
import { addEntry, changeEntries, deleteEntries, readDropped, readEntries, readLines, readLogs, saveDropped, saveLines, tableCode } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */

const table = `/t/${tableCode}`;
const MOST_LINES = 200; // in one request
const MOST_CHARACTERS = 50_000;
const MOST_LOGS = 20;
const WEEK = 7 * 24 * 3600e3;
const expectAnswer = (answer) => {
  if (isRetryable(answer.status)) throw new Error(String(answer.status));
  return answer;
};

const versions = new Map(); // of the site's engine, by match
const GONE = new Error("gone");
// Return the lines of a log from a place on; none of an unknown match. Throw GONE where its start was undone.
async function fetchLines(match, place) {
  const answer = expectAnswer(await fetch(`${table}/m/${match}/log?from=${place}`));
  if (!answer.ok) return [];
  const { gone, version, lines } = await answer.json();
  if (gone) throw GONE;
  versions.set(match, version);
  return lines;
}
async function fetchAllLines(match, first) {
  const lines = [];
  for (let batch = first; batch.length; batch = batch.length < MOST_LINES ? [] : await fetchLines(match, batch.at(-1)[0] + 1)) lines.push(...batch);
  return lines;
}

// Update the copy of a log, and return whether the site had lost lines, which it is then offered. Lines that no longer fit
// are set apart, for people to decide.
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
  const fits = () => newer.length && newer[0].at(-1) === lines.at(-1).at(-1); // a seal covers all lines before it
  const lost = !fits();
  if (lost) {
    await offerLines(match, lines);
    newer = await fetchNewer();
  }
  if (fits()) {
    if (newer.length > 1) await saveLines(match, [...lines, ...(await fetchAllLines(match, newer)).slice(1)]);
    return lost;
  }
  const log = await fetchAllLines(match, await fetchLines(match, 0));
  if (!log.length) return lost; // another phone has the match before it
  // Entries made so far belong to the lost lines; later ones continue the site's log.
  if (await setLinesApart(match, lines, log)) await changeEntries({ changed: (await readEntries(match)).map(({ key }) => [key, { apart: true }]) });
  await saveLines(match, log);
  return lost;
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
// Return as many items as one request may carry, at least one.
function takeBatch(items) {
  let size = 0;
  return items.filter((item, n) => (size += JSON.stringify(item).length) < MOST_CHARACTERS || !n).slice(0, MOST_LINES);
}
const readLinesApart = async (match) => (await readLogs()).find((log) => log.apart && log.match === match)?.lines ?? [];
// Add lines to those set apart, except for those in the log, and return how many there are.
async function setLinesApart(match, lines, log) {
  const inLog = new Set(log.map(getLineKey));
  const old = await readLinesApart(match);
  const known = new Set(old.map(getLineKey));
  const apart = [...old, ...lines.filter((line) => line[0] && !known.has(getLineKey(line)))].filter((line) => !inLog.has(getLineKey(line)));
  await saveLines(match, apart, tableCode, " apart");
  return apart.length;
}

// Post the entries in order, up to the first that needs a decision. An entry is deleted only once its line is in the
// phone's copy of the log, in case the site is restored.
async function sendEntries(match) {
  const inLog = new Set((await readLines(match)).map(getLineKey));
  const isBlocked = (await readLinesApart(match)).length > 0;
  const entries = await readEntries(match);
  const done = entries.map(({ key }) => key).filter((key) => inLog.has(key));
  const before = done.length;
  const changed = [];
  for (const entry of entries.filter(({ key }) => !inLog.has(key))) {
    if (isBlocked || entry.state !== "waiting") break;
    markSending(true);
    const answer = await postForm(entry.url, entry.fields);
    if (isRetryable(answer.status)) break;
    if (answer.type !== "opaqueredirect") {
      changed.push([entry.key, { state: getStateAfter(answer.status, entry) }]);
      break;
    }
    done.push(entry.key);
  }
  if (done.length > before) await updateLog(match);
  await deleteEntries(...done);
  // Last: people who decide about a refused hand see no entry that the site has taken.
  if (changed.length) await changeEntries({ changed });
  return done.length;
}

// Undo hands on the site that were deleted here as not played, before those entered in their place are sent.
async function undoDropped(match, dropped) {
  const lines = await readLines(match);
  const found = lines.filter((line) => line[0] && dropped.includes(getLineKey(line)));
  for (const [, number] of found.toReversed()) {
    if (lines.filter((line) => line[0] && line[1] === number).length === 1) {
      const answer = expectAnswer(await postForm(`${table}/m/${match}/undo`, [["number", number], ["rev", 1], ["key", makeKey()]]));
      if (answer.status === 409) showRefused($("#messages > .trouble", new DOMParser().parseFromString(await answer.text(), "text/html")).textContent);
    }
    const after = (await readEntries(match)).filter((entry) => ADDING_WAYS.includes(entry.way) && entry.number >= number);
    if (after[0]?.number === number) await changeEntries({ changed: after.map((entry) => renumberEntry(entry, entry.number + 1)) });
    moveDraft(number);
    const hand = findForm();
    if (getState(hand)?.isNext && getNumber(hand) === number) {
      const { displayNumber } = getState(hand);
      renumber(hand, 1);
      showHandNumber(hand, displayNumber);
    }
  }
  if (found.length) await updateLog(match);
  return found.length > 0;
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
    const shown = Number($("#sheet")?.dataset.match);
    const logs = (await readLogs()).filter((log) => !log.apart).map((log) => log.match).sort((a, b) => a - b);
    const pending = [...new Set((await readEntries()).map((entry) => entry.match))];
    const current = new Set([...(shown ? [shown] : []), ...pending]);
    let [lost, sent] = [false, 0];
    for (const match of current) lost = (await updateLog(match)) || lost;
    if (isOffline()) reportNetwork(true); // it has just answered
    for (const match of logs) if (match !== shown && (lost || match > shown)) lost = (await updateLog(match)) || lost;
    for (const log of await readLogs()) if (log.apart) await setLinesApart(log.match, [], await readLines(log.match));
    const dropped = readDropped();
    if (dropped.length) {
      for (const match of current) lost = (await undoDropped(match, dropped)) || lost;
      saveDropped(readDropped().filter((key) => !dropped.includes(key)));
      emit("entries-changed");
    }
    for (const match of pending) sent += await sendEntries(match);
    await showLinesApart();
    reportUndecided();
    if (sent) sendDraft();
    if (shown && (sent || lost)) refresh();
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
    list.append(renderLine("lost", "", lines.map(describeHand)));
    panel.append(list);
  }
  showKept();
}

// Tell the site how many hands this phone holds for a decision: every phone at the table shows it. What the site knows is
// stored, and only changes are sent.
const HELD = "scorekeeper.held";
let reporting = Promise.resolve();
const reportUndecided = () => (reporting = reporting.then(reportUndecidedNow).catch(() => {}));
async function reportUndecidedNow() {
  if (isOffline()) return;
  const known = JSON.parse(localStorage.getItem(HELD) ?? "{}");
  const counts = Object.fromEntries(Object.keys(known).filter((name) => name.startsWith(`${tableCode}/`)).map((name) => [name, 0]));
  const add = (match, hands) => (counts[`${tableCode}/${match}`] = (counts[`${tableCode}/${match}`] ?? 0) + hands);
  for (const [match, entries] of Map.groupBy(await readEntries(), (entry) => entry.match)) {
    const first = entries.findIndex((entry) => entry.state === "clash");
    if (first >= 0) add(match, entries.length - first); // it blocks the others
  }
  for (const log of await readLogs()) if (log.apart) add(log.match, log.lines.length);
  for (const [name, hands] of Object.entries(counts)) {
    if (hands === (known[name] ?? 0)) continue;
    expectAnswer(await postForm(`${table}/m/${name.split("/")[1]}/held`, [["hands", hands]]));
    if (hands) known[name] = hands;
    else delete known[name];
    localStorage.setItem(HELD, JSON.stringify(known));
  }
}
// Return a line as text to be copied by hand: number, answers and reason.
function describeHand([, number, , hand, , reason]) {
  const answers = Object.entries(hand ?? {}).filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${JSON.stringify(value).replace(/[[\]{}\x22]/g, "")}`);
  return `${number}. ${answers.join(", ") || "—"}${reason && ` (${reason})`}`;
}

async function compare(match) {
  const apart = await readLinesApart(match);
  const entries = (await readEntries(match)).filter((entry) => !apart.length || entry.apart).map(({ way, about, fields }) => [way, about, fields]);
  // Entries that do not fit into one request are compared afterwards.
  const lines = takeBatch(apart);
  const forms = lines.length < apart.length ? [] : takeBatch(entries);
  sendAsPage(`${table}/m/${match}/compare`, [["entries", JSON.stringify(forms)], ["lines", JSON.stringify(lines)]]);
}
document.addEventListener("click", ({ target }) => {
  const key = target.closest("#waiting [data-do]");
  if (key) decide(key).finally(beginTask());
});
async function decide(key) {
  const match = Number(key.dataset.match ?? key.closest("[data-lost]")?.dataset.lost);
  const item = (await readEntries()).find((entry) => entry.key === (key.dataset.entry ?? key.closest("[data-key]")?.dataset.key));
  if (key.dataset.do === "compare") await compare(match || item.match);
  if (key.dataset.do === "mend") sendAsPage(item.url, [...item.fields, ["kept", item.key]]);
  if (key.dataset.do === "drop" && match) {
    await saveLines(match, [], tableCode, " apart");
    await showLinesApart();
    emit("entries-changed");
  }
}

// Decided entries are deleted once the table comes back with the decision.
const DECIDED = "scorekeeper.decided";
document.addEventListener("submit", ({ target, submitter }) => {
  const match = target.action?.match?.(/\/m\/(\d+)\/compare$/)?.[1];
  if (match && submitter?.value !== "join") sessionStorage.setItem(DECIDED, JSON.stringify([Number(match), ...target.dataset.keys.split(" ")]));
});
async function forgetDecided() {
  const decided = sessionStorage.getItem(DECIDED);
  const [{ name: url }] = performance.getEntriesByType("navigation"); // before any history.replaceState
  const next = Number(url.match(/[?&]settled=(\d+)/)?.[1]);
  if (!decided || !next) return;
  const [match, ...keys] = JSON.parse(decided);
  await deleteEntries(...keys);
  // The other hands follow after the chosen ones.
  const others = (await readEntries(match)).filter(({ way }) => ADDING_WAYS.includes(way) && way !== "before");
  await changeEntries({ changed: others.map((entry, n) => renumberEntry(entry, next + n, { state: "waiting" })) });
  const apart = await readLinesApart(match);
  await saveLines(match, apart.filter((line) => !keys.includes(getLineKey(line))), tableCode, " apart");
  sessionStorage.removeItem(DECIDED);
}

// Delete logs unchanged for a week, and all but the newest few.
async function deleteOldLogs() {
  const logs = (await readLogs("")).sort((a, b) => b.at - a.at);
  for (const log of logs.filter(({ at }, n) => n >= MOST_LOGS || Date.now() - at > WEEK)) await saveLines(log.match, [], log.table, log.apart);
}

// Entries of an earlier release; its copies of logs are not needed any more.
const OLD = "scorekeeper.waiting";
async function moveOldEntries() {
  for (const item of JSON.parse(localStorage.getItem(OLD) ?? "[]")) {
    const entry = makeEntry(item.url, new URLSearchParams(item.fields), item.number);
    if (entry) await addEntry({ ...entry, table: item.url.split("/")[2], seen: -1 });
  }
  for (const key of Object.keys(localStorage)) if (key === OLD || key.startsWith("scorekeeper.log ")) localStorage.removeItem(key);
}

document.addEventListener("sync-needed", sync);
document.addEventListener("entries-changed", reportUndecided);
moveOldEntries().catch(() => {}).then(showLinesApart);
