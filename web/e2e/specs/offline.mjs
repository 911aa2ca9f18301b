// Without network: the page after its first visit, a clean change to a new version, nothing in embeds.

import assert from "node:assert/strict";
import { copyOfPage } from "../lib/host.mjs";
import { test } from "../lib/runner.mjs";

/** Until the service worker has the whole page. */
const installed = (page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  return (await caches.keys()).filter((name) => name.startsWith("bytes-per-token "));
});

test("it works after the server has stopped, in every view, and with what is loaded on demand", async ({ open }) => {
  const site = await copyOfPage();
  const opened = await open("", site.options("", { ready: true }));
  const { page } = opened;
  assert.equal((await installed(page)).length, 1);
  await site.close();
  for (const query of ["", "?v=1&view=lab&ctx=32768", "?view=method", "index.html?view=lab"]) {
    await page.goto(site.url(query));
    await opened.ready();
    assert.ok(await page.getByRole("heading").first().isVisible(), query);
  }
  await page.goto(site.url("?v=1&view=lab&users=2"));
  await opened.ready();
  const slider = opened.slider("Context");
  const before = await opened.number("decode.tok_s_per_user");
  await slider.press("ArrowRight");
  assert.notEqual(await opened.number("decode.tok_s_per_user"), before);
});

test("it can be installed", async ({ open }) => {
  const site = await copyOfPage();
  try {
    const opened = await open("", site.options("", { ready: true }));
    await installed(opened.page);
    const session = await opened.devtools();
    const { errors, url } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.ok(url.endsWith("/manifest.webmanifest"), url);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A test's context is private, where nothing can be installed.
    const found = installabilityErrors.map((e) => e.errorId).filter((id) => id !== "in-incognito");
    assert.deepEqual(found, []);
  } finally {
    await site.close();
  }
});

test("a new version replaces the old one whole", async ({ open }) => {
  const site = await copyOfPage();
  try {
    const opened = await open("", site.options("", { ready: true }));
    const { page } = opened;
    const [old] = await installed(page);
    // From the second visit on the page comes from the worker.
    await page.reload();
    await opened.ready();
    // The next version: another page, another style sheet, and the worker that says so.
    const index = (await site.original("index.html")).toString();
    const style = /tokens-[0-9a-f]+\.css/.exec(index)[0];
    site.change("index.html", index.replace("<title>", '<meta name="marker" content="new"><title>')
      .replace(style, "style-new.css").replace(/(style-new\.css"[^>]*?) integrity="[^"]+"/, "$1"));
    site.change("style-new.css", await site.original(style));
    site.change(style, null);
    const worker = (await site.original("worker.js")).toString();
    site.change("worker.js", worker.replace(old, "bytes-per-token new").replace(style, "style-new.css"));
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
    });
    assert.equal(await page.locator("meta[name=marker]").count(), 0, "an open page stays what it is");
    await page.reload();
    await page.locator("meta[name=marker]").waitFor({ state: "attached" });
    await opened.ready();
    assert.deepEqual(await page.evaluate(() => caches.keys()), ["bytes-per-token new"]);
    const sheets = await page.evaluate(() => [...document.styleSheets].map((s) => s.href.split("/").pop()));
    assert.ok(sheets.includes("style-new.css") && !sheets.includes(style), sheets.join(" "));
  } finally {
    await site.close();
  }
});

test("an embed registers nothing and stores nothing", async ({ open }) => {
  const site = await copyOfPage();
  try {
    const { page } = await open("?v=1&embed=together", site.options("", { ready: true, base: site.url("") }));
    await page.waitForTimeout(300);
    const found = await page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length, localStorage.length,
    ]);
    assert.deepEqual(found, [0, 0, 0]);
  } finally {
    await site.close();
  }
});
