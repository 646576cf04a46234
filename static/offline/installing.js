// The service worker, which opens the table where there is no network: only over https, and on the machine itself. It is
// told what this page needs once the page is there, so that the first visit is enough.
import { $, $$, load } from "../dom.js";
import { isCut } from "../network.js";

export async function keepOffline(addresses) {
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  active?.postMessage({ keep: addresses });
}

async function install() {
  const manifest = $("link[rel=manifest]");
  if (!navigator.serviceWorker || !manifest) return;
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", manifest.href));
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const read = $$("[data-keep]").map(({ href }) => href);
    await keepOffline([location.href, ...files, $(".home")?.href, ...read].filter(Boolean));
  } catch {
    // A browser that allows none: the open page goes on by itself.
  }
}
if (document.readyState === "complete") install();
else window.addEventListener("load", install);

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
