//! A FIFO of events that happen in the order in which they become known, as events with a fixed
//! delay do. They are contiguous in memory and need no search.

use super::wheel::Event;
use std::collections::VecDeque;

#[derive(Debug)]
pub(super) struct Line {
    events: VecDeque<(u64, Event)>,
    /// Times of the first and the last event; `u64::MAX` and 0 if there is none.
    first: u64,
    last: u64,
}

impl Line {
    pub(super) fn new() -> Self {
        Self { events: VecDeque::new(), first: u64::MAX, last: 0 }
    }

    /// Time of the first event; `u64::MAX` if there is none.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        self.first
    }

    /// Whether an event at `at` is not before the last one.
    #[inline]
    pub(super) fn takes(&self, at: u64) -> bool {
        at >= self.last
    }

    /// Appends an event for which [`Self::takes`] holds.
    #[inline]
    pub(super) fn join(&mut self, at: u64, event: Event) {
        (self.first, self.last) = (self.first.min(at), at);
        self.events.push_back((at, event));
    }

    /// Takes the first event, if its time is `at`.
    #[inline]
    pub(super) fn take(&mut self, at: u64) -> Option<Event> {
        if self.first != at {
            return None;
        }
        let (_, event) = self.events.pop_front()?;
        (self.first, self.last) = match self.events.front() {
            Some((next, _)) => (*next, self.last),
            None => (u64::MAX, 0),
        };
        Some(event)
    }

    /// Shows `count` events and further ones of the same time as the last; returns that time, or
    /// `u64::MAX` if there are no more.
    pub(super) fn look_ahead(&self, count: usize, mut show: impl FnMut(&Event)) -> u64 {
        let mut until = 0;
        for (shown, (at, event)) in self.events.iter().enumerate() {
            if shown >= count && *at > until {
                return until;
            }
            until = *at;
            show(event);
        }
        u64::MAX
    }

    /// All events.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().map(|(_, event)| event)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Event> {
        self.events.iter_mut().map(|(_, event)| event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_late_makes_others_go_elsewhere_until_it_has_gone() {
        let mut line = Line::new();
        let event = |node| Event::Host { node };
        assert_eq!((line.next(), line.takes(0)), (u64::MAX, true));
        for (at, node) in [(5, 1), (5, 2), (90, 3)] {
            assert!(line.takes(at));
            line.join(at, event(node));
        }
        assert!(!line.takes(89));
        assert_eq!((line.take(4), line.next()), (None, 5));
        assert_eq!([5; 3].map(|at| line.take(at)), [Some(event(1)), Some(event(2)), None]);
        assert_eq!((line.take(90), line.next()), (Some(event(3)), u64::MAX));
        assert!(line.takes(6));
    }

    #[test]
    fn looking_ahead_ends_between_two_times() {
        let mut line = Line::new();
        for (at, node) in [(5, 1), (6, 2), (6, 3), (7, 4)] {
            line.join(at, Event::Host { node });
        }
        let look = |count| {
            let mut shown = 0;
            (line.look_ahead(count, |_| shown += 1), shown)
        };
        assert_eq!([1, 2, 3, 4].map(look), [(5, 1), (6, 3), (6, 3), (u64::MAX, 4)]);
    }
}
