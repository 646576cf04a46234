// The engine at hand. Loaded once a hand was saved; it loads Python and the game that is played into a worker, in the
// background, and then says at once what a hand would do. What fails here costs nothing: the site is asked as before.
import { $, $$, readFields } from "../dom.js";
import { emit, emitWanted } from "../events.js";
import { describeForm, findForm, findUnanswered, showHandNumber } from "../hand-form.js";
import { getState, setDirty } from "../hand-state.js";
import { beginTask } from "../idle.js";
import { acceptPreview } from "../keyboard.js";
import { isCut, look, reportNetwork, tellNeedsNetwork } from "../network.js";
import { fillPanel, openPanel } from "../reasons-panel.js";
import { keepTold } from "../refused.js";
import { beginTable } from "./begin-alone.js";
import { fillIn, readDraft } from "./draft.js";
import { isCostly, keepOffline } from "./installing.js";
import { drop, keepForLater, makeEntry, markUnchecked, renumberEntry, showKept } from "./keeping.js";
import { copySheet } from "./page-copy.js";
import { getToken } from "./sending.js";
import { keep, readLines, readPending } from "./store.js";
import { askEngine, beginEngine, endEngine, readMatch } from "./worker.js";

const getMatch = () => $("#sheet").dataset.match;
const makeAddress = (name) => `${location.pathname.split("/").slice(0, 3).join("/")}/m/${getMatch()}/${name}`;

let version; // of the engine
let next; // the number of the hand that it can answer for; undefined while it has not the log that the sheet shows
let waits; // the keys of the hands that wait, by number; undefined until the engine has a log
function stop() {
  endEngine();
  next = waits = undefined;
  sign("");
  emit("scored", []);
  endCounting();
  emit("stopped");
}

const fetchJson = async (url) => {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw answer.status;
  return answer.json();
};

// One after another: the log as this phone has seen it, and what it has not handed in.
let turn = Promise.resolve();
const follow = () => (turn = turn.then(followNow)).finally(beginTask());
async function followNow() {
  next = undefined;
  try {
    const { match, kept, version: shows } = $("#sheet").dataset;
    const shown = JSON.parse(kept)[0]; // the place of the newest line on the page
    // What has to be decided first holds up all after it, and the sheet is the site's until then.
    const { lines, entries, own } = await readMatch(Number(match));
    if (lines.length <= shown) return; // they come
    await tell(Number(shows), lines);
    // The site has another release meanwhile: it alone says what it would score, until the page comes anew.
    if (told.version !== version) return stop();
    const opened = await askEngine({ ask: { do: "open", about: told.about, lines, entries: own } });
    if (opened.problems) return emit("unfit", opened.problems);
    waits = opened.waiting;
    // A game that this phone keeps alone (alone.js) has no line.
    const drawnHere = $("#sheet").dataset.drawnHere !== undefined; // it may have what waits no longer
    if (own.length || (isCut() && (drawnHere || lines.length - 1 > shown)) || shown < 0) show((await askEngine({ ask: { do: "sheet", viewer: describeViewer() } })).html);
    else giveBack();
    markUnchecked(false);
    emit("scored", own.slice(0, opened.applied).map((one) => one.key));
    // What cannot be told yet keeps all after it waiting.
    if (opened.applied < entries.length) return;
    next = opened.next;
    // What was tapped before it had counted, and nobody could tell.
    if (getState(findForm())?.unseen !== undefined) emitWanted($("#preview"));
    signKept();
  } catch {
    // What it has not, the site says.
  } finally {
    endCounting();
  }
}
// What the page knows of its phone.
function describeViewer() {
  const { version: shows, kept, role, before } = $("#sheet").dataset;
  return { csrf: getToken(), may_score: role === "scores", new_table: told.alone?.[0] ?? told.hand_in?.action ?? "", version: Number(shows), kept, kept_after: before ?? "" };
}
// The match without its log, as the site says it now or, without a network, as it said it last. What it said holds as long
// as the table has only got entries since, by phones it told of: each is a version and a line.
let told;
let versionsBefore; // versions of the table that were no lines, when it was told
async function tell(shows = NaN, lines = []) {
  const others = shows - lines.length;
  const wrote = (line) => !line[0] || line[7] === null || String(line[7]) in told.about.by;
  if (told && others === versionsBefore && lines.every(wrote)) return;
  try {
    told = await fetchJson(makeAddress("engine"));
    versionsBefore = others;
  } catch (problem) {
    if (!told || typeof problem === "number") throw problem; // the site refuses
  }
}
// A site that was begun anew ends its streams, and may be another release.
document.addEventListener("htmx:sse:after:connection", () => (versionsBefore = undefined));

// A sheet that was drawn here lacks what the site alone knows: who may play again, what is disputed, who asks to be let in.
// Whenever nothing waits and the site answers, its own takes the place.
function giveBack() {
  if (!isCut() && $("#sheet").dataset.drawnHere !== undefined) look();
}
// What the engine has drawn, which escapes what people typed as the site does.
const parseHtml = (html) => document.createRange().createContextualFragment(html);
const listQuestions = (entry) => $$(".kind", entry).map((kind) => [kind.dataset.matters, ...$$(".step", kind).map((step) => step.dataset.step), ...$$("[data-sends]", kind).map((row) => row.dataset.sends)].join()).join();
// The sheet as it stands with what waits on this phone. A form that somebody is filling in is left alone, unless it is
// older than a hand that waits and asks what decides no more, or not what decides by now: another takes up what it says.
function show(html) {
  copySheet(html, true);
  const [was, hand] = [$("#sheet"), getState(findForm())?.isDirty ? findForm() : undefined];
  const now = parseHtml(html).firstElementChild;
  now.dataset.drawnHere = "";
  const next = $("#entry", now);
  const state = getState(hand);
  const older = state?.draftUrl && !state.isSent && next && listQuestions(next) !== listQuestions(hand);
  if (hand && !older) next?.replaceWith($("#entry", was));
  const counted = next && getState($("form.hand", next))?.shown; // a form that is as old as its page may not know of an undo
  was.replaceWith(now);
  showKept();
  if (state?.isNext && counted && !older) showHandNumber(hand, counted);
  keepTold();
  htmx.process(now);
  if (older && findForm()) fillIn(findForm(), readDraft(hand));
  if (findForm() && !hand) acceptPreview();
  fillPanel();
}

// Why, and corrections -----------------------------------------------------------------------------------------

// What the site cannot answer: no answer comes, or it does not know yet what the sheet shows.
const isOurs = () => waits && (isCut() || $("#sheet").dataset.drawnHere !== undefined);
const ABOUT = /\/m\/\d+\/(?:(hand|side)\/(\d+)\/(amend|strike|before)?|(adjust|stop)|(rulebook))$/;
const parseAddress = (address) => {
  const url = new URL(address, location.href);
  const [, hand, number, edit, more, book] = url.pathname.match(ABOUT) ?? [];
  const what = hand ?? more ?? book;
  return what && { what, number: Number(number), way: edit ?? more, first: Number(url.searchParams.get("first") ?? 0) };
};

document.addEventListener("htmx:config:request", (event) => {
  const { action, method } = event.detail.ctx.request;
  const about = method === "GET" && isOurs() && parseAddress(action);
  if (!about) return;
  event.preventDefault();
  explain(about);
});
// The first that finds no network.
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  const about = waits && ctx?.target?.id === "door-body" && parseAddress(ctx.request.action);
  if (!about) return;
  event.stopPropagation();
  reportNetwork(false);
  explain(about);
}, true);
document.addEventListener("click", (event) => {
  // A page that is kept whole (data-keep) says more.
  const link = event.target.closest("#door-body a[href], #menu a[href]:not([data-keep])");
  const about = link && isOurs() && parseAddress(link.href);
  if (!about) return;
  event.preventDefault();
  if ($("#menu")) $("#menu").open = false;
  if (about.way) correct(about.way, about.number);
  else explain(about);
});
// The same game again: a table of its own, until the site hears of it.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-do=again]");
  if (!link) return;
  event.preventDefault();
  playAgain(link.getAttribute("href")).catch(() => location.assign(link.href)).finally(beginTask());
});
async function playAgain(action) {
  const again = await askEngine({ ask: { do: "again" } });
  await beginTable({ ...again, root: told.about.root, action, start: told.start, version: told.version });
}
async function explain({ what, number, first }) {
  try {
    const { html } = await askEngine({ ask: { do: what, number, first, viewer: describeViewer() } });
    const body = $("#door-body");
    body.replaceChildren(parseHtml(html));
    htmx.process(body);
    openPanel();
  } catch {
    if ($("#door").dataset.chosen) tellNeedsNetwork();
  }
}

// A correction, points agreed on and the end of the game stand in the place of the next hand, whose form comes back as it was.
let nextForm;
async function correct(way, number, kind = null) {
  try {
    const kept = (await readPending(Number(getMatch()))).find(({ key }) => key === waits[number]) ?? null;
    // Before a missed hand that waits itself no other can be put in: it is about a hand of the log.
    if (way === "before" && kept?.way === "before") return tellNeedsNetwork();
    const { html } = await askEngine({ ask: { do: "correct", way, number, kind, kept, viewer: describeViewer() } });
    $("#door:modal")?.close();
    const entry = $("#entry");
    nextForm ??= [...entry.childNodes];
    entry.replaceChildren(parseHtml(html));
    getState(findForm()).correction = { way, number };
    setDirty(findForm(), true);
    htmx.process(entry);
    acceptPreview(getState(findForm()).unseen);
    $("#entry-title").scrollIntoView({ block: "nearest" });
  } catch {
    tellNeedsNetwork();
  }
}
function goBack() {
  $("#entry").replaceChildren(...nextForm);
  nextForm = undefined;
  if (findForm()) acceptPreview(getState(findForm()).unseen);
  if (!isCut()) look(); // others may have written meanwhile
}
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-give-up]") && nextForm) {
    event.preventDefault();
    goBack();
  }
  const kind = event.target.closest("#entry form.hand .kinds a[href]");
  const correction = kind && getState(findForm())?.correction;
  if (!correction) return;
  event.preventDefault();
  correct(correction.way, correction.number, new URL(kind.href).searchParams.get("kind"));
});
document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  const { correction, shown } = getState(target);
  if (!correction) return;
  const { way } = correction;
  event.preventDefault();
  if (findUnanswered(target).length) return;
  const [body, said] = [new URLSearchParams(readFields(target, submitter)), describeForm(target, submitter)];
  const kept = (await readPending(Number(getMatch()))).find(({ key }) => key === body.get("kept"));
  if (kept && way === "strike") {
    goBack();
    drop(kept);
    return;
  }
  target.inert = true;
  const called = (title) => said.replace(/^[^:]*/, title);
  const { title } = target.dataset;
  if (kept && way === "before") await putBefore(kept, body, called(title.replace("{n}", String(shown))));
  // It is still the hand that it was.
  else await keepForLater({ url: target.action, body, said: kept ? called(kept.said.match(/^[^:]*/)[0]) : said });
  goBack();
  if (way === "stop" && findForm()) setDirty(findForm(), false); // the hand that was begun is not played
});
// A missed hand before one that no log has yet is a hand like any other, handed in before it: those after it move on.
async function putBefore(next, body, said) {
  body.set("number", next.number);
  const every = await readPending();
  const last = every.findLast(({ n }) => n < next.n)?.n ?? next.n - 1;
  const after = every.filter((one) => one.match === next.match && one.n >= next.n && one.number >= next.number);
  const changed = after.map((one) => renumberEntry(one, one.number + 1));
  await keep({ ...makeEntry(makeAddress("hand"), body, said), n: (last + next.n) / 2, seen: next.seen }, { changed });
}
document.addEventListener("wanted", async (event) => {
  const hand = findForm();
  const { correction, unseen: seen } = getState(hand) ?? {};
  if (!correction) return;
  event.preventDefault();
  const { html } = await askEngine({ ask: { do: "changes", before: correction.way === "before" ? correction.number : null, boxes: readFields(hand), to: hand.getAttribute("action") } });
  if (findForm() !== hand || getState(hand).unseen !== seen) return;
  $("#preview").replaceWith(parseHtml(html));
  acceptPreview(seen);
});

let outlives; // the page: whether this phone has all that it needs to come anew without a network; undefined until it is known
const signKept = () => next !== undefined && outlives !== undefined && sign(outlives ? "ready" : "open");
function sign(state) {
  const mark = $(".cellar");
  if (mark) mark.hidden = !["ready", "open"].includes(state);
  for (const each of $$("[data-cellar]")) each.hidden = each.dataset.cellar !== state;
}

const AGREED = "scorekeeper.engine";

// A page that was opened without a network has the totals of its day: they are said to be old until they are counted anew.
async function markOld() {
  const { match, kept } = $("#sheet").dataset;
  const newer = (await readLines(Number(match))).length - 1 > JSON.parse(kept)[0];
  if (!isCut() || !(newer || (await readPending(Number(match))).length)) return;
  endCounting = beginTask();
  markUnchecked(true);
}
let endCounting = () => {}; // ends the task that a page has as long as it counts

async function load() {
  try {
    await markOld().finally(beginTask());
    await tell();
    if (isCostly() && localStorage[AGREED] !== told.version) {
      endCounting();
      sign("ask");
      $("[data-cellar=ask]").onclick = () => {
        localStorage[AGREED] = told.version;
        load();
      };
      return;
    }
    sign("");
    await beginEngine($("#live").dataset.worker, told.start, stop);
    localStorage[AGREED] = version = told.version;
    $("#waiting").dataset.version = version; // of the forms that it draws
    await follow();
    const { worker: script, engine } = $("#live").dataset;
    const python = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"].map((name) => told.start.python + name);
    keepOffline([location.href, makeAddress("engine"), script, engine, told.start.zip, ...python, ...(told.alone ?? []), ...(told.referee ?? [])]).then((all) => {
      outlives = all;
      signKept();
    });
  } catch {
    stop();
  }
}

document.addEventListener("wanted", async (event) => {
  const hand = findForm();
  // Only of the next hand; what a correction changes, the site says.
  if (!getState(hand)?.isNext || Number(hand.elements.number.value) !== next) return;
  event.preventDefault();
  const seen = getState(hand).unseen;
  try {
    const { html } = await askEngine({ ask: { do: "preview", boxes: readFields(hand) } });
    if (findForm() !== hand || getState(hand).unseen !== seen) return; // more was tapped meanwhile, and asked for
    $("#preview").outerHTML = html;
    htmx.process($("#preview"));
    acceptPreview(seen);
  } catch {
    htmx.trigger("#preview", "again");
  }
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => version && ctx.target?.id === "sheet" && follow());
for (const what of ["kept", "lines"]) document.addEventListener(what, () => version && follow());
let answered = !isCut();
document.addEventListener("network", () => {
  if (version && answered === isCut()) follow();
  answered = !isCut();
});
setInterval(giveBack, 5000); // an answer may be lost again

load();
