// The referee without the site: the phone's engine asks and rules. desk.js loads this module offline, and when the
// service worker has answered with the page of a question other than the one in the URL.
import { $, $$, create, parseHtml, readFields } from "../dom.js";
import { emit } from "../events.js";
import { findForm } from "../hand-form.js";
import { getState } from "../hand-state.js";
import { acceptPreview } from "../keyboard.js";
import { isOffline, showNeedsNetwork } from "../network.js";
import { askEngine, startWorker, stopWorker, readMatch } from "./worker.js";

const desk = $("#desk");
const [, root, match, question] = location.pathname.match(/^(.*\/m\/(\d+)\/)referee\/([^/]+)\/$/);
const isOtherQuestion = () => desk.dataset.question !== question;
const askReferee = (boxes) => askEngine({ do: "referee", question, boxes: [...boxes] });

async function start() {
  // Without the user's consent to the download there is no engine.
  if (!localStorage["scorekeeper.engine"]) throw new Error("no engine");
  const answer = await fetch(`${root}engine`);
  const setup = await answer.json();
  await startWorker(desk.dataset.worker, setup.start, stop);
  const { lines, applicable } = await readMatch(Number(match));
  await askEngine({ do: "open", about: setup.about, lines, entries: applicable });
  if (isOtherQuestion()) await drawQuestion();
  else if (getState(findForm()).pendingChange !== undefined) await rule();
  emit("boxes-filled");
}
function stop() {
  stopWorker();
  desk.classList.remove("answers-offline");
  if (isOtherQuestion()) showNeedsNetwork();
}

// Replace the page's question with the one in the URL.
async function drawQuestion() {
  const query = new URLSearchParams(location.search);
  const { text, hand, form: fields, usual, ruling } = await askReferee(query);
  $("h1").replaceChildren(parseHtml(text));
  document.title = [$("h1").textContent, ...document.title.split(" · ").slice(1)].join(" · ");
  const back = $("header .home");
  $("small", back)?.remove();
  if (hand !== null) back.append(" ", create("small", { textContent: desk.dataset.hand.replace("{n}", hand) }));
  const oldForm = $("#facts");
  const form = oldForm.cloneNode(true);
  for (const each of $$(":scope > [type=hidden], .trouble", form)) each.remove();
  for (const [name, value] of [["put", "1"], ["in-hand", query.get("in-hand")], ["as", query.get("as")]])
    if (value) form.prepend(create("input", { type: "hidden", name, value }));
  form.setAttribute("action", location.pathname);
  form.setAttribute("hx-get", location.pathname);
  form.dataset.usual = usual;
  form.removeAttribute("data-dirty");
  $("#sentence", form).replaceChildren();
  $(".keyboard", form).replaceChildren(parseHtml(fields + ruling));
  oldForm.replaceWith(form);
  $("#settle").action = location.pathname;
  desk.dataset.question = question;
  // Remove rulings on the question that was replaced.
  for (const each of $$("#main > .settled, #main > .earlier, #main > p")) each.remove();
  $("#trouble").replaceChildren();
  for (const each of [$("h1"), desk]) each.hidden = false;
  htmx.process(form);
  acceptPreview();
}

async function rule() {
  const facts = findForm();
  const previewedChange = getState(facts).pendingChange;
  const { ruling } = await askReferee(readFields(facts));
  if (findForm() !== facts || getState(facts).pendingChange !== previewedChange) return; // a newer ruling is wanted
  $("#ruling").replaceWith(parseHtml(ruling));
  history.replaceState(history.state, "", `?${new URLSearchParams(readFields(facts))}`);
  acceptPreview(previewedChange);
}
// Draw the pad for entering the calls of an auction.
async function fillPad(pad, url) {
  const { html } = await askEngine({ do: "calls", boxes: [...new URL(url, location.href).searchParams] });
  pad.replaceChildren(parseHtml(html));
  emit("boxes-filled");
}

let startPromise;
const runAfterStart = (task) => (startPromise ??= start().catch(stop)).then(task);
document.addEventListener("preview-needed", (event) => {
  if (event.target.id !== "ruling" || !isOffline()) return;
  event.preventDefault();
  runAfterStart(rule).catch(stop);
});
document.addEventListener("htmx:config:request", (event) => {
  const { target, request } = event.detail.ctx;
  const pad = target?.matches?.(".pad-content");
  if (!isOffline() || !(pad || target?.id === "ruling")) return;
  event.preventDefault();
  runAfterStart(() => (pad ? fillPad(target, request.action) : rule())).catch(stop);
});
document.addEventListener("network", () => isOffline() && getState(findForm())?.pendingChange !== undefined && runAfterStart(rule).catch(stop));
desk.classList.add("answers-offline");
runAfterStart();
