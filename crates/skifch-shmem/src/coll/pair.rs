//! Two PEs of one host, who meet by one store and one look each, and hand each other words.

use super::meet::{LINE, RECORD, RECORDS, RECORDS_AT, ROUNDS, SLEEP_AT, come, place_of, send_wake};
use crate::control::Control;
use crate::error::Result;
use crate::rma::copy;
use crate::state::State;
use crate::team::TeamData;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Relaxed, Release};

/// So many bytes go into a record.
pub(super) const WORD_BYTES: usize = RECORD - size_of::<u64>();

/// Where the two meet: the lines of the first round of their team, which take turns.
pub(crate) struct Pair {
    mine: *const u8,
    theirs: *const u8,
    /// The word by which the other says that it sleeps.
    sleeps: *const AtomicU64,
    other: u32,
}

// SAFETY: addresses in the control memory, which is shared by atomics only.
unsafe impl Send for Pair {}
// SAFETY: as above.
unsafe impl Sync for Pair {}

impl Pair {
    /// The meeting place of a team of two that are near.
    pub(crate) fn of(control: &Control, team: &TeamData) -> Option<Self> {
        let members = &team.members;
        if members.len() != 2 || !members.is_near {
            return None;
        }
        let other = members.at(1 - team.me);
        let place = place_of(team);
        Some(Self {
            // In virtual time the own memory is far as well.
            mine: control.of(members.at(team.me), place)?,
            theirs: control.of(other, place)?,
            sleeps: control.of(other, SLEEP_AT)?.cast(),
            other,
        })
    }

    /// Waits until both have come to this step of their team.
    ///
    /// # Errors
    /// What the network answers.
    #[inline(always)]
    pub(super) fn meet(&self, state: &State, epoch: u64) -> Result<()> {
        let line = (epoch as usize & 1) * ROUNDS * LINE;
        // SAFETY: words of the control memory, mapped as long as the state is there; aligned, and
        // shared by atomics only. So for all three.
        let theirs = unsafe { &*self.theirs.wrapping_add(line).cast::<AtomicU64>() };
        // SAFETY: as above.
        let mine = unsafe { &*self.mine.wrapping_add(line).cast::<AtomicU64>() };
        // SYNC step: pairs with the acquire load of the other.
        theirs.store(epoch, Release);
        self.wake(state);
        come(state, mine, epoch)
    }

    /// Where the record of a broadcast is, from where the words of the team begin. When the first
    /// has its turn again, the two have met.
    #[inline(always)]
    fn record(number: u64) -> usize {
        RECORDS_AT + (number % RECORDS) as usize * RECORD
    }

    /// Hands the other a word.
    ///
    /// # Safety
    /// `from` is readable for `bytes`, of which at most [`WORD_BYTES`] are taken.
    #[inline(always)]
    pub(super) unsafe fn give(&self, state: &State, number: u64, from: *const u8, bytes: usize) {
        let record = self.theirs.wrapping_add(Self::record(number)).cast_mut();
        // SAFETY: a record of the control memory, mapped as long as the state is there, which the
        // other does not look at before it has its number; our caller vouches for `from`.
        unsafe { copy(record.wrapping_add(size_of::<u64>()), from, bytes.min(WORD_BYTES)) };
        // SAFETY: as above, aligned, and shared by atomics only.
        let theirs = unsafe { &*record.cast::<AtomicU64>() };
        // SYNC step: pairs with the acquire load of the other.
        theirs.store(number, Release);
        self.wake(state);
    }

    /// Waits for the word that the other hands over, and copies it.
    ///
    /// # Errors
    /// What the network answers.
    ///
    /// # Safety
    /// `to` is writable for `bytes`, of which at most [`WORD_BYTES`] are copied.
    #[inline(always)]
    pub(super) unsafe fn take(
        &self,
        state: &State,
        number: u64,
        to: *mut u8,
        bytes: usize,
    ) -> Result<()> {
        let record = self.mine.wrapping_add(Self::record(number));
        // SAFETY: as in `give`.
        come(state, unsafe { &*record.cast::<AtomicU64>() }, number)?;
        // SAFETY: as in `give`: it is not written again before the two have met.
        unsafe { copy(to, record.wrapping_add(size_of::<u64>()), bytes.min(WORD_BYTES)) };
        Ok(())
    }

    #[inline(always)]
    fn wake(&self, state: &State) {
        // SAFETY: as in `meet`.
        let sleeps = unsafe { &*self.sleeps };
        if sleeps.load(Relaxed) != 0 {
            send_wake(state, self.other, sleeps);
        }
    }
}
