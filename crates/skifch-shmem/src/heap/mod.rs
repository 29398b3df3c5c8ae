//! Symmetric memory that programs ask for. All calls are collective, with the same arguments on all
//! PEs, and end with a barrier of all, in which they find out whether the arguments were the same.
//! What is given is aligned to 64 bytes at least.

mod alloc;

pub(crate) use alloc::Allocator;

use crate::coll::{Joined, agree};
use crate::error::{Result, fail};
use crate::state::{State, state};
use crate::{Ctx, Team};

/// What memory will be used for: bits of the hints of `shmem_malloc_with_hints`.
pub const ATOMICS_REMOTE: i64 = 1;
/// As above, for signals.
pub const SIGNAL_REMOTE: i64 = 2;

/// The least alignment.
const ALIGNMENT: usize = 64;

/// The place of an offset, as programs see it.
fn at(state: &State, offset: Option<usize>) -> *mut u8 {
    let skip = state.heap.skip;
    offset.map_or(std::ptr::null_mut(), |offset| state.control.wrapping_add(skip + offset))
}

/// The offset of what was given, and its bytes.
///
/// # Errors
/// It was not given by this heap.
fn given(state: &State, ptr: *mut u8) -> Result<(usize, usize)> {
    let offset = ptr.addr().wrapping_sub(at(state, Some(0)).addr());
    match state.allocator().bytes_at(offset) {
        Some(bytes) => Ok((offset, bytes)),
        None => fail!(
            "{ptr:p} is not what shmem_malloc and the like gave, or was freed before: the heap is \
             at {:p}",
            at(state, Some(0))
        ),
    }
}

/// A barrier of all, which they come to with the same request.
///
/// # Errors
/// Not the same; what the network answers.
fn barrier(state: &'static State, what: &str, request: u64) -> Result<()> {
    crate::order::quiet(Ctx::DEFAULT)?;
    let world = Joined::of_team(state.teams.get(Team::WORLD)?);
    let [least, most] = agree(state, &world, [!request, request], u64::max)?;
    if !least != most {
        return fail!(
            "PE {} comes with {what} of {request} bytes, and others with {} to {most}: all PEs \
             make the same calls of this kind in the same order",
            state.me,
            !least
        );
    }
    Ok(())
}

fn take(state: &'static State, bytes: usize, alignment: usize) -> Option<usize> {
    let mut allocator = state.allocator();
    let offset = allocator.take(bytes, alignment.max(ALIGNMENT))?;
    Some(offset)
}

/// Memory of `bytes` bytes on every PE; null for 0 bytes (then without a barrier), and where the
/// heap has no such room, which is the same on all PEs.
///
/// # Errors
/// Not started; not the same on all PEs; what the network answers.
pub fn malloc(bytes: usize) -> Result<*mut u8> {
    align(ALIGNMENT, bytes)
}

/// [`malloc`] with hints. All memory here is good for both, so they change nothing.
///
/// # Errors
/// As there, and unknown hints.
pub fn malloc_with_hints(bytes: usize, hints: i64) -> Result<*mut u8> {
    if hints & !(ATOMICS_REMOTE | SIGNAL_REMOTE) != 0 {
        return fail!(
            "hints {hints:#x}: they are made of SHMEM_MALLOC_ATOMICS_REMOTE and \
             SHMEM_MALLOC_SIGNAL_REMOTE"
        );
    }
    malloc(bytes)
}

/// Zeroed memory of `count` elements of `size` bytes; null as from [`malloc`], and where the
/// product is no number.
///
/// # Errors
/// As there.
pub fn calloc(count: usize, size: usize) -> Result<*mut u8> {
    let state = state()?;
    let Some(bytes) = count.checked_mul(size).filter(|&bytes| bytes > 0) else {
        return Ok(std::ptr::null_mut());
    };
    let offset = take(state, bytes, ALIGNMENT);
    if let Some(offset) = offset {
        // What nobody has had before is zeros, and stays untouched.
        let used = state.allocator().touch(offset, bytes);
        // SAFETY: given just now.
        unsafe { at(state, Some(offset)).write_bytes(0, used) };
    }
    barrier(state, "shmem_calloc", bytes as u64)?;
    Ok(at(state, offset))
}

/// Memory aligned to `alignment` bytes, a power of two from the size of a pointer to that of a
/// page; null as from [`malloc`], and for another alignment.
///
/// # Errors
/// As there.
pub fn align(alignment: usize, bytes: usize) -> Result<*mut u8> {
    let state = state()?;
    let most = state.allocator().alignment();
    let is_good = alignment.is_power_of_two() && (size_of::<usize>()..=most).contains(&alignment);
    if !is_good || bytes == 0 {
        return Ok(std::ptr::null_mut());
    }
    let offset = take(state, bytes, alignment);
    if let Some(offset) = offset {
        state.allocator().touch(offset, bytes);
    }
    barrier(state, "shmem_malloc or shmem_align", bytes as u64)?;
    Ok(at(state, offset))
}

/// Changes the size of `ptr`, which moves if it must: null is a [`malloc`], 0 bytes a [`free`];
/// null where there is no room, and then `ptr` stays as it is.
///
/// # Errors
/// As there; `ptr` was not given by this heap.
///
/// # Safety
/// The memory is not used by anybody during the call, and not under its old address after it.
pub unsafe fn realloc(ptr: *mut u8, bytes: usize) -> Result<*mut u8> {
    let state = state()?;
    if ptr.is_null() {
        return malloc(bytes);
    }
    if bytes == 0 {
        // SAFETY: our caller's promise.
        unsafe { free(ptr)? };
        return Ok(std::ptr::null_mut());
    }
    let (old, old_bytes) = given(state, ptr)?;
    // What others have put there has arrived before it is copied.
    barrier(state, "shmem_realloc", bytes as u64)?;
    if state.allocator().resize(old, bytes) {
        state.allocator().touch(old, bytes);
        barrier(state, "shmem_realloc", bytes as u64)?;
        return Ok(ptr);
    }
    let new = take(state, bytes, ALIGNMENT);
    if let Some(new) = new {
        state.allocator().touch(new, bytes);
        // SAFETY: both were given, and are not the same.
        unsafe { at(state, Some(new)).copy_from_nonoverlapping(ptr, old_bytes.min(bytes)) };
        state.allocator().give(old);
    }
    barrier(state, "shmem_realloc", bytes as u64)?;
    Ok(at(state, new))
}

/// Gives memory back; null is none, and needs no other PE.
///
/// # Errors
/// As [`realloc`].
///
/// # Safety
/// The memory is not used any more.
pub unsafe fn free(ptr: *mut u8) -> Result<()> {
    let state = state()?;
    if ptr.is_null() {
        return Ok(());
    }
    let (offset, bytes) = given(state, ptr)?;
    // Before it is free: others may still be in it.
    barrier(state, "shmem_free", bytes as u64)?;
    state.allocator().give(offset);
    Ok(())
}

/// Bytes of the heap of each PE.
///
/// # Errors
/// Not started.
pub fn bytes() -> Result<usize> {
    Ok(state()?.allocator().bytes())
}
