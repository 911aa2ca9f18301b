//! The story in Chinese.

mod glossary;
mod holds;
mod prose;
mod title;

use bpt_core::extent::{later, whole};

use super::N;
use super::say::{Say, joined, times};
use crate::span::{Slot, Span};
use crate::story::{Chapter, Held, Piece, Scene, StoryLanguage, StoryText, Term, Trouble};

impl StoryLanguage for super::Chinese {
    fn text(&self, text: StoryText) -> &'static str {
        match text {
            StoryText::NextToken => "下一个 token",
            // After a value that is not the first scenario's.
            StoryText::Here => "（本图）",
            StoryText::OnlyHere => "这些控件只改变这张图。",
            _ if !whole() => "",
            StoryText::PlaySecond => "播放一秒",
            StoryText::Contents => "目录",
            StoryText::NumbersFor => "数值基于",
            StoryText::UseMine => "用我的模型和机器",
            StoryText::UseDefaults => "恢复最初的数值",
            StoryText::DoesItHold => "真是这样吗？",
            StoryText::GuessFirst => "先猜一猜，或接着读。",
            StoryText::Together => "全部放在一张图里",
            // Before the controls that an embed does not show.
            StoryText::Locked => "在此框架中固定：",
            StoryText::Cases => "促成本项目的两篇文章中的情形",
            StoryText::LeastSpeed => "最低 tok/s",
            StoryText::Loading => "正在加载计算程序",
            StoryText::Failed => "这里的数值是最初的场景。",
            StoryText::Reload => "重新加载",
            StoryText::LanguageSwitch => "语言",
            StoryText::Invitation => "这里的每个数都可以追问为什么，每个输入都可以在实验台里改动。",
        }
    }

    fn trouble(&self, what: Trouble) -> &'static str {
        match what {
            _ if !whole() => "",
            Trouble::Unsupported => "此浏览器不支持计算程序所需的 WebAssembly。",
            Trouble::Blocked => "此网站或浏览器的策略禁止 WebAssembly。",
            Trouble::Missing => "计算程序有一部分没有完整下载。",
            Trouble::Memory => "内存不足，无法启动计算程序。",
            Trouble::Stopped => "计算程序因自身故障而停止。网址中保留着你的数值。",
            Trouble::Catalog => "模型和设备的列表未能加载。这里只有最初的几个。",
            Trouble::Canvas => "此浏览器在这里无法绘制图表。每张图下方的表格里有它的数值。",
        }
    }

    fn title(&self, scene: &Scene) -> [Vec<Span>; 2] {
        later(|| title::title(scene))
    }

    fn lead(&self, scene: &Scene) -> Vec<Piece> {
        later(|| title::lead(scene))
    }

    fn chapters(&self, count: usize) -> String {
        joined(&[&N.whole(count as f64), "章"])
    }

    fn chapter_of(&self, at: usize, count: usize) -> String {
        format!("第 {at} 章，共 {count} 章")
    }

    fn heading(&self, chapter: Chapter) -> &'static str {
        match chapter {
            _ if !whole() => "",
            Chapter::Bytes => "一个 token 的代价是它读取的字节",
            Chapter::Bits => "位数减半，速度几乎加倍",
            Chapter::Context => "每个 token 都把对话再读一遍",
            Chapter::Prefill => "读提示词是另一种工作",
            Chapter::Bandwidth => "更快的内存换不来的东西",
            Chapter::Users => "用户更多，你并不会更快",
            Chapter::Two => "两台机器：多了空间，还是更快？",
            Chapter::Spill => "最慢的字节决定速度",
            Chapter::Speculation => "加速只是一个假设",
            Chapter::Measure => "现在测一测你的机器",
            Chapter::Rightsize => "够用的模型中最小的",
        }
    }

    fn short(&self, chapter: Chapter) -> &'static str {
        match chapter {
            _ if !whole() => "",
            Chapter::Bytes => "激活的字节",
            Chapter::Bits => "每权重位数",
            Chapter::Context => "KV 缓存与上下文",
            Chapter::Prefill => "先读提示词，再生成",
            Chapter::Bandwidth => "带宽与固定开销",
            Chapter::Users => "一个用户或多个",
            Chapter::Two => "两台机器",
            Chapter::Spill => "溢出到 RAM",
            Chapter::Speculation => "投机解码是假设",
            Chapter::Measure => "实测",
            Chapter::Rightsize => "够小，也够好",
        }
    }

    fn prose(&self, chapter: Chapter, scene: &Scene) -> Vec<Piece> {
        later(|| prose::prose(chapter, scene))
    }

    fn holds(&self, chapter: Chapter, runs: &[Held]) -> Vec<Span> {
        later(|| holds::holds(chapter, runs))
    }

    fn source(&self, source: &str, date: &str) -> String {
        if source.starts_with("http") {
            format!("实测来源：{source}，{date}")
        } else {
            let what = match source {
                "founding post" => "促成本项目的博文",
                "founding explainer" => "促成本项目的讲解网页",
                other => other,
            };
            joined(&["来源：", what, "，查阅于", date])
        }
    }

    fn guess_question(&self, slot: Slot) -> Vec<Span> {
        later(|| {
            Say::new()
                .w("带宽加倍，")
                .m(slot)
                .w("的速度变为原来的几倍？")
                .done()
        })
    }

    fn guess(&self, gain: f64) -> String {
        later(|| {
            if title::little(gain) {
                "几乎不变".to_owned()
            } else {
                times(gain)
            }
        })
    }

    fn guessed(&self, slot: Slot, chosen: f64, right: f64) -> Vec<Span> {
        later(|| {
            let opening = if (chosen - right).abs() < 0.05 {
                "对："
            } else if chosen > right {
                "没有那么快："
            } else {
                "比那更快："
            };
            let say = Say::new().w(opening).m(slot).w("的速度");
            let say = if title::little(right) {
                say
            } else {
                say.w("变为")
            };
            say.n(right, self.guess(right)).w("。").done()
        })
    }

    fn term(&self, term: Term) -> [&'static str; 2] {
        glossary::term(term)
    }
}
