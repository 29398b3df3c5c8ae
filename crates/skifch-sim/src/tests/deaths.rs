//! Links and nodes that fail while packets are in flight.

use super::support::{deliveries, packet, plain};
use crate::engine::{Departure, FaultEvent, Loss, Model, Network, Port};
use crate::random::Random;
use crate::route::{Fault, FaultTarget, Faults};
use crate::run::{Phases, Workload, run};
use crate::topology::Direction;
use crate::traffic::Pattern;

const SHORT: &str = "service = { notice_ns = 500, tables_ns = 1000 }";

fn with_faults(model: &Model, faults: &[(u64, FaultTarget)]) -> Network<Vec<Departure>> {
    let mut network = Network::with_probe(model, Vec::new());
    let faults: Vec<_> = faults.iter().map(|&(at_ns, what)| Fault { at_ns, what }).collect();
    network.plan_faults(&faults).unwrap();
    network
}

/// A packet of 256 ns over three links of a line, each 2 ns long with its router. The middle link
/// fails, tried at every nanosecond: the packet always arrives, once, and late if it needed the
/// link.
#[test]
fn a_packet_on_a_link_that_dies_comes_all_the_same() {
    let model = plain("7x7", SHORT);
    let alone = model.zero_load(256, 3);
    for at_ns in 0..300 {
        let mut network = with_faults(&model, &[(at_ns, FaultTarget::Link(1, Direction::plus(0)))]);
        network.inject(0, &packet(0, 3, 256, 7)).unwrap();
        let came = deliveries(&mut network, 1 << 40);
        assert_eq!(came.len(), 1, "dead at {at_ns}");
        // Its head leaves node 1 at 3 ns (program, wire, router), and its tail has crossed at 260
        // ns.
        let is_cut = at_ns < 3 + 256 + 1;
        assert_eq!(came[0].at > alone, is_cut, "dead at {at_ns}: {} of {alone}", came[0].at);
        if is_cut {
            // Notice, immediate drain, and on from node 1 (or 0): three more links and a detour.
            assert!((1500..2200).contains(&came[0].at), "dead at {at_ns}: {}", came[0].at);
        }
        let moved =
            network.news().iter().any(|news| matches!(news, FaultEvent::Switched { moved: 1, .. }));
        assert_eq!(moved, is_cut, "dead at {at_ns}");
    }
}

/// All nodes send to all others all the time, and cables fail one after another: everything
/// arrives, in order, and nothing crosses a failed link.
#[test]
fn dying_cables_lose_nothing_and_keep_the_order() {
    for (torus, more) in [
        ("4x4", "router.slots = 2"),
        ("4x4", "router.routing = \"adaptive\""),
        ("4x4", "router.routing = \"dimension\""),
        ("3x2", ""),
        ("4x3x2", "link.errors_per_gbit = 20000"),
    ] {
        let model = plain(torus, &format!("{SHORT}\n{more}"));
        let nodes = model.torus.nodes();
        let (x, y) = (Direction::plus(0), Direction::minus(1));
        let dead = [
            (3_000, FaultTarget::Link(1, x)),
            (3_200, FaultTarget::Link(0, y)),
            (9_000, FaultTarget::Link(2, y)),
        ];
        let mut network = with_faults(&model, &dead);
        let mut random = Random::new(4);
        let count = 6_000;
        for tag in 0..count {
            let (from, to) = (random.below(nodes), random.below(nodes));
            let at = u64::from(random.below(15_000));
            network
                .inject(at, &packet(from, to, random.below(257) as u16, at << 32 | tag))
                .unwrap();
        }
        let came = deliveries(&mut network, 1 << 40);
        assert_eq!(came.len() as u64, count, "{torus} {more}");
        assert_eq!((network.in_flight(), network.counters().lost), (0, 0));
        let mut last = vec![0; (nodes * nodes) as usize];
        for packet in &came {
            let last = &mut last[(packet.from * nodes + packet.to) as usize];
            assert!(packet.tag > *last, "{torus} {more}: {packet:?} after {last}");
            *last = packet.tag;
        }
        let news = network.news();
        let switches =
            news.iter().filter(|news| matches!(news, FaultEvent::Switched { .. })).count();
        assert_eq!(switches, 2, "those of one moment at once: {news:?}");
        let moved: usize = news
            .iter()
            .map(|news| match news {
                FaultEvent::Switched { moved, .. } => *moved,
                _ => 0,
            })
            .sum();
        assert!(moved > 0, "{torus} {more}");
        let mut faults = Faults::default();
        for (at, what) in dead {
            faults.kill(&model.torus, what);
            let goes_over = |departure: &&Departure| match departure.port {
                Port::Link(to) => departure.at > at && faults.is_dead(departure.node, to),
                Port::Host(_) => false,
            };
            assert_eq!(network.probe.iter().find(goes_over), None, "{torus} {more}");
        }
    }
}

/// A failing node loses only what was in it and what is sent to it; the failure of a second one
/// disconnects pairs, which are reported.
#[test]
fn a_node_takes_what_is_in_it_along() {
    let model = plain("4x4", SHORT);
    let mut network =
        with_faults(&model, &[(2_000, FaultTarget::Node(0)), (30_000, FaultTarget::Node(6))]);
    let mut random = Random::new(9);
    let mut sent = 0;
    for tag in 0..9_000u64 {
        let at = u64::from(random.below(60_000));
        network.inject(at, &packet(random.below(16), random.below(16), 200, tag)).unwrap();
        sent += 1;
    }
    let came = deliveries(&mut network, 1 << 40);
    let counters = network.counters();
    assert_eq!(counters.injected, came.len() as u64 + counters.lost);
    assert!(counters.injected < sent, "a dead node sends nothing");
    assert_eq!(counters.latency + counters.lost_ticks, counters.under_way, "Little");
    let news = network.news();
    let unroutable: Vec<_> = news
        .iter()
        .filter_map(|news| match news {
            FaultEvent::Switched { unroutable, .. } => Some(unroutable.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(unroutable.len(), 2);
    assert!(unroutable[0].is_empty(), "one dead node is passed by all");
    assert_eq!(unroutable[1], [(4, 2), (5, 2)]);
    for lost in &news {
        let FaultEvent::Lost { at, from, to, why } = *lost else { continue };
        match why {
            Loss::Node(node) => assert!(node == 0 && at == 2_000 || node == 6 && at == 30_000),
            Loss::NoRoute => {
                let is_named = unroutable[1].contains(&(from, to));
                assert!([0, 6].contains(&to) || is_named && at > 30_000, "{lost:?}");
            }
        }
    }
    let late = came.iter().filter(|packet| packet.at > 35_000);
    assert!(late.clone().count() > 1_000 && !late.clone().any(|it| [0, 6].contains(&it.to)));
}

/// Random failures at random times: whatever can arrive does, and every run ends.
#[test]
fn deaths_at_random_are_survived() {
    let mut random = Random::new(77);
    for round in 0..60 {
        let torus = ["4x4", "3x3x3", "5x2", "8"][round % 4];
        let more = ["router.slots = 2", "router.routing = \"adaptive\""][round / 4 % 2];
        let model = plain(torus, &format!("{SHORT}\n{more}"));
        let nodes = model.torus.nodes();
        let mut faults = Vec::new();
        for _ in 0..1 + random.below(3) {
            let node = random.below(nodes);
            let to = Direction::from_index(random.below(model.torus.ports() as u32) as usize);
            let what = if random.below(3) == 0 {
                FaultTarget::Node(node)
            } else {
                FaultTarget::Link(node, to)
            };
            faults.push((1_000 + u64::from(random.below(4_000)), what));
        }
        let mut network = with_faults(&model, &faults);
        for tag in 0..3_000u64 {
            let at = u64::from(random.below(8_000));
            let bytes = random.below(257) as u16;
            network
                .inject(at, &packet(random.below(nodes), random.below(nodes), bytes, tag))
                .unwrap();
        }
        let came = deliveries(&mut network, 1 << 40);
        let counters = network.counters();
        assert_eq!(network.deadlock(), None, "{torus} {more} {faults:?}");
        assert_eq!(network.in_flight(), 0, "{torus} {more} {faults:?}");
        assert_eq!(counters.injected, came.len() as u64 + counters.lost);
        assert_eq!(counters.latency + counters.lost_ticks, counters.under_way);
    }
}

/// A complete run with synthetic traffic beyond saturation, and all its checks.
#[test]
fn a_run_goes_on_around_the_dead() {
    let model = plain("4x4x4", SHORT);
    let mut network = Network::new(&model);
    let faults = "20us link 5 +X\n20us link 5 -X\n30us node 9\n";
    network.plan_faults(&Fault::read(faults, &model.torus).unwrap()).unwrap();
    let workload = Workload {
        pattern: Pattern::new("uniform", &model.torus, 1).unwrap(),
        load: 0.9,
        payload_bytes: vec![256, 8],
        reply_bytes: Some(16),
        seed: 3,
    };
    let phases = Phases { warm_up_ns: 10_000, measure_ns: 50_000 };
    let summary = run(&mut network, &workload, &phases, |_| ()).unwrap();
    assert!(summary.counters.lost > 0 && summary.counters.lost < summary.counters.injected / 10);
    let died = summary.news.iter().filter(|news| matches!(news, FaultEvent::Died { .. })).count();
    assert_eq!(died, 3);
    let mut late = Network::new(&model);
    late.plan_faults(&Fault::read("1ms node 3", &model.torus).unwrap()).unwrap();
    let said = run(&mut late, &workload, &phases, |_| ()).unwrap_err().to_string();
    let words = "fault at 1000000 ns, but nothing is sent after 70000 ns: measure longer, or \
                 set it earlier";
    assert_eq!(said, words);
}

#[test]
fn networks_without_tables_are_refused() {
    for (torus, more, words) in [
        ("4x4", "fidelity = \"fluid\"", "they need fidelity = \"exact\""),
        ("16x16x8", "", "at most 1024 nodes"),
    ] {
        let model = plain(torus, more);
        let fault = Fault { at_ns: 1, what: FaultTarget::Node(0) };
        let said = Network::new(&model).plan_faults(&[fault]).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    }
}
