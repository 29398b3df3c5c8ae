//! Links and nodes that fail during a run, and how the service processors react.
//!
//! **A failure.** The output of a failed link leads to a wall: an input without slots, so nothing
//! crosses it any more. A packet that had not crossed it completely is still in the replay buffer
//! of its sender, and the part that had gone on is cut off and discarded where it is. What is
//! inside a failing node is lost.
//!
//! **New tables.** Once the failure is noticed, no interface starts packets. Packets whose route
//! leads over a failed part are taken out of the routers, which otherwise drain: what can arrive
//! does. In the empty network new routing tables are installed, the packets taken out continue from
//! where they were, and the interfaces start again. So routes of the old and of the new tables,
//! each set safe but not necessarily their union, never coexist.
//!
//! Packets of a pair may take two routes, so the receiver restores their order (`restore.rs`).

use super::credit::Credit;
use super::network::Network;
use super::probe::Probe;
use super::queue::{Chain, Queue};
use super::restore::Restore;
use super::sweep::{Place, Verdict};
use super::wheel::{Duty, Event};
use super::{Model, NONE};
use crate::Error;
use crate::config::Fidelity;
use crate::route::{Detour, Fault, FaultTarget, Faults, Order, Plan, Route, Table};
use std::cmp::Reverse;

/// Maximum number of nodes: a table of all pairs then takes 8 MB.
const MOST_NODES: u32 = 1024;

/// Why a packet was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// It was in this node, or on its way into its memory, when the node failed.
    Node(u32),
    /// The tables have no route for it.
    NoRoute,
}

/// Events around failures. Times are in ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultEvent {
    /// A link or node failed.
    Died {
        /// When.
        at: u64,
        /// What failed.
        what: FaultTarget,
    },
    /// The network continues with new tables.
    Switched {
        /// When.
        at: u64,
        /// Since when no interface had started a packet.
        stopped_at: u64,
        /// Packets that were taken out of routers and sent along another route.
        moved: usize,
        /// Pairs whose route has a step before or after the directions in their order.
        stepped: usize,
        /// Pairs of working nodes that have no route.
        unroutable: Vec<(u32, u32)>,
    },
    /// A packet was lost.
    Lost {
        /// When.
        at: u64,
        /// Sending node.
        from: u32,
        /// Intended receiver.
        to: u32,
        /// The reason.
        why: Loss,
    },
}

/// State of the service processors.
#[derive(Debug)]
pub(super) struct Service {
    faults: Vec<Fault>,
    pub(super) dead: Faults,
    /// Duties to perform once all events of this time are known.
    due: Vec<Duty>,
    /// Number of failures not noticed yet.
    unnoticed: u32,
    /// Since when no interface starts packets.
    stopped_at: Option<u64>,
    are_tables_coming: bool,
    /// Packets in routers.
    pub(super) inside: u64,
    /// For each output, the packet that it sent last.
    pub(super) crossing: Vec<u32>,
    /// Packets that were taken out, with their nodes.
    pub(super) held: Vec<(u32, u32)>,
    table: Option<Table>,
    news: Vec<FaultEvent>,
}

impl Service {
    /// A packet leaves through an output.
    #[inline]
    pub(super) fn note(&mut self, output: usize, packet: u32, is_link: bool) {
        match is_link {
            true => self.crossing[output] = packet,
            false => self.inside -= 1,
        }
    }
}

impl Model {
    /// Whether links and nodes of such a network may fail during a run.
    ///
    /// # Errors
    /// The network is too large for tables, or its fidelity too low, or it has collective units.
    pub fn check_faults(&self) -> Result<(), Error> {
        let refuse = |why: &str| Err(Error::new(format!("faults during a run: {why}")));
        if self.fidelity != Fidelity::Exact {
            return refuse("they need fidelity = \"exact\"");
        }
        if self.has_units {
            return refuse("collective units cannot route around them");
        }
        match self.torus.nodes() <= MOST_NODES {
            true => Ok(()),
            false => refuse(&format!("they need a torus of at most {MOST_NODES} nodes")),
        }
    }
}

impl<P: Probe> Network<P> {
    /// Schedules failures. To be called before anything is sent.
    ///
    /// # Errors
    /// The network was used, or [`Model::check_faults`] fails.
    pub fn plan_faults(&mut self, faults: &[Fault]) -> Result<(), Error> {
        if faults.is_empty() {
            return Ok(());
        }
        if self.tally.injected > 0 || self.now > 0 {
            return Err(Error::new("faults during a run: the network has already been used"));
        }
        self.model.check_faults()?;
        for (number, fault) in (0..).zip(faults) {
            let at = self.model.clock.from_ns(fault.at_ns);
            self.wheel.schedule(at, Event::Service { duty: Duty::Death(number) });
        }
        let wall = Queue {
            packets: Chain::EMPTY,
            credit: Credit::new(0),
            busy_until: 0,
            outputs: 0,
            draining: 0,
            input: 0,
        };
        self.queues.extend(std::iter::repeat_n(wall, self.shape.channels));
        self.service = Some(Box::new(Service {
            faults: faults.to_vec(),
            dead: Faults::default(),
            due: Vec::new(),
            unnoticed: 0,
            stopped_at: None,
            are_tables_coming: false,
            inside: 0,
            crossing: vec![NONE; self.outputs.len()],
            held: Vec::new(),
            table: None,
            news: Vec::new(),
        }));
        Ok(())
    }

    /// Time of the last failure, in ticks.
    pub fn last_fault(&self) -> Option<u64> {
        let fault = self.service.as_ref()?.faults.iter().map(|fault| fault.at_ns).max()?;
        Some(self.model.clock.from_ns(fault))
    }

    /// Takes out the events around failures since the last call, in order of time.
    pub fn news(&mut self) -> Vec<FaultEvent> {
        self.service.as_mut().map(|service| std::mem::take(&mut service.news)).unwrap_or_default()
    }

    pub(super) fn is_dead(&self, node: u32) -> bool {
        self.service.as_ref().is_some_and(|service| !service.dead.is_alive(node))
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.service.as_ref().is_some_and(|service| service.stopped_at.is_some())
    }

    /// Routes a packet that is about to start by the new tables, if any; without a route it is
    /// lost.
    pub(super) fn is_routed(&mut self, number: u32) -> bool {
        let Some(service) = &mut self.service else { return true };
        let packet = &self.packets[number];
        let route = match &service.table {
            None => Some(packet.route),
            Some(table) => table.route(packet.from, packet.to),
        };
        let is_new = service.table.is_some();
        match route {
            Some(route) => {
                service.inside += 1;
                if is_new {
                    self.lead(number, route);
                }
                true
            }
            None => {
                self.lose(number, Loss::NoRoute);
                false
            }
        }
    }

    /// Replaces the route of a packet, which it then follows in order.
    fn lead(&mut self, number: u32, route: Route) {
        let packet = &mut self.packets[number];
        packet.reroute(route);
        packet.bind();
    }

    pub(super) fn order(&mut self, duty: Duty) {
        if let Some(service) = &mut self.service {
            service.due.push(duty);
        }
    }

    /// Performs duties that are due. All events of this time are known; nothing is granted yet.
    pub(super) fn serve(&mut self) {
        let due = self.service.as_mut().map(|service| std::mem::take(&mut service.due));
        for duty in due.into_iter().flatten() {
            match duty {
                Duty::Death(number) => self.die(number as usize),
                Duty::Notice => self.notice(),
                Duty::Tables => self.switch(),
            }
        }
        let Some(service) = &mut self.service else { return };
        let is_ready =
            service.stopped_at.is_some() && service.inside + u64::from(service.unnoticed) == 0;
        if is_ready && !std::mem::replace(&mut service.are_tables_coming, true) {
            let at = self.now + self.model.tables;
            self.wheel.schedule(at, Event::Service { duty: Duty::Tables });
        }
    }

    fn die(&mut self, number: usize) {
        let Some(service) = &mut self.service else { return };
        let what = service.faults[number].what;
        service.dead.kill(&self.model.torus, what);
        service.unnoticed += 1;
        service.news.push(FaultEvent::Died { at: self.now, what });
        let noticed_at = self.now + self.model.notice;
        self.wheel.schedule(noticed_at, Event::Service { duty: Duty::Notice });
        let recalled = self.wall_off();
        self.sweep(|network, number, place| {
            let node = match (recalled.get(&number), place) {
                (Some(&(_, sender)), _) if !network.is_dead(sender) => {
                    return Verdict::Held(sender);
                }
                (Some(&(_, sender)), _) => sender,
                (None, Place::At(queue) | Place::Towards(queue)) => network.node_of(queue),
                (None, Place::Memory) => network.packets[number].to,
            };
            if network.is_dead(node) { Verdict::Lost(Loss::Node(node)) } else { Verdict::Stays }
        });
        if let FaultTarget::Node(node) = what {
            self.empty(node);
        }
    }

    /// Everything in a failing node is lost, in memory or with its service processor.
    fn empty(&mut self, node: u32) {
        let Some(service) = &mut self.service else { return };
        let (lost, held) = service.held.iter().partition(|(at, _)| *at == node);
        service.held = held;
        let lost: Vec<(u32, u32)> = lost;
        let mut numbers: Vec<u32> = lost.into_iter().map(|(_, number)| number).collect();
        numbers.extend(self.hosts[node as usize].clear(&self.packets));
        for number in numbers {
            self.lose(number, Loss::Node(node));
        }
    }

    fn notice(&mut self) {
        let Some(service) = &mut self.service else { return };
        service.unnoticed -= 1;
        service.stopped_at.get_or_insert(self.now);
        self.sweep(|network, number, place| match place {
            Place::At(queue) | Place::Towards(queue) => {
                let node = network.node_of(queue);
                if network.is_cut_off(number, node) { Verdict::Held(node) } else { Verdict::Stays }
            }
            Place::Memory => Verdict::Stays,
        });
    }

    /// The network is empty: installs new tables.
    fn switch(&mut self) {
        let Some(service) = &mut self.service else { return };
        service.are_tables_coming = false;
        if service.unnoticed > 0 {
            return;
        }
        // Direction order whatever the order before: no packet of the old one is in the network.
        let plan = Plan::new(&self.model.torus, Order::Direction, self.model.ties);
        let detour = Detour::new(&plan, &service.dead);
        let table = Table::new(self.hosts.len() as u32, &detour);
        let stopped_at = service.stopped_at.take().unwrap_or(self.now);
        let mut held = std::mem::take(&mut service.held);
        // Sorted, so that the order does not depend on how they were found.
        held.sort_by_key(|(node, number)| {
            let packet = &self.packets[*number];
            (*node, packet.born, packet.from, packet.to, packet.subnet(), Reverse(packet.bytes))
        });
        let ways: Vec<_> = held
            .into_iter()
            .map(|(node, number)| (node, number, table.route(node, self.packets[number].to)))
            .collect();
        let moved = ways.iter().filter(|(.., way)| way.is_some()).count();
        let Detour { stepped, unroutable, .. } = detour;
        let at = self.now;
        service.news.push(FaultEvent::Switched { at, stopped_at, moved, stepped, unroutable });
        service.table = Some(table);
        service.inside += moved as u64;
        for (node, number, way) in ways {
            match way {
                Some(way) => self.go_on(node, number, way),
                None => self.lose(number, Loss::NoRoute),
            }
        }
        let waits = |node: &u32| self.hosts[*node as usize].waiting != [0; 2];
        self.dirty_hosts.extend((0..self.hosts.len() as u32).filter(waits));
    }

    /// A packet that was taken out continues, as if the node sent it.
    fn go_on(&mut self, node: u32, number: u32, way: Route) {
        self.lead(number, way);
        let subnet = self.packets[number].subnet().index();
        let interface = self.shape.links * self.shape.channels + subnet;
        let queue = (node as usize * self.shape.inputs + interface) as u32;
        let at = self.now + self.model.router.max(1);
        self.wheel.schedule(at, Event::Ready { queue, packet: number });
    }

    /// A packet is lost: those behind it are delivered without it.
    pub(super) fn lose(&mut self, number: u32, why: Loss) {
        let seen = self.seen(number);
        let packet = &mut self.packets[number];
        packet.vanishes();
        let pair = Restore::pair(packet);
        self.tally.lost += 1;
        self.tally.lost_ticks += u128::from(self.now - packet.born);
        self.tally.change(self.now, -1);
        if P::IS_ON {
            self.probe.lost(self.now, &seen);
        }
        if let Some(service) = &mut self.service {
            let (at, from, to) = (self.now, seen.from, seen.to);
            service.news.push(FaultEvent::Lost { at, from, to, why });
        }
        self.show_all(pair);
    }
}
