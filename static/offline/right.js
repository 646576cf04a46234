// The right to keep score outlives the cookie: a browser that is killed in its first minute has not written it to the
// disk, and some forget it later. The page of a phone that may write says the code that gives the right back; it is kept in a
// database of its own, because an older page that is open elsewhere would block a change of the one in store.js.
import { $ } from "../dom.js";
import { beginTask } from "../idle.js";
import { getToken } from "./sending.js";
import { here } from "./store.js";

const KEPT_FOR = 90 * 24 * 3600e3;
const TRIED = `scorekeeper.right ${here}`; // how often, until a page came that may write
const MOST = 3; // a browser that keeps no cookie would go on for ever

function openRights() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("scorekeeper.rights", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("rights", { keyPath: "table" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
// Written to the disk when this returns.
async function changeRights(work) {
  const base = await openRights();
  const transaction = base.transaction("rights", "readwrite", { durability: "strict" });
  const asked = work(transaction.objectStore("rights"));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  base.close();
  return asked?.result;
}
async function keepRight(code) {
  const every = await changeRights((rights) => rights.getAll());
  if (every.some((one) => one.table === here && one.code === code)) return;
  await changeRights((rights) => {
    for (const one of every) if (Date.now() - one.at > KEPT_FOR) rights.delete(one.table);
    rights.put({ table: here, code, at: Date.now() });
  });
}
const dropRight = () => changeRights((rights) => rights.delete(here));

async function takeBack(join) {
  const kept = await changeRights((rights) => rights.get(here));
  const tried = Number(sessionStorage.getItem(TRIED));
  if (!kept || tried >= MOST) return;
  const body = new URLSearchParams({ secret: kept.code, csrfmiddlewaretoken: getToken() });
  const answer = await fetch(join, { method: "POST", body, redirect: "manual", credentials: "same-origin" });
  if (answer.status === 403) await dropRight(); // withdrawn
  if (answer.type !== "opaqueredirect") return;
  sessionStorage.setItem(TRIED, String(tried + 1));
  location.reload();
}

// A page names no address to a phone that the table knows: one that was replaced or put out must not take the right back.
const { right, join } = $("#live")?.dataset ?? {};
function heedRight() {
  if (right) {
    sessionStorage.removeItem(TRIED);
    return keepRight(right);
  }
  return join && $("#sheet")?.dataset.role === "watches" ? takeBack(join) : dropRight();
}
if (right !== undefined) heedRight().catch(() => {}).finally(beginTask()); // a browser that keeps nothing goes on as it is
