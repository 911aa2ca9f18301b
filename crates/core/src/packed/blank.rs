//! What is filled with the numbers that are read.

use std::sync::Arc;

use crate::coefficients::Coefficients;
use crate::counts::Counts;
use crate::device::{Backend, Device, DeviceClass, Engine, Link};
use crate::kv_type::KvType;
use crate::model::{AttentionBias, ByClass, Model};
use crate::notes::Notes;
use crate::quant::{Format, Kernel, Mix, Recipe};
use crate::scenario::{Parallel, ParallelKind, Placement, Scenario, Spread};
use crate::sizes::Sizes;
use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Params, Seconds};
use crate::weights::{Prepared, Weights};

const NO_BYTES: Bytes = Bytes::new(0.0);
const NO_PARAMS: Params = Params::new(0.0);

pub(super) fn prepared() -> Prepared {
    Prepared {
        model: Model {
            hidden: 0,
            vocab: 0,
            layers: 0,
            tied: false,
            max_context: None,
            qk_norm: false,
            bias: AttentionBias::None,
            fused_qkv: false,
            interleaved_ffn: false,
            block_order: Vec::new(),
            mixers: Vec::new(),
            ffns: Vec::new(),
            extras: Vec::new(),
            mtp: None,
        },
        recipe: Recipe::plain(Format::Mix(Mix::ALL[0])),
        weights: Weights {
            stored: ByClass([NO_BYTES; 9]),
            read: ByClass([NO_BYTES; 9]),
            params: ByClass([NO_PARAMS; 9]),
            active: ByClass([NO_PARAMS; 9]),
            layer_matmul: NO_PARAMS,
            expert_matmul: NO_PARAMS,
            head_matmul: NO_PARAMS,
            embedding_row: NO_BYTES,
            mtp: NO_BYTES,
            mtp_read: NO_BYTES,
            read_by_kernel: [NO_BYTES; 7],
            kernel: Kernel::Float,
        },
        counts: Counts::default(),
        sizes: Sizes {
            state: NO_BYTES,
            state_f32: NO_BYTES,
            query_heads: 0.0,
            query_width: 0.0,
            attention_width: 0.0,
            ffn_width: 0.0,
        },
    }
}

pub(super) fn scenario(model: Prepared) -> Scenario {
    let device = Device {
        bandwidth: BytesPerSecond::new(0.0),
        stream: None,
        memory: NO_BYTES,
        reserve: NO_BYTES,
        fp16: FlopsPerSecond::new(0.0),
        fp32: FlopsPerSecond::new(0.0),
        int8: None,
        fp8: None,
        fp4: None,
        tdp: None,
        class: DeviceClass::Accelerator,
    };
    let link = Link {
        bandwidth: BytesPerSecond::new(0.0),
        all_reduce: [Seconds::ZERO; 3],
    };
    Scenario {
        model: Arc::new(model),
        devices: vec![(device, 1)],
        nodes: 1,
        link,
        inner_link: link,
        parallel: Parallel {
            kind: ParallelKind::None,
            size: 1,
            replicas: 1,
        },
        engine: Engine::default(),
        backend: Backend::default(),
        age: 0.0,
        kv: KvType::F16,
        flash_attention: true,
        eager: false,
        context: 0.0,
        prompt: 0.0,
        cached: 0.0,
        prefill_depth: 0.0,
        output: 0.0,
        users: 1.0,
        request_rate: None,
        mixed_traffic: false,
        ubatch: 0.0,
        margin: NO_BYTES,
        placement: Placement::AllGpu,
        host: device,
        pcie: BytesPerSecond::new(0.0),
        speculation: None,
        power_limit: None,
        tariff: None,
        device_price: None,
        coefficients: Coefficients::default(),
        spread: Spread::default(),
        anchor: None,
        notes: Notes::default(),
    }
}
