//! Input and output. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_File_call_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_call_errhandler(fh: MPI_File, _errorcode: c_int) -> c_int {
    later("MPI_File_call_errhandler", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_close`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_close(_fh: *mut MPI_File) -> c_int {
    later("MPI_File_close", On::Nothing, "files are not in this version")
}

/// The standard's `MPI_File_create_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_create_errhandler(
    _file_errhandler_fn: MPI_File_errhandler_function,
    _errhandler: *mut MPI_Errhandler,
) -> c_int {
    later("MPI_File_create_errhandler", On::Nothing, "files are not in this version")
}

/// The standard's `MPI_File_delete`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_delete(_filename: *const c_char, _info: MPI_Info) -> c_int {
    later("MPI_File_delete", On::Nothing, "files are not in this version")
}

/// The standard's `MPI_File_get_amode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_amode(fh: MPI_File, _amode: *mut c_int) -> c_int {
    later("MPI_File_get_amode", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_atomicity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_atomicity(fh: MPI_File, _flag: *mut c_int) -> c_int {
    later("MPI_File_get_atomicity", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_byte_offset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_byte_offset(
    fh: MPI_File,
    _offset: MPI_Offset,
    _disp: *mut MPI_Offset,
) -> c_int {
    later("MPI_File_get_byte_offset", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_errhandler(
    file: MPI_File,
    _errhandler: *mut MPI_Errhandler,
) -> c_int {
    later("MPI_File_get_errhandler", On::File(File::from(file)), "files are not in this version")
}

/// The standard's `MPI_File_get_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_group(fh: MPI_File, _group: *mut MPI_Group) -> c_int {
    later("MPI_File_get_group", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_info(fh: MPI_File, _info_used: *mut MPI_Info) -> c_int {
    later("MPI_File_get_info", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_position`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_position(fh: MPI_File, _offset: *mut MPI_Offset) -> c_int {
    later("MPI_File_get_position", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_position_shared`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_position_shared(
    fh: MPI_File,
    _offset: *mut MPI_Offset,
) -> c_int {
    later("MPI_File_get_position_shared", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_size(fh: MPI_File, _size: *mut MPI_Offset) -> c_int {
    later("MPI_File_get_size", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_type_extent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_type_extent(
    fh: MPI_File,
    _datatype: MPI_Datatype,
    _extent: *mut MPI_Aint,
) -> c_int {
    later("MPI_File_get_type_extent", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_type_extent_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_type_extent_c(
    fh: MPI_File,
    _datatype: MPI_Datatype,
    _extent: *mut MPI_Count,
) -> c_int {
    later("MPI_File_get_type_extent_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_get_view`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_view(
    fh: MPI_File,
    _disp: *mut MPI_Offset,
    _etype: *mut MPI_Datatype,
    _filetype: *mut MPI_Datatype,
    _datarep: *mut c_char,
) -> c_int {
    later("MPI_File_get_view", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_all(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_all", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_all_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_all_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_all_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_at`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_at(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_at", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_at_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_at_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_at_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_at_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_at_all(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_at_all", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_at_all_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_at_all_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_at_all_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_shared`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_shared(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_shared", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iread_shared_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_shared_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iread_shared_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_all(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_all", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_all_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_all_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_all_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_at`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_at(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_at", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_at_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_at_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_at_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_at_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_at_all(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_at_all", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_at_all_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_at_all_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_at_all_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_shared`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_shared(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_shared", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_iwrite_shared_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_shared_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_File_iwrite_shared_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_open(
    comm: MPI_Comm,
    _filename: *const c_char,
    _amode: c_int,
    _info: MPI_Info,
    _fh: *mut MPI_File,
) -> c_int {
    later("MPI_File_open", On::Comm(Comm::from(comm)), "files are not in this version")
}

/// The standard's `MPI_File_preallocate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_preallocate(fh: MPI_File, _size: MPI_Offset) -> c_int {
    later("MPI_File_preallocate", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_all", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_all_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_all_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_all_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all_begin(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_read_all_begin", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_all_begin_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all_begin_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_read_all_begin_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_all_end`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all_end(
    fh: MPI_File,
    _buf: *mut c_void,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_all_end", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_at`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_at", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_at_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_at_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_at_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_at_all", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_at_all_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_at_all_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_at_all_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all_begin(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_read_at_all_begin", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_at_all_begin_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all_begin_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_read_at_all_begin_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_at_all_end`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all_end(
    fh: MPI_File,
    _buf: *mut c_void,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_at_all_end", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_ordered`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_ordered", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_ordered_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_ordered_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_ordered_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered_begin(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_read_ordered_begin", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_ordered_begin_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered_begin_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
) -> c_int {
    later(
        "MPI_File_read_ordered_begin_c",
        On::File(File::from(fh)),
        "files are not in this version",
    )
}

/// The standard's `MPI_File_read_ordered_end`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered_end(
    fh: MPI_File,
    _buf: *mut c_void,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_ordered_end", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_shared`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_shared(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_shared", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_read_shared_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_shared_c(
    fh: MPI_File,
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_read_shared_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_seek`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_seek(fh: MPI_File, _offset: MPI_Offset, _whence: c_int) -> c_int {
    later("MPI_File_seek", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_seek_shared`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_seek_shared(
    fh: MPI_File,
    _offset: MPI_Offset,
    _whence: c_int,
) -> c_int {
    later("MPI_File_seek_shared", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_set_atomicity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_atomicity(fh: MPI_File, _flag: c_int) -> c_int {
    later("MPI_File_set_atomicity", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_set_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_errhandler(
    file: MPI_File,
    _errhandler: MPI_Errhandler,
) -> c_int {
    later("MPI_File_set_errhandler", On::File(File::from(file)), "files are not in this version")
}

/// The standard's `MPI_File_set_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_info(fh: MPI_File, _info: MPI_Info) -> c_int {
    later("MPI_File_set_info", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_set_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_size(fh: MPI_File, _size: MPI_Offset) -> c_int {
    later("MPI_File_set_size", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_set_view`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_view(
    fh: MPI_File,
    _disp: MPI_Offset,
    _etype: MPI_Datatype,
    _filetype: MPI_Datatype,
    _datarep: *const c_char,
    _info: MPI_Info,
) -> c_int {
    later("MPI_File_set_view", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_sync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_sync(fh: MPI_File) -> c_int {
    later("MPI_File_sync", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_all", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_all_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_all_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_all_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all_begin(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_write_all_begin", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_all_begin_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all_begin_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_write_all_begin_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_all_end`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all_end(
    fh: MPI_File,
    _buf: *const c_void,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_all_end", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_at`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_at", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_at_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_at_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_at_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_at_all", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_at_all_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_at_all_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_at_all_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all_begin(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_write_at_all_begin", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_at_all_begin_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all_begin_c(
    fh: MPI_File,
    _offset: MPI_Offset,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
) -> c_int {
    later(
        "MPI_File_write_at_all_begin_c",
        On::File(File::from(fh)),
        "files are not in this version",
    )
}

/// The standard's `MPI_File_write_at_all_end`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all_end(
    fh: MPI_File,
    _buf: *const c_void,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_at_all_end", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_ordered`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_ordered", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_ordered_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_ordered_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_ordered_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered_begin(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_File_write_ordered_begin", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_ordered_begin_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered_begin_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
) -> c_int {
    later(
        "MPI_File_write_ordered_begin_c",
        On::File(File::from(fh)),
        "files are not in this version",
    )
}

/// The standard's `MPI_File_write_ordered_end`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered_end(
    fh: MPI_File,
    _buf: *const c_void,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_ordered_end", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_shared`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_shared(
    fh: MPI_File,
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_shared", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_File_write_shared_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_shared_c(
    fh: MPI_File,
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_File_write_shared_c", On::File(File::from(fh)), "files are not in this version")
}

/// The standard's `MPI_Register_datarep`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Register_datarep(
    _datarep: *const c_char,
    _read_conversion_fn: MPI_Datarep_conversion_function,
    _write_conversion_fn: MPI_Datarep_conversion_function,
    _dtype_file_extent_fn: MPI_Datarep_extent_function,
    _extra_state: *mut c_void,
) -> c_int {
    later("MPI_Register_datarep", On::Nothing, "files are not in this version")
}

/// The standard's `MPI_Register_datarep_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Register_datarep_c(
    _datarep: *const c_char,
    _read_conversion_fn: MPI_Datarep_conversion_function_c,
    _write_conversion_fn: MPI_Datarep_conversion_function_c,
    _dtype_file_extent_fn: MPI_Datarep_extent_function,
    _extra_state: *mut c_void,
) -> c_int {
    later("MPI_Register_datarep_c", On::Nothing, "files are not in this version")
}
