//! Threads.

use super::setup::start;
use crate::constants;
use crate::fault::{done, fatal};
use libc::c_int;
use skifch_shmem::Error;
use skifch_shmem::job::{self, ThreadLevel};

pub(crate) unsafe fn init_thread(call: &str, requested: c_int, provided: *mut c_int) -> c_int {
    let Some(level) = level(requested) else { fatal(call, no_level(requested)) };
    let level = start(call, level);
    // SAFETY: the standard's contract.
    unsafe { *provided = number(level) };
    0
}

pub(crate) unsafe fn query_thread(call: &str, provided: *mut c_int) {
    let level = done(call, job::query_thread());
    // SAFETY: the standard's contract.
    unsafe { *provided = number(level) };
}

/// The standard has a return code for a failed start, but programs do not check it.
#[cold]
fn no_level(requested: c_int) -> Error {
    Error::new(format!(
        "requested is {requested}: it is SHMEM_THREAD_SINGLE, SHMEM_THREAD_FUNNELED, \
         SHMEM_THREAD_SERIALIZED or SHMEM_THREAD_MULTIPLE"
    ))
}

fn level(number: c_int) -> Option<ThreadLevel> {
    match number {
        constants::SHMEM_THREAD_SINGLE => Some(ThreadLevel::Single),
        constants::SHMEM_THREAD_FUNNELED => Some(ThreadLevel::Funneled),
        constants::SHMEM_THREAD_SERIALIZED => Some(ThreadLevel::Serialized),
        constants::SHMEM_THREAD_MULTIPLE => Some(ThreadLevel::Multiple),
        _ => None,
    }
}

fn number(level: ThreadLevel) -> c_int {
    match level {
        ThreadLevel::Single => constants::SHMEM_THREAD_SINGLE,
        ThreadLevel::Funneled => constants::SHMEM_THREAD_FUNNELED,
        ThreadLevel::Serialized => constants::SHMEM_THREAD_SERIALIZED,
        ThreadLevel::Multiple => constants::SHMEM_THREAD_MULTIPLE,
    }
}
