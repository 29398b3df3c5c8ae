//! The word in front of each message of a stream, as in the lane: length in bits 0–31, kind in
//! 32–35, tag in 48–63. Records are padded to 8 bytes and lie at multiples of 8 of the stream, so a
//! header never wraps in a ring.

/// Bytes of a header.
pub(crate) const RECORD_HEADER_BYTES: usize = 8;

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Kind {
    /// A message.
    Data = 1 << 32,
    /// The sender closed: nothing follows.
    Close = 3 << 32,
}

/// The header of a record whose header lies at `position` of the stream. The tag names the place,
/// so a length that leads astray is noticed at the next record.
#[inline(always)]
pub(crate) fn header(kind: Kind, len: usize, position: u64) -> u64 {
    len as u64 | kind as u64 | position << 45
}

/// The length field of a header.
#[inline(always)]
pub(crate) fn len_of(header: u64) -> usize {
    (header & 0xffff_ffff) as usize
}

/// Bytes of the stream that a message of `len` bytes takes.
#[inline(always)]
pub const fn record_bytes(len: usize) -> usize {
    (len + RECORD_HEADER_BYTES + 7) & !7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_names_its_place() {
        let here = header(Kind::Data, 5, 64);
        assert_eq!(len_of(here), 5);
        assert_ne!(here, header(Kind::Data, 5, 72));
        assert_ne!(here, header(Kind::Data, 5, 64 + 4096));
        assert_ne!(header(Kind::Close, 0, 0), header(Kind::Data, 0, 0));
        assert_ne!(header(Kind::Data, 0, 0), 0);
        assert_eq!(header(Kind::Data, 0, 8) & 0xfff0_0000_0000, 0, "tag and kind share no bit");
    }

    #[test]
    fn records_are_padded() {
        assert_eq!([0, 1, 8, 9].map(record_bytes), [8, 16, 16, 24]);
    }
}
