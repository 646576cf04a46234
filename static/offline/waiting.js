// A hand that no network would take.
// Kept on the phone until the table has answered for it. Its key makes it count once, however often it is sent; what
// it had seen of the table goes along, so that it can never write over somebody. The token of the form is not kept:
// it is read when the hand goes off, which may be days later.
import { $, $$ } from "../dom.js";
import { form } from "../hand-form.js";
import { cut, later, look, network } from "../network.js";
import { clearLogs } from "./logs.js";

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

const forget = (key) => keep(kept().filter((item) => item.key !== key));
const become = (key, state) => keep(kept().map((item) => (item.key === key ? { ...item, state } : item)));

export function keepForLater({ body, url }) {
  const fields = [...body].filter(([name, value]) => !["csrfmiddlewaretoken", "kept"].includes(name) && typeof value === "string");
  const item = { version: VERSION, url, key: body.get("key"), number: body.get("number"), fields, state: "waiting" };
  // What was mended takes the place of what it was.
  const was = kept().some((each) => each.key === body.get("kept"));
  keep(was ? kept().map((each) => (each.key === body.get("kept") ? item : each)) : [...kept(), item]);
}

// What was sent stands on the sheet, and need not be kept. If both hands were played, those kept after it come later.
export function stands(body) {
  const was = kept().find((item) => item.key === body.get("kept"));
  if (!was) return;
  const by = body.get("both") ? Number(body.get("number")) - Number(was.number) : 0;
  const number = (item) => String(Number(item.number) + by);
  const raised = (item) => ({ ...item, number: number(item), fields: item.fields.map(([name, value]) => [name, name === "number" ? number(item) : value]) });
  keep(kept().filter((item) => item.key !== was.key).map((item) => (item.url === was.url ? raised(item) : item)));
}

export const token = () => document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]+)/)?.[1] ?? "";
const bodyOf = (item) => new URLSearchParams([...item.fields, ["csrfmiddlewaretoken", token()]]);
const here = (item) => item.url.startsWith(location.pathname.split("/").slice(0, 3).join("/") + "/");

// In their order, and none before the one that it was played after: what has to be decided first holds up the rest.
let flushing = false;
async function flush() {
  if (flushing || !$("#waiting")) return;
  flushing = true;
  let any = false;
  try {
    for (const item of kept().filter(here)) {
      if (item.state !== "waiting") break;
      if (!token()) await fetch(location.pathname, { credentials: "same-origin" });
      const answer = await fetch(item.url, { method: "POST", body: bodyOf(item), redirect: "manual", credentials: "same-origin" });
      network(true);
      if (answer.type !== "opaqueredirect") {
        if (!later(answer.status)) become(item.key, { 409: "clash", 422: "open" }[answer.status] ?? "refused");
        break;
      }
      any = true;
      forget(item.key);
    }
  } catch {
    network(false);
  } finally {
    flushing = false;
  }
  if (any) look(); // the sheet and the next hand come anew
}

// What is kept, above the sheet; and beside the key that saves, how many there are and whether there is a network.
export function showWaiting() {
  const place = $("#waiting");
  if (!place) return;
  const items = kept().filter(here).filter((item) => item.key !== form()?.elements.kept?.value);
  const net = $(".net");
  // What merely waits is told beside the key that saves, where there is one; what has to be decided, above the sheet.
  const cards = items.filter((item) => !net || item.state !== "waiting");
  place.hidden = !cards.length;
  if (place.dataset.shown !== JSON.stringify(cards)) place.replaceChildren(...cards.map(shown));
  place.dataset.shown = JSON.stringify(cards);
  if (!net) return;
  const { cut: none, one, many, half: notYet } = net.dataset;
  const waits = items.filter((item) => item.state === "waiting").length;
  const parts = [cut && none, waits && (waits === 1 ? one : many.replace("{n}", waits)), form()?.dataset.half !== undefined && notYet];
  net.textContent = parts.filter(Boolean).join(" ");
  net.hidden = !net.textContent;
}

function shown(item) {
  const card = $("#waiting-item").content.cloneNode(true).firstElementChild;
  for (const part of $$("[data-state]", card)) {
    part.hidden = !part.dataset.state.split(" ").includes(item.state);
    if (part.tagName === "P") part.textContent = part.textContent.replace("{n}", item.number);
    if (part.tagName === "PRE") part.textContent = item.fields.map(([name, value]) => `${name}: ${value}`).join("\n");
  }
  for (const key of $$("[data-do=drop]", card)) key.onclick = () => forget(item.key);
  for (const key of $$("[data-do=look]", card)) key.onclick = () => sendAsPage(item);
  return card;
}

// Sent as a page of its own it comes back with our answers in the boxes, and theirs beside them where there are any. It
// is kept until what is made of it stands on the sheet.
function sendAsPage(item) {
  const sender = document.createElement("form");
  sender.method = "post";
  sender.action = item.url;
  for (const [name, value] of [...bodyOf(item), ["kept", item.key]]) {
    sender.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(sender);
  sender.submit();
}

document.addEventListener("click", (event) => {
  const was = event.target.closest("form.hand [data-do]") && form().elements.kept?.value;
  if (was && event.target.closest("[data-do=theirs]")) forget(was);
});
// A correction is a page of its own: what it was made of is forgotten once the table comes back with it.
const DECIDED = "scorekeeper.decided";
document.addEventListener("submit", (event) => {
  const was = event.target.matches("#correction form") && event.target.elements.kept?.value;
  if (was) sessionStorage.setItem(DECIDED, was);
});
if (/[?&](saved|same)=/.test(location.search) && sessionStorage.getItem(DECIDED)) {
  forget(sessionStorage.getItem(DECIDED));
  sessionStorage.removeItem(DECIDED);
}

document.body.addEventListener("look", flush);
document.addEventListener("network", showWaiting);
setInterval(() => kept().some((item) => item.state === "waiting") && flush(), 5000);
showWaiting();
flush();
