//! The op table of a composite: data calls are forwarded unchanged, at the cost of one lookup and
//! one jump; the child checks their arguments and reports their failures.
//!
//! All functions rely on the op table's promise, to which their safety arguments refer.

use super::child::{Child, text};
use super::domain::{JoinedDomain, caps};
use super::memory::overlays;
use super::{Composite, Turns};
use crate::Error;
use crate::export::{
    ChannelContext, DomainContext, copy_from, copy_pieces, copy_to, entries, seg_over, send_any,
    send_ex_any,
};
use skifch_abi::{Caps, Message, NetAddr, Plugin, iovec};
use std::ffi::{CString, c_char, c_int, c_void};

type Channel<T> = ChannelContext<JoinedDomain<T>>;

/// Builds the table for these children.
pub(super) fn table<T: Turns>(composite: &Composite, children: &[Child]) -> Result<Plugin, Error> {
    let leaked = |text: &str| CString::new(text).unwrap_or_default().into_raw().cast_const();
    let names: Vec<_> = children.iter().map(|child| text(child.table().name)).collect();
    let about = format!("{}: {}", composite.about, names.join(", "));
    let has = |entry: fn(&Plugin) -> bool| children.iter().all(|child| entry(child.table()));
    let claims =
        has(|table| table.claim.is_some() && table.commit.is_some() && table.abort.is_some());
    let lends = children.iter().any(|child| child.table().lend.is_some());
    let (base, caps) = (entries::<JoinedDomain<T>>(true), caps(children));
    Ok(Plugin {
        name: leaked(composite.name),
        about: leaked(&about),
        params: composite.params.as_ptr(),
        param_count: composite.params.len(),
        caps: caps.0,
        send: send::<T>,
        recv: recv::<T>,
        recv_comp: recv_comp::<T>,
        send_ex: send_ex::<T>,
        recv_ex: recv_ex::<T>,
        recv_many: Some(recv_many::<T>),
        claim: base.claim.filter(|_| claims),
        commit: base.commit.filter(|_| claims),
        abort: base.abort.filter(|_| claims),
        lend: base.lend.filter(|_| lends),
        take_back: base.take_back.filter(|_| lends),
        progress: Some(progress::<T>),
        reach: Some(reach::<T>),
        copy_from: caps.has(Caps::SINGLE_COPY).then_some(copy_from::<JoinedDomain<T>> as _),
        copy_to: caps.has(Caps::SINGLE_COPY).then_some(copy_to::<JoinedDomain<T>> as _),
        copy_pieces: caps.has(Caps::SINGLE_COPY).then_some(copy_pieces::<JoinedDomain<T>> as _),
        seg_over: overlays(children).then_some(seg_over::<JoinedDomain<T>> as _),
        ..base
    })
}

unsafe extern "C" fn send<T: Turns>(
    channel: *mut c_void,
    dst: NetAddr,
    iov: *const iovec,
    count: c_int,
) -> isize {
    // SAFETY: the op table's promise; one thread is on the sending side.
    match unsafe { Channel::<T>::of(channel).tx() }.target(dst) {
        // SAFETY: the op table's promise, passed on.
        Some(to) => unsafe { (to.send)(to.ctx, dst, iov, count) },
        // SAFETY: as above. The call is refused there.
        None => unsafe { send_any::<JoinedDomain<T>>(channel, dst, iov, count) },
    }
}

unsafe extern "C" fn send_ex<T: Turns>(
    channel: *mut c_void,
    dst: NetAddr,
    iov: *const iovec,
    count: c_int,
    flags: u32,
    taken: *mut usize,
) -> c_int {
    // SAFETY: the op table's promise; one thread is on the sending side.
    let tx = unsafe { Channel::<T>::of(channel).tx() };
    match tx.lane(dst).filter(|lane| tx.is_within(lane)) {
        // SAFETY: the op table's promise, passed on.
        Some(to) => unsafe { (to.table.send_ex)(to.ctx, dst, iov, count, flags, taken) },
        // SAFETY: as above. The message is refused or may be cut there.
        None => unsafe { send_ex_any::<JoinedDomain<T>>(channel, dst, iov, count, flags, taken) },
    }
}

unsafe extern "C" fn recv<T: Turns>(
    channel: *mut c_void,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> isize {
    // SAFETY: the op table's promise; one thread is on the receiving side.
    let rx = unsafe { Channel::<T>::of(channel).rx() };
    // SAFETY: the op table's promise, passed on.
    rx.look(|table, ctx| unsafe { (table.recv)(ctx, cont, cont_count) })
}

unsafe extern "C" fn recv_ex<T: Turns>(channel: *mut c_void, message: *mut Message) -> c_int {
    // SAFETY: the op table's promise; one thread is on the receiving side.
    let rx = unsafe { Channel::<T>::of(channel).rx() };
    // SAFETY: the op table's promise, passed on.
    rx.look(|table, ctx| unsafe { (table.recv_ex)(ctx, message) as isize }) as c_int
}

unsafe extern "C" fn recv_many<T: Turns>(
    channel: *mut c_void,
    messages: *mut Message,
    max: c_int,
) -> c_int {
    // SAFETY: the op table's promise; one thread is on the receiving side.
    let rx = unsafe { Channel::<T>::of(channel).rx() };
    let found = rx.look(|table, ctx| {
        // SAFETY: the op table's promise, passed on. Without batches, a batch is one message.
        unsafe {
            match table.recv_many {
                Some(recv_many) => recv_many(ctx, messages, max) as isize,
                None if max < 1 => -libc::EINVAL as isize,
                None => (table.recv_ex)(ctx, messages) as isize,
            }
        }
    });
    found as c_int
}

unsafe extern "C" fn recv_comp<T: Turns>(channel: *mut c_void) -> c_int {
    // SAFETY: the op table's promise; one thread is on the receiving side.
    unsafe { Channel::<T>::of(channel).rx() }.release()
}

unsafe extern "C" fn progress<T: Turns>(channel: *mut c_void) -> c_int {
    // SAFETY: the op table's promise; the calling thread is on both sides.
    let lanes = unsafe { Channel::<T>::of(channel).tx() }.lanes();
    for lane in lanes {
        // SAFETY: as above; the channel is open.
        let rc = lane.table.progress.map_or(0, |progress| unsafe { progress(lane.ctx) });
        if rc < 0 {
            return rc;
        }
    }
    0
}

unsafe extern "C" fn reach<T: Turns>(
    domain: *mut c_void,
    rank: u32,
    via: *mut *const c_char,
) -> c_int {
    // SAFETY: the op table's promise.
    let domain = unsafe { DomainContext::<JoinedDomain<T>>::of(domain) };
    let Some(&route) = domain.routes.get(rank as usize) else { return 0 };
    if !via.is_null() {
        // SAFETY: not null, so a place for a pointer.
        unsafe { via.write(domain.children[usize::from(route)].via(rank)) };
    }
    1
}
