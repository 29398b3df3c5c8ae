//! One plot as SVG that follows the page's colours, light and dark.
//!
//! The plotting library writes fixed colours, so each role gets a colour that occurs nowhere else
//! and is replaced by a CSS variable in the finished text.

use std::io;

use plotters::prelude::*;

use super::table::point_label;
use crate::results::{Figure, Report};
use crate::row::Kernel;
use crate::subject::{Info, Role};

const SIZE: (u32, u32) = (860, 440);
const INK: RGBColor = RGBColor(1, 1, 1);
const GRID: RGBColor = RGBColor(1, 1, 2);
const FAINT: RGBColor = RGBColor(1, 1, 3);

/// The subjects with their own colour, in the order of the variables `--c0`, `--c1`, …
const COLOURED: [&str; 20] = [
    "skifch-c",
    "skifch",
    "skifch-so",
    "ucx",
    "openmpi",
    "openmpi-yield",
    "mpich",
    "pipe",
    "socket",
    "ring256",
    "ring1024",
    "udp",
    "udp-gso",
    "skifch-shm",
    "skifch-udp",
    "skifch-udp-mac",
    "openmpi-tcp",
    "mpich-tcp",
    "skifch-mpi",
    "memcpy",
];

/// The CSS variable that holds a subject's colour.
pub fn variable(id: &str) -> String {
    let place = COLOURED.iter().position(|known| *known == id).unwrap_or(COLOURED.len() - 1);
    format!("--c{place}")
}

fn marker(id: &str) -> RGBColor {
    let place = COLOURED.iter().position(|known| *known == id).unwrap_or(COLOURED.len() - 1);
    RGBColor(2, 1, place as u8)
}

/// The plot of one kernel, both axes logarithmic; `None` with fewer than two points.
///
/// # Errors
/// When the plotting library fails.
pub fn svg(report: &Report, kernel: Kernel) -> io::Result<Option<String>> {
    let points = report.points(kernel);
    let figures: Vec<&Figure> = report.figures.iter().filter(|f| f.kernel == kernel).collect();
    let low = figures.iter().map(|f| f.spread.min).fold(f64::INFINITY, f64::min);
    let high = figures.iter().map(|f| f.spread.max).fold(0.0, f64::max);
    if points.len() < 2 || low <= 0.0 {
        return Ok(None);
    }
    let mut text = String::new();
    let drawn = draw(&mut text, report, kernel, &points, (low, high));
    drawn.map_err(|e| io::Error::other(format!("the plot of {} failed: {e}", kernel.name())))?;
    Ok(Some(themed(&text)))
}

/// Replaces the placeholder colours by variables, and removes the fixed size so that the plot fits
/// the page.
fn themed(svg: &str) -> String {
    let mut text = svg.to_string();
    let hex = |c: RGBColor| format!("\"#{:02X}{:02X}{:02X}\"", c.0, c.1, c.2);
    for (colour, name) in [(INK, "--ink"), (GRID, "--grid"), (FAINT, "--faint")] {
        text = text.replace(&hex(colour), &format!("\"var({name})\""));
    }
    for id in COLOURED {
        text = text.replace(&hex(marker(id)), &format!("\"var({})\"", variable(id)));
    }
    text.replacen(&format!("width=\"{}\" height=\"{}\" ", SIZE.0, SIZE.1), "", 1)
}

fn position(kernel: Kernel, (bytes, ranks): (u64, u32)) -> f64 {
    if kernel.by_ranks() { f64::from(ranks) } else { bytes as f64 }
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw(
    text: &mut String,
    report: &Report,
    kernel: Kernel,
    points: &[(u64, u32)],
    (low, high): (f64, f64),
) -> Drawn {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    let places: Vec<f64> = points.iter().map(|&point| position(kernel, point)).collect();
    let (first, last) = (places[0], places[places.len() - 1]);
    let x_range = (first / 1.15..last * 1.15).log_scale().base(2.0).with_key_points(places.clone());
    let ticks = ticks(low, high);
    let y_range = (low / 1.25..high * 1.25).log_scale().with_key_points(ticks);
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(74)
        .build_cartesian_2d(x_range, y_range)?;
    let font = ("sans-serif", 15).into_font().color(&INK);
    // Of two neighbouring sizes, such as 56 and 64, only the larger is labelled.
    let crowded = |at: f64| places.iter().any(|next| *next > at && *next < at * 1.3);
    let named = |at: f64, x: f64| (at - x).abs() < 0.5 && !crowded(at);
    let label = |x: &f64| points.iter().zip(&places).find(|(_, at)| named(**at, *x));
    chart
        .configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(INK)
        .label_style(font.clone())
        .axis_desc_style(font)
        .x_labels(places.len())
        .y_labels(24)
        .x_label_formatter(&|x| {
            label(x).map_or_else(String::new, |(&(b, r), _)| point_label(kernel, b, r))
        })
        .y_label_formatter(&|y| tick_label(*y))
        .x_desc(if kernel.by_ranks() { "ranks" } else { "message size, bytes" })
        .y_desc(kernel.unit().label())
        .draw()?;
    // Draw the channel last, on top of the others.
    for subject in report.subjects_of(kernel).iter().rev() {
        let of_subject =
            report.figures.iter().filter(|f| f.kernel == kernel && f.subject == subject.id);
        let line: Vec<(f64, &Figure)> =
            of_subject.map(|f| (position(kernel, (f.bytes, f.ranks)), f)).collect();
        let colour = marker(&subject.id);
        let style = colour.stroke_width(stroke_width(subject));
        let medians = line.iter().map(|(x, f)| (*x, f.spread.median));
        if subject.role == Role::Bare {
            chart.draw_series(DashedLineSeries::new(medians.clone(), 6, 4, style))?;
        } else {
            chart.draw_series(LineSeries::new(medians.clone(), style))?;
        }
        let bar = |(x, f): &(f64, &Figure)| {
            PathElement::new(vec![(*x, f.spread.min), (*x, f.spread.max)], colour.stroke_width(1))
        };
        chart.draw_series(line.iter().map(bar))?;
        let size = if subject.role == Role::Skifch { 5 } else { 3 };
        chart.draw_series(medians.map(|at| Circle::new(at, size, colour.filled())))?;
    }
    root.present()?;
    Ok(())
}

fn stroke_width(subject: &Info) -> u32 {
    if subject.role == Role::Skifch { 3 } else { 2 }
}

/// 1, 2 and 5 times each power of ten in the range, or only the powers if those would be crowded.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let (from, to) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let steps: &[f64] = if (high / low).log10() > 3.2 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let all = (from..=to).flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
    all.filter(|tick| (low / 1.25..=high * 1.25).contains(tick)).collect()
}

/// A tick label without needless digits: `0.05`, `20`, `50k`.
fn tick_label(value: f64) -> String {
    match value {
        v if v >= 9_999.0 => format!("{}k", (v / 1000.0).round()),
        v if v >= 0.99 => format!("{}", v.round()),
        v => format!("{}", (v * 1e4).round() / 1e4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::sample_report;

    #[test]
    fn a_plot_is_one_svg_without_fixed_colours() {
        let svg =
            svg(&sample_report(), Kernel::Msgrate).expect("it can be drawn").expect("three points");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        for name in ["var(--ink)", "var(--grid)", "var(--c0)", "var(--c3)"] {
            assert!(svg.contains(name), "{name} is missing");
        }
        assert!(!svg.contains("\"#01") && !svg.contains("\"#02"), "a stand-in colour was left");
        assert!(svg.contains("1K"), "{svg}");
    }

    #[test]
    fn ticks_are_round_numbers_inside() {
        assert_eq!(ticks(4.0, 60.0), [5.0, 10.0, 20.0, 50.0]);
        assert_eq!(ticks(0.02, 300.0), [0.1, 1.0, 10.0, 100.0]);
        let labels = [0.05, 20.0, 50_000.0].map(tick_label);
        assert_eq!(labels, ["0.05", "20", "50k"]);
    }

    #[test]
    fn every_subject_has_a_variable() {
        assert_eq!(variable("skifch-c"), "--c0");
        assert_eq!(variable("no-such"), variable("memcpy"));
    }
}
