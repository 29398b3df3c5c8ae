//! Which of a rank's waiting threads look at its threads outside of calls.
//!
//! A few suffice. If all did, a rank of many threads would spend its time on waking up.

use crate::futex;
use crate::layout::SEATS;
use crate::rank::{LOOK_AGAIN, Rank, Seat};
use crate::threads::GLANCE;
use crate::turns;
use std::time::Duration;

/// Maximum number of threads of a rank that watch at a time.
const MOST: u32 = 4;

/// A set of seats, by their bits.
pub(crate) type Seats = u64;

const _: () = assert!(SEATS <= Seats::BITS as usize);

/// The waiting threads that look at the others, by their seats.
#[derive(Default)]
pub(crate) struct Watchers(Seats);

impl Watchers {
    /// The thread in seat `place` watches from now on if there is need. Returns whether it does.
    fn join(&mut self, place: usize) -> bool {
        if self.0.count_ones() < MOST {
            self.0 |= 1 << place;
        }
        self.0 & 1 << place != 0
    }

    /// The watcher in seat `place` stops; of the threads in seats `waiting`, returns the one to
    /// take over.
    fn leave(&mut self, place: usize, waiting: Seats) -> Option<usize> {
        let others = waiting & !self.0;
        self.0 &= !(1 << place);
        (others != 0).then_some(others.trailing_zeros() as usize)
    }
}

/// A thread that waits for the answer to its query.
pub(crate) struct Waiter<'a> {
    rank: &'a Rank,
    seat: Seat,
    is_watching: bool,
}

impl<'a> Waiter<'a> {
    pub(crate) fn new(rank: &'a Rank, seat: Seat) -> Self {
        Self { rank, seat, is_watching: false }
    }

    /// How long the thread may sleep before it checks what is around it.
    pub(crate) fn nap(&mut self) -> Duration {
        let mut state = self.rank.lock();
        let threads = &mut state.threads;
        if !threads.are_several {
            return LOOK_AGAIN;
        }
        self.is_watching = threads.watchers.join(self.seat.place);
        drop(state);
        turns::be_prompt();
        if self.is_watching { GLANCE } else { LOOK_AGAIN }
    }

    /// The thread has slept for as long as it may.
    pub(crate) fn look(&self) {
        if self.is_watching {
            self.rank.look_at_threads();
        }
    }
}

impl Drop for Waiter<'_> {
    /// Wakes the thread that takes over, which then finds out about it in [`Waiter::nap`].
    fn drop(&mut self) {
        if !self.is_watching {
            return;
        }
        let mut state = self.rank.lock();
        let waiting = self.rank.unanswered(&state);
        let next = state.threads.watchers.leave(self.seat.place, waiting);
        drop(state);
        if let Some(next) = next {
            futex::wake(self.rank.answer_word(next));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_watch_and_who_stops_is_followed_by_one_that_waits() {
        let mut watchers = Watchers::default();
        let watching = (0..10).filter(|&place| watchers.join(place)).count();
        assert_eq!(watching, MOST as usize);
        assert!(watchers.join(3), "it is one already");
        assert!(!watchers.join(7));
        assert_eq!(watchers.leave(0, 0b11_1111_1110), Some(4), "1, 2 and 3 watch");
        assert!(watchers.join(4));
        assert!(!watchers.join(0));
        assert_eq!(watchers.leave(1, 0b1_1100), None, "all that wait watch");
        assert!(watchers.join(9), "whoever comes next");
    }
}
