// Figure `together`: every control works, by keyboard and by pointer.

import assert from "node:assert/strict";
import { rest } from "../lib/page.mjs";
import { test } from "../lib/runner.mjs";

const SLIDERS = ["Memory bandwidth", "Bits per weight", "Context", "Users at once"];

/** The headline's speed of a model, unrounded; null where it does not fit. */
async function speed(page, model) {
  const found = page.locator(`.big [data-quantity="decode.tok_s_per_user"][data-model="${model}"]`);
  return (await found.count()) === 0 ? null : Number(await found.getAttribute("data-raw"));
}

/** The figure with what stands above it. */
const whole = (page) => page.locator(".together").first();
const slider = (page, name) => whole(page).getByRole("slider", { name, exact: true });

test("each slider changes numbers and both charts, by keyboard", async ({ open }) => {
  const opened = await open();
  const { page } = opened;
  for (const name of SLIDERS) {
    const before = [await speed(page, "a"), await speed(page, "b")];
    const pictures = await opened.canvasHashes(page.locator("#fig-together"));
    assert.equal(pictures.length, 2);
    const values = await opened.press(slider(page, name), "ArrowRight", 3);
    assert.equal(new Set(values).size, values.length, `${name}: ${values}`);
    const after = [await speed(page, "a"), await speed(page, "b")];
    assert.notEqual(before[0], after[0], `${name} changes A`);
    assert.notEqual(before[1], after[1], `${name} changes B`);
    const now = await opened.canvasHashes(page.locator("#fig-together"));
    assert.notEqual(pictures[0], now[0], `${name} changes the speed chart`);
    // Bandwidth has no part in what has to fit.
    if (name !== "Memory bandwidth") assert.notEqual(pictures[1], now[1], `${name} changes memory`);
  }
});

test("each slider follows the pointer, and 0 brings its preset back", async ({ open }) => {
  const opened = await open();
  const { page } = opened;
  const preset = [await speed(page, "a"), await speed(page, "b")];
  for (const name of SLIDERS) {
    await opened.drag(slider(page, name), 0.62);
    const dragged = await speed(page, "b");
    assert.notEqual(dragged, preset[1], name);
    await slider(page, name).press("0");
    assert.deepEqual([await speed(page, "a"), await speed(page, "b")], preset, `${name} back`);
  }
});

test("a chart is a slider: arrows read it, Enter takes it, Escape leaves it", async ({ open }) => {
  const { page } = await open();
  const context = slider(page, "Context");
  const start = await context.inputValue();
  for (const name of ["Context, on the chart of speed", "Context, on the chart of memory"]) {
    const chart = slider(page, name);
    await chart.focus();
    const text = await chart.getAttribute("aria-valuetext");
    await chart.press("ArrowRight");
    assert.notEqual(await chart.getAttribute("aria-valuetext"), text);
    assert.equal(await context.inputValue(), start, "reading changes nothing");
    await chart.press("Escape");
    assert.equal(await chart.getAttribute("aria-valuetext"), text);
    for (let n = 0; n < 6; n += 1) await chart.press("ArrowRight");
    await chart.press("Enter");
    assert.notEqual(await context.inputValue(), start, "Enter takes it");
    await context.press("0");
  }
});

test("dragging on a chart moves Context", async ({ open }) => {
  const { page } = await open();
  const chart = slider(page, "Context, on the chart of memory");
  const context = slider(page, "Context");
  const before = await context.inputValue();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 90, { steps: 5 });
  await page.mouse.up();
  assert.ok(Number(await context.inputValue()) > Number(before) + 5);
});

test("an exact value may lie beyond the slider; what is not allowed stays and says why", async ({ open }) => {
  const { page } = await open();
  const field = whole(page).getByRole("textbox", { name: "Context, exact value" });
  await field.fill("500k");
  await field.press("Enter");
  assert.equal(await field.inputValue(), "512,000");
  const last = await slider(page, "Context").getAttribute("max");
  assert.equal(await slider(page, "Context").inputValue(), last);
  await field.fill("minus two");
  await field.press("Enter");
  assert.equal(await field.inputValue(), "minus two");
  assert.match(await whole(page).getByRole("alert").innerText(), /Context must be/);
  assert.equal(await field.getAttribute("aria-invalid"), "true");
});

test("choosers are searched by typing and driven by keys", async ({ open }) => {
  const { page } = await open();
  const model = whole(page).getByRole("combobox", { name: "Model B", exact: true });
  const before = await speed(page, "b");
  await model.focus();
  await model.press("ArrowDown");
  assert.ok((await whole(page).getByRole("option").count()) >= 137);
  await model.pressSequentially("gpt oss 120");
  assert.equal(await whole(page).getByRole("option").count(), 1);
  await model.press("Enter");
  assert.equal(await model.inputValue(), "gpt-oss-120b");
  assert.notEqual(await speed(page, "b"), before);

  const device = whole(page).getByRole("combobox", { name: "Device", exact: true });
  await device.click();
  assert.ok((await whole(page).getByRole("option").count()) >= 165);
  await device.pressSequentially("3090");
  await whole(page).getByRole("option", { name: /^RTX 3090 936/ }).click();
  assert.equal(await device.inputValue(), "RTX 3090");
  await whole(page).getByRole("combobox", { name: "Model B", exact: true }).click();
  await whole(page).getByRole("option", { name: "None", exact: true }).click();
  assert.equal(await speed(page, "b"), null);
  assert.match(await page.locator(".sentence").innerText(), /^A /);
});

test("what does not fit shows no speed but ways to fit that do", async ({ open }) => {
  const opened = await open("?v=1&d=rtx-3090&ctx=32768");
  const { page } = opened;
  assert.equal(await speed(page, "a"), null);
  assert.ok((await speed(page, "b")) > 0);
  assert.match(await page.locator(".sentence").innerText(), /does not fit at 32,768 tokens/);
  const ways = whole(page).locator(".ways button");
  assert.ok((await ways.count()) >= 1 && (await ways.count()) <= 2);
  await ways.first().click();
  assert.ok((await speed(page, "a")) > 0);
});

test("the link holds the state, and opening it brings it back", async ({ open }) => {
  const opened = await open();
  const { page } = opened;
  await slider(page, "Users at once").press("ArrowRight");
  await opened.drag(slider(page, "Context"), 0.3);
  await whole(page).getByRole("radio", { name: "q8_0", exact: true }).click();
  await rest(page, 500);
  const query = new URL(page.url()).search;
  assert.match(query, /^\?v=1&/);
  const again = await open(query);
  for (const model of ["a", "b"]) {
    assert.equal(await speed(again.page, model), await speed(page, model));
  }
  await rest(again.page, 500);
  assert.equal(new URL(again.page.url()).search, query);
});

test("a bad link says what it could not use", async ({ open }) => {
  const { page } = await open("?v=1&a=qwen9&ctx=abc");
  const notice = page.locator(".notice");
  assert.match(await notice.innerText(), /a=qwen9/);
  await notice.getByRole("button").click();
  assert.ok(await notice.isHidden());
});

test("the table has a row for each tick and limit, with the headline's numbers", async ({ open }) => {
  const { page } = await open("?v=1&d=rtx-3090");
  await whole(page).getByRole("button", { name: "Table", exact: true }).click();
  const rows = whole(page).locator(".data tbody tr");
  // Six ticks, the present context, and both models' limits, some of which may be the same.
  const contexts = await rows.locator("th").allInnerTexts();
  assert.equal(new Set(contexts).size, contexts.length);
  for (const tick of ["256", "1,024", "4,096", "8,192", "16,384", "65,536", "262,144"]) {
    assert.ok(contexts.includes(tick), `${tick} in ${contexts}`);
  }
  assert.ok(contexts.length <= 9);
  const now = whole(page).locator(".data tr.now [data-quantity='decode.tok_s_per_user'][data-model='a']");
  assert.equal(Number(await now.getAttribute("data-raw")), await speed(page, "a"));
});

test("nothing moves while a slider is dragged end to end", async ({ open }) => {
  for (const width of [320, 390, 640, 768, 1280]) {
    const opened = await open("", { width, height: 900 });
    const { page } = opened;
    // Where the reader sees them: what is said above the figure may grow, since its numbers are
    // the page's, and the browser keeps the figure where it is.
    const places = () => page.evaluate(() =>
      [".headline", ".machine", ".sliders", ".chart-speed", ".chart-memory", ".key"].map((selector) => {
        const box = document.querySelector(selector).getBoundingClientRect();
        return [selector, Math.round(box.left), Math.round(box.top)].join(" ");
      }));
    // What lies above is computed when it is passed on the way.
    await opened.figure("together").scrollIntoViewIfNeeded();
    await rest(page, 500);
    for (const name of SLIDERS) {
      await slider(page, name).focus();
      await page.waitForTimeout(100);
      const before = await places();
      for (const key of ["Home", "End", "0"]) {
        await slider(page, name).press(key);
        await opened.frame();
        assert.deepEqual(await places(), before, `${width} px, ${name}, ${key}`);
        assert.ok(!(await opened.overflowsSideways()), `${width} px, ${name}, ${key}`);
      }
    }
  }
});

