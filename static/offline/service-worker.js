// The site without a network: pages of tables as last seen, and their files. The site replaces RELEASE when it serves this
// script. Each release has its own cache. File names contain a hash, so pages of the previous release still find their
// files.
const CACHE = "scorekeeper RELEASE";
const ALONE = "alone"; // shared by all releases: tables started on this phone
const ACCOUNT = "account"; // shared by all releases: pages drawn for a signed-in account, deleted at sign-out
const ACCOUNT_HEADER = "Account-Page"; // set by the site on pages drawn for a signed-in account
const TIMEOUT = 4000; // ms
// Keep tables and their pages, the first page, and pages that start games; but no pages of clubs and accounts, because
// a phone may be lent.
const PAGES = /^\/(?:$|alone$|play\/[^/]+\/$|t\/[^/]+\/(?:$|m\/\d+\/(?:$|rulebook$|house-sheet$|referee\/|wrong\/|hand\/\d+\/$|paper$)))/;
const IMMUTABLE = /\.[0-9a-f]{12}\.\w+$|\/vendor\/pyodide-|\/engine\/[\w-]+\.zip$/;
const base = new URL("./", location.href).pathname; // the path of the site
const getPath = (url) => `/${url.pathname.slice(base.length)}`;
const isPage = (url) => PAGES.test(getPath(url));
const isFile = (url) => /^\/(?:(?:static|engine)\/|manifest\.webmanifest$|t\/[^/]+\/m\/\d+\/engine$)/.test(getPath(url));
// A page has one copy, whatever its query.
const getKey = (url) => (isPage(url) ? url.origin + url.pathname : url.href);
// For a referee's question that was never opened, use the page of any other question: referee.js redraws the page.
const QUESTION = /\/referee\/[^/]+\/$/;
const getQuestionsKey = (url) => url.origin + url.pathname.replace(QUESTION, "/referee/*");
const getKeys = (url) => (QUESTION.test(url.pathname) && isPage(url) ? [getKey(url), getQuestionsKey(url)] : [getKey(url)]);

const OFFLINE = `${base}offline`;
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE)).catch(() => {}));
});
addEventListener("activate", (event) => event.waitUntil(takeOver()));
async function takeOver() {
  // Keep the previous release's cache, for pages not seen since.
  const old = (await caches.keys()).filter((name) => name.startsWith("scorekeeper ") && name !== CACHE);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
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
  const isAccountPage = isPage(url) && answer.headers.has(ACCOUNT_HEADER);
  const [cache, otherCache] = await Promise.all((isAccountPage ? [ACCOUNT, CACHE] : [CACHE, ACCOUNT]).map((name) => caches.open(name)));
  // The first page has ACCOUNT_HEADER while an account is signed in. Without the header, nobody is signed in.
  if (answer.ok && getPath(url) === "/" && !isAccountPage) await deleteAccountPages();
  if (answer.ok && !answer.redirected && answer.type === "basic") {
    for (const key of getKeys(url)) {
      await cache.put(key, answer.clone());
      if (isPage(url)) await otherCache.delete(key, { ignoreVary: true });
    }
    if (isPage(url) && (await findAlone(url))) await deleteAlone(getKey(url));
  }
  if ([403, 404, 410].includes(answer.status)) for (const each of [cache, otherCache]) await each.delete(getKey(url), { ignoreVary: true });
}
// Also delete all pages of earlier releases, which may be an account's. Entries in IndexedDB stay.
async function deleteAccountPages() {
  await caches.delete(ACCOUNT);
  for (const name of await caches.keys()) {
    if (!name.startsWith("scorekeeper ") || name === CACHE) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (isPage(new URL(url))) await cache.delete(url, { ignoreVary: true });
  }
}

// Return the page of a table started on this phone, which is kept until the site knows the table (alone.js).
const findAlone = (url) => caches.match(getKey(url), { cacheName: ALONE });
async function deleteAlone(table) {
  const cache = await caches.open(ALONE);
  for (const url of [table, `${table}m/1/engine`]) await cache.delete(url);
}
async function fetchAndKeep(event, url) {
  const answer = await fetch(event.request);
  const alone = answer.status === 404 && (await findAlone(url));
  if (alone) return alone;
  event.waitUntil(keep(url, answer.clone()));
  return answer;
}
async function tryNetworkFirst(event, url) {
  const kept = await findKept(url);
  if (!kept) return fetchAndKeep(event, url).catch((problem) => {
    if (event.request.mode === "navigate") return answerOffline(url);
    throw problem;
  });
  const fetched = fetchAndKeep(event, url).catch(() => kept);
  return Promise.race([fetched, new Promise((resolve) => setTimeout(resolve, TIMEOUT, kept))]);
}
const tryCacheFirst = async (event, url) => (await findKept(url)) ?? fetchAndKeep(event, url);

// Answer with the page that says what can be done offline, and leads back to the table.
async function answerOffline(url) {
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
  if (method === "POST" && getPath(url) === "/account/logout/") event.waitUntil(deleteAccountPages());
  if (method === "GET" && (mode === "navigate" ? isPage(url) : isFile(url)))
    event.respondWith(IMMUTABLE.test(url.pathname) ? tryCacheFirst(event, url) : tryNetworkFirst(event, url));
  else if (mode === "navigate") event.respondWith(fetch(event.request).catch(() => answerOffline(url)));
});

// A page sends the URLs that it needs (installing.js). The answer is whether all of them are kept.
addEventListener("message", (event) => {
  const { keep: urls, engines } = event.data;
  if (urls) event.waitUntil(keepAll(urls, engines).then((all) => event.ports[0]?.postMessage(all)));
});
async function keepAll(urls, engines) {
  const cache = await caches.open(CACHE);
  const needed = urls.map((url) => new URL(url, location.href));
  let hasAll = true;
  for (const url of needed) {
    if (url.origin !== location.origin || !(isPage(url) || isFile(url))) continue;
    if (await cache.match(getKey(url), { ignoreVary: true })) continue;
    if (await caches.match(getKey(url), { cacheName: ACCOUNT, ignoreVary: true })) continue;
    try {
      const answer = await fetch(url);
      await keep(url, answer.clone());
      hasAll &&= answer.ok;
      if (isPage(url)) {
        const text = await answer.text();
        needed.push(...findFiles(text), ...(engines ? findEngine(text) : []));
      } else if (url.pathname.endsWith(".js")) needed.push(...findImports(await answer.text(), url));
    } catch {
      hasAll = false;
    }
  }
  return hasAll;
}
function findFiles(page) {
  const found = [...page.matchAll(/\s(?:href|src|data-engine|data-worker|data-module)="([^"#]+\.(?:js|css|svg|woff2))"/g)];
  return found.map(([, file]) => new URL(file, location.href));
}
function findImports(script, url) {
  const found = [...script.matchAll(/\b(?:from|import)\s*"(\.{0,2}\/[^"]+\.js)"/g)];
  return found.map(([, file]) => new URL(file, url));
}
// Return the URLs that a page needs to start its game offline (alone.js).
function findEngine(page) {
  const [, data] = page.match(/\sdata-offline-game="([^"]*)"/) ?? [];
  if (!data) return [];
  const { page: alonePage, start } = JSON.parse(data.replaceAll("&quot;", '"'));
  const python = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"].map((name) => start.python + name);
  return [alonePage, start.zip, ...python].map((url) => new URL(url, location.href));
}
