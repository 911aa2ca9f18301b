//! The plots of `docs/ACCURACY.md`, as SVG.

use core::error::Error;

use plotters::prelude::*;

use crate::Failure;

/// One measured row in a scatter plot.
#[derive(Clone, Copy)]
pub(super) struct Dot {
    pub(super) measured: f64,
    pub(super) predicted: f64,
    pub(super) moe: bool,
}

/// One bar: a name, a value and, where it applies, a second one.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) values: [Option<f64>; 2],
}

const DENSE: RGBColor = RGBColor(0x1f, 0x6f, 0xb4);
const EXPERTS: RGBColor = RGBColor(0xd9, 0x6b, 0x14);
const GREY: RGBColor = RGBColor(0x77, 0x77, 0x77);

type Drawn = Result<(), Box<dyn Error>>;

fn failed(error: Box<dyn Error>) -> Failure {
    Failure(error.to_string())
}

/// Predicted against measured, both on logarithmic axes, with lines at a factor of 1.25.
pub(super) fn scatter(title: &str, dots: &[Dot]) -> Result<String, Failure> {
    let mut svg = String::new();
    draw_scatter(title, dots, &mut svg).map_err(failed)?;
    Ok(tidy(&svg))
}

fn draw_scatter(title: &str, dots: &[Dot], svg: &mut String) -> Drawn {
    let all = dots.iter().flat_map(|dot| [dot.measured, dot.predicted]);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let (low, high) = (low * 0.8, high * 1.25);
    let root = SVGBackend::with_string(svg, (640, 560)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((low..high).log_scale(), (low..high).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("measured, tok/s")
        .y_desc("predicted, tok/s")
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (times, ink) in [(1.0, BLACK), (1.25, GREY), (0.8, GREY)] {
        let ends = [(low, low * times), (high, high * times)];
        chart.draw_series(LineSeries::new(ends, ink.stroke_width(1)))?;
    }
    for (moe, ink, name) in [
        (false, DENSE, "dense"),
        (true, EXPERTS, "mixture of experts"),
    ] {
        let of = dots.iter().filter(|dot| dot.moe == moe);
        chart
            .draw_series(
                of.map(|dot| Circle::new((dot.measured, dot.predicted), 2, ink.mix(0.55).filled())),
            )?
            .label(name)
            .legend(move |(x, y)| Circle::new((x + 8, y), 4, ink.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(GREY)
        .draw()?;
    root.present()?;
    Ok(())
}

/// Bars side by side in lines: as fitted, and held out.
pub(super) fn bars(title: &str, bars: &[Bar], mark: Option<f64>) -> Result<String, Failure> {
    let mut svg = String::new();
    draw_bars(title, bars, mark, &mut svg).map_err(failed)?;
    Ok(tidy(&svg))
}

const LINE: i32 = 26;
const LEFT: i32 = 250;
const WIDTH: i32 = 720;

fn draw_bars(title: &str, bars: &[Bar], mark: Option<f64>, svg: &mut String) -> Drawn {
    let height = 70 + LINE * i32::try_from(bars.len())?;
    let root = SVGBackend::with_string(svg, (WIDTH as u32, height as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    let most = bars
        .iter()
        .flat_map(|bar| bar.values.into_iter().flatten())
        .chain(mark)
        .fold(0.0, f64::max);
    let x = |value: f64| LEFT + (value / most.max(1e-9) * f64::from(WIDTH - LEFT - 70)) as i32;
    let style = ("sans-serif", 13).into_font();
    root.draw(&Text::new(title.to_owned(), (12, 10), ("sans-serif", 16)))?;
    for (index, (name, ink)) in [("fitted", DENSE), ("held out", EXPERTS)]
        .into_iter()
        .enumerate()
    {
        let at = LEFT + 90 * i32::try_from(index)?;
        root.draw(&Rectangle::new([(at, 36), (at + 10, 46)], ink.filled()))?;
        root.draw(&Text::new(name, (at + 15, 34), style.clone()))?;
    }
    for (index, bar) in bars.iter().enumerate() {
        let top = 56 + LINE * i32::try_from(index)?;
        root.draw(&Text::new(bar.name.clone(), (12, top + 4), style.clone()))?;
        for (row, (value, ink)) in bar.values.iter().zip([DENSE, EXPERTS]).enumerate() {
            let Some(value) = value else { continue };
            let y = top + 10 * i32::try_from(row)?;
            let end = x(*value);
            root.draw(&Rectangle::new([(LEFT, y), (end, y + 9)], ink.filled()))?;
            let words = format!("{:.0} %", value * 100.0);
            root.draw(&Text::new(words, (end + 4, y - 2), ("sans-serif", 11)))?;
        }
    }
    if let Some(mark) = mark {
        let ends = [(x(mark), 52), (x(mark), height - 12)];
        root.draw(&PathElement::new(ends, BLACK.stroke_width(1)))?;
    }
    root.present()?;
    Ok(())
}

/// One element a line, no space at line ends.
fn tidy(svg: &str) -> String {
    let mut out: String = svg
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}
