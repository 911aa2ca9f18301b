// The page as a guest: posts of another origin, sandboxed, under a strict policy, three and twenty.

import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { baseUrl } from "../lib/browser.mjs";
import { otherSite } from "../lib/host.mjs";
import { test } from "../lib/runner.mjs";

const origin = new URL(baseUrl).origin;
/** Nothing but what an embed needs: no inline style, no inline script. */
const POLICY = `default-src 'none'; script-src ${origin}; frame-src ${origin}; style-src 'self'; img-src data:`;

const frame = (page, at) => page.frameLocator("iframe").nth(at);
const ready = (page, at) => frame(page, at).locator("html[data-ready=true]").waitFor({ timeout: 30_000 });
const heights = (page) => page.locator("iframe").evaluateAll((all) => all.map((f) => f.style.height));
/** How many frames have started. */
const alive = async (page) => {
  const started = await Promise.all(page.frames().slice(1).map((f) =>
    f.evaluate(() => document.documentElement.dataset.ready === "true").catch(() => false)));
  return started.filter(Boolean).length;
};
const wasms = (opened) => opened.responses.filter((r) => r.url().endsWith(".wasm")).length;

async function see(page, at) {
  await page.locator("iframe").nth(at).scrollIntoViewIfNeeded();
  await ready(page, at);
}

test("embed.js is under one kB", async () => {
  const text = await readFile(new URL("../../embed.js", import.meta.url));
  const size = gzipSync(text, { level: 9 }).length;
  assert.ok(size < 1000, `${size} bytes`);
});

for (const policy of [undefined, POLICY]) {
  test(`three embeds in a post of another origin${policy ? ", strict policy" : ""}`, async ({ open }) => {
    const site = await otherSite({ policy });
    try {
      // The strict policy refuses the style attributes of the snippets, and says so.
      const options = site.options("post.html");
      if (policy) options.allow = new RegExp(`${options.allow.source}|Applying inline style violates`);
      const opened = await open("", options);
      const { page } = opened;
      await page.locator("bytes-per-token iframe").waitFor();
      for (const at of [0, 1, 2]) await see(page, at);
      assert.match(await page.locator("iframe").nth(1).getAttribute("src"),
        /\?v=1&embed=context&d=rtx-3090&ctx=16384&id=second$/);
      // Each frame has the height of its own content, and scrolls in no direction.
      await page.waitForFunction(() => [...document.querySelectorAll("iframe")].every((f) => f.style.height));
      for (const at of [0, 1, 2]) {
        const [inner, own] = await frame(page, at).locator("body").evaluate((body) =>
          [body.offsetHeight, window.innerHeight]);
        assert.ok(Math.abs(inner - own) <= 2, `frame ${at}: content ${inner}, frame ${own}`);
      }
      // A slider works in the sandbox as anywhere.
      const sandboxed = frame(page, 2);
      const speed = sandboxed.locator('[data-quantity="decode.tok_s_per_user"][data-model="a"]').first();
      const before = await speed.getAttribute("data-raw");
      await sandboxed.getByRole("slider", { name: "Context", exact: true }).press("ArrowRight");
      assert.notEqual(await speed.getAttribute("data-raw"), before);
    } finally {
      await site.close();
    }
  });
}

test("heights are posted in three shapes, with the frame's own id", async ({ open }) => {
  const listener = `<!doctype html><title>Host</title><link rel="icon" href="data:,"><script>
    window.heard = []; addEventListener("message", (e) => heard.push(e.data));</script>
    <iframe src="https://bytes-per-token.example/?embed=together&id=mine" title="x" width="400" height="900"></iframe>`;
  const site = await otherSite({ pages: { "listen.html": listener } });
  try {
    const { page } = await open("", site.options("listen.html"));
    await ready(page, 0);
    await page.waitForFunction(() => window.heard.length >= 3);
    const heard = await page.evaluate(() => window.heard);
    const own = heard.find((m) => m.type === "bytes-per-token:height");
    assert.equal(own.id, "mine");
    assert.ok(own.height > 300 && own.height < 3000, own.height);
    const embedly = heard.find((m) => m.context === "iframe.resize");
    assert.equal(embedly.height, own.height);
    assert.ok(embedly.src.startsWith(baseUrl), embedly.src);
    const amp = heard.find((m) => m.sentinel === "amp");
    assert.deepEqual([amp.type, amp.height], ["embed-size", own.height]);
  } finally {
    await site.close();
  }
});

test("theme and state messages are taken from the host alone, and bad ones change nothing", async ({ open }) => {
  const site = await otherSite();
  try {
    const { page } = await open("", site.options("post.html"));
    await page.locator("bytes-per-token iframe").waitFor();
    await see(page, 0);
    const say = (message) => page.evaluate((m) =>
      document.querySelector("iframe").contentWindow.postMessage(m, "*"), message);
    const root = frame(page, 0).locator("html");
    const speed = () => frame(page, 0)
      .locator('[data-quantity="decode.tok_s_per_user"][data-model="a"]').first().getAttribute("data-raw");
    await say({ type: "bytes-per-token:theme", theme: "dark" });
    await frame(page, 0).locator("html[data-theme=dark]").waitFor();
    const first = await speed();
    await say({ type: "bytes-per-token:state", query: "v=1&bw=546&embed=memory&id=other" });
    await page.waitForTimeout(200);
    const second = await speed();
    assert.ok(Number(second) > 1.5 * Number(first), `${first}, then ${second}`);
    for (const bad of [null, 7, "text", {}, { type: "bytes-per-token:state" },
      { type: "bytes-per-token:state", query: 5 }, { type: "bytes-per-token:state", query: `v=1&ctx=${"9".repeat(9000)}` },
      { type: "bytes-per-token:theme", theme: {} }, { type: "other", query: "v=1" }]) await say(bad);
    // From inside the frame: not the host.
    await root.evaluate(() => window.postMessage({ type: "bytes-per-token:state", query: "v=1&bw=100" }, "*"));
    await page.waitForTimeout(200);
    assert.equal(await speed(), second);
    assert.equal(await root.getAttribute("data-theme"), "dark");
  } finally {
    await site.close();
  }
});

test("the custom element hands on changes of its attributes, and shows its content without script", async ({ open }) => {
  const site = await otherSite();
  try {
    const { page } = await open("", site.options("post.html"));
    await page.locator("bytes-per-token iframe").waitFor();
    await see(page, 1);
    await page.evaluate(() => document.querySelector("bytes-per-token").setAttribute("theme", "dark"));
    await frame(page, 1).locator("html[data-theme=dark]").waitFor();
    const plain = await open("", site.options("post.html", { javaScript: false }));
    assert.ok(await plain.page.getByRole("link", { name: /Speed against context/ }).isVisible());
  } finally {
    await site.close();
  }
});

test("what stands inside the element is replaced, however early its script is there", async ({ open }) => {
  const early = `<!doctype html><title>Host</title><link rel="icon" href="data:,">
    <script src="https://bytes-per-token.example/embed.js"></script>
    <bytes-per-token figure="memory"><a href="https://bytes-per-token.example/">Inside</a></bytes-per-token>`;
  const site = await otherSite({ pages: { "early.html": early } });
  try {
    const { page } = await open("", site.options("early.html"));
    await ready(page, 0);
    assert.equal(await page.locator("bytes-per-token").evaluate((one) => [...one.childNodes].map((n) => n.nodeName).join()), "IFRAME");
  } finally {
    await site.close();
  }
});

const FIGURES = ["bytes", "bits", "context", "prefill", "bandwidth", "users", "two", "spill", "speculation",
  "measure", "rightsize", "together", "breakdown", "memory"];

test("every figure has a poster below 15 kB, in each language, room and theme", async () => {
  for (const name of FIGURES) {
    for (const language of ["", "-zh"]) {
      for (const room of ["", "-narrow"]) {
        for (const theme of ["light", "dark"]) {
          const file = new URL(`../../../dist/posters/${name}${language}${room}-${theme}.svg`, import.meta.url);
          const { size } = await stat(file);
          assert.ok(size > 1000 && size < 15_000, `${file}: ${size} bytes`);
        }
      }
    }
  }
});

for (const lang of ["en", "zh-Hans"]) {
  test(`every figure is an embed from 320 to 720 px, ${lang}`, async ({ open }) => {
    for (const name of FIGURES) {
      const opened = await open(`?v=1&embed=${name}&lang=${lang}`, { width: 320, height: 600 });
      const { page } = opened;
      const figure = opened.figure(name);
      await figure.locator("canvas:visible, table:visible").first().waitFor();
      for (const width of [320, 500, 720]) {
        await page.setViewportSize({ width, height: 600 });
        await opened.frame();
        assert.ok(!(await opened.overflowsSideways()), `${name}, ${width} px`);
      }
      assert.equal(await page.locator("figure").count(), 1, name);
      assert.ok(await page.locator("footer a").last().isVisible(), `${name}: the way to the page`);
      await opened.close();
    }
  }, { timeout: 180_000 });
}

test("what show leaves out cannot be changed, and can be read", async ({ open }) => {
  const opened = await open("?v=1&embed=together&show=ctx,kv&d=rtx-3090", { width: 640 });
  const { page } = opened;
  const names = await page.getByRole("slider").evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.deepEqual(names.filter((name) => !/on the/.test(name)), ["Context"]);
  assert.equal(await page.getByRole("combobox").count(), 0);
  const machine = await page.locator(".machine").innerText();
  for (const said of [/RTX 3090/, /Q4_K_M/]) assert.match(machine, said);
  assert.match(await page.locator(".headline").innerText(), /Qwen3-32B[^]*Qwen3-30B-A3B/);
  assert.match(await page.locator(".locked").innerText(), /Memory bandwidth.*Bits per weight.*Users at once/);
  const before = await opened.number("decode.tok_s_per_user", "b");
  await opened.press(opened.slider("Context"), "ArrowRight", 3);
  assert.notEqual(await opened.number("decode.tok_s_per_user", "b"), before);
  const fixed = await open("?v=1&embed=together&show=u", { width: 320, height: 900 });
  assert.equal(await fixed.page.getByRole("slider").count(), 1, "the charts are no sliders");
  assert.equal(await fixed.page.locator("canvas:visible").count(), 2);
  assert.ok(!(await fixed.overflowsSideways()));
});

test("before it starts an embed shows the poster of its figure, language, room and theme", async ({ open }) => {
  // The program never comes.
  const held = { ready: false, before: (page) => page.route("**/*.wasm", () => {}) };
  const cases = [
    ["?v=1&embed=breakdown", { width: 320 }, "breakdown-narrow-light"],
    ["?v=1&embed=memory&theme=dark&id=x&show=ctx", { width: 640 }, "memory-dark"],
    ["?v=1&embed=together&lang=zh-Hans", { width: 320, scheme: "dark" }, "together-zh-narrow-dark"],
    ["?v=1&embed=memory&lang=zh", { width: 640 }, "memory-zh-light"],
    ["zh.html?v=1&embed=context", { width: 640 }, "context-zh-light"],
    ["?v=1&embed=memory&ctx=16384", { width: 640 }, null],
  ];
  for (const [query, options, name] of cases) {
    const { page } = await open(query, { ...held, ...options });
    const poster = page.locator(".poster");
    await poster.waitFor();
    if (name === null) {
      assert.equal(await poster.evaluate((one) => one.tagName), "DIV", query);
      continue;
    }
    assert.match(await poster.getAttribute("src"), new RegExp(`^posters/${name}\\.svg$`), query);
    const [natural, shown] = await poster.evaluate(async (one) => {
      await one.decode();
      return [one.naturalWidth, one.getBoundingClientRect().width];
    });
    assert.ok(natural > 300 && shown <= options.width, `${query}: ${natural}, ${shown}`);
  }
});

test("the code that a chapter gives has the poster of its chapter", async ({ open }) => {
  const story = await open();
  const own = {};
  for (const name of ["bytes", "two", "spill"]) {
    const figure = story.figure(name);
    await figure.scrollIntoViewIfNeeded();
    await figure.locator("canvas").first().waitFor();
    await figure.locator(".actions").getByRole("button", { name: "Embed", exact: true }).click();
    own[name] = /src="[^"?]*(\?[^"]*)"/.exec(await figure.locator("textarea").first().inputValue())[1].replaceAll("&amp;", "&");
  }
  assert.match(own.two, /[?&]a=/);
  for (const [name, query] of Object.entries(own)) {
    const { page } = await open(query, { ready: false, width: 640, before: (page) => page.route("**/*.wasm", () => {}) });
    await page.locator(".poster").waitFor();
    assert.equal(await page.locator(".poster").getAttribute("src"), `posters/${name}-light.svg`, query);
  }
});

for (const strict of [false, true]) {
  test(`of twenty embeds only those in view are alive${strict ? ", sandboxed, strict policy" : ""}, and no WebAssembly is loaded before`, async ({ open }) => {
    const sandbox = strict ? ' sandbox="allow-scripts"' : "";
    const twenty = `<!doctype html><title>Twenty</title><link rel="icon" href="data:,"><h1>Twenty</h1>
      ${"<p>A long beginning.</p>".repeat(120)}${Array.from({ length: 20 }, (_, n) =>
      `<p>${n}</p><iframe src="https://bytes-per-token.example/?v=1&embed=together&ctx=${1024 * (n + 1)}" title="Figure ${n}" width="600" height="900"${sandbox}></iframe>`).join("")}`;
    const site = await otherSite({ policy: strict ? POLICY : undefined, pages: { "twenty.html": twenty } });
    try {
      const opened = await open("", site.options("twenty.html"));
      const { page } = opened;
      await page.waitForLoadState("load");
      await page.waitForTimeout(500);
      assert.equal(page.frames().length, 21, "not lazy: all twenty documents are there");
      assert.equal(await alive(page), 0);
      assert.equal(wasms(opened), 0, "nothing of the calculator is loaded for what nobody sees");
      await see(page, 0);
      assert.ok((await alive(page)) <= 2, `${await alive(page)} alive`);
      const context = frame(page, 0).getByRole("slider", { name: "Context", exact: true });
      await context.press("ArrowRight");
      const moved = await context.inputValue();
      await page.waitForTimeout(400);
      await page.locator("h1").click();
      for (const at of [5, 10, 15, 19]) await see(page, at);
      // Those left behind go to sleep, and wake with what they showed.
      await page.waitForTimeout(11_500);
      const still = await alive(page);
      assert.ok(still >= 1 && still <= 2, `${still} alive`);
      await see(page, 0);
      assert.equal(await context.inputValue(), moved);
    } finally {
      await site.close();
    }
  }, { timeout: 120_000 });
}

for (const name of ["breakdown", "memory"]) {
  test(`figure ${name} of the lab is an embed of its own, with the sliders that the link keeps`, async ({ open }) => {
    const opened = await open(`?v=1&embed=${name}&show=ctx,u`, { width: 320 });
    const { page } = opened;
    const figure = opened.figure(name);
    await figure.locator("canvas").first().waitFor();
    assert.equal(await page.locator("figure").count(), 1);
    assert.ok(await figure.locator("figcaption").count() >= 1);
    // It says of what it is, as all embeds do.
    const here = await page.locator(".here").innerText();
    for (const said of [/Qwen3-32B/, /Qwen3-30B-A3B/, /Q4_K_M/, /DGX Spark/, /context 8,192\stokens/]) assert.match(here, said);
    const names = await page.getByRole("slider").evaluateAll((all) => all.map((one) => one.ariaLabel));
    assert.deepEqual(names, ["Context", "Users at once"]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${wide} px`);
    const drawn = () => figure.locator("canvas").first().evaluate((canvas) => canvas.toDataURL());
    const before = await drawn();
    await opened.press(opened.slider("Context"), "End");
    await opened.frame();
    assert.notEqual(await drawn(), before);
    const all = await open(`?v=1&embed=${name}`, { width: 640 });
    assert.equal(await all.page.getByRole("slider").count(), 4);
    assert.equal(await all.figure(name).count(), 1);
  });
}
