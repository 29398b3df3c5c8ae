//! Symmetric memory that programs ask for. All calls are collective, with the same arguments on all
//! PEs, and end with a barrier of all, in which they find out whether the arguments were the same.
//! What is given is aligned to 64 bytes at least.

mod alloc;
mod space;

use alloc::Allocator;
pub(crate) use space::Space;

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

/// The bytes of what was given.
///
/// # Errors
/// It was not given by this heap.
fn given(state: &State, ptr: *mut u8) -> Result<usize> {
    let mut space = state.space();
    match space.bytes_at(ptr) {
        Some(bytes) => Ok(bytes),
        None => fail!(
            "{ptr:p} is not what shmem_malloc and the like gave, or was freed before: the heap is \
             at {:p}",
            space.base()
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

/// Memory, or null: there is no room.
fn take(state: &'static State, bytes: usize, alignment: usize) -> *mut u8 {
    state.space().take(bytes, alignment.max(ALIGNMENT)).unwrap_or_default()
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
    let at = take(state, bytes, ALIGNMENT);
    if !at.is_null() {
        // What nobody has had before is zeros, and stays untouched.
        let used = state.space().touch(at, bytes);
        // SAFETY: given just now.
        unsafe { at.write_bytes(0, used) };
    }
    barrier(state, "shmem_calloc", bytes as u64)?;
    Ok(at)
}

/// Memory aligned to `alignment` bytes, a power of two from the size of a pointer to that of a
/// page; null as from [`malloc`], and for another alignment.
///
/// # Errors
/// As there.
pub fn align(alignment: usize, bytes: usize) -> Result<*mut u8> {
    let state = state()?;
    let most = state.space().alignment();
    let is_good = alignment.is_power_of_two() && (size_of::<usize>()..=most).contains(&alignment);
    if !is_good || bytes == 0 {
        return Ok(std::ptr::null_mut());
    }
    let at = take(state, bytes, alignment);
    if !at.is_null() {
        state.space().touch(at, bytes);
    }
    barrier(state, "shmem_malloc or shmem_align", bytes as u64)?;
    Ok(at)
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
    let old_bytes = given(state, ptr)?;
    // What others have put there has arrived before it is copied.
    barrier(state, "shmem_realloc", bytes as u64)?;
    if state.space().resize(ptr, bytes) {
        state.space().touch(ptr, bytes);
        barrier(state, "shmem_realloc", bytes as u64)?;
        return Ok(ptr);
    }
    let new = take(state, bytes, ALIGNMENT);
    if !new.is_null() {
        state.space().touch(new, bytes);
        // SAFETY: both were given, and are not the same.
        unsafe { new.copy_from_nonoverlapping(ptr, old_bytes.min(bytes)) };
        state.space().give(ptr);
    }
    barrier(state, "shmem_realloc", bytes as u64)?;
    Ok(new)
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
    let bytes = given(state, ptr)?;
    // Before it is free: others may still be in it.
    barrier(state, "shmem_free", bytes as u64)?;
    state.space().give(ptr);
    Ok(())
}

/// Bytes of the heap of each PE.
///
/// # Errors
/// Not started.
pub fn bytes() -> Result<usize> {
    Ok(state()?.space().bytes())
}
