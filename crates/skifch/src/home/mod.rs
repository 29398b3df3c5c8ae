//! Process-wide state that exists once, however many copies of this library are in the process: the
//! job, and the last error message of each thread.
//!
//! `libskifch`, `libmpi_abi` and `libsma` each contain this code, and a program may load all three.
//! The copy that is used first becomes the process's *home*: it joins the job and keeps the
//! messages; the other copies reach it through this table. Channels and segments use the op table
//! of the home's network directly, so a message costs the same from every copy.

mod entries;
mod mover;
mod symbol;

pub use mover::{
    Flush, Moved, Mover, NOT_ACTIVE, NOT_HERE, flush_others, move_others, others_are_active,
    set_flush, set_mover,
};

use crate::Error;
use skifch_abi::{ABI_MAJOR, ABI_MINOR, Plugin};
use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire};

/// Incremented when the table, or what its functions return, changes.
const LAYOUT: u32 = (ABI_MAJOR << 16) | (ABI_MINOR << 8) | 7;

/// The table of a home. Its functions return 0 or a negative errno with a message, and may be
/// called from any thread.
#[repr(C)]
pub(crate) struct Home {
    layout: u32,
    /// The version of the package, for the error message.
    version: Bytes,
    /// Joins the job, or takes another reference to it. The result is valid until `leave`.
    pub(crate) join: unsafe extern "C" fn(*mut Parts) -> c_int,
    /// Returns a reference; the last one leaves the job.
    pub(crate) leave: unsafe extern "C" fn(job: *const c_void) -> c_int,
    pub(crate) fence: unsafe extern "C" fn(job: *const c_void) -> c_int,
    pub(crate) put: unsafe extern "C" fn(job: *const c_void, key: Bytes, value: Bytes) -> c_int,
    pub(crate) get: unsafe extern "C" fn(job: *const c_void, key: Bytes, found: Sink) -> c_int,
    pub(crate) abort: unsafe extern "C" fn(job: *const c_void, code: c_int, words: Bytes) -> !,
    /// Stores the reason that a backend gives for the operation that it is about to fail.
    pub(crate) said: unsafe extern "C" fn(Bytes),
    /// Retrieves that reason, and removes it if `take` is not 0.
    pub(crate) what_was_said: unsafe extern "C" fn(take: c_int, found: Sink),
    pub(crate) set_last: unsafe extern "C" fn(Bytes),
    pub(crate) last: unsafe extern "C" fn() -> *const c_char,
    pub(crate) set_mover: extern "C" fn(Mover),
    pub(crate) move_others: extern "C" fn() -> c_int,
    pub(crate) set_flush: extern "C" fn(Option<Flush>),
    pub(crate) flush_others: extern "C" fn() -> c_int,
}

/// A joined job, as every copy sees it.
#[repr(C)]
pub(crate) struct Parts {
    pub(crate) job: *const c_void,
    pub(crate) table: *const Plugin,
    pub(crate) domain: *mut c_void,
    pub(crate) rank: u32,
    pub(crate) size: u32,
    /// The ranks of this host, ascending; empty if the launcher does not provide them.
    pub(crate) local: *const u32,
    pub(crate) local_count: usize,
    /// The host number of each rank; null if the launcher does not provide it.
    pub(crate) node_of: *const u32,
    pub(crate) is_crowded: c_int,
    /// The index of the program of this rank, and how many processes the launcher has places for;
    /// negative if the launcher does not provide it.
    pub(crate) appnum: c_int,
    pub(crate) universe_size: c_int,
    /// The process's fork count when the job was joined, and the current one.
    pub(crate) forks_then: u32,
    pub(crate) forks: *const AtomicU32,
    pub(crate) backend: Bytes,
}

/// Bytes that are valid for the duration of the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    start: *const u8,
    len: usize,
}

// SAFETY: like the slice that it came from; `get` asks that it is still there.
unsafe impl Sync for Bytes {}

/// A destination for bytes: a function that is called with them.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Sink {
    write: unsafe extern "C" fn(*mut c_void, Bytes),
    to: *mut c_void,
}

impl Bytes {
    pub(crate) const fn of(bytes: &[u8]) -> Self {
        Self { start: bytes.as_ptr(), len: bytes.len() }
    }

    /// # Safety
    /// What it was made of is still valid, for as long as the result is used.
    pub(crate) unsafe fn get<'a>(self) -> &'a [u8] {
        // SAFETY: made of a slice, which is there.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }

    /// # Safety
    /// As [`get`](Self::get).
    pub(crate) unsafe fn text<'a>(self) -> std::borrow::Cow<'a, str> {
        // SAFETY: our caller's promise.
        String::from_utf8_lossy(unsafe { self.get() })
    }
}

impl Sink {
    /// Appends the bytes to `to`. The sink must be used before `to` is accessed again.
    pub(crate) fn into(to: &mut Vec<u8>) -> Self {
        unsafe extern "C" fn write(to: *mut c_void, bytes: Bytes) {
            // SAFETY: `to` is the vector of the line below; the bytes are there during the call.
            unsafe { (*to.cast::<Vec<u8>>()).extend_from_slice(bytes.get()) }
        }
        Self { write, to: std::ptr::from_mut(to).cast() }
    }

    /// # Safety
    /// The destination that it was made of is still valid.
    pub(crate) unsafe fn write(self, bytes: &[u8]) {
        // SAFETY: our caller's promise.
        unsafe { (self.write)(self.to, Bytes::of(bytes)) }
    }
}

/// The home of this process; this copy becomes it if there is none. A home with another layout is
/// not used: this copy keeps its own messages, and [`matching`] fails.
pub(crate) fn home() -> &'static Home {
    static FOUND: OnceLock<&Home> = OnceLock::new();
    FOUND.get_or_init(|| matching().unwrap_or(&entries::HERE))
}

/// The home of this process.
///
/// # Errors
/// `ELIBBAD` if it belongs to another version of the library.
pub(crate) fn matching() -> Result<&'static Home, Error> {
    let mine = std::ptr::from_ref(&entries::HERE).cast_mut();
    let null = std::ptr::null_mut();
    // SYNC process-home: publishes this home; pairs with the acquire below.
    // SYNC process-home: the failure order acquires the home of who came first.
    let found = match symbol::place().compare_exchange(null, mine, AcqRel, Acquire) {
        Ok(_) => mine,
        Err(found) => found,
    };
    // SAFETY: only homes are written down, each a constant of an object that is never unloaded.
    // The first two fields are the same in every layout.
    let found = unsafe { &*found };
    if found.layout == LAYOUT {
        return Ok(found);
    }
    // SAFETY: a constant text.
    let theirs = unsafe { found.version.text() };
    let text = format!(
        "two versions of SkifCh are loaded in this process, {theirs} (layout {:#x}) and {} \
         (layout {LAYOUT:#x}): all its libraries must come from one installation",
        found.layout,
        env!("CARGO_PKG_VERSION"),
    );
    Err(Error::new(libc::ELIBBAD, text))
}
