// Loaded when this phone has missed lines of its table's log, or has kept some that a restored site may have lost.
import { $ } from "../dom.js";
import { later } from "../network.js";
import { keepLines, linesOf, logOf, placeOf, strays } from "./logs.js";
import { token } from "./waiting.js";

const table = location.pathname.split("/").slice(0, 3).join("/");
const MOST = 50_000; // letters sent at once
const waiting = new Set(); // logs that the table is being asked about
let busy = false;
let asked = false; // whether the question stood on the page when we last looked

// The lines that were written while this phone was away.
async function catchUp(sheet) {
  const lines = linesOf(logOf(sheet));
  const has = placeOf(lines.at(-1));
  if (placeOf(sheet.kept) - has < 2) return;
  const answer = await fetch(`${table}/m/${sheet.match}/log?from=${has + 1}`, { credentials: "same-origin" });
  if (!answer.ok) return;
  const more = (await answer.json()).lines.map((line) => JSON.stringify(line));
  keepLines(logOf(sheet), placeOf(more[0]) === has + 1 ? [...lines, ...more] : more);
}

// What was kept before the copy was put in place is offered, and goes once the site has it, or wants it no more.
async function offer(log) {
  const [, match] = log.match(/(\d+) \d+$/);
  const lines = linesOf(log);
  let told;
  while (lines.length) {
    const some = [lines.shift()];
    for (let size = some[0].length; lines.length && (size += lines[0].length) < MOST; ) some.push(lines.shift());
    const body = new URLSearchParams({ match, lines: `[${some}]`, csrfmiddlewaretoken: token() });
    const answer = await fetch(`${table}/offer`, { method: "POST", body, credentials: "same-origin" });
    if (later(answer.status)) return setTimeout(heal, 5000);
    told = answer.status === 200 || answer.status === 409 ? await answer.json() : {};
    if (told.state === "apart") break;
  }
  if (told.state === "there" || told.state === "left") localStorage.removeItem(log);
  if (told.state === "asked") waiting.add(log);
  if (told.state === "apart") standApart(log, told);
}

const element = (name, is) => Object.assign(document.createElement(name), is);

function standApart(log, told) {
  const id = `apart ${log}`;
  if (document.getElementById(id)) return;
  const place = element("section", { id, className: "waiting" });
  const note = element("article", { className: "note stack" });
  const said = element("p", { textContent: told.said });
  const kept = element("pre", { textContent: lacking(log).map(plain).join("\n"), tabIndex: 0 });
  const drop = element("button", { type: "button", className: "key quiet", textContent: told.drop });
  said.setAttribute("role", "alert");
  drop.onclick = () => {
    localStorage.removeItem(log);
    place.remove();
  };
  note.append(said, kept, drop);
  place.append(note);
  $("#waiting").after(place);
}

// The lines that are not in the log of the present epoch, by their keys.
function lacking(log) {
  const keys = new Set(linesOf(logOf($("#sheet").dataset)).map((line) => JSON.parse(line)[6]));
  return linesOf(log).filter((line) => placeOf(line) && !keys.has(JSON.parse(line)[6]));
}

// A hand as it was entered, to be copied by hand: its number, what was said of it, and why.
function plain(line) {
  const [, number, , hand, , why] = JSON.parse(line);
  const given = Object.entries(hand ?? {}).filter(([, value]) => value !== null);
  const said = given.map(([name, value]) => `${name}: ${JSON.stringify(value).replace(/[[\]{}\x22]/g, "")}`);
  return `${number}. ${said.join(", ") || "—"}${why && ` (${why})`}`;
}

async function heal() {
  const sheet = $("#sheet")?.dataset;
  if (busy || !sheet) return;
  busy = true;
  try {
    const question = Boolean($("#_lost"));
    if (asked && !question) waiting.clear(); // it was answered
    asked = question;
    await catchUp(sheet);
    const lost = strays(sheet.epoch).filter((log) => !waiting.has(log)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    // Whoever only watches has no token yet.
    if (lost.length && !token()) await fetch(`${table}/m/${sheet.match}/log?from=${placeOf(sheet.kept)}`, { credentials: "same-origin" });
    for (const log of lost) await offer(log);
  } catch {
    // No network, or no room: the next look comes.
  } finally {
    busy = false;
  }
}

document.addEventListener("htmx:after:swap", (event) => event.detail.ctx.target?.id === "sheet" && heal());
document.body.addEventListener("look", heal);
heal();
