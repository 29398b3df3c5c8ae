//! The suite accepts a correct backend and detects incorrect ones: each mutant breaks one rule.

use super::{Net, Verdict, in_threads, run};
use crate::loopback::Loopback;
use crate::test_host::TestHost;
use skifch_abi::{Attr, Message, NetAddr, Plugin, Stats, iovec};
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

fn right() -> &'static Plugin {
    crate::table::<Loopback>()
}

#[test]
fn loopback_conforms() {
    let failures = in_threads(right(), 1, &[], 0x5eed);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The failing checks among those whose name contains `filter`.
fn failing(table: &Plugin, filter: &str) -> Vec<&'static str> {
    let host = TestHost::single();
    let mut domain = std::ptr::null_mut();
    // SAFETY: the host outlives the domain.
    assert_eq!(unsafe { (table.domain_open)(host.table(), &raw mut domain) }, 0);
    let (fence, last_error) = (|| (), || host.last_error());
    let net = Net { table, domain, rank: 0, size: 1, fence: &fence, last_error: &last_error };
    let mut failed = Vec::new();
    run(&net, 1, filter, &mut |line| {
        if matches!(line.verdict, Verdict::Failed(_)) {
            failed.push(line.name);
        }
    });
    // SAFETY: everything in it is closed.
    unsafe { (table.domain_close)(domain) };
    failed
}

unsafe extern "C" fn always_released(channel: *mut c_void) -> c_int {
    // SAFETY: passed on.
    unsafe { (right().recv_comp)(channel) };
    0
}

unsafe extern "C" fn sliver(
    channel: *mut c_void,
    dst: NetAddr,
    iov: *const iovec,
    count: c_int,
) -> isize {
    // SAFETY: passed on; one element more is left out.
    unsafe { (right().send)(channel, dst, iov, if count > 1 { count - 1 } else { count }) }
}

unsafe extern "C" fn every_fifth_lost(
    channel: *mut c_void,
    dst: NetAddr,
    iov: *const iovec,
    count: c_int,
) -> isize {
    static SENT: AtomicU64 = AtomicU64::new(0);
    // SAFETY: passed on, or one element is looked at that is there.
    unsafe {
        if count == 1 && !iov.is_null() && SENT.fetch_add(1, Ordering::Relaxed) % 5 == 4 {
            return (*iov).iov_len as isize;
        }
        (right().send)(channel, dst, iov, count)
    }
}

unsafe extern "C" fn wrong_source(channel: *mut c_void, message: *mut Message) -> c_int {
    // SAFETY: passed on; the message is there if the answer is 1.
    unsafe {
        let rc = (right().recv_ex)(channel, message);
        if rc == 1 {
            (*message).src ^= 1 << 22;
        }
        rc
    }
}

unsafe extern "C" fn never_waits(_: *mut c_void, _: u32, _: NetAddr, _: i64) -> c_int {
    0
}

unsafe extern "C" fn always_ready(_: *mut c_void, _: u32, _: NetAddr) -> c_int {
    1
}

unsafe extern "C" fn no_limits(_: *mut c_void, _: *mut Attr) -> c_int {
    0
}

unsafe extern "C" fn counts_nothing(_: *mut c_void, _: *mut Stats) -> c_int {
    0
}

unsafe extern "C" fn lend(
    channel: *mut c_void,
    dst: NetAddr,
    head: *const c_void,
    head_len: usize,
    body: *const c_void,
    len: usize,
    _: u64,
) -> isize {
    if len == 0 {
        return -libc::EINVAL as isize;
    }
    let piece = |base: *const c_void, iov_len| iovec { iov_base: base.cast_mut(), iov_len };
    let bytes = len.min(1000);
    let list = [piece(head, head_len), piece(body, bytes)];
    // SAFETY: passed on.
    match unsafe { (right().send_ex)(channel, dst, list.as_ptr(), 2, 1, std::ptr::null_mut()) } {
        1 => bytes as isize,
        rc => rc as isize,
    }
}

unsafe extern "C" fn lends_less(
    channel: *mut c_void,
    dst: NetAddr,
    head: *const c_void,
    head_len: usize,
    body: *const c_void,
    len: usize,
    key: u64,
) -> isize {
    // SAFETY: passed on.
    let rc = unsafe { lend(channel, dst, head, head_len, body, len - len / 2, key) };
    if rc > 0 && len > 1 { rc + 1 } else { rc }
}

unsafe extern "C" fn lends_other_bytes(
    channel: *mut c_void,
    dst: NetAddr,
    head: *const c_void,
    head_len: usize,
    body: *const c_void,
    len: usize,
    key: u64,
) -> isize {
    let at = if len > 1000 { body.wrapping_byte_add(1) } else { body };
    // SAFETY: of 1001 bytes, as many as it reads begin with the second.
    unsafe { lend(channel, dst, head, head_len, at, len, key) }
}

unsafe extern "C" fn take_back(_: *mut c_void, _: NetAddr, _: u64) -> c_int {
    0
}

unsafe extern "C" fn keeps(_: *mut c_void, _: NetAddr, _: u64) -> c_int {
    -libc::EBUSY
}

#[test]
fn mutants_that_borrow_are_found() {
    let right = Plugin { lend: Some(lend), take_back: Some(take_back), ..*right() };
    assert!(failing(&right, "loan").is_empty());
    for mutant in [
        Plugin { lend: Some(lends_less), ..right },
        Plugin { lend: Some(lends_other_bytes), ..right },
        Plugin { take_back: Some(keeps), ..right },
        Plugin { take_back: None, ..right },
    ] {
        assert!(failing(&mutant, "loans").contains(&"loans"));
    }
}

#[test]
fn each_mutant_is_found() {
    let right = *right();
    let mutants = [
        ("nothing", Plugin { recv_comp: always_released, ..right }),
        ("one-out", Plugin { recv_comp: always_released, ..right }),
        ("vectored", Plugin { send: sliver, ..right }),
        ("ports", Plugin { recv_ex: wrong_source, ..right }),
        ("wait-looks", Plugin { wait: never_waits, ..right }),
        ("wait-timeout", Plugin { wait: never_waits, ..right }),
        ("event-fd", Plugin { arm: Some(always_ready), ..right }),
        ("event-fd", Plugin { event_fd: None, ..right }),
        ("attr", Plugin { query: no_limits, ..right }),
        ("counters", Plugin { stats: Some(counts_nothing), ..right }),
        ("seg-zeroed", Plugin { caps: right.caps | 8, ..right }),
    ];
    for (name, mutant) in mutants {
        assert!(failing(&right, name).is_empty(), "{name} fails on the right one");
        assert!(failing(&mutant, name).contains(&name), "{name} misses its mutant");
    }
}

#[test]
fn a_lost_message_is_found() {
    // Waits for a message that never arrives, which takes the suite's full patience: one check
    // only.
    let mutant = Plugin { send: every_fifth_lost, ..*right() };
    assert!(failing(&mutant, "batch").contains(&"batch"));
}
