//! A barrier of all PEs that the network does by itself, if it can.
//!
//! A PE gives the network a message to itself with the number of the step, and waits until the
//! message comes back: then all PEs have given theirs. Only the world team uses this, and the last
//! barrier of all PEs.

use crate::error::Result;
use crate::state::State;
use crate::team::{LAST_PLACE, TeamData};
use crate::wait::{look, until};
use skifch::{Caps, Channel, Join, JoinOp, Message};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Release};

/// Bytes in such a message.
const BYTES: usize = 8;

/// State of these barriers.
pub(crate) struct Network {
    is_there: bool,
    /// The last step that all PEs have reached.
    met: AtomicU64,
}

impl Network {
    pub(crate) fn new(channel: &Channel) -> Self {
        let is_there = channel.attr().is_ok_and(|attr| attr.caps.has(Caps::JOIN));
        Self { is_there, met: AtomicU64::new(0) }
    }

    /// Whether the network does barriers.
    pub(crate) fn is_there(&self) -> bool {
        self.is_there
    }

    /// Records a message that has come. Other messages only wake this PE.
    pub(crate) fn note(&self, message: &Message<'_>) {
        if let Some(step) = message.read_u64_le(0).filter(|_| message.len() == BYTES) {
            // SYNC met: pairs with the acquire load in `meet`.
            self.met.store(step, Release);
        }
    }

    /// Whether a team uses the network's barrier.
    pub(super) fn suits(&self, state: &State, team: &TeamData) -> bool {
        self.is_there && [0, LAST_PLACE].contains(&team.place) && state.pes > 1
    }
}

/// Waits until all PEs have come to the next step of the world team, or to the last barrier.
///
/// # Errors
/// An error of the network.
pub(super) fn meet(state: &State, team: &TeamData) -> Result<()> {
    let step = team.next_epoch();
    let join = Join { id: team.place as u64, op: JoinOp::Meet as u32, root: 0, head: BYTES };
    // Another thread may be waiting with the channel.
    while !match state.try_channel() {
        Some(mut channel) => channel.join(&join, &step.to_le_bytes())?,
        None => false,
    } {
        look(state)?;
    }
    // SYNC met: pairs with the release store in `note`.
    until(state, || state.network.met.load(Acquire) >= step)
}
