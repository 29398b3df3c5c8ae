//! What stands in front of the bytes of a message between two engines.
//!
//! 16 bytes: the kind (4 bits) and the context (60 bits), the tag, a number. The sender is known
//! from the channel, which cannot be lied to.

/// Bytes of a header.
pub(crate) const HEADER_BYTES: usize = 16;
/// Bytes of the announcement of a long message: a header and the length.
pub(crate) const ANNOUNCEMENT_BYTES: usize = HEADER_BYTES + 8;
/// The same with the address of the bytes, where they may be copied from there.
pub(crate) const ADDRESSED_BYTES: usize = ANNOUNCEMENT_BYTES + 8;

/// Bytes of a request to copy a part of a long message into the receiver's memory: a header, the
/// address, the place in the message where the part begins, and its length.
pub(crate) const SHARE_BYTES: usize = HEADER_BYTES + 24;

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A whole message.
    Eager = 1,
    /// The same; `number` is the request that wants to know when it is matched.
    EagerSync = 2,
    /// A long message that wants to be sent: its length follows, and the address of its bytes, if
    /// they lie in one piece and may be copied; `number` is the sender's request.
    Announce = 3,
    /// The announced message was matched: `number` is the sender's request, `tag` the receiver's.
    Clear = 4,
    /// A part of it; `number` is the receiver's request.
    Part = 5,
    /// A synchronous message was matched, or the bytes of a long one were copied: `number` is the
    /// sender's request.
    Matched = 6,
    /// Nothing: wakes the receiver.
    Wake = 7,
    /// The sender wants its message back, if it was not matched: `number` is its request, context
    /// and tag are those of the message.
    Withdraw = 8,
    /// It has it back: `number` is the sender's request.
    Withdrawn = 9,
    /// The announced message was matched, and the receiver copies one part of it: the sender had
    /// better copy the other. `number` is the sender's request, `tag` the receiver's; where and
    /// which follows.
    Share = 10,
    /// The sender has done so (`tag` 1), or cannot (0): `number` is the receiver's request.
    Shared = 11,
    /// Nothing: whoever waits long for the receiver hears of its end from then on, where the
    /// network tells of peers that something was sent to.
    Greeting = 12,
}

const CONTEXT_BITS: u32 = 60;
const CONTEXT_MASK: u64 = (1 << CONTEXT_BITS) - 1;

/// A header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) context: u64,
    pub(crate) tag: i32,
    pub(crate) number: u32,
}

impl Header {
    #[inline(always)]
    pub(crate) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let first = (self.kind as u64) << CONTEXT_BITS | self.context;
        let second = u64::from(self.tag.cast_unsigned()) | u64::from(self.number) << 32;
        (u128::from(first) | u128::from(second) << 64).to_le_bytes()
    }

    /// `None` for a kind that there is not.
    #[inline(always)]
    pub(crate) fn from_bytes(bytes: [u8; HEADER_BYTES]) -> Option<Self> {
        let both = u128::from_le_bytes(bytes);
        let (first, second) = (both as u64, (both >> 64) as u64);
        let kind = match first >> CONTEXT_BITS {
            1 => Kind::Eager,
            2 => Kind::EagerSync,
            3 => Kind::Announce,
            4 => Kind::Clear,
            5 => Kind::Part,
            6 => Kind::Matched,
            7 => Kind::Wake,
            8 => Kind::Withdraw,
            9 => Kind::Withdrawn,
            10 => Kind::Share,
            11 => Kind::Shared,
            12 => Kind::Greeting,
            _ => return None,
        };
        let (tag, number) = ((second as u32).cast_signed(), (second >> 32) as u32);
        Some(Self { kind, context: first & CONTEXT_MASK, tag, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_come_back() {
        let header = Header { kind: Kind::Part, context: CONTEXT_MASK - 5, tag: -1, number: 77 };
        assert_eq!(Header::from_bytes(header.to_bytes()), Some(header));
        assert_eq!(Header::from_bytes([0; HEADER_BYTES]), None);
        assert_eq!(Header::from_bytes([0xff; HEADER_BYTES]), None);
    }
}
