//! What the library gives a backend: the services table.

use core::ffi::{c_char, c_int, c_void};

/// How grave a log line is.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Something failed and the program will notice.
    Error = 0,
    /// Something is worse than it should be.
    Warn = 1,
    /// What was chosen and why.
    Info = 2,
    /// Steps, for finding faults.
    Debug = 3,
}

/// `skifch_param_v1`: one setting of a backend, read from `SKIFCH_<BACKEND>_<KEY>`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The key in upper case.
    pub key: *const c_char,
    /// The value when it is not set, as text.
    pub default: *const c_char,
    /// What it does, with its unit, in one line.
    pub help: *const c_char,
}

// SAFETY: a `Param` is three pointers to constant strings that live as long as the plugin.
unsafe impl Sync for Param {}

/// The backend is one of several under a composite: it need not reach every rank, and says which it
/// reaches with `reach`.
pub const HOST_PART: u64 = 1 << 0;

/// `skifch_host_v1`: services for a backend. `ctx` is passed back to every function. The table and
/// the strings in it live until the domain is closed. Functions may be called from any thread,
/// but `kvs_*` and `fence` only inside `domain_open`, `seg_open` and `domain_close`.
#[repr(C)]
pub struct Host {
    /// [`crate::ABI_MAJOR`] of the library.
    pub abi_major: u32,
    /// [`crate::ABI_MINOR`] of the library.
    pub abi_minor: u32,
    /// Bytes of this struct.
    pub size: usize,
    /// For the library's use; the first argument of each function below.
    pub ctx: *mut c_void,
    /// This process's rank in the job.
    pub rank: u32,
    /// Ranks in the job.
    pub job_size: u32,
    /// Ranks of this job on this host.
    pub local_size: u32,
    /// CPUs this process may run on; fewer than `local_size` means that ranks share CPUs.
    pub cpu_count: u32,
    /// 128 random bits that every rank of the job knows and nobody else needs to.
    pub job_key: [u8; 16],
    /// Whether `rank` runs on this host: 1, 0, or a negative errno.
    pub is_local: unsafe extern "C" fn(ctx: *mut c_void, rank: u32) -> c_int,
    /// The value of a setting of this backend, or its default; null if it was never declared.
    pub param: unsafe extern "C" fn(ctx: *mut c_void, key: *const c_char) -> *const c_char,
    /// Writes a line of log.
    pub log: unsafe extern "C" fn(ctx: *mut c_void, level: c_int, text: *const c_char),
    /// Sets the error text of the calling thread for the operation that is about to fail.
    pub fail: unsafe extern "C" fn(ctx: *mut c_void, text: *const c_char),
    /// Ends a call of `send`, `recv` or `recv_comp` whose reason was said: puts the call's name in
    /// front of it, sets errno to `error`, and gives the -1 that the call answers.
    pub fail_call:
        unsafe extern "C" fn(ctx: *mut c_void, call: *const c_char, error: c_int) -> c_int,
    /// Publishes `value` under `key` for the job; visible after the next `fence`.
    pub kvs_put: unsafe extern "C" fn(
        ctx: *mut c_void,
        key: *const c_char,
        value: *const c_void,
        len: usize,
    ) -> c_int,
    /// Reads what some rank published before the last `fence`. Gives the length; negative errno if
    /// it is not there or does not fit into `capacity`.
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
    /// 256 random bits to authenticate with: known to the ranks of the job alone, as well as the
    /// launcher can keep it, while `job_key` may be part of names that others see.
    pub job_secret: [u8; 32],
    /// Why the last call of this table by this thread failed: writes the first `capacity` bytes of
    /// the words to `text`, without a zero, and gives the number of all.
    pub said: unsafe extern "C" fn(ctx: *mut c_void, text: *mut c_char, capacity: usize) -> usize,
}

// SAFETY: the table is read-only, and its functions may be called from any thread (see there).
unsafe impl Send for Host {}
// SAFETY: as above.
unsafe impl Sync for Host {}
