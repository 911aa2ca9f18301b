//! Distinct experts touched by a batch.

/// Distinct experts that `users` sequences of `tokens` tokens each touch in one layer.
///
/// A sequence of several tokens first spreads over its own experts,
/// `D1 = Es (1 - (1 - k/Es)^(m^g))` with `Es = share x E`; several sequences then combine,
/// `D = E (1 - (1 - D1/E)^(B^a))`. With one token each this is `E (1 - (1 - k/E)^(B^a))`.
///
/// Units: experts. Source: closed form after MoESD (arXiv 2505.19645) with exponents from
/// measurements (`docs/FORMULAS.md#experts-touched`). Holds when: routing is not trained to repeat
/// or avoid experts between users.
///
/// ```
/// use bpt_core::experts::{Routing, touched};
/// let uniform = Routing { exponent: 1.0, sequence_share: 1.0, sequence_exponent: 1.0 };
/// assert!((touched(128.0, 8.0, 8.0, 1.0, uniform) - 51.6).abs() < 0.05);
/// ```
#[must_use]
pub fn touched(experts: f64, per_token: f64, users: f64, tokens: f64, routing: Routing) -> f64 {
    let one = one_sequence(experts, per_token, tokens, routing);
    if users <= 1.0 {
        return one;
    }
    let missed = (1.0 - one / experts).max(0.0);
    let drawn = if routing.exponent >= 1.0 {
        users
    } else {
        users.powf(routing.exponent)
    };
    (experts * (1.0 - missed.powf(drawn))).max(one).min(experts)
}

/// Distinct experts that one sequence of `tokens` tokens touches in one layer.
///
/// Units: experts. Source: `docs/FORMULAS.md#experts-touched`. Holds when: tokens of one text
/// repeat experts.
#[must_use]
pub fn one_sequence(experts: f64, per_token: f64, tokens: f64, routing: Routing) -> f64 {
    if tokens <= 1.0 || per_token >= experts {
        return per_token.min(experts);
    }
    let visited = (routing.sequence_share * experts).max(per_token);
    let missed = (1.0 - per_token / visited).max(0.0);
    let drawn = tokens.powf(routing.sequence_exponent);
    (visited * (1.0 - missed.powf(drawn)))
        .max(per_token)
        .min(experts)
}

/// How tokens spread over experts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Routing {
    /// Between users: 1 = independent and uniform, smaller = experts repeat.
    pub exponent: f64,
    /// Share of the experts that one text visits at all.
    pub sequence_share: f64,
    /// Within a text: how fast it spreads over them.
    pub sequence_exponent: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIFORM: Routing = Routing {
        exponent: 1.0,
        sequence_share: 1.0,
        sequence_exponent: 1.0,
    };
    const TEXT: Routing = Routing {
        exponent: 0.8,
        sequence_share: 0.65,
        sequence_exponent: 0.75,
    };

    /// formulas.md 4.7: E = 128, k = 8, uniform routing.
    #[test]
    fn uniform_routing() {
        let expected = [
            (1.0, 8.0),
            (2.0, 15.5),
            (4.0, 29.1),
            (8.0, 51.6),
            (16.0, 82.4),
            (32.0, 111.8),
            (64.0, 125.9),
        ];
        for (users, distinct) in expected {
            assert!(
                (touched(128.0, 8.0, users, 1.0, UNIFORM) - distinct).abs() < 0.06,
                "{users}"
            );
        }
    }

    /// formulas.md 4.7: one text, 1.63 k at 2 tokens, 2.59 k at 4, 83 of 128 at 512.
    #[test]
    fn one_text() {
        assert!((one_sequence(128.0, 8.0, 2.0, TEXT) / 8.0 - 1.63).abs() < 0.01);
        assert!((one_sequence(128.0, 8.0, 4.0, TEXT) / 8.0 - 2.59).abs() < 0.01);
        assert!((one_sequence(128.0, 8.0, 512.0, TEXT) - 83.0).abs() < 0.5);
    }

    #[test]
    fn never_more_than_there_are() {
        assert!(touched(8.0, 2.0, 1e5, 8.0, TEXT) <= 8.0);
        assert_eq!(touched(8.0, 8.0, 3.0, 1.0, TEXT), 8.0);
    }
}
