//! The types of the header: handles are opaque pointers, never dereferenced; a status has 32 bytes.

pub use crate::callbacks::*;
use libc::c_uint;
pub(crate) use libc::{c_char, c_int, c_void};
use skifch_mpi_edge::constants::{
    MPI_ABI_SUBVERSION, MPI_ABI_VERSION, MPI_BUFFER_AUTOMATIC, MPI_MAX_INFO_KEY,
    MPI_MAX_PROCESSOR_NAME,
};
use skifch_mpi_edge::edge::{
    Abi, Comm, Errhandler, File, Group, Handle, Info, Layout, Message, Op, Request, Session,
    Status, Type, Win,
};
pub use skifch_mpi_edge::types::*;

macro_rules! handles {
    ($($c:ident $edge:ident;)*) => { $(
        #[doc = concat!("The standard's `", stringify!($c), "`.")]
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $c(usize);

        impl $c {
            /// The handle as a number, for Fortran and other languages.
            #[inline(always)]
            pub(crate) fn to_int(self) -> c_int {
                self.0 as c_int
            }

            /// The handle with this number.
            #[inline(always)]
            pub(crate) fn from_int(number: c_int) -> Self {
                Self(number as c_uint as usize)
            }
        }

        impl From<$c> for $edge {
            #[inline(always)]
            fn from(handle: $c) -> Self {
                // No valid handle is larger; 0 is never valid.
                Self::from_standard(u32::try_from(handle.0).unwrap_or(0))
            }
        }

        impl From<$edge> for $c {
            #[inline(always)]
            fn from(handle: $edge) -> Self {
                Self(handle.standard() as usize)
            }
        }
    )* };
}

/// Numbers that need no translation.
macro_rules! same {
    ($($name:ident)*) => { $(
        #[inline(always)]
        fn $name(number: c_int) -> c_int {
            number
        }
    )* };
}

handles! {
    MPI_Comm Comm;
    MPI_Group Group;
    MPI_Datatype Type;
    MPI_Op Op;
    MPI_Request Request;
    MPI_Info Info;
    MPI_Errhandler Errhandler;
    MPI_Message Message;
    MPI_Win Win;
    MPI_File File;
    MPI_Session Session;
}

/// The binary interface of the standard.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl Abi for Standard {
    const VERSION: (c_int, c_int) = (MPI_ABI_VERSION, MPI_ABI_SUBVERSION);
    const BUFFER_AUTOMATIC: usize = MPI_BUFFER_AUTOMATIC;

    const MAX_INFO_KEY: c_int = MPI_MAX_INFO_KEY;
    const MAX_PROCESSOR_NAME: c_int = MPI_MAX_PROCESSOR_NAME;

    type Comm = MPI_Comm;
    type Type = MPI_Datatype;
    type Status = MPI_Status;

    same! {
        rank_in rank_out error_in error_out distribution_in distribution_out darg_in darg_out
        order_out
    }
}

/// The standard's `MPI_Status`. The first two hidden words hold the bytes received, the third
/// whether the operation was cancelled.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "the names of the standard")]
pub struct MPI_Status {
    pub MPI_SOURCE: c_int,
    pub MPI_TAG: c_int,
    pub MPI_ERROR: c_int,
    pub MPI_internal: [c_int; 5],
}

impl From<Status> for MPI_Status {
    fn from(status: Status) -> Self {
        let (low, high) = (status.bytes as c_int, (status.bytes >> 32) as c_int);
        Self {
            MPI_SOURCE: status.source,
            MPI_TAG: status.tag,
            MPI_ERROR: status.error,
            MPI_internal: [low, high, c_int::from(status.is_cancelled), 0, 0],
        }
    }
}

impl Layout for MPI_Status {
    const IGNORE: usize = 0;

    #[inline(always)]
    unsafe fn store(at: *mut Self, status: &Status) {
        let whole = Self::from(*status);
        // SAFETY: our caller's promise.
        unsafe {
            (&raw mut (*at).MPI_SOURCE).write(whole.MPI_SOURCE);
            (&raw mut (*at).MPI_TAG).write(whole.MPI_TAG);
            (&raw mut (*at).MPI_internal).write(whole.MPI_internal);
        }
    }
}

impl From<MPI_Status> for Status {
    fn from(status: MPI_Status) -> Self {
        let [low, high, cancelled, ..] = status.MPI_internal;
        Self {
            source: status.MPI_SOURCE,
            tag: status.MPI_TAG,
            error: status.MPI_ERROR,
            bytes: i64::from(high) << 32 | i64::from(low as c_uint),
            is_cancelled: cancelled != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_comes_back_as_it_was() {
        for (bytes, is_cancelled) in [(0, false), (-1i64 as u32 as i64, true), (5 << 33 | 7, false)]
        {
            let status = Status { source: 3, tag: 9, error: 15, bytes, is_cancelled };
            assert_eq!(Status::from(MPI_Status::from(status)), status);
        }
        assert_eq!((size_of::<MPI_Status>(), align_of::<MPI_Status>()), (32, 4));
    }

    #[test]
    fn a_pointer_is_no_handle() {
        assert_eq!(Comm::from(MPI_Comm(0x7fff_1234_5678)), Comm::from_standard(0));
        assert_eq!(Comm::from(MPI_Comm(0x101)), Comm::WORLD);
    }
}
