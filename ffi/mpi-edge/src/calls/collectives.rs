//! Collective communication: each call in its blocking, non-blocking and persistent form.

use super::apart::{apart, beside};
use super::kinds::collectives;
use super::operands::{reduction, reduction_at, reduction_before, reduction_in_shares};
use super::parts::{
    block_of, each, even, even_at, leaf, listed, listed_at, own_block, own_parts, same_shares,
    shares,
};
use crate::handles::{Array, Comm, Info, Op, Request, Type};
use crate::ints::Ints;
use crate::raise::Answer;
use libc::c_void;
use skifch_mpi::coll;

pub use super::operations::*;

collectives! {
    bcast ibcast bcast_init = bcast ibcast bcast_init
        (buffer: *mut c_void, count: i64, datatype: Type, root: i32; comm)
        (block_of(root, buffer, count, datatype)?, root);

    gather igather gather_init = gather igather gather_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcount: i64, recvtype: Type, root: i32; comm)
        (beside(comm, leaf(root, comm, sendbuf, sendcount, sendtype)?, recvbuf,
                || even_at(root, comm, recvbuf, recvcount, recvtype))?,
            even_at(root, comm, recvbuf, recvcount, recvtype)?, root);

    gatherv igatherv gatherv_init = gather igather gather_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcounts: Ints, displs: Ints, recvtype: Type, root: i32; comm)
        (beside(comm, leaf(root, comm, sendbuf, sendcount, sendtype)?, recvbuf,
                || listed_at(root, comm, recvbuf, recvcounts, displs, recvtype))?,
            listed_at(root, comm, recvbuf, recvcounts, displs, recvtype)?, root);

    scatter iscatter scatter_init = scatter iscatter scatter_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcount: i64, recvtype: Type, root: i32; comm)
        (even_at(root, comm, sendbuf, sendcount, sendtype)?,
            beside(comm, leaf(root, comm, recvbuf, recvcount, recvtype)?, sendbuf,
                || even_at(root, comm, sendbuf, sendcount, sendtype))?, root);

    scatterv iscatterv scatterv_init = scatter iscatter scatter_init
        (sendbuf: *const c_void, sendcounts: Ints, displs: Ints, sendtype: Type,
            recvbuf: *mut c_void, recvcount: i64, recvtype: Type, root: i32; comm)
        (listed_at(root, comm, sendbuf, sendcounts, displs, sendtype)?,
            beside(comm, leaf(root, comm, recvbuf, recvcount, recvtype)?, sendbuf,
                || listed_at(root, comm, sendbuf, sendcounts, displs, sendtype))?, root);

    allgather iallgather allgather_init = allgather iallgather allgather_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcount: i64, recvtype: Type; comm)
        (beside(comm, own_block(comm, sendbuf, sendcount, sendtype)?, recvbuf,
                || even(recvbuf, recvcount, recvtype))?,
            even(recvbuf, recvcount, recvtype)?);

    allgatherv iallgatherv allgatherv_init = allgather iallgather allgather_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcounts: Ints, displs: Ints, recvtype: Type; comm)
        (beside(comm, own_block(comm, sendbuf, sendcount, sendtype)?, recvbuf,
                || listed(comm, recvbuf, recvcounts, displs, recvtype))?,
            listed(comm, recvbuf, recvcounts, displs, recvtype)?);

    alltoall ialltoall alltoall_init = alltoall ialltoall alltoall_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcount: i64, recvtype: Type; comm)
        (own_parts(comm, sendbuf, || apart(even(sendbuf, sendcount, sendtype)?, recvbuf,
                || even(recvbuf, recvcount, recvtype)))?,
            even(recvbuf, recvcount, recvtype)?);

    alltoallv ialltoallv alltoallv_init = alltoall ialltoall alltoall_init
        (sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtype: Type,
            recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtype: Type; comm)
        (own_parts(comm, sendbuf,
                || apart(listed(comm, sendbuf, sendcounts, sdispls, sendtype)?, recvbuf,
                    || listed(comm, recvbuf, recvcounts, rdispls, recvtype)))?,
            listed(comm, recvbuf, recvcounts, rdispls, recvtype)?);

    alltoallw ialltoallw alltoallw_init = alltoall ialltoall alltoall_init <R>
        (sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtypes: Array<R>,
            recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtypes: Array<R>; comm)
        (own_parts(comm, sendbuf,
                || apart(each(comm, sendbuf, sendcounts, sdispls, sendtypes)?, recvbuf,
                    || each(comm, recvbuf, recvcounts, rdispls, recvtypes)))?,
            each(comm, recvbuf, recvcounts, rdispls, recvtypes)?);

    reduce ireduce reduce_init = reduce ireduce reduce_init
        (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Type, op: Op,
            root: i32; comm)
        (reduction_at(root, comm, sendbuf, recvbuf, count, datatype, op)?, root);

    allreduce iallreduce allreduce_init = allreduce iallreduce allreduce_init
        (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Type, op: Op; comm)
        (reduction(comm, sendbuf, recvbuf, count, datatype, op)?);

    reduce_scatter ireduce_scatter reduce_scatter_init =
        reduce_scatter ireduce_scatter reduce_scatter_init
        (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: Ints, datatype: Type,
            op: Op; comm)
        (reduction_in_shares(comm, sendbuf, recvbuf, || shares(recvcounts, comm), datatype, op)?,
            shares(recvcounts, comm)?);

    reduce_scatter_block ireduce_scatter_block reduce_scatter_block_init =
        reduce_scatter ireduce_scatter reduce_scatter_init
        (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: Type,
            op: Op; comm)
        (reduction_in_shares(
            comm, sendbuf, recvbuf, || same_shares(recvcount, comm), datatype, op)?,
            same_shares(recvcount, comm)?);

    scan iscan scan_init = scan iscan scan_init
        (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Type, op: Op; comm)
        (reduction(comm, sendbuf, recvbuf, count, datatype, op)?);

    exscan iexscan exscan_init = exscan iexscan exscan_init
        (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Type, op: Op; comm)
        (reduction_before(comm, sendbuf, recvbuf, count, datatype, op)?);
}

/// `MPI_Barrier`.
pub unsafe fn barrier(comm: Comm) -> Answer {
    Ok(coll::barrier(comm)?)
}

/// `MPI_Ibarrier`.
pub unsafe fn ibarrier(comm: Comm) -> Answer<Request> {
    Ok(coll::ibarrier(comm)?)
}

/// `MPI_Barrier_init`.
pub unsafe fn barrier_init(comm: Comm, info: Info) -> Answer<Request> {
    skifch_mpi::info::check_hints(info)?;
    Ok(coll::barrier_init(comm)?)
}
