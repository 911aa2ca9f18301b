//! What a language has to say in the views beside story and lab: right-size, measurements,
//! reverse.

use crate::figures::Errors;
use crate::language::Quantity;
use crate::span::{Slot, Span};

macro_rules! texts {
    ($($name:ident,)*) => {
        /// A fixed text of these views.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Text { $($name,)* }

        impl Text {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

texts! {
    RightHead, RightLead, RightModels, RightDevices, ChooseModels, ChooseShort, AddMachine,
    AddShort, AllAt, Kv, Sizes, Filter, ChooseAll, ChooseNone,
    BySize, Budget, BudgetHint, NoBudget, Fewer, Remove, SmallestRead,
    PerToken, PerStep, InOne, HeatOne, HeatTwo, HeatFour, HeatEight,
    HeatLargest, HeatBelow, HeatHatched, HeatOver, RightFoot, MakeA, MakeB,
    BarHead, Market, MarketLead, MarketModels, MarketDevices, MeasuredHead, MeasuredLead,
    MeasuredHowHead, MeasuredHow, MeasuredLoading, MeasuredFailed, TryAgain, AllOf, FilterDevice,
    FilterEngine, FilterKind, FilterFormat, FilterSource, FilterModel, OnlyClean, GroupBy,
    ByDevice, ByEngine, ByKind, ByFormat, BySource, ByUsers, ByContext,
    ColumnGroup, ColumnBias, ColumnErrorMiddle, ColumnErrorNinety, ColumnRuns, ColumnWithinTwenty, ColumnInRange,
    RunHead, RunNone, RunModel, RunDevice, RunFormat, RunKv, RunContext,
    RunUsers, RunSpeed, RunPredicted, RunOff, RunEngine, RunBuild, RunDriver,
    RunDate, RunQuality, RunTags, RunNotes, RunSource, RunSplit, RunSpeculation,
    RunId, RunPlacement, OpenRun, QualityA, QualityB, QualityC, GroupTable,
    RunsTable, Reverse, ReverseLead, LogScale, Dense, Mixture,
}

/// What can be changed so that something passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RightFix<'a> {
    /// This least speed.
    Least(f64),
    /// This context.
    Context(f64),
    /// One device more of this kind.
    Another(&'a str),
    /// Any wait.
    AnyWait,
}

/// A measured run that is near a scenario, and in what it differs.
#[derive(Clone, Debug, PartialEq)]
pub struct NearRun {
    /// Which model's scenario it is near.
    pub slot: Slot,
    /// Its model.
    pub model: String,
    /// Its device.
    pub device: String,
    /// Its format.
    pub format: String,
    /// Its engine.
    pub engine: String,
    /// Its speed for one user, tok/s.
    pub speed: f64,
    /// Context, tokens.
    pub context: f64,
    /// What differs: model, device, format, engine, the work.
    pub differs: [bool; 5],
}

/// What a speed needs, and what would still not be enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Need {
    /// What is needed; `None` where no amount is enough.
    pub value: Option<f64>,
    /// What there is now.
    pub now: f64,
}

/// What a target takes: bandwidth in GB/s, memory in GiB, bits of a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Needs {
    pub bandwidth: Need,
    pub memory: Need,
    pub bits: Need,
}

/// These views' part of a language. Every function is pure.
pub trait ViewLanguage: Sync {
    /// A fixed text.
    fn text(&self, text: Text) -> &'static str;

    /// A range of sizes, billions of parameters: "27B to 250B".
    fn sizes(&self, low: f64, high: f64) -> String;
    /// "12 chosen of 137", and shorter.
    fn chosen(&self, count: usize, all: usize) -> [String; 2];
    /// "Show 9 more".
    fn more(&self, count: usize) -> String;
    /// A machine: "2 × RTX 3090".
    fn machine(&self, count: u32, name: &str) -> String;
    /// "936 GB/s" and "24 GB" below a device's name.
    fn machine_lines(&self, bandwidth: f64, memory: f64) -> [String; 2];
    /// The whole market in a sentence: pairs that pass, and all pairs.
    fn market(&self, passing: usize, all: usize, models: usize, devices: usize) -> Vec<Span>;
    /// On how many single devices a model passes, before those with the least memory are named.
    fn passes_on(&self, model: &str, passing: usize, devices: usize) -> Vec<Span>;
    /// A device with its memory, GB, and a model's speed on it, tok/s.
    fn device_speed(&self, device: &str, memory: f64, speed: f64) -> String;
    /// A button that makes something pass.
    fn right_fix(&self, fix: RightFix<'_>) -> String;

    /// "412 of 1,763 runs".
    fn runs_of(&self, count: usize, all: usize) -> String;
    /// What these runs' errors are, in a sentence.
    fn errors(&self, errors: &Errors, in_range: f64) -> Vec<Span>;
    /// How far a prediction is off: "12 % too high".
    fn off(&self, predicted_over_measured: f64) -> String;
    /// The nearest run: "nearest: Qwen3-32B on RTX 4090 at Q8_0, 24.3 tok/s at 512 tokens".
    fn nearest(&self, run: &NearRun) -> String;
    /// What stands before the nearest runs, where none matches.
    fn nearest_head(&self) -> &'static str;

    /// What a target takes, in one sentence.
    fn reverse(&self, slot: Slot, target: f64, needs: &Needs) -> Vec<Span>;
    /// A button that puts it into the lab: bandwidth, memory of the device, or bits.
    fn need_fix(&self, need: Need, what: Quantity) -> String;
}
