// What is loaded when: the front page's module alone, the rest when it is asked for.

import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";

const file = (url) => new URL(url).pathname.split("/").pop();
/** Names of the modules and data among the responses so far. */
const loaded = ({ responses }) => [...new Set(responses.map((response) => file(response.url()))
  .map((name) => /^(bpt-web|bpt-page|bpt-lab|bpt-files|catalog)-/.exec(name)?.[1])
  .filter(Boolean))].sort();

/** The first figure alone, until `bring` lets the module of the whole page arrive. */
async function first(open) {
  let bring;
  const wait = new Promise((done) => { bring = done; });
  const opened = await open("", {
    ready: "first",
    before: (page) => page.route("**/bpt-page-*.wasm", (route) => wait.then(() => route.continue())),
  });
  return { opened, page: opened.page, figure: opened.figure("bytes"), bring };
}

test("the front page loads the module of its first figure only", async ({ open }) => {
  const { opened, page, figure, bring } = await first(open);
  assert.deepEqual(loaded(opened), ["bpt-web"]);
  assert.equal(await figure.locator("canvas").count(), 1);
  assert.equal(await page.locator("#fig-bits canvas").count(), 0, "the second one is as it was built");
  bring();
});

test("the whole page takes over what was moved, and the focus", async ({ open }) => {
  const { opened, page, figure, bring } = await first(open);
  const slider = opened.slider("Memory bandwidth", figure);
  const speed = () => opened.number("decode.tok_s_per_user", "a", figure);
  const before = await speed();
  await opened.press(slider, "ArrowRight", 5);
  const at = await slider.inputValue();
  const moved = await opened.changed(before, "decode.tok_s_per_user", "a", figure);
  await figure.getByRole("button", { name: /next token/i }).click();
  await slider.focus();
  const title = await figure.locator(".figure-title").innerText();
  bring();
  await opened.whole();
  assert.equal(await page.locator("#baked").count(), 0);
  assert.deepEqual(loaded(opened), ["bpt-page", "bpt-web"]);
  assert.equal(await slider.count(), 1);
  assert.equal(await slider.inputValue(), at);
  assert.equal(await speed(), moved);
  assert.equal(await figure.locator(".figure-title").innerText(), title);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Memory bandwidth");
  await opened.press(slider, "ArrowRight", 1);
  await opened.changed(moved, "decode.tok_s_per_user", "a", figure);
});

test("a picture that waits for its frame is not drawn once the whole page is there", async ({ open }) => {
  const { opened, page, figure, bring } = await first(open);
  const slider = await opened.slider("Memory bandwidth", figure).elementHandle();
  // Moved, and taken over from before the next frame.
  await page.evaluate(async (slider) => {
    await new Promise(requestAnimationFrame);
    slider.value = Number(slider.value) + 5;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done));
    dispatchEvent(new Event("bytes-per-token:over"));
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  }, slider);
  bring();
  await opened.whole();
});

test("nothing takes over from somebody who drags", async ({ open }) => {
  const { opened, page, figure, bring } = await first(open);
  const box = await opened.slider("Memory bandwidth", figure).boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  bring();
  await page.mouse.move(box.x + box.width / 3, y, { steps: 4 });
  await page.waitForTimeout(1_500);
  assert.equal(await page.locator("html[data-whole]").count(), 0);
  await page.mouse.up();
  await page.locator("html[data-whole]").waitFor();
});

test("nothing takes over from somebody who types", async ({ open }) => {
  const { page, figure, bring } = await first(open);
  const field = figure.getByRole("textbox", { name: /^Bits per weight/ });
  await field.focus();
  await page.keyboard.type("5");
  bring();
  await page.waitForTimeout(1_500);
  assert.equal(await page.locator("html[data-whole]").count(), 0);
  await page.keyboard.type(".5");
  await page.keyboard.press("Enter");
  await page.locator("html[data-whole]").waitFor();
  assert.match(await field.inputValue(), /^5\.5/);
});

test("the whole page comes by itself a moment later", async ({ open }) => {
  const { page } = await open("", { ready: "first" });
  await page.locator("html[data-whole]").waitFor();
  assert.equal(await page.locator("#baked").count(), 0);
  assert.ok((await page.locator("figure canvas").count()) > 10);
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
  assert.deepEqual(loaded(opened), ["bpt-page", "catalog"]);
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
  assert.deepEqual(loaded(opened), ["bpt-page", "bpt-web", "catalog"]);
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
  assert.deepEqual(loaded(opened), ["bpt-lab", "bpt-page", "bpt-web"]);
  const before = await panel.textContent();
  // It follows the sliders while it is open.
  await opened.press(opened.slider("Users at once", opened.figure("together")), "ArrowRight", 3);
  await page.waitForFunction((old) => document.querySelector("[role=dialog]")?.textContent !== old, before);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await number.click();
  await panel.waitFor();
});
