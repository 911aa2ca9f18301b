// Whatever a reader does and whatever a link says: no error, no dead page, and afterwards the same
// numbers as on a page that nothing has happened to.

import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";

/** Another seed tries other things: SEED=7 cargo xtask e2e chaos. */
const SEED = Number(process.env.SEED ?? 20261130);
const MUTATIONS = 200;
const ROUNDS = 30;
/** Input events of a round. */
const EVENTS = 100;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LINKS = [
  "v=1&a=qwen3-32b&b=qwen3-30b-a3b&d=dgx-spark&ctx=8192&u=2",
  "v=1&view=lab&a=gpt-oss-120b&q=mxfp4&d=rtx-4090&place=experts:20&ctx=32768&host=ddr5-5600-2ch",
  "v=1&view=lab&b=none&bits=3.5&bw=1000&mem=24&kv=q8_0&u=16&n=2&split=tensor",
  "v=1&view=lab&spec=mtp:1&acc=0.7&unf=5.7&x.weight_efficiency=0.8&b.n=2&link=24.5:41",
];
const PIECES = [
  "", "0", "-1", "1e308", "-1e308", "NaN", "Infinity", "1e-320", "9".repeat(400), "%00", "%", "%zz", "\u0000",
  "<svg onload=alert(1)>", "'\"`", "..", "__proto__", "null", "none", "\u{1f600}", "=", "&", "&&a=", "::::", ",,,",
  "constructor", "ctx=1", "x".repeat(5000),
];

/** A link with some of its characters, values and keys spoiled. */
function mutated(random) {
  let text = LINKS[Math.floor(random() * LINKS.length)];
  const piece = () => PIECES[Math.floor(random() * PIECES.length)];
  for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) {
    const at = Math.floor(random() * (text.length + 1));
    const kind = random();
    if (kind < 0.3) text = text.slice(0, at) + piece() + text.slice(at);
    else if (kind < 0.5) text = text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 6));
    else if (kind < 0.8) text = text.replace(/=([^&=]*)(?=&|$)/g, (all) => (random() < 0.3 ? `=${piece()}` : all));
    else text = text.split("&").sort(() => random() - 0.5).join("&");
  }
  // An embed and another module are other pages, which have specs of their own.
  return text.replaceAll(/view=(?!lab)[^&]*/g, "view=lab").replaceAll("embed", "embad");
}

/** Lines that say what no page should; a notice may repeat what a link said. */
const nonsense = (opened) => opened.page.locator("main").evaluate((main) => [...main.children]
  .filter((part) => !part.matches(".notice"))
  .flatMap((part) => part.innerText.split("\n"))
  .filter((line) => /\bNaN\b|\bundefined\b|\bInfinity(?! Fabric)|\[object/.test(line)));

/** All numbers of a page at a link that it is led to without loading anew. */
async function lead(opened, query) {
  await opened.page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, query);
  await opened.frame();
}

test(`${MUTATIONS} spoiled links leave a page that works`, async ({ open }) => {
  console.log(`        seed ${SEED}`);
  const random = chance(SEED);
  const opened = await open("?v=1&view=lab");
  const first = await opened.numbers();
  let last = "";
  for (let at = 0; at < MUTATIONS; at += 1) {
    last = mutated(random);
    // One in ten by loading the page.
    if (at % 10 === 0) {
      await opened.page.goto(new URL(`?view=lab&${last}`, opened.page.url()).href);
      await opened.ready();
    } else {
      await lead(opened, `?view=lab&${last}`);
    }
    assert.deepEqual(await nonsense(opened), [], last);
    assert.equal(await opened.page.locator(".fault").count(), 0, last);
    assert.deepEqual(opened.problems, [], last);
  }
  await lead(opened, "?v=1&view=lab");
  assert.deepEqual(await opened.numbers(), first);
}, { timeout: 240_000 });

/** In the page: so many events on controls that can be seen. */
const storm = ({ seed, events, values, make }) => {
  const random = new Function(`return ${make}`)()(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  for (let left = events; left > 0; left -= 1) {
    const all = [...document.querySelectorAll("input, select, textarea, button, summary, canvas, [tabindex]")]
      .filter((one) => one.checkVisibility() && one.type !== "file");
    const one = pick(all);
    if (!one) return 0;
    if (one.matches("input, select, textarea")) {
      if (one.type === "checkbox" || one.type === "radio") one.click();
      else if (one.matches("select")) one.selectedIndex = Math.floor(random() * one.options.length);
      else one.value = one.type === "range" ? String(random() * Number(one.max)) : pick(values);
      for (const name of ["pointerdown", "input", "change", "pointerup"]) {
        if (random() < 0.8) one.dispatchEvent(new Event(name, { bubbles: true }));
      }
      if (random() < 0.2) one.dispatchEvent(new Event("blur"));
    } else if (random() < 0.3) {
      one.click();
    }
    const key = pick(["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "Escape", "Enter", "0", "z", "Tab", "?"]);
    one.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ctrlKey: random() < 0.1 }));
    const box = one.getBoundingClientRect();
    const place = { bubbles: true, clientX: box.x + random() * box.width, clientY: box.y + random() * box.height };
    one.dispatchEvent(new PointerEvent(pick(["pointerdown", "pointermove", "pointerup", "pointerleave"]), place));
  }
  return events;
};

for (const [name, start] of [["story", ""], ["lab", "?v=1&view=lab"]]) {
  test(`${name}: ${ROUNDS * EVENTS} events at random, with resizing, themes and hiding`, async ({ open }) => {
    console.log(`        seed ${SEED}`);
    const random = chance(SEED + name.length);
    const opened = await open(start, {
      // What is saved or copied at random is refused, and leaving is not what is tried.
      before: (page) => page.addInitScript(() => {
        document.addEventListener("click", (event) => {
          if (!event.target.closest?.("a, .explain-foot button")) return;
          event.preventDefault();
          event.stopImmediatePropagation();
        }, true);
        globalThis.print = () => {};
      }),
    });
    const { page } = opened;
    let events = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const seed = Math.floor(random() * 2 ** 32);
      events += await page.evaluate(`(${storm})(${JSON.stringify({ seed, events: EVENTS, values: PIECES, make: String(chance) })})`);
      await opened.frame();
      assert.deepEqual(opened.problems, [], `round ${round}`);
      assert.equal(await page.locator(".fault").count(), 0, `round ${round}`);
      assert.deepEqual(await nonsense(opened), [], `round ${round}`);
      const kind = round % 5;
      if (kind === 0) await page.setViewportSize({ width: 280 + Math.floor(random() * 1500), height: 300 + Math.floor(random() * 900) });
      if (kind === 1) await page.emulateMedia({ colorScheme: random() < 0.5 ? "dark" : "light", forcedColors: random() < 0.3 ? "active" : "none" });
      if (kind === 2) await page.evaluate(() => {
        for (const state of ["hidden", "visible"]) {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }
      });
      if (kind === 3) await page.evaluate((to) => scrollTo(0, to * document.body.scrollHeight), random());
      if (kind === 4) await page.evaluate(() => { for (const name of ["beforeprint", "afterprint"]) dispatchEvent(new Event(name)); });
    }
    console.log(`        ${events} events`);
    // It still answers.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("Escape");
    const fresh = await open("?v=1&view=lab");
    if (name === "lab") {
      await lead(opened, "?v=1&view=lab");
      assert.deepEqual(await opened.numbers(page.locator(".lab-answer")), await fresh.numbers(fresh.page.locator(".lab-answer")));
    }
  }, { timeout: 240_000 });
}
