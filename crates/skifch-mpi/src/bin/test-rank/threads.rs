//! Several threads calling MPI at the same time.

use crate::kit::{Random, WORLD, irecv, isend, pattern, rank_of, size_of};
use skifch_mpi::coll::barrier;
use skifch_mpi::p2p::Status;
use skifch_mpi::{Request, comm, p2p};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

const THREADS: usize = 4;

/// Each thread exchanges messages with its counterparts on the neighbours, and uses its own
/// communicator.
pub(crate) fn all(_: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let (next, previous) = ((rank + 1) % size, (rank + size - 1) % size);
    let comms: Vec<_> = (0..THREADS).map(|_| comm::dup(WORLD).expect("a communicator")).collect();
    std::thread::scope(|scope| {
        for (thread, &own) in comms.iter().enumerate() {
            scope.spawn(move || {
                for round in 0..200 {
                    let len = [0, 8, 3000, 40_000][(round + thread) % 4];
                    let data = pattern(len, (next * 10 + thread) as u64);
                    let mut bytes = vec![0; len];
                    let mut requests = [
                        irecv(&mut bytes, previous as i32, thread as i32, WORLD),
                        isend(&data, next, thread as i32, WORLD),
                    ];
                    p2p::waitall(&mut requests, None).expect("an exchange");
                    assert!(bytes == pattern(len, (rank * 10 + thread) as u64));
                    if round % 10 == 0 {
                        barrier(own).expect("a barrier");
                        let copied = comm::dup(own).expect("a communicator");
                        barrier(copied).expect("a barrier");
                        comm::free(copied).expect("ours");
                    }
                }
            });
        }
    });
    // A waiting thread is woken by a message sent by another thread of its process.
    std::thread::scope(|scope| {
        let me = rank as i32;
        scope.spawn(move || {
            let mut bytes = [0; 5];
            p2p::wait(&mut irecv(&mut bytes, me, 99, WORLD)).expect("a message");
            assert_eq!(bytes, [6; 5]);
        });
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            p2p::wait(&mut isend(&[6; 5], rank, 99, WORLD)).expect("sent");
        });
    });
    barrier(WORLD).expect("a barrier");
}

/// Whether a thread still sleeps although what it waits for is there: one that was told is ready to
/// run, whether it has a CPU or not.
fn sleeps_on(stat: &str, is_awake: impl Fn() -> bool) -> bool {
    const LOOKS: u32 = 20;
    let mut looks = 0;
    while !is_awake() {
        let words = std::fs::read_to_string(stat).expect("a file of the system");
        let state = words.rsplit(") ").next().expect("a state follows the name");
        looks = if state.starts_with('S') { looks + 1 } else { 0 };
        if looks == LOOKS {
            return true;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    false
}

/// A thread learns at once that another one has completed its request, whenever that happens: also
/// between its last look and its sleep.
pub(crate) fn told(_: &mut Random) {
    const ROUNDS: u32 = 4000;
    // A thread that waits where ranks share CPUs falls asleep within a few microseconds.
    const PAUSES: u32 = 200;
    if rank_of(WORLD) > 0 {
        return;
    }
    let own = std::fs::read_link("/proc/thread-self").expect("a link of the system");
    let stat = format!("/proc/{}/stat", own.display());
    // The round, and in the lower half the handle of its request.
    let (begun, ended) = (AtomicU64::new(0), AtomicU32::new(0));
    let complete = |round| {
        let (mut handle, mut looks) = (0, 0_u32);
        while handle >> 32 != u64::from(round) {
            handle = begun.load(Relaxed);
            looks += 1;
            // With a CPU of its own, this thread begins its pause when the wait begins.
            if looks % 10_000 == 0 {
                std::thread::yield_now();
            }
        }
        let (begin, pause) = (Instant::now(), Duration::from_nanos(50) * (round * 7 % PAUSES));
        while begin.elapsed() < pause {
            std::hint::spin_loop();
        }
        p2p::grequest_complete(Request(handle as u32)).expect("not complete yet");
        let is_awake = || ended.load(Relaxed) == round;
        let is_soon = (0..10_000).any(|_| is_awake());
        assert!(is_soon || !sleeps_on(&stat, is_awake), "not told in round {round}");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| (1..=ROUNDS).for_each(complete));
        for round in 1..=ROUNDS {
            let started = p2p::grequest_start(|| Ok(Status::EMPTY), || Ok(()), |_| Ok(()));
            let mut request = started.expect("a request");
            begun.store(u64::from(round) << 32 | u64::from(request.0), Relaxed);
            p2p::wait(&mut request).expect("completed");
            ended.store(round, Relaxed);
        }
    });
}

/// A message that found no room goes soon after there is some, also while another thread waits on
/// the channel for something else.
pub(crate) fn queued(_: &mut Random) {
    const PAUSES: usize = 100;
    // More than a lane holds.
    const MESSAGES: usize = 400;
    const PAUSE: Duration = Duration::from_millis(5);
    const LONG: Duration = Duration::from_millis(20);
    // So many waits may be long because the system is busy.
    const LONG_ONES_MAX: usize = 10;
    let payload = [7; 2000];
    match rank_of(WORLD) {
        0 => std::thread::scope(|scope| {
            scope.spawn(|| p2p::wait(&mut irecv(&mut [0; 1], 1, 2, WORLD)).expect("received"));
            for _ in 0..PAUSES * MESSAGES {
                p2p::wait(&mut isend(&payload, 1, 1, WORLD)).expect("sent");
            }
        }),
        1 => {
            let (mut bytes, mut long_ones) = ([0; 2000], 0);
            for number in 0..PAUSES * MESSAGES {
                if number % MESSAGES == 0 {
                    std::thread::sleep(PAUSE);
                }
                let begin = Instant::now();
                p2p::wait(&mut irecv(&mut bytes, 0, 1, WORLD)).expect("received");
                long_ones += usize::from(begin.elapsed() > LONG);
            }
            p2p::wait(&mut isend(&[1], 0, 2, WORLD)).expect("sent");
            assert!(long_ones <= LONG_ONES_MAX, "{long_ones} messages came late");
        }
        _ => {}
    }
}
