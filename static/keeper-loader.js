// Loads later.js after the page, or as soon as a hand is saved. Without later.js nothing is kept on this phone: answers
// stay in their form, and the page says that it needs a connection.
import { $ } from "./dom.js";
import { beginTask } from "./idle.js";
import { isOffline, showNeedsNetwork } from "./network.js";

/**
 * The functions that keeping.js provides once it has read the entries on this phone.
 *
 * @typedef {object} Keeper
 * @property {typeof import("./offline/keeping.js").keepForLater} keepForLater
 * @property {() => Promise<unknown>} keepSheet keeps the newest entry of the log, which the sheet carries
 * @property {(hand: PageElement) => void} askNextHand
 * @property {() => void} showKept
 * @property {(body: URLSearchParams | FormData) => void} deleteReplaced deletes the entry that a form has replaced
 * @property {(url: string) => boolean} mustWait whether waiting entries precede a form with this URL
 */

const TIMEOUT = 4000; // ms
/** @type {Keeper | undefined} */
let keeper;
/** @type {(keeper: Keeper) => void} */
let resolveKeeper;
/** @type {Promise<Keeper>} */
const keeperPromise = new Promise((resolve) => (resolveKeeper = resolve));

/** @type {(loaded: Keeper) => void} */
export const provideKeeper = (loaded) => resolveKeeper((keeper = loaded));

/**
 * Return the keeper of this page, or an empty one before it is loaded.
 *
 * @returns {Partial<Keeper>}
 */
export const getKeeper = () => keeper ?? {};

/** Return whether the keeper is not loaded yet. */
export const isKeeperMissing = () => !keeper;

// Browsers may remember that a module could not be loaded, so make sure first that the site answers.
let loading;
async function importLater() {
  const { module } = $("[data-module]").dataset;
  const { ok } = await fetch(module, { signal: AbortSignal.timeout(15 * TIMEOUT) }); // callers wait only TIMEOUT
  if (ok) await import(module);
  return ok ? keeperPromise : {};
}

/**
 * Resolve with the keeper, or with an empty one if it does not come in time.
 *
 * @returns {Promise<Partial<Keeper>>}
 */
export function loadKeeper() {
  if (keeper) return keeperPromise;
  loading ??= importLater().catch(() => ({})).finally(beginTask()).finally(() => (loading = undefined));
  return Promise.race([loading, new Promise((resolve) => setTimeout(resolve, TIMEOUT, {}))]);
}
const endLoading = beginTask();
function loadLater() {
  loadKeeper();
  endLoading();
}
if (document.readyState === "complete") loadLater();
else window.addEventListener("load", loadLater);
document.addEventListener("network", ({ detail }) => detail.isBack && loadKeeper());

// Without the keeper, sending a plain form would lead to the browser's error page.
document.addEventListener("submit", (event) => {
  if (keeper || !isOffline() || !location.pathname.startsWith("/t/") || event.target.method !== "post" || event.target.hasAttribute("hx-post")) return;
  event.preventDefault();
  showNeedsNetwork();
}, true);
