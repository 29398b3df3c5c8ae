//! A binary interface, as far as functions of the edge must know it: the types passed to functions
//! of the program, and numbers in memory of the program. The exported functions translate
//! everything else.

use crate::handles::{Comm, Type};
use crate::status::{Layout, Status};
use libc::c_int;

/// A binary interface of MPI. `…_in` translates a number of this interface to the standard's,
/// `…_out` a number of the standard to this interface.
pub trait Abi: 'static {
    /// The major and minor version returned by `MPI_Abi_get_version`.
    const VERSION: (c_int, c_int);

    /// The address of `MPI_BUFFER_AUTOMATIC`: a buffer of unlimited size.
    const BUFFER_AUTOMATIC: usize;

    /// `MPI_MAX_INFO_KEY`: bytes of the program's buffer, with the NUL.
    const MAX_INFO_KEY: c_int;
    /// `MPI_MAX_PROCESSOR_NAME`, likewise.
    const MAX_PROCESSOR_NAME: c_int;

    /// `MPI_Comm` in memory.
    type Comm: From<Comm> + 'static;
    /// `MPI_Datatype` in memory.
    type Type: Copy + From<Type> + 'static;

    /// `MPI_Status` in memory.
    type Status: Layout + Into<Status> + 'static;

    /// A rank.
    fn rank_in(rank: c_int) -> c_int;
    /// A rank.
    fn rank_out(rank: c_int) -> c_int;
    /// An error code or class.
    fn error_in(code: c_int) -> c_int;
    /// An error code or class.
    fn error_out(code: c_int) -> c_int;
    /// A distribution of an array.
    fn distribution_in(kind: c_int) -> c_int;
    /// A distribution of an array.
    fn distribution_out(kind: c_int) -> c_int;
    /// The argument of a distribution.
    fn darg_in(argument: c_int) -> c_int;
    /// The argument of a distribution.
    fn darg_out(argument: c_int) -> c_int;
    /// The order of the elements of an array.
    fn order_out(order: c_int) -> c_int;
}
