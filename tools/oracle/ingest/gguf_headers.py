"""Writes GGUF headers (metadata and tensor infos, no tensor data) with the reference Python package
`gguf`, reads them back with its reader, and stores what it says of every tensor.

Run by hand:  pip install gguf  &&  python tools/oracle/ingest/gguf_headers.py
Output:       crates/ingest/tests/fixtures/gguf/*.gguf and reference.jsonl

Shapes are those of published models (the id in `catalog` is a row of data/models.json); most are cut
to a few layers to keep the fixtures small, which `layers` says.
"""

import json
import os
import tempfile
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType as Q
from gguf import GGUFReader, GGUFWriter
from gguf.constants import GGML_QUANT_SIZES

OUT = Path(__file__).resolve().parents[3] / "crates/ingest/tests/fixtures/gguf"


class Model:
    """Collects metadata and tensors of one model."""

    def __init__(self, name, arch, catalog, file_type):
        self.name, self.arch, self.catalog, self.file_type = name, arch, catalog, file_type
        self.keys, self.tensors, self.tokens = [], [], 8

    def key(self, key, value, kind):
        self.keys.append((f"{self.arch}.{key}", value, kind))
        return self

    def u32(self, **pairs):
        for key, value in pairs.items():
            key = key.replace("__", ".")
            self.key(key, value, "array" if isinstance(value, list) else "u32")
        return self

    def add(self, name, *shape, kind=Q.F32):
        """Shape in ggml order: columns first."""
        block, size = GGML_QUANT_SIZES[kind]
        if shape[0] % block:
            kind = Q.Q8_0 if shape[0] % 32 == 0 else Q.F16
        self.tensors.append((name, shape, kind))

    def writer(self, path, tensors, split=None):
        writer = GGUFWriter(path, self.arch)
        if split is None or split[0] == 0:
            writer.add_name(self.name)
            writer.add_file_type(self.file_type)
            for key, value, kind in self.keys:
                if kind == "array":
                    writer.add_array(key, value)
                elif kind == "f32":
                    writer.add_float32(key, value)
                else:
                    writer.add_uint32(key, value)
            writer.add_tokenizer_model("gpt2")
            writer.add_token_list([f"token{i}" for i in range(self.tokens)])
            writer.add_token_types([1] * self.tokens)
            writer.add_token_scores([0.5] * self.tokens)
            writer.add_chat_template("{{ messages }}" * 100)
        if split is not None:
            writer.add_uint16("split.no", split[0])
            writer.add_uint16("split.count", split[1])
            writer.add_int32("split.tensors.count", len(self.tensors))
        for name, shape, kind in tensors:
            block, size = GGML_QUANT_SIZES[kind]
            count = int(np.prod(shape, dtype=np.uint64))
            # Quantized shapes are given in bytes along the contiguous side.
            numpy_shape = list(reversed(shape))
            if kind not in (Q.F32, Q.F16):
                numpy_shape[-1] = shape[0] // block * size
            writer.add_tensor_info(
                name, numpy_shape, np.dtype(np.uint8 if kind not in (Q.F32, Q.F16) else np.float32),
                count // block * size, raw_dtype=kind)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_ti_data_to_file()
        writer.close()

    def save(self, shards=1):
        files, rows = [], []
        size = -(-len(self.tensors) // shards)
        for shard in range(shards):
            part = self.tensors[shard * size:(shard + 1) * size]
            file = f"{self.name}.gguf" if shards == 1 else f"{self.name}-{shard + 1:05}-of-{shards:05}.gguf"
            self.writer(OUT / file, part, None if shards == 1 else (shard, shards))
            rows += reference(OUT / file)
            files.append(file)
        return {"name": self.name, "arch": self.arch, "catalog": self.catalog, "files": files,
                "tensors": rows}


def reference(path):
    """What the reference reader says; it maps the data too, so it gets a sparse copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "sparse.gguf")
        with open(copy, "wb") as file:
            file.write(path.read_bytes())
            file.truncate(1 << 41)
        reader = GGUFReader(copy)
        return [[t.name, [int(d) for d in t.shape], t.tensor_type.name.lower(), int(t.n_bytes),
                 int(t.data_offset - reader.data_offset)] for t in reader.tensors]


def attention(m, i, hidden, heads, kv, dim, q=Q.Q4_K, norm=False, bias=False, v=Q.Q6_K, factor=1):
    p = f"blk.{i}."
    m.add(p + "attn_norm.weight", hidden)
    m.add(p + "attn_q.weight", hidden, heads * dim * factor, kind=q)
    m.add(p + "attn_k.weight", hidden, kv * dim, kind=q)
    m.add(p + "attn_v.weight", hidden, kv * dim, kind=v)
    m.add(p + "attn_output.weight", heads * dim, hidden, kind=q)
    if norm:
        m.add(p + "attn_q_norm.weight", dim)
        m.add(p + "attn_k_norm.weight", dim)
    if bias:
        for name, rows in (("q", heads * dim), ("k", kv * dim), ("v", kv * dim)):
            m.add(p + f"attn_{name}.bias", rows)


def dense(m, i, hidden, width, gated=True, norm="ffn_norm"):
    p = f"blk.{i}."
    if norm:
        m.add(p + norm + ".weight", hidden)
    if gated:
        m.add(p + "ffn_gate.weight", hidden, width, kind=Q.Q4_K)
    m.add(p + "ffn_up.weight", hidden, width, kind=Q.Q4_K)
    m.add(p + "ffn_down.weight", width, hidden, kind=Q.Q6_K)


def moe(m, i, hidden, experts, width, shared=0, gated=True, norm="ffn_norm", latent=None, bias=False,
        shared_gate=False, correction=False, kind=Q.Q4_K):
    p = f"blk.{i}."
    inner = latent or hidden
    if norm:
        m.add(p + norm + ".weight", hidden)
    m.add(p + "ffn_gate_inp.weight", hidden, experts)
    if correction:
        m.add(p + "exp_probs_b.bias", experts)
    if latent:
        m.add(p + "ffn_latent_down.weight", hidden, latent, kind=Q.Q8_0)
        m.add(p + "ffn_latent_up.weight", latent, hidden, kind=Q.Q8_0)
    if gated:
        m.add(p + "ffn_gate_exps.weight", inner, width, experts, kind=kind)
    m.add(p + "ffn_up_exps.weight", inner, width, experts, kind=kind)
    m.add(p + "ffn_down_exps.weight", width, inner, experts, kind=kind)
    if bias:
        m.add(p + "ffn_gate_inp.bias", experts)
        for name, rows in (("gate", width), ("up", width), ("down", hidden)):
            m.add(p + f"ffn_{name}_exps.bias", rows, experts)
    if shared:
        if gated:
            m.add(p + "ffn_gate_shexp.weight", hidden, shared, kind=Q.Q4_K)
        m.add(p + "ffn_up_shexp.weight", hidden, shared, kind=Q.Q4_K)
        m.add(p + "ffn_down_shexp.weight", shared, hidden, kind=Q.Q6_K)
    if shared_gate:
        m.add(p + "ffn_gate_inp_shexp.weight", hidden)


def ends(m, hidden, vocab, tied=False):
    m.add("token_embd.weight", hidden, vocab, kind=Q.Q4_K)
    m.add("output_norm.weight", hidden)
    if not tied:
        m.add("output.weight", hidden, vocab, kind=Q.Q6_K)


def qwen3_8b():
    m = Model("qwen3-8b", "qwen3", "qwen3-8b", 15)
    m.u32(block_count=36, context_length=40960, embedding_length=4096, feed_forward_length=12288,
          attention__head_count=32, attention__head_count_kv=8, attention__key_length=128,
          attention__value_length=128)
    m.key("rope.freq_base", 1e6, "f32")
    # One long vocabulary, to step over.
    m.tokens = 2000
    ends(m, 4096, 151936)
    for i in range(36):
        attention(m, i, 4096, 32, 8, 128, norm=True)
        dense(m, i, 4096, 12288)
    return m


def qwen3_30b_a3b(layers=48):
    m = Model("qwen3-30b-a3b", "qwen3moe", "qwen3-30b-a3b", 15)
    m.u32(block_count=layers, context_length=40960, embedding_length=2048, feed_forward_length=6144,
          attention__head_count=32, attention__head_count_kv=4, attention__key_length=128,
          attention__value_length=128, expert_count=128, expert_used_count=8,
          expert_feed_forward_length=768)
    ends(m, 2048, 151936)
    for i in range(layers):
        attention(m, i, 2048, 32, 4, 128, norm=True)
        moe(m, i, 2048, 128, 768)
    return m


def mla(m, i, hidden, heads, q_rank, rank, rope, nope, v, index=None):
    p = f"blk.{i}."
    m.add(p + "attn_norm.weight", hidden)
    if q_rank:
        m.add(p + "attn_q_a.weight", hidden, q_rank, kind=Q.Q8_0)
        m.add(p + "attn_q_a_norm.weight", q_rank)
        m.add(p + "attn_q_b.weight", q_rank, heads * (nope + rope), kind=Q.Q8_0)
    else:
        m.add(p + "attn_q.weight", hidden, heads * (nope + rope), kind=Q.Q8_0)
    m.add(p + "attn_kv_a_mqa.weight", hidden, rank + rope, kind=Q.Q8_0)
    m.add(p + "attn_kv_a_norm.weight", rank)
    m.add(p + "attn_k_b.weight", nope, rank, heads, kind=Q.Q8_0)
    m.add(p + "attn_v_b.weight", rank, v, heads, kind=Q.Q8_0)
    m.add(p + "attn_output.weight", heads * v, hidden, kind=Q.Q4_K)
    if index:
        n, d = index
        m.add(p + "indexer.k_norm.weight", d)
        m.add(p + "indexer.k_norm.bias", d)
        m.add(p + "indexer.proj.weight", hidden, n)
        m.add(p + "indexer.attn_k.weight", hidden, d, kind=Q.Q8_0)
        m.add(p + "indexer.attn_q_b.weight", q_rank, n * d, kind=Q.Q8_0)


def deepseek_v2_lite():
    m = Model("deepseek-v2-lite", "deepseek2", "deepseek-v2-lite", 15)
    m.u32(block_count=27, context_length=163840, embedding_length=2048, feed_forward_length=10944,
          attention__head_count=16, attention__head_count_kv=1, leading_dense_block_count=1,
          vocab_size=102400, attention__kv_lora_rank=512, attention__key_length=576,
          attention__value_length=512, attention__key_length_mla=192, attention__value_length_mla=128,
          expert_feed_forward_length=1408, expert_count=64, expert_used_count=6,
          expert_shared_count=2, rope__dimension_count=64)
    ends(m, 2048, 102400)
    for i in range(27):
        mla(m, i, 2048, 16, None, 512, 64, 128, 128)
        if i < 1:
            dense(m, i, 2048, 10944)
        else:
            moe(m, i, 2048, 64, 1408, shared=2816)
    return m


def glm_5(layers=5):
    m = Model("glm-5", "glm-dsa", "glm-5", 18)
    m.u32(block_count=layers + 1, context_length=202752, embedding_length=6144, feed_forward_length=12288,
          attention__head_count=64, attention__head_count_kv=1, leading_dense_block_count=3,
          attention__q_lora_rank=2048, attention__kv_lora_rank=512, attention__key_length=576,
          attention__value_length=512, attention__key_length_mla=256, attention__value_length_mla=256,
          attention__indexer__head_count=32, attention__indexer__key_length=128,
          attention__indexer__top_k=2048, expert_feed_forward_length=2048, expert_count=256,
          expert_used_count=8, expert_shared_count=1, rope__dimension_count=64, nextn_predict_layers=1)
    ends(m, 6144, 154880)
    for i in range(layers + 1):
        mla(m, i, 6144, 64, 2048, 512, 64, 192, 256, index=(32, 128))
        if i < 3:
            dense(m, i, 6144, 12288)
        else:
            moe(m, i, 6144, 256, 2048, shared=2048, correction=True)
    p = f"blk.{layers}.nextn."
    m.add(p + "eh_proj.weight", 2 * 6144, 6144, kind=Q.Q8_0)
    for name in ("enorm", "hnorm", "shared_head_norm"):
        m.add(p + name + ".weight", 6144)
    return m


def qwen3_next(layers=8):
    m = Model("qwen3-next-80b-a3b", "qwen3next", "qwen3-next-80b-a3b", 15)
    m.u32(block_count=layers, context_length=262144, embedding_length=2048, feed_forward_length=5120,
          attention__head_count=16, attention__head_count_kv=2, attention__key_length=256,
          attention__value_length=256, expert_count=512, expert_used_count=10,
          expert_feed_forward_length=512, expert_shared_feed_forward_length=512,
          rope__dimension_count=64, full_attention_interval=4, ssm__conv_kernel=4,
          ssm__state_size=128, ssm__group_count=16, ssm__time_step_rank=32, ssm__inner_size=4096)
    ends(m, 2048, 151936)
    for i in range(layers):
        p = f"blk.{i}."
        if i % 4 == 3:
            attention(m, i, 2048, 16, 2, 256, norm=True, factor=2)
        else:
            m.add(p + "attn_norm.weight", 2048)
            m.add(p + "attn_qkv.weight", 2048, 8192, kind=Q.Q8_0)
            m.add(p + "attn_gate.weight", 2048, 4096, kind=Q.Q8_0)
            m.add(p + "ssm_conv1d.weight", 4, 8192)
            m.add(p + "ssm_dt.bias", 32)
            m.add(p + "ssm_a", 32)
            m.add(p + "ssm_ba.weight", 2048, 64, kind=Q.Q8_0)
            m.add(p + "ssm_norm.weight", 128)
            m.add(p + "ssm_out.weight", 4096, 2048, kind=Q.Q8_0)
        moe(m, i, 2048, 512, 512, shared=512, norm="post_attention_norm", shared_gate=True)
    return m


def mamba2(m, i, hidden, heads, dim, state, groups, norm=True, q=Q.Q8_0):
    p, inner = f"blk.{i}.", heads * dim
    conv = inner + 2 * groups * state
    m.add(p + "ssm_in.weight", hidden, inner + conv + heads, kind=q)
    m.add(p + "ssm_conv1d.weight", 4, conv)
    m.add(p + "ssm_conv1d.bias", conv)
    m.add(p + "ssm_dt.bias", heads)
    m.add(p + "ssm_a", 1, heads)
    m.add(p + "ssm_d", 1, heads)
    if norm:
        m.add(p + "ssm_norm.weight", inner // groups, groups)
    m.add(p + "ssm_out.weight", inner, hidden, kind=q)


def granite_h():
    m = Model("granite-4.0-h-tiny", "granitehybrid", "granite-4.0-h-tiny", 15)
    full = (5, 15, 25, 35)
    m.u32(block_count=40, context_length=131072, embedding_length=1536, feed_forward_length=512,
          attention__head_count=12, attention__head_count_kv=[4 if i in full else 0 for i in range(40)],
          vocab_size=100352, expert_count=64, expert_used_count=6,
          expert_shared_feed_forward_length=1024, ssm__conv_kernel=4, ssm__state_size=128,
          ssm__group_count=1, ssm__inner_size=3072, ssm__time_step_rank=48)
    ends(m, 1536, 100352, tied=True)
    for i in range(40):
        if i in full:
            attention(m, i, 1536, 12, 4, 128)
        else:
            m.add(f"blk.{i}.attn_norm.weight", 1536)
            mamba2(m, i, 1536, 48, 64, 128, 1)
        moe(m, i, 1536, 64, 512, shared=1024)
    return m


def nemotron_nano():
    m = Model("nemotron-3-nano-30b-a3b", "nemotron_h_moe", "nemotron-3-nano-30b-a3b", 15)
    pattern = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME"
    m.u32(block_count=len(pattern), context_length=262144, embedding_length=2688,
          feed_forward_length=[1856 if c == "E" else 0 for c in pattern],
          attention__head_count=[32 if c == "*" else 0 for c in pattern],
          attention__head_count_kv=[2 if c == "*" else 0 for c in pattern],
          attention__key_length=128, attention__value_length=128, expert_count=128,
          expert_used_count=6, expert_shared_count=1, expert_feed_forward_length=1856,
          expert_shared_feed_forward_length=3712, ssm__conv_kernel=4, ssm__state_size=128,
          ssm__group_count=8, ssm__inner_size=4096, ssm__time_step_rank=64)
    ends(m, 2688, 131072)
    for i, c in enumerate(pattern):
        if c == "*":
            attention(m, i, 2688, 32, 2, 128)
        elif c == "M":
            m.add(f"blk.{i}.attn_norm.weight", 2688)
            mamba2(m, i, 2688, 64, 64, 128, 8)
        else:
            moe(m, i, 2688, 128, 1856, shared=3712, gated=False, norm="attn_norm", correction=True)
    return m


def gemma3_1b():
    m = Model("gemma-3-1b", "gemma3", "gemma-3-1b", 15)
    m.u32(block_count=26, context_length=32768, embedding_length=1152, feed_forward_length=6912,
          attention__head_count=4, attention__head_count_kv=1, attention__key_length=256,
          attention__value_length=256, attention__sliding_window=512)
    ends(m, 1152, 262144, tied=True)
    for i in range(26):
        attention(m, i, 1152, 4, 1, 256, norm=True)
        m.add(f"blk.{i}.post_attention_norm.weight", 1152)
        dense(m, i, 1152, 6912)
        m.add(f"blk.{i}.post_ffw_norm.weight", 1152)
    return m


def gpt_oss():
    m = Model("gpt-oss-20b", "gpt-oss", "gpt-oss-20b", 38)
    m.u32(block_count=24, context_length=131072, embedding_length=2880, feed_forward_length=2880,
          attention__head_count=64, attention__head_count_kv=8, attention__key_length=64,
          attention__value_length=64, attention__sliding_window=128, expert_count=32,
          expert_used_count=4, expert_feed_forward_length=2880)
    ends(m, 2880, 201088)
    for i in range(24):
        attention(m, i, 2880, 64, 8, 64, q=Q.Q8_0, v=Q.Q8_0, bias=True)
        m.add(f"blk.{i}.attn_output.bias", 2880)
        m.add(f"blk.{i}.attn_sinks.weight", 64)
        moe(m, i, 2880, 32, 2880, norm="post_attention_norm", bias=True, kind=Q.MXFP4)
    return m


def lfm2():
    m = Model("lfm2-8b-a1b", "lfm2moe", "lfm2-8b-a1b", 15)
    full = (2, 6, 10, 14, 18, 21)
    m.u32(block_count=24, context_length=128000, embedding_length=2048, feed_forward_length=7168,
          attention__head_count=32, attention__head_count_kv=[8 if i in full else 0 for i in range(24)],
          vocab_size=65536, shortconv__l_cache=3, leading_dense_block_count=2, expert_count=32,
          expert_used_count=4, expert_feed_forward_length=1792)
    m.add("token_embd.weight", 2048, 65536, kind=Q.Q6_K)
    m.add("token_embd_norm.weight", 2048)
    for i in range(24):
        p = f"blk.{i}."
        if i in full:
            attention(m, i, 2048, 32, 8, 64, norm=True)
        else:
            m.add(p + "attn_norm.weight", 2048)
            m.add(p + "shortconv.conv.weight", 3, 2048)
            m.add(p + "shortconv.in_proj.weight", 2048, 3 * 2048, kind=Q.Q4_K)
            m.add(p + "shortconv.out_proj.weight", 2048, 2048, kind=Q.Q4_K)
        if i < 2:
            dense(m, i, 2048, 7168)
        else:
            moe(m, i, 2048, 32, 1792, correction=True)
    return m


def falcon_h1(layers=6):
    m = Model("falcon-h1-7b", "falcon-h1", "falcon-h1-7b", 15)
    m.u32(block_count=layers, context_length=262144, embedding_length=3072, feed_forward_length=12288,
          attention__head_count=12, attention__head_count_kv=2, attention__key_length=128,
          attention__value_length=128, ssm__conv_kernel=4, ssm__state_size=256, ssm__group_count=1,
          ssm__inner_size=3072, ssm__time_step_rank=24)
    ends(m, 3072, 130049)
    for i in range(layers):
        attention(m, i, 3072, 12, 2, 128)
        mamba2(m, i, 3072, 24, 128, 256, 1, norm=False)
        dense(m, i, 3072, 12288)
    return m


def kimi_linear(layers=8):
    m = Model("kimi-linear-48b-a3b", "kimi-linear", "kimi-linear-48b-a3b", 15)
    m.u32(block_count=layers, context_length=1048576, embedding_length=2304, feed_forward_length=9216,
          attention__head_count=32, attention__head_count_kv=[1 if i % 4 == 3 else 0 for i in range(layers)],
          attention__kv_lora_rank=512, attention__key_length_mla=192, attention__value_length_mla=128,
          leading_dense_block_count=1, expert_count=256, expert_used_count=8, expert_shared_count=1,
          expert_feed_forward_length=1024, ssm__conv_kernel=4, kda__head_dim=128,
          rope__dimension_count=64)
    ends(m, 2304, 163840)
    for i in range(layers):
        p = f"blk.{i}."
        if i % 4 == 3:
            mla(m, i, 2304, 32, None, 512, 64, 128, 128)
        else:
            m.add(p + "attn_norm.weight", 2304)
            for name in "qkv":
                m.add(p + f"attn_{name}.weight", 2304, 4096, kind=Q.Q8_0)
                m.add(p + f"ssm_conv1d_{name}.weight", 4, 1, 4096)
            m.add(p + "ssm_f_a.weight", 2304, 128, kind=Q.Q8_0)
            m.add(p + "ssm_f_b.weight", 128, 4096, kind=Q.Q8_0)
            m.add(p + "ssm_beta.weight", 2304, 32, kind=Q.Q8_0)
            m.add(p + "ssm_a", 1, 32)
            m.add(p + "ssm_dt.bias", 4096)
            m.add(p + "ssm_g_a.weight", 2304, 128, kind=Q.Q8_0)
            m.add(p + "ssm_g_b.weight", 128, 4096, kind=Q.Q8_0)
            m.add(p + "ssm_norm.weight", 128)
            m.add(p + "attn_output.weight", 4096, 2304, kind=Q.Q8_0)
        if i < 1:
            dense(m, i, 2304, 9216)
        else:
            moe(m, i, 2304, 256, 1024, shared=1024, correction=True)
    return m


def phi4(layers=4):
    m = Model("phi-4-14b", "phi3", "phi-4-14b", 15)
    m.u32(block_count=layers, context_length=16384, embedding_length=5120, feed_forward_length=17920,
          attention__head_count=40, attention__head_count_kv=10, attention__sliding_window=0)
    ends(m, 5120, 100352)
    for i in range(layers):
        p = f"blk.{i}."
        m.add(p + "attn_norm.weight", 5120)
        m.add(p + "attn_qkv.weight", 5120, 60 * 128, kind=Q.Q5_K)
        m.add(p + "attn_output.weight", 5120, 5120, kind=Q.Q4_K)
        m.add(p + "ffn_norm.weight", 5120)
        m.add(p + "ffn_up.weight", 5120, 2 * 17920, kind=Q.Q4_K)
        m.add(p + "ffn_down.weight", 17920, 5120, kind=Q.Q6_K)
    return m


def llama_sharded():
    m = Model("llama-3.1-8b", "llama", "llama-3.1-8b", 17)
    m.u32(block_count=32, context_length=131072, embedding_length=4096, feed_forward_length=14336,
          attention__head_count=32, attention__head_count_kv=8, rope__dimension_count=128,
          vocab_size=128256)
    ends(m, 4096, 128256)
    m.add("rope_freqs.weight", 64)
    for i in range(32):
        attention(m, i, 4096, 32, 8, 128, q=Q.Q5_K)
        dense(m, i, 4096, 14336)
    return m


def gemma4_26b(layers=6):
    m = Model("gemma-4-26b-a4b", "gemma4", "gemma-4-26b-a4b", 15)
    full = [i % 6 == 5 for i in range(layers)]
    m.u32(block_count=layers, context_length=262144, embedding_length=2816, feed_forward_length=2112,
          attention__head_count=16, attention__head_count_kv=[2 if f else 8 for f in full],
          attention__key_length=512, attention__value_length=512, attention__key_length_swa=256,
          attention__value_length_swa=256, attention__sliding_window=1024,
          attention__sliding_window_pattern=[not f for f in full], expert_count=128, expert_used_count=8,
          expert_feed_forward_length=704)
    ends(m, 2816, 262144, tied=True)
    for i in range(layers):
        p, dim, kv = f"blk.{i}.", 512 if full[i] else 256, 2 if full[i] else 8
        m.add(p + "attn_norm.weight", 2816)
        m.add(p + "attn_q.weight", 2816, 16 * dim, kind=Q.Q8_0)
        m.add(p + "attn_k.weight", 2816, kv * dim, kind=Q.Q8_0)
        if not full[i]:
            m.add(p + "attn_v.weight", 2816, kv * dim, kind=Q.Q8_0)
        m.add(p + "attn_output.weight", 16 * dim, 2816, kind=Q.Q8_0)
        m.add(p + "attn_q_norm.weight", dim)
        m.add(p + "attn_k_norm.weight", dim)
        for name in ("post_attention_norm", "post_ffw_norm", "pre_ffw_norm_2", "post_ffw_norm_1", "post_ffw_norm_2"):
            m.add(p + name + ".weight", 2816)
        m.add(p + "layer_output_scale.weight", 1)
        dense(m, i, 2816, 2112)
        m.add(p + "ffn_gate_inp.weight", 2816, 128)
        m.add(p + "ffn_gate_inp.scale", 2816)
        m.add(p + "ffn_gate_up_exps.weight", 2816, 2 * 704, 128, kind=Q.Q4_K)
        m.add(p + "ffn_down_exps.weight", 704, 2816, 128, kind=Q.Q5_1)
        m.add(p + "ffn_down_exps.scale", 128)
    return m


def glm_45_air(layers=5):
    m = Model("glm-4.5-air", "glm4moe", "glm-4.5-air", 15)
    m.u32(block_count=layers + 1, context_length=131072, embedding_length=4096, feed_forward_length=10944,
          attention__head_count=96, attention__head_count_kv=8, attention__key_length=128,
          attention__value_length=128, leading_dense_block_count=1, expert_count=128, expert_used_count=8,
          expert_shared_count=1, expert_feed_forward_length=1408, nextn_predict_layers=1)
    ends(m, 4096, 151552)
    for i in range(layers + 1):
        attention(m, i, 4096, 96, 8, 128, bias=True)
        if i < 1:
            dense(m, i, 4096, 10944, norm="post_attention_norm")
        else:
            moe(m, i, 4096, 128, 1408, shared=1408, norm="post_attention_norm", correction=True)
    p = f"blk.{layers}.nextn."
    m.add(p + "eh_proj.weight", 2 * 4096, 4096, kind=Q.Q8_0)
    m.add(p + "embed_tokens.weight", 4096, 151552, kind=Q.Q4_K)
    for name in ("enorm", "hnorm", "shared_head_norm"):
        m.add(p + name + ".weight", 4096)
    m.add(p + "shared_head_head.weight", 4096, 151552, kind=Q.Q4_K)
    return m


def qwen35_moe(layers=8):
    m = Model("qwen3.5-35b-a3b", "qwen35moe", "qwen3.5-35b-a3b", 15)
    m.u32(block_count=layers, context_length=262144, embedding_length=2048, attention__head_count=16,
          attention__head_count_kv=2, attention__key_length=256, attention__value_length=256,
          expert_count=256, expert_used_count=8, expert_feed_forward_length=512,
          expert_shared_feed_forward_length=512, full_attention_interval=4, ssm__conv_kernel=4,
          ssm__state_size=128, ssm__group_count=16, ssm__time_step_rank=32, ssm__inner_size=4096)
    ends(m, 2048, 248320)
    for i in range(layers):
        p = f"blk.{i}."
        if i % 4 == 3:
            attention(m, i, 2048, 16, 2, 256, norm=True, factor=2)
        else:
            m.add(p + "attn_norm.weight", 2048)
            m.add(p + "attn_qkv.weight", 2048, 8192, kind=Q.Q8_0)
            m.add(p + "attn_gate.weight", 2048, 4096, kind=Q.Q8_0)
            m.add(p + "ssm_conv1d.weight", 4, 8192)
            m.add(p + "ssm_dt.bias", 32)
            m.add(p + "ssm_a", 32)
            for name in ("alpha", "beta"):
                m.add(p + f"ssm_{name}.weight", 2048, 32, kind=Q.Q8_0)
            m.add(p + "ssm_norm.weight", 128)
            m.add(p + "ssm_out.weight", 4096, 2048, kind=Q.Q8_0)
        moe(m, i, 2048, 256, 512, shared=512, norm="post_attention_norm", shared_gate=True)
    return m


def types():
    """A file whose only purpose is one tensor of every element type."""
    m = Model("every-type", "llama", None, 0)
    m.u32(block_count=1, context_length=512, embedding_length=256, feed_forward_length=256,
          attention__head_count=1)
    ends(m, 256, 64, tied=True)
    attention(m, 0, 256, 2, 2, 128)
    dense(m, 0, 256, 256)
    for kind in Q:
        # Never stored: the activations' side of a product. The package sizes it as early ggml did.
        if kind == Q.Q8_1:
            continue
        m.add(f"blk.0.extra_{kind.name.lower()}.weight", 512, 3, kind=kind)
    return m


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    models = [qwen3_8b(), qwen3_30b_a3b(12), deepseek_v2_lite(), glm_5(), qwen3_next(), granite_h(),
              nemotron_nano(), gemma3_1b(), gpt_oss(), lfm2(), falcon_h1(), kimi_linear(), phi4(), gemma4_26b(), glm_45_air(), qwen35_moe(), types()]
    rows = [model.save() for model in models] + [llama_sharded().save(shards=3)]
    with open(OUT / "reference.jsonl", "w") as file:
        for row in rows:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
