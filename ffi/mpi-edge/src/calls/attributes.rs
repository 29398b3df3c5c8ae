//! Attributes: those of the standard, and those of programs with their functions.

use crate::codes;
use crate::constants::*;
use crate::handles::{Comm, Handle, Type};
use crate::raise::{Answer, Failure};
use libc::{c_int, c_void};
use skifch_mpi::comm::{
    AttributeKind, CopyFunction, DeleteFunction, attribute, create_keyval, delete_attribute,
    free_keyval, set_attribute,
};
use skifch_mpi::error::{Class, Error};
use skifch_mpi::{Keyval, comm};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// The first key that is none of the standard's.
const FIRST_KEY: i32 = 0x1000;

/// `attribute_val` of the copy function is the address of a place.
type Copy =
    unsafe extern "C" fn(usize, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
type Delete = unsafe extern "C" fn(usize, c_int, *mut c_void, *mut c_void) -> c_int;

/// What the attributes of the standard point to.
static TAG_UB: AtomicI32 = AtomicI32::new(skifch_mpi::p2p::TAG_UB);
static HOST: AtomicI32 = AtomicI32::new(MPI_PROC_NULL);
static IO: AtomicI32 = AtomicI32::new(MPI_ANY_SOURCE);
static WTIME_IS_GLOBAL: AtomicI32 = AtomicI32::new(0);
static APPNUM: AtomicI32 = AtomicI32::new(0);
static LAST_USED_CODE: AtomicI32 = AtomicI32::new(MPI_ERR_LASTCODE);
static UNIVERSE_SIZE: AtomicI32 = AtomicI32::new(0);

/// A code was added by the program.
pub(crate) fn note_code(code: c_int) {
    LAST_USED_CODE.fetch_max(code, Ordering::Relaxed);
}

/// The attribute of this key, if it is one of the standard's.
fn predefined(key: i32) -> Answer<Option<&'static AtomicI32>> {
    Ok(Some(match key {
        MPI_TAG_UB => &TAG_UB,
        MPI_HOST => &HOST,
        MPI_IO => &IO,
        MPI_WTIME_IS_GLOBAL => &WTIME_IS_GLOBAL,
        MPI_APPNUM => &APPNUM,
        MPI_LASTUSEDCODE => &LAST_USED_CODE,
        MPI_UNIVERSE_SIZE => {
            UNIVERSE_SIZE.store(comm::size(Comm::WORLD)? as i32, Ordering::Relaxed);
            &UNIVERSE_SIZE
        }
        _ => return Ok(None),
    }))
}

/// A key of the program's as the engine has it.
fn key(keyval: i32) -> Answer<Keyval> {
    match u32::try_from(keyval.wrapping_sub(FIRST_KEY)) {
        Ok(number) => Ok(Keyval(number)),
        Err(_) => Err(Failure::new(Class::Keyval, format!("{keyval} is no key of attributes"))),
    }
}

fn number(keyval: Keyval) -> c_int {
    keyval.0 as c_int + FIRST_KEY
}

/// The number by which the program knows an object.
fn object(kind: AttributeKind, handle: u32) -> usize {
    let number = match kind {
        AttributeKind::Comm => Comm(handle).standard(),
        AttributeKind::Type => Type(handle).standard(),
    };
    number as usize
}

fn outcome(rc: c_int, what: &str) -> Result<(), Error> {
    if rc == 0 { Ok(()) } else { Err(Error::from_code(codes::to_engine(rc), what)) }
}

/// The copy function at an address; 0 stands for none, 1 for one that copies the value.
fn copier(kind: AttributeKind, function: usize, extra: usize) -> Arc<CopyFunction> {
    match function {
        MPI_COMM_NULL_COPY_FN => return Arc::new(|_, _, _| Ok(None)),
        MPI_COMM_DUP_FN => return Arc::new(|_, _, value| Ok(Some(value))),
        _ => {}
    }
    // SAFETY: the program says that a copy function is there.
    let function = unsafe { std::mem::transmute::<usize, Copy>(function) };
    Arc::new(move |handle, keyval, value| {
        let (mut new, mut flag) = (0usize, 0);
        let pointer = std::ptr::with_exposed_provenance_mut;
        // SAFETY: the standard's contract of a copy function; both places may be written.
        let rc = unsafe {
            let place = (&raw mut new).cast();
            let handle = object(kind, handle);
            function(handle, number(keyval), pointer(extra), pointer(value), place, &raw mut flag)
        };
        outcome(rc, "a copy function")?;
        Ok((flag != 0).then_some(new))
    })
}

/// The delete function at an address; 0 stands for none.
fn deleter(kind: AttributeKind, function: usize, extra: usize) -> Arc<DeleteFunction> {
    if function == MPI_COMM_NULL_DELETE_FN {
        return Arc::new(|_, _, _| Ok(()));
    }
    // SAFETY: the program says that a delete function is there.
    let function = unsafe { std::mem::transmute::<usize, Delete>(function) };
    Arc::new(move |handle, keyval, value| {
        let pointer = std::ptr::with_exposed_provenance_mut;
        let handle = object(kind, handle);
        // SAFETY: the standard's contract of a delete function.
        let rc = unsafe { function(handle, number(keyval), pointer(value), pointer(extra)) };
        outcome(rc, "a delete function")
    })
}

fn create(
    kind: AttributeKind,
    copy: *const c_void,
    delete: *const c_void,
    extra: *mut c_void,
) -> Answer<i32> {
    let extra = extra.expose_provenance();
    let copy = copier(kind, copy.expose_provenance(), extra);
    let delete = deleter(kind, delete.expose_provenance(), extra);
    Ok(number(create_keyval(kind, copy, delete)?))
}

/// `MPI_Comm_create_keyval`.
pub unsafe fn comm_create_keyval(
    copy: *const c_void,
    delete: *const c_void,
    extra: *mut c_void,
) -> Answer<i32> {
    create(AttributeKind::Comm, copy, delete, extra)
}

/// `MPI_Type_create_keyval`.
pub unsafe fn type_create_keyval(
    copy: *const c_void,
    delete: *const c_void,
    extra: *mut c_void,
) -> Answer<i32> {
    create(AttributeKind::Type, copy, delete, extra)
}

fn release(kind: AttributeKind, keyval: &mut i32) -> Answer {
    free_keyval(kind, key(*keyval)?)?;
    *keyval = MPI_KEYVAL_INVALID;
    Ok(())
}

/// `MPI_Comm_free_keyval`.
pub unsafe fn comm_free_keyval(keyval: &mut i32) -> Answer {
    release(AttributeKind::Comm, keyval)
}

/// `MPI_Type_free_keyval`.
pub unsafe fn type_free_keyval(keyval: &mut i32) -> Answer {
    release(AttributeKind::Type, keyval)
}

fn refuse_predefined(keyval: i32) -> Answer {
    match predefined(keyval)? {
        Some(_) => {
            let words = format!("attribute {keyval} is one of the standard's, which only it sets");
            Err(Failure::new(Class::Keyval, words))
        }
        None => Ok(()),
    }
}

/// `MPI_Comm_set_attr`.
pub unsafe fn comm_set_attr(comm: Comm, keyval: i32, value: *mut c_void) -> Answer {
    refuse_predefined(keyval)?;
    let value = value.expose_provenance();
    Ok(set_attribute(AttributeKind::Comm, comm.0, key(keyval)?, value)?)
}

/// `MPI_Type_set_attr`.
pub unsafe fn type_set_attr(datatype: Type, keyval: i32, value: *mut c_void) -> Answer {
    let value = value.expose_provenance();
    Ok(set_attribute(AttributeKind::Type, datatype.0, key(keyval)?, value)?)
}

/// Stores a value where the program wants it; whether there is one.
///
/// # Safety
/// `place` is null or the address of a pointer.
unsafe fn give(place: *mut c_void, value: Option<*mut c_void>) -> Answer<bool> {
    let Some(value) = value else { return Ok(false) };
    if place.is_null() {
        return Err(crate::args::null("attribute_val"));
    }
    // SAFETY: the caller's promise.
    unsafe { *place.cast::<*mut c_void>() = value };
    Ok(true)
}

/// `MPI_Comm_get_attr`.
pub unsafe fn comm_get_attr(comm: Comm, keyval: i32, place: *mut c_void) -> Answer<bool> {
    if let Some(found) = predefined(keyval)? {
        // A handle of none is an error also here.
        comm::rank(comm)?;
        // SAFETY: the standard's contract.
        return unsafe { give(place, Some(found.as_ptr().cast())) };
    }
    let value = attribute(AttributeKind::Comm, comm.0, key(keyval)?)?;
    // SAFETY: the standard's contract.
    unsafe { give(place, value.map(std::ptr::with_exposed_provenance_mut)) }
}

/// `MPI_Type_get_attr`.
pub unsafe fn type_get_attr(datatype: Type, keyval: i32, place: *mut c_void) -> Answer<bool> {
    let value = attribute(AttributeKind::Type, datatype.0, key(keyval)?)?;
    // SAFETY: the standard's contract.
    unsafe { give(place, value.map(std::ptr::with_exposed_provenance_mut)) }
}

/// `MPI_Comm_delete_attr`.
pub unsafe fn comm_delete_attr(comm: Comm, keyval: i32) -> Answer {
    refuse_predefined(keyval)?;
    Ok(delete_attribute(AttributeKind::Comm, comm.0, key(keyval)?)?)
}

/// `MPI_Type_delete_attr`.
pub unsafe fn type_delete_attr(datatype: Type, keyval: i32) -> Answer {
    Ok(delete_attribute(AttributeKind::Type, datatype.0, key(keyval)?)?)
}
