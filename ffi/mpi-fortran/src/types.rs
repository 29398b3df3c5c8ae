//! Types shared by both interfaces.

use crate::abi::Handle;

/// The standard's `MPI_Aint`, INTEGER(KIND=MPI_ADDRESS_KIND) in Fortran.
pub type MPI_Aint = isize;
/// The standard's `MPI_Offset`, INTEGER(KIND=MPI_OFFSET_KIND).
pub type MPI_Offset = i64;
/// The standard's `MPI_Count`, INTEGER(KIND=MPI_COUNT_KIND).
pub type MPI_Count = i64;

macro_rules! handles {
    ($($name:ident)*) => { $(
        #[doc = concat!("The standard's `", stringify!($name), "`.")]
        pub type $name = Handle;
    )* };
}

handles! {
    MPI_Comm MPI_Group MPI_Datatype MPI_Op MPI_Request MPI_Info MPI_Errhandler MPI_Message MPI_Win
    MPI_Session
}
