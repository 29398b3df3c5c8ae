//! Sleeping sides: after a lost wake-up a side would sleep forever.

use super::{SMALL, addr, in_threads, next, ranks, recv, send, watch};
use skifch_backend::{Rx, Tx};
use std::os::fd::RawFd;

fn sleep(fd: RawFd) {
    let mut fds = [libc::pollfd { fd, events: libc::POLLIN, revents: 0 }];
    // SAFETY: one element of ours.
    unsafe { libc::poll(fds.as_mut_ptr(), 1, -1) };
}

fn wait_to_send(tx: &mut crate::send::ShmTx, to: u32, bytes: &[u8]) {
    loop {
        match send(tx, addr(to), bytes).expect("a living peer") {
            0 if tx.arm(addr(to)).expect("arming") => tx.disarm(),
            0 => {
                sleep(tx.fd());
                tx.disarm();
            }
            _ => return,
        }
    }
}

fn wait_to_recv(rx: &mut crate::recv::ShmRx) -> Vec<u8> {
    loop {
        match recv(rx).expect("living peers") {
            Some((_, bytes)) => return bytes,
            None if rx.arm().expect("arming") => rx.disarm(),
            None => {
                sleep(rx.fd());
                rx.disarm();
            }
        }
    }
}

/// Each rank waits for the other for every message: both sides sleep at all points of the path.
#[test]
fn ping_pong_asleep_loses_no_wake_up() {
    let _watch = watch("ping-pong between two sleepers");
    in_threads(2, SMALL, |rank, port| {
        for round in 0..20_000_u32 {
            if rank == 0 {
                wait_to_send(&mut port.tx, 1, &round.to_le_bytes());
            }
            assert_eq!(wait_to_recv(&mut port.rx), round.to_le_bytes());
            if rank == 1 {
                wait_to_send(&mut port.tx, 0, &round.to_le_bytes());
            }
        }
    });
}

/// The lane is always full: the sender sleeps for room, the receiver for messages.
#[test]
fn a_full_lane_loses_no_wake_up() {
    const MESSAGES: u32 = 60_000;
    let _watch = watch("a full lane between two sleepers");
    in_threads(2, SMALL, |rank, port| {
        let size = |number: u32| 4 + (number.wrapping_mul(2_654_435_761) >> 22) as usize % 1000;
        for number in 0..MESSAGES {
            if rank == 0 {
                let mut bytes = vec![0; size(number)];
                bytes[..4].copy_from_slice(&number.to_le_bytes());
                wait_to_send(&mut port.tx, 1, &bytes);
            } else {
                let bytes = wait_to_recv(&mut port.rx);
                assert_eq!(bytes.len(), size(number));
                assert_eq!(bytes[..4], number.to_le_bytes());
            }
        }
    });
}

/// Many senders and one receiver, which sleeps whenever it can.
#[test]
fn many_senders_wake_one_sleeper() {
    const EACH: usize = 3_000;
    let _watch = watch("five senders and one sleeper");
    in_threads(6, SMALL, |rank, port| {
        if rank == 0 {
            (0..5 * EACH).for_each(|_| drop(wait_to_recv(&mut port.rx)));
        } else {
            for number in 0..EACH {
                wait_to_send(&mut port.tx, 0, &number.to_le_bytes());
                if number.is_multiple_of(7) {
                    std::thread::yield_now();
                }
            }
        }
    });
}

/// An event loop may arm again without having retracted the last announcement.
#[test]
fn every_announcement_is_answered() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    let readable = |fd| {
        let mut fds = [libc::pollfd { fd, events: libc::POLLIN, revents: 0 }];
        // SAFETY: one element of ours.
        unsafe { libc::poll(fds.as_mut_ptr(), 1, 0) == 1 }
    };
    // An exchange line may be handed over along with the lane, which is news too.
    assert_eq!(send(&mut a.tx, addr(1), b"first").expect("alive"), 5);
    next(&mut b.rx);
    a.tx.progress().expect("progress");
    b.rx.progress().expect("progress");
    for round in 0..20_u32 {
        assert!(!b.rx.arm().expect("arming"));
        assert_eq!(send(&mut a.tx, addr(1), &round.to_le_bytes()).expect("alive"), 4);
        assert!(readable(b.rx.fd()), "round {round}");
        next(&mut b.rx);
        // Drains the doorbell but does not retract the announcement.
        b.rx.progress().expect("progress");
        a.tx.progress().expect("progress");
        assert!(!readable(b.rx.fd()), "round {round}");
    }
}

#[test]
fn no_doorbell_is_rung_for_who_is_awake() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"x").expect("alive"), 1);
    next(&mut b.rx);
    assert_eq!(send(&mut a.tx, addr(1), b"x").expect("alive"), 1);
    let before = a.tx.counters.doorbells.get();
    for _ in 0..1000 {
        next(&mut b.rx);
        assert_eq!(send(&mut a.tx, addr(1), b"x").expect("alive"), 1);
    }
    assert_eq!(a.tx.counters.doorbells.get(), before);
}
