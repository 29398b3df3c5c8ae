//! Shared libraries of the program, whose globals and statics are not symmetric.

use std::ffi::{CStr, c_void};

/// Information about the loaded object that contains an address.
fn object(addr: *const c_void) -> Option<libc::Dl_info> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: it only compares the address with those of loaded objects, and writes the result to
    // `info`.
    let is_found = unsafe { libc::dladdr(addr, info.as_mut_ptr()) } != 0;
    // SAFETY: zeros, or what was written, are a valid value.
    is_found.then(|| unsafe { info.assume_init() })
}

/// The name of the shared library that contains `addr`; `None` for the executable and for addresses
/// in no object.
pub(crate) fn name_at(addr: *const u8) -> Option<String> {
    let found = object(addr.cast())?;
    // SAFETY: reads a value that the kernel has given this process.
    let headers = unsafe { libc::getauxval(libc::AT_PHDR) } as usize;
    let executable = object(std::ptr::without_provenance(headers))?;
    if found.dli_fbase == executable.dli_fbase || found.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the loader's name of the object, valid as long as the object is loaded.
    Some(unsafe { CStr::from_ptr(found.dli_fname) }.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_library_has_its_name() {
        static OURS: u8 = 1;
        let theirs = libc::getpid as *const u8;
        let name = name_at(theirs).expect("a library");
        assert!(name.contains("libc"), "{name}");
        let on_stack = 2_u8;
        for none in [&raw const OURS, &raw const on_stack, std::ptr::null()] {
            assert_eq!(name_at(none), None);
        }
    }
}
