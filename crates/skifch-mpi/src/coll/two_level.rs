//! Collective operations of members on several hosts: inside each host, and between one member of
//! each. Data cross the slow network between hosts only once.

use super::builder::{Builder, Data, Team};
use super::hosts::{Hosts, Levels};
use super::parts::Slots;
use super::reduce::Work;
use super::{allgather as all, allreduce as every, barrier as meet};
use super::{bcast as down, gather as one, reduce as up};
use crate::error::Result;
use crate::group::Members;
use crate::p2p::Buffer;
use std::sync::Arc;

/// Up to this total size, leaders exchange the parts of their hosts in one message, which costs two
/// more copies.
const PACKED_UP_TO_BYTES: usize = 256 << 10;

pub(super) fn barrier(b: &mut Builder, levels: &Levels) {
    meet::gather(b, &levels.inside, levels.leader);
    if let Some(between) = &levels.between {
        meet::dissemination(b, between);
    }
    down::binomial(b, &levels.inside, &meet::nothing(), levels.leader);
}

pub(super) fn bcast(b: &mut Builder, levels: &Levels, data: &Buffer) -> Result<()> {
    if let Some(between) = &levels.between {
        down::choose(b, between, data, levels.top)?;
    }
    down::choose(b, &levels.inside, data, levels.leader)
}

/// For commutative operations. The result is at the root's `into`.
pub(super) fn reduce(
    b: &mut Builder,
    levels: &Levels,
    work: &Work<'_>,
    from: &Data,
    into: Option<&Data>,
) -> Result<()> {
    let Some(between) = &levels.between else {
        return up::binomial(b, &levels.inside, work, from, None, levels.leader);
    };
    let sum = match into {
        Some(into) => into.clone(),
        None => b.elements(&from.ty, work.count),
    };
    up::binomial(b, &levels.inside, work, from, Some(&sum), levels.leader)?;
    up::binomial(b, between, work, &sum, Some(&sum), levels.top)
}

/// For commutative operations. The operands are at `data`, and so is the result.
pub(super) fn allreduce(
    b: &mut Builder,
    levels: &Levels,
    work: &Work<'_>,
    data: &Data,
) -> Result<()> {
    let into = levels.between.as_ref().map(|_| data);
    up::binomial(b, &levels.inside, work, data, into, levels.leader)?;
    if let Some(between) = &levels.between {
        every::choose(b, between, work, data, data)?;
    }
    down::choose(b, &levels.inside, &data.part(0, work.count)?, levels.leader)
}

/// Allgather; each rank's own part is already in its slot.
pub(super) fn allgather(b: &mut Builder, hosts: &Hosts, team: &Team, slots: &Slots) -> Result<()> {
    let total: usize = (0..team.size()).map(|at| slots.bytes(at)).sum();
    match total <= PACKED_UP_TO_BYTES {
        true => packed(b, hosts, team, slots, total),
        false => by_host(b, hosts, team, slots),
    }
}

/// Parts are gathered on each host, exchanged between hosts, and broadcast on each host.
fn packed(b: &mut Builder, hosts: &Hosts, team: &Team, slots: &Slots, total: usize) -> Result<()> {
    let levels = hosts.levels(team, 0);
    let base = b.memory(total);
    let (mut end, mut parts, mut blocks) = (0, Vec::new(), Vec::new());
    for members in hosts.members() {
        let begin = end;
        for &at in members {
            let len = slots.bytes(at);
            parts.push((at, Buffer::dense(base.wrapping_add(end), len)));
            end += len;
        }
        blocks.push(Buffer::dense(base.wrapping_add(begin), end - begin));
    }
    let own = hosts.host_of(team.rank);
    let here = parts.iter().filter(|(at, _)| hosts.host_of(*at) == own);
    let here = Slots::of(here.map(|(_, part)| part.clone()).collect());
    one::gather(b, &levels.inside, Some(slots.get(team.rank)), Some(&here), levels.leader)?;
    if let Some(between) = &levels.between {
        all::choose(b, between, &Slots::of(blocks))?;
    }
    down::choose(b, &levels.inside, &Buffer::dense(base, total), levels.leader)?;
    for (at, part) in parts.into_iter().filter(|(at, _)| *at != team.rank) {
        b.copy(part, slots.get(at));
    }
    Ok(())
}

/// As on one host, but in an order in which neighbours are on the same host as far as possible.
fn by_host(b: &mut Builder, hosts: &Hosts, team: &Team, slots: &Slots) -> Result<()> {
    let order = hosts.members().concat();
    let members = order.iter().map(|&at| team.members.ranks()[at]).collect();
    let rank = order.iter().position(|&at| at == team.rank).unwrap_or(0);
    let sorted = Team { members: Arc::new(Members::new(members)), rank, ..*team };
    all::choose(b, &sorted, &Slots::of(order.iter().map(|&at| slots.get(at)).collect()))
}
