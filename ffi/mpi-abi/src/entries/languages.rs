//! Language bindings. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Type_create_f90_complex`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_f90_complex(
    _p: c_int,
    _r: c_int,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_f90_complex", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_f90_integer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_f90_integer(
    _r: c_int,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_f90_integer", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_f90_real`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_f90_real(
    _p: c_int,
    _r: c_int,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_f90_real", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_match_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_match_size(
    typeclass: c_int,
    size: c_int,
    datatype: *mut MPI_Datatype,
) -> c_int {
    if datatype.is_null() {
        return no_place("MPI_Type_match_size", On::Nothing, "datatype");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { languages::type_match_size(typeclass, size) };
    match outcome {
        Ok(datatype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *datatype = datatype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_match_size", On::Nothing, error),
    }
}

/// The standard's `MPI_Comm_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_fromint(comm: c_int) -> MPI_Comm {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::comm_fromint(comm) };
    value.into()
}

/// The standard's `MPI_Comm_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_toint(comm: MPI_Comm) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::comm_toint(comm) };
    value
}

/// The standard's `MPI_Errhandler_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Errhandler_fromint(errhandler: c_int) -> MPI_Errhandler {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::errhandler_fromint(errhandler) };
    value.into()
}

/// The standard's `MPI_Errhandler_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Errhandler_toint(errhandler: MPI_Errhandler) -> c_int {
    let errhandler = Errhandler::from(errhandler);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::errhandler_toint(errhandler) };
    value
}

/// The standard's `MPI_File_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_fromint(file: c_int) -> MPI_File {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::file_fromint(file) };
    value.into()
}

/// The standard's `MPI_File_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_toint(file: MPI_File) -> c_int {
    let file = File::from(file);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::file_toint(file) };
    value
}

/// The standard's `MPI_Group_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_fromint(group: c_int) -> MPI_Group {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::group_fromint(group) };
    value.into()
}

/// The standard's `MPI_Group_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_toint(group: MPI_Group) -> c_int {
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::group_toint(group) };
    value
}

/// The standard's `MPI_Info_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_fromint(info: c_int) -> MPI_Info {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::info_fromint(info) };
    value.into()
}

/// The standard's `MPI_Info_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_toint(info: MPI_Info) -> c_int {
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::info_toint(info) };
    value
}

/// The standard's `MPI_Message_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Message_fromint(message: c_int) -> MPI_Message {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::message_fromint(message) };
    value.into()
}

/// The standard's `MPI_Message_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Message_toint(message: MPI_Message) -> c_int {
    let message = Message::from(message);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::message_toint(message) };
    value
}

/// The standard's `MPI_Op_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_fromint(op: c_int) -> MPI_Op {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::op_fromint(op) };
    value.into()
}

/// The standard's `MPI_Op_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_toint(op: MPI_Op) -> c_int {
    let op = Op::from(op);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::op_toint(op) };
    value
}

/// The standard's `MPI_Request_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_fromint(request: c_int) -> MPI_Request {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::request_fromint(request) };
    value.into()
}

/// The standard's `MPI_Request_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_toint(request: MPI_Request) -> c_int {
    let request = Request::from(request);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::request_toint(request) };
    value
}

/// The standard's `MPI_Session_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_fromint(session: c_int) -> MPI_Session {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::session_fromint(session) };
    value.into()
}

/// The standard's `MPI_Session_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Session_toint(session: MPI_Session) -> c_int {
    let session = Session::from(session);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::session_toint(session) };
    value
}

/// The standard's `MPI_Type_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_fromint(datatype: c_int) -> MPI_Datatype {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::type_fromint(datatype) };
    value.into()
}

/// The standard's `MPI_Type_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_toint(datatype: MPI_Datatype) -> c_int {
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::type_toint(datatype) };
    value
}

/// The standard's `MPI_Win_fromint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_fromint(win: c_int) -> MPI_Win {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::win_fromint(win) };
    value.into()
}

/// The standard's `MPI_Win_toint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Win_toint(win: MPI_Win) -> c_int {
    let win = Win::from(win);
    // SAFETY: the standard's contract of the call.
    let value = unsafe { languages::win_toint(win) };
    value
}
