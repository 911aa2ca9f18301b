import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { test } from "../lib/runner.mjs";

const budgets = JSON.parse(await readFile(new URL("../../budgets.json", import.meta.url), "utf8"));

for (const [path, limit] of [["", budgets.first_load_gzip_kb], ["zh.html", budgets.first_load_zh_gzip_kb]]) {
  test(`what is loaded until the page is ready fits the budget: /${path}`, async ({ open }) => {
    const { responses, page } = await open(path, { ready: "first" });
    await page.evaluate(() => document.fonts.ready);
    let total = 0;
    for (const response of responses) {
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
