// Restores the right to keep score when the cookie is lost: some browsers write the cookie late or forget it. The page
// has a code that restores the right, and this phone keeps the code. The codes have a database of their own: adding a
// store to store.js's database needs a schema upgrade, which a page still open from an older release would block.
import { $ } from "../dom.js";
import { beginTask } from "../idle.js";
import { postForm } from "./sending.js";
import { connect, tableCode } from "./store.js";

const LIFETIME = 90 * 24 * 3600e3; // ms
const TRIES = `scorekeeper.right ${tableCode}`; // in sessionStorage: tries since this tab could last keep score
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

// `join` is the URL that takes the code. It is empty for a phone that the table knows, so that a phone that lost its
// right because it was replaced or removed cannot restore it.
const { right, join } = $("#live")?.dataset ?? {};
function updateRight() {
  if (right) {
    sessionStorage.removeItem(TRIES);
    return keepRight(right);
  }
  const mayRestore = join && $("#sheet")?.dataset.role === "watches";
  return mayRestore ? restoreRight(join) : dropRight();
}
if (right !== undefined) updateRight().catch(() => {}).finally(beginTask()); // fails if this phone can store nothing
