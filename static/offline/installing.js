// The service worker, which opens the table where there is no network: only over https, and on the machine itself. It is
// told what this page needs once the page is there, so that the first visit is enough.
import { $, $$, load } from "../dom.js";
import { beginTask } from "../idle.js";
import { isCut } from "../network.js";

const loaded = document.readyState === "complete" ? Promise.resolve() : new Promise((on) => window.addEventListener("load", on));
const manifest = $("link[rel=manifest]");
const registered = loaded
  .then(() => manifest && navigator.serviceWorker?.register(new URL("service-worker.js", manifest.href)))
  .catch(() => undefined); // a browser that allows none: the open page goes on by itself

/**
 * Have the service worker keep these pages and files, and return whether this phone has all of them now.
 *
 * @param {string[]} addresses
 * @param {boolean} [engines] also what the games that are started there need
 * @returns {Promise<boolean>}
 */
export async function keepOffline(addresses, engines = false) {
  if (!(await registered)) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  active.postMessage({ keep: addresses, engines }, [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
}

loaded.then(() => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const read = $$("[data-keep]").map(({ href }) => href);
  keepOffline([location.href, ...files, $(".home")?.href, ...read].filter(Boolean)).finally(beginTask());
  // One visit to the first page is enough to start any game without a network.
  const games = $$("[data-game] a").map(({ href }) => href);
  if (games.length && !isCostly()) keepOffline(games, true);
});

/** Return whether megabytes cost whoever pays for this connection: they are asked first. */
export function isCostly() {
  const { saveData, type, effectiveType = "4g" } = navigator.connection ?? {};
  return saveData || type === "cellular" || effectiveType !== "4g";
}

// Where no answer comes, the engine that this phone has loaded before takes over.
function takeOver() {
  try {
    if (isCut() && localStorage["scorekeeper.engine"]) load($("#live")?.dataset.engine);
  } catch {
    // A browser that keeps nothing has no engine either.
  }
}
document.addEventListener("network", takeOver);
takeOver();
