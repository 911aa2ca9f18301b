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
