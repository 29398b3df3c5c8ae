//! Barrier, broadcast and allreduce in the network: a unit in each router, beside the interface.
//!
//! Units make a tree over rings and dimensions: from the root along both directions of its first
//! ring, from each node of that along those of the second, and so on. A packet of an operation goes
//! over one link and is taken out there by the unit as it comes, whatever else is going on; what
//! follows the unit sends from inputs of its own, one for each link and subnetwork, by the rules
//! for packets that enter a ring. Towards the root, on the subnetwork of requests, it waits for the
//! same packet of all nodes behind it and combines them as they come; away from it, on that of the
//! replies, it copies. So nobody waits for a program on the way, a long message follows itself
//! packet by packet, and no packet of an operation can hold up another for long.

use super::network::{Network, SUBNETS};
use super::packet::{Packet, Send, Subnet};
use super::probe::Probe;
use super::wheel::Event;
use crate::Error;
use crate::config::Fidelity;
use crate::route::Route;
use crate::topology::{Direction, Torus};

/// What all nodes do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Nobody goes on before all have come.
    Barrier,
    /// All get so many bytes of one node.
    Broadcast {
        /// The node.
        root: u32,
        /// The bytes.
        bytes: u32,
    },
    /// All get so many bytes, into which those of all are combined.
    Allreduce {
        /// The bytes.
        bytes: u32,
    },
}

impl Operation {
    /// Where the tree has its root.
    pub fn root(self) -> u32 {
        match self {
            Self::Broadcast { root, .. } => root,
            _ => 0,
        }
    }

    /// Bytes of each node.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Barrier => 0,
            Self::Broadcast { bytes, .. } | Self::Allreduce { bytes } => bytes,
        }
    }

    /// Whether every node has something to say.
    pub(super) fn is_combined(self) -> bool {
        !matches!(self, Self::Broadcast { .. })
    }
}

/// The most bytes of an operation.
pub const MOST_BYTES: u32 = 1 << 20;

/// An operation that goes on.
#[derive(Debug)]
pub(super) struct Units {
    operation: Operation,
    packets: u32,
    /// Of each node the link towards the root, which has none.
    parents: Vec<Option<Direction>>,
    children: Vec<Vec<Direction>>,
    /// By node and packet, from how many it is there.
    got: Vec<u8>,
    /// When each node joins, and when it has everything.
    starts: Vec<u64>,
    done: Vec<Option<u64>>,
    left: usize,
}

/// The input of a router from which a packet was taken out by the unit: no output looks after it.
pub(super) const TAKEN: u8 = u8::MAX;

impl<P: Probe> Network<P> {
    /// Begins an operation that each node joins at its time, none of which has passed.
    ///
    /// # Errors
    /// A network without units, more bytes than are possible, a node that does not exist, or
    /// another operation that goes on.
    pub fn begin(&mut self, operation: Operation, starts: &[u64]) -> Result<(), Error> {
        let torus = &self.model.torus;
        let refuse = |why: String| Err(Error::new(format!("{operation:?}: {why}")));
        if !self.model.has_units || self.model.fidelity != Fidelity::Exact {
            return refuse("the network has no units for it".to_owned());
        }
        if operation.root() >= torus.nodes() || starts.len() != self.hosts.len() {
            return refuse(format!("the torus {torus} has {} nodes", torus.nodes()));
        }
        if operation.bytes() > MOST_BYTES {
            return refuse(format!("at most {MOST_BYTES} bytes are possible"));
        }
        if self.units.as_ref().is_some_and(|units| units.left > 0) {
            return refuse("another operation goes on".to_owned());
        }
        if let Some(past) = starts.iter().find(|at| **at < self.now) {
            return refuse(format!("joined at {past}, and it is already {}", self.now));
        }
        let most = u32::from(self.model.payload_bytes);
        let packets = operation.bytes().div_ceil(most).max(1);
        let (parents, children) = tree(torus, operation.root());
        let nodes = starts.len();
        self.units = Some(Box::new(Units {
            operation,
            packets,
            parents,
            children,
            got: vec![0; nodes * packets as usize],
            starts: starts.to_vec(),
            done: vec![None; nodes],
            left: nodes,
        }));
        for (node, &at) in (0..).zip(starts) {
            if !operation.is_combined() && node != operation.root() {
                continue;
            }
            for number in 0..packets {
                let packet = self.part(node, node, Subnet::Request, number, Route::new(), at);
                self.wheel.schedule(at, Event::Submit { packet });
            }
        }
        Ok(())
    }

    /// When each node had everything of the last operation, in ticks, if all have.
    pub fn ended(&self) -> Option<Vec<u64>> {
        self.units.as_ref()?.done.iter().copied().collect()
    }

    /// A packet of the operation.
    fn part(
        &mut self,
        from: u32,
        to: u32,
        subnet: Subnet,
        number: u32,
        route: Route,
        born: u64,
    ) -> u32 {
        let (bytes, most) = match &self.units {
            Some(units) => (units.operation.bytes(), u32::from(self.model.payload_bytes)),
            None => (0, 0),
        };
        let payload_bytes = (bytes - (number * most).min(bytes)).min(most) as u16;
        let tag = u64::from(number);
        let send = Send { from, to, payload_bytes, subnet, tag };
        let mut packet = Packet::new(born, &send, route, self.model.header_bytes);
        packet.bind();
        packet.give_to_units();
        self.packets.insert(packet, tag)
    }

    /// What a node itself has to say comes from memory to its unit.
    pub(super) fn own(&mut self, number: u32) {
        let (packet, tag) = self.packets.remove(number);
        self.account(&packet, tag);
        let is_combined = self.units.as_ref().is_some_and(|units| units.operation.is_combined());
        match is_combined {
            true => self.gather(packet.from, tag as u32),
            false => self.spread(packet.from, tag as u32),
        }
    }

    /// Looks at an input from which the unit took a packet, now that it has left.
    pub(super) fn next_of(&mut self, at: usize) {
        let queue = &self.queues[at];
        if queue.busy_until <= self.now && !queue.packets.is_empty() {
            self.request(at);
        }
    }

    /// The first packet of an input is the unit's, which takes it out as it comes.
    pub(super) fn absorb(&mut self, at: usize) {
        let number = self.queues[at].packets.first;
        if P::IS_ON {
            let waited = self.arrival(at, number);
            self.probe.taken_out(&waited);
        }
        let queue = &mut self.queues[at];
        queue.packets.pop(&self.packets);
        let (packet, tag) = self.packets.remove(number);
        let until = self.now + u64::from(packet.bytes) * self.model.link_byte;
        (queue.busy_until, queue.draining) = (until, TAKEN);
        if !queue.packets.is_empty() {
            self.wheel.schedule(until, Event::Next { queue: at as u32 });
        }
        let returns = until + self.model.wire;
        if queue.credit.give_back(self.now, returns) {
            self.wake(self.upstream[at] as usize, returns);
        }
        match packet.subnet() {
            Subnet::Request => self.gather(packet.to, tag as u32),
            Subnet::Reply => self.spread(packet.to, tag as u32),
        }
    }

    /// A packet towards the root is at a node from one more.
    fn gather(&mut self, node: u32, number: u32) {
        let Some(units) = &mut self.units else { return };
        let got = &mut units.got[(node * units.packets + number) as usize];
        *got += 1;
        if usize::from(*got) <= units.children[node as usize].len() {
            return;
        }
        match units.parents[node as usize] {
            Some(to) => self.pass_on(node, to, Subnet::Request, number),
            None => self.spread(node, number),
        }
    }

    /// A packet away from the root is at a node.
    fn spread(&mut self, node: u32, number: u32) {
        let Some(units) = &self.units else { return };
        for to in units.children[node as usize].clone() {
            self.pass_on(node, to, Subnet::Reply, number);
        }
        self.write(node, number);
    }

    fn pass_on(&mut self, node: u32, to: Direction, subnet: Subnet, number: u32) {
        let Some(route) = Route::new().then(to, 1) else { return };
        let other = self.model.torus.neighbour(node, to);
        let packet = self.part(node, other, subnet, number, route, self.now);
        let input = self.shape.units + to.index() * SUBNETS + subnet.index();
        self.arrive(node as usize * self.shape.inputs + input, packet);
    }

    /// A packet of the result goes to memory; the sender of a broadcast has it there.
    fn write(&mut self, node: u32, number: u32) {
        let Some(units) = &mut self.units else { return };
        let mut end = self.now;
        if units.operation.is_combined() || node != units.operation.root() {
            let most = u32::from(self.model.payload_bytes);
            let payload = (units.operation.bytes() - number * most).min(most);
            let bytes = u64::from(payload) + u64::from(self.model.header_bytes);
            let (link, memory) = (bytes * self.model.link_byte, bytes * self.model.host_byte);
            end = self.hosts[node as usize].write(self.now, link, memory, self.model.host_gap);
            end += self.model.receive;
        }
        if number + 1 == units.packets {
            units.done[node as usize] = Some(end.max(units.starts[node as usize]));
            units.left -= 1;
        }
    }
}

/// The tree over rings and dimensions: of each node the link towards the root, and those away.
fn tree(torus: &Torus, root: u32) -> (Vec<Option<Direction>>, Vec<Vec<Direction>>) {
    let nodes = torus.nodes();
    let mut parents = vec![None; nodes as usize];
    let mut children = vec![Vec::new(); nodes as usize];
    for node in (0..nodes).filter(|node| *node != root) {
        let to = towards(torus, node, root);
        parents[node as usize] = Some(to);
        children[torus.neighbour(node, to) as usize].push(to.opposite());
    }
    (parents, children)
}

/// Back along the last dimension in which a node differs from the root, the shorter way.
fn towards(torus: &Torus, node: u32, root: u32) -> Direction {
    let ahead = |dim: usize| {
        let (here, there) = (torus.coordinate(node, dim), torus.coordinate(root, dim));
        (here + torus.size(dim) - there) % torus.size(dim)
    };
    let dim = (0..torus.dims()).rev().find(|dim| ahead(*dim) > 0).unwrap_or(0);
    match 2 * ahead(dim) <= torus.size(dim) {
        true => Direction::minus(dim),
        false => Direction::plus(dim),
    }
}
