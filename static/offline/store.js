// The data that a phone keeps of its tables, in IndexedDB: the logs it has seen and the entries it has not sent.
import { emit } from "../events.js";

/**
 * A line of a log as the site sealed it (matches/sealing.py): place in the log, number of the hand, revision, hand or
 * null, the hand that it was inserted before, reason, key, the phone that wrote it, time and seal (the proof that the
 * site wrote the line). The first line has three parts: 0, the start of the match, and seal.
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
 * @property {string} apart " apart" for lines that a restored site has lost and that no longer fit; else ""
 * @property {number} at when it was last changed, in ms
 * @property {Line[]} lines
 */

/**
 * A form that was submitted on this phone and not sent.
 *
 * @typedef {object} Entry
 * @property {string} key the random id of this write: sent twice, it is written once
 * @property {string} table
 * @property {number} match
 * @property {string} url where it is sent
 * @property {string} way the end of its URL
 * @property {number | null} about the hand that it corrects
 * @property {number} number of the hand
 * @property {number} rev how often the hand was written before
 * @property {[string, string][]} fields
 * @property {string} said its description (describeForm)
 * @property {string} [version] the release of the engine that drew its form
 * @property {number} seen the place of the newest line that this phone had
 * @property {number} n its place in the order of this phone's entries
 * @property {"waiting" | "open" | "clash" | "behind" | "unread" | "refused"} state "waiting" to be sent,
 *   or not saved: an answer is missing or wrong ("open"); another phone wrote hands ("clash"); the form is of an earlier
 *   release and must be checked ("behind") or entered again ("unread"); the phone may not write it ("refused")
 * @property {number} at when it was made, in ms
 * @property {boolean} [apart] it was written on lines that the site has lost
 */

/** The code of the table whose page this is, or "". */
export const tableCode = location.pathname.match(/^\/t\/([^/]+)\//)?.[1] ?? "";

/**
 * Return a function that runs work on a store of a database, and resolves with the result once that is on the disk.
 *
 * @param {string} name of the database
 * @param {Record<string, string>} stores the key path of each store
 * @returns {(store: string, work: (store: IDBObjectStore) => any, mode?: IDBTransactionMode) => Promise<any>}
 */
export function connect(name, stores) {
  let database;
  const open = () => new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(stores)) request.result.createObjectStore(store, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return async (store, work, mode = "readwrite") => {
    const transaction = (await (database ??= open())).transaction(store, mode, { durability: "strict" });
    const request = work(transaction.objectStore(store));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
}
const runWithin = connect("scorekeeper", { logs: "id", entries: "key" });

// Tell this page and the phone's other pages.
const channel = new BroadcastChannel("scorekeeper.kept");
function announce(change) {
  channel.postMessage(change);
  emit(change);
}
channel.onmessage = ({ data }) => emit(data);

/**
 * Return the logs of a table, or of all tables.
 *
 * @param {string} [table] "" for all
 * @returns {Promise<Log[]>}
 */
export async function readLogs(table = tableCode) {
  return (await runWithin("logs", (logs) => logs.getAll(), "readonly")).filter((log) => !table || log.table === table);
}

/**
 * Return the lines of the log of a match.
 *
 * @param {number} match
 * @param {string} [table]
 * @returns {Promise<Line[]>}
 */
export async function readLines(match, table = tableCode) {
  return (await runWithin("logs", (logs) => logs.get(`${table}/${match}`), "readonly"))?.lines ?? [];
}

/**
 * Replace the lines of a log; without lines, delete it.
 *
 * @param {number} match
 * @param {Line[]} lines
 * @param {string} [table]
 * @param {string} [apart] as in Log
 */
export async function saveLines(match, lines, table = tableCode, apart = "") {
  const id = `${table}/${match}${apart}`;
  const log = { id, table, match, apart, at: Date.now(), lines };
  await runWithin("logs", (logs) => (lines.length ? logs.put(log) : logs.delete(id)));
  announce("logs-changed");
}

/**
 * Return the entries of a match, or of the whole table, in their order.
 *
 * @param {number} [match]
 * @param {string} [table]
 * @returns {Promise<Entry[]>}
 */
export async function readEntries(match, table = tableCode) {
  const all = await runWithin("entries", (entries) => entries.getAll(), "readonly");
  return all.filter((entry) => entry.table === table && (match === undefined || entry.match === match)).sort((a, b) => a.n - b.n);
}

/**
 * Change entries in one transaction. Changes of an entry that was deleted meanwhile are ignored.
 *
 * @param {{ put?: Partial<Entry>[], deleted?: string[], changed?: [string, Partial<Entry>][] }} change `deleted` and
 *   `changed` name an entry by its key
 */
export async function changeEntries({ put = [], deleted = [], changed = [] }) {
  await runWithin("entries", (entries) => {
    for (const key of deleted) entries.delete(key);
    for (const entry of put) entries.put(entry);
    for (const [key, fields] of changed) {
      const request = entries.get(key);
      request.onsuccess = () => request.result && entries.put({ ...request.result, ...fields });
    }
  });
  announce("entries-changed");
}

/**
 * Add an entry after all others.
 *
 * @param {Partial<Entry>} entry
 * @param {{ deleted?: string[], changed?: [string, Partial<Entry>][] }} [changes] made in the same transaction
 */
export async function addEntry(entry, changes) {
  const last = (await readEntries(undefined, entry.table)).at(-1);
  await changeEntries({ put: [{ n: (last?.n ?? 0) + 1, state: "waiting", at: Date.now(), ...entry }], ...changes });
  navigator.storage?.persist?.();
}

/**
 * Delete entries.
 *
 * @param {...string} deleted their keys
 */
export async function deleteEntries(...deleted) {
  if (deleted.length) await changeEntries({ deleted });
}

const DROPPED = `scorekeeper.dropped ${tableCode}`;

/**
 * Return the keys of hands that users deleted as not played. The hands may have reached the site: offering.js looks
 * that up.
 *
 * @returns {string[]}
 */
export const readDropped = () => JSON.parse(localStorage[DROPPED] ?? "[]");

/**
 * Replace the keys of hands deleted as not played.
 *
 * @param {string[]} keys
 */
export const saveDropped = (keys) => (keys.length ? localStorage.setItem(DROPPED, JSON.stringify(keys)) : localStorage.removeItem(DROPPED));
