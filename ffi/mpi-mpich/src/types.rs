//! The types of the header: handles are `int`, a status has 20 bytes.

pub use crate::callbacks::*;
pub use crate::handles::*;
pub use crate::status::MPI_Status;
use crate::{codes, numbers};
pub(crate) use libc::{c_char, c_int, c_void};
use skifch_mpi_edge::edge::Abi;
pub use skifch_mpi_edge::types::*;

/// The binary interface of MPICH.
#[derive(Clone, Copy, Debug)]
pub struct Mpich;

macro_rules! translated {
    ($($module:ident: $($name:ident)*;)*) => { $($(
        #[inline(always)]
        fn $name(number: c_int) -> c_int {
            $module::$name(number)
        }
    )*)* };
}

impl Abi for Mpich {
    // Tells programs that this is not the standard's interface.
    const VERSION: (c_int, c_int) = (-1, -1);
    const BUFFER_AUTOMATIC: usize = usize::MAX - 1;

    const MAX_INFO_KEY: c_int = numbers::MAX_INFO_KEY;
    const MAX_PROCESSOR_NAME: c_int = numbers::MAX_PROCESSOR_NAME;

    type Comm = MPI_Comm;
    type Type = MPI_Datatype;
    type Status = MPI_Status;

    translated! {
        codes: error_in error_out;
        numbers: rank_in rank_out distribution_in distribution_out darg_in darg_out order_out;
    }
}
