//! Process initialisation, creation and management. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Abort`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Abort(comm: MPI_Comm, _errorcode: c_int) -> c_int {
    later(
        "MPI_Abort",
        On::Comm(Comm::from(comm)),
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Close_port`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Close_port(_port_name: *const c_char) -> c_int {
    later(
        "MPI_Close_port",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Comm_accept`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_accept(
    _port_name: *const c_char,
    _info: MPI_Info,
    _root: c_int,
    comm: MPI_Comm,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Comm_accept",
        On::Comm(Comm::from(comm)),
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Comm_connect`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_connect(
    _port_name: *const c_char,
    _info: MPI_Info,
    _root: c_int,
    comm: MPI_Comm,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Comm_connect",
        On::Comm(Comm::from(comm)),
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Comm_disconnect`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_disconnect(_comm: *mut MPI_Comm) -> c_int {
    later(
        "MPI_Comm_disconnect",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Comm_get_parent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_parent(_parent: *mut MPI_Comm) -> c_int {
    later(
        "MPI_Comm_get_parent",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Comm_join`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_join(_fd: c_int, _intercomm: *mut MPI_Comm) -> c_int {
    later(
        "MPI_Comm_join",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Comm_spawn`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_spawn(
    _command: *const c_char,
    _argv: *mut *mut c_char,
    _maxprocs: c_int,
    _info: MPI_Info,
    _root: c_int,
    comm: MPI_Comm,
    _intercomm: *mut MPI_Comm,
    _array_of_errcodes: *mut c_int,
) -> c_int {
    later(
        "MPI_Comm_spawn",
        On::Comm(Comm::from(comm)),
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Comm_spawn_multiple`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_spawn_multiple(
    _count: c_int,
    _array_of_commands: *mut *mut c_char,
    _array_of_argv: *mut *mut *mut c_char,
    _array_of_maxprocs: *const c_int,
    _array_of_info: *const MPI_Info,
    _root: c_int,
    comm: MPI_Comm,
    _intercomm: *mut MPI_Comm,
    _array_of_errcodes: *mut c_int,
) -> c_int {
    later(
        "MPI_Comm_spawn_multiple",
        On::Comm(Comm::from(comm)),
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Finalize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Finalize() -> c_int {
    later(
        "MPI_Finalize",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Finalized`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Finalized(_flag: *mut c_int) -> c_int {
    later(
        "MPI_Finalized",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Init(_argc: *mut c_int, _argv: *mut *mut *mut c_char) -> c_int {
    later(
        "MPI_Init",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Init_thread`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Init_thread(
    _argc: *mut c_int,
    _argv: *mut *mut *mut c_char,
    _required: c_int,
    _provided: *mut c_int,
) -> c_int {
    later(
        "MPI_Init_thread",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Initialized`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Initialized(_flag: *mut c_int) -> c_int {
    later(
        "MPI_Initialized",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Is_thread_main`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Is_thread_main(_flag: *mut c_int) -> c_int {
    later(
        "MPI_Is_thread_main",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Lookup_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Lookup_name(
    _service_name: *const c_char,
    _info: MPI_Info,
    _port_name: *mut c_char,
) -> c_int {
    later(
        "MPI_Lookup_name",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Open_port`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Open_port(_info: MPI_Info, _port_name: *mut c_char) -> c_int {
    later(
        "MPI_Open_port",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Publish_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Publish_name(
    _service_name: *const c_char,
    _info: MPI_Info,
    _port_name: *const c_char,
) -> c_int {
    later(
        "MPI_Publish_name",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Query_thread`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Query_thread(_provided: *mut c_int) -> c_int {
    later(
        "MPI_Query_thread",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}

/// The standard's `MPI_Unpublish_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpublish_name(
    _service_name: *const c_char,
    _info: MPI_Info,
    _port_name: *const c_char,
) -> c_int {
    later(
        "MPI_Unpublish_name",
        On::Nothing,
        "starting processes and connecting to other jobs are not in this version",
    )
}
