// The worker in which the engine runs.
import { beginTask } from "../idle.js";
import { getLineKey } from "./keeping.js";
import { readEntries, readLines } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {import("./store.js").Line} Line */

/** @type {Worker | undefined} */
let engineWorker;
let lastAsked = 0;
const answersDue = new Map();

/**
 * Resolve with the engine's answer.
 *
 * @param {object} ask
 * @returns {Promise<any>}
 */
export const askEngine = (ask) => post({ ask }).finally(beginTask());
function post(message) {
  return new Promise((resolve, reject) => {
    answersDue.set(++lastAsked, { resolve, reject });
    engineWorker.postMessage({ id: lastAsked, ...message });
  });
}

/**
 * Start the engine.
 *
 * @param {string} script
 * @param {object} start
 * @param {() => void} onError
 */
export function beginEngine(script, start, onError) {
  engineWorker = new Worker(script, { type: "module" });
  engineWorker.addEventListener("message", ({ data: { id, answer, problem } }) => {
    const { resolve, reject } = answersDue.get(id);
    answersDue.delete(id);
    if (problem === undefined) resolve(answer);
    else reject(problem);
  });
  engineWorker.addEventListener("error", onError);
  return post({ start });
}

/** End the engine and reject what it has not answered. */
export function endEngine() {
  engineWorker?.terminate();
  for (const { reject } of answersDue.values()) reject("ended");
  answersDue.clear();
}

/**
 * Return the log of a match as this phone has it, the entries that are not in it, and those of them before the first that
 * needs a decision.
 *
 * @param {number} match
 * @returns {Promise<{ lines: Line[], entries: Entry[], own: Entry[] }>}
 */
export async function readMatch(match) {
  // Entries first: one that is handed in meanwhile is then in both, not in neither.
  const every = await readEntries(match);
  const lines = await readLines(match);
  const inLog = new Set(lines.map(getLineKey));
  const entries = every.filter(({ key }) => !inLog.has(key));
  const undecided = entries.findIndex(({ state }) => state !== "waiting");
  return { lines, entries, own: undecided < 0 ? entries : entries.slice(0, undecided) };
}
