//! Power and cost.
use crate::estimate::{Decode, Energy};
use crate::scenario::Scenario;
pub(crate) fn energy(s: &Scenario, decode: &Decode) -> Energy {
    let _ = (s, decode);
    todo!()
}
