//! The shape of a model: what its layers are, not how their weights are stored.
//!
//! A model is a list of *mixer* groups (attention, MLA, linear attention, ...) and a list of
//! *feed-forward* groups, each with a count, because few models today repeat one layer.

mod class;
mod layout;
mod mixer_tensors;
mod tensors;

pub use class::{ByClass, Class};
pub use layout::{Layer, layers};
pub use tensors::{Role, Tensor, tensors};

/// The shape of one text model, without vision or audio towers.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Width of the residual stream.
    pub hidden: u32,
    /// Rows of the embedding table and of the output layer.
    pub vocab: u32,
    /// Blocks as the model's config counts them.
    pub layers: u32,
    /// Whether the output layer is the embedding table.
    pub tied: bool,
    /// Longest context the model was trained for, tokens; `None` where not known.
    pub max_context: Option<u32>,
    /// Whether queries and keys are normalised per head (two small vectors per attention layer).
    pub qk_norm: bool,
    /// Which attention projections carry a bias.
    pub bias: AttentionBias,
    /// Whether query, key and value are one tensor (Phi): llama.cpp mixes treat it on its own.
    pub fused_qkv: bool,
    /// Whether feed-forward groups alternate layer by layer instead of following one another.
    pub interleaved_ffn: bool,
    /// Order of the blocks of a model that holds one block a layer, where it is known (Nemotron
    /// H); empty otherwise.
    pub block_order: Vec<BlockKind>,
    /// Token mixers, in order of first appearance.
    pub mixers: Vec<MixerGroup>,
    /// Feed-forward blocks, in order.
    pub ffns: Vec<FfnGroup>,
    /// Parameters outside the groups.
    pub extras: Vec<Extra>,
    /// Built-in multi-token-prediction layers.
    pub mtp: Option<Mtp>,
}

/// What the one block of a layer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A mixer with recurrent state.
    Recurrent,
    /// Attention.
    Attention,
    /// A feed-forward block.
    Ffn,
}

/// Which attention projections carry a bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AttentionBias {
    /// None does.
    #[default]
    None,
    /// Query, key and value.
    Qkv,
    /// Query, key, value and output.
    Qkvo,
}

/// `count` layers with the same token mixer.
#[derive(Clone, Debug, PartialEq)]
pub struct MixerGroup {
    /// Layers in the group.
    pub count: u32,
    /// What mixes tokens in them.
    pub mixer: Mixer,
    /// Whether the group runs beside the previous one in the same blocks (Falcon H1).
    pub parallel: bool,
}

/// What mixes information between tokens in a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum Mixer {
    /// Softmax attention with its own keys and values.
    Attention(Attention),
    /// Multi-head latent attention: one latent row per token.
    Mla(Mla),
    /// DeepSeek V4 compressed attention: a window plus every `ratio`-th compressed token.
    Compressed(Compressed),
    /// Gated DeltaNet.
    GatedDeltaNet {
        /// Key heads.
        k_heads: u32,
        /// Value heads.
        v_heads: u32,
        /// Key width of a head.
        k_dim: u32,
        /// Value width of a head.
        v_dim: u32,
        /// Taps of the short convolution.
        conv: u32,
    },
    /// Kimi delta attention.
    Kda {
        /// Heads.
        heads: u32,
        /// Width of a head.
        head_dim: u32,
        /// Taps of the short convolution.
        conv: u32,
        /// Full-rank decay projection instead of low-rank.
        full_rank_decay: bool,
        /// Full-rank output gate instead of low-rank.
        full_rank_gate: bool,
    },
    /// Mamba 2 state-space layer.
    Mamba2 {
        /// Heads.
        heads: u32,
        /// Width of a head.
        head_dim: u32,
        /// State size per head column.
        state: u32,
        /// Groups that share B and C.
        groups: u32,
        /// Taps of the short convolution.
        conv: u32,
        /// Whether the gate is normalised (one more vector).
        gated_norm: bool,
    },
    /// Lightning (linear) attention.
    Lightning {
        /// Heads.
        heads: u32,
        /// Width of a head.
        head_dim: u32,
    },
    /// Gated short convolution (LFM2).
    ShortConv {
        /// Taps.
        conv: u32,
    },
    /// No mixer: the layer is feed-forward only.
    None,
}

/// Softmax attention, grouped-query or multi-head.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    /// Query heads.
    pub heads: u32,
    /// Key/value heads.
    pub kv_heads: u32,
    /// Key (and query) width of a head.
    pub k_dim: u32,
    /// Value width of a head.
    pub v_dim: u32,
    /// How far back a token looks.
    pub reach: Reach,
    /// Uses an earlier layer's cache: nothing stored here, still read.
    pub kv_shared: bool,
    /// Values come from the key projection (both are still cached).
    pub k_eq_v: bool,
    /// An output gate as wide as the queries.
    pub output_gate: bool,
    /// A gate of one number per head.
    pub head_gate: bool,
    /// One learned sink per head.
    pub sinks: bool,
    /// A sparse index that picks which tokens are read.
    pub indexer: Option<Indexer>,
}

/// How far back attention looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Every earlier token.
    Full,
    /// The last `n` tokens.
    Sliding(u32),
    /// The tokens of the present chunk of `n`.
    Chunked(u32),
}

/// Multi-head latent attention.
#[derive(Clone, Debug, PartialEq)]
pub struct Mla {
    /// Query heads.
    pub heads: u32,
    /// Rank of the query projection; `None` for a full one.
    pub q_rank: Option<u32>,
    /// Rank of the latent that is cached.
    pub kv_rank: u32,
    /// Rotary part of key and query.
    pub rope_dim: u32,
    /// Non-rotary part of key and query, per head.
    pub nope_dim: u32,
    /// Value width of a head.
    pub v_dim: u32,
    /// An output gate as wide as the values.
    pub output_gate: bool,
    /// A gate of one number per head.
    pub head_gate: bool,
    /// A sparse index that picks which tokens are read.
    pub indexer: Option<Indexer>,
}

/// DeepSeek V4 attention: one latent head that is key and value at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Compressed {
    /// Query heads.
    pub heads: u32,
    /// Width of the latent head.
    pub head_dim: u32,
    /// Rank of the query projection.
    pub q_rank: u32,
    /// Groups of the output projection.
    pub o_groups: u32,
    /// Rank of the output projection.
    pub o_rank: u32,
    /// Tokens kept uncompressed.
    pub window: u32,
    /// Tokens per compressed entry; 0 keeps the window only.
    pub ratio: u32,
    /// A sparse index over the compressed entries.
    pub indexer: Option<Indexer>,
}

/// A sparse index: small keys over all tokens choose the few that are read.
#[derive(Clone, Debug, PartialEq)]
pub struct Indexer {
    /// Index heads.
    pub heads: u32,
    /// Width of an index key.
    pub head_dim: u32,
    /// Tokens (or compressed entries) read at most.
    pub top_k: u32,
    /// Tokens per index key (pooled or compressed keys); 1 otherwise.
    pub pool: u32,
    /// Blocks of this many tokens are picked instead of single tokens (MiniMax M3); 1 otherwise.
    pub block: u32,
    /// How many of the group's layers own an index; `None` = all.
    pub layers: Option<u32>,
}

/// `count` feed-forward blocks of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct FfnGroup {
    /// Blocks in the group.
    pub count: u32,
    /// What they are.
    pub ffn: Ffn,
}

/// A feed-forward block.
#[derive(Clone, Debug, PartialEq)]
pub enum Ffn {
    /// One network, always read.
    Dense {
        /// Inner width.
        width: u32,
        /// Gate, up and down (three matrices) instead of up and down.
        gated: bool,
    },
    /// A router and many experts, of which a few are read.
    Moe(Moe),
}

/// A mixture-of-experts block.
#[derive(Clone, Debug, PartialEq)]
pub struct Moe {
    /// Routed experts.
    pub experts: u32,
    /// Routed experts read for one token.
    pub per_token: u32,
    /// Inner width of a routed expert.
    pub width: u32,
    /// Inner width of the shared expert(s) together; 0 for none.
    pub shared_width: u32,
    /// Gate, up and down (three matrices) instead of up and down.
    pub gated: bool,
    /// Width of the latent the routed experts work in; `None` = the residual width.
    pub latent: Option<u32>,
    /// Biases on router and experts (gpt-oss).
    pub bias: bool,
    /// A one-row gate on the shared expert (Qwen).
    pub shared_gate: bool,
}

/// Parameters outside the groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Extra {
    /// How many.
    pub params: f64,
    /// Read for every token, or looked up row by row (never counted as read).
    pub lookup: bool,
    /// Norm-like vectors, kept at full precision by GGUF.
    pub norms: bool,
}

/// Built-in layers that draft the next tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Mtp {
    /// How many such layers.
    pub layers: u32,
    /// Parameters of all of them together; `None` where not known.
    pub params: Option<f64>,
}
