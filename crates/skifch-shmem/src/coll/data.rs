//! Collective calls that move data between all members: each PE puts its data to its place, and
//! then all synchronise. Short blocks go with the words by which they synchronise (`exchange.rs`).
//!
//! The targets are ready before any PE calls, as OpenSHMEM demands, so no handshake is needed.

use super::{Group, Joined, exchange, hosts};
use crate::error::{Result, fail};
use crate::remote::{Place, place_at};
use crate::rma::{bytes as bytes_of, copy};
use crate::state::{State, state};
use crate::team::TeamData;

/// Writes to `dest` of `pe`, a symmetric address.
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

/// Reads from `source` of `pe`, a symmetric address.
///
/// # Safety
/// `dest` is writable for `bytes` bytes.
pub(super) unsafe fn pull(
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

/// Checks that all of `dest` is symmetric, so that an error names the address that the program has
/// given.
fn check(state: &State, dest: *const u8, bytes: usize) -> Result<()> {
    if bytes == 0 { Ok(()) } else { state.find(dest, bytes).map(drop) }
}

/// The members, beginning with this one and wrapping around: each PE begins with another one.
pub(super) fn from_me(joined: &Joined) -> impl Iterator<Item = usize> {
    let (me, n) = (joined.me, joined.len());
    (0..n).map(move |at| (me + at) % n)
}

/// Concatenates the sources of all members, which may differ in length, in `dest` of all.
///
/// # Errors
/// As [`sync`](super::sync).
///
/// # Safety
/// As [`broadcast`](super::broadcast()). The same for all calls below.
pub unsafe fn collect(group: Group, dest: *mut u8, source: *const u8, bytes: usize) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    check(state, dest, bytes)?;
    let Some(team) = joined.team().filter(|team| exchange::suits_lengths(team)) else {
        let before = joined.sum_before(state, bytes as u64)?;
        // SAFETY: our caller's promise.
        return unsafe {
            push_to_all(state, &joined, dest.wrapping_add(before as usize), source, bytes)
        };
    };
    // SAFETY: our caller's promise; a block has as many bytes as its length says.
    let place = |before: usize, bytes, block| unsafe {
        take(state, dest.wrapping_add(before), block, bytes)
    };
    // SAFETY: our caller's promise.
    let (is_done, lengths) = unsafe { exchange::collect(state, team, source, bytes, place)? };
    if is_done {
        return Ok(());
    }
    let at = |member: usize| {
        let before = lengths[..member].iter().fold(0, |sum: usize, &bytes| sum.wrapping_add(bytes));
        dest.wrapping_add(before)
    };
    // SAFETY: our caller's promise.
    unsafe { collect_at(state, &joined, source, bytes, |member| (at(member), lengths[member])) }
}

/// Writes the source of each member, `bytes` bytes here, to its `part` of `dest` of all members.
///
/// # Safety
/// As [`collect`].
unsafe fn collect_at(
    state: &'static State,
    joined: &Joined,
    source: *const u8,
    bytes: usize,
    part: impl Fn(usize) -> (*mut u8, usize),
) -> Result<()> {
    let (own, _) = part(joined.me);
    let Some((team, hosts)) = joined.hosts() else {
        // SAFETY: our caller's promise.
        return unsafe { push_to_all(state, joined, own, source, bytes) };
    };
    // SAFETY: our caller's promise.
    unsafe {
        hosts::spread(state, hosts, own, source, bytes)?;
        joined.settle(state)?;
        hosts::fetch(state, team, hosts, part)
    }
}

/// [`collect`] for sources of the same length.
///
/// # Errors
/// As [`sync`](super::sync).
///
/// # Safety
/// As [`collect`].
pub unsafe fn fcollect(group: Group, dest: *mut u8, source: *const u8, bytes: usize) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    check(state, dest, bytes_of(joined.len(), bytes)?)?;
    if let Some(team) = joined.team().filter(|team| exchange::suits(team, bytes)) {
        // SAFETY: our caller's promise.
        return unsafe { exchange_blocks(state, team, dest, bytes, |_| source) };
    }
    let part = |member: usize| (dest.wrapping_add(member * bytes), bytes);
    // SAFETY: our caller's promise.
    unsafe { collect_at(state, &joined, source, bytes, part) }
}

/// Copies data that has arrived to `dest` of this PE.
///
/// # Safety
/// `dest` is writable and `from` readable for `bytes` bytes.
unsafe fn take(state: &State, dest: *mut u8, from: *const u8, bytes: usize) -> Result<()> {
    check(state, dest, bytes)?;
    // SAFETY: our caller's promise.
    unsafe { copy(dest, from, bytes) };
    Ok(())
}

/// Exchanges short blocks; `dest` receives one from each member.
///
/// # Safety
/// As [`collect`]; the result of `out` is readable for `bytes` bytes.
unsafe fn exchange_blocks(
    state: &State,
    team: &TeamData,
    dest: *mut u8,
    bytes: usize,
    out: impl Fn(usize) -> *const u8,
) -> Result<()> {
    let at = |member: usize| dest.wrapping_add(member * bytes);
    // SAFETY: our caller's promise.
    unsafe {
        let own = out(team.me);
        exchange::exchange(state, team, bytes, out, |member, block| {
            copy(at(member), block, bytes);
        })?;
        copy(at(team.me), own, bytes);
    }
    Ok(())
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
    joined.settle_mine(state)
}

/// Sends block `i`, of `bytes` bytes, of each source to PE `i`; `dest` has the blocks in the order
/// of the PEs.
///
/// # Errors
/// As [`sync`](super::sync).
///
/// # Safety
/// As [`collect`].
pub unsafe fn alltoall(group: Group, dest: *mut u8, source: *const u8, bytes: usize) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    check(state, dest, bytes_of(joined.len(), bytes)?)?;
    if let Some(team) = joined.team().filter(|team| exchange::suits(team, bytes)) {
        let out = |member: usize| source.wrapping_add(member * bytes);
        // SAFETY: our caller's promise.
        return unsafe { exchange_blocks(state, team, dest, bytes, out) };
    }
    let to = dest.wrapping_add(joined.me * bytes);
    for index in from_me(&joined) {
        let from = source.wrapping_add(index * bytes);
        // SAFETY: our caller's promise.
        unsafe { push(state, to, from, bytes, joined.members.at(index))? };
    }
    joined.settle_mine(state)
}

/// [`alltoall`] for blocks of `count` elements of `size` bytes, at distances of `dest_stride` and
/// `source_stride` elements.
///
/// # Errors
/// As [`sync`](super::sync), and a stride below 1.
///
/// # Safety
/// As [`collect`].
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
    let blocks = joined.len() * count;
    check(state, dest, blocks.checked_sub(1).map_or(0, |last| last * to_step + size))?;
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
    joined.settle_mine(state)
}
