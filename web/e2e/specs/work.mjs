// Work of the main thread for each slider event in the lab, with all figures in view: script,
// style, layout and paint; waiting for the display is left out.

import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";

/** Limits of the 95th percentile, ms: at full speed, and at a quarter of it. What is wanted is 12
 * and 45; the limits are a ratchet at what the page takes today on a slow machine. */
const WANTED = { 1: 12, 4: 45 };
const LIMITS = [[1, 250], [4, 900]];
/** Figures below the first six. */
const LAST = ["fig-bits", "fig-speculation", "fig-two", "fig-spill"];
/** Events measured for each slider. */
const EVENTS = 24;
/** The first ones fill caches. */
const WARM = 4;

/** Moves a slider by one position and returns the milliseconds that it kept the main thread. */
const step = (name) => new Promise((done) => {
  const range = document.querySelector(`.lab-controls input[type="range"][aria-label="${name}"]`);
  const last = Number(range.max);
  window.direction ??= 1;
  let value = Number(range.value) + window.direction;
  if (value > last || value < 0) {
    window.direction = -window.direction;
    value = Number(range.value) + window.direction;
  }
  let began = 0;
  let spent = 0;
  // First among the callbacks of the frame: registered before the page asks for one.
  requestAnimationFrame(() => {
    began = performance.now();
    const channel = new MessageChannel();
    // After style, layout and paint of this frame.
    channel.port1.onmessage = () => done(spent + performance.now() - began);
    channel.port2.postMessage(0);
  });
  const start = performance.now();
  // A task of its own, so that everything that follows the event at once is in it.
  const after = new MessageChannel();
  after.port1.onmessage = () => {
    if (began === 0) spent = performance.now() - start;
  };
  after.port2.postMessage(0);
  range.value = String(value);
  range.dispatchEvent(new Event("input", { bubbles: true }));
});

const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
};

test("a slider event keeps the main thread for a moment only", async ({ open }) => {
  const opened = await open("?v=1&view=lab", { width: 1280, height: 3600 });
  const { page } = opened;
  const wrong = [];
  for (const [rate, limit] of LIMITS) {
    await opened.throttle(rate);
    for (const name of ["Bits per weight", "Context", "Memory bandwidth", "Users at once"]) {
      const before = await opened.canvasHashes(page.locator(".lab-figures"));
      await page.evaluate(() => { window.direction = 1; });
      await page.locator(`.lab-controls input[aria-label="${name}"]`).dispatchEvent("pointerdown");
      const times = [];
      for (let at = 0; at < EVENTS + WARM; at += 1) {
        const time = await page.evaluate(step, name);
        if (at >= WARM) times.push(time);
      }
      await page.locator(`.lab-controls input[aria-label="${name}"]`).dispatchEvent("pointerup");
      const after = await opened.canvasHashes(page.locator(".lab-figures"));
      const names = await page.locator(".lab-figures canvas")
        .evaluateAll((all) => all.map((canvas) => canvas.closest("figure")?.id));
      const still = names.filter((_, at) => after[at] === before[at]);
      // What a context or a bandwidth does not change need not be drawn. Not asked of the last
      // four figures yet: they stay as they are in this scripted drag.
      const missed = still.filter((id) => !LAST.includes(id));
      const most = name === "Bits per weight" ? 0 : 2;
      assert.ok(missed.length <= most, `${name}: ${missed} did not change`);
      const high = percentile(times, 0.95);
      console.log(`        ${rate}x ${name}: p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${high.toFixed(1)} ms, wanted ${WANTED[rate]}`);
      if (high > limit) wrong.push(`${rate}x ${name}: p95 ${high.toFixed(1)} ms, at most ${limit}`);
    }
  }
  assert.deepEqual(wrong, []);
}, { timeout: 180_000, alone: true });
