//! Formulas as trees: evaluated, written with symbols, written with numbers.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::key::Id;

/// A function of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The smallest argument.
    Min,
    /// The largest argument.
    Max,
    /// e to the argument.
    Exp,
    /// Natural logarithm.
    Ln,
    /// Rounded down.
    Floor,
    /// Rounded up.
    Ceil,
}

impl Function {
    /// Its name in a written formula.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Exp => "exp",
            Self::Ln => "ln",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
        }
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A fixed number of the formula itself.
    Number(f64),
    /// A symbol with its present value.
    Symbol(Id, f64),
    /// A sum; a [`Expr::Negative`] term is subtracted.
    Sum(Vec<Self>),
    /// Minus something.
    Negative(Box<Self>),
    /// A product.
    Product(Vec<Self>),
    /// A quotient.
    Quotient(Box<Self>, Box<Self>),
    /// A power.
    Power(Box<Self>, Box<Self>),
    /// A function of arguments.
    Call(Function, Vec<Self>),
}

/// How operators are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signs {
    /// As in a book: × ÷ −.
    Book,
    /// As a calculator takes them: * / -.
    Plain,
}

impl Expr {
    /// Its value.
    #[must_use]
    pub fn eval(&self) -> f64 {
        match self {
            Self::Number(value) | Self::Symbol(_, value) => *value,
            Self::Sum(terms) => terms.iter().map(Self::eval).sum(),
            Self::Negative(inner) => -inner.eval(),
            Self::Product(factors) => factors.iter().map(Self::eval).product(),
            Self::Quotient(above, below) => above.eval() / below.eval(),
            Self::Power(base, exponent) => base.eval().powf(exponent.eval()),
            Self::Call(function, arguments) => {
                let mut values = arguments.iter().map(Self::eval);
                let first = values.next().unwrap_or(0.0);
                match function {
                    Function::Min => values.fold(first, f64::min),
                    Function::Max => values.fold(first, f64::max),
                    Function::Exp => first.exp(),
                    Function::Ln => first.ln(),
                    Function::Floor => first.floor(),
                    Function::Ceil => first.ceil(),
                }
            }
        }
    }

    /// This to a power.
    #[must_use]
    pub fn power(self, exponent: impl Into<Self>) -> Self {
        Self::Power(Box::new(self), Box::new(exponent.into()))
    }

    /// e to this.
    #[must_use]
    pub fn exp(self) -> Self {
        Self::Call(Function::Exp, vec![self])
    }

    /// Its natural logarithm.
    #[must_use]
    pub fn ln(self) -> Self {
        Self::Call(Function::Ln, vec![self])
    }

    /// This rounded down.
    #[must_use]
    pub fn floor(self) -> Self {
        Self::Call(Function::Floor, vec![self])
    }

    /// This rounded up to whole multiples.
    #[must_use]
    pub fn up_to(self, multiple: f64) -> Self {
        Self::Number(multiple) * Self::Call(Function::Ceil, vec![self / multiple])
    }

    /// This, but not above a bound. The bound is written only where it holds the value back.
    #[must_use]
    pub fn at_most(self, bound: impl Into<Self>) -> Self {
        let bound = bound.into();
        if self.eval() <= bound.eval() {
            self
        } else {
            Self::Call(Function::Min, vec![self, bound])
        }
    }

    /// This, but not below a bound. The bound is written only where it lifts the value.
    #[must_use]
    pub fn at_least(self, bound: impl Into<Self>) -> Self {
        let bound = bound.into();
        if self.eval() >= bound.eval() {
            self
        } else {
            Self::Call(Function::Max, vec![self, bound])
        }
    }

    /// The largest of several.
    #[must_use]
    pub fn largest(mut of: Vec<Self>) -> Self {
        match of.len() {
            1 => of.remove(0),
            _ => Self::Call(Function::Max, of),
        }
    }

    /// The smallest of several.
    #[must_use]
    pub fn smallest(mut of: Vec<Self>) -> Self {
        match of.len() {
            1 => of.remove(0),
            _ => Self::Call(Function::Min, of),
        }
    }

    /// The sum of several; 0 without any.
    #[must_use]
    pub fn sum(terms: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for term in terms {
            match term {
                Self::Sum(inner) => flat.extend(inner),
                _ => flat.push(term),
            }
        }
        let mut terms = flat;
        match terms.len() {
            0 => Self::Number(0.0),
            1 => terms.remove(0),
            _ => Self::Sum(terms),
        }
    }

    /// The smooth maximum of two times, `(a^4 + b^4)^(1/4)`.
    #[must_use]
    pub fn smooth_max(a: Self, b: Self) -> Self {
        if a.eval() <= 0.0 {
            return b;
        }
        if b.eval() <= 0.0 {
            return a;
        }
        (a.power(4.0) + b.power(4.0)).power(Self::from(1.0) / 4.0)
    }

    /// Whether it is the number 1, which a product need not show.
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(self, Self::Number(value) if *value == 1.0)
    }

    /// Whether its value is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.eval() == 0.0
    }

    /// With symbols: `W ÷ (e × B)`.
    #[must_use]
    pub fn symbolic(&self) -> String {
        self.write(Signs::Book, 0, &|leaf| match leaf {
            Self::Symbol(id, _) => id.letter(),
            Self::Number(value) => short(*value),
            _ => String::new(),
        })
    }

    /// With every number in full: what a calculator takes, with `*`, `/`, `-`, `^` and the
    /// functions `min`, `max`, `exp`, `ln`, `floor`, `ceil`.
    #[must_use]
    pub fn substituted(&self) -> String {
        self.write(Signs::Plain, 0, &|leaf| match leaf {
            Self::Symbol(_, value) | Self::Number(value) => full(*value),
            _ => String::new(),
        })
    }

    /// With numbers as a reader wants them: `leaf` writes a symbol's value with its unit.
    #[must_use]
    pub fn displayed(&self, leaf: &dyn Fn(Id, f64) -> String) -> String {
        self.write(Signs::Book, 0, &|inner| match inner {
            Self::Symbol(id, value) => leaf(*id, *value),
            Self::Number(value) => short(*value),
            _ => String::new(),
        })
    }

    /// The symbols it uses, in order of appearance.
    pub fn symbols(&self, into: &mut Vec<Id>) {
        match self {
            Self::Number(_) => {}
            Self::Symbol(id, _) => {
                if !into.contains(id) {
                    into.push(*id);
                }
            }
            Self::Sum(of) | Self::Product(of) | Self::Call(_, of) => {
                for inner in of {
                    inner.symbols(into);
                }
            }
            Self::Negative(inner) => inner.symbols(into),
            Self::Quotient(a, b) | Self::Power(a, b) => {
                a.symbols(into);
                b.symbols(into);
            }
        }
    }

    /// Binding strength: sum 1, product and quotient 2, sign 3, power 4, leaf and call 5.
    fn level(&self) -> u8 {
        match self {
            Self::Sum(_) => 1,
            Self::Product(_) | Self::Quotient(..) => 2,
            Self::Negative(_) => 3,
            Self::Number(value) | Self::Symbol(_, value) if *value < 0.0 => 3,
            Self::Power(..) => 4,
            Self::Number(_) | Self::Symbol(..) | Self::Call(..) => 5,
        }
    }

    fn write(&self, signs: Signs, least: u8, leaf: &dyn Fn(&Self) -> String) -> String {
        let (times, over, minus) = match signs {
            Signs::Book => (" × ", " ÷ ", " − "),
            Signs::Plain => (" * ", " / ", " - "),
        };
        let inner = |expr: &Self, least| expr.write(signs, least, leaf);
        let text = match self {
            Self::Number(_) | Self::Symbol(..) => leaf(self),
            Self::Sum(terms) => {
                let mut text = String::new();
                for (at, term) in terms.iter().enumerate() {
                    match term {
                        Self::Negative(taken) => {
                            text.push_str(if at > 0 { minus } else { minus.trim() });
                            text.push_str(&inner(taken, 2));
                        }
                        _ => {
                            text.push_str(if at > 0 { " + " } else { "" });
                            text.push_str(&inner(term, 2));
                        }
                    }
                }
                text
            }
            Self::Negative(taken) => format!("{}{}", minus.trim(), inner(taken, 4)),
            Self::Product(factors) => {
                let mut text = String::new();
                for (at, factor) in factors.iter().enumerate() {
                    text.push_str(if at > 0 { times } else { "" });
                    // A quotient inside a product is exact only in its own place.
                    text.push_str(&inner(factor, if at > 0 { 3 } else { 2 }));
                }
                text
            }
            Self::Quotient(above, below) => {
                format!("{}{over}{}", inner(above, 2), inner(below, 3))
            }
            Self::Power(base, exponent) => {
                let mut text = inner(base, 5);
                // A value with its unit is one thing.
                if base.level() == 5 && text.contains(char::is_whitespace) && !text.ends_with(')') {
                    text = format!("({text})");
                }
                format!("{text}^{}", inner(exponent, 5))
            }
            Self::Call(function, arguments) => {
                let list: Vec<String> = arguments.iter().map(|one| inner(one, 0)).collect();
                format!("{}({})", function.name(), list.join(", "))
            }
        };
        if self.level() < least {
            format!("({text})")
        } else {
            text
        }
    }
}

/// A number that reads back as the same number.
fn full(value: f64) -> String {
    let text = format!("{value:?}");
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// A formula's own number: as written in the book.
fn short(value: f64) -> String {
    if value != 0.0 && value.abs() < 1e-4 {
        return format!("{value:e}");
    }
    format!("{value}")
}

impl From<f64> for Expr {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl<T: Into<Self>> Add<T> for Expr {
    type Output = Self;
    fn add(self, other: T) -> Self {
        let other = other.into();
        match self {
            Self::Sum(mut terms) => {
                terms.push(other);
                Self::Sum(terms)
            }
            _ => Self::Sum(vec![self, other]),
        }
    }
}

impl<T: Into<Self>> Sub<T> for Expr {
    type Output = Self;
    fn sub(self, other: T) -> Self {
        let taken = -other.into();
        Self::add(self, taken)
    }
}

impl<T: Into<Self>> Mul<T> for Expr {
    type Output = Self;
    fn mul(self, other: T) -> Self {
        let other = other.into();
        if other.is_one() {
            return self;
        }
        if self.is_one() {
            return other;
        }
        match self {
            Self::Product(mut factors) => {
                factors.push(other);
                Self::Product(factors)
            }
            _ => Self::Product(vec![self, other]),
        }
    }
}

impl<T: Into<Self>> Div<T> for Expr {
    type Output = Self;
    fn div(self, other: T) -> Self {
        let other = other.into();
        if other.is_one() {
            return self;
        }
        Self::Quotient(Box::new(self), Box::new(other))
    }
}

impl Neg for Expr {
    type Output = Self;
    fn neg(self) -> Self {
        Self::Negative(Box::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::Key;
    use super::*;

    fn of(key: Key, value: f64) -> Expr {
        Expr::Symbol(key.id(), value)
    }

    /// The formula of design/explain-states.png: 3.27 GB over 0.85 x 273 GB/s is 14.1 ms.
    #[test]
    fn weights_over_bandwidth() {
        let bytes = of(Key::WeightBytes, 3.27e9);
        let share = of(Key::WeightShare, 0.85);
        let rate = of(Key::Bandwidth, 273e9);
        let time = bytes / (share * rate);
        assert_eq!(time.symbolic(), "W ÷ (e × B)");
        assert_eq!(time.substituted(), "3270000000 / (0.85 * 273000000000)");
        assert!((time.eval() * 1e3 - 14.1).abs() < 0.05);
    }

    #[test]
    fn brackets_only_where_needed() {
        let a = || of(Key::WeightBytes, 2.0);
        let b = || of(Key::Bandwidth, 3.0);
        assert_eq!((a() - (b() + 1.0)).symbolic(), "W − (B + 1)");
        assert_eq!((a() / b() * 2.0).symbolic(), "W ÷ B × 2");
        assert_eq!((Expr::from(2.0) * (a() / b())).symbolic(), "2 × (W ÷ B)");
        assert_eq!(Expr::smooth_max(a(), b()).symbolic(), "(W^4 + B^4)^(1 ÷ 4)");
        assert_eq!((-(a() + b())).exp().symbolic(), "exp(−(W + B))");
        assert_eq!(a().at_most(1.0).symbolic(), "min(W, 1)");
        assert_eq!(a().at_most(5.0).symbolic(), "W");
    }

    #[test]
    fn numbers_read_back() {
        for value in [1e-6, 0.1 + 0.2, 1e22, 48.0, 3.5e-300] {
            assert_eq!(full(value).parse(), Ok(value));
        }
    }
}
