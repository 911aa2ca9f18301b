"""Builds, for rows of data/models.json, the configuration class of the Python package `transformers`
with that row's numbers and writes the config.json that it saves, so that published models are tried
with real key names (the class's own) and not only the class defaults.

Run by hand:  pip install transformers  &&  python tools/oracle/ingest/published.py
Output:       crates/ingest/tests/fixtures/published.jsonl: {"id", "config"}
"""

import json
from pathlib import Path

from transformers.models.auto.configuration_auto import CONFIG_MAPPING

ROOT = Path(__file__).resolve().parents[3]
OUT = ROOT / "crates/ingest/tests/fixtures/published.jsonl"

# Start of an id, model type. The first that fits counts.
TYPES = [
    ("llama-4", "llama4_text"), ("llama", "llama"), ("yi", "llama"), ("mistral-large-3", None),
    ("mistral-small-4", None), ("mistral-", "mistral"), ("mixtral", "mixtral"), ("qwen2.5", "qwen2"),
    ("qwen3-next", "qwen3_next"), ("qwen3.8-flash", None), ("qwen3.", "qwen3_5"),
    ("qwen3-30b", "qwen3_moe"), ("qwen3-235b", "qwen3_moe"), ("qwen3-coder", "qwen3_moe"),
    ("qwen3", "qwen3"), ("gemma-2", "gemma2"), ("gemma-3n", None), ("gemma-3", "gemma3_text"),
    ("gpt-oss", "gpt_oss"), ("glm-4.7-flash", "glm4_moe_lite"), ("glm-4.", "glm4_moe"),
    ("glm-5.3", None), ("glm-5", "glm_moe_dsa"), ("glm-4-", "glm4"), ("deepseek-v2", "deepseek_v2"),
    ("deepseek-v3.2", "deepseek_v32"), ("deepseek-v4", None), ("deepseek-", "deepseek_v3"),
    ("kimi-k2", "deepseek_v3"), ("minimax-m2", "minimax_m2"), ("minimax-m1", "minimax"),
    ("phi-3.5-moe", "phimoe"), ("phi-", "phi3"), ("granite-4.0-h", "granitemoehybrid"), ("granite-4.1", "granite"),
    ("olmo-2", "olmo2"), ("olmo-3", "olmo3"), ("olmoe", "olmoe"), ("command-a-plus", None),
    ("command-r7b", "cohere2"), ("command-a", "cohere2"), ("command-r", "cohere"),
    ("nemotron-3", "nemotron_h"), ("nemotron-nano", "nemotron_h"), ("falcon-h1", "falcon_h1"),
    ("hunyuan", "hunyuan_v1_moe"), ("hy3", "hy_v3"), ("hy4", "hy_v4"), ("ernie-4.5", "ernie4_5_moe"),
    ("dots.llm1", "dots1"), ("smollm3", "smollm3"), ("lfm2-8b", "lfm2_moe"), ("lfm2-24b", "lfm2_moe"),
    ("lfm2", "lfm2"), ("seed-oss", "seed_oss"), ("trinity", "afmoe"), ("laguna", "laguna"),
]

# Row kind of a mixer -> name in layer_types.
KINDS = {"full": "full_attention", "mla": "full_attention", "sliding": "sliding_attention",
         "chunked": "chunked_attention", "gated_deltanet": "linear_attention", "mamba2": "mamba",
         "lightning": "linear_attention", "short_conv": "conv"}


def type_of(row):
    return next((kind for start, kind in TYPES if row["id"].startswith(start)), None)


def spread(groups):
    """Layer kinds in an order that holds the right number of each."""
    kinds = []
    for group in groups:
        kinds += [KINDS[group["kind"]]] * group["count"]
    return kinds


def numbers(row, kind):
    groups, ffn = row["attention"]["layers"], row["ffn"]
    out = dict(hidden_size=row["hidden_size"], num_hidden_layers=row["num_hidden_layers"],
               vocab_size=row["vocab_size"], tie_word_embeddings=row["tie_word_embeddings"])
    if row["max_context"]:
        out["max_position_embeddings"] = row["max_context"]
    heads = next((g for g in groups if "num_kv_heads" in g or g["kind"] == "mla"), None)
    if heads and heads["kind"] == "mla":
        out |= {key: heads[key] for key in ("q_lora_rank", "kv_lora_rank", "qk_rope_head_dim",
                                            "qk_nope_head_dim", "v_head_dim")}
        out |= dict(num_attention_heads=heads["num_heads"], num_key_value_heads=heads["num_heads"])
        if index := heads.get("indexer"):
            out |= dict(index_n_heads=index["n_heads"], index_head_dim=index["head_dim"],
                        index_topk=index["topk"])
    elif heads:
        out |= dict(num_attention_heads=heads["num_heads"], num_key_value_heads=heads["num_kv_heads"],
                    head_dim=heads["head_dim"])
    windows = [g["window"] for g in groups if "window" in g]
    if windows:
        out["attention_chunk_size" if kind == "llama4_text" else "sliding_window"] = windows[0]
    elif kind == "mistral":
        out["sliding_window"] = None
    for group in groups:
        if group["kind"] == "gated_deltanet":
            out |= dict(linear_num_key_heads=group["num_k_heads"], linear_num_value_heads=group["num_v_heads"],
                        linear_key_head_dim=group["head_k_dim"], linear_value_head_dim=group["head_v_dim"],
                        linear_conv_kernel_dim=group["conv_kernel"])
        if group["kind"] == "mamba2" and kind == "nemotron_h":
            out |= dict(mamba_num_heads=group["num_heads"], mamba_head_dim=group["head_dim"],
                        ssm_state_size=group["state_size"], n_groups=group["n_groups"],
                        conv_kernel=group["conv_kernel"])
        elif group["kind"] == "mamba2":
            out |= dict(mamba_n_heads=group["num_heads"], mamba_d_head=group["head_dim"],
                        mamba_d_state=group["state_size"], mamba_n_groups=group["n_groups"],
                        mamba_d_conv=group["conv_kernel"], mamba_d_ssm=group["num_heads"] * group["head_dim"])
    if kind not in ("llama", "mistral", "falcon_h1", "nemotron_h", "mixtral", "phimoe", "cohere"):
        if len({g["kind"] for g in groups}) > 1:
            out["layer_types"] = spread(groups)
        elif kind in ("lfm2", "lfm2_moe"):
            out["layer_types"] = spread(groups)
    dense = next((g for g in ffn if g["kind"] == "dense"), None)
    moe = next((g for g in ffn if g["kind"] == "moe"), None)
    if dense:
        out["intermediate_size"] = dense["intermediate_size"]
        if kind == "llama4_text":
            out["intermediate_size_mlp"] = dense["intermediate_size"]
    if moe:
        width, count = moe["moe_intermediate_size"], moe["num_experts"]
        out |= dict(num_experts_per_tok=moe["experts_per_token"], moe_intermediate_size=width,
                    num_experts=count, n_routed_experts=count, num_local_experts=count, moe_num_experts=count,
                    moe_k=moe["experts_per_token"], moe_topk=moe["experts_per_token"])
        shared = moe["num_shared_experts"]
        out |= dict(n_shared_experts=shared, num_shared_experts=shared, moe_num_shared_experts=shared,
                    shared_expert_intermediate_size=moe["shared_intermediate_size"],
                    moe_shared_expert_intermediate_size=moe["shared_intermediate_size"],
                    shared_intermediate_size=moe["shared_intermediate_size"])
        if not dense or kind == "llama4_text":
            out["intermediate_size"] = width
        if moe.get("latent_size"):
            out["moe_latent_size"] = moe["latent_size"]
        first = dense["count"] if dense else 0
        out |= dict(first_k_dense_replace=first, num_dense_layers=first, moe_layer_start_index=first,
                    mlp_layer_types=["dense"] * first + ["sparse"] * moe["count"])
        if kind == "llama4_text":
            out["interleave_moe_layer_step"] = row["moe"]["moe_layer_freq"]
        if kind == "laguna":
            out["num_attention_heads_per_layer"] = [g["num_heads"] for g in groups for _ in range(g["count"])]
    if kind == "nemotron_h":
        letters = {"M": "mamba", "*": "attention", "E": "moe", "-": "mlp"}
        out["layers_block_type"] = [letters[c] for c in row["attention"]["hybrid_override_pattern"]]
    if kind in ("lfm2", "lfm2_moe"):
        out["block_auto_adjust_ff_dim"] = False
    if kind == "granitemoehybrid" and not moe:
        out |= dict(num_local_experts=0, shared_intermediate_size=dense["intermediate_size"])
    if kind == "falcon_h1":
        out["mamba_rms_norm"] = False
    if kind in ("glm4_moe", "glm4"):
        out |= dict(attention_bias=row["attn_bias"] == "qkv", use_qk_norm=bool(row["qk_norm"]))
    if kind == "phimoe":
        out["attention_bias"] = True
    if kind == "seed_oss":
        out |= dict(attention_bias=True, attention_out_bias=False)
    if kind == "minimax":
        out["full_attn_alpha_factor"] = 1
    return out


def main():
    rows = json.loads((ROOT / "data/models.json").read_text())
    with open(OUT, "w") as file:
        for row in rows:
            kind = type_of(row)
            if kind is None:
                continue
            if kind == "qwen3_5":
                kind = "qwen3_5_moe_text" if row["ffn"][0]["kind"] == "moe" else "qwen3_5_text"
            known = set(json.loads(CONFIG_MAPPING[kind]().to_json_string(use_diff=False)))
            given = {key: value for key, value in numbers(row, kind).items()
                     if key in known or key in ("layer_types", "mlp_layer_types", "num_hidden_layers", "head_dim")}
            try:
                config = CONFIG_MAPPING[kind](**given)
            except Exception as error:
                print(row["id"], kind, repr(error)[:200])
                continue
            written = json.loads(config.to_json_string(use_diff=False))
            file.write(json.dumps({"id": row["id"], "config": written}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
