// Puts each new sheet into the copy of the page that service-worker.js keeps, so that a page opened offline begins with
// the last totals, hands and questions.
import { $, parseHtml } from "../dom.js";
import { beginTask } from "../idle.js";

const url = location.origin + location.pathname; // the key under which the service worker keeps the page
const parseElement = (html) => parseHtml(html).firstElementChild;

async function findCopy() {
  for (const name of (await caches.keys()).reverse()) {
    const cache = await caches.open(name);
    const answer = await cache.match(url, { ignoreVary: true });
    if (answer) return { cache, answer };
  }
}

let changing = Promise.resolve();
function changeCopy(change) {
  if (!globalThis.caches) return;
  changing = changing.then(async () => {
    const { cache, answer } = (await findCopy()) ?? {};
    if (!answer) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    change(page);
    await cache.put(url, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers: answer.headers }));
  }).catch(() => {}).finally(beginTask());
}

/**
 * Put a sheet into the copy as it came, before any script changes it. If the sheet has no form, the copy keeps the form
 * that it has.
 *
 * @param {string} html
 * @param {boolean} [drawnHere] the phone's engine drew the sheet
 */
export function copySheet(html, drawnHere = false) {
  const { title } = document;
  // The section of kept entries (#waiting) stores the version of the engine that drew the form.
  const { version } = $("#waiting").dataset;
  changeCopy((page) => {
    const sheet = page.importNode(parseElement(html), true);
    if (drawnHere) sheet.dataset.drawnHere = "";
    const [entry, oldEntry] = [$("#entry", sheet), $("#entry", page)];
    if (entry && oldEntry && !$("form", entry)) entry.replaceWith(oldEntry);
    $("#sheet", page).replaceWith(sheet);
    page.title = title;
    if (version) $("#waiting", page).dataset.version = version;
  });
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.text || !ctx.response || ctx.response.status >= 400) return;
  if (ctx.target?.id === "sheet") copySheet(ctx.text);
  else if (ctx.sourceElement?.id === "entry") changeCopy((page) => $("#entry", page)?.replaceWith(page.importNode(parseElement(ctx.text), true)));
});
