//! Versions, time, names, memory.

use crate::abi::Abi;
use crate::constants::{MPI_MAX_LIBRARY_VERSION_STRING, MPI_SUBVERSION, MPI_VERSION};
use crate::handles::Info;
use crate::raise::{Answer, Failure, On, failed};
use crate::text;
use libc::{c_char, c_void};
use skifch_mpi::engine;
use skifch_mpi::error::Class;

pub use super::errors::*;

/// Bytes of a cache line.
const CACHE_LINE: usize = 64;

/// `MPI_Get_version`.
pub unsafe fn get_version() -> Answer<(i32, i32)> {
    Ok((MPI_VERSION, MPI_SUBVERSION))
}

/// `MPI_Get_library_version`.
pub unsafe fn get_library_version(version: *mut c_char) -> Answer<i32> {
    let words = concat!("SkifCh ", env!("CARGO_PKG_VERSION"), ", MPI 5.0 over the channel");
    // SAFETY: the standard requires a buffer of this size.
    unsafe { text::put("version", version, MPI_MAX_LIBRARY_VERSION_STRING as usize, words) }
}

/// `MPI_Get_processor_name`.
pub unsafe fn get_processor_name<A: Abi>(name: *mut c_char) -> Answer<i32> {
    let mut host = [0u8; 256];
    // SAFETY: the last byte stays 0.
    let rc = unsafe { libc::gethostname(host.as_mut_ptr().cast(), host.len() - 1) };
    let host = host.split(|byte| *byte == 0).next().unwrap_or_default();
    let words = if rc == 0 { host } else { b"localhost" };
    // SAFETY: the standard requires a buffer of this size.
    unsafe { text::put("name", name, A::MAX_PROCESSOR_NAME as usize, words) }
}

/// `MPI_Get_hw_resource_info`: the one supported resource type, and that ranks are restricted to
/// it.
pub unsafe fn get_hw_resource_info() -> Answer<Info> {
    let made = skifch_mpi::info::create();
    skifch_mpi::info::set(made, "mpi_shared_memory", "true")?;
    Ok(made)
}

/// `MPI_Wtime`: the job's clock in seconds; virtual where the network's time is.
pub unsafe fn wtime() -> f64 {
    match engine::time_ns() {
        Ok(ns) => ns as f64 * 1e-9,
        Err(error) => {
            failed("MPI_Wtime", On::Nothing, error.into());
            f64::NAN
        }
    }
}

/// `MPI_Wtick`.
pub unsafe fn wtick() -> f64 {
    1e-9
}

/// `MPI_Alloc_mem`: `baseptr` is the address of a pointer.
pub unsafe fn alloc_mem(size: i64, info: Info, baseptr: *mut c_void) -> Answer {
    let alignment = alignment_in(info)?;
    let Ok(bytes) = usize::try_from(size) else {
        return Err(Failure::new(Class::Arg, format!("a size of {size} bytes")));
    };
    if baseptr.is_null() {
        return Err(crate::args::null("baseptr"));
    }
    let mut base = std::ptr::null_mut();
    // SAFETY: `base` is writable.
    let rc = unsafe { libc::posix_memalign(&raw mut base, alignment, bytes.max(1)) };
    if rc != 0 {
        return Err(Failure::new(Class::NoMem, format!("there are no {bytes} bytes")));
    }
    // SAFETY: the standard requires the address of a pointer.
    unsafe { *baseptr.cast::<*mut c_void>() = base };
    Ok(())
}

/// The alignment that hints ask for, but at least that of a cache line, so that copies are of whole
/// lines.
fn alignment_in(info: Info) -> Answer<usize> {
    const KEY: &str = "mpi_minimum_memory_alignment";
    skifch_mpi::info::check_hints(info)?;
    let asked = if info == Info::NULL { None } else { skifch_mpi::info::get(info, KEY)? };
    let Some(asked) = asked else { return Ok(CACHE_LINE) };
    let text = String::from_utf8_lossy(&asked).into_owned();
    match text.trim().parse::<usize>() {
        Ok(bytes) if bytes.is_power_of_two() => Ok(bytes.max(CACHE_LINE)),
        _ => Err(Failure::new(Class::Arg, format!("{KEY}={text} is no power of two"))),
    }
}

/// `MPI_Free_mem`.
pub unsafe fn free_mem(base: *mut c_void) -> Answer {
    // SAFETY: the standard requires an address from `MPI_Alloc_mem`, or NULL.
    unsafe { libc::free(base) };
    Ok(())
}
