//! Numbers of the figures, already computed.

/// Milliseconds of one step, rounded so that they add up to the printed total.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Breakdown {
    /// The whole step, ms.
    pub total: f64,
    /// Reading weights, ms.
    pub weights: f64,
    /// Reading cache and state, ms.
    pub kv: f64,
    /// What arithmetic adds, ms.
    pub compute: f64,
    /// Fixed work, ms.
    pub fixed: f64,
    /// Waiting for links between devices, ms.
    pub link: f64,
    /// RAM and its processor, ms.
    pub host: f64,
    /// Decimals that are printed.
    pub decimals: usize,
    /// Tokens that a step yields each user; above 1 with speculation.
    pub tokens: f64,
}

/// What the fullest device holds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Held {
    /// Everything, GiB.
    pub need: f64,
    /// What the device can give, GiB.
    pub usable: f64,
    /// Weights, GiB.
    pub weights: f64,
    /// Cache and state, GiB.
    pub kv: f64,
    /// Users beyond the present ones that still fit; `None` if the present ones do not.
    pub more_users: Option<f64>,
    /// Devices.
    pub devices: u32,
    /// Used and usable memory of the host, GiB, where it takes part.
    pub host: Option<(f64, f64)>,
}

/// Speed along the conversation's length.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverContext {
    /// Left end of the chart, tokens.
    pub first_at: f64,
    /// Speed there, tok/s.
    pub first_speed: f64,
    /// Share of it that is left at the present context.
    pub keeps: f64,
    /// Right end of the line, tokens.
    pub last_at: f64,
    /// Share of the first speed that is left there.
    pub last_keeps: f64,
    /// Trained context, tokens.
    pub trained: Option<f64>,
}

/// Speed along memory bandwidth.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverBandwidth {
    /// Speed with twice the bandwidth over the present speed.
    pub doubled: f64,
    /// Speed with infinite bandwidth, tok/s.
    pub floor: f64,
    /// Fixed work of one step, ms.
    pub fixed_ms: f64,
    /// Speed without fixed work, tok/s.
    pub ideal: f64,
}

/// Speed along users.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OverUsers {
    /// Users that one is compared with; 1 where no more fit.
    pub to: f64,
    /// Speed of one user alone, tok/s.
    pub total_one: f64,
    /// Speed of all those users together, tok/s.
    pub total_to: f64,
    /// Speed of each of them, tok/s.
    pub each_to: f64,
    /// Most users that fit.
    pub most: Option<f64>,
    /// Distinct experts read for one user, for those users, and all there are.
    pub experts: Option<[f64; 3]>,
}

/// The wait for the first token.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct FirstToken {
    /// Seconds; `None` where requests arrive faster than they finish.
    pub seconds: Option<f64>,
    /// Share of it that twice the compute takes away.
    pub twice_compute: f64,
    /// Share of it that twice the bandwidth takes away.
    pub twice_bandwidth: f64,
    /// Tokens of the prompt that are cached.
    pub cached: f64,
}
