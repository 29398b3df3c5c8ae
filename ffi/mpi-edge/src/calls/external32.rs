//! Packing in the portable representation external32.

use super::datatypes::packed_size;
use super::memory::elements;
use crate::args::{count as checked, slice, slice_mut};
use crate::handles::Type;
use crate::raise::{Answer, Failure};
use crate::text;
use libc::{c_char, c_void};
use skifch_mpi::datatype;
use skifch_mpi::error::Class;

/// The only representation that the standard defines.
const NAME: &str = "external32";

/// # Safety
/// The name ends with a NUL.
unsafe fn check(datarep: *const c_char) -> Answer {
    // SAFETY: the caller's promise.
    let name = unsafe { text::get("datarep", datarep) }?;
    if name == NAME.as_bytes() {
        return Ok(());
    }
    let name = String::from_utf8_lossy(name);
    let words = format!("the data representation {name:?} is not known; {NAME:?} is");
    Err(Failure::new(Class::Arg, words))
}

fn too_small(count: i64, room: usize) -> Failure {
    let words = format!("{count} elements do not fit the {room} bytes from the position on");
    Failure::new(Class::Truncate, words)
}

/// `MPI_Pack_external`.
pub unsafe fn pack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: i64,
    datatype: Type,
    outbuf: *mut c_void,
    outsize: i64,
    position: &mut i64,
) -> Answer {
    // SAFETY: the standard's contract.
    let out = unsafe {
        check(datarep)?;
        slice_mut("outbuf", outbuf.cast::<u8>(), checked(outsize)?)?
    };
    let out = out.get_mut(checked(*position)?..).unwrap_or_default();
    let (room, found) = (out.len(), datatype::committed(datatype)?);
    let count = elements(inbuf, incount, datatype)?;
    // SAFETY: the standard's contract.
    match unsafe { found.pack_external(inbuf.cast(), count, out) } {
        Some(bytes) => *position += bytes as i64,
        None => return Err(too_small(incount, room)),
    }
    Ok(())
}

/// `MPI_Unpack_external`.
pub unsafe fn unpack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: i64,
    position: &mut i64,
    outbuf: *mut c_void,
    outcount: i64,
    datatype: Type,
) -> Answer {
    // SAFETY: the standard's contract.
    let from = unsafe {
        check(datarep)?;
        slice("inbuf", inbuf.cast::<u8>(), checked(insize)?)?
    };
    let from = from.get(checked(*position)?..).unwrap_or_default();
    let found = datatype::committed(datatype)?;
    let count = elements(outbuf, outcount, datatype)?;
    // SAFETY: the standard's contract.
    match unsafe { found.unpack_external(from, outbuf.cast(), count) } {
        Some(bytes) => *position += bytes as i64,
        None => return Err(too_small(outcount, from.len())),
    }
    Ok(())
}

/// `MPI_Pack_external_size`.
pub unsafe fn pack_external_size(
    datarep: *const c_char,
    incount: i64,
    datatype: Type,
) -> Answer<i64> {
    // SAFETY: the standard's contract.
    unsafe { check(datarep) }?;
    let size = datatype::get(datatype)?.external_size();
    packed_size(checked(incount)?, size)
}
