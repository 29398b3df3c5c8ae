//! Two ranks on one CPU, while the job believes that each has one of its own: the system puts new
//! processes together at first, and other programs take CPUs away.

use crate::kit::{Random, WORLD, rank_of, recv, send};
use skifch_mpi::coll;
use std::process::{self, Command};
use std::time::{Duration, Instant};

/// A round trip may take this long: two turns of polling and two changes of process, 12 us over
/// shared memory and 22 over UDP. Ranks that poll until they sleep take 80 and 500.
const MOST: Duration = Duration::from_micros(40);
/// Another program on the CPU delays everything, for as long as it runs.
const PATIENCE: Duration = Duration::from_secs(20);
const TIMES: u32 = 10;

pub(crate) fn all(_: &mut Random) {
    let cpu = std::env::var("SKIFCH_TEST_CPU").expect("the test names a CPU");
    let own = process::id().to_string();
    let moved = Command::new("taskset").args(["-acp", &cpu, &own]).output().expect("taskset runs");
    assert!(moved.status.success(), "{}", String::from_utf8_lossy(&moved.stderr));
    for (what, once) in [("round trip", round_trip as fn()), ("barrier", barrier)] {
        let end = Instant::now() + PATIENCE;
        let is_known = || alike(time_of(once) <= MOST || Instant::now() > end);
        while !is_known() {}
        assert!(Instant::now() <= end, "no {what} in less than {MOST:?}");
    }
}

/// What rank 0 has found, on both.
fn alike(found: bool) -> bool {
    let mut bytes = [u8::from(found)];
    match rank_of(WORLD) {
        0 => send(&bytes, 1, 6).expect("a send"),
        _ => drop(recv(&mut bytes, 0, 6).expect("a receive")),
    }
    bytes != [0]
}

/// How long this takes, the mean of several times.
fn time_of(once: fn()) -> Duration {
    barrier();
    let begin = Instant::now();
    (0..TIMES).for_each(|_| once());
    begin.elapsed() / TIMES
}

fn barrier() {
    coll::barrier(WORLD).expect("a barrier");
}

fn round_trip() {
    let (rank, mut bytes) = (rank_of(WORLD), [0; 8]);
    if rank == 0 {
        send(&bytes, 1, 5).expect("a send");
    }
    recv(&mut bytes, 1 - rank as i32, 5).expect("a receive");
    if rank == 1 {
        send(&bytes, 0, 5).expect("a send");
    }
}
