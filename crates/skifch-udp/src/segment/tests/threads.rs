//! Concurrent threads: exact sums, and cycles of ranks that all wait for room.

use super::world::{State, World};
use crate::segment::request::Short;
use skifch_backend::abi::AtomicOp::{Add, Load, Xor};
use skifch_backend::word::Atomic;
use skifch_backend::{Segment, Target};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

#[test]
fn atomics_of_all_ranks_and_threads_lose_nothing() {
    const EACH: u64 = 2000;
    let world = World::new(3, 256, 700, 1);
    let segments = world.segment(64);
    let tickets = Mutex::new(Vec::new());
    world.run(|rank| {
        let segment = &segments[rank as usize];
        let work = || {
            let mut mine = Vec::new();
            for turn in 0..EACH {
                segment
                    .atomic_oneway(Target::new(1, 0), &Atomic::new(Add, 8, 3, 0))
                    .expect("alive");
                segment
                    .atomic_oneway(Target::new(1, 8), &Atomic::new(Add, 4, 0xffff_ffff, 0))
                    .expect("alive");
                segment
                    .atomic_oneway(Target::new(1, 12), &Atomic::new(Xor, 4, turn, 0))
                    .expect("alive");
                if turn % 10 == 0 {
                    mine.push(
                        segment
                            .atomic(Target::new(1, 16), &Atomic::new(Add, 8, 1, 0))
                            .expect("alive"),
                    );
                }
            }
            segment.quiet().expect("alive");
            assert!(mine.is_sorted(), "tickets of one thread go up");
            tickets.lock().expect("no panic").append(&mut mine);
        };
        thread::scope(|scope| {
            scope.spawn(work);
            work();
        });
    });
    let load = |offset, width| {
        segments[1].atomic(Target::new(1, offset), &Atomic::new(Load, width, 0, 0)).expect("inside")
    };
    assert_eq!(load(0, 8), 6 * EACH * 3);
    assert_eq!(load(8, 4), (6 * EACH).wrapping_neg() & 0xffff_ffff);
    assert_eq!(load(12, 4), 0, "an even number of each");
    let mut tickets = tickets.into_inner().expect("no panic");
    tickets.sort_unstable();
    assert!(tickets.iter().copied().eq(0..6 * EACH / 10), "each ticket once");
}

/// Links hold one message of maximum size, transfers are hundreds of them, and all ranks transfer
/// at the same time.
#[test]
fn ranks_that_all_transfer_to_all_do_not_wait_in_a_circle() {
    const BYTES: usize = 10_000;
    for (ranks, max_message) in [(2, 64), (3, 128), (4, 1000)] {
        let world = World::new(ranks, max_message, max_message + 8, 2);
        let segments = world.segment(BYTES * (ranks as usize + 1));
        world.run(|me| {
            let segment = &segments[me as usize];
            let others = (1..ranks).map(|step| (me + step) % ranks);
            let source = vec![me as u8 + 1; BYTES];
            let mut back = vec![vec![0; BYTES]; ranks as usize];
            let mine = BYTES * me as usize;
            for rank in others.clone() {
                // SAFETY: `back` lives until after `syncreads`.
                unsafe {
                    segment
                        .put(Target::new(rank, mine), source.as_ptr().cast(), BYTES)
                        .expect("alive");
                    let back = back[rank as usize].as_mut_ptr().cast();
                    segment.get_async(Target::new(rank, mine), back, BYTES).expect("alive");
                }
                for at in 0..100 {
                    let at = BYTES * ranks as usize + 8 * at;
                    segment
                        .atomic_oneway(Target::new(rank, at), &Atomic::new(Add, 8, 1, 0))
                        .expect("alive");
                }
                let mut again = vec![0; BYTES];
                // SAFETY: BYTES bytes of ours.
                unsafe { segment.get(Target::new(rank, mine), again.as_mut_ptr().cast(), BYTES) }
                    .expect("alive");
                assert!(again == source, "what {me} put to {rank}");
            }
            segment.syncreads().expect("alive");
            segment.quiet().expect("alive");
            assert!(others.clone().all(|rank| back[rank as usize] == source), "counted reads");
        });
        for (rank, segment) in segments.iter().enumerate() {
            for at in 0..100 {
                let at = BYTES * ranks as usize + 8 * at;
                let count = segment
                    .atomic(Target::new(rank as u32, at), &Atomic::new(Load, 8, 0, 0))
                    .expect("inside");
                assert_eq!(count, u64::from(ranks) - 1);
            }
        }
    }
}

/// A word that is put appears at once, however the message was split, and everything put before it
/// is visible with it.
#[test]
fn who_looks_at_a_word_sees_all_of_it_and_what_came_before() {
    const LAPS: u64 = 5_000;
    const EVERY_BYTE: u64 = 0x0101_0101_0101;
    let world = World::new(2, 64, 600, 3);
    let segments = world.segment(64);
    world.run(|me| {
        let segment = &segments[me as usize];
        if me == 0 {
            for lap in 1..=LAPS {
                let (data, flag) = ([lap * EVERY_BYTE; 3], lap * EVERY_BYTE);
                // SAFETY: bytes of ours.
                unsafe {
                    segment.put(Target::new(1, 16), data.as_ptr().cast(), 24).expect("alive");
                    segment.fence().expect("always");
                    segment.put(Target::new(1, 8), (&raw const flag).cast(), 8).expect("alive");
                }
            }
            return segment.quiet().expect("alive");
        }
        // SAFETY: words of our own part, which the helper writes concurrently.
        let words: [&AtomicU64; 5] =
            std::array::from_fn(|at| unsafe { &*segment.ptr(1).cast::<AtomicU64>().add(at) });
        let mut lap = 0;
        while lap < LAPS {
            thread::yield_now();
            let flag = words[1].load(Ordering::Acquire);
            assert_eq!(flag % EVERY_BYTE, 0, "{flag:#x}: a part of a word");
            lap = flag / EVERY_BYTE;
            for word in &words[2..] {
                let data = word.load(Ordering::Relaxed);
                assert_eq!(data % EVERY_BYTE, 0, "{data:#x}: a part of a word");
                let data = data / EVERY_BYTE;
                assert!(data >= lap, "flag of lap {lap}, data of lap {data}");
            }
        }
    });
}

/// As at the end of a receive ring, in the midst of a put.
#[test]
fn a_word_that_two_pieces_share_appears_at_once() {
    const TURNS: usize = 300_000;
    let world = World::new(2, 64, 600, 1);
    let segments = world.segment(64);
    // SAFETY: the second word of a part, which the other thread writes concurrently.
    let word = unsafe { &*segments[1].ptr(1).cast::<AtomicU64>().add(1) };
    let message =
        |byte| [Short::select(0).bytes(), Short::put(0, 24).bytes(), &[byte; 24]].concat();
    let messages = [message(0xEE), message(0)];
    let cut = messages[0].len() - 12;
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let State { engine, link, .. } = &mut *world.nodes[1].state();
            for message in messages.iter().cycle().take(TURNS) {
                let (first, second) = message.split_at(cut);
                engine.on_message(link, 0, &[first, second]).expect("an honest peer");
            }
        });
        while !writer.is_finished() {
            let seen = word.load(Ordering::Relaxed);
            assert!([0, 0xEEEE_EEEE_EEEE_EEEE].contains(&seen), "{seen:#x}: a part of a word");
        }
    });
}
