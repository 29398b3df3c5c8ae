//! Datatypes and addresses.

use crate::failure::Answer;
use libc::c_void;

/// `MPI_Get_address`.
pub unsafe fn get_address(location: *const c_void) -> Answer<i64> {
    Ok(location.addr() as i64)
}

/// `MPI_Aint_add`.
pub unsafe fn aint_add(base: i64, disp: i64) -> i64 {
    base.wrapping_add(disp)
}

/// `MPI_Aint_diff`.
pub unsafe fn aint_diff(addr1: i64, addr2: i64) -> i64 {
    addr1.wrapping_sub(addr2)
}
