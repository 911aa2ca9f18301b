//! The tensor table of a file: what every reader of weights produces.

use bpt_core::model::{ByClass, Class};

use crate::classify::Place;

/// One tensor of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorInfo {
    /// Name in the file.
    pub name: String,
    /// Sizes, the contiguous one first (as ggml counts; safetensors shapes are reversed).
    pub dims: Vec<u64>,
    /// Element type, lower case: `q4_k`, `bf16`.
    pub kind: String,
    /// Bytes of its data.
    pub bytes: u64,
    /// Where its data starts, counted from the start of the tensor data of its file.
    pub offset: u64,
}

impl TensorInfo {
    /// Number of elements.
    #[must_use]
    pub fn elements(&self) -> u64 {
        self.dims
            .iter()
            .fold(1, |all, dim| all.saturating_mul(*dim))
    }

    /// Size along one dimension; 1 where it has fewer.
    #[must_use]
    pub fn dim(&self, at: usize) -> u64 {
        self.dims.get(at).copied().unwrap_or(1)
    }

    /// Whether it is a matrix (or a stack of them), not a vector.
    #[must_use]
    pub fn is_matrix(&self) -> bool {
        self.dims.iter().filter(|dim| **dim > 1).count() > 1
    }
}

/// Sums over a tensor table.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Totals {
    /// Bytes of the text tensors by class.
    pub bytes: ByClass<f64>,
    /// Parameters of the text tensors by class.
    pub params: ByClass<f64>,
    /// Bytes of the matrices alone, by class.
    pub matrix_bytes: ByClass<f64>,
    /// Parameters of the matrices alone, by class.
    pub matrix_params: ByClass<f64>,
    /// Bytes of layers that only draft (multi-token prediction).
    pub mtp_bytes: f64,
    /// Parameters of them.
    pub mtp_params: f64,
    /// Bytes of vision and audio towers and projectors.
    pub tower_bytes: f64,
    /// Bytes of all tensors.
    pub all_bytes: f64,
}

impl Totals {
    /// Books one tensor.
    pub(crate) fn add(&mut self, place: Place, params: f64, bytes: f64, matrix: bool) {
        self.all_bytes += bytes;
        match place {
            Place::Text(class) => {
                self.bytes[class] += bytes;
                self.params[class] += params;
                if matrix {
                    self.matrix_bytes[class] += bytes;
                    self.matrix_params[class] += params;
                }
            }
            Place::Mtp => {
                self.mtp_bytes += bytes;
                self.mtp_params += params;
            }
            Place::Tower => self.tower_bytes += bytes,
        }
    }

    /// Bits per weight of the matrices of a class; `None` where the file has none.
    #[must_use]
    pub fn bits(&self, class: Class) -> Option<f64> {
        let params = self.matrix_params[class];
        (params > 0.0).then(|| self.matrix_bytes[class] * 8.0 / params)
    }
}
