//! Measures all subjects in turn, round by round, so that disturbances of the machine affect all
//! of them alike.

use std::io;
use std::path::Path;
use std::time::Duration;

use indicatif::ProgressBar;

use crate::machine::Machine;
use crate::progress;
use crate::reference::cacheline;
use crate::results::{Failure, Line, Report, SCHEMA, Sample, Settings};
use crate::row::Kernel;
use crate::subject::{self, Found, Selection, Subject, Task};

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
    let mut report = empty_report(plan);
    let mut subjects: Vec<Box<dyn Subject>> = Vec::new();
    for found in subject::find_all(&plan.selection, scratch)? {
        match found {
            Found::Here(subject) => subjects.push(subject),
            Found::Absent(absent) => report.absent.push(absent),
        }
    }
    report.subjects = subjects.iter().map(|subject| subject.info().clone()).collect();
    let bar = progress_bar(plan, &subjects);
    for kernel in &plan.kernels {
        for round in 0..plan.repeat {
            run_round(plan, kernel, round, &mut subjects, &mut report, &bar)?;
        }
    }
    bar.finish_and_clear();
    report.sum_up();
    Ok(report)
}

fn empty_report(plan: &Plan) -> Report {
    Report {
        schema: SCHEMA.into(),
        machine: Machine::describe(&plan.cores),
        settings: Settings {
            repeat: plan.repeat,
            seconds_per_point: plan.seconds,
            version: env!("CARGO_PKG_VERSION").into(),
        },
        kernels: plan.kernels.iter().map(|kernel| kernel.kernel).collect(),
        subjects: vec![],
        absent: vec![],
        failures: vec![],
        lines: vec![],
        samples: vec![],
        figures: vec![],
        goals: vec![],
    }
}

/// Measures every subject once; each round starts with a different one.
fn run_round(
    plan: &Plan,
    points: &KernelPlan,
    round: u32,
    subjects: &mut [Box<dyn Subject>],
    report: &mut Report,
    bar: &ProgressBar,
) -> io::Result<()> {
    let kernel = points.kernel;
    let line_ns = cacheline::one_way_ns(&plan.cores, LINE_TIME)?;
    report.lines.push(Line { kernel, round, one_way_ns: line_ns });
    let shift = round as usize % subjects.len().max(1);
    for &ranks in &points.ranks {
        for index in 0..subjects.len() {
            let subject = &mut subjects[(index + shift) % report.subjects.len()];
            if !subject.can(kernel, ranks) {
                continue;
            }
            let id = subject.info().id.clone();
            bar.set_message(format!(
                "{} · {} · {ranks} ranks",
                kernel.name(),
                subject.info().title
            ));
            bar.tick();
            let failed = |f: &Failure| f.subject == id && f.kernel == kernel && f.ranks == ranks;
            if !report.failures.iter().any(failed) {
                let task = task(plan, points, ranks);
                match subject.measure(&task) {
                    Ok(rows) => {
                        let sample = |row| Sample { subject: id.clone(), round, line_ns, row };
                        report.samples.extend(rows.into_iter().map(sample));
                    }
                    // Not repeated: a subject that fails or hangs would do so in every round.
                    Err(e) => {
                        report.failures.push(Failure {
                            subject: id,
                            kernel,
                            ranks,
                            reason: e.to_string(),
                        });
                    }
                }
            }
            bar.inc(1);
        }
    }
    Ok(())
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
    use crate::subject::{Info, Role};
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
        let mut subjects = vec![fake("a", false), fake("b", true), fake("c", false)];
        let points = KernelPlan { kernel: Kernel::Msgrate, sizes: vec![8, 16], ranks: vec![2, 4] };
        let cores = crate::pin::pick_two(&crate::pin::allowed_cores().expect("affinity is told"));
        let plan = Plan {
            kernels: vec![points.clone()],
            repeat: 2,
            seconds: 0.0,
            cores,
            selection: Selection::Auto,
        };
        let mut report = empty_report(&plan);
        report.subjects = subjects.iter().map(|s| s.info().clone()).collect();
        for round in 0..2 {
            run_round(&plan, &points, round, &mut subjects, &mut report, &ProgressBar::hidden())
                .expect("the cores can be had");
        }
        assert_eq!(*log.lock().expect("no panic"), ["a", "b", "c", "c", "a"]);
        assert_eq!(report.samples.len(), 8);
        assert_eq!(report.failures.len(), 1);
        assert_eq!(report.lines.len(), 2);
    }
}
