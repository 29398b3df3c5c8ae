//! Every entry of the op table, passed on to the table inside.
//!
//! The functions share the promise of the op table, which their safety arguments call on: contexts
//! are what `open` gave and are not closed, one thread is on each side, and pointers are passed on
//! as they came.

use super::Opened;
use crate::{Error, HostRef};
use skifch_abi::{Attr, Host, Message, NetAddr, Plugin, Stats, iovec};
use std::cell::UnsafeCell;
use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// What a middleware changes. Everything it does not say is passed on.
pub(super) trait Layer: Send + Sync + Sized + 'static {
    /// What it keeps for the sending side of a channel.
    type Tx: Send;
    /// What it keeps for the receiving side.
    type Rx: Send;

    fn new(host: HostRef, inner: Opened) -> Result<Self, Error>;
    /// Both, for the channel on `port` that reports `attr`.
    fn sides(&self, port: u32, attr: &Attr) -> (Self::Tx, Self::Rx);

    /// Before a call: something to tell `leave`.
    fn enter(&self) -> u64 {
        0
    }
    /// After it.
    fn leave(&self, _start: u64, _call: Call) {}
    /// Before the domain inside is closed.
    fn closing(&self) {}

    /// Whether a send to this channel is refused for now.
    fn refuses(&self, _tx: &mut Self::Tx) -> bool {
        false
    }
    /// How many bytes of a message of `total` are passed on.
    fn shortens(&self, _tx: &mut Self::Tx, total: usize) -> usize {
        total
    }
    /// Whether a receive answers "nothing" for now.
    fn holds_back(&self, _rx: &mut Self::Rx) -> bool {
        false
    }
    /// Changes how a message is shown.
    fn reshapes(&self, _rx: &mut Self::Rx, _cont: &mut [iovec; 3], _count: &mut c_int) {}
    /// After a wait.
    fn woken(&self) {}
    /// Changes what a channel reports of itself.
    fn reports(&self, _attr: &mut Attr) {}
}

/// One call that was made.
pub(super) struct Call {
    pub(super) op: &'static str,
    pub(super) port: Option<u32>,
    /// Destination, source, or target rank.
    pub(super) peer: Option<NetAddr>,
    /// Bytes asked for, or shown.
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

struct Segment<L> {
    domain: Arc<Domain<L>>,
    ctx: *mut c_void,
}

/// Wraps an open domain.
pub(super) fn wrap<L: Layer>(host: HostRef, inner: Opened) -> Result<Opened, Error> {
    let layer = L::new(host, inner)?;
    let domain = Arc::into_raw(Arc::new(Domain { layer, inner })).cast_mut().cast();
    // A table for each time, which is once a process: entries that are not inside are not outside.
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
        ..*inner
    }
}

/// Calls an optional entry inside; there only where the entry is.
macro_rules! inside {
    ($table:expr, $entry:ident ( $($arg:expr),* )) => {
        match $table.$entry {
            // SAFETY: the op table's promise, passed on.
            Some(entry) => unsafe { entry($($arg),*) },
            None => -libc::ENOTSUP,
        }
    };
}

/// The channel behind its pointer.
macro_rules! channel {
    ($pointer:expr) => {
        // SAFETY: the op table's promise: what `open` made, not closed.
        unsafe { &*$pointer.cast::<Channel<L>>() }
    };
}

macro_rules! segment {
    ($pointer:expr) => {
        // SAFETY: the op table's promise: what `seg_open` made, not closed.
        unsafe { &*$pointer.cast::<Segment<L>>() }
    };
}

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

impl<L: Layer> Segment<L> {
    fn traced(
        &self,
        op: &'static str,
        rank: u32,
        bytes: usize,
        call: impl FnOnce() -> c_int,
    ) -> c_int {
        let start = self.domain.layer.enter();
        let result = call();
        let (peer, bytes) = (Some(rank), Some(bytes));
        self.domain.layer.leave(start, Call { op, port: None, peer, bytes, result: result.into() });
        result
    }
}

unsafe extern "C" fn no_open(_: *const Host, _: *mut *mut c_void) -> c_int {
    // Middleware is opened by `wrap`, around a domain that is open.
    -libc::ENOTSUP
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

/// The domain once more, for something that is opened in it.
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
        // SAFETY: the channel inside is open; `attr` carries its size. Where it fails, zeros say so.
        unsafe { (inner.query)(ctx, &raw mut attr) };
        domain.layer.reports(&mut attr);
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

/// The bytes that a scatter list names; nothing sensible where it is none, which the table inside
/// will say.
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

unsafe extern "C" fn send<L: Layer>(
    pointer: *mut c_void,
    dst: NetAddr,
    iov: *const iovec,
    count: c_int,
) -> isize {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the sending side; the list is as the caller says.
    let (tx, all) = unsafe { (&mut *channel.tx.get(), total(iov, count)) };
    channel.traced("send", Some(dst), Some(all), || {
        let layer = &channel.domain.layer;
        if layer.refuses(tx) {
            return 0;
        }
        let bytes = layer.shortens(tx, all);
        if bytes < all {
            // SAFETY: `bytes` is less than the list has.
            let list = unsafe { cut(iov, count, bytes) };
            // SAFETY: the op table's promise, passed on.
            return unsafe { (channel.inner.send)(channel.ctx, dst, list.as_ptr(), count) } as i64;
        }
        // SAFETY: as above.
        unsafe { (channel.inner.send)(channel.ctx, dst, iov, count) as i64 }
    }) as isize
}

unsafe extern "C" fn send_ex<L: Layer>(
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
        // SAFETY: the op table's promise, passed on.
        unsafe { (channel.inner.send_ex)(channel.ctx, dst, iov, count, flags, taken) }.into()
    }) as c_int
}

unsafe extern "C" fn recv<L: Layer>(
    pointer: *mut c_void,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> isize {
    let channel = channel!(pointer);
    // SAFETY: one thread is on the receiving side.
    let rx = unsafe { &mut *channel.rx.get() };
    let is_bad = cont.is_null() || cont_count.is_null();
    channel.traced("recv", None, None, || {
        if !is_bad && channel.domain.layer.holds_back(rx) {
            // SAFETY: not null, so a writable int.
            unsafe { cont_count.write(0) };
            return 0;
        }
        // SAFETY: the op table's promise, passed on.
        let rc = unsafe { (channel.inner.recv)(channel.ctx, cont, cont_count) };
        if rc > 0 {
            // SAFETY: the receive has set the count and so many of the segments; the array is that
            // of the caller, whose other elements are only written.
            unsafe { reshape::<L>(channel, rx, cont, cont_count) };
        }
        rc as i64
    }) as isize
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

unsafe extern "C" fn recv_comp<L: Layer>(pointer: *mut c_void) -> c_int {
    let channel = channel!(pointer);
    channel.traced("recv_comp", None, None, || {
        // SAFETY: the op table's promise, passed on.
        unsafe { (channel.inner.recv_comp)(channel.ctx) }.into()
    }) as c_int
}

unsafe extern "C" fn recv_ex<L: Layer>(pointer: *mut c_void, message: *mut Message) -> c_int {
    // SAFETY: one message is a batch of one; it and its source are the same in both calls.
    unsafe { recv_batch::<L>(pointer, message, 1, "recv_ex") }
}

unsafe extern "C" fn recv_many<L: Layer>(
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

unsafe extern "C" fn claim<L: Layer>(
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
        inside!(channel.inner, claim(channel.ctx, dst, len, cont, cont_count)).into()
    }) as c_int
}

unsafe extern "C" fn commit<L: Layer>(pointer: *mut c_void, len: usize) -> c_int {
    let channel = channel!(pointer);
    let call = || inside!(channel.inner, commit(channel.ctx, len)).into();
    channel.traced("commit", None, Some(len), call) as c_int
}

unsafe extern "C" fn abort<L: Layer>(pointer: *mut c_void) -> c_int {
    let channel = channel!(pointer);
    channel.traced("abort", None, None, || inside!(channel.inner, abort(channel.ctx)).into())
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
        channel.domain.layer.reports(unsafe { &mut *attr });
    }
    rc
}

unsafe extern "C" fn stats<L: Layer>(pointer: *mut c_void, stats: *mut Stats) -> c_int {
    let channel = channel!(pointer);
    inside!(channel.inner, stats(channel.ctx, stats))
}

unsafe extern "C" fn seg_open<L: Layer>(
    domain: *mut c_void,
    bytes: usize,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let domain = unsafe { share::<L>(domain) };
    let mut ctx = std::ptr::null_mut();
    let start = domain.layer.enter();
    let rc = inside!(domain.inner.table, seg_open(domain.inner.domain, bytes, &raw mut ctx));
    let result = rc.into();
    let call = Call { op: "seg_open", port: None, peer: None, bytes: Some(bytes), result };
    domain.layer.leave(start, call);
    if rc == 0 {
        // SAFETY: `out` is a place for a pointer.
        unsafe { out.write(Box::into_raw(Box::new(Segment { domain, ctx })).cast()) };
    }
    rc
}

unsafe extern "C" fn seg_close<L: Layer>(pointer: *mut c_void) -> c_int {
    // SAFETY: made by `Box::into_raw` in `seg_open`; this is its last use.
    let segment = unsafe { Box::from_raw(pointer.cast::<Segment<L>>()) };
    inside!(segment.domain.inner.table, seg_close(segment.ctx))
}

unsafe extern "C" fn seg_ptr<L: Layer>(pointer: *mut c_void, rank: u32) -> *mut c_void {
    let segment = segment!(pointer);
    match segment.domain.inner.table.seg_ptr {
        // SAFETY: the op table's promise, passed on.
        Some(seg_ptr) => unsafe { seg_ptr(segment.ctx, rank) },
        None => std::ptr::null_mut(),
    }
}

unsafe extern "C" fn put<L: Layer>(
    pointer: *mut c_void,
    rank: u32,
    offset: usize,
    src: *const c_void,
    len: usize,
) -> c_int {
    let segment = segment!(pointer);
    let table = segment.domain.inner.table;
    segment.traced("put", rank, len, || inside!(table, put(segment.ctx, rank, offset, src, len)))
}

unsafe extern "C" fn get<L: Layer>(
    pointer: *mut c_void,
    rank: u32,
    offset: usize,
    dst: *mut c_void,
    len: usize,
) -> c_int {
    let segment = segment!(pointer);
    let table = segment.domain.inner.table;
    segment.traced("get", rank, len, || inside!(table, get(segment.ctx, rank, offset, dst, len)))
}

unsafe extern "C" fn get_async<L: Layer>(
    pointer: *mut c_void,
    rank: u32,
    offset: usize,
    dst: *mut c_void,
    len: usize,
) -> c_int {
    let segment = segment!(pointer);
    let table = segment.domain.inner.table;
    let call = || inside!(table, get_async(segment.ctx, rank, offset, dst, len));
    segment.traced("get_async", rank, len, call)
}

unsafe extern "C" fn atomic<L: Layer>(
    pointer: *mut c_void,
    rank: u32,
    offset: usize,
    op: c_int,
    width: c_int,
    operand: u64,
    comparand: u64,
    result: *mut u64,
) -> c_int {
    let segment = segment!(pointer);
    let (table, ctx) = (segment.domain.inner.table, segment.ctx);
    segment.traced("atomic", rank, width.max(0) as usize, || {
        inside!(table, atomic(ctx, rank, offset, op, width, operand, comparand, result))
    })
}

unsafe extern "C" fn seg_fence<L: Layer>(pointer: *mut c_void) -> c_int {
    let segment = segment!(pointer);
    inside!(segment.domain.inner.table, seg_fence(segment.ctx))
}

unsafe extern "C" fn seg_quiet<L: Layer>(pointer: *mut c_void) -> c_int {
    let segment = segment!(pointer);
    inside!(segment.domain.inner.table, seg_quiet(segment.ctx))
}

unsafe extern "C" fn syncreads<L: Layer>(pointer: *mut c_void) -> c_int {
    let segment = segment!(pointer);
    inside!(segment.domain.inner.table, syncreads(segment.ctx))
}
