// later.js comes once the page stands, or as soon as a hand is saved. Where no network brings it, nothing is kept on this
// phone: what was typed stays in its form, and the page says that it needs a connection.
import { $ } from "./dom.js";
import { beginTask } from "./idle.js";
import { isCut, tellNeedsNetwork } from "./network.js";

/**
 * What keeping.js does for a page, once it knows what waits on this phone.
 *
 * @typedef {object} Keeper
 * @property {typeof import("./offline/keeping.js").keepForLater} keepForLater
 * @property {() => Promise<unknown>} keepSheet keeps the newest line of the log
 * @property {(hand: PageElement) => void} askNextHand
 * @property {() => void} showKept
 * @property {(body: URLSearchParams | FormData) => void} forgetMended forgets the entry that was mended and stands now
 * @property {(url: string) => boolean} mustWait whether entries wait that come before what is sent to this address
 */

const PATIENCE = 4000; // nobody waits longer for it
/** @type {Keeper | undefined} */
let does;
/** @type {(what: Keeper) => void} */
let provide;
/** @type {Promise<Keeper>} */
const provided = new Promise((resolve) => (provide = resolve));

/**
 * Say that this page loses nothing any more when the network goes.
 *
 * @param {Keeper} what
 */
export const provideKeeper = (what) => provide((does = what));

/**
 * Return the keeper of this page, or an empty one while it has not come.
 *
 * @returns {Partial<Keeper>}
 */
export const getKeeper = () => does ?? {};

/** Return whether the keeper has not come yet. */
export const isComing = () => !does;

// A browser may remember that a module could not be loaded, so it is asked for only where there is a network.
let coming;
async function bring() {
  const { module } = $("[data-module]").dataset;
  const { ok } = await fetch(module, { signal: AbortSignal.timeout(15 * PATIENCE) });
  if (ok) await import(module);
  return ok ? provided : {};
}

/**
 * Resolve with the keeper, or with an empty one where nothing brings it in time.
 *
 * @returns {Promise<Partial<Keeper>>}
 */
export function loadKeeper() {
  if (does) return provided;
  coming ??= bring().catch(() => ({})).finally(beginTask()).finally(() => (coming = undefined));
  return Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE, {}))]);
}
const pageLoaded = beginTask();
function bringLater() {
  loadKeeper();
  pageLoaded();
}
if (document.readyState === "complete") bringLater();
else window.addEventListener("load", bringLater);
document.addEventListener("network", ({ detail }) => detail.back && loadKeeper());

// What keeping.js would have kept is not sent where no answer comes: the browser would leave the page.
document.addEventListener("submit", (event) => {
  if (does || !isCut() || !location.pathname.startsWith("/t/") || event.target.method !== "post" || event.target.hasAttribute("hx-post")) return;
  event.preventDefault();
  tellNeedsNetwork();
}, true);
