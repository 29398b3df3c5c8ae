//! Who is next at an output.

use super::network::Network;
use super::output::NOBODY;
use super::probe::Probe;
use super::queue::Queue;
use super::wheel::Event;

impl<P: Probe> Network<P> {
    /// The head of a packet can be routed at an input.
    #[inline]
    pub(super) fn arrive(&mut self, at: usize, packet: u32) {
        let queue = &mut self.queues[at];
        let was_empty = queue.packets.is_empty();
        queue.packets.push(&mut self.packets, packet);
        if !was_empty {
            return;
        }
        if queue.busy_until <= self.now {
            return self.request(at);
        }
        // The one before it is still leaving; the output that it leaves through looks then.
        let output = queue.outputs as usize + usize::from(queue.draining);
        let until = queue.busy_until;
        self.wake(output, until);
    }

    /// The first packet of an input asks for its output. Asking twice is asking once.
    #[inline]
    fn request(&mut self, at: usize) {
        let queue = &self.queues[at];
        let output = self.wanted(queue, queue.packets.first);
        self.outputs[output].requests |= 1 << queue.input;
        self.mark(output);
    }

    /// The output through which a packet of an input wants to leave.
    #[inline]
    pub(super) fn wanted(&self, queue: &Queue, packet: u32) -> usize {
        let packet = &self.packets[packet];
        let port = match packet.route.next() {
            Some(to) => to.index(),
            None => self.shape.links + packet.subnet().index(),
        };
        queue.outputs as usize + port
    }

    /// An output is free, or a credit is back.
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
        self.mark(at);
    }

    /// Has an output looked at in the second half of this instant.
    #[inline]
    fn mark(&mut self, output: usize) {
        // Both ports to the interface share one way to memory and are looked at together.
        let extra = usize::from(self.outputs[output].port).saturating_sub(self.shape.links);
        let output = output - extra;
        if !std::mem::replace(&mut self.outputs[output].is_dirty, true) {
            self.dirty.push(output as u32);
        }
    }

    /// Has an output looked at later.
    #[inline]
    pub(super) fn wake(&mut self, output: usize, at: u64) {
        let wake_at = &mut self.outputs[output].wake_at;
        if *wake_at != at {
            *wake_at = at;
            self.wheel.schedule(at, Event::Wake { output: output as u32 });
        }
    }

    /// Grants a marked output, or both ports to an interface, answers first.
    #[inline]
    pub(super) fn arbitrate(&mut self, at: usize) {
        self.outputs[at].is_dirty = false;
        if usize::from(self.outputs[at].port) == self.shape.links {
            self.choose(at + 1);
        }
        self.choose(at);
    }

    /// Round robin over the inputs for which there is room at the other end: two slots for a packet
    /// that enters the ring, one for a packet that stays on it.
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
        for (channel, inputs) in self.shape.of_channel.iter().enumerate() {
            let asking = output.requests & inputs;
            if asking != 0 {
                able |= match self.queues[output.target as usize + channel].credit.count(self.now) {
                    0 => 0,
                    1 => asking & self.shape.staying[usize::from(output.port)],
                    _ => asking,
                };
            }
        }
        if able == 0 {
            return self.starve(at);
        }
        let from_turn = able >> output.turn << output.turn;
        let first = if from_turn != 0 { from_turn } else { able };
        self.grant(at, first.trailing_zeros() as usize);
    }

    /// Nobody can go for want of room: look again when a credit comes.
    fn starve(&mut self, at: usize) {
        let output = &mut self.outputs[at];
        if output.blocked_since == 0 {
            output.blocked_since = self.now;
        }
        let (target, requests) = (output.target as usize, output.requests);
        for channel in 0..self.shape.channels {
            if requests & self.shape.of_channel[channel] != 0
                && let Some(time) = self.queues[target + channel].credit.wait(self.now)
            {
                self.wake(at, time);
            }
        }
    }
}
