// Keeps the screen awake while a hand is open, unless the reader has declined; a television only on request. Without https
// browsers cannot, and the menu says how the phone can. They release the lock whenever the page is hidden.
import { $ } from "./dom.js";
import { findForm } from "./hand-form.js";

const AWAKE = "scorekeeper.awake";
const explanation = $("#awake-how"); // in the menu of a table
let lock;

function wantsAwake(choice) {
  try {
    if (choice !== undefined) localStorage.setItem(AWAKE, choice ? "yes" : "no");
    const stored = localStorage.getItem(AWAKE);
    return stored ? stored === "yes" : explanation !== null;
  } catch {
    return choice ?? (lock !== undefined || explanation !== null);
  }
}

async function stayAwake(choice) {
  const key = $("#awake");
  if (!key) return;
  key.hidden = !navigator.wakeLock;
  if (explanation) explanation.hidden = !key.hidden;
  if (key.hidden) return;
  const isWanted = wantsAwake(choice);
  const isNeeded = isWanted && (!explanation || findForm() !== null);
  key.setAttribute("aria-pressed", String(isWanted));
  try {
    if (!isNeeded) await lock?.release();
    else if (!lock && !document.hidden) {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = undefined));
    }
  } catch {
    // Refused, for example on low battery; the choice stays.
  }
}
$("#awake")?.addEventListener("click", (event) => stayAwake(event.currentTarget.getAttribute("aria-pressed") !== "true"));
document.addEventListener("visibilitychange", () => stayAwake());
document.addEventListener("htmx:after:swap", () => stayAwake());
stayAwake();
