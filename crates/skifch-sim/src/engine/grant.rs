//! A packet leaves.

use super::network::Network;
use super::packet::Delivery;
use super::probe::{Departure, Probe};
use super::wheel::Event;
use crate::random::mix;
use crate::topology::Direction;

impl<P: Probe> Network<P> {
    /// Lets the first packet of an input go through an output that is free and has room for it.
    #[inline]
    pub(super) fn grant(&mut self, at: usize, input: usize) {
        let now = self.now;
        let output = &mut self.outputs[at];
        let from = output.inputs as usize + input;
        let queue = &mut self.queues[from];
        let number = queue.packets.pop(&self.packets);
        let packet = &mut self.packets[number];
        let length = u64::from(packet.bytes) * self.model.link_byte;
        let is_link = usize::from(output.port) < self.shape.links;
        let late = match is_link {
            true => {
                let failures = self.replay.failures(at, output.packets, packet.bytes);
                self.tally.replays += failures;
                failures * (length + 2 * self.model.wire)
            }
            false => 0,
        };
        let lasts = late + length;
        let until = now + lasts;
        self.tally.trace = self.tally.trace.wrapping_add(mix(now
            ^ (at as u64) << 40
            ^ packet.born.rotate_left(20)
            ^ u64::from(packet.from) << 8));

        let channel = input % self.shape.channels;
        queue.busy_until = until;
        queue.draining = output.port;
        output.busy_until = until;
        output.busy += lasts;
        output.packets = output.packets.wrapping_add(1);
        output.feeding = input as u8;
        output.turn = input as u8 + 1;
        output.requests &= !(1 << input);
        let target = output.target;
        let is_awaited = output.requests != 0 || !queue.packets.is_empty();
        if output.blocked_since > 0 {
            output.blocked += now - std::mem::take(&mut output.blocked_since);
        }
        // The interface's slots are not those of what it sends.
        let returns = until + self.model.wire;
        let link = input / self.shape.channels;
        let is_wanted = link < self.shape.links && queue.credit.give_back(now, returns);
        self.queues[target as usize + channel].credit.spend();
        if P::IS_ON {
            self.tell(at, number, lasts);
        }
        if is_link {
            let packet = &mut self.packets[number];
            packet.route = packet.route.advanced();
            self.tally.hops += 1;
            let queue = target + channel as u32;
            self.wheel
                .schedule(now + late + self.model.hop(), Event::Ready { queue, packet: number });
        } else {
            self.eject(at, target as usize + channel, number);
        }
        if is_awaited {
            self.wake(at, until);
        }
        if is_wanted {
            self.wake(self.upstream(at, link), returns);
        }
    }

    /// The output at the other end of the link over which packets come to the node of an output.
    fn upstream(&self, output: usize, link: usize) -> usize {
        let node = (output / self.shape.outputs) as u32;
        let from = Direction::from_index(link).opposite();
        self.model.torus.neighbour(node, from) as usize * self.shape.outputs + link
    }

    fn tell(&mut self, at: usize, number: u32, lasts: u64) {
        let departure = Departure {
            at: self.now,
            lasts,
            node: (at / self.shape.outputs) as u32,
            port: self.port(self.outputs[at].port),
            tag: self.packets.tag(number),
        };
        self.probe.departs(&departure);
    }

    /// The packet is with its program.
    pub(super) fn deliver(&mut self, number: u32) {
        let (packet, tag) = self.packets.remove(number);
        self.tally.change(self.now, -1);
        self.tally.delivered += 1;
        self.tally.latency += u128::from(self.now - packet.born);
        self.delivered.push(Delivery {
            at: self.now,
            born: packet.born,
            from: packet.from,
            to: packet.to,
            payload_bytes: packet.bytes - self.model.header_bytes,
            hops: packet.hops(),
            subnet: packet.subnet(),
            tag,
        });
    }
}
