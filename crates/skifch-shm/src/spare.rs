//! A file descriptor in reserve, for ranks that hand memory to each other: a rank without any could
//! neither ask for memory nor accept those who ask and tell them that it has none, and the ranks
//! would wait for each other forever.

use skifch_backend::{Error, EventFd};
use std::sync::{Mutex, PoisonError};

/// A descriptor that is held until it is needed for something else.
pub(crate) struct Spare(Mutex<Option<EventFd>>);

impl Spare {
    /// Takes a descriptor.
    ///
    /// # Errors
    /// The process has no free one.
    pub(crate) fn hold() -> Result<Self, Error> {
        Ok(Self(Mutex::new(Some(EventFd::new()?))))
    }

    /// Calls `body`, for which the descriptor is free, and takes one again if there is one.
    pub(crate) fn lend<T>(&self, body: impl FnOnce() -> T) -> T {
        self.set(None);
        let result = body();
        self.set(EventFd::new().ok());
        result
    }

    fn set(&self, held: Option<EventFd>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = held;
    }
}
