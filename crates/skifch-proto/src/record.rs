//! The word preceding each message in a stream, as in the lane: length in bits 0–31, kind in 32–35,
//! tag in 48–63. Records are padded to 8 bytes and aligned to 8 bytes in the stream, so a header
//! never wraps around the ring's end.

/// Size of a record header in bytes.
pub(crate) const RECORD_HEADER_BYTES: usize = 8;

/// Record kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Kind {
    /// A message.
    Data = 1 << 32,
    /// The sender has closed: nothing follows.
    Close = 3 << 32,
}

/// The header word of a record at stream position `position`. The tag encodes the position, so a
/// wrong length is detected at the next record.
#[inline(always)]
pub(crate) fn header(kind: Kind, len: usize, position: u64) -> u64 {
    len as u64 | kind as u64 | position << 45
}

/// The length field of a header.
#[inline(always)]
pub(crate) fn len_of(header: u64) -> usize {
    (header & 0xffff_ffff) as usize
}

/// Stream bytes taken by a message of `len` bytes.
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
