//! Info objects.

use crate::abi::Abi;
use crate::args::length;
use crate::handles::Info;
use crate::raise::Answer;
use crate::text;
use libc::{c_char, c_int};
use skifch_mpi::info;

/// `MPI_Info_create`.
pub unsafe fn info_create() -> Answer<Info> {
    Ok(info::create())
}

/// `MPI_Info_create_env`.
pub unsafe fn info_create_env(_argc: c_int, _argv: *mut *mut c_char) -> Answer<Info> {
    Ok(info::dup(Info::ENV)?)
}

/// `MPI_Info_dup`.
pub unsafe fn info_dup(info: Info) -> Answer<Info> {
    Ok(info::dup(info)?)
}

/// `MPI_Info_free`.
pub unsafe fn info_free(info: &mut Info) -> Answer {
    info::free(*info)?;
    *info = Info::NULL;
    Ok(())
}

/// `MPI_Info_set`.
pub unsafe fn info_set(info: Info, key: *const c_char, value: *const c_char) -> Answer {
    // SAFETY: the standard's contract.
    let (key, value) = unsafe { (text::get("key", key)?, text::get("value", value)?) };
    Ok(info::set(info, key, value)?)
}

/// `MPI_Info_delete`.
pub unsafe fn info_delete(info: Info, key: *const c_char) -> Answer {
    // SAFETY: the standard's contract.
    let key = unsafe { text::get("key", key) }?;
    Ok(info::delete(info, key)?)
}

/// The value of a key.
///
/// # Safety
/// The key ends with a NUL.
unsafe fn value(info: Info, key: *const c_char) -> Answer<Option<Vec<u8>>> {
    // SAFETY: the caller's promise.
    let key = unsafe { text::get("key", key) }?;
    Ok(info::get(info, key)?)
}

/// `MPI_Info_get`: the terminating NUL is not counted in `valuelen`.
pub unsafe fn info_get(
    info: Info,
    key: *const c_char,
    valuelen: c_int,
    place: *mut c_char,
) -> Answer<bool> {
    let room = length("valuelen", valuelen)? + 1;
    // SAFETY: the standard's contract.
    let Some(value) = unsafe { value(info, key) }? else { return Ok(false) };
    // SAFETY: the standard's contract.
    unsafe { text::put("value", place, room, &value) }?;
    Ok(true)
}

/// `MPI_Info_get_valuelen`. The length is stored only if the key is set.
pub unsafe fn info_get_valuelen(
    info: Info,
    key: *const c_char,
    valuelen: &mut i32,
) -> Answer<bool> {
    // SAFETY: the standard's contract.
    let found = unsafe { value(info, key) }?;
    if let Some(value) = &found {
        *valuelen = value.len() as i32;
    }
    Ok(found.is_some())
}

/// `MPI_Info_get_string`: `buflen` includes the NUL, and is set to the length needed.
pub unsafe fn info_get_string(
    info: Info,
    key: *const c_char,
    buflen: &mut i32,
    place: *mut c_char,
) -> Answer<bool> {
    let room = length("buflen", *buflen)?;
    // SAFETY: the standard's contract.
    let Some(value) = unsafe { value(info, key) }? else { return Ok(false) };
    if room > 0 {
        // SAFETY: the standard's contract.
        unsafe { text::put("value", place, room, &value) }?;
    }
    *buflen = value.len() as i32 + 1;
    Ok(true)
}

/// `MPI_Info_get_nkeys`.
pub unsafe fn info_get_nkeys(info: Info) -> Answer<i32> {
    Ok(info::key_count(info)? as i32)
}

/// `MPI_Info_get_nthkey`.
pub unsafe fn info_get_nthkey<A: Abi>(info: Info, n: c_int, place: *mut c_char) -> Answer {
    let key = info::key(info, length("n", n)?)?;
    // SAFETY: the standard requires a buffer of this size.
    unsafe { text::put("key", place, A::MAX_INFO_KEY as usize, &key) }?;
    Ok(())
}
