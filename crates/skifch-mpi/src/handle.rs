//! Handles: small numbers that stand for objects of the engine.
//!
//! The predefined objects have fixed numbers, from 0 on; those of programs follow. Whoever gives
//! handles to C adds and takes away what its binary interface wants.

use crate::datatype::Basic;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// No object.
            pub const NULL: Self = Self(u32::MAX);
        }
    )* };
}

handles! {
    /// A communicator.
    Comm;
    /// A group of processes.
    Group;
    /// A datatype; those of [`Basic`] have its numbers.
    Datatype;
    /// A reduction operation; those of [`crate::op::Builtin`] have its numbers.
    Op;
    /// An operation under way.
    Request;
    /// A message that a matched probe has taken.
    Message;
    /// Keys and values.
    Info;
    /// What is done about errors.
    Errhandler;
    /// A key of attributes.
    Keyval;
}

impl Comm {
    /// All processes of the job.
    pub const WORLD: Self = Self(0);
    /// This process alone.
    pub const SELF: Self = Self(1);
}

impl Request {
    /// A send that is over. All that went at once share it, as they have nothing to tell.
    pub const SENT: Self = Self(0);
}

impl Group {
    /// The group without members.
    pub const EMPTY: Self = Self(0);
}

impl Info {
    /// What is known of the start of the job.
    pub const ENV: Self = Self(0);
}

impl Errhandler {
    /// Errors end the job.
    pub const ARE_FATAL: Self = Self(0);
    /// Errors are returned.
    pub const RETURN: Self = Self(1);
    /// Errors end the processes of the communicator.
    pub const ABORT: Self = Self(2);
}

impl Message {
    /// What a matched probe of a process that does not exist gives.
    pub const NO_PROC: Self = Self(u32::MAX - 1);
}

impl From<Basic> for Datatype {
    fn from(basic: Basic) -> Self {
        Self(basic as u32)
    }
}
