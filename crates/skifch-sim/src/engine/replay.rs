//! The link layer: packets damaged on a wire are retransmitted.
//!
//! The receiver checks a packet at its end and discards everything from a damaged one on until that
//! is retransmitted (go-back-N over a replay buffer). From the beginning of the damaged packet to
//! that of its retransmission the link does nothing useful: the packet's length, and the wire there
//! and back. So an error is only a delay: delivery stays reliable and in order, and nothing else in
//! the router is affected.

use super::Model;
use crate::random::mix;

/// Draws errors. Which packets are hit depends on the seed, the link and the packet's number on it,
/// and on nothing else.
#[derive(Debug)]
pub(super) struct Replay {
    seed: u64,
    /// Probability, in 2⁻³², that a packet of this many bytes is hit; empty if there are no errors.
    chances: Vec<u64>,
}

impl Replay {
    pub(super) fn new(model: &Model) -> Self {
        let most = model.wire_bytes(model.payload_bytes) as usize;
        let good_bit = 1.0 - model.errors_per_gbit as f64 / 1e9;
        // Only multiplications, which give the same result on every machine.
        let good_byte = (0..8).fold(1.0, |all, _| all * good_bit);
        let mut good = 1.0;
        let chance = |_| {
            let chance = ((1.0 - good) * (1u64 << 32) as f64) as u64;
            good *= good_byte;
            chance
        };
        let is_perfect = model.errors_per_gbit == 0;
        let chances = if is_perfect { Vec::new() } else { (0..=most).map(chance).collect() };
        Self { seed: 0, chances }
    }

    /// Whether a packet of maximum size is damaged more often than not.
    pub(super) fn is_hopeless(&self) -> bool {
        self.chances.last().is_some_and(|chance| *chance > 1 << 31)
    }

    pub(super) fn seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// How often in a row the `number`th packet of a link is damaged.
    #[inline]
    pub(super) fn failures(&self, link: usize, number: u32, bytes: u16) -> u64 {
        let Some(&chance) = self.chances.get(usize::from(bytes)) else { return 0 };
        let packet = mix(self.seed ^ mix((link as u64) << 32 | u64::from(number)));
        let is_hit = |attempt: &u64| mix(packet.wrapping_add(*attempt)) >> 32 < chance;
        (0..).take_while(is_hit).count() as u64
    }
}
