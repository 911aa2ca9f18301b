//! What leaves the page: code for other pages, command lines of engines, scenario and estimate as
//! JSON.
//!
//! Everything is text made of a scenario; nothing here knows of a browser.

#![deny(missing_docs)]

mod document;
mod llama;
mod numbers;
mod shell;
mod snippet;
mod vllm;

pub use document::{Side, document};
pub use llama::llama_server;
pub use numbers::{Field, Numbers, numbers_csv, with_numbers};
pub use snippet::{Embed, Form, snippet};
pub use vllm::vllm_serve;

use bpt_words::CommandNote;

/// A command line, and what it cannot say of the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The line, quoted for a POSIX shell.
    pub line: String,
    /// What the reader has to know or do.
    pub notes: Vec<CommandNote>,
}

/// Tokens of cache a sequence needs: engines reserve the context in whole blocks.
fn window(scenario: &bpt_core::Scenario) -> f64 {
    const BLOCK: f64 = 256.0;
    (scenario.context / BLOCK).ceil().max(1.0) * BLOCK
}

/// Drafted tokens of a cycle.
fn drafted(speculation: &bpt_catalog::row::SpeculativeRow) -> f64 {
    let usual = bpt_core::limits::DRAFT_TOKENS.default;
    speculation.draft_tokens.unwrap_or(usual)
}

/// What a file or folder of the model is called: the reader puts their own path in its place.
fn file_stem(row: &bpt_catalog::ScenarioRow) -> String {
    row.model_id.clone().unwrap_or_else(|| "model".to_owned())
}
