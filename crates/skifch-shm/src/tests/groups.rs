//! Jobs in which only some ranks share memory.

use super::{Rank, SMALL, addr, join, next, send, until};
use skifch_backend::abi::AtomicOp;
use skifch_backend::test_host::TestHost;
use skifch_backend::word::Atomic;
use skifch_backend::{Domain, Segment, Target};

/// Ranks 0 and 2 on one host, ranks 1, 3 and 4 on another.
fn two_machines() -> Vec<Rank> {
    join(TestHost::part_of_job(5, SMALL, |rank| [0, 1, 0, 1, 1][rank as usize]))
}

fn are_together(a: u32, b: u32) -> bool {
    let first = |rank| [0, 2].contains(&rank);
    first(a) == first(b)
}

#[test]
fn who_shares_memory_is_found_and_who_does_not() {
    let all = two_machines();
    for (own, rank) in (0..).zip(&all) {
        let reached: Vec<bool> = (0..5).map(|other| rank.domain.reaches(other)).collect();
        let wanted: Vec<bool> = (0..5).map(|other| are_together(own, other)).collect();
        assert_eq!(reached, wanted, "rank {own}");
    }
    let together = join(TestHost::part_of_job(3, SMALL, |_| 0));
    assert!(together.iter().all(|rank| (0..3).all(|other| rank.domain.reaches(other))));
    assert!(!together[0].domain.reaches(3), "there is no such rank");
    let alone = join(TestHost::part_of_job(1, SMALL, |_| 0));
    assert!(alone[0].domain.reaches(0));
}

#[test]
fn those_together_talk_and_the_others_are_told_of() {
    let all = two_machines();
    let mut ports: Vec<_> = all.iter().map(|rank| rank.open(0)).collect();
    for from in 0..5 {
        for to in 0..5 {
            let bytes = [from as u8, to as u8];
            if are_together(from, to) {
                let tx = &mut ports[from as usize].tx;
                until("room", || (send(tx, addr(to), &bytes).expect("alive") == 2).then_some(()));
                assert_eq!(next(&mut ports[to as usize].rx), (from, bytes.to_vec()));
            } else {
                let error = send(&mut ports[from as usize].tx, addr(to), &bytes).expect_err("far");
                assert_eq!(error.errno(), libc::EHOSTUNREACH);
                assert!(error.text().contains(&format!("rank {to} shares no memory")), "{error}");
            }
        }
    }
}

#[test]
fn each_group_has_a_segment_of_its_own() {
    let all = two_machines();
    let parts: Vec<_> = std::thread::scope(|scope| {
        let opening: Vec<_> =
            all.iter().map(|rank| scope.spawn(move || rank.domain.segment(100))).collect();
        let opened = opening.into_iter().map(|one| one.join().expect("a rank"));
        opened.map(|one| one.expect("memory")).collect()
    });
    for (own, part) in (0..5).zip(&parts) {
        for other in 0..5 {
            assert_eq!(part.ptr(other).is_null(), !are_together(own, other), "{own} {other}");
            let added = part
                .atomic(Target::new(other, 8), &Atomic::new(AtomicOp::Add, 8, 1 << (8 * own), 0));
            assert_eq!(added.is_ok(), are_together(own, other));
        }
    }
    // Each part has the marks of its own group and no others.
    for (own, part) in (0..5).zip(&parts) {
        let marks = (0..5).filter(|&other| are_together(own, other)).map(|o| 1 << (8 * o)).sum();
        let found: u64 = part
            .atomic(Target::new(own, 8), &Atomic::new(AtomicOp::Load, 8, 0, 0))
            .expect("one's own");
        assert_eq!(found, marks, "rank {own}");
    }
}
