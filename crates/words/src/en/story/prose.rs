//! The chapters' prose.

use bpt_core::extent::whole;

use super::super::N;
use super::tell::Tell;
use crate::story::{Chapter, Piece, Scene, Term as T};

pub(super) fn prose(chapter: Chapter, scene: &Scene) -> Vec<Piece> {
    match chapter {
        Chapter::Bytes => bytes(scene),
        _ if !whole() => Tell::new(),
        Chapter::Bits => bits(),
        Chapter::Context => context(),
        Chapter::Prefill => prefill(),
        Chapter::Bandwidth => bandwidth(),
        Chapter::Users => users(),
        Chapter::Two => two(),
        Chapter::Spill => spill(),
        Chapter::Speculation => speculation(),
        Chapter::Measure => measure(),
        Chapter::Rightsize => rightsize(),
    }
    .done()
}

fn bytes(scene: &Scene) -> Tell {
    let say = Tell::new()
        .w("A model writes in ")
        .t(T::Token, "tokens")
        .w(", words or parts of words. For each one the processor must fetch every ")
        .t(T::Weight, "weight")
        .w(" it uses from ")
        .t(T::Memory, "memory")
        .w(". A ")
        .t(T::Dense, "dense model")
        .w(" uses nearly all of them. A ")
        .t(T::Mixture, "mixture of experts")
        .w(" stores as many, but in each ")
        .t(T::Layer, "layer")
        .w(" a ")
        .t(T::Router, "router")
        .w(" picks a few of many ")
        .t(T::Expert, "experts")
        .w(" and leaves the rest unread.");
    let mixture = scene
        .sides
        .iter()
        .rev()
        .find_map(|side| side.experts.map(|experts| (side, experts)));
    match mixture {
        Some((side, [picked, all])) => say
            .w(" ")
            .name(side)
            .w(" picks ")
            .n(picked, N.whole(picked))
            .w(" of ")
            .n(all, N.whole(all))
            .w(". What counts is how many bytes the picked ones hold, not how many are picked."),
        None => say.w(" What counts is the bytes that are read, not the bytes that are stored."),
    }
}

fn bits() -> Tell {
    Tell::new()
        .w("A weight is a number, kept with more or fewer ")
        .t(T::Bits, "bits")
        .w(". Keeping it with fewer is called ")
        .t(T::Quantization, "quantization")
        .w(
            ". Half the bits are half the bytes to fetch, so reading takes half the time. Some work \
             is the same however small the weights are, and that part stays. Fewer bits also make \
             answers worse: hardly at first, then quickly. The grey ground shows where that begins \
             for one small model; yours may differ.",
        )
}

fn context() -> Tell {
    Tell::new()
        .w(
            "For every token so far the model keeps numbers that say what it was about. Together \
            they are the ",
        )
        .t(T::KvCache, "KV cache")
        .w(
            ", the conversation in the model's memory. Each new token reads all of it, on top of \
            the weights. The longer the conversation, its ",
        )
        .t(T::Context, "context")
        .w(
            ", the more there is to read. A model that reads few weights feels this first. A cache \
             kept with fewer bits certainly takes less room. It is faster only where the software \
             handles it well.",
        )
}

fn prefill() -> Tell {
    Tell::new()
        .w("Before the first word, the model reads your ")
        .t(T::Prompt, "prompt")
        .w(". This is ")
        .t(T::Prefill, "prefill")
        .w(
            ". Many tokens pass through the weights together, so one fetch from memory serves them \
             all. Now the limit is ",
        )
        .t(T::Compute, "compute")
        .w(", how fast the chip calculates. Writing afterwards is ")
        .t(T::Decode, "decode")
        .w(
            ", and there memory is the limit again. A machine can be good at one and weak at the \
             other. What the model has read before can be ",
        )
        .t(T::Cached, "cached")
        .w(" and need not be read again.")
}

fn bandwidth() -> Tell {
    Tell::new()
        .t(T::Bandwidth, "Bandwidth")
        .w(" is how many bytes a second the processor can fetch from memory. Twice as much halves \
            the time for reading. It does not shorten the ")
        .t(T::FixedWork, "fixed work")
        .w(
            ": starting each step of each layer, and waiting for one to end before the next. Beside \
             a long read this is little. Beside a short one it is much of every token. Software \
             also reaches only a part of the bandwidth on the box, and that part is measured, not \
             promised.",
        )
}

fn users() -> Tell {
    Tell::new()
        .w("A machine can write for several people at once. Their tokens form a ")
        .t(T::Batch, "batch")
        .w(
            ": the weights are read once, and each user gets one token. A dense model shares \
             nearly all that it reads. A mixture shares less, because each user's token picks its \
             own experts. So the total grows, but nobody's own text comes faster: most often each \
             comes slower. Each user's conversation is read and stored separately, so full memory may end the growth.",
        )
}

fn two() -> Tell {
    Tell::new()
        .w("A model can be cut in two. Split ")
        .t(T::LayerSplit, "by layers")
        .w(
            ", the machines take turns: one does the first layers and hands over to the other. That \
             adds room, not speed. Split ",
        )
        .t(T::TensorParallel, "by tensor")
        .w(
            ", both work on every layer together, and each reads half. But in every layer they must \
             exchange results and wait. What that costs is the ",
        )
        .t(T::Latency, "latency")
        .w(
            " of the link, the delay of one exchange, times the number of exchanges; the amount \
             sent is small. A model that reads much saves more time reading than it loses waiting.",
        )
}

fn spill() -> Tell {
    Tell::new()
        .w("A graphics card has fast memory of its own, ")
        .t(T::Vram, "VRAM")
        .w(". What does not fit there stays in the computer's ")
        .t(T::Ram, "RAM")
        .w(
            ", which is several times slower. Every token waits for those bytes too, so a small \
             part in RAM takes much of the time. Of a mixture one can move the experts alone: each \
             token reads only a few of them. A machine with ",
        )
        .t(T::Unified, "unified memory")
        .w(
            " has one pool for all: often slower than a card's own memory, but larger, and nothing \
             spills.",
        )
}

fn speculation() -> Tell {
    Tell::new()
        .w("In ")
        .t(T::Speculation, "speculative decoding")
        .w(" a quick helper ")
        .t(T::Draft, "drafts")
        .w(
            " a few tokens ahead. The model then checks them all in one step, which should cost \
             little more than writing one. Every ",
        )
        .t(T::Acceptance, "accepted")
        .w(
            " token is one that the model need not write by itself. The promise hangs on two things: how often the helper is right, and \
             how well the software runs drafting and checking. If it runs them badly, writing gets \
             slower. The helper takes memory as well. So measure it before you keep it.",
        )
}

fn measure() -> Tell {
    Tell::new()
        .w(
            "Every speed on this page is a forecast, with a ",
        )
        .t(T::Range, "range")
        .w(
            " in which most measured runs lie. Here runs that people published stand beside what \
             the page says. Add your own: let your model write, and note its ",
        )
        .t(T::TokS, "tokens a second")
        .w(". It cannot pass the ")
        .t(T::Ceiling, "ceiling")
        .w(
            ", bandwidth divided by the bytes of one token. If it is far below, look for something \
             that spills or is set wrong. Your number then corrects the forecasts for your machine.",
        )
}

fn rightsize() -> Tell {
    Tell::new()
        .w(
            "Now turn the question round. Say first what you need: how long a conversation, how \
             many users, how many tokens a second. Then see which models fit and are fast enough. \
             Of those whose answers satisfy you, the fastest is usually the one with the fewest ",
        )
        .t(T::ActiveParameters, "active parameters")
        .w(
            " (read for each token), on the fewest machines that hold it. This page cannot judge answers, so that choice \
             is yours. A larger model is worth its bytes if you notice the difference.",
        )
}
