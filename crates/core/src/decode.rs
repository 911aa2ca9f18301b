//! One decode step.
use crate::estimate::Decode;
use crate::scenario::Scenario;
pub(crate) fn decode(s: &Scenario) -> Decode {
    let _ = s;
    todo!()
}
