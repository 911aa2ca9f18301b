// The page as tests see it: by the names and attributes that it promises to outside programs.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { baseUrl } from "./browser.mjs";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
// A slow machine, or a build that is not optimised, may take longer: SLOW=4 waits four times.
const READY_MS = 20_000 * Number(process.env.SLOW ?? 1);
// What leaves the page, or is left, before it is there stops loading: no fault. A frame that is gone
// when it asks for a file says so without a reason; every refusal has one.
const LEFT = /^Fetch API cannot load \S+\.\s*$/;

/**
 * Opens the page in a context of its own and waits until it is ready.
 *
 * Options: `base` (another address of the page), `width`, `height`, `scheme` ("light" or "dark"),
 * `scale` (device pixel ratio), `touch`, `reducedMotion`, `javaScript` (false: no script),
 * `ready` (false: do not wait; "first": the front page with its first figure alone), `allow` (pattern of console errors that the test expects),
 * `before(page)` (called before the address is opened).
 */
export async function openPage(browser, query, options, onOpen = () => {}) {
  const {
    base = baseUrl, width = 1280, height = 800, scheme = "light", scale = 1, touch = false,
    reducedMotion = "no-preference", javaScript = true, ready = javaScript, allow, before,
  } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: scale,
    hasTouch: touch,
    reducedMotion,
    javaScriptEnabled: javaScript,
  });
  const opened = new OpenedPage(context, await context.newPage(), allow);
  onOpen(opened);
  await before?.(opened.page);
  await opened.page.goto(base + query);
  if (ready) await opened.ready();
  if (ready && ready !== "first") await opened.whole();
  return opened;
}

/**
 * Waits by the page's own timers: what the page does after a shorter wait is done by then, however
 * busy the machine is.
 */
export function rest(page, ms) {
  return page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), ms);
}

/** One open page with what it did wrong so far. */
export class OpenedPage {
  constructor(context, page, allow) {
    this.context = context;
    this.page = page;
    this.problems = [];
    this.responses = [];
    const note = (text) => {
      if (!allow?.test(text)) this.problems.push(text);
    };
    page.on("console", (message) => {
      if (message.type() !== "error" || LEFT.test(message.text())) return;
      note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => note(`uncaught: ${error.stack ?? error}`));
    page.on("crash", () => note("the page crashed"));
    const origin = new URL(baseUrl).origin;
    page.on("request", (request) => {
      const url = new URL(request.url());
      const local = ["data:", "blob:", "about:"].includes(url.protocol);
      if (!local && url.origin !== origin) note(`request off the origin: ${url}`);
    });
    page.on("requestfailed", (r) => {
      const why = r.failure()?.errorText;
      if (why !== "net::ERR_ABORTED") note(`request failed: ${r.url()} ${why}`);
    });
    page.on("response", (response) => {
      this.responses.push(response);
      if (response.status() >= 400) note(`status ${response.status()}: ${response.url()}`);
    });
  }

  async ready() {
    await this.page.waitForFunction(
      () => document.documentElement.dataset.ready === "true", null, { timeout: READY_MS },
    ).catch((error) => {
      throw new Error([`the page is not ready: ${error.message}`, ...this.problems].join("\n"));
    });
  }

  /** Uses the front page, for which all of it comes, and waits until it is there. */
  async whole() {
    await this.page.waitForFunction(() => {
      if (document.documentElement.dataset.whole === "true") return true;
      dispatchEvent(new Event("wheel"));
      return false;
    }, null, { timeout: READY_MS }).catch((error) => {
      throw new Error([`the page is not whole: ${error.message}`, ...this.problems].join("\n"));
    });
  }

  assertClean() {
    assert.deepEqual(this.problems, [], "the page must raise no error and stay on its origin");
  }

  close() {
    return this.context.close();
  }

  /** Scope of a figure: `figure("together")`. Everything below also takes it as `within`. */
  figure(name) {
    return this.page.locator(`figure#fig-${name}`);
  }

  /** A range input by its accessible name. */
  slider(name, within = this.page) {
    return within.getByRole("slider", { name, exact: true });
  }

  /** A chooser by its accessible name. */
  chooser(name, within = this.page) {
    return within.getByRole("combobox", { name, exact: true });
  }

  /** Unrounded value of a number that the page shows, by its path in the estimate. */
  async number(quantity, model = "a", within = this.page) {
    const raw = await within
      .locator(`[data-quantity="${quantity}"][data-model="${model}"]`).first()
      .getAttribute("data-raw");
    return raw === null || raw === "" ? null : Number(raw);
  }

  /** The same once it is another than `before` and stays so: tables follow when things are quiet. */
  async changed(before, quantity, model = "a", within = this.page) {
    for (let tries = 0, last = before; tries < 20; tries += 1) {
      await this.page.waitForTimeout(400);
      const now = await this.number(quantity, model, within);
      if (now !== before && now === last) return now;
      last = now;
    }
    throw new Error(`${quantity} stays ${before}, or does not come to rest`);
  }

  /** All shown numbers within a scope, as `quantity model` to raw value. */
  numbers(within = this.page.locator("html")) {
    return within.evaluate((root) => Object.fromEntries(
      [...root.querySelectorAll("[data-quantity][data-raw]")].map((e) =>
        [`${e.dataset.quantity} ${e.dataset.model}`, e.dataset.raw]),
    ));
  }

  /** Presses a key on a slider and returns its value after each press. */
  async press(slider, key, times = 1) {
    await slider.focus();
    const values = [];
    for (let i = 0; i < times; i += 1) {
      await slider.press(key);
      values.push(Number(await slider.inputValue()));
    }
    await this.frame();
    return values;
  }

  /** Drags a slider's thumb to a fraction of its width, in `steps` pointer moves. */
  async drag(slider, fraction, steps = 8) {
    let x;
    let y;
    for (let left = 5; left > 0; left -= 1) {
      await slider.scrollIntoViewIfNeeded();
      const box = await this.still(slider);
      const at = await slider.evaluate((e) => (e.value - e.min) / (e.max - e.min));
      // The thumb's centre travels the width less one thumb; 16 px is Chromium's, ours is near it.
      x = (f) => box.x + 8 + f * (box.width - 16);
      y = box.y + box.height / 2;
      await this.page.mouse.move(x(at), y);
      // What came late above it may have moved it from under the pointer.
      const under = [x(at), y];
      if (await slider.evaluate((e, at) => document.elementFromPoint(...at) === e, under)) break;
    }
    await this.page.mouse.down();
    await this.page.mouse.move(x(fraction), y, { steps });
    await this.page.mouse.up();
    await this.frame();
  }

  /** Where an element is, once it stands still: what comes late above it may move it. */
  async still(element) {
    let box = await element.boundingBox();
    for (let left = 50; left > 0; left -= 1) {
      await rest(this.page, 30);
      const now = await element.boundingBox();
      if (now.x === box.x && now.y === box.y && now.width === box.width) break;
      box = now;
    }
    return box;
  }

  /** Until what is pending has been drawn: two frames. */
  frame() {
    return this.page.evaluate(() => new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done()));
    }));
  }

  /** Fingerprints of the pixels of each canvas in a scope. */
  async canvasHashes(within = this.page) {
    await this.frame();
    const pictures = await within.locator("canvas").evaluateAll((all) => all.map((c) => c.toDataURL()));
    return pictures.map((p) => createHash("sha256").update(p).digest("hex").slice(0, 16));
  }

  /** Violations that axe-core finds, one line each. */
  async axe(options = {}) {
    // Over the protocol, since the page's content policy refuses a script element.
    await this.page.evaluate(await axeSource());
    const found = await this.page.evaluate((o) => window.axe.run(document, o), options);
    return found.violations.flatMap((v) =>
      v.nodes.map((n) => `${v.id} (${v.impact}): ${n.target.join(" ")}: ${n.failureSummary}`));
  }

  /** A session of the DevTools protocol. */
  async devtools() {
    this.session ??= await this.context.newCDPSession(this.page);
    return this.session;
  }

  /** Slows the processor: 4 is about a cheap phone. */
  async throttle(rate) {
    await (await this.devtools()).send("Emulation.setCPUThrottlingRate", { rate });
  }

  async screenshot(path, options = {}) {
    await this.page.evaluate(() => document.fonts.ready);
    await this.frame();
    return this.page.screenshot({ path, fullPage: true, ...options });
  }

  /** Whether the document scrolls sideways, which it never should. */
  overflowsSideways() {
    return this.page.evaluate(() => {
      const root = document.documentElement;
      return root.scrollWidth > root.clientWidth;
    });
  }
}

let axeText;
async function axeSource() {
  const { readFile } = await import("node:fs/promises");
  axeText ??= await readFile(axePath, "utf8");
  return axeText;
}
