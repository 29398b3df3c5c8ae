//! Messages as flows: each sender has one per subnetwork at a time, and flows that share a link or
//! an interface share it fairly.
//!
//! Links serve packets in turn, so packets per time are shared fairly: the rate grows for all flows
//! alike until one is as fast as without contention, or a resource is full, and then for the rest
//! (max-min). A change takes effect at once for all flows connected with it through shared
//! resources, over any number of them, and for no others.
//!
//! Speeds are fractions and times are ticks: a flow without contention takes exactly its time. The
//! fractions are sums and quotients in a fixed order, the same on every machine.

use super::message::Alone;
use super::network::Network;
use super::probe::Probe;
use super::wheel::Event;
use super::{Model, NONE};
use crate::config::Fidelity;

/// A message in flight.
#[derive(Clone, Debug)]
struct Flow {
    /// [`NONE`] if there is none.
    packet: u32,
    alone: Alone,
    start: u64,
    /// Resources that it uses, each with the ticks of a packet.
    ways: Vec<(u32, f64)>,
    /// Ticks of a packet without contention.
    pace: f64,
    /// How much of `alone.work` was left at `since`, and how much of a tick is done in each tick.
    left: f64,
    since: u64,
    speed: f64,
    /// Number of changes of speed.
    version: u32,
}

/// A resource that flows share: an output, or an interface in one direction.
#[derive(Clone, Debug, Default)]
struct Way {
    /// Slots of its flows.
    users: Vec<u32>,
    /// Its free share, and the ticks of a packet summed over flows whose speed is not set yet.
    free: f64,
    asked: f64,
    open: u32,
    mark: u32,
}

/// All flows, by slot: twice the number of the sender, plus the subnetwork.
#[derive(Debug, Default)]
pub(super) struct Flows {
    flows: Vec<Flow>,
    /// Resources: outputs in their order, then the paths out of memory, then those into it.
    ways: Vec<Way>,
    marks: Vec<u32>,
    mark: u32,
    /// Resources whose flows have changed.
    changed: Vec<u32>,
}

impl Flows {
    pub(super) fn new(model: &Model) -> Self {
        if model.fidelity != Fidelity::Fluid {
            return Self::default();
        }
        let nodes = model.torus.nodes() as usize;
        let alone = Alone { total: 0, link: 0, host: 0, work: 0 };
        let flow = Flow {
            packet: NONE,
            alone,
            start: 0,
            ways: Vec::new(),
            pace: 0.0,
            left: 0.0,
            since: 0,
            speed: 0.0,
            version: 0,
        };
        Self {
            flows: vec![flow; 2 * nodes],
            ways: vec![Way::default(); nodes * (model.torus.ports() + 4)],
            marks: vec![0; 2 * nodes],
            mark: 0,
            changed: Vec::new(),
        }
    }

    /// Everything connected with a change: flows and resources, in order.
    fn affected(&mut self) -> (Vec<u32>, Vec<u32>) {
        self.mark += 1;
        let (mut slots, mut ways) = (Vec::new(), Vec::new());
        let mut open = std::mem::take(&mut self.changed);
        while let Some(at) = open.pop() {
            let way = &mut self.ways[at as usize];
            if std::mem::replace(&mut way.mark, self.mark) == self.mark {
                continue;
            }
            ways.push(at);
            for &slot in &way.users {
                if std::mem::replace(&mut self.marks[slot as usize], self.mark) != self.mark {
                    slots.push(slot);
                    open.extend(self.flows[slot as usize].ways.iter().map(|(way, _)| *way));
                }
            }
        }
        slots.sort_unstable();
        ways.sort_unstable();
        self.changed = open;
        (slots, ways)
    }

    /// Fair speeds of flows that share no resource with others.
    fn speeds(&mut self, mut slots: Vec<u32>, mut ways: Vec<u32>) -> Vec<(u32, f64)> {
        for at in &ways {
            let way = &mut self.ways[*at as usize];
            (way.free, way.asked, way.open) = (1.0, 0.0, 0);
        }
        for slot in &slots {
            for (way, ticks) in &self.flows[*slot as usize].ways {
                let way = &mut self.ways[*way as usize];
                way.asked += ticks;
                way.open += 1;
            }
        }
        let (mut speeds, mut rate) = (Vec::new(), 0.0f64);
        while !slots.is_empty() {
            ways.retain(|way| self.ways[*way as usize].open > 0);
            let full = |at: &u32| {
                let way = &self.ways[*at as usize];
                (way.free / way.asked, *at)
            };
            let first = ways.iter().map(full).min_by(|a, b| a.0.total_cmp(&b.0));
            let (bound, way) = first.unwrap_or((f64::INFINITY, NONE));
            let alone = |slot: &u32| 1.0 / self.flows[*slot as usize].pace;
            let fastest = slots.iter().map(alone).fold(f64::INFINITY, f64::min);
            // Rounding must not make it fall.
            rate = rate.max(bound.min(fastest));
            let is_alone = fastest <= bound;
            let is_done = |flow: &Flow| match is_alone {
                true => 1.0 / flow.pace <= rate,
                false => flow.ways.iter().any(|(at, _)| *at == way),
            };
            let (done, open) = slots.iter().partition(|slot| is_done(&self.flows[**slot as usize]));
            slots = open;
            let done: Vec<u32> = done;
            for slot in done {
                let flow = &self.flows[slot as usize];
                for (way, ticks) in &flow.ways {
                    let way = &mut self.ways[*way as usize];
                    way.free = (way.free - rate * ticks).max(0.0);
                    way.asked -= ticks;
                    way.open -= 1;
                }
                let speed = if is_alone { 1.0 } else { (rate * flow.pace).min(1.0) };
                speeds.push((slot, speed));
            }
        }
        speeds
    }
}

impl<P: Probe> Network<P> {
    /// Starts the waiting messages of a node, one for each subnetwork.
    pub(super) fn start_flows(&mut self, node: u32) {
        for subnet in 0..2 {
            let slot = 2 * node as usize + subnet;
            let host = &mut self.hosts[node as usize];
            if self.flows.flows[slot].packet != NONE || host.waiting[subnet] == 0 {
                continue;
            }
            let number = host.take(subnet, &self.packets);
            let packet = &self.packets[number];
            let alone = self.model.alone(packet.bytes, packet.route.hops());
            let packets = f64::from(self.model.packets(packet.bytes));
            let flow = &mut self.flows.flows[slot];
            flow.packet = number;
            flow.alone = alone;
            (flow.start, flow.since) = (self.now, self.now);
            (flow.left, flow.speed) = (alone.work as f64, 0.0);
            flow.pace = alone.work as f64 / packets;
            let (link, host) = (alone.link as f64 / packets, alone.host as f64 / packets);
            self.set_ways(slot, number, link, host);
        }
    }

    /// Registers a flow with the resources on its route.
    fn set_ways(&mut self, slot: usize, number: u32, link: f64, host: f64) {
        let packet = &self.packets[number];
        let (outputs, nodes) = (self.outputs.len(), self.hosts.len());
        let mut node = packet.from;
        let ways = &mut self.flows.flows[slot].ways;
        ways.clear();
        ways.push(((outputs + packet.from as usize) as u32, host));
        for to in packet.route.steps() {
            ways.push((node * self.shape.outputs as u32 + to.index() as u32, link));
            node = self.model.torus.neighbour(node, to);
        }
        let port = self.shape.links + packet.subnet().index();
        ways.push((node * self.shape.outputs as u32 + port as u32, link));
        ways.push(((outputs + nodes + node as usize) as u32, host));
        for (way, _) in ways {
            self.flows.ways[*way as usize].users.push(slot as u32);
            self.flows.changed.push(*way);
        }
    }

    /// Sets the speeds of all flows whose resources have changed at this time.
    pub(super) fn share(&mut self) {
        if self.flows.changed.is_empty() {
            return;
        }
        let (slots, ways) = self.flows.affected();
        for (slot, speed) in self.flows.speeds(slots, ways) {
            let flow = &mut self.flows.flows[slot as usize];
            if flow.speed == speed {
                continue;
            }
            flow.left = (flow.left - flow.speed * (self.now - flow.since) as f64).max(0.0);
            (flow.since, flow.speed) = (self.now, speed);
            flow.version = flow.version.wrapping_add(1);
            let end = self.now + (flow.left / speed).ceil() as u64;
            let event = Event::Flow { slot, version: flow.version };
            // Its resources are free from the next tick on.
            self.wheel.schedule(end.max(self.now + 1), event);
        }
    }

    /// A flow has sent everything, unless its speed has changed since the event was scheduled.
    pub(super) fn flow_ends(&mut self, slot: usize, version: u32) {
        let flow = &mut self.flows.flows[slot];
        if flow.version != version || flow.packet == NONE {
            return;
        }
        let packet = std::mem::replace(&mut flow.packet, NONE);
        let Alone { total, work, link, .. } = flow.alone;
        let start = flow.start;
        for (way, _) in &flow.ways {
            self.flows.ways[*way as usize].users.retain(|user| *user as usize != slot);
            self.flows.changed.push(*way);
        }
        self.charge(packet, start, link);
        // What remains is the latency of the last byte.
        let at = (self.now + total).saturating_sub(work).max(self.now + 1);
        self.wheel.schedule(at, Event::Deliver { packet });
        let host = &mut self.hosts[slot / 2];
        if host.waiting[slot % 2] > 0 && !std::mem::replace(&mut host.is_dirty, true) {
            self.dirty_hosts.push((slot / 2) as u32);
        }
    }
}
