//! Bad arguments: refused with a message and without side effects.

use super::chan::settle;
use super::{Case, Check, Outcome, ensure};
use crate::iov::iovec_of;
use skifch_abi::{Events, MAX_RANK, NetAddr, iovec, netaddr};
use std::ptr::{null, null_mut};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "bad-iov",
        rule: "null, negative, too many, overflow: EINVAL with a message",
        run: bad_iov,
    },
    Check { name: "bad-recv", rule: "null pointers at Recv: EINVAL", run: bad_recv },
    Check { name: "bad-flags", rule: "unknown flags and events: EINVAL", run: bad_flags },
    Check {
        name: "no-such-rank",
        rule: "a rank that does not exist: EINVAL or EHOSTUNREACH",
        run: no_such_rank,
    },
];

fn bad_iov(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    // Connects first, so that the fast path of a send is exercised too.
    chan.send_all(chan.addr, b"x")?;
    chan.expect(chan.addr, b"x")?;
    let byte = [7u8];
    let one = iovec_of(&byte);
    let greatest = iovec { iov_len: usize::MAX, ..one };
    let huge = [iovec { iov_len: isize::MAX as usize, ..one }; 3];
    let list = vec![one; 1025];
    let cases: [(&str, *const iovec, i32); 7] = [
        ("null, count 1", null(), 1),
        ("null, count 3", null(), 3),
        ("count -1", &raw const one, -1),
        ("the least count", &raw const one, i32::MIN),
        ("1025 elements", list.as_ptr(), 1025),
        ("one element of more than memory has", &raw const greatest, 1),
        ("a total that overflows", huge.as_ptr(), 3),
    ];
    for (what, iov, count) in cases {
        // SAFETY: the entry must validate its arguments before it reads any element.
        let rc = settle(|| unsafe { chan.send_raw(chan.addr, iov, count) });
        ensure!(rc == -libc::EINVAL as isize, "Send with {what} answered {rc}, not EINVAL");
        let words = (case.net.last_error)();
        let is_named = words.strip_prefix("SkifCh_Send: ").is_some_and(|why| !why.is_empty());
        ensure!(is_named, "Send with {what} failed with the words {words:?}: no call or no reason");
    }
    // SAFETY: `list` has 1024 elements.
    let rc = settle(|| unsafe { chan.send_raw(chan.addr, list.as_ptr(), 1024) });
    ensure!(rc == 1024, "Send of 1024 elements of a byte answered {rc}");
    chan.expect(chan.addr, &[7; 1024])
}

fn bad_recv(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    chan.send_all(chan.addr, b"x")?;
    let (mut cont, mut count) = (skifch_abi::Message::EMPTY.cont, 0);
    // SAFETY: the entry must refuse null pointers.
    let rc = unsafe { chan.recv_raw(null_mut(), &raw mut count) };
    ensure!(rc == -libc::EINVAL as isize, "Recv with cont null answered {rc}, not EINVAL");
    // SAFETY: as above.
    let rc = unsafe { chan.recv_raw(cont.as_mut_ptr(), null_mut()) };
    ensure!(rc == -libc::EINVAL as isize, "Recv with cont_count null answered {rc}, not EINVAL");
    if let Some(rc) = chan.recv_many(&mut []) {
        ensure!(rc == -libc::EINVAL, "RecvMany of none answered {rc}, not EINVAL");
    }
    chan.expect(chan.addr, b"x")
}

fn bad_flags(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let rc = settle(|| chan.send_ex(chan.addr, b"x", 1 << 31).0);
    ensure!(rc == -libc::EINVAL, "SendEx with unknown flags answered {rc}, not EINVAL");
    for events in [Events(0), Events(1 << 31)] {
        let rc = chan.wait(events, chan.addr, 0);
        ensure!(rc == -libc::EINVAL, "a wait for {:#x} answered {rc}, not EINVAL", events.0);
    }
    chan.expect_nothing()
}

fn no_such_rank(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let is_right = |rc: i32| rc == -libc::EINVAL || rc == -libc::EHOSTUNREACH;
    let refused = |dst: NetAddr| {
        let rc = settle(|| chan.send(dst, b"x")) as i32;
        ensure!(is_right(rc), "Send to {dst:#x} answered {rc}, not EINVAL or EHOSTUNREACH");
        let words = (case.net.last_error)();
        ensure!(words.starts_with("SkifCh_Send: "), "Send to {dst:#x} failed with: {words:?}");
        let rc = settle(|| chan.send_ex(dst, b"x", 0).0);
        ensure!(is_right(rc), "SendEx to {dst:#x} answered {rc}");
        let rc = settle(|| chan.claim(dst, 1).map_or(-libc::ENOTSUP, |(rc, _)| rc));
        ensure!(is_right(rc) || rc == -libc::ENOTSUP, "a claim for {dst:#x} answered {rc}");
        Ok(())
    };
    for rank in [case.net.size, MAX_RANK] {
        refused(netaddr(rank, 0))?;
        refused(netaddr(rank, case.port(0)))?;
    }
    chan.send_all(chan.addr, b"still works")?;
    chan.expect(chan.addr, b"still works")
}
