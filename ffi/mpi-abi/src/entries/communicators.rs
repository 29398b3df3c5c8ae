//! Groups, contexts, communicators and caching. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Comm_compare`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_compare(
    comm1: MPI_Comm,
    comm2: MPI_Comm,
    result: *mut c_int,
) -> c_int {
    if result.is_null() {
        return no_place("MPI_Comm_compare", On::Comm(Comm::from(comm1)), "result");
    }
    let comm1 = Comm::from(comm1);
    let comm2 = Comm::from(comm2);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_compare(comm1, comm2) };
    match outcome {
        Ok(result_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *result = result_value;
            }
            0
        }
        Err(error) => failed("MPI_Comm_compare", On::Comm(comm1), error),
    }
}

/// The standard's `MPI_Comm_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_create(
    comm: MPI_Comm,
    group: MPI_Group,
    newcomm: *mut MPI_Comm,
) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Comm_create", On::Comm(Comm::from(comm)), "newcomm");
    }
    let comm = Comm::from(comm);
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_create(comm, group) };
    match outcome {
        Ok(newcomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_create", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_create_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_create_group(
    comm: MPI_Comm,
    group: MPI_Group,
    tag: c_int,
    newcomm: *mut MPI_Comm,
) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Comm_create_group", On::Comm(Comm::from(comm)), "newcomm");
    }
    let comm = Comm::from(comm);
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_create_group(comm, group, tag) };
    match outcome {
        Ok(newcomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_create_group", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_create_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_create_keyval(
    comm_copy_attr_fn: MPI_Comm_copy_attr_function,
    comm_delete_attr_fn: MPI_Comm_delete_attr_function,
    comm_keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    if comm_keyval.is_null() {
        return no_place("MPI_Comm_create_keyval", On::Nothing, "comm_keyval");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        communicators::comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, extra_state)
    };
    match outcome {
        Ok(comm_keyval_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *comm_keyval = comm_keyval_value;
            }
            0
        }
        Err(error) => failed("MPI_Comm_create_keyval", On::Nothing, error),
    }
}

/// The standard's `MPI_Comm_delete_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_delete_attr(comm: MPI_Comm, comm_keyval: c_int) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_delete_attr(comm, comm_keyval) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_delete_attr", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_dup`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_dup(comm: MPI_Comm, newcomm: *mut MPI_Comm) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Comm_dup", On::Comm(Comm::from(comm)), "newcomm");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_dup(comm) };
    match outcome {
        Ok(newcomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_dup", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_dup_with_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_dup_with_info(
    comm: MPI_Comm,
    info: MPI_Info,
    newcomm: *mut MPI_Comm,
) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Comm_dup_with_info", On::Comm(Comm::from(comm)), "newcomm");
    }
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_dup_with_info(comm, info) };
    match outcome {
        Ok(newcomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_dup_with_info", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_free(comm: *mut MPI_Comm) -> c_int {
    if comm.is_null() {
        return no_place("MPI_Comm_free", On::Nothing, "comm");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut comm_value = Comm::from(unsafe { *comm });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_free(&mut comm_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *comm = comm_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_free", On::Nothing, error),
    }
}

/// The standard's `MPI_Comm_free_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_free_keyval(comm_keyval: *mut c_int) -> c_int {
    if comm_keyval.is_null() {
        return no_place("MPI_Comm_free_keyval", On::Nothing, "comm_keyval");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut comm_keyval_value = unsafe { *comm_keyval };
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_free_keyval(&mut comm_keyval_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *comm_keyval = comm_keyval_value;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_free_keyval", On::Nothing, error),
    }
}

/// The standard's `MPI_Comm_get_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_attr(
    comm: MPI_Comm,
    comm_keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Comm_get_attr", On::Comm(Comm::from(comm)), "flag");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_get_attr(comm, comm_keyval, attribute_val) };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Comm_get_attr", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_info(comm: MPI_Comm, info_used: *mut MPI_Info) -> c_int {
    if info_used.is_null() {
        return no_place("MPI_Comm_get_info", On::Comm(Comm::from(comm)), "info_used");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_get_info(comm) };
    match outcome {
        Ok(info_used_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *info_used = info_used_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_get_info", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_get_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_name(
    comm: MPI_Comm,
    comm_name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    if resultlen.is_null() {
        return no_place("MPI_Comm_get_name", On::Comm(Comm::from(comm)), "resultlen");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_get_name(comm, comm_name) };
    match outcome {
        Ok(resultlen_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *resultlen = resultlen_value;
            }
            0
        }
        Err(error) => failed("MPI_Comm_get_name", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_group(comm: MPI_Comm, group: *mut MPI_Group) -> c_int {
    if group.is_null() {
        return no_place("MPI_Comm_group", On::Comm(Comm::from(comm)), "group");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_group(comm) };
    match outcome {
        Ok(group_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *group = group_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_group", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_idup`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_idup(
    comm: MPI_Comm,
    newcomm: *mut MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Comm_idup", On::Comm(Comm::from(comm)), "newcomm");
    }
    if request.is_null() {
        return no_place("MPI_Comm_idup", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_idup(comm) };
    match outcome {
        Ok((newcomm_value, request_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_idup", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_idup_with_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_idup_with_info(
    comm: MPI_Comm,
    info: MPI_Info,
    newcomm: *mut MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Comm_idup_with_info", On::Comm(Comm::from(comm)), "newcomm");
    }
    if request.is_null() {
        return no_place("MPI_Comm_idup_with_info", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_idup_with_info(comm, info) };
    match outcome {
        Ok((newcomm_value, request_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_idup_with_info", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_rank`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_rank(comm: MPI_Comm, rank: *mut c_int) -> c_int {
    if rank.is_null() {
        return no_place("MPI_Comm_rank", On::Comm(Comm::from(comm)), "rank");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_rank(comm) };
    match outcome {
        Ok(rank_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *rank = rank_value;
            }
            0
        }
        Err(error) => failed("MPI_Comm_rank", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_remote_group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_remote_group(comm: MPI_Comm, group: *mut MPI_Group) -> c_int {
    if group.is_null() {
        return no_place("MPI_Comm_remote_group", On::Comm(Comm::from(comm)), "group");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_remote_group(comm) };
    match outcome {
        Ok(group_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *group = group_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_remote_group", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_remote_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_remote_size(comm: MPI_Comm, size: *mut c_int) -> c_int {
    if size.is_null() {
        return no_place("MPI_Comm_remote_size", On::Comm(Comm::from(comm)), "size");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_remote_size(comm) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = size_value;
            }
            0
        }
        Err(error) => failed("MPI_Comm_remote_size", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_set_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_set_attr(
    comm: MPI_Comm,
    comm_keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_set_attr(comm, comm_keyval, attribute_val) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_set_attr", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_set_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_set_info(comm: MPI_Comm, info: MPI_Info) -> c_int {
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_set_info(comm, info) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_set_info", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_set_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_set_name(comm: MPI_Comm, comm_name: *const c_char) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_set_name(comm, comm_name) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_set_name", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_size(comm: MPI_Comm, size: *mut c_int) -> c_int {
    if size.is_null() {
        return no_place("MPI_Comm_size", On::Comm(Comm::from(comm)), "size");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_size(comm) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = size_value;
            }
            0
        }
        Err(error) => failed("MPI_Comm_size", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_split`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_split(
    comm: MPI_Comm,
    color: c_int,
    key: c_int,
    newcomm: *mut MPI_Comm,
) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Comm_split", On::Comm(Comm::from(comm)), "newcomm");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_split(comm, color, key) };
    match outcome {
        Ok(newcomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_split", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_split_type`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_split_type(
    comm: MPI_Comm,
    split_type: c_int,
    key: c_int,
    info: MPI_Info,
    newcomm: *mut MPI_Comm,
) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Comm_split_type", On::Comm(Comm::from(comm)), "newcomm");
    }
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_split_type(comm, split_type, key, info) };
    match outcome {
        Ok(newcomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_split_type", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_test_inter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_test_inter(comm: MPI_Comm, flag: *mut c_int) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Comm_test_inter", On::Comm(Comm::from(comm)), "flag");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::comm_test_inter(comm) };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Comm_test_inter", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Group_compare`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_compare(
    group1: MPI_Group,
    group2: MPI_Group,
    result: *mut c_int,
) -> c_int {
    if result.is_null() {
        return no_place("MPI_Group_compare", On::Nothing, "result");
    }
    let group1 = Group::from(group1);
    let group2 = Group::from(group2);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_compare(group1, group2) };
    match outcome {
        Ok(result_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *result = result_value;
            }
            0
        }
        Err(error) => failed("MPI_Group_compare", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_difference`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_difference(
    group1: MPI_Group,
    group2: MPI_Group,
    newgroup: *mut MPI_Group,
) -> c_int {
    if newgroup.is_null() {
        return no_place("MPI_Group_difference", On::Nothing, "newgroup");
    }
    let group1 = Group::from(group1);
    let group2 = Group::from(group2);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_difference(group1, group2) };
    match outcome {
        Ok(newgroup_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newgroup = newgroup_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Group_difference", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_excl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_excl(
    group: MPI_Group,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut MPI_Group,
) -> c_int {
    if newgroup.is_null() {
        return no_place("MPI_Group_excl", On::Nothing, "newgroup");
    }
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_excl(group, n, ranks) };
    match outcome {
        Ok(newgroup_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newgroup = newgroup_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Group_excl", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_free(group: *mut MPI_Group) -> c_int {
    if group.is_null() {
        return no_place("MPI_Group_free", On::Nothing, "group");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut group_value = Group::from(unsafe { *group });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_free(&mut group_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *group = group_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Group_free", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_incl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_incl(
    group: MPI_Group,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut MPI_Group,
) -> c_int {
    if newgroup.is_null() {
        return no_place("MPI_Group_incl", On::Nothing, "newgroup");
    }
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_incl(group, n, ranks) };
    match outcome {
        Ok(newgroup_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newgroup = newgroup_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Group_incl", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_intersection`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_intersection(
    group1: MPI_Group,
    group2: MPI_Group,
    newgroup: *mut MPI_Group,
) -> c_int {
    if newgroup.is_null() {
        return no_place("MPI_Group_intersection", On::Nothing, "newgroup");
    }
    let group1 = Group::from(group1);
    let group2 = Group::from(group2);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_intersection(group1, group2) };
    match outcome {
        Ok(newgroup_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newgroup = newgroup_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Group_intersection", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_range_excl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_range_excl(
    group: MPI_Group,
    n: c_int,
    ranges: *mut [c_int; 3],
    newgroup: *mut MPI_Group,
) -> c_int {
    if newgroup.is_null() {
        return no_place("MPI_Group_range_excl", On::Nothing, "newgroup");
    }
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_range_excl(group, n, ranges) };
    match outcome {
        Ok(newgroup_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newgroup = newgroup_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Group_range_excl", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_range_incl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_range_incl(
    group: MPI_Group,
    n: c_int,
    ranges: *mut [c_int; 3],
    newgroup: *mut MPI_Group,
) -> c_int {
    if newgroup.is_null() {
        return no_place("MPI_Group_range_incl", On::Nothing, "newgroup");
    }
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_range_incl(group, n, ranges) };
    match outcome {
        Ok(newgroup_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newgroup = newgroup_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Group_range_incl", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_rank`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_rank(group: MPI_Group, rank: *mut c_int) -> c_int {
    if rank.is_null() {
        return no_place("MPI_Group_rank", On::Nothing, "rank");
    }
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_rank(group) };
    match outcome {
        Ok(rank_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *rank = rank_value;
            }
            0
        }
        Err(error) => failed("MPI_Group_rank", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_size(group: MPI_Group, size: *mut c_int) -> c_int {
    if size.is_null() {
        return no_place("MPI_Group_size", On::Nothing, "size");
    }
    let group = Group::from(group);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_size(group) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = size_value;
            }
            0
        }
        Err(error) => failed("MPI_Group_size", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_translate_ranks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_translate_ranks(
    group1: MPI_Group,
    n: c_int,
    ranks1: *const c_int,
    group2: MPI_Group,
    ranks2: *mut c_int,
) -> c_int {
    let group1 = Group::from(group1);
    let group2 = Group::from(group2);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { communicators::group_translate_ranks(group1, n, ranks1, group2, ranks2) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Group_translate_ranks", On::Nothing, error),
    }
}

/// The standard's `MPI_Group_union`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Group_union(
    group1: MPI_Group,
    group2: MPI_Group,
    newgroup: *mut MPI_Group,
) -> c_int {
    if newgroup.is_null() {
        return no_place("MPI_Group_union", On::Nothing, "newgroup");
    }
    let group1 = Group::from(group1);
    let group2 = Group::from(group2);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::group_union(group1, group2) };
    match outcome {
        Ok(newgroup_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newgroup = newgroup_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Group_union", On::Nothing, error),
    }
}

/// The standard's `MPI_Intercomm_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Intercomm_create(
    local_comm: MPI_Comm,
    local_leader: c_int,
    peer_comm: MPI_Comm,
    remote_leader: c_int,
    tag: c_int,
    newintercomm: *mut MPI_Comm,
) -> c_int {
    if newintercomm.is_null() {
        return no_place("MPI_Intercomm_create", On::Comm(Comm::from(local_comm)), "newintercomm");
    }
    let local_comm = Comm::from(local_comm);
    let peer_comm = Comm::from(peer_comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        communicators::intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag)
    };
    match outcome {
        Ok(newintercomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newintercomm = newintercomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Intercomm_create", On::Comm(local_comm), error),
    }
}

/// The standard's `MPI_Intercomm_merge`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Intercomm_merge(
    intercomm: MPI_Comm,
    high: c_int,
    newintracomm: *mut MPI_Comm,
) -> c_int {
    if newintracomm.is_null() {
        return no_place("MPI_Intercomm_merge", On::Comm(Comm::from(intercomm)), "newintracomm");
    }
    let intercomm = Comm::from(intercomm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::intercomm_merge(intercomm, high != 0) };
    match outcome {
        Ok(newintracomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newintracomm = newintracomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Intercomm_merge", On::Comm(intercomm), error),
    }
}

/// The standard's `MPI_Type_create_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_keyval(
    type_copy_attr_fn: MPI_Type_copy_attr_function,
    type_delete_attr_fn: MPI_Type_delete_attr_function,
    type_keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    if type_keyval.is_null() {
        return no_place("MPI_Type_create_keyval", On::Nothing, "type_keyval");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        communicators::type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, extra_state)
    };
    match outcome {
        Ok(type_keyval_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *type_keyval = type_keyval_value;
            }
            0
        }
        Err(error) => failed("MPI_Type_create_keyval", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_delete_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_delete_attr(datatype: MPI_Datatype, type_keyval: c_int) -> c_int {
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::type_delete_attr(datatype, type_keyval) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Type_delete_attr", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_free_keyval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_free_keyval(type_keyval: *mut c_int) -> c_int {
    if type_keyval.is_null() {
        return no_place("MPI_Type_free_keyval", On::Nothing, "type_keyval");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut type_keyval_value = unsafe { *type_keyval };
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::type_free_keyval(&mut type_keyval_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *type_keyval = type_keyval_value;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Type_free_keyval", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_get_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_attr(
    datatype: MPI_Datatype,
    type_keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Type_get_attr", On::Nothing, "flag");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::type_get_attr(datatype, type_keyval, attribute_val) };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Type_get_attr", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_get_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_name(
    datatype: MPI_Datatype,
    type_name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    if resultlen.is_null() {
        return no_place("MPI_Type_get_name", On::Nothing, "resultlen");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::type_get_name(datatype, type_name) };
    match outcome {
        Ok(resultlen_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *resultlen = resultlen_value;
            }
            0
        }
        Err(error) => failed("MPI_Type_get_name", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_set_attr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_set_attr(
    datatype: MPI_Datatype,
    type_keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::type_set_attr(datatype, type_keyval, attribute_val) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Type_set_attr", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_set_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_set_name(
    datatype: MPI_Datatype,
    type_name: *const c_char,
) -> c_int {
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { communicators::type_set_name(datatype, type_name) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Type_set_name", On::Nothing, error),
    }
}
