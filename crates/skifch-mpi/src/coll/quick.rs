//! Short blocking calls without a schedule: nothing is allocated.
//!
//! The messages are the same as those of the schedules selected for these sizes, so some ranks may
//! use a schedule and others not: for example one that describes the same bytes with another
//! datatype.

use super::api::Reduce;
use super::parts::Block;
use super::which::Which;
use super::{board, joined, peers, star};
use crate::Comm;
use crate::comm::part;
use crate::engine::{Engine, attempt};
use crate::error::{Class, Error, Result};
use crate::group::Members;
use crate::op::Reduction;
use crate::p2p::{IN_PLACE, Key, Part, recv_bytes, recv_parts, recv_up_to, send_bytes};
use std::cell::{Cell, OnceCell};
use std::mem::MaybeUninit;
use std::sync::Arc;

/// Longer operands use a schedule.
pub(super) const MAX_BYTES: usize = 4 << 10;

/// Most ranks that a call receives from in any order.
pub(super) const MAX_PARTS: usize = 32;

pub(super) const BARRIER: Which = Which::of("barrier");
pub(super) const BCAST: Which = Which::of("bcast");
pub(super) const ALLGATHER: Which = Which::of("allgather");
pub(super) const ALLTOALL: Which = Which::of("alltoall");
pub(super) const ALLREDUCE: Which = Which::of("allreduce");
pub(super) const REDUCE_SCATTER: Which = Which::of("reduce_scatter");

/// `MPI_Scan`, or `MPI_Exscan`.
pub(super) const fn scan(is_exclusive: bool) -> Which {
    Which::of(if is_exclusive { "exscan" } else { "scan" })
}

/// A call in progress.
pub(super) struct Call {
    /// `None` if ranks equal those of the job: an atomic reference count would wait for all earlier
    /// stores, which another processor is waiting for.
    members: Option<Arc<Members>>,
    size: usize,
    pub(super) rank: usize,
    pub(super) is_crowded: bool,
    context: u64,
    tag: i32,
    /// The tag of what this rank sends, which tells the receiver whether it is valid.
    out: Cell<i32>,
    /// Set when a message, or the own part, was too long for its place. Other ranks wait for what
    /// this rank has to send, so the call continues and reports the error at its end.
    late: OnceCell<Error>,
}

impl Engine {
    /// Begins a call on an intracommunicator.
    pub(super) fn quick(&mut self, comm: Comm, which: Which) -> Result<Option<Call>> {
        let is_crowded = self.is_crowded;
        let found = self.comm_mut(comm)?;
        if found.remote.is_some() {
            return Ok(None);
        }
        let context = found.context | part::COLLECTIVE;
        let (local, rank) = (&found.local, found.rank as usize);
        let (members, size) = ((!local.is_identity()).then(|| local.clone()), local.len());
        let tag = found.next_collective(which);
        let (out, late) = (Cell::new(tag), OnceCell::new());
        Ok(Some(Call { members, size, rank, is_crowded, context, tag, out, late }))
    }

    /// Whether this is an intracommunicator of the whole job.
    pub(super) fn is_of_all(&self, comm: Comm) -> Result<bool> {
        let found = self.comm(comm)?;
        Ok(found.remote.is_none() && found.local.len() == self.size as usize)
    }

    /// [`quick`](Self::quick), unless a two-level algorithm applies.
    pub(super) fn quick_in_one(&mut self, comm: Comm, which: Which) -> Result<Option<Call>> {
        match self.comm(comm)?.hosts(self.nodes.as_deref()) {
            Some(_) => Ok(None),
            None => self.quick(comm, which),
        }
    }

    /// Bytes of the elements, if they are few, contiguous, and fit an eager message.
    pub(super) fn few_bytes(&self, count: usize, datatype: crate::Datatype) -> Option<usize> {
        let size = self.dense_bytes(datatype);
        let len = size.checked_mul(count)?;
        (size > 0 && len <= MAX_BYTES.min(self.eager_max)).then_some(len)
    }
}

impl Call {
    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn send(&self, to: usize, bytes: &[u8]) -> Result<()> {
        send_bytes(self.context, self.job_rank(to), self.out.get(), bytes)
    }

    pub(super) fn recv(&self, from: usize, bytes: &mut [u8]) -> Result<()> {
        let source = self.job_rank(from) as i32;
        let key = Key { context: self.context, source, tag: self.tag };
        recv_bytes(&key, bytes).or_else(|error| self.keep(error))
    }

    /// Keeps a truncation error for the end of the call, and marks what is sent from now on;
    /// returns any other.
    #[cold]
    pub(super) fn keep(&self, error: Error) -> Result<()> {
        match error.class() {
            Class::Truncate => {
                self.out.set(Which::spoiled(self.tag));
                let _ = self.late.set(error);
                Ok(())
            }
            _ => Err(error),
        }
    }

    /// Ends a call that was done; returns a truncation error kept until now.
    pub(super) fn done(self) -> Result<bool> {
        self.late.into_inner().map_or(Ok(true), Err)
    }

    /// Receives at most `room` bytes.
    ///
    /// # Safety
    /// There are `room` writable bytes at `base`.
    pub(super) unsafe fn recv_up_to(&self, from: usize, base: *mut u8, room: usize) -> Result<()> {
        let source = self.job_rank(from) as i32;
        let key = Key { context: self.context, source, tag: self.tag };
        // SAFETY: our caller's promise.
        unsafe { recv_up_to(&key, base, room) }.or_else(|error| self.keep(error))
    }

    /// Receives a part from every other rank; `place(rank)` gives the destination of a rank's part
    /// and its length in bytes.
    ///
    /// # Safety
    /// Each destination has room; there are at most [`MAX_PARTS`] parts.
    pub(super) unsafe fn recv_from_all(
        &self,
        place: impl Fn(usize) -> (*mut u8, usize),
    ) -> Result<()> {
        let mut parts = [Part { source: 0, len: 0, place: std::ptr::null_mut() }; MAX_PARTS];
        for (part, peer) in parts.iter_mut().zip(peers::before(self.rank, self.size)) {
            let (place, len) = place(peer);
            // Eager messages are shorter than 4 GB.
            *part = Part { source: self.job_rank(peer) as i32, len: len as u32, place };
        }
        let parts = &mut parts[..self.size - 1];
        // SAFETY: our caller's promise.
        unsafe { recv_parts((self.context, self.tag), parts) }
    }

    /// Context and tag of the call's messages.
    pub(super) fn names(&self) -> (u64, i32) {
        (self.context, self.tag)
    }

    /// The rank in the job of a rank in the communicator.
    pub(super) fn job_rank(&self, rank: usize) -> u32 {
        self.members.as_ref().map_or(rank as u32, |members| members.ranks()[rank])
    }

    fn has_star(&self, bytes: usize) -> bool {
        star::suits(self.is_crowded, self.size(), bytes)
    }
}

/// A slice of the program's bytes.
///
/// # Safety
/// They are readable for as long as the result is used.
pub(super) unsafe fn bytes<'a>(base: *const u8, len: usize) -> &'a [u8] {
    // With no bytes the address may be invalid.
    match len {
        0 => &[],
        // SAFETY: our caller's promise.
        _ => unsafe { std::slice::from_raw_parts(base, len) },
    }
}

/// The same, mutable.
///
/// # Safety
/// They are writable, and nobody else uses them, for as long as the result is used.
pub(super) unsafe fn bytes_mut<'a>(base: *mut u8, len: usize) -> &'a mut [u8] {
    match len {
        0 => &mut [],
        // SAFETY: our caller's promise.
        _ => unsafe { std::slice::from_raw_parts_mut(base, len) },
    }
}

/// Barrier, by messages through rank 0 or by dissemination; whether it was done here.
pub(super) fn barrier(comm: Comm) -> Result<bool> {
    if joined::barrier(comm)? || board::barrier(comm)? {
        return Ok(true);
    }
    let Some(call) = attempt(|engine| engine.quick_in_one(comm, BARRIER))? else {
        return Ok(false);
    };
    if call.has_star(0) {
        star::combine(&call, &mut [], &mut [], |_, _| Ok(()))?;
        return call.done();
    }
    let (rank, size) = (call.rank, call.size());
    let mut step = 1;
    while step < size {
        call.send((rank + step) % size, &[])?;
        call.recv((rank + size - step) % size, &mut [])?;
        step *= 2;
    }
    call.done()
}

/// Broadcast down a binomial tree; whether it was done here.
///
/// # Safety
/// The elements are readable, and writable except at the root.
pub(super) unsafe fn bcast(data: Block, root: i32, comm: Comm) -> Result<bool> {
    // SAFETY: our caller's promise.
    if unsafe { joined::bcast(data, root, comm)? || board::bcast(data, root, comm)? } {
        return Ok(true);
    }
    let begun = attempt(|engine| {
        let Some(len) = engine.few_bytes(data.count, data.datatype) else { return Ok(None) };
        let size = engine.comm(comm)?.local.len();
        if usize::try_from(root).is_ok_and(|root| root < size) {
            return Ok(engine.quick_in_one(comm, BCAST)?.map(|call| (call, len)));
        }
        Ok(None)
    })?;
    let Some((call, len)) = begun else { return Ok(false) };
    let (root, size) = (root as usize, call.size());
    let place = (call.rank + size - root) % size;
    let mut bit = 1;
    while bit < size && place & bit == 0 {
        bit *= 2;
    }
    if place > 0 {
        // SAFETY: our caller's promise.
        call.recv((place - bit + root) % size, unsafe { bytes_mut(data.buf, len) })?;
    }
    bit /= 2;
    while bit > 0 {
        if place + bit < size {
            // SAFETY: our caller's promise.
            call.send((place + bit + root) % size, unsafe { bytes(data.buf, len) })?;
        }
        bit /= 2;
    }
    call.done()
}

/// Room for the operands of one rank, aligned for every type.
#[repr(align(16))]
pub(super) struct Room(MaybeUninit<[u8; MAX_BYTES]>);

impl Room {
    pub(super) fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// The first `len` bytes, cleared; at most [`MAX_BYTES`].
    pub(super) fn first(&mut self, len: usize) -> &mut [u8] {
        let (base, len) = (self.0.as_mut_ptr().cast::<u8>(), len.min(MAX_BYTES));
        // SAFETY: within the array, and initialised before use.
        unsafe {
            base.write_bytes(0, len);
            std::slice::from_raw_parts_mut(base, len)
        }
    }
}

/// Allreduce by recursive doubling, or at rank 0; whether it was done here.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable.
pub(super) unsafe fn allreduce(ops: Reduce, comm: Comm) -> Result<bool> {
    // SAFETY: our caller's promise.
    if unsafe { joined::allreduce(ops, comm)? || board::allreduce(ops, comm)? } {
        return Ok(true);
    }
    let begun = attempt(|engine| {
        let Some(len) = engine.few_bytes(ops.count, ops.datatype) else { return Ok(None) };
        let (reduction, is_commutative) = engine.reduction(ops.op, ops.datatype)?;
        if !is_commutative || matches!(reduction, Reduction::User(..)) {
            return Ok(None);
        }
        Ok(engine.quick_in_one(comm, ALLREDUCE)?.map(|call| (call, len, reduction)))
    })?;
    let Some((call, len, reduction)) = begun else { return Ok(false) };
    if ops.from != IN_PLACE && len > 0 {
        // SAFETY: our caller's promise.
        unsafe { ops.into.copy_from(ops.from, len) };
    }
    // SAFETY: our caller's promise; the elements were just written.
    let own = unsafe { bytes_mut(ops.into, len) };
    let mut room = Room::new();
    let other = room.first(len);
    let add = |other: &[u8], own: &mut [u8]| {
        // SAFETY: both have `count` elements, suitably aligned.
        unsafe { reduction.apply(other.as_ptr(), own.as_mut_ptr(), ops.count) }
    };
    match call.has_star(len) {
        true => star::combine(&call, own, other, add)?,
        false => combine(&call, own, other, add)?,
    }
    call.done()
}

/// Recursive doubling: `own` becomes the result; `other` is room for the operands of one rank. They
/// are combined in rank order, so that both ranks of a pair get the same bytes.
fn combine(
    call: &Call,
    own: &mut [u8],
    other: &mut [u8],
    add: impl Fn(&[u8], &mut [u8]) -> Result<()>,
) -> Result<()> {
    let (rank, size) = (call.rank, call.size());
    let power = 1 << size.ilog2();
    let extra = size - power;
    let is_paired = rank < 2 * extra;
    if is_paired && rank % 2 == 0 {
        call.send(rank + 1, own)?;
        return call.recv(rank + 1, own);
    }
    if is_paired {
        call.recv(rank - 1, other)?;
        add(other, own)?;
    }
    let place = if is_paired { rank / 2 } else { rank - extra };
    let (mut sum, mut come, mut is_in_own) = (&mut *own, &mut *other, true);
    let mut bit = 1;
    while bit < power {
        let peer = place ^ bit;
        let peer = if peer < extra { 2 * peer + 1 } else { peer + extra };
        call.send(peer, sum)?;
        call.recv(peer, come)?;
        if peer < rank {
            add(come, sum)?;
        } else {
            add(sum, come)?;
            (sum, come, is_in_own) = (come, sum, !is_in_own);
        }
        bit *= 2;
    }
    if is_paired {
        call.send(rank - 1, sum)?;
    }
    if !is_in_own {
        own.copy_from_slice(other);
    }
    Ok(())
}
