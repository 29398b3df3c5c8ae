//! Creation of communicators from others.
//!
//! A context is a number drawn by the first member of the new communicator and by no other rank of
//! the job. So members need not agree on one; they only have to be told.

use super::{AttributeKind, Communicator, copy_attributes, delete_attributes, part};
use crate::coll::{agree_later, allgather_bytes, bcast_bytes, exchange_bytes};
use crate::engine::{Engine, attempt, wait::until, with};
use crate::error::{Result, fail};
use crate::group::Members;
use crate::p2p::{Key, check_tag, recv_bytes, request_free, send_bytes};
use crate::{Comm, Group, Info, Request};
use std::sync::Arc;

/// What [`split_type`] splits by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitType {
    /// Processes that can share memory: those on one host.
    Shared,
    /// No communicator for this process.
    Undefined,
}

pub(super) fn u64_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

fn i32_of(bytes: &[u8]) -> i32 {
    (u64_of(bytes) as u32).cast_signed()
}

impl Engine {
    /// A new communicator with the members and the topology of another.
    fn copy_of(&mut self, comm: Comm, context: u64) -> Result<Comm> {
        let old = self.comm(comm)?;
        let mut new = Communicator::new("", context, old.rank, old.local.clone());
        new.remote = old.remote.clone();
        new.topology = old.topology.clone();
        self.keep(comm, new)
    }

    /// Adds a new communicator, with the error handler of `old`.
    pub(super) fn keep(&mut self, old: Comm, mut new: Communicator) -> Result<Comm> {
        new.errhandler = self.comm(old)?.errhandler.clone();
        Ok(self.admit(new))
    }
}

/// Agrees on a context (collective): the one drawn by the first member; of an intercommunicator, by
/// the first member of the side whose first rank is lower.
pub(super) fn agree(comm: Comm) -> Result<u64> {
    let mine = with(Engine::new_context)?.to_le_bytes();
    let first = attempt(|engine| engine.comm(comm).map(|comm| comm.remote.clone()))?;
    let Some(remote) = first else { return Ok(u64_of(&bcast_bytes(comm, 0, &mine)?)) };
    let theirs = exchange_bytes(comm, &mine)?;
    let ours = crate::coll::bcast_local_bytes(comm, &mine)?;
    let is_lower =
        attempt(|engine| engine.comm(comm).map(|comm| comm.local.ranks()[0] < remote.ranks()[0]))?;
    Ok(u64_of(if is_lower { &ours } else { &theirs }))
}

/// Duplicates a communicator with its members, attributes and topology (collective).
///
/// # Errors
/// `Comm` for an invalid handle; the error of an attribute's copy function.
pub fn dup(comm: Comm) -> Result<Comm> {
    duplicate(comm).map_err(|error| error.context("MPI_Comm_dup"))
}

fn duplicate(comm: Comm) -> Result<Comm> {
    let context = agree(comm)?;
    let made = attempt(|engine| engine.copy_of(comm, context))?;
    give_attributes(comm, made)?;
    Ok(made)
}

/// Copies the attributes of a communicator to its copy; frees the copy if that fails.
fn give_attributes(comm: Comm, made: Comm) -> Result<()> {
    copy_attributes(AttributeKind::Comm, comm.0, made.0).or_else(|error| {
        with(|engine| engine.leave(made))?;
        Err(error)
    })
}

/// [`dup`] without waiting: the communicator may be used once the request is complete.
///
/// # Errors
/// As [`dup`].
pub fn idup(comm: Comm) -> Result<(Comm, Request)> {
    duplicate_later(comm).map_err(|error| error.context("MPI_Comm_idup"))
}

fn duplicate_later(comm: Comm) -> Result<(Comm, Request)> {
    let (mine, made) = attempt(|engine| {
        let mine = engine.new_context();
        engine.copy_of(comm, mine).map(|made| (mine, made))
    })?;
    if let Err(error) = give_attributes(comm, made) {
        // The others, whose copies may be whole, wait for what this process has to say.
        request_free(&mut agree_later(comm, mine, |_| Ok(()))?)?;
        return Err(error);
    }
    let adopt = move |context| {
        attempt(|engine| {
            engine.comm_mut(made)?.context = context;
            Ok(())
        })
    };
    Ok((made, agree_later(comm, mine, adopt)?))
}

/// [`dup`] with hints of its own, of which none has an effect.
///
/// # Errors
/// As [`dup`]; `Info` for an invalid handle.
pub fn dup_with_info(comm: Comm, info: Info) -> Result<Comm> {
    crate::info::check_hints(info)?;
    dup(comm)
}

/// [`idup`] with hints of its own, of which none has an effect.
///
/// # Errors
/// As [`dup_with_info`].
pub fn idup_with_info(comm: Comm, info: Info) -> Result<(Comm, Request)> {
    crate::info::check_hints(info)?;
    idup(comm)
}

/// Processes with the same color get one communicator, ordered by key and then by rank
/// (collective); processes without a color get none.
///
/// # Errors
/// `Comm` for an invalid handle.
pub fn split(comm: Comm, color: Option<u32>, key: i32) -> Result<Option<Comm>> {
    divide(comm, color, key).map_err(|error| error.context("MPI_Comm_split"))
}

/// Bytes of what each process tells about itself.
const CARD_BYTES: usize = 20;

struct Card {
    color: Option<u32>,
    key: i32,
    context: u64,
    world: u32,
}

/// The members with one color, in order, and the context drawn by the first.
fn members_of(cards: &[u8], ranks: &[u32], color: u32) -> (Vec<u32>, u64) {
    let cards = cards.chunks_exact(CARD_BYTES).zip(ranks).map(|(card, &world)| {
        let is_colored = card[0] != 0;
        let color = is_colored.then(|| i32_of(&card[4..8]).cast_unsigned());
        Card { color, key: i32_of(&card[8..12]), context: u64_of(&card[12..20]), world }
    });
    let mut ours: Vec<_> = cards.filter(|card| card.color == Some(color)).collect();
    // Stable sort: ranks decide between equal keys.
    ours.sort_by_key(|card| card.key);
    let context = ours.first().map_or(0, |card| card.context);
    (ours.iter().map(|card| card.world).collect(), context)
}

pub(crate) fn divide(comm: Comm, color: Option<u32>, key: i32) -> Result<Option<Comm>> {
    let mut card = [0; CARD_BYTES];
    card[0] = u8::from(color.is_some());
    card[4..8].copy_from_slice(&color.unwrap_or(0).to_le_bytes());
    card[8..12].copy_from_slice(&key.to_le_bytes());
    card[12..].copy_from_slice(&with(Engine::new_context)?.to_le_bytes());
    let (local, remote) =
        attempt(|engine| engine.comm(comm).map(|comm| (comm.local.clone(), comm.remote.clone())))?;
    let (ours, theirs) = match &remote {
        None => (allgather_bytes(comm, &card)?, Vec::new()),
        Some(_) => crate::coll::allgather_both_bytes(comm, &card)?,
    };
    let Some(color) = color else { return Ok(None) };
    let (members, mut context) = members_of(&ours, local.ranks(), color);
    let mut others = None;
    if let Some(remote) = remote {
        let (members_there, context_there) = members_of(&theirs, remote.ranks(), color);
        if members_there.is_empty() {
            return Ok(None);
        }
        if members_there[0] < members[0] {
            context = context_there;
        }
        others = Some(Arc::new(Members::new(members_there)));
    }
    with(|engine| engine.make_member(comm, members, others, context))?
}

impl Engine {
    /// Makes a communicator of these members, if this process is one of them.
    fn make_member(
        &mut self,
        old: Comm,
        members: Vec<u32>,
        others: Option<Arc<Members>>,
        context: u64,
    ) -> Result<Option<Comm>> {
        let members = Members::new(members);
        let Some(rank) = members.position(self.rank) else { return Ok(None) };
        let mut new = Communicator::new("", context, rank as i32, Arc::new(members));
        new.remote = others;
        self.keep(old, new).map(Some)
    }
}

/// [`split`] by what the processes share.
///
/// # Errors
/// As [`split`]; `Other` where the launcher does not say who shares a host.
pub fn split_type(comm: Comm, kind: SplitType, key: i32) -> Result<Option<Comm>> {
    let first = attempt(|engine| match engine.job.local_ranks() {
        Some(ranks) => Ok(ranks.first().copied().unwrap_or(engine.rank)),
        None if engine.size == 1 => Ok(0),
        None => fail!(Other, "MPI_Comm_split_type: the launcher does not tell who shares a host"),
    })?;
    let color = if kind == SplitType::Shared { Some(first) } else { None };
    divide(comm, color, key).map_err(|error| error.context("MPI_Comm_split_type"))
}

fn check_members(comm: &Communicator, members: &Members) -> Result<()> {
    match members.ranks().iter().find(|&&rank| comm.local.position(rank).is_none()) {
        Some(rank) => fail!(Group, "rank {rank} of the job is not in {comm}"),
        None => Ok(()),
    }
}

/// A communicator of the members of `group` (collective over `comm`); other processes get none.
///
/// # Errors
/// `Comm` or `Group` for invalid handles, or a group that is not a subset of `comm`.
pub fn create(comm: Comm, group: Group) -> Result<Option<Comm>> {
    let position = attempt(|engine| {
        let members = engine.group(group)?;
        let comm = engine.comm(comm)?;
        check_members(comm, members)?;
        // Groups with the same first member are the same; on an intercommunicator each side has one
        // group.
        let color = if comm.remote.is_some() { Some(0) } else { members.ranks().first().copied() };
        Ok(members.position(engine.rank).zip(color))
    });
    position
        .map(Option::unzip)
        .and_then(|(at, color)| divide(comm, color, at.unwrap_or(0) as i32))
        .map_err(|error| error.context("MPI_Comm_create"))
}

/// A communicator of the members of `group` (collective over these only). Concurrent calls are
/// distinguished by `tag`.
///
/// # Errors
/// As [`create`]; `Tag` for a negative tag.
pub fn create_group(comm: Comm, group: Group, tag: i32) -> Result<Option<Comm>> {
    join_group(comm, group, tag).map_err(|error| error.context("MPI_Comm_create_group"))
}

fn join_group(comm: Comm, group: Group, tag: i32) -> Result<Option<Comm>> {
    let (members, at) = attempt(|engine| {
        let members = engine.group(group)?.clone();
        check_members(engine.comm(comm)?, &members)?;
        let at = members.position(engine.rank);
        Ok((members, at))
    })?;
    let Some(at) = at else { return Ok(None) };
    check_tag(tag)?;
    let key = attempt(|engine| {
        let context = engine.comm(comm)?.context | part::CREATION;
        Ok(Key { context, source: members.ranks()[0] as i32, tag })
    })?;
    let mut bytes = [0; 8];
    if at == 0 {
        bytes = with(Engine::new_context)?.to_le_bytes();
        for &world in &members.ranks()[1..] {
            send_bytes(key.context, world, tag, &bytes)?;
        }
    } else {
        recv_bytes(&key, &mut bytes)?;
    }
    with(|engine| engine.make_member(comm, members.ranks().to_vec(), None, u64_of(&bytes)))?
}

impl Engine {
    /// Whether the program may free the communicator.
    fn freeable(&self, comm: Comm) -> Result<()> {
        if comm == Comm::WORLD || comm == Comm::SELF {
            let name = self.comm(comm)?;
            return fail!(Comm, "MPI_Comm_free: {name} is predefined and cannot be freed");
        }
        if self.left.contains(&comm) {
            return fail!(Comm, "MPI_Comm_free: the communicator has been freed before");
        }
        self.comm(comm).map(drop)
    }
}

/// Frees a communicator (collective by the standard, but this process waits for no other).
/// Operations under way continue, and the communicator lives until they are complete.
///
/// # Errors
/// `Comm` for an invalid handle or a predefined communicator; the error of an attribute's delete
/// function.
pub fn free(comm: Comm) -> Result<()> {
    attempt(|engine| engine.freeable(comm))?;
    delete_attributes(AttributeKind::Comm, comm.0)?;
    with(|engine| engine.leave(comm))
}

/// [`free`] that first waits until the operations under way on the communicator are complete.
///
/// # Errors
/// As [`free`]; a peer that is gone.
pub fn disconnect(comm: Comm) -> Result<()> {
    attempt(|engine| engine.freeable(comm))?;
    until("MPI_Comm_disconnect", |engine| (!engine.is_busy(comm)).then_some(Ok(())))?;
    free(comm)
}
