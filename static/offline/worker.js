// The worker in which the engine runs, and what it is told of a match.
import { beginTask } from "../idle.js";
import { getLineKey } from "./keeping.js";
import { readLines, readPending } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {import("./store.js").Line} Line */

/** @type {Worker | undefined} */
let engineWorker;
let lastAsked = 0;
const answersDue = new Map();

/**
 * Resolve with the answer of the engine.
 *
 * @param {object} what
 * @returns {Promise<any>}
 */
export const askEngine = (what) => post(what).finally(beginTask());
function post(what) {
  return new Promise((resolve, reject) => {
    answersDue.set(++lastAsked, { resolve, reject });
    engineWorker.postMessage({ id: lastAsked, ...what });
  });
}

/**
 * Start the engine.
 *
 * @param {string} script
 * @param {object} start
 * @param {() => void} fails called when the worker breaks
 */
export function beginEngine(script, start, fails) {
  engineWorker = new Worker(script, { type: "module" });
  engineWorker.addEventListener("message", ({ data: { id, answer, problem } }) => {
    const { resolve, reject } = answersDue.get(id);
    answersDue.delete(id);
    if (problem === undefined) resolve(answer);
    else reject(problem);
  });
  engineWorker.addEventListener("error", fails);
  return post({ start });
}

/** End the engine; what it has not answered is rejected. */
export function endEngine() {
  engineWorker?.terminate();
  for (const { reject } of answersDue.values()) reject("ended");
  answersDue.clear();
}

/**
 * Return the log of a match as this phone has seen it, the entries that it has not handed in, and those of them that
 * nobody has to decide about first.
 *
 * @param {number} match
 * @returns {Promise<{ lines: Line[], entries: Entry[], own: Entry[] }>}
 */
export async function readMatch(match) {
  // In this order: what is handed in meanwhile is in both, and counts once.
  const left = await readPending(match);
  const lines = await readLines(match);
  const there = new Set(lines.map(getLineKey));
  const entries = left.filter((one) => !there.has(one.key));
  const held = entries.findIndex((one) => one.state !== "waiting");
  return { lines, entries, own: held < 0 ? entries : entries.slice(0, held) };
}
