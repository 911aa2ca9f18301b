// The story: text and pictures before any program, eleven figures that each work on their own,
// the founding texts' cases with their numbers, embeds of each figure.

import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";

const CHAPTERS = [
  "bytes", "bits", "context", "prefill", "bandwidth", "users", "two", "spill", "speculation",
  "measure", "rightsize",
];

/** A figure, in view and drawn. */
async function shown(opened, name) {
  const figure = opened.figure(name);
  await figure.scrollIntoViewIfNeeded();
  await figure.locator(".takeaway .number, .takeaway .strong").first().waitFor();
  await opened.frame();
  return figure;
}

/** What a figure says and draws. */
async function state(opened, figure) {
  const pictures = await opened.canvasHashes(figure);
  const text = await figure.locator(".panel-head, .takeaway, .ranked").allInnerTexts();
  return { pictures: pictures.join(), text: text.join("\n") };
}

const ranges = (figure) => figure.locator("input[type=range]");

test("each figure's sliders change that figure, by keyboard, and 0 brings it back", async ({ open }) => {
  const opened = await open();
  for (const name of CHAPTERS) {
    const figure = await shown(opened, name);
    const other = opened.figure(name === "bytes" ? "bits" : "bytes");
    const elsewhere = await other.locator(".here").innerText();
    for (const slider of await ranges(figure).all()) {
      const label = `${name}: ${await slider.getAttribute("aria-label")}`;
      const before = await state(opened, figure);
      const start = await slider.inputValue();
      const key = Number(start) > Number(await slider.getAttribute("max")) / 2 ? "ArrowLeft" : "ArrowRight";
      const values = await opened.press(slider, key, 3);
      assert.equal(new Set([Number(start), ...values]).size, 4, label);
      const after = await state(opened, figure);
      assert.ok(after.pictures !== before.pictures || after.text !== before.text, label);
      await slider.press("0");
      await opened.frame();
      assert.equal((await state(opened, figure)).text, before.text, `${label}, back`);
    }
    assert.equal(await other.locator(".here").innerText(), elsewhere, name);
  }
}, { timeout: 180_000 });

test("each figure's first slider follows the pointer", async ({ open }) => {
  const opened = await open();
  for (const name of CHAPTERS.filter((name) => name !== "measure")) {
    const figure = await shown(opened, name);
    const before = await state(opened, figure);
    await opened.drag(ranges(figure).first(), 0.55);
    const after = await state(opened, figure);
    assert.notEqual(after.pictures + after.text, before.pictures + before.text, name);
  }
}, { timeout: 120_000 });

test("other experts light up for the next token", async ({ open }) => {
  const opened = await open();
  const figure = await shown(opened, "bytes");
  const before = await state(opened, figure);
  await figure.getByRole("button", { name: "Next token" }).click();
  const after = await state(opened, figure);
  assert.notEqual(after.pictures, before.pictures);
  assert.equal(after.text, before.text);
});

test("one second of writing is played once, and the picture is as before", async ({ open }) => {
  const opened = await open();
  const figure = await shown(opened, "bytes");
  const play = figure.getByRole("button", { name: "Play one second" });
  await play.waitFor();
  const next = figure.getByRole("button", { name: "Next token" });
  const [before, place] = [await state(opened, figure), await next.boundingBox()];
  await play.click();
  await opened.page.waitForTimeout(300);
  const during = await state(opened, figure);
  assert.notEqual(during.pictures, before.pictures);
  assert.equal(during.text, before.text);
  await opened.page.waitForTimeout(1500);
  assert.deepEqual(await state(opened, figure), before);
  assert.deepEqual(await next.boundingBox(), place);
});

test("the reader's own models go through all chapters, and back", async ({ open }) => {
  const opened = await open();
  const { page } = opened;
  const bar = page.locator(".bar");
  const model = bar.getByRole("combobox", { name: "Model A", exact: true });
  await model.click();
  await model.pressSequentially("gpt oss 120");
  await model.press("Enter");
  for (const name of CHAPTERS) {
    assert.match(await opened.figure(name).locator(".here").innerText(), /gpt-oss-120b/, name);
  }
  await bar.locator(".use-mine").click();
  for (const name of ["bytes", "context", "two"]) {
    assert.doesNotMatch(await opened.figure(name).locator(".here").innerText(), /gpt-oss-120b/, name);
  }
});

/** A case of the founding texts in its figure, and the speeds that the figure's table gives. */
async function speeds(opened, name, claim) {
  const figure = await shown(opened, name);
  const cases = figure.locator("details.cases");
  if (!(await cases.evaluate((one) => one.open))) await cases.locator("summary").click();
  await figure.locator(`[data-claim="${claim}"]`).click();
  await opened.frame();
  await opened.page.waitForTimeout(600);
  return Promise.all(["a", "b"].map((model) => opened.number("decode.tok_s_per_user", model, figure)));
}

const near = (value, wanted, tolerance, what) =>
  assert.ok(Math.abs(value / wanted - 1) <= tolerance, `${what}: ${value}, claimed ${wanted}`);

test("the founding cases give the founding numbers", async ({ open }) => {
  // claims.md, "Scenarios and tolerances": a speed within 25 %, a ratio within 15 % (E6: 25 %).
  const opened = await open();
  const p2 = await speeds(opened, "bytes", "P2");
  near(p2[0], 21.5, 0.25, "P2 A");
  near(p2[1], 61, 0.25, "P2 B");
  const e6 = await speeds(opened, "bytes", "E6");
  near(e6[1] / e6[0], 6.2, 0.25, "E6");
  // P7: 22.3 to 5.1 tok/s is the chapter's own scenario.
  const figure = await shown(opened, "speculation");
  const said = await figure.locator(".takeaway [data-raw]").evaluateAll((all) =>
    all.map((one) => Number(one.dataset.raw)));
  assert.ok(said.some((value) => Math.abs(value / 22.3 - 1) <= 0.25), `22.3 in ${said}`);
  assert.ok(said.some((value) => Math.abs(value / 5.1 - 1) <= 0.25), `5.1 in ${said}`);
});

test("without script there are title, speeds, tables and pictures", async ({ open }) => {
  const { page } = await open("", { javaScript: false });
  assert.match(await page.title(), /Bytes per Token/);
  const heading = await page.getByRole("heading", { level: 1 }).innerText();
  assert.ok(heading.length > 20 && !/undefined|NaN/.test(heading));
  const lead = page.locator(".lead-text [data-quantity='decode.tok_s_per_user']");
  assert.equal(await lead.count(), 2);
  // One for each chapter, and that of figure `together`.
  assert.equal(await page.locator("figure table").count(), CHAPTERS.length + 1);
  for (const name of CHAPTERS) {
    const figure = page.locator(`#fig-${name}`);
    assert.ok(await figure.locator("table").isVisible(), name);
    assert.ok((await figure.locator(".takeaway").innerText()).length > 20, name);
    const picture = figure.locator("svg, img").first();
    await picture.scrollIntoViewIfNeeded();
    assert.ok((await picture.boundingBox()).height > 40, name);
  }
});

test("the page as built says what the program says", async ({ open }) => {
  const words = async (page) => (await page.locator("h1, .lead-text").allInnerTexts())
    .join(" ").replace(/\s+/g, " ");
  const still = await open("", { javaScript: false });
  const live = await open();
  assert.equal(await words(live.page), await words(still.page));
  for (const name of ["bytes", "context", "spill"]) {
    const figure = await shown(live, name);
    const built = still.page.locator(`#fig-${name} .takeaway`);
    assert.equal(await figure.locator(".takeaway").innerText(), await built.innerText(), name);
  }
});

test("nothing shifts while the program takes over and the reader scrolls", async ({ open }) => {
  for (const width of [390, 1280]) {
    const { page } = await open("", {
      width,
      height: 800,
      before: (page) => page.addInitScript(() => {
        window.shifted = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      }),
    });
    for (let step = 0; step < 12; step += 1) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(80);
    }
    const shifted = await page.evaluate(() => window.shifted);
    assert.ok(shifted < 0.02, `${width} px: ${shifted}`);
  }
});

test("it fits 320 px, light and dark, without sideways scroll", async ({ open }) => {
  for (const scheme of ["light", "dark"]) {
    const opened = await open("", { width: 320, height: 700, scheme });
    for (const name of CHAPTERS) await shown(opened, name);
    assert.ok(!(await opened.overflowsSideways()), scheme);
  }
}, { timeout: 120_000 });

test("each figure alone: controls, sentence, way back; show keeps what it names", async ({ open }) => {
  for (const name of CHAPTERS) {
    const opened = await open(`?embed=${name}`, { width: 640, height: 600 });
    const { page } = opened;
    const figure = opened.figure(name);
    await figure.locator(".takeaway .number, .takeaway .strong").first().waitFor();
    assert.ok((await figure.locator("canvas").count()) >= 1, name);
    assert.ok((await figure.locator(".controls input").count()) >= 1, name);
    assert.ok(await page.locator(".embed-foot a").last().isVisible(), name);
    assert.equal(await page.locator("header.top").count(), 0);
    assert.ok(!(await opened.overflowsSideways()), name);
  }
  const { page } = await open("?v=1&ctx=16384&embed=context&show=ctx", { width: 640, height: 600 });
  assert.equal(await page.locator(".controls input[type=range]").count(), 1);
  assert.match(await page.locator(".locked").innerText(), /Memory bandwidth/);
  assert.match(await page.locator(".takeaway").innerText(), /16,384/);
}, { timeout: 120_000 });

test("the link of a figure opens its chapter with the same numbers", async ({ open }) => {
  const opened = await open();
  const figure = await shown(opened, "context");
  await opened.press(opened.slider("Context", figure), "ArrowRight", 4);
  const said = await figure.locator(".takeaway").innerText();
  await figure.getByRole("button", { name: "Link", exact: true }).click();
  const address = new URL(await figure.locator("textarea").inputValue());
  assert.equal(address.hash, "#context");
  const again = await open(address.search + address.hash);
  const same = await shown(again, "context");
  assert.equal(await same.locator(".takeaway").innerText(), said);
});
