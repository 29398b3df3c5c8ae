//! Lower fidelities: equal to the exact one without contention, and by their own closed forms.

use super::support::{deliveries, model, packet, plain};
use crate::engine::{Model, Network, Send, Subnet};
use crate::random::Random;
use crate::run::{Phases, Summary, Workload, run};
use crate::traffic::Pattern;

const COARSE: [&str; 2] = ["fluid", "logp"];

fn message(from: u32, to: u32, payload_bytes: u16) -> Send {
    packet(from, to, payload_bytes, 7)
}

/// When the last byte of a single message reaches its program, sent as packets or as a whole.
fn alone(model: &Model, send: &Send) -> u64 {
    let mut network = Network::new(model);
    let most = model.largest_send();
    let mut rest = send.payload_bytes;
    while rest > 0 {
        let payload_bytes = rest.min(most);
        network.inject(11, &Send { payload_bytes, ..*send }).unwrap();
        rest -= payload_bytes;
    }
    deliveries(&mut network, 1 << 50).last().unwrap().at
}

/// O1 for all three: packets and longer messages, near and far, whatever part is slowest.
#[test]
fn all_agree_at_zero_load() {
    for changes in [
        "",
        "torus = \"3x2\"\nlink.mbit_s = 6250\nhost.mbit_s = 10000",
        "host.mbit_s = 4000",
        "host.packets_per_s = 3000000",
        "link.wire_ns = 0\npacket.header_bytes = 0",
        "preset = \"angara\"",
    ] {
        let exact = model(changes);
        for to in [0, 1, exact.torus.nodes() - 1, exact.torus.nodes() / 2] {
            for payload_bytes in [1, 8, 236, 237, 500, 944, 2000, 16_384, 32_768] {
                let send = message(0, to, payload_bytes);
                let expect = alone(&exact, &send);
                for fidelity in COARSE {
                    let coarse = model(&format!("{changes}\nfidelity = \"{fidelity}\""));
                    let at = alone(&coarse, &send);
                    assert_eq!(at, expect, "{fidelity} {changes} to {to}, {payload_bytes} bytes");
                }
                if payload_bytes <= exact.payload_bytes {
                    let hops = exact.torus.distance(0, to);
                    assert_eq!(expect - 11, exact.zero_load(payload_bytes, hops));
                }
            }
        }
    }
}

/// Flow a uses three links, two more flows the second of them, one more the third: a and those of
/// the second get a third each, and the last one gets what a leaves of the third link.
#[test]
fn flows_share_what_is_fair_and_no_less() {
    let coarse = plain("8x3", "fidelity = \"fluid\"");
    let bytes = 256 * 64;
    let mut network = Network::new(&coarse);
    // Besides traffic from node 0, only node 1 itself can use the link from 1 to 2: both
    // subnetworks.
    let flows = [(0, 3, Subnet::Request), (1, 2, Subnet::Request), (1, 2, Subnet::Reply)];
    for (tag, (from, to, subnet)) in flows.into_iter().enumerate() {
        let send = Send { from, to, payload_bytes: bytes, subnet, tag: tag as u64 };
        network.inject(0, &send).unwrap();
    }
    network.inject(0, &packet(2, 3, bytes, 3)).unwrap();
    let mut came = deliveries(&mut network, 1 << 40);
    came.sort_by_key(|packet| packet.tag);
    let times: Vec<_> = came.iter().map(|packet| packet.at as f64 / f64::from(bytes)).collect();
    let expect = [3.0, 3.0, 3.0, 1.5];
    for (time, expect) in times.iter().zip(expect) {
        assert!((time / expect - 1.0).abs() < 0.02, "{times:?}");
    }
}

/// A flow always gets its fair rate: alone first, then with another, then alone again.
#[test]
fn speeds_change_with_what_is_there() {
    let coarse = plain("8", "fidelity = \"fluid\"");
    let mut network = Network::new(&coarse);
    network.inject(0, &packet(0, 2, 25_600, 0)).unwrap();
    network.inject(10_000, &packet(1, 2, 5_120, 1)).unwrap();
    let came = deliveries(&mut network, 1 << 40);
    let alone = |bytes, hops| coarse.zero_load(bytes, hops);
    // From 10 000 on each has half, until the second has sent its 5120 bytes; then the first has
    // all.
    assert_eq!(came[0].tag, 1);
    assert!(came[0].at.abs_diff(10_000 + alone(256, 1) - 256 + 2 * 5_120) <= 4, "{came:?}");
    assert!(came[1].at.abs_diff(alone(256, 2) - 256 + 25_600 + 5_120) <= 4, "{came:?}");
}

/// A network without links carries everything that interfaces can; a busy interface receives one
/// message after another.
#[test]
fn logp_knows_interfaces_and_no_links() {
    let coarse = plain("8x8", "fidelity = \"logp\"");
    let open = measure(&coarse, "complement", 0.9, None);
    assert!(open.accepted > 0.98 * open.offered && open.bound > 0.99, "{open:?}");
    let mut network = Network::new(&coarse);
    (1..64).for_each(|from| network.inject(0, &packet(from, 0, 256, 1)).unwrap());
    let came = deliveries(&mut network, 1 << 40);
    let gaps: Vec<_> = came.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    assert!(gaps.iter().all(|gap| *gap == 256), "{gaps:?}");
}

fn measure(model: &Model, pattern: &str, load: f64, reply_bytes: Option<u16>) -> Summary {
    let pattern = Pattern::new(pattern, &model.torus, 5).unwrap();
    let workload = Workload { pattern, load, payload_bytes: vec![256], reply_bytes, seed: 5 };
    let phases = Phases { warm_up_ns: 40_000, measure_ns: 60_000 };
    run(&mut Network::new(model), &workload, &phases, |_| ()).unwrap()
}

/// Beyond saturation flows get what the busiest link allows, not more; and as much as packets do if
/// each sender has one receiver. With many receivers, a sender waits for the end of one message
/// before it begins the next, and gets less.
#[test]
fn fluid_saturates_where_links_are_full() {
    for (torus, pattern) in [
        ("8", "uniform"),
        ("4x4", "complement"),
        ("4x4", "permutation"),
        ("4x4x4", "neighbour"),
        ("8x4", "tornado"),
    ] {
        let fluid = measure(&plain(torus, "fidelity = \"fluid\""), pattern, 1.5, None);
        let exact = measure(&plain(torus, ""), pattern, 1.5, None);
        assert!((fluid.bound - exact.bound).abs() < 1e-9);
        assert!(fluid.least <= fluid.bound * 1.02, "{torus} {pattern}: {fluid:?}");
        let share = if pattern == "uniform" { 0.5 } else { 0.95 };
        let accepted = (fluid.accepted, exact.accepted);
        assert!(accepted.0 >= share * accepted.1, "{torus} {pattern}: {accepted:?}");
    }
}

#[test]
fn answers_come_back_and_light_loads_agree() {
    for fidelity in COARSE {
        let coarse = plain("4x4", &format!("fidelity = \"{fidelity}\""));
        let summary = measure(&coarse, "uniform", 0.01, Some(64));
        let exact = measure(&plain("4x4", ""), "uniform", 0.01, Some(64));
        let (a, b) = (summary.latency.mean_ns, exact.latency.mean_ns);
        assert!((a / b - 1.0).abs() < 0.05, "{fidelity}: {a} {b}");
        assert_eq!(summary.counters.hops, exact.counters.hops);
        let jam = measure(&coarse, "hotspot", 1.0, Some(64));
        assert_eq!(jam.counters.injected, jam.counters.delivered);
    }
}

/// The order in which messages of different nodes are handed over does not affect the run.
#[test]
fn the_order_of_calls_does_not_matter() {
    for fidelity in COARSE {
        let coarse = plain("4x3", &format!("fidelity = \"{fidelity}\""));
        let trace = |is_reversed: bool| {
            let mut network = Network::new(&coarse);
            let mut random = Random::new(4);
            let mut nodes: Vec<_> = (0..12)
                .map(|node| {
                    let draw = |_| {
                        let at = u64::from(random.below(5) * 3000);
                        (at, packet(node, random.below(12), 1 + random.below(9000) as u16, 0))
                    };
                    (0..20).map(draw).collect::<Vec<_>>()
                })
                .collect();
            if is_reversed {
                nodes.reverse();
            }
            for (at, send) in nodes.iter().flatten() {
                network.inject(*at, send).unwrap();
            }
            let mut came: Vec<_> = deliveries(&mut network, 1 << 40)
                .iter()
                .map(|packet| (packet.at, packet.from, packet.to, packet.payload_bytes))
                .collect();
            came.sort_unstable();
            (network.counters().trace, came)
        };
        assert_eq!(trace(false), trace(true), "{fidelity}");
    }
}

#[test]
fn what_cannot_be_sent_at_once_is_refused() {
    let coarse = model("fidelity = \"logp\"");
    let most = coarse.largest_send();
    assert_eq!(most, 255 * 236);
    let mut network = Network::new(&coarse);
    let said = network.inject(0, &message(0, 1, most + 1)).unwrap_err().to_string();
    assert!(said.contains("60181 bytes, at most 60180 can be sent at once"), "{said}");
    network.inject(0, &message(0, 1, most)).unwrap();
    let came = deliveries(&mut network, 1 << 40);
    assert_eq!((came.len(), came[0].payload_bytes), (1, most));
}
