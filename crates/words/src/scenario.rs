//! The scenario as a sentence whose nouns open controls.

/// What a noun of the sentence opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The chooser of model A.
    ModelA,
    /// The chooser of model B.
    ModelB,
    /// The chooser of the format.
    Format,
    /// The chooser of B's format.
    FormatB,
    /// The chooser of the device.
    Device,
    /// The chooser of B's device.
    DeviceB,
    /// The slider of the context.
    Context,
    /// The slider of the users.
    Users,
    /// Where the weights lie.
    Placement,
    /// Speculation.
    Speculation,
}

/// A piece of the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noun {
    /// Its words.
    pub text: String,
    /// What it opens; `None` for what stands between the nouns.
    pub opens: Option<Opens>,
}

/// What the sentence says.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Name of model A.
    pub a: String,
    /// Name of model B, if there is one.
    pub b: Option<String>,
    /// Format of A.
    pub format: String,
    /// Format of B where it differs.
    pub format_b: Option<String>,
    /// Machine of A: count and name.
    pub device: (f64, String),
    /// Machine of B where it differs.
    pub device_b: Option<(f64, String)>,
    /// Tokens.
    pub context: f64,
    /// Sequences.
    pub users: f64,
    /// Whether something lies in RAM.
    pub offloaded: bool,
    /// Drafted tokens, if any.
    pub drafted: f64,
}
