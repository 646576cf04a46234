// A game that is begun without a network, for the site to hear of later: on the page that starts it, on its own page,
// which the engine draws, and on the first page. Such a table is what "alone" keeps, a cache of its own: under the
// address of the table the page (tables/alone.html), under that of its engine how it was begun. The service worker
// answers with both while the site knows no such table, and lets them go once it does.
import { $, $$, load, readFields } from "../dom.js";
import { findForm } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { isRetryable, reportNetwork } from "../network.js";
import { beginTable, KEPT } from "./begin-alone.js";
import { keepOffline } from "./installing.js";
import { getToken, sendAsPage } from "./sending.js";
import { here } from "./store.js";

const PATIENCE = 4000; // as in service-worker.js
const readKept = async (address) => (await caches.match(address, { cacheName: KEPT }))?.json();

// Begin one ----------------------------------------------------------------------------------------------------

const cannot = $("#cannot");
const told = cannot && JSON.parse(cannot.dataset.told);
let ready = false; // all that a game needs is on this phone
let asked = false; // the site answers: the form goes its usual way

async function isReady() {
  if (!isSecureContext || !navigator.serviceWorker?.controller) return false;
  const files = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"].map((name) => told.start.python + name);
  const found = (addresses) => Promise.all(addresses.map((one) => caches.match(one, { ignoreVary: true })));
  if (!(await found(files)).every(Boolean)) return false;
  // Where Python is already, another game is a small thing.
  await Promise.race([keepOffline([told.start.zip, told.page]), new Promise((on) => setTimeout(on, PATIENCE))]);
  return (await found([told.start.zip, told.page])).every(Boolean);
}
const siteAnswers = () => navigator.onLine && fetch(told.asked, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then(() => true, () => false);

function tell(why) {
  $("#_start .act").prepend(cannot);
  for (const each of $$("[data-why]", cannot)) each.hidden = each.dataset.why !== why;
  cannot.hidden = !why;
}
const findChanged = () => $$("[name=preset], [name=shape]", $("#_start")).filter((each) => each.checked !== each.defaultChecked);

if (told) {
  const look = () => ready || isReady().then((is) => (ready = is), () => {});
  look();
  document.addEventListener("change", look); // what was missing has come meanwhile
  document.addEventListener("submit", async (event) => {
    const { target, submitter } = event;
    if (asked || target.id !== "_start" || submitter?.name !== "start" || (!ready && navigator.onLine)) return;
    event.preventDefault();
    target.inert = true;
    if (await siteAnswers()) {
      asked = true;
      target.inert = false;
      target.requestSubmit(submitter);
      return;
    }
    const why = (ready ||= await isReady().catch(() => false)) ? await beginAlone(target) : "engine";
    if (!why) return;
    target.inert = false;
    tell(why);
  });
  // Other rules are the site's to show. What is shown holds.
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx?.target?.id !== "_start" || !findChanged().length) return;
    for (const each of findChanged()) each.checked = each.defaultChecked;
    tell("drawn");
  });
}

// The table of a form; why there can be none, or nothing.
async function beginAlone(sender) {
  if (findChanged().length) return "drawn";
  const names = $$(".people input.box", sender).map((box) => (box.value.normalize("NFC").trim() || box.placeholder).replace(/\s+/g, " "));
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return "twice";
  const dealer = $("[name=first_dealer]:checked", sender)?.value;
  const lot = crypto.getRandomValues(new Uint32Array(1))[0] % names.length;
  const fields = readFields(sender).filter(([name]) => !["csrfmiddlewaretoken", "first_dealer"].includes(name));
  fields.push(["first_dealer", names[dealer] === undefined ? String(lot) : dealer]);
  const { game, root, start, version } = told;
  const called = $("[name=title]", sender)?.value.trim() || cannot.dataset.called;
  await beginTable({ game, called, root, action: sender.getAttribute("action"), fields, names, start, version });
  return undefined;
}

// Hand it in ---------------------------------------------------------------------------------------------------

// As often as it takes: by its key it becomes one table. Whether it stands, or that the site refuses it.
async function handIn({ action, fields }) {
  if (!getToken()) await fetch(action, { credentials: "same-origin" }); // its page brings one
  const body = new URLSearchParams([...fields, ["csrfmiddlewaretoken", getToken()]]);
  const answer = await fetch(action, { method: "POST", body, redirect: "manual", credentials: "same-origin" });
  reportNetwork(true);
  if (answer.type === "opaqueredirect") return "stands";
  return isRetryable(answer.status) ? "waits" : "refused";
}

// Its own page -------------------------------------------------------------------------------------------------

const place = $("#alone");
const show = (state) => {
  $("#opening")?.remove();
  for (const each of $$("[data-alone]", place)) each.hidden = each.dataset.alone !== state;
};
// Nothing here is known to the site: hands are kept, and only the engine is asked.
document.addEventListener("htmx:config:request", (event) => {
  if ($("#alone")) event.preventDefault();
});

async function openAlone() {
  const record = here && (await readKept(`${location.pathname}m/1/engine`));
  if (!record) return show("none");
  const { about, hand_in, version } = record;
  $("#called").textContent = document.title = about.called;
  const menu = $("#menu");
  menu.hidden = false;
  for (const each of $$("[data-below]", menu)) each.href = `${location.pathname}m/1/${each.dataset.below}`;
  $("[data-do=last]", menu).onclick = () => {
    menu.open = false;
    $("tbody:not(.struck) a.door").click();
  };
  const offer = (hidden) => $$("[data-here]", menu).forEach((each) => (each.hidden = hidden));
  document.addEventListener("scored", () => offer(false));
  document.addEventListener("stopped", () => {
    offer(true);
    if ($("#alone")) show("stopped");
  });
  document.addEventListener("unfit", ({ detail }) => {
    $("[data-alone=unfit] ul", place).replaceChildren(...detail.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    show("unfit");
  });
  place.addEventListener("click", async ({ target }) => {
    const key = target.closest("[data-do]");
    if (key?.dataset.do === "mend") sendAsPage(hand_in.action, hand_in.fields);
    if (key?.dataset.do !== "again") return;
    // No hand can have been entered: it never began.
    const cache = await caches.open(KEPT);
    for (const address of [location.pathname, `${location.pathname}m/1/engine`]) await cache.delete(address);
    location.replace(hand_in.action);
  });
  localStorage.setItem("scorekeeper.engine", version); // it is on this phone, and costs nothing
  load($("#live").dataset.engine);

  let busy = false;
  const tryIt = async () => {
    if (busy || !navigator.onLine) return;
    busy = true;
    const state = await handIn(hand_in).catch(() => "waits");
    busy = state === "stands";
    if (state === "refused") show("refused");
    if (!busy) return;
    clearInterval(trying);
    place.remove();
    goOn();
    for (const what of ["kept", "htmx:after:swap"]) document.addEventListener(what, goOn);
  };
  // The page of the site has the rest. A hand that somebody is entering is finished first.
  const goOn = () => !getState(findForm())?.isDirty && location.reload();
  const trying = setInterval(tryIt, 5000);
  window.addEventListener("online", tryIt);
  tryIt();
}
if (place) openAlone();

// The first page -----------------------------------------------------------------------------------------------

async function listAlone(list) {
  const cache = await caches.open(KEPT);
  for (const { url } of await cache.keys()) {
    if (!url.endsWith("/engine")) continue;
    const { about, hand_in } = await readKept(url);
    const item = $("template", list).content.cloneNode(true).firstElementChild;
    $("a", item).href = `${about.root}t/${about.code}/`;
    $(".what", item).textContent = about.called;
    $(".who", item).textContent = about.names.map(([, , name]) => name).join(", ");
    $("ul", list).append(item);
    list.hidden = false;
    const stands = navigator.onLine && (await handIn(hand_in).catch(() => "waits")) === "stands";
    if (!stands) continue;
    $(".quiet", item).remove();
    keepOffline([$("a", item).href]);
  }
}
const list = $("#kept-alone");
if (list && isSecureContext) listAlone(list);
