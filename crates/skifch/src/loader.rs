//! Loading a backend from a shared object.

use crate::Error;
use skifch_abi::{ABI_MAJOR, Host, PLUGIN_SYMBOL, Plugin, PluginEntry};
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::path::Path;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

/// Not in libloading: keeps the object mapped, because handles to its functions are never freed.
const RTLD_NODELETE: i32 = libc::RTLD_NODELETE;

/// The bytes up to and including `size`, which every table has.
const HEAD_BYTES: usize = std::mem::offset_of!(Plugin, size) + size_of::<usize>();

/// Loads the object at `path` and returns its validated table, valid for the life of the process.
///
/// # Errors
/// Why it is not a plugin that this library can use.
pub(crate) fn load(path: &Path, host: &Host) -> Result<&'static Plugin, Error> {
    let bad = |why: String| Error::new(libc::ELIBBAD, why);
    // The dynamic loader would block on a FIFO until somebody writes to it.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(bad("it cannot be loaded: it is not a regular file".to_owned()));
    }
    // SAFETY: running a plugin's initialisers is what loading a plugin means; who may choose the
    // file is decided by the registry.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) }
        .map_err(|error| bad(format!("it cannot be loaded: {error}")))?;
    // SAFETY: the symbol's name carries the version of its type.
    let entry = unsafe { library.get::<PluginEntry>(PLUGIN_SYMBOL.to_bytes_with_nul()) }
        .map_err(|_| bad(format!("it does not export {}", PLUGIN_SYMBOL.to_string_lossy())))?;
    // SAFETY: `host` lives through the call, which is all that the entry may use it for.
    let theirs = unsafe { entry(host) };
    // Stays mapped (RTLD_NODELETE); closing would only decrement a count.
    std::mem::forget(library);
    if theirs.is_null() {
        return Err(bad("it refuses to work with this library".to_owned()));
    }
    // SAFETY: a plugin gives a table that lives until the process ends.
    unsafe { adopt(theirs) }.map_err(bad)
}

/// A full-size copy of a table that may be of an older or newer minor version.
///
/// # Safety
/// `theirs` points to a table whose `size` tells how many bytes are readable.
unsafe fn adopt(theirs: *const Plugin) -> Result<&'static Plugin, String> {
    // SAFETY: every version of the table starts with these.
    let (major, minor, size) =
        unsafe { ((*theirs).abi_major, (*theirs).abi_minor, (*theirs).size) };
    if major != ABI_MAJOR {
        return Err(format!(
            "it was built for version {major}.{minor} of the plugin interface, but this library \
             supports {ABI_MAJOR}: rebuild it"
        ));
    }
    if size < HEAD_BYTES {
        return Err(format!("its table has {size} bytes, fewer than any version of the table"));
    }
    let ours = Box::leak(Box::new(MaybeUninit::<Plugin>::zeroed())).as_mut_ptr();
    let count = size.min(size_of::<Plugin>());
    // SAFETY: `count` bytes are readable there and writable here; the rest stays zero, which is
    // null.
    unsafe { theirs.cast::<u8>().copy_to_nonoverlapping(ours.cast(), count) };
    // SAFETY: `ours` has the full size.
    let missing = unsafe { Plugin::missing(ours) };
    if !missing.is_empty() {
        return Err(format!("its table lacks {}", missing.join(", ")));
    }
    // SAFETY: no required entry is null, and every other field may be zero.
    let table = unsafe { &mut *ours };
    table.size = size_of::<Plugin>();
    check_names(table)?;
    Ok(table)
}

fn check_names(table: &mut Plugin) -> Result<(), String> {
    if table.name.is_null() {
        return Err("its table has no name".to_owned());
    }
    // SAFETY: not null, so a C string.
    let name = unsafe { CStr::from_ptr(table.name) }.to_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'_';
    if name.is_empty() || !name.iter().all(is_plain) {
        let name = String::from_utf8_lossy(name);
        return Err(format!("its name, {name:?}, has characters other than a-z, 0-9 and _"));
    }
    if table.params.is_null() && table.param_count > 0 {
        return Err(format!("it declares {} settings, but lists none", table.param_count));
    }
    for text in [&mut table.version, &mut table.about] {
        if text.is_null() {
            *text = c"".as_ptr();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> Plugin {
        *skifch_backend::table::<skifch_backend::loopback::Loopback>()
    }

    #[test]
    fn a_table_of_an_older_minor_version_lacks_its_last_entries() {
        let mut table = ours();
        table.get = None;
        table.size = std::mem::offset_of!(Plugin, stats);
        // SAFETY: the size is less than the table has.
        let adopted = unsafe { adopt(&raw const table) }.unwrap();
        assert!(adopted.stats.is_none() && adopted.arm.is_some());
        assert_eq!(adopted.size, size_of::<Plugin>());
    }

    #[test]
    fn what_cannot_work_is_refused_with_words() {
        let refused = |table: Plugin| {
            // SAFETY: the table claims no more bytes than it has.
            unsafe { adopt(&raw const table) }.err().unwrap_or_default()
        };
        assert!(refused(Plugin { abi_major: 2, ..ours() }).contains("version 2."));
        assert!(refused(Plugin { size: 8, ..ours() }).contains("8 bytes"));
        let cut = std::mem::offset_of!(Plugin, recv);
        let lacks = refused(Plugin { size: cut, ..ours() });
        assert!(lacks.contains("recv, recv_comp, send_ex"), "{lacks}");
        assert!(refused(Plugin { name: std::ptr::null(), ..ours() }).contains("no name"));
        assert!(refused(Plugin { name: c"Loop".as_ptr(), ..ours() }).contains("Loop"));
        let counts = Plugin { params: std::ptr::null(), param_count: 3, ..ours() };
        assert!(refused(counts).contains("3 settings"));
    }

    #[test]
    fn a_file_that_is_no_plugin_is_refused_with_words() {
        let services = crate::host::Services::alone();
        let host = crate::host::HostTable::new(&services, Default::default());
        let refused = |path: &str| load(Path::new(path), host.table()).err().map(|e| e.to_string());
        assert!(refused("/nonexistent.so").unwrap().contains("cannot be loaded"));
        assert!(refused("libc.so.6").unwrap().contains("skifch_plugin_v1"));
        assert!(refused("/").unwrap().contains("not a regular file"));
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe");
        let name = std::ffi::CString::new(pipe.to_str().unwrap()).unwrap();
        // SAFETY: a C string and a number.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        assert!(refused(pipe.to_str().unwrap()).unwrap().contains("not a regular file"));
    }
}
