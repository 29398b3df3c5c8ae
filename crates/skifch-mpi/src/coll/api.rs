//! The collective calls: blocking, non-blocking and persistent.
//!
//! Gather and gatherv, or alltoall, alltoallv and alltoallw, are one call here: a
//! [`Layout`](super::Layout) describes where the parts are. All members of the communicator make
//! the same calls in the same order.

use super::build::{self, Operands};
use super::builder::{Builder, reserve_tag};
use super::parts::{Block, Parts};
use super::schedule::{Schedule, run, start};
use super::which::Which;
use super::{quick, quick_lists, quick_parts, quick_rooted, quick_scan, quick_share};
use crate::engine::{Engine, with};
use crate::error::{Error, Result, mpi_name};
use crate::p2p::{Buffer, Operating, What};
use crate::{Comm, Datatype, Op, Request};

fn schedule(
    comm: Comm,
    which: Which,
    tag: Option<i32>,
    build: impl FnOnce(&Engine, &mut Builder) -> Result<()>,
) -> Result<Box<Schedule>> {
    with(|engine| {
        let mut builder = engine.builder(comm, which, tag)?;
        build(engine, &mut builder)?;
        Ok(builder.schedule)
    })?
}

/// Prefixes an error with the MPI name of the call that is named `call` here.
#[cold]
fn describe(error: Error, call: &str, comm: Comm) -> Error {
    describe_as(error, &mpi_name(call), comm)
}

/// The same for a call given by its name in the standard.
#[cold]
pub(super) fn describe_as(error: Error, call: &str, comm: Comm) -> Error {
    let of = with(|engine| {
        engine.comm(comm).map(|comm| (comm.to_string(), comm.rank, comm.local.len()))
    });
    match of {
        Ok(Ok((name, rank, size))) => {
            error.context(format_args!("{call} by rank {rank} in {name} of {size}"))
        }
        _ => error.context(call),
    }
}

/// The schedule is built now, so handles of datatypes and operations may be freed before a start.
fn persistent(
    comm: Comm,
    which: Which,
    build: impl FnOnce(&Engine, &mut Builder) -> Result<()>,
) -> Result<Request> {
    let tag = reserve_tag(comm, which)?;
    let schedule = schedule(comm, which, Some(tag), build)?;
    let nothing = Buffer::dense(std::ptr::null_mut(), 0);
    let mut request = Operating::new(What::Repeated(Some(schedule)), nothing);
    (request.is_persistent, request.comm) = (true, comm);
    with(|engine| Request(engine.requests.insert(request)))
}

macro_rules! collectives {
    ($(
        $(#[$doc:meta])*
        $now:ident $later:ident $init:ident ($($arg:ident: $ty:ty),*)
            = $build:ident($($made:expr),*) $(or $quick:expr)?;
    )*) => { $(
        $(#[$doc])*
        ///
        /// # Errors
        /// `Comm`, `Type`, `Op`, `Root`, `Count` or `Arg` for invalid arguments; `Truncate` when
        /// ranks disagree about sizes; `ProcAborted` when a member is gone.
        ///
        /// # Safety
        /// The memory that the arguments describe is readable or writable as the call needs.
        pub unsafe fn $now($($arg: $ty,)* comm: Comm) -> Result<()> {
            $(
                match ($quick)(comm) {
                    Ok(false) => {}
                    done => {
                        let named = |error| describe(error, stringify!($now), comm);
                        return done.map(drop).map_err(named);
                    }
                }
            )?
            const WHICH: Which = Which::of(stringify!($now));
            schedule(comm, WHICH, None, |e, b| build::$build(e, b $(, $made)*))
                .and_then(run)
                .map_err(|error| describe(error, stringify!($now), comm))
        }

        #[doc = concat!("[`", stringify!($now), "`] without waiting.")]
        ///
        /// # Errors
        /// As the blocking call; later errors are reported by the call that completes the request.
        ///
        /// # Safety
        /// As the blocking call, until the request is complete.
        pub unsafe fn $later($($arg: $ty,)* comm: Comm) -> Result<Request> {
            const WHICH: Which = Which::of(stringify!($now));
            schedule(comm, WHICH, None, |e, b| build::$build(e, b $(, $made)*))
                .and_then(|schedule| start(schedule, None))
                .map_err(|error| describe(error, stringify!($later), comm))
        }

        #[doc = concat!("[`", stringify!($now), "`] at each start of the request.")]
        ///
        /// # Errors
        /// As the blocking call.
        ///
        /// # Safety
        /// As the blocking call, while the request is active.
        pub unsafe fn $init($($arg: $ty,)* comm: Comm) -> Result<Request> {
            const WHICH: Which = Which::of(stringify!($now));
            persistent(comm, WHICH, |e, b| build::$build(e, b $(, $made)*))
                .map_err(|error| describe(error, stringify!($init), comm))
        }
    )* };
}

/// The operands of a reduction.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "as in every call")]
pub struct Reduce {
    /// May be [`IN_PLACE`](crate::p2p::IN_PLACE): the operands are where the result goes.
    pub from: *const u8,
    pub into: *mut u8,
    pub count: usize,
    pub datatype: Datatype,
    pub op: Op,
}

impl Reduce {
    fn operands(&self) -> Operands {
        let Self { from, into, count, datatype, op } = *self;
        Operands { from, into, count, datatype, op }
    }
}

collectives! {
    /// Broadcast: the elements of the root are sent to all ranks.
    bcast ibcast bcast_init (data: Block, root: i32) = bcast(data, root)
        // SAFETY: the caller's promise.
        or |comm| unsafe { quick::bcast(data, root, comm) };
    /// Gather: the elements of all ranks are collected at the root.
    gather igather gather_init (from: Block, to: Parts, root: i32)
        = gather(from, to, root)
        // SAFETY: the caller's promise.
        or |comm| unsafe { quick_rooted::gather(from, &to, root, comm) };
    /// Scatter: each rank receives its part of the root's elements.
    scatter iscatter scatter_init (from: Parts, to: Block, root: i32)
        = scatter(from, to, root)
        // SAFETY: the caller's promise.
        or |comm| unsafe { quick_rooted::scatter(&from, to, root, comm) };
    /// Allgather: the elements of all ranks are collected at every rank.
    allgather iallgather allgather_init (from: Block, to: Parts)
        = allgather(from, to)
        // SAFETY: the caller's promise.
        or |comm| unsafe {
            Ok(quick_parts::allgather(from, &to, comm)? || quick_lists::allgather(from, &to, comm)?)
        };
    /// Alltoall: each rank sends a part of its elements to every rank.
    alltoall ialltoall alltoall_init (from: Parts, to: Parts) = alltoall(from, to)
        // SAFETY: the caller's promise.
        or |comm| unsafe {
            Ok(quick_parts::alltoall(&from, &to, comm)? || quick_lists::alltoall(&from, &to, comm)?)
        };
    /// Reduce: the elements of all ranks are combined at the root.
    reduce ireduce reduce_init (ops: Reduce, root: i32) = reduce(ops.operands(), root)
        // SAFETY: the caller's promise.
        or |comm| unsafe { quick_rooted::reduce(ops, root, comm) };
    /// Allreduce: the elements of all ranks are combined, and every rank gets the result.
    allreduce iallreduce allreduce_init (ops: Reduce) = allreduce(ops.operands())
        // SAFETY: the caller's promise.
        or |comm| unsafe { quick::allreduce(ops, comm) };
    /// Reduce-scatter: the elements of all ranks are combined; rank i gets part i of the result,
    /// which has `counts[i]` elements. The count in `ops` is ignored.
    reduce_scatter ireduce_scatter reduce_scatter_init
        (ops: Reduce, counts: Vec<usize>) = reduce_scatter(ops.operands(), counts)
        // SAFETY: the caller's promise.
        or |comm| unsafe { quick_share::reduce_scatter(ops, &counts, comm) };
    /// Neighbourhood allgather: this rank sends its elements to its neighbours and receives theirs.
    neighbour_allgather ineighbour_allgather neighbour_allgather_init
        (from: Block, to: Parts) = neighbour_allgather(from, to);
    /// Neighbourhood alltoall: this rank sends a part to each neighbour and receives one from each.
    neighbour_alltoall ineighbour_alltoall neighbour_alltoall_init
        (from: Parts, to: Parts) = neighbour_alltoall(from, to);
    /// Inclusive scan: combines the elements of the ranks up to and including this one.
    scan iscan scan_init (ops: Reduce) = scan(ops.operands())
        // SAFETY: the caller's promise.
        or |comm| unsafe { quick_scan::prefix(ops, false, comm) };
    /// Exclusive scan: combines the elements of the ranks before this one; rank 0 gets no result.
    exscan iexscan exscan_init (ops: Reduce) = exscan(ops.operands())
        // SAFETY: the caller's promise.
        or |comm| unsafe { quick_scan::prefix(ops, true, comm) };
}

const BARRIER: Which = Which::of("barrier");

/// Returns when all members have called it.
///
/// # Errors
/// `Comm` for an invalid handle; `ProcAborted` when a member is gone.
pub fn barrier(comm: Comm) -> Result<()> {
    quick::barrier(comm)
        .and_then(|is_done| match is_done {
            true => Ok(()),
            false => schedule(comm, BARRIER, None, build::barrier).and_then(run),
        })
        .map_err(|error| describe(error, "barrier", comm))
}

/// [`barrier`] without waiting.
///
/// # Errors
/// As [`barrier`].
pub fn ibarrier(comm: Comm) -> Result<Request> {
    schedule(comm, BARRIER, None, build::barrier)
        .and_then(|schedule| start(schedule, None))
        .map_err(|error| describe(error, "ibarrier", comm))
}

/// [`barrier`] at each start of the request.
///
/// # Errors
/// As [`barrier`].
pub fn barrier_init(comm: Comm) -> Result<Request> {
    persistent(comm, BARRIER, build::barrier).map_err(|error| describe(error, "barrier_init", comm))
}
