//! A flit-level, cycle-level model of the same network, written for clarity rather than speed. A
//! flit takes one cycle over a link; every time is a whole number of cycles.

use crate::engine::{Send, Subnet};
use crate::route::Route;
use crate::topology::{Direction, Torus};
use std::collections::{BTreeMap, VecDeque};

/// Parameters; times in cycles.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) torus: Torus,
    pub(super) is_adaptive: bool,
    /// Packet slots of an input of a link.
    pub(super) slots: usize,
    pub(super) wire: u64,
    pub(super) router: u64,
    /// Half cycles of a flit between memory and interface.
    pub(super) memory_halves: u64,
    pub(super) gap: u64,
    pub(super) send: u64,
    pub(super) receive: u64,
    pub(super) receive_slots: usize,
}

impl Shape {
    /// Number of virtual channels of each link.
    fn channels(&self) -> usize {
        if self.is_adaptive { 4 } else { 2 }
    }
}

pub(super) struct Packet {
    pub(super) send: Send,
    /// Remaining hops, in the order of directions.
    pub(super) rest: Vec<Direction>,
    pub(super) flits: u64,
    /// When its head left each node, the last one through its host port.
    pub(super) left: Vec<u64>,
    pub(super) delivered: Option<u64>,
}

#[derive(Clone, Copy)]
struct Flit {
    packet: usize,
    number: u64,
    /// First cycle in which it can be handled.
    ready: u64,
}

/// A packet that holds an output.
#[derive(Clone, Copy)]
struct Hold {
    input: usize,
    packet: usize,
    /// The virtual channel at the other end.
    channel: usize,
    sent: u64,
}

struct Node {
    inputs: Vec<VecDeque<Flit>>,
    holds: Vec<Option<Hold>>,
    turn: Vec<usize>,
    /// The link that is first among those with equal room.
    link_turn: usize,
    /// Slots known to be free, for each output and channel: for each subnetwork the channel with
    /// the bubble rule, then the adaptive ones.
    free: Vec<[usize; 4]>,
    memory: [VecDeque<usize>; 2],
    send_free: u64,
    memory_turn: usize,
    receive_free_halves: u64,
}

/// Something in flight between nodes.
enum Wire {
    Flit { node: usize, input: usize, flit: Flit },
    Credit { node: usize, output: usize, channel: usize },
}

pub(super) struct Reference {
    shape: Shape,
    pub(super) packets: Vec<Packet>,
    /// Packets to be handed over later, by time.
    births: BTreeMap<u64, Vec<usize>>,
    undelivered: usize,
    nodes: Vec<Node>,
    wires: Vec<(u64, Wire)>,
    pub(super) now: u64,
}

impl Reference {
    pub(super) fn new(shape: Shape) -> Self {
        let links = shape.torus.ports();
        let node = || Node {
            inputs: vec![VecDeque::new(); shape.channels() * links + 2],
            holds: vec![None; links + 2],
            turn: vec![0; links + 2],
            link_turn: 0,
            free: (0..links + 2)
                .map(|output| [if output < links { shape.slots } else { shape.receive_slots }; 4])
                .collect(),
            memory: [VecDeque::new(), VecDeque::new()],
            send_free: 0,
            memory_turn: 0,
            receive_free_halves: 0,
        };
        let nodes = (0..shape.torus.nodes()).map(|_| node()).collect();
        Self {
            shape,
            packets: Vec::new(),
            births: BTreeMap::new(),
            undelivered: 0,
            nodes,
            wires: Vec::new(),
            now: 0,
        }
    }

    /// Injects a packet at a future time.
    pub(super) fn inject(&mut self, born: u64, send: Send, route: Route, flits: u64) {
        let rest = route.steps().collect();
        self.births.entry(born).or_default().push(self.packets.len());
        self.undelivered += 1;
        self.packets.push(Packet { send, rest, flits, left: Vec::new(), delivered: None });
    }

    pub(super) fn is_done(&self) -> bool {
        self.undelivered == 0
    }

    /// Simulates one cycle; returns whether anything moved or is in flight.
    pub(super) fn step(&mut self) -> bool {
        let landed = self.land();
        let begun = self.memory();
        let granted = self.grants();
        let moved = self.transfer();
        self.now += 1;
        let is_arriving = |node: &Node| {
            node.send_free >= self.now
                || node.inputs.iter().flatten().any(|flit| flit.ready >= self.now)
        };
        landed
            || begun
            || granted
            || moved
            || !self.wires.is_empty()
            || !self.births.is_empty()
            || self.nodes.iter().any(is_arriving)
    }

    /// Arrivals: flits go into inputs, credits to outputs.
    fn land(&mut self) -> bool {
        let (now, router) = (self.now, self.shape.router);
        let (here, later) =
            std::mem::take(&mut self.wires).into_iter().partition(|(at, _)| *at <= now);
        self.wires = later;
        let here: Vec<(u64, Wire)> = here;
        let any = !here.is_empty();
        for (at, wire) in here {
            // Over a wire of length 0 it arrived a cycle ago, when it could not be used yet.
            assert!(at == now || at + 1 == now && self.shape.wire == 0);
            match wire {
                Wire::Flit { node, input, flit } => {
                    let ready = at + if flit.number == 0 { router } else { 0 };
                    self.nodes[node].inputs[input].push_back(Flit { ready, ..flit });
                }
                Wire::Credit { node, output, channel } => {
                    self.nodes[node].free[output][channel] += 1;
                }
            }
        }
        any
    }

    /// Programs hand packets over, and interfaces start them.
    fn memory(&mut self) -> bool {
        let now = self.now;
        for number in self.births.remove(&now).unwrap_or_default() {
            let send = &self.packets[number].send;
            self.nodes[send.from as usize].memory[send.subnet.index()].push_back(number);
        }
        let mut any = false;
        for node in &mut self.nodes {
            if node.send_free > now {
                continue;
            }
            let turns = [node.memory_turn, 1 - node.memory_turn];
            let Some(subnet) = turns.into_iter().find(|at| !node.memory[*at].is_empty()) else {
                continue;
            };
            let packet = node.memory[subnet].pop_front().unwrap();
            let flits = self.packets[packet].flits;
            node.memory_turn = 1 - subnet;
            node.send_free =
                now + (flits * self.shape.memory_halves).div_ceil(2).max(self.shape.gap);
            // The first cycle from which every flit is there when it is its turn.
            let whole = |flit: u64| ((flit + 1) * self.shape.memory_halves).div_ceil(2);
            let start = (0..flits).map(|flit| whole(flit).saturating_sub(flit + 1)).max().unwrap();
            let input = self.shape.channels() * self.shape.torus.ports() + subnet;
            for number in 0..flits {
                let ready = now + self.shape.send + start + number;
                node.inputs[input].push_back(Flit { packet, number, ready });
            }
            any = true;
        }
        any
    }

    /// Free outputs choose among the heads that request them.
    fn grants(&mut self) -> bool {
        let links = self.shape.torus.ports();
        let mut any = false;
        for at in 0..self.nodes.len() {
            let order = self.in_order(at).into_iter().chain([links + 1, links]);
            for output in
                order.filter(|output| self.nodes[at].holds[*output].is_none()).collect::<Vec<_>>()
            {
                let inputs = self.nodes[at].inputs.len();
                let turn = self.nodes[at].turn[output];
                let mut in_turn = (0..inputs).map(|step| (turn + step) % inputs);
                let goes = |input| Some((input, self.may_go(at, output, input)?));
                if let Some((input, channel)) = in_turn.find_map(goes) {
                    self.hold(at, output, input, channel);
                    any = true;
                }
            }
        }
        any
    }

    /// The links of a node in the order in which they choose: with adaptive routing, the one with
    /// the most adaptive room first.
    fn in_order(&self, at: usize) -> Vec<usize> {
        let links = self.shape.torus.ports();
        let node = &self.nodes[at];
        if !self.shape.is_adaptive {
            return (0..links).collect();
        }
        let mut order: Vec<_> = (0..links).map(|place| (node.link_turn + place) % links).collect();
        order.sort_by_key(|link| std::cmp::Reverse(node.free[*link][2] + node.free[*link][3]));
        order
    }

    /// The channel into which the first flit of an input may leave through an output, if it is a
    /// head that requests this output now and has room there.
    fn may_go(&self, at: usize, output: usize, input: usize) -> Option<usize> {
        let links = self.shape.torus.ports();
        let node = &self.nodes[at];
        let flit = node.inputs[input].front()?;
        if flit.number != 0 || flit.ready > self.now || node.is_read(input) {
            return None;
        }
        let packet = &self.packets[flit.packet];
        let subnet = packet.send.subnet.index();
        let wanted = packet.rest.first().map_or(links + subnet, |to| to.index());
        let is_nearer = packet.rest.iter().any(|to| to.index() == output);
        if self.shape.is_adaptive && is_nearer && node.free[output][2 + subnet] > 0 {
            return Some(2 + subnet);
        }
        let stays = output >= links || input == output * self.shape.channels() + subnet;
        let needs = if stays { 1 } else { 2 };
        (wanted == output && node.free[output][subnet] >= needs).then_some(subnet)
    }

    fn hold(&mut self, at: usize, output: usize, input: usize, channel: usize) {
        let packet = self.nodes[at].inputs[input][0].packet;
        let links = self.shape.torus.ports();
        self.packets[packet].left.push(self.now);
        let node = &mut self.nodes[at];
        node.free[output][channel] -= 1;
        node.turn[output] = input + 1;
        node.holds[output] = Some(Hold { input, packet, channel, sent: 0 });
        if output >= links {
            return self.deliver(at, output, packet);
        }
        node.link_turn = output + 1;
        let rest = &mut self.packets[packet].rest;
        let hop = rest.iter().position(|to| to.index() == output).unwrap();
        rest.remove(hop);
    }

    /// When a packet will be in memory, and its slot in the interface free, both in half cycles.
    fn deliver(&mut self, at: usize, output: usize, packet: usize) {
        let (shape, now) = (&self.shape, self.now);
        let flits = self.packets[packet].flits;
        let halves = flits * shape.memory_halves;
        let node = &mut self.nodes[at];
        // No flit goes to memory before it has arrived.
        let start = (0..flits)
            .map(|flit| (2 * (now + flit + 1)).saturating_sub((flit + 1) * shape.memory_halves));
        let start = start.max().unwrap().max(node.receive_free_halves).max(2 * now);
        node.receive_free_halves = start + halves.max(2 * shape.gap);
        let end = start + halves;
        assert!(end.is_multiple_of(2), "tests are made of whole cycles");
        self.undelivered -= 1;
        self.packets[packet].delivered = Some(end / 2 + shape.receive);
        let subnet = self.packets[packet].send.subnet.index();
        self.wires.push((end / 2, Wire::Credit { node: at, output, channel: subnet }));
    }

    /// Every held output sends a flit, which must be there: this is why packet events suffice.
    fn transfer(&mut self) -> bool {
        let links = self.shape.torus.ports();
        let mut any = false;
        for at in 0..self.nodes.len() {
            for output in 0..links + 2 {
                let Some(hold) = self.nodes[at].holds[output] else { continue };
                any = true;
                let node = &mut self.nodes[at];
                let flit =
                    node.inputs[hold.input].pop_front().expect("a packet never stalls on its way");
                assert!(
                    flit.ready <= self.now
                        && (flit.packet, flit.number) == (hold.packet, hold.sent)
                );
                let flits = self.packets[hold.packet].flits;
                let is_last = hold.sent + 1 == flits;
                node.holds[output] = (!is_last).then_some(Hold { sent: hold.sent + 1, ..hold });
                let channels = self.shape.channels();
                if output < links {
                    let to = Direction::from_index(output);
                    let node = self.shape.torus.neighbour(at as u32, to) as usize;
                    let wire = Wire::Flit { node, input: channels * output + hold.channel, flit };
                    self.wires.push((self.now + self.shape.wire, wire));
                }
                if is_last && hold.input < channels * links {
                    let from = Direction::from_index(hold.input / channels);
                    let node = self.shape.torus.neighbour(at as u32, from.opposite()) as usize;
                    let channel = hold.input % channels;
                    let wire = Wire::Credit { node, output: from.index(), channel };
                    self.wires.push((self.now + 1 + self.shape.wire, wire));
                }
            }
        }
        any
    }
}

impl Node {
    /// Whether a packet is leaving this input.
    fn is_read(&self, input: usize) -> bool {
        self.holds.iter().flatten().any(|hold| hold.input == input)
    }
}

const _: () = assert!(Subnet::Reply.index() == 1);
