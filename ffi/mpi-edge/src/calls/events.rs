//! Events and their sources. The standard lets a library have any number of them, and this one has
//! none: no index and no handle is valid.

use super::tools::{index_of, no_handle, one_of};
use crate::handles::{Array, Info};
use crate::raise::Answer;
use libc::{c_char, c_int, c_uint, c_void};
use skifch_mpi::tool;

/// The failure for an index of an event or source.
fn none<T>(what: &str, index: c_int) -> Answer<T> {
    one_of::<()>(&[], what, index)?;
    Err(no_handle(what, std::ptr::null_mut()))
}

fn not_one<T>(what: &str, handle: *mut c_void) -> Answer<T> {
    tool::ready()?;
    Err(no_handle(what, handle))
}

/// `MPI_T_event_get_num`.
pub unsafe fn t_event_get_num() -> Answer<c_int> {
    tool::ready()?;
    Ok(0)
}

/// `MPI_T_event_get_index`.
pub unsafe fn t_event_get_index(name: *const c_char) -> Answer<c_int> {
    // SAFETY: the standard's contract.
    unsafe { index_of::<()>(&[], name, |(), _| false) }
}

/// `MPI_T_event_get_info`.
pub unsafe fn t_event_get_info(
    event_index: c_int,
    _name: *mut c_char,
    _name_len: &mut c_int,
    _array_of_datatypes: Array<impl Sized>,
    _array_of_displacements: *mut isize,
    _num_elements: &mut c_int,
    _enumtype: *mut *mut c_void,
    _desc: *mut c_char,
    _desc_len: &mut c_int,
) -> Answer<(c_int, Info, c_int)> {
    none("event", event_index)
}

/// `MPI_T_event_handle_alloc`.
pub unsafe fn t_event_handle_alloc(
    event_index: c_int,
    _obj_handle: *mut c_void,
    _info: Info,
    _event_registration: *mut *mut c_void,
) -> Answer {
    none("event", event_index)
}

/// `MPI_T_event_handle_set_info`.
pub unsafe fn t_event_handle_set_info(event_registration: *mut c_void, _info: Info) -> Answer {
    not_one("event", event_registration)
}

/// `MPI_T_event_handle_get_info`.
pub unsafe fn t_event_handle_get_info(event_registration: *mut c_void) -> Answer<Info> {
    not_one("event", event_registration)
}

/// `MPI_T_event_register_callback`.
pub unsafe fn t_event_register_callback(
    event_registration: *mut c_void,
    _cb_safety: c_uint,
    _info: Info,
    _user_data: *mut c_void,
    _event_cb_function: *const c_void,
) -> Answer {
    not_one("event", event_registration)
}

/// `MPI_T_event_callback_set_info`.
pub unsafe fn t_event_callback_set_info(
    event_registration: *mut c_void,
    _cb_safety: c_uint,
    _info: Info,
) -> Answer {
    not_one("event", event_registration)
}

/// `MPI_T_event_callback_get_info`.
pub unsafe fn t_event_callback_get_info(
    event_registration: *mut c_void,
    _cb_safety: c_uint,
) -> Answer<Info> {
    not_one("event", event_registration)
}

/// `MPI_T_event_handle_free`.
pub unsafe fn t_event_handle_free(
    event_registration: *mut c_void,
    _user_data: *mut c_void,
    _free_cb_function: *const c_void,
) -> Answer {
    not_one("event", event_registration)
}

/// `MPI_T_event_set_dropped_handler`.
pub unsafe fn t_event_set_dropped_handler(
    event_registration: *mut c_void,
    _dropped_cb_function: *const c_void,
) -> Answer {
    not_one("event", event_registration)
}

/// `MPI_T_event_read`.
pub unsafe fn t_event_read(
    event_instance: *mut c_void,
    _element_index: c_int,
    _buffer: *mut c_void,
) -> Answer {
    not_one("event that happened", event_instance)
}

/// `MPI_T_event_copy`.
pub unsafe fn t_event_copy(event_instance: *mut c_void, _buffer: *mut c_void) -> Answer {
    not_one("event that happened", event_instance)
}

/// `MPI_T_event_get_timestamp`.
pub unsafe fn t_event_get_timestamp(event_instance: *mut c_void) -> Answer<i64> {
    not_one("event that happened", event_instance)
}

/// `MPI_T_event_get_source`.
pub unsafe fn t_event_get_source(event_instance: *mut c_void) -> Answer<c_int> {
    not_one("event that happened", event_instance)
}

/// `MPI_T_source_get_num`.
pub unsafe fn t_source_get_num() -> Answer<c_int> {
    tool::ready()?;
    Ok(0)
}

/// `MPI_T_source_get_info`.
pub unsafe fn t_source_get_info(
    source_index: c_int,
    _name: *mut c_char,
    _name_len: &mut c_int,
    _desc: *mut c_char,
    _desc_len: &mut c_int,
    _ordering: *mut c_uint,
) -> Answer<(i64, i64, Info)> {
    none("source of events", source_index)
}

/// `MPI_T_source_get_timestamp`.
pub unsafe fn t_source_get_timestamp(source_index: c_int) -> Answer<i64> {
    none("source of events", source_index)
}
