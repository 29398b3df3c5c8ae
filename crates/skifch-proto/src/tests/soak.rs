//! Two endpoints for a long time under randomly changing conditions.

use super::net::Path;
use super::world::{MS, S, Sizes, US, World};
use crate::{Algorithm, Link};
use skifch_chance::{Random, is_long, seed};

const LINKS: [Link; 2] = [Link { local: 0, remote: 1 }, Link { local: 1, remote: 0 }];

/// True with a probability of 1/`n`.
fn one_in(random: &mut Random, n: u64) -> bool {
    random.below(n) == 0
}

/// A random path, bad most of the time.
fn weather(random: &mut Random) -> Path {
    let up_to =
        |random: &mut Random, n, most| if one_in(random, n) { random.below(most) } else { 0 };
    Path {
        jitter_ns: up_to(random, 3, 2 * MS),
        loss: up_to(random, 2, 200_000),
        duplicate: up_to(random, 4, 100_000),
        reorder: up_to(random, 4, 100_000),
        late_ns: random.below(5 * MS),
        corrupt: up_to(random, 6, 20_000),
        mtu: if one_in(random, 4) { 1240 + random.below(2000) as usize } else { usize::MAX },
        is_down: one_in(random, 30),
        ..Path::clean(20 * US + random.below(4 * MS))
    }
}

/// Random changes to the world.
fn happen(world: &mut World, random: &mut Random) {
    for (from, to) in [(0, 1), (1, 0)] {
        if one_in(random, 3) {
            *world.net.path(from, to) = weather(random);
        }
    }
    for host in 0..2 {
        world.hosts[host].is_reading = !one_in(random, 12);
        if one_in(random, 8) {
            world.nap(host, random.below(30 * MS), 32 << 10 << random.below(4));
        }
        world.hosts[host].sends[0].1.total += random.below(3_000);
        world.pump(host);
    }
}

fn packets(world: &World) -> u64 {
    world.hosts.iter().map(|host| host.endpoint.counters().datagrams_sent).sum()
}

/// Millions of datagrams in the long version; reproducible from the seed.
#[test]
fn two_ends_keep_their_word_through_many_packets() {
    let seed = seed("two_ends_keep_their_word_through_many_packets");
    let most = if is_long() { 6_000_000 } else { 100_000 };
    let (mut done, mut round) = (0, 0);
    while done < most {
        let algorithm = [Algorithm::Cubic, Algorithm::None, Algorithm::NewReno][round as usize % 3];
        let mut world = World::new(seed + round, 2, Path::clean(MS), |host, config| {
            config.algorithm = algorithm;
            config.max_message = 20_000;
            config.max_datagram = if host == 0 { 1472 } else { 8932 };
        });
        world.hosts[0].lands = true;
        let mut random = Random::new(!(seed + round));
        world.flow(0, 1, Sizes::Mixed(20_000), 100);
        world.flow(1, 0, Sizes::Mixed(20_000), 100);
        while packets(&world) < most / 10 {
            happen(&mut world, &mut random);
            world.run(random.below(50 * MS), |_| false);
        }
        for host in 0..2 {
            world.hosts[host].is_reading = true;
        }
        world.net.all_paths().for_each(|path| *path = Path::clean(MS));
        world.run(50 * MS, |_| false);
        (0..2).for_each(|host| world.pump(host));
        world.finish(60 * S);
        done += packets(&world);
        round += 1;
        let messages: u64 = LINKS.iter().map(|link| world.count(*link)).sum();
        let again: u64 =
            world.hosts.iter().map(|host| host.endpoint.counters().bytes_retransmitted).sum();
        let time_s = world.now_ns as f64 / 1e9;
        println!(
            "{done} of {most} packets; this part: {messages} messages in {time_s:.1} s, \
             {again} bytes sent again, {} dropped by sockets",
            world.overrun
        );
    }
}

/// All datagrams sent with their times, the end time, and the number of wake-ups.
fn trace(seed: u64) -> (Vec<super::net::Flying>, u64, [u64; 2]) {
    let path = Path { loss: 50_000, reorder: 50_000, jitter_ns: MS, ..Path::clean(MS) };
    let mut world = World::new(seed, 2, path, |_, config| config.max_message = 20_000);
    world.net.record = Some(Vec::new());
    world.flow(0, 1, Sizes::Mixed(20_000), 1_000);
    world.flow(1, 0, Sizes::Mixed(20_000), 1_000);
    world.finish(60 * S);
    let wakes = [0, 1].map(|host| world.hosts[host].wakes);
    (world.net.record.take().expect("recorded"), world.now_ns, wakes)
}

/// A run depends only on its seed: not on the clock, the load, or the order of a hash table. So
/// failures and slow runs are reproducible.
#[test]
fn one_seed_repeats_one_run() {
    let seed = seed("one_seed_repeats_one_run");
    let others = std::thread::spawn(move || trace(seed));
    assert!(trace(seed) == others.join().expect("the same"), "seed {seed}");
    assert!(trace(seed) != trace(seed + 1), "seed {seed}");
}
