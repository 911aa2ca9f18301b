//! The glossary: a word, and one sentence that explains it.

use crate::story::Term;

pub(super) const fn term(term: Term) -> [&'static str; 2] {
    match term {
        Term::Token => [
            "token",
            "A word or part of a word: the unit in which a model reads and writes.",
        ],
        Term::Weight => [
            "weight",
            "One of the billions of numbers that a model consists of, learned once and then only read.",
        ],
        Term::Memory => [
            "memory",
            "Where the weights lie while the model runs; the processor fetches them from there for every token.",
        ],
        Term::Layer => [
            "layer",
            "One of the steps that every token passes through, each with its own weights.",
        ],
        Term::Dense => [
            "dense model",
            "A model that uses nearly all of its weights for every token.",
        ],
        Term::Mixture => [
            "mixture of experts (MoE)",
            "A model whose layers hold many small networks, of which each token uses only a few.",
        ],
        Term::Expert => [
            "expert",
            "One of the small networks in a layer of a mixture; it is read only when it is picked.",
        ],
        Term::Router => [
            "router",
            "The part of a layer that picks the experts for each token.",
        ],
        Term::Bits => [
            "bits per weight",
            "How many zeros and ones each weight is stored with, on average; eight bits are one byte.",
        ],
        Term::Quantization => [
            "quantization",
            "Storing weights with fewer bits than they were trained with, so that they take fewer bytes.",
        ],
        Term::KvCache => [
            "KV cache",
            "Keys and values: what the model keeps of each token so far, so as not to compute it again.",
        ],
        Term::Context => [
            "context",
            "The tokens of the conversation so far, prompt and answer together.",
        ],
        Term::Prompt => [
            "prompt",
            "The text that the model is given before it starts to write.",
        ],
        Term::Prefill => [
            "prefill",
            "Reading the prompt: all its tokens pass through the model, many at a time.",
        ],
        Term::Decode => ["decode", "Writing: one token after another."],
        Term::Compute => [
            "compute",
            "How many operations a chip does in a second; a TFLOP/s is a million million.",
        ],
        Term::Cached => [
            "cached prompt",
            "The part of a prompt that was read before and is still in memory.",
        ],
        Term::Bandwidth => [
            "memory bandwidth",
            "How many bytes the processor can fetch from memory in one second.",
        ],
        Term::FixedWork => [
            "fixed work",
            "Time that every token takes however few bytes are read, such as starting each layer's work.",
        ],
        Term::Batch => [
            "batch",
            "Tokens of several users, or of one prompt, that pass through the model together.",
        ],
        Term::LayerSplit => [
            "layer split",
            "Putting whole layers on each device, so that the devices take turns.",
        ],
        Term::TensorParallel => [
            "tensor parallel",
            "Dividing every layer among devices that work at the same time and exchange results.",
        ],
        Term::Latency => [
            "latency",
            "How long one exchange over a link takes, however small it is.",
        ],
        Term::Vram => ["VRAM", "The memory on a graphics card."],
        Term::Ram => ["RAM", "The computer's main memory, beside the processor."],
        Term::Unified => [
            "unified memory",
            "One memory that the processor and the graphics part share.",
        ],
        Term::Speculation => [
            "speculative decoding",
            "Guessing several tokens cheaply, then checking them with the model in one step.",
        ],
        Term::Draft => [
            "draft",
            "A guess at the next tokens, made by a small model or by an extra layer of the large one.",
        ],
        Term::Acceptance => [
            "acceptance",
            "The share of drafted tokens that the model itself would have written.",
        ],
        Term::Ceiling => [
            "ceiling",
            "The speed that no software can pass: bandwidth divided by the bytes read for one token.",
        ],
        Term::Range => [
            "likely range",
            "The span in which four of five measured runs are expected to lie.",
        ],
        Term::ActiveParameters => [
            "active parameters",
            "The weights that one token uses; in a dense model nearly all, in a mixture a small part.",
        ],
        Term::Gigabyte => [
            "GB and GiB",
            "A GB is a thousand million bytes and counts what moves; a GiB is about 7 % more and counts memory.",
        ],
        Term::TokS => [
            "tok/s",
            "Tokens a second: how fast a model writes for one user, unless all users are named.",
        ],
    }
}
