// Registers the service worker and tells it what this page needs, so that one visit is enough to open it offline.
import { $, $$, load } from "../dom.js";
import { beginTask } from "../idle.js";
import { isOffline } from "../network.js";

const loaded = document.readyState === "complete" ? Promise.resolve() : new Promise((resolve) => window.addEventListener("load", resolve));
const manifest = $("link[rel=manifest]");
const registered = loaded
  .then(() => manifest && navigator.serviceWorker?.register(new URL("service-worker.js", manifest.href)))
  .catch(() => undefined); // not allowed, or plain http

/**
 * Have the service worker keep pages and files, and return whether this phone has all of them now.
 *
 * @param {string[]} urls
 * @param {boolean} [engines] also keep what the games of these pages need to start offline
 * @returns {Promise<boolean>}
 */
export async function keepOffline(urls, engines = false) {
  if (!(await registered)) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  active.postMessage({ keep: urls, engines }, [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
}

/**
 * Return the URLs of Python's files.
 *
 * @param {string} folder
 */
export const listPython = (folder) => ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"].map((name) => folder + name);

loaded.then(() => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const linked = $$("[data-keep-offline]").map(({ href }) => href);
  keepOffline([location.href, ...files, $(".home")?.href, ...linked].filter(Boolean)).finally(beginTask());
  // One visit to the first page is enough to start any game offline.
  const games = $$("[data-game] a").map(({ href }) => href);
  if (games.length && !isCostly()) keepOffline(games, true).finally(beginTask());
});

/** Return whether to avoid large downloads: on mobile data, on a slow connection, or because the user saves data. */
export function isCostly() {
  const { saveData, type, effectiveType = "4g" } = navigator.connection ?? {};
  return saveData || type === "cellular" || effectiveType !== "4g";
}

// Offline, load the engine (engine.js) if localStorage says that it may be loaded without asking the user.
function loadEngine() {
  try {
    if (isOffline() && localStorage["scorekeeper.engine"]) load($("#live")?.dataset.engine);
  } catch {
    // Without localStorage the page cannot know that, so it does not load the engine.
  }
}
document.addEventListener("network", loadEngine);
loadEngine();
