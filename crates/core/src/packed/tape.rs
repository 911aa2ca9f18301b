//! Numbers in a row, written or read by the same functions.

/// Numbers that are written at the end, or read from the start.
pub(super) enum Tape<'a> {
    Write(&'a mut Vec<f64>),
    Read(&'a mut dyn Iterator<Item = f64>),
}

impl Tape<'_> {
    pub(super) fn number(&mut self, value: &mut f64) {
        match self {
            Self::Write(list) => list.push(*value),
            Self::Read(list) => *value = list.next().unwrap_or(f64::NAN),
        }
    }

    pub(super) fn count(&mut self, value: &mut u32) {
        let mut number = f64::from(*value);
        self.number(&mut number);
        *value = number as u32;
    }

    pub(super) fn flag(&mut self, value: &mut bool) {
        let mut number = u32::from(*value);
        self.count(&mut number);
        *value = number == 1;
    }

    /// `None` is a NaN.
    pub(super) fn maybe(&mut self, value: &mut Option<f64>) {
        let mut number = value.unwrap_or(f64::NAN);
        self.number(&mut number);
        *value = (!number.is_nan()).then_some(number);
    }

    /// One of a list, by its place.
    pub(super) fn one_of<T: Copy + PartialEq>(&mut self, all: &[T], value: &mut T) {
        let at = all.iter().position(|one| one == value).unwrap_or(0);
        let mut at = at as u32;
        self.count(&mut at);
        if let Some(found) = all.get(at as usize) {
            *value = *found;
        }
    }

    /// A list, whose items start as `blank`.
    pub(super) fn list<T: Clone>(
        &mut self,
        list: &mut Vec<T>,
        blank: &T,
        mut item: impl FnMut(&mut Self, &mut T),
    ) {
        let mut count = list.len() as u32;
        self.count(&mut count);
        list.resize(count.min(64) as usize, blank.clone());
        for one in list {
            item(self, one);
        }
    }
}

/// A quantity with a unit, by its number.
macro_rules! unit {
    ($tape:expr, $place:expr, $unit:ident) => {
        let mut number = $place.get();
        $tape.number(&mut number);
        $place = $unit::new(number);
    };
}

macro_rules! maybe_unit {
    ($tape:expr, $place:expr, $unit:ident) => {
        let mut number = $place.map(|value| value.get());
        $tape.maybe(&mut number);
        $place = number.map($unit::new);
    };
}

pub(super) use {maybe_unit, unit};
