//! Scans from rank to rank, for ranks that share CPUs: each waits only for the previous one, and
//! combines at most once.

use super::builder::{Builder, Data, Team};
use super::quick::Call;
use super::reduce::Work;
use crate::error::Result;

/// As [`prefix`](super::scan::prefix).
pub(crate) fn prefix(
    b: &mut Builder,
    team: &Team,
    work: &Work<'_>,
    from: &Data,
    into: &Data,
    is_exclusive: bool,
) -> Result<()> {
    let (rank, count, is_last) = (team.rank, work.count, team.rank + 1 == team.size());
    let mut sum = into.clone();
    if is_exclusive && !is_last {
        sum = b.elements(&from.ty, count);
    }
    if sum.base != from.base && !(is_exclusive && is_last) {
        b.copy(from.part(0, count)?, sum.part(0, count)?);
    }
    if rank > 0 {
        let before = if is_exclusive { into.clone() } else { b.elements(&from.ty, count) };
        b.recv(team, before.part(0, count)?, rank - 1);
        b.join();
        if before.base != sum.base {
            b.reduce(work.reduction, before.base, sum.base, count);
        }
    }
    if !is_last {
        b.send(team, sum.part(0, count)?, rank + 1);
        b.join();
    }
    Ok(())
}

/// The same without a schedule: the operands of this rank are at `into` or, in an exclusive scan,
/// at `apart`; `other` is room for those of one rank.
pub(super) fn combine(
    call: &Call,
    into: &mut [u8],
    apart: Option<&mut [u8]>,
    other: &mut [u8],
    add: impl Fn(&[u8], &mut [u8]) -> Result<()>,
) -> Result<()> {
    let (rank, is_last) = (call.rank, call.rank + 1 == call.size());
    let sum = match apart {
        Some(sum) => {
            if rank > 0 {
                call.recv(rank - 1, into)?;
                add(into, sum)?;
            }
            sum
        }
        None => {
            if rank > 0 {
                call.recv(rank - 1, other)?;
                add(other, into)?;
            }
            into
        }
    };
    if is_last { Ok(()) } else { call.send(rank + 1, sum) }
}
