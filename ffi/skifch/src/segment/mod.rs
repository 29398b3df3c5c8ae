//! Segments. As with channels, the handle is never freed, so that a call after close can be
//! detected.

pub(crate) mod atomic;

use crate::failure::{Failed, answer, done};
use crate::{job, ranks};
use libc::{c_int, c_void, size_t};
use skifch::Segment;
use skifch::error::Error;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

/// "SkifSeg" and the version of the layout.
const MAGIC: u64 = u64::from_le_bytes(*b"SkifSeg\x01");

/// A segment handle of the C interface.
#[repr(C)]
#[allow(non_camel_case_types, reason = "the name of the header")]
pub struct skifch_seg_t {
    magic: u64,
    /// `None` after close.
    segment: RwLock<Option<Segment>>,
}

/// All handles ever created, in creation order, which is the same on every rank.
static HANDLES: Mutex<Vec<&'static skifch_seg_t>> = Mutex::new(Vec::new());

/// Closes segments that the program left open, at the end of the job.
pub(crate) fn close_all() {
    for handle in HANDLES.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        drop(handle.take());
    }
}

/// The segment of a call in progress; it cannot be closed meanwhile.
pub(crate) struct Held(RwLockReadGuard<'static, Option<Segment>>);

impl skifch_seg_t {
    /// # Safety
    /// `seg` is no address or readable for eight bytes.
    unsafe fn from_c(call: &str, seg: *const Self) -> Result<&'static Self, Error> {
        let is_ours = skifch::is_address(seg) && seg.is_aligned() && {
            // SAFETY: readable; what bears the mark is a handle, and handles live forever.
            unsafe { (*seg).magic == MAGIC }
        };
        if is_ours {
            // SAFETY: as above.
            return Ok(unsafe { &*seg });
        }
        let why =
            if seg.is_null() { "the segment is NULL" } else { "this is not a SkifCh segment" };
        Err(Error::new(libc::EINVAL, format!("{call}: {why}")))
    }

    /// Takes the segment out of the handle, which closes it.
    pub(crate) fn take(&self) -> Option<Segment> {
        self.segment.write().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Held {
    /// # Safety
    /// As `from_c`.
    pub(crate) unsafe fn new(call: &str, seg: *const skifch_seg_t) -> Result<Self, Error> {
        // SAFETY: our caller's promise.
        let handle = unsafe { skifch_seg_t::from_c(call, seg)? };
        job::refuse_forked(call)?;
        let held = handle.segment.read().unwrap_or_else(PoisonError::into_inner);
        if held.is_none() {
            return Err(closed(call));
        }
        Ok(Self(held))
    }

    pub(crate) fn segment(&self) -> Result<&Segment, Error> {
        self.0.as_ref().ok_or_else(|| closed("a segment call"))
    }
}

fn closed(call: &str) -> Error {
    Error::new(libc::EBADF, format!("{call}: the segment is closed"))
}

/// Performs a call on one rank's part of an open segment.
///
/// # Safety
/// As `from_c`.
pub(crate) unsafe fn on_part<T: Failed>(
    call: &str,
    seg: *const skifch_seg_t,
    rank: c_int,
    act: impl FnOnce(&Segment, u32) -> Result<T, Error>,
) -> T {
    // SAFETY: our caller's promise.
    let outcome = unsafe { Held::new(call, seg) }.and_then(|held| {
        let rank = ranks::checked(call, rank)?;
        act(held.segment()?, rank)
    });
    answer(outcome)
}

/// Performs a call on a whole open segment.
///
/// # Safety
/// As `from_c`.
unsafe fn on_all(
    call: &str,
    seg: *const skifch_seg_t,
    act: impl FnOnce(&Segment) -> Result<(), Error>,
) -> c_int {
    // SAFETY: our caller's promise.
    done(unsafe { Held::new(call, seg) }.and_then(|held| act(held.segment()?)))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SegOpen(bytes: size_t) -> *mut skifch_seg_t {
    answer(job::held("SkifCh_SegOpen").and_then(|job| {
        let segment = RwLock::new(Some(job.segment(bytes)?));
        let handle: &'static _ = Box::leak(Box::new(skifch_seg_t { magic: MAGIC, segment }));
        HANDLES.lock().unwrap_or_else(PoisonError::into_inner).push(handle);
        Ok(std::ptr::from_ref(handle).cast_mut())
    }))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SegClose(seg: *mut skifch_seg_t) -> c_int {
    const CALL: &str = "SkifCh_SegClose";
    // SAFETY: the header asks for NULL or a handle.
    let handle = unsafe { skifch_seg_t::from_c(CALL, seg) };
    done(handle.and_then(|handle| {
        job::refuse_forked(CALL)?;
        handle.take().ok_or_else(|| closed(CALL))?.close()
    }))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SegPtr(seg: *mut skifch_seg_t, rank: c_int) -> *mut c_void {
    // SAFETY: the header asks for NULL or a handle.
    unsafe {
        on_part("SkifCh_SegPtr", seg, rank, |segment, rank| {
            let pointer = segment.ptr(rank).cast::<c_void>();
            let why = "SkifCh_SegPtr: there is no direct pointer to that rank's part";
            if pointer.is_null() { Err(Error::new(libc::ENOTSUP, why)) } else { Ok(pointer) }
        })
    }
}

/// Rejects an impossible memory range: null, or larger than half of the address space.
fn check_memory(call: &str, memory: *const c_void, len: size_t) -> Result<(), Error> {
    if (memory.is_null() && len > 0) || isize::try_from(len).is_err() {
        return Err(Error::new(libc::EINVAL, format!("{call}: {len} bytes at {memory:p}")));
    }
    Ok(())
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Put(
    seg: *mut skifch_seg_t,
    rank: c_int,
    offset: size_t,
    src: *const c_void,
    len: size_t,
) -> c_int {
    // SAFETY: the header asks for NULL or a handle, and for `len` readable bytes.
    unsafe {
        on_part("SkifCh_Put", seg, rank, |segment, rank| {
            check_memory("SkifCh_Put", src, len)?;
            let bytes = if len == 0 { &[] } else { std::slice::from_raw_parts(src.cast(), len) };
            segment.put(rank, offset, bytes).map(|()| 0)
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Get(
    seg: *mut skifch_seg_t,
    rank: c_int,
    offset: size_t,
    dst: *mut c_void,
    len: size_t,
) -> c_int {
    // SAFETY: the header asks for NULL or a handle, and for `len` writable bytes.
    unsafe {
        on_part("SkifCh_Get", seg, rank, |segment, rank| {
            check_memory("SkifCh_Get", dst, len)?;
            let (table, ctx) = segment.parts();
            // Uses raw pointers, because the destination need not be initialised.
            let get = crate::channel::optional(table.get)?;
            let rc = get(ctx, rank, offset, dst, len);
            if rc < 0 {
                let aim = skifch::error::Aim::Bytes(rank, len);
                return Err(skifch::error::failed("SkifCh_Get", aim, rc as isize));
            }
            Ok(0)
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_GetAsync(
    seg: *mut skifch_seg_t,
    rank: c_int,
    offset: size_t,
    dst: *mut c_void,
    len: size_t,
) -> c_int {
    // SAFETY: the header asks for NULL or a handle, and for `len` bytes that stay writable.
    unsafe {
        on_part("SkifCh_GetAsync", seg, rank, |segment, rank| {
            check_memory("SkifCh_GetAsync", dst, len)?;
            segment.get_async(rank, offset, dst.cast(), len).map(|()| 0)
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SyncReads(seg: *mut skifch_seg_t) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    unsafe { on_all("SkifCh_SyncReads", seg, Segment::syncreads) }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SegFence(seg: *mut skifch_seg_t) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    unsafe { on_all("SkifCh_SegFence", seg, Segment::fence) }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SegQuiet(seg: *mut skifch_seg_t) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    unsafe { on_all("SkifCh_SegQuiet", seg, Segment::quiet) }
}
