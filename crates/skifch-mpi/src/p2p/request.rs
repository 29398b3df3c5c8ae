//! Requests and their states.

use super::buffered::{Copied, Flushed};
use super::{ANY_SOURCE, ANY_TAG, Buffer, Key, PROC_NULL};
use crate::Comm;
use crate::error::{Class, Error};
use crate::group::Members;
use std::sync::Arc;

/// What a program learns of a completed operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// Rank of the sender in the communicator, or a constant of [`super`] such as `PROC_NULL`.
    pub source: i32,
    /// Tag of the message.
    pub tag: i32,
    /// Error class; set by the calls that complete several requests.
    pub error: Class,
    /// Whether the operation was cancelled.
    pub is_cancelled: bool,
    /// Bytes received.
    pub bytes: u64,
}

impl Default for Status {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Status {
    /// The status of an operation that returns nothing.
    pub const EMPTY: Self = Self {
        source: ANY_SOURCE,
        tag: ANY_TAG,
        error: Class::Success,
        is_cancelled: false,
        bytes: 0,
    };

    /// The status of a receive from `PROC_NULL`.
    pub const NO_PROC: Self = Self { source: PROC_NULL, ..Self::EMPTY };
}

/// Send mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The library decides whether to buffer the message.
    Standard,
    /// Complete once the receive is matched.
    Synchronous,
    /// Complete at once; the message is copied and counted against the attached buffer.
    Buffered,
    /// The receive is posted already; handled as standard.
    Ready,
}

impl Mode {
    /// Name of the blocking call.
    pub(crate) fn call(self) -> &'static str {
        match self {
            Self::Standard => "MPI_Send",
            Self::Synchronous => "MPI_Ssend",
            Self::Buffered => "MPI_Bsend",
            Self::Ready => "MPI_Rsend",
        }
    }

    /// The mode's letter in names of calls, as in `MPI_Ssend`.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Self::Standard => "",
            Self::Synchronous => "s",
            Self::Buffered => "b",
            Self::Ready => "r",
        }
    }
}

/// The kind of an operation.
pub(crate) enum What {
    Send(Mode),
    Recv,
    /// A collective schedule, run elsewhere.
    Collective,
    /// A persistent collective, with its schedule while that is not running.
    Repeated(Option<Box<crate::coll::Schedule>>),
    /// Two internal requests: a send and a receive.
    Both(u32, u32),
    /// The buffered messages under way when the flush began.
    Flush(Box<Flushed>),
    /// A generalized request: the program completes it.
    General(Arc<super::complete::General>),
    /// No operation: to or from `PROC_NULL`.
    Nothing,
}

/// State of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Persistent, not started.
    Inactive,
    /// Queued to be sent whole (eager).
    Eager,
    /// Queued to be announced.
    Announce,
    /// Sent or announced; waiting for the answer of the peer.
    Answer,
    /// This side cannot copy its half; waiting for the receiver to ask for parts.
    Unshared,
    /// Being sent in parts.
    Parts,
    /// Sent out of its memory; waiting until the receiver has all.
    Lent,
    /// In the posted queue.
    Posted,
    /// Matched and being received: in parts or by copies.
    Receiving,
    /// Under way, of the kinds that are not messages.
    Running,
    /// Complete.
    Done,
}

/// The state behind a request.
pub(crate) struct Operating {
    pub(crate) what: What,
    pub(crate) phase: Phase,
    pub(crate) is_persistent: bool,
    /// The program no longer has the handle.
    pub(crate) is_detached: bool,
    /// A contiguous receive that owns no resources: its entry is reused as it is.
    pub(crate) is_plain: bool,
    /// A send that was announced and is counted in `long_sends`.
    pub(crate) is_long: bool,
    /// A long receive that is timed.
    pub(crate) is_timed: bool,
    /// A receive of which the sender copies a part.
    pub(crate) is_shared: bool,
    /// A send whose memory the network uses.
    pub(crate) is_lent: bool,
    /// A receive for which a message shorter than the buffer is an error too.
    pub(crate) is_exact: bool,
    pub(crate) comm: Comm,
    pub(crate) context: u64,
    /// Rank in the communicator, or `ANY_SOURCE`.
    pub(crate) peer: i32,
    /// The same as a rank of the job.
    pub(crate) world: i32,
    pub(crate) tag: i32,
    pub(crate) buffer: Buffer,
    /// Bytes sent or received so far.
    pub(crate) moved: usize,
    /// Length of the message in bytes, which may exceed the buffer.
    pub(crate) expected: usize,
    /// The peer's request.
    pub(crate) number: u32,
    pub(crate) status: Status,
    pub(crate) error: Option<Error>,
    /// Translates ranks of the job to ranks of the communicator, where they differ.
    pub(crate) members: Option<Arc<Members>>,
    /// The message itself, when it counts against the attached buffer of buffered sends.
    pub(crate) copied: Option<Box<Copied>>,
    /// The message itself, when it was copied for another reason.
    pub(crate) copy: Option<Box<[u8]>>,
}

impl Operating {
    #[inline(always)]
    pub(crate) fn new(what: What, buffer: Buffer) -> Self {
        Self {
            what,
            phase: Phase::Inactive,
            is_persistent: false,
            is_detached: false,
            is_plain: false,
            is_long: false,
            is_timed: false,
            is_shared: false,
            is_lent: false,
            is_exact: false,
            comm: Comm::WORLD,
            context: 0,
            peer: PROC_NULL,
            world: PROC_NULL,
            tag: ANY_TAG,
            buffer,
            moved: 0,
            expected: 0,
            number: 0,
            status: Status::EMPTY,
            error: None,
            members: None,
            copied: None,
            copy: None,
        }
    }

    /// A completed send.
    pub(crate) fn sent() -> Self {
        let nothing = Buffer::dense(std::ptr::null_mut(), 0);
        Self { phase: Phase::Done, ..Self::new(What::Send(Mode::Standard), nothing) }
    }

    /// A completed plain receive.
    pub(super) fn plain() -> Self {
        let nothing = Buffer::dense(std::ptr::null_mut(), 0);
        Self { phase: Phase::Done, is_plain: true, ..Self::new(What::Recv, nothing) }
    }

    /// Whether this entry is spare: kept for reuse, with no handle of the program.
    pub(crate) fn is_spare(&self) -> bool {
        self.is_plain && self.is_detached && self.is_done()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// Translates the sender's rank in the job to its rank in the communicator.
    pub(crate) fn rank_of(&self, world: u32) -> i32 {
        match &self.members {
            None => world as i32,
            Some(members) => members.position(world).map_or(super::UNDEFINED, |at| at as i32),
        }
    }

    /// Matches the receive with a message of this key and length.
    #[inline(always)]
    pub(crate) fn match_with(&mut self, key: &Key, len: usize) {
        self.expected = len;
        self.moved = 0;
        self.world = key.source;
        self.set_status(key, len.min(self.buffer.bytes));
    }

    /// Notes what the receive reports: the message's key, and the bytes received.
    #[inline(always)]
    pub(crate) fn set_status(&mut self, key: &Key, bytes: usize) {
        self.status.tag = key.tag;
        self.status.source = match self.peer {
            ANY_SOURCE => self.rank_of(key.source as u32),
            peer => peer,
        };
        self.status.bytes = bytes as u64;
    }

    /// Whether a message of `len` bytes can be copied to the buffer and completes this receive.
    #[inline(always)]
    pub(crate) fn takes_whole(&self, len: usize) -> bool {
        self.is_plain && !self.is_detached && len <= self.buffer.bytes
    }

    /// Whether the peer of this request is `rank` of the job.
    pub(crate) fn is_with(&self, rank: u32) -> bool {
        self.world == rank as i32
    }
}
