// What the pages need beyond htmx. Every page works without it.
import { $, $$, load, say, wantsCalm } from "./dom.js";
import { getKeeper, isComing, loadKeeper } from "./coming.js";
import { describeForm, findForm, findUnanswered, greyIdleRules, showHandNumber } from "./hand-form.js";
import { getState } from "./hand-state.js";
import { beginTask } from "./idle.js";
import { drawKeyboard } from "./keyboard.js";
import { isRetryable, look, tellNeedsNetwork } from "./network.js";
import { fillPanel, openPanel } from "./reasons-panel.js";
import { waitForSwaps } from "./swap-guard.js";


// The site tells times in the phone's own zone.
document.cookie = `tz=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=31536000;samesite=lax`;

function show(element, block) {
  element?.scrollIntoView({ block, behavior: wantsCalm() ? "auto" : "smooth" });
}

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const sender = event.target.closest?.("form");
  if (!sender || ctx.request.method !== "POST" || event.target.closest("#preview")) return;
  const hand = sender.matches(".hand") ? sender : undefined;
  // What waits on this phone goes first: keeping.js knows. It is waited for once.
  if (hand && isComing() && !awaited) {
    awaited = true;
    event.preventDefault();
    loadKeeper().then(() => hand.isConnected && hand.requestSubmit(ctx.request.submitter)).finally(beginTask());
    return;
  }
  const url = sender.getAttribute("action");
  sent = { ctx, hand, url, body: ctx.request.body, said: describeForm(sender, ctx.request.submitter), whole: !hand || !findUnanswered(hand).length };
  if (hand) getState(hand).isSent = true;
  // The site does not know a table that this phone keeps alone (offline/alone.js).
  if (sent.whole && ($("#alone") || (getState(hand)?.isNext && getKeeper().mustWait?.(url)))) {
    event.preventDefault();
    handleNoAnswer(ctx);
  }
});
// The sheet is asked for when another version of the table is heard of than it shows. While what was sent is under way
// its answer will bring one; what is heard then is looked for after it, should the answer be older.
let writing; // what is under way
let heard = 0;
document.addEventListener("changed", (event) => {
  const shows = $("#sheet")?.dataset.version;
  if (shows === undefined) return;
  heard = Number(event.detail.data);
  // A lower one too is another: the site was put back to an older copy.
  if (writing || heard === Number(shows)) event.stopPropagation();
}, true);
let fresh; // the form that was asked for last
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "entry") fresh = ctx;
  if (ctx.request.method === "POST" && ctx.target?.id === "sheet") writing = ctx;
});
document.addEventListener("htmx:finally:request", async ({ detail: { ctx } }) => {
  if (ctx !== writing) return;
  await waitForSwaps();
  if (ctx === writing) writing = undefined;
  if (heard > Number($("#sheet")?.dataset.version)) look();
});
let awaited = false;
let refused; // the element whose request the site could last not answer
const isPreview = (element) => element?.closest?.("#preview") != null; // it says nothing of a hand that was not saved
let sent; // what a form has sent last: its answers, where to, and whether they make a whole hand
let keptLast; // the key of the last hand that was kept on this phone
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  handleNoAnswer(ctx);
  if (ctx?.target?.id === "door-body" && $("#door").dataset.chosen) tellNeedsNetwork(); // on a wide screen it may open by itself
});
document.addEventListener("htmx:response:error", (event) => {
  if (isRetryable(event.detail.ctx.response.status)) handleNoAnswer(event.detail.ctx);
});
const handleNoAnswer = (ctx) => keepUnsent(ctx).finally(beginTask());
async function keepUnsent(ctx) {
  if (!sent || ctx !== sent.ctx) return;
  const what = sent;
  const { hand, whole, body } = what;
  // Two hands to choose from stay where they are.
  if (hand && !getState(hand).isNext) return;
  sent = undefined;
  if (!whole) getState(hand).isIncomplete = true;
  getKeeper().showKept?.();
  if (!whole) return;
  const { keepForLater } = await loadKeeper();
  if (!(await keepForLater?.(what))) tellNeedsNetwork();
  else if (hand) goOnFrom(hand, body.get("key"));
}
function goOnFrom(hand, key) {
  if (key === keptLast) return; // tapped twice
  keptLast = key;
  getKeeper().askNextHand(hand);
  drawKeyboard(hand);
  getKeeper().showKept?.();
}

document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  if (isRetryable(ctx.response?.status)) {
    refused = ctx.sourceElement;
    show($("#trouble"), "nearest");
  } else if (!isPreview(ctx.sourceElement) || isPreview(refused)) $("#trouble").replaceChildren();
  greyIdleRules();
  if ($("#door-body")?.firstElementChild && ctx.target?.id === "door-body") {
    load($("#door-body [data-needs]")?.dataset.needs);
    openPanel();
  }
  if (ctx.target?.id === "tv") tell();
  if (ctx.target?.id === "sheet") {
    document.title = $("#sheet")?.dataset.title ?? document.title;
    tell();
    loadKeeper().then(({ keepSheet }) => keepSheet?.()).finally(beginTask());
    fillPanel();
    if (sent && ctx === sent.ctx && ctx.response?.status < 400) getKeeper().forgetMended?.(sent.body);
    if (ctx.request?.method === "POST" && ctx.response?.status < 400) load($("#live")?.dataset.engine);
    if (ctx.request?.method !== "POST") refresh();
  }
});

const role = $("#sheet")?.dataset.role;

// Follows a sheet that came anew because somebody else has written or begun a hand.
function refresh() {
  const [sheet, hand, newer] = [$("#sheet"), findForm(), $("#newer")];
  // The right to keep score was given or withdrawn: the whole page is another one.
  if (sheet.dataset.role !== role) return location.reload();
  if (newer && newer.pathname === location.pathname && !getState(hand)?.isDirty) location.reload();
  freshenForm();
}
// Asks for the form again unless it is of this sheet. One that somebody is filling in here is left alone.
function freshenForm() {
  const [sheet, entry, hand] = [$("#sheet"), $("#entry"), findForm()];
  if (!sheet || !entry) return;
  // A hand that was deleted on another phone is not counted any more; those that wait on this one are.
  const [next, shown] = sheet.dataset.next.split(" ").map(Number);
  const ahead = Number(hand?.elements.number?.value) - next;
  if (getState(hand)?.isNext && ahead >= 0) showHandNumber(hand, shown + ahead);
  // The form is of this sheet already: one that is on its way is of another, as of a site that was put back meanwhile.
  if (entry.dataset.stands === sheet.dataset.stands) return fresh?.request.abort();
  // A key that has the focus is no box that is being typed in.
  const typing = document.activeElement?.matches("input:not([type=radio], [type=checkbox]), textarea") && hand?.contains(document.activeElement);
  if (hand && (getState(hand).isDirty || typing)) return;
  htmx.trigger(entry, "fresh");
}

freshenForm(); // a sheet may have come before this script

// What was tapped while the new form was on its way stands: that form is left alone too.
document.addEventListener("htmx:before:swap", (event) => {
  if (event.detail.ctx.sourceElement?.id === "entry" && getState(findForm())?.isDirty) event.preventDefault();
});

// One polite voice: what was written last is read out once.
const told = new Set($$("[data-tell]").map((each) => each.dataset.tell));
function tell() {
  const news = $$("[data-tell]").filter((each) => !told.has(each.dataset.tell));
  for (const each of news) told.add(each.dataset.tell);
  const text = news.map((each) => each.textContent.trim()).filter(Boolean).join(" ");
  if (text) say(text);
  // A slam, a contract that was set, the game: told once, and moved by styles where the reader likes motion.
  if (!news.includes($("#news"))) return;
  for (const each of $$("[data-moment]:not(.step)")) each.classList.add("now");
  if ($("[data-moment=won]") && !wantsCalm() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([60, 60, 120]);
}
