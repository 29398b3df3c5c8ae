//! Handles: small numbers that identify objects of the engine.
//!
//! Predefined objects have fixed numbers, from 0 on; the program's objects follow. A C library
//! translates between these numbers and the handles of its binary interface.

use crate::datatype::Basic;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The null handle.
            pub const NULL: Self = Self(u32::MAX);
        }
    )* };
}

handles! {
    /// A communicator.
    Comm;
    /// A group: an ordered set of processes.
    Group;
    /// A datatype; the predefined ones have the numbers of [`Basic`].
    Datatype;
    /// A reduction operation; the predefined ones have the numbers of [`crate::op::Builtin`].
    Op;
    /// An operation under way.
    Request;
    /// A message taken by a matched probe.
    Message;
    /// An info object: keys and values.
    Info;
    /// An error handler.
    Errhandler;
    /// An attribute key.
    Keyval;
}

impl Comm {
    /// `MPI_COMM_WORLD`: all processes of the job.
    pub const WORLD: Self = Self(0);
    /// `MPI_COMM_SELF`: this process alone.
    pub const SELF: Self = Self(1);
}

impl Request {
    /// A completed send. All sends that complete at once share it, because they have nothing to
    /// report.
    pub const SENT: Self = Self(0);
}

impl Group {
    /// The group without members.
    pub const EMPTY: Self = Self(0);
}

impl Info {
    /// `MPI_INFO_ENV`: how the job was started.
    pub const ENV: Self = Self(0);
}

impl Errhandler {
    /// `MPI_ERRORS_ARE_FATAL`: an error aborts the job.
    pub const ARE_FATAL: Self = Self(0);
    /// `MPI_ERRORS_RETURN`: the call returns the error.
    pub const RETURN: Self = Self(1);
    /// `MPI_ERRORS_ABORT`: an error aborts the processes of the communicator.
    pub const ABORT: Self = Self(2);
}

impl Message {
    /// `MPI_MESSAGE_NO_PROC`: the result of a matched probe with source `PROC_NULL`.
    pub const NO_PROC: Self = Self(u32::MAX - 1);
}

impl From<Basic> for Datatype {
    fn from(basic: Basic) -> Self {
        Self(basic as u32)
    }
}
