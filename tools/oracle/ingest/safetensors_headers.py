"""Writes a tiny checkpoint with the reference package `safetensors` and keeps its header, index and
config as fixtures.

Run by hand:  pip install safetensors numpy  &&  python tools/oracle/ingest/safetensors_headers.py
Output:       crates/ingest/tests/fixtures/safetensors/
"""

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save

OUT = Path(__file__).resolve().parents[3] / "crates/ingest/tests/fixtures/safetensors"
HIDDEN, LAYERS, HEADS, KV, DIM, WIDTH, VOCAB, EXPERTS = 64, 3, 4, 2, 16, 96, 512, 4


def shapes():
    yield "model.embed_tokens.weight", (VOCAB, HIDDEN)
    for i in range(LAYERS):
        p = f"model.layers.{i}."
        yield p + "input_layernorm.weight", (HIDDEN,)
        yield p + "post_attention_layernorm.weight", (HIDDEN,)
        for name, rows in (("q", HEADS * DIM), ("k", KV * DIM), ("v", KV * DIM)):
            yield p + f"self_attn.{name}_proj.weight", (rows, HIDDEN)
        yield p + "self_attn.o_proj.weight", (HIDDEN, HEADS * DIM)
        yield p + "self_attn.q_norm.weight", (DIM,)
        yield p + "self_attn.k_norm.weight", (DIM,)
        yield p + "mlp.gate.weight", (EXPERTS, HIDDEN)
        for expert in range(EXPERTS):
            e = p + f"mlp.experts.{expert}."
            yield e + "gate_proj.weight", (WIDTH, HIDDEN)
            yield e + "up_proj.weight", (WIDTH, HIDDEN)
            yield e + "down_proj.weight", (HIDDEN, WIDTH)
    yield "model.norm.weight", (HIDDEN,)
    yield "lm_head.weight", (VOCAB, HIDDEN)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    tensors = {name: np.zeros(shape, np.float16) for name, shape in shapes()}
    names = list(tensors)
    half = len(names) // 2
    weight_map, sizes = {}, {}
    for number, part in enumerate((names[:half], names[half:]), 1):
        file = f"model-{number:05}-of-00002.safetensors"
        data = save({name: tensors[name] for name in part}, metadata={"format": "pt"})
        (OUT / file).write_bytes(data[: 8 + int.from_bytes(data[:8], "little")])
        weight_map |= dict.fromkeys(part, file)
    for name, tensor in tensors.items():
        sizes[name] = [list(tensor.shape), tensor.nbytes]
    total = sum(tensor.nbytes for tensor in tensors.values())
    index = {"metadata": {"total_size": total}, "weight_map": weight_map}
    (OUT / "model.safetensors.index.json").write_text(json.dumps(index, indent=1))
    (OUT / "reference.json").write_text(json.dumps(sizes))
    config = dict(model_type="qwen3_moe", hidden_size=HIDDEN, num_hidden_layers=LAYERS, head_dim=DIM,
                  num_attention_heads=HEADS, num_key_value_heads=KV, moe_intermediate_size=WIDTH,
                  intermediate_size=4 * WIDTH, num_experts=EXPERTS, num_experts_per_tok=2, vocab_size=VOCAB,
                  tie_word_embeddings=False, max_position_embeddings=4096, torch_dtype="float16")
    (OUT / "config.json").write_text(json.dumps(config, indent=1))


if __name__ == "__main__":
    main()
