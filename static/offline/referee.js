// The referee where no answer comes: the engine of this phone asks and rules, from the log and what waits here. desk.js
// loads it then, and where the page that the phone has kept is that of another question than the address asks for.
import { $, $$, readFields } from "../dom.js";
import { emit } from "../events.js";
import { findForm } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { acceptPreview } from "../keyboard.js";
import { isCut, tellNeedsNetwork } from "../network.js";
import { askEngine, beginEngine, endEngine, readMatch } from "./worker.js";

const desk = $("#desk");
const [, root, match, question] = location.pathname.match(/^(.*\/m\/(\d+)\/)referee\/([^/]+)\/$/);
const isAnother = () => desk.dataset.question !== question;
const parseHtml = (html) => document.createRange().createContextualFragment(html);
const askReferee = (boxes) => askEngine({ ask: { do: "referee", question, boxes: [...boxes] } });

async function start() {
  // Megabytes that nobody agreed to are not on this phone.
  if (!localStorage["scorekeeper.engine"]) throw new Error("no engine");
  const answer = await fetch(`${root}engine`, { credentials: "same-origin" });
  const told = await answer.json();
  await beginEngine(desk.dataset.worker, told.start, stop);
  const { lines, own } = await readMatch(Number(match));
  await askEngine({ ask: { do: "open", about: told.about, lines, entries: own } });
  if (isAnother()) await draw();
  else if (getState(findForm()).unseen !== undefined) await rule();
  emit("drawn");
}
function stop() {
  endEngine();
  desk.classList.remove("kept");
  if (isAnother()) tellNeedsNetwork();
}

// The question of the address, in place of the one that the page was made for.
async function draw() {
  const here = new URLSearchParams(location.search);
  const { text, hand, form: fields, usual, ruling } = await askReferee(here);
  $("h1").replaceChildren(parseHtml(text));
  document.title = [$("h1").textContent, ...document.title.split(" · ").slice(1)].join(" · ");
  const back = $("header .home");
  $("small", back)?.remove();
  if (hand !== null) back.append(" ", Object.assign(document.createElement("small"), { textContent: desk.dataset.hand.replace("{n}", hand) }));
  const was = $("#facts");
  const now = was.cloneNode(true);
  for (const each of $$(":scope > [type=hidden], .trouble", now)) each.remove();
  for (const [name, value] of [["put", "1"], ["in-hand", here.get("in-hand")], ["as", here.get("as")]])
    if (value) now.prepend(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  now.setAttribute("action", location.pathname);
  now.setAttribute("hx-get", location.pathname);
  now.dataset.usual = usual;
  now.removeAttribute("data-dirty");
  $("#sentence", now).replaceChildren();
  $(".keyboard", now).replaceChildren(parseHtml(fields + ruling));
  was.replaceWith(now);
  $("#settle").action = location.pathname;
  desk.dataset.question = question;
  // What was settled and ruled on the other question.
  for (const each of $$("#main > .settled, #main > .earlier, #main > p")) each.remove();
  $("#trouble").replaceChildren();
  for (const each of [$("h1"), desk]) each.hidden = false;
  htmx.process(now);
  acceptPreview();
}

async function rule() {
  const facts = findForm();
  const seen = getState(facts).unseen;
  const { ruling } = await askReferee(readFields(facts));
  if (findForm() !== facts || getState(facts).unseen !== seen) return; // more was tapped meanwhile, and asked for
  $("#ruling").replaceWith(parseHtml(ruling));
  history.replaceState(history.state, "", `?${new URLSearchParams(readFields(facts))}`);
  acceptPreview(seen);
}
async function call(pad, address) {
  const { html } = await askEngine({ ask: { do: "calls", boxes: [...new URL(address, location.href).searchParams] } });
  pad.replaceChildren(parseHtml(html));
  emit("drawn");
}

// What is asked while Python starts waits for it.
let ready;
const begin = () => (ready ??= start().catch(stop));
document.addEventListener("wanted", (event) => {
  if (event.target.id !== "ruling" || !isCut()) return;
  event.preventDefault();
  begin().then(rule).catch(stop);
});
document.addEventListener("htmx:config:request", (event) => {
  const { target, request } = event.detail.ctx;
  const pad = target?.matches?.(".pad-here");
  if (!isCut() || !(pad || target?.id === "ruling")) return;
  event.preventDefault();
  begin().then(() => (pad ? call(target, request.action) : rule())).catch(stop);
});
document.addEventListener("network", () => isCut() && getState(findForm())?.unseen !== undefined && begin().then(rule).catch(stop));
desk.classList.add("kept");
begin();
