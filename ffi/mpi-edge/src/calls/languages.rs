//! Handles as integers, for Fortran and others: they are the numbers of the standard ABI.

use crate::args::length;
use crate::constants::{MPI_TYPECLASS_COMPLEX, MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_REAL};
use crate::handles::{
    Comm, Errhandler, File, Group, Handle, Info, Message, Op, Request, Session, Type, Win,
};

use crate::raise::{Answer, Failure};
use libc::c_int;
use skifch_mpi::datatype::{self, Nature};
use skifch_mpi::error::Class;

macro_rules! integers {
    ($($to:ident $from:ident $handle:ident;)*) => { $(
        #[doc = concat!("The standard's call of this name, for [`", stringify!($handle), "`].")]
        pub unsafe fn $to(handle: $handle) -> i32 {
            handle.standard() as i32
        }

        #[doc = concat!("The standard's call of this name, for [`", stringify!($handle), "`].")]
        pub unsafe fn $from(number: i32) -> $handle {
            $handle::from_standard(number as u32)
        }
    )* };
}

integers! {
    comm_toint comm_fromint Comm;
    errhandler_toint errhandler_fromint Errhandler;
    file_toint file_fromint File;
    group_toint group_fromint Group;
    info_toint info_fromint Info;
    message_toint message_fromint Message;
    op_toint op_fromint Op;
    request_toint request_fromint Request;
    session_toint session_fromint Session;
    type_toint type_fromint Type;
    win_toint win_fromint Win;
}

/// `MPI_Type_match_size`.
pub unsafe fn type_match_size(typeclass: i32, size: c_int) -> Answer<Type> {
    let nature = match typeclass {
        MPI_TYPECLASS_INTEGER => Nature::Signed,
        MPI_TYPECLASS_REAL => Nature::Float,
        MPI_TYPECLASS_COMPLEX => Nature::Complex,
        other => return Err(Failure::new(Class::Arg, format!("{other} is no class of types"))),
    };
    Ok(datatype::match_size(nature, length("size", size)?)?)
}
