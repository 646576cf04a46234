// What the pages need beyond htmx. Every page works without it.
import { $, $$, calm, load, say } from "./dom.js";
import { forgetToKeep, form, heedHouse, nextHand, unanswered } from "./hand-form.js";
import { askNext } from "./keyboard.js";
import { later, look } from "./network.js";
import { keepLog } from "./offline/logs.js";
import { keepForLater, showWaiting, stands } from "./offline/waiting.js";
import { beside, openDoor } from "./reasons-panel.js";

document.documentElement.classList.add("scripted");

// The site tells times in the phone's own zone.
document.cookie = `tz=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=31536000;samesite=lax`;

function show(element, block) {
  element?.scrollIntoView({ block, behavior: calm() ? "auto" : "smooth" });
}

document.addEventListener("htmx:config:request", (event) => {
  const hand = event.target.closest?.("form.hand");
  if (hand && event.detail.ctx.request.method === "POST" && !event.target.closest("#preview")) {
    hand.dataset.sent = "";
    const { ctx } = event.detail;
    sent = { ctx, body: ctx.request.body, url: hand.getAttribute("action"), whole: !unanswered(hand).length };
    forgetToKeep();
  }
});
// A change that was heard while an answer was under way may be newer than the sheet that the answer brings.
let heard = false;
document.addEventListener("changed", () => (heard = true), true);
document.addEventListener("htmx:before:request", (event) => {
  if (event.detail.ctx.request.method === "POST") heard = false;
});
let sent; // what the form of a hand has sent last: its answers, where to, and whether they make a whole hand
document.addEventListener("htmx:error", (event) => noAnswer(event.detail.ctx));
document.addEventListener("htmx:response:error", (event) => {
  if (later(event.detail.ctx.response.status)) noAnswer(event.detail.ctx);
});
function noAnswer(ctx) {
  const hand = form();
  if (!sent || ctx !== sent.ctx) return;
  const { whole } = sent;
  // Two hands to choose from stay where they are.
  if (hand?.dataset.begun !== undefined) {
    if (whole) {
      keepForLater(sent);
      nextHand(hand);
      askNext(hand);
    } else hand.dataset.half = "";
    showWaiting();
  }
  sent = undefined;
}

document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  if (later(ctx.response?.status)) show($("#trouble"), "nearest");
  else $("#trouble").replaceChildren();
  heedHouse();
  if ($("#door-body")?.firstElementChild && ctx.target?.id === "door-body") {
    load($("#door-body [data-needs]")?.dataset.needs);
    openDoor();
  }
  if (ctx.target?.id === "tv") tell();
  if (ctx.target?.id === "sheet") {
    tell();
    keepLog();
    beside();
    if (sent && ctx === sent.ctx && ctx.response?.status < 400) stands(sent.body);
    if (ctx.request?.method !== "POST") refresh();
    else if (heard) look();
  }
});

const role = $("#sheet")?.dataset.role;

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
  if (text) say(text);
}
