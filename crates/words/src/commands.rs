//! What a command line of an engine cannot say.

/// A remark on a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandNote {
    /// File and folder names are examples.
    OwnPath,
    /// The engine does not read this weight format, or there is no file of it.
    FormatNotForEngine,
    /// The engine has no such cache type.
    KvNotForEngine,
    /// The engine has no such split.
    SplitNotForEngine,
    /// The engine has no such drafting.
    DraftNotForEngine,
    /// A server of llama.cpp has to run on the other machines.
    RpcServers,
    /// The machines have to be one Ray cluster.
    RayCluster,
    /// The engine computes nothing in the host: its weights go over the bus for each token.
    OffloadOverBus,
}

impl CommandNote {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::OwnPath,
        Self::FormatNotForEngine,
        Self::KvNotForEngine,
        Self::SplitNotForEngine,
        Self::DraftNotForEngine,
        Self::RpcServers,
        Self::RayCluster,
        Self::OffloadOverBus,
    ];
}
