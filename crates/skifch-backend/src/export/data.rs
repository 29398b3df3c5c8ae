//! The path of every message. The success path comes first in each function; it allocates nothing,
//! locks nothing and cannot panic. Failures leave through cold functions.
//!
//! All functions rely on the op table's promise, to which their safety arguments refer: the context
//! was returned by `open` and is not closed; at most one thread uses the side that the call belongs
//! to; pointers that are not null point to what their type says.

use super::{ChannelContext, answer, fail};
use crate::{Cont, Domain, Error, Glance, HostRef, Rx, Tx, iov};
use skifch_abi::{CONT_SIZE, Message, NetAddr, SendFlags, iovec, port_of, rank_of};
use std::ffi::{CStr, c_int, c_void};
use std::mem::MaybeUninit;

type Channel<D> = ChannelContext<D>;

const SEND: &CStr = c"SkifCh_Send";
const RECV: &CStr = c"SkifCh_Recv";
const RECV_COMP: &CStr = c"SkifCh_RecvComp";

pub(super) unsafe extern "C" fn send<D: Domain>(
    channel: *mut c_void,
    dst: NetAddr,
    elements: *const iovec,
    count: c_int,
) -> isize {
    // One element of 1 to isize::MAX bytes is nearly every send, and needs no further checks.
    // SAFETY: not null, so one element is there.
    if count == 1 && !elements.is_null() && unsafe { (*elements).iov_len as isize } > 0 {
        // SAFETY: the op table's promise: a channel, one thread on the sending side, one element
        // that names readable memory.
        let (tx, taken) = unsafe {
            let (tx, one) = (Channel::<D>::of(channel).tx(), *elements);
            let taken = tx.send_short(dst, one.iov_base.cast(), one.iov_len);
            (tx, taken)
        };
        if taken > 0 {
            // A tail call, like the other exits of this function.
            return if tx.is_due() { do_due(tx, taken) } else { taken as isize };
        }
    }
    // SAFETY: as above.
    unsafe {
        match count {
            2 => send_two::<D>(channel, dst, elements),
            _ => send_any::<D>(channel, dst, elements, count),
        }
    }
}

/// `send` for two elements: the header of a layer above, and its payload.
#[inline(never)]
unsafe extern "C" fn send_two<D: Domain>(
    channel: *mut c_void,
    dst: NetAddr,
    elements: *const iovec,
) -> isize {
    // SAFETY: the op table's promise: if not null, two elements are there.
    if let Some(two) = unsafe { elements.cast::<[iovec; 2]>().as_ref() }
        && let Some(total @ 1..) = iov::total(two)
    {
        // SAFETY: as above: a channel, one thread on the sending side, readable memory.
        let taken = unsafe { Channel::<D>::of(channel).tx().send_fast(dst, two, total) };
        if taken > 0 {
            return taken as isize;
        }
    }
    // SAFETY: as above.
    unsafe { send_any::<D>(channel, dst, elements, 2) }
}

#[inline(never)]
extern "C" fn do_due<T: Tx>(tx: &mut T, taken: usize) -> isize {
    tx.do_due();
    // Opaque: a caller that knew the result would keep it on its stack across a call instead of
    // making a tail call.
    std::hint::black_box(taken) as isize
}

/// `send` for all arguments.
#[inline(never)]
pub(crate) unsafe extern "C" fn send_any<D: Domain>(
    channel: *mut c_void,
    dst: NetAddr,
    elements: *const iovec,
    count: c_int,
) -> isize {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; the elements are only looked at if there are any.
    let Some((list, total @ 1..)) = (unsafe { checked(elements, count) }) else {
        // SAFETY: as above.
        return context.host.fail_call(SEND, &unsafe { refusal(elements, count) }) as isize;
    };
    // SAFETY: one thread is on the sending side, and the elements name readable memory.
    let taken = unsafe { context.tx().send_fast(dst, list, total) };
    if taken > 0 {
        return taken as isize;
    }
    // SAFETY: as above.
    match unsafe { context.tx().send(dst, list, total, SendFlags::NONE) } {
        Ok(taken) => taken.unwrap_or(0) as isize,
        Err(error) => fail_send(&context.host, dst, total, error),
    }
}

/// Adds to the error which send failed: the calling function passed its arguments on in registers
/// and did not keep them.
#[cold]
#[inline(never)]
fn fail_send(host: &HostRef, dst: NetAddr, bytes: usize, error: Error) -> isize {
    let (rank, port) = (rank_of(dst), port_of(dst));
    let error = error.context(format_args!("{bytes} bytes to rank {rank} port {port}"));
    host.fail_call(SEND, &error) as isize
}

pub(super) unsafe extern "C" fn recv<D: Domain>(
    channel: *mut c_void,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> isize {
    if !cont.is_null() && !cont_count.is_null() {
        // SAFETY: the op table's promise: a channel, one thread on the receiving side, room for
        // CONT_SIZE elements, which need not be initialised, and a writable int.
        unsafe {
            match Channel::<D>::of(channel).rx().recv_fast(&mut *cont.cast::<Cont>()) {
                Glance::Message(shown) => {
                    cont_count.write(1);
                    return shown.len as isize;
                }
                Glance::Nothing => {
                    cont_count.write(0);
                    return 0;
                }
                Glance::Other => {}
            }
        }
    }
    // SAFETY: as above.
    unsafe { recv_any::<D>(channel, cont, cont_count) }
}

#[inline(never)]
unsafe extern "C" fn recv_any<D: Domain>(
    channel: *mut c_void,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> isize {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    if cont.is_null() || cont_count.is_null() {
        return context.host.fail_call(RECV, &null("cont or cont_count")) as isize;
    }
    // SAFETY: as above; `cont` has room for CONT_SIZE elements, which need not be initialised.
    let (rx, cont) = unsafe { (context.rx(), &mut *cont.cast::<Cont>()) };
    match rx.recv(cont, false) {
        Ok(Some(shown)) => {
            // SAFETY: not null, so a writable int.
            unsafe { cont_count.write(shown.count as c_int) };
            shown.len as isize
        }
        Ok(None) => {
            // SAFETY: as above.
            unsafe { cont_count.write(0) };
            0
        }
        Err(error) => context.host.fail_call(RECV, &error) as isize,
    }
}

pub(super) unsafe extern "C" fn recv_comp<D: Domain>(channel: *mut c_void) -> c_int {
    // SAFETY: the op table's promise; one thread is on the receiving side.
    if unsafe { Channel::<D>::of(channel).rx() }.recv_comp_fast() {
        return 0;
    }
    // SAFETY: as above.
    unsafe { recv_comp_any::<D>(channel) }
}

#[inline(never)]
unsafe extern "C" fn recv_comp_any<D: Domain>(channel: *mut c_void) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; one thread is on the receiving side.
    match unsafe { context.rx() }.recv_comp() {
        Ok(()) => 0,
        Err(error) => context.host.fail_call(RECV_COMP, &error),
    }
}

pub(crate) unsafe extern "C" fn send_ex<D: Domain>(
    channel: *mut c_void,
    dst: NetAddr,
    elements: *const iovec,
    count: c_int,
    flags: u32,
    taken: *mut usize,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    let known = SendFlags::WHOLE.with(SendFlags::MORE);
    if !known.has(SendFlags(flags)) {
        return refuse_flags(&context.host, flags);
    }
    // SAFETY: as above; the elements are only looked at if there are any.
    let Some((list, total)) = (unsafe { checked(elements, count) }) else {
        // SAFETY: as above.
        return fail(&context.host, unsafe { refusal(elements, count) });
    };
    // SAFETY: as above; one thread is on the sending side, and the elements name readable memory.
    match unsafe { context.tx().send(dst, list, total, SendFlags(flags)) } {
        Ok(Some(bytes)) => {
            if !taken.is_null() {
                // SAFETY: not null, so a writable size.
                unsafe { taken.write(bytes) };
            }
            1
        }
        Ok(None) => 0,
        Err(error) => fail(&context.host, error),
    }
}

pub(super) unsafe extern "C" fn recv_ex<D: Domain>(
    channel: *mut c_void,
    message: *mut Message,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    if message.is_null() {
        return fail(&context.host, null("message"));
    }
    // SAFETY: as above; `Cont` is an array of elements that need not be initialised.
    let (rx, cont) = unsafe { (context.rx(), &mut *(&raw mut (*message).cont).cast::<Cont>()) };
    match rx.next(cont) {
        Ok(Some(shown)) => {
            // SAFETY: not null, so a writable message; the fields are written one by one because
            // the segments have been set already.
            unsafe {
                (&raw mut (*message).len).write(shown.len);
                (&raw mut (*message).src).write(shown.src);
                (&raw mut (*message).cont_count).write(shown.count as c_int);
            }
            1
        }
        Ok(None) => 0,
        Err(error) => fail(&context.host, error),
    }
}

pub(super) unsafe extern "C" fn recv_many<D: Domain>(
    channel: *mut c_void,
    messages: *mut Message,
    max: c_int,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    if messages.is_null() || max < 1 {
        return fail(&context.host, null("messages, or a count below 1"));
    }
    // SAFETY: as above; `messages` has room for `max`, and its caller has initialised the array, so
    // that it can be a slice.
    let out = unsafe { std::slice::from_raw_parts_mut(messages, max as usize) };
    // SAFETY: one thread is on the receiving side.
    match unsafe { context.rx() }.recv_many(out) {
        Ok(shown) => shown as c_int,
        Err(error) => fail(&context.host, error),
    }
}

pub(super) unsafe extern "C" fn claim<D: Domain>(
    channel: *mut c_void,
    dst: NetAddr,
    len: usize,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    if cont.is_null() || cont_count.is_null() {
        return fail(&context.host, null("cont or cont_count"));
    }
    // SAFETY: as above; `cont` has room for CONT_SIZE elements, which need not be initialised.
    let (tx, cont) = unsafe { (context.tx(), &mut *cont.cast::<Cont>()) };
    match tx.claim(dst, len, cont) {
        Ok(Some(segments)) => {
            // SAFETY: not null, so a writable int.
            unsafe { cont_count.write(segments as c_int) };
            1
        }
        Ok(None) => 0,
        Err(error) => fail(&context.host, error),
    }
}

pub(super) unsafe extern "C" fn commit<D: Domain>(channel: *mut c_void, len: usize) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; one thread is on the sending side.
    answer(&context.host, unsafe { context.tx() }.commit(len))
}

pub(super) unsafe extern "C" fn abort<D: Domain>(channel: *mut c_void) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; one thread is on the sending side.
    answer(&context.host, unsafe { context.tx() }.abort())
}

/// The scatter list as a slice, with its total length in bytes; `None` if it is invalid.
///
/// # Safety
/// `elements`, if not null, points to `count` elements if `count` is in `1..=IOV_MAX`.
#[inline(always)]
unsafe fn checked<'a>(elements: *const iovec, count: c_int) -> Option<(&'a [iovec], usize)> {
    if count == 1 && !elements.is_null() {
        // SAFETY: one element is there.
        let list = unsafe { std::slice::from_raw_parts(elements, 1) };
        let len = list[0].iov_len;
        return if len <= isize::MAX as usize { Some((list, len)) } else { None };
    }
    // SAFETY: the caller's promise.
    unsafe { checked_list(elements, count) }
}

/// `checked` for lists other than one element.
///
/// # Safety
/// As `checked`.
#[inline(never)]
unsafe fn checked_list<'a>(elements: *const iovec, count: c_int) -> Option<(&'a [iovec], usize)> {
    if count == 0 {
        return Some((&[], 0));
    }
    if elements.is_null() || !(1..=iov::IOV_MAX as c_int).contains(&count) {
        return None;
    }
    // SAFETY: `count` elements are there.
    let list = unsafe { std::slice::from_raw_parts(elements, count as usize) };
    iov::total(list).map(|total| (list, total))
}

/// The error that describes an invalid scatter list.
///
/// # Safety
/// As `checked`.
#[cold]
#[inline(never)]
unsafe fn refusal(elements: *const iovec, count: c_int) -> Error {
    let max = iov::IOV_MAX;
    let why = if count < 0 || count as usize > max {
        format!("iov_count is {count}; it must be 0 to {max}")
    } else if count > 0 && elements.is_null() {
        format!("iov is null and iov_count is {count}")
    // SAFETY: the caller's promise.
    } else if unsafe { checked(elements, count) }.is_none() {
        format!("the total length of the {count} elements overflows: an iov_len is wrong")
    } else {
        "this call cannot send an empty message; use SkifCh_SendEx".to_owned()
    };
    Error::new(libc::EINVAL, why)
}

#[cold]
#[inline(never)]
pub(super) fn null(what: &str) -> Error {
    Error::new(libc::EINVAL, format!("null pointer: {what}"))
}

#[cold]
#[inline(never)]
fn refuse_flags(host: &HostRef, flags: u32) -> c_int {
    let text = format!(
        "flags {flags:#x} contains unknown bits; known are {:?}",
        SendFlags::WHOLE.with(SendFlags::MORE)
    );
    fail(host, Error::new(libc::EINVAL, text))
}

// Required by the casts between a caller's `iovec[SKIFCH_CONT_SIZE]` and `Cont`.
const _: () = assert!(size_of::<Cont>() == CONT_SIZE * size_of::<MaybeUninit<iovec>>());
