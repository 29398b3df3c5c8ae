//! The steps from which algorithms build their schedules.

use super::hosts::Hosts;
use super::schedule::{Schedule, Step};
use super::spare::Memory;
use super::which::Which;
use crate::comm::part;
use crate::datatype::Type;
use crate::engine::{Engine, with};
use crate::error::{Result, fail};
use crate::group::Members;
use crate::op::Reduction;
use crate::p2p::Buffer;
use crate::{Comm, Datatype, Op};
use std::sync::Arc;

/// An array of elements of a datatype.
#[derive(Clone)]
pub(crate) struct Data {
    pub(crate) base: *mut u8,
    pub(crate) ty: Arc<Type>,
}

impl Data {
    pub(crate) fn of(engine: &Engine, base: *const u8, datatype: Datatype) -> Result<Self> {
        Ok(Self { base: base.cast_mut(), ty: engine.committed(datatype)?.clone() })
    }

    /// The address of element number `first`.
    pub(crate) fn at(&self, first: isize) -> *mut u8 {
        self.base.wrapping_offset(first.wrapping_mul(self.ty.extent()))
    }

    /// `count` elements from index `first` on.
    pub(crate) fn part(&self, first: isize, count: usize) -> Result<Buffer> {
        Buffer::typed(self.at(first), count, &self.ty)
    }
}

/// A group of ranks that an algorithm runs over: their ranks in the job, this rank's place, and the
/// context.
#[derive(Clone)]
pub(crate) struct Team {
    pub(crate) members: Arc<Members>,
    pub(crate) rank: usize,
    pub(crate) context: u64,
}

impl Team {
    pub(crate) fn size(&self) -> usize {
        self.members.len()
    }
}

/// A schedule under construction.
pub(crate) struct Builder {
    pub(crate) comm: Comm,
    /// The local group of the communicator.
    pub(crate) own: Team,
    /// The remote group of an intercommunicator; this rank's place is meaningless there.
    pub(crate) remote: Option<Team>,
    /// This and the next two: as in the engine.
    pub(crate) is_near: bool,
    pub(crate) is_crowded: bool,
    pub(crate) has_copies: bool,
    /// The hosts of the members of an intracommunicator, if they give two levels.
    pub(crate) hosts: Option<Arc<Hosts>>,
    pub(crate) schedule: Box<Schedule>,
}

impl Engine {
    /// Begins the schedule of a collective call, with a tag of its own unless one is given.
    pub(crate) fn builder(
        &mut self,
        comm: Comm,
        which: Which,
        tag: Option<i32>,
    ) -> Result<Builder> {
        let (is_near, is_crowded, has_copies) = (self.is_near, self.is_crowded, self.has_copies);
        let hosts = self.comm(comm)?.hosts(self.nodes.as_deref());
        let found = self.comm_mut(comm)?;
        let tag = tag.unwrap_or_else(|| found.next_collective(which));
        let rank = found.rank as usize;
        let own = if found.remote.is_some() { part::LOCAL } else { part::COLLECTIVE };
        let team = |members: &Arc<Members>, part| Team {
            members: members.clone(),
            rank,
            context: found.context | part,
        };
        Ok(Builder {
            comm,
            own: team(&found.local, own),
            remote: found.remote.as_ref().map(|remote| team(remote, part::COLLECTIVE)),
            is_near,
            is_crowded,
            has_copies,
            hosts,
            schedule: Schedule::new(comm, tag),
        })
    }

    pub(crate) fn reduction(&self, op: Op, datatype: Datatype) -> Result<(Reduction, bool)> {
        let op = self.op(op)?;
        let reduction = op.on(self.committed(datatype)?, || self.lend(datatype))?;
        Ok((reduction, op.is_commutative()))
    }
}

/// Reserves the tag of a persistent collective call, used at each start.
pub(crate) fn reserve_tag(comm: Comm, which: Which) -> Result<i32> {
    with(|engine| engine.comm_mut(comm).map(|comm| comm.next_kept_collective(which)))?
}

impl Builder {
    pub(crate) fn send(&mut self, team: &Team, buffer: Buffer, to: usize) {
        let (to, context) = (team.members.ranks()[to], team.context);
        self.schedule.steps.push(Step::Send { buffer, to, context });
    }

    pub(crate) fn recv(&mut self, team: &Team, buffer: Buffer, from: usize) {
        let (from, context) = (team.members.ranks()[from], team.context);
        self.schedule.steps.push(Step::Recv { buffer, from, context });
    }

    pub(crate) fn join(&mut self) {
        self.schedule.steps.push(Step::Join);
    }

    pub(crate) fn copy(&mut self, from: Buffer, to: Buffer) {
        self.schedule.steps.push(Step::Copy { from, to });
    }

    /// `into = from op into`.
    pub(crate) fn reduce(
        &mut self,
        reduction: &Reduction,
        from: *const u8,
        into: *mut u8,
        count: usize,
    ) {
        if count > 0 {
            let reduction = reduction.clone();
            self.schedule.steps.push(Step::Reduce { reduction, from, into, count });
        }
    }

    /// Allocates `bytes` bytes for the duration of the operation.
    pub(crate) fn memory(&mut self, bytes: usize) -> *mut u8 {
        let mut memory = Memory::of(bytes);
        let base = memory.base();
        self.schedule.memory.push(memory);
        base
    }

    /// A contiguous block for the bytes of a buffer: the buffer itself, or temporary memory.
    pub(crate) fn block(&mut self, data: &Buffer) -> Buffer {
        match data.ty {
            None => data.clone(),
            Some(_) => Buffer::dense(self.memory(data.bytes), data.bytes),
        }
    }

    /// Allocates room for `count` elements for the duration of the operation.
    pub(crate) fn elements(&mut self, ty: &Arc<Type>, count: usize) -> Data {
        let (low, bytes) = ty.span(count);
        // The displacements keep their alignment modulo 16.
        let shift = low.rem_euclid(16);
        let base = self.memory(bytes + shift as usize).wrapping_offset(shift - low);
        Data { base, ty: ty.clone() }
    }
}

/// Checks the root of a call on an intracommunicator.
pub(crate) fn root_of(team: &Team, root: i32) -> Result<usize> {
    match usize::try_from(root) {
        Ok(root) if root < team.size() => Ok(root),
        _ => fail!(Root, "root {root} is not below {}", team.size()),
    }
}
