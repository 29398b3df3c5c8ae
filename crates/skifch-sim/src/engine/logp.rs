//! Messages without a network: an interface sends them one after another, each arrives after its
//! time without contention, and an interface receives them one after another.

use super::network::Network;
use super::probe::Probe;
use super::wheel::Event;

impl<P: Probe> Network<P> {
    /// Starts the next message of a node.
    pub(super) fn start_message(&mut self, node: u32) {
        let host = &mut self.hosts[node as usize];
        if host.send_free > self.now || host.waiting == [0; 2] {
            return;
        }
        let packet = host.take(host.whose_turn(), &self.packets);
        let hops = self.packets[packet].route.hops();
        let alone = self.model.alone(self.packets[packet].bytes, hops);
        host.send_free = self.now + alone.work;
        if host.waiting != [0; 2] {
            self.wheel.schedule(host.send_free, Event::Host { node });
        }
        self.charge(packet, self.now, alone.link);
        self.wheel.schedule(self.now + alone.total - self.model.receive, Event::Land { packet });
    }

    /// Messages that arrive now go to memory, as soon as the path is free.
    pub(super) fn land_all(&mut self) {
        let mut landed = std::mem::take(&mut self.landed);
        // Sorted, so that the order of the programs' calls does not matter.
        landed.sort_by_key(|number| {
            let packet = &self.packets[*number];
            (packet.to, packet.subnet(), packet.from)
        });
        for packet in landed.drain(..) {
            let to = self.packets[packet].to as usize;
            let host = self.model.alone(self.packets[packet].bytes, 0).host;
            // Not before the previous one is in memory.
            let last = &mut self.hosts[to].receive_free;
            let end = self.now.max(*last + host);
            *last = end;
            self.wheel.schedule(end + self.model.receive, Event::Deliver { packet });
        }
        self.landed = landed;
    }
}
