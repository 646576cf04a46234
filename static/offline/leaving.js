// Handles links at a table without a network. A link opens if this phone keeps its page, or if the site answers after
// all. Otherwise a message appears instead of the browser's error page, from which there is no way back over plain http.
import { $ } from "../dom.js";
import { isOffline, showNeedsNetwork } from "../network.js";

const TIMEOUT = 4000; // as in service-worker.js

// Listen on the window, so that engine.js, which listens on the document, comes first.
window.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isOffline() || !$("#sheet") || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { origin, pathname, href, hash } = link;
  if (origin !== location.origin || (hash && pathname === location.pathname)) return;
  event.preventDefault();
  const kept = await globalThis.caches?.match(origin + pathname, { ignoreVary: true });
  const siteAnswers = () => fetch(href, { method: "HEAD", signal: AbortSignal.timeout(TIMEOUT) }).then(() => true, () => false);
  if (kept || (await siteAnswers())) return location.assign(href);
  showNeedsNetwork(link.closest("#menu a"));
});
