//! Notes in Chinese, one sentence each.

use bpt_core::notes::Note;

use crate::commands::CommandNote;

/// What a note says.
pub(super) const fn note(note: Note) -> &'static str {
    match note {
        Note::DoesNotFit => "放不下；这里的速度是假设能放下时的速度。",
        Note::SpillsToSsd => "主机内存装不下它的那一份：其余部分从 SSD 读取。",
        Note::PastTrainedContext => "上下文比模型训练时的长度更长。",
        Note::Extrapolated => "它超出了这类设备的实测范围，所以范围更宽。",
        Note::NoDataForClass => "这类设备没有实测数据；使用通用数值。",
        Note::UnknownEngine => "不认识这个推理引擎；使用通用数值。",
        Note::UnknownBackend => "不认识这个后端；使用设备常用的后端。",
        Note::UnknownQuant => "不认识这个权重格式；位数由文件大小或名称推出。",
        Note::UnknownKvType => "不认识这个 KV 缓存类型；字节数由名称推出。",
        Note::UnknownMethod => "不认识这种投机解码方法；按模型自带的草稿头处理。",
        Note::ContextAssumed => "这次实测没有写明上下文：取提示词加一半输出，或 512。",
        Note::PromptAssumed => "这次实测没有写明提示词长度：取 512 个 token。",
        Note::Unstable => "请求来得比完成得快：队列会无限增长。",
        Note::KvReplicated => "设备比键值头还多，所以键和值要重复存放。",
        Note::SpeculationLoses => "投机解码在这里反而更慢。",
        Note::Anchored => "你自己的实测修正了估计，并收窄了范围。",
        Note::AbovePhysics => "你的实测比内存所能读取的还快；没有采用。",
        Note::ComputeAssumed => "这台设备没有公布算力；数值为假设。",
        Note::DynamicMix => "动态混合格式：各部分的位数分配为假设。",
        Note::AcceptanceAssumed => "没有给出接受率：每个 token 取 0.7。",
        Note::MemoryOption => "以标称容量代表系统实际显示的容量。",
    }
}

/// What a remark on a command line says.
pub(super) const fn command(note: CommandNote) -> &'static str {
    match note {
        CommandNote::OwnPath => "把模型名称换成你自己的路径。",
        CommandNote::FormatNotForEngine => "这个引擎读不了所选的权重格式：这里的文件名是猜测。",
        CommandNote::KvNotForEngine => "这个引擎没有这种 KV 格式；命令行使用默认值。",
        CommandNote::SplitNotForEngine => "这个引擎不这样切分模型；命令行使用默认值。",
        CommandNote::DraftNotForEngine => "这个引擎不这样打草稿；命令行不用投机解码。",
        CommandNote::RpcServers => "先在其他机器上启动 RPC 服务（rpc-server），再填入它们的地址。",
        CommandNote::RayCluster => "先把这些机器组成一个 Ray 集群。",
        CommandNote::OffloadOverBus => {
            "这个引擎每一步都经总线取回 RAM 中的权重，而不是让 CPU 就地计算：速度会不同。"
        }
    }
}
