//! How much of a link is used, and how it is shared.

use super::net::{Bottleneck, Path};
use super::random::{is_long, seed};
use super::world::{MS, S, Sizes, World};
use crate::{Algorithm, Link};

const GIGABIT: u64 = 125_000_000;

fn roomy(world_seed: u64, hosts: usize, path: Path, algorithm: Algorithm) -> World {
    World::new(world_seed, hosts, path, |_, config| {
        config.algorithm = algorithm;
        config.send_bytes = 1 << 20;
        config.recv_bytes = 1 << 20;
    })
}

/// Bytes per second that reach host 1 after a start of 50 ms.
fn goodput(seed: u64, path: Path, algorithm: Algorithm) -> f64 {
    let mut world = roomy(seed, 2, Path { bottleneck: Some(0), ..path }, algorithm);
    world.net.bottlenecks = vec![Bottleneck::new(GIGABIT, 256 << 10)];
    world.net.path(1, 0).bottleneck = None;
    world.flow(0, 1, Sizes::Fixed(8192), u64::MAX);
    world.run(50 * MS, |_| false);
    let link = Link { local: 0, remote: 1 };
    let before = world.count(link);
    let time_ns = if is_long() { 5 * S } else { S };
    world.run(time_ns, |_| false);
    (world.count(link) - before) as f64 * 8192.0 / (time_ns as f64 / 1e9)
}

/// 1 % loss, 1 % reordering and 0.1 % duplicates at 1 ms round trip.
#[test]
fn a_lossy_path_keeps_most_of_its_goodput() {
    let seed = seed("a_lossy_path_keeps_most_of_its_goodput");
    let clean = Path::clean(MS);
    let lossy = Path { loss: 10_000, reorder: 10_000, duplicate: 1_000, ..clean };
    for algorithm in [Algorithm::None, Algorithm::NewReno, Algorithm::Cubic] {
        // Without a window there is nothing that fits the sender to the link but the rings.
        let (without, with) = (goodput(seed, clean, algorithm), goodput(seed, lossy, algorithm));
        println!("{algorithm:?}: {:.1} and {:.1} MB/s", without / 1e6, with / 1e6);
        assert!(with >= 0.7 * without, "{algorithm:?}, seed {seed}: {with} against {without}");
        if algorithm != Algorithm::None {
            assert!(without >= 0.85 * GIGABIT as f64, "{algorithm:?}, seed {seed}: {without}");
        }
    }
}

/// Shares of `count` flows from as many hosts through one link, largest first, and how much of the
/// link was used.
fn shares(seed: u64, count: usize, algorithm: Algorithm, queue: u64) -> (Vec<f64>, f64) {
    let mut world = roomy(seed, count + 1, Path::clean(MS), algorithm);
    world.net.bottlenecks = vec![Bottleneck::new(GIGABIT, queue)];
    for host in 1..=count {
        world.net.path(host, 0).bottleneck = Some(0);
    }
    for host in 1..=count {
        world.flow(host, 0, Sizes::Fixed(8192), u64::MAX);
        world.run(3 * MS, |_| false);
    }
    world.run(S / 4, |_| false);
    let counts = |world: &World| -> Vec<u64> {
        (1..=count).map(|host| world.count(Link { local: host as u32, remote: 0 })).collect()
    };
    let (before, carried) = (counts(&world), world.net.bottlenecks[0].carried);
    let time_ns = if is_long() { 20 * S } else { S };
    world.run(time_ns, |_| false);
    let after = counts(&world);
    let got: Vec<_> = after.iter().zip(&before).map(|(a, b)| (a - b) as f64).collect();
    let sum: f64 = got.iter().sum();
    let mut shares: Vec<_> = got.iter().map(|got| got / sum).collect();
    shares.sort_by(|a, b| b.total_cmp(a));
    let used = (world.net.bottlenecks[0].carried - carried) as f64 / time_ns as f64 * 1e9;
    let goodput = sum * 8192.0 / (time_ns as f64 / 1e9);
    println!(
        "{algorithm:?}: link {:.3}, goodput {:.3}, dropped {}, shares {shares:.3?}",
        used / GIGABIT as f64,
        goodput / GIGABIT as f64,
        world.net.bottlenecks[0].dropped
    );
    (shares, used / GIGABIT as f64)
}

#[test]
fn two_flows_share_a_link_evenly_and_fill_it() {
    let seed = seed("two_flows_share_a_link_evenly_and_fill_it");
    for algorithm in [Algorithm::NewReno, Algorithm::Cubic] {
        for queue in [64 << 10, 256 << 10] {
            let (shares, used) = shares(seed, 2, algorithm, queue);
            assert!(shares[0] <= 0.6, "{algorithm:?}, seed {seed}: {shares:?}");
            assert!(used > 0.9, "{algorithm:?}, seed {seed}: {used}");
        }
    }
}

#[test]
fn sixteen_flows_do_not_collapse() {
    let seed = seed("sixteen_flows_do_not_collapse");
    for algorithm in [Algorithm::NewReno, Algorithm::Cubic] {
        let (shares, used) = shares(seed, 16, algorithm, 256 << 10);
        assert!(used > 0.9, "{algorithm:?}, seed {seed}: {used}");
        assert!(shares[0] < 0.2 && shares[15] > 0.01, "{algorithm:?}, seed {seed}: {shares:?}");
    }
}

/// How long a few messages of each of `peers` take to host 0 through a link that all share, while
/// the first of them sends as much as it can or is quiet.
fn crowd(seed: u64, peers: usize, is_flooded: bool) -> u64 {
    let mut world = World::new(seed, peers + 1, Path::clean(MS), |_, config| {
        (config.max_message, config.send_bytes, config.recv_bytes) = (8192, 64 << 10, 64 << 10);
    });
    world.net.bottlenecks = vec![Bottleneck::new(GIGABIT, 256 << 10)];
    for host in 1..=peers {
        world.net.path(host, 0).bottleneck = Some(0);
    }
    world.flow(1, 0, Sizes::Fixed(8192), if is_flooded { u64::MAX } else { 1 });
    world.run(100 * MS, |_| false);
    let begin = world.now_ns;
    for host in 2..=peers {
        world.flow(host, 0, Sizes::Fixed(1000), 20);
    }
    let link = |host| Link { local: host as u32, remote: 0 };
    let all = move |world: &World| (2..=peers).all(|host| world.count(link(host)) == 20);
    assert!(world.run(60 * S, all), "seed {seed}");
    world.now_ns - begin
}

#[test]
fn a_thousand_peers_are_served_beside_one_that_sends_all_it_can() {
    let seed = seed("a_thousand_peers_are_served_beside_one_that_sends_all_it_can");
    let peers = if is_long() { 1000 } else { 100 };
    let (quiet_ns, flooded_ns) = (crowd(seed, peers, false), crowd(seed, peers, true));
    println!("{peers} peers: {} ms alone, {} ms beside", quiet_ns / MS, flooded_ns / MS);
    // Twice the time would be half of the link for the one; what is lost on the way comes on top.
    assert!(flooded_ns < 3 * quiet_ns + 50 * MS, "seed {seed}: {quiet_ns} and {flooded_ns} ns");
}
