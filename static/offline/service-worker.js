// The site where there is no network: pages of tables as they were last seen, and the files they ask for.
// The site puts the release in place of RELEASE when it serves this; a cache is a release's. A page names its files by
// their content, so a page of the release before still has all of its own, until the next one is there.
const CACHE = "scorekeeper RELEASE";
const ALONE = "alone"; // of every release
const ACCOUNT = "account"; // of every release: pages drawn for somebody who was signed in; dropped when they sign out
const OF_ACCOUNT = "Account-Page"; // the site's header on such a page
const PATIENCE = 4000; // a network that answers no sooner is none
// A table, what is read at it, the first page, how a game is begun, and how it moves to another phone. Nothing of clubs and accounts: a phone may be lent.
const PAGES = /^\/(?:$|alone$|play\/[^/]+\/$|t\/[^/]+\/(?:$|m\/\d+\/(?:$|rulebook$|house-sheet$|referee\/|wrong\/|hand\/\d+\/$|paper$)))/;
// Files that never change under one address.
const FOR_EVER = /\.[0-9a-f]{12}\.\w+$|\/vendor\/(?:pyodide|qr)-|\/engine\/[\w-]+\.zip$/;
const base = new URL("./", location.href).pathname; // where the site stands
const getPath = (url) => `/${url.pathname.slice(base.length)}`;
const isPage = (url) => PAGES.test(getPath(url));
const isFile = (url) => /^\/(?:(?:static|engine)\/|manifest\.webmanifest$|t\/[^/]+\/m\/\d+\/engine$)/.test(getPath(url));
// Of a page one copy, whatever was asked along with it.
const getKey = (url) => (isPage(url) ? url.origin + url.pathname : url.href);
// Of a question to the referee that was never opened, the page of another: the engine asks this one in it (referee.js).
const QUESTION = /\/referee\/[^/]+\/$/;
const getQuestionsKey = (url) => url.origin + url.pathname.replace(QUESTION, "/referee/*");
const getKeys = (url) => (QUESTION.test(url.pathname) && isPage(url) ? [getKey(url), getQuestionsKey(url)] : [getKey(url)]);

const OFFLINE = `${base}offline`; // says that a page needs a connection
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE)).catch(() => {}));
});
addEventListener("activate", (event) => event.waitUntil(takeOver()));
async function takeOver() {
  // The release before stays, for pages that were not seen since.
  const before = (await caches.keys()).filter((name) => name.startsWith("scorekeeper ") && name !== CACHE);
  await Promise.all(before.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
}

async function findKept(url) {
  const names = (await caches.keys()).reverse();
  for (const key of getKeys(url)) {
    for (const name of names) {
      const found = await (await caches.open(name)).match(key, { ignoreVary: true });
      if (found) return found;
    }
  }
}
async function keep(url, answer) {
  const ofAccount = isPage(url) && answer.headers.has(OF_ACCOUNT);
  const [cache, other] = await Promise.all((ofAccount ? [ACCOUNT, CACHE] : [CACHE, ACCOUNT]).map((name) => caches.open(name)));
  // The first page asks who is signed in each time: it is nobody any more.
  if (answer.ok && getPath(url) === "/" && !ofAccount) await dropAccount();
  if (answer.ok && !answer.redirected && answer.type === "basic") {
    for (const key of getKeys(url)) {
      await cache.put(key, answer.clone());
      if (isPage(url)) await other.delete(key, { ignoreVary: true });
    }
    if (isPage(url) && (await findAlone(url))) await letGo(getKey(url));
  }
  if ([403, 404, 410].includes(answer.status)) for (const each of [cache, other]) await each.delete(getKey(url), { ignoreVary: true });
}
// Pages of the release before may be an account's too. What waits on the phone is in IndexedDB and stays.
async function dropAccount() {
  await caches.delete(ACCOUNT);
  for (const name of await caches.keys()) {
    if (!name.startsWith("scorekeeper ") || name === CACHE) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (isPage(new URL(url))) await cache.delete(url, { ignoreVary: true });
  }
}

// What this phone keeps of a table that it has begun by itself, until the site knows it (alone.js).
const findAlone = (url) => caches.match(getKey(url), { cacheName: ALONE });
async function letGo(table) {
  const own = await caches.open(ALONE);
  for (const address of [table, `${table}m/1/engine`]) await own.delete(address);
}
async function fromNetwork(event, url) {
  const answer = await fetch(event.request);
  const own = answer.status === 404 && (await findAlone(url));
  if (own) return own;
  event.waitUntil(keep(url, answer.clone()));
  return answer;
}
const waitForNetwork = (kept) => new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
async function networkFirst(event, url) {
  const kept = await findKept(url);
  if (!kept) return fromNetwork(event, url).catch((problem) => {
    if (event.request.mode === "navigate") return needsNetwork(url);
    throw problem;
  });
  try {
    return await Promise.race([fromNetwork(event, url), waitForNetwork(kept)]);
  } catch {
    return kept;
  }
}
async function keptFirst(event, url) {
  return (await findKept(url)) ?? fromNetwork(event, url);
}

// A page that is not on this phone, where no answer comes: it says what can be done, and leads back to its table.
async function needsNetwork(url) {
  const page = await caches.match(OFFLINE, { ignoreVary: true });
  const html = { "Content-Type": "text/html; charset=utf-8" };
  if (!page) return new Response(`<!doctype html><title>Offline</title><p>Offline. <a href="${base}">Scorekeeper</a></p>`, { headers: html });
  const [table] = url.pathname.match(/^.*\/t\/[^/]+\//) ?? [];
  const text = await page.text();
  return new Response(table ? text.replace('"#table"', `"${table}"`) : text.replace("data-at-table", "hidden"), { headers: page.headers });
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  const { method, mode } = event.request;
  if (method === "POST" && getPath(url) === "/account/logout/") event.waitUntil(dropAccount());
  if (method === "GET" && (mode === "navigate" ? isPage(url) : isFile(url)))
    event.respondWith(FOR_EVER.test(url.pathname) ? keptFirst(event, url) : networkFirst(event, url));
  else if (mode === "navigate") event.respondWith(fetch(event.request).catch(() => needsNetwork(url)));
});

// A page says what it needs besides itself, and what is read at its table; it is told whether all of it is kept.
addEventListener("message", (event) => {
  const { keep: addresses, engines } = event.data;
  if (addresses) event.waitUntil(keepAll(addresses, engines).then((all) => event.ports[0]?.postMessage(all)));
});
async function keepAll(addresses, engines = false) {
  const cache = await caches.open(CACHE);
  const left = addresses.map((one) => new URL(one, location.href));
  let all = true;
  for (const url of left) {
    if (url.origin !== location.origin || !(isPage(url) || isFile(url))) continue;
    if (await cache.match(getKey(url), { ignoreVary: true })) continue;
    if (await caches.match(getKey(url), { cacheName: ACCOUNT, ignoreVary: true })) continue;
    try {
      const answer = await fetch(url, { credentials: "same-origin" });
      await keep(url, answer.clone());
      all &&= answer.ok;
      if (isPage(url)) {
        const text = await answer.text();
        left.push(...findFiles(text), ...(engines ? findEngine(text) : []));
      } else if (url.pathname.endsWith(".js")) left.push(...findImports(await answer.text(), url));
    } catch {
      all = false; // it is kept another time
    }
  }
  return all;
}
function findFiles(page) {
  const found = [...page.matchAll(/\s(?:href|src|data-engine|data-worker|data-module)="([^"#]+\.(?:js|css|svg|woff2))"/g)];
  return found.map(([, address]) => new URL(address, location.href));
}
// What a script imports before it runs.
function findImports(script, url) {
  const found = [...script.matchAll(/\b(?:from|import)\s*"(\.{0,2}\/[^"]+\.js)"/g)];
  return found.map(([, address]) => new URL(address, url));
}
// What a page that starts a game needs to start it without a network (alone.js).
function findEngine(page) {
  const [, told] = page.match(/\sdata-told="([^"]*)"/) ?? [];
  if (!told) return [];
  const { page: alone, start } = JSON.parse(told.replaceAll("&quot;", '"'));
  const python = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"].map((name) => start.python + name);
  return [alone, start.zip, ...python].map((address) => new URL(address, location.href));
}
