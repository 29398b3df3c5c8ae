//! The receiving side: fair, and cheap when quiet.
//!
//! The child that delivered last has the turn: every poll of the program goes to it first. While
//! another one has messages too, the turn ends after [`TURN_MESSAGES`] messages. A child found
//! empty is skipped for a number of polls, chosen so that polling it takes one part in [`SHARE`] of
//! the time: a child whose poll is a system call of 0.3 µs is polled every 5 µs, one in memory
//! nearly every time. The number is adapted by the clock, which is read only when such a child is
//! polled.
//!
//! So a message pending at another child is found within [`SHARE`] times the cost of its poll, 32
//! µs at most, as long as the program polls continuously at a steady pace; a program that slows
//! down suddenly finds it within [`LOOKS_MAX`] polls. A program that waits or sleeps instead polls
//! all children.

use skifch_backend::composite::Turns;
use std::time::{Duration, Instant};

/// Number of messages after which the turn passes to another child with messages.
const TURN_MESSAGES: u32 = 32;
/// Polls of empty children take at most one part in this many of the time.
const SHARE: u32 = 16;
/// Maximum number of polls for which a child is skipped.
const LOOKS_MAX: u32 = 1024;
/// Limit for the measured cost of a poll: longer ones were interrupted.
const COST_MAX: Duration = Duration::from_micros(2);

/// Scheduling of the children of one channel.
pub struct Fair {
    children: Vec<Child>,
    turn: usize,
    /// Messages delivered in this turn.
    messages: u32,
}

#[derive(Clone, Default)]
struct Child {
    /// It lost its turn although it may have more messages.
    has_more: bool,
    /// Number of polls for which it is skipped after it was found empty.
    period: u32,
    /// Remaining polls until it is polled again.
    wait: u32,
    /// When it was last found empty.
    last: Option<Instant>,
}

impl Fair {
    fn others(&self) -> impl Iterator<Item = &Child> {
        let turn = self.turn;
        self.children.iter().enumerate().filter(move |(index, _)| *index != turn).map(|(_, c)| c)
    }
}

impl Turns for Fair {
    fn new(children: usize) -> Self {
        let children = vec![Child { period: 1, ..Child::default() }; children];
        Self { children, turn: 0, messages: 0 }
    }

    fn spent(&mut self, looks: u32) {
        for child in &mut self.children {
            child.wait = child.wait.saturating_sub(looks);
        }
    }

    fn grant(&self) -> u32 {
        if self.others().any(|child| child.has_more) {
            return 0;
        }
        self.others().map(|child| child.wait).min().map_or(u32::MAX, |wait| wait.saturating_sub(1))
    }

    fn is_over(&mut self) -> bool {
        self.messages += 1;
        let is_long = self.messages >= TURN_MESSAGES;
        self.others().any(|child| if child.has_more { is_long } else { child.wait == 0 })
    }

    fn is_due(&self, child: usize) -> bool {
        self.children.get(child).is_some_and(|child| child.has_more || child.wait == 0)
    }

    fn empty(&mut self, child: usize, at: Instant, took: Duration) {
        let Some(child) = self.children.get_mut(child) else { return };
        child.has_more = false;
        let wanted = took.min(COST_MAX) * SHARE;
        if let Some(last) = child.last.replace(at) {
            let since = at.saturating_duration_since(last);
            if since < wanted {
                child.period = (child.period * 2).min(LOOKS_MAX);
            } else if since > wanted * 2 {
                // The program has become slower: reduce the period at once, by the same factor.
                let factor = (since.as_nanos() / wanted.as_nanos().max(1)).min(1 << 16) as u32;
                child.period = (child.period / factor.max(2)).max(1);
            }
        }
        child.wait = child.period;
    }

    fn found(&mut self, child: usize, was_cut: bool) {
        if let Some(earlier) = self.children.get_mut(self.turn) {
            // It was polled just now, or has more messages.
            *earlier = Child { has_more: was_cut, period: 1, wait: 1, last: None };
        }
        if let Some(found) = self.children.get_mut(child) {
            *found = Child { period: 1, ..Child::default() };
        }
        (self.turn, self.messages) = (child, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates a program that polls child 0, which is empty, every `pace`, while a poll of child
    /// 1 costs `cost`. Returns the maximum time between two polls of child 1 in the steady state.
    fn longest_gap(fair: &mut Fair, now: &mut Instant, pace: Duration, cost: Duration) -> Duration {
        let (mut longest, mut last) = (Duration::ZERO, *now);
        for look in 0..200_000 {
            fair.spent(1);
            *now += pace;
            if fair.is_due(1) {
                fair.empty(1, *now, cost);
                *now += cost;
                if look > 10_000 {
                    longest = longest.max(*now - last);
                }
                last = *now;
            }
        }
        longest
    }

    #[test]
    fn a_quiet_child_is_looked_at_as_often_as_it_is_worth() {
        let (mut fair, mut now) = (Fair::new(2), Instant::now());
        let cost = Duration::from_nanos(300);
        for (pace_ns, least_ns, most_ns) in
            [(6, 4_000, 10_000), (100, 4_000, 10_500), (5_000, 5_000, 11_000), (6, 4_000, 10_000)]
        {
            let gap = longest_gap(&mut fair, &mut now, Duration::from_nanos(pace_ns), cost);
            let gap = gap.as_nanos() as u64;
            assert!((least_ns..=most_ns).contains(&gap), "pace {pace_ns} ns: {gap} ns");
        }
    }

    #[test]
    fn an_interrupted_look_does_not_hide_a_child() {
        let (mut fair, mut now) = (Fair::new(2), Instant::now());
        let cost = Duration::from_millis(5);
        let gap = longest_gap(&mut fair, &mut now, Duration::from_nanos(20), cost);
        assert!(gap < cost + Duration::from_micros(70), "{gap:?}");
    }

    #[test]
    fn two_that_flood_take_turns() {
        let mut fair = Fair::new(2);
        let mut shown = [0_u32; 2];
        for _ in 0..10_000 {
            fair.spent(1);
            shown[fair.turn] += 1;
            if fair.is_over() {
                let other = 1 - fair.turn;
                assert!(fair.is_due(other));
                fair.found(other, true);
                shown[other] += 1;
                assert_eq!(fair.grant(), 0, "the one that was cut must not be forgotten");
            }
        }
        assert!(shown[0].abs_diff(shown[1]) <= 2 * TURN_MESSAGES, "{shown:?}");
    }

    #[test]
    fn a_child_alone_is_never_interrupted() {
        let mut fair = Fair::new(1);
        assert!(!fair.is_over() && fair.grant() == u32::MAX);
    }
}
