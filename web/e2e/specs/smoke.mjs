import assert from "node:assert/strict";
import { baseUrl, subfolder } from "../lib/browser.mjs";
import { test } from "../lib/runner.mjs";

test("the page becomes ready", async ({ open }) => {
  const { page } = await open();
  assert.ok(await page.title());
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
});

test("it works from a subfolder of the host", async ({ open }) => {
  const { page } = await open("", { base: new URL(subfolder, baseUrl).href });
  assert.equal(new URL(page.url()).pathname, subfolder);
});

test("it works in a sandboxed frame of another origin", async ({ open }) => {
  // `localhost` and 127.0.0.1 are different origins of the same server, and allow-scripts alone
  // makes the frame's own origin `null`: the strictest host there is.
  const host = await open("", { base: `${baseUrl}fixtures/host.html`, ready: false });
  const frame = host.page.frameLocator("iframe");
  await frame.locator("html[data-ready=true]").waitFor({ timeout: 20_000 });
});

test("its main files have the right types and no cookie is set", async ({ open }) => {
  const opened = await open();
  const types = new Map(opened.responses.map((r) =>
    [new URL(r.url()).pathname.split(".").pop(), r.headers()["content-type"]]));
  assert.equal(types.get("wasm"), "application/wasm");
  assert.match(types.get("js"), /^text\/javascript/);
  assert.deepEqual(await opened.context.cookies(), []);
});

test("each file is loaded once: preloads are used", async ({ open }) => {
  const { responses } = await open();
  const urls = responses.map((r) => r.url());
  assert.deepEqual(urls, [...new Set(urls)]);
});
