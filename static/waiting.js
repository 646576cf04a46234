// A hand that no network would take.
"use strict";

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
