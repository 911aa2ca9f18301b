// Fifty links over all features: every number that the page names with its path is the command
// line's, to 1e-9.

import assert from "node:assert/strict";
import { at, estimates, rows } from "../lib/rows.mjs";
import { test } from "../lib/runner.mjs";

const HY3 = "qx=routed_experts:4.5,attention:fp8,shared_experts:fp8,embedding:bf16,lm_head:bf16";
const LINKS = [
  "", "q=q8_0", "bits=5.2", "q=iq4_xs&kv=q8_0", "q=f16&ctx=2048", "q=mxfp4&a=gpt-oss-120b&b=gpt-oss-20b",
  "a=llama-3.1-8b&b=none", "a=qwen3.6-27b&b=qwen3.6-35b-a3b&ctx=512", "a=glm-4.5-air&b=gpt-oss-120b",
  "a=deepseek-v3&d=h200-sxm&n=8&split=tensor&eng=vllm&q=fp8", "d=rtx-3090&ctx=1024", "d=rtx-5090",
  "d=m4-max-40c", "d=strix-halo-395", "d=h100-sxm&eng=vllm&q=fp8&u=16", "d=rtx-3090&bw=700&mem=32&tf=60",
  "devs=rtx-3090,rtx-3060-12", "devs=rtx-5090,rtx-3090,rtx-3090&q=q6_k", "n=2&nodes=2",
  "n=2&nodes=2&split=tensor&eng=vllm", "d=rtx-3090&n=2&split=layer", "d=rtx-3090&n=4&split=tensor&eng=vllm&q=awq-int4",
  "d=rtx-3090&n=2&split=row", "n=2&nodes=2&link=24.5:41", "d=rtx-3090&n=2&link=pcie-4-x16",
  "ctx=32768&u=2&a=glm-4.5-air", "ctx=256", "ctx=131072&kv=q4_0", "in=8192", "in=16384&cached=4096", "out=2048",
  "u=8", "u=64&ctx=1024", "rate=0.05", "rate=0.02&u=4", "place=cpu", "place=gpu:40&d=rtx-3090&ctx=1024",
  "place=experts&d=rtx-3090&ctx=2048&a=qwen3-30b-a3b", "place=experts:20&d=rtx-4090&a=gpt-oss-120b&host=90:64",
  "place=gpu:30&d=rtx-3090&host=ddr5-6000-2ch&pcie=pcie-3-x16", "spec=draft-model:3&acc=0.8", "spec=mtp:1&acc=0.7&unf=5.7",
  "spec=draft-model:4&dm=qwen3-0.6b&acc=0.6", "you=9.5", "x.weight_efficiency=0.7&x.kv_efficiency=0.5",
  "x.layer_overhead_us=20&x.routing_exponent=1", "res=10&mar=3", "lim=100&kwh=0.3", "soft=2025-01",
  "eng=ik_llama", "fa=0", "b.d=rtx-5090", "b.q=q8_0", "b.n=2&b.nodes=2&b.split=layer", "b.ctx=16384&b.u=4",
  `a=hy3-295b-a21b&b=gemma-4-26b-a4b&${HY3}&kv=bf16&n=2&nodes=2&split=tensor&eng=vllm&ctx=1000&b.n=1&b.nodes=1&b.q=q4_k_m&b.split=auto`,
];

test("fifty links: the page's numbers are the command line's", async ({ open }) => {
  assert.ok(LINKS.length >= 50);
  let numbers = 0;
  for (const link of LINKS) {
    const opened = await open(`?v=1&view=lab${link && `&${link}`}`);
    assert.equal(await opened.page.locator(".notice").isHidden(), true, link);
    const { a, b } = rows(link);
    const [first, second] = estimates(b ? [a, b] : [a]);
    const shown = await opened.page.evaluate(() =>
      [...document.querySelectorAll("[data-quantity][data-raw]")].map((e) =>
        [e.dataset.quantity, e.dataset.model, e.dataset.raw]));
    let compared = 0;
    for (const [path, model, raw] of shown) {
      const expected = at(model === "b" ? second : first, path);
      if (raw === "" || typeof expected !== "number") continue;
      const off = Math.abs(Number(raw) / expected - 1);
      assert.ok(raw === String(expected) || off <= 1e-9, `${link}: ${path} of ${model}: ${raw}, not ${expected}`);
      compared += 1;
    }
    assert.ok(compared >= 4, `${link}: only ${compared} numbers`);
    numbers += compared;
    await opened.close();
  }
  console.log(`        ${numbers} numbers of ${LINKS.length} links`);
}, { timeout: 240_000 });
