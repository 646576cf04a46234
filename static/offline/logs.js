// What the site has saved is kept too, should the site have to be brought back from a copy: the newest lines of each
// log, for a week. heal.js is loaded only for lines that this phone has missed, or that a restored site has lost.
import { $, load } from "../dom.js";

const LOG = "scorekeeper.log ";
const LINES = 200;
const LOGS = 20;
const WEEK = 7 * 24 * 3600e3;
const ofTable = LOG + location.pathname.split("/")[2] + "/";
const logs = () => Object.keys(localStorage).filter((key) => key.startsWith(LOG));
export const logOf = ({ match, epoch }) => `${ofTable}${match} ${epoch}`;
export const linesOf = (log) => (localStorage[log] ?? "").split("\n").slice(1);
export const placeOf = (line) => (line ? JSON.parse(line)[0] : -1);
// Logs of tables and epochs that this phone has something of and the site may have not.
export const strays = (epoch) => logs().filter((log) => log.startsWith(ofTable) && !log.endsWith(` ${epoch}`));

export function keepLines(log, lines) {
  localStorage[log] = [Date.now(), ...lines.slice(-LINES)].join("\n");
}

export function keepLog() {
  const sheet = $("#sheet")?.dataset;
  if (!sheet) return;
  try {
    const lines = linesOf(logOf(sheet));
    const missed = placeOf(sheet.kept) - placeOf(lines.at(-1));
    if (missed === 1) keepLines(logOf(sheet), [...lines, sheet.kept]);
    if (missed > 1 || strays(sheet.epoch).length) load($("#live").dataset.heal);
  } catch {
    // No room, or none that we may use.
  }
}

// Put away what is older than a week, and all but the newest few; whether there was any.
export function clearLogs(most) {
  try {
    const age = (log) => Date.now() - parseInt(localStorage[log]);
    const old = logs().sort((one, other) => age(one) - age(other)).filter((log, n) => n >= most || age(log) > WEEK);
    for (const log of old) localStorage.removeItem(log);
    return old.length;
  } catch {
    return 0;
  }
}

clearLogs(LOGS);
keepLog();
