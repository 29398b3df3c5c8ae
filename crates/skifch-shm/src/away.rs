//! Pauses of a receiver that has caught up with a stream (`pace.rs` says when and for how long).

use crate::pace::{DISTANCE_BYTES, FASTEST_NS, STEP_NS};
use crate::recv::ShmRx;
use skifch_sync::pause_for;

impl ShmRx {
    /// Pauses briefly when this receiver is right behind a streaming sender.
    pub(crate) fn keep_a_distance(&mut self) {
        if !std::mem::take(&mut self.turn_ended) {
            return;
        }
        let away_ns = self.wait.turn(self.seen());
        let [lane] = &self.lanes[..] else { return };
        if !lane.consumer.has_backlog(DISTANCE_BYTES) {
            self.look_away(away_ns);
        }
    }

    /// Pauses for at most this time: no longer than the sender of the only lane makes progress.
    pub(crate) fn look_away(&mut self, away_ns: u32) {
        if self.turns.is_shared() {
            return;
        }
        let [lane] = &mut self.lanes[..] else { return pause_for(away_ns.min(STEP_NS)) };
        // The sender should not find the ring full meanwhile.
        let away_ns = away_ns.min(lane.consumer.holds() as u32 / 2 * FASTEST_NS);
        pause_for(away_ns.min(STEP_NS));
        for step in 1..away_ns.div_ceil(STEP_NS) {
            if !lane.consumer.has_backlog(step as usize * DISTANCE_BYTES) {
                return;
            }
            pause_for(STEP_NS);
        }
    }
}
