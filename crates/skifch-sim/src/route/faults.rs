//! Routes around failures, as a service processor would compute them.
//!
//! For each pair, direction bits are tried first: one sign in each dimension, the long way round if
//! necessary, directions in their order. If no choice of bits avoids the failures, one step in any
//! direction may precede and one may follow (the non-standard first and last steps of NICEVT's
//! routers). Such steps break the order, and the shortest of them mostly create dependency cycles,
//! so a route is accepted only if it closes no cycle with those accepted before.

use super::verify::{Edges, Rings};
use super::{FaultTarget, Order, Plan, Route};
use crate::topology::{Direction, MAX_DIMS, Torus};
use std::collections::HashSet;

/// Failed links and nodes. A cable fails in both directions.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    links: HashSet<(u32, Direction)>,
    nodes: HashSet<u32>,
}

impl Faults {
    /// Marks a link or node as failed.
    pub fn kill(&mut self, torus: &Torus, what: FaultTarget) {
        match what {
            FaultTarget::Link(node, to) => self.kill_link(torus, node, to),
            FaultTarget::Node(node) => self.kill_node(torus, node),
        }
    }

    /// Marks the cable between `node` and its neighbour in a direction as failed.
    pub fn kill_link(&mut self, torus: &Torus, node: u32, to: Direction) {
        self.links.insert((node, to));
        self.links.insert((torus.neighbour(node, to), to.opposite()));
    }

    /// Marks a node and its cables as failed.
    pub fn kill_node(&mut self, torus: &Torus, node: u32) {
        self.nodes.insert(node);
        torus.directions().for_each(|to| self.kill_link(torus, node, to));
    }

    /// Whether a node works.
    pub fn is_alive(&self, node: u32) -> bool {
        !self.nodes.contains(&node)
    }

    /// Whether a link has failed.
    pub fn is_dead(&self, node: u32, to: Direction) -> bool {
        self.links.contains(&(node, to))
    }

    /// All failed links, in no particular order.
    pub fn dead_links(&self) -> impl Iterator<Item = (u32, Direction)> {
        self.links.iter().copied()
    }

    /// Whether every link of a route works.
    pub fn leads_through(&self, torus: &Torus, from: u32, route: Route) -> bool {
        let mut node = from;
        route.steps().all(|to| {
            let works = !self.is_dead(node, to);
            node = torus.neighbour(node, to);
            works
        })
    }
}

/// Routes of a torus with failures.
#[derive(Clone, Debug)]
pub struct Detour {
    /// Source, destination, route.
    pub routes: Vec<(u32, u32, Route)>,
    /// Pairs of working nodes for which no safe route was found.
    pub unroutable: Vec<(u32, u32)>,
    /// Number of pairs for which direction bits were not enough.
    pub stepped: usize,
}

impl Detour {
    /// Safe routes for all pairs of working nodes, as far as there are any. A pair keeps its route
    /// in `plan`, which must be in direction order, if that works.
    pub fn new(plan: &Plan, faults: &Faults) -> Self {
        let torus = plan.torus();
        let rings = Rings::new(torus, |node, to| faults.is_dead(node, to));
        let mut edges = Edges::default();
        let mut detour = Self { routes: Vec::new(), unroutable: Vec::new(), stepped: 0 };
        let mut rest = Vec::new();
        for (from, to) in pairs(torus, faults) {
            let kept = Some(plan.route(from, to));
            let kept = kept.filter(|route| faults.leads_through(torus, from, *route));
            match kept.or_else(|| shortest(torus, faults, from, by_bits(torus, from, to))) {
                Some(route) => {
                    edges.add(&rings.edges(from, route));
                    detour.routes.push((from, to, route));
                }
                None => rest.push((from, to)),
            }
        }
        detour.stepped = rest.len();
        for (from, to) in rest {
            let mut ways = with_steps(torus, from, to);
            ways.retain(|way| faults.leads_through(torus, from, *way));
            ways.sort_by_key(|way| way.hops());
            match ways.into_iter().find(|way| edges.add_if_safe(&rings.edges(from, *way))) {
                Some(route) => detour.routes.push((from, to, route)),
                None => detour.unroutable.push((from, to)),
            }
        }
        detour
    }
}

fn pairs(torus: &Torus, faults: &Faults) -> Vec<(u32, u32)> {
    let alive: Vec<_> = (0..torus.nodes()).filter(|node| faults.is_alive(*node)).collect();
    let all = alive.iter().flat_map(|from| alive.iter().map(move |to| (*from, *to)));
    all.filter(|(from, to)| from != to).collect()
}

fn shortest(torus: &Torus, faults: &Faults, from: u32, ways: Vec<Route>) -> Option<Route> {
    let through = ways.into_iter().filter(|way| faults.leads_through(torus, from, *way));
    through.min_by_key(|way| way.hops())
}

/// The routes of every choice of direction bits.
fn by_bits(torus: &Torus, from: u32, to: u32) -> Vec<Route> {
    let (here, there) = (torus.coordinates(from), torus.coordinates(to));
    let ahead = |dim: usize| (there[dim] + torus.size(dim) - here[dim]) % torus.size(dim);
    let mut ways = Vec::new();
    for signs in 0..1u32 << torus.dims() {
        let is_back: [bool; MAX_DIMS] = [0, 1, 2, 3].map(|dim| signs >> dim & 1 == 1);
        // A negative sign in a dimension without hops gives no other route.
        if (0..torus.dims()).any(|dim| is_back[dim] && ahead(dim) == 0) {
            continue;
        }
        let way = Order::Direction.directions(torus.dims()).try_fold(Route::new(), |way, to| {
            let (dim, hops) = (to.dim(), ahead(to.dim()));
            match (is_back[dim], to.is_plus()) {
                (false, true) => way.then(to, hops),
                (true, false) => way.then(to, torus.size(dim) - hops),
                _ => Some(way),
            }
        });
        ways.extend(way);
    }
    ways
}

/// The routes of every choice of direction bits, with a step before, after, both, or none.
fn with_steps(torus: &Torus, from: u32, to: u32) -> Vec<Route> {
    let steps = || std::iter::once(None).chain(torus.directions().map(Some));
    let mut ways = Vec::new();
    for first in steps() {
        for last in steps() {
            let start = first.map_or(from, |step| torus.neighbour(from, step));
            let end = last.map_or(to, |step| torus.neighbour(to, step.opposite()));
            for middle in by_bits(torus, start, end) {
                let way = match first {
                    None => Some(Route::new()),
                    Some(step) => Route::new().then(step, 1),
                };
                let way = way.and_then(|way| {
                    middle.legs().try_fold(way, |way, (to, hops)| way.then(to, hops))
                });
                let way = way.and_then(|way| match last {
                    None => Some(way),
                    Some(step) => way.then(step, 1),
                });
                ways.extend(way);
            }
        }
    }
    ways
}
