//! Number of predefined elements in a number of bytes of a datatype.

use super::Type;

impl Type {
    /// The predefined elements in `bytes` bytes of consecutive elements of this type, and the
    /// remaining bytes of an incomplete one.
    pub fn elements_in(&self, bytes: usize) -> (u64, usize) {
        if self.size() == 0 {
            return (0, bytes);
        }
        let (whole, rest) = (bytes / self.size(), bytes % self.size());
        let (part, left) = self.elements_of_part(rest);
        (whole as u64 * self.elements + part, left)
    }

    /// The bytes of `count` predefined elements of consecutive elements of this type: what
    /// [`elements_in`](Self::elements_in) turns into this number. `None` if there are too many.
    pub fn bytes_of(&self, count: u64) -> Option<u64> {
        if self.elements == 0 {
            return Some(0);
        }
        let (whole, rest) = (count / self.elements, count % self.elements);
        whole.checked_mul(self.size() as u64)?.checked_add(self.bytes_of_part(rest)?)
    }

    /// The same for fewer elements than one of this type has.
    fn bytes_of_part(&self, mut count: u64) -> Option<u64> {
        let mut bytes = 0;
        for piece in &self.pieces {
            let child = &self.children[piece.child];
            let copies = (piece.blocks * piece.len) as u64;
            let all = copies * child.elements;
            if count < all {
                return Some(bytes + child.bytes_of(count)?);
            }
            bytes += copies * child.size() as u64;
            count -= all;
        }
        Some(bytes)
    }

    /// The elements in fewer bytes than one element of this type has, and the remaining bytes.
    fn elements_of_part(&self, mut bytes: usize) -> (u64, usize) {
        let mut elements = 0;
        for piece in &self.pieces {
            let child = &self.children[piece.child];
            let all = piece.blocks * piece.len * child.size();
            if bytes < all {
                let (part, left) = child.elements_in(bytes);
                return (elements + part, left);
            }
            elements += (piece.blocks * piece.len) as u64 * child.elements;
            bytes -= all;
        }
        (elements, bytes)
    }
}
