//! All calls on domain and channel other than the message path.
//!
//! All functions rely on the op table's promise, to which their safety arguments refer: contexts
//! were returned by `domain_open` and `open` and are not closed; pointers that are not null point
//! to what their type says; at most one thread uses each side of a channel.

use super::{ChannelContext, DomainContext, answer, context, fail};
use crate::wait::{Policy, Sides, is_in_vain};
use crate::{Backend, Domain, Error, HostRef, Port, Rx, Tx};
use skifch_abi::{Attr, Caps, Events, Host, MAX_PORT, NetAddr, PeerState, Stats};
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_void};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

type Channel<D> = ChannelContext<D>;

pub(super) unsafe extern "C" fn probe<T: Backend>(host: *const Host) -> c_int {
    // SAFETY: the caller's table lives until we return.
    let host = unsafe { HostRef::new(host) };
    answer(&host, T::probe(&host))
}

pub(super) unsafe extern "C" fn domain_open<T: Backend>(
    host: *const Host,
    domain: *mut *mut c_void,
) -> c_int {
    // SAFETY: the caller's table lives until the domain is closed.
    let host = unsafe { HostRef::new(host) };
    // An unreadable parameter is reported before the other ranks are kept waiting.
    let opened = Policy::from_host(&host)
        .and_then(|_| T::open(host))
        .and_then(|domain| context::<T::Domain>(host, domain));
    match opened {
        Ok(context) => {
            // SAFETY: `domain` is a place for a pointer.
            unsafe { domain.write(context) };
            0
        }
        Err(error) => fail(&host, error),
    }
}

/// `domain_open` of a table whose domain is not opened through it but built around other open
/// domains.
pub(crate) unsafe extern "C" fn no_open(_: *const Host, _: *mut *mut c_void) -> c_int {
    -libc::ENOTSUP
}

pub(super) unsafe extern "C" fn reach<T: Backend>(
    domain: *mut c_void,
    rank: u32,
    via: *mut *const c_char,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { &*domain.cast::<DomainContext<T::Domain>>() };
    let is_reached = rank < context.host.job_size() && context.domain.reaches(rank);
    if is_reached && !via.is_null() {
        // SAFETY: not null, so a place for a pointer.
        unsafe { via.write(T::NAME.as_ptr()) };
    }
    c_int::from(is_reached)
}

pub(super) unsafe extern "C" fn domain_close<D: Domain>(domain: *mut c_void) -> c_int {
    // SAFETY: the context came from `Box::into_raw` in `domain_open`, and this is its last use.
    let context = unsafe { Box::from_raw(domain.cast::<DomainContext<D>>()) };
    let DomainContext { domain, host, .. } = *context;
    answer(&host, domain.leave())
}

pub(super) unsafe extern "C" fn time_ns<D: Domain>(domain: *mut c_void) -> u64 {
    // SAFETY: the op table's promise.
    unsafe { &*domain.cast::<DomainContext<D>>() }.domain.time_ns()
}

pub(super) unsafe extern "C" fn meet<D: Domain>(domain: *mut c_void) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { &*domain.cast::<DomainContext<D>>() };
    answer(&context.host, context.domain.meet())
}

pub(super) unsafe extern "C" fn compute<D: Domain>(domain: *mut c_void, ns: u64) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { &*domain.cast::<DomainContext<D>>() };
    answer(&context.host, context.domain.compute(ns))
}

pub(super) unsafe extern "C" fn ending<D: Domain>(domain: *mut c_void) -> c_int {
    // SAFETY: the op table's promise.
    unsafe { &*domain.cast::<DomainContext<D>>() }.domain.ending();
    0
}

pub(super) unsafe extern "C" fn open<D: Domain>(
    domain: *mut c_void,
    port: u32,
    channel: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let DomainContext { domain, host, policy } = unsafe { &*domain.cast::<DomainContext<D>>() };
    if port > MAX_PORT {
        let text = format!("port {port} is above the maximum, {MAX_PORT}");
        return fail(host, Error::new(libc::EINVAL, text));
    }
    match domain.open(port) {
        Ok(Port { tx, rx, attr, stats }) => {
            let context = Channel::<D> {
                tx: UnsafeCell::new(tx),
                rx: UnsafeCell::new(rx),
                attr,
                stats,
                host: *host,
                policy: *policy,
                in_vain: AtomicBool::new(false),
                sleeps: AtomicU64::new(0),
                event_fd: OnceLock::new(),
            };
            // SAFETY: `channel` is a place for a pointer.
            unsafe { channel.write(Box::into_raw(Box::new(context)).cast()) };
            0
        }
        Err(error) => fail(host, error),
    }
}

pub(super) unsafe extern "C" fn close<D: Domain>(channel: *mut c_void) -> c_int {
    // SAFETY: the context came from `Box::into_raw` in `open`, and this is its last use.
    drop(unsafe { Box::from_raw(channel.cast::<Channel<D>>()) });
    0
}

/// The sides that `events` selects.
///
/// # Safety
/// The caller is the one thread on those sides.
unsafe fn sides<D: Domain>(
    context: &Channel<D>,
    events: u32,
    dst: NetAddr,
) -> Result<Sides<'_, D::Tx, D::Rx>, Error> {
    let both = Events::RECV.with(Events::SEND);
    let events = Events(events);
    if events.is_empty() || !both.has(events) {
        return Err(no_events(events));
    }
    // SAFETY: the caller's promise, for each side only if it is asked for.
    unsafe {
        Ok(Sides {
            tx: events.has(Events::SEND).then(|| (context.tx(), dst)),
            rx: events.has(Events::RECV).then(|| context.rx()),
            for_memory: false,
        })
    }
}

#[cold]
fn no_events(events: Events) -> Error {
    let memory = match events.has(Events::MEMORY) {
        true => {
            "; SKIFCH_EV_MEMORY is only valid in SkifCh_Wait, together with SKIFCH_EV_RECV, and \
             requires SKIFCH_CAP_MEMORY_EVENT"
        }
        false => "",
    };
    let text =
        format!("events {:#x}: give SKIFCH_EV_RECV, SKIFCH_EV_SEND or both{memory}", events.0);
    Error::new(libc::EINVAL, text)
}

/// Removes [`Events::MEMORY`] from `events`, and returns true with it, where that event may be
/// waited for; elsewhere it stays among the events and is rejected.
fn without_memory(attr: &Attr, events: u32) -> (u32, bool) {
    let wanted = Events::RECV.with(Events::MEMORY);
    match attr.caps.has(Caps::MEMORY_EVENT) && Events(events).has(wanted) {
        true => (events & !Events::MEMORY.0, true),
        false => (events, false),
    }
}

pub(super) unsafe extern "C" fn wait<D: Domain>(
    channel: *mut c_void,
    events: u32,
    dst: NetAddr,
    timeout_ns: i64,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    let mut sleeps = 0;
    let (events, for_memory) = without_memory(&context.attr, events);
    // SAFETY: as above; the calling thread is on the sides that it asks for.
    let result = unsafe { sides(context, events, dst) }.and_then(|mut sides| {
        sides.for_memory = for_memory;
        let own = D::wait(&mut sides.tx, &mut sides.rx, for_memory, timeout_ns);
        // A hint; it does not matter which of two threads wrote it.
        let is_awake = !context.in_vain.load(Ordering::Relaxed);
        let policy = if is_awake { context.policy } else { Policy::IN_VAIN };
        own.unwrap_or_else(|| sides.wait(policy, timeout_ns, &mut sleeps))
    });
    let in_vain = result.as_ref().is_ok_and(|&events| is_in_vain(events, timeout_ns));
    context.in_vain.store(in_vain, Ordering::Relaxed);
    if sleeps > 0 {
        context.sleeps.fetch_add(sleeps, Ordering::Relaxed);
    }
    match result {
        Ok(events) => events.0 as c_int,
        Err(error) => fail(&context.host, error),
    }
}

pub(super) unsafe extern "C" fn event_fd<D: Domain>(channel: *mut c_void) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    if let Some(fd) = context.event_fd.get() {
        return fd.as_raw_fd();
    }
    // SAFETY: as above. Both sides are touched: this call belongs to both, once.
    let fds = unsafe { [context.rx().fd(), context.tx().fd()] };
    match SideFds::join(fds) {
        Ok(joined) => context.event_fd.get_or_init(|| joined).as_raw_fd(),
        Err(error) => fail(&context.host, error),
    }
}

/// An epoll descriptor that is readable when one of the sides last armed is.
pub(super) struct SideFds {
    epoll: OwnedFd,
    /// Descriptors of the receiving and the sending side.
    fds: [RawFd; 2],
}

impl SideFds {
    fn join(fds: [RawFd; 2]) -> Result<Self, Error> {
        let epoll = epoll_of(&fds)?;
        Ok(Self { epoll, fds })
    }

    fn as_raw_fd(&self) -> RawFd {
        self.epoll.as_raw_fd()
    }

    /// From now on only the sides of `events` count. A pending wake-up of the other side stays
    /// until that side is used, and would keep the descriptor readable.
    fn watch(&self, events: Events) -> Result<(), Error> {
        let [rx, tx] = self.fds;
        if rx == tx {
            return Ok(());
        }
        for (fd, side) in [(rx, Events::RECV), (tx, Events::SEND)] {
            let interest = if events.has(side) { libc::EPOLLIN as u32 } else { 0 };
            let mut event = libc::epoll_event { events: interest, u64: 0 };
            // SAFETY: `event` is ours; the kernel checks the descriptors.
            let rc = unsafe {
                libc::epoll_ctl(self.as_raw_fd(), libc::EPOLL_CTL_MOD, fd, &raw mut event)
            };
            if rc < 0 {
                return Err(Error::os("choosing the side to wait for failed"));
            }
        }
        Ok(())
    }
}

/// An epoll descriptor that is readable when one of these descriptors is.
pub(crate) fn epoll_of(fds: &[RawFd]) -> Result<OwnedFd, Error> {
    if fds.iter().any(|&fd| fd < 0) {
        return Err(Error::unsupported("a descriptor to wait on"));
    }
    // SAFETY: takes a number only.
    let epoll = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
    if epoll < 0 {
        return Err(Error::os("creating an epoll descriptor failed"));
    }
    // SAFETY: the kernel has just given us this descriptor.
    let epoll = unsafe { OwnedFd::from_raw_fd(epoll) };
    for &fd in fds {
        let mut event = libc::epoll_event { events: libc::EPOLLIN as u32, u64: 0 };
        // SAFETY: `event` is ours; the kernel checks the descriptors.
        let rc =
            unsafe { libc::epoll_ctl(epoll.as_raw_fd(), libc::EPOLL_CTL_ADD, fd, &raw mut event) };
        let known = || std::io::Error::last_os_error().raw_os_error() == Some(libc::EEXIST);
        if rc < 0 && !known() {
            return Err(Error::os("adding a descriptor to epoll failed"));
        }
    }
    Ok(epoll)
}

pub(super) unsafe extern "C" fn arm<D: Domain>(
    channel: *mut c_void,
    events: u32,
    dst: NetAddr,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; the calling thread is on the sides that it asks for.
    let armed = unsafe { sides(context, events, dst) }.and_then(|mut sides| {
        context.event_fd.get().map_or(Ok(()), |joined| joined.watch(Events(events)))?;
        // Drains the last wake-up from the descriptor, which would otherwise stay readable.
        sides.disarm();
        sides.arm()
    });
    match armed {
        Ok(events) => events.0 as c_int,
        Err(error) => fail(&context.host, error),
    }
}

/// The single side that `side` names; naming both is an error, since a caller could not tell them
/// apart.
///
/// # Safety
/// The caller is the one thread on that side.
unsafe fn one_side<D: Domain>(
    context: &Channel<D>,
    side: u32,
    dst: NetAddr,
) -> Result<Sides<'_, D::Tx, D::Rx>, Error> {
    if Events(side) == Events::RECV.with(Events::SEND) {
        let text = "a side of a channel: give SKIFCH_EV_RECV or SKIFCH_EV_SEND, not both";
        return Err(Error::new(libc::EINVAL, text));
    }
    // SAFETY: the caller's promise.
    unsafe { sides(context, side, dst) }
}

pub(super) unsafe extern "C" fn side_fd<D: Domain>(channel: *mut c_void, side: u32) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; the calling thread is on the side that it asks for.
    match unsafe { one_side(context, side, 0) } {
        Ok(Sides { rx: Some(rx), .. }) => rx.fd(),
        Ok(Sides { tx: Some((tx, _)), .. }) => tx.fd(),
        Ok(_) => -1,
        Err(error) => fail(&context.host, error),
    }
}

pub(super) unsafe extern "C" fn side_arm<D: Domain>(
    channel: *mut c_void,
    side: u32,
    dst: NetAddr,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; the calling thread is on the side that it asks for.
    match unsafe { one_side(context, side, dst) }.and_then(|mut sides| sides.arm()) {
        Ok(events) => c_int::from(!events.is_empty()),
        Err(error) => fail(&context.host, error),
    }
}

pub(super) unsafe extern "C" fn side_disarm<D: Domain>(channel: *mut c_void, side: u32) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; the calling thread is on the side that it asks for.
    let disarmed = unsafe { one_side(context, side, 0) }.map(|mut sides| sides.disarm());
    answer(&context.host, disarmed)
}

pub(super) unsafe extern "C" fn progress<D: Domain>(channel: *mut c_void) -> c_int {
    // SAFETY: the op table's promise; the calling thread is on both sides.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above.
    let result = unsafe { context.rx().progress().and_then(|()| context.tx().progress()) };
    answer(&context.host, result)
}

pub(super) unsafe extern "C" fn peer_state<D: Domain>(
    channel: *mut c_void,
    peer: NetAddr,
) -> c_int {
    // SAFETY: the op table's promise; the calling thread is on both sides.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above.
    let (tx, rx) = unsafe { (context.tx().peer_state(peer), context.rx().peer_state(peer)) };
    graver(tx, rx) as c_int
}

/// Combines what the two sides know: the later state, which has the greater number.
fn graver(tx: PeerState, rx: PeerState) -> PeerState {
    if tx as i32 >= rx as i32 { tx } else { rx }
}

pub(super) unsafe extern "C" fn query<D: Domain>(channel: *mut c_void, attr: *mut Attr) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    // SAFETY: as above; `Attr` starts with its size.
    answer(&context.host, unsafe { write_sized(&context.attr, attr) })
}

pub(super) unsafe extern "C" fn stats<D: Domain>(channel: *mut c_void, stats: *mut Stats) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { Channel::<D>::of(channel) };
    let mut counted = Stats::new();
    context.stats.add_to(&mut counted);
    counted.sleeps += context.sleeps.load(Ordering::Relaxed);
    // SAFETY: as above; `Stats` starts with its size.
    answer(&context.host, unsafe { write_sized(&counted, stats) })
}

/// Copies as much of `value` as the reader has room for; the reader has set its size in the first
/// word.
///
/// # Safety
/// `T` is `repr(C)` without padding and starts with its size in bytes; `out` is null or points to a
/// `usize` that tells how many bytes are writable there.
unsafe fn write_sized<T>(value: &T, out: *mut T) -> Result<(), Error> {
    let room = if out.is_null() {
        0
    } else {
        // SAFETY: not null, so a size is there.
        unsafe { out.cast::<usize>().read() }
    };
    if room < size_of::<usize>() {
        let text = format!("the struct is null or its size field, {room}, is not set");
        return Err(Error::new(libc::EINVAL, text));
    }
    let count = room.min(size_of::<T>());
    // SAFETY: `count` bytes are readable in `value` and writable at `out`; the size is restored so
    // that it still holds the caller's value.
    unsafe {
        std::ptr::from_ref(value).cast::<u8>().copy_to_nonoverlapping(out.cast(), count);
        out.cast::<usize>().write(room);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_as_many_bytes_are_written_as_the_reader_knows() {
        let value = Stats { messages_sent: 7, bytes_sent: 8, ..Stats::new() };
        let mut out = Stats { size: 16, bytes_sent: 99, ..Stats::new() };
        // SAFETY: `out` has more than the 16 bytes that it claims.
        unsafe { write_sized(&value, &raw mut out) }.unwrap();
        assert_eq!((out.size, out.messages_sent, out.bytes_sent), (16, 7, 99));
        out.size = 0;
        // SAFETY: as above, of 0 bytes.
        assert!(unsafe { write_sized(&value, &raw mut out) }.is_err());
        // SAFETY: null is allowed.
        assert!(unsafe { write_sized(&value, std::ptr::null_mut()) }.is_err());
    }

    #[test]
    fn the_state_further_on_wins() {
        assert_eq!(graver(PeerState::Up, PeerState::Unknown), PeerState::Up);
        assert_eq!(graver(PeerState::Up, PeerState::Dead), PeerState::Dead);
    }
}
