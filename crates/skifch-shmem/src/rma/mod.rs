//! Puts and gets. Memory of another PE is named by the local address of the same symmetric object.

mod copy;
mod one;
mod strided;

pub use one::{g, p, try_g, try_p};
pub use strided::{Layout, get_strided, put_strided};

pub(crate) use copy::copy;

use crate::Ctx;
use crate::area::near;
use crate::error::{Result, fail};
use crate::remote::{Place, place};

/// Bytes of `count` elements of `size` bytes.
///
/// # Errors
/// The product overflows or is larger than any object in memory.
#[inline(always)]
pub fn bytes(count: usize, size: usize) -> Result<usize> {
    match count.checked_mul(size) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(bytes),
        _ => too_many(count, size),
    }
}

#[cold]
fn too_many<T>(count: usize, size: usize) -> Result<T> {
    fail!("{count} elements of {size} bytes are more than any memory has")
}

/// Fast path of [`put`] for `count` elements. Returns true if it wrote them. On false, whatever the
/// reason, call `put`, which does it or reports the error.
///
/// # Safety
/// `source` is readable for `count` elements.
#[inline(always)]
pub unsafe fn try_put<T>(ctx: Ctx, dest: *mut T, source: *const T, count: usize, pe: i32) -> bool {
    if let Some(bytes) = count.checked_mul(size_of::<T>())
        && ctx.is_world()
        && let Some(to) = near(dest.cast(), bytes, pe)
    {
        // SAFETY: `to` is in the segment; our caller vouches for `source`.
        unsafe { copy(to, source.cast(), bytes) };
        return true;
    }
    false
}

/// Fast path of [`get`] and of [`get_nbi`], as [`try_put`] is of `put`.
///
/// # Safety
/// `dest` is writable for `count` elements.
#[inline(always)]
pub unsafe fn try_get<T>(ctx: Ctx, dest: *mut T, source: *const T, count: usize, pe: i32) -> bool {
    if let Some(bytes) = count.checked_mul(size_of::<T>())
        && ctx.is_world()
        && let Some(from) = near(source.cast(), bytes, pe)
    {
        // SAFETY: `from` is in the segment; our caller vouches for `dest`.
        unsafe { copy(dest.cast(), from, bytes) };
        return true;
    }
    false
}

/// Writes `bytes` bytes to `dest` of `pe`; `source` may be reused on return.
///
/// # Errors
/// No such PE or context, `dest` not symmetric, or an error of the network. The same for all calls
/// of this module.
///
/// # Safety
/// `source` is readable for `bytes` bytes.
#[inline(always)]
pub unsafe fn put(ctx: Ctx, dest: *mut u8, source: *const u8, bytes: usize, pe: i32) -> Result<()> {
    if ctx.is_world()
        && let Some(to) = near(dest, bytes, pe)
    {
        // SAFETY: `to` is in the segment; our caller vouches for `source`.
        unsafe { copy(to, source, bytes) };
        return Ok(());
    }
    // SAFETY: as above.
    unsafe { put_far(ctx, dest, source, bytes, pe) }
}

#[cold]
#[inline(never)]
unsafe fn put_far(ctx: Ctx, dest: *mut u8, source: *const u8, bytes: usize, pe: i32) -> Result<()> {
    match place(ctx, dest, bytes, pe)? {
        // SAFETY: the place is in the segment; our caller vouches for `source`.
        Place::Near(to) => unsafe { copy(to, source, bytes) },
        // SAFETY: as above.
        Place::Far(far) => unsafe { far.put(source, bytes)? },
    }
    Ok(())
}

/// Reads `bytes` bytes at `source` of `pe`; they have arrived on return.
///
/// # Errors
/// As [`put`].
///
/// # Safety
/// `dest` is writable for `bytes` bytes.
#[inline(always)]
pub unsafe fn get(ctx: Ctx, dest: *mut u8, source: *const u8, bytes: usize, pe: i32) -> Result<()> {
    if ctx.is_world()
        && let Some(from) = near(source, bytes, pe)
    {
        // SAFETY: `from` is in the segment; our caller vouches for `dest`.
        unsafe { copy(dest, from, bytes) };
        return Ok(());
    }
    // SAFETY: as above.
    unsafe { get_far(ctx, dest, source, bytes, pe, false) }
}

#[cold]
#[inline(never)]
unsafe fn get_far(
    ctx: Ctx,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    pe: i32,
    may_be_later: bool,
) -> Result<()> {
    match place(ctx, source, bytes, pe)? {
        // SAFETY: the place is in the segment; our caller vouches for `dest`.
        Place::Near(from) => unsafe { copy(dest, from, bytes) },
        // SAFETY: as above, until the context is quiet.
        Place::Far(far) if may_be_later => unsafe { far.get_nbi(dest, bytes)? },
        // SAFETY: as above.
        Place::Far(far) => unsafe { far.get(dest, bytes)? },
    }
    Ok(())
}

/// [`put`] that may still be outstanding on return.
///
/// # Errors
/// As [`put`].
///
/// # Safety
/// `source` is readable for `bytes` bytes, and not changed until the context is quiet.
#[inline(always)]
pub unsafe fn put_nbi(
    ctx: Ctx,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    pe: i32,
) -> Result<()> {
    // The channel takes the data inside the call, so a separate path would gain nothing.
    // SAFETY: our caller's promise.
    unsafe { put(ctx, dest, source, bytes, pe) }
}

/// [`get`] that may still be outstanding on return.
///
/// # Errors
/// As [`put`].
///
/// # Safety
/// `dest` is writable for `bytes` bytes, and not otherwise used until the context is quiet.
#[inline(always)]
pub unsafe fn get_nbi(
    ctx: Ctx,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    pe: i32,
) -> Result<()> {
    if ctx.is_world()
        && let Some(from) = near(source, bytes, pe)
    {
        // SAFETY: as in `get`.
        unsafe { copy(dest, from, bytes) };
        return Ok(());
    }
    // SAFETY: as above.
    unsafe { get_far(ctx, dest, source, bytes, pe, true) }
}
