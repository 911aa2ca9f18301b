// Times of the main thread, and what stands on the screen while they are taken.

/** The value below which this share of a list lies. */
export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
};

/** In the page: fingerprints of the canvases within `scope` that are on the screen, by figure. */
export const pictures = (scope) => {
  const seen = [...document.querySelectorAll(`${scope} canvas`)].filter((canvas) => {
    const { width, height, top, bottom } = canvas.getBoundingClientRect();
    return canvas.checkVisibility() && width > 0 && height > 0 && top < innerHeight && bottom > 0;
  });
  return seen.map((canvas) => {
    const text = canvas.toDataURL();
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    return [canvas.closest("figure")?.id ?? "", hash];
  });
};

/**
 * What `run` keeps the main thread busy, by the thread's own clock, ms: `spans` are the times from
 * each `began` to the next `ended` that the page marks, `tasks` those of all tasks. Waiting, and
 * what other programs take of the machine, is not in it.
 */
export async function busy(browser, page, run, { tasks = false } = {}) {
  await browser.startTracing(page, { categories: tasks ? ["blink.user_timing", "toplevel"] : ["blink.user_timing"] });
  let events;
  try {
    await run();
  } finally {
    events = JSON.parse(String(await browser.stopTracing())).traceEvents;
  }
  const marks = events.filter(({ name, ph }) => ph === "I" && (name === "began" || name === "ended"))
    .sort((a, b) => a.ts - b.ts);
  const { pid, tid } = marks[0];
  const spans = [];
  for (const [at, { name, tts }] of marks.entries()) {
    if (name === "ended") spans.push((tts - marks[at - 1].tts) / 1000);
  }
  const all = events
    .filter((one) => one.name === "ThreadControllerImpl::RunTask" && one.pid === pid && one.tid === tid)
    .map(({ tdur }) => tdur / 1000);
  return { spans, tasks: all };
}

/**
 * In the page: moves a slider of the lab by one position (back and forth between its ends), marks
 * where that begins and where the frame that it makes is painted, and gives the milliseconds
 * between without the wait for the frame.
 */
export const step = (name) => new Promise((done) => {
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
  performance.mark("began");
  // First among the callbacks of the frame: registered before the page asks for one.
  requestAnimationFrame(() => {
    began = performance.now();
    const channel = new MessageChannel();
    // After style, layout and paint of this frame.
    channel.port1.onmessage = () => {
      performance.mark("ended");
      done(spent + performance.now() - began);
    };
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

/** Milliseconds that `piece` takes on the machine on which the limits were measured. */
const PIECE_MS = 6.3;

/** In the page: the quickest of many runs of a fixed piece of arithmetic, text and drawing, ms. */
const piece = () => {
  const canvas = document.createElement("canvas");
  canvas.width = 600;
  canvas.height = 300;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let best = Infinity;
  for (let run = 0; run < 30; run += 1) {
    const start = performance.now();
    let sum = 0;
    for (let at = 1; at < 200_000; at += 1) sum += Math.log(at) / Math.sqrt(at + (run % 3));
    for (let at = 0; at < 750; at += 1) {
      context.beginPath();
      context.moveTo(at % 150 * 4, 0);
      for (let x = 0; x < 20; x += 1) context.lineTo(at % 150 * 4 + x, (sum + x * at) % 300);
      context.stroke();
      context.fillText((sum / (at + 1)).toFixed(3), at % 150 * 4, at % 300);
    }
    context.getImageData(0, 0, 1, 1);
    best = Math.min(best, performance.now() - start);
  }
  return best;
};

/**
 * How many times slower this machine is than the one on which limits were measured; at least 1.
 * Limits in milliseconds are multiplied by it, so that they hold on any machine.
 */
export async function slowness(page) {
  const ms = await page.evaluate(piece);
  console.log(`        a fixed piece of work: ${ms.toFixed(2)} ms, ${PIECE_MS} where limits were measured`);
  return Math.max(1, ms / PIECE_MS);
}
