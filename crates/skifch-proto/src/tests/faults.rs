//! Whatever the network does: every message once, in order, intact.

use super::net::Path;
use super::random::{is_long, seed};
use super::world::{MS, S, Sizes, US, World};
use crate::Algorithm;

/// Every fault alone, and all of them together.
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

#[test]
fn every_message_comes_once_in_order_and_intact() {
    let seed = seed("every_message_comes_once_in_order_and_intact");
    let (rounds, messages) = if is_long() { (200, 20_000) } else { (2, 3_000) };
    for round in 0..rounds {
        for (name, path) in paths() {
            let algorithms = [Algorithm::None, Algorithm::NewReno, Algorithm::Cubic];
            let algorithm = algorithms[(round % 3) as usize];
            println!("{name}, {algorithm:?}, round {round}");
            let mut world = World::new(seed + round, 2, path, |_, config| {
                config.algorithm = algorithm;
                config.max_message = 20_000;
                config.send_bytes = 64 << 10;
                config.recv_bytes = 64 << 10;
            });
            world.hosts[1].lands = true;
            world.flow(0, 1, Sizes::Mixed(20_000), messages);
            world.flow(1, 0, Sizes::Mixed(3_000), messages);
            world.finish(600 * S);
        }
    }
}
