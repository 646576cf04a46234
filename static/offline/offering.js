// Loaded when this phone has something to hand in, or lines of its table's log to look up. In this order: what a site
// that was restored has lost, what was written while this phone was away, and what was written on it meanwhile.
import { $, $$ } from "../dom.js";
import { emit } from "../events.js";
import { isCut, isRetryable, look, reportNetwork } from "../network.js";
import { findForm, makeKey, showHandNumber } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { beginTask } from "../idle.js";
import { tellRefused } from "../refused.js";
import { moveDraft, sendDraft } from "./draft.js";
import { getLineKey, makeEntry, markSending, NEW, renderLine, renumberEntry, showKept } from "./keeping.js";
import { renumber } from "./next-hand.js";
import { getToken, sendAsPage } from "./sending.js";
import { forget, here, keep, keepLines, readDropped, readLines, readLogs, readPending, setDropped, write } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */

const table = `/t/${here}`;
const AT_ONCE = 200; // lines that the site gives and takes at once
const MOST = 50_000; // letters
const LOGS = 20;
const WEEK = 7 * 24 * 3600e3;
const post = (url, fields) => fetch(url, { method: "POST", body: new URLSearchParams([...fields, ["csrfmiddlewaretoken", getToken()]]), redirect: "manual", credentials: "same-origin" });

const versions = new Map(); // of what scores a match, as the site says it
// The lines of a log from a place on; none of a match that the site does not know. Throws GONE where its start was undone.
const GONE = new Error("gone");
async function fetchLines(match, place) {
  const answer = await fetch(`${table}/m/${match}/log?from=${place}`, { credentials: "same-origin" });
  if (isRetryable(answer.status)) throw new Error(String(answer.status));
  if (!answer.ok) return [];
  const told = await answer.json();
  if (told.gone) throw GONE;
  versions.set(match, told.version);
  return told.lines;
}
async function fetchEveryLine(match, first) {
  const lines = [];
  for (let more = first; more.length; more = more.length < AT_ONCE ? [] : await fetchLines(match, more.at(-1)[0] + 1)) lines.push(...more);
  return lines;
}

// Keep what the log has more; where it has not our newest line, offer ours first. What the site lost and no longer fits
// is put apart, for people to choose. Whether something was lost.
async function follow(match) {
  try {
    return await followLog(match);
  } catch (error) {
    if (error !== GONE) throw error;
    await keepLines(match, []);
    return false;
  }
}
async function followLog(match) {
  const lines = await readLines(match);
  const has = () => fetchLines(match, Math.max(lines.length - 1, 0));
  let more = await has();
  const same = () => more.length && more[0].at(-1) === lines.at(-1).at(-1); // its seal says all before it too
  if (!lines.length) return void (await keepLines(match, await fetchEveryLine(match, more)));
  const lost = !same();
  if (lost) {
    await offer(match, lines);
    more = await has();
  }
  if (same()) {
    if (more.length > 1) await keepLines(match, [...lines, ...(await fetchEveryLine(match, more)).slice(1)]);
    return lost;
  }
  const log = await fetchEveryLine(match, await fetchLines(match, 0));
  if (!log.length) return lost; // another phone has the match before it
  // What was written on those lines belongs to them; what is written from now on goes on from the site's.
  if (await putApart(match, lines, log)) await write({ changed: (await readPending(match)).map((one) => [one.key, { apart: true }]) });
  await keepLines(match, log);
  return lost;
}
async function offer(match, lines) {
  const left = [...lines];
  while (left.length) {
    const some = [];
    for (let size = 0; left.length && some.length < AT_ONCE && (!some.length || size + JSON.stringify(left[0]).length < MOST); size += JSON.stringify(some.at(-1)).length) some.push(left.shift());
    const answer = await post(`${table}/offer`, [["match", match], ["lines", JSON.stringify(some)]]);
    if (isRetryable(answer.status)) throw new Error(String(answer.status));
    if (!answer.ok) return;
  }
}
// As many of them as one request may carry.
function takeFirst(all) {
  let size = 0;
  return all.filter((one, n) => (size += JSON.stringify(one).length) < MOST || !n).slice(0, AT_ONCE);
}
async function putApart(match, lines, log) {
  const there = new Set(log.map(getLineKey));
  const was = (await readLogs()).find((one) => one.apart && one.match === match)?.lines ?? [];
  const known = new Set(was.map(getLineKey));
  const left = [...was, ...lines.filter((line) => line[0] && !known.has(getLineKey(line)))].filter((line) => !there.has(getLineKey(line)));
  await keepLines(match, left, here, " apart");
  return left.length;
}

// In their order, and none before the one that it was played after: what has to be decided first holds up the rest.
// An entry is kept until its line was seen: should the site be restored, this phone still has it.
async function handIn(match) {
  const there = new Set((await readLines(match)).map(getLineKey));
  const stood = (await readPending(match)).filter((one) => there.has(one.key));
  const done = stood.map((one) => one.key);
  const apart = (await readLogs()).some((log) => log.apart && log.match === match);
  const changed = [];
  for (const one of (await readPending(match)).filter((each) => !there.has(each.key))) {
    if (apart || one.state !== "waiting") break;
    markSending(true);
    const answer = await post(one.url, one.fields);
    if (isRetryable(answer.status)) break;
    if (answer.type !== "opaqueredirect") {
      changed.push([one.key, { state: getStateAfter(answer.status, one) }]);
      break;
    }
    done.push(one.key);
  }
  if (done.length > stood.length) await follow(match);
  await forget(...done);
  // Last: whoever decides about a refused hand finds none beside it that the site has taken.
  if (changed.length) await write({ changed });
  return done.length;
}

// A hand that was not played after all, but had reached the site: there it is undone, before what was entered in its place.
async function undoDropped(match, dropped) {
  const lines = await readLines(match);
  const found = lines.filter((line) => line[0] && dropped.includes(getLineKey(line)));
  for (const [, number] of found.toReversed()) {
    if (lines.filter((one) => one[0] && one[1] === number).length === 1) {
      const answer = await post(`${table}/m/${match}/undo`, [["number", number], ["rev", 1], ["key", makeKey()]]);
      if (isRetryable(answer.status)) throw new Error(String(answer.status));
      if (answer.status === 409) tellRefused($("#talk > .trouble", new DOMParser().parseFromString(await answer.text(), "text/html")).textContent);
    }
    const after = (await readPending(match)).filter((one) => NEW.includes(one.way) && one.number >= number);
    if (after[0]?.number === number) await write({ changed: after.map((one) => renumberEntry(one, one.number + 1)) });
    moveDraft(number);
    const hand = findForm();
    if (getState(hand)?.isNext && Number(hand.elements.number.value) === number) {
      const { shown } = getState(hand);
      renumber(hand, 1);
      showHandNumber(hand, shown);
    }
  }
  if (found.length) await follow(match);
  return found.length > 0;
}

// A form that an earlier version of the site drew may not fit any more: that is nobody's mistake.
/**
 * @param {number} status of the answer
 * @param {Entry} entry
 * @returns {Entry["state"]}
 */
function getStateAfter(status, { version, match }) {
  const behind = version && versions.has(match) && version !== versions.get(match);
  if (status === 404) return behind ? "unread" : "refused";
  if (status === 422) return behind ? "behind" : "open";
  return status === 409 ? "clash" : "refused";
}

let syncing = false;
let again = false;
const sync = () => syncNow().finally(beginTask());
async function syncNow() {
  again = syncing;
  if (syncing) return;
  syncing = true;
  try {
    await forgetSettled();
    await clearLogs();
    if (!getToken()) await fetch(location.pathname, { credentials: "same-origin" }); // its cookie may be days old
    const at = Number($("#sheet")?.dataset.match);
    const logs = (await readLogs()).filter((log) => !log.apart).map((log) => log.match).sort((a, b) => a - b);
    const waits = [...new Set((await readPending()).map((one) => one.match))];
    let [lost, sent] = [false, 0];
    for (const match of new Set([...(at ? [at] : []), ...waits])) lost = (await follow(match)) || lost;
    if (isCut()) reportNetwork(true); // it has just answered
    for (const match of logs) if (match !== at && (lost || match > at)) lost = (await follow(match)) || lost;
    for (const log of await readLogs()) if (log.apart) await putApart(log.match, [], await readLines(log.match));
    const dropped = readDropped();
    for (const match of dropped.length ? new Set([...(at ? [at] : []), ...waits]) : []) lost = (await undoDropped(match, dropped)) || lost;
    setDropped(readDropped().filter((key) => !dropped.includes(key)));
    if (dropped.length) emit("kept");
    for (const match of waits) sent += await handIn(match);
    await showApart();
    tellHeld();
    if (sent) sendDraft();
    if (at && (sent || lost)) look(); // the sheet and the next hand come anew
    else markSending(false);
  } catch {
    reportNetwork(false);
  } finally {
    syncing = false;
  }
  if (again) await sync();
}

// What has to be decided ---------------------------------------------------------------------------------------

async function showApart() {
  const place = $("#waiting");
  if (!place) return;
  for (const each of $$("[data-apart]", place)) each.remove();
  for (const log of await readLogs()) {
    if (!log.apart) continue;
    const card = Object.assign(document.createElement("ol"), { className: "note" });
    card.dataset.apart = String(log.match);
    card.append(renderLine("apart", "", log.lines.map(describeHand)));
    place.append(card);
  }
  showKept();
}
// Every phone at the table sees who keeps hands that people have to choose from, and how many; what was said last is kept.
const HELD = "scorekeeper.held";
let telling = Promise.resolve();
const tellHeld = () => (telling = telling.then(tellHeldNow).catch(() => {}));
async function tellHeldNow() {
  if (isCut()) return;
  const said = JSON.parse(localStorage.getItem(HELD) ?? "{}");
  const held = Object.fromEntries(Object.keys(said).filter((one) => one.startsWith(`${here}/`)).map((one) => [one, 0]));
  const add = (match, hands) => (held[`${here}/${match}`] = (held[`${here}/${match}`] ?? 0) + hands);
  const entries = await readPending();
  for (const match of new Set(entries.map((one) => one.match))) {
    const of = entries.filter((one) => one.match === match);
    const first = of.findIndex((one) => one.state === "clash");
    if (first >= 0) add(match, of.length - first); // it holds up the rest
  }
  for (const log of await readLogs()) if (log.apart) add(log.match, log.lines.length);
  for (const [which, hands] of Object.entries(held)) {
    if (hands === (said[which] ?? 0)) continue;
    const answer = await post(`${table}/m/${which.split("/")[1]}/held`, [["hands", hands]]);
    if (isRetryable(answer.status)) return;
    if (hands) said[which] = hands;
    else delete said[which];
    localStorage.setItem(HELD, JSON.stringify(said));
  }
}
// A hand as it was entered, to be copied by hand: its number, what was said of it, and why.
function describeHand([, number, , hand, , why]) {
  const given = Object.entries(hand ?? {}).filter(([, value]) => value !== null);
  const said = given.map(([name, value]) => `${name}: ${JSON.stringify(value).replace(/[[\]{}\x22]/g, "")}`);
  return `${number}. ${said.join(", ") || "—"}${why && ` (${why})`}`;
}

async function compare(match) {
  const apart = (await readLogs()).find((log) => log.apart && log.match === match)?.lines ?? [];
  const entries = (await readPending(match)).filter((one) => !apart.length || one.apart).map(({ way, about, fields }) => [way, about, fields]);
  // What is too much for one request is compared after the rest is settled.
  const lines = takeFirst(apart);
  const forms = lines.length < apart.length ? [] : takeFirst(entries);
  sendAsPage(`${table}/m/${match}/compare`, [["entries", JSON.stringify(forms)], ["lines", JSON.stringify(lines)]]);
}
document.addEventListener("click", ({ target }) => {
  const key = target.closest("#waiting [data-do]");
  if (key) decide(key).finally(beginTask());
});
async function decide(key) {
  const match = Number(key.dataset.match ?? key.closest("[data-apart]")?.dataset.apart);
  const item = (await readPending()).find((one) => one.key === (key.dataset.of ?? key.closest("[data-key]")?.dataset.key));
  if (key.dataset.do === "compare") await compare(match || item.match);
  if (key.dataset.do === "mend") sendAsPage(item.url, [...item.fields, ["kept", item.key]]);
  if (key.dataset.do === "drop" && match) {
    await keepLines(match, [], here, " apart");
    await showApart();
    emit("kept");
  }
}

// What people have chosen is forgotten once the table comes back with it.
const DECIDED = "scorekeeper.decided";
document.addEventListener("submit", ({ target, submitter }) => {
  const match = target.action?.match?.(/\/m\/(\d+)\/compare$/)?.[1];
  if (match && submitter?.value !== "join") sessionStorage.setItem(DECIDED, JSON.stringify([Number(match), ...target.dataset.keys.split(" ")]));
});
async function forgetSettled() {
  const decided = sessionStorage.getItem(DECIDED);
  const [{ name: address }] = performance.getEntriesByType("navigation"); // as it came, whatever the bar says now
  const next = Number(address.match(/[?&]settled=(\d+)/)?.[1]);
  if (!decided || !next) return;
  const [match, ...keys] = JSON.parse(decided);
  await forget(...keys);
  // What made no hand beside theirs goes on after what was chosen.
  const left = (await readPending(match)).filter((one) => NEW.includes(one.way) && one.way !== "before");
  await write({ changed: left.map((one, at) => renumberEntry(one, next + at, { state: "waiting" })) });
  const apart = (await readLogs()).find((log) => log.apart && log.match === match)?.lines ?? [];
  await keepLines(match, apart.filter((line) => !keys.includes(getLineKey(line))), here, " apart");
  sessionStorage.removeItem(DECIDED);
}

// Logs of tables that were not looked at for a week are put away, and all but the newest few.
async function clearLogs() {
  const logs = (await readLogs("")).sort((one, other) => other.at - one.at);
  for (const log of logs.filter((one, n) => n >= LOGS || Date.now() - one.at > WEEK)) await keepLines(log.match, [], log.table, log.apart);
}

// What pages of an earlier release kept; their copies of logs are not needed any more.
const OLD = "scorekeeper.waiting";
async function moveOld() {
  for (const item of JSON.parse(localStorage.getItem(OLD) ?? "[]")) {
    const entry = makeEntry(item.url, new URLSearchParams(item.fields), item.number);
    if (entry) await keep({ ...entry, table: item.url.split("/")[2], seen: -1 });
  }
  for (const key of Object.keys(localStorage)) if (key === OLD || key.startsWith("scorekeeper.log ")) localStorage.removeItem(key);
}

document.addEventListener("offer", sync);
document.addEventListener("kept", tellHeld);
moveOld().catch(() => {}).then(showApart);
