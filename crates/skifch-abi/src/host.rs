//! The services that the library offers a backend.

use core::ffi::{c_char, c_int, c_void};

/// The severity of a log line.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Something failed, and the program is affected.
    Error = 0,
    /// Something works worse than it should.
    Warn = 1,
    /// What was chosen, and why.
    Info = 2,
    /// Single steps, for debugging.
    Debug = 3,
}

/// `skifch_param_v1`: one setting of a backend, read from `SKIFCH_<BACKEND>_<KEY>`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The key in upper case.
    pub key: *const c_char,
    /// The value if it is not set, as text.
    pub default: *const c_char,
    /// One line of description, with the unit.
    pub help: *const c_char,
}

// SAFETY: a `Param` is three pointers to constant strings that live as long as the plugin.
unsafe impl Sync for Param {}

/// The backend is one of several in a composite. It need not reach every rank, and reports with
/// `reach` which ranks it reaches.
pub const HOST_PART: u64 = 1 << 0;

/// `skifch_host_v1`: services for a backend. `ctx` is passed back to every function. The table and
/// the strings in it stay valid until the domain is closed. Functions may be called from any
/// thread, but `kvs_*` and `fence` only inside `domain_open`, `domain_close` and the calls that
/// create segments.
#[repr(C)]
pub struct Host {
    /// [`crate::ABI_MAJOR`] of the library.
    pub abi_major: u32,
    /// [`crate::ABI_MINOR`] of the library.
    pub abi_minor: u32,
    /// Size of this struct in the library's version.
    pub size: usize,
    /// The library's context; the first argument of each function below.
    pub ctx: *mut c_void,
    /// This process's rank in the job.
    pub rank: u32,
    /// Ranks in the job.
    pub job_size: u32,
    /// Ranks of this job on this host.
    pub local_size: u32,
    /// CPUs this process may use; if fewer than `local_size`, ranks share CPUs.
    pub cpu_count: u32,
    /// 128 random bits shared by the ranks of the job; not secret.
    pub job_key: [u8; 16],
    /// Whether `rank` runs on this host: 1 or 0, or a negative errno.
    pub is_local: unsafe extern "C" fn(ctx: *mut c_void, rank: u32) -> c_int,
    /// Returns the value of a setting of this backend, or its default; null if it is not declared.
    pub param: unsafe extern "C" fn(ctx: *mut c_void, key: *const c_char) -> *const c_char,
    /// Writes a line to the log.
    pub log: unsafe extern "C" fn(ctx: *mut c_void, level: c_int, text: *const c_char),
    /// Sets the calling thread's error message for the operation that is about to fail.
    pub fail: unsafe extern "C" fn(ctx: *mut c_void, text: *const c_char),
    /// Completes a failure of `send`, `recv` or `recv_comp` after `fail`: prefixes the message with
    /// the name of the call, sets errno to `error`, and returns the -1 that the function is to
    /// return.
    pub fail_call:
        unsafe extern "C" fn(ctx: *mut c_void, call: *const c_char, error: c_int) -> c_int,
    /// Publishes `value` under `key` to all ranks; it is visible after the next `fence`.
    pub kvs_put: unsafe extern "C" fn(
        ctx: *mut c_void,
        key: *const c_char,
        value: *const c_void,
        len: usize,
    ) -> c_int,
    /// Reads a value that a rank published before the last `fence`. Returns its length, or a
    /// negative errno if there is no such value or it does not fit into `capacity`.
    pub kvs_get: unsafe extern "C" fn(
        ctx: *mut c_void,
        key: *const c_char,
        value: *mut c_void,
        capacity: usize,
    ) -> isize,
    /// Waits until every rank of the job has called it.
    pub fence: unsafe extern "C" fn(ctx: *mut c_void) -> c_int,
    /// [`HOST_PART`]. Since minor version 1.
    pub flags: u64,
    /// 256 random bits for authentication, known only to the ranks of the job as far as the
    /// launcher can keep them secret. (`job_key` may be part of names that others can see.)
    pub job_secret: [u8; 32],
    /// Why the last call of this table by this thread failed: writes the first `capacity` bytes of
    /// the message to `text`, without a terminating zero, and returns the length of all of it.
    pub said: unsafe extern "C" fn(ctx: *mut c_void, text: *mut c_char, capacity: usize) -> usize,
}

// SAFETY: the table is read-only, and its functions may be called from any thread (see there).
unsafe impl Send for Host {}
// SAFETY: as above.
unsafe impl Sync for Host {}
