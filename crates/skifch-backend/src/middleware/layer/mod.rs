//! Forwards every entry of the op table to the table of the wrapped network.
//!
//! All functions rely on the op table's promise, to which their safety arguments refer: contexts
//! were returned by `open` and are not closed, one thread uses each side, and pointers are passed
//! on unchanged.

mod data;
mod memory;

use super::Opened;
use crate::export::no_open;
use crate::{Error, HostRef};
use data::{
    abort, claim, commit, copy_from, copy_pieces, copy_to, join, lend, recv, recv_comp, recv_ex,
    recv_many, send, send_ex, take_back,
};
use memory::{
    atomic, atomic_async, atomic_many, get, get_async, put, seg_adopt, seg_close, seg_fence,
    seg_open, seg_over, seg_ptr, seg_quiet, syncreads,
};
use skifch_abi::{Attr, NetAddr, Plugin, Stats, iovec};
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

/// What a middleware changes. The default of every method changes nothing.
pub(super) trait Layer: Send + Sync + Sized + 'static {
    /// Its state for the sending side of a channel.
    type Tx: Send;
    /// Its state for the receiving side.
    type Rx: Send;

    fn new(host: HostRef, inner: Opened) -> Result<Self, Error>;
    /// Creates the state of both sides for the channel on `port`, whose attributes are `attr`.
    fn sides(&self, port: u32, attr: &Attr) -> (Self::Tx, Self::Rx);

    /// Called before a call; the result is passed to `leave`.
    fn enter(&self) -> u64 {
        0
    }
    /// Called after a call.
    fn leave(&self, _start: u64, _call: Call) {}
    /// Called before the wrapped domain is closed.
    fn closing(&self) {}

    /// Whether a send on this channel is refused for now.
    fn refuses(&self, _tx: &mut Self::Tx) -> bool {
        false
    }
    /// How many bytes of a message of `total` bytes are passed on.
    fn shortens(&self, _tx: &mut Self::Tx, total: usize) -> usize {
        total
    }
    /// 0, or why a message or claim of `len` bytes cannot go whole, as a reported negative errno.
    fn allows(&self, _tx: &mut Self::Tx, _dst: NetAddr, _len: usize) -> c_int {
        0
    }
    /// Whether a receive returns "nothing" for now.
    fn holds_back(&self, _rx: &mut Self::Rx) -> bool {
        false
    }
    /// Changes the segments in which a message is shown.
    fn reshapes(&self, _rx: &mut Self::Rx, _cont: &mut [iovec; 3], _count: &mut c_int) {}
    /// Called after a wait.
    fn woken(&self) {}
    /// Changes the attributes that the channel on `port` reports.
    fn reports(&self, _port: u32, _attr: &mut Attr) {}
}

/// One completed call.
pub(super) struct Call {
    pub(super) op: &'static str,
    pub(super) port: Option<u32>,
    /// Destination, source, or target rank.
    pub(super) peer: Option<NetAddr>,
    /// Bytes requested, or shown.
    pub(super) bytes: Option<usize>,
    pub(super) result: i64,
}

struct Domain<L> {
    layer: L,
    inner: Opened,
}

struct Channel<L: Layer> {
    domain: Arc<Domain<L>>,
    inner: &'static Plugin,
    ctx: *mut c_void,
    port: u32,
    tx: UnsafeCell<L::Tx>,
    rx: UnsafeCell<L::Rx>,
}

/// Wraps an open domain.
pub(super) fn wrap<L: Layer>(host: HostRef, inner: Opened) -> Result<Opened, Error> {
    let layer = L::new(host, inner)?;
    let domain = Arc::into_raw(Arc::new(Domain { layer, inner })).cast_mut().cast();
    // One table per call of `wrap`, which happens once per process: entries missing inside are
    // missing outside.
    Ok(Opened { table: Box::leak(Box::new(table::<L>(inner.table))), domain })
}

fn table<L: Layer>(inner: &Plugin) -> Plugin {
    Plugin {
        probe: None,
        domain_open: no_open,
        domain_close: domain_close::<L>,
        time_ns: inner.time_ns.map(|_| time_ns::<L> as _),
        open: open::<L>,
        close: close::<L>,
        send: send::<L>,
        recv: recv::<L>,
        recv_comp: recv_comp::<L>,
        send_ex: send_ex::<L>,
        recv_ex: recv_ex::<L>,
        recv_many: inner.recv_many.map(|_| recv_many::<L> as _),
        claim: inner.claim.map(|_| claim::<L> as _),
        commit: inner.commit.map(|_| commit::<L> as _),
        abort: inner.abort.map(|_| abort::<L> as _),
        wait: wait::<L>,
        event_fd: inner.event_fd.map(|_| event_fd::<L> as _),
        arm: inner.arm.map(|_| arm::<L> as _),
        progress: inner.progress.map(|_| progress::<L> as _),
        peer_state: inner.peer_state.map(|_| peer_state::<L> as _),
        query: query::<L>,
        stats: inner.stats.map(|_| stats::<L> as _),
        seg_open: inner.seg_open.map(|_| seg_open::<L> as _),
        seg_close: inner.seg_close.map(|_| seg_close::<L> as _),
        seg_ptr: inner.seg_ptr.map(|_| seg_ptr::<L> as _),
        put: inner.put.map(|_| put::<L> as _),
        get: inner.get.map(|_| get::<L> as _),
        get_async: inner.get_async.map(|_| get_async::<L> as _),
        atomic: inner.atomic.map(|_| atomic::<L> as _),
        seg_fence: inner.seg_fence.map(|_| seg_fence::<L> as _),
        seg_quiet: inner.seg_quiet.map(|_| seg_quiet::<L> as _),
        syncreads: inner.syncreads.map(|_| syncreads::<L> as _),
        reach: inner.reach.map(|_| reach::<L> as _),
        side_fd: inner.side_fd.map(|_| side_fd::<L> as _),
        side_arm: inner.side_arm.map(|_| side_arm::<L> as _),
        side_disarm: inner.side_disarm.map(|_| side_disarm::<L> as _),
        seg_adopt: inner.seg_adopt.map(|_| seg_adopt::<L> as _),
        meet: inner.meet.map(|_| meet::<L> as _),
        compute: inner.compute.map(|_| compute::<L> as _),
        seg_over: inner.seg_over.map(|_| seg_over::<L> as _),
        atomic_async: inner.atomic_async.map(|_| atomic_async::<L> as _),
        copy_from: inner.copy_from.map(|_| copy_from::<L> as _),
        join: inner.join.map(|_| join::<L> as _),
        copy_to: inner.copy_to.map(|_| copy_to::<L> as _),
        copy_pieces: inner.copy_pieces.map(|_| copy_pieces::<L> as _),
        ending: inner.ending.map(|_| ending::<L> as _),
        atomic_many: inner.atomic_many.map(|_| atomic_many::<L> as _),
        lend: inner.lend.map(|_| lend::<L> as _),
        take_back: inner.take_back.map(|_| take_back::<L> as _),
        ..*inner
    }
}

/// Calls an optional entry of the wrapped table; the wrapper exists only where the entry does.
macro_rules! inside {
    ($table:expr, $entry:ident ( $($arg:expr),* )) => {
        match $table.$entry {
            // SAFETY: the op table's promise, passed on.
            Some(entry) => unsafe { entry($($arg),*) },
            None => -libc::ENOTSUP,
        }
    };
}

/// The channel behind its context pointer.
macro_rules! channel {
    ($pointer:expr) => {
        // SAFETY: the op table's promise: what `open` made, not closed.
        unsafe { &*$pointer.cast::<Channel<L>>() }
    };
}
use {channel, inside};

impl<L: Layer> Channel<L> {
    fn traced(
        &self,
        op: &'static str,
        peer: Option<NetAddr>,
        bytes: Option<usize>,
        call: impl FnOnce() -> i64,
    ) -> i64 {
        let start = self.domain.layer.enter();
        let result = call();
        let call = Call { op, port: Some(self.port), peer, bytes, result };
        self.domain.layer.leave(start, call);
        result
    }
}

unsafe extern "C" fn domain_close<L: Layer>(domain: *mut c_void) -> c_int {
    // SAFETY: made by `Arc::into_raw` in `wrap`; this is its last use.
    let domain = unsafe { Arc::from_raw(domain.cast::<Domain<L>>()) };
    domain.layer.closing();
    // SAFETY: open until now, and used only through us.
    unsafe { (domain.inner.table.domain_close)(domain.inner.domain) }
}

unsafe extern "C" fn time_ns<L: Layer>(domain: *mut c_void) -> u64 {
    // SAFETY: the op table's promise.
    let domain = unsafe { &*domain.cast::<Domain<L>>() };
    // SAFETY: the domain inside is open.
    domain.inner.table.time_ns.map_or(0, |time_ns| unsafe { time_ns(domain.inner.domain) })
}

unsafe extern "C" fn reach<L: Layer>(
    domain: *mut c_void,
    rank: u32,
    via: *mut *const c_char,
) -> c_int {
    // SAFETY: the op table's promise.
    let inner = unsafe { &*domain.cast::<Domain<L>>() }.inner;
    inside!(inner.table, reach(inner.domain, rank, via))
}

unsafe extern "C" fn meet<L: Layer>(domain: *mut c_void) -> c_int {
    // SAFETY: the op table's promise.
    let inner = unsafe { &*domain.cast::<Domain<L>>() }.inner;
    inside!(inner.table, meet(inner.domain))
}

unsafe extern "C" fn compute<L: Layer>(domain: *mut c_void, ns: u64) -> c_int {
    // SAFETY: the op table's promise.
    let inner = unsafe { &*domain.cast::<Domain<L>>() }.inner;
    inside!(inner.table, compute(inner.domain, ns))
}

unsafe extern "C" fn ending<L: Layer>(domain: *mut c_void) -> c_int {
    // SAFETY: the op table's promise.
    let inner = unsafe { &*domain.cast::<Domain<L>>() }.inner;
    inside!(inner.table, ending(inner.domain))
}

/// Another reference to the domain, for an object opened in it.
///
/// # Safety
/// `domain` is what `wrap` made, not closed.
unsafe fn share<L: Layer>(domain: *mut c_void) -> Arc<Domain<L>> {
    let domain = domain.cast::<Domain<L>>();
    // SAFETY: made by `Arc::into_raw`, and still counted.
    unsafe {
        Arc::increment_strong_count(domain);
        Arc::from_raw(domain)
    }
}

unsafe extern "C" fn open<L: Layer>(
    domain: *mut c_void,
    port: u32,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let domain = unsafe { share::<L>(domain) };
    let (inner, mut ctx) = (domain.inner.table, std::ptr::null_mut());
    let start = domain.layer.enter();
    // SAFETY: the domain inside is open; `ctx` is a place for a pointer.
    let rc = unsafe { (inner.open)(domain.inner.domain, port, &raw mut ctx) };
    let call = Call { op: "open", port: Some(port), peer: None, bytes: None, result: rc.into() };
    domain.layer.leave(start, call);
    if rc == 0 {
        let mut attr = Attr::new();
        // SAFETY: the channel inside is open; `attr` carries its size. If the call fails, `attr`
        // stays zero.
        unsafe { (inner.query)(ctx, &raw mut attr) };
        domain.layer.reports(port, &mut attr);
        let (tx, rx) = domain.layer.sides(port, &attr);
        let (tx, rx) = (UnsafeCell::new(tx), UnsafeCell::new(rx));
        let channel = Box::new(Channel { domain, inner, ctx, port, tx, rx });
        // SAFETY: `out` is a place for a pointer.
        unsafe { out.write(Box::into_raw(channel).cast()) };
    }
    rc
}

unsafe extern "C" fn close<L: Layer>(pointer: *mut c_void) -> c_int {
    // SAFETY: made by `Box::into_raw` in `open`; this is its last use.
    let channel = unsafe { Box::from_raw(pointer.cast::<Channel<L>>()) };
    // SAFETY: the channel inside is open.
    channel.traced("close", None, None, || unsafe { (channel.inner.close)(channel.ctx) }.into())
        as c_int
}

unsafe extern "C" fn wait<L: Layer>(
    pointer: *mut c_void,
    events: u32,
    dst: NetAddr,
    timeout_ns: i64,
) -> c_int {
    let channel = channel!(pointer);
    channel.traced("wait", Some(dst), None, || {
        // SAFETY: the op table's promise, passed on.
        let rc = unsafe { (channel.inner.wait)(channel.ctx, events, dst, timeout_ns) };
        channel.domain.layer.woken();
        rc.into()
    }) as c_int
}

unsafe extern "C" fn event_fd<L: Layer>(pointer: *mut c_void) -> c_int {
    let channel = channel!(pointer);
    channel.traced("event_fd", None, None, || inside!(channel.inner, event_fd(channel.ctx)).into())
        as c_int
}

unsafe extern "C" fn arm<L: Layer>(pointer: *mut c_void, events: u32, dst: NetAddr) -> c_int {
    let channel = channel!(pointer);
    let call = || inside!(channel.inner, arm(channel.ctx, events, dst)).into();
    channel.traced("arm", Some(dst), None, call) as c_int
}

unsafe extern "C" fn progress<L: Layer>(pointer: *mut c_void) -> c_int {
    let channel = channel!(pointer);
    channel.traced("progress", None, None, || inside!(channel.inner, progress(channel.ctx)).into())
        as c_int
}

unsafe extern "C" fn side_fd<L: Layer>(pointer: *mut c_void, side: u32) -> c_int {
    let channel = channel!(pointer);
    let call = || inside!(channel.inner, side_fd(channel.ctx, side)).into();
    channel.traced("side_fd", None, None, call) as c_int
}

unsafe extern "C" fn side_arm<L: Layer>(pointer: *mut c_void, side: u32, dst: NetAddr) -> c_int {
    let channel = channel!(pointer);
    let call = || inside!(channel.inner, side_arm(channel.ctx, side, dst)).into();
    channel.traced("side_arm", Some(dst), None, call) as c_int
}

unsafe extern "C" fn side_disarm<L: Layer>(pointer: *mut c_void, side: u32) -> c_int {
    let channel = channel!(pointer);
    let call = || {
        channel.domain.layer.woken();
        inside!(channel.inner, side_disarm(channel.ctx, side)).into()
    };
    channel.traced("side_disarm", None, None, call) as c_int
}

unsafe extern "C" fn peer_state<L: Layer>(pointer: *mut c_void, peer: NetAddr) -> c_int {
    let channel = channel!(pointer);
    let call = || inside!(channel.inner, peer_state(channel.ctx, peer)).into();
    channel.traced("peer_state", Some(peer), None, call) as c_int
}

unsafe extern "C" fn query<L: Layer>(pointer: *mut c_void, attr: *mut Attr) -> c_int {
    let channel = channel!(pointer);
    // SAFETY: the op table's promise, passed on.
    let rc = unsafe { (channel.inner.query)(channel.ctx, attr) };
    // SAFETY: the query was answered, so `attr` is there and starts with the size it has.
    if rc == 0 && unsafe { attr.cast::<usize>().read() } >= size_of::<Attr>() {
        // SAFETY: as above, whole.
        channel.domain.layer.reports(channel.port, unsafe { &mut *attr });
    }
    rc
}

unsafe extern "C" fn stats<L: Layer>(pointer: *mut c_void, stats: *mut Stats) -> c_int {
    let channel = channel!(pointer);
    inside!(channel.inner, stats(channel.ctx, stats))
}
