//! The network: its state, injection, delivery, and the event loop.

use super::adaptive::Ways;
use super::credit::Credit;
use super::fluid::Flows;
use super::gather::Block;
use super::host::Host;
use super::output::{Load, NOBODY, Output, Port};
use super::packet::{Delivery, Packet, Packets, Send, Subnet};
use super::probe::Probe;
use super::queue::{Chain, Queue};
use super::replay::Replay;
use super::restore::Restore;
use super::service::Service;
use super::tally::{Counters, Tally};
use super::unit::Units;
use super::warm;
use super::wheel::{Event, Wheel};
use super::{Model, NONE};
use crate::Error;
use crate::config::Fidelity;
use crate::route::{Plan, Route};
use crate::topology::{Direction, Torus};

/// A network of routers in virtual time. It reads no clock: the caller advances time, in ticks of
/// the model's clock.
///
/// [`Self::inject`] hands packets over, [`Self::advance_until`] advances time, and
/// [`Self::deliveries`] returns what has arrived. Equal calls give equal results on every machine.
#[derive(Debug)]
pub struct Network<P = ()> {
    pub(super) model: Model,
    pub(super) plan: Plan,
    pub(super) now: u64,
    pub(super) wheel: Wheel,
    pub(super) packets: Packets,
    /// Inputs of all nodes: for each node those of its links, of its interface, and of its unit, if
    /// any.
    pub(super) queues: Vec<Queue>,
    /// Outputs of all nodes: for each node its links, then the two ports to its interface.
    pub(super) outputs: Vec<Output>,
    /// For each input of a link, the output at the other end.
    pub(super) upstream: Vec<u32>,
    pub(super) hosts: Vec<Host>,
    /// For each output, with adaptive routing.
    pub(super) ways: Vec<Ways>,
    /// For each node the link whose turn it is, with adaptive routing.
    pub(super) turns: Vec<u8>,
    /// For each node what its interface gathers.
    pub(super) blocks: Vec<Block>,
    pub(super) restore: Restore,
    /// At lower fidelity: messages that arrive at this time, and flows.
    pub(super) landed: Vec<u32>,
    pub(super) flows: Flows,
    /// Outputs and hosts to be handled once all events of this time are known.
    pub(super) dirty: Vec<u32>,
    pub(super) dirty_hosts: Vec<u32>,
    pub(super) delivered: Vec<Delivery>,
    pub(super) shape: Shape,
    pub(super) tally: Tally,
    pub(super) replay: Replay,
    /// State of the service processors, if failures are planned.
    pub(super) service: Option<Box<Service>>,
    /// State of collective operations, if there have been any.
    pub(super) units: Option<Box<Units>>,
    /// Whether the routers exceed a cache: the data of coming events is then prefetched.
    is_large: bool,
    /// Time up to which the data of events has been prefetched.
    warm_until: u64,
    /// Observer of packets, see [`Probe`].
    pub probe: P,
}

pub(super) const SUBNETS: usize = Subnet::ALL.len();

/// Numbers of inputs and outputs, the same for all nodes.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) links: usize,
    /// Virtual channels of each link: for each subnetwork the one with the bubble rule, then, with
    /// adaptive routing, the adaptive one.
    pub(super) channels: usize,
    /// Base-2 logarithm of `channels`.
    pub(super) channel_bits: u32,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// For each subnetwork, the inputs whose packets belong to it.
    pub(super) of_subnet: [u64; SUBNETS],
    /// For each output, the inputs from which a packet stays on its ring: those need one free slot,
    /// others two.
    pub(super) staying: Vec<u64>,
    pub(super) is_adaptive: bool,
    /// The first input of the unit for collective operations: one for each link and subnetwork.
    pub(super) units: usize,
}

impl Shape {
    fn new(model: &Model) -> Self {
        let links = model.torus.ports();
        let channels = if model.is_adaptive { 2 * SUBNETS } else { SUBNETS };
        let units = links * channels + SUBNETS;
        let inputs = units + if model.has_units { links * SUBNETS } else { 0 };
        let of_subnet = |subnet: usize| {
            let inputs = (subnet..inputs).step_by(SUBNETS);
            inputs.fold(0, |all: u64, input| all | 1 << input)
        };
        let link = |link: usize| ((1 << SUBNETS) - 1) << (link * channels);
        let staying = (0..links).map(link).chain([!0, !0]).collect();
        Self {
            links,
            channels,
            channel_bits: channels.trailing_zeros(),
            inputs,
            outputs: links + SUBNETS,
            of_subnet: std::array::from_fn(of_subnet),
            staying,
            is_adaptive: model.is_adaptive,
            units,
        }
    }
}

impl Network<()> {
    /// An empty network.
    pub fn new(model: &Model) -> Self {
        Self::with_probe(model, ())
    }
}

impl<P: Probe> Network<P> {
    /// An empty network observed by `probe`.
    pub fn with_probe(model: &Model, probe: P) -> Self {
        let shape = Shape::new(model);
        let nodes = model.torus.nodes();
        let outputs: Vec<_> = (0..nodes).flat_map(|node| outputs(model, &shape, node)).collect();
        let adaptive = usize::from(shape.is_adaptive);
        let gathering = usize::from(model.aggregate_bytes > 0);
        Self {
            plan: Plan::new(&model.torus, model.order, model.ties),
            now: 0,
            wheel: Wheel::new(),
            packets: Packets::new(),
            queues: (0..nodes).flat_map(|node| queues(model, &shape, node)).collect(),
            ways: vec![Ways::default(); adaptive * outputs.len()],
            turns: vec![0; adaptive * nodes as usize],
            blocks: vec![Block::default(); gathering * nodes as usize],
            restore: Restore::default(),
            landed: Vec::new(),
            flows: Flows::new(model),
            upstream: (0..nodes).flat_map(|node| upstream(model, &shape, node)).collect(),
            outputs,
            hosts: vec![Host::default(); nodes as usize],
            dirty: Vec::new(),
            dirty_hosts: Vec::new(),
            delivered: Vec::new(),
            tally: Tally::default(),
            replay: Replay::new(model),
            service: None,
            units: None,
            is_large: warm::is_large(nodes as usize * (shape.inputs + shape.outputs)),
            warm_until: 0,
            model: model.clone(),
            shape,
            probe,
        }
    }

    /// The model that it is built from.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Seeds the link errors (default 0). To be called before anything is sent.
    pub fn seed_errors(&mut self, seed: u64) {
        self.replay.seed(seed);
    }

    /// The time up to which everything has been simulated.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Hands a packet to the interface of its sender at time `at`. It waits there in an unbounded
    /// queue; [`Self::waiting`] returns its length.
    ///
    /// # Errors
    /// `at` is in the past, a node does not exist, or the payload is too large.
    pub fn inject(&mut self, at: u64, send: &Send) -> Result<(), Error> {
        self.check_send(at, send)?;
        self.submit(at, send, self.plan.route(send.from, send.to), false);
        Ok(())
    }

    /// As [`Self::inject`], along a given route, even with adaptive routing.
    /// [`crate::route::verify`] checks whether routes are safe.
    ///
    /// # Errors
    /// Also if the route does not lead from sender to receiver.
    pub fn inject_along(&mut self, at: u64, send: &Send, route: Route) -> Result<(), Error> {
        self.check_send(at, send)?;
        let torus = &self.model.torus;
        let in_torus = route.legs().all(|(to, _)| to.dim() < torus.dims());
        let end = || route.steps().fold(send.from, |node, to| torus.neighbour(node, to));
        if !in_torus || end() != send.to {
            let Send { from, to, .. } = send;
            return Err(Error::new(format!(
                "the route {route:?} does not lead from node {from} to {to}"
            )));
        }
        self.submit(at, send, route, true);
        Ok(())
    }

    fn check_send(&self, at: u64, send: &Send) -> Result<(), Error> {
        let Send { from, to, payload_bytes, .. } = *send;
        let nodes = self.model.torus.nodes();
        let refuse =
            |why: String| Err(Error::new(format!("packet from node {from} to {to}: {why}")));
        if from >= nodes || to >= nodes {
            return refuse(format!(
                "the torus {} has the nodes 0 to {}",
                self.model.torus,
                nodes - 1
            ));
        }
        if payload_bytes > self.model.largest_send() {
            let most = self.model.largest_send();
            let what = match self.model.fidelity {
                Fidelity::Exact => "fit in a packet",
                _ => "can be sent at once",
            };
            return refuse(format!("{payload_bytes} bytes, at most {most} {what}"));
        }
        if at < self.now {
            return refuse(format!("sent at time {at}, but the time is already {}", self.now));
        }
        Ok(())
    }

    fn submit(&mut self, at: u64, send: &Send, route: Route, is_bound: bool) {
        let headers = self.model.wire_bytes(send.payload_bytes) as u16 - send.payload_bytes;
        let mut packet = Packet::new(at, send, route, headers);
        if is_bound {
            packet.bind();
        }
        let packet = self.packets.insert(packet, send.tag);
        self.wheel.schedule(at, Event::Submit { packet });
    }

    /// Number of packets that wait in the memory of a node for its interface to start them.
    pub fn waiting(&self, node: u32, subnet: Subnet) -> u32 {
        self.hosts[node as usize].waiting[subnet.index()]
    }

    /// Time of the next event, in ticks; `None` if there is none.
    pub fn next_event_time(&self) -> Option<u64> {
        self.wheel.next_time()
    }

    /// Handles all events up to and including `limit`, or up to the first time at which a packet is
    /// delivered or a node has completed an operation. Returns the time reached; the caller may
    /// inject a reply at that very time.
    pub fn advance_until(&mut self, limit: u64) -> u64 {
        while let Some(at) = self.wheel.next_time().filter(|at| *at <= limit) {
            self.instant(at);
            if self.has_news() {
                return at;
            }
        }
        self.now = self.now.max(limit);
        self.now
    }

    /// Takes out the delivered packets, in order of time.
    pub fn deliveries(&mut self) -> std::vec::Drain<'_, Delivery> {
        self.delivered.drain(..)
    }

    /// Whether there are deliveries that have not been taken out.
    pub fn has_deliveries(&self) -> bool {
        !self.delivered.is_empty()
    }

    /// Packets that were injected and are neither delivered nor lost.
    pub fn in_flight(&self) -> u64 {
        self.tally.injected - self.tally.delivered - self.tally.lost
    }

    fn instant(&mut self, at: u64) {
        self.now = at;
        if self.is_large && at > self.warm_until {
            self.warm_until = self.warm(at);
        }
        while let Some(event) = self.wheel.arrivals.take(at) {
            self.handle(event);
        }
        while let Some(event) = self.wheel.ends.take(at) {
            self.handle(event);
        }
        let mut entry = self.wheel.open(at);
        while entry != NONE {
            let (event, next) = self.wheel.take(entry);
            self.handle(event);
            entry = next;
        }
        if self.service.is_some() {
            self.serve();
        }
        if self.model.fidelity != Fidelity::Exact {
            return self.start_messages();
        }
        while let Some(node) = self.dirty_hosts.pop() {
            self.start_packet(node);
        }
        self.pass_on();
        while let Some(output) = self.dirty.pop() {
            self.arbitrate(output as usize);
        }
    }

    #[inline(always)]
    fn handle(&mut self, event: Event) {
        self.tally.events += 1;
        match event {
            Event::Ready { queue, packet } => self.arrive(queue as usize, packet),
            Event::Wake { output } => self.wake_up(output as usize),
            other => self.handle_rare(other),
        }
    }

    /// Events that do not occur at every hop.
    fn handle_rare(&mut self, event: Event) {
        match event {
            Event::Ready { .. } | Event::Wake { .. } => {}
            Event::Submit { packet } => self.take_over(packet),
            Event::Host { node } => self.dirty_hosts.push(node),
            Event::Deliver { packet } => self.deliver(packet),
            Event::Land { packet } => self.landed.push(packet),
            Event::Flow { slot, version } => self.flow_ends(slot as usize, version),
            Event::Service { duty } => self.order(duty),
            Event::Flush { node, block } => self.flush_late(node, block),
            Event::Next { queue } => self.next_of(queue as usize),
            Event::Own { packet } => self.own(packet),
        }
    }

    /// Counters since the beginning.
    pub fn counters(&self) -> Counters {
        let mut tally = self.tally;
        tally.change(self.now.max(tally.seen), 0);
        Counters {
            injected: tally.injected,
            delivered: tally.delivered,
            lost: tally.lost,
            lost_ticks: tally.lost_ticks,
            events: tally.events,
            hops: tally.hops,
            replays: tally.replays,
            latency: tally.latency,
            under_way: tally.area,
            trace: tally.trace,
        }
    }

    /// Load of every output since the beginning, with its node and port.
    pub fn loads(&self) -> impl Iterator<Item = (u32, Port, Load)> {
        self.outputs.iter().enumerate().map(|(at, output)| {
            let since = match output.blocked_since {
                0 => 0,
                since => self.now - since,
            };
            let load = Load {
                packets: u64::from(output.packets),
                busy: output.busy - output.busy_until.saturating_sub(self.now).min(output.busy),
                blocked: output.blocked + since,
            };
            ((at / self.shape.outputs) as u32, self.port(output.port), load)
        })
    }

    pub(super) fn port(&self, port: u8) -> Port {
        match usize::from(port).checked_sub(self.shape.links) {
            None => Port::Link(Direction::from_index(usize::from(port))),
            Some(subnet) => Port::Host(Subnet::ALL[subnet]),
        }
    }
}

fn outputs(model: &Model, shape: &Shape, node: u32) -> Vec<Output> {
    let torus: &Torus = &model.torus;
    let port = |port: usize| {
        let is_link = port < shape.links;
        let to = Direction::from_index(port);
        let target = match is_link {
            true => torus.neighbour(node, to) as usize * shape.inputs + port * shape.channels,
            false => node as usize * shape.inputs + shape.links * shape.channels,
        };
        Output {
            busy_until: 0,
            requests: 0,
            wake_at: 0,
            busy: 0,
            packets: 0,
            target: target as u32,
            inputs: (node as usize * shape.inputs) as u32,
            blocked_since: 0,
            blocked: 0,
            port: port as u8,
            turn: 0,
            feeding: NOBODY,
            is_dirty: false,
        }
    };
    (0..shape.outputs).map(port).collect()
}

/// For each input of a node, the output that sends to it; those of the interface have none.
fn upstream(model: &Model, shape: &Shape, node: u32) -> Vec<u32> {
    let output = |input: usize| match input >> shape.channel_bits {
        link if link < shape.links => {
            let from = Direction::from_index(link).opposite();
            let other = model.torus.neighbour(node, from) as usize;
            (other * shape.outputs + link) as u32
        }
        _ => NONE,
    };
    (0..shape.inputs).map(output).collect()
}

/// The inputs of a node; those of the link in direction `d` hold packets that arrived that way.
fn queues(model: &Model, shape: &Shape, node: u32) -> Vec<Queue> {
    let queue = |input: usize| {
        let is_link = input / shape.channels < shape.links;
        Queue {
            packets: Chain::EMPTY,
            credit: Credit::new(if is_link { model.slots } else { model.receive_slots }),
            busy_until: 0,
            outputs: (node as usize * shape.outputs) as u32,
            draining: 0,
            input: input as u8,
        }
    };
    (0..shape.inputs).map(queue).collect()
}
