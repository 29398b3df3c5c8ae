//! The header of every message between two engines.
//!
//! 16 bytes: the kind (4 bits) and the context (60 bits), the tag, a number. The sender is not in
//! the header: the channel reports it, and a peer cannot forge it.

/// Bytes of a header.
pub(crate) const HEADER_BYTES: usize = 16;
/// Bytes of the announcement of a long message: a header and the length.
pub(crate) const ANNOUNCEMENT_BYTES: usize = HEADER_BYTES + 8;
/// The same with the address of the payload, where the receiver may copy it from there.
pub(crate) const ADDRESSED_BYTES: usize = ANNOUNCEMENT_BYTES + 8;

/// Bytes of a request to copy a part of a long message into the receiver's memory: a header, the
/// destination address, the offset of the part in the message, and its length.
pub(crate) const SHARE_BYTES: usize = HEADER_BYTES + 24;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A whole message (eager).
    Eager = 1,
    /// The same, synchronous; `number` is the sender's request, which waits for the match.
    EagerSync = 2,
    /// Announces a long message (RTS): its length follows, and the address of its payload if that
    /// is contiguous and may be copied; `number` is the sender's request.
    Announce = 3,
    /// The announced message was matched and the sender may send it (CTS): `number` is the sender's
    /// request, `tag` the receiver's.
    Clear = 4,
    /// A part of an announced message; `number` is the receiver's request, `context` is 0, or 1 and
    /// the sender's request, which is to be told that this part, the last, has come.
    Part = 5,
    /// A synchronous message was matched, or the receiver has all bytes of a long one: `number` is
    /// the sender's request.
    Matched = 6,
    /// No content: wakes the receiver.
    Wake = 7,
    /// The sender cancels a message that may not be matched yet: `number` is its request; context
    /// and tag are those of the message.
    Withdraw = 8,
    /// The receiver has dropped that message: `number` is the sender's request.
    Withdrawn = 9,
    /// The announced message was matched and the receiver copies one part of it: the sender should
    /// copy the other. `number` is the sender's request, `tag` the receiver's; destination address,
    /// offset and length follow.
    Share = 10,
    /// The sender has copied its part (`tag` 1) or cannot (0): `number` is the receiver's request.
    Shared = 11,
    /// No content: sent by a rank that has waited long for the receiver. From then on it hears of
    /// that peer's end, on networks that report the end only of peers that something was sent to.
    Greeting = 12,
}

const CONTEXT_BITS: u32 = 60;
const CONTEXT_MASK: u64 = (1 << CONTEXT_BITS) - 1;

/// The decoded header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) context: u64,
    pub(crate) tag: i32,
    pub(crate) number: u32,
}

impl Kind {
    /// The kind of this number, if it is not eager; kept out of the code for those that are.
    #[inline(never)]
    fn other(number: u64) -> Option<Self> {
        Some(match number {
            2 => Self::EagerSync,
            3 => Self::Announce,
            4 => Self::Clear,
            5 => Self::Part,
            6 => Self::Matched,
            7 => Self::Wake,
            8 => Self::Withdraw,
            9 => Self::Withdrawn,
            10 => Self::Share,
            11 => Self::Shared,
            12 => Self::Greeting,
            _ => return None,
        })
    }
}

impl Header {
    #[inline(always)]
    pub(crate) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let first = (self.kind as u64) << CONTEXT_BITS | self.context;
        let second = u64::from(self.tag.cast_unsigned()) | u64::from(self.number) << 32;
        (u128::from(first) | u128::from(second) << 64).to_le_bytes()
    }

    /// `None` for an unknown kind.
    #[inline(always)]
    pub(crate) fn from_bytes(bytes: [u8; HEADER_BYTES]) -> Option<Self> {
        let both = u128::from_le_bytes(bytes);
        let (first, second) = (both as u64, (both >> 64) as u64);
        let kind = match first >> CONTEXT_BITS {
            1 => Kind::Eager,
            other => Kind::other(other)?,
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
