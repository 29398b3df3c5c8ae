//! The Fortran bindings that OpenSHMEM had up to 1.4: names in lower case with a trailing `_`, and
//! every argument passed by reference. An INTEGER has 4 bytes.
//!
//! The lengths of CHARACTER arguments follow after the other arguments, so calls that do not need
//! them can ignore them.

pub mod amo;
pub mod coll;
pub mod rma;
pub mod setup;

use libc::{c_int, c_long};

/// The words of a `pSync`, which in Fortran is an array of INTEGER: it may begin in the middle of
/// a word here, and therefore has two more elements than needed.
fn words(p_sync: *mut c_int) -> *mut c_long {
    p_sync.wrapping_byte_add(p_sync.align_offset(align_of::<c_long>()) * size_of::<c_int>()).cast()
}

/// The number of elements.
///
/// # Safety
/// `count` is readable.
unsafe fn elements(call: &str, count: *const c_int) -> usize {
    // SAFETY: our caller's promise.
    crate::fault::elements(call, "nelems", unsafe { *count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_array_begins_at_a_whole_word() {
        let at = std::ptr::without_provenance_mut::<c_int>;
        assert_eq!(words(at(64)).addr(), 64);
        assert_eq!(words(at(68)).addr(), 72);
    }
}
