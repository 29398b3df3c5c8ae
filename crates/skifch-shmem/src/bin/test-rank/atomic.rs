//! Atomic operations, contended.

use crate::Pe;
use skifch_shmem::amo::{self, Op};
use skifch_shmem::wait::Cmp;
use skifch_shmem::{Ctx, Slice, lock};
use std::sync::Barrier;
use std::time::{Duration, Instant};

pub(crate) fn all(pe: &mut Pe<'_>) {
    tickets(pe);
    operations(pe);
    bits(pe);
    locks(pe);
    lock_of_threads(pe);
    lock_by_turns(pe);
    threads(pe);
}

/// All PEs draw tickets from a counter on PE 0: each number must be drawn exactly once.
fn tickets(pe: &mut Pe<'_>) {
    const DRAWS: usize = 500;
    let counter = pe.shmem.slice::<u64>(1).expect("room");
    let small = pe.shmem.slice::<u32>(1).expect("room");
    let drawn = pe.shmem.slice::<u32>(DRAWS * pe.n).expect("room");
    pe.shmem.barrier().expect("a barrier");
    for turn in 0..DRAWS {
        let ticket = counter.fetch_add(0, 0, 1).expect("a ticket") as usize;
        drawn.add(ticket % pe.n, ticket, 1).expect("a mark");
        // Non-fetching, and by compare-and-swap.
        small.add(0, 0, 2).expect("an addition");
        let other = (pe.me + turn) % pe.n;
        loop {
            let old = small.fetch(other, 0).expect("a look");
            if small.compare_swap(other, 0, old, old + 1).expect("a try") == old {
                break;
            }
        }
    }
    pe.shmem.barrier().expect("a barrier");
    assert_eq!(counter.fetch(0, 0).expect("a look"), (DRAWS * pe.n) as u64);
    for ticket in (pe.me..DRAWS * pe.n).step_by(pe.n) {
        assert_eq!(drawn.fetch(pe.me, ticket).expect("own"), 1, "ticket {ticket}");
    }
    let all: u32 = (0..pe.n).map(|of| small.fetch(of, 0).expect("a look")).sum();
    assert_eq!(all as usize, 3 * DRAWS * pe.n);
    pe.shmem.barrier().expect("a barrier");
}

/// Each operation must give the result of the same operation on a local integer.
fn operations(pe: &mut Pe<'_>) {
    let memory = pe.shmem.slice::<u64>(pe.n).expect("room");
    let to = (pe.me + 1) % pe.n;
    let (word, half) = {
        let word = memory.as_ptr().wrapping_add(pe.me);
        (word, word.cast::<u32>().wrapping_add(1))
    };
    let mut model = 0_u64;
    for _ in 0..400 {
        let (value, cond) = (pe.own.below(u64::MAX), pe.own.below(2));
        let old = model;
        let which = pe.own.index(10);
        let (ctx, at) = (Ctx::DEFAULT, to as i32);
        let op = [Op::Add, Op::And, Op::Or, Op::Xor][which % 4];
        let applied = |old: u64| match op {
            Op::Add => old.wrapping_add(value),
            Op::And => old & value,
            Op::Or => old | value,
            Op::Xor => old ^ value,
        };
        match which {
            0..4 => {
                amo::update(ctx, op, word, value, at).expect("an operation");
                model = applied(old);
            }
            4..8 => {
                assert_eq!(
                    amo::fetch_update(ctx, op, word, value, at).expect("one"),
                    old,
                    "{op:?}"
                );
                model = applied(old);
            }
            8 => {
                let cond = if cond == 0 { old } else { !old };
                assert_eq!(amo::compare_swap(ctx, word, cond, value, at).expect("one"), old);
                model = if cond == old { value } else { old };
            }
            _ => {
                assert_eq!(
                    amo::swap(ctx, half, value as u32, at).expect("one"),
                    (old >> 32) as u32
                );
                model = old & 0xffff_ffff | value << 32;
            }
        }
        assert_eq!(amo::fetch(ctx, word, at).expect("a look"), model, "{which}");
    }
    amo::set(Ctx::DEFAULT, word, 77, to as i32).expect("a store");
    pe.shmem.barrier().expect("a barrier");
    let mine = memory.get_one(pe.me, (pe.me + pe.n - 1) % pe.n).expect("own");
    assert_eq!(mine, 77);
    pe.shmem.barrier().expect("a barrier");
}

/// Updates that undo each other must leave zeros.
fn bits(pe: &mut Pe<'_>) {
    let table = pe.shmem.slice::<u64>(64).expect("room");
    for _ in 0..2 {
        let mut values = pe.own.below(u64::MAX);
        let seed = values;
        for turn in [seed, seed] {
            values = turn;
            for _ in 0..1000 {
                values = values.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let place = (values >> 40) as usize;
                table.xor(place % pe.n, place / pe.n % 64, values).expect("an update");
            }
        }
        assert_ne!(values, seed);
    }
    pe.shmem.barrier().expect("a barrier");
    assert_eq!(table.read(0..64).expect("own"), [0; 64]);
    pe.shmem.barrier().expect("a barrier");
}

/// A non-atomic counter under a lock counts right; two adjacent locks do not interfere.
fn locks(pe: &mut Pe<'_>) {
    const TURNS: u64 = 100;
    let words = pe.shmem.slice::<i64>(2).expect("room");
    let counters = pe.shmem.slice::<u64>(2).expect("room");
    let at = |index: usize| words.as_ptr().wrapping_add(index);
    let mut tried = 0;
    for turn in 0..TURNS {
        let which = (turn % 2) as usize;
        if turn % 5 == 0 {
            while !lock::test(at(which)).expect("a try") {
                tried += 1;
            }
        } else {
            lock::set(at(which)).expect("the lock");
        }
        assert!(lock::set(at(which)).is_err(), "it is ours");
        assert!(!lock::test(at(which)).expect("a try"), "it is ours");
        let value = counters.get_one(pe.n - 1, which).expect("a look");
        counters.put_one(pe.n - 1, which, value + 1).expect("a store");
        lock::clear(at(which)).expect("given back");
    }
    assert!(lock::clear(at(0)).is_err(), "it is not ours, after {tried} tries");
    pe.shmem.barrier().expect("a barrier");
    let all = [0, 1].map(|which| counters.get_one(pe.n - 1, which).expect("a look"));
    assert_eq!(all, [TURNS / 2 * pe.n as u64; 2]);
    assert_eq!(words.read(0..2).expect("own").map_tail(), [0, 0]);
    pe.shmem.barrier().expect("a barrier");
}

trait Tail {
    fn map_tail(self) -> [i64; 2];
}

impl Tail for Vec<i64> {
    fn map_tail(self) -> [i64; 2] {
        [self[0], self[1]]
    }
}

/// The first word as a lock that any thread can name.
fn for_any_thread(words: &Slice<'_, i64>) -> impl Fn() -> *mut i64 + Copy + Send + use<> {
    let at = words.as_ptr().expose_provenance();
    move || std::ptr::with_exposed_provenance_mut::<i64>(at)
}

/// While a thread waits for a lock, another thread of the same PE is refused.
fn lock_of_threads(pe: &mut Pe<'_>) {
    let words = pe.shmem.slice::<i64>(1).expect("room");
    let told = pe.shmem.slice::<u64>(1).expect("room");
    let lock = for_any_thread(&words);
    if pe.me == 1 {
        lock::set(lock()).expect("the lock");
    }
    pe.shmem.barrier().expect("a barrier");
    if pe.me == 1 {
        told.wait_until(0, Cmp::Eq, 1).expect("a wait");
        std::thread::sleep(Duration::from_millis(20));
        lock::clear(lock()).expect("given back");
    } else if pe.me == 0 && pe.n > 1 {
        let tried = Barrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                lock::set(lock()).expect("the lock");
                tried.wait();
                lock::clear(lock()).expect("given back");
            });
            // The upper half of the word says that the thread waits.
            let begin = Instant::now();
            while words.read(0..1).expect("own")[0] >> 32 == 0 {
                assert!(begin.elapsed() < Duration::from_secs(20), "the thread does not come");
                std::thread::yield_now();
            }
            told.put_one(1, 0, 1).expect("a store");
            pe.shmem.quiet().expect("a quiet");
            assert!(lock::set(lock()).is_err(), "another thread waits for it or holds it");
            assert!(!lock::test(lock()).expect("a try"), "another thread waits for it or holds it");
            tried.wait();
        });
    }
    pe.shmem.barrier().expect("a barrier");
}

/// A thread that wants the lock while another of its PE gives it back gets it or is refused, but
/// never waits for itself.
fn lock_by_turns(pe: &mut Pe<'_>) {
    const TURNS: u64 = 200;
    let words = pe.shmem.slice::<i64>(1).expect("room");
    let counter = pe.shmem.slice::<u64>(1).expect("room");
    let lock = for_any_thread(&words);
    pe.shmem.barrier().expect("a barrier");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..TURNS {
                    while lock::set(lock()).is_err() {
                        std::thread::yield_now();
                    }
                    let value = counter.get_one(0, 0).expect("a look");
                    counter.put_one(0, 0, value + 1).expect("a store");
                    lock::clear(lock()).expect("given back");
                }
            });
        }
    });
    pe.shmem.barrier().expect("a barrier");
    assert_eq!(counter.get_one(0, 0).expect("a look"), 2 * TURNS * pe.n as u64);
    pe.shmem.barrier().expect("a barrier");
}

/// Threads of all PEs update one word, each through its own context.
fn threads(pe: &mut Pe<'_>) {
    const TURNS: u64 = 300;
    let counter = pe.shmem.slice::<u64>(8).expect("room");
    let (n, me) = (pe.n, pe.me);
    std::thread::scope(|scope| {
        for thread in 0..3_usize {
            let counter = &counter;
            scope.spawn(move || {
                let ctx = skifch_shmem::ctx::create(0).expect("a context").expect("one is free");
                for turn in 0..TURNS as usize {
                    let to = ((turn + me) % n) as i32;
                    amo::update(ctx, Op::Add, counter.as_ptr(), 1, to).expect("an addition");
                    let own = counter.as_ptr().wrapping_add(1 + thread);
                    skifch_shmem::rma::p(ctx, own, turn as u64, me as i32).expect("a p");
                }
                skifch_shmem::ctx::destroy(ctx).expect("gone");
            });
        }
    });
    pe.shmem.barrier().expect("a barrier");
    let all: u64 = (0..n).map(|of| counter.fetch(of, 0).expect("a look")).sum();
    assert_eq!(all, 3 * TURNS * n as u64);
    pe.shmem.barrier().expect("a barrier");
}
