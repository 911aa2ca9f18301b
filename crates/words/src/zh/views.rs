//! Right-size, measurements and reverse in Chinese.

use super::say::{Say, joined, percent, times, tokens, unit};
use super::{Chinese, N};
use crate::figures::Errors;
use crate::span::{Slot, Span};
use crate::views::{NearRun, Need, Needs, RightFix, Text, ViewLanguage};

const fn text(text: Text) -> &'static str {
    match text {
        Text::RightHead => "够用的模型中最小的",
        Text::RightLead => {
            "在你认为够好的模型里，读得最少的那个，放在放得下的最少设备上，就是最快的系统。哪些够好，由你来定。"
        }
        Text::RightModels => "模型",
        Text::RightDevices => "设备",
        Text::ChooseModels => "选择模型",
        Text::ChooseShort => "选择",
        Text::AddMachine => "添加设备",
        Text::AddShort => "添加",
        Text::AllAt => "全部用",
        Text::Kv => "KV",
        Text::Sizes => "模型大小",
        Text::Filter => "查找模型",
        Text::ChooseAll => "全选列出的",
        Text::ChooseNone => "全不选",
        Text::BySize => "改回按大小",
        Text::Budget => "预算，美元",
        Text::BudgetHint => "价格已知且不超过预算的每一种单台设备。",
        Text::NoBudget => "改回我的设备",
        Text::Fewer => "少显示一些",
        Text::Remove => "去掉",
        Text::SmallestRead => "读得最少的在前",
        Text::PerToken => "GB，每个 token",
        Text::PerStep => "GB，每步",
        Text::InOne => "GiB",
        Text::HeatOne => "最低要求的 1 到 2 倍",
        Text::HeatTwo => "2 到 4 倍",
        Text::HeatFour => "4 到 8 倍",
        Text::HeatEight => "8 倍以上",
        Text::HeatLargest => "该设备上达标的最大模型",
        Text::HeatBelow => "灰色：低于最低要求",
        Text::HeatHatched => "斜线：读取的 KV",
        Text::HeatOver => "放不下的 GiB",
        Text::RightFoot => "每个用户的 tok/s。每一格都能在实验台打开。点线：超出实测范围。",
        Text::MakeA => "设为 A",
        Text::MakeB => "设为 B",
        Text::BarHead => "读取的权重",
        Text::Market => "整个市场",
        Text::MarketLead => {
            "每个模型配每种单台设备，按同样的要求。颜色越深越快，红色表示放不下。指向一处可读数，按下可在实验台打开。"
        }
        Text::MarketModels => "模型，小的在上",
        Text::MarketDevices => "设备，内存小的在左",
        Text::MeasuredHead => "预测与实测",
        Text::MeasuredLead => {
            "每个点都是有人连同设置一起公布的一次运行。页面用处处相同的算法计算同一次运行，把两者放在一张图上。"
        }
        Text::MeasuredHowHead => "怎样添加一行",
        Text::MeasuredHow => {
            "把一次运行写成一个 JSON 对象，加到实测文件里，用下面这些键：模型、设备、引擎、格式、上下文、用户数、每个用户的速度，以及出处和日期。没写的键取默认值，估计结果会说明。命令行会显示这一行的预测值和误差。"
        }
        Text::MeasuredLoading => "正在读取实测数据。",
        Text::MeasuredFailed => "读取不到实测数据。",
        Text::TryAgain => "再试一次",
        Text::AllOf => "全部",
        Text::FilterDevice => "设备",
        Text::FilterEngine => "引擎",
        Text::FilterKind => "模型类型",
        Text::FilterFormat => "格式",
        Text::FilterSource => "出处",
        Text::FilterModel => "模型",
        Text::OnlyClean => "只看一台设备、一个用户、无投机解码",
        Text::GroupBy => "误差分组",
        Text::ByDevice => "设备",
        Text::ByEngine => "引擎",
        Text::ByKind => "模型类型",
        Text::ByFormat => "格式",
        Text::BySource => "出处",
        Text::ByUsers => "用户",
        Text::ByContext => "上下文",
        Text::ColumnGroup => "组",
        Text::ColumnBias => "偏差，%",
        Text::ColumnErrorMiddle => "中位误差，%",
        Text::ColumnErrorNinety => "误差的 P90，%",
        Text::ColumnRuns => "运行数",
        Text::ColumnWithinTwenty => "误差 20% 以内，%",
        Text::ColumnInRange => "落在范围内，%",
        Text::RunHead => "这次运行",
        Text::RunNone => "指向一个点，或在下表中选一次运行，查看它的出处。",
        Text::RunModel => "模型",
        Text::RunDevice => "设备",
        Text::RunFormat => "格式",
        Text::RunKv => "KV 格式",
        Text::RunContext => "上下文",
        Text::RunUsers => "用户",
        Text::RunSpeed => "实测",
        Text::RunPredicted => "预测",
        Text::RunOff => "误差",
        Text::RunEngine => "引擎",
        Text::RunBuild => "版本",
        Text::RunDriver => "驱动",
        Text::RunDate => "日期",
        Text::RunQuality => "质量",
        Text::RunTags => "标签",
        Text::RunNotes => "说明",
        Text::RunSource => "出处",
        Text::RunSplit => "切分",
        Text::RunSpeculation => "投机解码",
        Text::RunId => "行",
        Text::RunPlacement => "存放位置",
        Text::OpenRun => "在实验台打开这次运行",
        Text::QualityA => "受控",
        Text::QualityB => "其他测试工具",
        Text::QualityC => "缺少设置或混入了提示词时间",
        Text::GroupTable => "按组的误差",
        Text::RunsTable => "各次运行",
        Text::Reverse => "要达到某个速度需要什么",
        Text::LogScale => "对数刻度",
        Text::ReverseLead => "设定速度、上下文和用户数，读出所需的带宽、内存和位数。",
        Text::Dense => "稠密",
        Text::Mixture => "混合专家",
    }
}

impl ViewLanguage for Chinese {
    fn text(&self, of: Text) -> &'static str {
        text(of)
    }

    fn sizes(&self, low: f64, high: f64) -> String {
        let size = |value: f64| format!("{}B", N.trimmed(value, 1));
        match (low <= 0.0, high >= 2000.0) {
            (true, true) => "任何大小".to_owned(),
            (true, false) => joined(&[&size(high), "以下"]),
            (false, true) => joined(&[&size(low), "以上"]),
            (false, false) => joined(&[&size(low), "到", &size(high)]),
        }
    }

    fn chosen(&self, count: usize, all: usize) -> [String; 2] {
        let (count, all) = (N.whole(count as f64), N.whole(all as f64));
        [
            joined(&[&all, "个中选了", &count, "个"]),
            format!("{count} / {all}"),
        ]
    }

    fn more(&self, count: usize) -> String {
        joined(&["再显示", &N.whole(count as f64), "个"])
    }

    fn machine(&self, count: u32, name: &str) -> String {
        if count == 1 {
            name.to_owned()
        } else {
            format!("{count} × {name}")
        }
    }

    fn machine_lines(&self, bandwidth: f64, memory: f64) -> [String; 2] {
        [
            unit(&N.whole(bandwidth.round()), "GB/s"),
            unit(&N.trimmed(memory, 0), "GB"),
        ]
    }

    fn market(&self, passing: usize, all: usize, models: usize, devices: usize) -> Vec<Span> {
        let count = |value: usize| N.whole(value as f64);
        Say::new()
            .own(joined(&[
                &count(models),
                "个模型配",
                &count(devices),
                "种设备共",
                &count(all),
                "对，其中",
            ]))
            .w(" ")
            .n(passing as f64, count(passing))
            .w(" 对达标。")
            .done()
    }

    fn passes_on(&self, model: &str, passing: usize, devices: usize) -> Vec<Span> {
        let all = N.whole(devices as f64);
        if passing == 0 {
            return Say::new()
                .own(joined(&[model, "在", &all, "种单台设备上都不达标。"]))
                .done();
        }
        let pass = passing as f64;
        Say::new()
            .own(joined(&[model, "在", &all, "种单台设备中的"]))
            .w(" ")
            .n(pass, N.whole(pass))
            .w(" 种上达标。其中内存最小的：")
            .done()
    }

    fn device_speed(&self, device: &str, memory: f64, speed: f64) -> String {
        format!(
            "{device}，{}：{}",
            unit(&N.trimmed(memory, 0), "GB"),
            unit(&N.forecast(speed), "tok/s")
        )
    }

    fn right_fix(&self, fix: RightFix<'_>) -> String {
        match fix {
            RightFix::Least(speed) => {
                joined(&["最低要求改为", &unit(&N.trimmed(speed, 1), "tok/s")])
            }
            RightFix::Context(length) => format!("上下文缩短到 {}", tokens(length)),
            RightFix::Another(name) => joined(&["试试", name]),
            RightFix::AnyWait => "等多久都行".to_owned(),
        }
    }

    fn runs_of(&self, count: usize, all: usize) -> String {
        joined(&[
            &N.whole(all as f64),
            "次运行中的",
            &N.whole(count as f64),
            "次",
        ])
    }

    fn errors(&self, errors: &Errors, in_range: f64) -> Vec<Span> {
        Say::new()
            .own(joined(&[
                &N.whole(errors.count as f64),
                "次运行的中位误差为",
            ]))
            .w(" ")
            .n(errors.size, percent(errors.size))
            .w("；")
            .n(errors.within, percent(errors.within))
            .w(" 在 20% 以内，")
            .n(in_range, percent(in_range))
            .w(" 落在给出的范围内。其中多数参与了系数的拟合；方法页说明留出部分来源的检验。")
            .done()
    }

    fn off(&self, ratio: f64) -> String {
        let share = ratio - 1.0;
        if share.abs() < 0.005 {
            "几乎没有误差".to_owned()
        } else if share > 0.0 {
            format!("高了 {}", percent(share))
        } else {
            format!("低了 {}", percent(-share))
        }
    }

    fn nearest(&self, run: &NearRun) -> String {
        let names = ["模型", "设备", "格式", "引擎", "设置"];
        let differs: Vec<&str> = names
            .into_iter()
            .zip(run.differs)
            .filter_map(|(name, differs)| differs.then_some(name))
            .collect();
        let other = if differs.is_empty() {
            String::new()
        } else {
            format!("（{}不同）", differs.join("、"))
        };
        format!(
            "{}：{}，{}，{}，{}，{} 时 {}{other}",
            run.slot.letter(),
            run.model,
            run.device,
            run.format,
            run.engine,
            tokens(run.context.round()),
            unit(&N.trimmed(run.speed, 2), "tok/s"),
        )
    }

    fn nearest_head(&self) -> &'static str {
        "这里没有相符的实测。最接近的："
    }

    fn reverse(&self, slot: Slot, target: f64, needs: &Needs) -> Vec<Span> {
        let mut say = Say::new()
            .w("要让每个用户得到 ")
            .n(target, unit(&N.trimmed(target, 1), "tok/s"))
            .w("，")
            .m(slot);
        say = match needs.bandwidth.value {
            Some(value) => say
                .w(" 需要 ")
                .n(value, unit(&N.exact(value), "GB/s"))
                .w(" 的内存带宽，是现在的 ")
                .own(times(value / needs.bandwidth.now)),
            None => say.w(" 受固定开销所限：多大带宽都不够"),
        };
        say = match needs.bits.value {
            Some(value) if value >= needs.bits.now => say.w("；格式不用变"),
            Some(value) => say
                .w("；或者把权重从每个 ")
                .own(N.significant(needs.bits.now, 2))
                .w(" 位减到 ")
                .n(value, joined(&[&N.significant(value, 2), "位"])),
            None => say.w("；单靠格式达不到"),
        };
        if let Some(value) = needs.memory.value {
            say = say
                .w("。内存要用 ")
                .n(value, unit(&N.gib(value), "GiB"))
                .w("，可用 ")
                .own(unit(&N.capacity(needs.memory.now), "GiB"));
        }
        say.w("。").done()
    }

    fn need_fix(&self, need: Need, what: crate::language::Quantity) -> String {
        use crate::language::Quantity;
        let value = need.value.unwrap_or_default();
        match what {
            Quantity::Bandwidth => joined(&["带宽设为", &unit(&N.exact(value), "GB/s")]),
            Quantity::DeviceMemory => joined(&["内存设为", &unit(&N.gib(value), "GiB")]),
            _ => joined(&["每个权重设为", &N.significant(value, 2), "位"]),
        }
    }
}
