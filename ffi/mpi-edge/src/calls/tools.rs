//! The tool interface. Its errors go to no error handler: the functions return them.

use super::processes::level;
use crate::args::null_of_tool;
use crate::raise::Answer;
use crate::text;
use libc::{c_char, c_int, c_void};
use skifch_mpi::error::{Class, Error};
use skifch_mpi::tool::{self, Of};

pub use super::categories::*;
pub use super::controls::*;
pub use super::counters::*;
pub use super::events::*;

/// `MPI_Pcontrol`: a tool that uses it defines the function itself.
pub unsafe fn pcontrol(_level: i32) -> Answer {
    Ok(())
}

/// `MPI_T_init_thread`: every thread level is supported.
pub unsafe fn t_init_thread(required: i32) -> Answer<i32> {
    level(required)?;
    tool::init();
    Ok(required)
}

/// `MPI_T_finalize`.
pub unsafe fn t_finalize() -> Answer {
    Ok(tool::finalize()?)
}

/// `MPI_T_enum_get_info`.
pub unsafe fn t_enum_get_info(
    enumtype: *mut c_void,
    name: *mut c_char,
    name_len: &mut c_int,
) -> Answer<c_int> {
    let (of, words) = enumeration(enumtype)?;
    // SAFETY: the standard's contract.
    unsafe { tell(name, name_len, of) }?;
    Ok(words.len() as c_int)
}

/// `MPI_T_enum_get_item`.
pub unsafe fn t_enum_get_item(
    enumtype: *mut c_void,
    indx: c_int,
    name: *mut c_char,
    name_len: &mut c_int,
) -> Answer<c_int> {
    let (_, words) = enumeration(enumtype)?;
    // SAFETY: the standard's contract.
    unsafe { tell(name, name_len, one_of(words, "item", indx)?) }?;
    Ok(indx)
}

/// The lowest handle value: lower ones are NULL and the constant for all handles.
const FIRST: usize = 16;

/// The handle for a number.
pub(super) fn handle_of(number: usize) -> *mut c_void {
    std::ptr::without_provenance_mut(number + FIRST)
}

/// The number of a handle, if it is valid.
pub(super) fn number_of(handle: *mut c_void) -> Option<usize> {
    handle.addr().checked_sub(FIRST)
}

/// Name and words of an enumeration; its handle is that of the setting it belongs to.
fn enumeration(handle: *mut c_void) -> Answer<(&'static str, &'static [&'static str])> {
    tool::ready()?;
    let setting = number_of(handle).and_then(|at| tool::settings().get(at));
    match setting.map(|setting| (setting, setting.of)) {
        Some((setting, Of::Words(words))) => Ok((&setting.name, words)),
        _ => Err(no_handle("enumeration", handle)),
    }
}

#[cold]
pub(super) fn no_handle(what: &str, handle: *mut c_void) -> crate::raise::Failure {
    let words = format!("{handle:?} is no handle of a {what}");
    Error::new(Class::TInvalidHandle, words).into()
}

/// The element with this index.
pub(super) fn one_of<'a, T>(all: &'a [T], what: &str, index: c_int) -> Answer<&'a T> {
    tool::ready()?;
    let found = usize::try_from(index).ok().and_then(|at| all.get(at));
    let none = || Error::new(Class::TInvalidIndex, format!("there is no {what} {index}"));
    Ok(found.ok_or_else(none)?)
}

/// The index of the element with this name.
///
/// # Safety
/// The name is NULL or ends with a NUL.
pub(super) unsafe fn index_of<T>(
    all: &[T],
    name: *const c_char,
    is_it: impl Fn(&T, &str) -> bool,
) -> Answer<c_int> {
    tool::ready()?;
    if name.is_null() {
        return Err(null_of_tool("name"));
    }
    // SAFETY: the caller's promise.
    let name = String::from_utf8_lossy(unsafe { text::get("name", name) }?);
    let found = all.iter().position(|one| is_it(one, &name));
    let none = || Error::new(Class::TInvalidName, format!("there is nothing called {name}"));
    Ok(found.map(|at| at as c_int).ok_or_else(none)?)
}

/// Stores a text in a buffer of `len` bytes, if there is one; `len` is set to the length needed.
///
/// # Safety
/// `to` is NULL or has that room.
pub(super) unsafe fn tell(to: *mut c_char, len: &mut c_int, words: &str) -> Answer {
    let room = usize::try_from(*len).unwrap_or(0);
    if room > 0 && !to.is_null() {
        // SAFETY: the caller's promise.
        unsafe { text::put("string", to, room, words) }?;
    }
    *len = words.len() as c_int + 1;
    Ok(())
}

/// Stores indices, as many as there is room for.
///
/// # Safety
/// `to` has `len` elements.
pub(super) unsafe fn list(to: *mut c_int, len: c_int, numbers: &[usize]) -> Answer {
    let room = usize::try_from(len).unwrap_or(0).min(numbers.len());
    if room > 0 && to.is_null() {
        return Err(null_of_tool("indices"));
    }
    for (at, number) in numbers.iter().take(room).enumerate() {
        // SAFETY: the caller's promise.
        unsafe { *to.add(at) = *number as c_int };
    }
    Ok(())
}
