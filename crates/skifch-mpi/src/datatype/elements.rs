//! How many predefined elements some bytes of a datatype are.

use super::Type;

impl Type {
    /// The elements that `bytes` bytes of elements of this type, one behind the other, hold, and
    /// the bytes of a last one that is not whole.
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
