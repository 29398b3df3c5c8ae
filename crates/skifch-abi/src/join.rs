//! What all ranks of a job do together, in the network: barrier, broadcast, reduction.
//!
//! A rank gives the network a message to itself. It comes back by the receive, as every message
//! does, when all ranks have given theirs: so a rank that waits for it makes progress with
//! everything else meanwhile, and nothing new has to be polled. Its source is the rank's own
//! channel, its first `head` bytes are as they were given, so that the receiver knows it again, and
//! the bytes behind them are what all ranks' bytes give together.
//!
//! **Who joins what.** The first time that a rank joins under an `id` on a port belongs together
//! with the first time of every other rank, the second with the second. Ports, and ids of one port,
//! have nothing to do with each other. All ranks give the same operation, root, and count of bytes
//! behind the head; where they do not the network may end the job, with words.
//!
//! **Order.** There is none with messages, neither with those to oneself nor with those of others,
//! whether they were sent before or after: who needs it waits for what was sent before it joins.
//!
//! A rank that ends or closes its channel without having joined keeps the others waiting, which a
//! network that reports deaths ends as it does other waits.

/// `SKIFCH_JOIN_*`: what becomes of the bytes behind the head. All but [`Meet`](Self::Meet), which
/// has none, and [`Copy`](Self::Copy) work on words of 8 bytes, in the order of ranks.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinOp {
    /// A barrier.
    Meet = 0,
    /// Everybody gets the bytes of the root.
    Copy = 1,
    /// The sum (wrapping).
    Add = 2,
    /// And.
    And = 3,
    /// Or.
    Or = 4,
    /// Exclusive or.
    Xor = 5,
    /// The least, with sign.
    Min = 6,
    /// The greatest, with sign.
    Max = 7,
    /// The least, without sign.
    MinUnsigned = 8,
    /// The greatest, without sign.
    MaxUnsigned = 9,
    /// The sum of floating-point numbers.
    AddReal = 10,
    /// The least of them; where one is none, anything.
    MinReal = 11,
    /// The greatest.
    MaxReal = 12,
}

impl JoinOp {
    /// Every operation, in the order of its number.
    pub const ALL: [Self; 13] = [
        Self::Meet,
        Self::Copy,
        Self::Add,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Min,
        Self::Max,
        Self::MinUnsigned,
        Self::MaxUnsigned,
        Self::AddReal,
        Self::MinReal,
        Self::MaxReal,
    ];

    /// The operation with this number, if there is one.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }
}

/// `skifch_join_t`: what a rank joins.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// Which of several that may go on at a time on a port.
    pub id: u64,
    /// The number of a [`JoinOp`].
    pub op: u32,
    /// The rank whose bytes are copied; 0 with other operations.
    pub root: u32,
    /// Bytes that come back as they are; at least 1.
    pub head: usize,
}

/// `SKIFCH_JOIN_MAX_BYTES`: the most bytes with the head.
pub const JOIN_MAX_BYTES: usize = 1024;
