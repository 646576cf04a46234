// What the pages need beyond htmx. Every page works without it.
"use strict";

const html = document.documentElement;
html.classList.add("scripted");
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// The site tells times in the phone's own zone.
document.cookie = `tz=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=31536000;samesite=lax`;

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

function show(element, block) {
  element?.scrollIntoView({ block, behavior: calm() ? "auto" : "smooth" });
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

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
