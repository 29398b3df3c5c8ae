//! What is under way.

use super::buffered::{Copied, Flushed};
use super::{ANY_SOURCE, ANY_TAG, Buffer, Key, PROC_NULL};
use crate::Comm;
use crate::error::{Class, Error};
use crate::group::Members;
use std::sync::Arc;

/// What a program learns of an operation that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// Rank of the sender in the communicator, or a constant of [`super`].
    pub source: i32,
    /// Tag of the message.
    pub tag: i32,
    /// What went wrong; set by the calls that complete several requests.
    pub error: Class,
    /// Whether it was cancelled.
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
    /// Of an operation that gives nothing.
    pub const EMPTY: Self = Self {
        source: ANY_SOURCE,
        tag: ANY_TAG,
        error: Class::Success,
        is_cancelled: false,
        bytes: 0,
    };

    /// Of a receive from nobody.
    pub const NO_PROC: Self = Self { source: PROC_NULL, ..Self::EMPTY };
}

/// How a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As the library likes.
    Standard,
    /// Complete when the receive was matched.
    Synchronous,
    /// Complete at once, out of the attached buffer.
    Buffered,
    /// The receive is posted already: as standard.
    Ready,
}

impl Mode {
    /// The blocking call.
    pub(crate) fn call(self) -> &'static str {
        match self {
            Self::Standard => "MPI_Send",
            Self::Synchronous => "MPI_Ssend",
            Self::Buffered => "MPI_Bsend",
            Self::Ready => "MPI_Rsend",
        }
    }

    /// The letter in the names of calls: `MPI_Ssend`.
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
    /// A schedule of steps, which runs elsewhere.
    Collective,
    /// What a persistent collective starts, again and again.
    Recipe(Arc<crate::coll::Recipe>),
    /// Two requests of our own.
    Both(u32, u32),
    /// Buffered messages that were under way when it began.
    Flush(Box<Flushed>),
    /// The program completes it.
    General(Box<super::complete::General>),
    /// Nothing: from or to nobody.
    Nothing,
}

/// How far an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Persistent, not started.
    Inactive,
    /// Waits for its turn to be sent whole.
    Eager,
    /// Waits for its turn to be announced.
    Announce,
    /// Sent or announced; waits for the other side's answer.
    Answer,
    /// Announced, and to be sent in parts: the receiver will say when.
    Unshared,
    /// Being sent in parts.
    Parts,
    /// Among the posted receives.
    Posted,
    /// Being received in parts.
    Receiving,
    /// Of the kinds that are not messages.
    Running,
    /// Over.
    Done,
}

/// The state behind a request.
pub(crate) struct Operating {
    pub(crate) what: What,
    pub(crate) phase: Phase,
    pub(crate) is_persistent: bool,
    /// The program has given the handle back.
    pub(crate) is_detached: bool,
    /// A receive into one block that nothing is kept for: its place is used again as it is.
    pub(crate) is_plain: bool,
    /// A send that was announced, and is counted among those.
    pub(crate) is_long: bool,
    /// A long receive that is measured.
    pub(crate) is_timed: bool,
    /// A receive of which the sender copies a part.
    pub(crate) is_shared: bool,
    /// A receive that takes no message which is shorter than its buffer either.
    pub(crate) is_exact: bool,
    pub(crate) comm: Comm,
    pub(crate) context: u64,
    /// Rank in the communicator, or any source.
    pub(crate) peer: i32,
    /// The same as a rank of the job.
    pub(crate) world: i32,
    pub(crate) tag: i32,
    pub(crate) buffer: Buffer,
    /// Bytes moved so far.
    pub(crate) moved: usize,
    /// Bytes that come, which may be more than there is room for.
    pub(crate) expected: usize,
    /// The peer's request.
    pub(crate) number: u32,
    /// Where it is among the posted receives.
    pub(crate) node: u32,
    pub(crate) status: Status,
    pub(crate) error: Option<Error>,
    /// Translates ranks of the job, where they are not those of the communicator.
    pub(crate) members: Option<Arc<Members>>,
    /// The message itself, when it counts against the buffer of buffered sends.
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
            node: 0,
            status: Status::EMPTY,
            error: None,
            members: None,
            copied: None,
            copy: None,
        }
    }

    /// A send that is over.
    pub(crate) fn sent() -> Self {
        let nothing = Buffer::dense(std::ptr::null_mut(), 0);
        Self { phase: Phase::Done, ..Self::new(What::Send(Mode::Standard), nothing) }
    }

    /// A plain receive that is over.
    pub(super) fn plain() -> Self {
        let nothing = Buffer::dense(std::ptr::null_mut(), 0);
        Self { phase: Phase::Done, is_plain: true, ..Self::new(What::Recv, nothing) }
    }

    /// Whether this is a place to be used again, and no request of the program's.
    pub(crate) fn is_spare(&self) -> bool {
        self.is_plain && self.is_detached && self.is_done()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// The rank in the communicator of a rank of the job that a message came from.
    pub(crate) fn rank_of(&self, world: u32) -> i32 {
        match &self.members {
            None => world as i32,
            Some(members) => members.position(world).map_or(super::UNDEFINED, |at| at as i32),
        }
    }

    /// The receive takes a message of this key and length.
    pub(crate) fn match_with(&mut self, key: &Key, len: usize) {
        self.expected = len;
        self.moved = 0;
        self.status.tag = key.tag;
        self.status.source = match self.peer {
            ANY_SOURCE => self.rank_of(key.source as u32),
            peer => peer,
        };
        self.world = key.source;
        self.status.bytes = len.min(self.buffer.bytes) as u64;
    }

    /// Whether `rank` of the job is the peer of this request.
    pub(crate) fn is_with(&self, rank: u32) -> bool {
        self.world == rank as i32
    }
}
