//! The symmetric heap. All calls are collective, with the same arguments on all PEs, and end with a
//! barrier of all PEs, in which they check that the arguments were the same. All memory is aligned
//! to at least 64 bytes.

mod alloc;
mod space;

use alloc::Allocator;
pub(crate) use space::Space;

use crate::coll::{Joined, agree};
use crate::error::{Result, fail};
use crate::state::{State, state};
use crate::{Ctx, Team};
use std::ops::RangeInclusive;

/// Intended use of memory: bits of the hints of `shmem_malloc_with_hints`. This one: remote
/// atomics.
pub const ATOMICS_REMOTE: i64 = 1;
/// Hint: remote signals.
pub const SIGNAL_REMOTE: i64 = 2;

/// The least alignment in bytes.
const ALIGNMENT: usize = 64;

/// The size of an allocated block.
///
/// # Errors
/// `ptr` is not a block of this heap.
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

/// The arguments of a call, which must be the same on all PEs.
#[derive(Clone, Copy)]
struct Request {
    call: Call,
    bytes: usize,
    /// Alignment of a new block.
    alignment: usize,
    /// The existing block, or null.
    ptr: *mut u8,
}

#[derive(Clone, Copy)]
enum Call {
    Align,
    Calloc,
    Realloc,
    Free,
}

impl Call {
    fn name(self) -> &'static str {
        match self {
            Self::Align => "shmem_malloc or shmem_align",
            Self::Calloc => "shmem_calloc",
            Self::Realloc => "shmem_realloc",
            Self::Free => "shmem_free",
        }
    }
}

impl Request {
    /// A request for a new block.
    fn new(call: Call, bytes: usize, alignment: usize) -> Self {
        Self { call, bytes, alignment, ptr: std::ptr::null_mut() }
    }

    fn old(call: Call, ptr: *mut u8, bytes: usize) -> Self {
        Self { call, bytes, alignment: ALIGNMENT, ptr }
    }

    /// The request as words that are equal on all PEs for equal requests.
    fn words(&self, state: &State) -> [u64; 3] {
        let given = Some(self.ptr).filter(|ptr| !ptr.is_null());
        let place = given.and_then(|ptr| state.find(ptr, 1).ok());
        let place = place.map_or(0, |(kind, offset)| (offset as u64 + 1) << 2 | kind as u64);
        [self.bytes as u64, (self.alignment as u64) << 2 | self.call as u64, place]
    }
}

/// A barrier of all PEs that checks that their requests are the same.
///
/// # Errors
/// The requests differ; an error of the network.
fn barrier(state: &'static State, request: Request) -> Result<()> {
    crate::order::quiet(Ctx::DEFAULT)?;
    let world = Joined::of_team(state.teams.get(Team::WORLD)?);
    let [bytes, how, place] = request.words(state);
    let words = [bytes, how, place, !bytes, !how, !place];
    let most = agree(state, &world, words, u64::max)?;
    let least = [!most[3], !most[4], !most[5]];
    if most[..3] != least { different(state, request, least[0]..=most[0]) } else { Ok(()) }
}

#[cold]
fn different(state: &State, request: Request, bytes: RangeInclusive<u64>) -> Result<()> {
    let others = match bytes.start() == bytes.end() {
        true => "another call, alignment or address".to_owned(),
        false => format!("{} to {}", bytes.start(), bytes.end()),
    };
    let Request { call, alignment, ptr, bytes } = request;
    let place = match call {
        Call::Align | Call::Calloc => format!("aligned to {alignment}"),
        Call::Realloc | Call::Free => format!("at {ptr:p}"),
    };
    fail!(
        "PE {} comes with {} of {bytes} bytes {place}, and others with {others}: all PEs make the \
         same calls of this kind in the same order",
        state.me,
        call.name()
    )
}

/// Allocates memory; null if there is no room.
fn take(state: &'static State, bytes: usize, alignment: usize) -> *mut u8 {
    state.space().take(bytes, alignment.max(ALIGNMENT)).unwrap_or_default()
}

/// Allocates `bytes` bytes on every PE. Returns null for 0 bytes (then without a barrier), and if
/// the heap has no room, which is the same on all PEs.
///
/// # Errors
/// Not started; arguments that differ between PEs; an error of the network.
pub fn malloc(bytes: usize) -> Result<*mut u8> {
    align(ALIGNMENT, bytes)
}

/// [`malloc`] with hints. They have no effect: all memory here suits both uses.
///
/// # Errors
/// As [`malloc`], and unknown hints.
pub fn malloc_with_hints(bytes: usize, hints: i64) -> Result<*mut u8> {
    if hints & !(ATOMICS_REMOTE | SIGNAL_REMOTE) != 0 {
        return fail!(
            "hints {hints:#x}: they are made of SHMEM_MALLOC_ATOMICS_REMOTE and \
             SHMEM_MALLOC_SIGNAL_REMOTE"
        );
    }
    malloc(bytes)
}

/// Allocates zeroed memory for `count` elements of `size` bytes. Returns null as [`malloc`], and if
/// the product overflows.
///
/// # Errors
/// As [`malloc`].
pub fn calloc(count: usize, size: usize) -> Result<*mut u8> {
    let state = state()?;
    let Some(bytes) = count.checked_mul(size).filter(|&bytes| bytes > 0) else {
        return Ok(std::ptr::null_mut());
    };
    let at = take(state, bytes, ALIGNMENT);
    if !at.is_null() {
        // Memory that was never handed out is zero, and stays untouched.
        let used = state.space().touch(at, bytes);
        // SAFETY: allocated just now.
        unsafe { at.write_bytes(0, used) };
    }
    barrier(state, Request::new(Call::Calloc, bytes, ALIGNMENT))?;
    Ok(at)
}

/// Allocates memory aligned to `alignment` bytes, a power of two from the size of a pointer to the
/// alignment of the heaps. Returns null as [`malloc`], and, after the barrier, for another
/// alignment.
///
/// # Errors
/// As [`malloc`].
pub fn align(alignment: usize, bytes: usize) -> Result<*mut u8> {
    let state = state()?;
    let most = state.space().alignment();
    let is_good = alignment.is_power_of_two() && (size_of::<usize>()..=most).contains(&alignment);
    if bytes == 0 {
        return Ok(std::ptr::null_mut());
    }
    let at = if is_good { take(state, bytes, alignment) } else { std::ptr::null_mut() };
    if !at.is_null() {
        state.space().touch(at, bytes);
    }
    barrier(state, Request::new(Call::Align, bytes, alignment))?;
    Ok(at)
}

/// Changes the size of `ptr`, moving it if necessary. A null `ptr` makes it a [`malloc`], 0 bytes a
/// [`free`]. Returns null if there is no room; `ptr` then stays valid.
///
/// # Errors
/// As [`malloc`]; `ptr` is not a block of this heap.
///
/// # Safety
/// No PE uses the memory during the call, nor under its old address after it.
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
    let request = Request::old(Call::Realloc, ptr, bytes);
    // All puts of other PEs to the block have arrived before it is copied.
    barrier(state, request)?;
    if state.space().resize(ptr, bytes) {
        state.space().touch(ptr, bytes);
        barrier(state, request)?;
        return Ok(ptr);
    }
    let new = take(state, bytes, ALIGNMENT);
    if !new.is_null() {
        state.space().touch(new, bytes);
        // SAFETY: both are allocated blocks, and not the same.
        unsafe { new.copy_from_nonoverlapping(ptr, old_bytes.min(bytes)) };
        state.space().give(ptr);
    }
    barrier(state, request)?;
    Ok(new)
}

/// Frees memory. Null does nothing, and needs no other PE.
///
/// # Errors
/// As [`realloc`].
///
/// # Safety
/// The memory is not used afterwards.
pub unsafe fn free(ptr: *mut u8) -> Result<()> {
    let state = state()?;
    if ptr.is_null() {
        return Ok(());
    }
    let bytes = given(state, ptr)?;
    // The barrier is before the block is freed: other PEs may still use it.
    barrier(state, Request::old(Call::Free, ptr, bytes))?;
    state.space().give(ptr);
    Ok(())
}

/// Whether `ptr` was returned by [`malloc`] and the like, and not freed since.
///
/// # Errors
/// Not started.
pub fn is_given(ptr: *const u8) -> Result<bool> {
    Ok(state()?.space().bytes_at(ptr).is_some())
}

/// Size of each PE's heap in bytes.
///
/// # Errors
/// Not started.
pub fn bytes() -> Result<usize> {
    Ok(state()?.space().bytes())
}
