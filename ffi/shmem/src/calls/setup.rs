//! Setup, exit and query.

use super::exit::{flush_when_asked_to_end, leave_at_exit};
use crate::constants;
use crate::fault::{done, end, fatal};
use libc::{c_char, c_int, c_void};
use skifch_shmem::job::{self, ThreadLevel};
use skifch_shmem::{Error, Team, team};

pub(crate) fn init(call: &str) {
    start(call, ThreadLevel::Single);
}

/// The launcher decides the number of PEs; the standard says that the argument is 0.
pub(crate) fn start_pes(call: &str, _npes: c_int) {
    // A second call does nothing, since there may be no matching finalize call.
    if job::starts() == 0 {
        start(call, ThreadLevel::Single);
    }
}

pub(super) fn start(call: &str, level: ThreadLevel) -> ThreadLevel {
    // SAFETY: the standard lets one thread call this, alone.
    let level = done(call, unsafe { job::start(level) });
    // Exit handlers run in reverse order of registration, so ours runs before those of the layers
    // below.
    leave_at_exit();
    flush_when_asked_to_end();
    level
}

#[inline]
pub(crate) fn my_pe(call: &str) -> c_int {
    started(call, job::my_pe())
}

#[inline]
pub(crate) fn n_pes(call: &str) -> c_int {
    started(call, job::n_pes())
}

#[inline(always)]
fn started(call: &str, number: c_int) -> c_int {
    if number < 0 { fatal(call, not_started()) } else { number }
}

#[cold]
fn not_started() -> Error {
    Error::new("the library is not started, or finished already: call shmem_init first")
}

pub(crate) fn finalize(call: &str) {
    // SAFETY: the standard lets one thread call this, alone.
    done(call, unsafe { job::finish() });
}

pub(crate) unsafe fn query_initialized(_call: &str, initialized: *mut c_int) {
    // SAFETY: the standard's contract.
    unsafe { *initialized = c_int::from(job::starts() > 0) };
}

pub(crate) fn global_exit(_call: &str, status: c_int) -> ! {
    end(status, "")
}

pub(crate) fn pe_accessible(_call: &str, pe: c_int) -> c_int {
    c_int::from(job::pe_accessible(pe))
}

pub(crate) unsafe fn addr_accessible(_call: &str, addr: *const c_void, pe: c_int) -> c_int {
    c_int::from(job::addr_accessible(addr, pe))
}

pub(crate) unsafe fn ptr(call: &str, dest: *const c_void, pe: c_int) -> *mut c_void {
    done(call, job::ptr(dest, pe))
}

pub(crate) unsafe fn team_ptr(
    call: &str,
    team: Team,
    dest: *const c_void,
    pe: c_int,
) -> *mut c_void {
    done(call, team::ptr(team, dest, pe))
}

pub(crate) unsafe fn info_get_version(_call: &str, major: *mut c_int, minor: *mut c_int) {
    // SAFETY: the standard's contract.
    unsafe {
        *major = constants::SHMEM_MAJOR_VERSION;
        *minor = constants::SHMEM_MINOR_VERSION;
    }
}

pub(crate) unsafe fn info_get_name(_call: &str, name: *mut c_char) {
    let text = constants::SHMEM_VENDOR_STRING;
    // SAFETY: the standard requires room for SHMEM_MAX_NAME_LEN bytes, which are more.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), name.cast(), text.len());
        *name.add(text.len()) = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_has_room() {
        assert!(constants::SHMEM_VENDOR_STRING.len() < constants::SHMEM_MAX_NAME_LEN as usize);
        assert_eq!((constants::SHMEM_MAJOR_VERSION, constants::SHMEM_MINOR_VERSION), job::VERSION);
    }
}
