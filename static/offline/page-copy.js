// The copy of a table's page that opens without a network (service-worker.js keeps it) has the sheet that the page showed
// last, so that a page opened anew begins with the totals, the hands and the questions that were there.
import { $ } from "../dom.js";
import { beginTask } from "../idle.js";

const address = location.origin + location.pathname; // as the service worker calls it
const parse = (html) => document.createRange().createContextualFragment(html).firstElementChild;

async function findCopy() {
  for (const name of (await caches.keys()).reverse()) {
    const cache = await caches.open(name);
    const answer = await cache.match(address, { ignoreVary: true });
    if (answer) return { cache, answer };
  }
  return undefined;
}

let turn = Promise.resolve();
/**
 * Change the copy, one change after another. A phone that keeps no page has nothing to change.
 *
 * @param {(page: Document) => void} change
 */
function changeCopy(change) {
  if (!globalThis.caches) return;
  turn = turn.then(async () => {
    const { cache, answer } = (await findCopy()) ?? {};
    if (!answer) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    change(page);
    await cache.put(address, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers: answer.headers }));
  }).catch(() => {}).finally(beginTask());
}

/**
 * Put a sheet into the copy, as it was drawn, before any script has changed it. Without a form it keeps the one that the
 * copy has, as the page does.
 *
 * @param {string} html
 * @param {boolean} [drawnHere] the engine of this phone has drawn it
 */
export function copySheet(html, drawnHere = false) {
  const { title } = document;
  const { version } = $("#waiting").dataset;
  changeCopy((page) => {
    const sheet = page.importNode(parse(html), true);
    if (drawnHere) sheet.dataset.drawnHere = "";
    const [entry, was] = [$("#entry", sheet), $("#entry", page)];
    if (entry && was && !$("form", entry)) entry.replaceWith(was);
    $("#sheet", page).replaceWith(sheet);
    page.title = title;
    if (version) $("#waiting", page).dataset.version = version; // of its form
  });
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.text || !ctx.response || ctx.response.status >= 400) return;
  if (ctx.target?.id === "sheet") copySheet(ctx.text);
  else if (ctx.sourceElement?.id === "entry") changeCopy((page) => $("#entry", page)?.replaceWith(page.importNode(parse(ctx.text), true)));
});
