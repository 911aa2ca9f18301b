//! What a line chart may show beside its lines: reference lines, zones, dots, a bracket.

use bpt_words::Slot;

use crate::axis::Tick;
use crate::frame::{NARROW, TEXT, across, corners, text};
use crate::geometry::height_at;
use crate::lines::LineChart;
use crate::lines::layout::Drawn;
use crate::measure::Measure;
use crate::place::{Candidate, Placer, Wish};
use crate::scene::{Anchor, Dash, Item, Rect, Scene, at};
use crate::theme::Ink;

/// Everything beside the lines.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Extras {
    /// Level reference lines.
    pub rules: Vec<Rule>,
    /// Grounds.
    pub zones: Vec<Zone>,
    /// Dots.
    pub marks: Vec<Mark>,
    /// The gap between two lines at the rule.
    pub bracket: Option<Bracket>,
    /// Names below the axis, the most important first; one that collides is left out.
    pub landmarks: Vec<Tick>,
    /// Small bars right of the vertical axis' name.
    pub gauges: Vec<Gauge>,
}

/// A level reference line.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Where.
    pub y: f64,
    /// What it means, longest first; none for a line without a word.
    pub labels: Vec<String>,
    /// Whose it is, if a model's.
    pub slot: Option<Slot>,
    /// How it is broken.
    pub dash: Dash,
}

/// A ground behind the lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// From and to on the horizontal axis; beyond its ends it is cut.
    pub x: [f64; 2],
    /// From and to on the vertical axis.
    pub y: [f64; 2],
    /// What it means.
    pub label: String,
    /// Whether things cannot be there at all.
    pub bad: bool,
}

/// A dot.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub x: f64,
    /// How high.
    pub y: f64,
    /// Whose it is, if a model's.
    pub slot: Option<Slot>,
    /// Its name; empty for a dot without a word.
    pub label: String,
}

/// The gap between two values at one place, with a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Bracket {
    /// Where.
    pub x: f64,
    /// Its lower end.
    pub from: f64,
    /// Its upper end.
    pub to: f64,
    /// What the gap is.
    pub label: String,
    /// Whose it is.
    pub slot: Slot,
}

/// A small bar with a share.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// Share, 0 to 1.
    pub share: f64,
    /// What it says.
    pub label: String,
    /// Whose it is.
    pub slot: Slot,
}

/// Shortest bracket that is drawn, px.
const BRACKET: f64 = 14.0;
/// Width and height of a gauge, px.
const GAUGE: (f64, f64) = (44.0, 8.0);

fn ink_text(slot: Option<Slot>) -> Ink {
    slot.map_or(Ink::Second, Ink::Text)
}

impl LineChart {
    /// Grounds, below everything.
    pub(crate) fn zones(&self, scene: &mut Scene, plot: &Rect) {
        for zone in &self.extras.zones {
            let rect = self.zone(zone, plot);
            if zone.bad {
                scene.block(rect, Ink::BadSoft);
                scene.hatch(corners(&rect), Ink::Paper, false);
            } else {
                scene.area(corners(&rect), Ink::MuteSoft, 0.6);
            }
        }
    }

    fn zone(&self, zone: &Zone, plot: &Rect) -> Rect {
        let x = zone
            .x
            .map(|x| across(&self.x, plot, x).clamp(plot.left, plot.right));
        let y = zone
            .y
            .map(|y| self.height(plot, y).clamp(plot.top, plot.bottom));
        Rect::new(
            x[0].min(x[1]),
            y[0].min(y[1]),
            x[0].max(x[1]),
            y[0].max(y[1]),
        )
    }

    /// Reference lines, above the grounds and below the lines.
    pub(crate) fn rules(&self, scene: &mut Scene, plot: &Rect) {
        for rule in &self.extras.rules {
            let y = self.height(plot, rule.y);
            if (plot.top..=plot.bottom).contains(&y) {
                scene.items.push(Item::Line {
                    points: vec![at(plot.left, y), at(plot.right, y)],
                    width: if rule.dash == Dash::Dotted { 1.5 } else { 1.0 },
                    ink: rule.slot.map_or(Ink::Axis, Ink::Fill),
                    dash: rule.dash,
                });
            }
        }
    }

    /// Dots and the bracket, above the lines.
    pub(crate) fn dots(&self, scene: &mut Scene, plot: &Rect) {
        for mark in &self.extras.marks {
            let place = at(across(&self.x, plot, mark.x), self.height(plot, mark.y));
            if self.shows(mark, plot) {
                scene.items.push(Item::Disc {
                    at: place,
                    radius: 3.0,
                    ink: mark.slot.map_or(Ink::Second, Ink::Fill),
                    ring: 1.5,
                    ring_ink: Ink::Paper,
                });
            }
        }
        if let Some((bracket, rect)) = self.bracket(plot) {
            let ink = Ink::Text(bracket.slot);
            let x = rect.left;
            scene.rule(at(x, rect.top), at(x, rect.bottom), 1.0, ink);
            for y in [rect.top, rect.bottom] {
                scene.rule(at(x - 4.0, y), at(x, y), 1.0, ink);
            }
        }
    }

    fn shows(&self, mark: &Mark, plot: &Rect) -> bool {
        let x = across(&self.x, plot, mark.x);
        let y = self.height(plot, mark.y);
        (plot.left..=plot.right).contains(&x) && (plot.top..=plot.bottom).contains(&y)
    }

    fn bracket(&self, plot: &Rect) -> Option<(&Bracket, Rect)> {
        let bracket = self.extras.bracket.as_ref()?;
        let x = across(&self.x, plot, bracket.x) + 12.0;
        let bottom = self.height(plot, bracket.from).min(plot.bottom);
        let top = self.height(plot, bracket.to).max(plot.top);
        let drawn = bottom - top >= BRACKET && x + 4.0 < plot.right && x > plot.left;
        drawn.then(|| (bracket, Rect::new(x, top, x + 1.0, bottom)))
    }

    /// What the dots and the bracket take from the labels.
    pub(crate) fn take_extras(&self, plot: &Rect, placer: &mut Placer<'_>) {
        for mark in &self.extras.marks {
            if self.shows(mark, plot) {
                let (x, y) = (across(&self.x, plot, mark.x), self.height(plot, mark.y));
                placer.take(Rect::new(x - 4.5, y - 4.5, x + 4.5, y + 4.5));
            }
        }
        if let Some((_, rect)) = self.bracket(plot) {
            placer.take(rect.grown(2.0));
        }
    }

    /// Keeps labels off the reference lines.
    pub(crate) fn take_rules(&self, plot: &Rect, placer: &mut Placer<'_>) {
        for rule in &self.extras.rules {
            let y = self.height(plot, rule.y);
            if (plot.top..=plot.bottom).contains(&y) {
                placer.curve(vec![at(plot.left, y), at(plot.right, y)]);
            }
        }
    }

    /// Labels of the bracket, dots, reference lines and grounds, in this order.
    pub(crate) fn extra_labels(&self, scene: &mut Scene, plot: &Rect, placer: &mut Placer<'_>) {
        let wish =
            |label: &str, ink: Ink, weight: u16| Wish::new(vec![label.to_owned()], weight, ink);
        if let Some((bracket, rect)) = self.bracket(plot) {
            let middle = (rect.top + rect.bottom) / 2.0;
            let places = [
                Candidate::new(rect.right + 6.0, middle, Anchor::Start),
                Candidate::new(rect.right + 6.0, rect.top + 8.0, Anchor::Start),
                Candidate::new(rect.left - 16.0, middle, Anchor::End),
                Candidate::new(rect.left - 16.0, rect.top - 8.0, Anchor::End),
                Candidate::new(rect.left, rect.top - 12.0, Anchor::Middle),
            ];
            let wish = wish(&bracket.label, Ink::Text(bracket.slot), 500);
            placer.put(scene, wish, &places, 1.0);
        }
        for mark in &self.extras.marks {
            if mark.label.is_empty() || !self.shows(mark, plot) {
                continue;
            }
            let (x, y) = (across(&self.x, plot, mark.x), self.height(plot, mark.y));
            let places = [
                Candidate::new(x, y - 13.0, Anchor::Middle),
                Candidate::new(x + 8.0, y - 8.0, Anchor::Start),
                Candidate::new(x, y + 13.0, Anchor::Middle),
                Candidate::new(x - 8.0, y + 10.0, Anchor::End),
                Candidate::new(x + 8.0, y + 10.0, Anchor::Start),
                Candidate::new(x - 8.0, y - 10.0, Anchor::End),
                Candidate::new(x + 4.0, y + 15.0, Anchor::End),
                Candidate::new(x + 4.0, y - 15.0, Anchor::End),
                Candidate::new(x - 4.0, y + 15.0, Anchor::Start),
            ];
            placer.put(
                scene,
                wish(&mark.label, ink_text(mark.slot), 500),
                &places,
                1.0,
            );
        }
        for rule in &self.extras.rules {
            let y = self.height(plot, rule.y);
            if !(plot.top..=plot.bottom).contains(&y) {
                continue;
            }
            let mut places = Vec::new();
            for dy in [-9.0, 10.0] {
                for (share, anchor) in [
                    (0.0, Anchor::Start),
                    (1.0, Anchor::End),
                    (0.3, Anchor::Start),
                    (0.6, Anchor::Start),
                    (0.75, Anchor::End),
                ] {
                    let x = plot.left + 4.0 + share * (plot.width() - 6.0);
                    places.push(Candidate::new(x, y + dy, anchor));
                }
            }
            for label in &rule.labels {
                let wish = wish(label, ink_text(rule.slot), 400);
                if placer.put(scene, wish, &places, 1.0) {
                    break;
                }
            }
        }
        for zone in &self.extras.zones {
            let rect = self.zone(zone, plot);
            let middle = (rect.left + rect.right) / 2.0;
            let mut places = Vec::new();
            for y in [
                rect.top + 11.0,
                rect.bottom - 12.0,
                rect.top + 27.0,
                rect.bottom - 28.0,
                (rect.top + rect.bottom) / 2.0,
            ] {
                places.push(Candidate::new(rect.left + 5.0, y, Anchor::Start));
                places.push(Candidate::new(rect.right - 5.0, y, Anchor::End));
                places.push(Candidate::new(middle, y, Anchor::Middle));
            }
            let ink = if zone.bad { Ink::Bad } else { Ink::Second };
            if !zone.label.is_empty() {
                placer.put(scene, wish(&zone.label, ink, 400), &places, 1.0);
            }
        }
    }

    /// Names of the lines that are not a model's estimate, along them.
    pub(crate) fn line_names(
        &self,
        scene: &mut Scene,
        drawn: &[Drawn<'_>],
        plot: &Rect,
        placer: &mut Placer<'_>,
    ) {
        for series in drawn {
            let Some(name) = &series.series.name else {
                continue;
            };
            let inside: Vec<f64> = series
                .line
                .iter()
                .filter(|point| point.y >= plot.top)
                .map(|point| point.x)
                .collect();
            let (Some(first), Some(last)) = (inside.first(), inside.last()) else {
                continue;
            };
            let mut places = Vec::new();
            for share in [0.97, 0.88, 0.78, 0.66, 0.54, 0.42, 0.3, 0.18, 0.06] {
                let x = first + share * (last - first);
                let Some(y) = height_at(&series.line, x) else {
                    continue;
                };
                for (dx, dy, anchor) in [
                    (-7.0, -10.0, Anchor::End),
                    (7.0, 11.0, Anchor::Start),
                    (0.0, -15.0, Anchor::Middle),
                    (0.0, 15.0, Anchor::Middle),
                    (-7.0, 11.0, Anchor::End),
                    (7.0, -10.0, Anchor::Start),
                ] {
                    places.push(Candidate::new(x + dx, y + dy, anchor));
                }
            }
            let wish = Wish::new(vec![name.clone()], 500, Ink::Text(series.series.slot));
            placer.put(scene, wish, &places, 1.0);
        }
    }

    /// Names below the axis, left of its own name.
    pub(crate) fn landmarks(&self, scene: &mut Scene, plot: &Rect, measure: &dyn Measure) {
        let y = plot.bottom + 32.0;
        let name = measure.width(&self.x.name, TEXT, 400);
        let end = scene.size.width - name - 12.0;
        let mut taken: Vec<[f64; 2]> = Vec::new();
        for landmark in &self.extras.landmarks {
            let x = across(&self.x, plot, landmark.value);
            let width = measure.width(&landmark.label, TEXT, 400);
            let left = (x - width / 2.0).max(0.0);
            let inside = (plot.left..=plot.right).contains(&x);
            let free = !taken
                .iter()
                .any(|[from, to]| left < to + 10.0 && from - 10.0 < left + width);
            if inside && free && left + width <= end {
                scene.text(text(
                    at(left, y),
                    Anchor::Start,
                    &landmark.label,
                    Ink::Third,
                ));
                scene.rule(at(x, plot.bottom), at(x, plot.bottom + 4.0), 1.0, Ink::Axis);
                taken.push([left, left + width]);
            }
        }
    }

    /// Small bars in the head, from the right.
    pub(crate) fn gauges(&self, scene: &mut Scene, plot: &Rect, measure: &dyn Measure) {
        let y = plot.top - 19.0;
        let name = measure.width(&self.y.name, TEXT, 400) + 16.0;
        let mut right = scene.size.width;
        for gauge in self.extras.gauges.iter().rev() {
            let width = measure.width(&gauge.label, TEXT, 400);
            let bar = if scene.size.width < NARROW {
                0.0
            } else {
                GAUGE.0 + 6.0
            };
            let left = right - width - bar;
            if left < name {
                break;
            }
            let place = at(right, y);
            scene.text(text(
                place,
                Anchor::End,
                &gauge.label,
                Ink::Text(gauge.slot),
            ));
            if bar > 0.0 {
                let whole = Rect::new(left, y - GAUGE.1 / 2.0, left + GAUGE.0, y + GAUGE.1 / 2.0);
                scene.block(whole, Ink::Soft(gauge.slot));
                let share = gauge.share.clamp(0.0, 1.0) * whole.width();
                scene.block(
                    Rect {
                        right: whole.left + share,
                        ..whole
                    },
                    Ink::Fill(gauge.slot),
                );
            }
            right = left - 16.0;
        }
    }
}
