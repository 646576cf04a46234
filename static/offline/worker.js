// The worker in which the engine runs.
import { beginTask } from "../idle.js";
import { getLineKey } from "./keeping.js";
import { readEntries, readLines } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {import("./store.js").Line} Line */

/** @type {Worker | undefined} */
let engineWorker;
let lastAsked = 0;
const pendingAnswers = new Map();

/**
 * Resolve with the engine's answer.
 *
 * @param {object} question
 * @returns {Promise<any>}
 */
export const askEngine = (question) => post({ ask: question }).finally(beginTask());
function post(message) {
  return new Promise((resolve, reject) => {
    pendingAnswers.set(++lastAsked, { resolve, reject });
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
export function startWorker(script, start, onError) {
  engineWorker = new Worker(script, { type: "module" });
  engineWorker.addEventListener("message", ({ data: { id, answer, problem } }) => {
    const { resolve, reject } = pendingAnswers.get(id);
    pendingAnswers.delete(id);
    if (problem === undefined) resolve(answer);
    else reject(problem);
  });
  engineWorker.addEventListener("error", onError);
  return post({ start });
}

/** End the engine and reject the questions that it has not answered. */
export function stopWorker() {
  engineWorker?.terminate();
  for (const { reject } of pendingAnswers.values()) reject("ended");
  pendingAnswers.clear();
}

/**
 * Return the log of a match as this phone has it, the entries that are not in the log, and the applicable entries:
 * those before the first that needs a decision.
 *
 * @param {number} match
 * @returns {Promise<{ lines: Line[], entries: Entry[], applicable: Entry[] }>}
 */
export async function readMatch(match) {
  // Read the entries first: an entry that is sent meanwhile is then read twice, but never missed.
  const all = await readEntries(match);
  const lines = await readLines(match);
  const logKeys = new Set(lines.map(getLineKey));
  const entries = all.filter(({ key }) => !logKeys.has(key));
  const firstUndecided = entries.findIndex(({ state }) => state !== "waiting");
  return { lines, entries, applicable: firstUndecided < 0 ? entries : entries.slice(0, firstUndecided) };
}
