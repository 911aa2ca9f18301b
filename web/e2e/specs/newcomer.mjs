// What somebody does who has never seen the page: which of two boxes, what fits, and the lists and
// menus that lead there.

import assert from "node:assert/strict";
import { rest } from "../lib/page.mjs";
import { test } from "../lib/runner.mjs";

const LAB = "?v=1&view=lab";
const RIGHT = "?v=1&view=rightsize";
const chooser = (page, name) => page.getByRole("combobox", { name, exact: true });

/** Chooses by what is typed, without opening the list first. */
async function type(page, name, text) {
  const field = chooser(page, name);
  await field.focus();
  await page.keyboard.type(text);
  await field.press("Enter");
  return field.inputValue();
}

const exact = async (page, name, value) => {
  const field = page.getByRole("textbox", { name: `${name}, exact value`, exact: true });
  await field.fill(value);
  await field.press("Enter");
};

test("which of two boxes: the lab leads from one model to two machines and says why", async ({ open }) => {
  const { page } = await open(LAB);
  assert.equal(await type(page, "Model A", "glm 4.5 air"), "GLM-4.5-Air");
  assert.equal(await type(page, "Model B", "glm 4.5 air"), "GLM-4.5-Air");
  await page.locator(".apart").getByRole("button", { name: "B on a machine of its own" }).click();
  await page.waitForFunction(() => document.activeElement.id === "device-b");
  await page.keyboard.type("mac studio m3 ultra");
  await page.keyboard.press("Enter");
  assert.match(await chooser(page, "Device of B").inputValue(), /^M3 Ultra/);
  await exact(page, "Context", "32k");
  await exact(page, "Users at once", "2");
  const sentence = await page.locator("#lab-title").innerText();
  assert.match(sentence.replaceAll("\u00a0", " "), /for each user than .: its memory is 3\.0 times as fast\. Both fit/);
  for (const [noun, name] of [["DGX Spark", "Device"], ["M3 Ultra", "Device of B"]]) {
    await page.locator(".noun", { hasText: noun }).click();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), name);
  }
  // Each value stands at its own machine's bandwidth, so figure and headline agree.
  const chart = page.locator("#fig-bandwidth");
  await chart.scrollIntoViewIfNeeded();
  await chart.locator("summary", { hasText: "Table" }).click();
  await rest(page, 400);
  assert.ok(await page.locator(".apart").isHidden());
});

test("which machine: right-size names those with the least memory on which a model passes", async ({ open }) => {
  const { page } = await open(`${RIGHT}&models=qwen3-30b-a3b&ctx=8192`);
  await exact(page, "Least tok/s", "60");
  const chips = page.locator(".right-least .chip");
  const said = (await chips.allInnerTexts()).map((text) => text.replaceAll("\u202f", " "));
  assert.ok(said.length > 0 && said.length <= 5, said.join("; "));
  const memory = said.map((text) => Number(/, ([\d.]+) GB: /.exec(text)[1]));
  assert.deepEqual(memory, [...memory].sort((a, b) => a - b));
  for (const text of said) assert.ok(Number(/: ([\d,]+) tok/.exec(text)[1].replace(",", "")) >= 60, text);
  const sentence = await page.locator(".right-least p > span").innerText();
  assert.match(sentence, /^Qwen3-30B-A3B passes on \d+ of 165 single devices/);
  // One row alone has its bar too.
  const bar = page.locator(".right-bars canvas");
  const inked = await bar.evaluate((c) => c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some((v) => v > 0));
  assert.ok(inked, "the bar is drawn");
  const named = said[0].split(", ")[0];
  await chips.first().click();
  await page.waitForFunction(() => location.search.includes("view=lab"));
  await page.waitForSelector("#lab-title");
  assert.equal(await chooser(page, "Device").inputValue(), named);
});

test("right-size: one model is named in its sentence, what is added is seen, the list of models closes", async ({ open }) => {
  const { page } = await open(`${RIGHT}&models=glm-4.5-air&ctx=32768&u=2`);
  const told = () => page.locator("#rightsize-takeaway").innerText();
  await exact(page, "Least tok/s", "150");
  assert.match(await told(), /^GLM-4\.5-Air does not write 150 a second for 2 users at 32,768 tokens\. The nearest is /);
  assert.match(await type(page, "Add a device", "h200 sxm") ?? "", /./);
  assert.ok(await page.locator(".right thead .rig", { hasText: "H200 SXM" }).isVisible());
  const menu = page.locator("details.right-choose");
  for (const close of [() => page.keyboard.press("Escape"), () => page.locator("h1").click()]) {
    await menu.locator("summary").click();
    assert.equal(await menu.evaluate((e) => e.open), true);
    await close();
    assert.equal(await menu.evaluate((e) => e.open), false);
  }
});

test("lists and menus stay inside the window", async ({ open }) => {
  const inside = async (page, list, what) => {
    const box = await list.boundingBox();
    const { width, height } = page.viewportSize();
    const seen = await list.evaluate((e) => {
      const { left, right, top } = e.getBoundingClientRect();
      return [left + 3, right - 3].every((x) => e.contains(document.elementFromPoint(x, top + 8)));
    });
    assert.ok(box.x >= 0 && box.x + box.width <= width, `${what}: ${JSON.stringify(box)}`);
    assert.ok(box.y >= 0 && box.y + box.height <= height, `${what}: ${JSON.stringify(box)}`);
    assert.ok(seen, `${what} is covered or cut`);
  };
  for (const [width, height] of [[1280, 800], [1024, 700], [768, 900], [390, 844], [320, 640]]) {
    const { page, close } = await open(LAB, { width, height });
    await page.getByText("Presets", { exact: true }).click();
    await inside(page, page.locator(".presets .menu-list"), `presets at ${width}`);
    await page.mouse.click(width - 2, height - 120);
    assert.equal(await page.locator(".presets").evaluate((e) => e.open), false);
    await page.evaluate(() => { for (const one of document.querySelectorAll(".group-box")) one.open = true; });
    for (const name of ["Model A", "Format", "Device"]) {
      const field = chooser(page, name);
      await field.scrollIntoViewIfNeeded();
      await field.click();
      await inside(page, field.locator("xpath=..").locator(".listbox"), `${name} at ${width}`);
      await field.press("Escape");
    }
    await page.context().close();
  }
  const { page } = await open(RIGHT);
  await chooser(page, "Add a device").click();
  await inside(page, page.locator(".right-add .listbox"), "devices of right-size");
});

test("a speed that A cannot have goes along when it was B's", async ({ open }) => {
  const { page } = await open(LAB);
  const field = page.getByRole("textbox", { name: "tok/s you saw" });
  await field.fill("48");
  await field.press("Enter");
  assert.match(await page.locator(".verdict").innerText(), /would need/);
  await page.getByRole("radio", { name: "of B" }).click();
  assert.equal(await field.inputValue(), "48");
  await rest(page, 400);
  const link = new URL(page.url()).searchParams;
  assert.deepEqual([link.get("you"), link.get("b.you")], [null, "48"]);
});

test("marked choices are read in forced colours; a long wrong link stays inside its line", async ({ open }) => {
  const { page } = await open(`${LAB}&a=${"x".repeat(3000)}`, {
    before: (page) => page.emulateMedia({ forcedColors: "active" }),
  });
  const marked = page.locator(".segments input:checked + span").first();
  const colours = await marked.evaluate((e) => {
    const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(e);
    return [color, backgroundColor, forcedColorAdjust];
  });
  assert.equal(colours[2], "none");
  assert.notEqual(colours[0], colours[1]);
  const notice = await page.locator(".notice").boundingBox();
  assert.ok(notice.height < 400, `${notice.height}`);
  const button = await page.getByRole("button", { name: "Dismiss" }).boundingBox();
  assert.ok(button.x + button.width <= 1280);
});
