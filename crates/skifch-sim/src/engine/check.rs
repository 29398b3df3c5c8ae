//! Conservation of packets and credits.

use super::network::Network;
use super::probe::Probe;
use super::tally::Tally;
use super::wheel::Event;
use crate::Error;

impl<P: Probe> Network<P> {
    /// Checks that all packets and credits are accounted for. For tests, and after a run.
    ///
    /// # Errors
    /// Names what is wrong, and where.
    pub fn check(&self) -> Result<(), Error> {
        let Tally { injected, delivered, lost, under_way, .. } = self.tally;
        if injected != delivered + lost + under_way {
            let why = format!(
                "{injected} packets injected, {delivered} delivered, {lost} lost, {under_way} in flight"
            );
            return Err(Error::new(why));
        }
        let mut held = vec![0; self.queues.len()];
        for (queue, held) in self.queues.iter().zip(&mut held) {
            *held += queue.packets.iter(&self.packets).count();
        }
        for event in self.wheel.pending() {
            if let Event::Ready { queue, .. } = event {
                held[queue as usize] += 1;
            }
        }
        let interfaces = self.shape.links * self.shape.channels;
        let inputs = self.shape.inputs * self.hosts.len();
        for (at, queue) in self.queues[..inputs].iter().enumerate() {
            let (held, slots) = match usize::from(queue.input) < interfaces {
                true => (held[at], self.model.slots),
                // A packet in the interface is on its way to memory: the return of its credit is
                // known.
                false => (0, self.model.receive_slots),
            };
            let known = queue.credit.known();
            if known + held != usize::from(slots) {
                let (node, input) = (at / self.shape.inputs, queue.input);
                let why = format!("{known} credits and {held} packets for {slots} slots");
                return Err(Error::new(format!("node {node}, input {input}: {why}")));
            }
        }
        Ok(())
    }
}
