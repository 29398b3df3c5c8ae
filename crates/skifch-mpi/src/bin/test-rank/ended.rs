//! A process that ends without finalizing, in a job whose launcher lets the others continue.

use super::kit::{Random, WORLD, even, irecv, longs, rank_of, recv, sending, size_of};
use skifch_mpi::coll;
use skifch_mpi::error::{Class, Result};
use skifch_mpi::p2p::{self, ANY_SOURCE, Mode};
use std::io::Write;
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// The number of ways to wait for a rank.
const WAYS: u64 = 8;

/// Rank 1 ends before or while the others wait for it; each of them gets an error.
pub(crate) fn all(random: &mut Random) {
    let (way, is_before) = (random.below(WAYS), random.below(2) == 0);
    coll::barrier(WORLD).expect("all are there");
    let me = rank_of(WORLD);
    if (me == 1) != is_before {
        sleep(Duration::from_millis(300));
    }
    if me == 1 {
        exit(3);
    }
    let error = wait(way).expect_err("a process has ended");
    assert_eq!(error.class(), Class::ProcAborted, "{error}");
    println!("rank {me} was told: {error}");
    std::io::stdout().flush().expect("somebody reads");
    exit(0);
}

fn wait(way: u64) -> Result<()> {
    let (mut bytes, size, mode) = ([0; 8], size_of(WORLD), Mode::Synchronous);
    match way {
        0 => recv(&mut bytes, 1, 5).map(drop),
        1 => p2p::probe(1, 5, WORLD).map(drop),
        2 => loop {
            p2p::iprobe(1, 5, WORLD)?;
        },
        3 => {
            let mut request = irecv(&mut bytes, 1, 5, WORLD);
            while p2p::test(&mut request)?.is_none() {}
            Ok(())
        }
        // SAFETY: the bytes are readable.
        4 => unsafe { p2p::send_mode(mode, sending(&bytes, 1, 5)) },
        5 => recv(&mut bytes, ANY_SOURCE, 5).map(drop),
        6 => coll::barrier(WORLD),
        _ => {
            let (own, mut all) = ([7], vec![0; size]);
            // SAFETY: the buffers have these numbers.
            unsafe { coll::allgather(longs(&own[..]), even(&mut all[..], 1), WORLD) }
        }
    }
}
