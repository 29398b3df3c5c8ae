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

    /// Which of so many nodes have something to say.
    pub fn joiners(self, nodes: u32) -> std::ops::Range<u32> {
        match self {
            Self::Broadcast { root, .. } => root..root + 1,
            _ => 0..nodes,
        }
    }

    /// Whether every node has something to say.
    pub(super) fn is_combined(self) -> bool {
        !matches!(self, Self::Broadcast { .. })
    }
}

/// The most bytes of an operation.
pub const MOST_BYTES: u32 = 1 << 20;

/// A node has everything of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The operation, as it was named when it began.
    pub tag: u64,
    /// The node.
    pub node: u32,
    /// When its program has it, in ticks: it may be later than the time that was reached.
    pub at: u64,
}

/// Operations that go on, and what became of them.
#[derive(Debug, Default)]
pub(super) struct Units {
    works: Vec<Option<Box<Work>>>,
    /// What came to units at this time.
    came: Vec<Came>,
    pub(super) finished: Vec<Finished>,
}

/// An operation that goes on.
#[derive(Debug)]
struct Work {
    operation: Operation,
    tag: u64,
    packets: u32,
    tree: Tree,
    /// By node and packet, from how many it is there.
    got: Vec<u16>,
    /// Nodes that do not have everything.
    left: u32,
}

/// A packet, or a node's own part, has come to the unit of a node. They are looked at in this
/// order, so that it does not matter in which order they came within an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Came {
    node: u32,
    tag: u64,
    number: u32,
    is_result: bool,
    slot: u32,
}

/// The input of a router from which a packet was taken out by the unit: no output looks after it.
pub(super) const TAKEN: u8 = u8::MAX;

impl<P: Probe> Network<P> {
    /// Begins an operation of the nodes below `members`: a number for [`Self::join`]. `tag`, which
    /// no other that goes on has, comes out again with [`Self::finished`].
    ///
    /// # Errors
    /// A network without units, more bytes than are possible, or a node that does not exist.
    pub fn begin(&mut self, operation: Operation, members: u32, tag: u64) -> Result<u32, Error> {
        let torus = &self.model.torus;
        let refuse = |why: String| Err(Error::new(format!("{operation:?}: {why}")));
        if !self.model.has_units || self.model.fidelity != Fidelity::Exact {
            return refuse("the network has no units for it".to_owned());
        }
        if operation.root() >= members || members > torus.nodes() {
            return refuse(format!("the torus {torus} has {} nodes", torus.nodes()));
        }
        if operation.bytes() > MOST_BYTES {
            return refuse(format!("at most {MOST_BYTES} bytes are possible"));
        }
        let tree = Tree::new(torus, operation.root(), members);
        let most = u32::from(self.model.payload_bytes);
        let packets = operation.bytes().div_ceil(most).max(1);
        let got = vec![0; torus.nodes() as usize * packets as usize];
        let work = Some(Box::new(Work { operation, tag, packets, tree, got, left: members }));
        let works = &mut self.units.get_or_insert_default().works;
        let slot = works.iter().position(Option::is_none).unwrap_or(works.len());
        match works.get_mut(slot) {
            Some(place) => *place = work,
            None => works.push(work),
        }
        Ok(slot as u32)
    }

    /// A node joins an operation at a time that has not passed: its part leaves its memory. To be
    /// said once of each node that has one: the root of a broadcast, and all nodes otherwise.
    ///
    /// # Errors
    /// A time that has passed, or an operation that does not go on.
    pub fn join(&mut self, slot: u32, node: u32, at: u64) -> Result<(), Error> {
        if at < self.now {
            let now = self.now;
            return Err(Error::new(format!("node {node} joined at {at}, and it is already {now}")));
        }
        let Some(work) = self.work(slot) else {
            return Err(Error::new(format!("operation {slot}, of node {node}, does not go on")));
        };
        for number in 0..work.packets {
            let packet = self.part(slot, [node; 2], Subnet::Request, number, Route::new(), at);
            self.wheel.schedule(at, Event::Submit { packet });
        }
        Ok(())
    }

    /// Takes out who has everything of an operation. Time stops where somebody has.
    pub fn finished(&mut self) -> Vec<Finished> {
        self.units.as_mut().map_or_else(Vec::new, |units| std::mem::take(&mut units.finished))
    }

    /// Whether time stands where a packet was delivered, or an operation finished, that was not
    /// taken out.
    pub fn has_news(&self) -> bool {
        !self.delivered.is_empty() || self.has_finished()
    }

    fn has_finished(&self) -> bool {
        self.units.as_ref().is_some_and(|units| !units.finished.is_empty())
    }

    fn work(&mut self, slot: u32) -> Option<&mut Work> {
        self.units.as_mut()?.works.get_mut(slot as usize)?.as_deref_mut()
    }

    /// A packet of an operation.
    fn part(
        &mut self,
        slot: u32,
        [from, to]: [u32; 2],
        subnet: Subnet,
        number: u32,
        route: Route,
        born: u64,
    ) -> u32 {
        let payload_bytes = self.payload(slot, number);
        let tag = u64::from(slot) << 32 | u64::from(number);
        let send = Send { from, to, payload_bytes, subnet, tag };
        let mut packet = Packet::new(born, &send, route, self.model.header_bytes);
        packet.bind();
        packet.give_to_units();
        self.packets.insert(packet, tag)
    }

    /// Bytes of packet `number` beside its header.
    fn payload(&mut self, slot: u32, number: u32) -> u16 {
        let most = u32::from(self.model.payload_bytes);
        let bytes = self.work(slot).map_or(0, |work| work.operation.bytes());
        bytes.saturating_sub(number * most).min(most) as u16
    }

    /// What a node itself has to say comes from memory to its unit.
    pub(super) fn own(&mut self, number: u32) {
        let (packet, tag) = self.packets.remove(number);
        self.account(&packet, tag);
        self.has_come(packet.from, tag, false);
    }

    fn has_come(&mut self, node: u32, tag: u64, is_result: bool) {
        let (slot, number) = ((tag >> 32) as u32, tag as u32);
        let Some(work) = self.work(slot) else { return };
        let is_result = is_result || !work.operation.is_combined();
        let came = Came { node, tag: work.tag, number, is_result, slot };
        if let Some(units) = &mut self.units {
            units.came.push(came);
        }
    }

    /// Units look at what has come at this time.
    pub(super) fn pass_on(&mut self) {
        let Some(units) = self.units.as_mut().filter(|units| !units.came.is_empty()) else {
            return;
        };
        let mut came = std::mem::take(&mut units.came);
        came.sort_unstable();
        for one in came.drain(..) {
            match one.is_result {
                true => self.spread(&one),
                false => self.gather(&one),
            }
        }
        if let Some(units) = &mut self.units {
            units.came = came;
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
        self.has_come(packet.to, tag, packet.subnet() == Subnet::Reply);
    }

    /// A packet towards the root is at a node from one more.
    fn gather(&mut self, came: &Came) {
        let Some(work) = self.work(came.slot) else { return };
        let got = &mut work.got[(came.node * work.packets + came.number) as usize];
        *got += 1;
        if *got < work.tree.parts[came.node as usize] {
            return;
        }
        match work.tree.parents[came.node as usize] {
            Some(to) => self.send_on(came, to, Subnet::Request),
            None => self.spread(came),
        }
    }

    /// A packet away from the root is at a node.
    fn spread(&mut self, came: &Came) {
        let Some(work) = self.work(came.slot) else { return };
        for to in work.tree.children[came.node as usize].clone() {
            self.send_on(came, to, Subnet::Reply);
        }
        self.write(came);
    }

    fn send_on(&mut self, came: &Came, to: Direction, subnet: Subnet) {
        let Some(route) = Route::new().then(to, 1) else { return };
        let node = came.node;
        let pair = [node, self.model.torus.neighbour(node, to)];
        let packet = self.part(came.slot, pair, subnet, came.number, route, self.now);
        let input = self.shape.units + to.index() * SUBNETS + subnet.index();
        self.arrive(node as usize * self.shape.inputs + input, packet);
    }

    /// A packet of the result goes to memory; the sender of a broadcast has it there.
    fn write(&mut self, came: &Came) {
        let payload = self.payload(came.slot, came.number);
        let Some(work) = self.work(came.slot) else { return };
        let (tag, is_last) = (work.tag, came.number + 1 == work.packets);
        let is_sender = !work.operation.is_combined() && came.node == work.operation.root();
        if came.node >= work.tree.members {
            return;
        }
        let mut at = self.now;
        if !is_sender {
            let bytes = u64::from(payload) + u64::from(self.model.header_bytes);
            let (link, memory) = (bytes * self.model.link_byte, bytes * self.model.host_byte);
            let host = &mut self.hosts[came.node as usize];
            at = host.write(self.now, link, memory, self.model.host_gap) + self.model.receive;
        }
        if is_last {
            self.finish(came.slot, Finished { tag, node: came.node, at });
        }
    }

    /// A node has everything: the last of them ends the operation.
    fn finish(&mut self, slot: u32, finished: Finished) {
        let Some(units) = &mut self.units else { return };
        units.finished.push(finished);
        let Some(place) = units.works.get_mut(slot as usize) else { return };
        if let Some(work) = place {
            work.left -= 1;
            if work.left == 0 {
                *place = None;
            }
        }
    }
}

/// The tree over rings and dimensions.
#[derive(Debug)]
struct Tree {
    members: u32,
    /// Of each node the link towards the root, which has none.
    parents: Vec<Option<Direction>>,
    /// Those away from it that lead to members.
    children: Vec<Vec<Direction>>,
    /// From how many a node gets a packet towards the root: children, and itself if it is a member.
    parts: Vec<u16>,
}

impl Tree {
    /// That of the nodes below `members`; others pass on.
    fn new(torus: &Torus, root: u32, members: u32) -> Self {
        let nodes = torus.nodes() as usize;
        let mut parents = vec![None; nodes];
        let mut children = vec![Vec::new(); nodes];
        let mut parts = vec![0; nodes];
        for member in 0..members {
            parts[member as usize] += 1;
            let mut node = member;
            // Up to where another has been.
            while node != root && parents[node as usize].is_none() {
                let to = towards(torus, node, root);
                parents[node as usize] = Some(to);
                node = torus.neighbour(node, to);
                children[node as usize].push(to.opposite());
                parts[node as usize] += 1;
            }
        }
        // In one order, whoever was first.
        children.iter_mut().for_each(|to| to.sort_unstable());
        Self { members, parents, children, parts }
    }
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
