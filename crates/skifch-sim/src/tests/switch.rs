//! A single router against the theory of switches.

use super::support::{deliveries, packet, plain};
use crate::engine::Network;
use crate::random::Random;
use crate::route::Route;
use crate::topology::Direction;

/// O6: FIFO inputs that are always full, random outputs. Packets come from neighbours and go to
/// neighbours; the utilization of the outputs is that of Karol, Hluchyj and Morgan (1987) and of
/// the research note.
#[test]
fn a_full_input_queue_blocks_itself() {
    for (ways, torus, expect) in [
        (2, "5x5", 0.75),
        (3, "5x5", 0.6825),
        (4, "5x5", 0.6553),
        (5, "3x3x3", 0.6399),
        (8, "3x3x3x3", 0.6184),
    ] {
        let model = plain(torus, "");
        let mut network = Network::new(&model);
        let mut random = Random::new(11);
        let sides: Vec<_> = model.torus.directions().take(ways).collect();
        let side = |to: Direction| model.torus.neighbour(0, to);
        let packets = 12_000;
        for tag in 0..packets {
            for &from in &sides {
                // Towards node 0, and then on to one of the sides, possibly straight back.
                let to = sides[random.below(ways as u32) as usize];
                let route = Route::new().then(from.opposite(), 1).unwrap().then(to, 1).unwrap();
                network.inject_along(0, &packet(side(from), side(to), 256, tag), route).unwrap();
            }
        }
        let came = deliveries(&mut network, 1 << 40);
        // While all inputs are full; the fraction of the outputs' capacity that is used.
        let (start, end) = (256 * 1000, 256 * 13_000);
        let count = came.iter().filter(|packet| (start..end).contains(&packet.at)).count();
        let share = count as f64 / 12_000.0 / ways as f64;
        assert!((share - expect).abs() < 0.012, "{ways} inputs: {share}, not {expect}");
    }
}

/// O7: four inputs with random packets, one output: the mean wait in an output queue.
#[test]
fn one_output_is_a_queue_at_the_output() {
    for (load, expect) in [(0.5, 0.375), (0.8, 1.5)] {
        let model = plain("5x5", "");
        let mut network = Network::new(&model);
        let mut random = Random::new(3);
        let sides: Vec<_> =
            model.torus.directions().map(|to| model.torus.neighbour(0, to)).collect();
        let happens = (load / 4.0 * f64::from(1u32 << 31) * 2.0) as u64;
        let slots = 150_000;
        for slot in 0..slots {
            for &side in &sides {
                if random.happens(happens) {
                    network.inject(slot * 256, &packet(side, 0, 256, slot)).unwrap();
                }
            }
        }
        let came = deliveries(&mut network, 1 << 40);
        let alone = model.zero_load(256, 1);
        let waited: u64 = came.iter().map(|packet| packet.at - packet.born - alone).sum();
        let mean = waited as f64 / came.len() as f64 / 256.0;
        assert!((mean / expect - 1.0).abs() < 0.05, "load {load}: {mean} slots, not {expect}");
    }
}
