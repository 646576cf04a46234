// The engine at hand. Loaded once a hand was saved; it loads Python and the game that is played into a worker, in the
// background, and then says at once what a hand would do. What fails here costs nothing: the site is asked as before.
import { $, $$ } from "../dom.js";
import { form, saidIn, unanswered } from "../hand-form.js";
import { previewed } from "../keyboard.js";
import { isCut, look, needsNetwork, network } from "../network.js";
import { beside, openDoor } from "../reasons-panel.js";
import { keepTold } from "../refused.js";
import { draftOf, fillIn } from "./draft.js";
import { keepOffline } from "./installing.js";
import { drop, entryOf, keepForLater, moved } from "./keeping.js";
import { entitle } from "./next-hand.js";
import { token } from "./sending.js";
import { keep, linesOf, pending } from "./store.js";
import { askEngine, beginEngine, endEngine, readMatch } from "./worker.js";

const match = () => $("#sheet").dataset.match;
const of = (name) => `${location.pathname.split("/").slice(0, 3).join("/")}/m/${match()}/${name}`;

let version; // of the engine
let next; // the number of the hand that it can answer for; undefined while it has not the log that the sheet shows
let waits; // the keys of the hands that wait, by number; undefined until the engine has a log
function stop() {
  endEngine();
  next = waits = undefined;
  sign("");
  document.dispatchEvent(new CustomEvent("scored", { detail: [] }));
  if ($("#counting")) tellOfTotals("uncounted");
  document.dispatchEvent(new Event("stopped"));
}

const json = async (url) => {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw answer.status;
  return answer.json();
};

// One after another: the log as this phone has seen it, and what it has not handed in.
let turn = Promise.resolve();
const follow = () => (turn = turn.then(followNow));
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
    if (opened.problems) return void document.dispatchEvent(new CustomEvent("unfit", { detail: opened.problems }));
    waits = opened.waiting;
    // A game that this phone keeps alone (alone.js) has no line.
    const drawnHere = $("#sheet").dataset.drawnHere !== undefined; // it may have what waits no longer
    if (own.length || (isCut() && (drawnHere || lines.length - 1 > shown)) || shown < 0) show((await askEngine({ ask: { do: "sheet", viewer: viewer() } })).html);
    else giveBack();
    tellOfTotals();
    document.dispatchEvent(new CustomEvent("scored", { detail: own.slice(0, opened.applied).map((one) => one.key) }));
    // What cannot be told yet keeps all after it waiting.
    if (opened.applied < entries.length) return;
    next = opened.next;
    // What was tapped before it had counted, and nobody could tell.
    if (form()?.dataset.unseen !== undefined) $("#preview").dispatchEvent(new CustomEvent("wanted", { bubbles: true, cancelable: true }));
    signKept();
  } catch {
    // What it has not, the site says.
  }
}
// What the page knows of its phone.
function viewer() {
  const { version: shows, kept, role, before } = $("#sheet").dataset;
  return { csrf: token(), may_score: role === "scores", new_table: told.alone?.[0] ?? told.hand_in?.action ?? "", version: Number(shows), kept, kept_after: before ?? "" };
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
    told = await json(of("engine"));
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
const drawn = (html) => document.createRange().createContextualFragment(html);
const asks = (entry) => $$(".kind", entry).map((kind) => [kind.dataset.matters, ...$$(".step", kind).map((step) => step.dataset.step)].join()).join();
// The sheet as it stands with what waits on this phone. A form that somebody is filling in is left alone, unless it is
// older than a hand that waits and asks what decides no more, or not what decides by now: another takes up what it says.
function show(html) {
  const [was, hand] = [$("#sheet"), form()?.dataset.dirty === undefined ? undefined : form()];
  const now = drawn(html).firstElementChild;
  now.dataset.drawnHere = "";
  const next = $("#entry", now);
  const older = hand?.dataset.begun && hand.dataset.sent === undefined && next && asks(next) !== asks(hand);
  if (hand && !older) next?.replaceWith($("#entry", was));
  const counted = next && $("form.hand", next)?.dataset.shown; // a form that is as old as its page may not know of an undo
  was.replaceWith(now);
  if (hand?.dataset.begun !== undefined && counted && !older) entitle(hand, counted);
  keepTold();
  htmx.process(now);
  if (older && form()) fillIn(form(), draftOf(hand));
  if (form() && !hand) previewed();
  beside();
}

// Why, and corrections -----------------------------------------------------------------------------------------

// What the site cannot answer: no answer comes, or it does not know yet what the sheet shows.
const isOurs = () => waits && (isCut() || $("#sheet").dataset.drawnHere !== undefined);
const ABOUT = /\/m\/\d+\/(?:(hand|side)\/(\d+)\/(amend|strike|before)?|(adjust|stop)|(rulebook))$/;
const aboutOf = (address) => {
  const url = new URL(address, location.href);
  const [, hand, number, edit, more, book] = url.pathname.match(ABOUT) ?? [];
  const what = hand ?? more ?? book;
  return what && { what, number: Number(number), way: edit ?? more, first: Number(url.searchParams.get("first") ?? 0) };
};

document.addEventListener("htmx:config:request", (event) => {
  const { action, method } = event.detail.ctx.request;
  const about = method === "GET" && isOurs() && aboutOf(action);
  if (!about) return;
  event.preventDefault();
  explain(about);
});
// The first that finds no network.
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  const about = waits && ctx?.target?.id === "door-body" && aboutOf(ctx.request.action);
  if (!about) return;
  event.stopPropagation();
  network(false);
  explain(about);
}, true);
document.addEventListener("click", (event) => {
  // A page that is kept whole (data-keep) says more.
  const link = event.target.closest("#door-body a[href], #menu a[href]:not([data-keep])");
  const about = link && isOurs() && aboutOf(link.href);
  if (!about) return;
  event.preventDefault();
  if ($("#menu")) $("#menu").open = false;
  if (about.way) correct(about.way, about.number);
  else explain(about);
});
async function explain({ what, number, first }) {
  try {
    const { html } = await askEngine({ ask: { do: what, number, first, viewer: viewer() } });
    const body = $("#door-body");
    body.replaceChildren(drawn(html));
    htmx.process(body);
    openDoor();
  } catch {
    if ($("#door").dataset.chosen) needsNetwork();
  }
}

// A correction, points agreed on and the end of the game stand in the place of the next hand, whose form comes back as it was.
let nextForm;
async function correct(way, number, kind = null) {
  try {
    const kept = (await pending(Number(match()))).find(({ key }) => key === waits[number]) ?? null;
    // Before a missed hand that waits itself no other can be put in: it is about a hand of the log.
    if (way === "before" && kept?.way === "before") return needsNetwork();
    const { html } = await askEngine({ ask: { do: "correct", way, number, kind, kept, viewer: viewer() } });
    $("#door:modal")?.close();
    const entry = $("#entry");
    nextForm ??= [...entry.childNodes];
    entry.replaceChildren(drawn(html));
    Object.assign(form().dataset, { way, about: number, dirty: "" });
    htmx.process(entry);
    previewed(form().dataset.unseen);
    $("#entry-title").scrollIntoView({ block: "nearest" });
  } catch {
    needsNetwork();
  }
}
function goBack() {
  $("#entry").replaceChildren(...nextForm);
  nextForm = undefined;
  if (form()) previewed(form().dataset.unseen);
  if (!isCut()) look(); // others may have written meanwhile
}
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-give-up]")) goBack();
  const kind = event.target.closest("#entry form.hand[data-way] .kinds a[href]");
  if (!kind) return;
  event.preventDefault();
  const { way, about } = form().dataset;
  correct(way, Number(about), new URL(kind.href).searchParams.get("kind"));
});
document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  const { way } = target.dataset;
  if (!way) return;
  event.preventDefault();
  if (unanswered(target).length) return;
  const [body, said] = [new URLSearchParams(new FormData(target, submitter)), saidIn(target, submitter)];
  const kept = (await pending(Number(match()))).find(({ key }) => key === body.get("kept"));
  if (kept && way === "strike") {
    goBack();
    drop(kept);
    return;
  }
  target.inert = true;
  const called = (title) => said.replace(/^[^:]*/, title);
  const { title, shown } = target.dataset;
  if (kept && way === "before") await putBefore(kept, body, called(title.replace("{n}", shown)));
  // It is still the hand that it was.
  else await keepForLater({ url: target.action, body, said: kept ? called(kept.said.match(/^[^:]*/)[0]) : said });
  goBack();
  if (way === "stop") delete form()?.dataset.dirty; // the hand that was begun is not played
});
// A missed hand before one that no log has yet is a hand like any other, handed in before it: those after it move on.
async function putBefore(next, body, said) {
  body.set("number", next.number);
  const every = await pending();
  const last = every.findLast(({ n }) => n < next.n)?.n ?? next.n - 1;
  const after = every.filter((one) => one.match === next.match && one.n >= next.n && one.number >= next.number);
  const changed = after.map((one) => moved(one, one.number + 1));
  await keep({ ...entryOf(of("hand"), body, said), n: (last + next.n) / 2, seen: next.seen }, { changed });
}
document.addEventListener("wanted", async (event) => {
  const hand = form();
  if (!hand?.dataset.way) return;
  event.preventDefault();
  const { unseen: seen, way, about } = hand.dataset;
  const { html } = await askEngine({ ask: { do: "changes", before: way === "before" ? Number(about) : null, boxes: [...new FormData(hand)], to: hand.getAttribute("action") } });
  if (form() !== hand || hand.dataset.unseen !== seen) return;
  $("#preview").replaceWith(drawn(html));
  previewed(seen);
});

let outlives; // the page: whether this phone has all that it needs to come anew without a network; undefined until it is known
const signKept = () => next !== undefined && outlives !== undefined && sign(outlives ? "ready" : "open");
function sign(state) {
  const mark = $(".cellar");
  if (mark) mark.hidden = !["ready", "open"].includes(state);
  for (const each of $$("[data-cellar]")) each.hidden = each.dataset.cellar !== state;
}

// Megabytes are nobody's to spend but theirs who pay for them.
const { saveData, type, effectiveType = "4g" } = navigator.connection ?? {};
const costly = saveData || type === "cellular" || effectiveType !== "4g";
const AGREED = "scorekeeper.engine";

// A page that was opened without a network has the totals of its day: below them stands so, until they are counted anew.
async function markOld() {
  const { match, kept } = $("#sheet").dataset;
  const newer = (await linesOf(Number(match))).length - 1 > JSON.parse(kept)[0];
  if (isCut() && (newer || (await pending(Number(match))).length)) tellOfTotals("counting");
}
function tellOfTotals(what) {
  $("#counting")?.remove();
  if (!what || !$("#strip")) return;
  const told = Object.assign(document.createElement("p"), { id: "counting", className: "note", role: "status", textContent: $("#waiting").dataset[what] });
  // Over the page: what stands below the totals stays where it is.
  told.style.cssText = "position: absolute; inset: 100% 0 auto; margin: 0; padding-block: 0.3rem; text-align: center";
  $("#strip").append(told);
}

async function load() {
  try {
    await markOld();
    await tell();
    if (costly && localStorage[AGREED] !== told.version) {
      if ($("#counting")) tellOfTotals("uncounted");
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
    keepOffline([location.href, script, engine, told.start.zip, ...python, ...(told.alone ?? []), ...(told.referee ?? [])]).then((all) => {
      outlives = all;
      signKept();
    });
  } catch {
    stop();
  }
}

document.addEventListener("wanted", async (event) => {
  const hand = form();
  // Only of the next hand; what a correction changes, the site says.
  if (hand?.dataset.begun === undefined || Number(hand.elements.number.value) !== next) return;
  event.preventDefault();
  const seen = hand.dataset.unseen;
  try {
    const { html } = await askEngine({ ask: { do: "preview", boxes: [...new FormData(hand)] } });
    if (form() !== hand || hand.dataset.unseen !== seen) return; // more was tapped meanwhile, and asked for
    $("#preview").outerHTML = html;
    htmx.process($("#preview"));
    previewed(seen);
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
