//! Reading the prompt.
use crate::estimate::{Decode, Prefill};
use crate::scenario::Scenario;
pub(crate) fn prefill(s: &Scenario, decode: &Decode) -> Prefill {
    let _ = (s, decode);
    todo!()
}
