//! Collective operations of all ranks of a job, performed by the network: barrier, broadcast,
//! reduction.
//!
//! Each rank gives the network a message addressed to itself. When all ranks have done so, the
//! message arrives through the receive like any other, so a rank that waits for it makes progress
//! on everything else and has nothing new to poll. Its source is the rank's own channel; its first
//! `head` bytes are unchanged, so that the receiver can recognise it; the bytes behind them are the
//! result of the operation over all ranks' bytes.
//!
//! **Matching.** The n-th join of a rank under one `id` on one port matches the n-th join of every
//! other rank under that `id` and port. Different ports and different ids are independent. All
//! ranks must give the same operation, root and number of bytes behind the head; otherwise the
//! network may end the job with an error message.
//!
//! **Order.** Joins are not ordered with messages, neither a rank's own nor others', sent before or
//! after. A rank that needs an order waits for earlier messages before it joins.
//!
//! A rank that ends or closes its channel without having joined keeps the others waiting. A network
//! that reports the death of peers ends that wait like any other.

/// `SKIFCH_JOIN_*`: how the bytes behind the head are combined. All except [`Meet`](Self::Meet),
/// which has no such bytes, and [`Copy`](Self::Copy) work on 8-byte words, combined in rank order.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinOp {
    /// A barrier.
    Meet = 0,
    /// A broadcast: every rank gets the bytes of the root.
    Copy = 1,
    /// Sum (wrapping).
    Add = 2,
    /// Bitwise and.
    And = 3,
    /// Bitwise or.
    Or = 4,
    /// Bitwise exclusive or.
    Xor = 5,
    /// Signed minimum.
    Min = 6,
    /// Signed maximum.
    Max = 7,
    /// Unsigned minimum.
    MinUnsigned = 8,
    /// Unsigned maximum.
    MaxUnsigned = 9,
    /// Sum of doubles.
    AddReal = 10,
    /// Minimum of doubles; unspecified if any is NaN.
    MinReal = 11,
    /// Maximum of doubles; unspecified if any is NaN.
    MaxReal = 12,
}

impl JoinOp {
    /// All operations, in the order of their numbers.
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

/// `skifch_join_t`: the collective operation that a rank joins.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// Distinguishes operations in progress at the same time on one port.
    pub id: u64,
    /// The number of a [`JoinOp`].
    pub op: u32,
    /// The rank whose bytes are copied; 0 for other operations.
    pub root: u32,
    /// Bytes that arrive unchanged; at least 1.
    pub head: usize,
}

/// `SKIFCH_JOIN_MAX_BYTES`: the maximum size in bytes, including the head.
pub const JOIN_MAX_BYTES: usize = 1024;
