//! Settings, as the control variables of the standard. None can be set: the environment is read
//! when the job is joined.

use super::tools::{handle_of, index_of, no_handle, number_of, one_of, tell};
use crate::args::{null_of_tool, put};
use crate::constants::*;
use crate::handles::{Type, predefined_type};
use crate::raise::Answer;
use crate::text;
use libc::{c_char, c_int, c_void};
use skifch_mpi::error::{Class, Error};
use skifch_mpi::tool::{self, Of, Setting, settings};

fn all() -> Answer<&'static [Setting]> {
    tool::ready()?;
    Ok(settings())
}

/// `MPI_T_cvar_get_num`.
pub unsafe fn t_cvar_get_num() -> Answer<c_int> {
    Ok(all()?.len() as c_int)
}

/// `MPI_T_cvar_get_index`.
pub unsafe fn t_cvar_get_index(name: *const c_char) -> Answer<c_int> {
    // SAFETY: the standard's contract.
    unsafe { index_of(all()?, name, |setting, name| setting.name == name) }
}

/// `MPI_T_cvar_get_info`.
pub unsafe fn t_cvar_get_info(
    cvar_index: c_int,
    name: *mut c_char,
    name_len: &mut c_int,
    enumtype: *mut *mut c_void,
    desc: *mut c_char,
    desc_len: &mut c_int,
) -> Answer<(c_int, Type, c_int, c_int)> {
    let setting = one_of(all()?, "setting", cvar_index)?;
    let (number, of) = match setting.of {
        Of::Text => (std::ptr::null_mut(), MPI_CHAR),
        Of::Flag => (std::ptr::null_mut(), MPI_INT),
        Of::Words(_) => (handle_of(cvar_index as usize), MPI_INT),
    };
    // SAFETY: the standard's contract.
    unsafe {
        tell(name, name_len, &setting.name)?;
        tell(desc, desc_len, &setting.help)?;
        put(enumtype, number);
    }
    let verbosity =
        if setting.is_own { MPI_T_VERBOSITY_USER_BASIC } else { MPI_T_VERBOSITY_TUNER_BASIC };
    let of = predefined_type(of).unwrap_or(Type::NULL);
    Ok((verbosity, of, MPI_T_BIND_NO_OBJECT, MPI_T_SCOPE_READONLY))
}

/// Number of elements that a read returns: for a text, its characters and the NUL.
fn count(setting: &Setting) -> usize {
    match setting.of {
        Of::Text => setting.text.len() + 1,
        Of::Flag | Of::Words(_) => 1,
    }
}

/// `MPI_T_cvar_handle_alloc`. The handle identifies the setting itself.
pub unsafe fn t_cvar_handle_alloc(
    cvar_index: c_int,
    _obj_handle: *mut c_void,
    handle: *mut *mut c_void,
) -> Answer<c_int> {
    let setting = one_of(all()?, "setting", cvar_index)?;
    if handle.is_null() {
        return Err(null_of_tool("handle"));
    }
    // SAFETY: the standard's contract.
    unsafe { put(handle, handle_of(cvar_index as usize)) };
    Ok(count(setting) as c_int)
}

fn setting(handle: *mut c_void) -> Answer<&'static Setting> {
    let found = all()?;
    let found = number_of(handle).and_then(|at| found.get(at));
    found.ok_or_else(|| no_handle("setting", handle))
}

/// `MPI_T_cvar_handle_free`.
pub unsafe fn t_cvar_handle_free(handle: *mut *mut c_void) -> Answer {
    if handle.is_null() {
        return Err(null_of_tool("handle"));
    }
    // SAFETY: the standard's contract.
    unsafe {
        setting(*handle)?;
        *handle = std::ptr::null_mut();
    }
    Ok(())
}

/// `MPI_T_cvar_read`.
pub unsafe fn t_cvar_read(handle: *mut c_void, buf: *mut c_void) -> Answer {
    let setting = setting(handle)?;
    if buf.is_null() {
        return Err(null_of_tool("buf"));
    }
    // SAFETY: the standard's contract: the program has the room it was told about.
    unsafe {
        match setting.of {
            Of::Text => {
                text::put("buf", buf.cast(), count(setting), &setting.text)?;
            }
            Of::Flag | Of::Words(_) => buf.cast::<c_int>().write(setting.number()),
        }
    }
    Ok(())
}

/// `MPI_T_cvar_write`.
pub unsafe fn t_cvar_write(handle: *mut c_void, _buf: *const c_void) -> Answer {
    let name = &setting(handle)?.name;
    Err(Error::new(Class::TSetNever, format!("{name} is set before the start alone")).into())
}
