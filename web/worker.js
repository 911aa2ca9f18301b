// The page without network. One cache holds one version, whole: a page is served either from it or
// from the network, never from two versions. xtask writes version and list; embeds have none of it.

const CACHE = "bytes-per-token VERSION";
const FILES = ["LIST"];
// What only the page in another language needs: kept once somebody has read it.
const MORE = {"MORE": []};

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const files = [...FILES];
    for (const language of Object.keys(MORE)) {
      if (await caches.match(`${language}.html`, { ignoreSearch: true })) files.push(...MORE[language]);
    }
    await keep(files);
  })());
});

/** All or nothing: with one file missing the old version stays. */
async function keep(files) {
  const fresh = files.map((file) => new Request(file, { cache: "reload" }));
  await (await caches.open(CACHE)).addAll(fresh);
}

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("bytes-per-token ") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  })());
});

self.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take over") self.skipWaiting();
  const language = /^keep (\w+)$/.exec(data)?.[1];
  if (Object.hasOwn(MORE, language ?? "")) event.waitUntil(keepLanguage(language));
});

async function keepLanguage(language) {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(`${language}.html`))) await keep(MORE[language]);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const page = request.mode === "navigate";
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (page && url.searchParams.has("embed")) return;
  event.respondWith(page ? navigate(request, url) : find(request));
});

/** The page, in the newest version as soon as no other window shows the old one. */
async function navigate(request, url) {
  const waiting = self.registration.waiting;
  if (waiting && (await self.clients.matchAll()).length < 2) {
    waiting.postMessage("take over");
    const headers = { "Refresh": "0", "Content-Type": "text/html" };
    return new Response('<!doctype html><link rel="icon" href="data:,">', { headers });
  }
  const home = new URL("./", location.href).pathname;
  if (url.pathname === home || url.pathname === `${home}index.html`) return find(new Request(home));
  return find(request);
}

async function find(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}
