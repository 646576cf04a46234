// The screen stays awake while a hand is open, unless the reader has said no; a television only if somebody asked for
// it. Browsers can over https and on the machine itself, and let go whenever the page is hidden; elsewhere the menu says
// how the phone does it.
import { $ } from "./dom.js";
import { findForm } from "./hand-form.js";

const AWAKE = "scorekeeper.awake";
const how = $("#awake-how"); // in the menu of a table
let light;

function wantsAwake(wanted) {
  try {
    if (wanted !== undefined) localStorage.setItem(AWAKE, wanted ? "yes" : "no");
    const said = localStorage.getItem(AWAKE);
    return said ? said === "yes" : how !== null;
  } catch {
    return wanted ?? (light !== undefined || how !== null);
  }
}

async function stayAwake(wanted) {
  const key = $("#awake");
  if (!key) return;
  key.hidden = !navigator.wakeLock;
  if (how) how.hidden = !key.hidden;
  if (key.hidden) return;
  const isWanted = wantsAwake(wanted);
  const isNeeded = isWanted && (!how || findForm() !== null);
  key.setAttribute("aria-pressed", String(isWanted));
  try {
    if (!isNeeded) await light?.release();
    else if (!light && !document.hidden) {
      light = await navigator.wakeLock.request("screen");
      light.addEventListener("release", () => (light = undefined));
    }
  } catch {
    // An empty battery may forbid it; the reader's wish stays.
  }
}
$("#awake")?.addEventListener("click", (event) => stayAwake(event.currentTarget.getAttribute("aria-pressed") !== "true"));
document.addEventListener("visibilitychange", () => stayAwake());
document.addEventListener("htmx:after:swap", () => stayAwake());
stayAwake();
