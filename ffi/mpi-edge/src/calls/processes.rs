//! Initialization and finalization.

use crate::constants::{
    MPI_THREAD_FUNNELED, MPI_THREAD_MULTIPLE, MPI_THREAD_SERIALIZED, MPI_THREAD_SINGLE,
};
use crate::handles::Comm;
use crate::raise::{Answer, Failure, flush, told_now};
use libc::{c_char, c_int};
use skifch_mpi::engine::{self, ThreadLevel};
use skifch_mpi::error::Class;
use skifch_mpi::{comm, errhandler, error};

pub(super) fn level(required: i32) -> Answer<ThreadLevel> {
    Ok(match required {
        MPI_THREAD_SINGLE => ThreadLevel::Single,
        MPI_THREAD_FUNNELED => ThreadLevel::Funneled,
        MPI_THREAD_SERIALIZED => ThreadLevel::Serialized,
        MPI_THREAD_MULTIPLE => ThreadLevel::Multiple,
        other => {
            return Err(Failure::new(Class::Arg, format!("{other} is no level of threads")));
        }
    })
}

fn number(level: ThreadLevel) -> i32 {
    match level {
        ThreadLevel::Single => MPI_THREAD_SINGLE,
        ThreadLevel::Funneled => MPI_THREAD_FUNNELED,
        ThreadLevel::Serialized => MPI_THREAD_SERIALIZED,
        ThreadLevel::Multiple => MPI_THREAD_MULTIPLE,
    }
}

/// `MPI_Init`.
pub unsafe fn init(_argc: *mut c_int, _argv: *mut *mut *mut c_char) -> Answer {
    // SAFETY: the standard's contract: the program has one thread.
    unsafe { engine::init(ThreadLevel::Single) }?;
    Ok(())
}

/// `MPI_Init_thread`.
pub unsafe fn init_thread(
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    required: i32,
) -> Answer<i32> {
    // SAFETY: the standard's contract: the program keeps to the level.
    Ok(number(unsafe { engine::init(level(required)?) }?))
}

/// `MPI_Initialized`.
pub unsafe fn initialized() -> Answer<bool> {
    Ok(engine::is_initialized())
}

/// `MPI_Finalize`.
pub unsafe fn finalize() -> Answer {
    // Finalization removes the error handlers: what needs them is done before.
    let deleted = comm::delete_last_attributes()?.map_err(|error| told_now("MPI_Finalize", error));
    let is_returned = errhandler::is_returned(Comm::NULL);
    // SAFETY: the standard's contract: no other call is under way, and none follows.
    let ended = unsafe { engine::finalize() }.map_err(|e| Failure::of_end(e, is_returned));
    deleted.and(ended)
}

/// `MPI_Finalized`.
pub unsafe fn finalized() -> Answer<bool> {
    Ok(engine::is_finalized())
}

/// `MPI_Query_thread`.
pub unsafe fn query_thread() -> Answer<i32> {
    Ok(number(engine::query_thread()?))
}

/// `MPI_Is_thread_main`.
pub unsafe fn is_thread_main() -> Answer<bool> {
    Ok(engine::is_thread_main()?)
}

/// `MPI_Abort`: aborts the whole job, even if the communicator is smaller.
pub unsafe fn abort(_comm: Comm, errorcode: i32) -> Answer {
    flush();
    let rank = comm::rank(Comm::WORLD)?;
    let words = format!("rank {rank} called MPI_Abort({errorcode})");
    let ended: Result<_, error::Error> = engine::abort(errorcode, &words);
    match ended? {}
}

/// `MPI_Comm_get_parent`: no job is started from another.
pub unsafe fn comm_get_parent() -> Answer<Comm> {
    Ok(Comm::NULL)
}

/// `MPI_Comm_disconnect`: the communicator has no process of another job, so this frees it, once
/// the operations under way on it are complete.
pub unsafe fn comm_disconnect(comm: &mut Comm) -> Answer {
    comm::disconnect(*comm)?;
    *comm = Comm::NULL;
    Ok(())
}
