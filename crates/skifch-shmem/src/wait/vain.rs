//! Long waits after some PE has ended, by `shmem_finalize` or without it.
//!
//! Such a wait may never end, or a PE that still computes may end it. So a PE that has waited for
//! long tells all others, again and again as long as that wait lasts. If all others have reported
//! one and the same wait each since some moment, all were waiting at that moment and have polled
//! since: no PE is left that could end a wait. A PE that is stopped reports nothing, so it is
//! waited for.

use crate::ended::{self, HAS_ENDED, fate, others, tell_fate};
use crate::error::{Error, Result};
use crate::state::State;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// A wait reports itself after this time.
pub(super) const LONG_NS: u64 = 1_000_000_000;
/// And again after this time, plus as much for every `AGAIN_PES` PEs.
const AGAIN_NS: u64 = 250_000_000;
const AGAIN_PES: u64 = 64;
/// Number of reports counted from some moment: together they take longer than any message is under
/// way in a working network.
const TIMES: u64 = 8;
/// After this time a wait that is not known to be endless prints a message once; so does a PE that
/// tests.
const PATIENCE_NS: u64 = 10_000_000_000;
/// Counted at most from one poll to the next: longer than the longest sleep, and a running process
/// does not take longer.
const LONGEST_LOOK_NS: u64 = 1_000_000_000;

/// In a report: how often the PE has reported this wait, and the number of the wait.
const ONCE: u64 = 4;
const WAIT_SHIFT: u32 = 32;

/// Number of waits of this process that have reported themselves.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Prints a message, unless all ended PEs are in `shmem_finalize`: then the program may intend it.
fn say(state: &State, what: &str) {
    if !ended::is_untold(state) {
        return;
    }
    let seconds = PATIENCE_NS / 1_000_000_000;
    eprintln!("PE {} {what} for {seconds} s, and {}", state.me, ended::who(state));
}

/// Time of this process's first failed test after others have ended; the greatest number once the
/// message has been printed.
static TESTS_NS: AtomicU64 = AtomicU64::new(0);

/// Called when others have ended and a test of this PE has failed. The PE may do something else
/// between tests.
#[cold]
pub(super) fn test(state: &State) {
    let now_ns = state.job.time_ns();
    let since_ns = TESTS_NS.load(Relaxed);
    if since_ns == 0 {
        TESTS_NS.store(now_ns, Relaxed);
    } else if now_ns.saturating_sub(since_ns) >= PATIENCE_NS
        && TESTS_NS.swap(u64::MAX, Relaxed) != u64::MAX
    {
        say(state, "has tested words");
    }
}

/// State of one such wait.
#[derive(Default)]
pub(super) struct Vain {
    /// Time of the last poll, and the time waited so far: a process that was stopped has not
    /// waited.
    looked_ns: u64,
    patient_ns: u64,
    again_ns: u64,
    /// The last report, without the bits of `ended.rs`.
    told: u64,
    /// The reports of the others at the moment from which they are counted.
    seen: Vec<u64>,
    /// PEs over a network that can no longer be reached.
    left: Vec<u32>,
}

/// Whether this PE has ended, and a PE that has not can say better what it waits for.
fn leaves_it_to_others(state: &State) -> bool {
    state.fate() != 0 && others(state).any(|pe| fate(state, pe) & HAS_ENDED == 0)
}

impl Vain {
    /// Called after a poll that failed. `tells`: no other thread of this PE can end a wait of
    /// others.
    ///
    /// # Errors
    /// All PEs wait.
    pub(super) fn look(&mut self, state: &State, now_ns: u64, tells: bool) -> Result<()> {
        let since_ns = std::mem::replace(&mut self.looked_ns, now_ns);
        if since_ns == 0 {
            return Ok(());
        }
        let before_ns = self.patient_ns;
        self.patient_ns += now_ns.saturating_sub(since_ns).min(LONGEST_LOOK_NS);
        if tells && self.patient_ns >= LONG_NS.max(self.again_ns) {
            self.again_ns = self.patient_ns + AGAIN_NS * (1 + u64::from(state.pes) / AGAIN_PES);
            self.tell(state)?;
            if self.is_known(state) && !leaves_it_to_others(state) {
                let vain = ended::vain(state);
                let all = "all others that are left wait as well";
                return Err(Error::new(format!("{vain}, and {all}")));
            }
        }
        let is_long = (before_ns..self.patient_ns).contains(&PATIENCE_NS);
        if is_long && ended::count(state) > 0 {
            say(state, "has waited");
        }
        Ok(())
    }

    fn tell(&mut self, state: &State) -> Result<()> {
        if ended::must_tell(state) {
            ended::tell_late(state)?;
        }
        if self.told == 0 {
            let number = NUMBER.fetch_add(1, Relaxed).wrapping_add(1).max(1);
            self.told = u64::from(number) << WAIT_SHIFT;
        }
        self.told += ONCE;
        for pe in others(state) {
            if tell_fate(state, pe, self.told | state.fate()).is_err_and(|error| error.is_end())
                && !self.left.contains(&pe)
            {
                self.left.push(pe);
            }
        }
        Ok(())
    }

    /// Whether all others that are reachable have reported the same wait often enough.
    fn is_known(&mut self, state: &State) -> bool {
        let is_there = |pe: &u32| !self.left.contains(pe);
        let now: Vec<_> = others(state).filter(is_there).map(|pe| fate(state, pe)).collect();
        let is_same =
            |now: u64, seen: u64| now >> WAIT_SHIFT != 0 && now >> WAIT_SHIFT == seen >> WAIT_SHIFT;
        let is_often = |now: u64, seen: u64| now.saturating_sub(seen) >= TIMES * ONCE;
        let both = || now.iter().copied().zip(self.seen.iter().copied());
        if self.seen.len() == now.len() && both().all(|(now, seen)| is_same(now, seen)) {
            return both().all(|(now, seen)| is_often(now, seen));
        }
        self.seen = now;
        false
    }
}
