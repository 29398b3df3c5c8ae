//! What was received, as the edge has it; each C library has a layout of its own.

use crate::codes;
use libc::c_int;
use skifch_mpi::p2p;

/// The fields that every layout keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// The sender's rank, or `MPI_ANY_SOURCE` where nothing was received.
    pub source: c_int,
    /// The tag, or `MPI_ANY_TAG`.
    pub tag: c_int,
    /// The error, in calls that complete several.
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
    /// What a program has set, as the engine has it. The error of an operation is not in here.
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

/// The status of a binary interface.
pub trait Layout: Copy + From<Status> {
    /// The address that says that nobody wants it, beside NULL.
    const IGNORE: usize;

    /// Stores all but the error, which calls that complete one operation leave alone.
    ///
    /// # Safety
    /// `at` is writable.
    unsafe fn store(at: *mut Self, status: &Status);
}

/// Where a status, or an array of them, goes; null where nobody wants it.
#[derive(Clone, Copy, Debug)]
pub struct StatusAt<S>(*mut S);

impl<S: Layout> StatusAt<S> {
    /// A place for statuses at `base`.
    pub fn new(base: *mut S) -> Self {
        Self(base)
    }

    /// Whether nobody wants it.
    #[inline(always)]
    pub fn is_ignored(&self) -> bool {
        self.0.is_null() || self.0.addr() == S::IGNORE
    }

    /// Stores one, but for the error: single completions leave that alone.
    ///
    /// # Safety
    /// There is a place or nobody wants it.
    #[inline(always)]
    pub unsafe fn set(&self, status: p2p::Status) {
        if !self.is_ignored() {
            // SAFETY: the caller's promise.
            unsafe { S::store(self.0, &status.into()) }
        }
    }

    /// Stores that of no operation, which has an error too: none.
    ///
    /// # Safety
    /// There is a place or nobody wants it.
    pub unsafe fn set_empty(&self) {
        // SAFETY: the caller's promise.
        unsafe { self.set_at(0, p2p::Status::EMPTY) }
    }

    /// Stores one of several.
    ///
    /// # Safety
    /// There are more than `at` places, or nobody wants them.
    pub unsafe fn set_at(&self, at: usize, status: p2p::Status) {
        if !self.is_ignored() {
            // SAFETY: the caller's promise.
            unsafe { self.0.add(at).write(Status::from(status).into()) }
        }
    }
}
