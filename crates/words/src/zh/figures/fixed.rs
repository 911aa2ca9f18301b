//! Fixed texts of the figures in Chinese.

use crate::figures::Fixed;

pub(super) const fn text(fixed: Fixed) -> &'static str {
    match fixed {
        Fixed::Attention => "注意力",
        Fixed::FeedForward => "前馈",
        Fixed::Experts => "专家",
        Fixed::SharedExperts => "共享专家",
        Fixed::Router => "路由器",
        Fixed::Output => "输出层",
        Fixed::OtherWeights => "其他权重",
        Fixed::Weights => "权重",
        Fixed::Kv => "对话",
        Fixed::Arithmetic => "计算",
        Fixed::FixedWork => "固定开销",
        Fixed::Link => "互连",
        Fixed::Ram => "RAM",
        Fixed::DoesNotFit => "放不下",
        Fixed::AxisMilliseconds => "毫秒 →",
        Fixed::Embedding => "嵌入层",
        Fixed::Norms => "归一化",
        Fixed::ColumnModel => "模型",
        Fixed::ColumnNeeds => "需要，GiB",
        Fixed::ColumnSpeed => "每用户 tok/s",
        Fixed::ColumnLow => "低",
        Fixed::ColumnHigh => "高",
        Fixed::ColumnPart => "部分",
        Fixed::ColumnSum => "合计",
        Fixed::ColumnMilliseconds => "ms",
        Fixed::ColumnBytes => "读取，GB",
        // Between two labels.
        Fixed::Comma => "，",
        Fixed::Colon => "：",
        Fixed::Semicolon => "；",
        // Between the members of a list.
        Fixed::Listed => "、",
        Fixed::Stop => "。",
    }
}
