// The screen stays awake while the sheet is open, on a phone whose reader wants that. Browsers can over https and on
// the machine itself, and let go whenever the page is hidden.
import { $ } from "./dom.js";

const AWAKE = "scorekeeper.awake";
let light;

function wantsAwake(wanted) {
  try {
    if (wanted !== undefined) localStorage.setItem(AWAKE, wanted ? "yes" : "no");
    return localStorage.getItem(AWAKE) === "yes";
  } catch {
    return wanted ?? light !== undefined;
  }
}

async function stayAwake(wanted) {
  const key = $("#awake");
  if (!key || !navigator.wakeLock) return;
  key.hidden = false;
  wanted = wantsAwake(wanted);
  key.setAttribute("aria-pressed", wanted);
  try {
    if (wanted && !light && !document.hidden) {
      light = await navigator.wakeLock.request("screen");
      light.addEventListener("release", () => (light = undefined));
    } else if (!wanted) await light?.release();
  } catch {
    // An empty battery may forbid it; the reader's wish stays.
  }
}
$("#awake")?.addEventListener("click", (event) => stayAwake(event.currentTarget.getAttribute("aria-pressed") !== "true"));
document.addEventListener("visibilitychange", () => stayAwake());
stayAwake();
