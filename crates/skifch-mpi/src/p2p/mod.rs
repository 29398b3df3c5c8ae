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
mod meeting;
mod own;
mod owner;
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
mod transmit;
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
pub(crate) use fast::Part;
pub(crate) use key::Key;
pub use owner::{comm_of, comm_of_message};
pub use persistent::{recv_init, send_init, start, startall};
pub(crate) use posted::Posted;
pub use probe::{improbe, imrecv, iprobe, mprobe, mrecv, probe};
pub(crate) use raw::{recv_bytes, recv_parts, recv_up_to, send_bytes};
pub use recv::{irecv, recv};
pub use request::{Mode, Status};
pub(crate) use request::{Operating, Phase, What};
pub use send::{isend, send, send_mode};
pub use sendrecv::{Side, isendrecv, isendrecv_replace, sendrecv, sendrecv_replace};
pub use several::*;
pub(crate) use transmit::Queued;
pub(crate) use unexpected::{Body, Early, Unexpected};
pub(crate) use ways::Ways;
pub(crate) use wire::{ANNOUNCEMENT_BYTES, HEADER_BYTES, Header, Kind};

/// A message of anybody.
pub const ANY_SOURCE: i32 = -1;
/// A message with any tag.
pub const ANY_TAG: i32 = -2;
/// Nobody: sends go nowhere, receives give nothing at once.
pub const PROC_NULL: i32 = -3;
/// The root of a collective call on the other side of an intercommunicator names itself by this.
pub const ROOT: i32 = -4;
/// The greatest tag.
pub const TAG_UB: i32 = i32::MAX;
/// No number.
pub const UNDEFINED: i32 = -32766;
/// "The buffer is where the result goes", for the calls that know it.
pub const IN_PLACE: *const u8 = std::ptr::without_provenance(1);
