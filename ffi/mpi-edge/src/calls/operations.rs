//! Operations of reductions: those of programs.

use crate::args::count as checked;
use crate::handles::{Handle, Op, Type};
use crate::raise::Answer;
use libc::{c_int, c_void};
use skifch_mpi::error::{Class, Error};
use skifch_mpi::op;
use std::sync::Arc;

/// The function that a program gives: `datatype` is the address of a handle, which the standard's
/// interface and others have in their own width. The first bytes are the same for all of them.
type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut u64);
type FunctionLarge = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut i64, *mut u64);

fn function(address: *const c_void) -> Answer<usize> {
    match address.expose_provenance() {
        0 => Err(crate::args::null("user_fn")),
        address => Ok(address),
    }
}

/// `MPI_Op_create`.
pub unsafe fn op_create(user_fn: *const c_void, commute: bool) -> Answer<Op> {
    // SAFETY: the program says that such a function is there.
    let call = unsafe { std::mem::transmute::<usize, Function>(function(user_fn)?) };
    let made = move |from: *const u8, into: *mut u8, count: usize, datatype: Type| {
        let Ok(mut len) = c_int::try_from(count) else {
            let words = format!("{count} elements are too many for an operation of MPI_Op_create");
            return Err(Error::new(Class::Count, words));
        };
        let mut handle = u64::from(datatype.standard());
        // SAFETY: the standard's contract of an operation; it only reads what is at `from`.
        unsafe { call(from.cast_mut().cast(), into.cast(), &raw mut len, &raw mut handle) };
        Ok(())
    };
    Ok(op::create(Arc::new(made), commute)?)
}

/// `MPI_Op_create_c`.
pub unsafe fn op_create_c(user_fn: *const c_void, commute: bool) -> Answer<Op> {
    // SAFETY: the program says that such a function is there.
    let call = unsafe { std::mem::transmute::<usize, FunctionLarge>(function(user_fn)?) };
    let made = move |from: *const u8, into: *mut u8, count: usize, datatype: Type| {
        let (mut len, mut handle) = (count as i64, u64::from(datatype.standard()));
        // SAFETY: as above.
        unsafe { call(from.cast_mut().cast(), into.cast(), &raw mut len, &raw mut handle) };
        Ok(())
    };
    Ok(op::create(Arc::new(made), commute)?)
}

/// `MPI_Op_free`.
pub unsafe fn op_free(op: &mut Op) -> Answer {
    op::free(*op)?;
    *op = Op::NULL;
    Ok(())
}

/// `MPI_Op_commutative`.
pub unsafe fn op_commutative(op: Op) -> Answer<bool> {
    Ok(op::is_commutative(op)?)
}

/// `MPI_Reduce_local`.
pub unsafe fn reduce_local(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: i64,
    datatype: Type,
    op: Op,
) -> Answer {
    let count = checked(count)?;
    // SAFETY: the standard's contract.
    Ok(unsafe { op::reduce_local(inbuf.cast(), inoutbuf.cast(), count, datatype, op) }?)
}
