//! Checks whether routes can lead to deadlock, whatever the traffic.
//!
//! With the bubble rule a ring (a line of nodes with one direction) never fills up, so it counts as
//! one resource. A line with a failed link is not a ring: there, each channel is a resource. A
//! packet that turns holds one resource and waits for another. If no resource can wait for itself
//! over any number of packets, the routes are safe (Dally and Seitz; Carrión et al. for the
//! bubble). The converse does not hold: a cycle is only a risk.

use super::Route;
use crate::graph;
use crate::topology::{Direction, Torus};
use std::collections::{BTreeSet, HashSet};
use std::fmt;

/// Resources each of which a packet waits for while it holds the previous one, and the first while
/// it holds the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// A node and a direction: the link, or the ring that it is part of.
    pub links: Vec<(u32, Direction)>,
    torus: Torus,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("packets can wait in a cycle:")?;
        for (at, (node, to)) in self.links.iter().enumerate() {
            let place = &self.torus.coordinates(*node)[..self.torus.dims()];
            let arrow = if at == 0 { "" } else { " →" };
            write!(f, "{arrow} {to} of node {node} {place:?}")?;
        }
        Ok(())
    }
}

/// Checks routes, each with its first node. `is_dead` tells which links have failed.
///
/// # Errors
/// A dependency cycle that these routes make possible.
pub fn verify(
    torus: &Torus,
    is_dead: impl Fn(u32, Direction) -> bool,
    routes: impl IntoIterator<Item = (u32, Route)>,
) -> Result<(), Cycle> {
    let rings = Rings::new(torus, is_dead);
    let mut edges = Edges::default();
    for (from, route) in routes {
        edges.add(&rings.edges(from, route));
    }
    let Some(cycle) = edges.cycle() else { return Ok(()) };
    let ports = torus.ports() as u32;
    let link = |id: u32| (id / ports, Direction::from_index((id % ports) as usize));
    Err(Cycle { links: cycle.into_iter().map(link).collect(), torus: torus.clone() })
}

/// Resources that packets hold: rings, or single channels where a ring is broken.
pub(super) struct Rings<'a> {
    torus: &'a Torus,
    broken: HashSet<usize>,
}

impl<'a> Rings<'a> {
    pub(super) fn new(torus: &'a Torus, is_dead: impl Fn(u32, Direction) -> bool) -> Self {
        let links =
            (0..torus.nodes()).flat_map(|node| torus.directions().map(move |to| (node, to)));
        let dead = links.filter(|(node, to)| is_dead(*node, *to));
        Self { torus, broken: dead.map(|(node, to)| torus.ring(node, to)).collect() }
    }

    fn resource(&self, node: u32, to: Direction) -> u32 {
        let ring = self.torus.ring(node, to);
        let channel = node as usize * self.torus.ports() + to.index();
        (if self.broken.contains(&ring) { channel } else { ring }) as u32
    }

    /// Pairs of a resource that a packet on this route holds and the one that it then waits for.
    pub(super) fn edges(&self, from: u32, route: Route) -> Vec<(u32, u32)> {
        let (mut node, mut edges, mut held) = (from, Vec::new(), None);
        for to in route.steps() {
            let next = self.resource(node, to);
            edges.extend(held.filter(|held| *held != next).map(|held| (held, next)));
            (node, held) = (self.torus.neighbour(node, to), Some(next));
        }
        edges
    }
}

/// Dependencies between resources, over all routes so far.
#[derive(Default)]
pub(super) struct Edges(BTreeSet<(u32, u32)>);

impl Edges {
    pub(super) fn add(&mut self, edges: &[(u32, u32)]) {
        self.0.extend(edges);
    }

    /// Adds these dependencies unless they close a cycle; returns whether it did.
    pub(super) fn add_if_safe(&mut self, edges: &[(u32, u32)]) -> bool {
        let new: Vec<_> = edges.iter().filter(|edge| !self.0.contains(edge)).copied().collect();
        self.add(&new);
        if new.is_empty() || self.cycle().is_none() {
            return true;
        }
        self.0.retain(|edge| !new.contains(edge));
        false
    }

    pub(super) fn cycle(&self) -> Option<Vec<u32>> {
        graph::cycle(&self.0.iter().copied().collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::{Order, Plan, Ties};

    fn all(plan: &Plan) -> impl Iterator<Item = (u32, Route)> {
        let nodes = plan.torus().nodes();
        (0..nodes).flat_map(move |a| (0..nodes).map(move |b| (a, plan.route(a, b))))
    }

    #[test]
    fn orders_are_safe_on_every_torus() {
        for text in ["2", "3x2", "8", "4x4", "5x4x3", "2x3x4x2"] {
            let torus = Torus::parse(text).unwrap();
            for order in [Order::Direction, Order::Dimension] {
                let plan = Plan::new(&torus, order, Ties::Split);
                assert_eq!(verify(&torus, |_, _| false, all(&plan)), Ok(()), "{text} {order:?}");
            }
        }
    }

    #[test]
    fn a_broken_ring_is_a_line_of_channels_and_still_safe() {
        let torus = Torus::parse("4").unwrap();
        let plus = Direction::plus(0);
        // The long way round, as direction bits choose it when the link 3 → 0 has failed.
        let line =
            (0..4).flat_map(|a| (a..4).map(move |b| (a, Route::new().then(plus, b - a).unwrap())));
        assert_eq!(verify(&torus, |node, to| (node, to) == (3, plus), line), Ok(()));
    }

    #[test]
    fn four_turns_in_a_square_are_a_cycle() {
        let torus = Torus::parse("4x4").unwrap();
        let turn = |from: u32, first: Direction, then: Direction| {
            (from, Route::new().then(first, 1).unwrap().then(then, 1).unwrap())
        };
        let (px, py) = (Direction::plus(0), Direction::plus(1));
        let (mx, my) = (px.opposite(), py.opposite());
        let square = [turn(0, px, py), turn(1, py, mx), turn(5, mx, my), turn(4, my, px)];
        let cycle = verify(&torus, |_, _| false, square).unwrap_err();
        assert_eq!(cycle.links.len(), 4, "{cycle}");
        assert!(cycle.to_string().contains("+X of node 0 [0, 0]"), "{cycle}");
        assert_eq!(verify(&torus, |_, _| false, square[..3].to_vec()), Ok(()));
    }

    #[test]
    fn a_way_back_in_the_same_line_is_a_turn() {
        let torus = Torus::parse("4").unwrap();
        let (plus, minus) = (Direction::plus(0), Direction::minus(0));
        let there = Route::new().then(plus, 1).unwrap().then(minus, 1).unwrap();
        let back = Route::new().then(minus, 1).unwrap().then(plus, 1).unwrap();
        assert!(verify(&torus, |_, _| false, [(0, there), (2, back)]).is_err());
    }
}
