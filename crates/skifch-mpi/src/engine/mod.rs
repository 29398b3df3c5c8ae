//! The state of MPI in this process.

mod asking;
pub(crate) mod board;
mod ends;
mod explain;
mod global;
mod moved;
mod port;
mod slab;
mod start;
pub(crate) mod wait;

pub(crate) use global::{attempt, with};
pub(crate) use port::{Incoming, PORT, Place, Port};
pub(crate) use slab::Slab;
pub use start::{
    ThreadLevel, abort, finalize, init, is_finalized, is_initialized, is_thread_main, query_thread,
    time_ns,
};

use crate::coll::Schedules;
use crate::comm::{Attributes, Communicator, Keyvals};
use crate::datatype::{BASICS, Basic, Type};
use crate::errhandler::{Handler, Held};
use crate::error::{Result, fail};
use crate::group::Members;
use crate::op::Operation;
use crate::p2p::{
    Announced, Attached, Due, Early, Key, Operating, Posted, Queued, Unexpected, Ways,
};
use crate::{Comm, Datatype, Errhandler, Group, Op};
use skifch::{ByAddr, Job, NetAddr, Waits, netaddr};
use std::collections::VecDeque;
use std::sync::Arc;

/// A datatype and what programs hang on it.
pub(crate) struct TypeEntry {
    pub(crate) ty: Arc<Type>,
    pub(crate) is_committed: bool,
    pub(crate) name: Vec<u8>,
    pub(crate) attributes: Attributes,
}

impl TypeEntry {
    /// The name, for errors and the like.
    pub(crate) fn text(&self) -> String {
        match &self.name[..] {
            [] => "without a name".into(),
            name => String::from_utf8_lossy(name).into_owned(),
        }
    }
}

/// See the module.
pub(crate) struct Engine {
    pub(crate) port: Port,
    pub(crate) rank: u32,
    pub(crate) size: u32,
    /// The greatest message of the channel in bytes.
    pub(crate) max_message: usize,
    /// Bytes of the longest message that is sent without asking.
    pub(crate) eager_max: usize,
    /// The host of each rank of the job, where they are several and some ranks share one.
    pub(crate) nodes: Option<Box<[u32]>>,
    /// All ranks share memory.
    pub(crate) is_near: bool,
    /// They have to share CPUs as well, in the opinion of all.
    pub(crate) is_crowded: bool,
    /// Long messages may be copied out of their sender's memory.
    pub(crate) copies: bool,
    /// Whether the network knows how to: the same on all ranks, so algorithms are chosen by it.
    pub(crate) has_copies: bool,
    /// The network does barriers and the like of all ranks.
    pub(crate) joins: bool,
    /// Where ranks that share CPUs meet.
    pub(crate) board: Option<board::Board>,
    /// How long messages had better come from each peer.
    pub(crate) ways: Ways,
    /// What is to be copied out of a peer's memory.
    pub(crate) due: Vec<Due>,
    /// Peers' messages that were copied, which they do not know yet.
    pub(crate) copied: Vec<(NetAddr, u32)>,
    /// Those that wait for the end of a trial.
    pub(crate) deferred: Vec<Announced>,
    /// So many messages of middle length may be announced.
    pub(crate) meetings: u32,
    /// Sends that were announced and are not over.
    pub(crate) long_sends: u32,
    /// A thread waits on the receiving side of the channel.
    pub(crate) is_watched: bool,
    /// It was sent a message that ends its wait.
    pub(crate) is_watcher_woken: bool,
    /// Threads that wait.
    pub(crate) waiting: wait::Waiting,
    pub(crate) posted: Posted,
    pub(crate) unexpected: Unexpected,
    /// What a probe that has not found anything looks for.
    pub(crate) probed: Option<Key>,
    pub(crate) requests: Slab<Operating>,
    /// Requests that nobody has, to be used again.
    pub(crate) spare: Vec<u32>,
    /// Messages that matched probes have taken.
    pub(crate) messages: Slab<Early>,
    /// What waits for room, for each receiver.
    pub(crate) queues: ByAddr<VecDeque<Queued>>,
    /// Receivers with a queue that is not empty.
    pub(crate) busy: Vec<NetAddr>,
    /// Where messages are put together that do not lie in one piece.
    pub(crate) staging: Vec<u8>,
    /// The buffer of buffered sends of communicators that have none of their own.
    pub(crate) attached: Option<Attached>,
    pub(crate) comms: Slab<Communicator>,
    /// Communicators that the program has given back, and that something still refers to.
    pub(crate) left: Vec<Comm>,
    pub(crate) groups: Slab<Arc<Members>>,
    pub(crate) types: Slab<TypeEntry>,
    pub(crate) ops: Slab<Operation>,
    pub(crate) errhandlers: Slab<Held>,
    pub(crate) keyvals: Keyvals,
    pub(crate) schedules: Schedules,
    /// Communicators whose first member this process was, for their contexts.
    pub(crate) contexts: u64,
    pub(crate) level: ThreadLevel,
    pub(crate) main_thread: std::thread::ThreadId,
    /// Where the launcher reads what this process waits for.
    pub(crate) waits: Option<Waits>,
    pub(crate) asking: asking::Asking,
    pub(crate) patience: wait::Patience,
    pub(crate) job: Job,
}

impl Engine {
    /// The address of a rank of the job.
    #[inline(always)]
    pub(crate) fn addr(rank: u32) -> NetAddr {
        netaddr(rank, PORT)
    }

    #[inline(always)]
    pub(crate) fn comm(&self, comm: Comm) -> Result<&Communicator> {
        match self.comms.get(comm.0) {
            Some(found) => Ok(found),
            None => no_object("communicator", comm.0),
        }
    }

    pub(crate) fn comm_mut(&mut self, comm: Comm) -> Result<&mut Communicator> {
        match self.comms.get_mut(comm.0) {
            Some(found) => Ok(found),
            None => no_object("communicator", comm.0),
        }
    }

    pub(crate) fn group(&self, group: Group) -> Result<&Arc<Members>> {
        match self.groups.get(group.0) {
            Some(found) => Ok(found),
            None => fail!(Group, "there is no group with the handle {}", group.0),
        }
    }

    pub(crate) fn entry(&self, datatype: Datatype) -> Result<&TypeEntry> {
        match self.types.get(datatype.0) {
            Some(entry) if datatype.0 != Basic::Null as u32 => Ok(entry),
            _ => fail!(Type, "there is no datatype with the handle {}", datatype.0),
        }
    }

    /// A datatype that may be communicated.
    pub(crate) fn committed(&self, datatype: Datatype) -> Result<&Arc<Type>> {
        let entry = self.entry(datatype)?;
        if !entry.is_committed {
            return fail!(
                Type,
                "datatype {} ({}) is not committed: call MPI_Type_commit first",
                datatype.0,
                entry.text()
            );
        }
        Ok(&entry.ty)
    }

    pub(crate) fn op(&self, op: Op) -> Result<&Operation> {
        match self.ops.get(op.0) {
            Some(found) => Ok(found),
            None => fail!(Op, "there is no operation with the handle {}", op.0),
        }
    }

    pub(crate) fn errhandler(&self, errhandler: Errhandler) -> Result<&Handler> {
        match self.errhandlers.get(errhandler.0) {
            Some(held) => Ok(&held.handler),
            None => fail!(Errhandler, "there is no error handler {}", errhandler.0),
        }
    }

    /// What a sleeping thread is to be woken by: the port, a receiver that room is wanted at, and
    /// whether there are more of those.
    pub(crate) fn waits_for(&self) -> (Port, Option<NetAddr>, bool) {
        (self.port, self.busy.first().copied(), self.busy.len() > 1)
    }
}

#[cold]
fn no_object<T>(what: &str, number: u32) -> Result<T> {
    match number {
        u32::MAX => fail!(Comm, "the {what} is MPI_COMM_NULL"),
        _ => fail!(Comm, "there is no {what} with the handle {number}"),
    }
}

/// The entries of the predefined datatypes, in the order of their numbers.
fn predefined_types() -> Slab<TypeEntry> {
    let mut types = Slab::default();
    for basic in Basic::ALL {
        let ty = Arc::new(Type::of_basic(*basic));
        let name = basic.row().name.into();
        let attributes = Attributes::default();
        types.insert(TypeEntry { ty, is_committed: true, name, attributes });
    }
    debug_assert_eq!(types.len(), BASICS);
    types
}
