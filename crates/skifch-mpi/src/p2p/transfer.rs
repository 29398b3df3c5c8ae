//! The arguments of point-to-point calls.

use crate::datatype::Basic;
use crate::engine::{Engine, with};
use crate::error::Error;
use crate::{Comm, Datatype};
use std::fmt::Display;

/// What a call that sends or receives names: elements in memory, and the envelope of the message.
#[derive(Clone, Copy, Debug)]
pub struct Transfer<P> {
    /// Address of the elements.
    pub buf: P,
    /// Number of elements.
    pub count: usize,
    /// Type of the elements.
    pub datatype: Datatype,
    /// Rank of the receiver or sender in `comm`, or [`super::PROC_NULL`]; a receive may name
    /// [`super::ANY_SOURCE`].
    pub peer: i32,
    /// Tag of the message, 0 to [`super::TAG_UB`]; a receive may name [`super::ANY_TAG`].
    pub tag: i32,
    /// The communicator.
    pub comm: Comm,
}

/// The arguments of a call that sends: the elements are read.
pub type Sending = Transfer<*const u8>;

/// The arguments of a call that receives: the elements are written.
pub type Receiving = Transfer<*mut u8>;

impl<P> Transfer<P> {
    /// Prefixes an error with the call and its arguments; `way` is `to` or `from`.
    #[cold]
    fn named(&self, error: Error, call: impl Display, way: &str) -> Error {
        let Self { count, datatype, peer, tag, .. } = *self;
        // What an engine that has not started or has ended cannot tell is left out.
        let (ty, whose) = with(|engine| engine.names(datatype, self.comm)).unwrap_or_default();
        error.context(format_args!("{call} of {count} {ty} {way} rank {peer}, tag {tag}{whose}"))
    }
}

impl Sending {
    /// Prefixes an error with the call that sends and its arguments.
    #[cold]
    pub(super) fn describe(&self, error: Error, call: impl Display) -> Error {
        self.named(error, call, "to")
    }
}

impl Receiving {
    /// The arguments of a probe, which has no elements.
    pub(super) fn probe(source: i32, tag: i32, comm: Comm) -> Self {
        let (buf, datatype) = (std::ptr::null_mut(), Basic::Byte.into());
        Self { buf, count: 0, datatype, peer: source, tag, comm }
    }

    /// Prefixes an error with the call that receives and its arguments.
    #[cold]
    pub(super) fn describe(&self, error: Error, call: impl Display) -> Error {
        self.named(error, call, "from")
    }
}

impl Engine {
    /// A datatype and a communicator as error messages name them.
    fn names(&self, datatype: Datatype, comm: Comm) -> (String, String) {
        let ty = match self.entry(datatype) {
            Ok(entry) if entry.name.is_empty() => "of a datatype without a name".into(),
            Ok(entry) => entry.text(),
            Err(_) if datatype == Datatype::NULL => "MPI_DATATYPE_NULL".into(),
            Err(_) => "unknown datatype".into(),
        };
        let whose = self
            .comm(comm)
            .map(|comm| format!(", by rank {} in {comm} of {}", comm.rank, comm.peers().len()));
        (ty, whose.unwrap_or_default())
    }
}
