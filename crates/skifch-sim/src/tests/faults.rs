//! Tori with failed nodes and links: the exhaustive counts of section 3.4 of the research note.

use super::support::{deliveries, packet, plain};
use crate::engine::{Departure, Network, Port};
use crate::route::{Detour, Faults, Order, Plan, Ties, verify};
use crate::topology::{Direction, Torus};

/// Something that has failed: a node, or the cable of a node towards larger coordinates.
#[derive(Clone, Copy)]
enum Dead {
    Node(u32),
    Link(u32, usize),
}

fn nodes(torus: &Torus) -> Vec<Dead> {
    (0..torus.nodes()).map(Dead::Node).collect()
}

fn links(torus: &Torus) -> Vec<Dead> {
    let dims = torus.dims();
    (0..torus.nodes()).flat_map(|node| (0..dims).map(move |dim| Dead::Link(node, dim))).collect()
}

/// All combinations of two.
fn twos(all: &[Dead]) -> Vec<Vec<Dead>> {
    let pairs = (0..all.len()).flat_map(|a| (a + 1..all.len()).map(move |b| (a, b)));
    pairs.map(|(a, b)| vec![all[a], all[b]]).collect()
}

/// Number of cases, of those in which direction bits were not enough, and of those with a pair left
/// out. The routes must be safe, work, and together with the unroutable pairs be complete.
fn count(torus: &Torus, cases: &[Vec<Dead>]) -> (usize, usize, usize) {
    let (mut stepped, mut failed) = (0, 0);
    for case in cases {
        let mut faults = Faults::default();
        for dead in case {
            match dead {
                Dead::Node(node) => faults.kill_node(torus, *node),
                Dead::Link(node, dim) => faults.kill_link(torus, *node, Direction::plus(*dim)),
            }
        }
        let plan = Plan::new(torus, Order::Direction, Ties::Plus);
        let detour = Detour::new(&plan, &faults);
        let is_dead = |node, to| faults.is_dead(node, to);
        let routes = detour.routes.iter().map(|(from, _, route)| (*from, *route));
        assert_eq!(verify(torus, is_dead, routes), Ok(()));
        for (from, to, route) in &detour.routes {
            let mut node = *from;
            for step in route.steps() {
                assert!(!faults.is_dead(node, step), "{from} to {to} by {route:?}");
                node = torus.neighbour(node, step);
            }
            assert_eq!(node, *to);
        }
        let alive = (0..torus.nodes()).filter(|node| faults.is_alive(*node)).count();
        assert_eq!(detour.routes.len() + detour.unroutable.len(), alive * (alive - 1));
        stepped += usize::from(detour.stepped > 0);
        failed += usize::from(!detour.unroutable.is_empty());
    }
    (cases.len(), stepped, failed)
}

#[test]
fn one_fault_needs_direction_bits_alone() {
    for text in ["4x4", "5x4"] {
        let torus = Torus::parse(text).unwrap();
        let cases: Vec<_> =
            nodes(&torus).into_iter().chain(links(&torus)).map(|d| vec![d]).collect();
        assert_eq!(count(&torus, &cases), (cases.len(), 0, 0), "{text}");
    }
}

/// If two nodes of a 4×4 fail, the greedy choice of safe steps leaves pairs out in 32 of 120 cases.
#[test]
fn two_faults_need_steps_and_not_every_pair_has_safe_ones() {
    let torus = Torus::parse("4x4").unwrap();
    let (nodes, links) = (nodes(&torus), links(&torus));
    assert_eq!(count(&torus, &twos(&links)), (496, 48, 0));
    assert_eq!(count(&torus, &twos(&nodes)), (120, 88, 32));
    let mixed = nodes.iter().flat_map(|node| links.iter().map(|link| vec![*node, *link]));
    assert_eq!(count(&torus, &mixed.collect::<Vec<_>>()), (512, 352, 0));
    let m2 = Torus::parse("3x2").unwrap();
    assert_eq!(count(&m2, &twos(&super::faults::nodes(&m2))), (15, 6, 0));
}

/// All to all at once, around two failed nodes: no deadlock.
#[test]
fn traffic_flows_around_the_dead() {
    let model = plain("4x4", "router.slots = 2");
    let mut faults = Faults::default();
    [0, 5].iter().for_each(|node| faults.kill_node(&model.torus, *node));
    let plan = Plan::new(&model.torus, Order::Direction, Ties::Plus);
    let detour = Detour::new(&plan, &faults);
    assert!(detour.stepped > 0);
    let mut network = Network::with_probe(&model, Vec::<Departure>::new());
    let mut sent = 0;
    for _ in 0..20 {
        for (from, to, route) in &detour.routes {
            network.inject_along(0, &packet(*from, *to, 256, sent), *route).unwrap();
            sent += 1;
        }
    }
    assert_eq!(deliveries(&mut network, 1 << 50).len() as u64, sent);
    let over_dead = |departure: &Departure| match departure.port {
        Port::Link(to) => faults.is_dead(departure.node, to),
        Port::Host(_) => !faults.is_alive(departure.node),
    };
    assert!(!network.probe.iter().any(over_dead));
}
