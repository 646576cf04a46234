// Restores the right to keep score when the cookie is lost: some browsers write the cookie late or forget it. The page
// has a code that restores the right, and this phone keeps the code. The codes have a database of their own, because an
// older open page would block a change of store.js's database.
import { $ } from "../dom.js";
import { beginTask } from "../idle.js";
import { postForm } from "./sending.js";
import { connect, tableCode } from "./store.js";

const LIFETIME = 90 * 24 * 3600e3; // ms
const TRIES = `scorekeeper.right ${tableCode}`; // in sessionStorage: tries since the last page with the right to write
const MOST_TRIES = 3; // a browser without cookies would try for ever

const useDatabase = connect("scorekeeper.rights", { rights: "table" });
const useRights = (work) => useDatabase("rights", work);

async function keepRight(code) {
  const all = await useRights((rights) => rights.getAll());
  if (all.some((right) => right.table === tableCode && right.code === code)) return;
  await useRights((rights) => {
    for (const { table, at } of all) if (Date.now() - at > LIFETIME) rights.delete(table);
    rights.put({ table: tableCode, code, at: Date.now() });
  });
}
const dropRight = () => useRights((rights) => rights.delete(tableCode));

async function restoreRight(join) {
  const kept = await useRights((rights) => rights.get(tableCode));
  const tries = Number(sessionStorage.getItem(TRIES));
  if (!kept || tries >= MOST_TRIES) return;
  const answer = await postForm(join, [["secret", kept.code]]);
  if (answer.status === 403) await dropRight(); // withdrawn
  if (answer.type !== "opaqueredirect") return;
  sessionStorage.setItem(TRIES, String(tries + 1));
  location.reload();
}

// `join`, the URL that takes the code, is empty for a phone that the table knows: a phone that was replaced or removed
// must not restore its right.
const { right, join } = $("#live")?.dataset ?? {};
function updateRight() {
  if (!right) return join && $("#sheet")?.dataset.role === "watches" ? restoreRight(join) : dropRight();
  sessionStorage.removeItem(TRIES);
  return keepRight(right);
}
if (right !== undefined) updateRight().catch(() => {}).finally(beginTask()); // fails if this phone can store nothing
