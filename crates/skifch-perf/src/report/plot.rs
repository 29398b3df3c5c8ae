//! A text plot for the terminal: both axes logarithmic, one letter for each subject.

use std::fmt::Write;

use super::table::point_label;
use crate::results::Report;
use crate::row::Kernel;
use crate::stats::short;
use crate::subject::{Info, Role};

const WIDTH: usize = 64;
const HEIGHT: usize = 16;

/// The plot of one kernel; empty if it has fewer than two points.
pub fn kernel(report: &Report, kernel: Kernel, coloured: bool) -> String {
    let points = report.points(kernel);
    let medians = || report.figures.iter().filter(|f| f.kernel == kernel).map(|f| f.spread.median);
    let low = medians().fold(f64::INFINITY, f64::min);
    if points.len() < 2 || low <= 0.0 {
        return String::new();
    }
    let subjects = report.subjects_of(kernel);
    let median =
        |subject: &&Info, &(bytes, ranks): &_| report.median(kernel, &subject.id, bytes, ranks);
    let values = |subject| points.iter().map(|point| median(subject, point)).collect();
    let lines: Vec<Vec<_>> = subjects.iter().map(values).collect();
    let labels: Vec<String> = points.iter().map(|&(b, r)| point_label(kernel, b, r)).collect();
    let head = format!("{:>9} {}", kernel.unit().label(), kernel.title());
    curves(&head, &labels, &lines) + &legend(&subjects, coloured)
}

/// A frame with a curve for each line of values. Values are positive, one for each of at least two
/// labels. Where curves meet, the first line is drawn on top.
pub(crate) fn curves(head: &str, labels: &[String], lines: &[Vec<Option<f64>>]) -> String {
    let values = || lines.iter().flatten().flatten().copied();
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let mut grid = vec![vec![' '; WIDTH]; HEIGHT];
    let column = |place: usize| place * (WIDTH - 1) / (labels.len() - 1).max(1);
    let row = |value: f64| {
        let share = (value / low).ln() / (high / low).ln().max(1e-9);
        ((1.0 - share.clamp(0.0, 1.0)) * (HEIGHT - 1) as f64).round() as usize
    };
    for (index, line) in lines.iter().enumerate().rev() {
        let at = |(place, value): (usize, &Option<f64>)| value.map(|v| (column(place), row(v)));
        let seen: Vec<_> = line.iter().enumerate().filter_map(at).collect();
        seen.windows(2).for_each(|ends| connect(&mut grid, ends[0], ends[1]));
        seen.iter().for_each(|&(x, y)| grid[y][x] = letter(index));
    }
    framed(&grid, (low, high), head, labels, column)
}

/// Connects two points with dots, only on free places.
fn connect(grid: &mut [Vec<char>], from: (usize, usize), to: (usize, usize)) {
    let (width, rise) = ((to.0 - from.0) as f64, to.1 as f64 - from.1 as f64);
    for step in 1..to.0 - from.0 {
        let (x, y) = (from.0 + step, from.1 as f64 + rise * step as f64 / width);
        let place = &mut grid[y.round() as usize][x];
        if *place == ' ' {
            *place = '·';
        }
    }
}

pub(crate) fn letter(index: usize) -> char {
    (b'A' + (index % 26) as u8) as char
}

fn framed(
    grid: &[Vec<char>],
    (low, high): (f64, f64),
    head: &str,
    labels: &[String],
    column: impl Fn(usize) -> usize,
) -> String {
    let mut text = format!("\n{head}\n");
    for (y, line) in grid.iter().enumerate() {
        let share = 1.0 - y as f64 / (HEIGHT - 1) as f64;
        let value = low * (high / low).powf(share);
        let label = if y % 3 == 0 { short(value) } else { String::new() };
        let line: String = line.iter().collect();
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(text, "{label:>9} │{}", line.trim_end());
    }
    let mut axis = String::new();
    for (place, label) in labels.iter().enumerate() {
        let start = column(place).saturating_sub(label.len() / 2);
        if axis.is_empty() || start > axis.len() {
            let _ = write!(axis, "{:1$}{label}", "", start - axis.len());
        }
    }
    let _ = writeln!(text, "{:>9} └{}\n{:>11}{axis}", "", "─".repeat(WIDTH), "");
    text
}

fn legend(subjects: &[&Info], coloured: bool) -> String {
    let name = |(index, subject): (usize, &&Info)| {
        let text = format!("{} {}", letter(index), subject.title);
        match (coloured, subject.role) {
            (true, Role::Skifch) => format!("\x1b[1m{text}\x1b[0m"),
            _ => text,
        }
    };
    let names: Vec<String> = subjects.iter().enumerate().map(name).collect();
    format!("{:>11}{}\n", "", names.join("   "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::sample_report;

    #[test]
    fn points_stand_where_they_belong() {
        let text = kernel(&sample_report(), Kernel::Msgrate, false);
        let lines: Vec<&str> = text.lines().filter(|l| l.contains('│')).collect();
        assert_eq!(lines.len(), HEIGHT);
        // The highest figure is the channel's at the smallest size, the lowest at the largest.
        assert!(lines[0].contains("│A"), "{text}");
        assert!(lines[HEIGHT - 1].ends_with('A'), "{text}");
        assert!(text.contains("A SkifCh C   B UCX UCT") && text.contains("1K"), "{text}");
        assert!(!text.contains('\x1b'));
        assert!(kernel(&sample_report(), Kernel::Msgrate, true).contains('\x1b'));
    }

    #[test]
    fn nothing_measured_is_no_plot() {
        assert!(kernel(&sample_report(), Kernel::Ring, false).is_empty());
    }
}
