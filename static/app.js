// What the pages need beyond htmx. Every page works without it.
"use strict";

const html = document.documentElement;
html.classList.add("scripted");
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// A stream that was open when the phone slept may be dead without knowing it: look at the table again whenever the
// page is seen, comes online or is shown from the browser's memory. Elements listen with hx-trigger="look from:body".
function look() {
  if (!document.hidden) document.body.dispatchEvent(new CustomEvent("look"));
}
document.addEventListener("visibilitychange", () => (document.hidden ? keepNow() : look()));
window.addEventListener("online", look);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) look();
});

// The form of a hand -------------------------------------------------------------------------------------------

const form = () => $("form.hand");
let waiting; // what keeps the hand begun, a moment after the last tap

document.addEventListener("change", (event) => {
  const hand = event.target.closest("form.hand");
  if (!hand) return;
  touched(hand);
  if (event.target.type === "radio") {
    fillTheRest(event.target);
    firstWhoBid(hand, event.target);
    goOn(event.target);
  }
});
document.addEventListener("input", (event) => {
  const hand = event.target.closest("form.hand");
  if (hand && event.target.type === "text") {
    touched(hand);
    fillTheRest(event.target);
  }
});

// Something else is confirmed than what was sent before: that needs a key of its own.
function touched(hand) {
  hand.dataset.dirty = "";
  if (hand.dataset.sent !== undefined) {
    forget(hand.elements.key.value); // what waited is being changed: the new hand goes instead
    unsent(hand, false);
    hand.elements.key.value = newKey();
    delete hand.dataset.sent;
  }
  clearTimeout(waiting);
  if (hand.dataset.begun) waiting = setTimeout(keepNow, 2500);
}

function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// Keep the hand begun, so that Back, a call or an empty battery loses nothing and every phone sees it.
function keepNow() {
  const hand = form();
  clearTimeout(waiting);
  waiting = undefined;
  if (!hand || !hand.dataset.begun || hand.dataset.dirty === undefined || hand.dataset.sent !== undefined) return;
  const body = new URLSearchParams(new FormData(hand));
  body.set("quietly", "1");
  fetch(hand.dataset.begun, { method: "POST", body, keepalive: true, credentials: "same-origin" }).catch(() => {});
}

// Where all the numbers have a known sum, the last one follows by itself.
function fillTheRest(input) {
  const question = input.closest("[data-total]");
  if (!question) return;
  const boxes = {};
  for (const each of $$("input", question)) (boxes[each.name] ??= []).push(each);
  const names = Object.keys(boxes);
  const own = new Set((question.dataset.own ?? "").split(" ").filter(Boolean)).add(input.name);
  question.dataset.own = [...own].join(" ");
  const rest = names.filter((name) => !own.has(name));
  const last = rest.length === 1 ? rest[0] : names.length === 2 ? names.find((name) => name !== input.name) : null;
  if (last) {
    const sum = names.filter((name) => name !== last).reduce((total, name) => total + numberOf(valueOf(boxes[name])), 0);
    const left = Math.round((Number(question.dataset.total) - sum) * 1e6) / 1e6;
    const least = Number(question.dataset.least ?? 0);
    for (const each of boxes[last]) {
      if (each.type === "radio") each.checked = Number(each.value) === left;
      else each.value = left >= least ? left : ""; // not a number is no number at all
    }
  }
  // Of more than two, the next one that is still to be counted opens.
  if (names.length > 2 && input.closest(".count")) {
    const open = $$(".count", question).find((count) => !$("input:checked", count));
    input.closest(".count").open = false;
    if (open) open.open = true;
  }
  for (const count of $$(".count", question)) {
    const chosen = $("input:checked", count);
    $("output", count).textContent = chosen ? chosen.value : "";
  }
}

// A number as people write it: 1,5 and 3/2 and −2 too.
function numberOf(text) {
  const [whole, part = 1] = String(text).replace(",", ".").replace("\u2212", "-").split("/").map(Number);
  return whole / part;
}

function valueOf(inputs) {
  const chosen = inputs.find((each) => each.type !== "radio" || each.checked);
  return chosen ? chosen.value : 0;
}

// What is folded away says its answer outside, and closes when it is given.
document.addEventListener("change", (event) => {
  const fold = event.target.closest(".seldom");
  if (!fold || event.target.type !== "radio" || $$(".keys", fold).length !== 1) return;
  $(".said", fold).textContent = event.target.closest(".key").textContent.trim();
  fold.open = false;
});

// Of two counts that make one sum, one is open.
document.addEventListener("toggle", (event) => {
  if (!event.target.matches?.(".count") || !event.target.open) return;
  for (const other of $$(".count[open]", event.target.parentElement)) if (other !== event.target) other.open = false;
}, true);

// What the side that won the bidding took is counted first.
function firstWhoBid(hand, input) {
  if (!input.dataset.side || !input.closest(".auction")) return;
  const count = $(`.count[data-side="${input.dataset.side}"]`, hand);
  if (count && !$(".count input:checked", hand)) count.open = true;
}

// After an answer the next question comes into view, if it is not there yet.
function goOn(input) {
  const asked = ".panel, .whose:not(.count)";
  const one = `.question:not(:has(${asked})), ${asked}`;
  const here = input.closest(one);
  setTimeout(() => {
    if (finger || !here.isConnected) return;
    const seen = $$(one, form()).filter((each) => each.offsetParent);
    show(seen[seen.indexOf(here) + 1] ?? $("#preview"), "nearest");
  }, 200);
}

// What is under a finger stays there until it is lifted: else a tap would be taken for whatever key has come there.
let finger; // runs out by itself, should the page not hear of the lifting
const postponed = [];
document.addEventListener("pointerdown", () => {
  clearTimeout(finger);
  finger = setTimeout(lifted, 3000);
  window.scrollTo({ top: window.scrollY, behavior: "instant" });
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    clearTimeout(finger);
    finger = setTimeout(lifted, 50); // the click comes after it
  }, true);
}
document.addEventListener("htmx:before:swap", (event) => {
  if (!finger) return;
  event.preventDefault();
  postponed.push(event.detail.ctx);
});
function lifted() {
  finger = undefined;
  for (const ctx of postponed.splice(0)) if (!ctx.target || ctx.target.isConnected) htmx.swap(ctx);
}

function show(element, block) {
  element?.scrollIntoView({ block, behavior: calm() ? "auto" : "smooth" });
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// What the preview says of the form: which moment it is at, and which questions are idle.
function heed(preview) {
  const hand = preview.closest("form.hand");
  if (!hand) return;
  const before = hand.dataset.stage;
  hand.dataset.stage = preview.dataset.stage ?? "play";
  const idle = new Set((preview.dataset.idle ?? "").split(" "));
  for (const each of $$("[data-question], [data-box]", hand)) {
    // What is idle is not sent either: what the game takes for granted holds.
    const off = idle.has(each.dataset.question) || idle.has(each.dataset.box);
    each.classList.toggle("idle", off);
    if (each.tagName === "FIELDSET") each.disabled = off;
  }
  // The auction is over: what comes next stands below it.
  if (before === "auction" && hand.dataset.stage === "play") show($(".play", hand), "start");
}

// Which house rules play no part by what the others say. They stay in the form, for they say the same whatever else it says.
function heedHouse() {
  const at = $("#idle");
  if (!at) return;
  const idle = new Set(at.dataset.idle.split(" "));
  for (const each of $$("[data-question]", at.closest("form"))) each.classList.toggle("idle", idle.has(each.dataset.question));
}

// After a swap -------------------------------------------------------------------------------------------------

document.addEventListener("htmx:config:request", (event) => {
  const hand = event.target.closest?.("form.hand");
  if (hand && event.detail.ctx.request.method === "POST" && !event.target.closest("#preview")) {
    hand.dataset.sent = "";
    unsent(hand, false);
    clearTimeout(waiting);
  }
});
// A preview that was lost is asked for again: what stands there is no longer what the boxes say.
document.addEventListener("htmx:error", (event) => {
  if (event.target.id === "preview" && navigator.onLine)
    setTimeout(() => $("#preview") && htmx.trigger($("#preview"), "again"), 1500);
});
document.addEventListener("htmx:error", noAnswer);
document.addEventListener("htmx:response:error", (event) => {
  if (later(event.detail.ctx.response.status)) noAnswer();
});
// The server asks for patience: what was sent may be sent again.
const later = (status) => status === 429 || status >= 500;
function noAnswer() {
  const hand = form();
  if (hand?.dataset.sent === undefined) return;
  unsent(hand, true);
  keepForLater(hand);
}

function unsent(hand, yes) {
  const note = $(".unsent-note", hand);
  if (!note) return;
  note.hidden = !yes;
  if (yes) show(note, "nearest");
}

document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  if (later(ctx.response?.status)) show($("#trouble"), "nearest");
  else $("#trouble").replaceChildren();
  const preview = $("#preview");
  if (preview) heed(preview);
  heedHouse();
  if ($("#door-body")?.firstElementChild && ctx.target?.id === "door-body") {
    bring($("#door-body [data-needs]")?.dataset.needs);
    openDoor();
  }
  if (ctx.target?.id === "tv") tell();
  if (ctx.target?.id === "sheet") {
    tell();
    keepLog();
    beside();
    if (ctx.request?.method !== "POST") refresh();
    else if ($("#entry :is(.wrong, .trouble:not([hidden]))")) show($("#entry :is(.wrong, .trouble:not([hidden]))"), "center");
    else window.scrollTo({ top: 0, behavior: calm() ? "auto" : "smooth" });
  }
});

const role = $("#sheet")?.dataset.role;

// What only some doors need comes when such a door is opened.
function bring(script) {
  if (script && !$(`script[src="${script}"]`)) document.head.append(Object.assign(document.createElement("script"), { src: script }));
}

// Somebody else has written or begun a hand. A form that somebody is filling in here is left alone.
function refresh() {
  const [sheet, entry, hand, newer] = [$("#sheet"), $("#entry"), form(), $("#newer")];
  // The right to keep score was given or withdrawn: the whole page is another one.
  if (sheet.dataset.role !== role) return location.reload();
  if (newer && newer.pathname === location.pathname && hand?.dataset.dirty === undefined) location.reload();
  if (!entry || entry.dataset.stands === sheet.dataset.stands) return;
  const typing = document.activeElement?.matches("input, textarea") && hand?.contains(document.activeElement);
  if (hand && (hand.dataset.dirty !== undefined || typing)) return;
  htmx.trigger(entry, "fresh");
}

// One polite voice: what was written last is read out once.
const told = new Set($$("[data-tell]").map((each) => each.dataset.tell));
function tell() {
  const news = $$("[data-tell]").filter((each) => !told.has(each.dataset.tell));
  for (const each of news) told.add(each.dataset.tell);
  const text = news.map((each) => each.textContent.trim()).filter(Boolean).join(" ");
  if (text) $("#status").textContent = text;
}

// Every number is a door -----------------------------------------------------------------------------------------

// On a phone the reasons come up from below. A wide screen has room for them beside the sheet: there they stay open,
// at what was chosen, else at the hand that was written last.
const wide = matchMedia("(min-width: 68.75rem)");

function openDoor() {
  const door = $("#door");
  if (wide.matches) door.setAttribute("open", "");
  else if (!door.open) door.showModal();
  door.scrollTop = 0;
  if (door.dataset.chosen !== undefined && wide.matches) door.focus();
}

function beside() {
  const door = $("#door");
  // Who changes names there is left alone.
  if (!door || !wide.matches || (door.dataset.chosen && $("#names", door)) || !document.body.classList.contains("at-table")) return;
  const last = $("tbody:not(.struck) a.door") ?? $("a.total");
  const url = door.dataset.chosen ?? last?.getAttribute("href");
  if (url) htmx.ajax("GET", url, { target: "#door-body", swap: "innerHTML" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[hx-target='#door-body']");
  if (link) Object.assign($("#door").dataset, { chosen: link.getAttribute("href") });
}, true);
wide.addEventListener("change", () => {
  $("#door")?.close();
  beside();
});
document.addEventListener("close", (event) => {
  if (event.target.id !== "door") return;
  const from = $(`a[href="${CSS.escape(event.target.dataset.chosen ?? "")}"]`);
  delete event.target.dataset.chosen;
  if (wide.matches) from?.focus();
  beside();
}, true);
document.addEventListener("click", (event) => {
  if (event.target.id === "door") event.target.close();
  const menu = $("#menu[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
});

if ($("#preview")) heed($("#preview"));
beside();

// The screen stays awake while the sheet is open, on a phone whose reader wants that. Browsers can over https and on
// the machine itself, and let go whenever the page is hidden.
const AWAKE = "scorekeeper.awake";
let light;

function awake(wanted) {
  try {
    if (wanted !== undefined) localStorage.setItem(AWAKE, wanted ? "yes" : "no");
    return localStorage.getItem(AWAKE) === "yes";
  } catch {
    return wanted ?? light !== undefined;
  }
}

async function stayAwake(wanted) {
  const key = $("#awake");
  if (!key || !navigator.wakeLock) return;
  key.hidden = false;
  wanted = awake(wanted);
  key.setAttribute("aria-pressed", wanted);
  try {
    if (wanted && !light && !document.hidden) {
      light = await navigator.wakeLock.request("screen");
      light.addEventListener("release", () => (light = undefined));
    } else if (!wanted) await light?.release();
  } catch {
    // An empty battery may forbid it; the reader's wish stays.
  }
}
$("#awake")?.addEventListener("click", (event) => stayAwake(event.currentTarget.getAttribute("aria-pressed") !== "true"));
document.addEventListener("visibilitychange", () => stayAwake());
stayAwake();

// A hand that no network would take ------------------------------------------------------------------------------

// Kept on the phone until the table has answered for it. Its key makes it count once, however often it is sent; what
// it had seen of the table goes along, so that it can never write over somebody. The token of the form is not kept:
// it is read when the hand goes off, which may be days later.
const STORE = "scorekeeper.waiting";
const VERSION = 1;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
}
function keep(items) {
  try {
    if (items.length) localStorage.setItem(STORE, JSON.stringify(items));
    else localStorage.removeItem(STORE);
  } catch {
    // What waits matters more than copies of what the site has. Without any room, the form is still on its page.
    if (clearLogs(0)) return keep(items);
  }
  showWaiting();
}

// What the site has saved is kept too, should the site have to be brought back from a copy: the newest lines of each
// log, for a week. heal.js is fetched only for lines that this phone has missed, or that a restored site has lost.
const LOG = "scorekeeper.log ";
const LINES = 200;
const LOGS = 20;
const WEEK = 7 * 24 * 3600e3;
const ofTable = LOG + location.pathname.split("/")[2] + "/";
const logs = () => Object.keys(localStorage).filter((key) => key.startsWith(LOG));
const logOf = ({ match, epoch }) => `${ofTable}${match} ${epoch}`;
const linesOf = (log) => (localStorage[log] ?? "").split("\n").slice(1);
const placeOf = (line) => (line ? JSON.parse(line)[0] : -1);
// Logs of tables and epochs that this phone has something of and the site may have not.
const strays = (epoch) => logs().filter((log) => log.startsWith(ofTable) && !log.endsWith(` ${epoch}`));

function keepLines(log, lines) {
  localStorage[log] = [Date.now(), ...lines.slice(-LINES)].join("\n");
}

function keepLog() {
  const sheet = $("#sheet")?.dataset;
  if (!sheet) return;
  try {
    const lines = linesOf(logOf(sheet));
    const missed = placeOf(sheet.kept) - placeOf(lines.at(-1));
    if (missed === 1) keepLines(logOf(sheet), [...lines, sheet.kept]);
    if (missed > 1 || strays(sheet.epoch).length) bring($("#live").dataset.heal);
  } catch {
    // No room, or none that we may use.
  }
}

// Put away what is older than a week, and all but the newest few; whether there was any.
function clearLogs(most) {
  try {
    const age = (log) => Date.now() - parseInt(localStorage[log]);
    const old = logs().sort((one, other) => age(one) - age(other)).filter((log, n) => n >= most || age(log) > WEEK);
    for (const log of old) localStorage.removeItem(log);
    return old.length;
  } catch {
    return 0;
  }
}

const forget = (key) => keep(kept().filter((item) => item.key !== key));
const become = (key, state) => keep(kept().map((item) => (item.key === key ? { ...item, state } : item)));

function keepForLater(hand) {
  const fields = [...new FormData(hand)].filter(([name, value]) => name !== "csrfmiddlewaretoken" && typeof value === "string");
  const { key, number } = hand.elements;
  const item = { version: VERSION, url: hand.getAttribute("action"), key: key.value, number: number.value, fields, state: "waiting" };
  keep([...kept().filter((each) => each.key !== item.key), item]);
}

const token = () => document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]+)/)?.[1] ?? "";
const bodyOf = (item) => new URLSearchParams([...item.fields, ["csrfmiddlewaretoken", token()]]);
const here = (item) => item.url.startsWith(location.pathname.split("/").slice(0, 3).join("/") + "/");

let flushing = false;
async function flush() {
  if (flushing || !$("#waiting")) return;
  flushing = true;
  try {
    for (const item of kept().filter((each) => each.state === "waiting" && here(each))) {
      if (!token()) await fetch(location.pathname, { credentials: "same-origin" });
      const answer = await fetch(item.url, { method: "POST", body: bodyOf(item), redirect: "manual", credentials: "same-origin" });
      if (answer.type === "opaqueredirect") arrived(item.key);
      else if (answer.status === 409 || answer.status === 422) become(item.key, "clash");
      else if (later(answer.status)) break;
      else become(item.key, "refused");
    }
  } catch {
    // Still no network.
  } finally {
    flushing = false;
  }
}

// The table has it: the sheet and the next hand come anew.
function arrived(key) {
  forget(key);
  const hand = form();
  if (hand?.elements.key.value === key) delete hand.dataset.dirty;
  look();
}

function showWaiting() {
  const place = $("#waiting");
  if (!place) return;
  const items = kept().filter(here);
  place.hidden = !items.length;
  place.replaceChildren(...items.map(shown));
}

function shown(item) {
  const card = $("#waiting-item").content.cloneNode(true).firstElementChild;
  for (const part of $$("[data-state]", card)) {
    part.hidden = !part.dataset.state.split(" ").includes(item.state);
    if (part.tagName === "P") part.textContent = part.textContent.replace("{n}", item.number);
    if (part.tagName === "PRE") part.textContent = item.fields.map(([name, value]) => `${name}: ${value}`).join("\n");
  }
  $("[data-do=drop]", card).onclick = () => forget(item.key);
  $("[data-do=look]", card).onclick = () => {
    // Sent as a page of its own, it comes back with both hands side by side and ours in the boxes.
    const sender = document.createElement("form");
    sender.method = "post";
    sender.action = item.url;
    for (const [name, value] of bodyOf(item)) {
      const box = Object.assign(document.createElement("input"), { type: "hidden", name, value });
      sender.append(box);
    }
    document.body.append(sender);
    forget(item.key);
    sender.submit();
  };
  return card;
}

document.body.addEventListener("look", flush);
setInterval(() => kept().some((item) => item.state === "waiting") && flush(), 5000);
showWaiting();
flush();
clearLogs(LOGS);
keepLog();

// Starting and joining ----------------------------------------------------------------------------------------

// A name that is typed stands on the key of its seat at once.
document.addEventListener("input", (event) => {
  for (const follows of $$("[data-follows]"))
    if (follows.dataset.follows === event.target.name) follows.textContent = event.target.value || event.target.placeholder;
});

// The first dealer is drawn: the lot goes round the table and comes to rest. What it says stands there already.
const drawn = $("[data-drawn]");
if (drawn) {
  history.replaceState(null, "", location.pathname);
  const seats = $$(".sitter", drawn).sort((a, b) => a.dataset.seat - b.dataset.seat);
  const dealer = seats.findIndex((seat) => $(".dealer", seat));
  if (!calm() && dealer >= 0) {
    drawn.classList.add("drawing");
    const steps = seats.length * (seats.length > 4 ? 1 : 2) + dealer;
    let step = 0;
    (function pass() {
      seats.forEach((seat, n) => seat.classList.toggle("lot", n === step % seats.length));
      if (step < steps) return setTimeout(pass, 70 + (step++ / steps) ** 2 * 200);
      drawn.classList.remove("drawing");
      drawn.classList.add("drew");
      setTimeout(() => seats.forEach((seat) => seat.classList.remove("lot")), 900);
    })();
  }
}

// A score link carries its secret behind the #, where no log and no proxy sees it.
const secret = $("[data-from-fragment]");
if (secret && location.hash.length > 1) {
  secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  secret.form.requestSubmit();
}
