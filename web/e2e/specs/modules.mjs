// What is loaded when: the front page's module alone, the rest when it is asked for.

import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";

const file = (url) => new URL(url).pathname.split("/").pop();
/** Names of the modules and data among the responses so far. */
const loaded = ({ responses }) => [...new Set(responses.map((response) => file(response.url()))
  .map((name) => /^(bpt-web|bpt-lab|bpt-files|catalog)-/.exec(name)?.[1])
  .filter(Boolean))].sort();

test("the front page loads its own module only", async ({ open }) => {
  const opened = await open();
  assert.deepEqual(loaded(opened), ["bpt-web"]);
});

test("the lab loads its own module and the catalog", async ({ open }) => {
  const opened = await open("?v=1&view=lab");
  assert.deepEqual(loaded(opened), ["bpt-lab", "catalog"]);
});

test("from the story to the lab and back the state is kept", async ({ open }) => {
  const { page } = await open("?v=1&ctx=16384");
  await page.getByRole("navigation").getByRole("link", { name: "Lab", exact: true }).click();
  await page.locator(".lab").waitFor();
  assert.equal(await page.locator(".story").count(), 0);
  assert.match(page.url(), /view=lab/);
  assert.match(page.url(), /ctx=16384/);
  await page.goBack();
  await page.locator("html[data-ready=true] #fig-together").waitFor();
  assert.doesNotMatch(page.url(), /view=/);
  assert.match(page.url(), /ctx=16384/);
});

test("a link that names another model waits for the catalog", async ({ open }) => {
  const opened = await open("?v=1&a=llama-2-7b&d=rtx-2070-super");
  assert.deepEqual(loaded(opened), ["bpt-web", "catalog"]);
  const status = opened.page.locator(".notice");
  assert.ok(await status.isHidden(), "nothing was replaced");
  assert.ok(await opened.page.getByText("RTX 2070 SUPER").count() > 0);
});

test("a chooser fetches the catalog and lists all of it", async ({ open }) => {
  const opened = await open();
  const input = opened.figure("together").getByRole("combobox", { name: "Device" });
  await input.click();
  const list = opened.figure("together").getByRole("listbox", { name: "Device" });
  await list.getByText("RTX 2070 SUPER").waitFor();
  assert.deepEqual(loaded(opened), ["bpt-web", "catalog"]);
  await input.fill("2070 super");
  await input.press("Enter");
  await opened.frame();
  assert.match(await input.inputValue(), /2070 SUPER/);
});

test("a number of the front page is explained by the lab's module", async ({ open }) => {
  const opened = await open();
  const { page } = opened;
  const number = page.locator('.headline button[data-quantity="decode.tok_s_per_user"][data-model="a"]');
  await number.click();
  const panel = page.getByRole("dialog");
  await panel.waitFor();
  assert.deepEqual(loaded(opened), ["bpt-lab", "bpt-web"]);
  const before = await panel.textContent();
  // It follows the sliders while it is open.
  await opened.press(opened.slider("Users at once", opened.figure("together")), "ArrowRight", 3);
  await page.waitForFunction((old) => document.querySelector("[role=dialog]")?.textContent !== old, before);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await number.click();
  await panel.waitFor();
});
