// What a phone keeps of its tables, in IndexedDB: the logs it has seen, line by line as the site sealed them, and the
// entries it has not handed in. A worker that scores hands reads it too, so nothing here needs a page.
export const here = location.pathname.match(/^\/t\/([^/]+)\//)?.[1] ?? "";
const others = new BroadcastChannel("scorekeeper.kept"); // other pages of this phone

let base;
function database() {
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
async function within(store, work, mode = "readwrite") {
  const transaction = (await database()).transaction(store, mode, { durability: "strict" });
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
const fire = ({ data }) => globalThis.document?.dispatchEvent(new Event(data));
others.onmessage = fire;

// The logs of a table, or of all where none is said; one that has "apart" holds lines that the site has lost and that no longer fit.
export async function logsOf(table = here) {
  return (await within("logs", (logs) => logs.getAll(), "readonly")).filter((log) => !table || log.table === table);
}
export async function linesOf(match, table = here) {
  return (await within("logs", (logs) => logs.get(`${table}/${match}`), "readonly"))?.lines ?? [];
}
export async function keepLines(match, lines, table = here, apart = "") {
  const id = `${table}/${match}${apart}`;
  const log = { id, table, match, apart, at: Date.now(), lines };
  await within("logs", (logs) => (lines.length ? logs.put(log) : logs.delete(id)));
  spread("lines");
}

// The entries of a match, or of the whole table, in the order in which they were made.
export async function pending(match, table = here) {
  const every = await within("entries", (entries) => entries.getAll(), "readonly");
  return every.filter((one) => one.table === table && (match === undefined || one.match === match)).sort((a, b) => a.n - b.n);
}
// All of it or nothing, whenever the page goes. What is changed is read in the same go: what people have dropped
// meanwhile stays so.
export async function write({ put = [], gone = [], changed = [] }) {
  await within("entries", (entries) => {
    for (const key of gone) entries.delete(key);
    for (const one of put) entries.put(one);
    for (const [key, what] of changed) {
      const found = entries.get(key);
      found.onsuccess = () => found.result && entries.put({ ...found.result, ...what });
    }
  });
  spread("kept");
}
export async function keep(entry, more) {
  const last = (await pending(undefined, entry.table)).at(-1);
  await write({ put: [{ n: (last?.n ?? 0) + 1, state: "waiting", at: Date.now(), ...entry }], ...more });
  navigator.storage?.persist?.();
}
export async function forget(...gone) {
  if (gone.length) await write({ gone });
}

// The keys of hands that people said were not played, until it is looked up whether one of them reached the site after all.
const DROPPED = `scorekeeper.dropped ${here}`;
export const droppedKeys = () => JSON.parse(localStorage[DROPPED] ?? "[]");
export const setDropped = (keys) => (keys.length ? localStorage.setItem(DROPPED, JSON.stringify(keys)) : localStorage.removeItem(DROPPED));
