//! Calls that query a communicator or set its properties. None of them communicates.

use crate::engine::{Engine, with};
use crate::error::Result;
use crate::group::Comparison;
use crate::info::Pairs;
use crate::{Comm, Info};

fn call<R>(name: &str, f: impl FnOnce(&mut Engine) -> Result<R>) -> Result<R> {
    with(f)?.map_err(|error| error.context(name))
}

/// Number of ranks; of an intercommunicator, in the local group.
///
/// # Errors
/// `Comm` for an invalid handle; so do all calls below.
pub fn size(comm: Comm) -> Result<usize> {
    call("MPI_Comm_size", |engine| Ok(engine.comm(comm)?.local.len()))
}

/// The index of this rank's program in the command line of the launcher (`MPI_APPNUM`), if the
/// launcher provides it.
///
/// # Errors
/// The library is not in use.
pub fn appnum() -> Result<Option<u32>> {
    call("MPI_Comm_get_attr", |engine| Ok(engine.job.appnum()))
}

/// The number of processes that the launcher has places for (`MPI_UNIVERSE_SIZE`); the size of the
/// job if the launcher provides no number.
///
/// # Errors
/// The library is not in use.
pub fn universe_size() -> Result<u32> {
    call("MPI_Comm_get_attr", |engine| Ok(engine.job.universe_size().unwrap_or(engine.size)))
}

/// The rank of this process.
///
/// # Errors
/// As [`size`].
pub fn rank(comm: Comm) -> Result<usize> {
    call("MPI_Comm_rank", |engine| Ok(engine.comm(comm)?.rank as usize))
}

/// Number of ranks in the remote group; `None` for an intracommunicator.
///
/// # Errors
/// As [`size`].
pub fn remote_size(comm: Comm) -> Result<Option<usize>> {
    call("MPI_Comm_remote_size", |engine| {
        Ok(engine.comm(comm)?.remote.as_ref().map(|remote| remote.len()))
    })
}

/// Whether it is an intercommunicator.
///
/// # Errors
/// As [`size`].
pub fn is_inter(comm: Comm) -> Result<bool> {
    call("MPI_Comm_test_inter", |engine| Ok(engine.comm(comm)?.remote.is_some()))
}

/// Compares two communicators.
///
/// # Errors
/// As [`size`].
pub fn compare(a: Comm, b: Comm) -> Result<Comparison> {
    call("MPI_Comm_compare", |engine| {
        let (first, second) = (engine.comm(a)?, engine.comm(b)?);
        if a == b {
            return Ok(Comparison::Identical);
        }
        let sides = match (&first.remote, &second.remote) {
            (None, None) => Comparison::Identical,
            (Some(first), Some(second)) => first.compare(second),
            _ => return Ok(Comparison::Unequal),
        };
        let both = [first.local.compare(&second.local), sides];
        Ok(if both.contains(&Comparison::Unequal) {
            Comparison::Unequal
        } else if both.contains(&Comparison::Similar) {
            Comparison::Similar
        } else {
            Comparison::Congruent
        })
    })
}

/// The name of the communicator.
///
/// # Errors
/// As [`size`].
pub fn name(comm: Comm) -> Result<Vec<u8>> {
    // MPI 4.0, section 7.8: the null handle has a name too.
    if comm == Comm::NULL {
        return Ok("MPI_COMM_NULL".into());
    }
    call("MPI_Comm_get_name", |engine| Ok(engine.comm(comm)?.name.clone()))
}

/// Sets the name, which also appears in error texts.
///
/// # Errors
/// As [`size`].
pub fn set_name(comm: Comm, name: impl AsRef<[u8]>) -> Result<()> {
    call("MPI_Comm_set_name", |engine| {
        engine.comm_mut(comm)?.name = name.as_ref().to_owned();
        Ok(())
    })
}

/// The hints in effect: always none, because no hint changes anything.
///
/// # Errors
/// As [`size`].
pub fn info(comm: Comm) -> Result<Info> {
    call("MPI_Comm_get_info", |engine| {
        let hints = engine.comm(comm)?.hints.clone();
        Ok(crate::info::keep(hints))
    })
}

/// Sets hints; unknown ones are ignored, as the standard requires.
///
/// # Errors
/// As [`size`]; `Info` for an invalid handle.
pub fn set_info(comm: Comm, info: Info) -> Result<()> {
    call("MPI_Comm_set_info", |engine| {
        crate::info::pairs(info)?;
        engine.comm_mut(comm)?.hints = Pairs::default();
        Ok(())
    })
}
