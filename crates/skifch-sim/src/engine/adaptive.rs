//! Adaptive routing: any shortest route, with the ring of the bubble rule as escape.
//!
//! A packet may leave over every link that brings it nearer, into the adaptive channel at its other
//! end, if that has a free slot. That alone could deadlock. So each link also has the channel of
//! the bubble rule, and a packet may at any time leave into that one, in the direction that is next
//! in direction order, by the rule: two slots to enter it, one to stay on it. It may leave that
//! channel again. A packet that waits therefore always waits for a network that is free of deadlock
//! (Duato 1995; Puente et al. 1999, the adaptive bubble router).
//!
//! **Arbitration.** The free links of a node are granted one after another: the one with the most
//! free adaptive slots behind it first, equal ones in turn. Each takes, in turn, a packet that
//! requests it, over the adaptive channel if that has room.

use super::network::{Network, SUBNETS};
use super::probe::{Probe, Relief};

/// Which inputs request an output, and through which channel they may leave.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ways {
    /// Inputs whose first packet may use the adaptive channel.
    adaptive: u64,
    /// Inputs whose first packet may use the escape channel: it is next in direction order.
    pub(super) escape: u64,
}

/// Maximum number of links of a node.
const MAX_LINKS: usize = 2 * crate::topology::MAX_DIMS;

impl<P: Probe> Network<P> {
    /// The first packet of an input requests every output that brings it nearer.
    pub(super) fn request_any(&mut self, at: usize) {
        let queue = &self.queues[at];
        let wanted = self.wanted(queue, queue.packets.first);
        let (bit, base) = (1 << queue.input, queue.outputs as usize);
        let packet = &self.packets[queue.packets.first];
        self.outputs[wanted].requests |= bit;
        if packet.route.next().is_some() {
            self.ways[wanted].escape |= bit;
            let legs = packet.route.legs().filter(|_| !packet.is_bound());
            for (to, _) in legs {
                self.outputs[base + to.index()].requests |= bit;
                self.ways[base + to.index()].adaptive |= bit;
            }
        }
        self.mark(wanted);
    }

    /// Arbitrates the links of a node, of which `base` is the first output.
    pub(super) fn settle(&mut self, base: usize) {
        let turn = usize::from(self.turns[base / self.shape.outputs]);
        let mut free = [(0, 0); MAX_LINKS];
        let mut count = 0;
        for place in 0..self.shape.links {
            let port = (turn + place) % self.shape.links;
            let output = &self.outputs[base + port];
            let (target, until) = (output.target as usize, output.busy_until);
            if output.requests == 0 {
                continue;
            }
            if until > self.now {
                self.wake(base + port, until);
                continue;
            }
            let slots = &mut self.queues[target + SUBNETS..][..SUBNETS];
            let room: u8 = slots.iter_mut().map(|queue| queue.credit.count(self.now)).sum();
            free[count] = (room, port);
            count += 1;
        }
        let free = &mut free[..count];
        free.sort_by_key(|(room, _)| std::cmp::Reverse(*room));
        for (_, port) in free {
            self.choose_any(base + *port);
        }
    }

    /// Grants one of its requests, unless all those packets have left elsewhere.
    fn choose_any(&mut self, at: usize) {
        let (output, ways) = (&self.outputs[at], self.ways[at]);
        if output.requests == 0 {
            return;
        }
        let (mut adaptive, mut escape) = (0, 0);
        for (subnet, inputs) in self.shape.of_subnet.iter().enumerate() {
            let target = output.target as usize + subnet;
            let mut room = |channel: usize| self.queues[target + channel].credit.count(self.now);
            if ways.adaptive & inputs != 0 && room(SUBNETS) > 0 {
                adaptive |= ways.adaptive & inputs;
            }
            if ways.escape & inputs != 0 {
                escape |= match room(0) {
                    0 => 0,
                    1 => ways.escape & inputs & self.shape.staying[usize::from(output.port)],
                    _ => ways.escape & inputs,
                };
            }
        }
        if adaptive | escape == 0 {
            return self.starve_any(at);
        }
        let input = output.next(adaptive | escape);
        let channel = input % SUBNETS + if adaptive >> input & 1 == 1 { SUBNETS } else { 0 };
        self.turns[at / self.shape.outputs] = output.port + 1;
        self.withdraw(at, input);
        self.grant(at, input, channel);
    }

    /// The first packet of an input leaves through an output; withdraws its other requests.
    fn withdraw(&mut self, at: usize, input: usize) {
        let queue = &self.queues[self.outputs[at].inputs as usize + input];
        let route = self.packets[queue.packets.first].route;
        let base = queue.outputs as usize;
        for (to, _) in route.legs() {
            let place = base + to.index();
            self.forget(place, input);
            if place != at {
                self.relieve(place);
            }
        }
    }

    /// Withdraws the request of an input for an output.
    pub(super) fn forget(&mut self, place: usize, input: usize) {
        self.outputs[place].requests &= !(1 << input);
        if let Some(ways) = self.ways.get_mut(place) {
            ways.adaptive &= !(1 << input);
            ways.escape &= !(1 << input);
        }
    }

    /// If an output has no requests left, its packets no longer wait for room.
    pub(super) fn relieve(&mut self, place: usize) {
        let output = &mut self.outputs[place];
        if output.requests != 0 || output.blocked_since == 0 {
            return;
        }
        let blocked = output.unblock(self.now);
        if P::IS_ON {
            let (node, port) = ((place / self.shape.outputs) as u32, output.port);
            let port = self.port(port);
            self.probe.relieved(&Relief { at: self.now, node, port, blocked });
        }
    }

    /// No packet can leave for lack of room: arbitrate again when the next credit returns.
    fn starve_any(&mut self, at: usize) {
        let output = &mut self.outputs[at];
        if output.blocked_since == 0 {
            output.blocked_since = self.now;
        }
        let (target, ways) = (output.target as usize, self.ways[at]);
        let mut first = None;
        for (subnet, inputs) in self.shape.of_subnet.iter().enumerate() {
            for (channel, asking) in [(0, ways.escape), (SUBNETS, ways.adaptive)] {
                if asking & inputs != 0 {
                    let credit = &mut self.queues[target + channel + subnet].credit;
                    first = first.into_iter().chain(credit.wait(self.now)).min();
                }
            }
        }
        if let Some(time) = first {
            self.wake(at, time);
        }
    }
}
