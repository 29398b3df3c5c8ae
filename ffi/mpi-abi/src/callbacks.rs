//! Callbacks as addresses. Made by `cargo xtask mpi`.

use libc::c_void;

/// The standard's `MPI_User_function`.
pub type MPI_User_function = *const c_void;

/// The standard's `MPI_User_function_c`.
pub type MPI_User_function_c = *const c_void;

/// The standard's `MPI_Grequest_query_function`.
pub type MPI_Grequest_query_function = *const c_void;

/// The standard's `MPI_Grequest_free_function`.
pub type MPI_Grequest_free_function = *const c_void;

/// The standard's `MPI_Grequest_cancel_function`.
pub type MPI_Grequest_cancel_function = *const c_void;

/// The standard's `MPI_Copy_function`.
pub type MPI_Copy_function = *const c_void;

/// The standard's `MPI_Delete_function`.
pub type MPI_Delete_function = *const c_void;

/// The standard's `MPI_Comm_copy_attr_function`.
pub type MPI_Comm_copy_attr_function = *const c_void;

/// The standard's `MPI_Comm_delete_attr_function`.
pub type MPI_Comm_delete_attr_function = *const c_void;

/// The standard's `MPI_Type_copy_attr_function`.
pub type MPI_Type_copy_attr_function = *const c_void;

/// The standard's `MPI_Type_delete_attr_function`.
pub type MPI_Type_delete_attr_function = *const c_void;

/// The standard's `MPI_Win_copy_attr_function`.
pub type MPI_Win_copy_attr_function = *const c_void;

/// The standard's `MPI_Win_delete_attr_function`.
pub type MPI_Win_delete_attr_function = *const c_void;

/// The standard's `MPI_Datarep_extent_function`.
pub type MPI_Datarep_extent_function = *const c_void;

/// The standard's `MPI_Datarep_conversion_function`.
pub type MPI_Datarep_conversion_function = *const c_void;

/// The standard's `MPI_Datarep_conversion_function_c`.
pub type MPI_Datarep_conversion_function_c = *const c_void;

/// The standard's `MPI_Comm_errhandler_function`.
pub type MPI_Comm_errhandler_function = *const c_void;

/// The standard's `MPI_File_errhandler_function`.
pub type MPI_File_errhandler_function = *const c_void;

/// The standard's `MPI_Win_errhandler_function`.
pub type MPI_Win_errhandler_function = *const c_void;

/// The standard's `MPI_Session_errhandler_function`.
pub type MPI_Session_errhandler_function = *const c_void;

/// The standard's `MPI_T_event_cb_function`.
pub type MPI_T_event_cb_function = *const c_void;

/// The standard's `MPI_T_event_free_cb_function`.
pub type MPI_T_event_free_cb_function = *const c_void;

/// The standard's `MPI_T_event_dropped_cb_function`.
pub type MPI_T_event_dropped_cb_function = *const c_void;
