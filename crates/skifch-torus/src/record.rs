//! Records that a rank writes to its ring: everything that needs no answer.

use skifch_backend::abi::Join;

/// Bytes of a record's header.
pub(crate) const HEADER: usize = 32;

/// Kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    /// A message of `len` bytes, which follow, to address `dst`.
    Send = 1,
    /// `count` messages of a channel have been released.
    Comp = 2,
    /// A channel has been closed.
    Close = 3,
    /// Put at offset `count` of segment `port` of rank `dst`: the `len` bytes to write follow.
    Put = 4,
    /// Another request at that place; the bytes that follow describe it, see `request.rs`.
    Request = 5,
    /// Segment `port` has been closed.
    CloseSegment = 6,
    /// A call that began at `count` has ended, for a trace. A [`CallRecord`] follows.
    Call = 7,
    /// The rank joins a collective operation under id `count`: its description and the rank's
    /// message follow, see [`encode_join`].
    Join = 8,
    /// One packet of word operations on segment `port` of rank `dst`, which follow, see
    /// `request.rs`.
    Words = 9,
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Send,
        Self::Comp,
        Self::Close,
        Self::Put,
        Self::Request,
        Self::CloseSegment,
        Self::Call,
        Self::Join,
        Self::Words,
    ];
}

/// A record without its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) kind: Kind,
    pub(crate) port: u32,
    pub(crate) dst: u32,
    pub(crate) len: u32,
    /// When it takes effect, in ticks.
    pub(crate) at: u64,
    pub(crate) count: u64,
}

impl Record {
    pub(crate) fn new(kind: Kind, port: u32, at: u64) -> Self {
        Self { kind, port, dst: 0, len: 0, at, count: 0 }
    }

    /// Bytes that it occupies in the ring.
    pub(crate) fn bytes(&self) -> usize {
        HEADER + (self.len as usize).next_multiple_of(8)
    }

    pub(crate) fn encode(&self) -> [u8; HEADER] {
        let mut out = [0; HEADER];
        let halves = [self.kind as u32, self.port, self.dst, self.len];
        for (to, half) in out.chunks_exact_mut(4).zip(halves) {
            to.copy_from_slice(&half.to_le_bytes());
        }
        out[16..24].copy_from_slice(&self.at.to_le_bytes());
        out[24..].copy_from_slice(&self.count.to_le_bytes());
        out
    }

    /// Decodes a record; `None` if it is none. The values are not checked.
    pub(crate) fn decode(bytes: &[u8; HEADER]) -> Option<Self> {
        let half = |at: usize| bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
        let word = |at: usize| bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
        let kind = Kind::ALL.into_iter().find(|kind| *kind as u32 == half(0))?;
        let (port, dst, len) = (half(4), half(8), half(12));
        Some(Self { kind, port, dst, len, at: word(16), count: word(24) })
    }
}

/// Bytes in front of the message of a join.
pub(crate) const JOIN_HEAD: usize = 16;

/// Encodes what precedes the message of a join: everything but the id.
pub(crate) fn encode_join(join: &Join) -> [u8; JOIN_HEAD] {
    let mut out = [0; JOIN_HEAD];
    out[..4].copy_from_slice(&join.op.to_le_bytes());
    out[4..8].copy_from_slice(&join.root.to_le_bytes());
    out[8..].copy_from_slice(&(join.head as u64).to_le_bytes());
    out
}

/// Decodes a join and its message; the values are not checked.
pub(crate) fn decode_join(id: u64, bytes: &[u8]) -> Option<(Join, &[u8])> {
    let (head, message) = bytes.split_first_chunk::<JOIN_HEAD>()?;
    let half = |at: usize| head[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
    let head_bytes = head[8..].try_into().map_or(0, u64::from_le_bytes);
    Some((Join { id, op: half(0), root: half(4), head: head_bytes as usize }, message))
}

/// What a rank reports about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallRecord {
    pub(crate) op: u32,
    /// Messages that it sent or returned.
    pub(crate) moved: u32,
    pub(crate) result: i64,
}

impl CallRecord {
    pub(crate) const BYTES: usize = 16;

    pub(crate) fn encode(&self) -> [u8; Self::BYTES] {
        let mut out = [0; Self::BYTES];
        out[..4].copy_from_slice(&self.op.to_le_bytes());
        out[4..8].copy_from_slice(&self.moved.to_le_bytes());
        out[8..].copy_from_slice(&self.result.to_le_bytes());
        out
    }

    pub(crate) fn decode(bytes: &[u8; Self::BYTES]) -> Self {
        let half = |at: usize| bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
        let result = bytes[8..].try_into().map_or(0, i64::from_le_bytes);
        Self { op: half(0), moved: half(4), result }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_out_as_they_went_in() {
        for kind in Kind::ALL {
            let record = Record { kind, port: 3, dst: 1 << 31, len: 17, at: 1 << 50, count: 9 };
            assert_eq!(Record::decode(&record.encode()), Some(record));
            assert_eq!(record.bytes(), HEADER + 24);
        }
        assert_eq!(Record::decode(&[0xff; HEADER]), None);
        let told = CallRecord { op: 7, moved: 3, result: -1 };
        assert_eq!(CallRecord::decode(&told.encode()), told);
        let join = Join { id: 1 << 60, op: 3, root: 1 << 20, head: 16 };
        let bytes = [&encode_join(&join)[..], b"message"].concat();
        assert_eq!(decode_join(1 << 60, &bytes), Some((join, &b"message"[..])));
        assert_eq!(decode_join(0, &bytes[..15]), None);
    }
}
