//! Links that damage packets.

use super::support::{deliveries, packet, plain};
use crate::config::Settings;
use crate::engine::{Delivery, Model, Network};
use std::collections::HashMap;

/// O8: go-back-N that loses `lost` packet times for each damaged packet has a throughput of
/// `(1-p)/(1-p+p·lost)`.
#[test]
fn errors_cost_what_the_formula_says() {
    for (errors_per_gbit, wire_ns) in [(5_000, 128), (25_000, 128), (25_000, 512), (50_000, 300)] {
        let changes = format!("link.errors_per_gbit = {errors_per_gbit}\nlink.wire_ns = {wire_ns}");
        // Enough credits for any wire: packets stay on the ring on which they start.
        let model = plain("5", &format!("{changes}\nrouter.slots = 6\nrouter.delay_ns = 0"));
        let mut network = Network::new(&model);
        network.seed_errors(8);
        let packets = 40_000;
        (0..packets).for_each(|tag| network.inject(0, &packet(0, 1, 256, tag)).unwrap());
        let came = deliveries(&mut network, 1 << 50);
        let bad = 1.0 - (1.0 - errors_per_gbit as f64 / 1e9).powi(8 * 256);
        let lost = (256.0 + 2.0 * wire_ns as f64) / 256.0;
        let took = (came.last().unwrap().at - came[0].at) as f64;
        let share = (packets - 1) as f64 * 256.0 / took;
        let expect = (1.0 - bad) / (1.0 - bad + bad * lost);
        assert!((share / expect - 1.0).abs() < 0.01, "{changes}: {share}, not {expect}");
        let again = network.counters().replays as f64 / packets as f64;
        assert!((again / (bad / (1.0 - bad)) - 1.0).abs() < 0.06, "{changes}: {again} for {bad}");
    }
}

/// O11: with errors everything arrives, in the order and with the sizes of a run without errors;
/// only times change.
#[test]
fn errors_move_nothing_but_times() {
    let run = |errors: u32, seed: u64| {
        let model = plain("4x4", &format!("link.errors_per_gbit = {errors}"));
        let mut network = Network::new(&model);
        network.seed_errors(seed);
        for tag in 0..4000u64 {
            let (from, to) = (tag as u32 * 5 % 16, tag as u32 * 11 % 15);
            network.inject(tag * 40, &packet(from, to, (tag % 256) as u16, tag)).unwrap();
        }
        deliveries(&mut network, 1 << 50)
    };
    let pairs = |came: &[Delivery]| {
        let mut pairs: HashMap<_, Vec<_>> = HashMap::new();
        for packet in came {
            let list = pairs.entry((packet.from, packet.to)).or_default();
            list.push((packet.tag, packet.payload_bytes));
        }
        pairs
    };
    let (good, bad, other) = (run(0, 1), run(100_000, 1), run(100_000, 2));
    assert_eq!(pairs(&good), pairs(&bad));
    assert_eq!(pairs(&good), pairs(&other));
    let sum = |came: &[Delivery]| came.iter().map(|packet| packet.at - packet.born).sum::<u64>();
    assert!(sum(&bad) > sum(&good) && sum(&bad) != sum(&other));
    assert_eq!(bad, run(100_000, 1), "one seed is one run");
}

#[test]
fn a_link_that_nothing_passes_is_refused() {
    let settings = Settings::read(&["preset = \"m3\"", "link.errors_per_gbit = 1000000"]).unwrap();
    let said = Model::new(&settings).unwrap_err().to_string();
    assert_eq!(said, "link.errors_per_gbit: 1000000; lower it: most packets would be corrupted");
}
