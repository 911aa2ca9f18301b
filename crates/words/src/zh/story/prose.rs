//! The chapters' prose.

use bpt_core::extent::whole;

use super::super::N;
use super::super::say::Tell;
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
        .w("模型以")
        .t(T::Token, "token")
        .w("为单位生成文字，一个 token 是一个词或词的一部分。每生成一个，处理器都必须从")
        .t(T::Memory, "内存")
        .w("取出它用到的每个")
        .t(T::Weight, "权重")
        .w("。")
        .t(T::Dense, "稠密模型")
        .w("几乎用到全部权重。")
        .t(T::Mixture, "混合专家模型")
        .w("存放的权重一样多，但在每一")
        .t(T::Layer, "层")
        .w("里，")
        .t(T::Router, "路由器")
        .w("只挑选几个")
        .t(T::Expert, "专家")
        .w("，其余的不读。");
    let mixture = scene
        .sides
        .iter()
        .rev()
        .find_map(|side| side.experts.map(|experts| (side, experts)));
    match mixture {
        Some((side, [picked, all])) => say
            .name(side)
            .w("在")
            .n(all, N.whole(all))
            .w("个专家中挑")
            .n(picked, N.whole(picked))
            .w("个。关键是挑中的专家共有多少字节，而不是挑了多少个。"),
        None => say.w("关键是读取的字节，而不是存放的字节。"),
    }
}

fn bits() -> Tell {
    Tell::new()
        .w("权重是一个数，可以用较多或较少的")
        .t(T::Bits, "位")
        .w("来保存。用较少的位保存叫做")
        .t(T::Quantization, "量化")
        .w(
            "。位数减半，要取的字节也减半，读取的时间就减半。但有些工作与权重大小无关，那部分不会变少。\
             位数减少也会让回答变差：起初几乎看不出，之后很快变差。图中的灰底显示一个小模型从哪里开始变差；\
             你的模型可能不同。",
        )
}

fn context() -> Tell {
    Tell::new()
        .w("对此前的每个 token，模型都保存一组数，记录它的含义。这些数合起来就是")
        .t(T::KvCache, "KV 缓存")
        .w("，也就是模型记在内存里的对话。每个新 token 除了读权重，还要把它全部读一遍。")
        .t(T::Context, "上下文")
        .w(
            "越长，要读的越多。读取权重少的模型最先受影响。缓存用较少的位保存，一定省空间；是否更快，\
             则要看软件处理得好不好。",
        )
}

fn prefill() -> Tell {
    Tell::new()
        .w("在写出第一个词之前，模型先读你的")
        .t(T::Prompt, "提示词")
        .w("，这叫")
        .t(T::Prefill, "预填充")
        .w("。许多 token 一起经过权重，所以从内存取一次就够它们共用。这时限制速度的是")
        .t(T::Compute, "算力")
        .w("，也就是芯片算得多快。之后的生成叫")
        .t(T::Decode, "解码")
        .w("，这时限制又变回内存。一台机器可能擅长其中一项，另一项却很弱。模型以前读过的部分可以")
        .t(T::Cached, "缓存")
        .w("起来，不必再读。")
}

fn bandwidth() -> Tell {
    Tell::new()
        .t(T::Bandwidth, "带宽")
        .w("是处理器每秒能从内存取出多少字节。带宽加倍，读取的时间减半。但它缩短不了")
        .t(T::FixedWork, "固定开销")
        .w(
            "：启动每一层的每一步，并等前一步结束才开始下一步。读取时间长时，它只占一点；读取时间短时，每个 token \
             有不少时间花在它上面。软件也只能达到标称带宽的一部分，这一部分要靠实测，而不是靠承诺。",
        )
}

fn users() -> Tell {
    Tell::new()
        .w("一台机器可以同时为多个人生成文字。他们的 token 组成一个")
        .t(T::Batch, "批次")
        .w(
            "：权重只读一次，每个用户得到一个 token。稠密模型读的几乎都能共用。混合专家能共用的较少，因为每个\
             用户的 token 各挑各的专家。所以合计速度会提高，但没有谁自己的文字出得更快，往往还会变慢。每个用户的对话要分别\
             读取和存放，所以内存占满后就无法再提高。",
        )
}

fn two() -> Tell {
    Tell::new()
        .w("一个模型可以切成两半。")
        .t(T::LayerSplit, "按层切分")
        .w("时，两台机器轮流工作：一台算完前面的层，再交给另一台。这样多了空间，没有变快。")
        .t(T::TensorParallel, "张量并行")
        .w("时，两台一起算每一层，各读一半。但每一层里它们都必须交换结果并等待。代价是互连的")
        .t(T::Latency, "延迟")
        .w("（交换一次要等的时间）乘以交换的次数；发送的数据量很小。读得多的模型，省下的读取时间比等待的时间多。")
}

fn spill() -> Tell {
    Tell::new()
        .w("显卡有自己的快速内存，叫做")
        .t(T::Vram, "显存")
        .w("。显存放不下的留在电脑的")
        .t(T::Ram, "RAM")
        .w(
            " 里，那里要慢好几倍。每个 token 也要等这些字节，所以 RAM 里的一小部分就占去很多时间。混合专家\
             可以只把专家移过去，因为每个 token 只读其中几个。有",
        )
        .t(T::Unified, "统一内存")
        .w("的机器只有一个共用的内存池：往往比显存慢，但更大，也不会溢出。")
}

fn speculation() -> Tell {
    Tell::new()
        .w("在")
        .t(T::Speculation, "投机解码")
        .w("中，一个快速的助手先")
        .t(T::Draft, "打草稿")
        .w("，往前猜几个 token。然后模型用一步把它们全部检查，这一步的代价应当只比生成一个略多。每个被")
        .t(T::Acceptance, "接受")
        .w(
            "的 token，模型就不必自己再写。能否兑现取决于两件事：助手猜对的频率有多高，以及软件执行打草稿和检查的效率。如果\
             效率不高，生成反而变慢。助手也要占内存。所以先测一测，再决定用不用。",
        )
}

fn measure() -> Tell {
    Tell::new()
        .w("这一页上的每个速度都是预测，并带有一个")
        .t(T::Range, "范围")
        .w("，大多数实测落在其中。这里把人们公布的实测放在本页的预测旁边。加上你自己的：让你的模型生成一段文字，记下它的")
        .t(T::TokS, "每秒 token 数")
        .w("。它不可能超过")
        .t(T::Ceiling, "上限")
        .w("，即带宽除以一个 token 读取的字节。如果低得多，就查一查是否有溢出或设置有误。你的数据会修正对你这台机器的预测。")
}

fn rightsize() -> Tell {
    Tell::new()
        .w(
            "现在把问题反过来。先说你需要什么：对话多长，多少用户，每秒多少 token。再看哪些模型放得下而且够快。\
             在回答让你满意的模型里，最快的通常是",
        )
        .t(T::ActiveParameters, "激活参数")
        .w(
            "（每个 token 要读的权重）最少的那个，并且用刚好装得下它的最少机器。本页判断不了回答的好坏，所以由你来选。如果你能感到差别，\
             更大的模型多读的字节就是值得的。",
        )
}
