//! Speculative decoding: the method's kind of draft, and acceptance in whichever form it is given.

use bpt_core::decimal::shortest;
use bpt_core::device::Engine;
use bpt_core::limits;
use bpt_core::notes::{Note, Notes};
use bpt_core::scenario::{Draft, Speculation};
use bpt_core::speculative::acceptance_for_length;

use super::{Result, model};
use crate::catalog::Catalog;
use crate::error::ScenarioError;
use crate::row::{ScenarioRow, SpeculativeRow};

/// Bytes of an unnamed draft model relative to the main one.
const DRAFT_SHARE: f64 = 0.05;

pub(super) fn speculation(
    catalog: &Catalog,
    row: &ScenarioRow,
    engine: Engine,
    notes: &mut Notes,
) -> Result<Option<Speculation>> {
    let Some(spec) = &row.speculative else {
        return Ok(None);
    };
    let method = spec.method.as_deref().unwrap_or("mtp");
    if method == "none" {
        return Ok(None);
    }
    let draft = match (&spec.draft_model_id, method) {
        (_, "ngram" | "lookup" | "suffix") => Draft::Lookup,
        (Some(id), _) => {
            // The draft is stored like the main model; what is the main one's own stays there.
            let plain = ScenarioRow {
                quant: row.quant.clone(),
                bits_per_weight: row.bits_per_weight,
                ..ScenarioRow::default()
            };
            let recipe = model::recipe(catalog, &plain, engine, notes);
            let field = "speculative.draft_model_id";
            Draft::Model(model::listed(catalog, field, id, recipe)?)
        }
        (None, "draft-model") => Draft::Share(DRAFT_SHARE),
        (None, "dflash") => Draft::Block,
        (None, "mtp" | "eagle" | "two-stage") => Draft::Head,
        (None, _) => {
            notes.add(Note::UnknownMethod);
            Draft::Head
        }
    };
    let tokens = spec.draft_tokens.unwrap_or_else(|| {
        // As many as a given length needs.
        let length = spec.acceptance_length.unwrap_or(1.0);
        limits::DRAFT_TOKENS.default.max((length - 1.0).ceil())
    });
    if tokens <= 0.0 {
        return Ok(None);
    }
    Ok(Some(Speculation {
        draft,
        tokens,
        acceptance: acceptance(spec, tokens, notes)?,
        unfused: spec.unfused_factor.unwrap_or(limits::UNFUSED.default),
    }))
}

/// Acceptance per token from whichever form is given.
fn acceptance(spec: &SpeculativeRow, tokens: f64, notes: &mut Notes) -> Result<f64> {
    if let Some(acceptance) = spec.acceptance_per_token {
        return Ok(acceptance);
    }
    if let Some(rate) = spec.acceptance_rate {
        return Ok(acceptance_for_length(1.0 + tokens * rate, tokens));
    }
    if let Some(length) = spec.acceptance_length {
        if length > tokens + 1.0 {
            let allowed = format!("1 to {}, draft_tokens + 1", shortest(tokens + 1.0));
            return Err(ScenarioError::new(
                "speculative.acceptance_length",
                length,
                allowed,
            ));
        }
        return Ok(acceptance_for_length(length, tokens));
    }
    notes.add(Note::AcceptanceAssumed);
    Ok(limits::ACCEPTANCE.default)
}
