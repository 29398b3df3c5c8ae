//! Granting: a packet leaves an input, until its delivery.

use super::network::{Network, SUBNETS};
use super::output::Port;
use super::packet::{Delivery, Packet, Subnet};
use super::probe::{Departure, Probe, Seen};
use super::restore::Restore;
use super::wheel::Event;
use crate::config::Fidelity;
use crate::random::mix;
use crate::route::Route;
use crate::topology::Direction;

impl<P: Probe> Network<P> {
    /// Sends the first packet of an input through a free output, into a channel at its other end
    /// that has room for it.
    #[inline]
    pub(super) fn grant(&mut self, at: usize, input: usize, channel: usize) {
        let now = self.now;
        let output = &mut self.outputs[at];
        let from = output.inputs as usize + input;
        let is_link = usize::from(output.port) < self.shape.links;
        let queue = &mut self.queues[from];
        let number = queue.packets.first;
        let packet = &mut self.packets[number];
        let was = packet.route;
        queue.packets.first = packet.next;
        let length = u64::from(packet.bytes) * self.model.link_byte;
        let failures = match is_link {
            true => self.replay.failures(at, output.packets, packet.bytes),
            false => 0,
        };
        self.tally.replays += failures;
        let late = failures * (length + 2 * self.model.wire);
        let lasts = late + length;
        let until = now + lasts;
        self.tally.trace = self.tally.trace.wrapping_add(mix(now
            ^ (at as u64) << 40
            ^ packet.born.rotate_left(20)
            ^ u64::from(packet.from) << 8));

        queue.busy_until = until;
        queue.draining = output.port;
        output.busy_until = until;
        output.busy += lasts;
        output.packets = output.packets.wrapping_add(1);
        output.feeding = input as u8;
        output.turn = input as u8 + 1;
        output.requests &= !(1 << input);
        let blocked = output.unblock(now);
        let target = output.target + channel as u32;
        let is_awaited = output.requests != 0 || !queue.packets.is_empty();
        if is_awaited && output.wake_at != until {
            output.wake_at = until;
            self.wheel.ends(until, Event::Wake { output: at as u32 });
        }
        if is_link {
            let to = Direction::from_index(usize::from(output.port));
            packet.route = if self.shape.is_adaptive { was.after(to) } else { was.advanced() };
            self.tally.hops += 1;
            let ready = now + late + self.model.hop();
            self.wheel.arrives(ready, Event::Ready { queue: target, packet: number });
        }
        // An interface's slots are for packets to memory, not for those that it sends.
        let returns = until + self.model.wire;
        let link = input >> self.shape.channel_bits;
        if link < self.shape.links && queue.credit.give_back(now, returns) {
            self.wake(self.upstream[from] as usize, returns);
        }
        self.queues[target as usize].credit.spend();
        if let Some(service) = &mut self.service {
            service.note(at, number, is_link);
        }
        if P::IS_ON {
            self.tell(at, input, number, was, (lasts, blocked, failures));
        }
        if !is_link {
            self.eject(at, target as usize, number);
        }
    }

    fn tell(
        &mut self,
        at: usize,
        input: usize,
        number: u32,
        was: Route,
        (lasts, blocked, failures): (u64, u64, u64),
    ) {
        let wanted = self.way_out(was, self.packets[number].subnet());
        let departure = Departure {
            at: self.now,
            lasts,
            node: (at / self.shape.outputs) as u32,
            port: self.port(self.outputs[at].port),
            wanted: self.port(wanted as u8),
            came: self.came(input),
            blocked,
            tries: failures as u32 + 1,
            packet: self.seen(number),
        };
        self.probe.departs(&departure);
    }

    /// Describes a packet for the probe.
    pub(super) fn seen(&self, number: u32) -> Seen {
        let packet = &self.packets[number];
        Seen {
            from: packet.from,
            to: packet.to,
            bytes: packet.bytes,
            subnet: packet.subnet(),
            tag: self.packets.tag(number),
        }
    }

    /// Where the packets of an input come from.
    pub(super) fn came(&self, input: usize) -> Port {
        let link = input / self.shape.channels;
        match link < self.shape.links {
            true => Port::Link(Direction::from_index(link)),
            false => Port::Host(Subnet::ALL[input % SUBNETS]),
        }
    }

    /// A packet has arrived in memory. If packets of a pair may take different routes, the
    /// interface delivers them in the order in which they were sent.
    pub(super) fn deliver(&mut self, number: u32) {
        if !self.is_restored() {
            return self.show(number);
        }
        self.packets[number].comes();
        self.show_all(Restore::pair(&self.packets[number]));
    }

    /// Delivers the packets of a pair that are next in order.
    pub(super) fn show_all(&mut self, pair: u64) {
        while let Some(next) = self.restore.next(pair, &self.packets) {
            match self.packets[next].is_lost() {
                true => drop(self.packets.remove(next)),
                false => self.show(next),
            }
        }
    }

    /// Whether packets of a pair may arrive out of order.
    pub(super) fn is_restored(&self) -> bool {
        self.shape.is_adaptive || self.service.is_some() || self.model.fidelity != Fidelity::Exact
    }

    /// Delivers a packet to its program.
    fn show(&mut self, number: u32) {
        let (packet, tag) = self.packets.remove(number);
        let delivery = self.account(&packet, tag);
        self.delivered.push(delivery);
    }

    /// Counts a packet as delivered.
    pub(super) fn account(&mut self, packet: &Packet, tag: u64) -> Delivery {
        self.tally.change(self.now, -1);
        self.tally.delivered += 1;
        self.tally.latency += u128::from(self.now - packet.born);
        let delivery = Delivery {
            at: self.now,
            born: packet.born,
            from: packet.from,
            to: packet.to,
            payload_bytes: packet.bytes - self.model.headers(packet.bytes),
            hops: packet.hops(),
            subnet: packet.subnet(),
            tag,
        };
        if P::IS_ON {
            self.probe.delivered(&delivery);
        }
        delivery
    }
}
