//! Forwards calls on segments.

use super::{Call, Domain, Layer, Opened, inside, share};
use skifch_abi::WordOp;
use std::ffi::{c_int, c_void};
use std::sync::Arc;

struct Segment<L> {
    domain: Arc<Domain<L>>,
    ctx: *mut c_void,
}

/// The segment behind its context pointer.
macro_rules! segment {
    ($pointer:expr) => {
        // SAFETY: the op table's promise: what `seg_open` made, not closed.
        unsafe { &*$pointer.cast::<Segment<L>>() }
    };
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

pub(super) unsafe extern "C" fn seg_open<L: Layer>(
    domain: *mut c_void,
    bytes: usize,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let domain = unsafe { share::<L>(domain) };
    let open = |inner: &Opened, ctx| inside!(inner.table, seg_open(inner.domain, bytes, ctx));
    // SAFETY: as above.
    unsafe { opened(domain, out, "seg_open", bytes, open) }
}

pub(super) unsafe extern "C" fn seg_adopt<L: Layer>(
    domain: *mut c_void,
    base: *mut c_void,
    bytes: usize,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let domain = unsafe { share::<L>(domain) };
    let open =
        |inner: &Opened, ctx| inside!(inner.table, seg_adopt(inner.domain, base, bytes, ctx));
    // SAFETY: as above.
    unsafe { opened(domain, out, "seg_adopt", bytes, open) }
}

pub(super) unsafe extern "C" fn seg_over<L: Layer>(
    domain: *mut c_void,
    base: *mut c_void,
    bytes: usize,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let domain = unsafe { share::<L>(domain) };
    let open = |inner: &Opened, ctx| inside!(inner.table, seg_over(inner.domain, base, bytes, ctx));
    // SAFETY: as above.
    unsafe { opened(domain, out, "seg_over", bytes, open) }
}

/// # Safety
/// `out` is a place for a pointer.
unsafe fn opened<L: Layer>(
    domain: Arc<Domain<L>>,
    out: *mut *mut c_void,
    op: &'static str,
    bytes: usize,
    open: impl FnOnce(&Opened, *mut *mut c_void) -> c_int,
) -> c_int {
    let mut ctx = std::ptr::null_mut();
    let start = domain.layer.enter();
    let rc = open(&domain.inner, &raw mut ctx);
    let result = rc.into();
    let call = Call { op, port: None, peer: None, bytes: Some(bytes), result };
    domain.layer.leave(start, call);
    if rc == 0 {
        // SAFETY: `out` is a place for a pointer.
        unsafe { out.write(Box::into_raw(Box::new(Segment { domain, ctx })).cast()) };
    }
    rc
}

pub(super) unsafe extern "C" fn seg_close<L: Layer>(pointer: *mut c_void) -> c_int {
    // SAFETY: made by `Box::into_raw` in `seg_open`; this is its last use.
    let segment = unsafe { Box::from_raw(pointer.cast::<Segment<L>>()) };
    inside!(segment.domain.inner.table, seg_close(segment.ctx))
}

pub(super) unsafe extern "C" fn seg_ptr<L: Layer>(pointer: *mut c_void, rank: u32) -> *mut c_void {
    let segment = segment!(pointer);
    match segment.domain.inner.table.seg_ptr {
        // SAFETY: the op table's promise, passed on.
        Some(seg_ptr) => unsafe { seg_ptr(segment.ctx, rank) },
        None => std::ptr::null_mut(),
    }
}

/// Put, get and get_async, which differ in the side that is written.
macro_rules! transfers {
    ($($name:ident: $memory:ty;)*) => { $(
        pub(super) unsafe extern "C" fn $name<L: Layer>(
            pointer: *mut c_void,
            rank: u32,
            offset: usize,
            memory: $memory,
            len: usize,
        ) -> c_int {
            let segment = segment!(pointer);
            let table = segment.domain.inner.table;
            let call = || inside!(table, $name(segment.ctx, rank, offset, memory, len));
            segment.traced(stringify!($name), rank, len, call)
        }
    )* };
}

transfers! {
    put: *const c_void;
    get: *mut c_void;
    get_async: *mut c_void;
}

pub(super) unsafe extern "C" fn atomic<L: Layer>(
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

pub(super) unsafe extern "C" fn atomic_async<L: Layer>(
    pointer: *mut c_void,
    rank: u32,
    offset: usize,
    op: c_int,
    width: c_int,
    operand: u64,
    comparand: u64,
    dst: *mut c_void,
) -> c_int {
    let segment = segment!(pointer);
    let (table, ctx) = (segment.domain.inner.table, segment.ctx);
    segment.traced("atomic_async", rank, width.max(0) as usize, || {
        inside!(table, atomic_async(ctx, rank, offset, op, width, operand, comparand, dst))
    })
}

pub(super) unsafe extern "C" fn atomic_many<L: Layer>(
    pointer: *mut c_void,
    rank: u32,
    ops: *const WordOp,
    count: usize,
) -> c_int {
    let segment = segment!(pointer);
    let (table, ctx) = (segment.domain.inner.table, segment.ctx);
    segment.traced("atomic_many", rank, count * size_of::<WordOp>(), || {
        inside!(table, atomic_many(ctx, rank, ops, count))
    })
}

/// The calls on a whole segment; `leave` is not called for them.
macro_rules! whole {
    ($($name:ident)*) => { $(
        pub(super) unsafe extern "C" fn $name<L: Layer>(pointer: *mut c_void) -> c_int {
            let segment = segment!(pointer);
            inside!(segment.domain.inner.table, $name(segment.ctx))
        }
    )* };
}

whole! { seg_fence seg_quiet syncreads }
