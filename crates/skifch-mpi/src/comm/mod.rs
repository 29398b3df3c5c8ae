//! Communicators.

mod api;
mod attributes;
mod create;
mod inter;
mod left;

pub use api::*;
pub use attributes::{
    AttributeKind, CopyFunction, DeleteFunction, attribute, create_keyval, delete_attribute,
    free_keyval, set_attribute,
};
pub(crate) use attributes::{Attributes, Keyvals, copy_attributes, delete_attributes};
pub(crate) use create::divide;
pub use create::{
    SplitType, create, create_group, disconnect, dup, dup_with_info, free, idup, idup_with_info,
    split, split_type,
};
pub use inter::{intercomm_create, intercomm_merge};

use crate::coll::{Hosts, Which};
use crate::engine::attempt;
use crate::errhandler::Handler;
use crate::error::{Result, fail};
use crate::group::Members;
use crate::info::Pairs;
use crate::p2p::{ANY_SOURCE, Attached};
use crate::topology::Topology;
use crate::{Comm, Errhandler};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The low bits of a context: the kind of messages on a communicator.
pub(crate) mod part {
    /// Collective calls.
    pub(crate) const COLLECTIVE: u64 = 1;
    /// Creation of communicators from parts of this one.
    pub(crate) const CREATION: u64 = 2;
    /// Collective communication within the local group of an intercommunicator.
    pub(crate) const LOCAL: u64 = 3;
}

/// The state of a communicator.
pub(crate) struct Communicator {
    /// Unique among communicators; the two low bits are zero.
    pub(crate) context: u64,
    /// Rank of this process in the local group.
    pub(crate) rank: i32,
    pub(crate) local: Arc<Members>,
    /// The remote group of an intercommunicator.
    pub(crate) remote: Option<Arc<Members>>,
    /// The hosts of the members; computed on first use.
    hosts: OnceLock<Option<Arc<Hosts>>>,
    /// Number of collective calls so far, used in the tag of the next one.
    pub(crate) collectives: u32,
    /// The same for persistent collective calls.
    kept_collectives: u32,
    /// The name set by the program; not necessarily valid UTF-8.
    pub(crate) name: Vec<u8>,
    pub(crate) attributes: Attributes,
    pub(crate) errhandler: (Errhandler, Handler),
    pub(crate) topology: Option<Arc<Topology>>,
    pub(crate) hints: Pairs,
    /// The buffer for its buffered sends.
    pub(crate) attached: Option<Attached>,
}

impl Communicator {
    pub(crate) fn new(name: &str, context: u64, rank: i32, local: Arc<Members>) -> Self {
        Self {
            context,
            rank,
            local,
            remote: None,
            hosts: OnceLock::new(),
            collectives: 0,
            kept_collectives: 0,
            name: name.into(),
            attributes: Attributes::default(),
            errhandler: (Errhandler::ARE_FATAL, Handler::Fatal),
            topology: None,
            hints: Pairs::default(),
            attached: None,
        }
    }

    /// The hosts of the members; `None` for an intercommunicator, or where two levels would be one.
    /// `nodes` has the host of each rank of the job.
    pub(crate) fn hosts(&self, nodes: Option<&[u32]>) -> Option<Arc<Hosts>> {
        let nodes = nodes.filter(|_| self.remote.is_none())?;
        let find = || Hosts::of(&self.local, self.rank as usize, nodes).map(Arc::new);
        self.hosts.get_or_init(find).clone()
    }

    /// The group that ranks in calls refer to: the remote group, if there is one.
    #[inline(always)]
    pub(crate) fn peers(&self) -> &Arc<Members> {
        self.remote.as_ref().unwrap_or(&self.local)
    }

    /// The rank in the job of rank `rank` of the peers.
    #[inline(always)]
    pub(crate) fn world_rank(&self, rank: i32) -> Option<u32> {
        // A negative rank becomes a huge index.
        self.peers().ranks().get(rank as usize).copied()
    }

    #[cold]
    pub(crate) fn no_rank<T>(&self, rank: i32) -> Result<T> {
        if rank == ANY_SOURCE {
            return fail!(Rank, "MPI_ANY_SOURCE is no rank to send to: it is for receives");
        }
        fail!(Rank, "rank {rank} is not in {self} of {} ranks", self.peers().len())
    }

    /// The tag of a new collective call, with its number.
    pub(crate) fn next_collective(&mut self, which: Which) -> i32 {
        let tag = which.tag(self.collectives.cast_signed());
        self.collectives = self.collectives.wrapping_add(1);
        tag
    }

    /// The tag of a new persistent collective call, used at each start.
    pub(crate) fn next_kept_collective(&mut self, which: Which) -> i32 {
        let tag = which.kept_tag(self.kept_collectives.cast_signed());
        self.kept_collectives = self.kept_collectives.wrapping_add(1);
        tag
    }
}

/// The name, for error texts.
impl fmt::Display for Communicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_slice() {
            [] => f.write_str("a communicator without a name"),
            name => f.write_str(&String::from_utf8_lossy(name)),
        }
    }
}

/// First step of finalization: deletes the attributes of `MPI_COMM_SELF`, newest first, as the
/// standard requires. Then those of `MPI_COMM_WORLD`, as established libraries do; an error of a
/// delete function there does not fail the finalization. Called before [`crate::engine::finalize`],
/// which then finds none, it tells an error while there are still error handlers. The inner result
/// is that of the delete functions.
///
/// # Errors
/// `Other` when MPI is not initialized; then there is nothing to finalize.
pub fn delete_last_attributes() -> Result<Result<()>> {
    let delete = |comm: Comm| {
        let found = attempt(|engine| engine.comm(comm).map(drop));
        found.map(|()| delete_attributes(AttributeKind::Comm, comm.0))
    };
    let deleted = delete(Comm::SELF)?;
    let _ = delete(Comm::WORLD)?;
    Ok(deleted)
}
