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

ui! {
    Product, Story, Lab, Measurements, Method, Navigation,
    SkipToFigure, SkipToControls,
    Theme, ThemeAuto, ThemeLight, ThemeDark,
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
    NotHereYet, BackToStory, Dismiss,
}
