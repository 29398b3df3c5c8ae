//! The engine: the state of MPI in this process.

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

pub(crate) use global::{attempt, hold, with};
pub(crate) use port::{Incoming, Loan, PORT, Place, Port};
pub(crate) use slab::Slab;
pub use start::{
    ThreadLevel, abort, finalize, init, is_finalized, is_initialized, is_thread_main, query_thread,
    time_ns,
};

use crate::coll::Schedules;
use crate::comm::{Attributes, Communicator, Keyvals};
use crate::datatype::{BASICS, Basic, Type};
use crate::errhandler::{Handler, Held};
use crate::error::{Class, Error, Result, fail};
use crate::group::Members;
use crate::op::Operation;
use crate::p2p::{
    Announced, Attached, Due, Early, Key, Operating, Posted, Queued, Unexpected, Ways,
};
use crate::{Comm, Datatype, Errhandler, Group, Op};
use skifch::{ByAddr, HugePages, Job, NetAddr, Waits, netaddr};
use std::collections::VecDeque;
use std::sync::Arc;

/// A datatype with its name, attributes and commit state.
pub(crate) struct TypeEntry {
    pub(crate) ty: Arc<Type>,
    pub(crate) is_committed: bool,
    pub(crate) name: Vec<u8>,
    pub(crate) attributes: Attributes,
    /// Its number, shared with the reductions that pass it to an operation of the program.
    handle: Arc<Datatype>,
}

impl TypeEntry {
    pub(crate) fn new(datatype: Datatype, ty: Arc<Type>, is_committed: bool) -> Self {
        let (name, attributes) = (Vec::new(), Attributes::default());
        Self { ty, is_committed, name, attributes, handle: Arc::new(datatype) }
    }

    /// Whether an operation of the program may still get it.
    pub(crate) fn is_lent(&self) -> bool {
        Arc::strong_count(&self.handle) > 1
    }

    /// The name, for error messages.
    pub(crate) fn text(&self) -> String {
        match &self.name[..] {
            [] => "without a name".into(),
            name => String::from_utf8_lossy(name).into_owned(),
        }
    }
}

/// The state of MPI in this process. One instance exists, reached through [`with`].
pub(crate) struct Engine {
    pub(crate) port: Port,
    pub(crate) rank: u32,
    pub(crate) size: u32,
    /// Longest message of the channel, in bytes.
    pub(crate) max_message: usize,
    /// Longest message that is sent eagerly, in bytes.
    pub(crate) eager_max: usize,
    /// The host of each rank of the job, if there are several hosts and some ranks share one.
    pub(crate) nodes: Option<Box<[u32]>>,
    /// All ranks are on one host and share memory.
    pub(crate) is_near: bool,
    /// In addition they share CPUs: the same value on all ranks.
    pub(crate) is_crowded: bool,
    /// This rank may try to copy long messages out of their sender's memory.
    pub(crate) copies: bool,
    /// Whether the network has copy calls: the same on all ranks, so it may select algorithms.
    pub(crate) has_copies: bool,
    /// The network performs barriers, broadcasts and reductions of all ranks itself (`Caps::JOIN`).
    pub(crate) joins: bool,
    /// Shared memory in which ranks that share CPUs meet.
    pub(crate) board: Option<board::Board>,
    /// The measured times of the ways to move long messages, for each peer.
    pub(crate) ways: Ways,
    /// Copies out of a peer's memory that are due.
    pub(crate) due: Vec<Due>,
    /// Messages that were copied, and whose senders are not told yet.
    pub(crate) copied: Vec<(NetAddr, u32)>,
    /// Announced messages that wait for the end of a trial.
    pub(crate) deferred: Vec<Announced>,
    /// This many messages of medium length may be announced.
    pub(crate) meetings: u32,
    /// Sends that were announced and are not complete.
    pub(crate) long_sends: u32,
    /// The memory that peers copy from and to.
    pub(crate) pages: HugePages,
    /// Whether the network can send out of the program's memory, to some peers.
    pub(crate) lends: bool,
    /// Sends whose memory the network uses.
    pub(crate) lent: u32,
    /// Number of requests that have failed, other than by a message longer than its buffer.
    pub(crate) failures: u64,
    /// A thread waits on the receiving side of the channel and owns that side.
    pub(crate) is_watched: bool,
    /// That thread has been sent a message that ends its wait.
    pub(crate) is_watcher_woken: bool,
    /// State of the threads that wait.
    pub(crate) waiting: wait::Waiting,
    pub(crate) posted: Posted,
    pub(crate) unexpected: Unexpected,
    /// The key that a probe is looking for.
    pub(crate) probed: Option<Key>,
    pub(crate) requests: Slab<Operating>,
    /// Completed requests that no handle refers to, kept for reuse.
    pub(crate) spare: Vec<u32>,
    /// Messages taken by matched probes.
    pub(crate) messages: Slab<Early>,
    /// Items that wait for room, for each receiver.
    pub(crate) queues: ByAddr<VecDeque<Queued>>,
    /// Receivers whose queue is not empty.
    pub(crate) busy: Vec<NetAddr>,
    /// Buffer in which messages with non-contiguous data are packed.
    pub(crate) staging: Vec<u8>,
    /// The buffer for buffered sends on communicators that have none of their own.
    pub(crate) attached: Option<Attached>,
    pub(crate) comms: Slab<Communicator>,
    /// Communicators freed by the program that something still refers to.
    pub(crate) left: Vec<Comm>,
    pub(crate) groups: Slab<Arc<Members>>,
    pub(crate) types: Slab<TypeEntry>,
    /// Datatypes freed by the program that its operations may still get.
    pub(crate) left_types: Vec<Datatype>,
    pub(crate) ops: Slab<Operation>,
    pub(crate) errhandlers: Slab<Held>,
    pub(crate) keyvals: Keyvals,
    pub(crate) schedules: Schedules,
    /// Number of contexts this rank has given out, as the first member of communicators.
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
    /// The channel address of a rank of the job.
    #[inline(always)]
    pub(crate) fn addr(rank: u32) -> NetAddr {
        netaddr(rank, PORT)
    }

    #[inline(always)]
    pub(crate) fn comm(&self, comm: Comm) -> Result<&Communicator> {
        match self.comms.get(comm.0) {
            Some(found) => Ok(found),
            None => no_object(Class::Comm, "communicator", "MPI_COMM_NULL", comm.0),
        }
    }

    pub(crate) fn comm_mut(&mut self, comm: Comm) -> Result<&mut Communicator> {
        match self.comms.get_mut(comm.0) {
            Some(found) => Ok(found),
            None => no_object(Class::Comm, "communicator", "MPI_COMM_NULL", comm.0),
        }
    }

    pub(crate) fn group(&self, group: Group) -> Result<&Arc<Members>> {
        match self.groups.get(group.0) {
            Some(found) => Ok(found),
            None => no_object(Class::Group, "group", "MPI_GROUP_NULL", group.0),
        }
    }

    pub(crate) fn entry(&self, datatype: Datatype) -> Result<&TypeEntry> {
        match self.types.get(datatype.0) {
            Some(entry) if datatype.0 != Basic::Null as u32 => Ok(entry),
            Some(_) => no_object(Class::Type, "datatype", "MPI_DATATYPE_NULL", u32::MAX),
            None => no_object(Class::Type, "datatype", "MPI_DATATYPE_NULL", datatype.0),
        }
    }

    /// The number of a datatype, which is not given to another one while this is held.
    pub(crate) fn lend(&self, datatype: Datatype) -> Result<Arc<Datatype>> {
        self.entry(datatype).map(|entry| entry.handle.clone())
    }

    /// A datatype that may be used in communication.
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
            None => no_object(Class::Op, "operation", "MPI_OP_NULL", op.0),
        }
    }

    pub(crate) fn errhandler(&self, errhandler: Errhandler) -> Result<&Handler> {
        match self.errhandlers.get(errhandler.0) {
            Some(held) => Ok(&held.handler),
            None => {
                let null = "MPI_ERRHANDLER_NULL";
                no_object(Class::Errhandler, "error handler", null, errhandler.0)
            }
        }
    }

    /// What can end the sleep of a thread: the port, a receiver at which room is needed, and
    /// whether there are more such receivers.
    pub(crate) fn waits_for(&self) -> (Port, Option<NetAddr>, bool) {
        (self.port, self.busy.first().copied(), self.busy.len() > 1)
    }
}

#[cold]
pub(crate) fn no_object<T>(class: Class, what: &str, null: &str, number: u32) -> Result<T> {
    let text = match number {
        u32::MAX => format!("the {what} is {null}"),
        _ => format!("there is no {what} with the handle {number}"),
    };
    Err(Error::new(class, text))
}

/// The entries of the predefined datatypes, in the order of their numbers.
fn predefined_types() -> Slab<TypeEntry> {
    let mut types = Slab::default();
    for basic in Basic::ALL {
        let entry = TypeEntry::new((*basic).into(), Arc::new(Type::of_basic(*basic)), true);
        types.insert(TypeEntry { name: basic.row().name.into(), ..entry });
    }
    debug_assert_eq!(types.len(), BASICS);
    types
}
