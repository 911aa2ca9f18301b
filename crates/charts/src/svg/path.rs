//! What few letters a path takes, and which shapes are one.

use core::fmt::Write;

use plotters_backend::BackendCoord;

/// The steps of a path, each from where the pen is.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub(super) text: String,
    at: BackendCoord,
    /// The letter of the last step.
    letter: char,
}

/// What a ring can be of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Middle and radius.
    Disc(BackendCoord, i32),
    /// Left top corner, width, height.
    Block(BackendCoord, i32, i32),
}

impl Shape {
    /// The width of the ring that is left of this one around another on top of it; `None` where
    /// it is none.
    pub(super) fn ring(self, top: Self) -> Option<i32> {
        match (self, top) {
            (Self::Disc(at, radius), Self::Disc(place, own)) if at == place => {
                Some(radius - own).filter(|ring| *ring >= 0)
            }
            (Self::Block(at, width, height), Self::Block(place, wide, high)) => {
                let ring = place.0 - at.0;
                // Each edge was rounded by itself.
                let same = |other: i32| (other - ring).abs() <= 1;
                let sides = [place.1 - at.1, (width - wide) / 2, (height - high) / 2];
                (ring >= 0 && sides.into_iter().all(same)).then_some(ring)
            }
            _ => None,
        }
    }
}

impl Path {
    fn number(&mut self, value: i32) {
        // A sign or a letter parts numbers too.
        if value >= 0 && self.text.ends_with(|last: char| last.is_ascii_digit()) {
            self.text.push(' ');
        }
        let _ = write!(self.text, "{value}");
    }

    fn step(&mut self, letter: char, to: BackendCoord) {
        let (right, down) = (to.0 - self.at.0, to.1 - self.at.1);
        let letter = match (letter, right, down) {
            ('l', _, 0) => 'h',
            ('l', 0, _) => 'v',
            _ => letter,
        };
        if letter == 'm' || letter != self.letter {
            self.text.push(letter);
        }
        self.letter = letter;
        if letter != 'v' {
            self.number(right);
        }
        if letter != 'h' {
            self.number(down);
        }
        self.at = to;
    }

    pub(super) fn line(&mut self, points: impl IntoIterator<Item = BackendCoord>) {
        let mut letter = 'm';
        for point in points {
            self.step(letter, point);
            letter = 'l';
        }
    }

    pub(super) fn shape(&mut self, points: &[BackendCoord]) {
        self.line(points.iter().copied());
        self.text.push('z');
        self.letter = 'z';
        // The pen goes back to where the shape began.
        self.at = points.first().copied().unwrap_or(self.at);
    }
}

/// Left top corner, width and height of a polygon that is an upright box.
pub(super) fn upright(path: &[BackendCoord]) -> Option<(BackendCoord, i32, i32)> {
    let [a, b, c, d] = *path else { return None };
    let is_box = a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0;
    is_box.then_some((a, b.0 - a.0, c.1 - b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_seen_where_one_shape_lies_in_another() {
        let disc = |x, radius| Shape::Disc((x, 0), radius);
        assert_eq!(disc(5, 30).ring(disc(5, 20)), Some(10));
        assert_eq!(disc(5, 30).ring(disc(6, 20)), None);
        assert_eq!(disc(5, 20).ring(disc(5, 30)), None);
        let block = Shape::Block((10, 10), 40, 41);
        assert_eq!(block.ring(Shape::Block((15, 15), 30, 31)), Some(5));
        assert_eq!(block.ring(Shape::Block((15, 15), 30, 20)), None);
        assert_eq!(block.ring(disc(15, 5)), None);
    }

    #[test]
    fn steps_are_from_the_last_place() {
        let mut path = Path::default();
        path.line([(3, 4), (13, 4), (13, -6), (10, 0), (11, 1)]);
        path.shape(&[(0, 0), (5, 5), (0, 9)]);
        path.line([(0, 0), (-1, -1)]);
        assert_eq!(path.text, "m3 4h10v-10l-3 6 1 1m-11-1l5 5-5 4zm0 0l-1-1");
    }
}
