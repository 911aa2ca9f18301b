// Each language has a page and modules of its own; the switch keeps what the page shows.

import assert from "node:assert/strict";
import { copyOfPage } from "../lib/host.mjs";
import { test } from "../lib/runner.mjs";

const language = (page) => page.locator("html").getAttribute("lang");
const switched = (page, name) => page.locator("header.top .languages").getByTitle(name, { exact: true });

test("the switch leads to the same in the other language, and back", async ({ open }) => {
  for (const [query, shows] of [["?v=1&ctx=16384", ".story"], ["?v=1&view=lab&ctx=16384&u=4", ".lab"]]) {
    const opened = await open(query);
    const { page } = opened;
    const before = await opened.number("decode.tok_s_per_user");
    await switched(page, "简体中文").click();
    await page.waitForURL(/zh\.html\?/);
    await opened.ready();
    assert.equal(await language(page), "zh-Hans");
    assert.match(page.url(), /ctx=16384/);
    await page.locator(shows).waitFor();
    await page.locator('[data-quantity="decode.tok_s_per_user"]').first().waitFor();
    assert.equal(await opened.number("decode.tok_s_per_user"), before, query);
    await switched(page, "English").click();
    await page.waitForURL((url) => !url.pathname.endsWith("zh.html"));
    await opened.ready();
    assert.equal(await language(page), "en");
    assert.match(page.url(), /ctx=16384/);
    assert.doesNotMatch(page.url(), /lang=/);
  }
}, { timeout: 120_000 });

test("a link's language opens the page that was built in it", async ({ open }) => {
  for (const tag of ["zh-Hans", "zh-CN", "zh"]) {
    const { page } = await open(`?lang=${tag}`);
    assert.match(page.url(), /\/zh\.html\?lang=/);
    assert.equal(await language(page), "zh-Hans");
    assert.match(await page.title(), /\p{Script=Han}/u);
    assert.match(await page.locator("h1").innerText(), /\p{Script=Han}/u);
  }
  const { page } = await open("zh.html?v=1&lang=en&view=lab");
  assert.doesNotMatch(page.url(), /zh\.html/);
  assert.equal(await language(page), "en");
  const embed = await open("?embed=context&lang=zh-Hans", { width: 640, height: 600 });
  await embed.figure("context").locator(".takeaway .number").first().waitFor();
  assert.match(await embed.page.locator(".takeaway").innerText(), /\p{Script=Han}/u);
});

test("without script the Chinese page has its text, tables and pictures", async ({ open }) => {
  const { page } = await open("zh.html", { javaScript: false });
  assert.equal(await language(page), "zh-Hans");
  assert.equal(await page.locator("figure table").count(), 12);
  // Latin letters in a row of three words or more are names of models, machines and sources.
  const text = await page.locator("h1, h2, h3, .prose, .line, .takeaway, .note, th, caption").allInnerTexts();
  const known = await page.locator(".model, .here").allInnerTexts();
  for (const one of text) {
    const plain = known.reduce((rest, name) => rest.replaceAll(name, ""), one);
    assert.doesNotMatch(plain, /(?:[A-Za-z]{2,} ){3}/, one);
    assert.match(one, /\p{Script=Han}|\d|tok\/s|^$|^[AB]\b|GiB|Q\d|[A-Z]/u, one);
  }
  const english = await open("", { javaScript: false });
  for (const path of ["decode.tok_s_per_user", "decode.weight_bytes_read"]) {
    const raw = (at) => at.page.locator(`[data-quantity="${path}"]`)
      .evaluateAll((all) => all.map((one) => Number(one.dataset.raw)));
    const [there, here] = [await raw(english), await raw({ page })];
    assert.deepEqual([...new Set(there)].sort(), [...new Set(here)].sort(), path);
  }
});

test("numbers are written as the browser writes them in that language", async ({ open }) => {
  for (const [path, tag] of [["", "en"], ["zh.html", "zh-Hans"]]) {
    const { page } = await open(path, { javaScript: false });
    const texts = await page.locator(".number").evaluateAll((all) => all.map((one) => [one.textContent, one.dataset.raw]));
    let numbers = 0;
    for (const [text, raw] of texts) {
      const plain = text.replace("\u2212", "-").replace(/[\s\u202f\u00a0]*(GB|GiB|ms|s|%|tok\/s|µs|W)$/u, "").trim();
      if (!/^-?[\d.,]+$/.test(plain) || raw === "") continue;
      const digits = plain.split(".")[1]?.length ?? 0;
      const written = new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits })
        .format(Number(plain.replaceAll(",", "")));
      assert.equal(plain, written, `${text} of ${raw}`);
      numbers += 1;
    }
    const grouped = texts.filter(([text]) => /\d,\d{3}/.test(text)).length;
    assert.ok(numbers > 100 && grouped > 0, `${tag}: ${numbers} numbers, ${grouped} with groups`);
  }
});

test("numbers have the marks that Intl gives for the page's language", async ({ open }) => {
  const before = (page) => page.addInitScript(() => {
    const own = Intl.NumberFormat.prototype.formatToParts;
    const others = { group: "'", decimal: ";" };
    Intl.NumberFormat.prototype.formatToParts = function parts(value) {
      return own.call(this, value).map(({ type, value: text }) => ({ type, value: others[type] ?? text }));
    };
  });
  for (const query of ["?v=1&view=lab", "?v=1&view=lab&lang=zh-Hans"]) {
    const opened = await open(query, { before });
    const field = opened.page.getByRole("textbox", { name: /^(Context, exact value|上下文)/ }).first();
    assert.equal(await field.inputValue(), "8'192");
    await field.fill("16'384");
    await field.press("Enter");
    assert.equal(await field.inputValue(), "16'384");
    assert.match(await opened.page.locator(".lab-answer").innerText(), /\d;\d/);
  }
});

/** Words that stand in each language's first module and nowhere in what the other one loads. */
const SAID = { "": ["fixed work", "Next token"], "zh.html": ["固定开销", "下一个 token"] };

test("the first load of a language has no words of the other", async ({ open }) => {
  for (const path of ["", "zh.html"]) {
    const { responses, page } = await open(path);
    await page.evaluate(() => document.fonts.ready);
    let wasm = "";
    for (const response of responses) {
      const body = await response.body();
      const name = new URL(response.url()).pathname;
      const text = body.toString("utf8");
      if (name.endsWith(".wasm")) wasm += text;
      const strange = path === ""
        ? [...text.replaceAll("简体中文", "").matchAll(/\p{Script=Han}{2,}/gu)].filter(() => /\.(wasm|html|js)$|\/$/.test(name))
        : SAID[""].filter((words) => text.includes(words));
      // Bytes of code can look like a letter or two; four in a row are words.
      const found = strange.map(String).filter((words) => path !== "" || words.length > 3);
      assert.deepEqual(found, [], `${path || "/"}: ${name}`);
    }
    for (const words of SAID[path]) assert.ok(wasm.includes(words), `${words} in its own module`);
  }
});

test("nothing breaks at 320 and 1280 px", async ({ open }) => {
  for (const path of ["zh.html", "zh.html?view=lab", "", "?view=lab"]) {
    for (const width of [320, 1280]) {
      const opened = await open(path, { width, height: 800 });
      const { page } = opened;
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(300);
      assert.ok(!(await opened.overflowsSideways()), `${path || "/"}, ${width} px`);
      const name = path.startsWith("zh") ? "English" : "简体中文";
      const box = await switched(page, name).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.height >= 20, `${path || "/"}, ${width} px: the switch`);
      const cut = await page.locator("h1, h2, .prose, .takeaway, label, button, .figure-title").evaluateAll((all) =>
        all.filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
          && getComputedStyle(one).overflow === "hidden" && getComputedStyle(one).textOverflow !== "ellipsis")
          .map((one) => one.textContent.slice(0, 60)));
      assert.deepEqual(cut, [], `${path || "/"}, ${width} px`);
    }
  }
}, { timeout: 120_000 });

test("axe finds nothing in Chinese", async ({ open }) => {
  for (const path of ["zh.html", "zh.html?view=lab"]) {
    const opened = await open(path, { width: 320 });
    assert.deepEqual(await opened.axe(), [], path);
  }
});

test("the Chinese page works without network once it was read, and the English one does not keep it", async ({ open }) => {
  const site = await copyOfPage();
  const kept = (page) => page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return Boolean(await caches.match("zh.html"));
  });
  // Pictures for before the program are not kept.
  const allow = new RegExp(`^request off the origin: ${site.origin}/|posters/story-`);
  const opened = await open("", { ...site.options("", { ready: true }), allow });
  const { page } = opened;
  assert.equal(await kept(page), false);
  await page.goto(site.url("zh.html"));
  await opened.ready();
  await page.waitForFunction(async () => Boolean(await caches.match("zh.html")));
  await page.waitForTimeout(500);
  await site.close();
  await page.goto(site.url("zh.html?v=1&ctx=16384"));
  await opened.ready();
  await page.locator(".story h1").waitFor();
  assert.match(await page.locator("h1").innerText(), /\p{Script=Han}/u);
});
