//! The paper on the speed of transfers between processes (A. A. Myasishchev, Khmelnytskyi National
//! University): its own Fortran program, compiled and run as described there, over shared memory
//! and a network.
//!
//! Its curves are pictures; the statements of its text about them are in [`SAID`] and
//! [`LATENCIES`].

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

use crate::process;
use crate::report::plot;
use crate::stats::{short, size_label};
use crate::subject::skifch::Tree;

pub(super) const NETWORKS: &str = "shm;udp";

const SOURCE: &str = include_str!("../../fortran/latentnost.f");

/// Time limit of a job.
const LIMIT: Duration = Duration::from_secs(300);

/// Table 1: latencies in microseconds.
const LATENCIES: [(&str, f64); 5] = [
    ("Q6600, Fast Ethernet", 47.8),
    ("Q6600, Gigabit Ethernet", 31.6),
    ("Q6600, shared memory", 3.9),
    ("E2160, shared memory", 6.7),
    ("Athlon 64 X2 4000+, shared memory", 5.5),
];

/// What the paper's text states about the figures.
const SAID: [&str; 4] = [
    "between processes over Fast Ethernet about 10 MB/s, over Gigabit Ethernet about 60, from 16000 bytes on",
    "between cores about 1 MB/s at 8 bytes and 300 at 4000; in one process 4000 MB/s already at 8 (-O3)",
    "process/memory: up to 2000 at small sizes over shared memory, down to 1.8 at large ones",
    "the latency of Ethernet is 10 to 15 times that between cores",
];

/// The output of one run: the latency of an empty message in seconds, and for each size in bytes
/// the MB/s between processes and in memory, and the ratio of the times.
#[derive(Debug, Default, PartialEq)]
struct Run {
    latency_s: f64,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Row {
    bytes: u64,
    processes: f64,
    memory: f64,
    ratio: f64,
}

/// Builds and runs the program and prints the tables; returns whether it succeeded on all
/// networks.
pub(super) fn run(networks: &[String], is_quick: bool, scratch: &Path) -> io::Result<bool> {
    let tree = Tree::find()?;
    let program = build(&tree, scratch)?;
    let repeat = if is_quick { 1 } else { 5 };
    let (mut names, mut runs, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for network in networks {
        match measured(&tree, &program, network, repeat) {
            Ok(run) => {
                names.push(network.as_str());
                runs.push(run);
            }
            Err(e) => left_out.push(format!("{network}: {e}")),
        }
    }
    super::show(report(&names, &runs, repeat), &left_out)
}

fn report(names: &[&str], runs: &[Run], repeat: usize) -> String {
    let mut text = format!(
        "# latentnost.f, compiled with `mpif77 -O3`; median of {repeat} runs; MB = 2^20 bytes\n"
    );
    if !runs.is_empty() {
        text += &[latencies(names, runs), table(names, runs), picture(names, runs)].concat();
    }
    text += "\n# what the paper says of its curves\n";
    SAID.iter().for_each(|words| text += &format!("#   {words}\n"));
    text
}

/// Compiles with the paper's command.
fn build(tree: &Tree, scratch: &Path) -> io::Result<PathBuf> {
    fs::write(scratch.join("latentnost.f"), SOURCE)?;
    let program = scratch.join("latentnost");
    let mut mpif77 = Command::new(tree.beside("mpif77")?);
    mpif77.current_dir(scratch).args(["-O3", "latentnost.f", "-o", "latentnost"]);
    process::run(&mut mpif77, Duration::from_secs(60))?;
    Ok(program)
}

/// Runs the program `repeat` times and returns the medians.
fn measured(tree: &Tree, program: &Path, network: &str, repeat: usize) -> io::Result<Run> {
    let one = |_| {
        let mut job = Command::new(&tree.launcher);
        job.args(["-n", "2", "--backend", network]).arg(program);
        let said = process::run(&mut job, LIMIT)?;
        parsed(&said).ok_or_else(|| io::Error::other(format!("not understood: {said}")))
    };
    let runs: Vec<Run> = (0..repeat).map(one).collect::<io::Result<_>>()?;
    let rows = (0..runs[0].rows.len()).map(|at| {
        let of = |field: fn(&Row) -> f64| median(runs.iter().map(|run| field(&run.rows[at])));
        Row {
            bytes: runs[0].rows[at].bytes,
            processes: of(|row| row.processes),
            memory: of(|row| row.memory),
            ratio: of(|row| row.ratio),
        }
    });
    Ok(Run { latency_s: median(runs.iter().map(|run| run.latency_s)), rows: rows.collect() })
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Parses the program's output; `None` if something is missing.
fn parsed(text: &str) -> Option<Run> {
    let mut run = Run::default();
    let (mut in_memory, mut memory, mut ratios) = (false, Vec::new(), Vec::new());
    for line in text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["latency", "=", seconds, ..] => run.latency_s = seconds.parse().ok()?,
            ["Memory"] => in_memory = true,
            ["proc/mem=", ratio] => ratios.push(ratio.parse().ok()?),
            [bytes, "bytes,", "bandwidth", "=", rate, ..] => {
                let (bytes, rate) = (bytes.parse().ok()?, rate.parse().ok()?);
                match in_memory {
                    true => memory.push((bytes, rate)),
                    false => run.rows.push(Row { bytes, processes: rate, ..Row::default() }),
                }
            }
            _ => {}
        }
    }
    let is_whole = memory.len() == run.rows.len() && ratios.len() == run.rows.len();
    if !is_whole || run.rows.is_empty() {
        return None;
    }
    for ((row, (bytes, rate)), ratio) in run.rows.iter_mut().zip(memory).zip(ratios) {
        if row.bytes != bytes {
            return None;
        }
        (row.memory, row.ratio) = (rate, ratio);
    }
    Some(run)
}

/// Table 1 of the paper, with our latencies.
fn latencies(names: &[&str], runs: &[Run]) -> String {
    let mut text = "\n# table 1: latency in microseconds\n".to_owned();
    let here = names.iter().zip(runs).map(|(name, run)| (*name, run.latency_s * 1e6));
    for (of, rows) in [("here", here.collect::<Vec<_>>()), ("paper", LATENCIES.to_vec())] {
        for (name, latency_us) in rows {
            // Writing to a String cannot fail, here and below.
            let _ = writeln!(text, "#   {of:<6} {name:<34} {latency_us:>9.2}");
        }
    }
    text
}

/// The figures that the paper plots, as a table.
fn table(names: &[&str], runs: &[Run]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    let mut head = vec!["# bytes".to_owned()];
    head.extend(names.iter().map(|name| format!("{name} MB/s")));
    head.push("memory MB/s".to_owned());
    head.extend(names.iter().map(|name| format!("{name} process/memory")));
    table.set_header(head);
    for (at, first) in runs[0].rows.iter().enumerate() {
        let mut cells = vec![first.bytes.to_string()];
        let all = || runs.iter().map(|run| run.rows[at]);
        cells.extend(all().map(|row| short(row.processes)));
        cells.push(short(median(all().map(|row| row.memory))));
        cells.extend(all().map(|row| short(row.ratio)));
        table.add_row(cells);
    }
    table.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    format!(
        "\n# figures 1 to 8: speed, and the time between processes by that in memory\n{table}\n"
    )
}

/// The curves of the paper's figures 3 and 1.
fn picture(names: &[&str], runs: &[Run]) -> String {
    let rows = |of: fn(&Row) -> f64| {
        move |run: &Run| run.rows.iter().map(|row| Some(of(row))).collect::<Vec<_>>()
    };
    let mut lines: Vec<_> = runs.iter().map(rows(|row| row.processes)).collect();
    lines.push(rows(|row| row.memory)(&runs[0]));
    let labels: Vec<_> = runs[0].rows.iter().map(|row| size_label(row.bytes)).collect();
    let titles = names.iter().copied().chain(["memory, one process"]);
    let legend: Vec<_> =
        titles.enumerate().map(|(at, name)| format!("{} {name}", plot::letter(at))).collect();
    let curves = plot::curves("     MB/s speed of transfers by bytes", &labels, &lines);
    format!("{curves}{:>11}{}\n", "", legend.join("   "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = " latency =    1.0E-006  seconds
           8  bytes, bandwidth =   1.25       Mb/s time=   6.0E-006  n=           1
          16  bytes, bandwidth =   2.5       Mb/s time=   6.5E-006  n=           2
 Memory
           8  bytes, bandwidth =   250.0       Mb/s time=   3.0E-008  n=           1
          16  bytes, bandwidth =   500.0       Mb/s time=   3.0E-008  n=           2
 proc/mem=   200.0
 proc/mem=   216.5
";

    #[test]
    fn what_the_program_prints_is_understood() {
        let run = parsed(SAMPLE).expect("it is whole");
        assert!((run.latency_s - 1e-6).abs() < 1e-12);
        let row = Row { bytes: 16, processes: 2.5, memory: 500.0, ratio: 216.5 };
        assert_eq!(run.rows[1], row);
        assert!(parsed("").is_none());
        assert!(parsed(&SAMPLE.replace(" proc/mem=   216.5\n", "")).is_none());
    }

    #[test]
    fn tables_and_plot_have_every_network() {
        let run = || parsed(SAMPLE).expect("it is whole");
        let (names, runs) = (["shm", "udp"], [run(), run()]);
        let text = table(&names, &runs);
        assert!(text.contains("udp process/memory") && text.contains("216"), "{text}");
        assert!(latencies(&names, &runs).contains("47.80"));
        let text = picture(&names, &runs);
        assert!(text.contains("A shm   B udp   C memory"), "{text}");
    }
}
