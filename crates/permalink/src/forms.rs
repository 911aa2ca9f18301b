//! Texts of values: numbers, pairs of numbers, and what they are joined to.

use bpt_core::limits::Limit;

/// A number as text: whole ones with all digits, others as short as they read back.
pub(crate) fn number(value: f64) -> String {
    // Display never writes an exponent and is exact for whole numbers.
    if value == 0.0 {
        "0".into()
    } else {
        bpt_core::decimal::shortest(value)
    }
}

/// A finite number; words like `inf` are none.
pub(crate) fn read_number(text: &str) -> Option<f64> {
    let plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    if text.is_empty() || text.len() > 40 || !text.bytes().all(plain) {
        return None;
    }
    let number = bpt_core::decimal::parse(text)?;
    // Minus zero is zero.
    number.is_finite().then_some(number + 0.0)
}

/// A number that core accepts.
pub(crate) fn within(text: &str, limit: &Limit) -> Option<f64> {
    read_number(text).filter(|number| limit.accepts(*number))
}

/// A whole number that core accepts.
pub(crate) fn whole(text: &str, limit: &Limit) -> Option<f64> {
    within(text, limit).filter(|number| number.fract() == 0.0)
}

/// An id, a pair of numbers `24.5:41`, or both as `id:24.5:41`; each part may be empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Joined {
    pub(crate) id: Option<String>,
    pub(crate) first: Option<f64>,
    pub(crate) second: Option<f64>,
}

impl Joined {
    pub(crate) fn text(&self) -> Option<String> {
        let numbers = || {
            let part = |value: Option<f64>| value.map_or_else(String::new, number);
            format!("{}:{}", part(self.first), part(self.second))
        };
        match (&self.id, self.first.is_some() || self.second.is_some()) {
            (None, false) => None,
            (Some(id), false) => Some(id.clone()),
            (None, true) => Some(numbers()),
            (Some(id), true) => Some(format!("{id}:{}", numbers())),
        }
    }

    pub(crate) fn read(text: &str, first: &Limit, second: &Limit) -> Option<Self> {
        let part = |text: &str, limit: &Limit| -> Option<Option<f64>> {
            if text.is_empty() {
                Some(None)
            } else {
                within(text, limit).map(Some)
            }
        };
        let parts: Vec<&str> = text.split(':').collect();
        let found = match parts.as_slice() {
            [id] => Self {
                id: Some(slug(id)?),
                ..Self::default()
            },
            [one, two] => Self {
                id: None,
                first: part(one, first)?,
                second: part(two, second)?,
            },
            [id, one, two] => Self {
                id: Some(slug(id)?),
                first: part(one, first)?,
                second: part(two, second)?,
            },
            _ => return None,
        };
        found.text().is_some().then_some(found)
    }
}

/// A name as catalogs and engines use them.
pub(crate) fn slug(text: &str) -> Option<String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-+".contains(&byte);
    let fine = !text.is_empty() && text.len() <= 80 && text.bytes().all(fits);
    fine.then(|| text.to_ascii_lowercase())
}
