// later.js comes once the page stands, or as soon as a hand is saved. Where no network brings it, nothing is kept on this
// phone: what was typed stays in its form, and the page says that it needs a connection.
import { $ } from "./dom.js";
import { isCut, needsNetwork } from "./network.js";

const PATIENCE = 4000; // nobody waits longer for it
let does; // what keeping.js does, once it knows what waits on this phone
let provide;
const provided = new Promise((resolve) => (provide = resolve));
export const keepBy = (what) => {
  document.documentElement.dataset.keeps = ""; // from now on this page loses nothing to a network that goes
  provide((does = what));
};
export const keeper = () => does ?? {};
export const isComing = () => !does;

// A browser may remember that a module could not be loaded, so it is asked for only where there is a network.
let coming;
async function bring() {
  const { module } = $("[data-module]").dataset;
  const { ok } = await fetch(module, { signal: AbortSignal.timeout(15 * PATIENCE) });
  if (ok) await import(module);
  return ok ? provided : {};
}
export function soon() {
  if (does) return provided;
  coming ??= bring().catch(() => ({})).finally(() => (coming = undefined));
  return Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE, {}))]);
}
if (document.readyState === "complete") soon();
else window.addEventListener("load", soon);
document.addEventListener("network", ({ detail }) => detail.back && soon());

// What keeping.js would have kept is not sent where no answer comes: the browser would leave the page.
document.addEventListener("submit", (event) => {
  if (does || !isCut() || !location.pathname.startsWith("/t/") || event.target.method !== "post" || event.target.hasAttribute("hx-post")) return;
  event.preventDefault();
  needsNetwork();
}, true);
