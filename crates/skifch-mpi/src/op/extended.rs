//! The C `long double` on x86-64: 80 bits in 16 bytes. Rust has no type for it.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg};

/// The bytes of a `long double`. Elsewhere than on x86-64 this module cannot compare or compute
/// with it, so the operations are not offered there.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct Extended([u8; 16]);

impl Extended {
    /// Whether sums and products can be computed here.
    pub(crate) const CAN_COUNT: bool = cfg!(target_arch = "x86_64");

    fn mantissa(self) -> u64 {
        (u128::from_le_bytes(self.0)) as u64
    }

    fn exponent(self) -> u16 {
        (u128::from_le_bytes(self.0) >> 64) as u16 & 0x7fff
    }

    fn is_negative(self) -> bool {
        self.0[9] & 0x80 != 0
    }

    fn is_nan(self) -> bool {
        self.exponent() == 0x7fff && self.mantissa() << 1 != 0
    }
}

impl From<bool> for Extended {
    fn from(is_true: bool) -> Self {
        let one = 0x3fff_u128 << 64 | 1 << 63;
        Self(if is_true { one } else { 0 }.to_le_bytes())
    }
}

impl PartialEq for Extended {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Extended {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        let size = |of: &Self| i128::from(of.exponent()) << 64 | i128::from(of.mantissa());
        let value = |of: &Self| if of.is_negative() { -size(of) } else { size(of) };
        value(self).partial_cmp(&value(other))
    }
}

impl Neg for Extended {
    type Output = Self;

    fn neg(mut self) -> Self {
        self.0[9] ^= 0x80;
        self
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $instruction:literal) => {
        impl $trait for Extended {
            type Output = Self;

            #[cfg(target_arch = "x86_64")]
            fn $method(mut self, other: Self) -> Self {
                // SAFETY: two numbers are pushed on an empty register stack, and the result is
                // popped; ten bytes of each operand are read, and ten of the first are written.
                unsafe {
                    std::arch::asm!(
                        "fld tbyte ptr [{a}]",
                        "fld tbyte ptr [{b}]",
                        $instruction,
                        "fstp tbyte ptr [{a}]",
                        a = in(reg) self.0.as_mut_ptr(),
                        b = in(reg) other.0.as_ptr(),
                        out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                        out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                        options(nostack),
                    );
                }
                self
            }

            #[cfg(not(target_arch = "x86_64"))]
            fn $method(self, _: Self) -> Self {
                self
            }
        }
    };
}

operator!(Add add "faddp st(1), st");
operator!(Mul mul "fmulp st(1), st");

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    fn extended(value: f64) -> Extended {
        let mut bytes = [0; 16];
        // SAFETY: eight bytes are read, ten written.
        unsafe {
            std::arch::asm!(
                "fld qword ptr [{from}]",
                "fstp tbyte ptr [{to}]",
                from = in(reg) &raw const value,
                to = in(reg) bytes.as_mut_ptr(),
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
            );
        }
        Extended(bytes)
    }

    #[test]
    fn numbers_of_eighty_bits_count_and_compare() {
        for (a, b) in [(1.5, -2.25), (0.0, 3.0), (-7.0, -7.5), (1e300, 1e299)] {
            let (x, y) = (extended(a), extended(b));
            assert!(x + y == extended(a + b) && x * y == extended(a) * extended(b));
            assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b), "{a} {b}");
            assert!(-x == extended(-a));
        }
        assert!(extended(1.5) * extended(-2.0) == extended(-3.0));
        assert!(extended(0.0) == extended(-0.0));
        assert!(extended(f64::NAN) != extended(f64::NAN));
        assert!(Extended::from(true) == extended(1.0) && Extended::from(false) == extended(0.0));
    }
}
