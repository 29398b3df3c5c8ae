//! A bare ring of 64-byte cells between two threads, inlined: the bound for a channel without
//! calls, back-pressure results or checks of what arrives.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{hint, io, thread};

use crossbeam_utils::CachePadded;

use super::on_two_cores;
use crate::row::{Kernel, Row};
use crate::search::Search;

/// Bytes of a cell left for payload beside its turn number.
pub const PAYLOAD_BYTES: usize = 56;

/// One cell: the payload, and the turn in which it was filled.
#[repr(align(64))]
struct Cell {
    turn: AtomicU64,
    payload: UnsafeCell<[u64; PAYLOAD_BYTES / 8]>,
}

struct Ring {
    cells: Vec<Cell>,
    /// Cells consumed so far, published every eighth of the ring.
    read: CachePadded<AtomicU64>,
    shared_core: bool,
}

// SAFETY: the payload of a cell is written only before its turn is published and only after `read`
// has passed its last use, and read only between those two.
unsafe impl Sync for Ring {}

/// Message rate of a ring of `cells` cells with payloads of `bytes` (at most 56, a multiple of 8).
///
/// # Errors
/// When the threads cannot be pinned.
pub fn rate(cores: &[usize], cells: usize, bytes: usize, duration: Duration) -> io::Result<Row> {
    let mut search = Search::new(1 << 16, duration.as_secs_f64());
    loop {
        let count = search.count();
        let seconds = run(cores, cells, bytes / 8, count)?;
        if search.is_found(seconds) {
            let (kernel, bytes) = (Kernel::Msgrate, bytes as u64);
            return Ok(Row { kernel, bytes, ranks: 2, count, seconds, percentiles_ns: None });
        }
    }
}

fn run(cores: &[usize], cells: usize, words: usize, count: u64) -> io::Result<f64> {
    let cell = || Cell { turn: AtomicU64::new(0), payload: UnsafeCell::new([0; 7]) };
    let ring = Ring {
        cells: (0..cells.next_power_of_two()).map(|_| cell()).collect(),
        read: CachePadded::new(AtomicU64::new(0)),
        shared_core: cores.first() == cores.get(1),
    };
    match words.min(7) {
        0 | 1 => on_two_cores(cores, || ring.fill::<1>(count), || ring.drain::<1>(count)),
        2 => on_two_cores(cores, || ring.fill::<2>(count), || ring.drain::<2>(count)),
        3 | 4 => on_two_cores(cores, || ring.fill::<4>(count), || ring.drain::<4>(count)),
        _ => on_two_cores(cores, || ring.fill::<7>(count), || ring.drain::<7>(count)),
    }
}

impl Ring {
    fn fill<const WORDS: usize>(&self, count: u64) {
        let (mask, mut room) = (self.cells.len() as u64 - 1, self.cells.len() as u64);
        for turn in 0..count {
            while turn >= room {
                // SYNC cell-read: pairs with the release in `drain`.
                room = self.read.load(Ordering::Acquire) + mask + 1;
                self.pause(turn >= room);
            }
            let cell = &self.cells[(turn & mask) as usize];
            // SAFETY: `read` has passed this cell's last use, so nobody looks at it.
            let payload = unsafe { &mut *cell.payload.get() };
            payload[..WORDS].fill(turn);
            // SYNC cell-filled: pairs with the acquire in `drain`.
            cell.turn.store(turn + 1, Ordering::Release);
        }
    }

    fn drain<const WORDS: usize>(&self, count: u64) -> f64 {
        let (mask, part) = (self.cells.len() as u64 - 1, (self.cells.len() as u64 / 8).max(1));
        let (start, mut wrong) = (Instant::now(), 0);
        for turn in 0..count {
            let cell = &self.cells[(turn & mask) as usize];
            // SYNC cell-filled: pairs with the release in `fill`.
            while cell.turn.load(Ordering::Acquire) <= turn {
                self.pause(true);
            }
            // SAFETY: the turn is published, and the producer waits for `read` before the next.
            let payload = unsafe { &*cell.payload.get() };
            wrong += u64::from(payload[WORDS - 1] != turn);
            if (turn + 1) % part == 0 {
                // SYNC cell-read: pairs with the acquire in `fill`; the payloads have been read.
                self.read.store(turn + 1, Ordering::Release);
            }
        }
        assert_eq!(wrong, 0, "the ring lost its order");
        start.elapsed().as_secs_f64()
    }

    #[inline(always)]
    fn pause(&self, waiting: bool) {
        match (waiting, self.shared_core) {
            (true, true) => thread::yield_now(),
            (true, false) => hint::spin_loop(),
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_moves_messages_of_every_size() {
        let cores = crate::pin::pick_two(&crate::pin::allowed_cores().expect("affinity is told"));
        for bytes in [8, 16, 32, 56] {
            let row =
                rate(&cores, 256, bytes, Duration::from_millis(2)).expect("cores are allowed");
            assert!(row.value() > 0.0 && row.bytes == bytes as u64, "{row}");
        }
    }
}
