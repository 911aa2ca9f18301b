//! Fixed texts by name. A language that lacks one does not compile.

macro_rules! ui {
    ($($name:ident,)*) => {
        /// A fixed text of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Ui { $($name,)* }

        impl Ui {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

/// What the first figure says of a language's texts, and nothing of the others: the module that
/// holds only that figure links no more.
macro_rules! first_figure_says {
    ($text:path, $ui:expr) => {
        crate::ui::first_figure_says!(@ $text, $ui, Bandwidth, BandwidthShort, Bits, GbPerSecond,
            Bit, ExactSuffix, ResetToPreset, Table, TableOf, CopyCsv, Copied)
    };
    (@ $text:path, $ui:expr, $($name:ident),*) => {
        match $ui {
            $($crate::Ui::$name => const { $text($crate::Ui::$name) },)*
            _ => "",
        }
    };
}
pub(crate) use first_figure_says;

ui! {
    Product, Story, Lab, Measurements, Method, Navigation,
    SkipToFigure, SkipToControls,
    ThemeAuto, ThemeLight, ThemeDark,
    Controls, Machine, Answer,
    ModelA, ModelB, Device, Format, KvFormat, NoModel,
    Bandwidth, BandwidthShort, Bits, Context, Users, ExactSuffix,
    GbPerSecond, Bit, Tokens,
    WeightsPerToken, WeightsPerStep, Reads, Memory, Needs, Gb, Gib,
    Fits, DoesNotFit, DoesNotFitShort,
    Dense, Mixture, DenseHybrid, MixtureHybrid, Search, Clear, ResetToPreset, NoMatch, Imported,
    SpeedChart, MemoryChart, ContextOnSpeed, ContextOnMemory,
    AxisSpeed, AxisContext, Conversation, ConversationShort,
    Sources, ModelFiles, DeviceData, Formula, Table, Embed, Link, OpenLab,
    CopyCsv, CopyLink, CopyEmbed, Copied, CopyByHand, ChartMenu, SavePng, SaveSvg, Close,
    HowComputed, OpenHere,
    TableCaption, ColumnContext, ColumnSpeed, ColumnLow, ColumnHigh, ColumnWeightsRead,
    ColumnKvRead, ColumnWeights, ColumnKv, ColumnBuffers, ColumnTotal, ColumnUsable, ColumnFits,
    Yes, No,
    GroupModels, GroupFormat, GroupMachine, GroupWork, GroupPlacement, GroupSpeculation,
    GroupYours, GroupAssumptions, GroupB,
    Swap, Undo, Reset, Presets, Shortcuts, Change, Explain,
    AllUsers, FirstToken,
    Devices, Split, SplitLayer, SplitTensor, SplitPipeline, SplitExpert, SplitReplica, SplitRow,
    SplitUsual, Engine, MemorySize, Compute, DeviceMemory, LinkBandwidth, LinkLatency,
    MachineCount, LinkKind, AddDevice,
    Prompt, Cached, Output, Off, SameScale, ShareOfEach,
    Placement, PlaceGpu, PlaceExperts, PlaceLayers, PlaceCpu, LayersInRam, ExpertLayers,
    HostBandwidth, Bus,
    Drafted, Acceptance, Unfused, Draft, DraftHead, DraftModel, DraftHint,
    OwnSpeed, OwnHint, YoursOfA, YoursOfB,
    WeightShare, KvShare, LayerTime, MoeLayerTime, StepTime, PrefillShare, Routing, ReserveField,
    MarginField, AssumeHint,
    OwnMachine, OwnFormat, DeviceOfB, FormatOfB, KvOfB, DevicesOfB,
    Tera, Microseconds, Percent, Times, TokPerSecond,
    SplitAll, BusUsual, Faster, NotInThisScenario, OnChart, TableOf,
    MethodLead, MethodUnknown, MethodCoefficients, MethodValues, StatusFitted,
    ColumnName, ColumnMeaning, ColumnValue, ColumnUnit, ColumnStatus, ColumnSymbol,
    MoreCharts, Defaults, WhatHelps, ChangeAssumption, FullDerivation,
    SymbolsHead,
    StatusSpec, StatusMeasured, StatusDerived, StatusAssumed, StatusYours, PickB,
    Dismiss,
    ToolImport, ToolExport, ToolShare, ImportTitle, ImportWhat, ImportPrivate, ImportChoose,
    ImportDrop, ImportPaste, ImportRead, ImportReading, ImportFailed, ImportParameters,
    ImportBytes, ImportBytesRead, Understood, AssumedHere, NotKnown, ImportNoModel,
    UseAsA, UseAsB, UsedAs, RunsTitle, RunsOnA, RunsOnB, RunsOnNone, RunsForget, ShareLink,
    ShareEmbed, SharePicture, Freeze, FreezeHint, ShareFigure, ShareForm, FormFrame, FormElement,
    FormMarkdown, FormLink, CopyCode, Preview, MarkdownHint, ExportTitle, ExportJson,
    ExportReport, ExportCommands, CommandsOfA, CommandsOfB, SaveCsv, SaveJson, SaveFailed,
    ReportData, LeastSpeed, LongestWait, LongestWaitShort, TargetSpeed, TargetContext,
    TargetUsers, ForEachUser, Seconds, AnyWait, RightSize,
}
