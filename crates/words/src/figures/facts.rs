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
