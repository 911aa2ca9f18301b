// The lab: every control by keyboard changes what it should, and every number can be asked why.

import assert from "node:assert/strict";
import { rest } from "../lib/page.mjs";
import { test } from "../lib/runner.mjs";

const LAB = "?v=1&view=lab";
const slider = (page, name) => page.getByRole("slider", { name, exact: true });

/** A headline number, unrounded; null where there is none. */
async function raw(page, path, model) {
  const found = page.locator(`.lab-answer [data-quantity="${path}"][data-model="${model}"]`).first();
  return (await found.count()) === 0 ? null : Number(await found.getAttribute("data-raw"));
}
const speed = (page, model) => raw(page, "decode.tok_s_per_user", model);

/** All groups open. */
async function unfold(page) {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll(".group-box")) one.open = true;
  });
}

/** Slider, query it stands in, and the number of A that it changes. */
const SLIDERS = [
  ["Memory bandwidth", "", "decode.tok_s_per_user"],
  ["Bits per weight", "", "decode.tok_s_per_user"],
  ["Context", "", "decode.tok_s_per_user"],
  ["Users at once", "", "decode.tok_s_per_user"],
  ["Compute, FP16 dense", "", "prefill.ttft_s"],
  ["Device memory", "", "memory.devices.0.capacity_bytes"],
  ["Prompt", "", "prefill.ttft_s"],
  ["Of which cached", "", "prefill.ttft_s"],
  ["Drafted tokens", "", "decode.tok_s_per_user"],
  ["Acceptance per token", "&spec=draft-model:2", "decode.tok_s_per_user"],
  ["Times too slow, draft and verify", "&spec=draft-model:2", "decode.tok_s_per_user"],
  ["Link wait per exchange", "&n=2&split=tensor", "decode.tok_s_per_user"],
  ["Layers in RAM", "&d=rtx-3090&ctx=1024&place=gpu:40", "decode.tok_s_per_user"],
  ["RAM bandwidth", "&d=rtx-3090&ctx=1024&place=gpu:50", "decode.tok_s_per_user"],
  ["Share of bandwidth weights reach", "", "decode.tok_s_per_user"],
  ["Share of bandwidth KV reaches", "", "decode.tok_s_per_user"],
  ["Fixed time per layer", "", "decode.tok_s_per_user"],
  ["Sampling and scheduling", "", "decode.tok_s_per_user"],
  ["Compute reached in prefill", "", "prefill.ttft_s"],
  ["Kept for the system", "", "memory.devices.0.capacity_bytes"],
  ["Margin", "", "memory.devices.0.capacity_bytes"],
];

test("every slider changes its number with each arrow press", async ({ open }) => {
  let query = null;
  let page;
  for (const [name, more, path] of SLIDERS) {
    if (more !== query) {
      ({ page } = await open(LAB + more));
      query = more;
      await unfold(page);
    }
    const control = slider(page, name);
    const before = await raw(page, path, "a");
    const index = Number(await control.inputValue());
    const last = Number(await control.getAttribute("max"));
    const key = index >= last ? "ArrowLeft" : "ArrowRight";
    await control.press(key);
    assert.notEqual(Number(await control.inputValue()), index, `${name} moves`);
    assert.notEqual(await raw(page, path, "a"), before, `${name} changes ${path}`);
    assert.ok(await control.getAttribute("aria-valuetext"), name);
    await control.press("0");
    // These start away from their preset in the link.
    if (name === "Layers in RAM") continue;
    assert.equal(await raw(page, path, "a"), before, `${name} goes back`);
  }
});

test("every slider follows the pointer, one of B's own too", async ({ open }) => {
  let query = null;
  let opened;
  for (const [name, more, path] of SLIDERS) {
    if (more !== query) {
      opened = await open(LAB + more);
      query = more;
      await unfold(opened.page);
    }
    const { page } = opened;
    const control = slider(page, name);
    const before = await raw(page, path, "a");
    for (const fraction of [0.3, 0.8]) {
      await opened.drag(control, fraction, 4);
      // A slider of few positions stops at the nearest.
      const [share, half] = await control.evaluate((e) => [e.value / e.max, 0.5 / e.max]);
      assert.ok(Math.abs(share - fraction) < 0.04 + half, `${name} at ${share}, not ${fraction}`);
    }
    assert.notEqual(await raw(page, path, "a"), before, `${name} changes ${path}`);
    if (path === "decode.tok_s_per_user" && (await raw(page, path, "a")) === null) continue;
    await control.dblclick();
  }
  const { page } = await open(LAB);
  await unfold(page);
  const [a, b] = [await speed(page, "a"), await speed(page, "b")];
  await slider(page, "Context of B").press("End");
  assert.equal(await speed(page, "a"), a);
  assert.notEqual(await speed(page, "b"), b);
  await rest(page, 400);
  assert.equal(new URL(page.url()).searchParams.get("b.ctx"), "262144");
  await slider(page, "Context of B").press("0");
  assert.equal(await speed(page, "b"), b);
  await page.getByLabel("B on a machine of its own").check();
  await slider(page, "Memory bandwidth of B").press("End");
  assert.ok((await speed(page, "b")) > b);
  await page.getByLabel("B in a format of its own").check();
  await slider(page, "Bits per weight of B").press("Home");
  await rest(page, 400);
  const link = new URL(page.url()).searchParams;
  assert.equal(link.get("b.bw"), "8000");
  assert.equal(link.get("b.bits"), "1.5");
}, { timeout: 120_000 });

test("segments, lists and boxes follow the pointer", async ({ open }) => {
  const { page } = await open(`${LAB}&d=rtx-3090&ctx=2048`);
  await unfold(page);
  const placed = await speed(page, "b");
  for (const name of ["Experts in RAM", "Some layers in RAM"]) {
    await page.getByRole("radiogroup", { name: "Placement", exact: true }).locator("label", { hasText: name }).click();
    assert.notEqual(await speed(page, "b"), placed, name);
  }
  await page.getByRole("radiogroup", { name: "Placement", exact: true }).locator("label", { hasText: "All on GPU" }).click();
  assert.equal(await speed(page, "b"), placed);
  const kv = page.getByRole("radiogroup", { name: "KV format", exact: true });
  await kv.locator("label", { hasText: "q8_0" }).click();
  assert.notEqual(await speed(page, "b"), placed);
  await kv.locator("label", { hasText: "f16" }).click();
  await page.locator("#add-device").selectOption("rtx-5090");
  assert.equal(await page.locator(".lab-controls .chips .chip").count(), 2);
  await page.locator(".lab-controls .chips .chip").nth(1).click();
  assert.equal(await speed(page, "b"), placed);
  const device = page.getByRole("combobox", { name: "Device", exact: true });
  await device.click();
  await page.getByRole("option", { name: /^RTX 5090/ }).first().click();
  assert.ok((await speed(page, "b")) > placed);
  await page.getByRole("button", { name: "Swap" }).click();
  assert.ok((await speed(page, "a")) > (await speed(page, "b") ?? 0));
});

test("sliders that stand for other numbers keep them in the link", async ({ open }) => {
  const { page } = await open(`${LAB}&n=2`);
  for (const [name, key] of [["Output", "out"], ["Machines", "nodes"], ["Link bandwidth", "link"]]) {
    await slider(page, name).press("ArrowRight");
    await rest(page, 400);
    assert.ok(new URL(page.url()).searchParams.has(key), `${name}: ${page.url()}`);
  }
});

test("choosers, segments and lists work by keyboard", async ({ open }) => {
  const { page } = await open(LAB);
  const before = await speed(page, "a");
  const device = page.getByRole("combobox", { name: "Device", exact: true });
  await device.focus();
  await device.press("ArrowDown");
  await device.pressSequentially("rtx 5090");
  await device.press("Enter");
  assert.ok((await speed(page, "a")) > before);
  await slider(page, "Memory bandwidth").press("ArrowRight");
  assert.match(await device.inputValue(), /edited/);
  await page.getByRole("button", { name: "Back to the preset" }).click();
  assert.equal(await device.inputValue(), "RTX 5090");

  const fixed = await speed(page, "b");
  await page.getByRole("radiogroup", { name: "Devices", exact: true }).getByRole("radio").first().press("ArrowRight");
  assert.ok(await slider(page, "Link wait per exchange").isVisible());
  await page.getByRole("radiogroup", { name: "Split", exact: true }).getByRole("radio").first().press("ArrowRight");
  assert.notEqual(await speed(page, "b"), fixed);
  await page.getByRole("combobox", { name: "Engine", exact: true }).selectOption("vllm");
  await rest(page, 400);
  assert.match(page.url(), /eng=vllm/);
});

test("placement reveals its rows and changes what it should", async ({ open }) => {
  const { page } = await open(`${LAB}&d=rtx-3090&ctx=2048`);
  const group = page.getByRole("radiogroup", { name: "Placement", exact: true });
  const before = await speed(page, "b");
  await group.getByRole("radio").first().press("ArrowRight");
  assert.ok(await slider(page, "Expert layers in RAM").isVisible());
  assert.ok((await speed(page, "b")) < before);
  await group.getByRole("radio").nth(1).press("ArrowRight");
  assert.ok(await slider(page, "Layers in RAM").isVisible());
});

test("B has a machine and a format of its own", async ({ open }) => {
  const { page } = await open(LAB);
  await unfold(page);
  const [a, b] = [await speed(page, "a"), await speed(page, "b")];
  await page.getByLabel("B on a machine of its own").press(" ");
  const device = page.getByRole("combobox", { name: "Device of B", exact: true });
  await device.focus();
  await device.press("ArrowDown");
  await device.pressSequentially("rtx 3090 936");
  await device.press("Enter");
  assert.equal(await speed(page, "a"), a);
  assert.ok((await speed(page, "b")) > b);
  await page.getByLabel("B in a format of its own").press(" ");
  const format = page.getByRole("combobox", { name: "Format of B", exact: true });
  await format.focus();
  await format.press("ArrowDown");
  await format.pressSequentially("q3_k_m");
  await format.press("Enter");
  await rest(page, 400);
  const link = new URL(page.url()).searchParams;
  assert.equal(link.get("b.d"), "rtx-3090");
  assert.equal(link.get("b.q"), "q3_k_m");
});

test("swap, undo, reset and presets, by keys too", async ({ open }) => {
  const { page } = await open(LAB);
  const [a, b] = [await speed(page, "a"), await speed(page, "b")];
  await page.keyboard.press("s");
  assert.deepEqual([await speed(page, "a"), await speed(page, "b")], [b, a]);
  await rest(page, 500);
  await page.keyboard.press("u");
  assert.deepEqual([await speed(page, "a"), await speed(page, "b")], [a, b]);
  await slider(page, "Context").press("End");
  await rest(page, 500);
  await slider(page, "Context").press("u");
  assert.equal(await speed(page, "a"), a);
  await page.getByText("Presets", { exact: true }).click();
  const presets = page.locator(".presets .menu-list button");
  const count = await presets.count();
  assert.ok(count >= 12);
  for (let at = 1; at < count; at += 1) {
    if (at > 1) await page.getByText("Presets", { exact: true }).click();
    const url = page.url();
    await presets.nth(at).click();
    await rest(page, 300);
    assert.notEqual(page.url(), url, await presets.nth(at).textContent());
    assert.ok(await page.locator(".notice").isHidden());
  }
  await page.keyboard.press("r");
  assert.equal(await speed(page, "a"), a);
});

test("the scenario's nouns open their controls", async ({ open }) => {
  const { page } = await open(LAB);
  await page.locator(".noun", { hasText: "8,192 tokens" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Context");
  await page.locator(".noun", { hasText: "DGX Spark" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Device");
});

test("a number says why, follows the sliders, and gives the focus back", async ({ open }) => {
  for (const width of [390, 1280]) {
    const { page } = await open(LAB, { width });
    const number = page.locator('.big [data-quantity="decode.tok_s_per_user"][data-model="b"]');
    await number.press("Enter");
    const panel = page.getByRole("dialog");
    const question = await panel.getByRole("heading").innerText();
    assert.match(question, /^Why [\d.]+ tokens a second\?$/);
    assert.ok((await panel.locator(".symbols tr").count()) > 2);
    await slider(page, "Context").press("ArrowRight");
    await slider(page, "Context").press("ArrowRight");
    assert.notEqual(await panel.getByRole("heading").innerText(), question, "it is live");
    await page.keyboard.press("Escape");
    assert.equal(await panel.count(), 0);
    assert.equal(
      await page.evaluate(() => document.activeElement.dataset.quantity),
      "decode.tok_s_per_user",
    );
  }
});

test("one's own speed narrows the range; above physics it says so", async ({ open }) => {
  const { page } = await open(LAB);
  const width = async () => (await raw(page, "decode.high", "a")) / (await raw(page, "decode.low", "a"));
  const before = await width();
  const field = page.getByRole("textbox", { name: "tok/s you saw" });
  await field.fill("10");
  await field.press("Enter");
  assert.ok((await width()) < before);
  await field.fill("400");
  await field.press("Enter");
  assert.match(await page.locator(".verdict").innerText(), /would need .* of the bandwidth/);
  await field.fill("");
  await field.press("Enter");
  assert.equal(await width(), before);
});

test("each figure has a title, a canvas, a table, and its chart can be read by keys", async ({ open }) => {
  const { page } = await open(LAB);
  for (const name of ["breakdown", "memory", "context", "bandwidth", "users", "prefill"]) {
    const figure = page.locator(`#fig-${name}`);
    await figure.scrollIntoViewIfNeeded();
    assert.ok((await figure.locator("h2").innerText()).length > 5, name);
    assert.equal(await figure.locator("canvas").count(), 1, name);
    assert.ok((await figure.locator("tbody tr").count()) > 1, name);
    const chart = figure.getByRole("slider");
    if ((await chart.count()) === 1) {
      const text = await chart.getAttribute("aria-valuetext");
      await chart.press("ArrowRight");
      assert.notEqual(await chart.getAttribute("aria-valuetext"), text, name);
      await chart.press("Escape");
    } else {
      assert.ok((await figure.getByRole("img").getAttribute("aria-label")).length > 20, name);
    }
  }
});

test("each of the four sliders changes the charts it should", async ({ open }) => {
  const opened = await open(LAB, { height: 2400 });
  const { page } = opened;
  const hashes = () => opened.canvasHashes(page.locator(".lab-figures"));
  for (const name of ["Memory bandwidth", "Bits per weight", "Context", "Users at once"]) {
    const before = await hashes();
    await slider(page, name).press("ArrowRight");
    const after = await hashes();
    const changed = after.filter((hash, at) => hash !== before[at]).length;
    assert.ok(changed >= 4, `${name}: ${changed} of ${after.length}`);
  }
});

test("axe finds nothing with all groups open and an explanation beside", async ({ open }) => {
  for (const scheme of ["light", "dark"]) {
    for (const width of [320, 1280]) {
      const opened = await open(`${LAB}&n=2&spec=mtp:1&place=experts`, { width, scheme });
      await unfold(opened.page);
      await opened.page.locator(".big .why").first().click();
      assert.deepEqual(await opened.axe(), [], `${width} ${scheme}`);
      assert.equal(await opened.overflowsSideways(), false, `${width} ${scheme}`);
    }
  }
});
