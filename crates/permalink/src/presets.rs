//! Scenarios of the claims that the page teaches (their names: `LabLanguage::preset` of `bpt-words`).

/// A scenario with a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name in addresses; it stays.
    pub slug: &'static str,
    /// The scenario as a link.
    pub query: &'static str,
    /// The figure that shows what it is about.
    pub figure: &'static str,
}

macro_rules! founding {
    ($more:literal) => {
        concat!(
            "a=hy3-295b-a21b&b=none&qx=routed_experts:4.5,attention:fp8,shared_experts:fp8,",
            "embedding:bf16,lm_head:bf16&kv=bf16&n=2&nodes=2&split=tensor&eng=vllm&",
            $more
        )
    };
}

const fn preset(slug: &'static str, figure: &'static str, query: &'static str) -> Preset {
    Preset {
        slug,
        query,
        figure,
    }
}

/// All of them, in the order of their names.
pub const PRESETS: &[Preset] = &[
    preset("same-size", "breakdown", ""),
    preset("eight-bits", "breakdown", "q=q8_0"),
    preset(
        "measured-pair",
        "breakdown",
        "a=qwen3.6-27b&b=qwen3.6-35b-a3b&ctx=512",
    ),
    preset(
        "two-machines",
        "breakdown",
        concat!(
            "a=hy3-295b-a21b&b=gemma-4-26b-a4b&qx=routed_experts:4.5,attention:fp8,",
            "shared_experts:fp8,embedding:bf16,lm_head:bf16&kv=bf16&n=2&nodes=2&split=tensor&",
            "eng=vllm&ctx=1000&b.n=1&b.nodes=1&b.q=q4_k_m"
        ),
    ),
    preset("long-context-295b", "context", founding!("ctx=35000")),
    preset("half-kv", "context", "kv=q8_0&ctx=65536"),
    preset(
        "losing-speculation",
        "speculation",
        founding!("ctx=1000&spec=mtp:1&acc=0.7&unf=5.7"),
    ),
    preset(
        "eight-users",
        "users",
        "a=gemma-4-26b-a4b&b=none&ctx=1000&u=8",
    ),
    preset(
        "half-the-bits",
        "breakdown",
        "a=qwen3-32b&b=qwen3-32b&q=q8_0&b.q=q4_k_m&ctx=1024",
    ),
    preset(
        "spilled-layers",
        "breakdown",
        "d=rtx-3090&q=q5_k_m&ctx=8192&place=gpu:56",
    ),
    preset(
        "experts-in-ram",
        "memory",
        "a=gpt-oss-120b&b=glm-4.5-air&d=rtx-3090&place=experts",
    ),
    preset("big-mixtures", "context", "a=gpt-oss-120b&b=glm-4.5-air"),
    preset(
        "two-cards-layer",
        "breakdown",
        "a=llama-3.1-8b&b=llama-3.1-8b&d=rtx-3090&n=2&split=layer&b.n=1",
    ),
    preset(
        "two-cards-tensor",
        "breakdown",
        "a=qwen3-32b&b=qwen3-32b&d=rtx-3090&n=2&split=tensor&eng=vllm&q=awq-int4&b.n=1",
    ),
    preset("long-prompt", "prefill", "a=qwen3-8b&in=8192"),
];
