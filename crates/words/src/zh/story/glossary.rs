//! The glossary: a word, and one sentence that explains it.

use crate::story::Term;

pub(super) const fn term(term: Term) -> [&'static str; 2] {
    match term {
        Term::Token => ["token", "一个词或词的一部分：模型读和写的单位。"],
        Term::Weight => [
            "权重",
            "组成模型的几十亿个数中的一个，训练时学到，之后只被读取。",
        ],
        Term::Memory => [
            "内存",
            "模型运行时存放权重的地方；处理器为每个 token 从那里取出权重。",
        ],
        Term::Layer => ["层", "每个 token 依次经过的各级之一，每一层有自己的权重。"],
        Term::Dense => ["稠密模型", "每个 token 都用到几乎全部权重的模型。"],
        Term::Mixture => [
            "混合专家（MoE）",
            "层里有许多小网络的模型，每个 token 只用其中几个。",
        ],
        Term::Expert => [
            "专家",
            "混合专家模型一层中的一个小网络；只有被挑中才会读取。",
        ],
        Term::Router => ["路由器", "层里为每个 token 挑选专家的部分。"],
        Term::Bits => [
            "每权重位数",
            "保存每个权重平均用多少个 0 和 1；八位是一个字节。",
        ],
        Term::Quantization => ["量化", "用比训练时更少的位来保存权重，使它们占的字节更少。"],
        Term::KvCache => [
            "KV 缓存",
            "键和值：模型为此前的每个 token 保存的内容，以免重新计算。",
        ],
        Term::Context => ["上下文", "对话中迄今的全部 token，提示词和回答都算在内。"],
        Term::Prompt => ["提示词", "模型开始生成之前得到的文字。"],
        Term::Prefill => [
            "预填充",
            "读取提示词：它的全部 token 经过模型，一次处理许多个。",
        ],
        Term::Decode => ["解码", "生成：一个 token 接一个 token。"],
        Term::Compute => ["算力", "芯片一秒做多少次运算；1 TFLOP/s 是每秒一万亿次。"],
        Term::Cached => ["已缓存的提示词", "提示词中以前读过、仍在内存里的部分。"],
        Term::Bandwidth => ["内存带宽", "处理器一秒能从内存取出多少字节。"],
        Term::FixedWork => [
            "固定开销",
            "无论读多少字节，每个 token 都要花的时间，例如启动每一层的工作。",
        ],
        Term::Batch => ["批次", "几个用户的或一个提示词的 token，一起经过模型。"],
        Term::LayerSplit => ["按层切分", "每台设备放若干整层，设备轮流工作。"],
        Term::TensorParallel => [
            "张量并行",
            "把每一层分到几台设备上，它们同时工作并交换结果。",
        ],
        Term::Latency => ["延迟", "经互连做一次交换要多久，无论数据多小。"],
        Term::Vram => ["显存（VRAM）", "显卡上的内存。"],
        Term::Ram => ["RAM", "电脑的主内存，在处理器旁边。"],
        Term::Unified => ["统一内存", "处理器和图形部分共用的一块内存。"],
        Term::Speculation => [
            "投机解码",
            "先低成本地猜几个 token，再让模型用一步检查它们。",
        ],
        Term::Draft => [
            "草稿",
            "对接下来几个 token 的猜测，由一个小模型做出，或由大模型自带的附加层做出。",
        ],
        Term::Acceptance => ["接受率", "草稿 token 中模型自己也会生成的比例。"],
        Term::Ceiling => [
            "上限",
            "任何软件都超不过的速度：带宽除以一个 token 读取的字节。",
        ],
        Term::Range => ["可能范围", "预计五次实测中有四次落在其中的区间。"],
        Term::ActiveParameters => [
            "激活参数",
            "一个 token 用到的权重；稠密模型几乎是全部，混合专家只是一小部分。",
        ],
        Term::Gigabyte => [
            "GB 与 GiB",
            "GB 是十亿字节，用于搬运的数据；GiB 约大 7%，用于内存容量。",
        ],
        Term::TokS => [
            "tok/s",
            "每秒 token 数：模型为一个用户生成的速度，除非写明是全部用户。",
        ],
    }
}
