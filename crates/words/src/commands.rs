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
}

impl CommandNote {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::OwnPath,
        Self::FormatNotForEngine,
        Self::KvNotForEngine,
        Self::SplitNotForEngine,
        Self::DraftNotForEngine,
        Self::RpcServers,
        Self::RayCluster,
    ];
}

/// What a remark says, in English.
#[must_use]
pub const fn command_note(note: CommandNote) -> &'static str {
    match note {
        CommandNote::OwnPath => "Put your own path in place of the model's name.",
        CommandNote::FormatNotForEngine => {
            "This engine does not read the chosen weight format: the file named here is a guess."
        }
        CommandNote::KvNotForEngine => {
            "This engine has no such KV format; the line leaves its default."
        }
        CommandNote::SplitNotForEngine => {
            "This engine does not split a model that way; the line leaves its default."
        }
        CommandNote::DraftNotForEngine => {
            "This engine does not draft that way; the line has no drafting."
        }
        CommandNote::RpcServers => {
            "Start rpc-server on the other machines first, and put their addresses in."
        }
        CommandNote::RayCluster => "Join the machines into one Ray cluster first.",
    }
}
