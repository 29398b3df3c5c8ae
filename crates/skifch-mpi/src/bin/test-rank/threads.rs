//! Several threads calling MPI at the same time.

use crate::kit::{Random, WORLD, irecv, isend, pattern, rank_of, size_of};
use skifch_mpi::coll::barrier;
use skifch_mpi::{comm, p2p};

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
            std::thread::sleep(std::time::Duration::from_millis(20));
            p2p::wait(&mut isend(&[6; 5], rank, 99, WORLD)).expect("sent");
        });
    });
    barrier(WORLD).expect("a barrier");
}
