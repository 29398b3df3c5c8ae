//! A sweep as a self-contained page with its curves. Colours are CSS variables of the page, light
//! and dark: each curve is drawn in a stand-in colour that occurs nowhere else, which is then
//! replaced by a variable.

use crate::report::{Curve, Point, curves, table};
use plotters::prelude::*;
use skifch_sim::run::Summary;

const SIZE: (u32, u32) = (860, 420);
const INK: RGBColor = RGBColor(1, 1, 1);
const GRID: RGBColor = RGBColor(1, 1, 2);
/// Number of CSS variables for curves; with more curves they repeat.
const COLOURS: usize = 10;

/// A diagram over the offered load.
struct Plot {
    title: &'static str,
    value: fn(&Summary) -> f64,
    /// A second, dashed line for each curve.
    dashed: Option<fn(&Summary) -> f64>,
    is_log: bool,
}

const PLOTS: [Plot; 2] = [
    Plot {
        title: "Mean latency from program to program, in ns; dashed: 99th percentile",
        value: |summary| summary.latency.mean_ns,
        dashed: Some(|summary| summary.latency.p99_ns),
        is_log: true,
    },
    Plot {
        title: "Accepted load; dashed: the slowest sender",
        value: |summary| summary.accepted,
        dashed: Some(|summary| summary.least),
        is_log: false,
    },
];

/// The page of a sweep.
///
/// # Errors
/// The plotting library failed.
pub(crate) fn page(points: &[Point]) -> Result<String, String> {
    let curves = curves(points);
    let mut body = String::new();
    for plot in &PLOTS {
        let svg = svg(&curves, plot).map_err(|error| format!("plotting failed: {error}"))?;
        body += &format!("<div class=\"card\"><h2>{}</h2>{svg}</div>\n", plot.title);
    }
    let key = |(number, curve): (usize, &Curve<'_>)| {
        let at = number % COLOURS;
        format!("<li style=\"color:var(--c{at})\"><b>▬</b> {}</li>", curve.name)
    };
    let key: String = curves.iter().enumerate().map(key).collect();
    let table = table(points).replace('&', "&amp;").replace('<', "&lt;");
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>Load \
         sweep</title>\n<style>\n{}</style>\n<body>\n<h1>Latency against \
         load</h1>\n<ul>{key}</ul>\n{body}<p class=\"dim\">Load: bytes on the wire sent by each \
         node, as a share of the link bandwidth. Beyond saturation, latency grows with the length \
         of the run.</p>\n<div class=\"card\"><pre>{table}</pre></div>\n</body>\n</html>\n",
        include_str!("chart.css")
    ))
}

type Failed = Box<dyn std::error::Error>;

fn svg(curves: &[Curve<'_>], plot: &Plot) -> Result<String, Failed> {
    let mut text = String::new();
    let seen = || {
        let all = curves.iter().flat_map(|curve| &curve.points).map(|point| &point.summary);
        all.filter(|summary| summary.latency.packets > 0)
    };
    let values = || seen().flat_map(|it| [Some((plot.value)(it)), plot.dashed.map(|of| of(it))]);
    let high = values().flatten().fold(0.0, f64::max);
    let low = values().flatten().fold(f64::INFINITY, f64::min);
    let last = seen().map(|summary| summary.offered).fold(0.0, f64::max);
    if high > 0.0 {
        let x = 0.0..last * 1.05;
        match plot.is_log {
            true => draw(&mut text, curves, plot, x, (low / 1.2..high * 1.2).log_scale())?,
            false => draw(&mut text, curves, plot, x, 0.0..high * 1.1)?,
        }
    }
    Ok(themed(text))
}

fn draw<Y>(
    text: &mut String,
    curves: &[Curve<'_>],
    plot: &Plot,
    x: std::ops::Range<f64>,
    y: Y,
) -> Result<(), Failed>
where
    Y: plotters::coord::ranged1d::AsRangedCoord<Value = f64>,
    Y::CoordDescType: plotters::coord::ranged1d::ValueFormatter<f64>,
{
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(74)
        .build_cartesian_2d(x, y)?;
    let font = ("sans-serif", 15).into_font().color(&INK);
    let is_log = plot.is_log;
    chart
        .configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(INK)
        .label_style(font.clone())
        .axis_desc_style(font)
        .x_desc("offered load")
        .y_label_formatter(&move |y| if is_log { format!("{y:.0}") } else { format!("{y:.2}") })
        .draw()?;
    for (number, curve) in curves.iter().enumerate() {
        let colour = marker(number);
        let points = || {
            let all = curve.points.iter().map(|point| &point.summary);
            all.filter(|summary| summary.latency.packets > 0)
        };
        let of = |value: fn(&Summary) -> f64| points().map(move |it| (it.offered, value(it)));
        chart.draw_series(LineSeries::new(of(plot.value), colour.stroke_width(2)))?;
        chart.draw_series(of(plot.value).map(|at| Circle::new(at, 3, colour.filled())))?;
        if let Some(dashed) = plot.dashed {
            let style = colour.stroke_width(1);
            chart.draw_series(DashedLineSeries::new(of(dashed), 5, 4, style))?;
        }
    }
    root.present()?;
    Ok(())
}

fn marker(number: usize) -> RGBColor {
    RGBColor(2, 1, (number % COLOURS) as u8)
}

/// Replaces the stand-in colours by variables, and removes the fixed size so that it fits the page.
fn themed(mut text: String) -> String {
    let hex = |c: RGBColor| format!("\"#{:02X}{:02X}{:02X}\"", c.0, c.1, c.2);
    let curves = (0..COLOURS).map(|at| (marker(at), format!("c{at}")));
    for (colour, name) in
        [(INK, "ink".to_owned()), (GRID, "grid".to_owned())].into_iter().chain(curves)
    {
        text = text.replace(&hex(colour), &format!("\"var(--{name})\""));
    }
    text.replacen(&format!("width=\"{}\" height=\"{}\" ", SIZE.0, SIZE.1), "", 1)
}
