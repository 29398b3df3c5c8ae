//! Link utilisation, and fairness between flows.

use super::net::{Bottleneck, Path};
use super::world::{MS, S, Sizes, World};
use crate::{Algorithm, Link};
use skifch_chance::{Random, is_long, seed};

const GIGABIT: u64 = 125_000_000;

fn roomy(world_seed: u64, hosts: usize, path: Path, algorithm: Algorithm) -> World {
    World::new(world_seed, hosts, path, |_, config| {
        config.algorithm = algorithm;
        config.send_bytes = 1 << 20;
        config.recv_bytes = 1 << 20;
    })
}

/// A gigabit link from host 0 to host 1.
struct Lossy {
    path: Path,
    algorithm: Algorithm,
    /// The processes are descheduled for short times.
    is_busy: bool,
}

impl Lossy {
    /// Goodput to host 1 in bytes per second, after a warm-up of 50 ms.
    fn goodput(&self, seed: u64) -> f64 {
        let mut world = roomy(seed, 2, Path { bottleneck: Some(0), ..self.path }, self.algorithm);
        world.net.bottlenecks = vec![Bottleneck::new(GIGABIT, 256 << 10)];
        world.net.path(1, 0).bottleneck = None;
        world.flow(0, 1, Sizes::Fixed(8192), u64::MAX);
        let mut random = Random::new(seed);
        self.pass(&mut world, 50 * MS, &mut random);
        let link = Link { local: 0, remote: 1 };
        let before = world.count(link);
        let time_ns = if is_long() { 5 * S } else { S / 2 };
        self.pass(&mut world, time_ns, &mut random);
        (world.count(link) - before) as f64 * 8192.0 / (time_ns as f64 / 1e9)
    }

    fn pass(&self, world: &mut World, time_ns: u64, random: &mut Random) {
        let end_ns = world.now_ns + time_ns;
        while world.now_ns < end_ns {
            let some_ns = if self.is_busy { 2 * MS + random.below(20 * MS) } else { time_ns };
            world.run(some_ns.min(end_ns - world.now_ns), |_| false);
            if self.is_busy {
                world.nap(random.below(2) as usize, random.below(2 * MS), 4 << 20);
            }
        }
    }
}

/// 1 % loss, 1 % reordering and 0.1 % duplicates at 1 ms round trip, for both kinds of reordering;
/// on busy hosts too, except with NewReno, which halves its window at each mistake.
#[test]
fn a_lossy_path_keeps_most_of_its_goodput() {
    let first = seed("a_lossy_path_keeps_most_of_its_goodput");
    let clean = Path::clean(MS);
    let lossy = Path { loss: 10_000, duplicate: 1_000, ..clean };
    let ways = [
        ("late", Path { reorder: 10_000, ..lossy }),
        ("overtaking", Path { overtake: 10_000, ..lossy }),
    ];
    for algorithm in [Algorithm::None, Algorithm::NewReno, Algorithm::Cubic] {
        for &is_busy in if algorithm == Algorithm::NewReno { &[false][..] } else { &[false, true] }
        {
            for seed in first..first + if is_long() { 3 } else { 1 } {
                let without = Lossy { path: clean, algorithm, is_busy }.goodput(seed);
                for (way, path) in ways {
                    let with = Lossy { path, algorithm, is_busy }.goodput(seed);
                    let what = format!("{algorithm:?}, {way}, busy {is_busy}, seed {seed}");
                    println!("{what}: {:.1} of {:.1} MB/s", with / 1e6, without / 1e6);
                    assert!(with >= 0.7 * without, "{what}: {with} against {without}");
                }
                // Without a congestion window only the rings limit the sender.
                if algorithm != Algorithm::None && !is_busy {
                    let least = 0.85 * GIGABIT as f64;
                    assert!(without >= least, "{algorithm:?}, seed {seed}: {without}");
                }
            }
        }
    }
}

/// Shares of `count` flows from as many hosts through one link, largest first, and the utilisation
/// of the link.
fn shares(seed: u64, count: usize, algorithm: Algorithm, queue: u64) -> (Vec<f64>, f64) {
    let mut world = roomy(seed, count + 1, Path::clean(MS), algorithm);
    world.net.bottlenecks = vec![Bottleneck::new(GIGABIT, queue)];
    for host in 1..=count {
        world.net.path(host, 0).bottleneck = Some(0);
    }
    let mut random = Random::new(seed);
    for host in 1..=count {
        world.flow(host, 0, Sizes::Fixed(8192), u64::MAX);
        world.run(random.below(6 * MS), |_| false);
    }
    world.run(S / 4, |_| false);
    let counts = |world: &World| -> Vec<u64> {
        (1..=count).map(|host| world.count(Link { local: host as u32, remote: 0 })).collect()
    };
    let (before, carried) = (counts(&world), world.net.bottlenecks[0].carried);
    // A flow that starts late takes a while to reach its share.
    let time_ns = if is_long() { 20 * S } else { 2 * S };
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

/// How long a few messages from each of `peers` to host 0 take through a shared link, while the
/// first peer either floods it or is quiet.
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
    // Twice the time would mean half of the link for the flooding peer; losses come on top.
    assert!(flooded_ns < 3 * quiet_ns + 50 * MS, "seed {seed}: {quiet_ns} and {flooded_ns} ns");
}
