// @ts-check
/**
 * The service worker. In the place of `KNOWN` the server writes the version of everything, the pages to keep, and the page for those that cannot be had.
 * Pages come from the server, and from here only when it cannot be reached. Files whose address changes with their content come from here first.
 */

const KNOWN = { version: "", pages: [""], offline: "" };
/** @type {any} */
const worker = self;
const SHELF = `bagarre-${KNOWN.version}`;
/** A pause between two pages that are fetched for later: the reader's own come first. */
const PAUSE = 40;
/** And before a page that could not be had is asked for once more. */
const AGAIN = 2000;
/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The same for everybody, whoever asks: rules, lessons, home. @param {URL} url */
const isKept = (url) =>
  KNOWN.pages.includes(url.pathname) || /^\/(rules\/[\w-]+|learn\/[\w-]+\/[\w-]+)$/.test(url.pathname);
/** Its address changes with its content. @param {URL} url */
const isFile = (url) => /^\/(static|games)\//.test(url.pathname) && url.searchParams.has("v");
/** A page under one address, in whatever language it was read last. @param {URL} url */
const place = (url) => url.origin + url.pathname;

/** Files that a page names. @param {string} html */
const filesOf = (html) =>
  [...html.matchAll(/(?:src|href)="(\/(?:static|games)\/[^"]+\?v=[^"]+)"/g)].map((found) =>
    found[1].replaceAll("&amp;", "&"),
  );
/** Modules and pictures that a file names beside itself. @param {string} text */
const modulesOf = (text) =>
  [...text.matchAll(/(?:from|import) "\.\/([\w-]+\.js)"/g)].map((found) => `/static/${found[1]}`);

/** Put a file on the shelf, with the modules that it imports. @param {Cache} shelf @param {string} address */
async function keepFile(shelf, address) {
  if (await shelf.match(address)) return;
  const answer = await fetch(address);
  if (!answer.ok) return;
  const text = /\.js(\?|$)/.test(address) ? await answer.clone().text() : "";
  await shelf.put(address, answer);
  for (const module of modulesOf(text)) await keepFile(shelf, module);
}

/** Put a page on the shelf, with its files. Says whether it could be had. @param {Cache} shelf @param {string} address */
async function keepPage(shelf, address) {
  const answer = await fetch(address);
  if (!answer.ok || answer.redirected) return false;
  const html = await answer.clone().text();
  await shelf.put(place(new URL(address, location.href)), answer);
  for (const file of filesOf(html)) await keepFile(shelf, file);
  return true;
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  // The page for those that cannot be had is needed at once; the rest comes when there is time.
  event.waitUntil(
    caches
      .open(SHELF)
      .then((shelf) => keepPage(shelf, KNOWN.offline))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

/** All pages that are kept, one after the other; those of before are made anew, those that a busy server refused asked for once more. */
async function stock() {
  const shelf = await caches.open(SHELF);
  const refused = [];
  for (const page of KNOWN.pages) {
    if (!(await keepPage(shelf, page).catch(() => false))) refused.push(page);
    await wait(PAUSE);
  }
  for (const page of refused) {
    await wait(AGAIN);
    await keepPage(shelf, page).catch(() => {});
  }
}

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "stock") event.waitUntil(stock().then(() => event.source?.postMessage("stocked")));
  if (event.data === "version") event.source?.postMessage(KNOWN.version);
});

/** Does somebody have that page before their eyes? @param {string} path */
async function isSeen(path) {
  const shown = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return shown.some((/** @type {any} */ one) => one.focused && new URL(one.url).pathname === path);
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  const told = event.data?.json() ?? {};
  if (typeof told.title !== "string") return;
  const path = /^\/(?!\/)[\w/]*$/.test(told.path) ? told.path : "/";
  event.waitUntil(
    isSeen(path).then(
      (seen) =>
        seen ||
        worker.registration.showNotification(told.title, {
          body: told.body,
          tag: told.tag,
          renotify: Boolean(told.tag),
          lang: told.lang,
          icon: "/static/icon-192.png",
          badge: "/static/icon-192.png",
          data: { path },
        }),
    ),
  );
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/";
  event.waitUntil(
    worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((/** @type {any[]} */ open) => {
      const there = open.find((one) => new URL(one.url).pathname === path);
      return there ? there.focus() : worker.clients.openWindow(path);
    }),
  );
});

/** @param {Request} request @param {URL} url */
async function page(request, url) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await fetch(request);
    if (isKept(url) && answer.ok && answer.type === "basic" && !answer.redirected)
      await shelf.put(place(url), answer.clone());
    return answer;
  } catch (away) {
    const kept = isKept(url) ? await shelf.match(place(url)) : undefined;
    const instead = kept ?? (await shelf.match(place(new URL(KNOWN.offline, location.href))));
    if (!instead) throw away;
    return instead;
  }
}

/** @param {Request} request */
async function file(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") await shelf.put(request, answer.clone());
  return answer;
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (isFile(url)) event.respondWith(file(request));
  else if (/^\/static\/[\w-]+\.js$/.test(url.pathname)) event.respondWith(module(request));
});

/** A module that another one imports has no version in its address: the server's, or without it the one on the shelf. @param {Request} request */
async function module(request) {
  try {
    return await fetch(request);
  } catch (away) {
    const kept = await (await caches.open(SHELF)).match(new URL(request.url).pathname);
    if (!kept) throw away;
    return kept;
  }
}
