//! Segments, and how much memory is used.

use super::{Rank, SMALL, USUAL, addr, next, ranks, send, watch};
use crate::memfd;
use crate::segment::ShmSegment;
use skifch_backend::abi::AtomicOp;
use skifch_backend::word::Atomic;
use skifch_backend::{Domain, Error, Segment, Target};
use std::os::fd::{AsRawFd, BorrowedFd};

fn segments(all: &[Rank], bytes: usize) -> Vec<Result<ShmSegment, Error>> {
    segments_of(all, &vec![bytes; all.len()])
}

fn segments_of(all: &[Rank], sizes: &[usize]) -> Vec<Result<ShmSegment, Error>> {
    std::thread::scope(|scope| {
        let ranks = all.iter().zip(sizes);
        let opening: Vec<_> =
            ranks.map(|(rank, &bytes)| scope.spawn(move || rank.domain.segment(bytes))).collect();
        opening.into_iter().map(|one| one.join().expect("a rank")).collect()
    })
}

#[test]
fn sizes_that_differ_are_told_to_all_ranks() {
    let _watch = watch("sizes that differ");
    let all = ranks(3, SMALL);
    for sizes in [[8192, 4096, 8192], [4096, 4096, 8192], [4096, 4000, 4096], [1, 1 << 30, 2]] {
        for part in segments_of(&all, &sizes) {
            let error = part.err().expect("they differ");
            assert_eq!(error.errno(), libc::EINVAL, "{sizes:?}: {error}");
            assert!(error.text().contains(&sizes[0].to_string()), "{sizes:?}: {error}");
            assert!(error.text().contains("must be the same"), "{sizes:?}: {error}");
        }
    }
    assert!(segments(&all, 4096).iter().all(Result::is_ok));
}

#[test]
fn a_size_that_is_invalid_on_some_ranks_is_refused_on_all() {
    let _watch = watch("sizes that are invalid on some ranks");
    let all = ranks(3, SMALL);
    for sizes in [[0, 4096, 4096], [4096, 0, 4096], [4096, 4096, usize::MAX], [0, 0, 0]] {
        for (part, bytes) in segments_of(&all, &sizes).into_iter().zip(sizes) {
            let error = part.err().expect("a size is invalid");
            let is_told = error.errno() == libc::EINVAL || error.text().contains("rank 0");
            let is_told = is_told && (bytes == 4096 || error.text().contains("must not be 0"));
            assert!(is_told, "{bytes} of {sizes:?}: {error}");
        }
    }
    assert!(segments(&all, 4096).iter().all(Result::is_ok));
}

#[test]
fn atomics_do_what_they_say_on_both_widths() {
    use AtomicOp::{Add, And, CompareSwap, Load, Or, Store, Swap, Xor};
    let all = ranks(2, SMALL);
    let parts: Vec<_> = segments(&all, 64).into_iter().map(|part| part.expect("memory")).collect();
    for (width, ones) in [(4, u64::from(u32::MAX)), (8, u64::MAX)] {
        let cases = [
            (Load, 0, 0, 0, 0),
            (Store, 0, 5, 0, 5),
            (Swap, 5, ones, 0, ones),
            (Add, ones, 3, 0, 2),
            (CompareSwap, 2, 9, 3, 2),
            (CompareSwap, 2, 9, 2, 9),
            (Xor, 9, 0xff, 0, 0xf6),
            (And, 0xf6, 0x3c, 0, 0x34),
            (Or, 0x34, 0x43, 0, 0x77),
        ];
        for (op, old, operand, comparand, new) in cases {
            let got = parts[0]
                .atomic(Target::new(1, 8), &Atomic::new(op, width, operand, comparand))
                .expect("inside");
            // A store returns no defined old value.
            assert!(got == old || op == Store, "{op:?} of {width} bytes gave {got:#x}");
            assert_eq!(
                parts[1]
                    .atomic(Target::new(1, 8), &Atomic::new(Load, width, 0, 0))
                    .expect("inside"),
                new,
                "{op:?}"
            );
        }
        parts[0].atomic(Target::new(1, 8), &Atomic::new(Store, 8, 0, 0)).expect("inside");
    }
}

#[test]
fn what_is_outside_is_refused_in_every_form() {
    let all = ranks(2, SMALL);
    let parts: Vec<_> = segments(&all, 100).into_iter().map(|part| part.expect("memory")).collect();
    let (one, mut bytes) = (&parts[0], [0_u8; 8]);
    let at = bytes.as_mut_ptr().cast();
    for (rank, offset, len) in [
        (2, 0, 1),
        (u32::MAX, 0, 0),
        (0, 101, 0),
        (1, 93, 8),
        (0, usize::MAX, 8),
        (1, 8, usize::MAX),
    ] {
        // SAFETY: nothing is touched outside the segment; that is the test.
        let (put, get) = unsafe {
            (
                one.put(Target::new(rank, offset), at, len),
                one.get(Target::new(rank, offset), at, len),
            )
        };
        assert_eq!(put.expect_err("outside").errno(), libc::EINVAL, "{rank} {offset} {len}");
        assert_eq!(get.expect_err("outside").errno(), libc::EINVAL, "{rank} {offset} {len}");
    }
    for (offset, width) in [(1, 8), (4, 8), (2, 4), (0, 2), (0, 16), (96, 8), (100, 4)] {
        let refused = one.atomic(Target::new(1, offset), &Atomic::new(AtomicOp::Add, width, 1, 0));
        assert_eq!(refused.expect_err("outside").errno(), libc::EINVAL, "{offset} {width}");
    }
    assert!(one.ptr(2).is_null() && !one.ptr(1).is_null());
    // SAFETY: eight bytes of ours.
    unsafe { one.put(Target::new(1, 92), b"12345678".as_ptr().cast(), 8) }.expect("the last bytes");
    // SAFETY: eight bytes of ours.
    unsafe { parts[1].get(Target::new(1, 92), at, 8) }.expect("the last bytes");
    assert_eq!(&bytes, b"12345678");
}

#[test]
fn concurrent_atomics_lose_nothing() {
    const EACH: u64 = 20_000;
    let _watch = watch("concurrent atomics");
    let all = ranks(4, SMALL);
    let parts: Vec<_> = segments(&all, 64).into_iter().map(|part| part.expect("memory")).collect();
    std::thread::scope(|scope| {
        for part in &parts {
            scope.spawn(move || {
                for _ in 0..EACH {
                    part.atomic(Target::new(2, 0), &Atomic::new(AtomicOp::Add, 8, 3, 0))
                        .expect("inside");
                    part.atomic(Target::new(2, 8), &Atomic::new(AtomicOp::Add, 4, 1, 0))
                        .expect("inside");
                    part.atomic(Target::new(2, 12), &Atomic::new(AtomicOp::Xor, 4, 0xffff, 0))
                        .expect("inside");
                }
            });
        }
    });
    let load = |offset, width| {
        parts[0].atomic(Target::new(2, offset), &Atomic::new(AtomicOp::Load, width, 0, 0))
    };
    assert_eq!(load(0, 8).expect("inside"), 12 * EACH);
    assert_eq!(load(8, 4).expect("inside"), 4 * EACH);
    assert_eq!(load(12, 4).expect("inside"), 0);
}

#[test]
fn a_segment_that_cannot_be_made_fails_everywhere_and_the_next_one_works() {
    let _watch = watch("a segment that cannot be made");
    let all = ranks(3, SMALL);
    for part in segments(&all, usize::MAX / 4) {
        assert!(matches!(part.err().expect("too large").errno(), libc::EINVAL | libc::ENOMEM));
    }
    for part in segments(&all, 1 << 58) {
        let error = part.err().expect("too large");
        assert!(!error.text().is_empty(), "words");
    }
    // Below the size that no system grants, above the memory of any machine.
    let more_than_there_is: Vec<_> = segments(&all, 1 << 44).into_iter().map(Result::err).collect();
    let errors = more_than_there_is.iter().map(|error| error.as_ref().map(Error::errno));
    assert_eq!(errors.collect::<Vec<_>>(), [Some(libc::ENOMEM); 3]);
    let text = more_than_there_is[0].as_ref().expect("too large").text();
    assert!(text.contains("cannot be provided"), "{text}");
    assert!(segments(&all, 4096).iter().all(Result::is_ok));
}

fn taken_bytes(fd: i32) -> u64 {
    // SAFETY: the descriptor is open while the channel is.
    let fd = unsafe { BorrowedFd::borrow_raw(fd) };
    let file = std::fs::File::from(fd.try_clone_to_owned().expect("a copy"));
    std::os::unix::fs::MetadataExt::blocks(&file.metadata().expect("a memfd")) * 512
}

/// The memory used by a channel before its first message, and by one lane.
#[test]
fn only_pairs_that_talk_cost_memory() {
    const RANKS: u32 = 256;
    let all = ranks(RANKS, USUAL);
    let mut ports: Vec<_> = all.iter().map(|rank| rank.open(0)).collect();
    let taken: u64 = ports.iter().map(|port| taken_bytes(port.rx.control.fd())).sum();
    assert!(ports.iter().all(|port| port.tx.lanes.is_empty() && port.rx.lanes.is_empty()));
    assert!(
        taken <= u64::from(RANKS) * memfd::PAGE_BYTES as u64,
        "{taken} bytes of control memory"
    );
    let (first, rest) = ports.split_first_mut().expect("256");
    for port in &mut *rest {
        assert_eq!(send(&mut port.tx, addr(0), b"x").expect("alive"), 1);
    }
    for _ in 0..RANKS - 1 {
        next(&mut first.rx);
    }
    // One cache line for each sender, and no more.
    let control = taken_bytes(first.rx.control.fd());
    assert!(control <= u64::from(RANKS + 64) * 64, "{control} bytes for {RANKS} lanes");
    assert!(first.rx.listener.as_raw_fd() >= 0);
}
