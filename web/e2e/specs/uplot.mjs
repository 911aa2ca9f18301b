// Our drawing beside that of uPlot: the same four charts in the same page and the same run. Both
// are made to draw by a change of their width by one pixel, which computes nothing anew; uPlot gets
// the curves that our canvases were just given.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "../lib/runner.mjs";
import { busy, percentile } from "../lib/timing.mjs";

/** At most so many times the time of uPlot. */
const TIMES = 2;
const CHARTS = ["context", "bandwidth", "users", "prefill"];
/** Measured rounds, ours and theirs in turn, after those that fill caches. */
const ROUNDS = 40;
const WARM = 8;
/** A path of fewer points is an axis, a mark or a letter, not a curve. */
const CURVE = 8;

const dist = (name) => readFile(createRequire(import.meta.url).resolve(`uplot/dist/${name}`), "utf8");

/** In the page, before anything else: notes the paths that are drawn, while `window.paths` is a list. */
const record = () => {
  const pen = CanvasRenderingContext2D.prototype;
  let path = [];
  const spy = (name, note) => {
    const plain = pen[name];
    pen[name] = function spied(...given) {
      if (window.paths) note(this, given);
      return plain.apply(this, given);
    };
  };
  spy("beginPath", () => { path = []; });
  spy("moveTo", (_, [x, y]) => path.push([[x, y]]));
  spy("lineTo", (_, [x, y]) => path.at(-1)?.push([x, y]));
  for (const kind of ["stroke", "fill"]) {
    spy(kind, (context) => {
      const { canvas } = context;
      const { a: scale } = context.getTransform();
      const color = context[`${kind}Style`];
      const width = context.lineWidth * scale;
      const dash = context.getLineDash().map((length) => length * scale);
      for (const points of path) {
        window.paths.push({ canvas, kind, color, width, dash, points: points.map(([x, y]) => [x * scale, y * scale]) });
      }
    });
  }
};

/** In the page: makes one side draw in the next frame, and marks where that begins and is painted. */
const draw = ([side, wider]) => new Promise((done) => {
  requestAnimationFrame(() => {
    performance.mark("began");
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      performance.mark("ended");
      done();
    };
    channel.port2.postMessage(0);
    window.sides[side](wider);
  });
});

/** In the page: our four charts as something that can be made a pixel wider. */
const ours = (names) => {
  const wrappers = names.map((name) => document.querySelector(`#fig-${name} .chart`));
  const widths = wrappers.map((wrapper) => Math.floor(wrapper.getBoundingClientRect().width) - 2);
  window.sides = {
    ours: (wider) => wrappers.forEach((wrapper, at) => { wrapper.style.width = `${widths[at] + wider}px`; }),
  };
};

/** In the page: the same four charts of uPlot below ours, from the paths that were noted. */
const theirs = ([names, curve, css]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  /** Height of a curve at x; nothing beyond its ends. */
  const height = (points, x) => {
    const after = points.findIndex((point) => point[0] >= x);
    if (after < 0 || (after === 0 && points[0][0] > x)) return null;
    const [right, left] = [points[after], points[Math.max(0, after - 1)]];
    return right[0] === left[0] ? right[1] : left[1] + ((x - left[0]) / (right[0] - left[0])) * (right[1] - left[1]);
  };
  const told = [];
  const charts = names.map((name) => {
    const canvas = document.querySelector(`#fig-${name} canvas`);
    const { width: wide, height: high } = canvas.getBoundingClientRect();
    const ratio = canvas.width / wide;
    const mine = window.paths.filter((path) => path.canvas === canvas && path.points.length >= curve)
      .map((path) => ({ ...path, points: path.points.map(([x, y]) => [x / ratio, high - y / ratio]) }));
    const lines = mine.filter(({ kind }) => kind === "stroke");
    // A band is its upper edge from left to right, then its lower one back.
    const bands = mine.filter(({ kind }) => kind === "fill").map(({ points, color }) => {
      let turn = 0;
      while (turn + 1 < points.length && points[turn + 1][0] >= points[turn][0]) turn += 1;
      return { color, upper: points.slice(0, turn + 1), lower: points.slice(turn + 1).reverse() };
    }).filter(({ upper, lower }) => upper.length > 1 && lower.length > 1);
    const all = [...lines.map(({ points }) => points), ...bands.flatMap(({ upper, lower }) => [upper, lower])];
    // One column of x for all, as uPlot has it: that of the curve with the most points.
    const xs = [...new Set(all.reduce((most, one) => (one.length > most.length ? one : most), []).map(([x]) => x))]
      .sort((a, b) => a - b);
    const data = [xs, ...all.map((points) => xs.map((x) => height(points, x)))];
    const series = [
      {},
      ...lines.map(({ color, width, dash }) => ({ stroke: color, width: width / ratio, dash: dash.map((d) => d / ratio), points: { show: false } })),
      ...bands.flatMap(() => [0, 1]).map(() => ({ width: 0, points: { show: false } })),
    ];
    const first = 1 + lines.length;
    const place = document.createElement("div");
    document.querySelector(".lab-figures").append(place);
    const size = { width: Math.floor(wide) - 2, height: high };
    const options = {
      ...size,
      pxAlign: 1,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: [0, high] } },
      axes: [{ grid: { show: false } }, {}],
      series,
      bands: bands.map(({ color }, at) => ({ series: [first + 2 * at, first + 2 * at + 1], fill: color })),
    };
    told.push(`${name}: ${lines.length} lines, ${bands.length} bands, ${xs.length} points each`);
    return { plot: new uPlot(options, data, place), size };
  });
  window.paths = null;
  window.sides.theirs = (wider) => charts.forEach(({ plot, size }) => plot.setSize({ ...size, width: size.width + wider }));
  return told;
};

test("our drawing takes at most twice the time of uPlot", async ({ browser, open }) => {
  const opened = await open("?v=1&view=lab", {
    width: 1280, height: 5200, before: (page) => page.addInitScript(record),
  });
  const { page } = opened;
  await page.waitForLoadState("networkidle");
  await page.evaluate(ours, CHARTS);
  const round = (side, at) => page.evaluate(draw, [side, at % 2]);
  await round("ours", 0);
  await page.evaluate(() => { window.paths = []; });
  const before = await opened.canvasHashes(page.locator(".lab-figures .grid").first());
  await round("ours", 1);
  const after = await opened.canvasHashes(page.locator(".lab-figures .grid").first());
  assert.ok(before.every((hash, at) => hash !== after[at]), "ours were drawn anew");
  // Over the protocol, since the page's content policy refuses a script element.
  await page.evaluate(`${await dist("uPlot.iife.min.js")}; globalThis.uPlot = uPlot;`);
  const told = await page.evaluate(theirs, [CHARTS, CURVE, await dist("uPlot.min.css")]);
  for (const line of told) console.log(`        ${line}`);
  assert.ok(told.every((line) => !/: 0 lines/.test(line)), "every chart has lines");
  await opened.frame();
  const seen = await page.evaluate(() => [...document.querySelectorAll(".uplot canvas")].map((canvas) => {
    const { top, bottom } = canvas.getBoundingClientRect();
    return bottom <= innerHeight && top >= 0;
  }));
  assert.deepEqual(seen, CHARTS.map(() => true), "theirs are on the screen");
  const { spans } = await busy(browser, page, async () => {
    for (let at = 0; at < ROUNDS + WARM; at += 1) {
      for (const side of ["ours", "theirs"]) await round(side, at);
    }
  });
  assert.equal(spans.length, 2 * (ROUNDS + WARM));
  const [mine, uplot] = [0, 1].map((side) =>
    percentile(spans.slice(2 * WARM).filter((_, at) => at % 2 === side), 0.5));
  console.log(`        ours ${mine.toFixed(2)} ms, uPlot ${uplot.toFixed(2)} ms: ${(mine / uplot).toFixed(2)} times, at most ${TIMES}`);
  assert.ok(mine <= TIMES * uplot, `${(mine / uplot).toFixed(2)} times`);
}, { alone: true });
