// Sent forms and new versions of the sheet. All pages load this module besides htmx, and work without it.
import { getKeeper, isKeeperMissing, loadKeeper } from "./keeper-loader.js";
import { $, $$, load, prefersReducedMotion, say } from "./dom.js";
import { describeForm, findForm, findUnanswered, greyIrrelevantRules, showHandNumber } from "./hand-form.js";
import { getState } from "./hand-state.js";
import { beginTask } from "./idle.js";
import { drawKeyboard } from "./keyboard.js";
import { isRetryable, refresh, showNeedsNetwork } from "./network.js";
import { fillPanel, openPanel } from "./reasons-panel.js";
import { waitForSwaps } from "./swap-guard.js";

// The site shows times in the phone's time zone.
document.cookie = `tz=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=31536000;samesite=lax`;

// Sent forms ---------------------------------------------------------------------------------------------------

let lastForm; // the last form that was sent: its answers, its URL, and whether its hand is complete
let hasWaited = false; // one hand was held back until keeping.js was loaded; later hands are not

document.addEventListener("htmx:config:request", (event) => {
  if ($("#alone")) event.preventDefault(); // the site does not know a table started offline
  const { ctx } = event.detail;
  const sender = event.target.closest?.("form");
  if (!sender || ctx.request.method !== "POST" || event.target.closest("#preview")) return;
  const hand = sender.matches(".hand") ? sender : undefined;
  // Only keeping.js knows which hands wait on this phone. They must be sent before this one.
  if (hand && isKeeperMissing() && !hasWaited) {
    hasWaited = true;
    event.preventDefault();
    loadKeeper().then(() => hand.isConnected && hand.requestSubmit(ctx.request.submitter)).finally(beginTask());
    return;
  }
  const url = sender.getAttribute("action");
  lastForm = { ctx, hand, url, body: ctx.request.body, description: describeForm(sender, ctx.request.submitter), isWhole: !hand || !findUnanswered(hand).length };
  if (hand) getState(hand).isSent = true;
  const followsWaiting = getState(hand)?.isNext && getKeeper().mustWait?.(url); // earlier entries must be sent first
  if (lastForm.isWhole && ($("#alone") || followsWaiting)) {
    event.preventDefault();
    handleNoAnswer(ctx);
  }
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  handleNoAnswer(ctx);
  if (ctx?.target?.id === "reasons-body" && $("#reasons-panel").dataset.chosen) showNeedsNetwork(); // not for a panel that a script fills
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => isRetryable(ctx.response.status) && handleNoAnswer(ctx));
const handleNoAnswer = (ctx) => keepUnsent(ctx).finally(beginTask());
let lastKept; // the key of the last hand kept
async function keepUnsent(ctx) {
  if (!lastForm || ctx !== lastForm.ctx) return;
  const form = lastForm;
  const { hand, isWhole, body } = form;
  if (hand && !getState(hand).isNext) return; // a correction, or a choice between two hands, stays on its page
  lastForm = undefined;
  if (!isWhole) getState(hand).isIncomplete = true;
  getKeeper().showKept?.();
  if (!isWhole) return;
  const { keepForLater } = await loadKeeper();
  if (!(await keepForLater?.(form))) return showNeedsNetwork();
  const key = body.get("key");
  if (!hand || key === lastKept) return; // tapped twice
  lastKept = key;
  getKeeper().askNextHand(hand);
  drawKeyboard(hand);
  getKeeper().showKept?.();
}

// New versions of the sheet ------------------------------------------------------------------------------------

// The response to a form is the newest sheet, so a version announced meanwhile is compared once that sheet is shown.
let writeRequest;
let announcedVersion = 0;
document.addEventListener("changed", (event) => {
  const shown = $("#sheet")?.dataset.version;
  if (shown === undefined) return;
  announcedVersion = Number(event.detail.data);
  // A lower version is new too: the site was restored.
  if (writeRequest || announcedVersion === Number(shown)) event.stopPropagation();
}, true);
let entryRequest; // the last request for a new form
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "entry") entryRequest = ctx;
  if (ctx.request.method === "POST" && ctx.target?.id === "sheet") writeRequest = ctx;
});
document.addEventListener("htmx:finally:request", async ({ detail: { ctx } }) => {
  if (ctx !== writeRequest) return;
  await waitForSwaps();
  if (ctx === writeRequest) writeRequest = undefined;
  if (announcedVersion > Number($("#sheet")?.dataset.version)) refresh();
});

const isPreview = (element) => Boolean(element?.closest?.("#preview"));
let refusedElement; // the element whose request the site could not answer
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const { status } = ctx.response ?? {};
  if (isRetryable(status)) {
    refusedElement = ctx.sourceElement;
    $("#trouble")?.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  } else if (!isPreview(ctx.sourceElement) || isPreview(refusedElement)) $("#trouble").replaceChildren(); // a preview clears only messages about a preview
  greyIrrelevantRules();
  if ($("#reasons-body")?.firstElementChild && ctx.target?.id === "reasons-body") {
    load($("#reasons-body [data-needs]")?.dataset.needs);
    openPanel();
  }
  if (ctx.target?.id === "tv") announceNews();
  if (ctx.target?.id !== "sheet") return;
  document.title = $("#sheet")?.dataset.title ?? document.title;
  announceNews();
  loadKeeper().then(({ keepSheet }) => keepSheet?.()).finally(beginTask());
  fillPanel();
  if (lastForm && ctx === lastForm.ctx && status < 400) getKeeper().deleteReplaced?.(lastForm.body);
  if (ctx.request?.method !== "POST") return reloadIfOld();
  if (status < 400) load($("#live")?.dataset.engine);
});

const initialRole = $("#sheet")?.dataset.role;

function reloadIfOld() {
  const [sheet, newer] = [$("#sheet"), $("#newer")];
  // A page with the right to keep score differs from one without it.
  if (sheet.dataset.role !== initialRole) return location.reload();
  if (newer && newer.pathname === location.pathname && !getState(findForm())?.isDirty) location.reload();
  updateForm();
}
// Ask for a new form if the present one is of another version and is not being filled in.
function updateForm() {
  const [sheet, entry, hand] = [$("#sheet"), $("#entry"), findForm()];
  if (!sheet || !entry) return;
  // The number shown leaves out undone hands and includes hands that wait on this phone.
  const [next, shown] = sheet.dataset.next.split(" ").map(Number);
  const waitingCount = Number(hand?.elements.number?.value) - next;
  if (getState(hand)?.isNext && waitingCount >= 0) showHandNumber(hand, shown + waitingCount);
  // The form is up to date. A form that is still loading has another version, for example if the site was restored.
  if (entry.dataset.formVersion === sheet.dataset.formVersion) return entryRequest?.request.abort();
  const isTyping = document.activeElement?.matches("input:not([type=radio], [type=checkbox]), textarea") && hand?.contains(document.activeElement);
  if (hand && (getState(hand).isDirty || isTyping)) return;
  htmx.trigger(entry, "fresh");
}

updateForm(); // a sheet may have come before this script

// The site does not know the table (any more). Reload: the page then says so, or the copy on this phone is shown.
document.addEventListener("htmx:before:swap", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement?.id !== "sheet" || response?.status !== 404) return;
  event.preventDefault();
  location.reload();
});

// A form that was filled in while a new one was on its way stays.
document.addEventListener("htmx:before:swap", (event) => {
  if (event.detail.ctx.sourceElement?.id === "entry" && getState(findForm())?.isDirty) event.preventDefault();
});

const announcedNews = new Set($$("[data-announce]").map((each) => each.dataset.announce));
function announceNews() {
  const news = $$("[data-announce]").filter((each) => !announcedNews.has(each.dataset.announce));
  for (const each of news) announcedNews.add(each.dataset.announce);
  const text = news.map((each) => each.textContent.trim()).filter(Boolean).join(" ");
  if (text) say(text);
  // Slams, failed contracts and the end of the game are animated once.
  if (!news.includes($("#news"))) return;
  for (const each of $$("[data-highlight]")) each.classList.add("now");
  if ($("[data-highlight=won]") && !prefersReducedMotion() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([60, 60, 120]);
}
