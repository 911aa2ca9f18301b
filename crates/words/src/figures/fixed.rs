//! Fixed texts of the figures: those that several use by name, and how a figure lists its own.

macro_rules! fixed {
    ($($name:ident,)*) => {
        /// A fixed text that several figures use.
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
    Attention, FeedForward, Experts, SharedExperts, Router, Output, OtherWeights, Embedding, Norms,
    Weights, Kv, Arithmetic, FixedWork, Link, Ram, DoesNotFit, AxisMilliseconds,
    ColumnModel, ColumnNeeds, ColumnSpeed, ColumnLow, ColumnHigh, ColumnPart, ColumnSum,
    ColumnMilliseconds, ColumnBytes,
    Comma, Colon, Semicolon, Listed, Stop,
}

/// A figure's own fixed texts: what readers call it, names of axes, heads of columns, labels.
macro_rules! texts {
    ($(#[$about:meta])* $figure:ident { $($text:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub struct $figure {
            /// What readers call the figure in a list to choose from.
            pub name: &'static str,
            $(pub $text: &'static str,)*
        }

        impl $figure {
            /// All of them.
            pub(super) fn all(&self) -> impl Iterator<Item = &'static str> + use<> {
                [self.name, $(self.$text),*].into_iter()
            }
        }

        /// Nothing: for the module that shows the first figure only.
        impl Default for &'static $figure {
            fn default() -> Self {
                &$figure { name: "", $($text: "",)* }
            }
        }
    };
}
pub(super) use texts;
