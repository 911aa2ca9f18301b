// From a link to the scenario rows that `bpt estimate` takes, by the table of the contract: written
// here a second time, so that the page's own reading is checked and not repeated.

import { execFileSync } from "node:child_process";

const DEFAULT_A = "qwen3-32b";
const DEFAULT_B = "qwen3-30b-a3b";
const DEVICE = "dgx-spark";

const number = (key) => (row, text) => { row[key] = Number(text); };
const word = (key) => (row, text) => { row[key] = text; };
const of = (group, key) => (row, text) => { row[group] = { ...row[group], [key]: Number(text) }; };
const slugOrNumber = (text) => (/^[\d.]+$/.test(text) ? Number(text) : text);
const pair = (id, over, first, second) => (row, text) => {
  if (!text.includes(":")) {
    row[id] = text;
    return;
  }
  const parts = text.split(":");
  if (parts.length === 3) row[id] = parts.shift();
  row[over] = {};
  if (parts[0]) row[over][first] = Number(parts[0]);
  if (parts[1]) row[over][second] = Number(parts[1]);
};

const KEYS = {
  q: word("quant"), bits: number("bits_per_weight"), file: number("file_bytes"),
  qx: (row, text) => {
    row.bits_by_class = Object.fromEntries(text.split(",").map((part) => {
      const [name, bits] = part.split(":");
      return [name, slugOrNumber(bits)];
    }));
  },
  d: word("device_id"),
  devs: (row, text) => { row.devices = text.split(","); },
  n: number("device_count"), nodes: number("nodes"),
  split: (row, text) => {
    const [kind, size] = text.split(":");
    row.parallel = {};
    if (kind !== "auto") row.parallel.kind = kind === "layer" ? "layer_split" : kind;
    const [each, copies] = (size ?? "").split("x");
    if (each) row.parallel.size = Number(each);
    if (copies) row.parallel.replicas = Number(copies);
  },
  link: pair("link_id", "link", "bandwidth_gb_s", "latency_us"),
  ilink: pair("inner_link_id", "inner_link", "bandwidth_gb_s", "latency_us"),
  eng: word("engine"), be: word("backend"),
  bw: of("device", "bandwidth_gb_s"), mem: of("device", "memory_gib"), tf: of("device", "fp16_tflops"),
  tf32: of("device", "fp32_tflops"), ti8: of("device", "int8_tops"), tdp: of("device", "tdp_w"),
  kv: word("kv_type"), ctx: number("context_tokens"), in: number("prompt_tokens"),
  cached: number("cached_prompt_tokens"), depth: number("prefill_depth_tokens"), out: number("gen_tokens"),
  u: number("users"), rate: number("request_rate_per_s"), ub: number("ubatch_tokens"),
  place: (row, text) => {
    const [kind, count] = text.split(":");
    row.placement = {
      gpu: count === undefined ? { kind: "all_gpu" } : { kind: "layers_on_gpu", gpu_layers: Number(count) },
      cpu: { kind: "cpu_only" },
      experts: { kind: "experts_on_cpu", ...(count && { cpu_expert_layers: Number(count) }) },
    }[kind];
  },
  host: pair("host_id", "host", "bandwidth_gb_s", "memory_gib"),
  pcie: (row, text) => { row.pcie = slugOrNumber(text); },
  spec: (row, text) => {
    const [method, tokens] = text.split(":");
    row.speculative = { ...row.speculative, method, ...(tokens && { draft_tokens: Number(tokens) }) };
  },
  dm: (row, text) => { row.speculative = { ...row.speculative, draft_model_id: text }; },
  acc: (row, text) => { row.speculative = { ...row.speculative, acceptance_per_token: Number(text) }; },
  unf: (row, text) => { row.speculative = { ...row.speculative, unfused_factor: Number(text) }; },
  you: number("own_tok_s"), res: number("reserve_gib"), mar: number("margin_gib"),
  lim: number("power_limit_w"), kwh: number("tariff_per_kwh"), price: number("device_price"),
  soft: word("software_date"), fa: (row, text) => { row.flash_attention = text !== "0"; },
};
/** Numbers of one kind of device: B on a device of its own does not take A's. */
const OF_DEVICE = ["d", "devs", "n", "nodes", "bw", "mem", "tf", "tf32", "ti8", "tdp", "res"];

function set(row, key, text) {
  if (key.startsWith("x.")) row.assume = { ...row.assume, [key.slice(2)]: Number(text) };
  else KEYS[key]?.(row, text);
}

/** Rows of A and B (null without B) of a query. */
export function rows(query) {
  const pairs = [...new URLSearchParams(query)];
  const own = pairs.filter(([key]) => key.startsWith("b.")).map(([key, text]) => [key.slice(2), text]);
  const both = pairs.filter(([key]) => !key.startsWith("b."));
  const get = (key) => both.find(([name]) => name === key)?.[1];
  const row = (model, list) => {
    const made = { model_id: model, device_id: DEVICE };
    for (const [key, text] of list) set(made, key, text);
    if (made.devices) delete made.device_id;
    return made;
  };
  const ownDevice = own.some(([key]) => key === "d" || key === "devs");
  const ownFormat = own.some(([key]) => key === "q");
  const inherited = both.filter(([key]) =>
    // What the reader saw was A.
    key !== "you" && !(ownDevice && OF_DEVICE.includes(key)) && !(ownFormat && ["q", "bits", "qx", "file"].includes(key)));
  const a = row(get("a") ?? DEFAULT_A, both);
  const b = get("b") === "none" ? null : row(get("b") ?? DEFAULT_B, [...inherited, ...own]);
  return { a, b };
}

/** Estimates of rows by the command line. */
export function estimates(list) {
  const bpt = process.env.BPT;
  if (!bpt) throw new Error("BPT names no command line: run through `cargo xtask e2e`");
  const out = execFileSync(bpt, ["estimate"], { input: JSON.stringify(list), maxBuffer: 1 << 28 });
  return JSON.parse(out);
}

/** What stands at a path of an estimate: "memory.devices.0.used_bytes". */
export const at = (estimate, path) =>
  path.split(".").reduce((value, key) => value?.[key], estimate);
