//! Sessions. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Comm_create_from_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_create_from_group(
    _group: MPI_Group,
    _stringtag: *const c_char,
    _info: MPI_Info,
    _errhandler: MPI_Errhandler,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later("MPI_Comm_create_from_group", On::Nothing, "sessions are not in this version")
}

/// The standard's `MPI_Group_from_session_pset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_from_session_pset(
    session: MPI_Session,
    _pset_name: *const c_char,
    _newgroup: *mut MPI_Group,
) -> c_int {
    later(
        "MPI_Group_from_session_pset",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Intercomm_create_from_groups`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Intercomm_create_from_groups(
    _local_group: MPI_Group,
    _local_leader: c_int,
    _remote_group: MPI_Group,
    _remote_leader: c_int,
    _stringtag: *const c_char,
    _info: MPI_Info,
    _errhandler: MPI_Errhandler,
    _newintercomm: *mut MPI_Comm,
) -> c_int {
    later("MPI_Intercomm_create_from_groups", On::Nothing, "sessions are not in this version")
}

/// The standard's `MPI_Session_attach_buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_attach_buffer(
    session: MPI_Session,
    _buffer: *mut c_void,
    _size: c_int,
) -> c_int {
    later(
        "MPI_Session_attach_buffer",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_attach_buffer_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_attach_buffer_c(
    session: MPI_Session,
    _buffer: *mut c_void,
    _size: MPI_Count,
) -> c_int {
    later(
        "MPI_Session_attach_buffer_c",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_call_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_call_errhandler(
    session: MPI_Session,
    _errorcode: c_int,
) -> c_int {
    later(
        "MPI_Session_call_errhandler",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_create_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_create_errhandler(
    _session_errhandler_fn: MPI_Session_errhandler_function,
    _errhandler: *mut MPI_Errhandler,
) -> c_int {
    later("MPI_Session_create_errhandler", On::Nothing, "sessions are not in this version")
}

/// The standard's `MPI_Session_detach_buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_detach_buffer(
    session: MPI_Session,
    _buffer_addr: *mut c_void,
    _size: *mut c_int,
) -> c_int {
    later(
        "MPI_Session_detach_buffer",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_detach_buffer_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_detach_buffer_c(
    session: MPI_Session,
    _buffer_addr: *mut c_void,
    _size: *mut MPI_Count,
) -> c_int {
    later(
        "MPI_Session_detach_buffer_c",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_finalize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_finalize(_session: *mut MPI_Session) -> c_int {
    later("MPI_Session_finalize", On::Nothing, "sessions are not in this version")
}

/// The standard's `MPI_Session_flush_buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_flush_buffer(session: MPI_Session) -> c_int {
    later(
        "MPI_Session_flush_buffer",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_get_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_get_errhandler(
    session: MPI_Session,
    _errhandler: *mut MPI_Errhandler,
) -> c_int {
    later(
        "MPI_Session_get_errhandler",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_get_info(
    session: MPI_Session,
    _info_used: *mut MPI_Info,
) -> c_int {
    later(
        "MPI_Session_get_info",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_get_nth_pset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_get_nth_pset(
    session: MPI_Session,
    _info: MPI_Info,
    _n: c_int,
    _pset_len: *mut c_int,
    _pset_name: *mut c_char,
) -> c_int {
    later(
        "MPI_Session_get_nth_pset",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_get_num_psets`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_get_num_psets(
    session: MPI_Session,
    _info: MPI_Info,
    _npset_names: *mut c_int,
) -> c_int {
    later(
        "MPI_Session_get_num_psets",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_get_pset_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_get_pset_info(
    session: MPI_Session,
    _pset_name: *const c_char,
    _info: *mut MPI_Info,
) -> c_int {
    later(
        "MPI_Session_get_pset_info",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_iflush_buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_iflush_buffer(
    session: MPI_Session,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Session_iflush_buffer",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}

/// The standard's `MPI_Session_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_init(
    _info: MPI_Info,
    _errhandler: MPI_Errhandler,
    _session: *mut MPI_Session,
) -> c_int {
    later("MPI_Session_init", On::Nothing, "sessions are not in this version")
}

/// The standard's `MPI_Session_set_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_set_errhandler(
    session: MPI_Session,
    _errhandler: MPI_Errhandler,
) -> c_int {
    later(
        "MPI_Session_set_errhandler",
        On::Session(Session::from(session)),
        "sessions are not in this version",
    )
}
