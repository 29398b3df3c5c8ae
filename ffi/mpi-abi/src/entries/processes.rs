//! Process initialisation, creation and management. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Abort`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Abort(comm: MPI_Comm, errorcode: c_int) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::abort(comm, errorcode) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Abort", On::Comm(comm), error),
    }
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
pub unsafe extern "C" fn MPI_Comm_disconnect(comm: *mut MPI_Comm) -> c_int {
    if comm.is_null() {
        return no_place("MPI_Comm_disconnect", On::Nothing, "comm");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut comm_value = Comm::from(unsafe { *comm });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::comm_disconnect(&mut comm_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *comm = comm_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_disconnect", On::Nothing, error),
    }
}

/// The standard's `MPI_Comm_get_parent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_parent(parent: *mut MPI_Comm) -> c_int {
    if parent.is_null() {
        return no_place("MPI_Comm_get_parent", On::Nothing, "parent");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::comm_get_parent() };
    match outcome {
        Ok(parent_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *parent = parent_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_get_parent", On::Nothing, error),
    }
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
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::finalize() };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Finalize", On::Nothing, error),
    }
}

/// The standard's `MPI_Finalized`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Finalized(flag: *mut c_int) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Finalized", On::Nothing, "flag");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::finalized() };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Finalized", On::Nothing, error),
    }
}

/// The standard's `MPI_Init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::init(argc, argv) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Init", On::Nothing, error),
    }
}

/// The standard's `MPI_Init_thread`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Init_thread(
    argc: *mut c_int,
    argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    if provided.is_null() {
        return no_place("MPI_Init_thread", On::Nothing, "provided");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::init_thread(argc, argv, required) };
    match outcome {
        Ok(provided_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *provided = provided_value;
            }
            0
        }
        Err(error) => failed("MPI_Init_thread", On::Nothing, error),
    }
}

/// The standard's `MPI_Initialized`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Initialized(flag: *mut c_int) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Initialized", On::Nothing, "flag");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::initialized() };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Initialized", On::Nothing, error),
    }
}

/// The standard's `MPI_Is_thread_main`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Is_thread_main(flag: *mut c_int) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Is_thread_main", On::Nothing, "flag");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::is_thread_main() };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Is_thread_main", On::Nothing, error),
    }
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
pub unsafe extern "C" fn MPI_Query_thread(provided: *mut c_int) -> c_int {
    if provided.is_null() {
        return no_place("MPI_Query_thread", On::Nothing, "provided");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { processes::query_thread() };
    match outcome {
        Ok(provided_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *provided = provided_value;
            }
            0
        }
        Err(error) => failed("MPI_Query_thread", On::Nothing, error),
    }
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
