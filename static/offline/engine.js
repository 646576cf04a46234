// The site's engine on this phone. Once a hand was saved, this module loads Python and the game into a worker in the
// background. Then the engine previews hands at once and draws the sheet offline. If the engine fails, the site is
// asked as before.
import { $, $$, parseHtml, readFields } from "../dom.js";
import { emit, emitPreviewNeeded } from "../events.js";
import { describeForm, findForm, findUnanswered, getNumber, showHandNumber } from "../hand-form.js";
import { getState, setDirty } from "../hand-state.js";
import { beginTask } from "../idle.js";
import { acceptPreview, openStepOfLink } from "../keyboard.js";
import { isOffline, refresh, reportNetwork, showNeedsNetwork } from "../network.js";
import { fillPanel, openPanel } from "../reasons-panel.js";
import { keepRefusal } from "../refused.js";
import { beginTable } from "./begin-alone.js";
import { fillDraft, readDraft } from "./draft.js";
import { isCostly, keepOffline, listPython } from "./installing.js";
import { dropEntry, isDrawnHere, keepForLater, makeEntry, markUnchecked, readTitle, renumberEntry, showKept } from "./keeping.js";
import { copySheet } from "./page-copy.js";
import { getToken } from "./sending.js";
import { addEntry, readEntries, readLines } from "./store.js";
import { askEngine, startWorker, stopWorker, readMatch } from "./worker.js";

const getMatch = () => Number($("#sheet").dataset.match);
const makeUrl = (name) => `${location.pathname.split("/").slice(0, 3).join("/")}/m/${getMatch()}/${name}`;

let version; // the version of the engine; undefined until it has started
let nextNumber; // the number of the hand that the engine can preview; undefined if the engine lacks lines of the sheet
let waitingKeys; // maps the number of a waiting hand to its key; undefined until the engine has a log
function stopEngine() {
  stopWorker();
  nextNumber = waitingKeys = undefined;
  showOffline("");
  emit("entries-scored", []);
  endCounting();
  emit("engine-stopped");
}

// Give the engine this phone's log and entries, and show the result.
let updating = Promise.resolve();
const update = () => (updating = updating.then(updateNow)).finally(beginTask());
async function updateNow() {
  nextNumber = undefined;
  try {
    const { kept, version: tableVersion } = $("#sheet").dataset;
    const shown = JSON.parse(kept)[0]; // the place of the newest log line on the page; -1 at a table started offline
    const { lines, entries, applicable } = await readMatch(getMatch());
    if (lines.length <= shown) return; // offering.js fetches the missing lines
    await updateSetup(Number(tableVersion), lines);
    // Another release of the site may score differently: do without the engine until the next page.
    if (setup.version !== version) return stopEngine();
    const opened = await askEngine({ do: "open", about: setup.about, lines, entries: applicable });
    if (opened.problems) return emit("start-refused", opened.problems);
    waitingKeys = opened.waiting;
    // The site lacks these entries or this table, or the phone is offline and its sheet may be out of date.
    const mustDraw = applicable.length || shown < 0 || (isOffline() && (isDrawnHere() || lines.length - 1 > shown));
    if (mustDraw) showSheet((await askEngine({ do: "sheet", viewer: describeViewer() })).html);
    else askForSheet();
    markUnchecked(false);
    emit("entries-scored", applicable.slice(0, opened.applied).map(({ key }) => key));
    // An entry that needs a decision blocks those after it.
    if (opened.applied < entries.length) return;
    nextNumber = opened.next;
    // Preview answers that were given before the engine was ready.
    if (getState(findForm())?.pendingChange !== undefined) emitPreviewNeeded($("#preview"));
    showReady();
  } catch {
    // The site is asked instead.
  } finally {
    endCounting();
  }
}
function describeViewer() {
  const { version: tableVersion, kept, role, before: sealBefore } = $("#sheet").dataset;
  return { csrf: getToken(), may_score: role === "scores", new_table: setup.alone?.[0] ?? setup.hand_in?.action ?? "", version: Number(tableVersion), kept, kept_after: sealBefore ?? "" };
}
// The data from the site: the engine's URLs, and the match without its log. The data stay valid while the table only
// gets entries of phones whose names are in `about.by`: each such entry adds one version and one line.
let setup;
let otherVersions; // the number of versions of the table that added no line, when the setup was read
async function updateSetup(tableVersion = NaN, lines = []) {
  const otherCount = tableVersion - lines.length;
  const isKnown = ([place, , , , , , , phone]) => !place || phone === null || String(phone) in setup.about.by;
  if (setup && otherCount === otherVersions && lines.every(isKnown)) return;
  try {
    const answer = await fetch(makeUrl("engine"));
    if (!answer.ok) throw answer.status;
    setup = await answer.json();
    otherVersions = otherCount;
  } catch (problem) {
    if (!setup || typeof problem === "number") throw problem; // the site refuses; without an answer the old setup stays
  }
}
// Read the setup again after a new connection: the site may have been restarted with another release.
document.addEventListener("htmx:sse:after:connection", () => (otherVersions = undefined));

// Ask for the site's sheet in place of one drawn here, which lacks disputes and requests of other phones. The site has
// no sheet of a table that is only on this phone (#alone).
function askForSheet() {
  if (!isOffline() && isDrawnHere() && !$("#alone")) refresh();
}
// Return a form's questions as a text to compare.
const listQuestions = (entry) => $$(".kind", entry).map((kind) => [kind.dataset.matters, ...$$(".step", kind).map((step) => step.dataset.step), ...$$("[data-sends]", kind).map((row) => row.dataset.sends)].join()).join();
// Show the engine's sheet. A form that is being filled in stays, unless the new form has other questions: then the
// new form gets the answers of the old one.
function showSheet(html) {
  copySheet(html, true);
  const [oldSheet, hand] = [$("#sheet"), getState(findForm())?.isDirty ? findForm() : undefined];
  const sheet = parseHtml(html).firstElementChild;
  sheet.dataset.drawnHere = "";
  const entry = $("#entry", sheet);
  const state = getState(hand);
  const isOutdated = state?.draftUrl && !state.isSent && entry && listQuestions(entry) !== listQuestions(hand);
  if (hand && !isOutdated) entry?.replaceWith($("#entry", oldSheet));
  const displayNumber = entry && getState($("form.hand", entry))?.displayNumber;
  oldSheet.replaceWith(sheet);
  showKept();
  if (state?.isNext && displayNumber && !isOutdated) showHandNumber(hand, displayNumber);
  keepRefusal();
  htmx.process(sheet);
  if (isOutdated && findForm()) fillDraft(findForm(), readDraft(hand));
  if (findForm() && !hand) acceptPreview();
  fillPanel();
}

// Reasons and corrections --------------------------------------------------------------------------------------

// Return whether only the engine can answer: the phone is offline, or the site does not know the entries on the sheet.
const isAnsweredHere = () => waitingKeys && (isOffline() || isDrawnHere());
// The pages that the engine can draw. The `way` of a correction is the end of its URL.
const PAGE_PATH = /\/m\/\d+\/(?:(hand|side)\/(\d+)\/(amend|strike|before)?|(adjust|stop)|(rulebook))$/;
const parseUrl = (text) => {
  const url = new URL(text, location.href);
  const [, handOrSide, number, edit, addition, book] = url.pathname.match(PAGE_PATH) ?? [];
  const subject = handOrSide ?? addition ?? book;
  return subject && { subject, number: Number(number), way: edit ?? addition, first: Number(url.searchParams.get("first") ?? 0) };
};

document.addEventListener("htmx:config:request", (event) => {
  const { action, method } = event.detail.ctx.request;
  const page = method === "GET" && isAnsweredHere() && parseUrl(action);
  if (!page) return;
  event.preventDefault();
  explain(page);
});
// A request without an answer: the phone has just lost the network, and the engine answers instead.
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  const page = waitingKeys && ctx?.target?.id === "reasons-body" && parseUrl(ctx.request.action);
  if (!page) return;
  event.stopPropagation();
  reportNetwork(false);
  explain(page);
}, true);
document.addEventListener("click", (event) => {
  const againLink = event.target.closest("[data-do=again]");
  if (againLink) {
    event.preventDefault();
    playAgain(againLink.getAttribute("href")).catch(() => location.assign(againLink.href)).finally(beginTask());
  }
  // Links with data-keep-offline still open a whole page, which says more than the panel.
  const link = event.target.closest("#reasons-body a[href], #menu a[href]:not([data-keep-offline])");
  const page = link && isAnsweredHere() && parseUrl(link.href);
  if (!page) return;
  event.preventDefault();
  if ($("#menu")) $("#menu").open = false;
  if (page.way) openCorrection(page.way, page.number, { hash: link.hash });
  else explain(page);
});
async function playAgain(action) {
  const { called: name, ...start } = await askEngine({ do: "again" });
  await beginTable({ ...start, name, root: setup.about.root, action, start: setup.start, version: setup.version });
}
async function explain({ subject, number, first }) {
  try {
    const { html } = await askEngine({ do: subject, number, first, viewer: describeViewer() });
    const body = $("#reasons-body");
    body.replaceChildren(parseHtml(html));
    htmx.process(body);
    openPanel();
  } catch {
    if ($("#reasons-panel").dataset.chosen) showNeedsNetwork();
  }
}

// A form that replaces another begins at the top, as a new page does.
const showTop = () => scrollTo({ top: 0, behavior: "instant" });

// The form of a correction, an adjustment or the end of the game replaces the next hand's form, which comes back
// unchanged.
let nextForm;
async function openCorrection(way, number, { kind = null, hash = "" } = {}) {
  try {
    const kept = (await readEntries(getMatch())).find(({ key }) => key === waitingKeys[number]) ?? null;
    // No hand can be inserted before a waiting hand that was itself inserted.
    if (way === "before" && kept?.way === "before") return showNeedsNetwork();
    const { html } = await askEngine({ do: "correct", way, number, kind, kept, viewer: describeViewer() });
    $("#reasons-panel:modal")?.close();
    const entry = $("#entry");
    nextForm ??= [...entry.childNodes];
    entry.replaceChildren(parseHtml(html));
    showTop();
    getState(findForm()).correction = { way, number };
    setDirty(findForm(), true);
    htmx.process(entry);
    acceptPreview(getState(findForm()).pendingChange);
    openStepOfLink(findForm(), hash);
  } catch {
    showNeedsNetwork();
  }
}
function closeCorrection() {
  $("#entry").replaceChildren(...nextForm);
  nextForm = undefined;
  showTop();
  if (findForm()) acceptPreview(getState(findForm()).pendingChange);
  if (!isOffline()) refresh(); // other phones may have written meanwhile
}
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-cancel]") && nextForm) {
    event.preventDefault();
    closeCorrection();
  }
  const kind = event.target.closest("#entry form.hand .kinds a[href]");
  const correction = kind && getState(findForm())?.correction;
  if (!correction) return;
  event.preventDefault();
  openCorrection(correction.way, correction.number, { kind: new URL(kind.href).searchParams.get("kind") });
});
document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  const { correction, displayNumber } = getState(target);
  if (!correction) return;
  const { way } = correction;
  event.preventDefault();
  if (findUnanswered(target).length) return;
  const [body, description] = [new URLSearchParams(readFields(target, submitter)), describeForm(target, submitter)];
  const kept = (await readEntries(getMatch())).find(({ key }) => key === body.get("kept"));
  if (kept && way === "strike") {
    closeCorrection();
    dropEntry(kept);
    return;
  }
  target.inert = true;
  const retitle = (title) => description.replace(/^[^:]*/, title);
  const { title } = target.dataset;
  if (kept && way === "before") await insertBefore(kept, body, retitle(title.replace("{n}", String(displayNumber))));
  else await keepForLater({ url: target.action, body, description: kept ? retitle(readTitle(kept)) : description });
  closeCorrection();
  if (way === "stop" && findForm()) setDirty(findForm(), false); // a half-entered hand is not played
});
// Insert a missed hand before a waiting hand. The missed hand is sent first, and later hands are renumbered.
async function insertBefore(next, body, description) {
  body.set("number", next.number);
  const entries = await readEntries();
  const previousPlace = entries.findLast(({ n }) => n < next.n)?.n ?? next.n - 1;
  const laterEntries = entries.filter(({ match, n, number }) => match === next.match && n >= next.n && number >= next.number);
  const changed = laterEntries.map((entry) => renumberEntry(entry, entry.number + 1));
  await addEntry({ ...makeEntry(makeUrl("hand"), body, description), n: (previousPlace + next.n) / 2, seen: next.seen }, { changed });
}

let canReload; // whether this phone has all that the page needs to open offline; undefined until known
const showReady = () => nextNumber !== undefined && canReload !== undefined && showOffline(canReload ? "ready" : "open");
function showOffline(state) {
  const mark = $(".works-offline");
  if (mark) mark.hidden = !["ready", "open"].includes(state);
  for (const each of $$("[data-offline]")) each.hidden = each.dataset.offline !== state;
}

const CONSENT = "scorekeeper.engine"; // in localStorage: the version of the engine that this phone may load without asking

// Mark the totals of an old page until the engine has counted this phone's lines and entries.
async function markOldTotals() {
  const hasNewer = (await readLines(getMatch())).length - 1 > JSON.parse($("#sheet").dataset.kept)[0];
  if (!isOffline() || !(hasNewer || (await readEntries(getMatch())).length)) return;
  endCounting = beginTask();
  markUnchecked(true);
}
let endCounting = () => {};

async function startEngine() {
  try {
    await markOldTotals().finally(beginTask());
    await updateSetup();
    if (isCostly() && localStorage[CONSENT] !== setup.version) {
      endCounting();
      showOffline("ask");
      $("[data-offline=ask]").onclick = () => {
        localStorage[CONSENT] = setup.version;
        startEngine();
      };
      return;
    }
    showOffline("");
    const { worker, engine } = $("#live").dataset;
    await startWorker(worker, setup.start, stopEngine);
    localStorage[CONSENT] = version = setup.version;
    $("#waiting").dataset.version = version; // makeEntry adds it to the entries of forms that the engine draws
    await update();
    keepOffline([location.href, makeUrl("engine"), worker, engine, setup.start.zip, ...listPython(setup.start.python), ...(setup.alone ?? []), ...(setup.referee ?? [])]).then((all) => {
      canReload = all;
      showReady();
    });
  } catch {
    stopEngine();
  }
}

document.addEventListener("preview-needed", async (event) => {
  const hand = findForm();
  const { correction, isNext, pendingChange: previewedChange } = getState(hand) ?? {};
  if (!correction && !(isNext && getNumber(hand) === nextNumber)) return;
  event.preventDefault();
  const boxes = readFields(hand);
  try {
    const { html } = await askEngine(correction
      ? { do: "changes", before: correction.way === "before" ? correction.number : null, boxes, to: hand.getAttribute("action") }
      : { do: "preview", boxes });
    if (findForm() !== hand || getState(hand).pendingChange !== previewedChange) return; // a newer preview is wanted
    $("#preview").replaceWith(parseHtml(html));
    if (!correction) htmx.process($("#preview"));
    acceptPreview(previewedChange);
  } catch {
    if (!correction) htmx.trigger("#preview", "preview");
  }
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => version && ctx.target?.id === "sheet" && update());
for (const event of ["entries-changed", "logs-changed"]) document.addEventListener(event, () => version && update());
let wasOnline = !isOffline();
document.addEventListener("network", () => {
  if (version && wasOnline === isOffline()) update(); // the network has come or gone
  wasOnline = !isOffline();
});
setInterval(askForSheet, 5000); // in case the site's answer was lost

startEngine();
