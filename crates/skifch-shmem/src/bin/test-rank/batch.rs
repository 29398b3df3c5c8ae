//! Sessions that may hold small operations back: they are sent in order and before they are needed,
//! and in fewer packets on networks that send operations together only if posted together.

use crate::Pe;
use skifch_shmem::amo::{self, Op};
use skifch_shmem::wait::Cmp;
use skifch_shmem::{Ctx, Slice, ctx, job, lock, order, rma};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Acquire;
use std::time::{Duration, Instant};

const DONE: &str = "an operation";
/// Words written in a session: too few to be sent before something requires it.
const SOME: usize = 5;

pub(crate) fn all(pe: &mut Pe<'_>) {
    for end in [quiet, flag, stop, destroy, get, fetch, wait] {
        each_end(pe, end);
    }
    full(pe);
    for poll in [by_get, by_fetch, by_asking, by_fence] {
        for is_other in [false, true] {
            polled(pe, poll, is_other);
        }
    }
    random(pe);
    halves(pe);
    threads(pe);
    if std::env::var("SKIFCH_BACKEND").is_ok_and(|name| name.starts_with("torus")) && pe.n > 1 {
        saves_time(pe);
        lock_passes(pe);
    }
}

fn session() -> Ctx {
    let ctx = ctx::create(0).expect(DONE).expect("a context");
    ctx::session_start(ctx, ctx::SESSION_BATCH, None).expect("a session");
    ctx
}

/// Words of a test, followed by a flag.
type Words<'s> = Slice<'s, u64>;

/// Makes the puts of a session arrive at PE `to`, and then notifies it.
type End = fn(&Pe<'_>, Ctx, &Words<'_>, to: i32);

fn tell(ctx: Ctx, words: &Words<'_>, to: i32) {
    // SAFETY: inside.
    rma::p(ctx, unsafe { words.as_ptr().add(SOME) }, 1, to).expect(DONE);
}

fn quiet(_: &Pe<'_>, ctx: Ctx, words: &Words<'_>, to: i32) {
    order::quiet(ctx).expect(DONE);
    tell(Ctx::DEFAULT, words, to);
}

/// The flag is held back too, until this PE waits for its own flag.
fn flag(_: &Pe<'_>, ctx: Ctx, words: &Words<'_>, to: i32) {
    order::fence(ctx).expect(DONE);
    tell(ctx, words, to);
}

fn stop(_: &Pe<'_>, ctx: Ctx, words: &Words<'_>, to: i32) {
    ctx::session_stop(ctx).expect(DONE);
    order::quiet(ctx).expect(DONE);
    tell(Ctx::DEFAULT, words, to);
}

fn destroy(_: &Pe<'_>, ctx: Ctx, words: &Words<'_>, to: i32) {
    ctx::destroy(ctx).expect(DONE);
    tell(Ctx::DEFAULT, words, to);
}

fn get(pe: &Pe<'_>, ctx: Ctx, words: &Words<'_>, to: i32) {
    // SAFETY: inside, and any bytes make a number.
    let got = unsafe { rma::g(ctx, words.as_ptr().add(1), to) }.expect(DONE);
    assert_eq!(got, value(pe.me, 1), "a get after a put to the same PE");
    quiet(pe, ctx, words, to);
}

fn fetch(pe: &Pe<'_>, ctx: Ctx, words: &Words<'_>, to: i32) {
    // SAFETY: inside.
    let word = unsafe { words.as_ptr().add(2) };
    let old = amo::fetch_update(ctx, Op::Xor, word, 0, to).expect(DONE);
    assert_eq!(old, value(pe.me, 2), "an atomic after a put to the same PE");
    quiet(pe, ctx, words, to);
}

/// Only the wait for this PE's own flag releases the held operations.
fn wait(_: &Pe<'_>, ctx: Ctx, words: &Words<'_>, to: i32) {
    tell(ctx, words, to);
}

fn value(of: usize, at: usize) -> u64 {
    (of as u64 + 1) << 32 | (at as u64 + 1)
}

/// Each PE writes words of the next PE, the first of them three times.
fn each_end(pe: &Pe<'_>, end: End) {
    let words = pe.shmem.slice::<u64>(SOME + 1).expect("room");
    let (to, from) = (((pe.me + 1) % pe.n) as i32, (pe.me + pe.n - 1) % pe.n);
    let ctx = session();
    for at in 0..SOME {
        // SAFETY: inside.
        let word = unsafe { words.as_ptr().add(at) };
        for turn in 0..3 {
            rma::p(ctx, word, turn, to).expect(DONE);
        }
        rma::p(ctx, word, value(pe.me, at) - 1, to).expect(DONE);
        amo::update(ctx, Op::Add, word, 1, to).expect(DONE);
    }
    end(pe, ctx, &words, to);
    words.wait_until(SOME, Cmp::Eq, 1).expect(DONE);
    pe.shmem.barrier().expect(DONE);
    order::quiet(Ctx::DEFAULT).expect(DONE);
    let got = words.read(0..SOME).expect("own");
    let wanted: Vec<u64> = (0..SOME).map(|at| value(from, at)).collect();
    // Without an order of its own the flag may come before the words, but not after a barrier of
    // PEs that all have waited.
    assert_eq!(got, wanted);
    pe.shmem.barrier().expect(DONE);
}

/// Enough operations to be sent without any other call of the context.
fn full(pe: &Pe<'_>) {
    const MANY: u64 = 64;
    let word = pe.shmem.slice::<u64>(1).expect("room");
    let to = ((pe.me + 1) % pe.n) as i32;
    let ctx = session();
    (0..MANY).for_each(|_| amo::update(ctx, Op::Add, word.as_ptr(), 1, to).expect(DONE));
    while word.read(0..1).expect("own") != [MANY] {
        order::fence(Ctx::DEFAULT).expect(DONE);
    }
    ctx::destroy(ctx).expect(DONE);
    pe.shmem.barrier().expect(DONE);
}

/// Loads a word of this PE, which takes no virtual time.
fn load(word: *const u64) -> u64 {
    // SAFETY: inside; others write it by atomics.
    unsafe { (*word.cast::<AtomicU64>()).load(Acquire) }
}

/// One look at a word of a PE.
type Poll = fn(Ctx, *const u64, pe: i32) -> u64;

fn by_get(ctx: Ctx, word: *const u64, pe: i32) -> u64 {
    // SAFETY: inside.
    unsafe { rma::g(ctx, word, pe) }.expect(DONE)
}

fn by_fetch(ctx: Ctx, word: *const u64, pe: i32) -> u64 {
    amo::fetch(ctx, word, pe).expect(DONE)
}

/// A get that does not wait.
fn by_asking(ctx: Ctx, word: *const u64, pe: i32) -> u64 {
    let mut got = 0_u64;
    // SAFETY: inside; `got` is there until the quiet.
    unsafe { rma::get_nbi(ctx, (&raw mut got).cast(), word.cast(), 8, pe) }.expect(DONE);
    order::quiet(ctx).expect(DONE);
    got
}

/// A plain load, always of this PE's word, in a loop around fences.
fn by_fence(ctx: Ctx, word: *const u64, _: i32) -> u64 {
    order::fence(ctx).expect(DONE);
    load(word)
}

/// The put of a session is sent to a PE although this one only polls for the answer, in its own
/// memory or in that of the other PE, by the session's context or by another.
fn polled(pe: &Pe<'_>, poll: Poll, is_other: bool) {
    const LIMIT: Duration = Duration::from_secs(20);
    let words = pe.shmem.slice::<u64>(2).expect("room");
    // SAFETY: inside.
    let answer = unsafe { words.as_ptr().add(1) };
    let places = if pe.n > 1 { 2 } else { 0 };
    for place in 0..places {
        pe.shmem.barrier().expect(DONE);
        let wanted = place as u64 + 1;
        if pe.me == 0 {
            let ctx = session();
            rma::p(ctx, words.as_ptr(), wanted, 1).expect(DONE);
            let by = if is_other { Ctx::DEFAULT } else { ctx };
            let begin = Instant::now();
            while poll(by, answer, place) != wanted {
                assert!(begin.elapsed() < LIMIT, "the put is held back");
            }
            ctx::destroy(ctx).expect(DONE);
        } else if pe.me == 1 {
            words.wait_until(0, Cmp::Eq, wanted).expect(DONE);
            (0..2).for_each(|to| words.put_one(to, 1, wanted).expect(DONE));
            order::quiet(Ctx::DEFAULT).expect(DONE);
        }
    }
    pe.shmem.barrier().expect(DONE);
}

/// Random updates, applied twice, must restore the original contents.
fn random(pe: &mut Pe<'_>) {
    const TABLE: usize = 97;
    const UPDATES: usize = 3000;
    let table = pe.shmem.slice::<u64>(TABLE).expect("room");
    let updates: Vec<_> = (0..UPDATES)
        .map(|_| (pe.own.index(TABLE), pe.own.index(pe.n) as i32, pe.own.below(u64::MAX)))
        .collect();
    let ctx = session();
    for turn in 0..2 {
        for &(at, to, bits) in &updates {
            // SAFETY: inside.
            let word = unsafe { table.as_ptr().add(at) };
            amo::update(ctx, Op::Xor, word, bits, to).expect(DONE);
            match pe.own.below(500) {
                0 => order::quiet(ctx).expect(DONE),
                1 => order::fence(ctx).expect(DONE),
                2 => drop(amo::fetch_update(ctx, Op::Xor, word, 0, to).expect(DONE)),
                3 => ctx::session_stop(ctx).expect(DONE),
                4 => ctx::session_start(ctx, ctx::SESSION_BATCH, None).expect(DONE),
                _ => {}
            }
        }
        order::quiet(ctx).expect(DONE);
        pe.shmem.barrier().expect(DONE);
        let got = table.read(0..TABLE).expect("own");
        assert_eq!(got.iter().all(|&word| word == 0), turn == 1, "turn {turn}: {got:?}");
        pe.shmem.barrier().expect(DONE);
    }
    ctx::destroy(ctx).expect(DONE);
}

/// Words of 4 bytes and less, within one word of 8 bytes.
fn halves(pe: &Pe<'_>) {
    let words = pe.shmem.slice::<u32>(4).expect("room");
    let to = ((pe.me + 1) % pe.n) as i32;
    let ctx = session();
    // SAFETY: here and below: inside.
    let word = |at: usize| unsafe { words.as_ptr().add(at) };
    rma::p(ctx, word(1), 0x8182_8384, to).expect(DONE);
    rma::p(ctx, word(2).cast::<u16>(), 0xfefd, to).expect(DONE);
    amo::update(ctx, Op::Or, word(3), 0x8000_0000, to).expect(DONE);
    amo::update(ctx, Op::Add, word(3), 0x8000_0001, to).expect(DONE);
    ctx::destroy(ctx).expect(DONE);
    pe.shmem.barrier().expect(DONE);
    assert_eq!(words.read(0..4).expect("own"), [0, 0x8182_8384, 0xfefd, 1]);
    pe.shmem.barrier().expect(DONE);
}

/// A thread that waits sends what all contexts hold back, while another thread destroys its own.
fn threads(pe: &Pe<'_>) {
    const TURNS: u64 = 1000;
    let word = pe.shmem.slice::<u64>(1).expect("room");
    let to = ((pe.me + 1) % pe.n) as i32;
    let open = session();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..TURNS {
                let ctx = session();
                amo::update(ctx, Op::Add, word.as_ptr(), 1, to).expect(DONE);
                ctx::destroy(ctx).expect(DONE);
            }
        });
        word.wait_until(0, Cmp::Eq, TURNS).expect(DONE);
    });
    ctx::destroy(open).expect(DONE);
    pe.shmem.barrier().expect(DONE);
}

/// Virtual time of updates at random places of other PEs, and of their completion.
fn updates_ns(pe: &mut Pe<'_>, ctx: Ctx, table: &Words<'_>) -> u64 {
    pe.shmem.barrier().expect(DONE);
    let begin_ns = job::time_ns().expect(DONE);
    for turn in 0..1024 {
        let to = (pe.me + 1 + pe.own.index(pe.n - 1)) % pe.n;
        // SAFETY: inside.
        let word = unsafe { table.as_ptr().add(pe.own.index(table.len())) };
        amo::update(ctx, Op::Xor, word, turn, to as i32).expect(DONE);
    }
    order::quiet(ctx).expect(DONE);
    pe.shmem.barrier().expect(DONE);
    job::time_ns().expect(DONE) - begin_ns
}

fn saves_time(pe: &mut Pe<'_>) {
    let table = pe.shmem.slice::<u64>(64).expect("room");
    let plain = ctx::create(0).expect(DONE).expect("a context");
    let batch = session();
    let (plain_ns, batch_ns) = (updates_ns(pe, plain, &table), updates_ns(pe, batch, &table));
    assert!(batch_ns * 2 < plain_ns, "{plain_ns} ns one by one, {batch_ns} ns in a session");
    // After the session updates take as long as without one.
    ctx::session_stop(batch).expect(DONE);
    let after_ns = updates_ns(pe, batch, &table);
    assert!(after_ns > batch_ns * 2, "{after_ns} ns after it, {batch_ns} ns in a session");
}

/// In a session of the default context, too, a lock passes to the PE that waits for it when it is
/// given back, although the PE that gives it back calls nothing that sends held operations.
fn lock_passes(pe: &Pe<'_>) {
    const LIMIT: Duration = Duration::from_secs(20);
    let words = pe.shmem.slice::<i64>(1).expect("room");
    let flags = pe.shmem.slice::<u64>(2).expect("room");
    let spare = pe.shmem.slice::<u64>(1).expect("room");
    ctx::session_start(Ctx::DEFAULT, ctx::SESSION_BATCH, None).expect("a session");
    pe.shmem.barrier().expect(DONE);
    // Takes virtual time, and sends nothing.
    let is_late = |begin: Instant| {
        amo::update(Ctx::DEFAULT, Op::Add, spare.as_ptr(), 1, pe.me as i32).expect(DONE);
        begin.elapsed() > LIMIT
    };
    if pe.me == 0 {
        lock::set(words.as_ptr()).expect("the lock");
        // The upper half changes when PE 1 is in the queue.
        let held = load(words.as_ptr().cast()) >> 32;
        flags.put_one(1, 0, 1).expect(DONE);
        order::quiet(Ctx::DEFAULT).expect(DONE);
        let begin = Instant::now();
        while load(words.as_ptr().cast()) >> 32 == held {
            assert!(!is_late(begin), "PE 1 does not come");
        }
        lock::clear(words.as_ptr()).expect("given back");
        // SAFETY: inside.
        while load(unsafe { flags.as_ptr().add(1) }) == 0 {
            assert!(!is_late(begin), "the lock is held back");
        }
    } else if pe.me == 1 {
        flags.wait_until(0, Cmp::Eq, 1).expect(DONE);
        lock::set(words.as_ptr()).expect("the lock");
        flags.put_one(0, 1, 1).expect(DONE);
        lock::clear(words.as_ptr()).expect("given back");
    }
    ctx::session_stop(Ctx::DEFAULT).expect(DONE);
    pe.shmem.barrier().expect(DONE);
}
