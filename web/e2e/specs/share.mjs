// Share and export: links, code for other pages, pictures and numbers, opened by other tools.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { PNG } from "pngjs";
import { rasterised } from "../lib/raster.mjs";
import { baseUrl } from "../lib/browser.mjs";
import { otherSite } from "../lib/host.mjs";
import { rest } from "../lib/page.mjs";
import { test } from "../lib/runner.mjs";

const run = promisify(execFile);

async function tool(open, name, query = "?v=1&view=lab&ctx=16384") {
  const opened = await open(query);
  await opened.page.getByRole("button", { name, exact: true }).click();
  const panel = opened.page.locator(`#tool-${name.toLowerCase()}`);
  await panel.waitFor();
  const save = async (button) => {
    const [file] = await Promise.all([
      opened.page.waitForEvent("download"),
      panel.getByRole("button", { name: button, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), path: await file.path() };
  };
  return { opened, page: opened.page, panel, save };
}

test("the link of Share shows the same numbers, and frozen too", async ({ open }) => {
  const { opened, panel } = await tool(open, "Share");
  const field = panel.getByRole("textbox").first();
  const numbers = await opened.numbers(opened.page.locator(".lab-answer"));
  const plain = await field.inputValue();
  await panel.getByRole("checkbox", { name: "Freeze these numbers" }).first().check();
  const frozen = await field.inputValue();
  assert.match(frozen, /[?&]fz=/);
  assert.match(frozen, /x\.weight_efficiency=/);
  for (const link of [plain, frozen]) {
    assert.ok(link.startsWith(baseUrl), link);
    const again = await open(link.slice(baseUrl.length));
    assert.deepEqual(await again.numbers(again.page.locator(".lab-answer")), numbers);
  }
});

test("each form of the code works where it is pasted", async ({ open }) => {
  const { panel } = await tool(open, "Share");
  const code = panel.locator(".code");
  const text = () => code.getByRole("textbox").inputValue();
  const form = code.getByRole("combobox");
  const pages = {};
  for (const slug of ["iframe", "element"]) {
    await form.selectOption(slug);
    pages[`${slug}.html`] = `<!doctype html><title>Host</title><link rel="icon" href="data:,">${await text()}`;
  }
  assert.match(pages["iframe.html"], /loading="lazy"/);
  const preview = panel.frameLocator("iframe.preview");
  await panel.locator("iframe.preview").scrollIntoViewIfNeeded();
  await preview.locator("html[data-ready=true]").waitFor({ timeout: 30_000 });
  // The preview is as high as what is in it.
  await panel.page().waitForFunction(() => {
    const frame = document.querySelector("iframe.preview");
    return frame.contentDocument.body.offsetHeight <= frame.clientHeight;
  });
  const site = await otherSite({ pages });
  try {
    for (const page of Object.keys(pages)) {
      const host = await open("", site.options(page));
      const frame = host.page.frameLocator("iframe");
      await frame.locator("html[data-ready=true]").waitFor({ timeout: 30_000 });
      assert.equal(await frame.getByRole("textbox", { name: "Context, exact value" }).inputValue(), "16,384", page);
    }
  } finally {
    await site.close();
  }
  await form.selectOption("markdown");
  assert.match(await text(), /^\[!\[.+\]\(together\.png\)\]\(http.+ctx=16384\)$/);
  assert.ok(await code.getByText(/upload it with your post/).isVisible());
  await form.selectOption("link");
  assert.match(await text(), /^http.+view=lab.*ctx=16384$/);
});

test("where the build has made the picture, Markdown and the element show it", async ({ open }) => {
  const { panel } = await tool(open, "Share", "?v=1&view=lab");
  const code = panel.locator(".code");
  const text = () => code.getByRole("textbox").inputValue();
  await panel.getByRole("combobox").first().selectOption("breakdown");
  await code.getByRole("combobox").selectOption("markdown");
  const [, picture] = /^\[!\[.+\]\((http[^)]+\/posters\/breakdown\.png)\)\]\(http.+view=lab\)$/.exec(await text());
  assert.ok(await code.getByText(/upload it with your post/).isHidden());
  const png = PNG.sync.read(Buffer.from(await (await fetch(picture)).arrayBuffer()));
  assert.equal(png.width, 1280);
  await code.getByRole("combobox").selectOption("element");
  const page = `<!doctype html><title>Host</title><link rel="icon" href="data:,">${await text()}`;
  const site = await otherSite({ pages: { "feed.html": page } });
  try {
    // A feed reader: no script, no frame.
    const host = await open("", site.options("feed.html", { javaScript: false }));
    const link = host.page.getByRole("link");
    assert.match(await link.getAttribute("href"), /view=lab/);
    await link.getByRole("img").waitFor();
    assert.equal(await link.getByRole("img").getAttribute("src"), picture);
  } finally {
    await site.close();
  }
});

test("the preview is as wide as an embed has to be on a phone too, and scrolls for itself", async ({ open }) => {
  const opened = await open("?v=1&view=lab", { width: 320, height: 700 });
  const { page } = opened;
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const frame = page.locator("iframe.preview");
  await frame.scrollIntoViewIfNeeded();
  assert.equal(await frame.evaluate((one) => one.clientWidth), 320);
  const [holder, inside] = await page.locator(".previews").evaluate((one) => [one.clientWidth, one.scrollWidth]);
  assert.ok(holder < 320 && inside >= 320, `${holder}, ${inside}`);
  assert.ok(!(await opened.overflowsSideways()));
});

test("a figure leaves as PNG of twice its size and as SVG that a second tool draws alike", async ({ open }) => {
  const { save, panel } = await tool(open, "Export");
  const figures = await panel.getByRole("combobox").first().locator("option").evaluateAll((all) => all.map((one) => one.value));
  assert.equal(figures.length, 14);
  for (const figure of figures) {
    await panel.getByRole("combobox").first().selectOption(figure);
    const png = PNG.sync.read(await readFile((await save("Save as PNG")).path));
    const svg = await save("Save as SVG");
    assert.equal(svg.name, `${figure}.svg`);
    const text = await readFile(svg.path, "utf8");
    const [width, height] = [...text.matchAll(/^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/g)][0].slice(1).map(Number);
    assert.deepEqual([png.width, png.height], [2 * width, 2 * height]);
    const other = PNG.sync.read(await rasterised(text, 2 * width));
    assert.deepEqual([other.width, other.height], [png.width, png.height]);
    // Ink of both rasters: the same shapes, whatever the smoothing.
    const ink = (image) => {
      let dark = 0;
      for (let at = 0; at < image.data.length; at += 4) {
        dark += 255 * 3 - image.data[at] - image.data[at + 1] - image.data[at + 2];
      }
      return dark / (image.width * image.height * 765);
    };
    const [ours, theirs] = [ink(png), ink(other)];
    assert.ok(ours > 0.01 && Math.abs(ours / theirs - 1) < 0.12, `${figure}: ${ours} against ${theirs}`);
  }
});

const PYTHON = "import csv, json, sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))))";

/** The rows of a table on a page: unrounded where they are numbers, else as they are read. */
const rowsOf = (table) => table.evaluate((one) => [...one.querySelectorAll("tbody tr")].map((row) =>
  [...row.children].slice(1).map((cell) => cell.dataset.raw ?? cell.textContent)));

/** Whether what a file says is what a table shows: a dash is an empty field, a number is unrounded. */
const same = (read, inCsv, inJson) => {
  if (read === "\u2014") return inCsv === "" && inJson === null;
  if (typeof inJson === "number") return Number(inCsv) === inJson && Number(read) === inJson;
  return inCsv === read && inJson === read;
};

const SAVED = ["context", "breakdown", "users", "memory", "bytes", "measure", "rightsize", "bits", "prefill", "bandwidth", "two", "spill", "speculation"];

test("every figure that Export offers is compared with its table below", async ({ open }) => {
  const { panel } = await tool(open, "Export");
  const offered = await panel.getByRole("combobox").first().locator("option").evaluateAll((all) => all.map((one) => one.value));
  assert.deepEqual(offered.toSorted(), ["together", ...SAVED].toSorted());
});

for (const figure of SAVED) {
  test(`CSV of ${figure} read by Python, and JSON, agree with the table on the page`, async ({ open }) => {
    const { opened, page, save, panel } = await tool(open, "Export");
    await panel.getByRole("combobox").first().selectOption(figure);
    const [head, ...rows] = JSON.parse((await run("python3", ["-c", PYTHON, (await save("Save as CSV")).path])).stdout);
    const json = JSON.parse(await readFile((await save("Save as JSON")).path, "utf8"));
    // Where the lab has none, the figure of an embed in the same state.
    const other = await page.locator(`#fig-${figure}`).count() === 0;
    const shower = other ? await open(`?v=1&embed=${figure}&ctx=16384`, { width: 1000 }) : opened;
    const table = shower.page.locator(`#fig-${figure} .data table`);
    await table.locator("tbody tr").first().waitFor({ state: "attached" });
    // A table follows its figure a moment later, and a figure its data.
    const wrong = async () => {
      const shown = await rowsOf(table);
      if (shown.length !== rows.length) return `${rows.length} rows, ${shown.length} on the page`;
      for (const [at, line] of shown.entries()) {
        for (const [column, read] of line.entries()) {
          const [inCsv, inJson] = [rows[at][column + 1], json.figure.rows[at][column + 1]];
          if (!same(read, inCsv, inJson)) return `row ${at}, column ${column}: ${read} shown, ${inCsv} in CSV, ${inJson} in JSON`;
        }
      }
      return "";
    };
    const until = Date.now() + 15_000;
    while (await wrong() && Date.now() < until) await shower.page.waitForTimeout(100);
    assert.equal(await wrong(), "");
    assert.ok(json.figure.rows.flat().filter((one) => typeof one === "number").length > 2);
    // Scenario and version.
    assert.deepEqual(head.slice(-3), ["version", "data_revision", "scenario"]);
    assert.equal(head.length, json.figure.columns.length + 3);
    for (const row of rows) {
      assert.deepEqual(row.slice(-3, -1), [json.version, json.data_revision]);
      assert.match(row.at(-1), /view=lab&ctx=16384$/);
    }
    assert.equal(json.rows[0].context_tokens, 16384);
    assert.equal(json.figure.name, figure);
  });
}

test("CSV of the whole page has the numbers of its table", async ({ open }) => {
  const { save, panel } = await tool(open, "Export");
  await panel.getByRole("combobox").first().selectOption("together");
  const [head, ...rows] = JSON.parse((await run("python3", ["-c", PYTHON, (await save("Save as CSV")).path])).stdout);
  const now = rows.find((row) => Number(row[0]) === 16384);
  const shown = await open("?v=1&embed=together&ctx=16384", { width: 720 });
  const line = shown.page.locator("#fig-together .data tr.now");
  await line.waitFor({ state: "attached" });
  const units = {
    "tok/s": ["decode.tok_s_per_user", 1], low: ["decode.low", 1], high: ["decode.high", 1],
    "weights read, GB": ["decode.weight_bytes_read", 1e9],
    "total, GiB": ["memory.devices.0.used_bytes", 2 ** 30], "usable, GiB": ["memory.devices.0.capacity_bytes", 2 ** 30],
  };
  for (const model of ["a", "b"]) {
    for (const [name, [quantity, unit]] of Object.entries(units)) {
      const ours = Number(now[head.indexOf(`${model.toUpperCase()} ${name}`)]) * unit;
      const theirs = await shown.number(quantity, model, line);
      assert.ok(theirs > 0 && Math.abs(ours / theirs - 1) < 1e-9, `${model} ${name}: ${ours}, ${theirs}`);
    }
  }
});

test("JSON has scenario, results and versions, and the numbers of the page", async ({ open }) => {
  const { opened, save } = await tool(open, "Export");
  const { path } = await save("Scenario and results (JSON)");
  const found = JSON.parse(await readFile(path, "utf8"));
  assert.ok(found.version && found.data_revision && found.link.startsWith(baseUrl));
  assert.equal(found.rows[0].context_tokens, 16384);
  for (const [at, model] of ["a", "b"].entries()) {
    const shown = await opened.number("decode.tok_s_per_user", model);
    assert.ok(Math.abs(found.estimates[at].decode.tok_s_per_user / shown - 1) < 1e-9);
  }
});

test("command lines follow the configuration", async ({ open }) => {
  const { panel, page } = await tool(open, "Export", "?v=1&view=lab&ctx=16384&u=4&kv=q8_0");
  const lines = () => panel.locator("textarea").evaluateAll((all) => all.map((field) => field.value));
  const [llama, vllm] = await lines();
  assert.match(llama, /^llama-server -m qwen3-32b-q4_k_m\.gguf -c 65536 -np 4 .*-ctk q8_0 -ctv q8_0/);
  assert.match(vllm, /^vllm serve .*--max-model-len 16384 --max-num-seqs 4/);
  await page.getByRole("slider", { name: "Users at once", exact: true }).press("0");
  assert.match((await lines())[0], /-c 16384 -ngl all/);
});

test("the report is one page of paper", async ({ open }) => {
  const opened = await open("?v=1&view=lab&ctx=16384");
  const { page } = opened;
  await page.getByRole("button", { name: "Export", exact: true }).click();
  // Printing is held open long enough to be looked at.
  await page.evaluate(() => { window.print = () => { window.printed = document.querySelector(".report").outerHTML; }; });
  await page.getByRole("button", { name: "One page to print" }).click();
  await page.waitForFunction(() => window.printed);
  await page.evaluate(() => {
    document.documentElement.dataset.report = "";
    document.body.insertAdjacentHTML("beforeend", window.printed);
    return Promise.all([...document.querySelectorAll(".report img")].map((image) => image.decode()));
  });
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  assert.equal([...pdf.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length, 1);
  assert.equal(await page.locator(".report img").count(), 2);
});

test("a drag writes the address at most once in 250 ms, and the last state in the end", async ({ open }) => {
  const opened = await open("?v=1&view=lab", {
    before: (page) => page.addInitScript(() => {
      globalThis.written = [];
      for (const name of ["replaceState", "pushState"]) {
        const original = history[name];
        history[name] = function (...given) {
          globalThis.written.push(performance.now());
          return original.apply(this, given);
        };
      }
    }),
  });
  const { page } = opened;
  const slider = opened.slider("Context");
  await page.evaluate(() => { globalThis.written.length = 0; });
  // Two seconds of it: some pauses are shorter than the limit, some longer.
  await slider.evaluate(async (element) => {
    const from = Number(element.value);
    for (let i = 1; i <= 60; i += 1) {
      element.value = String(from + i * Number(element.step || 1));
      element.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((done) => setTimeout(done, i % 20 === 0 ? 400 : 20));
    }
  });
  await rest(page, 400);
  const times = await page.evaluate(() => globalThis.written);
  assert.ok(times.length >= 2, `${times.length} times`);
  const gaps = times.slice(1).map((time, at) => time - times[at]);
  assert.ok(gaps.every((gap) => gap >= 249), gaps.map((gap) => gap.toFixed(0)).join(", "));
  const shown = await opened.numbers(page.locator(".lab-answer"));
  const again = await open(new URL(page.url()).search);
  assert.deepEqual(await again.numbers(again.page.locator(".lab-answer")), shown);
});
