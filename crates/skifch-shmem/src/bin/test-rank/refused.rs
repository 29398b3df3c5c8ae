//! Calls that must fail with an error message, and the end of a PE.

use crate::Pe;
use skifch_shmem::rma::{Layout, put_strided};
use skifch_shmem::team::{self, Split};
use skifch_shmem::{Ctx, Error, Result, Shmem, Team, amo, coll, ctx, heap, job, order, rma};

#[track_caller]
pub(crate) fn says<T>(result: Result<T>, words: &[&str]) {
    let error: Error = result.err().expect("it is refused");
    for word in words {
        assert!(error.text().contains(word), "\"{error}\" does not say {word}");
    }
}

/// Before the start.
pub(crate) fn before() {
    let mut word = 0_u64;
    says(rma::p(Ctx::DEFAULT, &raw mut word, 1, 0), &["not started", "shmem_init"]);
    says(heap::malloc(8), &["not started"]);
    says(coll::sync(coll::Group::Team(Team::WORLD)), &["not started"]);
    says(order::quiet(Ctx::DEFAULT), &["not started"]);
    assert_eq!((job::my_pe(), job::n_pes()), (-1, -1));
    assert!(!job::pe_accessible(0));
}

pub(crate) fn all(pe: &mut Pe<'_>) {
    let memory = pe.shmem.slice::<u64>(4).expect("room");
    let at = memory.as_ptr();
    let n = pe.n as i32;
    let names = format!("PE {n}: the job has the PEs 0 to {}", n - 1);
    says(rma::p(Ctx::DEFAULT, at, 1, n), &[&names]);
    says(rma::p(Ctx::DEFAULT, at, 1, -1), &["PE -1"]);
    says(amo::fetch(Ctx::DEFAULT, at, n), &[&names]);
    let mut local = 0_u64;
    let place = format!("{:p}", &raw mut local);
    for to in [0, n - 1] {
        says(rma::p(Ctx::DEFAULT, &raw mut local, 1, to), &[&place, "not in symmetric memory"]);
    }
    says(amo::fetch(Ctx::DEFAULT, at.cast::<u8>().wrapping_add(2).cast::<u32>(), 0), &["aligned"]);
    let end = heap::bytes().expect("a size");
    // SAFETY: refused before anything is touched, here and below.
    unsafe {
        says(
            rma::put(Ctx::DEFAULT, at.cast(), at.cast(), end + 1, 0),
            &["not in symmetric memory"],
        );
        rma::put(Ctx::DEFAULT, std::ptr::null_mut(), std::ptr::null(), 0, 0).expect("nothing");
        says(rma::put(Ctx::DEFAULT, std::ptr::null_mut(), std::ptr::null(), 0, n), &[&names]);
        let layout = Layout { dest_stride: 0, source_stride: 1, block: 1, count: 2, size: 8 };
        says(put_strided(Ctx::DEFAULT, at.cast(), at.cast(), layout, 0), &["stride of 0"]);
        let group = coll::Group::Team(Team::WORLD);
        says(coll::broadcast(group, at.cast(), at.cast(), 8, n), &["the root", "PE"]);
        let bad = coll::ActiveSet { start: 0, log2_stride: 0, size: n + 1, p_sync: at.cast() };
        says(coll::sync(coll::Group::Active(bad)), &["active set"]);
        let bad = coll::ActiveSet { start: 0, log2_stride: 40, size: 2, p_sync: at.cast() };
        says(coll::sync(coll::Group::Active(bad)), &["active set"]);
        let mut words = [0_i64; coll::SYNC_WORDS];
        let bad = coll::ActiveSet { start: 0, log2_stride: 0, size: n, p_sync: words.as_mut_ptr() };
        says(coll::sync(coll::Group::Active(bad)), &["pSync", "not in symmetric memory"]);
    }
    says(rma::bytes(usize::MAX, 8), &["more than any memory"]);
    says(rma::p(Ctx::INVALID, at, 1, 0), &["SHMEM_CTX_INVALID"]);
    says(rma::p(Ctx(4444), at, 1, 0), &["no context"]);
    order::quiet(Ctx::INVALID).expect("nothing");
    says(ctx::create(8), &["options"]);
    says(ctx::destroy(Ctx::DEFAULT), &["SHMEM_CTX_DEFAULT"]);
    says(ctx::session_start(Ctx::DEFAULT, 2, None), &["TOTAL_OPS"]);
    says(team::n_pes(Team(99)), &["no team"]);
    says(team::destroy(Team::WORLD), &["SHMEM_TEAM_WORLD"]);
    assert_eq!(team::split_strided(Team::WORLD, 0, 1, n + 1, 0).expect("none"), Split::NoTeam);
    assert!(memory.put(0, 3, &[1, 2]).is_err() && memory.put(0, usize::MAX, &[1]).is_err());
    assert_eq!(memory.read(0..4).expect("own"), [0; 4], "nothing was written");
    assert!(job::ptr((&raw const local).cast(), 0).expect("an answer").is_null());
    pe.shmem.barrier().expect("a barrier");
    drop(memory);
    // PEs whose requests differ.
    if pe.n > 1 {
        let bytes = if pe.me == 0 { 8 } else { 16 };
        says(heap::malloc(bytes), &["8", "16", "same calls"]);
    }
}

/// Starts the library again, with new memory.
pub(crate) fn again() {
    // SAFETY: one thread.
    unsafe {
        for turn in 0..4 {
            for _ in 0..=turn {
                job::start(job::ThreadLevel::Single).expect("it starts");
            }
            let (me, n) = (job::my_pe(), job::n_pes());
            let word = heap::calloc(1, 8).expect("memory").cast::<u64>();
            rma::p(Ctx::DEFAULT, word, me as u64 + 5, (me + 1) % n).expect("a p");
            coll::barrier(coll::Group::Team(Team::WORLD)).expect("a barrier");
            let got = rma::g(Ctx::DEFAULT, word, me).expect("a g");
            assert_eq!(got, ((me + n - 1) % n) as u64 + 5);
            for left in (0..=turn).rev() {
                job::finish().expect("it ends");
                assert_eq!(job::starts(), left);
            }
            says(heap::malloc(8), &["not started"]);
        }
        job::leave().expect("the job is left");
        job::leave().expect("nothing to leave");
    }
}

/// All PEs drop the library and start it again; the job is left at the end of the process.
pub(crate) fn dropped() {
    for turn in 0..3 {
        let shmem = Shmem::start().expect("it starts");
        let (me, n) = (shmem.my_pe(), shmem.n_pes());
        let word = shmem.slice::<usize>(1).expect("room");
        word.put_one((me + 1) % n, 0, n + turn).expect("a put");
        shmem.barrier().expect("a barrier");
        assert_eq!(word.get_one(me, 0).expect("own"), n + turn);
        drop(word);
        drop(shmem);
        says(heap::malloc(8), &["not started"]);
    }
}

/// The last PE dies in mid-run; the others wait for it and are ended by the launcher.
pub(crate) fn dies(pe: &mut Pe<'_>) {
    pe.shmem.barrier().expect("a barrier");
    if pe.me + 1 == pe.n {
        std::process::abort();
    }
    pe.shmem.barrier().expect("never");
    panic!("a barrier without all");
}

/// One PE ends the job while the others compute.
pub(crate) fn ends(status: i32) {
    if job::my_pe() + 1 == job::n_pes() {
        job::global_exit(status, "");
    }
    loop {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}
