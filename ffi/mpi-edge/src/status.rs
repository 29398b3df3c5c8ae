//! Statuses as the edge has them; each C library has its own layout.

use crate::codes;
use libc::c_int;
use skifch_mpi::error::Error;
use skifch_mpi::p2p;

/// The fields stored in every layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// The sender's rank, or `MPI_ANY_SOURCE` where nothing was received.
    pub source: c_int,
    /// The tag, or `MPI_ANY_TAG`.
    pub tag: c_int,
    /// The error, set by calls that complete several requests.
    pub error: c_int,
    /// Bytes received.
    pub bytes: i64,
    /// Whether the operation was cancelled.
    pub is_cancelled: bool,
}

impl From<p2p::Status> for Status {
    #[inline(always)]
    fn from(status: p2p::Status) -> Self {
        Self {
            source: status.source,
            tag: status.tag,
            error: codes::of_class(status.error),
            bytes: status.bytes as i64,
            is_cancelled: status.is_cancelled,
        }
    }
}

impl Status {
    /// A status set by the program, as the engine has it. The error of an operation is not part of
    /// it.
    pub(crate) fn for_engine(self) -> p2p::Status {
        p2p::Status {
            source: self.source,
            tag: self.tag,
            bytes: self.bytes as u64,
            is_cancelled: self.is_cancelled,
            ..p2p::Status::EMPTY
        }
    }
}

/// The status layout of a binary interface.
pub trait Layout: Copy + From<Status> {
    /// The address that, beside NULL, means that the status is ignored.
    const IGNORE: usize;

    /// Stores all fields except the error, which calls that complete one operation leave unchanged.
    ///
    /// # Safety
    /// `at` is writable.
    unsafe fn store(at: *mut Self, status: &Status);
}

/// The destination of a status or of an array of statuses; null if they are ignored.
#[derive(Clone, Copy, Debug)]
pub struct StatusAt<S>(*mut S);

impl<S: Layout> StatusAt<S> {
    /// A destination for statuses at `base`.
    pub fn new(base: *mut S) -> Self {
        Self(base)
    }

    /// Whether the status is ignored.
    #[inline(always)]
    pub fn is_ignored(&self) -> bool {
        self.0.is_null() || self.0.addr() == S::IGNORE
    }

    /// Stores a status except its error field, which single completions leave unchanged.
    ///
    /// # Safety
    /// There is room for it, or it is ignored.
    #[inline(always)]
    pub unsafe fn set(&self, status: p2p::Status) {
        if !self.is_ignored() {
            // SAFETY: the caller's promise.
            unsafe { S::store(self.0, &status.into()) }
        }
    }

    /// Stores the empty status, including its error field.
    ///
    /// # Safety
    /// There is room for it, or it is ignored.
    pub unsafe fn set_empty(&self) {
        // SAFETY: the caller's promise.
        unsafe { self.set_at(0, p2p::Status::EMPTY) }
    }

    /// The result of a call that completes one operation. The status of an operation that failed
    /// is stored here; an error of the call itself has none.
    ///
    /// # Safety
    /// As for [`set`](Self::set).
    #[inline(always)]
    pub unsafe fn of<T>(&self, done: Result<T, Error>) -> Result<T, Error> {
        // SAFETY: the caller's promise.
        done.inspect_err(|error| unsafe { self.set_failed(error) })
    }

    #[cold]
    unsafe fn set_failed(&self, error: &Error) {
        if let Some(status) = error.status() {
            // SAFETY: the caller's promise.
            unsafe { self.set(status) };
        }
    }

    /// Stores one of several statuses, with the code of its error.
    ///
    /// # Safety
    /// As for [`set_at`](Self::set_at).
    #[cold]
    pub unsafe fn set_failed_at(&self, at: usize, status: p2p::Status, error: &Error) {
        if !self.is_ignored() {
            let status = Status { error: codes::of_error(error), ..status.into() };
            // SAFETY: the caller's promise.
            unsafe { self.0.add(at).write(status.into()) }
        }
    }

    /// Stores one of several statuses, including its error field.
    ///
    /// # Safety
    /// There is room for more than `at` statuses, or they are ignored.
    pub unsafe fn set_at(&self, at: usize, status: p2p::Status) {
        if !self.is_ignored() {
            // SAFETY: the caller's promise.
            unsafe { self.0.add(at).write(Status::from(status).into()) }
        }
    }
}
