//! Counters, as the performance variables of the standard. Each handle counts while it is started.

use super::tools::{handle_of, index_of, number_of, one_of, tell};
use crate::args::{null_of_tool, put};
use crate::constants::*;
use crate::handles::{Type, predefined_type};
use crate::raise::Answer;
use libc::{c_char, c_int, c_void};
use skifch_mpi::error::{Class, Error};
use skifch_mpi::tool::{self, Counter, Sort};

fn all() -> Answer<Vec<Counter>> {
    tool::ready()?;
    Ok(tool::counters())
}

fn class(counter: &Counter) -> c_int {
    match counter.sort() {
        Sort::Events => MPI_T_PVAR_CLASS_COUNTER,
        Sort::Bytes => MPI_T_PVAR_CLASS_AGGREGATE,
    }
}

/// `MPI_T_pvar_get_num`.
pub unsafe fn t_pvar_get_num() -> Answer<c_int> {
    Ok(all()?.len() as c_int)
}

/// `MPI_T_pvar_get_index`.
pub unsafe fn t_pvar_get_index(name: *const c_char, var_class: c_int) -> Answer<c_int> {
    let is_it = |one: &Counter, name: &str| one.name == name && class(one) == var_class;
    // SAFETY: the standard's contract.
    unsafe { index_of(&all()?, name, is_it) }
}

/// `MPI_T_pvar_get_info`: returns verbosity, class, datatype, binding, and the flags readonly,
/// continuous and atomic.
pub unsafe fn t_pvar_get_info(
    pvar_index: c_int,
    name: *mut c_char,
    name_len: &mut c_int,
    enumtype: *mut *mut c_void,
    desc: *mut c_char,
    desc_len: &mut c_int,
) -> Answer<(c_int, c_int, Type, c_int, bool, bool, bool)> {
    let all = all()?;
    let counter = one_of(&all, "counter", pvar_index)?;
    // SAFETY: the standard's contract.
    unsafe {
        tell(name, name_len, counter.name)?;
        tell(desc, desc_len, counter.help)?;
        put(enumtype, std::ptr::null_mut());
    }
    let of = predefined_type(MPI_UNSIGNED_LONG_LONG).unwrap_or(Type::NULL);
    let verbosity = MPI_T_VERBOSITY_TUNER_BASIC;
    Ok((verbosity, class(counter), of, MPI_T_BIND_NO_OBJECT, false, false, true))
}

fn session_of(session: *mut c_void) -> Answer<usize> {
    tool::ready()?;
    let none = || {
        Error::new(Class::TInvalidSession, format!("{session:?} is no handle of a session")).into()
    };
    number_of(session).ok_or_else(none)
}

fn handle_in(handle: *mut c_void) -> usize {
    // The session will report that it has no such handle.
    number_of(handle).unwrap_or(usize::MAX)
}

/// One handle, or `None` for all of the session.
fn one_or_all(handle: *mut c_void) -> Option<usize> {
    (handle.addr() != MPI_T_PVAR_ALL_HANDLES).then(|| handle_in(handle))
}

/// `MPI_T_pvar_session_create`.
pub unsafe fn t_pvar_session_create(session: *mut *mut c_void) -> Answer {
    if session.is_null() {
        return Err(null_of_tool("session"));
    }
    // SAFETY: the standard's contract.
    unsafe { put(session, handle_of(tool::create_session()?)) };
    Ok(())
}

/// `MPI_T_pvar_session_free`.
pub unsafe fn t_pvar_session_free(session: *mut *mut c_void) -> Answer {
    if session.is_null() {
        return Err(null_of_tool("session"));
    }
    // SAFETY: the standard's contract.
    unsafe {
        tool::free_session(session_of(*session)?)?;
        *session = std::ptr::null_mut();
    }
    Ok(())
}

/// `MPI_T_pvar_handle_alloc`: every counter is a single number.
pub unsafe fn t_pvar_handle_alloc(
    session: *mut c_void,
    pvar_index: c_int,
    _obj_handle: *mut c_void,
    handle: *mut *mut c_void,
) -> Answer<c_int> {
    let session = session_of(session)?;
    one_of(&all()?, "counter", pvar_index)?;
    if handle.is_null() {
        return Err(null_of_tool("handle"));
    }
    // SAFETY: the standard's contract.
    unsafe { put(handle, handle_of(tool::alloc(session, pvar_index as usize)?)) };
    Ok(1)
}

/// `MPI_T_pvar_handle_free`.
pub unsafe fn t_pvar_handle_free(session: *mut c_void, handle: *mut *mut c_void) -> Answer {
    if handle.is_null() {
        return Err(null_of_tool("handle"));
    }
    // SAFETY: the standard's contract.
    unsafe {
        tool::free(session_of(session)?, handle_in(*handle))?;
        *handle = std::ptr::null_mut();
    }
    Ok(())
}

/// `MPI_T_pvar_start`.
pub unsafe fn t_pvar_start(session: *mut c_void, handle: *mut c_void) -> Answer {
    Ok(tool::start(session_of(session)?, one_or_all(handle))?)
}

/// `MPI_T_pvar_stop`.
pub unsafe fn t_pvar_stop(session: *mut c_void, handle: *mut c_void) -> Answer {
    Ok(tool::stop(session_of(session)?, one_or_all(handle))?)
}

/// `MPI_T_pvar_reset`.
pub unsafe fn t_pvar_reset(session: *mut c_void, handle: *mut c_void) -> Answer {
    Ok(tool::reset(session_of(session)?, one_or_all(handle))?)
}

/// Stores a value of a counter.
///
/// # Safety
/// `buf` is NULL or has room for it.
unsafe fn give(buf: *mut c_void, value: impl FnOnce() -> Answer<u64>) -> Answer {
    if buf.is_null() {
        return Err(null_of_tool("buf"));
    }
    // SAFETY: the caller's promise.
    unsafe { buf.cast::<u64>().write(value()?) };
    Ok(())
}

/// `MPI_T_pvar_read`.
pub unsafe fn t_pvar_read(session: *mut c_void, handle: *mut c_void, buf: *mut c_void) -> Answer {
    let session = session_of(session)?;
    // SAFETY: the standard's contract.
    unsafe { give(buf, || Ok(tool::read(session, handle_in(handle))?)) }
}

/// `MPI_T_pvar_readreset`.
pub unsafe fn t_pvar_readreset(
    session: *mut c_void,
    handle: *mut c_void,
    buf: *mut c_void,
) -> Answer {
    let session = session_of(session)?;
    // SAFETY: the standard's contract.
    unsafe { give(buf, || Ok(tool::read_and_reset(session, handle_in(handle))?)) }
}

/// `MPI_T_pvar_write`.
pub unsafe fn t_pvar_write(
    session: *mut c_void,
    handle: *mut c_void,
    buf: *const c_void,
) -> Answer {
    let session = session_of(session)?;
    if buf.is_null() {
        return Err(null_of_tool("buf"));
    }
    // SAFETY: the standard's contract.
    let value = unsafe { buf.cast::<u64>().read() };
    Ok(tool::write(session, handle_in(handle), value)?)
}
