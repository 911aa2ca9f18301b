//! The symbols of explanations: name, letter and unit. What they mean is said by `bpt-words`.

use crate::model::Class;

/// What a value is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A plain number.
    One,
    /// Bytes.
    Bytes,
    /// Bytes per second.
    BytesPerSecond,
    /// Seconds.
    Seconds,
    /// Tokens.
    Tokens,
    /// Tokens per second.
    TokensPerSecond,
    /// Operations.
    Flops,
    /// Operations per second.
    FlopsPerSecond,
    /// Weights.
    Params,
    /// Layers.
    Layers,
    /// Users.
    Users,
    /// Devices.
    Devices,
    /// Watts.
    Watts,
    /// Joules.
    Joules,
    /// The currency of the scenario's prices.
    Money,
    /// Per second.
    PerSecond,
    /// Per year, as a logarithm.
    PerYear,
    /// Years.
    Years,
}

impl Unit {
    /// The base unit's sign; empty for plain numbers.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::One | Self::Money => "",
            Self::Bytes => "B",
            Self::BytesPerSecond => "B/s",
            Self::Seconds => "s",
            Self::Tokens => "tokens",
            Self::TokensPerSecond => "tok/s",
            Self::Flops => "FLOP",
            Self::FlopsPerSecond => "FLOP/s",
            Self::Params => "weights",
            Self::Layers => "layers",
            Self::Users => "users",
            Self::Devices => "devices",
            Self::Watts => "W",
            Self::Joules => "J",
            Self::PerSecond => "1/s",
            Self::PerYear => "1/year",
            Self::Years => "years",
        }
    }
}

/// Which of several equal symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// The only one.
    Whole,
    /// That of a class of weights.
    Class(Class),
    /// That of a group of layers or devices, by place.
    At(u16),
}

/// A symbol's identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id {
    /// What it is.
    pub key: Key,
    /// Of what.
    pub of: Of,
}

impl From<Key> for Id {
    fn from(key: Key) -> Self {
        key.id()
    }
}

impl Id {
    /// As it stands in a formula: a letter, with the class or place it belongs to.
    #[must_use]
    pub fn letter(self) -> String {
        let letter = self.key.letter();
        match self.of {
            Of::Whole => letter.to_owned(),
            Of::Class(class) => format!("{letter}[{}]", class.slug()),
            Of::At(at) => format!("{letter}[{}]", u32::from(at) + 1),
        }
    }

    /// What it is measured in.
    #[must_use]
    pub const fn unit(self) -> Unit {
        self.key.unit()
    }
}

/// The place of a group in its list, as a symbol names it.
pub(super) fn place(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

impl Key {
    /// The only symbol of this kind.
    #[must_use]
    pub const fn id(self) -> Id {
        Id {
            key: self,
            of: Of::Whole,
        }
    }

    /// That of a class.
    #[must_use]
    pub const fn of(self, class: Class) -> Id {
        Id {
            key: self,
            of: Of::Class(class),
        }
    }

    /// That of a group.
    #[must_use]
    pub const fn at(self, at: u16) -> Id {
        Id {
            key: self,
            of: Of::At(at),
        }
    }
}

macro_rules! keys {
    ($($name:ident $slug:literal $letter:literal $unit:ident,)*) => {
        /// What a symbol is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Key { $($name,)* }

        impl Key {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$name => $slug,)* }
            }

            /// Its letter in formulas.
            #[must_use]
            pub const fn letter(self) -> &'static str {
                match self { $(Self::$name => $letter,)* }
            }

            /// What it is measured in.
            #[must_use]
            pub const fn unit(self) -> Unit {
                match self { $(Self::$name => Unit::$unit,)* }
            }
        }
    };
}

keys! {
    Speed "speed" "v" TokensPerSecond,
    TotalSpeed "total_speed" "V" TokensPerSecond,
    LowSpeed "low_speed" "v_low" TokensPerSecond,
    HighSpeed "high_speed" "v_high" TokensPerSecond,
    EndSpeed "end_speed" "V_end" TokensPerSecond,
    Ceiling "ceiling" "v_max" TokensPerSecond,
    CeilingTime "ceiling_time" "t_max" Seconds,
    Step "step" "time" Seconds,
    PartTime "part_time" "t_part" Seconds,
    WeightTime "weight_time" "T_w" Seconds,
    Streaming "streaming" "t_w" Seconds,
    WeightCompute "weight_compute" "t_c" Seconds,
    MatrixTime "matrix_time" "t_m" Seconds,
    UnpackTime "unpack_time" "t_q" Seconds,
    CacheTime "cache_time" "T_k" Seconds,
    CacheStreaming "cache_streaming" "t_ks" Seconds,
    KvTime "kv_time" "t_k" Seconds,
    LatentTime "latent_time" "t_l" Seconds,
    IndexTime "index_time" "t_i" Seconds,
    StateTime "state_time" "t_z" Seconds,
    AttentionTime "attention_time" "t_a" Seconds,
    Fixed "fixed" "F" Seconds,
    LinkTime "link_time" "X" Seconds,
    HostTime "host_time" "H" Seconds,
    DraftTime "draft_time" "t_d" Seconds,
    PrefillTime "prefill_time" "T_p" Seconds,
    Fourth "fourth" "q" One,
    Root "root" "r" One,
    Rest "rest" "x" Seconds,
    Scale "scale" "y" One,
    WeightBytes "weight_bytes" "W" Bytes,
    ReadBytes "read_bytes" "w" Bytes,
    StepBytes "step_bytes" "W_s" Bytes,
    DenseBytes "dense_bytes" "W_d" Bytes,
    ExpertBytes "expert_bytes" "W_x" Bytes,
    WeightShare "weight_share" "e" One,
    ExpertFactor "expert_factor" "e_f" One,
    ExpertShare "expert_share" "e_x" One,
    Bandwidth "bandwidth" "B" BytesPerSecond,
    Peak "peak" "B_p" BytesPerSecond,
    CpuStream "cpu_stream" "e_c" One,
    LayerShare "layer_share" "l" One,
    Lanes "lanes" "N" Devices,
    ExpertLanes "expert_lanes" "N_x" Devices,
    CacheLanes "cache_lanes" "N_k" Devices,
    Passes "passes" "n_p" One,
    Users "users" "u" Users,
    Sequences "sequences" "b" Users,
    Copies "copies" "c_n" One,
    Stages "stages" "n_s" Devices,
    Drafted "drafted" "k_d" Tokens,
    Verified "verified" "m" Tokens,
    Batch "batch" "b_t" Tokens,
    Acceptance "acceptance" "a_d" One,
    Yielded "yielded" "T" Tokens,
    Unfused "unfused" "u_f" One,
    Correction "correction" "c" One,
    OwnCorrection "own_correction" "c_y" One,
    PerToken "per_token" "k" One,
    Experts "experts" "E" One,
    ExpertTimes "expert_times" "R" One,
    SequenceShare "sequence_share" "s_e" One,
    SequenceExponent "sequence_exponent" "g_e" One,
    Visited "visited" "E_s" One,
    SequenceExperts "sequence_experts" "D_1" One,
    Touched "touched" "D" One,
    RoutingExponent "routing_exponent" "a_e" One,
    LayerParams "layer_params" "P_l" Params,
    AllLayerParams "all_layer_params" "P_a" Params,
    HeadParams "head_params" "P_h" Params,
    ExpertParams "expert_params" "P_x" Params,
    MatrixShare "matrix_share" "μ" One,
    ManyShare "many_share" "μ_m" One,
    FewShare "few_share" "μ_f" One,
    MatrixRate "matrix_rate" "C" FlopsPerSecond,
    HalfRate "half_rate" "C_h" FlopsPerSecond,
    VectorRate "vector_rate" "C_v" FlopsPerSecond,
    RatedMatrix "rated_matrix" "C_r" FlopsPerSecond,
    RatedHalf "rated_half" "C_hr" FlopsPerSecond,
    RatedVector "rated_vector" "C_vr" FlopsPerSecond,
    PowerLimit "power_limit" "P_lim" Watts,
    Tdp "tdp" "P_tdp" Watts,
    PowerExponent "power_exponent" "p_e" One,
    Active "active" "A" Params,
    ActiveExperts "active_experts" "A_x" Params,
    TouchedWeights "touched_weights" "U" Params,
    UnpackOps "unpack_ops" "o_q" One,
    CodebookFactor "codebook_factor" "o_c" One,
    KvRow "kv_row" "k_a" Bytes,
    LatentRow "latent_row" "k_l" Bytes,
    IndexRow "index_row" "k_i" Bytes,
    StateRow "state_row" "z" Bytes,
    KvBytes "kv_bytes" "K" Bytes,
    LatentBytes "latent_bytes" "K_l" Bytes,
    IndexBytes "index_bytes" "K_i" Bytes,
    StateBytes "state_bytes" "Z" Bytes,
    KvShare "kv_share" "f" One,
    KvFactor "kv_factor" "f_t" One,
    NoFlashFactor "no_flash_factor" "f_n" One,
    KvReach "kv_reach" "f_k" One,
    LatentShare "latent_share" "f_l" One,
    AttentionFlops "attention_flops" "F_a" Flops,
    AttentionShare "attention_share" "μ_a" One,
    Layers "layers" "L" Layers,
    MoeLayers "moe_layers" "L_x" Layers,
    LinearLayers "linear_layers" "L_l" Layers,
    LayerTime "layer_time" "t" Seconds,
    MoeLayerTime "moe_layer_time" "t_x" Seconds,
    LinearLayerTime "linear_layer_time" "t_n" Seconds,
    StepTime "step_time" "s" Seconds,
    UserTime "user_time" "t_u" Seconds,
    Aging "aging" "a" One,
    AgeGrowth "age_growth" "g_a" PerYear,
    Age "age" "y_a" Years,
    EagerFactor "eager_factor" "a_g" One,
    Hidden "hidden" "d" One,
    Message "message" "M" Bytes,
    Ranks "ranks" "N_r" Devices,
    InnerRanks "inner_ranks" "N_i" Devices,
    LinkWait "link_wait" "α" Seconds,
    InnerWait "inner_wait" "α_i" Seconds,
    ReduceFactor "reduce_factor" "f_r" One,
    LinkBandwidth "link_bandwidth" "B_l" BytesPerSecond,
    InnerBandwidth "inner_bandwidth" "B_i" BytesPerSecond,
    LinkShare "link_share" "e_l" One,
    ReduceTime "reduce_time" "t_r" Seconds,
    Reduces "reduces" "n_r" One,
    RemoteRanks "remote_ranks" "r_e" Devices,
    Exchanged "exchanged" "M_x" Bytes,
    ExchangeTime "exchange_time" "t_e" Seconds,
    Exchanges "exchanges" "n_e" One,
    Boundaries "boundaries" "n_b" One,
    BoundaryTime "boundary_time" "t_b" Seconds,
    MachineBoundaries "machine_boundaries" "n_m" One,
    MachineBoundaryTime "machine_boundary_time" "t_mb" Seconds,
    HostShare "host_share" "h" One,
    HostCacheShare "host_cache_share" "h_k" One,
    HostDenseBytes "host_dense_bytes" "H_d" Bytes,
    HostExpertBytes "host_expert_bytes" "H_x" Bytes,
    HostBytes "host_bytes" "H_b" Bytes,
    HostEfficiency "host_efficiency" "e_h" One,
    HostBandwidth "host_bandwidth" "B_h" BytesPerSecond,
    HostPeak "host_peak" "B_hp" BytesPerSecond,
    HostRate "host_rate" "C_host" FlopsPerSecond,
    HostStreaming "host_streaming" "t_hw" Seconds,
    HostCompute "host_compute" "t_hc" Seconds,
    HostWeightTime "host_weight_time" "T_h" Seconds,
    HostCacheTime "host_cache_time" "t_hk" Seconds,
    HostParams "host_params" "P_host" Params,
    HostActive "host_active" "A_h" Params,
    HostTouched "host_touched" "U_h" Params,
    HostLayers "host_layers" "L_h" Layers,
    HostLayersAll "host_layers_all" "L_ha" Layers,
    HostLayerTime "host_layer_time" "t_h" Seconds,
    HostStored "host_stored" "S_h" Bytes,
    HostMemory "host_memory" "M_h" Bytes,
    Missing "missing" "x_m" One,
    SsdBandwidth "ssd_bandwidth" "B_s" BytesPerSecond,
    SsdTime "ssd_time" "t_s" Seconds,
    DraftPass "draft_pass" "t_dp" Seconds,
    DraftShare "draft_share" "x_d" One,
    PlainStep "plain_step" "t_1" Seconds,
    CycleTime "cycle_time" "t_2" Seconds,
    CycleCost "cycle_cost" "c_c" One,
    DraftFactor "draft_factor" "f_d" One,
    DraftLayer "draft_layer" "w_m" Bytes,
    DraftBytes "draft_bytes" "w_db" Bytes,
    Output "output" "o" Tokens,
    SpreadBelow "spread_below" "σ_b" One,
    SpreadAbove "spread_above" "σ_a" One,
    CacheSpread "cache_spread" "σ_k" One,
    CachePart "cache_part" "x_k" One,
    OctaveSpread "octave_spread" "σ_o" One,
    Octaves "octaves" "x_o" One,
    MeasuredContext "measured_context" "n_max" Tokens,
    MeasuredUsers "measured_users" "u_max" Users,
    MeasuredPrompt "measured_prompt" "p_max" Tokens,
    Narrow "narrow" "σ_y" One,
    Context "context" "n" Tokens,
    KvRead "kv_read" "K_r" Bytes,
    SequenceRead "sequence_read" "k_r" Bytes,
    SequenceCache "sequence_cache" "k_s" Bytes,
    SequenceState "sequence_state" "z_s" Bytes,
    StateMoved "state_moved" "Z_m" Bytes,
    StateElements "state_elements" "E_z" One,
    TailElements "tail_elements" "E_t" One,
    StepFlops "step_flops" "F_s" Flops,
    GroupLayers "group_layers" "L_g" Layers,
    Row "row" "r_k" Bytes,
    KvHeads "kv_heads" "G" One,
    KeyWidth "key_width" "d_k" One,
    ValueWidth "value_width" "d_v" One,
    KeyBytes "key_bytes" "b_k" Bytes,
    ValueBytes "value_bytes" "b_v" Bytes,
    HeadBytes "head_bytes" "b_h" Bytes,
    LatentWidth "latent_width" "d_l" One,
    RopeWidth "rope_width" "d_r" One,
    TopK "top_k" "k_n" Tokens,
    Window "window" "w_n" Tokens,
    Ratio "ratio" "r_c" One,
    IndexLayers "index_layers" "L_i" Layers,
    IndexWidth "index_width" "d_i" One,
    IndexHeads "index_heads" "H_i" One,
    Pool "pool" "p_i" One,
    Heads "heads" "H_q" One,
    Pairs "pairs" "Q" One,
    GroupPairs "group_pairs" "Q_g" One,
    FarPairs "far_pairs" "Q_f" One,
    AllStored "all_stored" "S" Bytes,
    StoredBytes "stored_bytes" "S_c" Bytes,
    Params "params" "P" Params,
    Bits "bits" "β" One,
    CacheStored "cache_stored" "K_s" Bytes,
    StateStored "state_stored" "Z_s" Bytes,
    UsersEach "users_each" "u_c" Users,
    Ubatch "ubatch" "u_b" Tokens,
    Cells "cells" "n_c" Tokens,
    WindowCells "window_cells" "w_c" Tokens,
    RankShare "rank_share" "x_r" One,
    IndexEach "index_each" "r_i" Bytes,
    SequenceReserved "sequence_reserved" "k_e" Bytes,
    CopyReserved "copy_reserved" "K_c" Bytes,
    Reserved "reserved" "K_e" Bytes,
    LogitRows "logit_rows" "o_r" One,
    LiveCells "live_cells" "n_l" Tokens,
    WidestRow "widest_row" "d_w" One,
    MostHeads "most_heads" "H_m" One,
    Vocab "vocab" "Vo" One,
    LogitsBuffer "logits_buffer" "b_o" Bytes,
    AttentionBuffer "attention_buffer" "b_a" Bytes,
    FfnWidth "ffn_width" "d_f" One,
    PerTokenAt "per_token_at" "k_f" One,
    ExpertsAt "experts_at" "E_f" One,
    FfnBuffer "ffn_buffer" "b_f" Bytes,
    DeviceBuffers "device_buffers" "b_d" Bytes,
    Buffers "buffers" "b_all" Bytes,
    AllDevices "all_devices" "N_d" Devices,
    Runtime "runtime" "M_r" Bytes,
    RuntimeAll "runtime_all" "M_ra" Bytes,
    DraftWeights "draft_weights" "S_d" Bytes,
    DraftCache "draft_cache" "K_d" Bytes,
    DraftMemory "draft_memory" "M_d" Bytes,
    HostHeld "host_held" "M_hh" Bytes,
    Held "held" "S_n" Bytes,
    CacheEach "cache_each" "K_n" Bytes,
    Used "used" "M_u" Bytes,
    GroupDevices "group_devices" "N_g" Devices,
    Total "total" "M_t" Bytes,
    Capacity "capacity" "M_c" Bytes,
    DeviceMemory "device_memory" "M_n" Bytes,
    Reserve "reserve" "M_s" Bytes,
    Margin "margin" "M_m" Bytes,
    StepGrowth "step_growth" "g_s" Bytes,
    Room "room" "g_r" Bytes,
    MaxContext "max_context" "n_fit" Tokens,
    MaxUsers "max_users" "u_fit" Users,
    Prompt "prompt" "p" Tokens,
    Cached "cached" "p_c" Tokens,
    NewTokens "new_tokens" "p_n" Tokens,
    StartDepth "start_depth" "p_s" Tokens,
    Depth "depth" "p_d" Tokens,
    Chunks "chunks" "n_u" One,
    PromptBatch "prompt_batch" "b_p" Tokens,
    PerExpert "per_expert" "b_e" Tokens,
    LinearFlops "linear_flops" "F_l" Flops,
    ExpertFlops "expert_flops" "F_x" Flops,
    PromptShare "prompt_share" "μ_p" One,
    HalfBatch "half_batch" "h_b" Tokens,
    BatchShare "batch_share" "μ_b" One,
    PromptExpertFactor "prompt_expert_factor" "f_x" One,
    HalfExpert "half_expert" "h_x" Tokens,
    ExpertBatchShare "expert_batch_share" "μ_x" One,
    PromptCompute "prompt_compute" "t_pc" Seconds,
    PromptStream "prompt_stream" "e_p" One,
    BatchRead "batch_read" "t_br" Seconds,
    PromptFloor "prompt_floor" "t_pf" Seconds,
    PromptWeights "prompt_weights" "T_pw" Seconds,
    PromptAttention "prompt_attention" "F_pa" Flops,
    PromptAttentionTime "prompt_attention_time" "t_pa" Seconds,
    PromptLayerTime "prompt_layer_time" "t_pl" Seconds,
    Pipelined "pipelined" "g_p" One,
    HostFlops "host_flops" "F_h" Flops,
    HostBatches "host_batches" "H_a" Bytes,
    BusBandwidth "bus_bandwidth" "B_b" BytesPerSecond,
    BusTime "bus_time" "t_bus" Seconds,
    PromptAgeGrowth "prompt_age_growth" "g_pa" PerYear,
    PromptCorrection "prompt_correction" "c_p" One,
    PromptStart "prompt_start" "s_p" Seconds,
    PromptSpeed "prompt_speed" "v_p" TokensPerSecond,
    PromptBelow "prompt_below" "σ_pb" One,
    PromptAbove "prompt_above" "σ_pa" One,
    PromptLow "prompt_low" "v_pl" TokensPerSecond,
    PromptHigh "prompt_high" "v_ph" TokensPerSecond,
    RequestRate "request_rate" "λ" PerSecond,
    Load "load" "ρ" One,
    Wait "wait" "t_q0" Seconds,
    PromptFactor "prompt_factor" "x_p" One,
    StepFactor "step_factor" "x_s" One,
    FirstToken "first_token" "t_f" Seconds,
    Devices "devices" "N_w" Devices,
    Limit "limit" "P_all" Watts,
    PowerShare "power_share" "e_w" One,
    PowerLow "power_low" "e_wl" One,
    PowerHigh "power_high" "e_wh" One,
    Watts "watts" "P_w" Watts,
    Joules "joules" "J" Joules,
    Tariff "tariff" "κ_k" Money,
    Price "price" "κ_d" Money,
    Life "life" "y_l" Years,
    Busy "busy" "e_b" One,
    CostPerSecond "cost_per_second" "κ_s" Money,
    Cost "cost" "κ" Money,
    Speedup "speedup" "g" One,
    SpeedupEnd "speedup_end" "g_end" One,
    GrowingRow "growing_row" "k_g" Bytes,
    WindowBytes "window_bytes" "k_w" Bytes,
    Crossing "crossing" "n_x" Tokens,
    FloorCompute "floor_compute" "t_fc" Seconds,
    FloorFixed "floor_fixed" "t_ff" Seconds,
    FloorLink "floor_link" "t_fl" Seconds,
    FloorHost "floor_host" "t_fh" Seconds,
    FloorTime "floor_time" "t_0" Seconds,
    FloorSpeed "floor_speed" "v_0" TokensPerSecond,
    Answer "answer" "t_all" Seconds,
    EvenAcceptance "even_acceptance" "a_0" One,
    BreakEven "break_even" "a_be" One,
    ReadOne "read_one" "t_r1" Seconds,
    ReadDivided "read_divided" "t_rn" Seconds,
    Saves "saves" "t_save" Seconds,
    PaidReduce "paid_reduce" "t_p1" Seconds,
    PaidExchange "paid_exchange" "t_p2" Seconds,
    Pays "pays" "t_pay" Seconds,
    StepUp "step_up" "t_up" Seconds,
    StepDown "step_down" "t_down" Seconds,
    Elasticity "elasticity" "ε" One,
    BatchFactor "batch_factor" "a_b" One,
    PassAging "pass_aging" "a_p" One,
    StateShare "state_share" "e_z" One,
    PowerStreamExponent "power_stream_exponent" "p_m" One,
    RatedBandwidth "rated_bandwidth" "B_r" BytesPerSecond,
    IntegerRate "integer_rate" "C_i" FlopsPerSecond,
    RatedInteger "rated_integer" "C_ir" FlopsPerSecond,
    PartBytes "part_bytes" "W_part" Bytes,
    PhysicalMemory "physical_memory" "M_ph" Bytes,
    MixedSpeed "mixed_speed" "v_mix" TokensPerSecond,
    Between "between" "t_mix" Seconds,
    FoundUsers "found_users" "u_0" Users,
    ComputeKnee "compute_knee" "u_knee" Users,
    KneeWeights "knee_weights" "W_0" Bytes,
    KvKnee "kv_knee" "u_k" Users,
    FoundBatch "found_batch" "u_s" Tokens,
    CopyingPays "copying_pays" "u_x" Tokens,
    Scores "scores" "Q_s" One,
    ScoresTime "scores_time" "t_ps" Seconds,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Key;

    #[test]
    fn no_two_symbols_look_alike() {
        let letters: HashSet<_> = Key::ALL.iter().map(|key| key.letter()).collect();
        let slugs: HashSet<_> = Key::ALL.iter().map(|key| key.slug()).collect();
        assert_eq!(letters.len(), Key::ALL.len());
        assert_eq!(slugs.len(), Key::ALL.len());
    }
}
