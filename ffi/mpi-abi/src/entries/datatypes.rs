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
    _status: *const MPI_Status,
    _datatype: MPI_Datatype,
    _count: *mut c_int,
) -> c_int {
    later("MPI_Get_elements", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Get_elements_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_elements_c(
    _status: *const MPI_Status,
    _datatype: MPI_Datatype,
    _count: *mut MPI_Count,
) -> c_int {
    later("MPI_Get_elements_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Pack`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack(
    _inbuf: *const c_void,
    _incount: c_int,
    _datatype: MPI_Datatype,
    _outbuf: *mut c_void,
    _outsize: c_int,
    _position: *mut c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Pack", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Pack_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_c(
    _inbuf: *const c_void,
    _incount: MPI_Count,
    _datatype: MPI_Datatype,
    _outbuf: *mut c_void,
    _outsize: MPI_Count,
    _position: *mut MPI_Count,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Pack_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Pack_external`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_external(
    _datarep: *const c_char,
    _inbuf: *const c_void,
    _incount: c_int,
    _datatype: MPI_Datatype,
    _outbuf: *mut c_void,
    _outsize: MPI_Aint,
    _position: *mut MPI_Aint,
) -> c_int {
    later("MPI_Pack_external", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Pack_external_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_external_c(
    _datarep: *const c_char,
    _inbuf: *const c_void,
    _incount: MPI_Count,
    _datatype: MPI_Datatype,
    _outbuf: *mut c_void,
    _outsize: MPI_Count,
    _position: *mut MPI_Count,
) -> c_int {
    later("MPI_Pack_external_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Pack_external_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_external_size(
    _datarep: *const c_char,
    _incount: c_int,
    _datatype: MPI_Datatype,
    _size: *mut MPI_Aint,
) -> c_int {
    later("MPI_Pack_external_size", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Pack_external_size_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_external_size_c(
    _datarep: *const c_char,
    _incount: MPI_Count,
    _datatype: MPI_Datatype,
    _size: *mut MPI_Count,
) -> c_int {
    later("MPI_Pack_external_size_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Pack_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_size(
    _incount: c_int,
    _datatype: MPI_Datatype,
    comm: MPI_Comm,
    _size: *mut c_int,
) -> c_int {
    later("MPI_Pack_size", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Pack_size_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Pack_size_c(
    _incount: MPI_Count,
    _datatype: MPI_Datatype,
    comm: MPI_Comm,
    _size: *mut MPI_Count,
) -> c_int {
    later("MPI_Pack_size_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Type_commit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_commit(_datatype: *mut MPI_Datatype) -> c_int {
    later("MPI_Type_commit", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_contiguous`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_contiguous(
    _count: c_int,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_contiguous", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_contiguous_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_contiguous_c(
    _count: MPI_Count,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_contiguous_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_darray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_darray(
    _size: c_int,
    _rank: c_int,
    _ndims: c_int,
    _array_of_gsizes: *const c_int,
    _array_of_distribs: *const c_int,
    _array_of_dargs: *const c_int,
    _array_of_psizes: *const c_int,
    _order: c_int,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_darray", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_darray_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_darray_c(
    _size: c_int,
    _rank: c_int,
    _ndims: c_int,
    _array_of_gsizes: *const MPI_Count,
    _array_of_distribs: *const c_int,
    _array_of_dargs: *const c_int,
    _array_of_psizes: *const c_int,
    _order: c_int,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_darray_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_hindexed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hindexed(
    _count: c_int,
    _array_of_blocklengths: *const c_int,
    _array_of_displacements: *const MPI_Aint,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_hindexed", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_hindexed_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hindexed_c(
    _count: MPI_Count,
    _array_of_blocklengths: *const MPI_Count,
    _array_of_displacements: *const MPI_Count,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_hindexed_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_hindexed_block`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hindexed_block(
    _count: c_int,
    _blocklength: c_int,
    _array_of_displacements: *const MPI_Aint,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_hindexed_block", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_hindexed_block_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hindexed_block_c(
    _count: MPI_Count,
    _blocklength: MPI_Count,
    _array_of_displacements: *const MPI_Count,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_hindexed_block_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_hvector`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hvector(
    _count: c_int,
    _blocklength: c_int,
    _stride: MPI_Aint,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_hvector", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_hvector_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_hvector_c(
    _count: MPI_Count,
    _blocklength: MPI_Count,
    _stride: MPI_Count,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_hvector_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_indexed_block`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_indexed_block(
    _count: c_int,
    _blocklength: c_int,
    _array_of_displacements: *const c_int,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_indexed_block", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_indexed_block_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_indexed_block_c(
    _count: MPI_Count,
    _blocklength: MPI_Count,
    _array_of_displacements: *const MPI_Count,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_indexed_block_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_resized`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_resized(
    _oldtype: MPI_Datatype,
    _lb: MPI_Aint,
    _extent: MPI_Aint,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_resized", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_resized_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_resized_c(
    _oldtype: MPI_Datatype,
    _lb: MPI_Count,
    _extent: MPI_Count,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_resized_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_struct`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_struct(
    _count: c_int,
    _array_of_blocklengths: *const c_int,
    _array_of_displacements: *const MPI_Aint,
    _array_of_types: *const MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_struct", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_struct_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_struct_c(
    _count: MPI_Count,
    _array_of_blocklengths: *const MPI_Count,
    _array_of_displacements: *const MPI_Count,
    _array_of_types: *const MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_struct_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_subarray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_subarray(
    _ndims: c_int,
    _array_of_sizes: *const c_int,
    _array_of_subsizes: *const c_int,
    _array_of_starts: *const c_int,
    _order: c_int,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_subarray", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_create_subarray_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_create_subarray_c(
    _ndims: c_int,
    _array_of_sizes: *const MPI_Count,
    _array_of_subsizes: *const MPI_Count,
    _array_of_starts: *const MPI_Count,
    _order: c_int,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_create_subarray_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_dup`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_dup(
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_dup", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_free(_datatype: *mut MPI_Datatype) -> c_int {
    later("MPI_Type_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_get_contents`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_contents(
    _datatype: MPI_Datatype,
    _max_integers: c_int,
    _max_addresses: c_int,
    _max_datatypes: c_int,
    _array_of_integers: *mut c_int,
    _array_of_addresses: *mut MPI_Aint,
    _array_of_datatypes: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_get_contents", On::Nothing, "this function is not in this version")
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
    _datatype: MPI_Datatype,
    _num_integers: *mut c_int,
    _num_addresses: *mut c_int,
    _num_datatypes: *mut c_int,
    _combiner: *mut c_int,
) -> c_int {
    later("MPI_Type_get_envelope", On::Nothing, "this function is not in this version")
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
    _datatype: MPI_Datatype,
    _lb: *mut MPI_Aint,
    _extent: *mut MPI_Aint,
) -> c_int {
    later("MPI_Type_get_extent", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_get_extent_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_extent_c(
    _datatype: MPI_Datatype,
    _lb: *mut MPI_Count,
    _extent: *mut MPI_Count,
) -> c_int {
    later("MPI_Type_get_extent_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_get_true_extent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_true_extent(
    _datatype: MPI_Datatype,
    _true_lb: *mut MPI_Aint,
    _true_extent: *mut MPI_Aint,
) -> c_int {
    later("MPI_Type_get_true_extent", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_get_true_extent_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_true_extent_c(
    _datatype: MPI_Datatype,
    _true_lb: *mut MPI_Count,
    _true_extent: *mut MPI_Count,
) -> c_int {
    later("MPI_Type_get_true_extent_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_indexed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_indexed(
    _count: c_int,
    _array_of_blocklengths: *const c_int,
    _array_of_displacements: *const c_int,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_indexed", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_indexed_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_indexed_c(
    _count: MPI_Count,
    _array_of_blocklengths: *const MPI_Count,
    _array_of_displacements: *const MPI_Count,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_indexed_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_size(_datatype: MPI_Datatype, _size: *mut c_int) -> c_int {
    later("MPI_Type_size", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_size_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_size_c(_datatype: MPI_Datatype, _size: *mut MPI_Count) -> c_int {
    later("MPI_Type_size_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_vector`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_vector(
    _count: c_int,
    _blocklength: c_int,
    _stride: c_int,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_vector", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Type_vector_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_vector_c(
    _count: MPI_Count,
    _blocklength: MPI_Count,
    _stride: MPI_Count,
    _oldtype: MPI_Datatype,
    _newtype: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_vector_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Unpack`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpack(
    _inbuf: *const c_void,
    _insize: c_int,
    _position: *mut c_int,
    _outbuf: *mut c_void,
    _outcount: c_int,
    _datatype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Unpack", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Unpack_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpack_c(
    _inbuf: *const c_void,
    _insize: MPI_Count,
    _position: *mut MPI_Count,
    _outbuf: *mut c_void,
    _outcount: MPI_Count,
    _datatype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Unpack_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Unpack_external`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpack_external(
    _datarep: *const c_char,
    _inbuf: *const c_void,
    _insize: MPI_Aint,
    _position: *mut MPI_Aint,
    _outbuf: *mut c_void,
    _outcount: c_int,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_Unpack_external", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Unpack_external_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Unpack_external_c(
    _datarep: *const c_char,
    _inbuf: *const c_void,
    _insize: MPI_Count,
    _position: *mut MPI_Count,
    _outbuf: *mut c_void,
    _outcount: MPI_Count,
    _datatype: MPI_Datatype,
) -> c_int {
    later("MPI_Unpack_external_c", On::Nothing, "this function is not in this version")
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
