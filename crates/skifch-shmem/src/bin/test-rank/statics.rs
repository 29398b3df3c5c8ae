//! Globals and statics of the executable are symmetric, and a forked child has its own copies.

use skifch_shmem::coll::{self, ActiveSet, Group, SYNC_WORDS, ops};
use skifch_shmem::wait::{Cmp, wait_until};
use skifch_shmem::{Ctx, Team, amo, heap, job, order, rma, signal};
use std::ptr::addr_of_mut;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::SeqCst;

static FILLED: AtomicU64 = AtomicU64::new(77);
static mut NUMBERS: [u64; 2000] = [3; 2000];
static mut EMPTY: [u64; 100_000] = [0; 100_000];
static mut P_SYNC: [i64; SYNC_WORDS] = [0; SYNC_WORDS];

fn filled() -> *mut u64 {
    FILLED.as_ptr()
}

/// # Safety
/// All of it: one thread, and PEs that take turns.
pub(crate) fn all(turns: u32) {
    FILLED.store(78, SeqCst);
    for _ in 0..turns {
        // SAFETY: one thread, which is in no other call.
        unsafe { job::start(job::ThreadLevel::Single) }.expect("it starts");
        reach();
        moves();
        collective();
        forked();
        // SAFETY: as above.
        unsafe { job::finish() }.expect("it ends");
        assert_eq!(FILLED.load(SeqCst) % 100, 78, "what was there is there");
    }
    // SAFETY: as above.
    unsafe { job::leave() }.expect("the job is left");
}

fn barrier() {
    coll::barrier(Group::Team(Team::WORLD)).expect("a barrier");
}

fn reach() {
    let (me, n) = (job::my_pe(), job::n_pes());
    for addr in [filled().cast_const(), addr_of_mut!(NUMBERS).cast(), addr_of_mut!(EMPTY).cast()] {
        assert!(job::addr_accessible(addr.cast(), n - 1), "{addr:p}");
        let own = job::ptr(addr.cast(), me).expect("an answer");
        assert_eq!(own, addr.cast_mut().cast(), "the own part stays where it is");
    }
    let local = 5_u64;
    assert!(!job::addr_accessible((&raw const local).cast(), me), "the stack is not symmetric");
}

fn moves() {
    let (me, n) = (job::my_pe(), job::n_pes());
    let (right, left) = ((me + 1) % n, (me + n - 1) % n);
    let at = |index: usize| addr_of_mut!(NUMBERS).cast::<u64>().wrapping_add(index);
    let far = |index: usize| addr_of_mut!(EMPTY).cast::<u64>().wrapping_add(index);
    barrier();
    rma::p(Ctx::DEFAULT, at(7), 100 + me as u64, right).expect("a p");
    rma::p(Ctx::DEFAULT, far(90_000), 200 + me as u64, right).expect("a p");
    amo::update(Ctx::DEFAULT, amo::Op::Add, filled(), 100, 0).expect("an addition");
    barrier();
    // SAFETY: words of ours, and nobody writes now.
    unsafe {
        assert_eq!(at(7).read_volatile(), 100 + left as u64);
        assert_eq!(far(90_000).read_volatile(), 200 + left as u64);
        assert_eq!(at(8).read_volatile(), 3);
        let got = rma::g(Ctx::DEFAULT, at(7), left).expect("a g");
        assert_eq!(got, 100 + ((left + n - 1) % n) as u64);
    }
    let sum = amo::fetch(Ctx::DEFAULT, filled(), 0).expect("a look");
    assert_eq!(sum % (100 * n as u64), 78);
    // Data in the heap with the flag in a static, and the reverse.
    let heap = heap::calloc(1000, 8).expect("memory").cast::<u64>();
    for turn in 1..=200_u64 {
        let data = vec![turn; 500];
        let (to, word) = match turn % 2 {
            0 => (heap, far(500)),
            _ => (far(1000), heap.wrapping_add(600)),
        };
        // SAFETY: all of it is inside.
        unsafe {
            let (from, bytes) = (data.as_ptr().cast(), 500 * 8);
            if turn % 3 == 0 {
                let op = signal::SignalOp::Set;
                signal::put(Ctx::DEFAULT, to.cast(), from, bytes, word, turn, op, right)
                    .expect("a put");
            } else {
                rma::put(Ctx::DEFAULT, to.cast(), from, bytes, right).expect("a put");
                order::fence(Ctx::DEFAULT).expect("a fence");
                rma::p(Ctx::DEFAULT, word, turn, right).expect("a flag");
            }
            wait_until(word, Cmp::Ge, turn).expect("a wait");
            for index in 0..500 {
                assert_eq!(to.wrapping_add(index).read_volatile(), turn, "word {index}");
            }
        }
        coll::sync(Group::Team(Team::WORLD)).expect("a meeting");
    }
    // SAFETY: not used any more; the flags are left as they were.
    unsafe {
        heap::free(heap.cast()).expect("free");
        far(500).write_volatile(0);
    }
    barrier();
}

/// As programs for versions before 1.5 do: everything is static.
fn collective() {
    let n = job::n_pes();
    let p_sync = addr_of_mut!(P_SYNC).cast();
    let group = Group::Active(ActiveSet { start: 0, log2_stride: 0, size: n, p_sync });
    let from = addr_of_mut!(NUMBERS).cast::<u64>().wrapping_add(100);
    let to = addr_of_mut!(EMPTY).cast::<u64>().wrapping_add(5000);
    // SAFETY: the memory is symmetric and long enough.
    unsafe {
        from.write_volatile(1 << job::my_pe());
        coll::reduce(group, to.cast(), from.cast(), 1, 8, ops::sum::<u64>).expect("a sum");
        assert_eq!(to.read_volatile(), (1 << n) - 1);
        coll::sync(group).expect("a meeting");
        let words: [i64; SYNC_WORDS] = p_sync.cast::<[i64; SYNC_WORDS]>().read_volatile();
        assert_eq!(words, [0; SYNC_WORDS]);
    }
    barrier();
}

/// A forked child sees the earlier contents, and then neither sees nor disturbs the PE's memory.
fn forked() {
    let at = |index: usize| addr_of_mut!(NUMBERS).cast::<u64>().wrapping_add(index);
    let before = FILLED.load(SeqCst);
    // SAFETY: the child only looks, writes its own memory, and ends.
    unsafe {
        at(1500).write_volatile(11);
        let mut pipe = [0; 2];
        assert_eq!(libc::pipe(pipe.as_mut_ptr()), 0);
        let child = libc::fork();
        if child == 0 {
            let mut byte = 0_u8;
            // Meanwhile the parent writes.
            libc::read(pipe[0], (&raw mut byte).cast(), 1);
            let is_pe = job::my_pe() >= 0 || heap::malloc(8).is_ok();
            let sees = !is_pe && at(1500).read_volatile() == 11 && FILLED.load(SeqCst) == before;
            at(1500).write_volatile(99);
            FILLED.store(0, SeqCst);
            libc::_exit(if sees { 0 } else { 1 });
        }
        at(1500).write_volatile(12);
        assert_eq!(libc::write(pipe[1], c"x".as_ptr().cast(), 1), 1);
        let mut status = 0;
        assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
        assert_eq!(status, 0, "the child saw what it should not");
        assert_eq!((at(1500).read_volatile(), FILLED.load(SeqCst)), (12, before));
        at(1500).write_volatile(3);
        pipe.iter().for_each(|&fd| _ = libc::close(fd));
    }
    assert!(std::process::Command::new("true").status().expect("a program").success());
    barrier();
}
