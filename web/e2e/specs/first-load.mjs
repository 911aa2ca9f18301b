import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { test } from "../lib/runner.mjs";

const budgets = JSON.parse(await readFile(new URL("../../budgets.json", import.meta.url), "utf8"));

/** When the page was ready, as its own clock says. */
const noteReady = (page) => page.addInitScript(() => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector("[data-ready=true]")) return;
    window.readyAt = Date.now();
    observer.disconnect();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] });
});

for (const [path, limit] of [["", budgets.first_load_gzip_kb], ["zh.html", budgets.first_load_zh_gzip_kb]]) {
  test(`what is loaded until the page is ready fits the budget: /${path}`, async ({ open }) => {
    const { responses, page } = await open(path, { ready: "first", before: noteReady });
    await page.evaluate(() => document.fonts.ready);
    const readyAt = await page.evaluate(() => window.readyAt);
    assert.ok(readyAt);
    let total = 0;
    for (const response of responses) {
      // The whole page's module is asked for a second later, which on a busy machine has passed here.
      const late = response.request().timing().startTime > readyAt;
      if (late && response.request().resourceType() !== "font") continue;
      const bytes = gzipSync(await response.body(), { level: 9 }).length;
      total += bytes;
      const name = new URL(response.url()).pathname;
      console.log(`        ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
    }
    const kb = total / 1000;
    console.log(`        ${kb.toFixed(1).padStart(7)} kB gzip in all, at most ${limit}`);
    assert.ok(kb <= limit, `${kb.toFixed(1)} kB`);
  });
}
