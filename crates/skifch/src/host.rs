//! The services table that a backend gets.

use crate::{Error, cpus, error, log};
use skifch_abi::{ABI_MAJOR, ABI_MINOR, HOST_PART, Host, LogLevel};
use skifch_backend::blocked;
use skifch_boot::{Aborter, Boot, BootError, BootErrorKind};
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all tables of a process share: who we are, and the way to the other ranks.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) rank: u32,
    pub(crate) job_size: u32,
    pub(crate) job_key: [u8; 16],
    pub(crate) job_secret: [u8; 32],
    /// The ranks of this host, ascending; `None` where the launcher does not tell.
    pub(crate) local: Option<Arc<[u32]>>,
    /// Gone after the job is over. Held by a thread for as long as it waits for the launcher.
    pub(crate) boot: Arc<Mutex<Option<Boot>>>,
    pub(crate) aborter: Aborter,
}

impl Services {
    /// A process alone that has joined nothing, for looking at backends. Its key is its own, for
    /// two may look at once.
    pub(crate) fn alone() -> Self {
        let boot = Boot::alone();
        Self {
            rank: 0,
            job_size: 1,
            job_key: skifch_backend::random().unwrap_or_default(),
            job_secret: [0; 32],
            local: Some(Arc::from([0])),
            aborter: boot.aborter(),
            boot: Arc::new(Mutex::new(Some(boot))),
        }
    }

    /// Whether some rank is known to be on another host.
    pub(crate) fn has_far_ranks(&self) -> bool {
        self.local.as_ref().is_some_and(|local| (local.len() as u32) < self.job_size)
    }

    pub(crate) fn boot(&self) -> MutexGuard<'_, Option<Boot>> {
        self.boot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn with_boot<T>(
        &self,
        call: impl FnOnce(&mut Boot) -> Result<T, BootError>,
    ) -> Result<T, Error> {
        let mut boot = self.boot();
        let boot = boot
            .as_mut()
            .ok_or_else(|| Error::new(libc::ESHUTDOWN, "this process has left its job"))?;
        call(boot).map_err(|error| from_boot(&error))
    }

    /// Waits for all ranks; networks are served meanwhile.
    pub(crate) fn fence(&self) -> Result<(), Error> {
        blocked(|| self.with_boot(Boot::fence))
    }
}

/// An error of start-up with the errno of its kind.
pub(crate) fn from_boot(error: &BootError) -> Error {
    let errno = match error.kind() {
        BootErrorKind::Environment | BootErrorKind::Argument => libc::EINVAL,
        BootErrorKind::ForeignLauncher => libc::EPROTONOSUPPORT,
        BootErrorKind::Timeout => libc::ETIMEDOUT,
        BootErrorKind::Connection => libc::ECONNRESET,
        BootErrorKind::Protocol => libc::EPROTO,
        BootErrorKind::NoSuchKey => libc::ENOENT,
        BootErrorKind::Unknown => libc::ENODATA,
    };
    Error::new(errno, error.to_string())
}

/// A table for one backend, with that backend's settings.
pub(crate) struct HostTable {
    /// Boxed, since backends keep its address.
    table: Box<Host>,
    /// What `table.ctx` points to.
    context: Box<Context>,
}

struct Context {
    services: Services,
    params: HashMap<CString, CString>,
    /// Whether the backend has looked at the text after the colon.
    has_read_args: AtomicBool,
}

// SAFETY: the table points to its own context, all of which is constant or synchronised.
unsafe impl Send for HostTable {}
// SAFETY: as above.
unsafe impl Sync for HostTable {}

impl HostTable {
    /// A table with these settings, for a backend that is one of several under a composite.
    pub(crate) fn of_part(services: &Services, params: HashMap<CString, CString>) -> Self {
        let mut host = Self::new(services, params);
        host.table.flags |= HOST_PART;
        host
    }

    /// A table with these settings.
    pub(crate) fn new(services: &Services, params: HashMap<CString, CString>) -> Self {
        let context = Box::new(Context {
            services: services.clone(),
            params,
            has_read_args: AtomicBool::new(false),
        });
        let table = Box::new(Host {
            abi_major: ABI_MAJOR,
            abi_minor: ABI_MINOR,
            size: size_of::<Host>(),
            ctx: std::ptr::from_ref(&*context).cast_mut().cast(),
            rank: services.rank,
            job_size: services.job_size,
            local_size: services.local.as_ref().map_or(1, |local| local.len() as u32),
            cpu_count: cpus::count(),
            job_key: services.job_key,
            is_local,
            param,
            log: log_line,
            fail,
            fail_call,
            kvs_put,
            kvs_get,
            fence,
            flags: 0,
            job_secret: services.job_secret,
            said,
        });
        Self { table, context }
    }

    /// Whether the backend has looked at the text after the colon: it takes arguments.
    pub(crate) fn has_read_args(&self) -> bool {
        self.context.has_read_args.load(Relaxed)
    }

    /// The table, valid as long as this value.
    pub(crate) fn table(&self) -> &Host {
        &self.table
    }
}

/// # Safety
/// `ctx` is that of a live [`HostTable`].
unsafe fn of<'a>(ctx: *mut c_void) -> &'a Context {
    // SAFETY: see above.
    unsafe { &*ctx.cast::<Context>() }
}

/// # Safety
/// `text` is null or a C string.
unsafe fn text_of(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not null, so a C string.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Keeps the words of a failure and gives its number.
fn refuse(error: &Error) -> c_int {
    error::said(error.text());
    -error.errno()
}

unsafe extern "C" fn is_local(ctx: *mut c_void, rank: u32) -> c_int {
    // SAFETY: the host table's promise, here and in the functions below.
    let services = &unsafe { of(ctx) }.services;
    match &services.local {
        Some(local) => c_int::from(local.binary_search(&rank).is_ok()),
        None if rank == services.rank => 1,
        None => -libc::ENODATA,
    }
}

unsafe extern "C" fn param(ctx: *mut c_void, key: *const c_char) -> *const c_char {
    if key.is_null() {
        return std::ptr::null();
    }
    // SAFETY: the host table's promise; the key is a C string.
    let (context, key) = unsafe { (of(ctx), CStr::from_ptr(key)) };
    if key == c"ARGS" {
        context.has_read_args.store(true, Relaxed);
    }
    context.params.get(key).map_or(std::ptr::null(), |value| value.as_ptr())
}

unsafe extern "C" fn log_line(_ctx: *mut c_void, level: c_int, text: *const c_char) {
    let level = match level {
        0 => LogLevel::Error,
        1 => LogLevel::Warn,
        2 => LogLevel::Info,
        _ => LogLevel::Debug,
    };
    // SAFETY: the host table's promise.
    log::line(level, &unsafe { text_of(text) });
}

unsafe extern "C" fn fail(_ctx: *mut c_void, text: *const c_char) {
    // SAFETY: the host table's promise.
    error::said(&unsafe { text_of(text) });
}

unsafe extern "C" fn fail_call(_ctx: *mut c_void, call: *const c_char, errno: c_int) -> c_int {
    // SAFETY: the host table's promise.
    error::fail_call(&unsafe { text_of(call) }, errno)
}

unsafe extern "C" fn said(_ctx: *mut c_void, text: *mut c_char, capacity: usize) -> usize {
    let words = error::words();
    if !text.is_null() {
        // SAFETY: the host table's promise: `text` is writable for `capacity` bytes.
        unsafe { text.copy_from_nonoverlapping(words.as_ptr().cast(), words.len().min(capacity)) };
    }
    words.len()
}

unsafe extern "C" fn kvs_put(
    ctx: *mut c_void,
    key: *const c_char,
    value: *const c_void,
    len: usize,
) -> c_int {
    if value.is_null() && len > 0 {
        return refuse(&Error::new(libc::EINVAL, "kvs_put: value is null"));
    }
    // SAFETY: the host table's promise: `value` is readable for `len` bytes.
    let (context, key) = unsafe { (of(ctx), text_of(key)) };
    let value = match len {
        0 => &[][..],
        // SAFETY: as above, and not null.
        _ => unsafe { std::slice::from_raw_parts(value.cast::<u8>(), len) },
    };
    context.services.with_boot(|boot| boot.put(&key, value)).map_or_else(|e| refuse(&e), |()| 0)
}

unsafe extern "C" fn kvs_get(
    ctx: *mut c_void,
    key: *const c_char,
    value: *mut c_void,
    capacity: usize,
) -> isize {
    // SAFETY: the host table's promise.
    let (context, key) = unsafe { (of(ctx), text_of(key)) };
    let found = match context.services.with_boot(|boot| boot.get(&key)) {
        Ok(found) => found,
        Err(error) => return refuse(&error) as isize,
    };
    if found.len() > capacity || value.is_null() {
        let text =
            format!("{key} has {} bytes, but there is only room for {capacity}", found.len());
        return refuse(&Error::new(libc::EMSGSIZE, text)) as isize;
    }
    // SAFETY: `value` is writable for `capacity` bytes, of which we need no more.
    unsafe { value.cast::<u8>().copy_from_nonoverlapping(found.as_ptr(), found.len()) };
    found.len() as isize
}

unsafe extern "C" fn fence(ctx: *mut c_void) -> c_int {
    // SAFETY: the host table's promise.
    let services = &unsafe { of(ctx) }.services;
    services.fence().map_or_else(|error| refuse(&error), |()| 0)
}
