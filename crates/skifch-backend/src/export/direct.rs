//! What some networks do besides messages in lanes: copies between the memories of processes,
//! messages from the program's memory, collective operations.
//!
//! All functions rely on the op table's promise, as those of `data.rs` do.

use super::data::null;
use super::{ChannelContext, fail};
use crate::{Domain, Error, Rx, Tx};
use skifch_abi::{Caps, JOIN_MAX_BYTES, Join, JoinOp, NetAddr, iovec};
use std::ffi::{c_int, c_void};

type Channel<D> = ChannelContext<D>;

pub(crate) unsafe extern "C" fn copy_from<D: Domain>(
    channel: *mut c_void,
    src: NetAddr,
    address: u64,
    dst: *mut c_void,
    len: usize,
) -> c_int {
    // SAFETY: the op table's promise: a channel, one thread on the receiving side.
    let rx = unsafe { Channel::<D>::of(channel).rx() };
    let (from, to) =
        (piece(std::ptr::without_provenance_mut(address as usize), len), piece(dst, len));
    // SAFETY: as above: `dst` is writable for `len` bytes.
    c_int::from(unsafe { rx.copy_from(src, &[from], &[to]) })
}

fn piece(base: *mut c_void, len: usize) -> iovec {
    iovec { iov_base: base, iov_len: len }
}

pub(crate) unsafe extern "C" fn copy_pieces<D: Domain>(
    channel: *mut c_void,
    src: NetAddr,
    from: *const iovec,
    to: *const iovec,
    count: c_int,
) -> c_int {
    // SAFETY: the op table's promise: a channel, one thread on the receiving side.
    let context = unsafe { Channel::<D>::of(channel) };
    if from.is_null() || to.is_null() || count < 1 {
        return fail(&context.host, null("pieces, or a count below 1"));
    }
    // SAFETY: as above: `count` pieces each, and those at `to` are writable.
    let is_done = unsafe {
        let pieces = |list| std::slice::from_raw_parts(list, count as usize);
        context.rx().copy_from(src, pieces(from), pieces(to))
    };
    c_int::from(is_done)
}

pub(crate) unsafe extern "C" fn copy_to<D: Domain>(
    channel: *mut c_void,
    dst: NetAddr,
    address: u64,
    src: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: the op table's promise: a channel, one thread on the receiving side.
    let rx = unsafe { Channel::<D>::of(channel).rx() };
    // SAFETY: as above: `src` is readable for `len` bytes.
    c_int::from(unsafe { rx.copy_to(dst, address, src, len) })
}

pub(super) unsafe extern "C" fn lend<D: Domain>(
    channel: *mut c_void,
    dst: NetAddr,
    head: *const c_void,
    head_len: usize,
    body: *const c_void,
    len: usize,
    key: u64,
) -> isize {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    if head.is_null() || body.is_null() || len == 0 {
        return fail(&context.host, null("head or body, or an empty body")) as isize;
    }
    // SAFETY: not null, so readable bytes.
    let head = unsafe { std::slice::from_raw_parts(head.cast::<u8>(), head_len) };
    // SAFETY: one thread is on the sending side; the body stays as long as the table says.
    match unsafe { context.tx().lend(dst, head, body.cast(), len, key) } {
        Ok(bytes) => bytes.unwrap_or(0) as isize,
        Err(error) => fail(&context.host, error) as isize,
    }
}

pub(super) unsafe extern "C" fn take_back<D: Domain>(
    channel: *mut c_void,
    dst: NetAddr,
    key: u64,
) -> c_int {
    // SAFETY: the op table's promise: a channel, one thread on the sending side.
    unsafe { Channel::<D>::of(channel).tx() }.take_back(dst, key);
    0
}

pub(super) unsafe extern "C" fn join<D: Domain>(
    channel: *mut c_void,
    join: *const Join,
    base: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    if join.is_null() || base.is_null() {
        return fail(&context.host, null("join or base"));
    }
    // SAFETY: not null, so what a rank joins is there.
    let join = unsafe { *join };
    let op = match joined(&join, len, context.attr.caps) {
        Ok(op) => op,
        Err(error) => return fail(&context.host, error),
    };
    // SAFETY: as above: `len` readable bytes, and one thread on the sending side.
    let done =
        unsafe { context.tx().join(&join, op, std::slice::from_raw_parts(base.cast(), len)) };
    match done {
        Ok(is_taken) => c_int::from(is_taken),
        Err(error) => fail(&context.host, error),
    }
}

/// The operation to join, if the arguments are valid.
fn joined(join: &Join, len: usize, caps: Caps) -> Result<JoinOp, Error> {
    if !caps.has(Caps::JOIN) {
        return Err(Error::unsupported("collective operations in the network"));
    }
    let refuse = |why: String| Err(Error::new(libc::EINVAL, format!("joining {join:?}: {why}")));
    let Some(op) = JoinOp::from_number(join.op) else {
        return refuse(format!("there is no operation {}", join.op));
    };
    let words = match len.checked_sub(join.head) {
        Some(words) if join.head > 0 && len <= JOIN_MAX_BYTES => words,
        _ => {
            return refuse(format!(
                "expected a head of at least 1 byte within {len} bytes, at most 1024"
            ));
        }
    };
    match op {
        JoinOp::Meet if words > 0 => refuse(format!("a barrier has {words} bytes behind its head")),
        JoinOp::Meet | JoinOp::Copy => Ok(op),
        _ if !words.is_multiple_of(8) => {
            refuse(format!("{words} bytes are not a multiple of 8-byte words"))
        }
        _ => Ok(op),
    }
}
