//! Notes in English, one sentence each.

use bpt_core::notes::Note;

use crate::commands::CommandNote;

/// What a note says.
pub(super) const fn note(note: Note) -> &'static str {
    match note {
        Note::DoesNotFit => "It does not fit; the speeds are what it would do if it did.",
        Note::SpillsToSsd => {
            "The host's memory is too small for its share: the rest is read from the SSD."
        }
        Note::PastTrainedContext => "The context is longer than the model was trained for.",
        Note::Extrapolated => {
            "It lies outside what was measured on this kind of device, so the range is wider."
        }
        Note::NoDataForClass => {
            "Nothing was measured on this class of device; universal numbers are used."
        }
        Note::UnknownEngine => "The engine is not known; universal numbers are used.",
        Note::UnknownBackend => "The backend is not known; the device's usual one is used.",
        Note::UnknownQuant => {
            "The weight format is not known; its bits come from the file size or from its name."
        }
        Note::UnknownKvType => "The KV cache type is not known; its bytes come from its name.",
        Note::UnknownMethod => {
            "The speculation method is not known; it is treated as a built-in head."
        }
        Note::ContextAssumed => {
            "The measurement does not say its context: prompt plus half the output, or 512."
        }
        Note::PromptAssumed => "The measurement does not say its prompt: 512 tokens.",
        Note::Unstable => "Requests arrive faster than they finish: the queue grows without end.",
        Note::KvReplicated => {
            "There are more devices than key/value heads, so keys and values are stored again."
        }
        Note::SpeculationLoses => "Speculation makes this slower.",
        Note::Anchored => "Your own measurement moved the estimate and narrowed its range.",
        Note::AbovePhysics => "Your measurement is faster than memory can be read; it is not used.",
        Note::ComputeAssumed => "The device's compute rate is not published; it is assumed.",
        Note::DynamicMix => "A dynamic mix: how its bits are spread over the parts is assumed.",
        Note::AcceptanceAssumed => "The acceptance is not given: 0.7 per token.",
        Note::MemoryOption => "The size on the box stands for what the system shows of it.",
    }
}

/// What a remark on a command line says.
pub(super) const fn command(note: CommandNote) -> &'static str {
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
        CommandNote::OffloadOverBus => {
            "This engine fetches the weights in RAM over the bus for each step instead of letting the CPU compute them: expect another speed."
        }
    }
}
