// Right-size, measurements, reverse and the menus of figures.

import assert from "node:assert/strict";
import { estimates } from "../lib/rows.mjs";
import { rest } from "../lib/page.mjs";
import { test } from "../lib/runner.mjs";

const slider = (page, name) => page.getByRole("slider", { name, exact: true });
const RIGHT = "?v=1&view=rightsize";

/** Numbers of a column of the table, from top to bottom. */
const column = (page, at) => page.locator(`.right tbody tr td.cell:nth-child(${3 + at}) a`)
  .evaluateAll((all) => all.map((a) => Number(a.dataset.raw)));

test("right-size ranks by what is read, and each cell is the estimate of its pair", async ({ open }) => {
  const { page } = await open(`${RIGHT}&models=qwen3-32b,qwen3-30b-a3b,glm-4.5-air,gpt-oss-120b&ctx=32768&u=2`);
  const reads = await page.locator(".right td.reads").evaluateAll((all) => all.map((e) => Number(e.dataset.raw)));
  assert.equal(reads.length, 4);
  assert.deepEqual(reads, [...reads].sort((a, b) => a - b));
  const names = await page.locator(".right .row-menu .name").allInnerTexts();
  const ids = { "Qwen3-32B": "qwen3-32b", "Qwen3-30B-A3B": "qwen3-30b-a3b", "GLM-4.5-Air": "glm-4.5-air", "gpt-oss-120b": "gpt-oss-120b" };
  const devices = [["rtx-3090", 1], ["rtx-3090", 2], ["rtx-5090", 1], ["m4-max-40c", 1], ["strix-halo-395", 1], ["dgx-spark", 1]];
  const list = names.flatMap((name) => devices.map(([device_id, device_count]) => ({
    model_id: ids[name], device_id, device_count, context_tokens: 32768, users: 2,
  })));
  const expected = estimates(list);
  for (const [at] of devices.entries()) {
    const shown = await column(page, at + 1);
    for (const [row, value] of shown.entries()) {
      const wanted = expected[row * devices.length + at].decode.tok_s_per_user;
      assert.ok(Math.abs(value / wanted - 1) < 1e-9, `${names[row]} on ${devices[at]}: ${value}, not ${wanted}`);
    }
  }
});

test("right-size: sliders", async ({ open }) => {
  const opened = await open(RIGHT);
  const { page } = opened;
  const told = () => page.locator("#rightsize-takeaway").innerText();
  for (const [name, key] of [["Context", "ctx"], ["Users at once", "u"], ["Least tok/s", "least"]]) {
    const before = await told();
    const control = slider(page, name);
    for (let at = 0; at < 12; at += 1) await control.press("ArrowRight");
    await rest(page, 400);
    assert.ok(new URL(page.url()).searchParams.has(key), name);
    if (name !== "Context") assert.notEqual(await told(), before, name);
  }
});

test("right-size: a wait that nothing meets, cells by keys, links", async ({ open }) => {
  const opened = await open(RIGHT);
  const { page } = opened;
  const told = () => page.locator("#rightsize-takeaway").innerText();
  const wait = slider(page, "Longest wait for a first token");
  assert.equal(await wait.getAttribute("aria-valuetext"), "any");
  await wait.press("Home");
  assert.match(await told(), /^None of/);
  await page.getByRole("button", { name: "Wait as long as it takes" }).click();
  assert.equal(await wait.getAttribute("aria-valuetext"), "any");
  // One tab stop, arrows between cells, letters make the row's model A or B.
  const cell = page.locator("#right-0-1");
  await cell.focus();
  await cell.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "right-1-2");
  assert.equal(await page.locator('.right [tabindex="0"]').count(), 1);
  assert.match(await page.locator(".right-key .read").innerText(), /GB/);
  await page.keyboard.press("a");
  assert.equal(await page.locator(".right tbody tr").nth(1).locator(".dot-a").count(), 1);
  // A device less, a device more.
  const columns = () => page.locator(".right thead .rig").count();
  await page.getByRole("button", { name: "Remove RTX 5090" }).click();
  assert.equal(await columns(), 5);
  const add = page.getByRole("combobox", { name: "Add a device" });
  await add.focus();
  await add.press("ArrowDown");
  await add.pressSequentially("rtx 4090 1,008");
  await add.press("Enter");
  assert.equal(await columns(), 6);
  const name = await page.locator("#right-0-1").getAttribute("aria-label");
  await page.locator("#right-0-1").press("Enter");
  assert.match(page.url(), /view=lab/);
  const [model] = name.split(" on ");
  assert.equal(await page.getByRole("combobox", { name: "Model A", exact: true }).inputValue(), model);
});

test("right-size: a budget, a choice of models, by pointer", async ({ open }) => {
  const { page } = await open(RIGHT);
  const budget = page.getByRole("textbox", { name: "Budget, US dollars" });
  await budget.fill("1,000");
  await budget.press("Enter");
  assert.ok((await page.locator(".right thead .rig").count()) >= 3);
  await page.getByRole("button", { name: "My devices again" }).click();
  await page.locator("summary", { hasText: "Choose models" }).click();
  await page.getByRole("button", { name: "Choose none" }).click();
  assert.equal(await page.locator(".right tbody tr").count(), 0);
  await page.getByRole("searchbox", { name: "Find a model" }).fill("glm-4.5-air");
  await page.getByRole("checkbox", { name: /GLM-4.5-Air/ }).check();
  assert.equal(await page.locator(".right tbody tr").count(), 1);
  await rest(page, 400);
  assert.equal(new URL(page.url()).searchParams.get("models"), "glm-4.5-air");
});

test("the whole market is computed in at most 50 ms", async ({ open }) => {
  const { page } = await open(RIGHT, { height: 2200 });
  const market = page.locator(".market");
  await market.scrollIntoViewIfNeeded();
  const spent = () => page.waitForFunction(() => document.querySelector(".market").dataset.marketMs)
    .then((handle) => handle.jsonValue()).then(Number);
  await spent();
  const times = [];
  for (let at = 0; at < 7; at += 1) {
    await page.evaluate(() => { document.querySelector(".market").removeAttribute("data-market-ms"); });
    await slider(page, "Context").press(at % 2 ? "ArrowLeft" : "ArrowRight");
    times.push(await spent());
  }
  times.sort((a, b) => a - b);
  console.log(`        22,605 estimates: ${times.join(", ")} ms`);
  assert.match(await market.locator(".line").innerText(), /of 22,605 pairs/);
  assert.ok(times[3] <= 50, `median ${times[3]} ms`);
}, { alone: true });

test("the checked preset shows eight measured runs over context", async ({ open }) => {
  const { page } = await open("?v=1&view=lab&q=q8_0");
  await page.waitForSelector('#fig-context[data-measured="8"]');
  await page.locator("#fig-context").scrollIntoViewIfNeeded();
  await page.locator("#fig-context .note").filter({ hasText: /8 measured runs/ }).waitFor();
  const other = await open("?v=1&view=lab&a=qwen3-8b&b=none&d=rtx-5060-ti-16");
  await other.page.waitForSelector("#fig-context .near, #fig-context[data-measured]:not([data-measured='0'])");
});

test("measurements: filters, a run by pointer and by key, its source, into the lab", async ({ open }) => {
  const opened = await open("?v=1&view=measurements");
  const { page } = opened;
  await page.waitForSelector("#fig-measure canvas");
  const count = async () => Number((await page.locator(".measured > .hint").first().innerText()).replace(/,/g, "").match(/^\d+/)[0]);
  const all = await count();
  assert.ok(all > 1500);
  for (const [name, id] of [["Device", "#runs-device"], ["Engine", "#runs-engine"], ["Kind of model", "#runs-kind"], ["Format", "#runs-format"], ["Source", "#runs-source"], ["Model", "#runs-model"]]) {
    await page.locator(id).selectOption({ index: 1 });
    assert.ok((await count()) < all, name);
    await page.locator(id).selectOption({ index: 0 });
    assert.equal(await count(), all, name);
  }
  await page.getByRole("checkbox").check();
  assert.ok((await count()) < all);
  await page.getByRole("checkbox").uncheck();
  const box = await page.locator("#fig-measure .chart").boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5, { steps: 6 });
  await page.waitForSelector(".run-box dl");
  const first = await page.locator(".run-box").innerText();
  await page.locator("#fig-measure .chart").press("PageUp");
  assert.notEqual(await page.locator(".run-box").innerText(), first);
  assert.match(await page.locator(".run-box a").getAttribute("href"), /^https:/);
  assert.ok((await page.locator("table").first().locator("tbody tr").count()) > 5);
  // Tags such as "eager" are no part of a link: a run without any.
  await page.locator("#runs-source").selectOption("lcpp-benches");
  await page.locator("#fig-measure .chart").press("ArrowRight");
  const predicted = Number(await page.locator(".run-box .strong dd").nth(1).getAttribute("data-raw"));
  await page.getByRole("button", { name: "Open this run in the lab" }).click();
  const shown = Number(await page.locator('.lab-answer [data-quantity="decode.tok_s_per_user"][data-model="a"]').first().getAttribute("data-raw"));
  assert.ok(Math.abs(shown / predicted - 1) < 1e-6, `${shown} in the lab, ${predicted} there`);
});

test("reverse: what a speed takes, reached when it is taken over", async ({ open }) => {
  const { page } = await open("?v=1&view=lab");
  await page.locator("#reverse > summary").click();
  const target = page.getByRole("textbox", { name: "Target speed, exact value" });
  await target.fill("25");
  await target.press("Enter");
  const said = page.locator(".needs-said").first();
  assert.match(await said.innerText(), /For 25\stok\/s for each user A needs [\d,]+\sGB\/s/);
  await slider(page, "Target context").press("ArrowRight");
  await page.locator('[data-need="bandwidth"]').first().click();
  const speed = Number(await page.locator('.big [data-quantity="decode.tok_s_per_user"][data-model="a"]').getAttribute("data-raw"));
  assert.ok(speed >= 25 && speed < 25.4, `${speed}`);
});

test("menus of figures: table, log scale, code; by key and by pointer", async ({ open }) => {
  const opened = await open("?v=1&view=lab", { height: 2600 });
  const { page } = opened;
  const figure = page.locator("#fig-context");
  const menu = figure.locator(".menu > summary");
  await menu.click();
  await figure.getByRole("button", { name: "Table", exact: true }).click();
  assert.ok(await figure.locator("table").isVisible());
  const [before] = await opened.canvasHashes(figure);
  await menu.focus();
  await menu.press("Enter");
  await figure.getByRole("button", { name: "Log scale" }).press("Enter");
  const [after] = await opened.canvasHashes(figure);
  assert.notEqual(after, before);
});

test("axe finds nothing in these views", async ({ open }) => {
  for (const scheme of ["light", "dark"]) {
    for (const width of [320, 1280]) {
      for (const view of ["rightsize", "measurements", "method"]) {
        const opened = await open(`?v=1&view=${view}`, { width, scheme });
        if (view === "measurements") await opened.page.waitForSelector("#fig-measure canvas");
        assert.deepEqual(await opened.axe(), [], `${view} ${width} ${scheme}`);
        assert.equal(await opened.overflowsSideways(), false, `${view} ${width} ${scheme}`);
        await opened.close();
      }
    }
  }
}, { timeout: 120_000 });
