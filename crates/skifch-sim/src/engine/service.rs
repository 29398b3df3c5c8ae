//! Links and nodes that die during a run, and what the service processors do about it.
//!
//! **A death.** Behind a dead link is a wall: an input without slots, so nothing leaves over it any
//! more. What had not come over it wholly is still in the replay buffer of its sender, and what of
//! it had gone on is cut off and thrown away where it is. What is inside a node that dies is lost.
//!
//! **New tables.** When it is noticed no interface starts anything more. Packets whose way leads
//! over something dead are taken out of the routers, which otherwise empty: what can arrive does.
//! In the empty network the tables are written anew, what was taken out goes on from where it was,
//! and the interfaces begin again. So ways of the old tables and of the new ones, each of which is
//! safe and both together need not be, never meet.
//!
//! Packets of a pair may take two ways, so the receiver restores their order (`restore.rs`).

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
use crate::route::{Dead, Detour, Fault, Faults, Order, Plan, Route, Table};
use std::cmp::Reverse;

/// Nodes of which every pair has a place in a table of 8 MB.
const MOST_NODES: u32 = 1024;

/// Why a packet does not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// It was in this node, or on its way into its memory, when the node died.
    Node(u32),
    /// The tables have no way for it.
    NoRoute,
}

/// What became of a death. Times are in ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Something died.
    Died {
        /// When.
        at: u64,
        /// What.
        what: Dead,
    },
    /// The network goes on with new tables.
    Switched {
        /// When.
        at: u64,
        /// Since when no interface had started anything.
        stopped_at: u64,
        /// Packets that were taken out of routers and sent another way.
        moved: usize,
        /// Pairs whose way has a step before or after the directions in their order.
        stepped: usize,
        /// Pairs of nodes that work, and have no way.
        unroutable: Vec<(u32, u32)>,
    },
    /// A packet was lost.
    Lost {
        /// When.
        at: u64,
        /// Node that sent it.
        from: u32,
        /// Node that does not receive it.
        to: u32,
        /// Why.
        why: Loss,
    },
}

/// What the service processors know.
#[derive(Debug)]
pub(super) struct Service {
    faults: Vec<Fault>,
    pub(super) dead: Faults,
    /// What is to be done when all events of this time are known.
    due: Vec<Duty>,
    /// Deaths that nobody has noticed yet.
    unnoticed: u32,
    /// Since when no interface starts anything.
    stopped_at: Option<u64>,
    are_tables_coming: bool,
    /// Packets in routers.
    pub(super) inside: u64,
    /// Of each output, the packet that it sent last.
    pub(super) crossing: Vec<u32>,
    /// Packets that were taken out, and where.
    pub(super) held: Vec<(u32, u32)>,
    table: Option<Table>,
    news: Vec<News>,
}

impl Service {
    /// A packet goes through an output.
    #[inline]
    pub(super) fn note(&mut self, output: usize, packet: u32, is_link: bool) {
        match is_link {
            true => self.crossing[output] = packet,
            false => self.inside -= 1,
        }
    }
}

impl Model {
    /// Whether links and nodes of such a network may die during a run.
    ///
    /// # Errors
    /// It is too large or too coarse for tables.
    pub fn check_faults(&self) -> Result<(), Error> {
        let refuse = |why: &str| Err(Error::new(format!("faults during a run: {why}")));
        if self.fidelity != Fidelity::Exact {
            return refuse("they need fidelity = \"exact\"");
        }
        if self.has_units {
            return refuse("units for collective operations know no way around them");
        }
        match self.torus.nodes() <= MOST_NODES {
            true => Ok(()),
            false => refuse(&format!("up to {MOST_NODES} nodes are possible")),
        }
    }
}

impl<P: Probe> Network<P> {
    /// Lets things die at their times; to be said before anything is sent.
    ///
    /// # Errors
    /// A network that was used, or that is too large or too coarse for tables.
    pub fn plan_faults(&mut self, faults: &[Fault]) -> Result<(), Error> {
        if faults.is_empty() {
            return Ok(());
        }
        if self.tally.injected > 0 || self.now > 0 {
            return Err(Error::new("faults during a run: the network was used before"));
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

    /// When the last death is, in ticks.
    pub fn last_fault(&self) -> Option<u64> {
        let fault = self.service.as_ref()?.faults.iter().map(|fault| fault.at_ns).max()?;
        Some(self.model.clock.from_ns(fault))
    }

    /// Takes out what became of deaths since this was asked last, in order of time.
    pub fn news(&mut self) -> Vec<News> {
        self.service.as_mut().map(|service| std::mem::take(&mut service.news)).unwrap_or_default()
    }

    pub(super) fn is_dead(&self, node: u32) -> bool {
        self.service.as_ref().is_some_and(|service| !service.dead.is_alive(node))
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.service.as_ref().is_some_and(|service| service.stopped_at.is_some())
    }

    /// Gives a packet that is about to start its way in the new tables; one that has none is lost.
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

    /// A packet goes a way of the tables from now on, and no other.
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

    /// Does what is due. All events of this time are known and nothing is granted yet.
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
        service.news.push(News::Died { at: self.now, what });
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
        if let Dead::Node(node) = what {
            self.empty(node);
        }
    }

    /// What waits in a node that dies, in memory or with its service processor, is lost.
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

    /// The network is empty: new tables are there.
    fn switch(&mut self) {
        let Some(service) = &mut self.service else { return };
        service.are_tables_coming = false;
        if service.unnoticed > 0 {
            return;
        }
        // Whatever the order was before: nothing of it is in the network any more.
        let plan = Plan::new(&self.model.torus, Order::Direction, self.model.ties);
        let detour = Detour::new(&plan, &service.dead);
        let table = Table::new(self.hosts.len() as u32, &detour);
        let stopped_at = service.stopped_at.take().unwrap_or(self.now);
        let mut held = std::mem::take(&mut service.held);
        // Not in the order in which they happened to be found.
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
        service.news.push(News::Switched { at, stopped_at, moved, stepped, unroutable });
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

    /// A packet that was taken out goes on, as if the node sent it.
    fn go_on(&mut self, node: u32, number: u32, way: Route) {
        self.lead(number, way);
        let subnet = self.packets[number].subnet().index();
        let interface = self.shape.links * self.shape.channels + subnet;
        let queue = (node as usize * self.shape.inputs + interface) as u32;
        let at = self.now + self.model.router.max(1);
        self.wheel.schedule(at, Event::Ready { queue, packet: number });
    }

    /// A packet will not come: those behind it are shown without it.
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
            service.news.push(News::Lost { at, from, to, why });
        }
        self.show_all(pair);
    }
}
