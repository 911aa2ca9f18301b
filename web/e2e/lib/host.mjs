// Another site that embeds the page: a server on a port of its own, so of another origin.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { baseUrl } from "./browser.mjs";

const DEMO = new URL("../../../docs/demo/", import.meta.url);
const PLACE = "https://bytes-per-token.example/";
const DIST = new URL("../../../dist/", import.meta.url);
const TYPES = {
  html: "text/html; charset=utf-8", css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8",
  wasm: "application/wasm", svg: "image/svg+xml", woff2: "font/woff2", json: "application/json",
  webmanifest: "application/manifest+json",
};

async function listen(answer) {
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: server.address().port,
    close: () => new Promise((done) => {
      server.closeAllConnections?.();
      server.close(done);
    }),
  };
}

const pathOf = (request) => decodeURIComponent(new URL(request.url, "http://host/").pathname.slice(1)).replaceAll("..", "");

/** What `open` takes so that requests to another origin are expected. */
const expecting = (origin) => (path, more = {}) => ({
  base: `${origin}/${path}`,
  ready: false,
  allow: new RegExp(`^request off the origin: ${origin}/`),
  ...more,
});

/** The page on a server of its own, which can be stopped and whose files can be changed. */
export async function copyOfPage() {
  const changed = new Map();
  const original = (name) => readFile(new URL(name, DIST));
  const { port, close } = await listen(async (request, response) => {
    const asked = pathOf(request);
    const name = asked === "" || asked.endsWith("/") ? `${asked}index.html` : asked;
    try {
      const body = changed.has(name) ? changed.get(name) : await original(name);
      if (body === null) throw new Error("gone");
      response.setHeader("Content-Type", TYPES[name.split(".").pop()] ?? TYPES.html);
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Cache-Control", "no-cache");
      response.end(body);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    close,
    original,
    change: (name, body) => changed.set(name, body),
    url: (path) => `${origin}/${path}`,
    options: expecting(origin),
  };
}

/**
 * Serves docs/demo, with the page's own address in it, and `pages` (path to HTML).
 * Options: `policy`, a Content-Security-Policy header.
 */
export async function otherSite({ policy, pages = {} } = {}) {
  const { port, close } = await listen(async (request, response) => {
    const path = pathOf(request);
    try {
      const text = pages[path] ?? await readFile(new URL(path, DEMO), "utf8");
      if (policy) response.setHeader("Content-Security-Policy", policy);
      response.setHeader("Content-Type", TYPES[path.split(".").pop()] ?? TYPES.html);
      response.end(text.replaceAll(PLACE, baseUrl));
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  // Another name as well: browsers give frames of another site a process of their own.
  const origin = `http://localhost:${port}`;
  return { origin, close, url: (path) => `${origin}/${path}`, options: expecting(origin) };
}
