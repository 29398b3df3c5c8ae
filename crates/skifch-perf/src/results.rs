//! All results of a run, raw and summarised: the JSON document is this struct.

use serde::{Deserialize, Serialize};

use crate::goals::Goal;
use crate::machine::Machine;
use crate::row::{Kernel, Row};
use crate::stats::Spread;
use crate::subject::{Absent, Info, Role};

/// Identifies the format of the document; the number rises with each incompatible change.
pub const SCHEMA: &str = "skif-perf/1";

/// One run of one point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The subject that was measured.
    pub subject: String,
    /// The round, from 0.
    pub round: u32,
    /// One-way time of a bare cache line at the beginning of that round.
    pub line_ns: f64,
    /// The row that was printed.
    #[serde(flatten)]
    pub row: Row,
}

/// Summary of the runs of one point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The subject that was measured.
    pub subject: String,
    /// The kernel.
    pub kernel: Kernel,
    /// Size of a message or transfer.
    pub bytes: u64,
    /// Number of ranks.
    pub ranks: u32,
    /// The unit of the figures.
    pub unit: String,
    /// Median and extremes.
    #[serde(flatten)]
    pub spread: Spread,
    /// Medians of the runs' percentiles, where available.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub percentiles_ns: Option<[f64; 3]>,
}

/// A subject that cannot run a kernel, or failed in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The subject.
    pub subject: String,
    /// The kernel.
    pub kernel: Kernel,
    /// Number of ranks.
    pub ranks: u32,
    /// The reason it gave.
    pub reason: String,
}

/// One-way time of a bare cache line while a kernel was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The kernel.
    pub kernel: Kernel,
    /// The round, from 0.
    pub round: u32,
    /// One-way time in nanoseconds.
    pub one_way_ns: f64,
}

/// The requested settings of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Runs of each point.
    pub repeat: u32,
    /// How long a point should take.
    pub seconds_per_point: f64,
    /// The version of this program.
    pub version: String,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// The machine.
    pub machine: Machine,
    /// The settings.
    pub settings: Settings,
    /// The kernels in the order they were measured.
    pub kernels: Vec<Kernel>,
    /// The measured subjects, in the order of the tables.
    pub subjects: Vec<Info>,
    /// The subjects that are not available.
    pub absent: Vec<Absent>,
    /// The subjects that failed.
    pub failures: Vec<Failure>,
    /// The cache line time of each round.
    pub lines: Vec<Line>,
    /// Every single run.
    pub samples: Vec<Sample>,
    /// The summaries of the runs.
    pub figures: Vec<Figure>,
    /// The goals, and whether they were met.
    pub goals: Vec<Goal>,
}

impl Report {
    /// Computes figures and goals from the samples; to be called when the samples are complete.
    pub fn sum_up(&mut self) {
        self.figures = figures(&self.subjects, &self.samples);
        self.goals = crate::goals::evaluate(self);
    }

    /// The figure of one point.
    pub fn figure(&self, kernel: Kernel, subject: &str, bytes: u64, ranks: u32) -> Option<&Figure> {
        self.figures.iter().find(|f| {
            f.kernel == kernel && f.subject == subject && f.bytes == bytes && f.ranks == ranks
        })
    }

    /// The median of one point.
    pub fn median(&self, kernel: Kernel, subject: &str, bytes: u64, ranks: u32) -> Option<f64> {
        self.figure(kernel, subject, bytes, ranks).map(|figure| figure.spread.median)
    }

    /// The best median among the subjects of `role` whose id begins with `prefix`.
    pub fn best(
        &self,
        kernel: Kernel,
        role: Role,
        prefix: &str,
        bytes: u64,
        ranks: u32,
    ) -> Option<f64> {
        let chosen = self.subjects.iter().filter(|s| s.role == role && s.id.starts_with(prefix));
        let medians = chosen.filter_map(|s| self.median(kernel, &s.id, bytes, ranks));
        if kernel.unit().more_is_better() {
            medians.reduce(f64::max)
        } else {
            medians.reduce(f64::min)
        }
    }

    /// The times of the bare cache line while `kernel` was measured.
    pub fn line(&self, kernel: Kernel) -> Option<Spread> {
        Spread::of(
            self.lines.iter().filter(|line| line.kernel == kernel).map(|line| line.one_way_ns),
        )
    }

    /// The subjects with figures for `kernel`, in order.
    pub fn subjects_of(&self, kernel: Kernel) -> Vec<&Info> {
        let has = |s: &&Info| self.figures.iter().any(|f| f.kernel == kernel && f.subject == s.id);
        self.subjects.iter().filter(has).collect()
    }

    /// The subject that stands for the channel in ratios: the first one listed, which is the C
    /// program if it was measured.
    pub fn main_subject(&self, kernel: Kernel) -> Option<&Info> {
        self.subjects_of(kernel).into_iter().find(|s| s.role == Role::Skifch)
    }

    /// The points of `kernel` as (bytes, ranks), sorted.
    pub fn points(&self, kernel: Kernel) -> Vec<(u64, u32)> {
        let of_kernel = self.figures.iter().filter(|f| f.kernel == kernel);
        let mut points: Vec<_> = of_kernel.map(|f| (f.bytes, f.ranks)).collect();
        points.sort_unstable();
        points.dedup();
        points
    }
}

fn figures(subjects: &[Info], samples: &[Sample]) -> Vec<Figure> {
    let mut keys: Vec<(Kernel, usize, u64, u32)> = samples
        .iter()
        .filter_map(|s| {
            let place = subjects.iter().position(|info| info.id == s.subject)?;
            Some((s.row.kernel, place, s.row.bytes, s.row.ranks))
        })
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter()
        .filter_map(|(kernel, place, bytes, ranks)| {
            let subject = &subjects[place].id;
            let rows: Vec<&Row> = samples
                .iter()
                .filter(|s| s.subject == *subject)
                .map(|s| &s.row)
                .filter(|r| (r.kernel, r.bytes, r.ranks) == (kernel, bytes, ranks))
                .collect();
            let spread = Spread::of(rows.iter().map(|row| row.value()))?;
            let (subject, unit) = (subject.clone(), kernel.unit().label().into());
            let percentiles_ns = percentiles(&rows);
            Some(Figure { subject, kernel, bytes, ranks, unit, spread, percentiles_ns })
        })
        .collect()
}

fn percentiles(rows: &[&Row]) -> Option<[f64; 3]> {
    let median = |i: usize| {
        Spread::of(rows.iter().filter_map(|row| Some(row.percentiles_ns?[i]))).map(|s| s.median)
    };
    Some([median(0)?, median(1)?, median(2)?])
}

#[cfg(test)]
pub(crate) mod tests;
