//! Datatypes. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Get_address`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_address(location: *const c_void, address: *mut MPI_Aint) -> c_int {
    if address.is_null() {
        return no_place("MPI_Get_address", On::Nothing, "address");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::get_address(location) };
    match outcome {
        Ok(address_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *address = address_value as MPI_Aint;
            }
            0
        }
        Err(error) => failed("MPI_Get_address", On::Nothing, error),
    }
}

/// The standard's `MPI_Get_elements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_elements(
    status: *const MPI_Status,
    datatype: MPI_Datatype,
    count: *mut c_int,
) -> c_int {
    if status.is_null() {
        return no_place("MPI_Get_elements", On::Nothing, "status");
    }
    if count.is_null() {
        return no_place("MPI_Get_elements", On::Nothing, "count");
    }
    // SAFETY: no NULL, and the standard's contract.
    let status = Status::from(unsafe { *status });
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::get_elements(&status, datatype) };
    match outcome {
        Ok(count_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *count = int_or_undefined(count_value);
            }
            0
        }
        Err(error) => failed("MPI_Get_elements", On::Nothing, error),
    }
}

/// The standard's `MPI_Get_elements_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_elements_c(
    status: *const MPI_Status,
    datatype: MPI_Datatype,
    count: *mut MPI_Count,
) -> c_int {
    if status.is_null() {
        return no_place("MPI_Get_elements_c", On::Nothing, "status");
    }
    if count.is_null() {
        return no_place("MPI_Get_elements_c", On::Nothing, "count");
    }
    // SAFETY: no NULL, and the standard's contract.
    let status = Status::from(unsafe { *status });
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::get_elements(&status, datatype) };
    match outcome {
        Ok(count_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *count = count_value;
            }
            0
        }
        Err(error) => failed("MPI_Get_elements_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Pack`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack(
    inbuf: *const c_void,
    incount: c_int,
    datatype: MPI_Datatype,
    outbuf: *mut c_void,
    outsize: c_int,
    position: *mut c_int,
    comm: MPI_Comm,
) -> c_int {
    if position.is_null() {
        return no_place("MPI_Pack", On::Comm(Comm::from(comm)), "position");
    }
    let datatype = Type::from(datatype);
    // SAFETY: no NULL, and the standard's contract.
    let mut position_value = i64::from(unsafe { *position });
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::pack(
            inbuf,
            i64::from(incount),
            datatype,
            outbuf,
            i64::from(outsize),
            &mut position_value,
            comm,
        )
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *position = int_or_undefined(position_value);
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Pack", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Pack_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_c(
    inbuf: *const c_void,
    incount: MPI_Count,
    datatype: MPI_Datatype,
    outbuf: *mut c_void,
    outsize: MPI_Count,
    position: *mut MPI_Count,
    comm: MPI_Comm,
) -> c_int {
    if position.is_null() {
        return no_place("MPI_Pack_c", On::Comm(Comm::from(comm)), "position");
    }
    let datatype = Type::from(datatype);
    // SAFETY: no NULL, and the standard's contract.
    let mut position_value = unsafe { *position };
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::pack(inbuf, incount, datatype, outbuf, outsize, &mut position_value, comm)
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *position = position_value;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Pack_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Pack_external`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: c_int,
    datatype: MPI_Datatype,
    outbuf: *mut c_void,
    outsize: MPI_Aint,
    position: *mut MPI_Aint,
) -> c_int {
    if position.is_null() {
        return no_place("MPI_Pack_external", On::Nothing, "position");
    }
    let datatype = Type::from(datatype);
    // SAFETY: no NULL, and the standard's contract.
    let mut position_value = unsafe { *position } as i64;
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::pack_external(
            datarep,
            inbuf,
            i64::from(incount),
            datatype,
            outbuf,
            outsize as i64,
            &mut position_value,
        )
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *position = position_value as MPI_Aint;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Pack_external", On::Nothing, error),
    }
}

/// The standard's `MPI_Pack_external_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_external_c(
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: MPI_Count,
    datatype: MPI_Datatype,
    outbuf: *mut c_void,
    outsize: MPI_Count,
    position: *mut MPI_Count,
) -> c_int {
    if position.is_null() {
        return no_place("MPI_Pack_external_c", On::Nothing, "position");
    }
    let datatype = Type::from(datatype);
    // SAFETY: no NULL, and the standard's contract.
    let mut position_value = unsafe { *position };
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::pack_external(
            datarep,
            inbuf,
            incount,
            datatype,
            outbuf,
            outsize,
            &mut position_value,
        )
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *position = position_value;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Pack_external_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Pack_external_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_external_size(
    datarep: *const c_char,
    incount: c_int,
    datatype: MPI_Datatype,
    size: *mut MPI_Aint,
) -> c_int {
    if size.is_null() {
        return no_place("MPI_Pack_external_size", On::Nothing, "size");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::pack_external_size(datarep, i64::from(incount), datatype) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = size_value as MPI_Aint;
            }
            0
        }
        Err(error) => failed("MPI_Pack_external_size", On::Nothing, error),
    }
}

/// The standard's `MPI_Pack_external_size_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_external_size_c(
    datarep: *const c_char,
    incount: MPI_Count,
    datatype: MPI_Datatype,
    size: *mut MPI_Count,
) -> c_int {
    if size.is_null() {
        return no_place("MPI_Pack_external_size_c", On::Nothing, "size");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::pack_external_size(datarep, incount, datatype) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = size_value;
            }
            0
        }
        Err(error) => failed("MPI_Pack_external_size_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Pack_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_size(
    incount: c_int,
    datatype: MPI_Datatype,
    comm: MPI_Comm,
    size: *mut c_int,
) -> c_int {
    if size.is_null() {
        return no_place("MPI_Pack_size", On::Comm(Comm::from(comm)), "size");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::pack_size(i64::from(incount), datatype, comm) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = int_or_undefined(size_value);
            }
            0
        }
        Err(error) => failed("MPI_Pack_size", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Pack_size_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_size_c(
    incount: MPI_Count,
    datatype: MPI_Datatype,
    comm: MPI_Comm,
    size: *mut MPI_Count,
) -> c_int {
    if size.is_null() {
        return no_place("MPI_Pack_size_c", On::Comm(Comm::from(comm)), "size");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::pack_size(incount, datatype, comm) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = size_value;
            }
            0
        }
        Err(error) => failed("MPI_Pack_size_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Type_commit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_commit(datatype: *mut MPI_Datatype) -> c_int {
    if datatype.is_null() {
        return no_place("MPI_Type_commit", On::Nothing, "datatype");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut datatype_value = Type::from(unsafe { *datatype });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_commit(&mut datatype_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *datatype = datatype_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Type_commit", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_contiguous`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_contiguous(
    count: c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_contiguous", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_contiguous(i64::from(count), oldtype) };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_contiguous", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_contiguous_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_contiguous_c(
    count: MPI_Count,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_contiguous_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_contiguous(count, oldtype) };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_contiguous_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_darray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_darray(
    size: c_int,
    rank: c_int,
    ndims: c_int,
    array_of_gsizes: *const c_int,
    array_of_distribs: *const c_int,
    array_of_dargs: *const c_int,
    array_of_psizes: *const c_int,
    order: c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_darray", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_darray(
            size,
            rank,
            ndims,
            Ints::from(array_of_gsizes),
            array_of_distribs,
            array_of_dargs,
            array_of_psizes,
            order,
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_darray", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_darray_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_darray_c(
    size: c_int,
    rank: c_int,
    ndims: c_int,
    array_of_gsizes: *const MPI_Count,
    array_of_distribs: *const c_int,
    array_of_dargs: *const c_int,
    array_of_psizes: *const c_int,
    order: c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_darray_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_darray(
            size,
            rank,
            ndims,
            Ints::from(array_of_gsizes),
            array_of_distribs,
            array_of_dargs,
            array_of_psizes,
            order,
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_darray_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_hindexed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hindexed(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const MPI_Aint,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_hindexed", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_hindexed(
            i64::from(count),
            Ints::from(array_of_blocklengths),
            Ints::from(array_of_displacements),
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_hindexed", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_hindexed_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hindexed_c(
    count: MPI_Count,
    array_of_blocklengths: *const MPI_Count,
    array_of_displacements: *const MPI_Count,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_hindexed_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_hindexed(
            count,
            Ints::from(array_of_blocklengths),
            Ints::from(array_of_displacements),
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_hindexed_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_hindexed_block`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hindexed_block(
    count: c_int,
    blocklength: c_int,
    array_of_displacements: *const MPI_Aint,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_hindexed_block", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_hindexed_block(
            i64::from(count),
            i64::from(blocklength),
            Ints::from(array_of_displacements),
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_hindexed_block", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_hindexed_block_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hindexed_block_c(
    count: MPI_Count,
    blocklength: MPI_Count,
    array_of_displacements: *const MPI_Count,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_hindexed_block_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_hindexed_block(
            count,
            blocklength,
            Ints::from(array_of_displacements),
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_hindexed_block_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_hvector`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hvector(
    count: c_int,
    blocklength: c_int,
    stride: MPI_Aint,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_hvector", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_hvector(
            i64::from(count),
            i64::from(blocklength),
            stride as i64,
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_hvector", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_hvector_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hvector_c(
    count: MPI_Count,
    blocklength: MPI_Count,
    stride: MPI_Count,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_hvector_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_create_hvector(count, blocklength, stride, oldtype) };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_hvector_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_indexed_block`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_indexed_block(
    count: c_int,
    blocklength: c_int,
    array_of_displacements: *const c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_indexed_block", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_indexed_block(
            i64::from(count),
            i64::from(blocklength),
            Ints::from(array_of_displacements),
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_indexed_block", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_indexed_block_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_indexed_block_c(
    count: MPI_Count,
    blocklength: MPI_Count,
    array_of_displacements: *const MPI_Count,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_indexed_block_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_indexed_block(
            count,
            blocklength,
            Ints::from(array_of_displacements),
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_indexed_block_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_resized`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_resized(
    oldtype: MPI_Datatype,
    lb: MPI_Aint,
    extent: MPI_Aint,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_resized", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_create_resized(oldtype, lb as i64, extent as i64) };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_resized", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_resized_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_resized_c(
    oldtype: MPI_Datatype,
    lb: MPI_Count,
    extent: MPI_Count,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_resized_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_create_resized(oldtype, lb, extent) };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_resized_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_struct`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_struct(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const MPI_Aint,
    array_of_types: *const MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_struct", On::Nothing, "newtype");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_struct(
            i64::from(count),
            Ints::from(array_of_blocklengths),
            Ints::from(array_of_displacements),
            Array::new(array_of_types.cast_mut()),
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_struct", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_struct_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_struct_c(
    count: MPI_Count,
    array_of_blocklengths: *const MPI_Count,
    array_of_displacements: *const MPI_Count,
    array_of_types: *const MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_struct_c", On::Nothing, "newtype");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_struct(
            count,
            Ints::from(array_of_blocklengths),
            Ints::from(array_of_displacements),
            Array::new(array_of_types.cast_mut()),
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_struct_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_subarray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_subarray(
    ndims: c_int,
    array_of_sizes: *const c_int,
    array_of_subsizes: *const c_int,
    array_of_starts: *const c_int,
    order: c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_subarray", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_subarray(
            ndims,
            Ints::from(array_of_sizes),
            Ints::from(array_of_subsizes),
            Ints::from(array_of_starts),
            order,
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_subarray", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_create_subarray_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_subarray_c(
    ndims: c_int,
    array_of_sizes: *const MPI_Count,
    array_of_subsizes: *const MPI_Count,
    array_of_starts: *const MPI_Count,
    order: c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_create_subarray_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_create_subarray(
            ndims,
            Ints::from(array_of_sizes),
            Ints::from(array_of_subsizes),
            Ints::from(array_of_starts),
            order,
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_create_subarray_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_dup`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_dup(oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_dup", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_dup(oldtype) };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_dup", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_free(datatype: *mut MPI_Datatype) -> c_int {
    if datatype.is_null() {
        return no_place("MPI_Type_free", On::Nothing, "datatype");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut datatype_value = Type::from(unsafe { *datatype });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_free(&mut datatype_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *datatype = datatype_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Type_free", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_get_contents`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_contents(
    datatype: MPI_Datatype,
    max_integers: c_int,
    max_addresses: c_int,
    max_datatypes: c_int,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut MPI_Aint,
    array_of_datatypes: *mut MPI_Datatype,
) -> c_int {
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_get_contents(
            datatype,
            max_integers,
            max_addresses,
            max_datatypes,
            array_of_integers,
            array_of_addresses,
            Array::new(array_of_datatypes),
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Type_get_contents", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_get_contents_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_contents_c(
    _datatype: MPI_Datatype,
    _max_integers: MPI_Count,
    _max_addresses: MPI_Count,
    _max_large_counts: MPI_Count,
    _max_datatypes: MPI_Count,
    _array_of_integers: *mut c_int,
    _array_of_addresses: *mut MPI_Aint,
    _array_of_large_counts: *mut MPI_Count,
    _array_of_datatypes: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_get_contents_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_get_envelope`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_envelope(
    datatype: MPI_Datatype,
    num_integers: *mut c_int,
    num_addresses: *mut c_int,
    num_datatypes: *mut c_int,
    combiner: *mut c_int,
) -> c_int {
    if num_integers.is_null() {
        return no_place("MPI_Type_get_envelope", On::Nothing, "num_integers");
    }
    if num_addresses.is_null() {
        return no_place("MPI_Type_get_envelope", On::Nothing, "num_addresses");
    }
    if num_datatypes.is_null() {
        return no_place("MPI_Type_get_envelope", On::Nothing, "num_datatypes");
    }
    if combiner.is_null() {
        return no_place("MPI_Type_get_envelope", On::Nothing, "combiner");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_get_envelope(datatype) };
    match outcome {
        Ok((num_integers_value, num_addresses_value, num_datatypes_value, combiner_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *num_integers = num_integers_value;
                *num_addresses = num_addresses_value;
                *num_datatypes = num_datatypes_value;
                *combiner = combiner_value;
            }
            0
        }
        Err(error) => failed("MPI_Type_get_envelope", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_get_envelope_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_envelope_c(
    _datatype: MPI_Datatype,
    _num_integers: *mut MPI_Count,
    _num_addresses: *mut MPI_Count,
    _num_large_counts: *mut MPI_Count,
    _num_datatypes: *mut MPI_Count,
    _combiner: *mut c_int,
) -> c_int {
    later("MPI_Type_get_envelope_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_get_extent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_extent(
    datatype: MPI_Datatype,
    lb: *mut MPI_Aint,
    extent: *mut MPI_Aint,
) -> c_int {
    if lb.is_null() {
        return no_place("MPI_Type_get_extent", On::Nothing, "lb");
    }
    if extent.is_null() {
        return no_place("MPI_Type_get_extent", On::Nothing, "extent");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_get_extent(datatype) };
    match outcome {
        Ok((lb_value, extent_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *lb = lb_value as MPI_Aint;
                *extent = extent_value as MPI_Aint;
            }
            0
        }
        Err(error) => failed("MPI_Type_get_extent", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_get_extent_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_extent_c(
    datatype: MPI_Datatype,
    lb: *mut MPI_Count,
    extent: *mut MPI_Count,
) -> c_int {
    if lb.is_null() {
        return no_place("MPI_Type_get_extent_c", On::Nothing, "lb");
    }
    if extent.is_null() {
        return no_place("MPI_Type_get_extent_c", On::Nothing, "extent");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_get_extent(datatype) };
    match outcome {
        Ok((lb_value, extent_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *lb = lb_value;
                *extent = extent_value;
            }
            0
        }
        Err(error) => failed("MPI_Type_get_extent_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_get_true_extent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_true_extent(
    datatype: MPI_Datatype,
    true_lb: *mut MPI_Aint,
    true_extent: *mut MPI_Aint,
) -> c_int {
    if true_lb.is_null() {
        return no_place("MPI_Type_get_true_extent", On::Nothing, "true_lb");
    }
    if true_extent.is_null() {
        return no_place("MPI_Type_get_true_extent", On::Nothing, "true_extent");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_get_true_extent(datatype) };
    match outcome {
        Ok((true_lb_value, true_extent_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *true_lb = true_lb_value as MPI_Aint;
                *true_extent = true_extent_value as MPI_Aint;
            }
            0
        }
        Err(error) => failed("MPI_Type_get_true_extent", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_get_true_extent_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_true_extent_c(
    datatype: MPI_Datatype,
    true_lb: *mut MPI_Count,
    true_extent: *mut MPI_Count,
) -> c_int {
    if true_lb.is_null() {
        return no_place("MPI_Type_get_true_extent_c", On::Nothing, "true_lb");
    }
    if true_extent.is_null() {
        return no_place("MPI_Type_get_true_extent_c", On::Nothing, "true_extent");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_get_true_extent(datatype) };
    match outcome {
        Ok((true_lb_value, true_extent_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *true_lb = true_lb_value;
                *true_extent = true_extent_value;
            }
            0
        }
        Err(error) => failed("MPI_Type_get_true_extent_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_indexed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_indexed(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_indexed", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_indexed(
            i64::from(count),
            Ints::from(array_of_blocklengths),
            Ints::from(array_of_displacements),
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_indexed", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_indexed_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_indexed_c(
    count: MPI_Count,
    array_of_blocklengths: *const MPI_Count,
    array_of_displacements: *const MPI_Count,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_indexed_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_indexed(
            count,
            Ints::from(array_of_blocklengths),
            Ints::from(array_of_displacements),
            oldtype,
        )
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_indexed_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_size(datatype: MPI_Datatype, size: *mut c_int) -> c_int {
    if size.is_null() {
        return no_place("MPI_Type_size", On::Nothing, "size");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_size(datatype) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = int_or_undefined(size_value);
            }
            0
        }
        Err(error) => failed("MPI_Type_size", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_size_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_size_c(datatype: MPI_Datatype, size: *mut MPI_Count) -> c_int {
    if size.is_null() {
        return no_place("MPI_Type_size_c", On::Nothing, "size");
    }
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_size(datatype) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = size_value;
            }
            0
        }
        Err(error) => failed("MPI_Type_size_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_vector`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_vector(
    count: c_int,
    blocklength: c_int,
    stride: c_int,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_vector", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::type_vector(i64::from(count), i64::from(blocklength), i64::from(stride), oldtype)
    };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_vector", On::Nothing, error),
    }
}

/// The standard's `MPI_Type_vector_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_vector_c(
    count: MPI_Count,
    blocklength: MPI_Count,
    stride: MPI_Count,
    oldtype: MPI_Datatype,
    newtype: *mut MPI_Datatype,
) -> c_int {
    if newtype.is_null() {
        return no_place("MPI_Type_vector_c", On::Nothing, "newtype");
    }
    let oldtype = Type::from(oldtype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { datatypes::type_vector(count, blocklength, stride, oldtype) };
    match outcome {
        Ok(newtype_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newtype = newtype_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Type_vector_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Unpack`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpack(
    inbuf: *const c_void,
    insize: c_int,
    position: *mut c_int,
    outbuf: *mut c_void,
    outcount: c_int,
    datatype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    if position.is_null() {
        return no_place("MPI_Unpack", On::Comm(Comm::from(comm)), "position");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut position_value = i64::from(unsafe { *position });
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::unpack(
            inbuf,
            i64::from(insize),
            &mut position_value,
            outbuf,
            i64::from(outcount),
            datatype,
            comm,
        )
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *position = int_or_undefined(position_value);
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Unpack", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Unpack_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpack_c(
    inbuf: *const c_void,
    insize: MPI_Count,
    position: *mut MPI_Count,
    outbuf: *mut c_void,
    outcount: MPI_Count,
    datatype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    if position.is_null() {
        return no_place("MPI_Unpack_c", On::Comm(Comm::from(comm)), "position");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut position_value = unsafe { *position };
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::unpack(inbuf, insize, &mut position_value, outbuf, outcount, datatype, comm)
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *position = position_value;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Unpack_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Unpack_external`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: MPI_Aint,
    position: *mut MPI_Aint,
    outbuf: *mut c_void,
    outcount: c_int,
    datatype: MPI_Datatype,
) -> c_int {
    if position.is_null() {
        return no_place("MPI_Unpack_external", On::Nothing, "position");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut position_value = unsafe { *position } as i64;
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::unpack_external(
            datarep,
            inbuf,
            insize as i64,
            &mut position_value,
            outbuf,
            i64::from(outcount),
            datatype,
        )
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *position = position_value as MPI_Aint;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Unpack_external", On::Nothing, error),
    }
}

/// The standard's `MPI_Unpack_external_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpack_external_c(
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: MPI_Count,
    position: *mut MPI_Count,
    outbuf: *mut c_void,
    outcount: MPI_Count,
    datatype: MPI_Datatype,
) -> c_int {
    if position.is_null() {
        return no_place("MPI_Unpack_external_c", On::Nothing, "position");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut position_value = unsafe { *position };
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        datatypes::unpack_external(
            datarep,
            inbuf,
            insize,
            &mut position_value,
            outbuf,
            outcount,
            datatype,
        )
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *position = position_value;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Unpack_external_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Aint_add`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Aint_add(base: MPI_Aint, disp: MPI_Aint) -> MPI_Aint {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { datatypes::aint_add(base as i64, disp as i64) };
    value as MPI_Aint
}

/// The standard's `MPI_Aint_diff`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Aint_diff(addr1: MPI_Aint, addr2: MPI_Aint) -> MPI_Aint {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { datatypes::aint_diff(addr1 as i64, addr2 as i64) };
    value as MPI_Aint
}
