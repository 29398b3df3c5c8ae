//! Intercommunicators.

use super::create::{agree, u64_of};
use super::{Communicator, part};
use crate::Comm;
use crate::coll::{bcast_bytes, exchange_bytes};
use crate::engine::{Engine, attempt, with};
use crate::error::{Result, fail};
use crate::group::Members;
use crate::p2p::{Key, check_tag, recv_bytes, send_bytes};
use std::sync::Arc;

/// Creates an intercommunicator of the members of `local` and of the `local` that the other leader
/// passes (collective over both). The leaders reach each other by `peer`, which is significant only
/// there.
///
/// # Errors
/// `Comm`, `Rank` or `Tag` for invalid arguments; `Comm` when the sides share a process,
/// `Rank` when that is the leader of both.
pub fn intercomm_create(
    local: Comm,
    local_leader: usize,
    peer: Comm,
    remote_leader: i32,
    tag: i32,
) -> Result<Comm> {
    connect(local, local_leader, peer, remote_leader, tag)
        .map_err(|error| error.context("MPI_Intercomm_create"))
}

fn connect(local: Comm, leader: usize, peer: Comm, remote: i32, tag: i32) -> Result<Comm> {
    let (members, rank) = attempt(|engine| {
        let found = engine.comm(local)?;
        match found.remote.is_none() && leader < found.local.len() {
            true => Ok((found.local.clone(), found.rank)),
            false => fail!(Comm, "{found} has no leader with rank {leader}"),
        }
    })?;
    let met = match rank as usize == leader {
        true => meet(&members, peer, remote, tag),
        false => Ok(Vec::new()),
    };
    // The other ranks wait for the leader's answer even if it failed.
    let card = met.as_ref().map_or(Vec::new(), Clone::clone);
    let len = u64_of(&bcast_bytes(local, leader, &(card.len() as u64).to_le_bytes())?) as usize;
    met?;
    if len < 8 {
        return fail!(Comm, "the leader of this side could not reach the other side");
    }
    let mut bytes = card;
    bytes.resize(len, 0);
    let bytes = bcast_bytes(local, leader, &bytes)?;
    let others = bytes[8..].chunks_exact(4).map(|rank| u64_of(rank) as u32).collect();
    let others = Members::new(others);
    if members.intersection(&others).len() > 0 {
        return fail!(Comm, "the two sides of an intercommunicator share a process");
    }
    with(|engine| {
        let mut new = Communicator::new("", u64_of(&bytes[..8]), rank, members);
        new.remote = Some(Arc::new(others));
        engine.keep(local, new)
    })?
}

/// The leaders exchange contexts and members. Returns the context of the lower leader and the
/// members of the other side.
fn meet(members: &Members, peer: Comm, remote: i32, tag: i32) -> Result<Vec<u8>> {
    check_tag(tag)?;
    let (key, mine) = attempt(|engine| {
        let found = engine.comm(peer)?;
        let Some(world) = found.world_rank(remote) else { return found.no_rank(remote) };
        if world == engine.rank {
            return fail!(Rank, "rank {remote} of the peer communicator is this process");
        }
        let context = found.context | part::CREATION;
        Ok((Key { context, source: world as i32, tag }, engine.rank))
    })?;
    let context = with(Engine::new_context)?;
    let mut card = context.to_le_bytes().to_vec();
    members.ranks().iter().for_each(|rank| card.extend(rank.to_le_bytes()));
    let len = (card.len() as u64).to_le_bytes();
    let mut len_there = [0; 8];
    let world = key.source as u32;
    if mine < world {
        send_bytes(key.context, world, tag, &len)?;
        recv_bytes(&key, &mut len_there)?;
    } else {
        recv_bytes(&key, &mut len_there)?;
        send_bytes(key.context, world, tag, &len)?;
    }
    let mut there = vec![0; u64_of(&len_there) as usize];
    if mine < world {
        send_bytes(key.context, world, tag, &card)?;
        recv_bytes(&key, &mut there)?;
        there[..8].copy_from_slice(&card[..8]);
    } else {
        recv_bytes(&key, &mut there)?;
        send_bytes(key.context, world, tag, &card)?;
    }
    Ok(there)
}

/// Merges both sides into one intracommunicator (collective): the side with `is_high` comes second;
/// if both pass the same value, the side whose first process has the higher rank in the job.
///
/// # Errors
/// `Comm` for an invalid handle, or for an intracommunicator.
pub fn intercomm_merge(comm: Comm, is_high: bool) -> Result<Comm> {
    merge(comm, is_high).map_err(|error| error.context("MPI_Intercomm_merge"))
}

fn merge(comm: Comm, is_high: bool) -> Result<Comm> {
    let (local, remote) = attempt(|engine| {
        let found = engine.comm(comm)?;
        match &found.remote {
            Some(remote) => Ok((found.local.clone(), remote.clone())),
            None => fail!(Comm, "{found} has one side only"),
        }
    })?;
    let context = agree(comm)?;
    let theirs = exchange_bytes(comm, &[u8::from(is_high)])?[0] != 0;
    let we_are_first = match is_high == theirs {
        true => local.ranks()[0] < remote.ranks()[0],
        false => !is_high,
    };
    let (first, second) = if we_are_first { (local, remote) } else { (remote, local) };
    let members = Members::new(first.ranks().iter().chain(second.ranks()).copied().collect());
    with(|engine| {
        let rank = members.position(engine.rank).unwrap_or(0) as i32;
        // The context was drawn for this communicator, so no other has it.
        engine.keep(comm, Communicator::new("", context, rank, Arc::new(members)))
    })?
}
