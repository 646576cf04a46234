// What a phone keeps of its tables, in IndexedDB: the logs it has seen, line by line as the site sealed them, and the
// entries it has not handed in. A worker that scores hands reads it too, so nothing here needs a page.
import { emit } from "../events.js";

/**
 * A line of a log as the site sealed it (matches/sealing.py): place, number, revision, hand or null, the hand that it was
 * put before, reason, key, the phone that wrote it, time and seal. The first is 0, what the match was begun with, and seal.
 *
 * @typedef {any[]} Line
 */

/**
 * A log that this phone has seen.
 *
 * @typedef {object} Log
 * @property {string} id
 * @property {string} table
 * @property {number} match
 * @property {string} apart " apart" where it holds lines that the site has lost and that no longer fit; else ""
 * @property {number} at when it was last changed, in ms
 * @property {Line[]} lines
 */

/**
 * What a form has written on this phone and is not handed in.
 *
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} table
 * @property {number} match
 * @property {string} url where it is sent
 * @property {string} way what it does, as its address ends
 * @property {number | null} about the hand that it corrects
 * @property {number} number of the hand
 * @property {number} rev
 * @property {[string, string][]} fields
 * @property {string} said what people would call it
 * @property {string} [version] the release of the engine that drew its form
 * @property {number} seen the place of the newest line that this phone had
 * @property {number} n its place among the entries of this phone
 * @property {"waiting" | "open" | "clash" | "behind" | "unread" | "refused"} state
 * @property {number} at when it was made, in ms
 * @property {boolean} [apart] it was written on lines that the site has lost
 */

/** The code of the table whose page this is, or "". */
export const here = location.pathname.match(/^\/t\/([^/]+)\//)?.[1] ?? "";
const others = new BroadcastChannel("scorekeeper.kept"); // other pages of this phone

let base;
function openDatabase() {
  base ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("scorekeeper", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("logs", { keyPath: "id" });
      asked.result.createObjectStore("entries", { keyPath: "key" });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return base;
}
// What the work asks for; it is kept when this returns, whatever becomes of the battery.
async function runWithin(store, work, mode = "readwrite") {
  const transaction = (await openDatabase()).transaction(store, mode, { durability: "strict" });
  const asked = work(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked?.result);
    transaction.onabort = () => reject(transaction.error);
  });
}
function spread(what) {
  others.postMessage(what);
  fire({ data: what });
}
const fire = ({ data }) => globalThis.document && emit(data);
others.onmessage = fire;

/**
 * Return the logs of a table, or of all tables.
 *
 * @param {string} [table] "" for all
 * @returns {Promise<Log[]>}
 */
export async function readLogs(table = here) {
  return (await runWithin("logs", (logs) => logs.getAll(), "readonly")).filter((log) => !table || log.table === table);
}

/**
 * Return the lines of the log of a match.
 *
 * @param {number} match
 * @param {string} [table]
 * @returns {Promise<Line[]>}
 */
export async function readLines(match, table = here) {
  return (await runWithin("logs", (logs) => logs.get(`${table}/${match}`), "readonly"))?.lines ?? [];
}

/**
 * Replace the lines of a log; none deletes it.
 *
 * @param {number} match
 * @param {Line[]} lines
 * @param {string} [table]
 * @param {string} [apart] " apart" for the log of lines that the site has lost
 */
export async function keepLines(match, lines, table = here, apart = "") {
  const id = `${table}/${match}${apart}`;
  const log = { id, table, match, apart, at: Date.now(), lines };
  await runWithin("logs", (logs) => (lines.length ? logs.put(log) : logs.delete(id)));
  spread("lines");
}

/**
 * Return the entries of a match, or of the whole table, in the order in which they were made.
 *
 * @param {number} [match]
 * @param {string} [table]
 * @returns {Promise<Entry[]>}
 */
export async function readPending(match, table = here) {
  const every = await runWithin("entries", (entries) => entries.getAll(), "readonly");
  return every.filter((one) => one.table === table && (match === undefined || one.match === match)).sort((a, b) => a.n - b.n);
}

/**
 * Change entries, all or nothing, even if the page goes. What is changed is read in the same transaction, so that an
 * entry that was dropped meanwhile stays so.
 *
 * @param {{ put?: Partial<Entry>[], gone?: string[], changed?: [string, Partial<Entry>][] }} change by key
 */
export async function write({ put = [], gone = [], changed = [] }) {
  await runWithin("entries", (entries) => {
    for (const key of gone) entries.delete(key);
    for (const one of put) entries.put(one);
    for (const [key, what] of changed) {
      const found = entries.get(key);
      found.onsuccess = () => found.result && entries.put({ ...found.result, ...what });
    }
  });
  spread("kept");
}

/**
 * Keep one more entry, after all others.
 *
 * @param {Partial<Entry>} entry
 * @param {{ gone?: string[], changed?: [string, Partial<Entry>][] }} [more] what changes with it
 */
export async function keep(entry, more) {
  const last = (await readPending(undefined, entry.table)).at(-1);
  await write({ put: [{ n: (last?.n ?? 0) + 1, state: "waiting", at: Date.now(), ...entry }], ...more });
  navigator.storage?.persist?.();
}

/**
 * Delete entries.
 *
 * @param {...string} gone their keys
 */
export async function forget(...gone) {
  if (gone.length) await write({ gone });
}

// The keys of hands that people said were not played, until it is looked up whether one of them reached the site after all.
const DROPPED = `scorekeeper.dropped ${here}`;

/**
 * Return the keys of hands that people said were not played, until it is looked up whether one of them reached the site
 * after all.
 *
 * @returns {string[]}
 */
export const readDropped = () => JSON.parse(localStorage[DROPPED] ?? "[]");

/**
 * Replace these keys.
 *
 * @param {string[]} keys
 */
export const setDropped = (keys) => (keys.length ? localStorage.setItem(DROPPED, JSON.stringify(keys)) : localStorage.removeItem(DROPPED));
