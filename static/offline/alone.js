// Games started without a network, on three pages: the page that starts a game, its table's page, and the first page.
// The cache "alone" has the page of such a table (tables/alone.html) under the table's URL, and the data that started the
// table under the URL of its engine. The service worker answers both URLs from there until the site knows the table.
import { $, $$, create, load, readFields } from "../dom.js";
import { findForm } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { isRetryable, reportNetwork } from "../network.js";
import { ALONE, beginTable } from "./begin-alone.js";
import { keepOffline, listPython } from "./installing.js";
import { getToken, postForm, sendAsPage } from "./sending.js";
import { tableCode } from "./store.js";

const TIMEOUT = 4000; // as in service-worker.js
const readSetup = async (url) => (await caches.match(url, { cacheName: ALONE }))?.json();

// The page that starts a game ----------------------------------------------------------------------------------

const problem = $("#offline-start-problem");
const game = problem && JSON.parse(problem.dataset.offlineGame);
let isReady = false; // this phone has all that the game needs
let isSiteAnswering = false; // if true, the form is sent as usual

async function checkReady() {
  if (!isSecureContext || !navigator.serviceWorker?.controller) return false;
  const hasAll = async (files) => (await Promise.all(files.map((url) => caches.match(url, { ignoreVary: true })))).every(Boolean);
  if (!(await hasAll(listPython(game.start.python)))) return false;
  // Python is on this phone, and the other files are small.
  const urls = [game.start.zip, game.page];
  await Promise.race([keepOffline(urls), new Promise((resolve) => setTimeout(resolve, TIMEOUT))]);
  return hasAll(urls);
}
// game.asked is the URL of /healthz.
const checkSiteAnswers = () => navigator.onLine && fetch(game.asked, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) }).then(() => true, () => false);

function showProblem(reason) {
  $("#_start .act").prepend(problem);
  for (const each of $$("[data-why]", problem)) each.hidden = each.dataset.why !== reason;
  problem.hidden = !reason;
}
const findChangedChoices = () => $$("[name=preset], [name=shape]", $("#_start")).filter((each) => each.checked !== each.defaultChecked);

if (game) {
  const updateReady = () => isReady || checkReady().then((ready) => (isReady = ready), () => {});
  updateReady();
  document.addEventListener("change", updateReady);
  document.addEventListener("submit", async (event) => {
    const { target, submitter } = event;
    const isStart = target.id === "_start" && submitter?.name === "start";
    if (!isStart || isSiteAnswering || (!isReady && navigator.onLine)) return;
    event.preventDefault();
    target.inert = true;
    if (await checkSiteAnswers()) {
      isSiteAnswering = true;
      target.inert = false;
      target.requestSubmit(submitter);
      return;
    }
    isReady ||= await checkReady().catch(() => false);
    const reason = isReady ? await beginAlone(target) : "engine";
    if (!reason) return;
    target.inert = false;
    showProblem(reason);
  });
  // Only the site can draw the form for another preset or seating, so undo that choice.
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx?.target?.id !== "_start" || !findChangedChoices().length) return;
    for (const each of findChangedChoices()) each.checked = each.defaultChecked;
    showProblem("drawn");
  });
}

// Begin the table that the form describes, or return the reason why that is impossible (a `data-why`).
async function beginAlone(sender) {
  if (findChangedChoices().length) return "drawn";
  const names = $$(".people input.box", sender).map((box) => (box.value.normalize("NFC").trim() || box.placeholder).replace(/\s+/g, " "));
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return "twice";
  const dealer = $("[name=first_dealer]:checked", sender)?.value;
  const randomSeat = crypto.getRandomValues(new Uint32Array(1))[0] % names.length;
  const fields = readFields(sender).filter(([name]) => !["csrfmiddlewaretoken", "first_dealer"].includes(name));
  fields.push(["first_dealer", names[dealer] === undefined ? String(randomSeat) : dealer]);
  const name = $("[name=title]", sender)?.value.trim() || problem.dataset.name;
  const { game: slug, root, start, version } = game;
  await beginTable({ game: slug, name, root, action: sender.getAttribute("action"), fields, names, start, version });
}

// Send the form that begins the table. It has a key, so sending it again makes no second table. Throw if no answer comes.
async function sendStart({ action, fields }) {
  if (!getToken()) await fetch(action); // the page of the form sets the token's cookie
  const answer = await postForm(action, fields);
  reportNetwork(true);
  if (answer.type === "opaqueredirect") return "accepted";
  return isRetryable(answer.status) ? "waits" : "refused";
}

// The page of the table ----------------------------------------------------------------------------------------

const notices = $("#alone");
const showNotice = (state) => {
  $("#opening")?.remove();
  for (const each of $$("[data-alone]", notices)) each.hidden = each.dataset.alone !== state;
};

async function openAlone() {
  const setup = tableCode && (await readSetup(`${location.pathname}m/1/engine`));
  if (!setup) return showNotice("none");
  const { about, hand_in, version } = setup;
  $("#match-name").textContent = document.title = about.called;
  const menu = $("#menu");
  menu.hidden = false;
  for (const each of $$("[data-page]", menu)) each.href = `${location.pathname}m/1/${each.dataset.page}`;
  $("[data-do=last]", menu).onclick = () => {
    menu.open = false;
    $("tbody:not(.deleted) a.reasons-link").click();
  };
  const hideItems = (hidden) => $$("[data-needs-engine]", menu).forEach((each) => (each.hidden = hidden));
  document.addEventListener("entries-scored", () => hideItems(false));
  document.addEventListener("engine-stopped", () => {
    hideItems(true);
    if ($("#alone")) showNotice("stopped");
  });
  document.addEventListener("start-refused", ({ detail }) => {
    $("[data-alone=unfit] ul", notices).replaceChildren(...detail.map((textContent) => create("li", { textContent })));
    showNotice("unfit");
  });
  notices.addEventListener("click", async ({ target }) => {
    const key = target.closest("[data-do]");
    if (key?.dataset.do === "mend") sendAsPage(hand_in.action, hand_in.fields);
    if (key?.dataset.do !== "again") return;
    // The game never began, so no hands are lost with it.
    const cache = await caches.open(ALONE);
    for (const url of [location.pathname, `${location.pathname}m/1/engine`]) await cache.delete(url);
    location.replace(hand_in.action);
  });
  localStorage.setItem("scorekeeper.engine", version); // no consent to a download needed: the engine is on this phone
  load($("#live").dataset.engine);

  let isBusy = false;
  const trySendStart = async () => {
    if (isBusy || !navigator.onLine) return;
    isBusy = true;
    const state = await sendStart(hand_in).catch(() => "waits");
    isBusy = state === "accepted";
    if (state === "refused") showNotice("refused");
    if (!isBusy) return;
    clearInterval(timer);
    notices.remove();
    reload();
    for (const event of ["entries-changed", "htmx:after:swap"]) document.addEventListener(event, reload);
  };
  // Open the site's page of the table once no hand is being entered.
  const reload = () => !getState(findForm())?.isDirty && location.reload();
  const timer = setInterval(trySendStart, 5000);
  window.addEventListener("online", trySendStart);
  trySendStart();
}
if (notices) openAlone();

// The first page -----------------------------------------------------------------------------------------------

async function listAlone(list) {
  const cache = await caches.open(ALONE);
  for (const { url } of await cache.keys()) {
    if (!url.endsWith("/engine")) continue;
    const { about, hand_in } = await readSetup(url);
    const item = $("template", list).content.cloneNode(true).firstElementChild;
    $("a", item).href = `${about.root}t/${about.code}/`;
    $(".what", item).textContent = about.called;
    $(".who", item).textContent = about.names.map(([, , name]) => name).join(", ");
    $("ul", list).append(item);
    list.hidden = false;
    const isAccepted = navigator.onLine && (await sendStart(hand_in).catch(() => "waits")) === "accepted";
    if (!isAccepted) continue;
    $(".quiet", item).remove();
    keepOffline([$("a", item).href]);
  }
}
const list = $("#kept-alone");
if (list && isSecureContext) listAlone(list);
