//! The binary interface itself.

use crate::constants::{MPI_ABI_SUBVERSION, MPI_ABI_VERSION};
use crate::raise::Answer;

/// `MPI_Abi_get_version`.
pub unsafe fn abi_get_version() -> Answer<(i32, i32)> {
    Ok((MPI_ABI_VERSION, MPI_ABI_SUBVERSION))
}
