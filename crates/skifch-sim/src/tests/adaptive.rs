//! Adaptive routing: what it gains, what it must keep, and that it never deadlocks.

use super::support::{deliveries, packet, plain};
use crate::engine::{Network, Send, Subnet};
use crate::random::Random;
use crate::route::{Order, Route};
use crate::run::{Phases, Summary, Workload, run};
use crate::topology::Direction;
use crate::traffic::Pattern;

const ADAPTIVE: &str = "router.routing = \"adaptive\"";

fn measure(torus: &str, changes: &str, pattern: &str, load: f64) -> Summary {
    let model = plain(torus, changes);
    let pattern = Pattern::new(pattern, &model.torus, 5).unwrap();
    let payload_bytes = vec![256, 40];
    let workload = Workload { pattern, load, payload_bytes, reply_bytes: Some(64), seed: 5 };
    let phases = Phases { warm_up_ns: 30_000, measure_ns: 60_000 };
    // `run` checks conservation, credits, Little's law, the order of pairs, and termination.
    run(&mut Network::new(&model), &workload, &phases, |_| ()).unwrap()
}

/// Without contention a packet takes the same time as on its fixed route, whichever route it takes.
#[test]
fn a_packet_alone_takes_the_same() {
    let model = plain("5x4x3", ADAPTIVE);
    let mut network = Network::new(&model);
    let mut times = Vec::new();
    for to in 0..model.torus.nodes() {
        let at = u64::from(to) * 100_000;
        times.push(at + model.zero_load(200, model.torus.distance(7, to)));
        network.inject(at, &packet(7, to, 200, u64::from(to))).unwrap();
    }
    let came = deliveries(&mut network, 1 << 40);
    assert_eq!(came.iter().map(|packet| packet.at).collect::<Vec<_>>(), times);
}

/// Bit complement with direction order uses half of the links of two dimensions. Adaptive routing
/// uses the others too.
#[test]
fn complement_is_carried_where_direction_order_is_saturated() {
    let fixed = measure("8x8", "", "complement", 0.6);
    let adaptive = measure("8x8", ADAPTIVE, "complement", 0.6);
    assert!((fixed.bound - 0.25).abs() < 0.1 && fixed.accepted <= fixed.bound * 1.01, "{fixed:?}");
    assert!(adaptive.accepted > 1.5 * fixed.accepted, "{adaptive:?}\n{fixed:?}");
    assert!(adaptive.least <= adaptive.bound * 1.01, "{adaptive:?}");
}

/// Minimum buffers and far more traffic than the network can carry, both subnetworks, many
/// patterns: everything arrives, in order.
#[test]
fn no_traffic_makes_it_stand_still() {
    for torus in ["2", "5", "8", "3x2", "4x4", "3x3x3", "2x3x2x2"] {
        for pattern in ["uniform", "tornado", "complement", "hotspot", "permutation"] {
            let least = "router.slots = 2\nhost.receive_slots = 1";
            let summary = measure(torus, &format!("{ADAPTIVE}\n{least}"), pattern, 3.0);
            let Summary { counters, .. } = &summary;
            assert_eq!(
                (counters.injected, counters.latency),
                (counters.delivered, counters.under_way)
            );
            assert!(summary.least <= summary.bound * 1.02, "{torus} {pattern}: {summary:?}");
        }
    }
}

/// Without contention, outputs are chosen in turn: both orders of two dimensions occur.
#[test]
fn packets_of_a_pair_go_different_ways_and_are_shown_in_order() {
    let model = plain("6x6", ADAPTIVE);
    let mut network = Network::new(&model);
    let to = model.torus.node(&[2, 2]);
    for tag in 0..600 {
        network.inject(0, &packet(0, to, if tag % 7 == 0 { 256 } else { 16 }, tag)).unwrap();
        // Contends with some of them.
        network.inject(0, &packet(1, to, 256, 1000 + tag)).unwrap();
    }
    let came = deliveries(&mut network, 1 << 40);
    let tags: Vec<_> = came.iter().filter(|p| p.from == 0).map(|packet| packet.tag).collect();
    assert_eq!(tags, (0..600).collect::<Vec<_>>());
    let port = |to: Direction| {
        let is_it = |place: &(u32, crate::engine::Port, _)| {
            place.0 == 0 && place.1 == crate::engine::Port::Link(to)
        };
        network.loads().find(is_it).unwrap().2.packets
    };
    assert!(port(Direction::plus(0)) > 100 && port(Direction::plus(1)) > 100);
}

/// A given route is followed, and an unsafe one can still deadlock, which is reported.
#[test]
fn given_routes_are_kept_and_a_standstill_is_named() {
    let model = plain("4x4", &format!("{ADAPTIVE}\nrouter.slots = 2"));
    let around = [Direction::plus(0), Direction::plus(1), Direction::minus(0), Direction::minus(1)];
    let corners = [[0, 0], [2, 0], [2, 2], [0, 2]].map(|at| model.torus.node(&at));
    let mut network = Network::new(&model);
    let mut random = Random::new(3);
    for tag in 0..400 {
        let side = tag as usize % 4;
        let legs = (0..6).map(|leg| around[(side + leg) % 4]);
        let route = legs.fold(Route::new(), |route, to| route.then(to, 2).unwrap());
        let (from, to) = (corners[side], corners[(side + 2) % 4]);
        let send = Send { from, to, payload_bytes: 256, subnet: Subnet::Request, tag };
        network.inject_along(0, &send, route).unwrap();
        let other = packet(random.below(16), random.below(16), 256, 1000 + tag);
        network.inject(u64::from(random.below(5000)), &other).unwrap();
    }
    deliveries(&mut network, 1 << 40);
    let deadlock = network.deadlock().expect("a standstill");
    assert!(deadlock.cycle.len() >= 4, "{deadlock}");

    let mut alone = Network::new(&model);
    let long = Route::new().then(Direction::plus(0), 3).unwrap();
    alone.inject_along(0, &packet(0, 3, 8, 1), long).unwrap();
    assert_eq!(deliveries(&mut alone, 1 << 40)[0].hops, 3);
}

#[test]
fn its_escape_is_direction_order() {
    let model = plain("4x4", ADAPTIVE);
    assert!(model.is_adaptive && model.order == Order::Direction);
}
