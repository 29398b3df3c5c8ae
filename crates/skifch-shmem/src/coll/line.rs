//! Cache lines of the control memory in which members of a team notify each other.

use super::meet::{
    BYTES_AT, COUNT_AT, LEADS, LEADS_AT, LINE, LINE_BYTES, RELEASE_AT, ROUNDS, come, far_store,
    near_word, place_of, put_control, wake, word,
};
use crate::error::{Result, fail};
use crate::state::State;
use crate::team::TeamData;
use crate::wait::until;
use skifch::fetch_to_write;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

/// A line of each member, in which one other member notifies it that it has reached a step or a
/// broadcast, by its number.
#[derive(Clone, Copy)]
pub(super) struct Line {
    at: usize,
    number: u64,
}

impl Line {
    /// The line of a broadcast. [`LEADS`] lines are used in turn.
    #[inline(always)]
    pub(super) fn of_lead(team: &TeamData, number: u64) -> Self {
        Self { at: place_of(team) + LEADS_AT + (number % LEADS) as usize * LINE, number }
    }

    /// Whether it is the line of a broadcast with an odd number.
    pub(super) fn is_odd(self) -> bool {
        self.number % 2 == 1
    }

    /// Notifies `pe`.
    #[inline(always)]
    pub(super) fn signal(self, state: &State, pe: u32) -> Result<()> {
        // SYNC step: pairs with the acquire load in `come`.
        match near_word(state, pe, self.at) {
            Some(word) => {
                word.store(self.number, Release);
                wake(state, pe);
            }
            None => far_store(state, pe, self.at, self.number)?,
        }
        Ok(())
    }

    /// [`signal`](Self::signal) with data, at most [`LINE_BYTES`].
    ///
    /// # Safety
    /// `bytes` is readable for `len` bytes.
    #[inline(always)]
    pub(super) unsafe fn send(
        self,
        state: &State,
        pe: u32,
        bytes: *const u8,
        len: usize,
    ) -> Result<()> {
        // SAFETY: inside the line, which nobody else accesses now: see `meet.rs`. Our caller
        // vouches for `bytes`.
        unsafe { put_control(state, pe, self.at + BYTES_AT, bytes, len.min(LINE_BYTES))? };
        self.signal(state, pe)
    }

    /// Prefetches this line of `pe` and those of the next broadcasts for writing, so that their
    /// transfers overlap instead of following each other.
    pub(super) fn fetch(self, state: &State, pe: u32, lines: u64) {
        for at in 0..lines as usize {
            if let Some(word) = near_word(state, pe, self.at + at * LINE) {
                fetch_to_write(word.as_ptr().cast());
            }
        }
    }

    /// Waits for the notification in this line of this PE.
    #[inline(always)]
    pub(super) fn wait(self, state: &State) -> Result<()> {
        come(state, word(state, self.at), self.number)
    }

    /// [`wait`](Self::wait), then the address of the data that came. It is not written again before
    /// this PE has come to a later step: see `meet.rs`.
    #[inline(always)]
    pub(super) fn receive(self, state: &State) -> Result<*const u8> {
        self.wait(state)?;
        Ok(state.control.mine(self.at + BYTES_AT))
    }

    /// The two words of data in the line of `pe`, if it is directly accessible.
    pub(super) fn words(self, state: &State, pe: u32) -> Option<[&AtomicU64; 2]> {
        let at = |at| near_word(state, pe, self.at + BYTES_AT + at);
        Some([at(0)?, at(8)?])
    }
}

/// The lines of a team for one of its steps.
#[derive(Clone, Copy)]
pub(super) struct Step {
    place: usize,
    epoch: u64,
}

impl Step {
    /// A step that belongs to no team.
    pub(super) fn at(place: usize, epoch: u64) -> Self {
        Self { place, epoch }
    }

    #[inline(always)]
    pub(super) fn next(team: &TeamData) -> Self {
        Self { place: place_of(team), epoch: team.next_epoch() }
    }

    #[inline(always)]
    pub(super) fn line(self, round: usize) -> Line {
        let at = self.place + ((self.epoch as usize & 1) * ROUNDS + round) * LINE;
        Line { at, number: self.epoch }
    }

    /// Synchronises a row of PEs by counting in the memory of the first: one context switch for
    /// each PE when they share processors. All must be directly accessible.
    pub(super) fn count(self, state: &State, row: &[u32]) -> Result<()> {
        count(state, row, self.place, self.epoch)
    }
}

/// A step of the members on one host alone.
pub(super) fn count_here(state: &State, team: &TeamData, row: &[u32]) -> Result<()> {
    count(state, row, place_of(team), team.next_here())
}

fn count(state: &State, row: &[u32], place: usize, number: u64) -> Result<()> {
    let first = row[0];
    let at = |offset| near_word(state, first, place + offset);
    let (Some(count), Some(release)) = (at(COUNT_AT), at(RELEASE_AT)) else {
        return fail!("PE {first} is not near any more");
    };
    // SYNC count: each PE sees what those before it did; the last one, by its store, releases all.
    if count.fetch_add(1, AcqRel) + 1 == row.len() as u64 {
        count.store(0, Relaxed);
        release.store(number, Release);
        row.iter().filter(|&&pe| pe != state.me).for_each(|&pe| wake(state, pe));
        return Ok(());
    }
    // SYNC count: pairs with the store of the last PE.
    until(state, || release.load(Acquire) >= number)
}
