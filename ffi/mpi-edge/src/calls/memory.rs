//! Checks of buffer addresses.

use crate::args::count as checked;
use crate::constants::MPI_IN_PLACE;
use crate::handles::Type;
use crate::raise::{Answer, Failure};
use libc::c_void;
use skifch_mpi::datatype;
use skifch_mpi::error::Class;

/// No memory is below this address; NULL, `MPI_IN_PLACE` and members of a NULL structure are.
const FIRST_PAGE: usize = 4096;

/// `MPI_IN_PLACE` of the other interface, which translates it only where it is allowed.
const IN_PLACE_ELSEWHERE: usize = usize::MAX;

/// Checks the count of elements, and that they can be at this address.
#[inline(always)]
pub(super) fn elements(buf: *const c_void, count: i64, datatype: Type) -> Answer<usize> {
    let count = checked(count)?;
    if is_odd(buf) && count > 0 {
        refuse(buf, datatype)?;
    }
    Ok(count)
}

/// Whether the address needs to be checked: below the first page or, as a signed number is compared
/// at the same cost, in the upper half, where programs have no memory.
#[inline(always)]
pub(super) fn is_odd(buf: *const c_void) -> bool {
    buf.addr().cast_signed() < FIRST_PAGE.cast_signed()
}

pub(super) fn is_in_place(buf: *const c_void) -> bool {
    buf.addr() == MPI_IN_PLACE
}

pub(super) fn not_in_place() -> Failure {
    Failure::new(Class::Buffer, "this buffer cannot be MPI_IN_PLACE")
}

/// Fails unless the data are at a valid address: a datatype with absolute addresses has its data
/// far from `MPI_BOTTOM`, which is NULL.
#[cold]
#[inline(never)]
fn refuse(buf: *const c_void, datatype: Type) -> Answer {
    if is_in_place(buf) || buf.addr() == IN_PLACE_ELSEWHERE {
        return Err(not_in_place());
    }
    let found = datatype::get(datatype)?;
    if found.size() == 0 || buf.addr().wrapping_add_signed(found.true_lower_bound()) >= FIRST_PAGE {
        return Ok(());
    }
    let words = format!("a buffer of elements of {} bytes is at {buf:p}", found.size());
    Err(Failure::new(Class::Buffer, words))
}
