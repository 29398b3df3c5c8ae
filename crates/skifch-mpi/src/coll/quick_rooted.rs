//! Short blocking calls with a root, without a schedule, as in [`quick`](super::quick).

use super::api::Reduce;
use super::parts::{Block, Parts};
use super::peers;
use super::places::Places;
use super::quick::{Call, Room, bytes, bytes_mut};
use super::quick_parts::MAX_RANKS;
use super::which::Which;
use crate::Comm;
use crate::engine::{Engine, attempt};
use crate::error::Result;
use crate::op::Reduction;
use crate::p2p::IN_PLACE;

/// Begins a call with a root and few ranks, if `known` finds that the data are short; `known` gets
/// the number of ranks and whether this is the root.
fn begin<T>(
    (comm, which): (Comm, Which),
    root: i32,
    known: impl FnOnce(&Engine, usize, bool) -> Option<T>,
) -> Result<Option<(Call, usize, T)>> {
    attempt(|engine| {
        let found = engine.comm(comm)?;
        let (rank, size) = (found.rank as usize, found.local.len());
        let is_one = found.remote.is_none() && size <= MAX_RANKS;
        let Some(root) = usize::try_from(root).ok().filter(|&root| is_one && root < size) else {
            return Ok(None);
        };
        let Some(data) = known(engine, size, rank == root) else { return Ok(None) };
        Ok(engine.quick(comm, which)?.map(|call| (call, root, data)))
    })
}

/// What this rank knows of the data.
enum Side<'a> {
    /// The root: all parts, and whether its own is to be copied.
    Root(Places<'a>, bool),
    /// Another rank: the bytes of its own part.
    Leaf(usize),
}

fn side<'a>(
    engine: &Engine,
    own: &Block,
    parts: &'a Parts,
    root: Option<usize>,
    size: usize,
) -> Option<Side<'a>> {
    let Some(root) = root else {
        return Some(Side::Leaf(engine.few_bytes(own.count, own.datatype)?));
    };
    let places = Places::of(engine, parts, size)?;
    if own.is_in_place() {
        return Some(Side::Root(places, false));
    }
    let is_same = engine.few_bytes(own.count, own.datatype) == Some(places.get(root).1);
    is_same.then_some(Side::Root(places, true))
}

/// Gather; whether it was done here.
///
/// # Safety
/// The elements of `from` are readable, those of `to` writable at the root.
pub(super) unsafe fn gather(from: Block, to: &Parts, root: i32, comm: Comm) -> Result<bool> {
    let begun = begin((comm, Which::of("gather")), root, |engine, size, is_root| {
        side(engine, &from, to, is_root.then_some(root as usize), size)
    })?;
    let Some((call, root, side)) = begun else { return Ok(false) };
    match side {
        // SAFETY: our caller's promise.
        Side::Leaf(len) => call.send(root, unsafe { bytes(from.buf, len) })?,
        Side::Root(places, has_own) => {
            if has_own {
                let (place, len) = places.get(root);
                // SAFETY: as above; both have `len` bytes.
                unsafe { place.copy_from(from.buf, len) };
            }
            // SAFETY: as above.
            unsafe { call.recv_from_all(|peer| places.get(peer)) }?;
        }
    }
    call.done()
}

/// Scatter; whether it was done here.
///
/// # Safety
/// The elements of `from` are readable at the root, those of `to` writable.
pub(super) unsafe fn scatter(from: &Parts, to: Block, root: i32, comm: Comm) -> Result<bool> {
    let begun = begin((comm, Which::of("scatter")), root, |engine, size, is_root| {
        side(engine, &to, from, is_root.then_some(root as usize), size)
    })?;
    let Some((call, root, side)) = begun else { return Ok(false) };
    match side {
        // SAFETY: our caller's promise.
        Side::Leaf(len) => unsafe { call.recv_up_to(root, to.buf, len) }?,
        Side::Root(places, has_own) => {
            for peer in peers::after(root, call.size()) {
                let (place, len) = places.get(peer);
                // SAFETY: as above.
                call.send(peer, unsafe { bytes(place, len) })?;
            }
            if has_own {
                let (place, len) = places.get(root);
                // SAFETY: as above; both have `len` bytes.
                unsafe { to.buf.copy_from(place, len) };
            }
        }
    }
    call.done()
}

/// Reduce, up a binomial tree; whether it was done here.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable at the root.
pub(super) unsafe fn reduce(ops: Reduce, root: i32, comm: Comm) -> Result<bool> {
    let begun = begin((comm, Which::of("reduce")), root, |engine, _, is_root| {
        let len = engine.few_bytes(ops.count, ops.datatype)?;
        let (reduction, is_commutative) = engine.reduction(ops.op, ops.datatype).ok()?;
        let is_in_one = engine.comm(comm).ok()?.hosts(engine.nodes.as_deref()).is_none();
        let is_plain = is_commutative && !matches!(reduction, Reduction::User(..));
        let has_own = is_root || ops.from != IN_PLACE;
        (is_plain && is_in_one && has_own).then_some((len, reduction))
    })?;
    let Some((call, root, (len, reduction))) = begun else { return Ok(false) };
    let size = call.size();
    let place = (call.rank + size - root) % size;
    let rank_at = |place: usize| (place + root) % size;
    if place % 2 == 1 {
        // SAFETY: our caller's promise.
        call.send(rank_at(place - 1), unsafe { bytes(ops.from, len) })?;
        return call.done();
    }
    let (mut sum, mut room) = (Room::new(), Room::new());
    let own = match place {
        // SAFETY: our caller's promise.
        0 => unsafe { bytes_mut(ops.into, len) },
        _ => sum.first(len),
    };
    if ops.from != IN_PLACE && len > 0 {
        // SAFETY: as above; both have `len` bytes.
        unsafe { own.as_mut_ptr().copy_from(ops.from, len) };
    }
    let other = room.first(len);
    let mut bit = 1;
    while bit < size && place & bit == 0 {
        if place + bit < size {
            call.recv(rank_at(place + bit), other)?;
            // SAFETY: both have `count` elements, suitably aligned.
            unsafe { reduction.apply(other.as_ptr(), own.as_mut_ptr(), ops.count) }?;
        }
        bit *= 2;
    }
    if place > 0 {
        call.send(rank_at(place - bit), own)?;
    }
    call.done()
}
