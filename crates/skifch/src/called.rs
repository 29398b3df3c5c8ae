//! Which exported function of a C library the program has called, determined from the stack by a
//! rank that is waiting anyway, so that no call has to record its name.

use libc::{c_int, c_void};
use std::ffi::CStr;
use std::mem::MaybeUninit;

/// The maximum stack depth examined. From a wait to the program's call it is much less.
const DEPTH: usize = 48;

/// The innermost active exported function whose name starts with `prefix`, if any. There is none in
/// a program that calls a library in Rust: only exported functions have names at run time. May
/// allocate and load libraries; not for a signal handler.
pub fn called(prefix: &str) -> Option<String> {
    let mut frames = [std::ptr::null_mut(); DEPTH];
    // SAFETY: there is room for as many.
    let count = unsafe { libc::backtrace(frames.as_mut_ptr(), DEPTH as c_int) };
    let frames = frames.iter().take(usize::try_from(count).unwrap_or(0));
    // A frame holds its return address, which is behind the call.
    let mut names = frames.filter_map(|frame| exported(frame.wrapping_byte_sub(1)));
    names.find(|name| name.starts_with(prefix))
}

/// The exported function that contains an address.
fn exported(address: *mut c_void) -> Option<String> {
    let mut info = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for; `info` is writable.
    if unsafe { libc::dladdr(address, info.as_mut_ptr()) } == 0 {
        return None;
    }
    // SAFETY: zeroed, then filled in by dladdr.
    let name = unsafe { info.assume_init() }.dli_sname;
    if name.is_null() {
        return None;
    }
    // SAFETY: a C string of the loader, which is copied before anything could be unloaded.
    Some(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_function_has_its_name_and_others_have_none() {
        let getpid = libc::getpid as *const () as *mut c_void;
        assert!(exported(getpid.wrapping_byte_add(1)).is_some_and(|name| name.contains("getpid")));
        assert_eq!(exported(std::ptr::null_mut()), None);
    }

    #[test]
    fn who_is_called_by_a_program_in_rust_finds_nothing() {
        assert_eq!(called("MPI_"), None);
    }
}
