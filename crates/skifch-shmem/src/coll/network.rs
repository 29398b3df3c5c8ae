//! A meeting of all PEs that the network does by itself, where it does.
//!
//! A PE gives the network a message to itself with the number of the step, and waits until it is
//! back: then all have given theirs. Only the team of the world meets so, and
//! all in their last barrier.

use crate::error::Result;
use crate::state::State;
use crate::team::{LAST_PLACE, TeamData};
use crate::wait::{look, until};
use skifch::{Caps, Channel, Join, JoinOp, Message};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Release};

/// Bytes of such a message.
const BYTES: usize = 8;

/// What is known of these meetings.
pub(crate) struct Network {
    is_there: bool,
    /// The last step that all have come to.
    met: AtomicU64,
}

impl Network {
    pub(crate) fn new(channel: &Channel) -> Self {
        let is_there = channel.attr().is_ok_and(|attr| attr.caps.has(Caps::JOIN));
        Self { is_there, met: AtomicU64::new(0) }
    }

    /// Whether the network does meetings.
    pub(crate) fn is_there(&self) -> bool {
        self.is_there
    }

    /// A message has come: others only wake.
    pub(crate) fn note(&self, message: &Message<'_>) {
        if let Some(step) = message.read_u64_le(0).filter(|_| message.len() == BYTES) {
            // SYNC met: pairs with the acquire load in `meet`.
            self.met.store(step, Release);
        }
    }

    /// Whether a team meets here.
    pub(super) fn suits(&self, state: &State, team: &TeamData) -> bool {
        self.is_there && [0, LAST_PLACE].contains(&team.place) && state.pes > 1
    }
}

/// Waits until all PEs have come to the next step of the team of the world, or to the last barrier.
///
/// # Errors
/// What the network answers.
pub(super) fn meet(state: &State, team: &TeamData) -> Result<()> {
    let step = team.next_epoch();
    let join = Join { id: team.place as u64, op: JoinOp::Meet as u32, root: 0, head: BYTES };
    // Another thread may wait with the channel.
    while !match state.try_channel() {
        Some(mut channel) => channel.join(&join, &step.to_le_bytes())?,
        None => false,
    } {
        look(state)?;
    }
    until(state, || state.network.met.load(Acquire) >= step)
}
