// Begins a table on this phone; alone.js sends it later.
export const ALONE = "alone"; // the cache of such tables

/**
 * The data that starts a table.
 *
 * @typedef {object} Beginning
 * @property {string} game
 * @property {string} name
 * @property {string} root of the site
 * @property {string} action of the form
 * @property {[string, string][]} fields of the form, without token and key
 * @property {string[]} names of the players, in the order of the seats
 * @property {{ python: string, zip: string }} start the files of the engine
 * @property {string} version of the engine
 */

// Return the code of a table, made from the table's key as on the site (scorekeeper/matches/models.py).
async function makeCode(key) {
  const characters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
  return Array.from({ length: 12 }, (_, n) => characters[(digest[2 * n] * 256 + digest[2 * n + 1]) % characters.length]).join("");
}

/**
 * Begin a table on this phone and open it. Throw if this phone lacks the page for tables started offline.
 *
 * @param {Beginning} beginning
 */
export async function beginTable({ game, name, root, action, fields, names, start, version }) {
  const page = await caches.match(`${root}alone`, { ignoreVary: true });
  if (!page) throw new Error("no page");
  const key = crypto.randomUUID();
  const code = await makeCode(key);
  // Like match_info() in tables/views/engine.py; each of `names` is [position, first hand, name].
  const about = { game, called: name, code, match: 1, root, form: fields, names: names.map((name, position) => [position, 0, name]), by: {}, is_newest: true, reason_needed: false, stake: ["1", "", false] };
  // The form that alone.js hands in to the site.
  const hand_in = { action, fields: [...fields, ["start", "1"], ["key", key]] };
  const table = `${root}t/${code}/`;
  const cache = await caches.open(ALONE);
  await cache.put(`${table}m/1/engine`, Response.json({ start, version, about, hand_in }));
  await cache.put(table, page);
  navigator.storage?.persist?.();
  location.assign(table);
}
