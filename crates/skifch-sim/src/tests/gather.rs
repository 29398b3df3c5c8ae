//! Interfaces that gather arriving packets before they write them.

use super::support::{deliveries, model, packet, plain};
use crate::config::Settings;
use crate::engine::{Model, Network};
use crate::random::Random;
use crate::route::{Fault, FaultTarget};
use crate::run::{Phases, Workload, run};
use crate::traffic::Pattern;

/// A single packet waits until it has arrived completely, for the limit, and for its write.
#[test]
fn one_alone_waits_for_the_limit() {
    let model = model("host = { aggregate_bytes = 1024, aggregate_ns = 300 }");
    let mut network = Network::new(&model);
    network.inject(0, &packet(0, 1, 8, 0)).unwrap();
    let came = deliveries(&mut network, 1 << 40);
    // Link and memory do not overlap: the packet is first received and then written as a whole.
    let late = model.aggregate + 28 * model.host_byte;
    assert_eq!(came[0].at, model.zero_load(8, 1) + late);
}

/// Packets that fill a block are delivered together; the block is written once its last arrives.
#[test]
fn a_full_block_does_not_wait() {
    let model = plain("4", "host = { aggregate_bytes = 400, aggregate_ns = 100000 }");
    let mut network = Network::new(&model);
    (0..4).for_each(|tag| network.inject(0, &packet(0, 1, 100, tag)).unwrap());
    network.inject(1 << 20, &packet(0, 1, 256, 4)).unwrap();
    network.inject(1 << 20, &packet(0, 1, 256, 5)).unwrap();
    let came = deliveries(&mut network, 1 << 40);
    let at: Vec<_> = came.iter().map(|packet| packet.at - packet.born).collect();
    // Latency of the first, three more packets, 400 bytes to memory.
    let full = model.zero_load(0, 1) + 400 + 400;
    assert_eq!(
        at,
        [full, full, full, full, model.zero_load(0, 1) + 1024, model.zero_load(0, 1) + 1024]
    );
}

/// A receiver of short packets from many senders receives as many as its link brings, not only as
/// many as its interface can start writing.
#[test]
fn a_receiver_of_short_packets_takes_more_of_them() {
    let rate = |more: &str| {
        // With fewer slots the links bring less.
        let model = model(&format!("torus = \"4x4\"\nrouter.slots = 6\n{more}"));
        let mut network = Network::new(&model);
        let count = 12_000;
        for tag in 0..count {
            network.inject(0, &packet(1 + tag as u32 % 15, 0, 8, tag)).unwrap();
        }
        // While packets arrive over all its links.
        let came = deliveries(&mut network, 1 << 40);
        5000.0 * 1000.0 / model.clock.ns(came[6000].at - came[1000].at)
    };
    let (alone, gathered) =
        (rate(""), rate("host = { aggregate_bytes = 512, aggregate_ns = 500 }"));
    assert!((14.5..14.9).contains(&alone), "14.9 M/s: {alone}");
    // 28 bytes on the port to the interface at 13 Gbit/s.
    assert!((54.0..58.1).contains(&gathered), "58 M/s: {gathered}");
}

/// Everything arrives in order in all configurations, and a run stays within its bound.
#[test]
fn nothing_is_lost_in_a_block() {
    for more in
        ["", "router.routing = \"adaptive\"", "service = { notice_ns = 500, tables_ns = 500 }"]
    {
        let host = "host = { aggregate_bytes = 700, aggregate_ns = 200, receive_slots = 1 }";
        let model = plain("4x4", &format!("{host}\n{more}"));
        let mut network = Network::new(&model);
        if more.starts_with("service") {
            let fault = |at_ns, what| Fault { at_ns, what };
            let x = crate::topology::Direction::plus(0);
            let faults =
                [fault(3_000, FaultTarget::Node(6)), fault(9_000, FaultTarget::Link(1, x))];
            network.plan_faults(&faults).unwrap();
        }
        let mut random = Random::new(3);
        for tag in 0..5_000u64 {
            let (from, to) = (random.below(16), random.below(16));
            let at = u64::from(random.below(20_000));
            network.inject(at, &packet(from, to, random.below(257) as u16, tag)).unwrap();
        }
        let came = deliveries(&mut network, 1 << 40);
        let counters = network.counters();
        assert_eq!(counters.injected, came.len() as u64 + counters.lost, "{more}");
        assert_eq!(network.in_flight(), 0);
    }
    let model = plain(
        "4x4",
        "host = { aggregate_bytes = 512, aggregate_ns = 500, packets_per_s = 2000000 }",
    );
    let workload = Workload {
        pattern: Pattern::new("neighbour", &model.torus, 1).unwrap(),
        load: 0.9,
        payload_bytes: vec![64],
        reply_bytes: None,
        seed: 1,
    };
    let phases = Phases { warm_up_ns: 20_000, measure_ns: 50_000 };
    let summary = run(&mut Network::new(&model), &workload, &phases, |_| ()).unwrap();
    assert!(summary.accepted <= summary.bound * 1.01, "{} {}", summary.accepted, summary.bound);
}

#[test]
fn coarse_models_do_not_gather() {
    let texts = ["preset = \"m3\"", "fidelity = \"logp\"\nhost.aggregate_bytes = 512"];
    let said = Settings::read(&texts).and_then(|it| Model::new(&it)).unwrap_err().to_string();
    assert!(said.contains("host.aggregate_bytes needs fidelity"), "{said}");
}
