//! The binary interface itself.

use crate::abi::Abi;
use crate::raise::Answer;

/// `MPI_Abi_get_version`.
pub unsafe fn abi_get_version<A: Abi>() -> Answer<(i32, i32)> {
    Ok(A::VERSION)
}
