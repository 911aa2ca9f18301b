//! Scenarios of the claims that the page teaches, as links (names in `Language::preset`).

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_permalink::{PageState, View};

use crate::state::Page;

macro_rules! founding {
    ($more:literal) => {
        concat!(
            "a=hy3-295b-a21b&b=none&qx=routed_experts:4.5,attention:fp8,shared_experts:fp8,",
            "embedding:bf16,lm_head:bf16&kv=bf16&n=2&nodes=2&split=tensor&eng=vllm&",
            $more
        )
    };
}

/// One link for each preset, in the order of their names.
pub(crate) const QUERIES: &[&str] = &[
    "",
    "q=q8_0",
    "a=qwen3.6-27b&b=qwen3.6-35b-a3b&ctx=512",
    concat!(
        "a=hy3-295b-a21b&b=gemma-4-26b-a4b&qx=routed_experts:4.5,attention:fp8,",
        "shared_experts:fp8,embedding:bf16,lm_head:bf16&kv=bf16&n=2&nodes=2&split=tensor&",
        "eng=vllm&ctx=1000&b.n=1&b.nodes=1&b.q=q4_k_m"
    ),
    founding!("ctx=35000"),
    "kv=q8_0&ctx=65536",
    founding!("ctx=1000&spec=mtp:1&acc=0.7&unf=5.7"),
    "a=gemma-4-26b-a4b&b=none&ctx=1000&u=8",
    "a=qwen3-32b&b=qwen3-32b&q=q8_0&b.q=q4_k_m&ctx=1024",
    "d=rtx-3090&q=q5_k_m&ctx=8192&place=gpu:56",
    "a=gpt-oss-120b&b=glm-4.5-air&d=rtx-3090&place=experts",
    "a=gpt-oss-120b&b=glm-4.5-air",
    "a=llama-3.1-8b&b=llama-3.1-8b&d=rtx-3090&n=2&split=layer&b.n=1",
    "a=qwen3-32b&b=qwen3-32b&d=rtx-3090&n=2&split=tensor&eng=vllm&q=awq-int4&b.n=1",
    "a=qwen3-8b&in=8192",
];

/// Takes a scenario over; view, theme and language stay.
pub(crate) fn take(page: Page, query: &str) {
    let wanted = PageState::read(query, Catalog::embedded()).0;
    page.state.update(|state| {
        state.a = wanted.a;
        state.b = wanted.b;
        state.frozen = None;
        state.view = View::Lab;
    });
}

/// Takes the default scenario.
pub(crate) fn reset(page: Page) {
    take(page, "");
}
