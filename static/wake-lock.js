// Keeps the screen awake. At a table this happens while a hand is being entered, unless the user has declined; on a
// television or wall display, only on request. Browsers offer no wake lock without https: the menu of a table then
// explains the phone's own setting. A browser releases the lock whenever the page is hidden.
import { $ } from "./dom.js";
import { findForm } from "./hand-form.js";

const AWAKE = "scorekeeper.awake";
const explanation = $("#awake-how"); // only in the menu of a table
const isTablePage = explanation !== null;
let lock;

function wantsAwake(choice) {
  try {
    if (choice !== undefined) localStorage.setItem(AWAKE, choice ? "yes" : "no");
    const stored = localStorage.getItem(AWAKE);
    return stored ? stored === "yes" : isTablePage;
  } catch {
    // localStorage is not available. On a television or wall display, a held lock shows that the user asked for it.
    return choice ?? (isTablePage || lock !== undefined);
  }
}

async function stayAwake(choice) {
  const button = $("#awake");
  if (!button) return;
  button.hidden = !navigator.wakeLock;
  if (explanation) explanation.hidden = !button.hidden;
  if (button.hidden) return;
  const isWanted = wantsAwake(choice);
  const isNeeded = isWanted && (!isTablePage || findForm() !== null);
  button.setAttribute("aria-pressed", String(isWanted));
  try {
    if (!isNeeded) await lock?.release();
    else if (!lock && !document.hidden) {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = undefined));
    }
  } catch {
    // The browser refused, for example on low battery; the user's choice stays.
  }
}
$("#awake")?.addEventListener("click", (event) => stayAwake(event.currentTarget.getAttribute("aria-pressed") !== "true"));
document.addEventListener("visibilitychange", () => stayAwake());
document.addEventListener("htmx:after:swap", () => stayAwake());
stayAwake();
