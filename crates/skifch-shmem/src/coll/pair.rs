//! Two PEs of one host, which synchronise by one store and one poll each, and pass each other
//! words.

use super::meet::{LINE, RECORD, RECORDS, RECORDS_AT, ROUNDS, SLEEP_AT, come, place_of, send_wake};
use crate::control::Control;
use crate::error::Result;
use crate::rma::copy;
use crate::state::State;
use crate::team::TeamData;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Relaxed, Release};

/// Bytes of data in a record.
pub(super) const WORD_BYTES: usize = RECORD - size_of::<u64>();

/// Where two PEs synchronise: the lines of the first round of their team, used in turn.
pub(crate) struct Pair {
    mine: *const u8,
    theirs: *const u8,
    /// The word by which the other PE says that it sleeps.
    sleeps: *const AtomicU64,
    other: u32,
}

// SAFETY: addresses in the control memory, which is shared by atomics only.
unsafe impl Send for Pair {}
// SAFETY: as above.
unsafe impl Sync for Pair {}

impl Pair {
    /// The words of a team of two PEs that access each other directly; `None` for other teams.
    pub(crate) fn of(control: &Control, team: &TeamData) -> Option<Self> {
        let members = &team.members;
        if members.len() != 2 || !members.is_near {
            return None;
        }
        let other = members.at(1 - team.me);
        let place = place_of(team);
        Some(Self {
            // In virtual time this is `None`: even this PE's own memory is not accessed directly.
            mine: control.of(members.at(team.me), place)?,
            theirs: control.of(other, place)?,
            sleeps: control.of(other, SLEEP_AT)?.cast(),
            other,
        })
    }

    /// Waits until both PEs have come to this step of their team.
    ///
    /// # Errors
    /// An error of the network.
    #[inline(always)]
    pub(super) fn meet(&self, state: &State, epoch: u64) -> Result<()> {
        let line = (epoch as usize & 1) * ROUNDS * LINE;
        // SAFETY: words of the control memory, mapped as long as the state exists; aligned, and
        // accessed by atomics only. The same for all three.
        let theirs = unsafe { &*self.theirs.wrapping_add(line).cast::<AtomicU64>() };
        // SAFETY: as above.
        let mine = unsafe { &*self.mine.wrapping_add(line).cast::<AtomicU64>() };
        // SYNC step: pairs with the acquire load of the other PE in `come`.
        theirs.store(epoch, Release);
        self.wake(state);
        come(state, mine, epoch)
    }

    /// Offset of the record of a broadcast in the team's place. The two PEs synchronise before the
    /// first record is used again.
    #[inline(always)]
    fn record(number: u64) -> usize {
        RECORDS_AT + (number % RECORDS) as usize * RECORD
    }

    /// Passes a word to the other PE.
    ///
    /// # Safety
    /// `from` is readable for `bytes` bytes, of which at most [`WORD_BYTES`] are passed.
    #[inline(always)]
    pub(super) unsafe fn give(&self, state: &State, number: u64, from: *const u8, bytes: usize) {
        let record = self.theirs.wrapping_add(Self::record(number)).cast_mut();
        // SAFETY: a record of the control memory, mapped as long as the state exists, which the
        // other PE does not read before it has its number; our caller vouches for `from`.
        unsafe { copy(record.wrapping_add(size_of::<u64>()), from, bytes.min(WORD_BYTES)) };
        // SAFETY: as above; aligned, and accessed by atomics only.
        let theirs = unsafe { &*record.cast::<AtomicU64>() };
        // SYNC step: pairs with the acquire load of the other PE in `come`.
        theirs.store(number, Release);
        self.wake(state);
    }

    /// Waits for the word that the other PE passes, and copies it.
    ///
    /// # Errors
    /// An error of the network.
    ///
    /// # Safety
    /// `to` is writable for `bytes` bytes, of which at most [`WORD_BYTES`] are copied.
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
        // SAFETY: as in `give`: it is not written again before the two have synchronised.
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
