//! All results of a run, raw and summarised: the JSON document is this struct.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::goals::Goal;
use crate::machine::Machine;
use crate::regime::{Around, Regime, comparable};
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
    /// One-way time of a bare cache line right before it.
    pub line_ns: f64,
    /// The same right after it.
    pub line_after_ns: f64,
    /// The row that was printed.
    #[serde(flatten)]
    pub row: Row,
}

impl Sample {
    /// A run with the lines around it.
    pub fn new(subject: String, round: u32, around: Around, row: Row) -> Self {
        let Around { before_ns: line_ns, after_ns: line_after_ns } = around;
        Self { subject, round, line_ns, line_after_ns, row }
    }

    /// The regime in which it ran; `None` if that changed meanwhile.
    pub fn regime(&self) -> Option<Regime> {
        Around { before_ns: self.line_ns, after_ns: self.line_after_ns }.regime()
    }
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
        self.figures = self.figures_of_samples();
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

    /// The times of the bare cache line in the regime of the figures of `kernel`; all of them if
    /// none was in it.
    pub fn line(&self, kernel: Kernel) -> Option<Spread> {
        let regime = self.regime(kernel);
        let lines = || self.lines.iter().filter(|l| l.kernel == kernel).map(|l| l.one_way_ns);
        let is_in = |ns: &f64| Some(Regime::of(*ns)) == regime;
        Spread::of(lines().filter(is_in)).or_else(|| Spread::of(lines()))
    }

    /// The regime of the figures of `kernel`; `None` if no run of it was in one.
    pub fn regime(&self, kernel: Kernel) -> Option<Regime> {
        let runs: Vec<_> = self.runs(kernel).into_values().collect();
        Regime::to_compare(&runs)
    }

    /// The regimes of the runs of `kernel` by subject and number of ranks.
    pub fn runs(&self, kernel: Kernel) -> BTreeMap<(&str, u32), Vec<Option<Regime>>> {
        let of_kernel = self.samples.iter().filter(|s| s.row.kernel == kernel);
        // A run has a sample for each size.
        let runs: BTreeMap<_, _> =
            of_kernel.map(|s| ((s.subject.as_str(), s.row.ranks, s.round), s.regime())).collect();
        let mut by_subject: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for ((subject, ranks, _), regime) in runs {
            by_subject.entry((subject, ranks)).or_default().push(regime);
        }
        by_subject
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

    /// The summaries of all points. A point that a subject never measured in the kernel's regime
    /// is summarised from all its runs.
    fn figures_of_samples(&self) -> Vec<Figure> {
        let place = |subject: &str| self.subjects.iter().position(|info| info.id == subject);
        let mut points: BTreeMap<_, Vec<&Sample>> = BTreeMap::new();
        for sample in &self.samples {
            let row = &sample.row;
            if let Some(place) = place(&sample.subject) {
                let point = (row.kernel, place, row.bytes, row.ranks);
                points.entry(point).or_default().push(sample);
            }
        }
        let figure = |((kernel, place, bytes, ranks), samples): ((Kernel, usize, _, _), Vec<_>)| {
            let runs = samples.iter().map(|sample: &&Sample| (sample.regime(), &sample.row));
            let rows = comparable(self.regime(kernel), runs);
            let spread = Spread::of(rows.iter().map(|row| row.value()))?;
            let (subject, unit) = (self.subjects[place].id.clone(), kernel.unit().label().into());
            let percentiles_ns = percentiles(&rows);
            Some(Figure { subject, kernel, bytes, ranks, unit, spread, percentiles_ns })
        };
        points.into_iter().filter_map(figure).collect()
    }
}

fn percentiles(rows: &[&Row]) -> Option<[f64; 3]> {
    let median = |i: usize| {
        Spread::of(rows.iter().filter_map(|row| Some(row.percentiles_ns?[i]))).map(|s| s.median)
    };
    Some([median(0)?, median(1)?, median(2)?])
}

#[cfg(test)]
pub(crate) mod tests;
