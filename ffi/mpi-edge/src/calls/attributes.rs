//! Attributes: the predefined ones, and those of programs with their callbacks.

use super::parts::check;
use crate::abi::Abi;
use crate::codes::outcome;
use crate::constants::*;
use crate::handles::{Comm, Type};
use crate::raise::{Answer, Failure};
use libc::{c_int, c_void};
use skifch_mpi::comm::{
    AttributeKind, CopyFunction, DeleteFunction, attribute, create_keyval, delete_attribute,
    free_keyval, set_attribute,
};
use skifch_mpi::error::Class;
use skifch_mpi::{Keyval, comm};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// The first attribute key of programs; lower ones are predefined.
const FIRST_KEY: i32 = 0x1000;

/// Copy callback; `attribute_val` is the address of a pointer.
type Copy<H> =
    unsafe extern "C" fn(H, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
type Delete<H> = unsafe extern "C" fn(H, c_int, *mut c_void, *mut c_void) -> c_int;

/// An object that can have attributes.
trait Object<A: Abi> {
    const KIND: AttributeKind;
    /// Its handle as the program sees it.
    type Handle: 'static;

    fn handle(number: u32) -> Self::Handle;
}

impl<A: Abi> Object<A> for Comm {
    const KIND: AttributeKind = AttributeKind::Comm;
    type Handle = A::Comm;

    fn handle(number: u32) -> A::Comm {
        Self(number).into()
    }
}

impl<A: Abi> Object<A> for Type {
    const KIND: AttributeKind = AttributeKind::Type;
    type Handle = A::Type;

    fn handle(number: u32) -> A::Type {
        Self(number).into()
    }
}

/// The values that the predefined attributes point to.
static TAG_UB: AtomicI32 = AtomicI32::new(skifch_mpi::p2p::TAG_UB);
static HOST: AtomicI32 = AtomicI32::new(0);
static IO: AtomicI32 = AtomicI32::new(0);
static WTIME_IS_GLOBAL: AtomicI32 = AtomicI32::new(0);
static APPNUM: AtomicI32 = AtomicI32::new(0);
static LAST_USED_CODE: AtomicI32 = AtomicI32::new(0);
static UNIVERSE_SIZE: AtomicI32 = AtomicI32::new(0);

/// The last error code in use, as a number of the standard.
static LAST_CODE: AtomicI32 = AtomicI32::new(MPI_ERR_LASTCODE);

/// Records an error code added by the program.
pub(crate) fn note_code(code: c_int) {
    LAST_CODE.fetch_max(code, Ordering::Relaxed);
}

fn is_predefined(key: i32) -> bool {
    (MPI_TAG_UB..=MPI_UNIVERSE_SIZE).contains(&key)
}

/// The value of the predefined attribute with this key, which may have none.
fn predefined<A: Abi>(key: i32) -> Answer<Option<&'static AtomicI32>> {
    let value = |place: &'static AtomicI32, value| {
        place.store(value, Ordering::Relaxed);
        place
    };
    Ok(Some(match key {
        MPI_TAG_UB => &TAG_UB,
        MPI_HOST => value(&HOST, A::rank_out(MPI_PROC_NULL)),
        MPI_IO => value(&IO, A::rank_out(MPI_ANY_SOURCE)),
        MPI_WTIME_IS_GLOBAL => &WTIME_IS_GLOBAL,
        MPI_APPNUM => return Ok(comm::appnum()?.map(|number| value(&APPNUM, number as i32))),
        MPI_LASTUSEDCODE => value(&LAST_USED_CODE, A::error_out(LAST_CODE.load(Ordering::Relaxed))),
        MPI_UNIVERSE_SIZE => value(&UNIVERSE_SIZE, comm::universe_size()? as i32),
        _ => return Ok(None),
    }))
}

/// The engine's key for a key of the program.
fn key(keyval: i32) -> Answer<Keyval> {
    match u32::try_from(keyval.wrapping_sub(FIRST_KEY)) {
        Ok(number) => Ok(Keyval(number)),
        Err(_) => Err(Failure::new(Class::Keyval, format!("{keyval} is no key of attributes"))),
    }
}

fn number(keyval: Keyval) -> c_int {
    keyval.0 as c_int + FIRST_KEY
}

/// The copy function at an address; 0 stands for "do not copy", 1 for "copy the value".
fn copier<A: Abi, O: Object<A>>(function: usize, extra: usize) -> Arc<CopyFunction> {
    match function {
        MPI_COMM_NULL_COPY_FN => return Arc::new(|_, _, _| Ok(None)),
        MPI_COMM_DUP_FN => return Arc::new(|_, _, value| Ok(Some(value))),
        _ => {}
    }
    // SAFETY: the program guarantees that a copy function is at this address.
    let function = unsafe { std::mem::transmute::<usize, Copy<O::Handle>>(function) };
    Arc::new(move |handle, keyval, value| {
        let (mut new, mut flag) = (0usize, 0);
        let pointer = std::ptr::with_exposed_provenance_mut;
        // SAFETY: the standard's contract of a copy function; both places may be written.
        let rc = unsafe {
            let place = (&raw mut new).cast();
            let handle = O::handle(handle);
            function(handle, number(keyval), pointer(extra), pointer(value), place, &raw mut flag)
        };
        outcome::<A>(rc, "copy")?;
        Ok((flag != 0).then_some(new))
    })
}

/// The delete function at an address; 0 stands for "do nothing".
fn deleter<A: Abi, O: Object<A>>(function: usize, extra: usize) -> Arc<DeleteFunction> {
    if function == MPI_COMM_NULL_DELETE_FN {
        return Arc::new(|_, _, _| Ok(()));
    }
    // SAFETY: the program guarantees that a delete function is at this address.
    let function = unsafe { std::mem::transmute::<usize, Delete<O::Handle>>(function) };
    Arc::new(move |handle, keyval, value| {
        let pointer = std::ptr::with_exposed_provenance_mut;
        let handle = O::handle(handle);
        // SAFETY: the standard's contract of a delete function.
        let rc = unsafe { function(handle, number(keyval), pointer(value), pointer(extra)) };
        outcome::<A>(rc, "delete")
    })
}

fn create<A: Abi, O: Object<A>>(
    copy: *const c_void,
    delete: *const c_void,
    extra: *mut c_void,
) -> Answer<i32> {
    let extra = extra.expose_provenance();
    let copy = copier::<A, O>(copy.expose_provenance(), extra);
    let delete = deleter::<A, O>(delete.expose_provenance(), extra);
    Ok(number(create_keyval(O::KIND, copy, delete)?))
}

/// `MPI_Comm_create_keyval`.
pub unsafe fn comm_create_keyval<A: Abi>(
    copy: *const c_void,
    delete: *const c_void,
    extra: *mut c_void,
) -> Answer<i32> {
    create::<A, Comm>(copy, delete, extra)
}

/// `MPI_Type_create_keyval`.
pub unsafe fn type_create_keyval<A: Abi>(
    copy: *const c_void,
    delete: *const c_void,
    extra: *mut c_void,
) -> Answer<i32> {
    create::<A, Type>(copy, delete, extra)
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
    if is_predefined(keyval) {
        let words = format!("attribute {keyval} is one of the standard's, which only it sets");
        return Err(Failure::new(Class::Keyval, words));
    }
    Ok(())
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

/// Stores an attribute value for the program; whether there is one.
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
pub unsafe fn comm_get_attr<A: Abi>(comm: Comm, keyval: i32, place: *mut c_void) -> Answer<bool> {
    if is_predefined(keyval) {
        // An invalid communicator is an error here too.
        check(comm)?;
        let found = predefined::<A>(keyval)?.map(|found| found.as_ptr().cast());
        // SAFETY: the standard's contract.
        return unsafe { give(place, found) };
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
