//! Collective calls that move data: whoever has it puts it where it belongs, and then all meet.
//!
//! The targets are ready before anybody calls, as OpenSHMEM demands, so nothing is asked first.

use super::{Group, Joined};
use crate::error::{Result, fail};
use crate::remote::{Place, place_at};
use crate::rma::{bytes as bytes_of, copy};
use crate::state::{State, state};

/// Writes to symmetric `dest` of `pe`.
///
/// # Safety
/// `source` is readable for `bytes` bytes.
pub(super) unsafe fn push(
    state: &'static State,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    pe: u32,
) -> Result<()> {
    match place_at(state, dest, bytes, pe)? {
        // SAFETY: the place is in a segment; our caller vouches for `source`.
        Place::Near(to) if to.cast_const() != source => unsafe { copy(to, source, bytes) },
        Place::Near(_) => {}
        // SAFETY: as above.
        Place::Far(far) => unsafe { far.put(source, bytes)? },
    }
    Ok(())
}

/// Reads from symmetric `source` of `pe`.
///
/// # Safety
/// `dest` is writable for `bytes` bytes.
unsafe fn pull(
    state: &'static State,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    pe: u32,
) -> Result<()> {
    match place_at(state, source, bytes, pe)? {
        // SAFETY: the place is in a segment; our caller vouches for `dest`.
        Place::Near(from) if from != dest => unsafe { copy(dest, from, bytes) },
        Place::Near(_) => {}
        // SAFETY: as above.
        Place::Far(far) => unsafe { far.get(dest, bytes)? },
    }
    Ok(())
}

/// The members, this one first and then those after it: not all begin with the same.
fn from_me(joined: &Joined) -> impl Iterator<Item = usize> {
    let (me, n) = (joined.me, joined.len());
    (0..n).map(move |at| (me + at) % n)
}

/// From so many bytes on a meeting costs less than to wait until one PE has written to all: then
/// each copies for itself.
const PULLED_BYTES: usize = 16 << 10;

/// Copies `bytes` bytes at `source` of PE `root` (its number in the group) to `dest` of all. Active
/// sets: of all but the root.
///
/// # Errors
/// As [`sync`](super::sync), and no such root.
///
/// # Safety
/// The memory is readable and writable. So for all calls below.
pub unsafe fn broadcast(
    group: Group,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    root: i32,
) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    let root_pe = joined.members.world(root).map_err(|error| error.context("the root"))?;
    if bytes >= PULLED_BYTES && joined.members.is_near {
        joined.sync(state)?;
        if joined.me != root as usize || !joined.is_active_set() {
            // SAFETY: our caller's promise.
            unsafe { pull(state, dest, source, bytes, root_pe)? };
        }
        return joined.settle(state);
    }
    if joined.me == root as usize {
        let skip = usize::from(joined.is_active_set());
        for index in from_me(&joined).skip(skip) {
            // SAFETY: our caller's promise.
            unsafe { push(state, dest, source, bytes, joined.members.at(index))? };
        }
    }
    joined.settle(state)
}

/// Puts the sources of all, which may differ in length, one after the other into `dest` of all.
///
/// # Errors
/// As [`sync`](super::sync).
///
/// # Safety
/// As [`broadcast`].
pub unsafe fn collect(group: Group, dest: *mut u8, source: *const u8, bytes: usize) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    let before = joined.sum_before(state, bytes as u64)?;
    // SAFETY: our caller's promise.
    unsafe { push_to_all(state, &joined, dest.wrapping_add(before as usize), source, bytes) }
}

/// [`collect`] of sources of the same length.
///
/// # Errors
/// As [`sync`](super::sync).
///
/// # Safety
/// As [`broadcast`].
pub unsafe fn fcollect(group: Group, dest: *mut u8, source: *const u8, bytes: usize) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    let before = bytes_of(joined.me, bytes)?;
    // SAFETY: our caller's promise.
    unsafe { push_to_all(state, &joined, dest.wrapping_add(before), source, bytes) }
}

unsafe fn push_to_all(
    state: &'static State,
    joined: &Joined,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
) -> Result<()> {
    for index in from_me(joined) {
        // SAFETY: our caller's promise.
        unsafe { push(state, dest, source, bytes, joined.members.at(index))? };
    }
    joined.settle(state)
}

/// Gives block `i` of `bytes` bytes of each source to PE `i`, in the order of the PEs.
///
/// # Errors
/// As [`sync`](super::sync).
///
/// # Safety
/// As [`broadcast`].
pub unsafe fn alltoall(group: Group, dest: *mut u8, source: *const u8, bytes: usize) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    bytes_of(joined.len(), bytes)?;
    let to = dest.wrapping_add(joined.me * bytes);
    for index in from_me(&joined) {
        let from = source.wrapping_add(index * bytes);
        // SAFETY: our caller's promise.
        unsafe { push(state, to, from, bytes, joined.members.at(index))? };
    }
    joined.settle(state)
}

/// [`alltoall`] of blocks of `count` elements of `size` bytes, which lie every `dest_stride` and
/// every `source_stride` elements.
///
/// # Errors
/// As [`sync`](super::sync), and a stride below 1.
///
/// # Safety
/// As [`broadcast`].
pub unsafe fn alltoalls(
    group: Group,
    dest: *mut u8,
    source: *const u8,
    dest_stride: isize,
    source_stride: isize,
    count: usize,
    size: usize,
) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    let step = |stride: isize| match usize::try_from(stride) {
        Ok(stride @ 1..) => {
            let step = bytes_of(stride, size)?;
            bytes_of(step, count.max(1)).and_then(|block| bytes_of(block, joined.len()))?;
            Ok(step)
        }
        _ => fail!("a stride of {stride} elements: it is at least 1"),
    };
    let (to_step, from_step) = (step(dest_stride)?, step(source_stride)?);
    for index in from_me(&joined) {
        let pe = joined.members.at(index);
        let to = dest.wrapping_add(joined.me * count * to_step);
        let from = source.wrapping_add(index * count * from_step);
        if (to_step, from_step) == (size, size) {
            // SAFETY: our caller's promise, here and below.
            unsafe { push(state, to, from, count * size, pe)? };
            continue;
        }
        for at in 0..count {
            let (to, from) = (to.wrapping_add(at * to_step), from.wrapping_add(at * from_step));
            // SAFETY: as above.
            unsafe { push(state, to, from, size, pe)? };
        }
    }
    joined.settle(state)
}
