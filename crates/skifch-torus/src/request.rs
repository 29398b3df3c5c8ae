//! Requests to another rank's memory, as they follow the header of a record in the ring.

use skifch_backend::abi::{AtomicOp, WordOp};
use skifch_backend::word::Atomic;

/// Bytes of an encoded request in the ring. On the wire it counts only the bytes that it needs.
pub(crate) const BYTES: usize = 48;
/// Bytes on the wire beside data: the address and the kind of operation (assumed).
pub(crate) const ADDRESS_BYTES: usize = 8;
const WORD: usize = 8;

/// Bytes of one word operation in a batch: on the wire (address and operand), and in the ring.
pub(crate) const WORD_WIRE_BYTES: usize = ADDRESS_BYTES + WORD;
pub(crate) const WORD_BYTES: usize = 3 * WORD;

/// Operation to perform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Read `len` bytes.
    Get { len: u32 },
    /// Atomic operation on a word.
    Atomic(Atomic),
    /// No operation: the answer confirms that all earlier requests have been performed.
    Echo,
}

/// Where the answer goes: the counter that it completes, and its offset in the landing buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Return {
    pub(crate) counter: u64,
    pub(crate) landing: u32,
}

/// An operation, and where its answer goes, if one is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) operation: Operation,
    pub(crate) back: Option<Return>,
}

const GET: u64 = 1;
const ATOMIC: u64 = 2;
const ECHO: u64 = 3;

impl Request {
    pub(crate) fn encode(&self) -> [u8; BYTES] {
        let (kind, a, b) = match self.operation {
            Operation::Get { len } => (GET, u64::from(len), 0),
            Operation::Atomic(Atomic { op, width, operand, comparand }) => {
                (ATOMIC | (op as u64) << 8 | (width as u64) << 16, operand, comparand)
            }
            Operation::Echo => (ECHO, 0, 0),
        };
        let Return { counter, landing } = self.back.unwrap_or(Return { counter: 0, landing: 0 });
        let words = [kind, a, b, u64::from(self.back.is_some()), counter, u64::from(landing)];
        let mut out = [0; BYTES];
        for (to, word) in out.chunks_exact_mut(WORD).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        out
    }

    /// Decodes a request; `None` if it is none. The values are not checked.
    pub(crate) fn decode(bytes: &[u8; BYTES]) -> Option<Self> {
        let word = |at: usize| {
            let at = at * WORD;
            bytes[at..at + WORD].try_into().map_or(0, u64::from_le_bytes)
        };
        let operation = match word(0) & 0xff {
            GET => Operation::Get { len: u32::try_from(word(1)).ok()? },
            ATOMIC => Operation::Atomic(Atomic {
                op: AtomicOp::from_number((word(0) >> 8) as i32 & 0xff)?,
                width: (word(0) >> 16) as usize,
                operand: word(1),
                comparand: word(2),
            }),
            ECHO => Operation::Echo,
            _ => return None,
        };
        let back = Return { counter: word(4), landing: u32::try_from(word(5)).ok()? };
        Some(Self { operation, back: (word(3) == 1).then_some(back) })
    }

    /// Bytes of payload on the wire.
    pub(crate) fn wire_bytes(&self) -> usize {
        ADDRESS_BYTES
            + match self.operation {
                Operation::Get { .. } => WORD,
                Operation::Atomic(Atomic { op: AtomicOp::Load, .. }) | Operation::Echo => 0,
                Operation::Atomic(Atomic { op: AtomicOp::CompareSwap, .. }) => 2 * WORD,
                Operation::Atomic(_) => WORD,
            }
    }
}

/// Encodes one word operation of a batch for the ring.
pub(crate) fn encode_word(one: &WordOp) -> [u8; WORD_BYTES] {
    let what = u64::from(one.op as u32) | u64::from(one.width as u32) << 32;
    let mut out = [0; WORD_BYTES];
    for (to, word) in out.chunks_exact_mut(WORD).zip([one.offset as u64, one.operand, what]) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    out
}

/// Decodes the offset and the operation of a word; `None` if it is none. The offset is not checked.
pub(crate) fn decode_word(bytes: &[u8; WORD_BYTES]) -> Option<(u64, Atomic)> {
    let word = |at: usize| {
        let at = at * WORD;
        bytes[at..at + WORD].try_into().map_or(0, u64::from_le_bytes)
    };
    let (op, width) = (word(2) as i32, (word(2) >> 32) as i32);
    let one = WordOp { offset: 0, operand: word(1), op, width };
    Some((word(0), Atomic::of(&one).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_out_as_they_went_in() {
        for op in AtomicOp::ALL {
            let one = WordOp { offset: 1 << 40, operand: u64::MAX, op: op as i32, width: 4 };
            let compares = op == AtomicOp::CompareSwap;
            let expected = (!compares).then(|| (1 << 40, Atomic::new(op, 4, u64::MAX, 0)));
            assert_eq!(decode_word(&encode_word(&one)), expected);
        }
        assert_eq!(decode_word(&[0xff; WORD_BYTES]), None);
    }

    #[test]
    fn requests_come_out_as_they_went_in() {
        let atomic = |op| Operation::Atomic(Atomic::new(op, 8, u64::MAX, 1 << 60));
        let operations = AtomicOp::ALL.into_iter().map(atomic);
        for operation in operations.chain([Operation::Get { len: u32::MAX }, Operation::Echo]) {
            for back in [None, Some(Return { counter: 1 << 40, landing: 77 })] {
                let request = Request { operation, back };
                assert_eq!(Request::decode(&request.encode()), Some(request));
            }
        }
        assert_eq!(Request::decode(&[0xff; BYTES]), None);
    }
}
