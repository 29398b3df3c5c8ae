//! Operations on segments.

/// `SKIFCH_ATOMIC_*`: what an atomic operation does to the target word. All are sequentially
/// consistent with each other on one word, from any rank. Widths are 4 and 8 bytes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    /// Read the word.
    Load = 0,
    /// Write the operand.
    Store = 1,
    /// Write the operand, give the old value.
    Swap = 2,
    /// Write the operand if the word equals the comparand; give the old value.
    CompareSwap = 3,
    /// Add the operand (wrapping); the old value is given when asked for.
    Add = 4,
    /// Exclusive or.
    Xor = 5,
    /// And.
    And = 6,
    /// Or.
    Or = 7,
}

impl AtomicOp {
    /// Every operation, in the order of its number.
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

/// `skifch_word_op_t`: an atomic operation without an answer, one of several that are asked for at
/// once.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordOp {
    /// Where the word is in the target's part.
    pub offset: usize,
    /// What is stored, or combined with the word.
    pub operand: u64,
    /// `SKIFCH_ATOMIC_*`, but for the one that compares.
    pub op: i32,
    /// Bytes of the word: 4 or 8.
    pub width: i32,
}
