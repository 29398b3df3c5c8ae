//! Closed forms: a single packet without contention, a single flow with few credits.

use super::support::{deliveries, model, packet, plain};
use crate::engine::{Network, Send, Subnet};
use crate::route::Route;
use crate::topology::Direction;

/// O1: latency is the sum of sender, hops, length and receiver.
#[test]
fn a_packet_alone_takes_what_the_sum_says() {
    for changes in
        ["", "torus = \"3x2\"", "torus = \"5x4x3x2\"", "host.mbit_s = 4000", "link.wire_ns = 0"]
    {
        let model = model(changes);
        for to in 0..model.torus.nodes() {
            for payload_bytes in [1, 8, 236] {
                let mut network = Network::new(&model);
                network.inject(7, &packet(0, to, payload_bytes, 1)).unwrap();
                let came = deliveries(&mut network, 1 << 40);
                let hops = model.torus.distance(0, to);
                let bytes = u64::from(payload_bytes) + 20;
                let (link, host) = (bytes * model.link_byte, bytes * model.host_byte);
                let ends = model.send + model.receive;
                let expect = match host <= link {
                    true => ends + u64::from(hops) * (model.router + model.wire) + link,
                    // A slow interface needs the whole packet before the link needs its end.
                    false => {
                        ends + u64::from(hops) * (model.router + model.wire) + host - link + host
                    }
                };
                assert_eq!((came.len(), u32::from(came[0].hops)), (1, hops));
                assert_eq!(
                    came[0].at - came[0].born,
                    expect,
                    "{changes} to {to}, {payload_bytes} B"
                );
                assert_eq!(expect, model.zero_load(payload_bytes, hops));
            }
        }
    }
}

/// The paper on M3: at most 1.2 µs to a neighbour, 14.9 million packets a second.
#[test]
fn m3_is_as_fast_as_the_paper_says() {
    let model = model("");
    let mut network = Network::new(&model);
    network.inject(0, &packet(0, 1, 8, 0)).unwrap();
    let neighbour = model.clock.ns(deliveries(&mut network, 1 << 40)[0].at);
    assert!((1190.0..=1200.0).contains(&neighbour), "{neighbour} ns");

    let mut network = Network::new(&model);
    for tag in 0..20_000 {
        // Many short packets to many nodes: only the interface limits them.
        network.inject(0, &packet(0, 1 + tag as u32 % 63, 1, tag)).unwrap();
    }
    let came = deliveries(&mut network, 1 << 40);
    let took_ns = model.clock.ns(came[19_999].at - came[9_999].at);
    let rate = 10_000.0 / took_ns * 1e9;
    assert!((rate / 14.9e6 - 1.0).abs() < 0.002, "{rate}");
}

/// O2: a link whose sender waits a full round trip for each credit.
#[test]
fn few_credits_limit_a_link() {
    for slots in 2..=6 {
        for wire_ns in [1, 100, 1000, 5000] {
            let model = plain("8", &format!("link.wire_ns = {wire_ns}\nrouter.slots = {slots}"));
            let mut network = Network::new(&model);
            (0..2000).for_each(|tag| network.inject(0, &packet(0, 1, 256, tag)).unwrap());
            let came = deliveries(&mut network, 1 << 40);
            // A sender that enters the ring leaves one slot free.
            let (length, round) = (256u32, 2 * wire_ns + 1 + 256);
            let expect = f64::from(1000 * round) / f64::from(slots - 1);
            let expect = expect.max(1000.0 * f64::from(length));
            let took = (came[1500].at - came[500].at) as f64;
            assert!(
                (took / expect - 1.0).abs() < 0.01,
                "{slots} slots, {wire_ns} ns: {took} {expect}"
            );
        }
    }
}

/// Subnetworks share only wires: replies pass requests that are blocked.
#[test]
fn answers_do_not_wait_for_requests() {
    let model = plain("4x4", "");
    let mut network = Network::new(&model);
    for tag in 0..2000 {
        network.inject(0, &packet(1 + tag as u32 % 15, 0, 256, tag)).unwrap();
    }
    let start = 256 * 100;
    let reply = Send { subnet: Subnet::Reply, ..packet(15, 0, 256, 5000) };
    network.inject(start, &reply).unwrap();
    let came = deliveries(&mut network, 1 << 40);
    let reply = came.iter().find(|packet| packet.tag == 5000).unwrap();
    // It shares wires and the path to memory with a queue of two thousand packets.
    assert!(reply.at - start < 256 * 40, "{}", reply.at - start);
    assert!(came.len() == 2001 && came.last().unwrap().at > 2000 * 256);
}

/// The long way round a ring is a valid route.
#[test]
fn the_long_way_round_is_legal() {
    let model = plain("8", "");
    let mut network = Network::new(&model);
    let long = Route::new().then(Direction::plus(0), 7).unwrap();
    for tag in 0..800 {
        let from = tag as u32 % 8;
        network.inject_along(0, &packet(from, (from + 7) % 8, 256, tag), long).unwrap();
    }
    let came = deliveries(&mut network, 1 << 40);
    assert_eq!(came.len(), 800);
    assert!(came.iter().all(|packet| packet.hops == 7));
}

/// Equal calls give equal runs, to the last departure; a different packet gives a different run.
#[test]
fn runs_repeat() {
    let trace = |last: u32| {
        let model = plain("4x4", "");
        let mut network = Network::new(&model);
        for tag in 0..500 {
            network
                .inject(tag * 3, &packet(tag as u32 % 16, tag as u32 * 7 % 16, 200, tag))
                .unwrap();
        }
        network.inject(1500, &packet(0, last, 200, 500)).unwrap();
        deliveries(&mut network, 1 << 40);
        network.counters().trace
    };
    assert_eq!(trace(5), trace(5));
    assert_ne!(trace(5), trace(6));
}
