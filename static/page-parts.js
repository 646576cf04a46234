// Parts of a page that come again as they were: the page says by name which it has, and the site leaves them out.
import { $$ } from "./dom.js";

const MOST = 20;
const parts = new Map(); // as they came, before any script changed them
function keepParts(within) {
  for (const each of $$("[data-part]", within)) {
    const name = each.dataset.part;
    const part = parts.get(name) ?? each.cloneNode(true);
    parts.delete(name);
    parts.set(name, part); // the last
  }
  for (const name of [...parts.keys()].slice(0, -MOST)) parts.delete(name);
}
keepParts(document);

// What was said to be here is kept for the answer, whatever else comes meanwhile.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!["sheet", "entry"].includes(ctx.target?.id)) return;
  ctx.parts = new Map(parts);
  ctx.request.headers.Parts = [...parts.keys()].join(" ");
});
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  for (const { fragment } of tasks) {
    for (const gap of $$("[data-had]", fragment)) {
      const part = ctx.parts.get(gap.dataset.had).cloneNode(true);
      gap.replaceWith(...(gap.dataset.rows ? $$("tbody", part).slice(0, gap.dataset.rows) : [part]));
    }
    keepParts(fragment);
  }
});
