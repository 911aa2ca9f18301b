// What the page does where something it needs is missing, forbidden or breaks: it stays readable,
// says in one line what happened, and offers to load again.

import assert from "node:assert/strict";
import { copyOfPage } from "../lib/host.mjs";
import { test } from "../lib/runner.mjs";

const FAILS = /did not start|fetching the script|WebAssembly|integrity|Failed to (fetch|load)|status 404|request failed|Content Security/;

/** Name of the WebAssembly file of a module, by the page as it was built. */
async function wasmOf(site, template) {
  const html = String(await site.original("index.html"));
  const part = html.slice(html.search(new RegExp(`<template id="?${template}"?[ >]`)));
  return /\.\/([\w-]+_bg\.wasm)/.exec(part)[1];
}

/** Opens the page of a site that has been tampered with, or with a browser that has been. */
async function broken(open, { tamper, before, query = "", loaded = false, more = {} }) {
  const site = await copyOfPage();
  try {
    await tamper?.(site);
    const options = site.options("", { before, ready: loaded, ...more });
    options.allow = new RegExp(`${options.allow.source}|${FAILS.source}`);
    const opened = await open(query, options);
    if (!loaded) await opened.page.locator("html[data-failed]").waitFor();
    return { opened, page: opened.page, why: await opened.page.locator("html").getAttribute("data-trouble") };
  } finally {
    await site.close();
  }
}

/** The static page can be read, and says in one line why there is no more. */
async function readable(page, line) {
  const notice = page.getByRole("alert");
  assert.equal(await notice.count(), 1);
  assert.match(await notice.innerText(), line);
  assert.match(await notice.innerText(), /first scenario/);
  assert.equal(await notice.getByRole("link", { name: "Reload" }).count(), 1);
  assert.ok(await page.locator("h1").isVisible());
  assert.match(await page.locator("h1").innerText(), /times faster/);
  assert.ok(await page.locator("#bytes .takeaway").first().isVisible());
  assert.ok((await page.locator("table").count()) >= 11);
}

const CASES = [
  ["a browser without WebAssembly", "unsupported", /no WebAssembly/, {
    before: (page) => page.addInitScript(() => { delete globalThis.WebAssembly; }),
  }],
  ["a policy that forbids WebAssembly", "blocked", /policy/, {
    tamper: async (site) => {
      const html = String(await site.original("index.html"));
      assert.ok(html.includes("'wasm-unsafe-eval'"));
      site.change("index.html", html.replace(" 'wasm-unsafe-eval'", ""));
    },
  }],
  ["a module that is half there", "missing", /not arrive whole/, {
    tamper: async (site) => {
      const name = await wasmOf(site, "app");
      const whole = await site.original(name);
      site.change(name, whole.subarray(0, whole.length / 2));
    },
  }],
  ["half a module and no integrity hash", "missing", /not arrive whole/, {
    tamper: async (site) => {
      const name = await wasmOf(site, "app");
      const whole = await site.original(name);
      site.change(name, whole.subarray(0, whole.length / 2));
      const html = String(await site.original("index.html"));
      site.change("index.html", html.replaceAll(/integrity="?sha384-[\w+/=]+"?/g, ""));
    },
  }],
  ["a module that is gone", "missing", /not arrive whole/, {
    tamper: async (site) => site.change(await wasmOf(site, "app"), null),
  }],
  ["no memory for the module", "memory", /not enough memory/, {
    before: (page) => page.addInitScript(() => {
      const none = async () => { throw new RangeError("could not allocate memory"); };
      WebAssembly.instantiateStreaming = none;
      WebAssembly.instantiate = none;
    }),
  }],
  ["a program that stops while it starts", "stopped", /stopped/, {
    before: (page) => page.addInitScript(() => {
      const make = document.createElement.bind(document);
      // The program makes elements of its own; the loader makes none before it.
      document.createElement = (tag) => { if (tag === "figure") throw new Error("refused"); return make(tag); };
    }),
  }],
];

for (const [name, why, line, how] of CASES) {
  test(`${name}: the page as built, and one line`, async ({ open }) => {
    const { page, why: said } = await broken(open, how);
    assert.equal(said, why);
    await readable(page, line);
  });
}

test("a link to the lab without its module shows the first scenario", async ({ open }) => {
  const { page, why } = await broken(open, {
    query: "?v=1&view=lab&ctx=8192",
    tamper: async (site) => site.change(await wasmOf(site, "lab"), null),
  });
  assert.equal(why, "missing");
  await readable(page, /not arrive whole/);
});

test("a front page whose rest does not come says so, and its first figure works", async ({ open }) => {
  const { opened, page } = await broken(open, {
    loaded: "first",
    tamper: async (site) => site.change(await wasmOf(site, "page"), null),
  });
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /not arrive whole/);
  const figure = opened.figure("bytes");
  const before = await opened.number("decode.tok_s_per_user", "a", figure);
  await opened.press(opened.slider("Memory bandwidth", figure), "ArrowRight", 2);
  await opened.changed(before, "decode.tok_s_per_user", "a", figure);
  assert.ok((await page.locator("#baked table").count()) >= 11);
});

test("an embed that cannot start keeps its picture and says why", async ({ open }) => {
  const { page } = await broken(open, {
    query: "?v=1&embed=bytes",
    tamper: async (site) => site.change(await wasmOf(site, "page"), null),
    more: { width: 640, height: 600 },
  });
  assert.match(await page.getByRole("alert").innerText(), /not arrive whole/);
  assert.ok(await page.locator("img.poster").isVisible());
});

test("a page without its list of models says so and works", async ({ open }) => {
  const { opened, page } = await broken(open, {
    query: "?v=1&view=lab",
    loaded: true,
    tamper: async (site) => {
      const html = String(await site.original("index.html"));
      site.change(/\.?\/?(catalog-[\w]+\.json)/.exec(html)[1], null);
    },
  });
  assert.match(await page.getByRole("alert").innerText(), /list of models and devices did not arrive/);
  const slider = opened.slider("Context").first();
  const before = await opened.number("decode.tok_s_per_user");
  await opened.press(slider, "ArrowRight", 2);
  assert.notEqual(await opened.number("decode.tok_s_per_user"), before);
});

test("a browser that refuses canvases: one line, and the tables", async ({ open }) => {
  for (const query of ["", "?v=1&view=lab"]) {
    const opened = await open(query, {
      before: (page) => page.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; }),
    });
    const { page } = opened;
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), /draws no charts/);
    assert.ok((await page.locator("details.data td").count()) > 5);
    const before = await opened.number("decode.tok_s_per_user");
    await opened.press(page.getByRole("slider", { name: "Bits per weight" }).first(), "ArrowRight", 2);
    if (query) assert.notEqual(await opened.number("decode.tok_s_per_user"), before);
  }
});

test("refused storage and missing faces cost nothing but themselves", async ({ open }) => {
  const opened = await open("?v=1&view=lab", {
    allow: /request failed: .*fonts|Failed to load resource/,
    before: async (page) => {
      await page.route("**/fonts/**", (route) => route.abort());
      await page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
          Object.defineProperty(globalThis, name, { get() { throw new DOMException("refused", "SecurityError"); } });
        }
      });
    },
  });
  const { page } = opened;
  assert.equal(await page.getByRole("alert").count(), 0);
  const before = await opened.number("decode.tok_s_per_user");
  await opened.press(opened.slider("Context").first(), "ArrowRight", 2);
  assert.notEqual(await opened.number("decode.tok_s_per_user"), before);
});

test("a program that stops says so, keeps the link and can be loaded again", async ({ open }) => {
  const opened = await open("?v=1&view=lab&ctx=8192", { allow: /unreachable|RuntimeError|wasm|refused/ });
  const { page } = opened;
  const address = page.url();
  await page.evaluate(() => {
    document.createElement = () => { throw new Error("refused"); };
    document.createElementNS = () => { throw new Error("refused"); };
  });
  // A chooser's list is made when it opens.
  await page.getByRole("combobox").first().focus();
  await page.keyboard.press("ArrowDown");
  const notice = page.locator(".fault");
  await notice.waitFor();
  assert.match(await notice.innerText(), /has stopped/);
  assert.equal(page.url(), address);
  assert.ok(await page.locator(".lab-answer").isVisible());
  await notice.getByRole("link", { name: "Reload" }).click();
  await opened.ready();
  assert.equal(page.url(), address);
  assert.equal(await page.locator(".fault").count(), 0);
});
