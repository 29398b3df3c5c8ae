//! What is asked of another rank's memory, behind the header of a record.

use skifch_backend::abi::{AtomicOp, WordOp};
use skifch_backend::word::Atomic;

/// Bytes that say what is to be done: in the ring, and of these as many on the wire as it needs.
pub(crate) const BYTES: usize = 48;
/// Bytes on the wire beside data: where it is done, and what (assumed).
pub(crate) const ADDRESS_BYTES: usize = 8;
const WORD: usize = 8;

/// Bytes of one of several operations on words: on the wire, its address and its operand; and in
/// the ring.
pub(crate) const WORD_WIRE_BYTES: usize = ADDRESS_BYTES + WORD;
pub(crate) const WORD_BYTES: usize = 3 * WORD;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// So many bytes are read.
    Get { len: u32 },
    /// An atomic operation on a word.
    Atomic(Atomic),
    /// Nothing: the answer says that everything of before is done.
    Echo,
}

/// Where the answer goes: what it is counted by, and where in the landing it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Return {
    pub(crate) counter: u64,
    pub(crate) landing: u32,
}

/// A deed, and the answer, if one is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) deed: Deed,
    pub(crate) back: Option<Return>,
}

const GET: u64 = 1;
const ATOMIC: u64 = 2;
const ECHO: u64 = 3;

impl Request {
    pub(crate) fn encode(&self) -> [u8; BYTES] {
        let (kind, a, b) = match self.deed {
            Deed::Get { len } => (GET, u64::from(len), 0),
            Deed::Atomic(Atomic { op, width, operand, comparand }) => {
                (ATOMIC | (op as u64) << 8 | (width as u64) << 16, operand, comparand)
            }
            Deed::Echo => (ECHO, 0, 0),
        };
        let Return { counter, landing } = self.back.unwrap_or(Return { counter: 0, landing: 0 });
        let words = [kind, a, b, u64::from(self.back.is_some()), counter, u64::from(landing)];
        let mut out = [0; BYTES];
        for (to, word) in out.chunks_exact_mut(WORD).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        out
    }

    /// A request, if it is one; its values are not checked.
    pub(crate) fn decode(bytes: &[u8; BYTES]) -> Option<Self> {
        let word = |at: usize| {
            let at = at * WORD;
            bytes[at..at + WORD].try_into().map_or(0, u64::from_le_bytes)
        };
        let deed = match word(0) & 0xff {
            GET => Deed::Get { len: u32::try_from(word(1)).ok()? },
            ATOMIC => Deed::Atomic(Atomic {
                op: AtomicOp::from_number((word(0) >> 8) as i32 & 0xff)?,
                width: (word(0) >> 16) as usize,
                operand: word(1),
                comparand: word(2),
            }),
            ECHO => Deed::Echo,
            _ => return None,
        };
        let back = Return { counter: word(4), landing: u32::try_from(word(5)).ok()? };
        Some(Self { deed, back: (word(3) == 1).then_some(back) })
    }

    /// Bytes of payload on the wire.
    pub(crate) fn wire_bytes(&self) -> usize {
        ADDRESS_BYTES
            + match self.deed {
                Deed::Get { .. } => WORD,
                Deed::Atomic(Atomic { op: AtomicOp::Load, .. }) | Deed::Echo => 0,
                Deed::Atomic(Atomic { op: AtomicOp::CompareSwap, .. }) => 2 * WORD,
                Deed::Atomic(_) => WORD,
            }
    }
}

/// One of several operations on words, as the ring has it.
pub(crate) fn encode_word(one: &WordOp) -> [u8; WORD_BYTES] {
    let what = u64::from(one.op as u32) | u64::from(one.width as u32) << 32;
    let mut out = [0; WORD_BYTES];
    for (to, word) in out.chunks_exact_mut(WORD).zip([one.offset as u64, one.operand, what]) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    out
}

/// Where a word is and what is done to it, if that is something; the place is not checked.
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
        let atomic = |op| Deed::Atomic(Atomic::new(op, 8, u64::MAX, 1 << 60));
        let deeds = AtomicOp::ALL.into_iter().map(atomic);
        for deed in deeds.chain([Deed::Get { len: u32::MAX }, Deed::Echo]) {
            for back in [None, Some(Return { counter: 1 << 40, landing: 77 })] {
                let request = Request { deed, back };
                assert_eq!(Request::decode(&request.encode()), Some(request));
            }
        }
        assert_eq!(Request::decode(&[0xff; BYTES]), None);
    }
}
