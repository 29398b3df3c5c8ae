//! Collective creation of segments, and requests to a closed one.

use super::world::{Node, World};
use crate::segment::RemoteSegment;
use skifch_backend::abi::AtomicOp;
use skifch_backend::test_host::TestHost;
use skifch_backend::word::Atomic;
use skifch_backend::{Error, HostRef, Segment, Target};
use std::sync::Arc;

type Made = Result<RemoteSegment<Node>, Error>;

/// All ranks create a segment, each with its own size.
fn make(world: &World, hosts: &[TestHost], bytes: impl Fn(usize) -> usize + Sync) -> Vec<Made> {
    std::thread::scope(|scope| {
        let (nodes, bytes) = (&world.nodes, &bytes);
        let makers = hosts.iter().enumerate().map(|(rank, host)| {
            scope.spawn(move || {
                // SAFETY: the host outlives the segment.
                let host = unsafe { HostRef::new(host.table()) };
                RemoteSegment::open(Arc::clone(&nodes[rank]), host, bytes(rank))
            })
        });
        let makers: Vec<_> = makers.collect();
        makers.into_iter().map(|one| one.join().expect("a rank")).collect()
    })
}

#[test]
fn a_segment_that_one_rank_cannot_make_is_nobodys_and_the_next_one_works() {
    let (world, hosts) = (World::new(3, 256, 1000, 1), TestHost::job(3, &[]));
    for (rank, made) in make(&world, &hosts, |rank| [64, 64, usize::MAX][rank]).iter().enumerate() {
        let error = made.as_ref().err().expect("one rank has none");
        assert!([libc::ENOMEM, libc::EINVAL].contains(&error.errno()), "{error}");
        assert!(rank == 2 || error.text().contains("rank 2"), "{error}");
    }
    for made in make(&world, &hosts, |rank| 64 + rank / 2) {
        let error = made.err().expect("sizes differ");
        assert!(error.text().contains("64") && error.text().contains("65"), "{error}");
    }
    assert!(make(&world, &hosts, |_| 0).iter().all(Result::is_err));
    let made: Vec<_> =
        make(&world, &hosts, |_| 64).into_iter().map(|made| made.expect("memory")).collect();
    made[0].atomic_oneway(Target::new(2, 8), &Atomic::new(AtomicOp::Add, 8, 5, 0)).expect("alive");
    world.settle();
    assert_eq!(
        made[2].atomic(Target::new(2, 8), &Atomic::new(AtomicOp::Load, 8, 0, 0)).expect("inside"),
        5
    );
    assert!(made.iter().all(|one| one.number == 3), "the numbers of failures stay used");
}

#[test]
fn a_job_of_one_needs_nobody() {
    let (world, hosts) = (World::new(1, 256, 1000, 1), [TestHost::single()]);
    let made = make(&world, &hosts, |_| 100).remove(0).expect("memory");
    assert_eq!(
        made.atomic(Target::new(0, 8), &Atomic::new(AtomicOp::Add, 8, 5, 0)).expect("inside"),
        0
    );
    assert_eq!(
        made.atomic(Target::new(0, 8), &Atomic::new(AtomicOp::Load, 8, 0, 0)).expect("inside"),
        5
    );
    assert!(made.quiet().is_ok() && made.syncreads().is_ok() && made.fence().is_ok());
}

#[test]
fn requests_to_a_rank_that_has_closed_are_answered_as_closed() {
    let world = World::new(2, 256, 1000, 1);
    let (mut first, second) = (world.segment(64), world.segment(64));
    drop(first.pop());
    let (segment, other) = (&first[0], &second[0]);
    world.run(|me| {
        if me == 1 {
            return;
        }
        // One-way: reported once by the next quiet, and again for operations issued after it.
        for _ in 0..2 {
            segment
                .atomic_oneway(Target::new(1, 0), &Atomic::new(AtomicOp::Add, 8, 1, 0))
                .expect("it is on its way");
            let error = segment.quiet().expect_err("closed");
            assert_eq!(error.errno(), libc::EBADF, "{error}");
            assert!(error.text().contains("rank 1"), "{error}");
            segment.quiet().expect("nothing new");
        }
        let error = segment
            .atomic(Target::new(1, 0), &Atomic::new(AtomicOp::Add, 8, 1, 0))
            .expect_err("closed");
        assert!(error.errno() == libc::EBADF && error.text().contains("rank 1"), "{error}");
        let mut byte = [0_u8; 300];
        // SAFETY: bytes of ours, which live until after `syncreads`.
        unsafe {
            let error =
                segment.get(Target::new(1, 0), byte.as_mut_ptr().cast(), 8).expect_err("closed");
            assert_eq!(error.errno(), libc::EBADF, "{error}");
            segment
                .get_async(Target::new(1, 0), byte.as_mut_ptr().cast(), 8)
                .expect("it is on its way");
        }
        assert_eq!(segment.syncreads().expect_err("closed").errno(), libc::EBADF);
        segment.syncreads().expect("told once");
        // The other segment is not affected.
        other
            .atomic_oneway(Target::new(1, 0), &Atomic::new(AtomicOp::Add, 8, 7, 0))
            .expect("alive");
        other.quiet().expect("open");
    });
    assert_eq!(
        second[1].atomic(Target::new(1, 0), &Atomic::new(AtomicOp::Load, 8, 0, 0)).expect("inside"),
        7
    );
}

#[test]
fn a_counted_read_that_nobody_waited_for_is_not_written_after_the_segment_is_closed() {
    let world = World::new(2, 256, 1000, 1);
    let mut segments = world.segment(64);
    segments[1]
        .atomic_oneway(Target::new(1, 0), &Atomic::new(AtomicOp::Store, 8, u64::MAX, 0))
        .expect("inside");
    let mut word = [0_u8; 8];
    // SAFETY: it lives long enough.
    unsafe { segments[0].get_async(Target::new(1, 0), word.as_mut_ptr().cast(), 8) }
        .expect("alive");
    drop(segments.remove(0));
    world.settle();
    assert_eq!(word, [0; 8]);
}
