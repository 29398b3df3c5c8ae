//! Text tables in the style of the OSU benchmarks: comment lines begin with `#`.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};

use crate::regime::headline;
use crate::results::{Figure, Report};
use crate::row::Kernel;
use crate::stats::{short, size_label};
use crate::subject::Role;

/// The machine, the settings and the subjects.
pub fn head(report: &Report) -> String {
    let settings = &report.settings;
    let mut text = format!("# skif-perf {}\n# {}\n", settings.version, report.machine.summary());
    let (repeat, seconds) = (settings.repeat, settings.seconds_per_point);
    let _ = writeln!(
        text,
        "# median of {repeat} runs of {seconds} s each, all subjects in turn; -a/+b: lowest and highest run in percent; 1 MB = 10^6 bytes"
    );
    for subject in &report.subjects {
        let _ = writeln!(text, "#   {:<14} {}", subject.title, subject.how);
    }
    text
}

/// The table of one kernel with its regime line and ratios; empty if there are no points.
pub fn kernel(report: &Report, kernel: Kernel) -> String {
    let points = report.points(kernel);
    if points.is_empty() {
        return String::new();
    }
    let mut text =
        format!("\n# {} [{}]\n{}", kernel.title(), kernel.unit().label(), regime(report, kernel));
    let subjects = report.subjects_of(kernel);
    let ratios = ratio_columns(report, kernel);
    let mut table = plain_table();
    let first = if kernel.by_ranks() { "# ranks" } else { "# bytes" };
    let titles = subjects.iter().map(|s| s.title.clone());
    let heads =
        [first.to_string()].into_iter().chain(titles).chain(ratios.iter().map(|r| r.title.clone()));
    table.set_header(heads);
    for (bytes, ranks) in points {
        let label = if kernel.by_ranks() { ranks.to_string() } else { bytes.to_string() };
        let figure = |id: &str| report.figure(kernel, id, bytes, ranks);
        let cells = subjects.iter().map(|s| figure(&s.id).map_or_else(dash, cell));
        let quotients = ratios.iter().map(|ratio| {
            let value =
                || Some(figure(&ratio.main)?.spread.median / (ratio.reference)(bytes, ranks)?);
            value().map_or_else(dash, |value| format!("{}x", short(value)))
        });
        table.add_row([label].into_iter().chain(cells).chain(quotients));
    }
    push_right_aligned(&mut text, table);
    text + &percentiles(report, kernel)
}

fn dash() -> String {
    "-".into()
}

/// The median, and the extremes in percent of it.
fn cell(figure: &Figure) -> String {
    let (below, above) = figure.spread.percent();
    match figure.spread.runs {
        1 => short(figure.spread.median),
        _ => format!("{} -{below:.0}/+{above:.0}", short(figure.spread.median)),
    }
}

/// The regime line: how far apart the cores were; figures cannot be compared without it.
pub fn regime(report: &Report, kernel: Kernel) -> String {
    let Some(line) = report.line(kernel) else { return String::new() };
    let (regime, runs) = (report.regime(kernel), report.runs(kernel));
    let is_whole = runs.values().all(|runs| runs.contains(&regime));
    let words = match regime.filter(|_| is_whole) {
        Some(regime) => regime.words(),
        None => "CHANGED during this run, do not compare",
    };
    let all: Vec<_> = runs.values().flatten().collect();
    let others = all.iter().filter(|it| ***it != regime).count();
    headline(line, words, "runs", others, all.len()) + "\n"
}

/// A column with the ratio of the channel to a reference.
pub struct Ratio<'a> {
    /// The heading of the column.
    pub title: String,
    /// The subject in the numerator.
    pub main: String,
    /// The denominator at a point, if known.
    pub reference: Box<dyn Fn(u64, u32) -> Option<f64> + 'a>,
}

/// The ratios that make sense for `kernel`; none if the channel was not measured.
pub fn ratio_columns(report: &Report, kernel: Kernel) -> Vec<Ratio<'_>> {
    let Some(main) = report.main_subject(kernel).map(|info| info.id.clone()) else { return vec![] };
    let measured = report.subjects_of(kernel);
    let mut columns = Vec::new();
    for subject in measured.iter().filter(|s| matches!(s.role, Role::Peer | Role::Bare)) {
        let id = subject.id.clone();
        let reference = Box::new(move |bytes, ranks| report.median(kernel, &id, bytes, ranks));
        columns.push(Ratio { title: format!(":{}", subject.title), main: main.clone(), reference });
    }
    if let Some(line) = report.line(kernel).filter(|_| kernel == Kernel::Latency) {
        let reference = Box::new(move |_, _| Some(line.median));
        columns.push(Ratio { title: ":cache line".into(), main, reference });
    }
    columns
}

/// Percentiles of individual trips, where available.
fn percentiles(report: &Report, kernel: Kernel) -> String {
    let of_kernel = report.figures.iter().filter(|f| f.kernel == kernel);
    let timed: Vec<_> = of_kernel.filter_map(|f| Some((f, f.percentiles_ns?))).collect();
    if timed.is_empty() {
        return String::new();
    }
    let mut subjects: Vec<_> = report.subjects_of(kernel);
    subjects.retain(|s| timed.iter().any(|(f, _)| f.subject == s.id));
    let mut table = plain_table();
    table.set_header(
        [String::from("# bytes")].into_iter().chain(subjects.iter().map(|s| s.title.clone())),
    );
    for (bytes, _) in report.points(kernel) {
        let cells = subjects.iter().map(|s| {
            let found = timed.iter().find(|(f, _)| f.subject == s.id && f.bytes == bytes);
            found.map_or_else(dash, |(_, p)| p.map(short).join(" / "))
        });
        table.add_row([bytes.to_string()].into_iter().chain(cells));
    }
    let mut text =
        "# percentiles 50 / 99 / 99.9 of half round trips, each timed [ns]\n".to_string();
    push_right_aligned(&mut text, table);
    text
}

/// The goals and whether they were met.
pub fn goals(report: &Report) -> String {
    let mut table = plain_table();
    table.set_header(["# goal", "at least", "aim", "measured (worst)", "met?"]);
    for goal in &report.goals {
        table.add_row([
            &goal.quantity,
            &goal.at_least,
            &goal.aim,
            &goal.measured,
            goal.standing.label(),
        ]);
    }
    format!("\n# Goals: the channel beside its reference in this run\n{}\n", trimmed(&table))
}

/// The subjects that could not be measured, with the reason.
pub fn left_out(report: &Report) -> String {
    let mut text = String::new();
    for absent in &report.absent {
        let _ = writeln!(text, "# not measured: {}: {}", absent.title, absent.reason);
    }
    for failure in &report.failures {
        let (who, what, ranks) = (&failure.subject, failure.kernel.name(), failure.ranks);
        let _ = writeln!(text, "# failed: {who}, {what} with {ranks} ranks: {}", failure.reason);
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

fn plain_table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}

fn push_right_aligned(text: &mut String, mut table: Table) {
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    if let Some(first) = table.column_mut(0) {
        first.set_cell_alignment(CellAlignment::Left);
    }
    *text += &trimmed(&table);
    text.push('\n');
}

/// The table without trailing blanks.
fn trimmed(table: &Table) -> String {
    let text = table.to_string();
    text.lines()
        .map(|line| line.trim_end().strip_prefix(' ').unwrap_or(line.trim_end()))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The label of a point for an axis or a table.
pub fn point_label(kernel: Kernel, bytes: u64, ranks: u32) -> String {
    if kernel.by_ranks() { ranks.to_string() } else { size_label(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::sample_report;

    #[test]
    fn figures_ratios_and_regime_are_in_the_table() {
        let text = kernel(&sample_report(), Kernel::Msgrate);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines.iter().any(|l| l.starts_with("# bare cache line 55.0 ns") && l.contains("near")),
            "{text}"
        );
        let head = lines.iter().find(|l| l.starts_with("# bytes")).expect("there is a head");
        assert!(head.contains("SkifCh C") && head.contains(":UCX UCT"), "{text}");
        let row: Vec<&str> = lines
            .iter()
            .find(|l| l.starts_with("8 "))
            .expect("8 bytes")
            .split_whitespace()
            .collect();
        assert_eq!(row, ["8", "90.9", "-8/+10", "18.2", "-8/+10", "5.00x"]);
    }

    #[test]
    fn columns_stand_under_their_heads() {
        let text = kernel(&sample_report(), Kernel::Bandwidth);
        let body: Vec<&str> = text.lines().skip_while(|l| !l.starts_with("# bytes")).collect();
        let ends: Vec<usize> = body.iter().map(|line| line.chars().count()).collect();
        assert!(ends.len() == 3 && ends.iter().all(|&end| end == ends[0]), "{text}");
    }

    #[test]
    fn latency_has_percentiles_and_the_line_as_reference() {
        let text = kernel(&sample_report(), Kernel::Latency);
        assert!(text.contains(":cache line") && text.contains("60.0 / 70.0 / 80.0"), "{text}");
    }

    #[test]
    fn a_regime_that_changed_is_said_loudly() {
        let mut report = sample_report();
        let change = |report: &mut Report, rounds: std::ops::Range<u32>| {
            let of_ucx = report.samples.iter_mut().filter(|s| s.subject == "ucx");
            of_ucx.filter(|s| rounds.contains(&s.round)).for_each(|s| s.line_ns = 250.0);
            regime(report, Kernel::Msgrate)
        };
        let some = change(&mut report, 0..2);
        assert!(some.contains("near") && some.contains("; 2 of 6 runs in another"), "{some}");
        let all = change(&mut report, 0..3);
        assert!(all.contains("CHANGED"), "{all}");
    }

    #[test]
    fn who_is_absent_is_listed_with_the_package() {
        let text = left_out(&sample_report());
        assert!(
            text.contains("not measured: MPICH: not found (Debian: apt install mpich)"),
            "{text}"
        );
        assert!(kernel(&sample_report(), Kernel::Ring).is_empty());
    }
}
