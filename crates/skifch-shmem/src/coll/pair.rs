//! Two PEs of one host, who meet by one store and one look each.

use super::meet::{LINE, LOOKS, ROUNDS, SLEEP_AT, place_of, send_wake};
use crate::control::Control;
use crate::error::Result;
use crate::state::State;
use crate::team::TeamData;
use crate::wait::until;
use std::hint::spin_loop;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

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
        // SAFETY: as above.
        let sleeps = unsafe { &*self.sleeps };
        if sleeps.load(Relaxed) != 0 {
            send_wake(state, self.other, sleeps);
        }
        if state.pace.spins() {
            for _ in 0..LOOKS {
                if mine.load(Acquire) >= epoch {
                    return Ok(());
                }
                spin_loop();
            }
        }
        wait(state, mine, epoch)
    }
}

#[cold]
#[inline(never)]
fn wait(state: &State, mine: &AtomicU64, epoch: u64) -> Result<()> {
    until(state, || mine.load(Acquire) >= epoch)
}
