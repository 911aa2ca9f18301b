// Files of the reader's own, through the page: read in slices, put in place of a model, in the link.

import assert from "node:assert/strict";
import { mkdtemp, open as openFile, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../lib/runner.mjs";

const FIXTURES = new URL("../../../crates/ingest/tests/fixtures/", import.meta.url);
const gguf = (name) => new URL(`gguf/${name}`, FIXTURES).pathname;
const references = (await readFile(new URL("gguf/reference.jsonl", FIXTURES), "utf8")).trim().split("\n").map(JSON.parse);
const models = JSON.parse(await readFile(new URL("../../../data/models.json", import.meta.url), "utf8"));
const measured = { whole: (text) => Number(text.replaceAll(",", "")) };

async function lab(open, options) {
  const opened = await open("?v=1&view=lab", options);
  const { page } = opened;
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const panel = page.locator("#tool-import");
  await panel.waitFor();
  return {
    opened, page, panel,
    choose: (files) => panel.locator("input[type=file]").setInputFiles(files),
    paste: async (text) => {
      await panel.getByRole("textbox").fill(text);
      await panel.getByRole("button", { name: "Read it" }).click();
    },
    /** Until something was read: its heading. */
    found: async () => {
      await panel.locator(".found h3").waitFor();
      return panel.locator(".found").innerText();
    },
    use: async (letter) => {
      await panel.getByRole("button", { name: `Use as model ${letter}` }).click();
      await opened.frame();
    },
  };
}

test("the reader is loaded with the first file and not before", async ({ open }) => {
  const { opened, choose, found, panel } = await lab(open);
  const loaded = () => opened.responses.filter((r) => /bpt-files/.test(r.url())).length;
  assert.equal(loaded(), 0);
  assert.match(await panel.innerText(), /Nothing is uploaded/);
  await choose(gguf("qwen3-8b.gguf"));
  await found();
  assert.equal(loaded(), 2, "glue and WebAssembly");
  // Nothing but files of the page's own was asked for, and nothing was sent.
  assert.deepEqual(opened.responses.filter((r) => r.request().method() !== "GET").map((r) => r.url()), []);
});

for (const name of ["qwen3-8b", "gpt-oss-20b", "deepseek-v2-lite", "granite-4.0-h-tiny", "gemma-3-1b", "llama-3.1-8b"]) {
  test(`GGUF of ${name}: bytes of the reference reader, memory of the file`, async ({ open }) => {
    const row = references.find((one) => one.files.some((file) => file.startsWith(name)));
    const { opened, choose, found, use, page } = await lab(open);
    await choose(row.files.map((file) => gguf(file)));
    const text = await found();
    const published = models.find((model) => model.id === row.catalog);
    const fact = async (key) => Number(await page.locator(`[data-fact="${key}"]`).getAttribute("data-raw"));
    const total = published?.params_total_checkpoint;
    if (total) assert.ok(Math.abs(await fact("params") / total - 1) < 0.01, `${text} against ${total}`);
    // Every byte of the file is counted: the reference reader's, tensor by tensor.
    const bytes = row.tensors.reduce((sum, tensor) => sum + tensor[3], 0);
    assert.equal(await fact("file_bytes"), bytes);
    await use("A");
    await page.waitForTimeout(500);
    const query = new URL(page.url()).searchParams;
    assert.ok(query.get("model")?.length > 10, page.url());
    assert.equal(query.has("a"), false);
    const speed = await opened.number("decode.tok_s_per_user", "a");
    // The link alone brings the model back.
    const again = await open(new URL(page.url()).search);
    assert.equal(await again.number("decode.tok_s_per_user", "a"), speed);
  });
}

test("of a file of 5 GB only the header is read", async ({ open }) => {
  const folder = await mkdtemp(join(tmpdir(), "bpt-"));
  const path = join(folder, "large.gguf");
  await writeFile(path, await readFile(gguf("qwen3-8b.gguf")));
  // A hole on the disk: the size is real, the space is not taken.
  const file = await openFile(path, "r+");
  await file.truncate(5 * 2 ** 30);
  await file.close();
  const { choose, found, page } = await lab(open);
  const start = performance.now();
  await choose(path);
  const text = await found();
  assert.ok(performance.now() - start < 15_000);
  const read = await page.locator('[data-fact="bytes_read"]').getAttribute("data-raw");
  assert.ok(Number(read) < 2e6, text);
});

test("config.json is pasted: what was understood, assumed and unknown is listed", async ({ open }) => {
  const row = (await readFile(new URL("published.jsonl", FIXTURES), "utf8")).split("\n").map((line) => line && JSON.parse(line))
    .find((one) => one.id === "qwen3-8b");
  const { paste, found, panel, use, opened } = await lab(open);
  await paste(JSON.stringify({ ...row.config, a_key_nobody_knows: 7 }));
  const text = await found();
  const total = models.find((model) => model.id === "qwen3-8b").params_total_checkpoint;
  assert.equal(measured.whole(/([\d,]+) parameters/.exec(text)[1]), total);
  const unknown = panel.locator("details", { hasText: "Not known" });
  await unknown.locator("summary").click();
  assert.match(await unknown.innerText(), /a_key_nobody_knows/);
  await use("B");
  // The catalog's own entry of that model reads the same bytes.
  const mine = await opened.number("decode.tok_s_per_user", "b");
  const theirs = await open("?v=1&view=lab&b=qwen3-8b");
  const published = await theirs.number("decode.tok_s_per_user", "b");
  assert.ok(Math.abs(mine / published - 1) < 1e-6, `${mine} against ${published}`);
});

test("safetensors shards with their config", async ({ open }) => {
  const { choose, found } = await lab(open);
  const name = (file) => new URL(`safetensors/${file}`, FIXTURES).pathname;
  await choose(["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
    "model.safetensors.index.json", "config.json"].map(name));
  assert.match(await found(), /safetensors/);
});

test("what cannot be read says why, and the page stays as it was", async ({ open }) => {
  const { choose, paste, panel, opened } = await lab(open);
  const before = await opened.numbers(opened.page.locator(".lab-answer"));
  const refused = panel.locator(".found .bad");
  for (const [name, text] of [["a.gguf", "GGUF\u0003\u0000\u0000"], ["b.txt", "hello"], ["c.json", "{\"a\": "], ["d.json", "{}"]]) {
    await choose({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
    await refused.waitFor();
    assert.ok((await refused.innerText()).length > 10);
    await paste("{}");
  }
  assert.deepEqual(await opened.numbers(opened.page.locator(".lab-answer")), before);
});

test("a file is dropped on the field", async ({ open }) => {
  const { page, panel, found } = await lab(open);
  const bytes = (await readFile(gguf("gemma-3-1b.gguf"))).toString("base64");
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], "gemma-3-1b.gguf"));
    return data;
  }, bytes);
  const field = panel.locator(".drop");
  await field.dispatchEvent("dragover", { dataTransfer: dropped });
  await panel.locator(".drop.over").waitFor();
  await field.dispatchEvent("drop", { dataTransfer: dropped });
  assert.match(await found(), /GGUF/i);
  assert.equal(await panel.locator(".drop.over").count(), 0);
});

/** Two tests of one model, as llama-bench writes them in its other forms. */
const BENCH = [[0, 128, 4096, 10.2], [2048, 0, 0, 700]].map(([n_prompt, n_gen, n_depth, avg_ts]) => ({
  build_commit: "abc1234", build_number: 7000, cpu_info: "c", gpu_info: "g", backends: "CUDA", model_filename: "m.gguf",
  model_type: "qwen3 32B Q4_K - Medium", model_size: 19756539904, model_n_params: 32762123264, n_batch: 2048, n_ubatch: 512,
  n_threads: 8, type_k: "f16", type_v: "f16", n_gpu_layers: 99, split_mode: "layer", flash_attn: true,
  n_prompt, n_gen, n_depth, test_time: "2026-10-01T00:00:00Z", avg_ns: 1, stddev_ns: 1, avg_ts, stddev_ts: 0.1,
}));
const quoted = (value) => `"${String(value)}"`;
const FORMS = {
  json: JSON.stringify(BENCH, null, 2),
  jsonl: BENCH.map((row) => JSON.stringify(row)).join("\n"),
  csv: [Object.keys(BENCH[0]), ...BENCH.map((row) => Object.values(row))].map((line) => line.map(quoted).join(",")).join("\n"),
};

for (const [form, text] of Object.entries(FORMS)) {
  test(`output of llama-bench as ${form}, as a file`, async ({ open }) => {
    const { choose, panel } = await lab(open);
    await choose({ name: `bench.${form}`, mimeType: "text/plain", buffer: Buffer.from(text) });
    await panel.locator(".runs").waitFor();
    assert.match(await panel.locator(".runs").innerText(), /2 × qwen3 32B .*charts of model A/);
  });
}

test("a log of llama-bench becomes points on the charts of the model it is of", async ({ open }) => {
  const { paste, panel, page, opened } = await lab(open);
  // The row of docs in llama.cpp's own form; Qwen3-32B Q4_K_M is 32.76 B parameters, 18.40 GiB.
  const head = "| model | size | params | backend | ngl | test | t/s |\n| --- | ---: | ---: | --- | --: | ---: | ---: |\n";
  const line = (test, speed) => `| qwen3 32B Q4_K - Medium | 18.40 GiB | 32.76 B | CUDA | 99 | ${test} | ${speed} |\n`;
  const chart = page.locator("#fig-context");
  await chart.scrollIntoViewIfNeeded();
  const before = await opened.canvasHashes(chart);
  await panel.scrollIntoViewIfNeeded();
  await paste(head + line("tg128 @ d4096", "10.2 ± 0.1") + line("tg128 @ d16384", "8.1 ± 0.1") + line("pp2048", "700 ± 5"));
  await panel.locator(".runs").waitFor();
  assert.match(await panel.locator(".runs").innerText(), /3 × qwen3 32B .*charts of model A/);
  await chart.scrollIntoViewIfNeeded();
  await opened.frame();
  assert.notDeepEqual(await opened.canvasHashes(chart), before);
  await panel.scrollIntoViewIfNeeded();
  await page.getByRole("combobox", { name: "Model A", exact: true }).first().click();
  await page.getByRole("option", { name: /^Qwen3-8B/ }).first().click();
  assert.match(await panel.locator(".runs").innerText(), /match neither model/);
  await panel.getByRole("button", { name: "Forget them" }).click();
  assert.equal(await panel.locator(".runs").count(), 0);
});
