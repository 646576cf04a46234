// An evening that moves to another phone where there is no network: one phone shows the log of a table and the hands that
// it has not handed in, as QR codes or a file; the other reads them with its camera, from pictures or from the file.
import { $, $$ } from "../dom.js";
import { keyOf } from "./keeping.js";
import { keep, keepLines, linesOf, pending } from "./store.js";

const LETTERS_A_CODE = 1000; // 40 hands are five codes, which a phone's camera reads off another's screen
const LARGEST = 4_000_000; // bytes of a log
const PATIENCE = 4000; // as in service-worker.js
const LARGE_PICTURE = 2000; // pixels, which are enough for every code
const WAYS = ["hand", "amend", "strike", "before", "adjust", "undo", "restore", "stop"];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// How it is written --------------------------------------------------------------------------------------------

// Packed by gzip, in the letters that a QR code has room for (base45, RFC 9285). Every part bears the checksum of all:
// SK1:<checksum>:<part>/<parts>:<letters>. A file is the same in one part.
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const PART = /^SK1:([0-9A-F]{8}):(\d{1,3})\/(\d{1,3}):([0-9A-Z $%*+\-./:]+)$/;

function toLetters(bytes) {
  let text = "";
  for (let n = 0; n < bytes.length; n += 2) {
    const pair = n + 1 < bytes.length;
    let value = pair ? bytes[n] * 256 + bytes[n + 1] : bytes[n];
    for (let left = pair ? 3 : 2; left; left--, value = Math.floor(value / 45)) text += LETTERS[value % 45];
  }
  return text;
}
function fromLetters(text) {
  const bytes = [];
  for (let n = 0; n < text.length; n += 3) {
    const some = [...text.slice(n, n + 3)];
    const value = some.reduceRight((sum, letter) => sum * 45 + LETTERS.indexOf(letter), 0);
    if (some.length === 3) bytes.push(value >> 8);
    bytes.push(value & 255);
  }
  return new Uint8Array(bytes);
}
async function pack(what) {
  const packed = new Blob([JSON.stringify(what)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  // What gzip ends with is a checksum, and the length.
  const sum = [...bytes.slice(-8, -4)].map((each) => each.toString(16).padStart(2, "0")).join("").toUpperCase();
  return { sum, text: toLetters(bytes) };
}
function inParts({ sum, text }, letters) {
  const parts = Math.ceil(text.length / letters);
  return Array.from({ length: parts }, (_, n) => `SK1:${sum}:${n + 1}/${parts}:${text.slice(n * letters, (n + 1) * letters)}`);
}
async function unpack(text) {
  const reader = new Blob([fromLetters(text)]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const found = [];
  for (let [size, next] = [0, await reader.read()]; !next.done; next = await reader.read()) {
    found.push(next.value);
    size += next.value.length;
    if (size > LARGEST) throw new Error("too large");
  }
  return JSON.parse(await new Blob(found).text());
}

// Show it ------------------------------------------------------------------------------------------------------

const [, shownTable, shownMatch] = location.hash.match(/^#(\w+)\/(\d+)$/) ?? [];
const alone = (table) => caches.match(`/t/${table}/m/1/engine`, { cacheName: "alone" });

// What stands first of what waits: a hand that has to be decided is decided on its own phone.
async function kept(table, match) {
  const waits = await pending(undefined, table);
  const held = waits.findIndex((one) => one.state !== "waiting");
  const entries = (held < 0 ? waits : waits.slice(0, held)).map(asSent);
  const begun = globalThis.caches && (await (await alone(table))?.json()); // the site knows no such table yet
  return { table, match, lines: await linesOf(match, table), entries, ...(begun && { alone: { about: begun.about, hand_in: begun.hand_in } }) };
}
const asSent = ({ key, match, way, about, number, rev, fields, said, at, version }) => ({ key, match, way, about, number, rev, fields, said, at, version });

async function show() {
  const section = $("#show");
  section.hidden = false;
  const packed = await pack(await kept(shownTable, Number(shownMatch)));
  const codes = inParts(packed, LETTERS_A_CODE);
  const { default: encodeQR } = await import(section.dataset.module);
  const [back, on] = $$("[data-turn]", section);
  const place = $("[role=status]", section);
  let at = 0;
  function turn(by) {
    at += by;
    const rows = encodeQR(codes[at], "raw", { ecc: "low", border: 4 });
    const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
    $("svg", section).setAttribute("viewBox", `0 0 ${rows.length} ${rows.length}`);
    $("path", section).setAttribute("d", dark.join(""));
    place.textContent = place.dataset.of.replace("{n}", at + 1).replace("{of}", codes.length);
    [back.disabled, on.disabled] = [!at, at + 1 === codes.length];
  }
  turn(0);
  back.parentElement.hidden = codes.length === 1;
  for (const key of [back, on]) key.addEventListener("click", () => turn(Number(key.dataset.turn)));
  $("[data-do=file]", section).addEventListener("click", () => sendFile(inParts(packed, packed.text.length)[0]));
}
async function sendFile(text) {
  const file = new File([text], `scorekeeper-${shownTable}.txt`, { type: "text/plain" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {}); // not after all
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  return setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Read it ------------------------------------------------------------------------------------------------------

const isText = (value) => typeof value === "string";
const isPairs = (fields) => Array.isArray(fields) && fields.every((each) => each.length === 2 && each.every(isText));
const isLine = (line, place) => line[0] === place && (place ? line.length === 10 && isText(line[6]) && isText(line[9]) : line.length === 3 && isText(line[2]));
const isEntry = ({ key, match, way, about, number, rev, fields, said, at }) =>
  UUID.test(key) && WAYS.includes(way) && (about === null || Number.isInteger(about)) && [match, number, rev, at].every(Number.isInteger) && isText(said) && isPairs(fields) && fields.some(([name, value]) => name === "key" && value === key);
const isLog = ({ table, match, lines, entries }) => /^\w+$/.test(table) && Number.isInteger(match) && lines.every(isLine) && (!lines.length || lines[0][1].number === match) && entries.every(isEntry);

// The page of a table, as this phone keeps it or the site has it; "" where this phone does not know it.
async function pageOf(table) {
  const address = `/t/${table}/`;
  const here = await globalThis.caches?.match(address, { ignoreVary: true });
  const answer = here ?? (await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined));
  return answer?.ok ? answer.text() : "";
}
// A table that the other phone has begun without a network is begun here too, by the same key: it stays one table (alone.js).
// Whether all that it needs is on this phone.
async function beginHere({ about, hand_in }, table) {
  if (!/^\w+$/.test(about.game) || about.code !== table || !isPairs(hand_in.fields)) throw new Error("no game");
  const start = await globalThis.caches?.match(`/play/${about.game}/`, { ignoreVary: true });
  const text = start && new DOMParser().parseFromString(await start.text(), "text/html").querySelector("#cannot")?.dataset.told;
  if (!text) return false;
  const told = JSON.parse(text);
  const needs = [told.page, told.start.zip, `${told.start.python}python_stdlib.zip`];
  const [page, ...files] = await Promise.all(needs.map((each) => caches.match(each, { ignoreVary: true })));
  if (!page || !files.every(Boolean)) return false;
  const cache = await caches.open("alone");
  const record = { start: told.start, version: told.version, about, hand_in: { ...hand_in, action: `${told.root}play/${about.game}/` } };
  await cache.put(`/t/${table}/m/1/engine`, Response.json(record));
  await cache.put(`/t/${table}/`, page);
  return true;
}

// What the other phone has is added to what this one has, if it goes on from it; the word for what became of it.
async function add(log) {
  if (!isLog(log)) throw new Error("no log");
  const { table, match } = log;
  const page = await pageOf(table);
  if (!page && !(log.alone && (await beginHere(log.alone, table)))) return [log.alone ? "lacks" : "unknown"];
  if (page && !page.includes('data-role="scores"')) return ["watches", table];
  const own = await linesOf(match, table);
  const [short, long] = own.length < log.lines.length ? [own, log.lines] : [log.lines, own];
  // A seal says all that stands before it too.
  if (short.length && short.at(-1).at(-1) !== long[short.length - 1].at(-1)) return ["apart", table];
  const there = new Set(long.map(keyOf));
  const mine = (await pending(undefined, table)).filter((one) => !there.has(one.key));
  const theirs = log.entries.filter((one) => !there.has(one.key));
  if (mine.slice(0, theirs.length).some((one, n) => one.key !== theirs[n].key)) return ["apart", table];
  if (long !== own) await keepLines(match, long, table);
  const more = theirs.slice(mine.length);
  for (const one of more) {
    const where = one.about === null ? "" : `hand/${one.about}/`;
    await keep({ ...asSent(one), table, url: `/t/${table}/m/${one.match}/${where}${one.way}` });
  }
  return ["taken", table, long.length - own.length + more.length];
}

const place = $("#read [role=status]");
const tell = (word, n, of) => (place.textContent = place.dataset[word].replace("{n}", n).replace("{of}", of));
let sum; // the checksum of what is being read
let parts = [];
async function take(text) {
  const [, its, n, of, letters] = text.match(PART) ?? [];
  if (!its) return tell("other");
  if (its !== sum) [sum, parts] = [its, []];
  if (parts[n - 1]) return undefined;
  parts[n - 1] = letters;
  const read = parts.filter(Boolean).length;
  if (read < Number(of)) return tell("part", read, of);
  stopCamera();
  try {
    const [word, table, hands] = await add(await unpack(parts.join("")));
    tell(word, hands);
    const open = $("#read a.key");
    if (table) open.href = `/t/${table}/`;
    open.hidden = !table;
  } catch {
    tell("other");
  }
  return (sum = undefined);
}

let detector;
async function detect(picture) {
  if (!detector) {
    const formats = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
    const of = formats.includes("qr_code") ? globalThis : await import($("#read").dataset.module);
    detector = new of.BarcodeDetector({ formats: ["qr_code"] });
  }
  return (await detector.detect(picture)).map((code) => code.rawValue);
}
async function fromPicture(file) {
  const whole = await createImageBitmap(file);
  const scale = Math.min(1, LARGE_PICTURE / Math.max(whole.width, whole.height));
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map((side) => Math.round(side * scale));
  return detect(scale < 1 ? await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: "high" }) : whole);
}
async function fromFiles({ target }) {
  for (const file of target.files) {
    const found = file.type.startsWith("image/") ? await fromPicture(file).catch(() => []) : [await file.text()];
    if (!found.length) tell("none");
    for (const text of found) await take(text);
  }
  target.value = "";
}

const video = $("#read video");
function stopCamera() {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  video.srcObject = null;
  video.hidden = true;
}
async function fromCamera() {
  stopCamera();
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1920 } } });
  } catch {
    return tell("dark");
  }
  video.hidden = false;
  await video.play();
  tell("look");
  while (video.srcObject) {
    for (const text of await detect(video).catch(() => [])) await take(text);
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}

window.addEventListener("hashchange", () => location.reload());
if (shownTable) show();
else {
  $("#read").hidden = false;
  $("#read input").addEventListener("change", fromFiles);
  const camera = $("[data-do=camera]");
  camera.hidden = !navigator.mediaDevices;
  camera.addEventListener("click", fromCamera);
}
