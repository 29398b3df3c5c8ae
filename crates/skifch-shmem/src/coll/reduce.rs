//! Reductions.
//!
//! Short reductions go with the words by which teams synchronise. In long ones each PE combines its
//! share of the elements from the memory of all, and puts the result into the memory of all: no
//! other PE reads or writes that share, so `dest` may be `source`.

use super::data::push;
use super::joined::{Short, combine_short};
use super::meet::LINE_BYTES;
use super::{Group, Joined, hosts};
use crate::error::Result;
use crate::remote::{Place, place_at};
use crate::rma::{bytes as bytes_of, copy};
use crate::state::{State, state};
use crate::team::{Hosts, TeamData};
use std::ffi::c_void;

/// Combines `count` elements: `acc[i] = acc[i] op with[i]`; both arrays are aligned for their
/// elements.
pub type Combine = unsafe extern "C" fn(acc: *mut c_void, with: *const c_void, count: usize);

/// Bytes combined at a time: they stay in the first-level cache.
pub(super) const BLOCK: usize = 16 << 10;
/// Blocks requested from a network at a time, so that their latencies overlap.
const ASKED: usize = 8;

/// A buffer for a block, aligned for any element type, and as programs align long arrays: where the
/// two ends of a copy are a few bytes apart modulo 4096, the string moves of the C library fall to
/// a fortieth on Zen 3 and 4.
#[derive(Default)]
pub(super) struct Block(Vec<Line>);

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

impl Block {
    pub(super) fn new(bytes: usize) -> Self {
        let mut block = Self::default();
        block.make(bytes);
        block
    }

    /// Makes room for `bytes` bytes, but at most for a whole block.
    fn make(&mut self, bytes: usize) {
        self.0.resize(bytes.min(BLOCK).div_ceil(size_of::<Line>()), Line([0; 64]));
    }

    pub(super) fn at(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// Buffers for blocks that come over a network, allocated on first use.
pub(super) type Rooms = [Block; ASKED];

/// The addresses of the `bytes` bytes at `here` in the next few PEs of `from`, and how many these
/// are: fewer than [`ASKED`] are the last. Blocks that are not directly accessible are read into a
/// buffer of `rooms`.
///
/// # Errors
/// As [`place_at`]; an error of the network.
fn blocks(
    state: &'static State,
    from: impl Iterator<Item = u32>,
    (here, bytes): (*const u8, usize),
    rooms: &mut Rooms,
) -> Result<([*const u8; ASKED], usize)> {
    let (mut some, mut n, mut asked) = ([std::ptr::null(); ASKED], 0, None);
    for (room, pe) in rooms.iter_mut().zip(from) {
        some[n] = match place_at(state, here, bytes, pe)? {
            Place::Near(at) => at.cast_const(),
            Place::Far(far) => {
                room.make(bytes);
                // SAFETY: the buffer has room for a block, and is not used until the reads have
                // completed.
                unsafe { far.get_nbi(room.at(), bytes)? };
                asked = Some(far);
                room.at()
            }
        };
        n += 1;
    }
    asked.map_or(Ok(()), |far| far.syncreads())?;
    Ok((some, n))
}

/// The source and the operation of a reduction.
#[derive(Clone, Copy)]
pub(super) struct Work {
    pub(super) source: *const u8,
    pub(super) size: usize,
    pub(super) combine: Combine,
}

impl Work {
    /// Combines `count` elements, beginning with `first`, of the members `from` into `acc`.
    ///
    /// # Safety
    /// `acc` has room for them; otherwise the promise of the callers.
    pub(super) unsafe fn gather(
        &self,
        state: &'static State,
        mut from: impl Iterator<Item = u32>,
        (first, count): (usize, usize),
        acc: *mut u8,
        rooms: &mut Rooms,
    ) -> Result<()> {
        let bytes = count * self.size;
        let here = self.source.wrapping_add(first * self.size);
        let mut is_first = true;
        loop {
            let (some, n) = blocks(state, from.by_ref(), (here, bytes), rooms)?;
            for &from in &some[..n] {
                // SAFETY: our caller's promise; symmetric, as `blocks` has found, or a room.
                unsafe {
                    match is_first {
                        true if from == acc => {}
                        true => copy(acc, from, bytes),
                        false => (self.combine)(acc.cast(), from.cast(), count),
                    }
                }
                is_first = false;
            }
            if n < ASKED {
                return Ok(());
            }
        }
    }

    /// Combines the elements `at..end` of the PEs `from`, and passes the result to `put(at, result,
    /// bytes)`, with `at` in bytes, block by block.
    ///
    /// # Safety
    /// The promise of the callers.
    unsafe fn share(
        &self,
        state: &'static State,
        from: &[u32],
        (mut at, end): (usize, usize),
        mut put: impl FnMut(usize, *const u8, usize) -> Result<()>,
    ) -> Result<()> {
        let size = self.size;
        let (mut acc, mut rooms) = (Block::new((end - at) * size), Rooms::default());
        while at < end {
            let some = (end - at).min((BLOCK / size).max(1));
            let from = from.iter().copied();
            // SAFETY: our caller's promise; the block has room for `some`.
            unsafe { self.gather(state, from, (at, some), acc.at(), &mut rooms)? };
            put(at * size, acc.at(), some * size)?;
            at += some;
        }
        Ok(())
    }
}

/// Combines the elements of all sources into `dest` of all members. `dest` may be `source`.
///
/// # Errors
/// As [`sync`](super::sync).
///
/// # Safety
/// As [`broadcast`](super::broadcast()); `combine` works on elements of `size` bytes.
pub unsafe fn reduce(
    group: Group,
    dest: *mut u8,
    source: *const u8,
    count: usize,
    size: usize,
    combine: Combine,
) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    let bytes = bytes_of(count, size)?;
    for addr in [dest.cast_const(), source] {
        if bytes > 0 {
            state.find(addr, bytes)?;
        }
    }
    if let Some(team) = joined.lines(bytes) {
        let mut value = Short([0; LINE_BYTES]);
        // SAFETY: our caller's promise; the bytes fit.
        unsafe { value.0.as_mut_ptr().copy_from_nonoverlapping(source, bytes) };
        combine_short(state, team, &mut value, bytes, |value, other| {
            // SAFETY: both are aligned for any element type, and have `count` elements.
            unsafe { combine(value.0.as_mut_ptr().cast(), other.0.as_ptr().cast(), count) };
        })?;
        // SAFETY: as above.
        unsafe { dest.copy_from_nonoverlapping(value.0.as_ptr(), bytes) };
        return Ok(());
    }
    let work = Work { source, size, combine };
    // SAFETY: our caller's promise.
    unsafe {
        match joined.hosts() {
            Some((team, hosts)) => on_hosts(state, &joined, (team, hosts), &work, dest, count),
            None => {
                joined.sync(state)?;
                let all = joined.members.all();
                work.share(
                    state,
                    all,
                    share_of(joined.me, joined.len(), count),
                    |at, acc, bytes| {
                        all.iter()
                            .try_for_each(|&pe| push(state, dest.wrapping_add(at), acc, bytes, pe))
                    },
                )?;
                joined.settle_mine(state)
            }
        }
    }
}

/// The share of one of `n` PEs of `count` elements: its first element and the end.
fn share_of(me: usize, n: usize, count: usize) -> (usize, usize) {
    let share = count.div_ceil(n);
    ((me * share).min(count), ((me + 1) * share).min(count))
}

/// Members on several hosts. First the members of each host reduce among themselves, by shares, so
/// that each of them has the result of its host; then each PE reduces its share of all, from one PE
/// of each host.
///
/// # Safety
/// As [`reduce`].
unsafe fn on_hosts(
    state: &'static State,
    joined: &Joined,
    (team, hosts): (&TeamData, &Hosts),
    work: &Work,
    dest: *mut u8,
    count: usize,
) -> Result<()> {
    let here = hosts.here();
    hosts::meet_here(state, team, hosts)?;
    // SAFETY: our caller's promise, here and below.
    unsafe {
        work.share(state, here, share_of(hosts.me, here.len(), count), |at, acc, bytes| {
            here.iter().try_for_each(|&pe| push(state, dest.wrapping_add(at), acc, bytes, pe))
        })?;
    }
    joined.settle(state)?;
    // Spread the reads over the PEs of a host.
    let one_of = |host: usize| match host == hosts.mine {
        true => state.me,
        false => hosts.row(host)[joined.me % hosts.row(host).len()],
    };
    let from: Vec<u32> = (0..hosts.count()).map(one_of).collect();
    let share = |member: usize| share_of(member, joined.len(), count);
    let work = Work { source: dest, ..*work };
    // SAFETY: as above. Only the PE of a share reads the host results of that share and writes the
    // final result.
    unsafe {
        work.share(state, &from, share(joined.me), |at, acc, bytes| {
            hosts::spread(state, hosts, dest.wrapping_add(at), acc, bytes)
        })?;
    }
    joined.settle(state)?;
    let part = |member: usize| {
        let (first, end) = share(member);
        (dest.wrapping_add(first * work.size), (end - first) * work.size)
    };
    // SAFETY: as above.
    unsafe { hosts::fetch(state, team, hosts, part) }
}
