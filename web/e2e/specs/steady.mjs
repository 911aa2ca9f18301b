// Dragging leaves the page calm: nothing jumps, no task is long, and memory stays what it was.

import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";
import { busy } from "../lib/timing.mjs";

/** Most that may be shifted, in the units of layout instability, on load and in a drag. */
const SHIFT = 0.02;
/** Longest task of the main thread in a drag, ms. */
const TASK = 100;
/** Events after which memory is compared, and those before it that fill caches. */
const EVENTS = 3000;
const FILL = 600;
/** More than this is growth, bytes: a hundred for an event. */
const HEAP = 300_000;
/** WebAssembly's memory grows by pages of 64 KiB. */
const LINEAR = 4 * 65_536;

/** In the page, before anything else: notes every shift. */
const watch = () => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const what = sources.map(({ node }) => node?.id || node?.className || node?.nodeName).join(", ");
      window.shifts.push({ value, what });
    }
  }).observe({ type: "layout-shift", buffered: true });
};

const shifted = (page) => page.evaluate(() => window.shifts);
const sum = (shifts) => shifts.reduce((all, { value }) => all + value, 0);
const told = (shifts) => shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join("; ");

/** Drags a slider from where it is to each of the places, in so many moves. */
async function drag(opened, slider, places, steps) {
  for (const place of places) await opened.drag(slider, place, steps);
}

const PAGES = [
  ["story", "", 1280, 800],
  ["story", "", 390, 844],
  ["lab", "?v=1&view=lab", 1280, 800],
  ["lab", "?v=1&view=lab", 390, 844],
];

for (const [name, query, width, height] of PAGES) {
  test(`nothing jumps while the ${name} loads and is dragged, ${width} px`, async ({ open }) => {
    const opened = await open(query, {
      width, height, before: (page) => page.addInitScript(watch),
    });
    const { page } = opened;
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(500);
    const loaded = await shifted(page);
    const slider = page.getByRole("slider", { name: "Context", exact: true }).first();
    await slider.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    await page.evaluate(() => { window.shifts.length = 0; });
    await drag(opened, slider, [0.9, 0.1, 0.5], 24);
    await page.waitForTimeout(600);
    // Those that follow an input at once are counted too: a drag should move nothing but itself.
    const dragged = await shifted(page);
    console.log(`        shifted: ${sum(loaded).toFixed(4)} on load, ${sum(dragged).toFixed(4)} in a drag, at most ${SHIFT}`);
    assert.ok(sum(loaded) < SHIFT, `on load: ${told(loaded)}`);
    assert.ok(sum(dragged) < SHIFT, `in a drag: ${told(dragged)}`);
    // Alone: on a machine that is busy a face may come after the first paint.
  }, { alone: true });
}

for (const [name, query, width, height] of PAGES) {
  test(`no task of a drag is long: ${name}, ${width} px`, async ({ browser, open }) => {
    const opened = await open(query, { width, height });
    const { page } = opened;
    await page.waitForLoadState("networkidle");
    const slider = page.getByRole("slider", { name: "Context", exact: true }).first();
    const { tasks } = await busy(browser, page, async () => {
      await page.evaluate(() => performance.mark("began"));
      await drag(opened, slider, [0.95, 0.05, 0.5], 40);
      // What comes when things are quiet belongs to it.
      await page.waitForTimeout(1000);
      await page.evaluate(() => performance.mark("ended"));
    }, { tasks: true });
    tasks.sort((a, b) => b - a);
    console.log(`        ${tasks.length} tasks, the longest ${tasks.slice(0, 3).map((ms) => ms.toFixed(1)).join(", ")} ms, at most ${TASK}`);
    assert.ok(tasks.length > 100, "too few tasks for a drag");
    assert.ok(tasks[0] <= TASK, `${tasks[0]} ms`);
  }, { alone: true });
}

/** In the page, before anything else: keeps the memory of every WebAssembly module. */
const keepMemories = () => {
  window.memories = new Set();
  const keep = (made) => {
    const exports = (made.instance ?? made).exports;
    for (const each of Object.values(exports)) {
      if (each instanceof WebAssembly.Memory) window.memories.add(each);
    }
    return made;
  };
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const plain = WebAssembly[name].bind(WebAssembly);
    WebAssembly[name] = (...given) => plain(...given).then(keep);
  }
};

/** In the page: so many events on two sliders, each a task of its own. */
const events = (count) => new Promise((done) => {
  const ranges = ["Context", "Bits per weight"].map((name) =>
    document.querySelector(`.lab-controls input[type="range"][aria-label="${name}"]`));
  const tasks = new MessageChannel();
  let left = count;
  tasks.port1.onmessage = () => {
    if (left === 0) return done();
    left -= 1;
    const range = ranges[left % 2];
    const last = Number(range.max);
    // Back and forth over the whole range, each time in the same places.
    const at = Math.floor(left / 2) % (2 * last);
    range.value = String(at > last ? 2 * last - at : at);
    range.dispatchEvent(new Event("input", { bubbles: true }));
    return tasks.port2.postMessage(0);
  };
  tasks.port2.postMessage(0);
});

test(`${EVENTS} slider events leave memory as it was`, async ({ open }) => {
  const opened = await open("?v=1&view=lab", {
    before: (page) => page.addInitScript(keepMemories),
  });
  const { page } = opened;
  const devtools = await opened.devtools();
  await devtools.send("HeapProfiler.enable");
  await devtools.send("Performance.enable");
  const held = async () => {
    // What waits for a quiet moment has come by then.
    await page.waitForTimeout(800);
    for (let at = 0; at < 3; at += 1) await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    const linear = await page.evaluate(() =>
      [...window.memories].reduce((all, memory) => all + memory.buffer.byteLength, 0));
    return { heap: usedSize, linear, nodes: of("Nodes"), listeners: of("JSEventListeners") };
  };
  await page.waitForLoadState("networkidle");
  await page.evaluate(events, FILL);
  const before = await held();
  await page.evaluate(events, EVENTS);
  const after = await held();
  for (const name of Object.keys(before)) {
    console.log(`        ${name}: ${before[name]}, after ${EVENTS} events ${after[name]}`);
  }
  assert.ok(before.linear > 0, "no memory of WebAssembly was found");
  assert.ok(after.heap - before.heap <= HEAP, `heap: ${after.heap - before.heap} bytes more`);
  assert.ok(after.linear - before.linear <= LINEAR, `WebAssembly: ${after.linear - before.linear} bytes more`);
  assert.ok(after.nodes <= before.nodes * 1.02 + 20, `${after.nodes - before.nodes} nodes more`);
  assert.ok(after.listeners <= before.listeners + 5, `${after.listeners - before.listeners} listeners more`);
}, { timeout: 240_000, alone: true });
