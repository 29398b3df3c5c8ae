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

    /// The same for fewer bytes than one element of this type has.
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
