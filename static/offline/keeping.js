// What no network takes is kept on this phone until it stands in the table's log; the log is kept beside it, line by
// line. offering.js, which hands in, is loaded only when there is something to hand in or to look up.
import { keepBy } from "../coming.js";
import { $, $$, load } from "../dom.js";
import { form, saidIn } from "../hand-form.js";
import { isCut, needsNetwork } from "../network.js";
import { takeDraft } from "./draft.js";
import { nextHand, renumber } from "./next-hand.js";
import { forget, here, keep, keepLines, linesOf, logsOf, pending, write } from "./store.js";

const WAYS = /\/m\/(\d+)\/(?:hand\/(\d+)\/)?(hand|amend|strike|before|adjust|undo|restore|stop)$/;
export const NEW = ["hand", "before", "adjust", "stop"]; // the ways in which a hand more is written
let kept = []; // what waits of this table, in order
let arrived = false; // all of it stands on the sheet
let newest = 0; // the number of the last hand in the log that this phone has
let scored = new Set(); // the keys of what the engine at hand has put on the sheet

export const keyOf = (line) => (line[0] ? line[6] : String(line[1].id));
const matchHere = () => Number($("#sheet")?.dataset.match ?? location.pathname.match(/\/m\/(\d+)\//)?.[1]);
// A browser may remember that a module could not be loaded, so it is asked for only where there is a network.
async function toOffer() {
  const module = $("#waiting")?.dataset.offering;
  const answer = module && (await fetch(module).catch(() => undefined));
  if (answer?.status === 404 && form()?.dataset.dirty === undefined) location.reload(); // of a release that is gone
  if (!answer?.ok) return;
  await load(module);
  document.dispatchEvent(new Event("offer"));
}

// The entry that a form makes; nothing where it writes nothing on the sheet.
export function entryOf(url, body, said) {
  const { pathname, search } = new URL(url, location.href);
  const [, match, about, way] = pathname.match(WAYS) ?? [];
  if (!way || !body.get("key")) return undefined;
  const fields = [...body].filter(([name, value]) => !["csrfmiddlewaretoken", "kept"].includes(name) && typeof value === "string");
  const number = Number(body.get("number") ?? about);
  return { key: body.get("key"), table: here, match: Number(match), url: pathname + search, way, about: about ? Number(about) : null, number, rev: Number(body.get("rev") ?? 0), fields, said, version: $("#waiting")?.dataset.version };
}
export async function keepForLater({ url, body, said }) {
  const entry = entryOf(url, body, said);
  if (!entry) return false;
  const lines = await linesOf(entry.match);
  // What was mended takes the place of what it was.
  const was = kept.find((one) => one.key === body.get("kept"));
  await keep({ ...entry, seen: lines.length - 1, ...(was && { n: was.n }) }, { gone: was ? [was.key] : [] });
  return true;
}
// A hand is sent after those that wait, and never before them.
const waitsInLine = (url) => {
  const match = Number(new URL(url, location.href).pathname.match(WAYS)?.[1]);
  return kept.some((one) => one.match === match && one.state === "waiting");
};
// What was mended stands on the sheet, and need not be kept.
const stands = (body) => forget(...kept.map((one) => one.key).filter((key) => key === body.get("kept")));

// What changes of an entry that comes under another number, which its title says too.
export const moved = (one, number, more) => [
  one.key,
  {
    number,
    fields: one.fields.map(([name, value]) => [name, name === "number" ? String(number) : value]),
    said: one.said.replace(/\d+(?=:)/, (shown) => Number(shown) + number - one.number),
    ...more,
  },
];

// People say that it was not played: those after it move up.
export async function drop(gone) {
  const after = NEW.includes(gone.way) ? kept.filter((one) => one.match === gone.match && one.n > gone.n && one.number > gone.number) : [];
  await write({ gone: [gone.key], changed: after.map((one) => moved(one, one.number - 1)) });
  const hand = form();
  if (NEW.includes(gone.way) && hand?.dataset.begun !== undefined && gone.state === "waiting") renumber(hand, -1);
}

// What is kept, above the sheet; and beside the key that saves, how many there are and whether there is a network.
function showKept() {
  const place = $("#waiting");
  if (!place) return;
  const items = kept.filter((one) => one.key !== form()?.elements.kept?.value);
  place.hidden = !items.length && !place.querySelector("[data-apart]");
  const list = $("ul", place);
  if (list.dataset.shown !== JSON.stringify(items.map(seen))) list.replaceChildren(...items.map(shown));
  list.dataset.shown = JSON.stringify(items.map(seen));
  const net = $(".net");
  const { cut: none, one, many, change, changes, sent } = place.dataset;
  const waiting = items.filter((item) => item.state === "waiting");
  const [single, several] = waiting.every((item) => NEW.includes(item.way)) ? [one, many] : [change, changes];
  const count = waiting.length && (waiting.length === 1 ? single : several.replace("{n}", waiting.length));
  const state = [isCut() && none, count].filter(Boolean).join(" · ");
  const line = $("details", place);
  line.hidden = !items.length;
  if ($("[role=alert]", line)) line.open = true; // somebody has to decide
  $("[role=status]", place).textContent = (net ? count : state) || place.getAttribute("aria-label");
  const last = kept.findLast((item) => item.match === matchHere() && item.state === "waiting" && NEW.includes(item.way));
  const hand = form();
  // A page that was opened without a network is as old as it was kept; what is being typed keeps its number.
  const known = isCut() && hand?.dataset.dirty === undefined ? newest : 0;
  const before = Math.max(last?.number ?? 0, known);
  if (hand?.dataset.begun !== undefined && Number(hand.elements.number.value) <= before) renumber(hand, before + 1 - hand.elements.number.value);
  takeDraft();
  if (!net) return;
  net.textContent = [state || (arrived && sent), hand.dataset.half !== undefined && net.dataset.half].filter(Boolean).join(" · ");
  net.hidden = !net.textContent;
}

const stateOf = (item) => (item.state === "waiting" && scored.has(item.key) ? "scored" : item.state);
const seen = (item) => [item.key, item.said, stateOf(item)];
function shown(item) {
  const line = lineOf(stateOf(item), item.said, item.fields.map(([name, value]) => `${name}: ${value}`));
  line.dataset.key = item.key;
  return line;
}
export function lineOf(state, said, told) {
  const line = $("#waiting-item").content.cloneNode(true).firstElementChild;
  $(".said", line).textContent = said;
  for (const part of $$("[data-state]", line)) {
    if (!part.dataset.state.split(" ").includes(state)) part.remove();
    else if (part.tagName === "PRE") part.textContent = told.join("\n");
  }
  return line;
}

let reads = 0;
async function readKept() {
  const read = ++reads;
  const found = here ? await pending().catch(() => []) : [];
  const lines = here ? await linesOf(matchHere()).catch(() => []) : [];
  if (read !== reads) return; // it is read once more already
  newest = lines.reduce((most, line) => (line[0] ? Math.max(most, line[1]) : most), 0);
  kept = found;
  if (kept.length) arrived = false;
  showKept();
  if (kept.length && !isCut()) toOffer();
}

// The newest line comes with the sheet. Whatever else there is to look up, offering.js does.
async function keepLog() {
  const sheet = $("#sheet")?.dataset;
  if (!sheet?.kept) return;
  const newest = JSON.parse(sheet.kept);
  const match = Number(sheet.match);
  const lines = await linesOf(match);
  const last = lines.at(-1);
  // A seal says all that stands before it too.
  if (lines.length === newest[0] && (!last || last.at(-1) === sheet.before)) await keepLines(match, [...lines, newest]);
  else if (last?.at(-1) !== newest.at(-1)) return toOffer();
  if ((await logsOf()).some((log) => log.apart || (log.match > match && !$("#newer")))) toOffer();
}
const keepSheet = () => keepLog().catch(() => {}); // no room, or none that we may use

// A form on a page of its own is kept where there is no network.
document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  const last = kept.findLast((one) => one.match === matchHere() && one.state === "waiting");
  if (target.id === "undo-form" && last) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return drop(last);
  }
  if (target.hasAttribute("hx-post") || submitter?.name === "show" || submitter?.hasAttribute("formaction") || target.method !== "post") return undefined;
  if (!here || target.dataset.way) return undefined; // engine.js keeps what it has drawn
  const body = new URLSearchParams(new FormData(target, submitter));
  const writes = entryOf(target.action, body);
  if (!isCut() && !(writes && $("#sheet[data-drawn-here]"))) return undefined; // the browser sends it, and says where no answer comes
  event.preventDefault();
  if (!writes) return needsNetwork();
  await keepForLater({ url: target.action, body, said: saidIn(target, submitter) });
  target.inert = true;
  $("#waiting details").open = true;
  return $("#waiting").scrollIntoView({ block: "nearest" });
}, true);

document.addEventListener("click", (event) => {
  const line = event.target.closest("#waiting [data-key]");
  const item = line && kept.find((one) => one.key === line.dataset.key);
  if (item && event.target.closest("[data-do=drop]")) drop(item);
});
// A form that was mended: theirs was right after all.
document.addEventListener("click", (event) => {
  const was = event.target.closest("form.hand [data-do=theirs]") && form().elements.kept?.value;
  if (was) forget(was);
});
for (const way of ["change", "input"])
  document.addEventListener(way, () => {
    if (arrived) showKept((arrived = false));
  });
document.addEventListener("sent", () => showKept((arrived = true)));
document.addEventListener("kept", readKept);
document.addEventListener("scored", ({ detail }) => {
  scored = new Set(detail);
  showKept();
});
document.addEventListener("network", () => (kept.length ? readKept() : showKept()));
document.body.addEventListener("look", readKept);
setInterval(() => kept.some((one) => one.state === "waiting") && toOffer(), 5000);
readKept().finally(() => keepBy({ keepForLater, keepSheet, nextHand, showKept, stands, waitsInLine }));
keepSheet();
if (here && localStorage.getItem("scorekeeper.waiting")) toOffer(); // of an earlier release
