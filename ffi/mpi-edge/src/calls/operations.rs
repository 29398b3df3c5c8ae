//! Reduction operations of programs.

use super::apart::operands_apart;
use super::memory::elements;
use crate::abi::Abi;
use crate::handles::{Op, Type};
use crate::raise::Answer;
use libc::{c_int, c_void};
use skifch_mpi::{datatype, op};
use std::sync::Arc;

/// The operation function of a program; its last argument is the address of a datatype.
type Function<T> = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut T);
type FunctionLarge<T> = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut i64, *mut T);

/// Most elements per call.
const MOST: usize = c_int::MAX as usize;

fn function(address: *const c_void) -> Answer<usize> {
    match address.expose_provenance() {
        0 => Err(crate::args::null("user_fn")),
        address => Ok(address),
    }
}

/// `MPI_Op_create`.
pub unsafe fn op_create<A: Abi>(user_fn: *const c_void, commute: bool) -> Answer<Op> {
    // SAFETY: the program guarantees that such a function is at this address.
    let call = unsafe { std::mem::transmute::<usize, Function<A::Type>>(function(user_fn)?) };
    let made = move |from: *const u8, into: *mut u8, count: usize, datatype: Type| {
        // More elements than an `int` can count are passed in several calls.
        let is_one = count <= MOST;
        let extent = if is_one { 0 } else { datatype::get(datatype)?.extent() };
        let mut handle = A::Type::from(datatype);
        for first in (0..count).step_by(MOST) {
            let mut len = (count - first).min(MOST) as c_int;
            let at = first as isize * extent;
            let (from, into) = (from.wrapping_offset(at), into.wrapping_offset(at));
            // SAFETY: the standard's contract of an operation; it only reads what is at `from`.
            unsafe { call(from.cast_mut().cast(), into.cast(), &raw mut len, &raw mut handle) };
        }
        Ok(())
    };
    Ok(op::create(Arc::new(made), commute)?)
}

/// `MPI_Op_create_c`.
pub unsafe fn op_create_c<A: Abi>(user_fn: *const c_void, commute: bool) -> Answer<Op> {
    // SAFETY: the program guarantees that such a function is at this address.
    let call = unsafe { std::mem::transmute::<usize, FunctionLarge<A::Type>>(function(user_fn)?) };
    let made = move |from: *const u8, into: *mut u8, count: usize, datatype: Type| {
        let (mut len, mut handle) = (count as i64, A::Type::from(datatype));
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

/// `MPI_Type_get_value_index`.
pub unsafe fn type_get_value_index(value_type: Type, index_type: Type) -> Answer<Type> {
    Ok(datatype::value_index(value_type, index_type)?.unwrap_or(Type::NULL))
}

/// `MPI_Reduce_local`.
pub unsafe fn reduce_local(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: i64,
    datatype: Type,
    op: Op,
) -> Answer {
    let number = elements(inbuf, count, datatype)?;
    elements(inoutbuf, count, datatype)?;
    operands_apart(inbuf, inoutbuf, datatype, || Ok(count > 0))?;
    // SAFETY: the standard's contract.
    Ok(unsafe { op::reduce_local(inbuf.cast(), inoutbuf.cast(), number, datatype, op) }?)
}
