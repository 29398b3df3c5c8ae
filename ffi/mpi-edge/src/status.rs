//! What was received, as the edge has it; each C library has a layout of its own.

use libc::c_int;

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

impl Status {
    /// Of a call that received nothing from anybody.
    pub const EMPTY: Self = Self {
        source: crate::constants::MPI_ANY_SOURCE,
        tag: crate::constants::MPI_ANY_TAG,
        error: crate::constants::MPI_SUCCESS,
        bytes: 0,
        is_cancelled: false,
    };
}

/// Where a status, or an array of them, goes; null where nobody wants it.
#[derive(Clone, Copy, Debug)]
pub struct StatusAt<S>(*mut S);

impl<S: Copy + From<Status> + Into<Status>> StatusAt<S> {
    /// A place for statuses at `base`.
    pub fn new(base: *mut S) -> Self {
        Self(base)
    }

    /// Whether nobody wants it.
    pub fn is_ignored(&self) -> bool {
        self.0.is_null()
    }

    /// Stores one, but for the error: single completions leave that alone.
    ///
    /// # Safety
    /// There is a place or nobody wants it.
    pub unsafe fn set(&self, status: &Status) {
        if self.0.is_null() {
            return;
        }
        // SAFETY: the caller's promise.
        let error = unsafe { (*self.0).into() }.error;
        // SAFETY: the caller's promise.
        unsafe { *self.0 = Status { error, ..*status }.into() }
    }

    /// Stores one of several.
    ///
    /// # Safety
    /// There are more than `at` places, or nobody wants them.
    pub unsafe fn set_at(&self, at: usize, status: &Status) {
        if !self.0.is_null() {
            // SAFETY: the caller's promise.
            unsafe { *self.0.add(at) = (*status).into() }
        }
    }
}
