//! How far apart the two cores are. A hypervisor may move them while programs run, and every rate
//! changes with it by a factor of up to ten; only runs of one regime can be compared.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use crate::reference::cacheline;
use crate::stats::{Spread, short};

/// Below this one-way time the two cores share a last-level cache.
const NEAR_NS: f64 = 100.0;
/// Above this one-way time the cause is not the line: something else runs on the cores.
const DISTURBED_NS: f64 = 600.0;

/// How far apart the two cores were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// They share a cache.
    Near,
    /// They share no cache.
    Far,
    /// Something else ran on them.
    Disturbed,
}

impl Regime {
    /// The regime in which a bare cache line takes `one_way_ns`.
    pub fn of(one_way_ns: f64) -> Self {
        match one_way_ns {
            ns if ns < NEAR_NS => Self::Near,
            ns if ns < DISTURBED_NS => Self::Far,
            _ => Self::Disturbed,
        }
    }

    /// One word, for a label.
    pub fn word(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Far => "far",
            Self::Disturbed => "disturbed",
        }
    }

    /// The regime in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Near => "near: cores share a cache",
            Self::Far => "far: cores share no cache",
            Self::Disturbed => "DISTURBED: something else runs on these cores, do not compare",
        }
    }

    /// The regime to compare in, given those of the runs of each subject: the one in which most
    /// subjects have a run, and then the one with most runs. `None` if no run has one.
    pub fn to_compare(runs: &[Vec<Option<Self>>]) -> Option<Self> {
        let count = |regime| {
            let of_each = runs.iter().map(|runs| runs.iter().filter(|it| **it == regime).count());
            let (subjects, all) =
                of_each.fold((0, 0), |(subjects, all), n| (subjects + usize::from(n > 0), all + n));
            (all > 0).then_some((subjects, all, regime?))
        };
        // The last of equals is chosen.
        let regimes = [Self::Disturbed, Self::Far, Self::Near].map(Some);
        let counts = regimes.into_iter().filter_map(count);
        counts.max_by_key(|(subjects, all, _)| (*subjects, *all)).map(|(.., regime)| regime)
    }
}

/// The runs in `regime`, or all if there are none.
pub(crate) fn comparable<T>(
    regime: Option<Regime>,
    runs: impl Iterator<Item = (Option<Regime>, T)> + Clone,
) -> Vec<T> {
    let in_it: Vec<T> = runs.clone().filter(|(it, _)| *it == regime).map(|(_, run)| run).collect();
    if in_it.is_empty() { runs.map(|(_, run)| run).collect() } else { in_it }
}

/// The line above a table: the time of the bare cache line, the regime in words, and how many of
/// all `what` do not count.
pub(crate) fn headline(line: Spread, words: &str, what: &str, others: usize, all: usize) -> String {
    let [median, min, max] = [line.median, line.min, line.max].map(short);
    let left_out = match others {
        0 => String::new(),
        n => format!("; {n} of {all} {what} in another regime left out"),
    };
    format!("# bare cache line {median} ns one way ({min}-{max}); {words}{left_out}")
}

/// The one-way time of the bare cache line right before and right after a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Around {
    /// Before, in nanoseconds.
    pub before_ns: f64,
    /// After, in nanoseconds.
    pub after_ns: f64,
}

impl Around {
    /// The regime of the run; `None` if it changed.
    pub fn regime(self) -> Option<Regime> {
        let regime = Regime::of(self.before_ns);
        (regime == Regime::of(self.after_ns)).then_some(regime)
    }
}

/// How long the cache line is bounced before and after each run.
const LINE_TIME: Duration = Duration::from_millis(2);
/// Attempts at a run. A spell in another regime lasts up to some seconds, a run about one.
const ATTEMPTS: usize = 4;
/// How many of the latest lines tell the usual regime: a machine may also change for good.
const REMEMBERED: usize = 31;

/// Repeats runs that fall into an unusual regime.
pub(crate) struct Steady<'a> {
    cores: &'a [usize],
    /// The latest lines, the newest last.
    lines_ns: VecDeque<f64>,
}

impl<'a> Steady<'a> {
    pub(crate) fn new(cores: &'a [usize]) -> Self {
        Self { cores, lines_ns: VecDeque::new() }
    }

    pub(crate) fn cores(&self) -> &'a [usize] {
        self.cores
    }

    /// Runs `job` until it began and ended in the regime of most lines so far, but not more than
    /// [`ATTEMPTS`] times; returns its last result.
    ///
    /// # Errors
    /// When the line cannot be measured. An error of the job is returned with the result.
    pub(crate) fn run<T>(
        &mut self,
        job: impl FnMut() -> io::Result<T>,
    ) -> io::Result<(io::Result<T>, Around)> {
        let cores = self.cores;
        self.run_with(|| cacheline::one_way_ns(cores, LINE_TIME), job)
    }

    fn run_with<T>(
        &mut self,
        mut line_ns: impl FnMut() -> io::Result<f64>,
        mut job: impl FnMut() -> io::Result<T>,
    ) -> io::Result<(io::Result<T>, Around)> {
        let mut left = ATTEMPTS;
        loop {
            let before_ns = self.remember(line_ns()?);
            let result = job();
            let around = Around { before_ns, after_ns: self.remember(line_ns()?) };
            left -= 1;
            let is_usual = around.regime() == self.usual();
            if is_usual || result.is_err() || left == 0 {
                return Ok((result, around));
            }
        }
    }

    fn remember(&mut self, line_ns: f64) -> f64 {
        self.lines_ns.push_back(line_ns);
        if self.lines_ns.len() > REMEMBERED {
            self.lines_ns.pop_front();
        }
        line_ns
    }

    fn usual(&self) -> Option<Regime> {
        Regime::to_compare(&[self.lines_ns.iter().map(|ns| Some(Regime::of(*ns))).collect()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: Option<Regime> = Some(Regime::Near);
    const FAR: Option<Regime> = Some(Regime::Far);

    #[test]
    fn the_regime_follows_from_the_line() {
        let regimes = [30.0, 170.0, 5000.0].map(Regime::of);
        assert_eq!(regimes, [Regime::Near, Regime::Far, Regime::Disturbed]);
        assert_eq!(Around { before_ns: 30.0, after_ns: 40.0 }.regime(), NEAR);
        assert_eq!(Around { before_ns: 30.0, after_ns: 140.0 }.regime(), None);
    }

    #[test]
    fn subjects_are_compared_where_most_of_them_were() {
        assert_eq!(Regime::to_compare(&[vec![NEAR, FAR, FAR], vec![NEAR, None]]), NEAR);
        assert_eq!(Regime::to_compare(&[vec![NEAR, FAR], vec![FAR, FAR]]), FAR);
        assert_eq!(Regime::to_compare(&[vec![NEAR, FAR], vec![FAR, NEAR]]), NEAR);
        assert_eq!(Regime::to_compare(&[vec![None], vec![]]), None);
    }

    #[test]
    fn a_run_in_an_unusual_regime_is_repeated_and_a_failed_one_is_not() {
        let mut steady = Steady::new(&[]);
        let mut run = |lines: &[f64], result: fn() -> io::Result<()>| {
            let (mut lines, mut runs) = (lines.iter().copied(), 0);
            let line_ns = || lines.next().ok_or_else(|| io::Error::other("no line is left"));
            let job = || {
                runs += 1;
                result()
            };
            let (result, around) = steady.run_with(line_ns, job).expect("enough lines");
            (runs, result.is_ok(), around.regime())
        };
        assert_eq!(run(&[30.0, 31.0], || Ok(())), (1, true, NEAR));
        // The regime changes while it runs, and then back.
        assert_eq!(run(&[30.0, 170.0, 30.0, 30.0], || Ok(())), (2, true, NEAR));
        let broken = || Err(io::Error::other("broken"));
        assert_eq!(run(&[170.0, 170.0], broken), (1, false, FAR));
        let changing = [30.0, 170.0].repeat(ATTEMPTS);
        assert_eq!(run(&changing, || Ok(())), (ATTEMPTS, true, None));
        // Nine lines were near so far, and seven far.
        assert_eq!(run(&[170.0; 4], || Ok(())), (2, true, FAR));
    }

    #[test]
    fn a_run_has_the_line_of_its_cores_around_it() {
        let cores = crate::pin::pick_two(&crate::pin::allowed_cores().expect("affinity is told"));
        let mut steady = Steady::new(&cores);
        let (result, around) = steady.run(|| Ok(7)).expect("the cores can be had");
        assert_eq!(result.expect("it succeeds"), 7);
        assert!(around.before_ns > 0.0 && around.after_ns > 0.0);
        (0..REMEMBERED).for_each(|_| _ = steady.remember(1.0));
        assert_eq!(steady.lines_ns.len(), REMEMBERED);
    }
}
