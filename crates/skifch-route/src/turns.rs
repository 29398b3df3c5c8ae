//! The receiving side: fair, and cheap when quiet.
//!
//! The child that delivered last has the turn, and every look of the program goes to it first.
//! While another has messages too, the turn ends after [`TURN_MESSAGES`] messages. A child that had
//! nothing when it was looked at is left alone for some looks, so many that looking at it takes one
//! part in [`SHARE`] of the time: a child whose look is a system call of 0.3 µs is looked at every
//! 5 µs, one in memory nearly every time. How many that are is found by the clock, which is read
//! only when such a child is looked at.
//!
//! So a message that waits at another child is seen at most [`SHARE`] times the cost of its look
//! after it came, 32 µs at most, as long as the program looks all the time and at a steady pace; a
//! program that becomes slower from one look to the next finds it within [`LOOKS_MAX`] looks. Where
//! it waits or sleeps instead, every child is looked at.

use skifch_backend::composite::Turns;
use std::time::{Duration, Instant};

/// Messages of one child after which another that has some comes.
const TURN_MESSAGES: u32 = 32;
/// One part in so many of the time goes to looks at children that had nothing.
const SHARE: u32 = 16;
/// The most looks for which a child is left alone.
const LOOKS_MAX: u32 = 1024;
/// A look is taken to cost this much at most: what is more was an interruption.
const COST_MAX: Duration = Duration::from_micros(2);

/// Turns of the children of one channel.
pub struct Fair {
    children: Vec<Child>,
    turn: usize,
    /// Messages since the turn began.
    messages: u32,
}

#[derive(Clone, Default)]
struct Child {
    /// It lost its turn while it may still have had messages.
    has_more: bool,
    /// Looks for which it is left alone when it had nothing.
    period: u32,
    /// Looks left of that.
    wait: u32,
    /// When it was looked at last and had nothing.
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
                // At once, for the program has become slower: so many looks are as many too many.
                let factor = (since.as_nanos() / wanted.as_nanos().max(1)).min(1 << 16) as u32;
                child.period = (child.period / factor.max(2)).max(1);
            }
        }
        child.wait = child.period;
    }

    fn found(&mut self, child: usize, was_cut: bool) {
        if let Some(earlier) = self.children.get_mut(self.turn) {
            // It was looked at just now, or has more.
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

    /// A program that looks every `pace` at child 0, which is empty, while a look at child 1 costs
    /// `cost`: the greatest time between two looks at child 1 once it is steady.
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
