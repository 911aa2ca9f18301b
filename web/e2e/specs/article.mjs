// The story as an article: what each figure can do, words that explain themselves, sources with
// dates, paper, and readers who want no motion.

import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";

const CHAPTERS = [
  "bytes", "bits", "context", "prefill", "bandwidth", "users", "two", "spill", "speculation",
  "measure", "rightsize",
];
const FIGURES = [...CHAPTERS, "together"];
const PAGES = [["", ["Table", "Embed", "Link"]], ["zh.html", ["表格", "嵌入", "链接"]]];

/** A figure of the program, in view. */
async function shown(opened, name) {
  const figure = opened.figure(name);
  await figure.scrollIntoViewIfNeeded();
  await figure.locator("canvas").first().waitFor();
  await opened.frame();
  return figure;
}

test("each figure has its table, embed code, link, and the way to the lab, in both languages", async ({ open }) => {
  for (const [path, [table, embed, link]] of PAGES) {
    const opened = await open(path);
    for (const name of FIGURES) {
      const figure = await shown(opened, name);
      const press = (what) => figure.locator(".actions").getByRole("button", { name: what, exact: true }).click();
      await press(table);
      await figure.locator("table tbody tr").first().waitFor();
      assert.ok(await figure.locator("table tbody tr").count() >= 2, `${name}: a table with rows`);
      await press(embed);
      const code = await figure.locator("textarea").first().inputValue();
      assert.match(code, new RegExp(`embed=${name}\\b`), name);
      if (path) assert.match(code, /lang=zh-Hans/, name);
      await press(link);
      const address = new URL(await figure.locator("textarea").first().inputValue());
      assert.ok(name === "together" || address.hash === `#${name}`, `${name}: ${address}`);
      const lab = new URL(await figure.locator(".actions a.main").getAttribute("href"), address);
      assert.equal(lab.searchParams.get("view"), "lab", name);
      await press(link);
    }
  }
}, { timeout: 180_000 });

test("a technical word says what it means on hover and on focus", async ({ open }) => {
  for (const [path] of PAGES) {
    for (const width of [320, 1280]) {
      const opened = await open(path, { width, height: 800 });
      const { page } = opened;
      const terms = page.locator(".prose .term");
      assert.ok(await terms.count() >= 25, `${await terms.count()} terms`);
      for (const term of (await terms.all()).slice(0, 40)) {
        const meaning = term.locator(".meaning");
        assert.ok(await meaning.isHidden());
        await term.focus();
        assert.ok(await meaning.isVisible(), await term.innerText());
        const box = await meaning.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width, `${width} px: ${await term.innerText()} ${JSON.stringify(box)}`);
        await term.blur();
      }
      const first = terms.first();
      await first.hover();
      assert.ok(await first.locator(".meaning").isVisible());
      assert.ok(!(await opened.overflowsSideways()), `${width} px`);
    }
  }
}, { timeout: 120_000 });

test("each chapter ends with a measured case, its source and date", async ({ open }) => {
  for (const [path] of PAGES) {
    for (const options of [{}, { javaScript: false }]) {
      const { page } = await open(path, options);
      for (const name of CHAPTERS) {
        const source = page.locator(`#${name} .holds .source`);
        assert.match(await source.innerText(), /\b20\d\d-\d\d(-\d\d)?\b/, name);
        for (const link of await source.locator("a").all()) {
          assert.match(await link.getAttribute("href"), /^https:\/\//, name);
        }
        const last = await page.locator(`#${name}`).evaluate((one) => one.lastElementChild.className);
        assert.equal(last, "holds", name);
      }
    }
  }
});

test("who wants no motion gets none", async ({ open }) => {
  const opened = await open("", { reducedMotion: "reduce" });
  const { page } = opened;
  await opened.press(opened.slider("Memory bandwidth", await shown(opened, "bytes")), "ArrowRight", 3);
  await page.locator(".contents a").nth(6).click();
  // Straight there: no scrolling on the way.
  const top = await page.locator("#two").evaluate((one) => one.getBoundingClientRect().top);
  assert.ok(Math.abs(top) < 120, `${top} px`);
  const moving = await page.evaluate(() => document.getAnimations()
    .filter((one) => one.playState === "running").map((one) => one.animationName ?? one.transitionProperty));
  assert.deepEqual(moving, []);
  await page.locator("#fig-bytes .turns").waitFor({ state: "attached" });
  assert.ok(await page.locator("#fig-bytes .play").isHidden(), "nothing to play");
});

test("on a phone the last chapter's speeds stand below each model's name", async ({ open }) => {
  for (const [path] of PAGES) {
    for (const width of [320, 390]) {
      const opened = await open(path, { width, height: 800 });
      const figure = opened.figure("rightsize");
      await figure.scrollIntoViewIfNeeded();
      await figure.locator("tbody tr .read").first().waitFor();
      await opened.frame();
      // Of the table that is drawn: the built one may still stand behind it.
      const places = await figure.locator("tbody tr:has(td.read)").evaluateAll((rows) => rows.map((row) => {
        const name = row.querySelector("th").getBoundingClientRect();
        const cells = [...row.querySelectorAll("td:not(.read, .strip, .need)")].map((cell) => {
          const box = cell.getBoundingClientRect();
          const whole = cell.scrollWidth <= cell.clientWidth && cell.scrollHeight <= cell.clientHeight + 1;
          return whole && box.left >= 0 && box.right <= innerWidth && box.top >= name.bottom - 1;
        });
        return cells.length >= 6 && cells.every(Boolean);
      }));
      assert.ok(places.length >= 10 && places.every(Boolean), `${path} ${width} px: ${places}`);
      assert.ok(!(await opened.overflowsSideways()), `${width} px`);
    }
  }
});

test("on paper it is an article with its tables", async ({ open }) => {
  for (const [path] of PAGES) {
    const opened = await open(path, { scheme: "dark" });
    const { page } = opened;
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.waitForLoadState("networkidle");
    // What is fetched a while after the page is there.
    await page.waitForTimeout(3500);
    // Printing does not wait for timers: whatever is on paper is there after the event's own tasks.
    const rows = await page.evaluate(async () => {
      dispatchEvent(new Event("beforeprint"));
      for (let turn = 0; turn < 1000; turn += 1) await null;
      return [...document.querySelectorAll("main figure .data")].map((data) => [data.closest("figure").id, data.open, data.querySelectorAll("tbody tr").length]);
    });
    assert.ok(rows.length >= FIGURES.length, `${rows.length} tables`);
    for (const [id, open, count] of rows) assert.ok(open && count > 1, `${id}: ${open}, ${count} rows`);
    for (const name of FIGURES) {
      const figure = opened.figure(name);
      await figure.locator(".data table tbody tr").first().waitFor();
      assert.ok(await figure.locator(".data table").isVisible(), `${name}: table`);
    }
    await page.waitForTimeout(1500);
    // Every chart was drawn, and no text of the dark theme is left on the white paper.
    const drawn = await page.locator("figure canvas:visible").evaluateAll((all) => all.map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let [some, pale] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] < 200) continue;
        some += 1;
        if (data[at] === 0xec && data[at + 1] === 0xef && data[at + 2] === 0xf3) pale += 1;
      }
      return [canvas.closest("figure").id, some, pale];
    }));
    assert.ok(drawn.length >= 11, `${drawn.length} charts`);
    for (const [id, some, pale] of drawn) assert.ok(some > 200 && pale === 0, `${id}: ${some}, ${pale}`);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
    for (const hidden of ["header.top", ".actions", ".controls", "input[type=range]", ".contents", ".page-foot", "main button:not([data-quantity])"]) {
      for (const one of await page.locator(hidden).all()) assert.ok(await one.isHidden(), `${hidden}: ${await one.innerText()}`);
    }
    for (const chapter of CHAPTERS) assert.ok(await page.locator(`#${chapter} .takeaway`).isVisible());
    assert.ok(!(await opened.overflowsSideways()), "nothing is cut at the right");
    // A4 less a centimetre on each side; what stands in a scroller would be cut as well.
    await page.setViewportSize({ width: 718, height: 1047 });
    const cut = await page.locator(".data .scroll:visible").evaluateAll((all) => all
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.closest("figure").id));
    assert.deepEqual(cut, [], "tables are not cut");
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    assert.ok(pages >= 8 && pages <= 30, `${pages} pages`);
  }
}, { timeout: 120_000 });
