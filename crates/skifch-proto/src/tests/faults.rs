//! Whatever the network does: every message arrives once, in order and intact.

use super::net::Path;
use super::world::{MS, S, Sizes, US, World};
use crate::{Algorithm, Link};
use skifch_chance::{Random, is_long, seed};

/// Every fault by itself, and all of them together.
fn paths() -> Vec<(&'static str, Path)> {
    let clean = Path::clean(MS);
    vec![
        ("clean", clean),
        ("loss", Path { loss: 50_000, ..clean }),
        ("heavy loss", Path { loss: 300_000, ..clean }),
        ("duplicates", Path { duplicate: 200_000, ..clean }),
        ("reordering", Path { reorder: 100_000, late_ns: 2 * MS, ..clean }),
        ("jitter", Path { jitter_ns: MS, ..clean }),
        ("corruption", Path { corrupt: 50_000, ..clean }),
        ("narrow", Path { mtu: 1300, ..clean }),
        (
            "all",
            Path {
                loss: 20_000,
                duplicate: 20_000,
                reorder: 20_000,
                corrupt: 10_000,
                jitter_ns: 100 * US,
                mtu: 1400,
                ..clean
            },
        ),
    ]
}

/// In the long version the rounds also draw different ring and datagram sizes.
#[test]
fn every_message_comes_once_in_order_and_intact() {
    let seed = seed("every_message_comes_once_in_order_and_intact");
    let (rounds, messages) = if is_long() { (200, 3_000) } else { (2, 3_000) };
    for round in 0..rounds {
        let mut random = Random::new(seed + round);
        let algorithms = [Algorithm::None, Algorithm::NewReno, Algorithm::Cubic];
        let algorithm = algorithms[(round % 3) as usize];
        let ring = 64 << random.below(3) << 10;
        let max_datagram = [1472, 1472, 8932, 60_000][random.below(4) as usize];
        println!("round {round}, {algorithm:?}, rings of {ring}, datagrams of {max_datagram}");
        for (name, path) in paths() {
            let mut world = World::new(seed + round, 2, path, |_, config| {
                config.algorithm = algorithm;
                config.max_message = 20_000;
                (config.send_bytes, config.recv_bytes) = (ring, ring);
                config.max_datagram = max_datagram;
            });
            world.hosts[1].lands = true;
            world.flow(0, 1, Sizes::Mixed(20_000), messages);
            world.flow(1, 0, Sizes::Mixed(3_000), messages);
            println!("{name}");
            world.finish(600 * S);
        }
    }
}

/// A process that repeatedly does not run while its socket fills up.
#[test]
fn a_socket_that_overflows_only_costs_time() {
    let seed = seed("a_socket_that_overflows_only_costs_time");
    for algorithm in [Algorithm::None, Algorithm::NewReno, Algorithm::Cubic] {
        let mut world = World::new(seed, 2, Path::clean(200 * US), |_, config| {
            config.algorithm = algorithm;
            config.max_message = 20_000;
        });
        let mut random = Random::new(seed);
        world.flow(0, 1, Sizes::Mixed(20_000), 20_000);
        world.flow(1, 0, Sizes::Mixed(20_000), 20_000);
        let mut naps = 0;
        while !world.run(random.below(10 * MS), World::is_done) {
            world.nap(random.below(2) as usize, random.below(20 * MS), 64 << 10);
            naps += 1;
            assert!(naps < 2_000, "{algorithm:?}, seed {seed}: no end of it");
        }
        world.finish(60 * S);
        let time_ms = (world.now_ns - S) / MS;
        println!("{algorithm:?}: {naps} naps, {} dropped, {time_ms} ms", world.overrun);
        assert!(world.overrun > 100, "{} datagrams", world.overrun);
    }
}

/// The path MTU shrinks while datagrams are in flight, in both directions, and grows again.
#[test]
fn a_path_that_becomes_narrow_in_mid_stream_is_survived() {
    let seed = seed("a_path_that_becomes_narrow_in_mid_stream_is_survived");
    let path = Path { loss: 5_000, ..Path::clean(MS) };
    let mut world = World::new(seed, 2, path, |_, config| config.max_datagram = 8932);
    world.flow(0, 1, Sizes::Mixed(20_000), 40_000);
    world.flow(1, 0, Sizes::Mixed(20_000), 40_000);
    let mut before = 0;
    for mtu in [9000, 4000, 1500, 1240, 9000, 1300, 9000] {
        world.net.all_paths().for_each(|path| path.mtu = mtu);
        world.run(100 * MS, |_| false);
        let links = [Link { local: 0, remote: 1 }, Link { local: 1, remote: 0 }];
        let sum = links.iter().map(|link| world.count(*link)).sum();
        assert!(sum > before || world.is_done(), "seed {seed}: nothing in 100 ms at {mtu}");
        before = sum;
    }
    world.finish(600 * S);
    let black_holes = world.hosts.iter().map(|host| host.endpoint.counters().black_holes);
    assert!(black_holes.sum::<u64>() >= 2);
}

/// A path that was a black hole for large datagrams is probed again a minute later.
#[test]
fn a_path_that_is_wide_again_is_used_in_full() {
    let seed = seed("a_path_that_is_wide_again_is_used_in_full");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, config| config.max_datagram = 8932);
    world.flow(0, 1, Sizes::Fixed(3_000), 0);
    let talk = |world: &mut World, seconds: u64| {
        for _ in 0..10 * seconds {
            world.hosts[0].sends[0].1.total += 20;
            world.pump(0);
            world.run(S / 10, |_| false);
        }
        let id = world.hosts[0].sends[0].0;
        world.hosts[0].endpoint.stats(id).expect("open").datagram_bytes
    };
    assert_eq!(talk(&mut world, 1), 8932);
    world.net.path(0, 1).mtu = 1300;
    let narrow = talk(&mut world, 5);
    assert!((1200..=1300).contains(&narrow), "seed {seed}: {narrow}");
    world.net.path(0, 1).mtu = 9000;
    assert_eq!(talk(&mut world, 10), narrow, "seed {seed}: not tried all the time");
    let wide = talk(&mut world, 60);
    assert!(wide > 8_900, "seed {seed}: {wide}");
    world.finish(S);
}

/// A full socket is not loss, and a burst kept for it is never sent after its ring space was
/// reused.
#[test]
fn what_a_full_socket_refuses_is_sent_later_or_not_at_all() {
    let seed = seed("what_a_full_socket_refuses_is_sent_later_or_not_at_all");
    for (name, path) in paths() {
        println!("{name}");
        let mut world = World::new(seed, 2, path, |_, config| config.max_message = 20_000);
        world.hosts.iter_mut().for_each(|host| host.full = 100_000);
        world.flow(0, 1, Sizes::Mixed(20_000), 3_000);
        world.flow(1, 0, Sizes::Mixed(3_000), 3_000);
        world.finish(600 * S);
        let counters = world.hosts.iter().map(|host| *host.endpoint.counters());
        let (lost, tags) = counters.fold((0, 0), |(lost, tags), counters| {
            (lost + counters.packets_lost, tags + counters.dropped_tag)
        });
        assert!(path.corrupt > 0 || tags == 0, "{tags} datagrams of other bytes");
        println!("{lost} given up");
    }
}

/// An acknowledgement that is late because earlier ones were lost says nothing about the round
/// trip: later losses are retransmitted as soon as before.
#[test]
fn a_late_acknowledgement_makes_nobody_slow() {
    let seed = seed("a_late_acknowledgement_makes_nobody_slow");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, _| ());
    world.flow(0, 1, Sizes::Fixed(100), 10);
    world.flow(1, 0, Sizes::Fixed(100), 10);
    world.finish(S);
    let send = |world: &mut World, host: usize| {
        world.hosts[host].sends[0].1.total += 1;
        world.pump(host);
    };
    world.net.path(1, 0).is_down = true;
    send(&mut world, 0);
    world.run(MS, |_| false);
    world.net.path(0, 1).is_down = true;
    world.net.path(1, 0).is_down = false;
    world.run(20 * S, |_| false);
    send(&mut world, 1);
    world.run(MS, |_| false);
    world.net.path(0, 1).is_down = false;
    world.finish(3 * S);
    let id = world.hosts[0].sends[0].0;
    let rtt_ns = world.hosts[0].endpoint.stats(id).expect("open").rtt_ns;
    assert!(rtt_ns < 100 * MS, "{rtt_ns}");
    world.net.path(0, 1).is_down = true;
    send(&mut world, 0);
    world.run(MS, |_| false);
    world.net.path(0, 1).is_down = false;
    assert!(world.run(1_500 * MS, World::is_done), "still not asked for");
    world.finish(S);
}
