//! Point-to-point messages: matching, protocols, requests.

mod announced;
mod buffer;
mod buffered;
mod complete;
mod deliver;
mod due;
mod fast;
mod glance;
mod key;
mod lent;
mod meeting;
mod own;
mod owner;
mod parts;
mod persistent;
mod plain;
mod posted;
mod probe;
mod raw;
mod recv;
mod request;
mod send;
mod sendrecv;
mod several;
mod shared;
mod transfer;
mod transmit;
mod trials;
mod unexpected;
mod ways;
mod wire;
mod withdraw;

pub(crate) use announced::Announced;
pub(crate) use buffer::Buffer;
pub(crate) use buffered::Attached;
pub use buffered::{BSEND_OVERHEAD, attach_buffer, detach_buffer, flush_buffer, iflush_buffer};
pub use complete::*;
pub(crate) use due::Due;
pub(crate) use key::Key;
pub use owner::{comm_of, comm_of_message};
pub(crate) use parts::Part;
pub use persistent::{recv_init, send_init, start, startall};
pub(crate) use posted::Posted;
pub use probe::{improbe, imrecv, iprobe, mprobe, mrecv, probe};
pub(crate) use raw::{recv_bytes, recv_parts, recv_up_to, send_bytes};
pub use recv::{irecv, recv};
pub use request::{Mode, Status};
pub(crate) use request::{Operating, Phase, What};
pub(crate) use send::check_tag;
pub use send::{isend, send, send_mode};
pub use sendrecv::{isendrecv, isendrecv_replace, sendrecv, sendrecv_replace};
pub use several::*;
pub use transfer::{Receiving, Sending, Transfer};
pub(crate) use transmit::Queued;
pub(crate) use unexpected::{Body, Early, Unexpected};
pub(crate) use ways::Ways;
pub(crate) use wire::{ANNOUNCEMENT_BYTES, HEADER_BYTES, Header, Kind};

/// Wildcard source: matches a message from any rank (`MPI_ANY_SOURCE`).
pub const ANY_SOURCE: i32 = -1;
/// Wildcard tag: matches a message with any tag (`MPI_ANY_TAG`).
pub const ANY_TAG: i32 = -2;
/// The null process: a send to it goes nowhere, a receive from it completes at once with no data.
pub const PROC_NULL: i32 = -3;
/// In a collective call on an intercommunicator, the root passes this as `root` (`MPI_ROOT`).
pub const ROOT: i32 = -4;
/// The largest tag.
pub const TAG_UB: i32 = i32::MAX;
/// The value for "not a number": a rank or index that is not defined.
pub const UNDEFINED: i32 = -32766;
/// In place of a send buffer: the data are already in the receive buffer, for the calls that allow
/// it.
pub const IN_PLACE: *const u8 = std::ptr::without_provenance(1);
