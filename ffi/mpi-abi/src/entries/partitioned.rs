//! Partitioned communication. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Parrived`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Parrived(
    _request: MPI_Request,
    _partition: c_int,
    _flag: *mut c_int,
) -> c_int {
    later("MPI_Parrived", On::Nothing, "partitioned communication is not in this version")
}

/// The standard's `MPI_Pready`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pready(_partition: c_int, _request: MPI_Request) -> c_int {
    later("MPI_Pready", On::Nothing, "partitioned communication is not in this version")
}

/// The standard's `MPI_Pready_list`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pready_list(
    _length: c_int,
    _array_of_partitions: *const c_int,
    _request: MPI_Request,
) -> c_int {
    later("MPI_Pready_list", On::Nothing, "partitioned communication is not in this version")
}

/// The standard's `MPI_Pready_range`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pready_range(
    _partition_low: c_int,
    _partition_high: c_int,
    _request: MPI_Request,
) -> c_int {
    later("MPI_Pready_range", On::Nothing, "partitioned communication is not in this version")
}

/// The standard's `MPI_Precv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Precv_init(
    _buf: *mut c_void,
    _partitions: c_int,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Precv_init",
        On::Comm(Comm::from(comm)),
        "partitioned communication is not in this version",
    )
}

/// The standard's `MPI_Precv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Precv_init_c(
    _buf: *mut c_void,
    _partitions: c_int,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Precv_init_c",
        On::Comm(Comm::from(comm)),
        "partitioned communication is not in this version",
    )
}

/// The standard's `MPI_Psend_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Psend_init(
    _buf: *const c_void,
    _partitions: c_int,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Psend_init",
        On::Comm(Comm::from(comm)),
        "partitioned communication is not in this version",
    )
}

/// The standard's `MPI_Psend_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Psend_init_c(
    _buf: *const c_void,
    _partitions: c_int,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Psend_init_c",
        On::Comm(Comm::from(comm)),
        "partitioned communication is not in this version",
    )
}
