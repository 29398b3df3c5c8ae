//! Symmetric memory.

use crate::fault::done;
use libc::{c_long, c_void};
use skifch_shmem::heap;

pub(crate) fn malloc(call: &str, size: usize) -> *mut c_void {
    done(call, heap::malloc(size)).cast()
}

pub(crate) fn calloc(call: &str, count: usize, size: usize) -> *mut c_void {
    done(call, heap::calloc(count, size)).cast()
}

pub(crate) unsafe fn realloc(call: &str, ptr: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: the standard's contract.
    done(call, unsafe { heap::realloc(ptr.cast(), size) }).cast()
}

pub(crate) fn align(call: &str, alignment: usize, size: usize) -> *mut c_void {
    done(call, heap::align(alignment, size)).cast()
}

pub(crate) unsafe fn free(call: &str, ptr: *mut c_void) {
    // SAFETY: the standard's contract.
    done(call, unsafe { heap::free(ptr.cast()) });
}

pub(crate) fn malloc_with_hints(call: &str, size: usize, hints: c_long) -> *mut c_void {
    done(call, heap::malloc_with_hints(size, hints)).cast()
}
