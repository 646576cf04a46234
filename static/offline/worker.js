// The worker in which the engine runs, and what it is told of a match.
import { keyOf } from "./keeping.js";
import { linesOf, pending } from "./store.js";

let engineWorker;
let lastAsked = 0;
const answersDue = new Map();

export function askEngine(what) {
  return new Promise((resolve, reject) => {
    answersDue.set(++lastAsked, { resolve, reject });
    engineWorker.postMessage({ id: lastAsked, ...what });
  });
}
export function beginEngine(script, start, fails) {
  engineWorker = new Worker(script, { type: "module" });
  engineWorker.addEventListener("message", ({ data: { id, answer, problem } }) => {
    const { resolve, reject } = answersDue.get(id);
    answersDue.delete(id);
    if (problem === undefined) resolve(answer);
    else reject(problem);
  });
  engineWorker.addEventListener("error", fails);
  return askEngine({ start });
}
export const endEngine = () => engineWorker?.terminate();

// The log as this phone has seen it, what it has not handed in, and of that what nobody has to decide first.
export async function readMatch(match) {
  // In this order: what is handed in meanwhile is in both, and counts once.
  const left = await pending(match);
  const lines = await linesOf(match);
  const there = new Set(lines.map(keyOf));
  const entries = left.filter((one) => !there.has(one.key));
  const held = entries.findIndex((one) => one.state !== "waiting");
  return { lines, entries, own: held < 0 ? entries : entries.slice(0, held) };
}
