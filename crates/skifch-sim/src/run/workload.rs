//! How much is sent, and when.

use crate::Error;
use crate::config::Fidelity;
use crate::engine::Model;
use crate::random::Random;
use crate::traffic::Pattern;

/// Traffic that every node offers. In each packet time every node sends a packet or not, at random
/// (Bernoulli), at a fixed offset of its own.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The traffic pattern.
    pub pattern: Pattern,
    /// Bytes on the wire that a node offers, headers included, as a fraction of link capacity.
    pub load: f64,
    /// Payload sizes in bytes; each packet gets a random one.
    pub payload_bytes: Vec<u16>,
    /// Every packet is answered by one of this size on the other subnetwork, as a read is.
    pub reply_bytes: Option<u16>,
    /// Seed of the random choices.
    pub seed: u64,
}

impl Workload {
    pub(super) fn check(&self, model: &Model) -> Result<(), Error> {
        let most = model.largest_send();
        let sizes = self.payload_bytes.iter().chain(&self.reply_bytes);
        if let Some(bad) = sizes.into_iter().find(|bytes| **bytes > most) {
            return Err(Error::new(format!(
                "payload of {bad} bytes, at most {most} {}",
                match model.fidelity {
                    Fidelity::Exact => "fit in a packet",
                    _ => "can be sent at once",
                }
            )));
        }
        if self.payload_bytes.is_empty() {
            return Err(Error::new("no payload size is given"));
        }
        if !(self.load > 0.0 && self.load <= 64.0) {
            return Err(Error::new(format!("load {}: must be above 0 and at most 64", self.load)));
        }
        Ok(())
    }

    /// Mean time of a packet on a link, in ticks.
    pub(super) fn slot(&self, model: &Model) -> u64 {
        let sum: u64 = self.payload_bytes.iter().map(|bytes| model.packet_ticks(*bytes)).sum();
        (sum / self.payload_bytes.len() as u64).max(1)
    }
}

/// Draws the packets to send.
pub(super) struct Source<'a> {
    workload: &'a Workload,
    random: Random,
    /// Packets that a node sends in every slot, and the probability of one more, in 2⁻³².
    always: u32,
    more: u64,
    /// For each node, its offset in a slot.
    offsets: Vec<u64>,
    slot: u64,
}

/// A packet to send.
pub(super) struct Draw {
    pub(super) at: u64,
    pub(super) to: u32,
    pub(super) payload_bytes: u16,
}

impl<'a> Source<'a> {
    pub(super) fn new(workload: &'a Workload, model: &Model) -> Self {
        let mut random = Random::new(workload.seed);
        let slot = workload.slot(model);
        let offset = |_| ((random.bits() >> 32) * slot) >> 32;
        let offsets = (0..model.torus.nodes()).map(offset).collect();
        let more = (workload.load.fract() * (1u64 << 32) as f64) as u64;
        Self { workload, random, always: workload.load as u32, more, offsets, slot }
    }

    /// Draws the packets of a node in the slot that begins at `start`.
    pub(super) fn draw(&mut self, from: u32, start: u64, mut send: impl FnMut(Draw)) {
        let count = self.always + u32::from(self.random.happens(self.more));
        let sizes = &self.workload.payload_bytes;
        for number in 0..u64::from(count) {
            let at = start + self.offsets[from as usize];
            let size = match sizes.len() {
                1 => 0,
                many => self.random.below(many as u32) as usize,
            };
            send(Draw {
                at: (at + number * self.slot / u64::from(count)).min(start + self.slot - 1),
                to: self.workload.pattern.target(from, &mut self.random),
                payload_bytes: sizes[size],
            });
        }
    }
}
