//! Places of a line chart's labels. Priority: present values, limits, the crossing of the nearer
//! model, letters, the second crossing. A label that finds no place is dropped.

use crate::frame::{NARROW, VALUE, across};
use crate::geometry::height_at;
use crate::lines::layout::{Drawn, mark_rect};
use crate::lines::{LineChart, Stroke};
use crate::measure::Measure;
use crate::place::{Candidate, Placer, Wish};
use crate::scene::{Anchor, Rect, Scene};
use crate::theme::Ink;

/// How far from its line a letter may be led by the line's range, px.
const NEAR: f64 = 14.0;

impl LineChart {
    pub(crate) fn labels(
        &self,
        scene: &mut Scene,
        drawn: &[Drawn<'_>],
        plot: &Rect,
        measure: &dyn Measure,
    ) {
        let bounds = Rect::new(
            plot.left + 2.0,
            plot.top - 6.0,
            scene.size.width,
            plot.bottom - 2.0,
        );
        let mut placer = Placer::new(bounds, measure);
        for series in drawn {
            placer.curve(series.line.clone());
            if let Some(mark) = series.mark {
                placer.take(mark_rect(mark));
            }
        }
        self.take_extras(plot, &mut placer);
        let narrow = scene.size.width < NARROW;
        let ground = plot.bottom - 5.0 * self.limits() as f64;
        placer.take(Rect::new(plot.left, ground, plot.right, plot.bottom));

        self.values(scene, drawn, plot, &mut placer);
        // A value may stand on a reference line, other labels may not.
        self.take_rules(plot, &mut placer);
        if let Some(now) = self.now {
            placer.rule(across(&self.x, plot, now));
        }
        self.limit_labels(scene, drawn, plot, &mut placer);
        let mut crossings: Vec<&Drawn<'_>> = drawn
            .iter()
            .filter(|series| series.series.crossing.is_some())
            .collect();
        let x = |series: &Drawn<'_>| series.series.crossing.as_ref().map_or(0.0, |c| c.x);
        bpt_core::order::sort_by(&mut crossings, |a, b| x(a) < x(b));
        for series in &crossings {
            self.take_tick(series, plot, &mut placer);
        }
        let mut crossings = crossings.into_iter();
        if let Some(first) = crossings.next() {
            self.crossing(scene, first, plot, narrow, &mut placer);
        }
        self.letters(scene, drawn, plot, &mut placer);
        self.extra_labels(scene, plot, &mut placer);
        self.line_names(scene, drawn, plot, &mut placer);
        if !narrow && let Some(second) = crossings.next() {
            self.second_crossing(scene, second, plot, &mut placer);
        }
    }

    fn limits(&self) -> usize {
        self.series
            .iter()
            .filter(|series| series.limit.is_some())
            .count()
    }

    fn values(&self, scene: &mut Scene, drawn: &[Drawn<'_>], plot: &Rect, placer: &mut Placer<'_>) {
        let marks: Vec<f64> = drawn
            .iter()
            .filter_map(|series| series.mark.map(|mark| mark.y))
            .collect();
        let close = matches!(marks[..], [a, b] if (a - b).abs() < 34.0);
        for series in drawn {
            let (Some(mark), Some((_, label))) = (series.mark, series.series.value.as_ref()) else {
                continue;
            };
            let other = marks
                .iter()
                .copied()
                .find(|y| (y - mark.y).abs() > 1e-9)
                .unwrap_or(mark.y);
            // On the side that the line leaves free: below a line that falls, else above it.
            let before = height_at(&series.line, mark.x - 36.0).unwrap_or(mark.y);
            let below_first = if close {
                mark.y > other
            } else {
                before < mark.y - 5.0
            };
            let mut sides = [-14.0, 14.0];
            if below_first {
                sides.reverse();
            }
            let left = sides.map(|dy| Candidate::new(mark.x - 9.0, mark.y + dy, Anchor::End));
            let right = sides.map(|dy| Candidate::new(mark.x + 10.0, mark.y + dy, Anchor::Start));
            let candidates = if mark.x < plot.left + 0.2 * plot.width() {
                [right[0], right[1], left[0], left[1]]
            } else {
                [left[0], left[1], right[0], right[1]]
            };
            let wish = Wish {
                lines: vec![label.clone()],
                size: VALUE,
                weight: 500,
                ink: Ink::Strong,
            };
            placer.put(scene, wish, &candidates, 0.0);
        }
    }

    fn limit_labels(
        &self,
        scene: &mut Scene,
        drawn: &[Drawn<'_>],
        plot: &Rect,
        placer: &mut Placer<'_>,
    ) {
        for series in drawn {
            let Some(limit) = &series.series.limit else {
                continue;
            };
            let x = across(&self.x, plot, limit.x);
            let Some(y) = height_at(&series.line, x).filter(|_| x >= plot.left) else {
                continue;
            };
            placer.take(Rect::new(x - 2.0, y - 8.0, x + 2.0, y + 8.0));
            let right = [Candidate::new(x + 7.0, y, Anchor::Start)];
            let above = [
                Candidate::new(x, y - 18.0, Anchor::End),
                Candidate::new(x, y + 18.0, Anchor::End),
            ];
            let fits = plot.right - x >= 108.0;
            for (text, candidates) in [
                (&limit.long, if fits { &right[..] } else { &[] }),
                (&limit.short, &right[..]),
                (&limit.long, &above[..]),
                (&limit.short, &above[..]),
            ] {
                let wish = Wish::new(vec![text.clone()], 500, Ink::Text(series.series.slot));
                if placer.put(scene, wish, candidates, 1.0) {
                    break;
                }
            }
        }
    }

    fn take_tick(&self, series: &Drawn<'_>, plot: &Rect, placer: &mut Placer<'_>) {
        if let Some(crossing) = &series.series.crossing {
            let x = across(&self.x, plot, crossing.x);
            if let Some(y) = height_at(&series.line, x) {
                placer.take(Rect::new(x - 2.0, y - 9.0, x + 2.0, y + 9.0));
            }
        }
    }

    fn crossing(
        &self,
        scene: &mut Scene,
        series: &Drawn<'_>,
        plot: &Rect,
        narrow: bool,
        placer: &mut Placer<'_>,
    ) {
        let Some(crossing) = &series.series.crossing else {
            return;
        };
        let x = across(&self.x, plot, crossing.x);
        let Some(y) = height_at(&series.line, x).filter(|y| *y > plot.top) else {
            return;
        };
        let ink = Ink::Text(series.series.slot);
        let one = || vec![crossing.long.clone()];
        let two = || crossing.lines.to_vec();
        let places = [
            Candidate::new(x + 8.0, y - 18.0, Anchor::Start),
            Candidate::new(x - 8.0, y + 20.0, Anchor::End),
            Candidate::new(x + 8.0, y - 30.0, Anchor::Start),
            Candidate::new(x - 8.0, y + 32.0, Anchor::End),
        ];
        let forms = if narrow {
            [two(), one()]
        } else {
            [one(), two()]
        };
        for lines in forms {
            let wish = Wish::new(lines, 500, ink);
            if placer.put(scene, wish, &places, 1.0) {
                return;
            }
        }
    }

    fn second_crossing(
        &self,
        scene: &mut Scene,
        series: &Drawn<'_>,
        plot: &Rect,
        placer: &mut Placer<'_>,
    ) {
        let Some(crossing) = &series.series.crossing else {
            return;
        };
        let x = across(&self.x, plot, crossing.x);
        let Some(y) = height_at(&series.line, x).filter(|y| *y > plot.top) else {
            return;
        };
        let wish = Wish::new(
            vec![crossing.short.clone()],
            500,
            Ink::Text(series.series.slot),
        );
        let above = Candidate::new(x, y - 19.0, Anchor::Middle);
        placer.put(scene, wish, &[above], 3.0);
    }

    fn letters(
        &self,
        scene: &mut Scene,
        drawn: &[Drawn<'_>],
        plot: &Rect,
        placer: &mut Placer<'_>,
    ) {
        for (index, series) in drawn.iter().enumerate() {
            let Some(wanted) = series.series.letter_at else {
                continue;
            };
            if series.series.stroke != Stroke::Estimate || series.line.len() < 2 {
                continue;
            }
            let other = drawn
                .iter()
                .enumerate()
                .find(|(at, other)| *at != index && other.series.stroke == Stroke::Estimate)
                .map(|(_, other)| other);
            let mut candidates = Vec::new();
            for share in [0.0, 0.06, 0.12, -0.06, 0.2, 0.3] {
                // A letter belongs to its line, however short that is.
                let ends = [series.line[0].x, series.line[series.line.len() - 1].x];
                let x = across(&self.x, plot, wanted) + share * plot.width();
                let x = x.min(ends[1] - 0.1 * (ends[1] - ends[0])).max(ends[0]);
                let heights = (height_at(&series.low, x), height_at(&series.high, x));
                let (Some(low), Some(high)) = heights else {
                    continue;
                };
                let mine = height_at(&series.line, x).unwrap_or(low);
                let theirs = other
                    .and_then(|other| height_at(&other.line, x))
                    .unwrap_or(f64::INFINITY);
                // Outside a narrow range; a wide one would lead it away from its line.
                let above = if mine - high < NEAR { high } else { mine };
                let below = if low - mine < NEAR { low } else { mine };
                let (above, below) = (above.max(plot.top) - 16.0, below + 18.0);
                // Towards the other line where there is room between them, else away from it.
                let upper = mine <= theirs;
                let room = (mine - theirs).abs() > 90.0;
                let order = if upper == room {
                    [below, above]
                } else {
                    [above, below]
                };
                // Nearer to its own line than to the other, or nobody knows whose it is.
                let alike = (mine - theirs).abs() < 1.0;
                let order = order.into_iter().filter(|y| {
                    let [own, far] = [mine, theirs].map(|line| (y - line).abs());
                    let between = (y - mine) * (y - theirs) < 0.0;
                    alike || own < if between { 0.7 * far } else { far }
                });
                candidates.extend(order.map(|y| Candidate::new(x, y, Anchor::Middle)));
            }
            let wish = Wish {
                lines: vec![series.series.slot.letter().to_owned()],
                size: VALUE,
                weight: 600,
                ink: Ink::Text(series.series.slot),
            };
            placer.put(scene, wish, &candidates, 2.0);
        }
    }
}
