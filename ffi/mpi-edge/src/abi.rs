//! A binary interface, as far as a function of the edge has to know it: what the library hands to
//! functions of the program, and numbers that lie in memory of the program. All else is translated
//! by the exported functions.

use crate::handles::{Comm, Type};
use crate::status::{Layout, Status};
use libc::c_int;

/// A binary interface of MPI. `…_in` gives the standard's number of one of this interface, `…_out`
/// the number here of one of the standard's.
pub trait Abi: 'static {
    /// The major and minor version that `MPI_Abi_get_version` answers.
    const VERSION: (c_int, c_int);

    /// The address that stands for a buffer of as many bytes as are wanted.
    const BUFFER_AUTOMATIC: usize;

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
