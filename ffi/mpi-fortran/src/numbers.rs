//! Integers set as attributes by Fortran. They are kept in memory, because C gets their addresses.

use crate::abi::MPI_Aint;
use libc::c_void;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Their addresses. Any other attribute value is a pointer set by C.
static KEPT: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());

fn all() -> MutexGuard<'static, BTreeSet<usize>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps an integer in memory and returns its address.
pub(crate) fn kept(number: MPI_Aint) -> *mut c_void {
    let place = Box::into_raw(Box::new(number));
    all().insert(place.expose_provenance());
    place.cast()
}

/// The value that Fortran sees of an attribute: a kept integer, or a pointer.
pub(crate) fn found(value: *mut c_void) -> MPI_Aint {
    let all = all();
    match all.contains(&value.addr()) {
        // SAFETY: the integer lives as long as its address is in the set, which is locked. C may
        // have written to it, as to any integer of Fortran whose address it gets.
        true => unsafe { value.cast::<MPI_Aint>().read() },
        false => value.expose_provenance() as MPI_Aint,
    }
}

/// A new value, counted as set in the same language as this one.
pub(crate) fn like(value: *mut c_void, new: MPI_Aint) -> *mut c_void {
    let is_kept = all().contains(&value.addr());
    if is_kept { kept(new) } else { std::ptr::with_exposed_provenance_mut(new as usize) }
}

/// Frees an integer, if it was kept.
pub(crate) fn forget(value: *mut c_void) {
    if all().remove(&value.addr()) {
        // SAFETY: the box was made by `kept`, and nobody else has removed it.
        drop(unsafe { Box::from_raw(value.cast::<MPI_Aint>()) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_until_it_is_forgotten() {
        let place = kept(-3);
        assert_eq!(found(place), -3);
        let copy = like(place, 5);
        assert!(copy.addr() != 5 && found(copy) == 5);
        // A pointer set by C is its own value, and so is a copy made of it.
        let own: *mut c_void = std::ptr::without_provenance_mut(64);
        assert_eq!((found(own), like(own, 72).addr()), (64, 72));
        for place in [place, copy, own] {
            forget(place);
            assert_eq!(found(place), place.addr() as MPI_Aint);
        }
    }
}
