//! Barrier, broadcast and allreduce in the network: a unit in each router, beside the interface.
//!
//! The units form a tree over rings and dimensions: from the root in both directions along its
//! first ring, from each node of that along the second, and so on. A packet of an operation crosses
//! one link and is taken out there by the unit on arrival, regardless of other traffic; the unit
//! sends the next ones from its own inputs, one for each link and subnetwork, by the rules for
//! packets that enter a ring. Towards the root, on the request subnetwork, it waits for the
//! corresponding packet of all child nodes and combines them as they arrive; away from the root, on
//! the reply subnetwork, it copies. So no program is involved on the way, a long message is
//! pipelined packet by packet, and no packet of an operation can block another for long.

use super::network::{Network, SUBNETS};
use super::packet::{Packet, Send, Subnet};
use super::probe::Probe;
use super::wheel::Event;
use crate::Error;
use crate::config::Fidelity;
use crate::route::Route;
use crate::topology::{Direction, Torus};

/// A collective operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// No node continues before all have joined.
    Barrier,
    /// All nodes receive the bytes of one node.
    Broadcast {
        /// The node.
        root: u32,
        /// The bytes.
        bytes: u32,
    },
    /// All nodes receive the combination of the bytes of all nodes.
    Allreduce {
        /// The bytes.
        bytes: u32,
    },
}

impl Operation {
    /// The root of the tree.
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

    /// Which of `nodes` nodes contribute.
    pub fn joiners(self, nodes: u32) -> std::ops::Range<u32> {
        match self {
            Self::Broadcast { root, .. } => root..root + 1,
            _ => 0..nodes,
        }
    }

    /// Whether every node contributes.
    pub(super) fn is_combined(self) -> bool {
        !matches!(self, Self::Broadcast { .. })
    }
}

/// Maximum bytes of an operation.
pub const MOST_BYTES: u32 = 1 << 20;

/// A node has received everything of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The tag of the operation, as given when it began.
    pub tag: u64,
    /// The node.
    pub node: u32,
    /// When its program has it, in ticks; may be later than the time that the network has reached.
    pub at: u64,
}

/// Operations in progress, and their results.
#[derive(Debug, Default)]
pub(super) struct Units {
    works: Vec<Option<Box<Work>>>,
    /// What has arrived at units at this time.
    came: Vec<Came>,
    pub(super) finished: Vec<Finished>,
}

/// An operation in progress.
#[derive(Debug)]
struct Work {
    operation: Operation,
    tag: u64,
    packets: u32,
    tree: Tree,
    /// By node and packet, from how many sources it has arrived.
    got: Vec<u16>,
    /// Nodes that have not received everything.
    left: u32,
}

/// A packet, or a node's own contribution, has arrived at a unit. Handled in sorted order, so the
/// order of arrival within an instant does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Came {
    node: u32,
    tag: u64,
    number: u32,
    is_result: bool,
    slot: u32,
}

/// `Queue::draining` if the unit has taken the packet out of the input, so no output will look.
pub(super) const TAKEN: u8 = u8::MAX;

impl<P: Probe> Network<P> {
    /// Begins an operation of the nodes below `members`; returns a number for [`Self::join`].
    /// `tag`, unique among operations in progress, is returned by [`Self::finished`].
    ///
    /// # Errors
    /// The network has no units, the operation has too many bytes, or a node does not exist.
    pub fn begin(&mut self, operation: Operation, members: u32, tag: u64) -> Result<u32, Error> {
        let torus = &self.model.torus;
        let refuse = |why: String| Err(Error::new(format!("{operation:?}: {why}")));
        if !self.model.has_units || self.model.fidelity != Fidelity::Exact {
            return refuse("the network has no collective units".to_owned());
        }
        if operation.root() >= members || members > torus.nodes() {
            return refuse(format!("the torus {torus} has {} nodes", torus.nodes()));
        }
        if operation.bytes() > MOST_BYTES {
            return refuse(format!("must be at most {MOST_BYTES} bytes"));
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

    /// A node joins an operation at time `at`, when its contribution leaves its memory. To be
    /// called once for each contributing node: the root of a broadcast, and all nodes otherwise.
    ///
    /// # Errors
    /// `at` is in the past, or the operation is not in progress.
    pub fn join(&mut self, slot: u32, node: u32, at: u64) -> Result<(), Error> {
        if at < self.now {
            let now = self.now;
            return Err(Error::new(format!(
                "node {node} joined at time {at}, but the time is already {now}"
            )));
        }
        let Some(work) = self.work(slot) else {
            return Err(Error::new(format!("operation {slot} of node {node} is not in progress")));
        };
        for number in 0..work.packets {
            let packet = self.part(slot, [node; 2], Subnet::Request, number, Route::new(), at);
            self.wheel.schedule(at, Event::Submit { packet });
        }
        Ok(())
    }

    /// Takes out the nodes that have received everything of an operation; [`Self::advance_until`]
    /// stops when one has.
    pub fn finished(&mut self) -> Vec<Finished> {
        self.units.as_mut().map_or_else(Vec::new, |units| std::mem::take(&mut units.finished))
    }

    /// Whether time has stopped at a delivery, or at the end of an operation at a node, that has
    /// not been taken out.
    pub fn has_news(&self) -> bool {
        !self.delivered.is_empty() || self.has_finished()
    }

    fn has_finished(&self) -> bool {
        self.units.as_ref().is_some_and(|units| !units.finished.is_empty())
    }

    fn work(&mut self, slot: u32) -> Option<&mut Work> {
        self.units.as_mut()?.works.get_mut(slot as usize)?.as_deref_mut()
    }

    /// Creates a packet of an operation.
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

    /// Payload bytes of packet `number`.
    fn payload(&mut self, slot: u32, number: u32) -> u16 {
        let most = u32::from(self.model.payload_bytes);
        let bytes = self.work(slot).map_or(0, |work| work.operation.bytes());
        bytes.saturating_sub(number * most).min(most) as u16
    }

    /// A node's own contribution arrives from memory at its unit.
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

    /// Units handle what has arrived at this time.
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

    /// Handles an input from which the unit took a packet, now that it has left.
    pub(super) fn next_of(&mut self, at: usize) {
        let queue = &self.queues[at];
        if queue.busy_until <= self.now && !queue.packets.is_empty() {
            self.request(at);
        }
    }

    /// The unit takes out the first packet of an input as it arrives.
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

    /// A packet towards the root has arrived at a node from one more source.
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

    /// A packet away from the root has arrived at a node.
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

    /// Writes a packet of the result to memory; at the root of a broadcast it is there already.
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

    /// A node has received everything; the last node ends the operation.
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
    /// For each node the link towards the root; the root has none.
    parents: Vec<Option<Direction>>,
    /// For each node the links away from the root that lead to members.
    children: Vec<Vec<Direction>>,
    /// For each node the sources of packets towards the root: its children, and itself if a member.
    parts: Vec<u16>,
}

impl Tree {
    /// The tree of the nodes below `members`; other nodes only forward.
    fn new(torus: &Torus, root: u32, members: u32) -> Self {
        let nodes = torus.nodes() as usize;
        let mut parents = vec![None; nodes];
        let mut children = vec![Vec::new(); nodes];
        let mut parts = vec![0; nodes];
        for member in 0..members {
            parts[member as usize] += 1;
            let mut node = member;
            // Up to where a previous member's path has been.
            while node != root && parents[node as usize].is_none() {
                let to = towards(torus, node, root);
                parents[node as usize] = Some(to);
                node = torus.neighbour(node, to);
                children[node as usize].push(to.opposite());
                parts[node as usize] += 1;
            }
        }
        // Sorted, so that the order does not depend on who was first.
        children.iter_mut().for_each(|to| to.sort_unstable());
        Self { members, parents, children, parts }
    }
}

/// Direction back along the last dimension in which a node differs from the root, the shorter way.
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
