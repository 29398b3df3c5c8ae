//! Forwards sends and receives.

use super::{Call, Channel, Layer, channel, inside};
use crate::errno;
use skifch_abi::{Join, Message, NetAddr, SendFlags, iovec};
use std::ffi::{c_int, c_void};

/// Total bytes of a scatter list; 0 for an invalid one, which the wrapped table will reject.
///
/// # Safety
/// `iov`, if not null, points to `count` elements if `count` is in 1 to 1024.
unsafe fn total(iov: *const iovec, count: c_int) -> usize {
    if iov.is_null() || !(1..=1024).contains(&count) {
        return 0;
    }
    // SAFETY: the caller's promise.
    let list = unsafe { std::slice::from_raw_parts(iov, count as usize) };
    crate::iov::total(list).unwrap_or(0)
}

/// The first `bytes` bytes of a scatter list.
///
/// # Safety
/// As `total`, which is greater than `bytes`.
unsafe fn cut(iov: *const iovec, count: c_int, bytes: usize) -> Vec<iovec> {
    // SAFETY: the caller's promise.
    let list = unsafe { std::slice::from_raw_parts(iov, count as usize) };
    let mut left = bytes;
    let take = |element: &iovec| {
        let iov_len = element.iov_len.min(left);
        left -= iov_len;
        iovec { iov_len, ..*element }
    };
    list.iter().map(take).collect()
}

/// Sets errno and the result of a data call: the wrapped call has reported the error, but calls
/// made since may have changed errno.
fn answer(result: i64) -> isize {
    if result >= 0 {
        return result as isize;
    }
    errno::set(-result as c_int);
    -1
}

pub(super) unsafe extern "C" fn send<L: Layer>(
    pointer: *mut c_void,
    dst: NetAddr,
    iov: *const iovec,
    count: c_int,
) -> isize {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the sending side; the list is as the caller says.
    let (tx, all) = unsafe { (&mut *channel.tx.get(), total(iov, count)) };
    let result = channel.traced("send", Some(dst), Some(all), || {
        let layer = &channel.domain.layer;
        if layer.refuses(tx) {
            return 0;
        }
        let bytes = layer.shortens(tx, all);
        if bytes < all {
            // SAFETY: `bytes` is less than the list has.
            let list = unsafe { cut(iov, count, bytes) };
            // SAFETY: the op table's promise, passed on.
            let rc = unsafe { (channel.inner.send)(channel.ctx, dst, list.as_ptr(), count) };
            return errno::negative(rc) as i64;
        }
        // SAFETY: as above.
        errno::negative(unsafe { (channel.inner.send)(channel.ctx, dst, iov, count) }) as i64
    });
    answer(result)
}

pub(super) unsafe extern "C" fn send_ex<L: Layer>(
    pointer: *mut c_void,
    dst: NetAddr,
    iov: *const iovec,
    count: c_int,
    flags: u32,
    taken: *mut usize,
) -> c_int {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the sending side; the list is as the caller says.
    let (tx, all) = unsafe { (&mut *channel.tx.get(), total(iov, count)) };
    channel.traced("send_ex", Some(dst), Some(all), || {
        if channel.domain.layer.refuses(tx) {
            return 0;
        }
        let layer = &channel.domain.layer;
        let bytes = layer.shortens(tx, all);
        if bytes == all {
            let send = channel.inner.send_ex;
            // SAFETY: the op table's promise, passed on.
            return unsafe { send(channel.ctx, dst, iov, count, flags, taken) }.into();
        }
        if SendFlags(flags).has(SendFlags::WHOLE) {
            return layer.allows(tx, dst, all).into();
        }
        // SAFETY: `bytes` is less than the list has.
        let list = unsafe { cut(iov, count, bytes) };
        // SAFETY: the op table's promise, passed on.
        unsafe { (channel.inner.send_ex)(channel.ctx, dst, list.as_ptr(), count, flags, taken) }
            .into()
    }) as c_int
}

pub(super) unsafe extern "C" fn recv<L: Layer>(
    pointer: *mut c_void,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> isize {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the receiving side.
    let rx = unsafe { &mut *channel.rx.get() };
    let is_bad = cont.is_null() || cont_count.is_null();
    let result = channel.traced("recv", None, None, || {
        if !is_bad && channel.domain.layer.holds_back(rx) {
            // SAFETY: not null, so a writable int.
            unsafe { cont_count.write(0) };
            return 0;
        }
        // SAFETY: the op table's promise, passed on.
        let rc = unsafe { (channel.inner.recv)(channel.ctx, cont, cont_count) };
        if rc > 0 {
            // SAFETY: the receive has set the count and that many segments; the array is the
            // caller's, and its other elements are only written.
            unsafe { reshape::<L>(channel, rx, cont, cont_count) };
        }
        errno::negative(rc) as i64
    });
    answer(result)
}

/// # Safety
/// A receive has set `*cont_count` segments of an array of three.
unsafe fn reshape<L: Layer>(
    channel: &Channel<L>,
    rx: &mut L::Rx,
    cont: *mut iovec,
    cont_count: *mut c_int,
) {
    let mut shown = Message::EMPTY.cont;
    // SAFETY: the caller's promise.
    unsafe {
        let mut count = (*cont_count).clamp(0, 3);
        cont.copy_to_nonoverlapping(shown.as_mut_ptr(), count as usize);
        channel.domain.layer.reshapes(rx, &mut shown, &mut count);
        cont.copy_from_nonoverlapping(shown.as_ptr(), count as usize);
        cont_count.write(count);
    }
}

pub(super) unsafe extern "C" fn recv_comp<L: Layer>(pointer: *mut c_void) -> c_int {
    let channel = channel!(pointer);
    let result = channel.traced("recv_comp", None, None, || {
        // SAFETY: the op table's promise, passed on.
        errno::negative(unsafe { (channel.inner.recv_comp)(channel.ctx) } as isize) as i64
    });
    answer(result) as c_int
}

pub(super) unsafe extern "C" fn copy_from<L: Layer>(
    pointer: *mut c_void,
    src: NetAddr,
    address: u64,
    dst: *mut c_void,
    len: usize,
) -> c_int {
    let channel = channel!(pointer);
    let result = channel.traced("copy_from", Some(src), Some(len), || {
        inside!(channel.inner, copy_from(channel.ctx, src, address, dst, len)).into()
    });
    result as c_int
}

pub(super) unsafe extern "C" fn copy_pieces<L: Layer>(
    pointer: *mut c_void,
    src: NetAddr,
    from: *const iovec,
    to: *const iovec,
    count: c_int,
) -> c_int {
    let channel = channel!(pointer);
    // SAFETY: the op table's promise: `count` pieces.
    let len = unsafe { total(to, count) };
    let result = channel.traced("copy_pieces", Some(src), Some(len), || {
        inside!(channel.inner, copy_pieces(channel.ctx, src, from, to, count)).into()
    });
    result as c_int
}

pub(super) unsafe extern "C" fn copy_to<L: Layer>(
    pointer: *mut c_void,
    dst: NetAddr,
    address: u64,
    src: *const c_void,
    len: usize,
) -> c_int {
    let channel = channel!(pointer);
    let result = channel.traced("copy_to", Some(dst), Some(len), || {
        inside!(channel.inner, copy_to(channel.ctx, dst, address, src, len)).into()
    });
    result as c_int
}

pub(super) unsafe extern "C" fn lend<L: Layer>(
    pointer: *mut c_void,
    dst: NetAddr,
    head: *const c_void,
    head_len: usize,
    body: *const c_void,
    len: usize,
    key: u64,
) -> isize {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the sending side.
    let tx = unsafe { &mut *channel.tx.get() };
    channel.traced("lend", Some(dst), Some(head_len + len), || {
        if channel.domain.layer.refuses(tx) {
            return 0;
        }
        match channel.inner.lend {
            // SAFETY: the op table's promise, passed on.
            Some(lend) => unsafe { lend(channel.ctx, dst, head, head_len, body, len, key) as i64 },
            None => -i64::from(libc::ENOTSUP),
        }
    }) as isize
}

pub(super) unsafe extern "C" fn take_back<L: Layer>(
    pointer: *mut c_void,
    dst: NetAddr,
    key: u64,
) -> c_int {
    let channel = channel!(pointer);
    channel.traced("take_back", Some(dst), None, || {
        inside!(channel.inner, take_back(channel.ctx, dst, key)).into()
    }) as c_int
}

pub(super) unsafe extern "C" fn join<L: Layer>(
    pointer: *mut c_void,
    join: *const Join,
    base: *const c_void,
    len: usize,
) -> c_int {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the sending side.
    let tx = unsafe { &mut *channel.tx.get() };
    channel.traced("join", None, Some(len), || {
        if channel.domain.layer.refuses(tx) {
            return 0;
        }
        inside!(channel.inner, join(channel.ctx, join, base, len)).into()
    }) as c_int
}

pub(super) unsafe extern "C" fn recv_ex<L: Layer>(
    pointer: *mut c_void,
    message: *mut Message,
) -> c_int {
    // SAFETY: one message is a batch of one; it and its source are the same in both calls.
    unsafe { recv_batch::<L>(pointer, message, 1, "recv_ex") }
}

pub(super) unsafe extern "C" fn recv_many<L: Layer>(
    pointer: *mut c_void,
    messages: *mut Message,
    max: c_int,
) -> c_int {
    // SAFETY: the op table's promise, passed on.
    unsafe { recv_batch::<L>(pointer, messages, max, "recv_many") }
}

/// # Safety
/// As the entry `op`.
unsafe fn recv_batch<L: Layer>(
    pointer: *mut c_void,
    messages: *mut Message,
    max: c_int,
    op: &'static str,
) -> c_int {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the receiving side.
    let rx = unsafe { &mut *channel.rx.get() };
    let start = channel.domain.layer.enter();
    let rc = if !messages.is_null() && max > 0 && channel.domain.layer.holds_back(rx) {
        0
    } else if op == "recv_ex" {
        // SAFETY: the op table's promise, passed on.
        unsafe { (channel.inner.recv_ex)(channel.ctx, messages) }
    } else {
        inside!(channel.inner, recv_many(channel.ctx, messages, max))
    };
    let mut call =
        Call { op, port: Some(channel.port), peer: None, bytes: None, result: rc.into() };
    for index in 0..rc.max(0) as usize {
        // SAFETY: the receive has filled in `rc` messages.
        let message = unsafe { &raw mut *messages.add(index) };
        // SAFETY: as above: count, segments, length and source are set.
        unsafe {
            reshape::<L>(
                channel,
                rx,
                (&raw mut (*message).cont).cast(),
                &raw mut (*message).cont_count,
            );
            call.peer = Some((*message).src);
            call.bytes = Some(call.bytes.unwrap_or(0) + (*message).len);
        }
    }
    channel.domain.layer.leave(start, call);
    rc
}

pub(super) unsafe extern "C" fn claim<L: Layer>(
    pointer: *mut c_void,
    dst: NetAddr,
    len: usize,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> c_int {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the sending side.
    let tx = unsafe { &mut *channel.tx.get() };
    channel.traced("claim", Some(dst), Some(len), || {
        if channel.domain.layer.refuses(tx) {
            return 0;
        }
        let allowed = channel.domain.layer.allows(tx, dst, len);
        if allowed < 0 {
            return allowed.into();
        }
        inside!(channel.inner, claim(channel.ctx, dst, len, cont, cont_count)).into()
    }) as c_int
}

pub(super) unsafe extern "C" fn commit<L: Layer>(pointer: *mut c_void, len: usize) -> c_int {
    let channel = channel!(pointer);
    let call = || inside!(channel.inner, commit(channel.ctx, len)).into();
    channel.traced("commit", None, Some(len), call) as c_int
}

pub(super) unsafe extern "C" fn abort<L: Layer>(pointer: *mut c_void) -> c_int {
    let channel = channel!(pointer);
    channel.traced("abort", None, None, || inside!(channel.inner, abort(channel.ctx)).into())
        as c_int
}
