//! Searches the whole network for packets that a failure affects, and takes them out.

use super::NONE;
use super::network::Network;
use super::probe::Probe;
use super::queue::Chain;
use super::service::Loss;
use super::wheel::Event;
use std::collections::{HashMap, HashSet};

/// Where a packet is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At an input, or on its way to it.
    At(u32),
    Towards(u32),
    /// On its way to memory.
    Memory,
}

/// What happens to a packet.
pub(super) enum Verdict {
    Stays,
    /// A node takes it out and keeps it.
    Held(u32),
    Lost(Loss),
}

impl<P: Probe> Network<P> {
    /// Puts walls behind failed links. Returns the packets that had not crossed them completely,
    /// each with the node that has all of it; if there are two such nodes, the first.
    pub(super) fn wall_off(&mut self) -> HashMap<u32, (u64, u32)> {
        let wall = (self.shape.inputs * self.hosts.len()) as u32;
        let mut recalled = HashMap::new();
        let Some(service) = &mut self.service else { return recalled };
        for (node, to) in service.dead.dead_links() {
            let at = node as usize * self.shape.outputs + to.index();
            let output = &mut self.outputs[at];
            if std::mem::replace(&mut output.target, wall) == wall {
                continue;
            }
            let packet = service.crossing[at];
            if packet != NONE && output.busy_until + self.model.wire > self.now {
                let sender = (output.busy_until, node);
                let first = recalled.entry(packet).or_insert(sender);
                *first = sender.min(*first);
            }
        }
        let is_recalled = |packet: &&mut u32| recalled.contains_key(*packet);
        service.crossing.iter_mut().filter(is_recalled).for_each(|packet| *packet = NONE);
        recalled
    }

    /// Whether the rest of a packet's route leads over a failed part, or may.
    pub(super) fn is_cut_off(&self, number: u32, node: u32) -> bool {
        let Some(service) = &self.service else { return false };
        let (packet, torus) = (&self.packets[number], &self.model.torus);
        if !self.shape.is_adaptive || packet.is_bound() {
            return !service.dead.leads_through(torus, node, packet.route);
        }
        // It may visit every node between here and its destination.
        let is_between = |from: u32| {
            packet.route.legs().fold(0, |inside, (to, hops)| {
                let (size, at) = (torus.size(to.dim()), |node| torus.coordinate(node, to.dim()));
                let ahead = (at(from) + size - at(node)) % size;
                let gone = if to.is_plus() { ahead } else { (size - ahead) % size };
                inside + u32::from(gone <= hops)
            }) == packet.route.legs().count() as u32
        };
        let is_wanted = |to| packet.route.legs().any(|(leg, _)| leg == to);
        service.dead.dead_links().any(|(from, to)| is_wanted(to) && is_between(from))
    }

    pub(super) fn node_of(&self, queue: u32) -> u32 {
        queue / self.shape.inputs as u32
    }

    /// Every packet that an interface has started and that has not reached its program.
    fn everywhere(&self) -> Vec<(u32, Place)> {
        let mut all = Vec::new();
        for (at, queue) in (0..).zip(&self.queues) {
            all.extend(queue.packets.iter(&self.packets).map(|number| (number, Place::At(at))));
        }
        all.extend(self.wheel.pending().into_iter().filter_map(|event| match event {
            Event::Ready { queue, packet } => Some((packet, Place::Towards(queue))),
            Event::Deliver { packet } => Some((packet, Place::Memory)),
            _ => None,
        }));
        let gathered = self.blocks.iter().flat_map(|block| block.packets.iter(&self.packets));
        all.extend(gathered.map(|number| (number, Place::Memory)));
        all
    }

    /// Applies a verdict to every packet.
    pub(super) fn sweep(&mut self, judge: impl Fn(&Self, u32, Place) -> Verdict) {
        let judged = self.everywhere().into_iter().map(|(number, place)| {
            let verdict = judge(self, number, place);
            (number, place, verdict)
        });
        let gone: Vec<_> =
            judged.filter(|(.., verdict)| !matches!(verdict, Verdict::Stays)).collect();
        let numbers: HashSet<u32> = gone.iter().map(|(number, ..)| *number).collect();
        self.wheel.replace(|event| match event {
            Event::Ready { packet, .. } | Event::Deliver { packet }
                if numbers.contains(&packet) =>
            {
                // An additional wake-up of an output changes nothing.
                Event::Wake { output: 0 }
            }
            other => other,
        });
        let mut inputs = Vec::new();
        for (number, place, _) in &gone {
            match *place {
                Place::At(queue) => {
                    if P::IS_ON {
                        let waited = self.arrival(queue as usize, *number);
                        self.probe.taken_out(&waited);
                    }
                    inputs.push(queue);
                    self.leave(queue as usize);
                }
                Place::Towards(queue) => self.leave(queue as usize),
                Place::Memory => {}
            }
        }
        self.take_from_blocks(&numbers);
        inputs.dedup();
        for queue in inputs {
            self.thin_out(queue as usize, &numbers);
        }
        for (number, _, verdict) in gone {
            match verdict {
                Verdict::Stays => {}
                Verdict::Lost(why) => self.lose(number, why),
                Verdict::Held(node) => {
                    if let Some(service) = &mut self.service {
                        service.held.push((node, number));
                    }
                }
            }
        }
    }

    /// A packet is taken out of an input, or will not arrive at it: frees its slot.
    fn leave(&mut self, at: usize) {
        if let Some(service) = &mut self.service {
            service.inside -= 1;
        }
        let queue = &mut self.queues[at];
        if usize::from(queue.input) >> self.shape.channel_bits >= self.shape.links {
            return;
        }
        let back = queue.credit.not_before(self.now + self.model.wire);
        if queue.credit.give_back(self.now, back) {
            self.wake(self.upstream[at] as usize, back);
        }
    }

    /// Removes packets from an input; the first of the others requests its output.
    fn thin_out(&mut self, at: usize, gone: &HashSet<u32>) {
        let queue = &self.queues[at];
        let (base, input) = (queue.outputs as usize, usize::from(queue.input));
        let is_left = |number: &u32| !gone.contains(number);
        let left: Vec<u32> = queue.packets.iter(&self.packets).filter(is_left).collect();
        for output in base..base + self.shape.outputs {
            self.forget(output, input);
            self.relieve(output);
        }
        let queue = &mut self.queues[at];
        queue.packets = Chain::EMPTY;
        for number in &left {
            queue.packets.push(&mut self.packets, *number);
        }
        // If a packet is still leaving, the input is handled when it has left.
        if !left.is_empty() && queue.busy_until <= self.now {
            self.request(at);
        }
    }
}
