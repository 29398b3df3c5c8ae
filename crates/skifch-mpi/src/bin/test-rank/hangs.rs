//! Jobs that wait forever, and some that only wait long.

use super::kit::{self, Random, irecv};
use skifch_mpi::comm::{rank, size};
use skifch_mpi::{Comm, coll, p2p};
use std::path::Path;
use std::time::{Duration, Instant};

const WORLD: Comm = Comm::WORLD;

fn place() -> (i32, i32) {
    (rank(WORLD).expect("in MPI") as i32, size(WORLD).expect("in MPI") as i32)
}

fn receive(from: i32, tag: i32) {
    kit::recv(&mut [0; 8], from, tag).expect("a message");
}

fn send(to: i32, tag: i32, bytes: &[u8]) {
    kit::send(bytes, to as usize, tag).expect("sent");
}

/// Computes until the test has created the file it named: the time until the others' report appears
/// depends on what else runs on this machine.
fn compute() {
    let file = std::env::var_os("SKIFCH_TEST_UNTIL").expect("a test names a file");
    while !Path::new(&file).exists() {
        let end = Instant::now() + Duration::from_millis(5);
        while Instant::now() < end {
            std::hint::spin_loop();
        }
    }
}

/// Ranks 0 and 1 receive from each other without anybody sending; the others finish.
pub(crate) fn receives(_: &mut Random) {
    let (me, _) = place();
    if me < 2 {
        send(1 - me, 9, &[0; 8]);
        receive(1 - me, 5);
    }
}

/// Each rank sends more to the next than the network holds, and would receive only then.
pub(crate) fn sends(_: &mut Random) {
    let (me, ranks) = place();
    send((me + 1) % ranks, 7, &vec![0; 64 << 20]);
    receive((me + ranks - 1) % ranks, 7);
}

/// All ranks wait for the last, which computes.
pub(crate) fn computes(_: &mut Random) {
    let (me, ranks) = place();
    if me == ranks - 1 {
        compute();
    }
    coll::barrier(WORLD).expect("all came");
}

/// A chain without a deadlock: each rank waits for the next, and the last one sends late.
pub(crate) fn late(_: &mut Random) {
    let (me, ranks) = place();
    if me == ranks - 1 {
        compute();
    } else {
        receive(me + 1, 3);
    }
    if me > 0 {
        send(me - 1, 3, &[1; 8]);
    }
}

/// Each rank tests forever for a message of the other, and probes with a wildcard.
pub(crate) fn asks(_: &mut Random) {
    let mut bytes = [0; 8];
    let (me, _) = place();
    let mut request = irecv(&mut bytes, 1 - me, 5, WORLD);
    while p2p::test(&mut request).expect("a test").is_none() {
        let any = p2p::iprobe(p2p::ANY_SOURCE, 6, WORLD).expect("a probe");
        assert!(any.is_none(), "nobody sends");
    }
}

/// Rank 0 tests for a while, and then waits; rank 1 waits.
pub(crate) fn asks_first(_: &mut Random) {
    let mut bytes = [0; 8];
    let (me, _) = place();
    let mut request = irecv(&mut bytes, 1 - me, 5, WORLD);
    let begin = Instant::now();
    while me == 0 && begin.elapsed() < Duration::from_millis(500) {
        assert!(p2p::test(&mut request).expect("a test").is_none(), "nobody sends");
    }
    p2p::wait(&mut request).expect("it never comes");
}
