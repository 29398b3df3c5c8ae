//! IEEE binary128 numbers, which Fortran has as REAL(16). Neither common processors nor stable Rust
//! compute with them: addition and multiplication are done in software, rounded to nearest, ties to
//! even.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// The bits: 1 sign, 15 exponent, 112 fraction.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Quad(u128);

const FRACTION_BITS: u32 = 112;
const SIGN: u128 = 1 << 127;
/// The exponent of infinities and NaNs.
const TOP: i32 = 0x7fff;
const INFINITE: u128 = (TOP as u128) << FRACTION_BITS;
const BIAS: i32 = 0x3fff;
/// A quiet NaN.
const NAN: u128 = INFINITE | 1 << (FRACTION_BITS - 1);
/// Extra bits below the fraction during computation; the last one is sticky.
const GUARD_BITS: u32 = 3;
/// The integer bit during computation.
const ONE: u128 = 1 << (FRACTION_BITS + GUARD_BITS);

impl Quad {
    fn magnitude(self) -> u128 {
        self.0 & !SIGN
    }

    fn sign(self) -> u128 {
        self.0 & SIGN
    }

    fn is_nan(self) -> bool {
        self.magnitude() > INFINITE
    }

    fn is_infinite(self) -> bool {
        self.magnitude() == INFINITE
    }

    /// The exponent, and the significand with the integer bit. Subnormal numbers have the least
    /// normal exponent, and their integer bit is 0.
    fn parts(self) -> (i32, u128) {
        let exponent = (self.magnitude() >> FRACTION_BITS) as i32;
        let fraction = self.magnitude() & ((1 << FRACTION_BITS) - 1);
        (exponent.max(1), fraction | u128::from(exponent > 0) << FRACTION_BITS)
    }

    /// The number nearest to `digits`, which are less than two times [`ONE`].
    fn rounded(sign: u128, exponent: i32, digits: u128) -> Self {
        let (lost, kept) = (digits & ((1 << GUARD_BITS) - 1), digits >> GUARD_BITS);
        let half = 1 << (GUARD_BITS - 1);
        let kept = kept + u128::from(lost > half || lost == half && kept & 1 == 1);
        // The integer bit adds one to the exponent field.
        let magnitude = ((exponent as u128 - 1) << FRACTION_BITS) + kept;
        Self(sign | magnitude.min(INFINITE))
    }
}

/// Shifts `digits` right by `by` bits; the last remaining bit is sticky: set if any lost bit was 1.
fn shortened(digits: u128, by: u32) -> u128 {
    match digits.checked_shr(by) {
        Some(kept) => kept | u128::from(kept << by != digits),
        None => u128::from(digits != 0),
    }
}

impl From<bool> for Quad {
    fn from(is_true: bool) -> Self {
        Self(if is_true { (BIAS as u128) << FRACTION_BITS } else { 0 })
    }
}

impl Add for Quad {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let is_less = self.magnitude() < other.magnitude();
        let (great, small) = if is_less { (other, self) } else { (self, other) };
        let is_same_sign = great.sign() == small.sign();
        if great.is_nan() || small.is_infinite() && !is_same_sign {
            return Self(NAN);
        }
        if great.is_infinite() {
            return great;
        }
        let ((exponent, a), (below, b)) = (great.parts(), small.parts());
        let (a, b) = (a << GUARD_BITS, b << GUARD_BITS);
        let b = shortened(b, (exponent - below) as u32);
        if is_same_sign {
            return match a + b {
                sum if sum >= 2 * ONE => {
                    Self::rounded(great.sign(), exponent + 1, shortened(sum, 1))
                }
                sum => Self::rounded(great.sign(), exponent, sum),
            };
        }
        let rest = a - b;
        if rest == 0 {
            return Self(0);
        }
        let missing = rest.leading_zeros().saturating_sub(ONE.leading_zeros());
        let by = missing.min(exponent as u32 - 1);
        Self::rounded(great.sign(), exponent - by as i32, rest << by)
    }
}

impl Mul for Quad {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let sign = self.sign() ^ other.sign();
        let (x, y) = (self.magnitude(), other.magnitude());
        if self.is_nan() || other.is_nan() || x.max(y) == INFINITE && x.min(y) == 0 {
            return Self(NAN);
        }
        if x.max(y) == INFINITE || x.min(y) == 0 {
            return Self(sign | if x.min(y) == 0 { 0 } else { INFINITE });
        }
        let ((e, a), (f, b)) = (self.normal(), other.normal());
        let (high, low) = product(a, b);
        // The binary point is above 224 bits now, and must be above 115.
        let by = FRACTION_BITS - GUARD_BITS;
        let mut digits = high << (u128::BITS - by) | shortened(low, by);
        let mut exponent = e + f - BIAS;
        if digits >= 2 * ONE {
            (digits, exponent) = (shortened(digits, 1), exponent + 1);
        }
        if exponent < 1 {
            (digits, exponent) = (shortened(digits, (1 - exponent) as u32), 1);
        }
        Self::rounded(sign, exponent.min(TOP), digits)
    }
}

impl Quad {
    /// As [`Self::parts`], normalized so that the integer bit is 1.
    fn normal(self) -> (i32, u128) {
        let (exponent, digits) = self.parts();
        let by = digits.leading_zeros() - (u128::BITS - 1 - FRACTION_BITS);
        (exponent - by as i32, digits << by)
    }
}

/// The upper and lower half of a product.
fn product(a: u128, b: u128) -> (u128, u128) {
    let halves = |of: u128| (of >> 64, of & u128::from(u64::MAX));
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (middle, carry) = (a1 * b0).overflowing_add(a0 * b1);
    let (low, more) = (a0 * b0).overflowing_add(middle << 64);
    let high = a1 * b1 + (middle >> 64) + (u128::from(carry) << 64) + u128::from(more);
    (high, low)
}

impl Neg for Quad {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0 ^ SIGN)
    }
}

impl Sub for Quad {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl PartialEq for Quad {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Quad {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        let size = |of: &Self| of.magnitude() as i128;
        let value = |of: &Self| if of.sign() == 0 { size(of) } else { -size(of) };
        value(self).partial_cmp(&value(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A double as the same number in binary128.
    fn quad(value: f64) -> Quad {
        let bits = u128::from(value.abs().to_bits());
        let sign = u128::from(value.is_sign_negative()) << 127;
        match value {
            0.0 => Quad(sign),
            _ => Quad(sign | ((bits << 60) + ((BIAS as u128 - 1023) << FRACTION_BITS))),
        }
    }

    #[test]
    fn sums_and_products_of_doubles_are_exact() {
        let numbers = [0.0, -0.0, 1.0, -1.5, 3.0, 1e9, -7.25 / 1024.0, 2f64.powi(-20), 123456.5];
        for a in numbers {
            for b in numbers {
                let (x, y) = (quad(a), quad(b));
                assert!((x + y).0 == quad(a + b).0, "{a} + {b}");
                assert!((x * y).0 == quad(a * b).0, "{a} * {b}");
                assert!((x - y).0 == quad(a - b).0, "{a} - {b}");
                assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b), "{a} {b}");
            }
        }
    }

    #[test]
    fn truth_is_one() {
        assert!(Quad::from(true) == quad(1.0) && Quad::from(false) == quad(-0.0));
    }

    #[test]
    fn the_last_bit_is_rounded_to_even() {
        let (one, last) = (quad(1.0), quad(2f64.powi(-112)));
        let half = quad(2f64.powi(-113));
        assert!((one + half).0 == one.0);
        assert!((one + last + half).0 == (one + last + last).0);
        assert!((one + half + quad(2f64.powi(-1000)) + half).0 != (one + last + last).0);
    }

    #[test]
    fn ends_of_the_range_are_kept() {
        let (most, least) = (Quad(INFINITE - 1), Quad(1));
        assert!((most + most).0 == INFINITE && (most * quad(2.0)).0 == INFINITE);
        assert!((least * quad(0.5)).0 == 0 && (least * quad(0.75)).0 == 1);
        assert!((least + least).0 == 2 && (-least + least).0 == 0);
        assert!((Quad(INFINITE) + -Quad(INFINITE)).is_nan());
        assert!((Quad(INFINITE) * quad(0.0)).is_nan() && (Quad(NAN) + quad(1.0)).is_nan());
        assert!((Quad(INFINITE) * quad(-2.0)).0 == (-Quad(INFINITE)).0);
        assert!(Quad(NAN).partial_cmp(&quad(1.0)).is_none());
    }
}
