// The tests' own tools, tried where the right answer is known: a check that cannot fail is none.

import assert from "node:assert/strict";
import { baseUrl } from "../lib/browser.mjs";
import { test } from "../lib/runner.mjs";

const base = `${baseUrl}fixtures/harness.html`;

test("a slider is moved by keys and by the pointer", async ({ open }) => {
  const opened = await open("", { base });
  const figure = opened.figure("one");
  const slider = opened.slider("Context", figure);
  const before = await opened.canvasHashes(figure);
  assert.deepEqual(await opened.press(slider, "ArrowRight", 3), [21, 22, 23]);
  assert.equal(await opened.number("decode.tok_s_per_user", "a", figure), 23);
  const pressed = await opened.canvasHashes(figure);
  assert.notDeepEqual(pressed, before);
  await opened.drag(slider, 0.8);
  assert.ok(Math.abs(Number(await slider.inputValue()) - 80) <= 2, await slider.inputValue());
  assert.notDeepEqual(await opened.canvasHashes(figure), pressed);
  assert.deepEqual(await opened.numbers(), { "decode.tok_s_per_user a": await slider.inputValue() });
  await opened.drag(slider, 0);
  assert.equal(await slider.inputValue(), "0");
});

test("errors, missing files and other origins are noticed", async ({ open }) => {
  const allow = /./;
  const opened = await open("", { base, allow });
  const { page, problems } = opened;
  assert.deepEqual(problems, [], "what the test expects is not noted");
  const strict = await open("", { base });
  await strict.page.evaluate(async (elsewhere) => {
    console.error("broken");
    setTimeout(() => { throw new Error("thrown"); });
    await fetch("missing.json");
    await fetch(elsewhere, { mode: "no-cors" });
  }, baseUrl.replace("127.0.0.1", "localhost"));
  await strict.frame();
  const noted = strict.problems.splice(0).join("\n");
  for (const part of ["console: broken", "uncaught: Error: thrown", "status 404", "off the origin"]) {
    assert.ok(noted.includes(part), `${part} in\n${noted}`);
  }
  assert.equal(await page.title(), "What the helpers of the tests are tried on");
});

test("axe finds what is wrong and nothing else", async ({ open }) => {
  const opened = await open("", { base });
  assert.deepEqual(await opened.axe(), []);
  await opened.page.evaluate(() => document.querySelector("canvas").removeAttribute("aria-label"));
  const found = await opened.axe();
  assert.ok(found.some((line) => line.startsWith("role-img-alt")), found.join("\n"));
});

test("a page that scrolls sideways is seen", async ({ open }) => {
  const opened = await open("", { base, width: 320 });
  await opened.page.evaluate(() => { document.body.style.width = "2000px"; });
  assert.ok(await opened.overflowsSideways());
});

test("the processor is slowed", async ({ open }) => {
  const opened = await open("", { base });
  const work = () => opened.page.evaluate(() => {
    const start = performance.now();
    let x = 0;
    for (let i = 0; i < 2e7; i += 1) x += Math.sqrt(i);
    return x > 0 ? performance.now() - start : 0;
  });
  // The shortest of a few: other programs make single ones longer.
  const shortest = async () => Math.min(...[await work(), await work(), await work()]);
  const plain = await shortest();
  await opened.throttle(6);
  const slow = await shortest();
  assert.ok(slow > 2 * plain, `${plain.toFixed(1)} ms, then ${slow.toFixed(1)} ms`);
}, { alone: true });
