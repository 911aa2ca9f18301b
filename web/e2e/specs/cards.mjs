// Static pages of the presets: what link previews read, and where readers land.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { PNG } from "pngjs";
import { baseUrl } from "../lib/browser.mjs";
import { test } from "../lib/runner.mjs";

const FOLDER = new URL("../../../dist/s/", import.meta.url);

test("each preset has a title, a description and a preview of its own", async ({ open }) => {
  const names = await readdir(FOLDER);
  assert.ok(names.length >= 15, `${names.length} pages`);
  const seen = { title: new Set(), picture: new Set() };
  for (const name of names) {
    const { page } = await open("", { base: `${baseUrl}s/${name}/`, ready: false, javaScript: false, before: keepHere });
    const meta = (property) => page.locator(`meta[property="${property}"]`).getAttribute("content");
    const title = await meta("og:title");
    assert.ok(title.length > 5 && title.length < 70, title);
    assert.ok((await meta("og:description")).length > 20, name);
    assert.equal(await meta("og:image"), "preview.png");
    const bytes = await readFile(new URL(`${name}/preview.png`, FOLDER));
    const { width, height } = PNG.sync.read(bytes);
    assert.deepEqual([width, height], [1200, 630], name);
    assert.ok(bytes.length < 300_000, `${name}: ${bytes.length} bytes`);
    seen.title.add(title);
    seen.picture.add(bytes.toString("base64"));
  }
  assert.equal(seen.title.size, names.length);
  assert.equal(seen.picture.size, names.length);
});

test("whoever opens one lands in the lab with its scenario", async ({ open }) => {
  const opened = await open("", { base: `${baseUrl}s/half-kv/`, ready: false });
  await opened.page.waitForURL(/view=lab/);
  await opened.ready();
  assert.match(opened.page.url(), /kv=q8_0/);
  const same = await open("?v=1&view=lab&kv=q8_0&ctx=65536");
  assert.equal(await opened.number("decode.tok_s_per_user"), await same.number("decode.tok_s_per_user"));
});

/** A reader of previews does not follow the page on. */
async function keepHere(page) {
  await page.route(/\/s\/[^/]+\/$/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/<meta http-equiv="refresh"[^>]*>/, "") });
  });
}
