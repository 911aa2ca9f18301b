//! What a language has to say.

use bpt_core::coefficients::Unit as CoefficientUnit;
use bpt_core::derived::Input;
use bpt_core::estimate::Estimate;
use bpt_core::explain::{Explanation, Id, Unit};
use bpt_core::notes::Note;

use crate::commands::CommandNote;
use crate::facts::{Facts, Fix, Reading};
use crate::figures::FigureLanguage;
use crate::format::Numbers;
use crate::scenario::{Noun, Said};
use crate::span::{Slot, Span};
use crate::story::StoryLanguage;
use crate::ui::Ui;
use crate::views::ViewLanguage;

/// Which of the two charts of `together`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Speed against context.
    Speed,
    /// Memory against context.
    Memory,
}

/// How much room a text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// A page or a wide embed.
    Wide,
    /// A phone.
    Narrow,
}

impl Room {
    /// The narrow one where that holds.
    #[must_use]
    pub const fn narrow_if(narrow: bool) -> Self {
        if narrow { Self::Narrow } else { Self::Wide }
    }
}

/// One language of the page. Every function is pure.
pub trait Language: Sync {
    /// Its tag (BCP 47).
    fn tag(&self) -> &'static str;
    /// How it writes numbers.
    fn numbers(&self) -> Numbers;
    /// A fixed text.
    fn ui(&self, ui: Ui) -> &'static str;
    /// Its words for the figures of story and lab.
    fn figures(&self) -> &dyn FigureLanguage;
    /// Its words for the story.
    fn story(&self) -> &dyn StoryLanguage;

    /// The sentence that says what both numbers mean.
    fn sentence(&self, facts: &Facts, room: Room) -> Vec<Span>;
    /// A chart's title: its finding.
    fn title(&self, chart: Chart, facts: &Facts) -> Vec<Span>;
    /// The line below a chart's title.
    fn line(&self, chart: Chart, facts: &Facts, room: Room) -> Vec<Span>;
    /// What a chart shows at one context.
    fn readout(&self, chart: Chart, context: f64, readings: &[Reading], room: Room) -> Vec<Span>;
    /// The key of both charts in words; `trained` are the trained contexts of A and B.
    fn key(&self, trained: &[f64], room: Room) -> String;

    /// Unit and range after a headline number.
    fn likely(&self, slot: Slot, low: f64, high: f64, room: Room) -> Vec<Span>;
    /// How much is missing, after "Does not fit."
    fn over(&self, gib: f64) -> Vec<Span>;
    /// A button that makes it fit.
    fn fix(&self, fix: &Fix) -> String;
    /// What follows the need in the headline: "of 114.7 GiB".
    fn of_capacity(&self, slot: Slot, gib: f64) -> Vec<Span>;

    /// Where a line ends because memory is full.
    fn full_at(&self, slot: Slot, tokens: f64) -> String;
    /// The same without the number.
    fn full(&self, slot: Slot) -> String;
    /// Where KV bytes pass weight bytes: on one line, on two, and for the second model.
    fn crossing(&self, tokens: f64) -> (String, [String; 2], String);
    /// A panel's head: what a model needs.
    fn needs(&self, gib: f64) -> String;
    /// A panel's right end where it fits everywhere: what it needs at the chart's end.
    fn need_at(&self, gib: f64, tokens: f64) -> String;
    /// A panel's right end where it gets full.
    fn panel_full(&self, tokens: f64) -> String;
    /// Which of several devices is shown.
    fn fullest(&self, devices: u32) -> String;
    /// On the capacity line.
    fn usable(&self, gib: f64) -> String;
    /// In the weights.
    fn weights(&self, gib: f64) -> String;
    /// Free memory, long and short.
    fn free(&self, gib: f64) -> [String; 2];

    /// A slider's value as it is spoken.
    fn spoken(&self, quantity: Quantity, value: f64) -> String;
    /// What a field says about a value it does not take.
    fn not_allowed(&self, quantity: Quantity, min: f64, max: f64, kept: f64) -> String;
    /// A device's detail in its chooser.
    fn device_detail(&self, bandwidth_gb: f64, memory_gb: f64, room: Room) -> String;
    /// A format's detail in its chooser.
    fn bits_detail(&self, bits: f64, room: Room) -> String;
    /// A control that is B's own: "Context of B".
    fn of_b(&self, name: &str) -> String;
    /// A device with changed values.
    fn edited(&self, device: &str) -> String;
    /// The format's name when bits are free.
    fn free_bits(&self, bits: f64) -> String;
    /// A value of a link that could not be used, and what is used instead.
    fn replaced(&self, key: &str, text: &str, used: &str) -> String;
    /// What is said of the reader's own speed: percent of the ceiling, and what that means.
    fn own_speed(&self, tok_s: f64, ceiling: f64, predicted: [f64; 3]) -> Vec<Span>;
    /// What both models show at a value of a control: speed, or the first token for a prompt,
    /// each with its range; `None` where it does not fit.
    fn read_off(
        &self,
        quantity: Quantity,
        at: f64,
        readings: &[(Slot, Option<[f64; 3]>)],
    ) -> Vec<Span>;

    /// The title of an embedded figure's frame.
    fn embed_title(&self) -> &'static str;
}

/// What only the lab, its explanations and the command line say. Apart from [`Language`], so that
/// the front page, which asks for [`crate::language`] alone, does not have to load it.
pub trait LabLanguage: Language {
    /// Its words for right-size, measurements and reverse.
    fn views(&self) -> &dyn ViewLanguage;
    /// What a symbol of an explanation means.
    fn symbol(&self, id: Id) -> String;
    /// A value with its unit, rounded as a reader wants it.
    fn amount(&self, unit: Unit, value: f64) -> String;
    /// An explanation's head: "Why 44 tokens a second?".
    fn question(&self, explanation: &Explanation) -> String;
    /// Its answer in one sentence.
    fn answer(&self, explanation: &Explanation, estimate: &Estimate) -> Vec<Span>;
    /// The range and what it rests on, where there is one.
    fn basis(&self, explanation: &Explanation) -> Option<String>;
    /// A note in one sentence.
    fn note(&self, note: Note) -> &'static str;
    /// A remark on an engine's command line.
    fn command(&self, note: CommandNote) -> &'static str;
    /// The scenario in one sentence; its nouns open their controls.
    fn scenario(&self, said: &Said) -> Vec<Noun>;
    /// What a preset is called and what it shows, by its number in the page's list.
    fn preset(&self, at: usize) -> &'static str;
    /// An input of which one percent more moves a number by so many percent.
    fn helps(&self, input: Input, percent: f64) -> [String; 2];
    /// What a coefficient is, in its own unit.
    fn coefficient_unit(&self, unit: CoefficientUnit) -> &'static str;
}

/// The quantities that have a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// GB/s.
    Bandwidth,
    /// Bits per weight.
    Bits,
    /// Tokens.
    Context,
    /// Sequences.
    Users,
    /// TFLOP/s.
    Compute,
    /// GiB of one device.
    DeviceMemory,
    /// Devices in all.
    Devices,
    /// Machines they stand in.
    Machines,
    /// GB/s per direction.
    LinkBandwidth,
    /// Microseconds for an exchange.
    LinkLatency,
    /// Tokens.
    Prompt,
    /// Percent of the prompt.
    Cached,
    /// Tokens.
    Output,
    /// Layers in RAM.
    LayersInRam,
    /// Layers whose experts are in RAM.
    ExpertLayers,
    /// GB/s of the RAM.
    HostBandwidth,
    /// Drafted tokens; 0 is off.
    Drafted,
    /// Probability.
    Acceptance,
    /// Multiple.
    Unfused,
    /// Tokens per second that the reader saw.
    OwnSpeed,
    /// GiB.
    Reserve,
    /// GiB.
    Margin,
    /// Share.
    WeightShare,
    /// Share.
    KvShare,
    /// Microseconds.
    LayerTime,
    /// Microseconds.
    MoeLayerTime,
    /// Microseconds.
    StepTime,
    /// Share.
    PrefillShare,
    /// Exponent.
    Routing,
    /// Least tokens per second that are good enough.
    Least,
    /// Longest wait for a first token, s; the largest is any.
    Wait,
    /// Tokens per second that are wanted.
    Target,
    /// Tokens of context that are wanted.
    TargetContext,
    /// Users that are wanted.
    TargetUsers,
}

impl Quantity {
    /// The four that the project is about, in order.
    pub const ALL: [Self; 4] = [Self::Bandwidth, Self::Bits, Self::Context, Self::Users];

    /// Its name as a control's label.
    #[must_use]
    pub const fn name(self) -> Ui {
        match self {
            Self::Bandwidth => Ui::Bandwidth,
            Self::Bits => Ui::Bits,
            Self::Context => Ui::Context,
            Self::Users => Ui::Users,
            Self::Compute => Ui::Compute,
            Self::DeviceMemory => Ui::DeviceMemory,
            Self::Devices => Ui::Devices,
            Self::Machines => Ui::MachineCount,
            Self::LinkBandwidth => Ui::LinkBandwidth,
            Self::LinkLatency => Ui::LinkLatency,
            Self::Prompt => Ui::Prompt,
            Self::Cached => Ui::Cached,
            Self::Output => Ui::Output,
            Self::LayersInRam => Ui::LayersInRam,
            Self::ExpertLayers => Ui::ExpertLayers,
            Self::HostBandwidth => Ui::HostBandwidth,
            Self::Drafted => Ui::Drafted,
            Self::Acceptance => Ui::Acceptance,
            Self::Unfused => Ui::Unfused,
            Self::OwnSpeed => Ui::OwnSpeed,
            Self::Reserve => Ui::ReserveField,
            Self::Margin => Ui::MarginField,
            Self::WeightShare => Ui::WeightShare,
            Self::KvShare => Ui::KvShare,
            Self::LayerTime => Ui::LayerTime,
            Self::MoeLayerTime => Ui::MoeLayerTime,
            Self::StepTime => Ui::StepTime,
            Self::PrefillShare => Ui::PrefillShare,
            Self::Routing => Ui::Routing,
            Self::Least => Ui::LeastSpeed,
            Self::Wait => Ui::LongestWait,
            Self::Target => Ui::TargetSpeed,
            Self::TargetContext => Ui::TargetContext,
            Self::TargetUsers => Ui::TargetUsers,
        }
    }

    /// The unit beside its value, if it has one.
    #[must_use]
    pub const fn unit(self) -> Option<Ui> {
        Some(match self {
            Self::Bandwidth | Self::LinkBandwidth | Self::HostBandwidth => Ui::GbPerSecond,
            Self::Bits => Ui::Bit,
            Self::Context | Self::Prompt | Self::Output | Self::TargetContext => Ui::Tokens,
            Self::Compute => Ui::Tera,
            Self::DeviceMemory | Self::Reserve | Self::Margin => Ui::Gib,
            Self::LinkLatency | Self::LayerTime | Self::MoeLayerTime | Self::StepTime => {
                Ui::Microseconds
            }
            Self::Cached => Ui::Percent,
            Self::OwnSpeed | Self::Target => Ui::TokPerSecond,
            Self::Least => Ui::ForEachUser,
            Self::Wait => Ui::Seconds,
            Self::Users
            | Self::TargetUsers
            | Self::Devices
            | Self::Machines
            | Self::LayersInRam
            | Self::ExpertLayers
            | Self::Drafted
            | Self::Acceptance
            | Self::Unfused
            | Self::WeightShare
            | Self::KvShare
            | Self::PrefillShare
            | Self::Routing => return None,
        })
    }
}
