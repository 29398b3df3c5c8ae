//! Lines of the control memory by which members of a team tell each other that they have come to
//! something.

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

/// A line of each member, in which one other tells it that it has come to something, which has a
/// number: that of a step, or of a broadcast.
#[derive(Clone, Copy)]
pub(super) struct Line {
    at: usize,
    number: u64,
}

impl Line {
    /// The line of the next broadcast. Those of [`LEADS`] broadcasts take turns.
    #[inline(always)]
    pub(super) fn of_lead(team: &TeamData, number: u64) -> Self {
        Self { at: place_of(team) + LEADS_AT + (number % LEADS) as usize * LINE, number }
    }

    /// Tells `pe`.
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

    /// [`signal`](Self::signal) with bytes, at most [`LINE_BYTES`].
    ///
    /// # Safety
    /// `bytes` is readable for `len`.
    #[inline(always)]
    pub(super) unsafe fn send(
        self,
        state: &State,
        pe: u32,
        bytes: *const u8,
        len: usize,
    ) -> Result<()> {
        // SAFETY: inside the line, which nobody else writes or reads now: see `meet.rs`. Our caller
        // vouches for `bytes`.
        unsafe { put_control(state, pe, self.at + BYTES_AT, bytes, len.min(LINE_BYTES))? };
        self.signal(state, pe)
    }

    /// Asks for this line of `pe` and those of the next broadcasts: so they are fetched together,
    /// and not one after the other when they are written.
    pub(super) fn fetch(self, state: &State, pe: u32, lines: u64) {
        for at in 0..lines as usize {
            if let Some(word) = near_word(state, pe, self.at + at * LINE) {
                fetch_to_write(word.as_ptr().cast());
            }
        }
    }

    /// Waits for the one that signals to this PE here.
    #[inline(always)]
    pub(super) fn wait(self, state: &State) -> Result<()> {
        come(state, word(state, self.at), self.number)
    }

    /// [`wait`](Self::wait), and where the bytes are that came. Nobody writes there before this PE
    /// has come to what is next: see the module.
    #[inline(always)]
    pub(super) fn receive(self, state: &State) -> Result<*const u8> {
        self.wait(state)?;
        Ok(state.control.mine(self.at + BYTES_AT))
    }

    /// The two words of the line of `pe`, which is near, that bytes would come in.
    pub(super) fn words(self, state: &State, pe: u32) -> Option<[&AtomicU64; 2]> {
        let at = |at| near_word(state, pe, self.at + BYTES_AT + at);
        Some([at(0)?, at(8)?])
    }
}

/// Words of a team for one of its steps.
#[derive(Clone, Copy)]
pub(super) struct Step {
    place: usize,
    epoch: u64,
}

impl Step {
    /// One that is no team's.
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

    /// Waits for all of a row by counting at its first: one switch for each PE where they share
    /// processors. All are near.
    pub(super) fn count(self, state: &State, row: &[u32]) -> Result<()> {
        count(state, row, self.place, self.epoch)
    }
}

/// A step that the members of one host take for themselves, of which others know nothing.
pub(super) fn count_here(state: &State, team: &TeamData, row: &[u32]) -> Result<()> {
    count(state, row, place_of(team), team.next_here())
}

fn count(state: &State, row: &[u32], place: usize, number: u64) -> Result<()> {
    let first = row[0];
    let at = |offset| near_word(state, first, place + offset);
    let (Some(count), Some(release)) = (at(COUNT_AT), at(RELEASE_AT)) else {
        return fail!("PE {first} is not near any more");
    };
    // SYNC count: each sees what those before did; the last releases all.
    if count.fetch_add(1, AcqRel) + 1 == row.len() as u64 {
        count.store(0, Relaxed);
        release.store(number, Release);
        row.iter().filter(|&&pe| pe != state.me).for_each(|&pe| wake(state, pe));
        return Ok(());
    }
    until(state, || release.load(Acquire) >= number)
}
