//! Short blocks that every member has for every other: each goes with the word by which the two
//! synchronise, so the exchange is one step.

use super::line::Step;
use super::meet::{BEFORE, LINE_BYTES};
use crate::error::Result;
use crate::rma::copy;
use crate::state::State;
use crate::team::TeamData;

/// Whether blocks of `bytes` bytes are exchanged in this way: they fit, and there is a line for
/// each member.
pub(super) fn suits(team: &TeamData, bytes: usize) -> bool {
    bytes <= LINE_BYTES && team.members.len() <= BEFORE
}

/// Sends `out(member)` to each other member, and calls `take(member, block)` with the block from
/// each once all have arrived. A full step.
///
/// # Safety
/// The result of `out` is readable for `bytes` bytes. `take` reads at most [`LINE_BYTES`].
pub(super) unsafe fn exchange(
    state: &State,
    team: &TeamData,
    bytes: usize,
    out: impl Fn(usize) -> *const u8,
    mut take: impl FnMut(usize, *const u8),
) -> Result<()> {
    let step = Step::next(team);
    for member in others(team) {
        let to = team.members.at(member);
        // SAFETY: our caller's promise.
        unsafe { step.line(team.me).send(state, to, out(member), bytes)? };
    }
    for member in others(team) {
        step.line(member).wait(state)?;
    }
    for member in others(team) {
        take(member, step.line(member).receive(state)?);
    }
    Ok(())
}

/// The other members. Each member begins with another one, to spread the load.
fn others(team: &TeamData) -> impl Iterator<Item = usize> {
    let (me, n) = (team.me, team.members.len());
    (1..n).map(move |at| if me + at < n { me + at } else { me + at - n })
}

/// Waits until each other member has come to this step. What it put to this PE before, ordered
/// before its notification, has then arrived; what it put to others perhaps not. A full step.
pub(super) fn meet(state: &State, team: &TeamData) -> Result<()> {
    let step = Step::next(team);
    for member in others(team) {
        step.line(team.me).signal(state, team.members.at(member))?;
    }
    others(team).try_for_each(|member| step.line(member).wait(state))
}

/// What a member of [`collect`] sends: the length of its source, and the source itself if it is
/// short.
#[repr(C, align(16))]
struct Said {
    bytes: u64,
    few: [u8; FEW],
}

/// The length of each member's source in bytes.
pub(super) type Lengths = [usize; BEFORE];

const FEW: usize = LINE_BYTES - size_of::<u64>();

/// Whether lengths can be exchanged in this way.
pub(super) fn suits_lengths(team: &TeamData) -> bool {
    suits(team, LINE_BYTES)
}

/// Exchanges the lengths of all sources. If all are short, also passes each source to
/// `place(before, bytes, block)`. Returns whether that was so, and the lengths. A full step.
///
/// # Safety
/// `source` is readable for `bytes` bytes. `place` reads no more bytes than it is given.
pub(super) unsafe fn collect(
    state: &State,
    team: &TeamData,
    source: *const u8,
    bytes: usize,
    mut place: impl FnMut(usize, usize, *const u8) -> Result<()>,
) -> Result<(bool, Lengths)> {
    let mut said = Said { bytes: bytes as u64, few: [0; FEW] };
    if bytes <= FEW {
        // SAFETY: our caller's promise; they fit.
        unsafe { copy(said.few.as_mut_ptr(), source, bytes) };
    }
    let own = &raw const said;
    let mut lines = [own; BEFORE];
    let room = bytes.min(FEW) + size_of::<u64>();
    let take = |member: usize, line: *const u8| lines[member] = line.cast();
    // SAFETY: `said` is large enough; `take` reads nothing.
    unsafe { exchange(state, team, room, |_| own.cast(), take)? };
    // SAFETY: lines are aligned, and not written before this PE has come to the next step.
    let lengths = lines.map(|line| unsafe { (*line).bytes as usize });
    let n = team.members.len();
    if lengths[..n].iter().any(|&bytes| bytes > FEW) {
        return Ok((false, lengths));
    }
    let mut at = 0;
    for (&line, &bytes) in lines[..n].iter().zip(&lengths) {
        // SAFETY: as above.
        place(at, bytes, unsafe { (&raw const (*line).few).cast() })?;
        at += bytes;
    }
    Ok((true, lengths))
}
