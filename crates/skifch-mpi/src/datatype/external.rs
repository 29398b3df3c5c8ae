//! The portable representation external32: elements of standard sizes, big-endian.

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

    /// Calls `each` with every predefined element and its displacement, in type map order.
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

    /// Packs `count` elements at `base` into `out` in external32. Returns the bytes written, or
    /// `None` if `out` is too short.
    ///
    /// # Safety
    /// The memory that the elements describe is readable.
    pub unsafe fn pack_external(
        &self,
        base: *const u8,
        count: usize,
        out: &mut [u8],
    ) -> Option<usize> {
        let mut done = 0;
        let mut each = |basic: Basic, at: isize| {
            let (size, external) = sizes(basic);
            let Some(place) = out.get_mut(done..done + external) else {
                return ControlFlow::Break(());
            };
            let mut element = [0; ELEMENT_BYTES];
            // SAFETY: the caller vouches for the elements.
            unsafe { base.offset(at).copy_to_nonoverlapping(element.as_mut_ptr(), size) };
            parts_of(basic, &element[..size], place, to_external);
            done += external;
            ControlFlow::Continue(())
        };
        let end = (0..count as isize)
            .try_for_each(|index| self.each_element(index * self.extent(), &mut each));
        end.is_continue().then_some(done)
    }

    /// Unpacks `count` elements from external32 to `base`. Returns the bytes read, or `None` if
    /// `from` is too short.
    ///
    /// # Safety
    /// The memory that the elements describe is writable.
    pub unsafe fn unpack_external(
        &self,
        from: &[u8],
        base: *mut u8,
        count: usize,
    ) -> Option<usize> {
        let mut done = 0;
        let mut each = |basic: Basic, at: isize| {
            let (size, external) = sizes(basic);
            let Some(bytes) = from.get(done..done + external) else {
                return ControlFlow::Break(());
            };
            let mut element = [0; ELEMENT_BYTES];
            parts_of(basic, bytes, &mut element[..size], from_external);
            // SAFETY: the caller vouches for the elements; `element` has `size` bytes.
            unsafe { base.offset(at).copy_from_nonoverlapping(element.as_ptr(), size) };
            done += external;
            ControlFlow::Continue(())
        };
        let end = (0..count as isize)
            .try_for_each(|index| self.each_element(index * self.extent(), &mut each));
        end.is_continue().then_some(done)
    }
}

/// The longest element: two long doubles, in bytes.
const ELEMENT_BYTES: usize = 32;

/// Bytes of an element in memory and in external32.
fn sizes(basic: Basic) -> (usize, usize) {
    let row = basic.row();
    (usize::from(row.size), usize::from(row.external))
}

/// Converts the bytes of one number to another representation.
type Turn = fn(Nature, &[u8], &mut [u8]);

/// Converts an element; a complex one is two numbers.
fn parts_of(basic: Basic, from: &[u8], to: &mut [u8], turn: Turn) {
    let (nature, count) = match (basic, basic.row().nature) {
        (_, Nature::Complex) => (Nature::Float, 2),
        (_, Nature::LongComplex) => (Nature::LongDouble, 2),
        // Complex numbers that no operation supports.
        (Basic::Complex4 | Basic::Complex32, nature) => (nature, 2),
        (_, nature) => (nature, 1),
    };
    let lengths = [from.len() / count, to.len() / count].map(|len| len.max(1));
    for (from, to) in from.chunks_exact(lengths[0]).zip(to.chunks_exact_mut(lengths[1])) {
        turn(nature, from, to);
    }
}

/// Converts a number of this machine to external32. If it is shorter there, the upper bytes are
/// lost.
fn to_external(nature: Nature, from: &[u8], to: &mut [u8]) {
    let mut value = number(from);
    if nature == Nature::LongDouble && HAS_80_BITS {
        value = quadruple(value);
    }
    let bytes = value.to_be_bytes();
    to.copy_from_slice(&bytes[bytes.len() - to.len()..]);
}

/// Converts a number from external32; if it is longer here, it is sign-extended.
fn from_external(nature: Nature, from: &[u8], to: &mut [u8]) {
    let mut bytes = [0; 16];
    let (fill, value) = bytes.split_at_mut(16 - from.len());
    value.copy_from_slice(from);
    if nature == Nature::Signed && from[0] >= 1 << 7 {
        fill.fill(0xff);
    }
    let mut value = u128::from_be_bytes(bytes);
    if nature == Nature::LongDouble && HAS_80_BITS {
        value = extended(value);
    }
    match cfg!(target_endian = "big") {
        true => to.copy_from_slice(&value.to_be_bytes()[16 - to.len()..]),
        false => to.copy_from_slice(&value.to_le_bytes()[..to.len()]),
    }
}

/// The bytes in this machine's order as a number.
fn number(from: &[u8]) -> u128 {
    let join = |value: u128, &byte: &u8| value << 8 | u128::from(byte);
    match cfg!(target_endian = "big") {
        true => from.iter().fold(0, join),
        false => from.iter().rev().fold(0, join),
    }
}

/// Whether a C long double has 80 bits, with an explicit integer bit.
const HAS_80_BITS: bool = cfg!(any(target_arch = "x86", target_arch = "x86_64"));
/// Exponent bits in both formats.
const EXPONENT: u128 = 0x7fff;
/// Fraction bits of each format, and their difference.
const LONG_FRACTION: u32 = 112;
const SHORT_FRACTION: u32 = 63;
const MORE: u32 = LONG_FRACTION - SHORT_FRACTION;

/// An 80-bit number as IEEE binary128.
fn quadruple(value: u128) -> u128 {
    let mantissa = value & u128::from(u64::MAX);
    let mut upper = value >> 64 & 0xffff;
    // A pseudo-denormal (exponent 0, integer bit 1): its value has the least exponent.
    if upper & EXPONENT == 0 && mantissa >> SHORT_FRACTION == 1 {
        upper += 1;
    }
    let fraction = mantissa & ((1 << SHORT_FRACTION) - 1);
    upper << LONG_FRACTION | fraction << MORE
}

/// The reverse, rounded to nearest, ties to even.
fn extended(value: u128) -> u128 {
    let (sign, mut number) = (value >> 127, value & (u128::MAX >> 1));
    let (kept, lost) = (number >> MORE, number & ((1 << MORE) - 1));
    let half = 1 << (MORE - 1);
    number = match number >> LONG_FRACTION {
        // A NaN stays a NaN.
        EXPONENT => kept | u128::from(lost > 0) << (SHORT_FRACTION - 1),
        _ => kept + u128::from(lost > half || lost == half && kept & 1 == 1),
    };
    let exponent = number >> SHORT_FRACTION;
    let mantissa =
        number & ((1 << SHORT_FRACTION) - 1) | u128::from(exponent > 0) << SHORT_FRACTION;
    (sign << 15 | exponent) << 64 | mantissa
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_80_bits_come_back() {
        // One, the largest, the smallest, infinity, slightly below minus one, NaN.
        let all = [
            0x3fff_8000_0000_0000_0000,
            0x7ffe_ffff_ffff_ffff_ffff,
            0x0000_0000_0000_0000_0001,
            0x7fff_8000_0000_0000_0000,
            0xbfff_8000_0000_0000_0001,
            0x7fff_c000_0000_0000_0000,
            0,
        ];
        for value in all {
            assert_eq!(extended(quadruple(value)), value, "{value:x}");
        }
        assert_eq!(quadruple(0x3fff_8000_0000_0000_0000), 0x3fff << 112);
        assert_eq!(quadruple(0xc000_c000_0000_0000_0000), 0xc000_8000 << 96);
    }

    #[test]
    fn what_is_lost_is_rounded() {
        let one = 0x3fff << 112;
        let half = 1 << (MORE - 1);
        let least = 0x3fff_8000_0000_0000_0001;
        assert_eq!(extended(one | half), 0x3fff_8000_0000_0000_0000);
        assert_eq!(extended(one | half | 1), least);
        assert_eq!(extended(one | (3 * half)), least + 1);
        assert_eq!(extended((0x7ffe << 112) | ((1 << 112) - 1)), 0x7fff_8000_0000_0000_0000);
        assert_eq!(extended((0x7fff << 112) | 1), 0x7fff_c000_0000_0000_0000);
    }

    #[test]
    fn a_long_is_short_there() {
        let of = |basic: Basic, value: i64, len: usize| {
            let mut out = [0; 8];
            let from = value.to_ne_bytes();
            let ty = Type::of_basic(basic);
            let mut back = [0; 8];
            // SAFETY: eight bytes are readable and writable.
            unsafe {
                assert_eq!(ty.pack_external(from.as_ptr(), 1, &mut out), Some(len));
                assert_eq!(ty.unpack_external(&out, back.as_mut_ptr(), 1), Some(len));
            }
            (out, i64::from_ne_bytes(back))
        };
        assert_eq!(of(Basic::Long, -2, 4), ([255, 255, 255, 254, 0, 0, 0, 0], -2));
        assert_eq!(of(Basic::UnsignedLong, 0xffff_fffe, 4).1, 0xffff_fffe);
        assert_eq!(of(Basic::Wchar, 0x20ac, 2), ([0x20, 0xac, 0, 0, 0, 0, 0, 0], 0x20ac));
        assert_eq!(of(Basic::LongLong, -2, 8).1, -2);
    }
}
