//! Deprecated names.

pub(crate) use super::memory::{align, free, malloc, realloc};
pub(crate) use super::setup::{my_pe, n_pes};
use libc::c_void;

/// Caches are coherent: there is nothing to do.
pub(crate) fn cache(_call: &str) {}

/// Like [`cache`], for a cache line.
pub(crate) unsafe fn cache_line(_call: &str, _dest: *mut c_void) {}
