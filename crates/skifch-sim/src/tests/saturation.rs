//! Complete runs: bounds, order, conservation.

use super::support::plain;
use crate::engine::{Model, Network};
use crate::run::{Phases, Summary, Workload, run};
use crate::traffic::Pattern;

fn measure(model: &Model, pattern: &str, load: f64, reply_bytes: Option<u16>) -> Summary {
    let pattern = Pattern::new(pattern, &model.torus, 5).unwrap();
    let workload = Workload { pattern, load, payload_bytes: vec![256], reply_bytes, seed: 5 };
    let phases = Phases { warm_up_ns: 40_000, measure_ns: 100_000 };
    // `run` checks order per pair (O10), conservation, credits and Little's law (O9).
    run(&mut Network::new(model), &workload, &phases, |_| ()).unwrap()
}

/// The slowest sender never gets more than the busiest link can carry for all, and the total is not
/// much less. Senders that do not use that link may get more.
#[test]
fn no_pattern_is_above_its_bound() {
    for (pattern, torus) in [
        ("uniform", "8x8"),
        ("others", "4x4x4"),
        ("tornado", "8x8"),
        ("neighbour", "4x4"),
        ("complement", "8x8"),
        ("transpose", "8x8"),
        ("reversal", "4x4x4"),
        ("shuffle", "8x8"),
        ("permutation", "5x4x3"),
        ("hotspot", "3x2"),
    ] {
        for routing in ["direction", "dimension"] {
            let model = plain(torus, &format!("router.routing = \"{routing}\""));
            let summary = measure(&model, pattern, 1.0, None);
            let Summary { accepted, least, bound, .. } = summary;
            // Packets in flight when the window began may arrive in it.
            assert!(least <= bound * 1.01, "{pattern} {torus} {routing}: {least} above {bound}");
            if ["uniform", "others", "tornado", "neighbour", "hotspot"].contains(&pattern) {
                assert!(accepted <= bound * 1.01, "{pattern} {torus}: {accepted} above {bound}");
            }
            assert!(
                accepted >= bound * 0.4,
                "{pattern} {torus} {routing}: {accepted}, bound {bound}"
            );
            assert!(bound > 0.95 || summary.saturated.is_some(), "{summary:?}");
        }
    }
}

/// Bit complement distinguishes direction order from dimension order: half the throughput in two
/// dimensions.
#[test]
fn complement_tells_the_orders_apart() {
    let accepted = |routing: &str| {
        let model = plain("8x8", &format!("router.routing = \"{routing}\""));
        measure(&model, "complement", 0.4, None).accepted
    };
    let (direction, dimension) = (accepted("direction"), accepted("dimension"));
    assert!(direction <= 0.2525, "{direction}");
    assert!(dimension > 0.35, "{dimension}");
}

#[test]
fn a_light_load_is_carried_at_nearly_no_wait_and_fairly() {
    let model = plain("8x8", "");
    let summary = measure(&model, "uniform", 0.1, None);
    assert!((summary.accepted / summary.offered - 1.0).abs() < 0.03, "{summary:?}");
    assert!(summary.saturated.is_none() && summary.fairness > 0.9, "{summary:?}");
    // The mean distance is four hops, plus some waiting.
    let alone = model.clock.ns(model.zero_load(256, 4));
    assert!((alone * 0.98..alone * 1.4).contains(&summary.latency.mean_ns), "{summary:?}");
    assert!(summary.latency.p50_ns <= summary.latency.p99_ns, "{summary:?}");
    assert!(summary.latency.p99_ns <= summary.latency.max_ns, "{summary:?}");
}

/// Every link carries one flow, so every packet has its latency without contention.
#[test]
fn percentiles_are_those_of_the_packets() {
    let model = plain("4x4x4", "");
    let Summary { latency, hottest, links, .. } = measure(&model, "neighbour", 0.1, None);
    let alone = model.clock.ns(model.zero_load(256, 3));
    for ns in [latency.mean_ns, latency.p50_ns, latency.p99_ns, latency.max_ns] {
        assert!((ns / alone - 1.0).abs() < 0.001, "{latency:?}, alone {alone}");
    }
    // Half of the links are not used.
    assert!((links - 0.05).abs() < 0.005 && hottest.share > 0.1, "{links} {hottest:?}");
}

/// Reads: each packet is answered on the other subnetwork, far beyond what the network can carry.
#[test]
fn answers_come_back_under_any_load() {
    for torus in ["8", "3x2", "4x4", "3x3x3"] {
        let model = plain(torus, "router.slots = 2\nhost.receive_slots = 1");
        let summary = measure(&model, "uniform", 2.0, Some(64));
        assert_eq!(summary.counters.injected % 2, 0);
        assert!(summary.accepted <= summary.bound * 1.02, "{torus}: {summary:?}");
    }
}

/// Active messages: all requests arrive, and as many are answered as handlers have time for.
#[test]
fn handlers_take_turns() {
    let model = plain("4x4", "host.handler_ns = 2000");
    let Summary { accepted, saturated, .. } = measure(&model, "neighbour", 0.5, Some(64));
    assert_eq!(saturated.as_deref(), Some("the message handlers are saturated"));
    let answers = model.packet_ticks(64) as f64 / model.clock.from_ns(2000) as f64;
    assert!((accepted - 0.5 - answers).abs() < 0.03, "{accepted}, of it answers {answers}");
    let light = measure(&model, "neighbour", 0.02, Some(64));
    assert_eq!(light.saturated, None);
}

#[test]
fn a_saturated_run_says_why() {
    let model = plain("8x8", "");
    let said = measure(&model, "complement", 0.9, None).saturated.unwrap();
    assert!(said.contains("saturated output ") && said.contains("of node"), "{said}");
    let pattern = Pattern::new("uniform", &model.torus, 5).unwrap();
    let payload_bytes = vec![256];
    let workload = Workload { pattern, load: 0.1, payload_bytes, reply_bytes: None, seed: 5 };
    let short = Phases { warm_up_ns: 0, measure_ns: 600 };
    let said = run(&mut Network::new(&model), &workload, &short, |_| ()).unwrap().saturated;
    assert!(said.as_ref().is_some_and(|said| said.contains("warm-up is too short")), "{said:?}");
    let slow = plain("4x4", "host.packets_per_s = 1000000");
    let said = measure(&slow, "uniform", 0.9, None).saturated.unwrap();
    assert!(said.contains("space behind host/request of node"), "{said}");
}

#[test]
fn one_seed_is_one_run() {
    let model = plain("4x4", "");
    let trace = |seed| {
        let pattern = Pattern::new("uniform", &model.torus, seed).unwrap();
        let payload_bytes = vec![8, 256];
        let workload = Workload { pattern, load: 0.5, payload_bytes, reply_bytes: Some(16), seed };
        let phases = Phases { warm_up_ns: 1000, measure_ns: 20_000 };
        run(&mut Network::new(&model), &workload, &phases, |_| ()).unwrap().counters
    };
    assert_eq!(trace(1), trace(1));
    assert_ne!(trace(1).trace, trace(2).trace);
}

#[test]
fn traffic_that_cannot_be_is_refused() {
    let model = plain("4x4", "");
    let pattern = Pattern::new("uniform", &model.torus, 0).unwrap();
    let good = Workload { pattern, load: 0.5, payload_bytes: vec![8], reply_bytes: None, seed: 0 };
    let phases = Phases { warm_up_ns: 0, measure_ns: 100 };
    let refused = |workload: Workload, phases: Phases| {
        let result = run(&mut Network::new(&model), &workload, &phases, |_| ());
        result.unwrap_err().to_string()
    };
    let said = refused(Workload { payload_bytes: vec![300], ..good.clone() }, phases);
    assert_eq!(said, "payload of 300 bytes, at most 256 fit in a packet");
    assert!(refused(Workload { load: -1.0, ..good.clone() }, phases).contains("load -1"));
    assert!(refused(Workload { load: f64::NAN, ..good.clone() }, phases).contains("load NaN"));
    assert!(
        refused(Workload { payload_bytes: vec![], ..good.clone() }, phases)
            .contains("no payload size")
    );
    let said = refused(good, Phases { measure_ns: 0, ..phases });
    assert_eq!(said, "the time to measure must not be 0");
}
