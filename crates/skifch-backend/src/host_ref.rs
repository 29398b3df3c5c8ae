//! A safe interface to the host's services.

use crate::Error;
use skifch_abi::{HOST_PART, Host, LogLevel};
use std::ffi::{CStr, CString};
use std::fmt;
use std::str::FromStr;

/// A borrowed [`Host`] table. Copies may be kept until the domain is closed.
#[derive(Clone, Copy)]
pub struct HostRef(&'static Host);

impl HostRef {
    /// Wraps the table that was passed to `probe` or `domain_open`.
    ///
    /// # Safety
    /// `host` points to a table that lives, and whose functions may be called, until the domain is
    /// closed (for `probe`: until it returns, and no copy is kept).
    pub unsafe fn new(host: *const Host) -> Self {
        // SAFETY: the caller vouches for the table's life.
        Self(unsafe { &*host })
    }

    /// This process's rank.
    pub fn rank(&self) -> u32 {
        self.0.rank
    }

    /// Number of ranks in the job.
    pub fn job_size(&self) -> u32 {
        self.0.job_size
    }

    /// Number of ranks of the job on this host.
    pub fn local_size(&self) -> u32 {
        self.0.local_size
    }

    /// Whether the backend is one of several under a composite and need not reach every rank.
    pub fn is_part(&self) -> bool {
        // A library of an older minor version passes a shorter table.
        self.0.size > std::mem::offset_of!(Host, flags) && self.0.flags & HOST_PART != 0
    }

    /// Whether ranks share CPUs.
    pub fn oversubscribed(&self) -> bool {
        self.0.local_size > self.0.cpu_count
    }

    /// The job's random key.
    pub fn job_key(&self) -> &[u8; 16] {
        &self.0.job_key
    }

    /// A secret known only to the ranks of the job; `None` if the library is older than this field.
    pub fn job_secret(&self) -> Option<&[u8; 32]> {
        let end = std::mem::offset_of!(Host, job_secret) + 32;
        (self.0.size >= end).then_some(&self.0.job_secret)
    }

    /// Whether `rank` runs on this host.
    pub fn is_local(&self, rank: u32) -> Result<bool, Error> {
        // SAFETY: the table's functions may be called with its own `ctx` from any thread.
        match unsafe { (self.0.is_local)(self.0.ctx, rank) } {
            0 => Ok(false),
            n if n > 0 => Ok(true),
            n => {
                Err(Error::new(-n, format!("it is not known whether rank {rank} is on this host")))
            }
        }
    }

    /// The text of a parameter that the backend declared.
    pub fn param(&self, key: &CStr) -> Option<String> {
        // SAFETY: as in `is_local`; `key` is a C string.
        let value = unsafe { (self.0.param)(self.0.ctx, key.as_ptr()) };
        if value.is_null() {
            return None;
        }
        // SAFETY: a value is a C string that the host keeps.
        Some(unsafe { CStr::from_ptr(value) }.to_string_lossy().into_owned())
    }

    /// A parameter parsed as type `T`; the error names the parameter and its text.
    pub fn param_as<T: FromStr<Err: fmt::Display>>(&self, key: &CStr) -> Result<T, Error> {
        let name = key.to_string_lossy();
        let text = self
            .param(key)
            .ok_or_else(|| Error::new(libc::EINVAL, format!("setting {name} is not declared")))?;
        text.parse().map_err(|cause| {
            Error::new(libc::EINVAL, format!("setting {name}={text} is invalid: {cause}"))
        })
    }

    /// Writes a line to the log.
    pub fn log(&self, level: LogLevel, text: impl fmt::Display) {
        let line = c_text(&text.to_string());
        // SAFETY: as in `is_local`; `line` is a C string.
        unsafe { (self.0.log)(self.0.ctx, level as i32, line.as_ptr()) }
    }

    /// Reports why the current operation fails, and returns the negative errno to return from it.
    #[cold]
    pub fn fail(&self, error: &Error) -> i32 {
        // An error that was passed on has already been reported.
        if !error.text().is_empty() {
            let line = c_text(error.text());
            // SAFETY: as in `is_local`; `line` is a C string.
            unsafe { (self.0.fail)(self.0.ctx, line.as_ptr()) }
        }
        -error.errno()
    }

    /// Reports the failure of `call`, a send, receive or release of the op table, and returns its
    /// result.
    #[cold]
    pub fn fail_call(&self, call: &CStr, error: &Error) -> i32 {
        self.fail(error);
        // SAFETY: as in `is_local`; `call` is a C string.
        unsafe { (self.0.fail_call)(self.0.ctx, call.as_ptr(), error.errno()) }
    }

    /// Publishes a value for the other ranks of the job.
    pub fn kvs_put(&self, key: &str, value: &[u8]) -> Result<(), Error> {
        let key_text = c_text(key);
        // SAFETY: as in `is_local`; `value` is readable for its length.
        let rc = unsafe {
            (self.0.kvs_put)(self.0.ctx, key_text.as_ptr(), value.as_ptr().cast(), value.len())
        };
        if rc < 0 { Err(self.refused(rc, format_args!("publishing {key}"))) } else { Ok(()) }
    }

    /// Reads a value published before the last fence.
    pub fn kvs_get(&self, key: &str) -> Result<Vec<u8>, Error> {
        let key_text = c_text(key);
        let mut value = vec![0; 4096];
        // SAFETY: as in `is_local`; `value` is writable for its length.
        let len = unsafe {
            (self.0.kvs_get)(self.0.ctx, key_text.as_ptr(), value.as_mut_ptr().cast(), value.len())
        };
        let len = usize::try_from(len)
            .map_err(|_| self.refused(len as i32, format_args!("reading {key}")))?;
        value.truncate(len);
        Ok(value)
    }

    /// Waits for every rank of the job; collective.
    pub fn fence(&self) -> Result<(), Error> {
        // SAFETY: as in `is_local`.
        let rc = unsafe { (self.0.fence)(self.0.ctx) };
        if rc < 0 { Err(self.refused(rc, format_args!("waiting for all ranks"))) } else { Ok(()) }
    }

    /// The failure of a call of the table, with the library's text.
    #[cold]
    fn refused(&self, rc: i32, what: fmt::Arguments<'_>) -> Error {
        const MOST_BYTES: usize = 1000;
        // A library of an older minor version passes a shorter table.
        if self.0.size <= std::mem::offset_of!(Host, said) {
            return Error::new(-rc, format!("{what} failed"));
        }
        let mut words = vec![0; MOST_BYTES];
        // SAFETY: as in `is_local`; the buffer is writable for its length.
        let len = unsafe { (self.0.said)(self.0.ctx, words.as_mut_ptr().cast(), words.len()) };
        words.truncate(len);
        match String::from_utf8_lossy(&words).trim_end() {
            "" => Error::new(-rc, format!("{what} failed")),
            words => Error::new(-rc, format!("{what}: {words}")),
        }
    }
}

/// `text` as a C string; zero bytes, which no text of ours has, are removed.
fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}
