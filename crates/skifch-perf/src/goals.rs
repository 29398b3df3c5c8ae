//! Performance goals of the channel relative to its references, and whether they were met.

use serde::{Deserialize, Serialize};

use crate::results::Report;
use crate::row::Kernel;
use crate::stats::short;
use crate::subject::Role;

/// How a measured ratio compares with its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// A figure that it needs was not measured.
    NotMeasured,
    /// Below the required bound.
    Missed,
    /// No bound is required, and the aim was not reached.
    ShortOfAim,
    /// The required bound is met.
    Met,
    /// The aim is met.
    AimMet,
}

impl Standing {
    /// The text shown in a table.
    pub fn label(self) -> &'static str {
        match self {
            Self::NotMeasured => "not measured",
            Self::Missed => "no",
            Self::ShortOfAim => "aim not met",
            Self::Met => "yes",
            Self::AimMet => "yes, aim",
        }
    }
}

/// One goal: the ratio of the channel to a reference of the same run, the worst over some sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// The quantity and its reference.
    pub quantity: String,
    /// The required bound.
    pub at_least: String,
    /// The aim.
    pub aim: String,
    /// The worst ratio, and at which point.
    pub measured: String,
    /// How the ratio compares with the bounds.
    pub standing: Standing,
}

/// Bounds of a ratio; upper bounds for times.
struct Bounds {
    due: Option<f64>,
    aim: Option<f64>,
    from_above: bool,
}

impl Bounds {
    fn text(&self, bound: Option<f64>) -> String {
        let sign = if self.from_above { "≤ " } else { "≥ " };
        bound.map_or_else(|| "–".into(), |bound| format!("{sign}{bound} ×"))
    }

    fn standing(&self, ratio: f64) -> Standing {
        let holds = |bound: f64| if self.from_above { ratio <= bound } else { ratio >= bound };
        match (self.due.map(holds), self.aim.is_some_and(holds)) {
            (_, true) => Standing::AimMet,
            (Some(true), false) => Standing::Met,
            (Some(false), false) => Standing::Missed,
            (None, false) => Standing::ShortOfAim,
        }
    }

    /// The goal for the worst of these ratios, each given with the label of its point.
    fn goal(&self, quantity: &str, ratios: impl IntoIterator<Item = (String, f64)>) -> Goal {
        let worst = ratios.into_iter().reduce(|worst, next| {
            let next_is_worse = (next.1 < worst.1) != self.from_above;
            if next_is_worse { next } else { worst }
        });
        Goal {
            quantity: quantity.into(),
            at_least: self.text(self.due),
            aim: self.text(self.aim),
            standing: worst
                .as_ref()
                .map_or(Standing::NotMeasured, |(_, ratio)| self.standing(*ratio)),
            measured: worst
                .map_or_else(|| "–".into(), |(at, ratio)| format!("{} × at {at}", short(ratio))),
        }
    }
}

const fn above(due: f64, aim: f64) -> Bounds {
    Bounds { due: Some(due), aim: Some(aim), from_above: false }
}

/// All goals for the kernels of this run.
pub fn evaluate(report: &Report) -> Vec<Goal> {
    let mut goals = Vec::new();
    for &kernel in &report.kernels {
        match kernel {
            Kernel::Msgrate => message_rate(report, &mut goals),
            Kernel::Latency => goals.push(latency(report)),
            Kernel::Bandwidth => bandwidth(report, &mut goals),
            Kernel::Many => goals.push(many(report)),
            Kernel::Ring => goals.push(ring(report)),
            Kernel::Alltoall => (),
        }
    }
    goals
}

/// The channel's figure divided by `reference`, for each point that has both.
fn ratios<'a>(
    report: &'a Report,
    kernel: Kernel,
    keep: impl Fn(u64) -> bool + 'a,
    reference: impl Fn(u64, u32) -> Option<f64> + 'a,
) -> impl Iterator<Item = (String, f64)> + 'a {
    let main = report.main_subject(kernel).map(|info| info.id.clone()).unwrap_or_default();
    report.points(kernel).into_iter().filter(move |&(bytes, _)| keep(bytes)).filter_map(
        move |(bytes, ranks)| {
            let ratio = report.median(kernel, &main, bytes, ranks)? / reference(bytes, ranks)?;
            let at =
                if kernel.by_ranks() { format!("{ranks} ranks") } else { format!("{bytes} B") };
            Some((at, ratio))
        },
    )
}

fn message_rate(report: &Report, goals: &mut Vec<Goal>) {
    let kernel = Kernel::Msgrate;
    let ucx = |bytes, ranks| report.median(kernel, "ucx", bytes, ranks);
    let mut add = |name: &str, low, high, bounds: Bounds| {
        let inside = move |bytes| (low..=high).contains(&bytes);
        goals.push(bounds.goal(name, ratios(report, kernel, inside, ucx)));
    };
    add("message rate 8 B : UCT short", 8, 8, above(4.0, 7.0));
    add("message rate 16–32 B : UCT short", 16, 32, above(3.0, 5.0));
    add("message rate 64–256 B : UCT", 64, 256, above(2.0, 4.0));
    add("message rate 1–8 KB : UCT bcopy", 1024, 8192, above(1.0, 2.0));
}

fn latency(report: &Report) -> Goal {
    let line = report.line(Kernel::Latency).map(|spread| spread.median);
    let bounds = Bounds { due: Some(1.5), aim: Some(1.2), from_above: true };
    let short_ones = |bytes| (8..=56).contains(&bytes);
    bounds.goal(
        "latency 8–56 B : bare cache line",
        ratios(report, Kernel::Latency, short_ones, |_, _| line),
    )
}

fn bandwidth(report: &Report, goals: &mut Vec<Goal>) {
    let kernel = Kernel::Bandwidth;
    let large = |bytes| ((16 << 10)..=(4 << 20)).contains(&bytes);
    let mpi = |bytes, ranks| {
        let best = |prefix| report.best(kernel, Role::Peer, prefix, bytes, ranks);
        [best("openmpi"), best("mpich")].into_iter().flatten().reduce(f64::max)
    };
    let roof = |bytes, ranks| report.median(kernel, "memcpy", bytes, ranks);
    let due = Bounds { due: Some(1.0), aim: None, from_above: false };
    goals.push(due.goal("bandwidth 16 KB–4 MB : best MPI", ratios(report, kernel, large, mpi)));
    let aim = Bounds { due: None, aim: Some(0.9), from_above: false };
    goals.push(aim.goal("bandwidth 16 KB–4 MB : memcpy", ratios(report, kernel, large, roof)));
}

fn many(report: &Report) -> Goal {
    let kernel = Kernel::Many;
    let main = report.main_subject(kernel).map(|info| info.id.clone()).unwrap_or_default();
    let pair = report.median(kernel, &main, 8, 2);
    let bounds = Bounds { due: Some(0.5), aim: None, from_above: false };
    let quantity = "senders to one receiver, total : one sender";
    // Compared with itself: with only two ranks there is nothing to compare.
    let crowds = ratios(report, kernel, |_| true, move |_, ranks| pair.filter(|_| ranks > 2));
    bounds.goal(quantity, crowds)
}

fn ring(report: &Report) -> Goal {
    let kernel = Kernel::Ring;
    let yielding = |bytes, ranks| {
        (ranks > 2).then(|| report.median(kernel, "openmpi-yield", bytes, ranks)).flatten()
    };
    let bounds = Bounds { due: Some(1.0), aim: None, from_above: true };
    bounds.goal("ring of waits, hop : Open MPI yield", ratios(report, kernel, |_| true, yielding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::sample_report;

    fn standing(goals: &[Goal], begin: &str) -> Standing {
        goals
            .iter()
            .find(|g| g.quantity.starts_with(begin))
            .map(|g| g.standing)
            .expect("the goal exists")
    }

    #[test]
    fn goals_follow_from_the_figures() {
        let goals = sample_report().goals;
        // 100 : 20, 12.5 : 20 at 64 bytes, 0.78 : 20 at 1 KB.
        assert_eq!(standing(&goals, "message rate 8 B"), Standing::Met);
        assert_eq!(standing(&goals, "message rate 16"), Standing::NotMeasured);
        assert_eq!(standing(&goals, "message rate 64"), Standing::Missed);
        assert_eq!(standing(&goals, "message rate 1–8"), Standing::Missed);
        // 65 : 50.
        assert_eq!(standing(&goals, "latency"), Standing::Met);
        assert_eq!(standing(&goals, "bandwidth 16 KB–4 MB : best"), Standing::Met);
        assert_eq!(standing(&goals, "bandwidth 16 KB–4 MB : memcpy"), Standing::ShortOfAim);
        assert!(!goals.iter().any(|g| g.quantity.starts_with("ring")), "no ring was measured");
    }

    #[test]
    fn the_worst_point_counts() {
        let ratios = [("a".to_string(), 5.0), ("b".to_string(), 3.0), ("c".to_string(), 9.0)];
        let goal = above(4.0, 7.0).goal("q", ratios.clone());
        assert_eq!((goal.standing, goal.measured.as_str()), (Standing::Missed, "3.00 × at b"));
        let bounds = Bounds { due: Some(10.0), aim: Some(9.0), from_above: true };
        let goal = bounds.goal("q", ratios);
        assert_eq!((goal.standing, goal.measured.as_str()), (Standing::AimMet, "9.00 × at c"));
    }

    #[test]
    fn nothing_measured_is_nothing_reached() {
        let goal = above(1.0, 2.0).goal("q", []);
        assert_eq!((goal.standing, goal.measured.as_str()), (Standing::NotMeasured, "–"));
    }
}
