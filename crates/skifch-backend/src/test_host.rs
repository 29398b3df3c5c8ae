//! A host without a library, for tests: a job whose ranks are threads of one process.

use crate::errno;
use skifch_abi::{ABI_MAJOR, ABI_MINOR, HOST_PART, Host};
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::{Arc, Barrier, Mutex, PoisonError};

/// One rank of a job made of threads. Put, get and fence work between the ranks; parameters have
/// the values given here; the log goes to stderr.
pub struct TestHost {
    /// Boxed because backends keep its address.
    table: Box<Host>,
    _context: Box<Context>,
}

struct Context {
    rank: u32,
    job: Arc<Shared>,
    params: HashMap<CString, CString>,
    failed: Arc<Mutex<String>>,
}

struct Shared {
    space: Mutex<HashMap<CString, Vec<u8>>>,
    barrier: Barrier,
}

// SAFETY: the table points to the context, which it owns, and all of that is synchronised.
unsafe impl Send for TestHost {}
// SAFETY: as above.
unsafe impl Sync for TestHost {}

impl TestHost {
    /// The hosts of a job of `size` ranks, with parameters as `(key, value)`.
    pub fn job(size: u32, params: &[(&str, &str)]) -> Vec<Self> {
        let space = Mutex::default();
        let job = Arc::new(Shared { space, barrier: Barrier::new(size as usize) });
        let key = job_key();
        (0..size).map(|rank| Self::new(rank, size, key, Arc::clone(&job), params)).collect()
    }

    /// A job of one rank without parameters.
    pub fn single() -> Self {
        let space = Mutex::default();
        let job = Arc::new(Shared { space, barrier: Barrier::new(1) });
        Self::new(0, 1, job_key(), job, &[])
    }

    fn new(
        rank: u32,
        size: u32,
        job_key: [u8; 16],
        job: Arc<Shared>,
        params: &[(&str, &str)],
    ) -> Self {
        let text = |text: &str| CString::new(text).unwrap_or_default();
        let params = params.iter().map(|(key, value)| (text(key), text(value))).collect();
        let context = Box::new(Context { rank, job, params, failed: Arc::default() });
        let table = Box::new(Host {
            abi_major: ABI_MAJOR,
            abi_minor: ABI_MINOR,
            size: size_of::<Host>(),
            ctx: std::ptr::from_ref(&*context).cast_mut().cast(),
            rank,
            job_size: size,
            local_size: size,
            cpu_count: std::thread::available_parallelism().map_or(1, |n| n.get() as u32),
            job_key,
            is_local,
            param,
            log,
            fail,
            fail_call,
            kvs_put,
            kvs_get,
            fence,
            flags: 0,
            job_secret: [job_key, job_key].concat().try_into().unwrap_or_default(),
            said,
        });
        Self { table, _context: context }
    }

    /// The hosts for a backend that is one of several under a composite. Ranks for which `machine`
    /// differs have different job keys, so the backend finds nothing of the other, as if they ran
    /// on different machines; put, get and fence work between all of them.
    pub fn part_of_job(size: u32, params: &[(&str, &str)], machine: fn(u32) -> u8) -> Vec<Self> {
        let mut hosts = Self::job(size, params);
        for host in &mut hosts {
            host.table.flags |= HOST_PART;
            host.table.job_key[0] ^= machine(host.table.rank);
        }
        hosts
    }

    /// Makes both hosts report failures in one place, as in one thread of a program. To be called
    /// before a backend gets this host.
    pub fn tell_failures_with(&mut self, other: &Self) {
        self._context.failed = Arc::clone(&other._context.failed);
    }

    /// The table, valid as long as this host.
    pub fn table(&self) -> &Host {
        &self.table
    }

    /// Waits for every rank of the job.
    pub fn fence(&self) {
        self._context.job.barrier.wait();
    }

    /// The text of the last failing call.
    pub fn last_error(&self) -> String {
        self._context.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Different for every job and every process; tests need no secrecy.
fn job_key() -> [u8; 16] {
    use std::hash::{BuildHasher, RandomState};
    let random = || RandomState::new().hash_one(std::process::id());
    ((u128::from(random()) << 64) | u128::from(random())).to_ne_bytes()
}

/// # Safety
/// `ctx` is that of a live [`TestHost`].
unsafe fn of<'a>(ctx: *mut c_void) -> &'a Context {
    // SAFETY: see above.
    unsafe { &*ctx.cast::<Context>() }
}

/// # Safety
/// `text` is a C string.
unsafe fn owned(text: *const c_char) -> CString {
    // SAFETY: see above.
    unsafe { CStr::from_ptr(text) }.to_owned()
}

unsafe extern "C" fn is_local(_: *mut c_void, _: u32) -> c_int {
    1
}

unsafe extern "C" fn param(ctx: *mut c_void, key: *const c_char) -> *const c_char {
    // SAFETY: the host table's promise, here and below.
    let (context, key) = unsafe { (of(ctx), CStr::from_ptr(key)) };
    context.params.get(key).map_or(std::ptr::null(), |value| value.as_ptr())
}

unsafe extern "C" fn log(ctx: *mut c_void, level: c_int, text: *const c_char) {
    // SAFETY: the host table's promise.
    let (context, text) = unsafe { (of(ctx), owned(text)) };
    eprintln!("[{}] log {level}: {}", context.rank, text.to_string_lossy());
}

unsafe extern "C" fn fail(ctx: *mut c_void, text: *const c_char) {
    // SAFETY: the host table's promise.
    let (context, text) = unsafe { (of(ctx), owned(text)) };
    *context.failed.lock().unwrap_or_else(PoisonError::into_inner) =
        text.to_string_lossy().into_owned();
}

unsafe extern "C" fn fail_call(ctx: *mut c_void, call: *const c_char, error: c_int) -> c_int {
    // SAFETY: the host table's promise.
    let (context, call) = unsafe { (of(ctx), owned(call)) };
    let mut failed = context.failed.lock().unwrap_or_else(PoisonError::into_inner);
    *failed = format!("{}: {failed}", call.to_string_lossy());
    errno::set(error);
    -1
}

unsafe extern "C" fn said(ctx: *mut c_void, text: *mut c_char, capacity: usize) -> usize {
    // SAFETY: the host table's promise.
    let words = unsafe { of(ctx) }.failed.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: as above: `text` is writable for `capacity` bytes.
    unsafe { text.copy_from_nonoverlapping(words.as_ptr().cast(), words.len().min(capacity)) };
    words.len()
}

unsafe extern "C" fn kvs_put(
    ctx: *mut c_void,
    key: *const c_char,
    value: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: the host table's promise: `value` is readable for `len` bytes.
    let (context, key, value) =
        unsafe { (of(ctx), owned(key), std::slice::from_raw_parts(value.cast::<u8>(), len)) };
    let mut space = context.job.space.lock().unwrap_or_else(PoisonError::into_inner);
    if space.insert(key, value.to_vec()).is_some() {
        // Launchers reject a second put of a key, so tests do too.
        return -libc::EEXIST;
    }
    0
}

unsafe extern "C" fn kvs_get(
    ctx: *mut c_void,
    key: *const c_char,
    value: *mut c_void,
    capacity: usize,
) -> isize {
    // SAFETY: the host table's promise.
    let (context, key) = unsafe { (of(ctx), CStr::from_ptr(key)) };
    let space = context.job.space.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(found) = space.get(key) else { return -libc::ENOENT as isize };
    if found.len() > capacity {
        return -libc::EMSGSIZE as isize;
    }
    // SAFETY: `value` is writable for `capacity` bytes, of which we need no more.
    unsafe { value.cast::<u8>().copy_from_nonoverlapping(found.as_ptr(), found.len()) };
    found.len() as isize
}

unsafe extern "C" fn fence(ctx: *mut c_void) -> c_int {
    // SAFETY: the host table's promise.
    unsafe { of(ctx) }.job.barrier.wait();
    0
}
