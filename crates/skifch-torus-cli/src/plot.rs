//! Latency against load as a text plot for the terminal: one letter for each curve.

use crate::report::Point;
use crate::report::{Curve, curves};
use std::fmt::Write;

const WIDTH: usize = 64;
const HEIGHT: usize = 16;

/// The plot of a sweep, with logarithmic latencies; empty if no curve has two points.
pub(crate) fn text(points: &[Point]) -> String {
    let curves = curves(points);
    let seen = || points.iter().filter(|point| point.summary.latency.packets > 0);
    let mean = |point: &Point| point.summary.latency.mean_ns;
    let (low, high) = bounds(seen().map(mean));
    let (first, last) = bounds(seen().map(|point| point.summary.offered));
    if !curves.iter().any(|curve| curve.points.len() > 1) || first >= last {
        return String::new();
    }
    let column =
        |load: f64| ((load - first) / (last - first) * (WIDTH - 1) as f64).round() as usize;
    let row = |ns: f64| {
        let share = (ns / low).ln() / (high / low).ln().max(1e-9);
        ((1.0 - share) * (HEIGHT - 1) as f64).round() as usize
    };
    let mut grid = vec![vec![' '; WIDTH]; HEIGHT];
    // In reverse order, so that the first curve is on top.
    for (number, curve) in curves.iter().enumerate().rev() {
        for point in curve.points.iter().filter(|point| point.summary.latency.packets > 0) {
            grid[row(mean(point))][column(point.summary.offered)] = letter(number);
        }
    }
    framed(&grid, (low, high), (first, last)) + &legend(&curves)
}

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(low, high), value| (low.min(value), high.max(value)))
}

fn letter(number: usize) -> char {
    (b'A' + (number % 26) as u8) as char
}

fn framed(grid: &[Vec<char>], (low, high): (f64, f64), (first, last): (f64, f64)) -> String {
    let mut text = "\n  mean latency in ns, logarithmic, against offered load\n".to_owned();
    for (y, line) in grid.iter().enumerate() {
        let ns = low * (high / low).powf(1.0 - y as f64 / (HEIGHT - 1) as f64);
        let label = if y % 3 == 0 { format!("{ns:.0}") } else { String::new() };
        let line: String = line.iter().collect();
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(text, "{label:>9} │{}", line.trim_end());
    }
    let _ = writeln!(text, "{:>9} └{}", "", "─".repeat(WIDTH));
    let (first, last) = (format!("{first:.2}"), format!("{last:.2}"));
    let _ = writeln!(text, "{:>11}{first}{last:>1$}", "", WIDTH - first.len());
    text
}

fn legend(curves: &[Curve<'_>]) -> String {
    let name = |(number, curve): (usize, &Curve<'_>)| format!("{} {}", letter(number), curve.name);
    let names: Vec<_> = curves.iter().enumerate().map(name).collect();
    format!("{:>11}{}\n", "", names.join("   "))
}
