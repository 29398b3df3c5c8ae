//! Messages built in the ring by a caller who may write all of the room and send a part of it.

use super::{SMALL, addr, next, ranks, recv, send};
use skifch_backend::{Cont, Tx};
use std::mem::MaybeUninit;

/// Claims `room` bytes and writes all of them.
fn fill(tx: &mut crate::send::ShmTx, room: usize, with: u8) {
    let mut cont: Cont = [MaybeUninit::uninit(); 3];
    let count = tx.claim(addr(1), room, &mut cont).expect("alive").expect("room");
    assert_eq!(count, 1);
    // SAFETY: one segment is set; it is ours to write until the commit.
    unsafe {
        let part = cont[0].assume_init();
        part.iov_base.cast::<u8>().write_bytes(with, part.iov_len);
    }
}

#[test]
fn what_was_written_and_not_sent_is_not_seen() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    for (room, len) in [(40, 8), (40, 0), (40, 40), (1000, 1), (300, 17), (1024, 1024), (24, 3)] {
        for _ in 0..20 {
            fill(&mut a.tx, room, 0xff);
            a.tx.commit(len).expect("a claim");
            assert_eq!(next(&mut b.rx).1, vec![0xff; len], "{len} of {room}");
            assert_eq!(recv(&mut b.rx).expect("the lane is whole"), None, "{len} of {room}");
            fill(&mut a.tx, room, 0xee);
            a.tx.abort().expect("a claim");
            assert_eq!(recv(&mut b.rx).expect("the lane is whole"), None, "abort of {room}");
            assert_eq!(send(&mut a.tx, addr(1), b"ok").expect("alive"), 2);
            assert_eq!(next(&mut b.rx).1, b"ok");
            assert_eq!(recv(&mut b.rx).expect("the lane is whole"), None, "after {room}");
        }
    }
}

#[test]
fn a_claim_is_one_at_a_time_and_bounded() {
    let all = ranks(2, SMALL);
    let (mut a, b) = (all[0].open(0), all[1].open(0));
    let mut cont: Cont = [MaybeUninit::uninit(); 3];
    assert_eq!(a.tx.commit(0).expect_err("nothing claimed").errno(), libc::EINVAL);
    assert_eq!(a.tx.abort().expect_err("nothing claimed").errno(), libc::EINVAL);
    let error = a.tx.claim(addr(1), 1025, &mut cont).expect_err("too large");
    assert_eq!(error.errno(), libc::EMSGSIZE);
    fill(&mut a.tx, 16, 1);
    assert_eq!(a.tx.claim(addr(1), 1, &mut cont).expect_err("busy").errno(), libc::EBUSY);
    assert_eq!(send(&mut a.tx, addr(1), b"x").expect_err("busy").errno(), libc::EBUSY);
    assert_eq!(a.tx.commit(17).expect_err("more than claimed").errno(), libc::EINVAL);
    a.tx.commit(16).expect("still claimed");
    drop(b);
}

/// The memory under a claim stays mapped until the claim is committed or aborted, even if the
/// receiver goes away.
#[test]
fn a_receiver_that_goes_leaves_a_claim_writable() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"x").expect("alive"), 1);
    assert_eq!(next(&mut b.rx).1, b"x");
    let mut cont: Cont = [MaybeUninit::uninit(); 3];
    a.tx.claim(addr(1), 512, &mut cont).expect("alive").expect("room");
    drop(b);
    a.tx.progress().expect("progress");
    let _ = a.tx.peer_state(addr(1));
    a.tx.disarm();
    assert!(a.tx.lanes[0].is_some(), "the lane under the claim");
    // SAFETY: one segment is set; it is ours to write until the commit.
    unsafe {
        let part = cont[0].assume_init();
        part.iov_base.cast::<u8>().write_bytes(5, part.iov_len);
    }
    a.tx.commit(512).expect("a claim");
    a.tx.progress().expect("progress");
    let error = send(&mut a.tx, addr(1), b"y").expect_err("gone with a message unread");
    assert_eq!(error.errno(), libc::EPIPE, "{error}");
}
