//! Segments. A segment may be used from any thread.
//!
//! All functions rely on the op table's promise, to which their safety arguments refer: contexts
//! were returned by `domain_open` and `seg_open` and are not closed; memory has the stated length.

use super::{DomainContext, SegmentContext, answer, fail};
use crate::word::Atomic;
use crate::{Domain, Error, Segment, Target, overlay};
use skifch_abi::{AtomicOp, WordOp};
use std::ffi::{c_int, c_void};
use std::ptr::NonNull;

type Context<D> = SegmentContext<<D as Domain>::Segment>;

/// # Safety
/// `segment` came from `seg_open::<D>` and is not closed.
#[inline(always)]
unsafe fn of<'a, D: Domain>(segment: *mut c_void) -> &'a Context<D> {
    // SAFETY: see above.
    unsafe { &*segment.cast::<Context<D>>() }
}

pub(super) unsafe extern "C" fn seg_open<D: Domain>(
    domain: *mut c_void,
    bytes: usize,
    segment: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { &*domain.cast::<DomainContext<D>>() };
    // SAFETY: as above.
    unsafe { hand_out(context, context.domain.segment(bytes), segment) }
}

pub(super) unsafe extern "C" fn seg_adopt<D: Domain>(
    domain: *mut c_void,
    base: *mut c_void,
    bytes: usize,
    segment: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { &*domain.cast::<DomainContext<D>>() };
    if base.is_null() || bytes == 0 {
        let text = format!("a segment over {bytes} bytes at {base:?}: invalid memory range");
        return fail(&context.host, Error::new(libc::EINVAL, text));
    }
    // SAFETY: as above: the memory lives until `seg_close`.
    unsafe { hand_out(context, context.domain.adopt_segment(base, bytes), segment) }
}

pub(crate) unsafe extern "C" fn seg_over<D: Domain>(
    domain: *mut c_void,
    base: *mut c_void,
    bytes: usize,
    segment: *mut *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let context = unsafe { &*domain.cast::<DomainContext<D>>() };
    let Some(at) = NonNull::new(base.cast()).filter(|_| bytes > 0) else {
        let text = format!("a segment of {bytes} bytes at {base:?}: invalid memory range");
        return fail(&context.host, Error::new(libc::EINVAL, text));
    };
    if let Err(error) = overlay::check(at, bytes) {
        return fail(&context.host, error);
    }
    // SAFETY: as above: the memory is there as long as the process.
    unsafe { hand_out(context, context.domain.segment_over(base, bytes), segment) }
}

/// # Safety
/// `segment` is a place for a pointer.
unsafe fn hand_out<D: Domain>(
    context: &DomainContext<D>,
    made: Result<D::Segment, Error>,
    segment: *mut *mut c_void,
) -> c_int {
    match made {
        Ok(made) => {
            let made = Context::<D> { segment: made, host: context.host };
            // SAFETY: `segment` is a place for a pointer.
            unsafe { segment.write(Box::into_raw(Box::new(made)).cast()) };
            0
        }
        Err(error) => fail(&context.host, error),
    }
}

pub(super) unsafe extern "C" fn seg_close<D: Domain>(segment: *mut c_void) -> c_int {
    // SAFETY: the context came from `Box::into_raw` in `seg_open`, and this is its last use.
    drop(unsafe { Box::from_raw(segment.cast::<Context<D>>()) });
    0
}

pub(super) unsafe extern "C" fn seg_ptr<D: Domain>(segment: *mut c_void, rank: u32) -> *mut c_void {
    // SAFETY: the op table's promise.
    unsafe { of::<D>(segment) }.segment.ptr(rank)
}

/// Put, get and get_async, which differ in the side that is written.
macro_rules! transfers {
    ($($name:ident: $memory:ty;)*) => { $(
        pub(super) unsafe extern "C" fn $name<D: Domain>(
            segment: *mut c_void,
            rank: u32,
            offset: usize,
            memory: $memory,
            len: usize,
        ) -> c_int {
            // SAFETY: the op table's promise.
            let Context::<D> { segment, host } = unsafe { of::<D>(segment) };
            // SAFETY: as above: `memory` is readable (`*const`) or writable (`*mut`, with
            // `get_async` until `syncreads` returns) for `len` bytes.
            answer(host, unsafe { segment.$name(Target::new(rank, offset), memory.cast(), len) })
        }
    )* };
}

transfers! {
    put: *const c_void;
    get: *mut c_void;
    get_async: *mut c_void;
}

pub(super) unsafe extern "C" fn atomic<D: Domain>(
    segment: *mut c_void,
    rank: u32,
    offset: usize,
    op: c_int,
    width: c_int,
    operand: u64,
    comparand: u64,
    result: *mut u64,
) -> c_int {
    // SAFETY: the op table's promise.
    let Context::<D> { segment, host } = unsafe { of::<D>(segment) };
    let (at, atomic) = (Target::new(rank, offset), operation(op, width, operand, comparand));
    let atomic = match atomic {
        Ok(atomic) => atomic,
        Err(error) => return fail(host, error),
    };
    if result.is_null() {
        return answer(host, segment.atomic_oneway(at, &atomic));
    }
    match segment.atomic(at, &atomic) {
        Ok(old) => {
            // SAFETY: not null, so a writable word.
            unsafe { result.write(old) };
            0
        }
        Err(error) => fail(host, error),
    }
}

pub(super) unsafe extern "C" fn atomic_async<D: Domain>(
    segment: *mut c_void,
    rank: u32,
    offset: usize,
    op: c_int,
    width: c_int,
    operand: u64,
    comparand: u64,
    dst: *mut c_void,
) -> c_int {
    // SAFETY: the op table's promise.
    let Context::<D> { segment, host } = unsafe { of::<D>(segment) };
    let atomic = match operation(op, width, operand, comparand) {
        Ok(atomic) => atomic,
        Err(error) => return fail(host, error),
    };
    // SAFETY: as above: `dst` is writable until `syncreads` returns.
    let done = unsafe { segment.atomic_async(Target::new(rank, offset), &atomic, dst.cast()) };
    answer(host, done)
}

pub(super) unsafe extern "C" fn atomic_many<D: Domain>(
    segment: *mut c_void,
    rank: u32,
    ops: *const WordOp,
    count: usize,
) -> c_int {
    if count == 0 {
        return 0;
    }
    // SAFETY: the op table's promise: `ops` is readable for as many, of which there are some.
    let (Context::<D> { segment, host }, ops) =
        unsafe { (of::<D>(segment), std::slice::from_raw_parts(ops, count)) };
    answer(host, segment.atomic_many(rank, ops))
}

/// The atomic operation to perform. The segment checks whether the target is a valid word.
#[inline]
fn operation(op: c_int, width: c_int, operand: u64, comparand: u64) -> Result<Atomic, Error> {
    match AtomicOp::from_number(op) {
        // A negative width is one that no segment accepts.
        Some(op) => Ok(Atomic { op, width: width as usize, operand, comparand }),
        None => {
            let text = format!("an atomic operation: {op} is not an operation (0 to 7)");
            Err(Error::new(libc::EINVAL, text))
        }
    }
}

/// The calls on a whole segment.
macro_rules! whole {
    ($($name:ident: $method:ident;)*) => { $(
        pub(super) unsafe extern "C" fn $name<D: Domain>(segment: *mut c_void) -> c_int {
            // SAFETY: the op table's promise.
            let Context::<D> { segment, host } = unsafe { of::<D>(segment) };
            answer(host, segment.$method())
        }
    )* };
}

whole! {
    seg_fence: fence;
    seg_quiet: quiet;
    syncreads: syncreads;
}
