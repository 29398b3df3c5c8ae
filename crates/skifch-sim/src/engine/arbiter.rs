//! Arbitration: which packet an output sends next.

use super::network::{Network, SUBNETS};
use super::output::NOBODY;
use super::packet::Subnet;
use super::probe::{Arrival, Probe};
use super::queue::Queue;
use super::unit::TAKEN;
use super::wheel::Event;
use crate::route::Route;

impl<P: Probe> Network<P> {
    /// The head of a packet can be routed at an input.
    #[inline]
    pub(super) fn arrive(&mut self, at: usize, packet: u32) {
        if P::IS_ON {
            let arrival = self.arrival(at, packet);
            self.probe.arrives(&arrival);
        }
        let queue = &mut self.queues[at];
        let was_empty = queue.packets.is_empty();
        queue.packets.push(&mut self.packets, packet);
        if !was_empty {
            return;
        }
        if queue.busy_until <= self.now {
            return self.request(at);
        }
        if queue.draining == TAKEN {
            let until = queue.busy_until;
            return self.wheel.schedule(until, Event::Next { queue: at as u32 });
        }
        // The packet before it is still leaving; its output handles this input when that ends.
        let output = queue.outputs as usize + usize::from(queue.draining);
        let until = queue.busy_until;
        self.wake(output, until);
    }

    /// Describes a packet at an input for the probe.
    pub(super) fn arrival(&self, at: usize, packet: u32) -> Arrival {
        let queue = &self.queues[at];
        Arrival {
            at: self.now,
            node: queue.outputs / self.shape.outputs as u32,
            came: self.came(usize::from(queue.input)),
            wants: self.port(self.outputs[self.wanted(queue, packet)].port),
            packet: self.seen(packet),
        }
    }

    /// The first packet of an input requests its output. Requesting twice has no further effect.
    #[inline]
    pub(super) fn request(&mut self, at: usize) {
        if self.units.is_some() && self.is_the_units(at) {
            return self.absorb(at);
        }
        if self.shape.is_adaptive {
            return self.request_any(at);
        }
        let queue = &self.queues[at];
        let output = self.wanted(queue, queue.packets.first);
        let input = queue.input;
        let asked = &mut self.outputs[output];
        asked.requests |= 1 << input;
        // A busy output arbitrates when it is free, whatever else arrives until then.
        let until = asked.busy_until;
        if until > self.now { self.wake(output, until) } else { self.mark(output) }
    }

    /// Whether the first packet of an input has arrived at the unit it is addressed to.
    fn is_the_units(&self, at: usize) -> bool {
        let packet = &self.packets[self.queues[at].packets.first];
        packet.is_of_units() && packet.route.next().is_none()
    }

    /// The output through which a packet of an input will leave.
    #[inline]
    pub(super) fn wanted(&self, queue: &Queue, packet: u32) -> usize {
        let packet = &self.packets[packet];
        queue.outputs as usize + self.way_out(packet.route, packet.subnet())
    }

    /// The port through which a packet with this remaining route leaves a node.
    #[inline]
    pub(super) fn way_out(&self, route: Route, subnet: Subnet) -> usize {
        match route.next() {
            Some(to) => to.index(),
            None => self.shape.links + subnet.index(),
        }
    }

    /// An output is free, or a credit has returned.
    #[inline]
    pub(super) fn wake_up(&mut self, at: usize) {
        let output = &mut self.outputs[at];
        if output.wake_at == self.now {
            output.wake_at = 0;
        }
        if output.busy_until <= self.now && output.feeding != NOBODY {
            let fed = output.inputs as usize + usize::from(output.feeding);
            output.feeding = NOBODY;
            let queue = &self.queues[fed];
            if queue.busy_until <= self.now && !queue.packets.is_empty() {
                self.request(fed);
            }
        }
        if self.outputs[at].requests != 0 {
            self.mark(at);
        }
    }

    /// Marks an output for arbitration in the second half of this instant.
    #[inline]
    pub(super) fn mark(&mut self, output: usize) {
        // The two ports to the interface share one path to memory and are arbitrated together; so
        // are all links of a node with adaptive routing.
        let port = usize::from(self.outputs[output].port);
        let first = match port.checked_sub(self.shape.links) {
            Some(extra) => port - extra,
            None if self.shape.is_adaptive => 0,
            None => port,
        };
        let output = output - (port - first);
        if !std::mem::replace(&mut self.outputs[output].is_dirty, true) {
            self.dirty.push(output as u32);
        }
    }

    /// Schedules a wake-up of an output.
    #[inline]
    pub(super) fn wake(&mut self, output: usize, at: u64) {
        let wake_at = &mut self.outputs[output].wake_at;
        if *wake_at != at {
            *wake_at = at;
            self.wheel.schedule(at, Event::Wake { output: output as u32 });
        }
    }

    /// Arbitrates a marked output, or both ports to an interface, replies first.
    #[inline]
    pub(super) fn arbitrate(&mut self, at: usize) {
        self.outputs[at].is_dirty = false;
        if usize::from(self.outputs[at].port) == self.shape.links {
            self.choose(at + 1);
        } else if self.shape.is_adaptive {
            return self.settle(at);
        }
        self.choose(at);
    }

    /// Round robin over the inputs for which there is room at the other end: two slots for a packet
    /// that enters the ring, one for a packet that stays on it (bubble rule).
    #[inline]
    fn choose(&mut self, at: usize) {
        let output = &mut self.outputs[at];
        if output.requests == 0 {
            return;
        }
        if output.busy_until > self.now {
            let until = output.busy_until;
            return self.wake(at, until);
        }
        let mut able = 0;
        for (subnet, inputs) in self.shape.of_subnet.iter().enumerate() {
            let asking = output.requests & inputs;
            if asking != 0 {
                let room = self.queues[output.target as usize + subnet].credit.room(self.now);
                let staying = asking & self.shape.staying[usize::from(output.port)];
                let enough = if room > 1 { asking } else { staying };
                able |= if room > 0 { enough } else { 0 };
            }
        }
        if able == 0 {
            return self.starve(at);
        }
        let input = output.next(able);
        self.grant(at, input, input % SUBNETS);
    }

    /// No packet can leave for lack of room: arbitrate again when a credit returns.
    fn starve(&mut self, at: usize) {
        let output = &mut self.outputs[at];
        if output.blocked_since == 0 {
            output.blocked_since = self.now;
        }
        let (target, requests) = (output.target as usize, output.requests);
        for subnet in 0..SUBNETS {
            if requests & self.shape.of_subnet[subnet] != 0
                && let Some(time) = self.queues[target + subnet].credit.wait(self.now)
            {
                self.wake(at, time);
            }
        }
    }
}
