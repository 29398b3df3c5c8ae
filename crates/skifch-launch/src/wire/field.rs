//! Fields of messages as bytes.

/// Arbitrary bytes, copied as a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

/// The bytes not yet consumed.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(head)
    }
}

pub(super) trait Field: Sized {
    fn put(&self, out: &mut Vec<u8>);
    fn take(from: &mut Reader<'_>) -> Option<Self>;
}

macro_rules! number {
    ($($type:ty)*) => { $(
        impl Field for $type {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
            fn take(from: &mut Reader<'_>) -> Option<Self> {
                let bytes = from.bytes(size_of::<Self>())?;
                Some(Self::from_le_bytes(bytes.try_into().ok()?))
            }
        }
    )* };
}
number!(u8 u32 i32 u64);

impl Field for Bytes {
    fn put(&self, out: &mut Vec<u8>) {
        count(self.0.len()).put(out);
        out.extend_from_slice(&self.0);
    }
    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let count = u32::take(from)?;
        from.bytes(count as usize).map(|bytes| Self(bytes.to_vec()))
    }
}

impl Field for String {
    fn put(&self, out: &mut Vec<u8>) {
        count(self.len()).put(out);
        out.extend_from_slice(self.as_bytes());
    }
    fn take(from: &mut Reader<'_>) -> Option<Self> {
        Self::from_utf8(Bytes::take(from)?.0).ok()
    }
}

impl<T: Field> Field for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        count(self.len()).put(out);
        self.iter().for_each(|item| item.put(out));
    }
    /// Grows as items arrive: a count alone never causes an allocation.
    fn take(from: &mut Reader<'_>) -> Option<Self> {
        (0..u32::take(from)?).map(|_| T::take(from)).collect()
    }
}

/// Frames are far below 4 GiB; a longer one is rejected by its reader.
pub(super) fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
