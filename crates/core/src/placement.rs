//! Which share of each class of weights, and of the cache, lies in the host's memory.

use crate::counts::Counts;
use crate::model::{ByClass, Class};
use crate::scenario::{Placement, Scenario};

/// What lies in the host's memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnHost {
    /// Share of each class of weights, 0 to 1.
    pub share: ByClass<f64>,
    /// Share of the KV cache, 0 to 1.
    pub kv: f64,
    /// Layers whose ordinary work runs on the host.
    pub layers: f64,
    /// Layers of which only the experts run on the host.
    pub expert_layers: f64,
}

impl OnHost {
    /// Nothing.
    pub const NOTHING: Self = Self {
        share: ByClass([0.0; 9]),
        kv: 0.0,
        layers: 0.0,
        expert_layers: 0.0,
    };

    /// What a placement leaves in the host's memory.
    ///
    /// Units: shares and layers. Source: `docs/FORMULAS.md#offload`. Holds when: layers are of
    /// about equal size.
    #[must_use]
    pub fn of(s: &Scenario, counts: &Counts) -> Self {
        let mut on_host = Self::NOTHING;
        match s.placement {
            Placement::AllGpu | Placement::CpuOnly => {}
            Placement::LayersOnGpu(on_gpu) => {
                let layers = f64::from(s.model.model.layers.max(1));
                let share = 1.0 - (on_gpu / layers).clamp(0.0, 1.0);
                for class in Class::ALL {
                    on_host.share[class] = share;
                }
                on_host.share[Class::Embedding] = 1.0;
                on_host.share[Class::LmHead] = if on_gpu > layers { 0.0 } else { 1.0 };
                on_host.kv = share;
                on_host.layers = share * counts.layers();
            }
            Placement::ExpertsOnCpu(first) => {
                if counts.moe > 0.0 {
                    let share = (first / counts.moe).clamp(0.0, 1.0);
                    on_host.share[Class::RoutedExperts] = share;
                    on_host.share[Class::Embedding] = 1.0;
                    on_host.expert_layers = share * counts.moe;
                }
            }
        }
        on_host
    }

    /// Whether anything but the embedding lies there.
    #[must_use]
    pub fn any(&self) -> bool {
        self.layers > 0.0 || self.expert_layers > 0.0 || self.share[Class::LmHead] > 0.0
    }
}
