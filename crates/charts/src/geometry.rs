//! Plane geometry of charts: clipping curves to a frame, hatching polygons.

use crate::scene::{Point, at};

/// The parts of a curve that lie at or below the line `y = top` (y downwards).
#[must_use]
pub fn clip_top(points: &[Point], top: f64) -> Vec<Vec<Point>> {
    let mut parts = Vec::new();
    let mut part: Vec<Point> = Vec::new();
    let mut previous: Option<Point> = None;
    for &point in points {
        if let Some(before) = previous
            && (before.y < top) != (point.y < top)
        {
            let share = (top - before.y) / (point.y - before.y);
            part.push(at(before.x + share * (point.x - before.x), top));
        }
        if point.y >= top {
            part.push(point);
        } else if !part.is_empty() {
            parts.push(core::mem::take(&mut part));
        }
        previous = Some(point);
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// The polygon between two curves with the same x, each y held within `top..=bottom`.
#[must_use]
pub fn between(upper: &[Point], lower: &[Point], top: f64, bottom: f64) -> Vec<Point> {
    let hold = |point: &Point| at(point.x, point.y.clamp(top, bottom));
    upper
        .iter()
        .map(hold)
        .chain(lower.iter().rev().map(hold))
        .collect()
}

/// Height of a curve at x, by straight lines between its points; its ends beyond them.
#[must_use]
pub fn height_at(points: &[Point], x: f64) -> Option<f64> {
    let after = points.partition_point(|point| point.x < x);
    let right = points.get(after).or_else(|| points.last())?;
    let left = points.get(after.wrapping_sub(1)).unwrap_or(right);
    let run = right.x - left.x;
    if run <= 0.0 {
        return Some(right.y);
    }
    let share = ((x - left.x) / run).clamp(0.0, 1.0);
    Some(left.y + share * (right.y - left.y))
}

/// The 45-degree strokes inside a polygon, `spacing` apart. They start from the origin, so that
/// neighbouring polygons continue each other's strokes.
#[must_use]
pub fn hatch(polygon: &[Point], rising: bool, spacing: f64) -> Vec<[Point; 2]> {
    let mut strokes = Vec::new();
    let sign = if rising { 1.0 } else { -1.0 };
    // A stroke is where `across = y + sign * x` is constant; along it `x` runs.
    let across = |point: &Point| point.y + sign * point.x;
    let step = spacing * core::f64::consts::SQRT_2;
    let (low, high) = polygon
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| {
            (low.min(across(point)), high.max(across(point)))
        });
    if !(high - low).is_finite() || step <= 0.0 || (high - low) / step > 5_000.0 {
        return strokes;
    }
    let mut crossings = Vec::new();
    let mut line = (low / step).ceil() * step;
    while line < high {
        crossings.clear();
        let mut from = polygon.len() - 1;
        for to in 0..polygon.len() {
            let (a, b) = (across(&polygon[from]), across(&polygon[to]));
            if (a <= line) != (b <= line) {
                let share = (line - a) / (b - a);
                crossings.push(polygon[from].x + share * (polygon[to].x - polygon[from].x));
            }
            from = to;
        }
        bpt_core::order::sort(&mut crossings);
        for pair in crossings.chunks_exact(2) {
            if pair[1] - pair[0] > 0.05 {
                strokes.push([
                    at(pair[0], line - sign * pair[0]),
                    at(pair[1], line - sign * pair[1]),
                ]);
            }
        }
        line += step;
    }
    strokes
}

/// Cuts a curve into pieces of `on`, `off` apart; each piece is its points.
#[must_use]
pub fn dashes(points: &[Point], on: f64, off: f64) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<Point> = Vec::new();
    let mut drawing = true;
    let mut left = on;
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = (to.x - from.x).hypot(to.y - from.y);
        let mut done = 0.0;
        if drawing && piece.is_empty() {
            piece.push(from);
        }
        while length - done > left {
            done += left;
            let share = done / length;
            let here = at(
                from.x + share * (to.x - from.x),
                from.y + share * (to.y - from.y),
            );
            if drawing {
                piece.push(here);
                pieces.push(core::mem::take(&mut piece));
            } else {
                piece.push(here);
            }
            drawing = !drawing;
            left = if drawing { on } else { off };
        }
        left -= length - done;
        if drawing {
            piece.push(to);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

/// A path with fewer points that leaves the whole one by at most `near` anywhere: from each point
/// kept, the farthest one is taken whose straight line stays as near to all between.
#[must_use]
pub fn thinned(path: &[(i32, i32)], near: i32) -> Vec<(i32, i32)> {
    let mut kept = Vec::with_capacity(path.len());
    let Some(&first) = path.first() else {
        return kept;
    };
    kept.push(first);
    let near = f64::from(near);
    let mut from = 0;
    while from + 1 < path.len() {
        // The directions in which a straight line passes all points so far near enough.
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut to = from + 1;
        let mut best = to;
        while let Some(&(x, y)) = path.get(to) {
            let (run, rise) = (f64::from(x - path[from].0), f64::from(y - path[from].1));
            // Curves run to one side; what turns or is upright is left as it is.
            let side = path[from + 1].0 - path[from].0;
            if run * f64::from(side) <= 0.0 {
                break;
            }
            let slope = rise / run;
            if slope < low || slope > high {
                break;
            }
            best = to;
            let reach = near * (1.0 + slope * slope).sqrt() / run.abs();
            low = low.max(slope - reach);
            high = high.min(slope + reach);
            to += 1;
        }
        kept.push(path[best]);
        from = best;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_path_stays_near() {
        // A quarter of a circle of radius 1,000, and a straight line after it.
        let mut path: Vec<(i32, i32)> = (0..=100)
            .map(|at| {
                let x = f64::from(at) * 10.0;
                (x as i32, (1e6 - x * x).sqrt().round() as i32)
            })
            .collect();
        path.extend((1..50).map(|at| (1000 + at * 7, 0)));
        let thin = thinned(&path, 1);
        assert!(thin.len() < 60, "{} points", thin.len());
        assert_eq!((thin.first(), thin.last()), (path.first(), path.last()));
        let off = |(x, y): (i32, i32), a: (i32, i32), b: (i32, i32)| {
            let (dx, dy) = (f64::from(b.0 - a.0), f64::from(b.1 - a.1));
            (dx * f64::from(y - a.1) - dy * f64::from(x - a.0)).abs() / dx.hypot(dy)
        };
        for point in &path {
            let inside = |pair: &&[(i32, i32)]| (pair[0].0..=pair[1].0).contains(&point.0);
            let nearest = thin
                .windows(2)
                .filter(inside)
                .map(|pair| off(*point, pair[0], pair[1]))
                .fold(f64::INFINITY, f64::min);
            assert!(nearest <= 1.1, "{point:?} is {nearest} away");
        }
        path.reverse();
        assert!(thinned(&path, 1).len() < 60);
        // Upright and backward pieces stay.
        let square = [(0, 0), (0, 9), (9, 9), (9, 0), (0, 0)];
        assert_eq!(thinned(&square, 1), square);
    }

    #[test]
    fn a_square_is_hatched_inside_only() {
        let square = [at(0.0, 0.0), at(10.0, 0.0), at(10.0, 10.0), at(0.0, 10.0)];
        for rising in [true, false] {
            let strokes = hatch(&square, rising, 2.0);
            // The diagonal is 14.14 long, so 7 strokes 2 apart cross it.
            assert_eq!(strokes.len(), 7);
            for point in strokes.iter().flatten() {
                assert!((-1e-9..=10.0 + 1e-9).contains(&point.x));
                assert!((-1e-9..=10.0 + 1e-9).contains(&point.y));
            }
        }
    }

    #[test]
    fn a_curve_leaves_and_comes_back() {
        let curve = [at(0.0, 5.0), at(1.0, -5.0), at(2.0, 5.0)];
        let parts = clip_top(&curve, 0.0);
        assert_eq!(
            parts,
            [
                vec![at(0.0, 5.0), at(0.5, 0.0)],
                vec![at(1.5, 0.0), at(2.0, 5.0)]
            ]
        );
    }

    #[test]
    fn heights_lie_on_the_straight_lines() {
        let curve = [at(0.0, 0.0), at(2.0, 4.0)];
        assert_eq!(height_at(&curve, 1.0), Some(2.0));
        assert_eq!(height_at(&curve, -1.0), Some(0.0));
        assert_eq!(height_at(&curve, 9.0), Some(4.0));
        assert_eq!(height_at(&[], 9.0), None);
    }

    #[test]
    fn dashes_have_their_length() {
        let pieces = dashes(&[at(0.0, 0.0), at(3.0, 0.0), at(10.0, 0.0)], 4.0, 2.0);
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].last(), Some(&at(4.0, 0.0)));
        assert_eq!(pieces[1].first(), Some(&at(6.0, 0.0)));
        assert_eq!(pieces[1].last(), Some(&at(10.0, 0.0)));
    }
}
