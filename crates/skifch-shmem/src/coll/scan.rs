//! Scans: reductions over the PEs up to this one.
//!
//! Few elements go by recursive doubling: in each round a PE sends what it has combined so far to
//! the PE that is `distance` after it, and receives the same from the PE that is as far before it.
//! The PEs wrap around, so that all wait for all; what has wrapped is not combined. For many
//! elements, each PE reads those of all PEs before it.

use super::joined::{Short, receive, rounds, send};
use super::line::Step;
use super::meet::LINE_BYTES;
use super::reduce::{BLOCK, Block, Combine, Rooms, Work};
use super::{Group, Joined};
use crate::error::Result;
use crate::rma::{bytes as bytes_of, copy};
use crate::state::{State, state};
use crate::team::TeamData;

/// Which sources a scan combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The sources of the PEs up to this one.
    Inclusive,
    /// The sources of the PEs before this one; the first PE gets zeros.
    Exclusive,
}

/// [`reduce`](super::reduce()) over the PEs up to or before this one.
///
/// # Errors
/// As [`sync`](super::sync).
///
/// # Safety
/// As [`reduce`](super::reduce()).
pub unsafe fn scan(
    group: Group,
    kind: Scan,
    dest: *mut u8,
    source: *const u8,
    count: usize,
    size: usize,
    combine: Combine,
) -> Result<()> {
    let state = state()?;
    let joined = Joined::new(state, group)?;
    let bytes = bytes_of(count, size)?;
    if bytes == 0 {
        return joined.sync(state);
    }
    state.find(dest, bytes)?;
    state.find(source, bytes)?;
    if let Some(team) = joined.lines(bytes) {
        // SAFETY: our caller's promise.
        return unsafe { few(state, team, kind, (dest, source), (count, size), combine) };
    }
    let work = Work { source, size, combine };
    let before = joined.me + usize::from(kind == Scan::Inclusive);
    let (mut acc, mut rooms) = (Block::new(bytes), Rooms::default());
    joined.sync(state)?;
    let mut at = 0;
    while at < count {
        let some = (count - at).min((BLOCK / size).max(1));
        let from = joined.members.all()[..before].iter().copied();
        // SAFETY: our caller's promise; the block has room for `some`.
        unsafe {
            acc.at().write_bytes(0, some * size);
            work.gather(state, from, (at, some), acc.at(), &mut rooms)?;
        }
        // All PEs have read these elements before any PE overwrites them.
        joined.sync(state)?;
        // SAFETY: our caller's promise.
        unsafe { copy(dest.wrapping_add(at * size), acc.at(), some * size) };
        at += some;
    }
    Ok(())
}

/// A scan of elements that fit into a line. A full step.
///
/// # Safety
/// As [`scan`].
unsafe fn few(
    state: &State,
    team: &TeamData,
    kind: Scan,
    (dest, source): (*mut u8, *const u8),
    (count, size): (usize, usize),
    combine: Combine,
) -> Result<()> {
    let (step, me, n, bytes) = (Step::next(team), team.me, team.members.len(), count * size);
    let add = |value: &mut Short, other: &Short| {
        // SAFETY: both are aligned for any element type, and have `count` elements.
        unsafe { combine(value.0.as_mut_ptr().cast(), other.0.as_ptr().cast(), count) };
    };
    // The combined values of some PEs up to this one, and of those before it, if there are any.
    let (mut all, mut before) = (Short([0; LINE_BYTES]), None);
    // SAFETY: our caller's promise; they fit.
    unsafe { copy(all.0.as_mut_ptr(), source, bytes) };
    for (round, distance) in rounds(n) {
        let mut got = Short::default();
        send(state, step, team.members.at((me + distance) % n), round, &all, bytes)?;
        receive(state, step, round, &mut got, bytes)?;
        if me >= distance {
            let (mut first, known) = (got, before);
            known.iter().for_each(|known| add(&mut first, known));
            before = Some(first);
            add(&mut got, &all);
            all = got;
        }
    }
    let result = match kind {
        Scan::Inclusive => all,
        Scan::Exclusive => before.unwrap_or_default(),
    };
    // SAFETY: as above.
    unsafe { copy(dest, result.0.as_ptr(), bytes) };
    Ok(())
}
