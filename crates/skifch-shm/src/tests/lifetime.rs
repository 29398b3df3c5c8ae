//! Channels that are not open yet, that close, and that are reopened.

use super::{SMALL, addr, next, ranks, recv, send, until, watch};
use crate::socket;
use skifch_backend::abi::PeerState;
use skifch_backend::{Domain, Rx, Tx};

#[test]
fn a_port_that_is_not_open_yet_takes_nothing_and_later_everything() {
    let all = ranks(2, SMALL);
    let mut a = all[0].open(0);
    for _ in 0..10 {
        assert_eq!(send(&mut a.tx, addr(1), b"early").expect("no error"), 0);
    }
    assert!(a.tx.lanes.is_empty(), "no memory for a peer that is not there");
    let left = socket::accept(all[1].domain.process.owned()).expect("no error");
    assert!(left.is_none(), "asking whether it lives leaves no connection for it to take up");
    let mut b = all[1].open(0);
    assert_eq!(send(&mut a.tx, addr(1), b"now").expect("open"), 3);
    assert_eq!(next(&mut b.rx).1, b"now");
    let error = send(&mut a.tx, addr(2), b"x").expect_err("no such rank");
    assert_eq!(error.errno(), libc::EHOSTUNREACH);
    assert_eq!(all[1].domain.open(0).err().expect("open already").errno(), libc::EADDRINUSE);
}

#[test]
fn what_was_accepted_arrives_after_the_sender_closed() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    let mut sent = 0_u8;
    while send(&mut a.tx, addr(1), &[sent; 100]).expect("alive") > 0 {
        sent += 1;
    }
    drop(a);
    for value in 0..sent {
        assert_eq!(next(&mut b.rx).1, [value; 100]);
    }
    for _ in 0..2000 {
        assert_eq!(recv(&mut b.rx).expect("closing is no error"), None);
    }
    assert_eq!(b.rx.peer_state(addr(0)), PeerState::Closed);
    assert!(b.rx.lanes.is_empty());
}

#[test]
fn a_receiver_that_closed_is_told_and_may_open_again() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"read").expect("alive"), 4);
    assert_eq!(next(&mut b.rx).1, b"read");
    assert_eq!(send(&mut a.tx, addr(1), b"unread").expect("alive"), 6);
    drop(b);
    let error = until("the close to be told", || send(&mut a.tx, addr(1), b"x").err());
    assert_eq!(error.errno(), libc::EPIPE, "{error}");
    assert!(error.text().contains("rank 1"), "{error}");
    let error = send(&mut a.tx, addr(1), b"x").expect_err("still closed");
    assert_eq!(error.errno(), libc::EPIPE, "{error}");
    let mut b = all[1].open(0);
    assert_eq!(send(&mut a.tx, addr(1), b"again").expect("open again"), 5);
    assert_eq!(next(&mut b.rx).1, b"again");
}

#[test]
fn a_receiver_that_read_everything_may_close_and_open_unnoticed() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    for _ in 0..5 {
        assert_eq!(send(&mut a.tx, addr(1), b"hello").expect("alive"), 5);
        assert_eq!(next(&mut b.rx).1, b"hello");
        drop(b);
        b = all[1].open(0);
        a.tx.progress().expect("progress");
    }
}

/// The receiver polls only after the sender was opened and closed several times, with a lane each
/// time.
#[test]
fn a_sender_that_opens_again_keeps_its_order() {
    let _watch = watch("a sender that opens again");
    let all = ranks(3, SMALL);
    let (mut b, mut other) = (all[1].open(0), all[2].open(0));
    let mut number = 0_u32;
    for _ in 0..5 {
        let mut a = all[0].open(0);
        while send(&mut a.tx, addr(1), &number.to_le_bytes()).expect("alive") > 0 {
            number += 1;
            if number.is_multiple_of(100) {
                break;
            }
        }
    }
    assert_eq!(send(&mut other.tx, addr(1), b"!").expect("alive"), 1);
    let (mut expected, mut others) = (0_u32, 0);
    while expected < number || others == 0 {
        let (src, bytes) = next(&mut b.rx);
        if src == addr(2) {
            others += 1;
        } else {
            assert_eq!(bytes, expected.to_le_bytes());
            expected += 1;
        }
    }
    for _ in 0..2000 {
        assert_eq!(recv(&mut b.rx).expect("closing is no error"), None);
    }
    assert_eq!((b.rx.lanes.len(), b.rx.later.len()), (1, 0), "only the other is left");
}

/// Two incarnations of a sender have a lane when the receiver closes in good order and ends.
#[test]
fn a_close_is_said_to_every_lane() {
    let mut all = ranks(2, SMALL);
    let mut b = all[1].open(0);
    let mut a = all[0].open(0);
    assert_eq!(send(&mut a.tx, addr(1), b"first").expect("alive"), 5);
    drop(a);
    let mut a = all[0].open(0);
    assert_eq!(send(&mut a.tx, addr(1), b"second").expect("alive"), 6);
    b.rx.progress().expect("progress");
    assert_eq!((b.rx.lanes.len(), b.rx.later.len()), (1, 1));
    drop(b);
    drop(all.pop());
    let error = until("the close to be told", || send(&mut a.tx, addr(1), b"x").err());
    assert!(error.text().contains("has closed this channel"), "{error}");
    assert_eq!(a.tx.peer_state(addr(1)), PeerState::Closed);
}

#[test]
fn lines_of_credit_are_used_again() {
    let all = ranks(2, SMALL);
    let mut b = all[1].open(0);
    for round in 0..100_u32 {
        let mut a = all[0].open(0);
        assert_eq!(send(&mut a.tx, addr(1), &round.to_le_bytes()).expect("alive"), 4);
        assert_eq!(next(&mut b.rx).1, round.to_le_bytes());
        drop(a);
        until("the end of the lane", || {
            assert_eq!(recv(&mut b.rx).expect("closing is no error"), None);
            b.rx.lanes.is_empty().then_some(())
        });
    }
    assert_eq!(b.rx.control.assign().expect("a line"), 1, "the first line, free again");
}
