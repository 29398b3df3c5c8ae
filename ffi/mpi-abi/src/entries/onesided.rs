//! One-sided communication. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Accumulate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Accumulate(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: c_int,
    _target_datatype: MPI_Datatype,
    _op: MPI_Op,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Accumulate",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Accumulate_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Accumulate_c(
    _origin_addr: *const c_void,
    _origin_count: MPI_Count,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: MPI_Count,
    _target_datatype: MPI_Datatype,
    _op: MPI_Op,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Accumulate_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Compare_and_swap`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Compare_and_swap(
    _origin_addr: *const c_void,
    _compare_addr: *const c_void,
    _result_addr: *mut c_void,
    _datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Compare_and_swap",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Fetch_and_op`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Fetch_and_op(
    _origin_addr: *const c_void,
    _result_addr: *mut c_void,
    _datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _op: MPI_Op,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Fetch_and_op",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get(
    _origin_addr: *mut c_void,
    _origin_count: c_int,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: c_int,
    _target_datatype: MPI_Datatype,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Get",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Get_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_c(
    _origin_addr: *mut c_void,
    _origin_count: MPI_Count,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: MPI_Count,
    _target_datatype: MPI_Datatype,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Get_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Get_accumulate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_accumulate(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: MPI_Datatype,
    _result_addr: *mut c_void,
    _result_count: c_int,
    _result_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: c_int,
    _target_datatype: MPI_Datatype,
    _op: MPI_Op,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Get_accumulate",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Get_accumulate_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_accumulate_c(
    _origin_addr: *const c_void,
    _origin_count: MPI_Count,
    _origin_datatype: MPI_Datatype,
    _result_addr: *mut c_void,
    _result_count: MPI_Count,
    _result_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: MPI_Count,
    _target_datatype: MPI_Datatype,
    _op: MPI_Op,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Get_accumulate_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Put`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Put(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: c_int,
    _target_datatype: MPI_Datatype,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Put",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Put_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Put_c(
    _origin_addr: *const c_void,
    _origin_count: MPI_Count,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: MPI_Count,
    _target_datatype: MPI_Datatype,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Put_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Raccumulate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Raccumulate(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: c_int,
    _target_datatype: MPI_Datatype,
    _op: MPI_Op,
    win: MPI_Win,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Raccumulate",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Raccumulate_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Raccumulate_c(
    _origin_addr: *const c_void,
    _origin_count: MPI_Count,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: MPI_Count,
    _target_datatype: MPI_Datatype,
    _op: MPI_Op,
    win: MPI_Win,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Raccumulate_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Rget`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rget(
    _origin_addr: *mut c_void,
    _origin_count: c_int,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: c_int,
    _target_datatype: MPI_Datatype,
    win: MPI_Win,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Rget",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Rget_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rget_c(
    _origin_addr: *mut c_void,
    _origin_count: MPI_Count,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: MPI_Count,
    _target_datatype: MPI_Datatype,
    win: MPI_Win,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Rget_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Rget_accumulate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rget_accumulate(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: MPI_Datatype,
    _result_addr: *mut c_void,
    _result_count: c_int,
    _result_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: c_int,
    _target_datatype: MPI_Datatype,
    _op: MPI_Op,
    win: MPI_Win,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Rget_accumulate",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Rget_accumulate_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rget_accumulate_c(
    _origin_addr: *const c_void,
    _origin_count: MPI_Count,
    _origin_datatype: MPI_Datatype,
    _result_addr: *mut c_void,
    _result_count: MPI_Count,
    _result_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: MPI_Count,
    _target_datatype: MPI_Datatype,
    _op: MPI_Op,
    win: MPI_Win,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Rget_accumulate_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Rput`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rput(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: c_int,
    _target_datatype: MPI_Datatype,
    win: MPI_Win,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Rput",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Rput_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rput_c(
    _origin_addr: *const c_void,
    _origin_count: MPI_Count,
    _origin_datatype: MPI_Datatype,
    _target_rank: c_int,
    _target_disp: MPI_Aint,
    _target_count: MPI_Count,
    _target_datatype: MPI_Datatype,
    win: MPI_Win,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Rput_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_allocate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_allocate(
    _size: MPI_Aint,
    _disp_unit: c_int,
    _info: MPI_Info,
    comm: MPI_Comm,
    _baseptr: *mut c_void,
    _win: *mut MPI_Win,
) -> c_int {
    later(
        "MPI_Win_allocate",
        On::Comm(Comm::from(comm)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_allocate_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_allocate_c(
    _size: MPI_Aint,
    _disp_unit: MPI_Aint,
    _info: MPI_Info,
    comm: MPI_Comm,
    _baseptr: *mut c_void,
    _win: *mut MPI_Win,
) -> c_int {
    later(
        "MPI_Win_allocate_c",
        On::Comm(Comm::from(comm)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_allocate_shared`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_allocate_shared(
    _size: MPI_Aint,
    _disp_unit: c_int,
    _info: MPI_Info,
    comm: MPI_Comm,
    _baseptr: *mut c_void,
    _win: *mut MPI_Win,
) -> c_int {
    later(
        "MPI_Win_allocate_shared",
        On::Comm(Comm::from(comm)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_allocate_shared_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_allocate_shared_c(
    _size: MPI_Aint,
    _disp_unit: MPI_Aint,
    _info: MPI_Info,
    comm: MPI_Comm,
    _baseptr: *mut c_void,
    _win: *mut MPI_Win,
) -> c_int {
    later(
        "MPI_Win_allocate_shared_c",
        On::Comm(Comm::from(comm)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_attach`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_attach(
    win: MPI_Win,
    _base: *mut c_void,
    _size: MPI_Aint,
) -> c_int {
    later(
        "MPI_Win_attach",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_call_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_call_errhandler(win: MPI_Win, _errorcode: c_int) -> c_int {
    later(
        "MPI_Win_call_errhandler",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_complete`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_complete(win: MPI_Win) -> c_int {
    later(
        "MPI_Win_complete",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_create(
    _base: *mut c_void,
    _size: MPI_Aint,
    _disp_unit: c_int,
    _info: MPI_Info,
    comm: MPI_Comm,
    _win: *mut MPI_Win,
) -> c_int {
    later(
        "MPI_Win_create",
        On::Comm(Comm::from(comm)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_create_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_create_c(
    _base: *mut c_void,
    _size: MPI_Aint,
    _disp_unit: MPI_Aint,
    _info: MPI_Info,
    comm: MPI_Comm,
    _win: *mut MPI_Win,
) -> c_int {
    later(
        "MPI_Win_create_c",
        On::Comm(Comm::from(comm)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_create_dynamic`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_create_dynamic(
    _info: MPI_Info,
    comm: MPI_Comm,
    _win: *mut MPI_Win,
) -> c_int {
    later(
        "MPI_Win_create_dynamic",
        On::Comm(Comm::from(comm)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_create_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_create_errhandler(
    _win_errhandler_fn: MPI_Win_errhandler_function,
    _errhandler: *mut MPI_Errhandler,
) -> c_int {
    later(
        "MPI_Win_create_errhandler",
        On::Nothing,
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_create_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_create_keyval(
    _win_copy_attr_fn: MPI_Win_copy_attr_function,
    _win_delete_attr_fn: MPI_Win_delete_attr_function,
    _win_keyval: *mut c_int,
    _extra_state: *mut c_void,
) -> c_int {
    later(
        "MPI_Win_create_keyval",
        On::Nothing,
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_delete_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_delete_attr(win: MPI_Win, _win_keyval: c_int) -> c_int {
    later(
        "MPI_Win_delete_attr",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_detach`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_detach(win: MPI_Win, _base: *const c_void) -> c_int {
    later(
        "MPI_Win_detach",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_fence`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_fence(_assert: c_int, win: MPI_Win) -> c_int {
    later(
        "MPI_Win_fence",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_flush`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_flush(_rank: c_int, win: MPI_Win) -> c_int {
    later(
        "MPI_Win_flush",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_flush_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_flush_all(win: MPI_Win) -> c_int {
    later(
        "MPI_Win_flush_all",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_flush_local`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_flush_local(_rank: c_int, win: MPI_Win) -> c_int {
    later(
        "MPI_Win_flush_local",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_flush_local_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_flush_local_all(win: MPI_Win) -> c_int {
    later(
        "MPI_Win_flush_local_all",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_free(_win: *mut MPI_Win) -> c_int {
    later(
        "MPI_Win_free",
        On::Nothing,
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_free_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_free_keyval(_win_keyval: *mut c_int) -> c_int {
    later(
        "MPI_Win_free_keyval",
        On::Nothing,
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_get_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_get_attr(
    win: MPI_Win,
    _win_keyval: c_int,
    _attribute_val: *mut c_void,
    _flag: *mut c_int,
) -> c_int {
    later(
        "MPI_Win_get_attr",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_get_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_get_errhandler(
    win: MPI_Win,
    _errhandler: *mut MPI_Errhandler,
) -> c_int {
    later(
        "MPI_Win_get_errhandler",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_get_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_get_group(win: MPI_Win, _group: *mut MPI_Group) -> c_int {
    later(
        "MPI_Win_get_group",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_get_info(win: MPI_Win, _info_used: *mut MPI_Info) -> c_int {
    later(
        "MPI_Win_get_info",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_get_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_get_name(
    win: MPI_Win,
    _win_name: *mut c_char,
    _resultlen: *mut c_int,
) -> c_int {
    later(
        "MPI_Win_get_name",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_lock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_lock(
    _lock_type: c_int,
    _rank: c_int,
    _assert: c_int,
    win: MPI_Win,
) -> c_int {
    later(
        "MPI_Win_lock",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_lock_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_lock_all(_assert: c_int, win: MPI_Win) -> c_int {
    later(
        "MPI_Win_lock_all",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_post`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_post(_group: MPI_Group, _assert: c_int, win: MPI_Win) -> c_int {
    later(
        "MPI_Win_post",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_set_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_set_attr(
    win: MPI_Win,
    _win_keyval: c_int,
    _attribute_val: *mut c_void,
) -> c_int {
    later(
        "MPI_Win_set_attr",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_set_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_set_errhandler(
    win: MPI_Win,
    _errhandler: MPI_Errhandler,
) -> c_int {
    later(
        "MPI_Win_set_errhandler",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_set_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_set_info(win: MPI_Win, _info: MPI_Info) -> c_int {
    later(
        "MPI_Win_set_info",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_set_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_set_name(win: MPI_Win, _win_name: *const c_char) -> c_int {
    later(
        "MPI_Win_set_name",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_shared_query`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_shared_query(
    win: MPI_Win,
    _rank: c_int,
    _size: *mut MPI_Aint,
    _disp_unit: *mut c_int,
    _baseptr: *mut c_void,
) -> c_int {
    later(
        "MPI_Win_shared_query",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_shared_query_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_shared_query_c(
    win: MPI_Win,
    _rank: c_int,
    _size: *mut MPI_Aint,
    _disp_unit: *mut MPI_Aint,
    _baseptr: *mut c_void,
) -> c_int {
    later(
        "MPI_Win_shared_query_c",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_start(_group: MPI_Group, _assert: c_int, win: MPI_Win) -> c_int {
    later(
        "MPI_Win_start",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_sync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_sync(win: MPI_Win) -> c_int {
    later(
        "MPI_Win_sync",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_test`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_test(win: MPI_Win, _flag: *mut c_int) -> c_int {
    later(
        "MPI_Win_test",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_unlock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_unlock(_rank: c_int, win: MPI_Win) -> c_int {
    later(
        "MPI_Win_unlock",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_unlock_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_unlock_all(win: MPI_Win) -> c_int {
    later(
        "MPI_Win_unlock_all",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}

/// The standard's `MPI_Win_wait`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_wait(win: MPI_Win) -> c_int {
    later(
        "MPI_Win_wait",
        On::Win(Win::from(win)),
        "windows and one-sided communication are not in this version",
    )
}
