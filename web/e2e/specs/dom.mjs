// The page's own element layer: what is made anew must not be noticed.

import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";

test("a radio keeps the focus while its group is made anew", async ({ open }) => {
  const { page } = await open();
  const group = page.getByRole("radiogroup", { name: "KV format" }).first();
  const first = group.getByRole("radio").first();
  await first.focus();
  const seen = new Set();
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(50);
    const focused = await page.evaluate(() => {
      const { type, value, checked } = document.activeElement;
      return { type, value, checked };
    });
    assert.equal(focused.type, "radio");
    assert.ok(focused.checked);
    seen.add(focused.value);
  }
  assert.ok(seen.size >= 2, [...seen].join(" "));
});

test("what leaves the page takes its listeners along", async ({ open }) => {
  // Taking the focused element away tells it of the blur; its handler is gone by then.
  const { page } = await open("?v=1&view=lab");
  await page.getByRole("slider", { name: "Context", exact: true }).focus();
  await page.goBack().catch(() => {});
  await page.goForward().catch(() => {});
  await page.getByRole("combobox", { name: "Model A" }).focus();
  // The story is another module: leaving stops what is still being fetched.
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Story" }).first().click();
  await page.locator("#fig-together").waitFor();
  assert.equal(await page.locator("#fig-breakdown").count(), 0);
});

test("a list shows the entry that the link names", async ({ open }) => {
  const { page } = await open("?v=1&kv=q8_0", { width: 360, height: 800 });
  const list = page.locator(".machine .pick-kv select");
  assert.equal(await list.inputValue(), "q8_0");
});

test("a list that opens as it leaves the page asks for nothing in the next frame", async ({ open }) => {
  const { page, problems } = await open("?v=1&view=lab");
  const own = page.getByLabel("B on a machine of its own");
  await own.check();
  const list = page.getByRole("combobox", { name: "Device of B", exact: true });
  await list.waitFor();
  const box = await own.elementHandle();
  // Both before a frame is drawn.
  await list.evaluate((list, box) => {
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
    return Promise.resolve().then(() => box.click());
  }, box);
  await list.waitFor({ state: "detached" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.deepEqual(problems, []);
  assert.equal(await page.locator(".fault").count(), 0);
});
