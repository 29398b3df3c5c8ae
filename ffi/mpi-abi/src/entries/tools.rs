//! Tool support. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Pcontrol`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pcontrol(level: c_int) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { tools::pcontrol(level) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Pcontrol", On::Nothing, error),
    }
}

/// The standard's `MPI_T_category_changed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_changed(_update_number: *mut c_int) -> c_int {
    later("MPI_T_category_changed", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_category_get_categories`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_get_categories(
    _cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> c_int {
    later("MPI_T_category_get_categories", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_category_get_cvars`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_get_cvars(
    _cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> c_int {
    later("MPI_T_category_get_cvars", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_category_get_events`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_get_events(
    _cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> c_int {
    later("MPI_T_category_get_events", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_category_get_index`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_get_index(
    _name: *const c_char,
    _cat_index: *mut c_int,
) -> c_int {
    later("MPI_T_category_get_index", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_category_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_get_info(
    _cat_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _num_cvars: *mut c_int,
    _num_pvars: *mut c_int,
    _num_categories: *mut c_int,
) -> c_int {
    later("MPI_T_category_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_category_get_num`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_get_num(_num_cat: *mut c_int) -> c_int {
    later("MPI_T_category_get_num", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_category_get_num_events`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_get_num_events(
    _cat_index: c_int,
    _num_events: *mut c_int,
) -> c_int {
    later("MPI_T_category_get_num_events", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_category_get_pvars`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_category_get_pvars(
    _cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> c_int {
    later("MPI_T_category_get_pvars", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_cvar_get_index`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_cvar_get_index(
    _name: *const c_char,
    _cvar_index: *mut c_int,
) -> c_int {
    later("MPI_T_cvar_get_index", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_cvar_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_cvar_get_info(
    _cvar_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _verbosity: *mut c_int,
    _datatype: *mut MPI_Datatype,
    _enumtype: *mut MPI_T_enum,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _bind: *mut c_int,
    _scope: *mut c_int,
) -> c_int {
    later("MPI_T_cvar_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_cvar_get_num`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_cvar_get_num(_num_cvar: *mut c_int) -> c_int {
    later("MPI_T_cvar_get_num", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_cvar_handle_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_cvar_handle_alloc(
    _cvar_index: c_int,
    _obj_handle: *mut c_void,
    _handle: *mut MPI_T_cvar_handle,
    _count: *mut c_int,
) -> c_int {
    later("MPI_T_cvar_handle_alloc", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_cvar_handle_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_cvar_handle_free(_handle: *mut MPI_T_cvar_handle) -> c_int {
    later("MPI_T_cvar_handle_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_cvar_read`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_cvar_read(_handle: MPI_T_cvar_handle, _buf: *mut c_void) -> c_int {
    later("MPI_T_cvar_read", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_cvar_write`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_cvar_write(
    _handle: MPI_T_cvar_handle,
    _buf: *const c_void,
) -> c_int {
    later("MPI_T_cvar_write", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_enum_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_enum_get_info(
    _enumtype: MPI_T_enum,
    _num: *mut c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
) -> c_int {
    later("MPI_T_enum_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_enum_get_item`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_enum_get_item(
    _enumtype: MPI_T_enum,
    _indx: c_int,
    _value: *mut c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
) -> c_int {
    later("MPI_T_enum_get_item", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_callback_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_callback_get_info(
    _event_registration: MPI_T_event_registration,
    _cb_safety: MPI_T_cb_safety,
    _info_used: *mut MPI_Info,
) -> c_int {
    later("MPI_T_event_callback_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_callback_set_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_callback_set_info(
    _event_registration: MPI_T_event_registration,
    _cb_safety: MPI_T_cb_safety,
    _info: MPI_Info,
) -> c_int {
    later("MPI_T_event_callback_set_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_copy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_copy(
    _event_instance: MPI_T_event_instance,
    _buffer: *mut c_void,
) -> c_int {
    later("MPI_T_event_copy", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_get_index`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_get_index(
    _name: *const c_char,
    _event_index: *mut c_int,
) -> c_int {
    later("MPI_T_event_get_index", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_get_info(
    _event_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _verbosity: *mut c_int,
    _array_of_datatypes: *mut MPI_Datatype,
    _array_of_displacements: *mut MPI_Aint,
    _num_elements: *mut c_int,
    _enumtype: *mut MPI_T_enum,
    _info: *mut MPI_Info,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _bind: *mut c_int,
) -> c_int {
    later("MPI_T_event_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_get_num`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_get_num(_num_events: *mut c_int) -> c_int {
    later("MPI_T_event_get_num", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_get_source`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_get_source(
    _event_instance: MPI_T_event_instance,
    _source_index: *mut c_int,
) -> c_int {
    later("MPI_T_event_get_source", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_get_timestamp`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_get_timestamp(
    _event_instance: MPI_T_event_instance,
    _event_timestamp: *mut MPI_Count,
) -> c_int {
    later("MPI_T_event_get_timestamp", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_handle_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_handle_alloc(
    _event_index: c_int,
    _obj_handle: *mut c_void,
    _info: MPI_Info,
    _event_registration: *mut MPI_T_event_registration,
) -> c_int {
    later("MPI_T_event_handle_alloc", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_handle_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_handle_free(
    _event_registration: MPI_T_event_registration,
    _user_data: *mut c_void,
    _free_cb_function: MPI_T_event_free_cb_function,
) -> c_int {
    later("MPI_T_event_handle_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_handle_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_handle_get_info(
    _event_registration: MPI_T_event_registration,
    _info_used: *mut MPI_Info,
) -> c_int {
    later("MPI_T_event_handle_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_handle_set_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_handle_set_info(
    _event_registration: MPI_T_event_registration,
    _info: MPI_Info,
) -> c_int {
    later("MPI_T_event_handle_set_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_read`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_read(
    _event_instance: MPI_T_event_instance,
    _element_index: c_int,
    _buffer: *mut c_void,
) -> c_int {
    later("MPI_T_event_read", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_register_callback`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_register_callback(
    _event_registration: MPI_T_event_registration,
    _cb_safety: MPI_T_cb_safety,
    _info: MPI_Info,
    _user_data: *mut c_void,
    _event_cb_function: MPI_T_event_cb_function,
) -> c_int {
    later("MPI_T_event_register_callback", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_event_set_dropped_handler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_event_set_dropped_handler(
    _event_registration: MPI_T_event_registration,
    _dropped_cb_function: MPI_T_event_dropped_cb_function,
) -> c_int {
    later("MPI_T_event_set_dropped_handler", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_finalize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_finalize() -> c_int {
    later("MPI_T_finalize", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_init_thread`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_init_thread(_required: c_int, _provided: *mut c_int) -> c_int {
    later("MPI_T_init_thread", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_get_index`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_get_index(
    _name: *const c_char,
    _var_class: c_int,
    _pvar_index: *mut c_int,
) -> c_int {
    later("MPI_T_pvar_get_index", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_get_info(
    _pvar_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _verbosity: *mut c_int,
    _var_class: *mut c_int,
    _datatype: *mut MPI_Datatype,
    _enumtype: *mut MPI_T_enum,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _bind: *mut c_int,
    _readonly: *mut c_int,
    _continuous: *mut c_int,
    _atomic: *mut c_int,
) -> c_int {
    later("MPI_T_pvar_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_get_num`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_get_num(_num_pvar: *mut c_int) -> c_int {
    later("MPI_T_pvar_get_num", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_handle_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_handle_alloc(
    _session: MPI_T_pvar_session,
    _pvar_index: c_int,
    _obj_handle: *mut c_void,
    _handle: *mut MPI_T_pvar_handle,
    _count: *mut c_int,
) -> c_int {
    later("MPI_T_pvar_handle_alloc", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_handle_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_handle_free(
    _session: MPI_T_pvar_session,
    _handle: *mut MPI_T_pvar_handle,
) -> c_int {
    later("MPI_T_pvar_handle_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_read`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_read(
    _session: MPI_T_pvar_session,
    _handle: MPI_T_pvar_handle,
    _buf: *mut c_void,
) -> c_int {
    later("MPI_T_pvar_read", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_readreset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_readreset(
    _session: MPI_T_pvar_session,
    _handle: MPI_T_pvar_handle,
    _buf: *mut c_void,
) -> c_int {
    later("MPI_T_pvar_readreset", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_reset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_reset(
    _session: MPI_T_pvar_session,
    _handle: MPI_T_pvar_handle,
) -> c_int {
    later("MPI_T_pvar_reset", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_session_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_session_create(_session: *mut MPI_T_pvar_session) -> c_int {
    later("MPI_T_pvar_session_create", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_session_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_session_free(_session: *mut MPI_T_pvar_session) -> c_int {
    later("MPI_T_pvar_session_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_start(
    _session: MPI_T_pvar_session,
    _handle: MPI_T_pvar_handle,
) -> c_int {
    later("MPI_T_pvar_start", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_stop`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_stop(
    _session: MPI_T_pvar_session,
    _handle: MPI_T_pvar_handle,
) -> c_int {
    later("MPI_T_pvar_stop", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_pvar_write`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_pvar_write(
    _session: MPI_T_pvar_session,
    _handle: MPI_T_pvar_handle,
    _buf: *const c_void,
) -> c_int {
    later("MPI_T_pvar_write", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_source_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_source_get_info(
    _source_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _ordering: *mut MPI_T_source_order,
    _ticks_per_second: *mut MPI_Count,
    _max_ticks: *mut MPI_Count,
    _info: *mut MPI_Info,
) -> c_int {
    later("MPI_T_source_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_source_get_num`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_source_get_num(_num_sources: *mut c_int) -> c_int {
    later("MPI_T_source_get_num", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_T_source_get_timestamp`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_T_source_get_timestamp(
    _source_index: c_int,
    _timestamp: *mut MPI_Count,
) -> c_int {
    later("MPI_T_source_get_timestamp", On::Nothing, "this function is not in this version")
}
