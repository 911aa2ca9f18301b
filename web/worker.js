// The page without network. One cache holds one version, whole: a page is served either from it or
// from the network, never from two versions. xtask writes version and list; embeds have none of it.

const CACHE = "bytes-per-token VERSION";
const FILES = ["LIST"];

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  // All or nothing: with one file missing the old version stays.
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("bytes-per-token ") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  })());
});

self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});

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
