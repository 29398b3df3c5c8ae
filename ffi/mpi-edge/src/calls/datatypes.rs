//! Datatypes: queries, packing, addresses.

use super::memory::elements;
use super::parts::check;
use crate::args::count as checked;
use crate::constants::MPI_UNDEFINED;
use crate::handles::{Comm, Type};
use crate::raise::{Answer, Failure};
use crate::status::Status;
use libc::c_void;
use skifch_mpi::datatype;
use skifch_mpi::error::Class;

pub use super::constructors::*;
pub use super::contents::*;
pub use super::external32::*;

/// `MPI_Get_address`.
pub unsafe fn get_address(location: *const c_void) -> Answer<i64> {
    Ok(location.addr() as i64)
}

/// `MPI_Aint_add`.
pub unsafe fn aint_add(base: i64, disp: i64) -> i64 {
    base.wrapping_add(disp)
}

/// `MPI_Aint_diff`.
pub unsafe fn aint_diff(addr1: i64, addr2: i64) -> i64 {
    addr1.wrapping_sub(addr2)
}

/// `MPI_Type_commit`.
pub unsafe fn type_commit(datatype: &mut Type) -> Answer {
    Ok(datatype::commit(*datatype)?)
}

/// `MPI_Type_free`.
pub unsafe fn type_free(datatype: &mut Type) -> Answer {
    datatype::free(*datatype)?;
    *datatype = Type::NULL;
    Ok(())
}

/// `MPI_Type_dup`.
pub unsafe fn type_dup(oldtype: Type) -> Answer<Type> {
    Ok(datatype::dup(oldtype)?)
}

/// `MPI_Type_size`.
pub unsafe fn type_size(datatype: Type) -> Answer<i64> {
    Ok(datatype::get(datatype)?.size() as i64)
}

/// `MPI_Type_get_extent`.
pub unsafe fn type_get_extent(datatype: Type) -> Answer<(i64, i64)> {
    let found = datatype::get(datatype)?;
    Ok((found.lower_bound() as i64, found.extent() as i64))
}

/// `MPI_Type_get_true_extent`.
pub unsafe fn type_get_true_extent(datatype: Type) -> Answer<(i64, i64)> {
    let found = datatype::get(datatype)?;
    Ok((found.true_lower_bound() as i64, found.true_extent() as i64))
}

/// `MPI_Get_count`.
pub unsafe fn get_count(status: &Status, datatype: Type) -> Answer<i64> {
    let count = datatype::count_in(datatype, status.bytes as u64)?;
    Ok(count.map_or(i64::from(MPI_UNDEFINED), |count| count as i64))
}

/// `MPI_Get_elements`.
pub unsafe fn get_elements(status: &Status, datatype: Type) -> Answer<i64> {
    let elements = datatype::elements_in(datatype, status.bytes as u64)?;
    Ok(elements.map_or(i64::from(MPI_UNDEFINED), |elements| elements as i64))
}

/// Checks size and position of a buffer that is packed or unpacked.
fn bounds(size: i64, position: i64) -> Answer<(usize, usize)> {
    let (size, position) = (checked(size)?, checked(position)?);
    if position > size {
        let words = format!("position {position} lies behind the {size} bytes of the buffer");
        return Err(Failure::new(Class::Arg, words));
    }
    Ok((size, position))
}

/// `MPI_Pack`.
pub unsafe fn pack(
    inbuf: *const c_void,
    incount: i64,
    datatype: Type,
    outbuf: *mut c_void,
    outsize: i64,
    position: &mut i64,
    comm: Comm,
) -> Answer {
    check(comm)?;
    let (size, mut at) = bounds(outsize, *position)?;
    // SAFETY: the standard's contract.
    let out = unsafe { crate::args::slice_mut("outbuf", outbuf.cast::<u8>(), size) }?;
    let count = elements(inbuf, incount, datatype)?;
    // SAFETY: the standard's contract.
    unsafe { datatype::pack(inbuf.cast(), count, datatype, out, &mut at) }?;
    *position = at as i64;
    Ok(())
}

/// `MPI_Unpack`.
pub unsafe fn unpack(
    inbuf: *const c_void,
    insize: i64,
    position: &mut i64,
    outbuf: *mut c_void,
    outcount: i64,
    datatype: Type,
    comm: Comm,
) -> Answer {
    check(comm)?;
    let (size, mut at) = bounds(insize, *position)?;
    // SAFETY: the standard's contract.
    let from = unsafe { crate::args::slice("inbuf", inbuf.cast::<u8>(), size) }?;
    let count = elements(outbuf, outcount, datatype)?;
    // SAFETY: the standard's contract.
    unsafe { datatype::unpack(from, &mut at, outbuf.cast(), count, datatype) }?;
    *position = at as i64;
    Ok(())
}

/// `MPI_Pack_size`.
pub unsafe fn pack_size(incount: i64, datatype: Type, comm: Comm) -> Answer<i64> {
    check(comm)?;
    let size = datatype::get(datatype)?.size();
    packed_size(checked(incount)?, size)
}

/// Bytes of so many packed elements of this size.
pub(super) fn packed_size(count: usize, size: usize) -> Answer<i64> {
    match count.checked_mul(size).map(i64::try_from) {
        Some(Ok(bytes)) => Ok(bytes),
        _ => Err(Failure::new(Class::ValueTooLarge, format!("{count} elements of {size} bytes"))),
    }
}
