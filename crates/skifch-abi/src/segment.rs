//! Operations on segments.

/// `SKIFCH_ATOMIC_*`: what an atomic operation does to the target word. Operations on one word are
/// sequentially consistent with each other, whichever ranks perform them. Words have 4 or 8 bytes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    /// Read the word.
    Load = 0,
    /// Write the operand.
    Store = 1,
    /// Write the operand, return the old value.
    Swap = 2,
    /// Write the operand if the word equals the comparand; return the old value.
    CompareSwap = 3,
    /// Add the operand (wrapping); the old value is returned on request, as for those below.
    Add = 4,
    /// Bitwise exclusive or.
    Xor = 5,
    /// Bitwise and.
    And = 6,
    /// Bitwise or.
    Or = 7,
}

impl AtomicOp {
    /// All operations, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Load,
        Self::Store,
        Self::Swap,
        Self::CompareSwap,
        Self::Add,
        Self::Xor,
        Self::And,
        Self::Or,
    ];

    /// The operation with this number, if there is one.
    pub fn from_number(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|index| Self::ALL.get(index).copied())
    }
}

/// `skifch_word_op_t`: an atomic operation that returns nothing; one element of a batch.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordOp {
    /// Offset of the word in the target's part, in bytes.
    pub offset: usize,
    /// The value to store, or to combine with the word.
    pub operand: u64,
    /// `SKIFCH_ATOMIC_*`, except `SKIFCH_ATOMIC_COMPARE_SWAP`.
    pub op: i32,
    /// Size of the word in bytes: 4 or 8.
    pub width: i32,
}
