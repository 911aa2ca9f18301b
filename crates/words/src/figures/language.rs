//! What a language has to say about the figures: one line here for each of them.

use bpt_core::model::Class;

use super::*;

macro_rules! figures {
    ($($name:ident: $part:ident, $texts:ident;)*) => {
        /// The figures' part of a language. Every function is pure.
        pub trait FigureLanguage: $($part +)* Sync {
            /// A text that several figures use.
            fn fixed(&self, fixed: Fixed) -> &'static str;

            /// What readers call the front page's figure, which is made of a language's own
            /// functions.
            fn together_name(&self) -> &'static str;

            /// A class of weights by its name.
            fn class(&self, class: Class) -> &'static str {
                self.fixed(match class {
                    Class::Embedding => Fixed::Embedding,
                    Class::LmHead => Fixed::Output,
                    Class::Attention => Fixed::Attention,
                    Class::DenseFfn => Fixed::FeedForward,
                    Class::Router => Fixed::Router,
                    Class::RoutedExperts => Fixed::Experts,
                    Class::SharedExperts => Fixed::SharedExperts,
                    Class::Norms => Fixed::Norms,
                    Class::Other => Fixed::OtherWeights,
                })
            }
        }

        impl dyn FigureLanguage + '_ {
            /// What readers call a figure in a list to choose from, by its name in links.
            #[must_use]
            pub fn name(&self, figure: &str) -> Option<&'static str> {
                match figure {
                    $(stringify!($name) => Some(self.$texts().name),)*
                    "together" => Some(self.together_name()),
                    _ => None,
                }
            }

            /// The fixed texts of all figures, in one order for all languages.
            #[must_use]
            pub fn texts(&self) -> Vec<&'static str> {
                let shared = Fixed::ALL.iter().map(|fixed| self.fixed(*fixed));
                let mut all: Vec<&'static str> = shared.collect();
                all.push(self.together_name());
                $(all.extend(self.$texts().all());)*
                all
            }
        }
    };
}

// Name in links, part of a language, fixed texts.
figures! {
    bytes: BytesLanguage, bytes_texts;
    bits: BitsLanguage, bits_texts;
    context: ContextLanguage, context_texts;
    prefill: PrefillLanguage, prefill_texts;
    bandwidth: BandwidthLanguage, bandwidth_texts;
    users: UsersLanguage, users_texts;
    two: TwoLanguage, two_texts;
    spill: SpillLanguage, spill_texts;
    speculation: SpeculationLanguage, speculation_texts;
    measure: MeasureLanguage, measure_texts;
    rightsize: RightsizeLanguage, rightsize_texts;
    breakdown: BreakdownLanguage, breakdown_texts;
    memory: MemoryLanguage, memory_texts;
}
