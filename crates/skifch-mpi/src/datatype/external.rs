//! The portable representation external32: elements of standard sizes, most significant byte first.

use super::{Basic, Nature, Type};
use std::ops::ControlFlow;

impl Type {
    /// Bytes of one element in external32.
    pub fn external_size(&self) -> usize {
        if let (true, Some(basic)) = (self.pieces.is_empty(), self.basic()) {
            return usize::from(basic.row().external);
        }
        let sizes = self
            .pieces
            .iter()
            .map(|piece| piece.blocks * piece.len * self.children[piece.child].external_size());
        sizes.sum()
    }

    /// Calls `each` with every predefined element and its displacement, in order.
    pub(crate) fn each_element(
        &self,
        at: isize,
        each: &mut impl FnMut(Basic, isize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let (true, Some(basic)) = (self.pieces.is_empty(), self.basic()) {
            return each(basic, at);
        }
        for piece in &self.pieces {
            let child = &self.children[piece.child];
            for block in 0..piece.blocks as isize {
                for copy in 0..piece.len as isize {
                    let place = at + piece.disp + block * piece.stride + copy * child.extent();
                    child.each_element(place, each)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes `count` elements at `base` to `out` in external32: the bytes written, or `None` when
    /// `out` is too short.
    ///
    /// # Safety
    /// The memory that the elements name is readable.
    pub unsafe fn pack_external(
        &self,
        base: *const u8,
        count: usize,
        out: &mut [u8],
    ) -> Option<usize> {
        let mut done = 0;
        let mut each = |basic: Basic, at: isize| {
            let size = usize::from(basic.row().size);
            let Some(place) = out.get_mut(done..done + size) else { return ControlFlow::Break(()) };
            // SAFETY: the caller vouches for the elements; `place` has `size` bytes.
            unsafe { base.offset(at).copy_to_nonoverlapping(place.as_mut_ptr(), size) };
            turn(basic, place);
            done += size;
            ControlFlow::Continue(())
        };
        let end = (0..count as isize)
            .try_for_each(|index| self.each_element(index * self.extent(), &mut each));
        end.is_continue().then_some(done)
    }

    /// Sets `count` elements at `base` from external32: the bytes read, or `None` when `from` is
    /// too short.
    ///
    /// # Safety
    /// The memory that the elements name is writable.
    pub unsafe fn unpack_external(
        &self,
        from: &[u8],
        base: *mut u8,
        count: usize,
    ) -> Option<usize> {
        let mut done = 0;
        let mut each = |basic: Basic, at: isize| {
            let size = usize::from(basic.row().size);
            let Some(bytes) = from.get(done..done + size) else { return ControlFlow::Break(()) };
            let mut element = [0; 32];
            element[..size].copy_from_slice(bytes);
            turn(basic, &mut element[..size]);
            // SAFETY: the caller vouches for the elements; `element` has `size` bytes.
            unsafe { base.offset(at).copy_from_nonoverlapping(element.as_ptr(), size) };
            done += size;
            ControlFlow::Continue(())
        };
        let end = (0..count as isize)
            .try_for_each(|index| self.each_element(index * self.extent(), &mut each));
        end.is_continue().then_some(done)
    }
}

/// From the order of bytes of this machine to the other one's, or back. Every predefined element
/// of ours has the size of external32, so this is all there is to do.
fn turn(basic: Basic, bytes: &mut [u8]) {
    if cfg!(target_endian = "big") {
        return;
    }
    match basic.row().nature {
        Nature::Complex | Nature::LongComplex => {
            let half = bytes.len() / 2;
            bytes[..half].reverse();
            bytes[half..].reverse();
        }
        _ => bytes.reverse(),
    }
}
