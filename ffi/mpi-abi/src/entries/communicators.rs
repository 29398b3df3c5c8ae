//! Groups, contexts, communicators and caching. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Comm_compare`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_compare(
    comm1: MPI_Comm,
    _comm2: MPI_Comm,
    _result: *mut c_int,
) -> c_int {
    later("MPI_Comm_compare", On::Comm(Comm::from(comm1)), "this function is not in this version")
}

/// The standard's `MPI_Comm_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_create(
    comm: MPI_Comm,
    _group: MPI_Group,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later("MPI_Comm_create", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_create_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_create_group(
    comm: MPI_Comm,
    _group: MPI_Group,
    _tag: c_int,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Comm_create_group",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_create_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_create_keyval(
    _comm_copy_attr_fn: MPI_Comm_copy_attr_function,
    _comm_delete_attr_fn: MPI_Comm_delete_attr_function,
    _comm_keyval: *mut c_int,
    _extra_state: *mut c_void,
) -> c_int {
    later("MPI_Comm_create_keyval", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Comm_delete_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_delete_attr(comm: MPI_Comm, _comm_keyval: c_int) -> c_int {
    later(
        "MPI_Comm_delete_attr",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_dup`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_dup(comm: MPI_Comm, _newcomm: *mut MPI_Comm) -> c_int {
    later("MPI_Comm_dup", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_dup_with_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_dup_with_info(
    comm: MPI_Comm,
    _info: MPI_Info,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Comm_dup_with_info",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_free(_comm: *mut MPI_Comm) -> c_int {
    later("MPI_Comm_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Comm_free_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_free_keyval(_comm_keyval: *mut c_int) -> c_int {
    later("MPI_Comm_free_keyval", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Comm_get_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_attr(
    comm: MPI_Comm,
    _comm_keyval: c_int,
    _attribute_val: *mut c_void,
    _flag: *mut c_int,
) -> c_int {
    later("MPI_Comm_get_attr", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_info(comm: MPI_Comm, _info_used: *mut MPI_Info) -> c_int {
    later("MPI_Comm_get_info", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_get_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_name(
    comm: MPI_Comm,
    _comm_name: *mut c_char,
    _resultlen: *mut c_int,
) -> c_int {
    later("MPI_Comm_get_name", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_group(comm: MPI_Comm, _group: *mut MPI_Group) -> c_int {
    later("MPI_Comm_group", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_idup`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_idup(
    comm: MPI_Comm,
    _newcomm: *mut MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Comm_idup", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_idup_with_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_idup_with_info(
    comm: MPI_Comm,
    _info: MPI_Info,
    _newcomm: *mut MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Comm_idup_with_info",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_rank`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_rank(comm: MPI_Comm, _rank: *mut c_int) -> c_int {
    later("MPI_Comm_rank", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_remote_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_remote_group(comm: MPI_Comm, _group: *mut MPI_Group) -> c_int {
    later(
        "MPI_Comm_remote_group",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_remote_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_remote_size(comm: MPI_Comm, _size: *mut c_int) -> c_int {
    later(
        "MPI_Comm_remote_size",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_set_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_set_attr(
    comm: MPI_Comm,
    _comm_keyval: c_int,
    _attribute_val: *mut c_void,
) -> c_int {
    later("MPI_Comm_set_attr", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_set_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_set_info(comm: MPI_Comm, _info: MPI_Info) -> c_int {
    later("MPI_Comm_set_info", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_set_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_set_name(comm: MPI_Comm, _comm_name: *const c_char) -> c_int {
    later("MPI_Comm_set_name", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_size(comm: MPI_Comm, _size: *mut c_int) -> c_int {
    later("MPI_Comm_size", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_split`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_split(
    comm: MPI_Comm,
    _color: c_int,
    _key: c_int,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later("MPI_Comm_split", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_split_type`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_split_type(
    comm: MPI_Comm,
    _split_type: c_int,
    _key: c_int,
    _info: MPI_Info,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later("MPI_Comm_split_type", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Comm_test_inter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_test_inter(comm: MPI_Comm, _flag: *mut c_int) -> c_int {
    later("MPI_Comm_test_inter", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Group_compare`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_compare(
    _group1: MPI_Group,
    _group2: MPI_Group,
    _result: *mut c_int,
) -> c_int {
    later("MPI_Group_compare", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_difference`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_difference(
    _group1: MPI_Group,
    _group2: MPI_Group,
    _newgroup: *mut MPI_Group,
) -> c_int {
    later("MPI_Group_difference", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_excl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_excl(
    _group: MPI_Group,
    _n: c_int,
    _ranks: *const c_int,
    _newgroup: *mut MPI_Group,
) -> c_int {
    later("MPI_Group_excl", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_free(_group: *mut MPI_Group) -> c_int {
    later("MPI_Group_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_incl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_incl(
    _group: MPI_Group,
    _n: c_int,
    _ranks: *const c_int,
    _newgroup: *mut MPI_Group,
) -> c_int {
    later("MPI_Group_incl", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_intersection`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_intersection(
    _group1: MPI_Group,
    _group2: MPI_Group,
    _newgroup: *mut MPI_Group,
) -> c_int {
    later("MPI_Group_intersection", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_range_excl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_range_excl(
    _group: MPI_Group,
    _n: c_int,
    _ranges: *mut [c_int; 3],
    _newgroup: *mut MPI_Group,
) -> c_int {
    later("MPI_Group_range_excl", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_range_incl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_range_incl(
    _group: MPI_Group,
    _n: c_int,
    _ranges: *mut [c_int; 3],
    _newgroup: *mut MPI_Group,
) -> c_int {
    later("MPI_Group_range_incl", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_rank`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_rank(_group: MPI_Group, _rank: *mut c_int) -> c_int {
    later("MPI_Group_rank", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_size(_group: MPI_Group, _size: *mut c_int) -> c_int {
    later("MPI_Group_size", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_translate_ranks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_translate_ranks(
    _group1: MPI_Group,
    _n: c_int,
    _ranks1: *const c_int,
    _group2: MPI_Group,
    _ranks2: *mut c_int,
) -> c_int {
    later("MPI_Group_translate_ranks", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Group_union`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_union(
    _group1: MPI_Group,
    _group2: MPI_Group,
    _newgroup: *mut MPI_Group,
) -> c_int {
    later("MPI_Group_union", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Intercomm_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Intercomm_create(
    local_comm: MPI_Comm,
    _local_leader: c_int,
    _peer_comm: MPI_Comm,
    _remote_leader: c_int,
    _tag: c_int,
    _newintercomm: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Intercomm_create",
        On::Comm(Comm::from(local_comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Intercomm_merge`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Intercomm_merge(
    intercomm: MPI_Comm,
    _high: c_int,
    _newintracomm: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Intercomm_merge",
        On::Comm(Comm::from(intercomm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Type_create_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_keyval(
    _type_copy_attr_fn: MPI_Type_copy_attr_function,
    _type_delete_attr_fn: MPI_Type_delete_attr_function,
    _type_keyval: *mut c_int,
    _extra_state: *mut c_void,
) -> c_int {
    later("MPI_Type_create_keyval", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_delete_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_delete_attr(
    _datatype: MPI_Datatype,
    _type_keyval: c_int,
) -> c_int {
    later("MPI_Type_delete_attr", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_free_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_free_keyval(_type_keyval: *mut c_int) -> c_int {
    later("MPI_Type_free_keyval", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_get_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_attr(
    _datatype: MPI_Datatype,
    _type_keyval: c_int,
    _attribute_val: *mut c_void,
    _flag: *mut c_int,
) -> c_int {
    later("MPI_Type_get_attr", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_get_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_name(
    _datatype: MPI_Datatype,
    _type_name: *mut c_char,
    _resultlen: *mut c_int,
) -> c_int {
    later("MPI_Type_get_name", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_set_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_set_attr(
    _datatype: MPI_Datatype,
    _type_keyval: c_int,
    _attribute_val: *mut c_void,
) -> c_int {
    later("MPI_Type_set_attr", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_set_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_set_name(
    _datatype: MPI_Datatype,
    _type_name: *const c_char,
) -> c_int {
    later("MPI_Type_set_name", On::Nothing, "this function is not in this version")
}
