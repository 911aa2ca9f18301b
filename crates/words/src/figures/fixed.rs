//! Fixed texts of the figures by name.

macro_rules! fixed {
    ($($name:ident,)*) => {
        /// A fixed text of a figure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Fixed { $($name,)* }

        impl Fixed {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

fixed! {
    Attention, FeedForward, Experts, SharedExperts, Router, Output, OtherWeights,
    Weights, Kv, Arithmetic, FixedWork, Link, Ram,
    Buffers, System, DoesNotFit, RamRow,
    AxisMilliseconds, AxisShare, AxisGib,
    AxisBandwidth, AxisTotal, AxisEach, AxisPrompt, AxisFirstToken, AxisPrefill,
    AxisBits, AxisLoss, AxisAcceptance, AxisSpeedup, AxisInRam,
    QualityDrops, SlowerThanWithout,
    ColumnBits, ColumnAcceptance, ColumnSplit, ColumnSumMs, ColumnInRam, ColumnLayersInRam,
    ColumnExpertsInRam,
    OneSecond, ColumnStored, Embedding, Norms,
    AxisMeasured, AxisPredicted, YourRun, AllRuns, DenseRuns, MixtureRuns,
    ColumnModel, ColumnNeeds, ColumnGroup, ColumnRuns, ColumnP10, ColumnP50, ColumnP90,
    ColumnWithin,
    ComputeBound, FeelsInstant, LookAway, NothingCached,
    ColumnContext, ColumnBandwidth, ColumnUsers, ColumnPrompt, ColumnSpeed, ColumnSeconds,
    ColumnLow, ColumnHigh,
    ColumnPart, ColumnSum, ColumnMilliseconds, ColumnShare, ColumnBytes, ColumnDevice, ColumnTotal,
    ColumnUsable, ColumnFree, ColumnWeights, ColumnKv, ColumnBuffers, ColumnGib,
    Comma, Colon, Semicolon, Listed, Stop,
}
