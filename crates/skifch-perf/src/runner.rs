//! Measures all subjects in turn, round by round, so that disturbances of the machine affect all
//! of them alike.

use std::io;
use std::path::Path;
use std::time::Duration;

use indicatif::ProgressBar;

use crate::machine::Machine;
use crate::progress;
use crate::reference::cacheline;
use crate::regime::Steady;
use crate::results::{Failure, Line, Report, SCHEMA, Sample, Settings};
use crate::row::Kernel;
use crate::subject::{self, Found, Info, Selection, Subject, Task};

/// How long the cache line is bounced at the beginning of each round.
const LINE_TIME: Duration = Duration::from_millis(40);

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The kernels, each with its sizes and numbers of ranks.
    pub kernels: Vec<KernelPlan>,
    /// Runs of each point.
    pub repeat: u32,
    /// How long a point should take.
    pub seconds: f64,
    /// The cores that the ranks share.
    pub cores: Vec<usize>,
    /// The selected subjects.
    pub selection: Selection,
}

/// The points of one kernel.
#[derive(Clone, Debug)]
pub struct KernelPlan {
    /// The kernel.
    pub kernel: Kernel,
    /// The sizes.
    pub sizes: Vec<u64>,
    /// The numbers of ranks.
    pub ranks: Vec<u32>,
}

/// Measures everything. Programs are built in `scratch`.
///
/// # Errors
/// When the selection or the cores are invalid. A subject that fails is recorded in the report
/// instead.
pub fn run(plan: &Plan, scratch: &Path) -> io::Result<Report> {
    let (mut subjects, mut absent) = (vec![], vec![]);
    for found in subject::find_all(&plan.selection, scratch)? {
        match found {
            Found::Here(subject) => subjects.push(subject),
            Found::Absent(it) => absent.push(it),
        }
    }
    let bar = progress_bar(plan, &subjects);
    let mut runner = Runner::new(plan, subjects, bar);
    runner.report.absent = absent;
    for kernel in &plan.kernels {
        for round in 0..plan.repeat {
            runner.round(kernel, round)?;
        }
    }
    runner.bar.finish_and_clear();
    runner.report.sum_up();
    Ok(runner.report)
}

struct Runner<'a> {
    plan: &'a Plan,
    subjects: Vec<Box<dyn Subject>>,
    steady: Steady<'a>,
    report: Report,
    bar: ProgressBar,
}

impl<'a> Runner<'a> {
    fn new(plan: &'a Plan, subjects: Vec<Box<dyn Subject>>, bar: ProgressBar) -> Self {
        let infos = subjects.iter().map(|subject| subject.info().clone()).collect();
        let steady = Steady::new(&plan.cores);
        Self { plan, steady, report: empty_report(plan, infos), subjects, bar }
    }

    /// Measures every subject once; each round starts with a different one.
    fn round(&mut self, points: &KernelPlan, round: u32) -> io::Result<()> {
        let kernel = points.kernel;
        let one_way_ns = cacheline::one_way_ns(&self.plan.cores, LINE_TIME)?;
        self.report.lines.push(Line { kernel, round, one_way_ns });
        for &ranks in &points.ranks {
            for index in 0..self.subjects.len() {
                let index = (index + round as usize) % self.subjects.len();
                if self.subjects[index].can(kernel, ranks) {
                    self.measure(index, &task(self.plan, points, ranks), round)?;
                    self.bar.inc(1);
                }
            }
        }
        Ok(())
    }

    /// Measures one subject, unless it failed before: one that fails or hangs would do so in every
    /// round.
    fn measure(&mut self, index: usize, task: &Task, round: u32) -> io::Result<()> {
        let (subject, kernel, ranks) = (&mut self.subjects[index], task.kernel, task.ranks);
        let Info { id, title, .. } = subject.info().clone();
        self.bar.set_message(format!("{} · {title} · {ranks} ranks", kernel.name()));
        self.bar.tick();
        let failed = |f: &Failure| f.subject == id && f.kernel == kernel && f.ranks == ranks;
        if self.report.failures.iter().any(failed) {
            return Ok(());
        }
        let (measured, around) = self.steady.run(|| subject.measure(task))?;
        match measured {
            Ok(rows) => {
                let sample = |row| Sample::new(id.clone(), round, around, row);
                self.report.samples.extend(rows.into_iter().map(sample));
            }
            Err(e) => {
                let reason = e.to_string();
                self.report.failures.push(Failure { subject: id, kernel, ranks, reason });
            }
        }
        Ok(())
    }
}

fn empty_report(plan: &Plan, subjects: Vec<Info>) -> Report {
    Report {
        schema: SCHEMA.into(),
        machine: Machine::describe(&plan.cores),
        settings: Settings {
            repeat: plan.repeat,
            seconds_per_point: plan.seconds,
            version: env!("CARGO_PKG_VERSION").into(),
        },
        kernels: plan.kernels.iter().map(|kernel| kernel.kernel).collect(),
        subjects,
        absent: vec![],
        failures: vec![],
        lines: vec![],
        samples: vec![],
        figures: vec![],
        goals: vec![],
    }
}

fn task(plan: &Plan, points: &KernelPlan, ranks: u32) -> Task {
    let (kernel, sizes) = (points.kernel, points.sizes.clone());
    Task { kernel, sizes, ranks, seconds: plan.seconds, cores: plan.cores.clone() }
}

fn progress_bar(plan: &Plan, subjects: &[Box<dyn Subject>]) -> ProgressBar {
    let steps: usize = plan
        .kernels
        .iter()
        .flat_map(|k| k.ranks.iter().map(move |&ranks| (k.kernel, ranks)))
        .map(|(kernel, ranks)| subjects.iter().filter(|s| s.can(kernel, ranks)).count())
        .sum();
    progress::bar(steps * plan.repeat as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Row;
    use crate::subject::Role;
    use std::sync::{Arc, Mutex};

    struct Fake {
        info: Info,
        log: Arc<Mutex<Vec<String>>>,
        fails: bool,
    }

    impl Subject for Fake {
        fn info(&self) -> &Info {
            &self.info
        }

        fn can(&self, _kernel: Kernel, ranks: u32) -> bool {
            ranks == 2
        }

        fn measure(&mut self, task: &Task) -> io::Result<Vec<Row>> {
            self.log.lock().expect("no panic").push(self.info.id.clone());
            if self.fails {
                return Err(io::Error::other("broken"));
            }
            let (kernel, ranks) = (task.kernel, task.ranks);
            let row =
                |&bytes| Row { kernel, bytes, ranks, count: 1, seconds: 1.0, percentiles_ns: None };
            Ok(task.sizes.iter().map(row).collect())
        }
    }

    #[test]
    fn rounds_interleave_and_a_failure_stays_alone() {
        let log = Arc::new(Mutex::new(Vec::new()));
        let fake = |id: &str, fails| -> Box<dyn Subject> {
            Box::new(Fake { info: Info::new(id, id, "", Role::Peer), log: log.clone(), fails })
        };
        let subjects = vec![fake("a", false), fake("b", true), fake("c", false)];
        let points = KernelPlan { kernel: Kernel::Msgrate, sizes: vec![8, 16], ranks: vec![2, 4] };
        let cores = crate::pin::pick_two(&crate::pin::allowed_cores().expect("affinity is told"));
        let plan = Plan {
            kernels: vec![points.clone()],
            repeat: 2,
            seconds: 0.0,
            cores,
            selection: Selection::Auto,
        };
        let mut runner = Runner::new(&plan, subjects, ProgressBar::hidden());
        for round in 0..2 {
            runner.round(&points, round).expect("the cores can be had");
        }
        let report = runner.report;
        let mut log = log.lock().expect("no panic").clone();
        assert_eq!(log.iter().filter(|id| *id == "b").count(), 1);
        // A machine may change meanwhile, and its runs be repeated.
        log.dedup();
        assert_eq!(log, ["a", "b", "c", "a"]);
        assert_eq!(report.samples.len(), 8);
        assert_eq!(report.failures.len(), 1);
        assert_eq!(report.lines.len(), 2);
    }
}
