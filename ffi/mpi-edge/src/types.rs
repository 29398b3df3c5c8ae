//! Types of the header that are the same in every ABI.
#![allow(non_camel_case_types, reason = "the standard's names")]

use libc::{c_uint, c_void};

/// The standard's `MPI_Aint`.
pub type MPI_Aint = isize;
/// The standard's `MPI_Offset`.
pub type MPI_Offset = i64;
/// The standard's `MPI_Count`.
pub type MPI_Count = i64;

macro_rules! tools {
    ($($name:ident)*) => { $(
        #[doc = concat!("The standard's `", stringify!($name), "`.")]
        pub type $name = *mut c_void;
    )* };
}

tools! {
    MPI_T_enum MPI_T_cvar_handle MPI_T_pvar_handle MPI_T_pvar_session
    MPI_T_event_registration MPI_T_event_instance
}

/// The standard's `MPI_T_cb_safety`.
pub type MPI_T_cb_safety = c_uint;
/// The standard's `MPI_T_source_order`.
pub type MPI_T_source_order = c_uint;
