//! The predefined operations, on every predefined datatype that they are defined for.

use super::extended::Extended;
use super::pair_of;
use super::quad::Quad;
use crate::datatype::{Basic, Nature};
use std::ffi::c_char;

/// `into[i] = from[i] op into[i]`.
pub(crate) type Function = unsafe fn(*const u8, *mut u8, usize);

macro_rules! builtins {
    ($($id:ident $name:literal;)*) => {
        /// A predefined operation. The number is also the number of its [`crate::Op`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Builtin { $(#[doc = $name] $id,)* }

        impl Builtin {
            /// All of them, in order of number.
            pub const ALL: &[Self] = &[$(Self::$id,)*];

            /// The standard's name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$id => $name,)* }
            }
        }
    };
}

builtins! {
    Max "MPI_MAX";
    Min "MPI_MIN";
    Sum "MPI_SUM";
    Prod "MPI_PROD";
    Land "MPI_LAND";
    Band "MPI_BAND";
    Lor "MPI_LOR";
    Bor "MPI_BOR";
    Lxor "MPI_LXOR";
    Bxor "MPI_BXOR";
    Minloc "MPI_MINLOC";
    Maxloc "MPI_MAXLOC";
    Replace "MPI_REPLACE";
    NoOp "MPI_NO_OP";
}

impl From<Builtin> for crate::Op {
    fn from(builtin: Builtin) -> Self {
        Self(builtin as u32)
    }
}

/// A loop over elements, which need not be aligned.
macro_rules! each {
    ($ty:ty, |$a:ident, $b:ident| $result:expr) => {{
        unsafe fn each(from: *const u8, into: *mut u8, count: usize) {
            let (from, into) = (from.cast::<$ty>(), into.cast::<$ty>());
            for at in 0..count {
                // SAFETY: the caller of the operation vouches for `count` elements on both sides.
                unsafe {
                    let ($a, $b) = (from.add(at).read_unaligned(), into.add(at).read_unaligned());
                    into.add(at).write_unaligned($result);
                }
            }
        }
        Some(each as Function)
    }};
}

macro_rules! integer {
    ($op:expr, $ty:ty) => {
        match $op {
            Builtin::Max => each!($ty, |a, b| a.max(b)),
            Builtin::Min => each!($ty, |a, b| a.min(b)),
            Builtin::Sum => each!($ty, |a, b| a.wrapping_add(b)),
            Builtin::Prod => each!($ty, |a, b| a.wrapping_mul(b)),
            Builtin::Land => each!($ty, |a, b| <$ty>::from(a != 0 && b != 0)),
            Builtin::Lor => each!($ty, |a, b| <$ty>::from(a != 0 || b != 0)),
            Builtin::Lxor => each!($ty, |a, b| <$ty>::from((a != 0) != (b != 0))),
            Builtin::Band => each!($ty, |a, b| a & b),
            Builtin::Bor => each!($ty, |a, b| a | b),
            Builtin::Bxor => each!($ty, |a, b| a ^ b),
            _ => None,
        }
    };
}

/// The logical operations on floating-point numbers go beyond the standard; MPICH has them.
macro_rules! float {
    ($op:expr, $ty:ty) => {
        match $op {
            Builtin::Land => each!($ty, |a, b| <$ty>::from(is_true(a) && is_true(b))),
            Builtin::Lor => each!($ty, |a, b| <$ty>::from(is_true(a) || is_true(b))),
            Builtin::Lxor => each!($ty, |a, b| <$ty>::from(is_true(a) != is_true(b))),
            Builtin::Max => each!($ty, |a, b| if a > b { a } else { b }),
            Builtin::Min => each!($ty, |a, b| if a < b { a } else { b }),
            Builtin::Sum => each!($ty, |a, b| a + b),
            Builtin::Prod => each!($ty, |a, b| a * b),
            _ => None,
        }
    };
}

macro_rules! complex {
    ($op:expr, $ty:ty) => {
        match $op {
            Builtin::Sum => each!([$ty; 2], |a, b| [a[0] + b[0], a[1] + b[1]]),
            Builtin::Prod => {
                each!([$ty; 2], |a, b| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]])
            }
            _ => None,
        }
    };
}

/// The truth value of a number as in C: every number except zero is true.
fn is_true<T: PartialEq + From<bool>>(value: T) -> bool {
    value != T::from(false)
}

/// A value and its index, laid out as in C.
#[derive(Clone, Copy)]
#[repr(C)]
struct Located<V, I> {
    value: V,
    index: I,
}

macro_rules! located {
    ($op:expr, $value:ty, $index:ty) => {
        match $op {
            Builtin::Minloc => {
                each!(Located<$value, $index>, |a, b| nearer(a, b, a.value < b.value))
            }
            Builtin::Maxloc => {
                each!(Located<$value, $index>, |a, b| nearer(a, b, a.value > b.value))
            }
            _ => None,
        }
    };
}

/// The first if it is better, else the second; of two equal values, the one with the lower index.
fn nearer<V: PartialEq, I: PartialOrd>(
    a: Located<V, I>,
    b: Located<V, I>,
    is_better: bool,
) -> Located<V, I> {
    let is_lower = a.value == b.value && a.index < b.index;
    if is_better || is_lower { a } else { b }
}

impl Builtin {
    /// The operation on elements of a predefined datatype, if the standard (MPI 5.0, 6.9.2) defines
    /// it, or if MPICH does beyond it: arithmetic on one-byte characters as in C, and logical
    /// operations on floating-point numbers. `MPI_REPLACE` and `MPI_NO_OP` are not for reductions
    /// (MPI 5.0, 12.3.4).
    pub(crate) fn function(self, basic: Basic) -> Option<Function> {
        let row = basic.row();
        match basic {
            Basic::Real16 => return float!(self, Quad),
            Basic::Complex32 => return complex!(self, Quad),
            _ => {}
        }
        match (row.nature, row.size) {
            (Nature::Signed, 1) => integer!(self, i8),
            (Nature::Signed, 2) => integer!(self, i16),
            (Nature::Signed, 4) => integer!(self, i32),
            (Nature::Signed, 8) => integer!(self, i64),
            (Nature::Signed, 16) => integer!(self, i128),
            (Nature::Unsigned, 1) => integer!(self, u8),
            (Nature::Unsigned, 2) => integer!(self, u16),
            (Nature::Unsigned, 4) => integer!(self, u32),
            (Nature::Unsigned, 8) => integer!(self, u64),
            (Nature::Float, 4) => float!(self, f32),
            (Nature::Float, 8) => float!(self, f64),
            (Nature::LongDouble, _) => long_double(self),
            (Nature::Complex, 8) => complex!(self, f32),
            (Nature::Complex, 16) => complex!(self, f64),
            (Nature::LongComplex, _) => long_complex(self),
            (Nature::Char, 1) => integer!(self, c_char),
            (Nature::Logical, size) => logical(self, size),
            (Nature::Byte, size) if basic != Basic::Packed => bits(self, size),
            (Nature::Pair, _) => self.on_pair(basic),
            _ => None,
        }
    }

    fn on_pair(self, basic: Basic) -> Option<Function> {
        let (value, index) = pair_of(basic)?;
        match (value.row().nature, value.row().size, index.row().nature) {
            (Nature::Float, 4, Nature::Signed) => located!(self, f32, i32),
            (Nature::Float, 8, Nature::Signed) => located!(self, f64, i32),
            (Nature::Signed, 2, _) => located!(self, i16, i32),
            (Nature::Signed, 4, _) => located!(self, i32, i32),
            (Nature::Signed, 8, _) => located!(self, i64, i32),
            (Nature::Float, 4, _) => located!(self, f32, f32),
            (Nature::Float, 8, _) => located!(self, f64, f64),
            (Nature::LongDouble, ..) => located!(self, Extended, i32),
            _ => None,
        }
    }
}

fn logical(op: Builtin, size: u8) -> Option<Function> {
    let is_logical = matches!(op, Builtin::Land | Builtin::Lor | Builtin::Lxor);
    match size {
        _ if !is_logical => None,
        1 => integer!(op, u8),
        2 => integer!(op, u16),
        4 => integer!(op, u32),
        8 => integer!(op, u64),
        _ => integer!(op, u128),
    }
}

fn bits(op: Builtin, size: u8) -> Option<Function> {
    let is_bitwise = matches!(op, Builtin::Band | Builtin::Bor | Builtin::Bxor);
    if is_bitwise && size == 1 { integer!(op, u8) } else { None }
}

fn long_double(op: Builtin) -> Option<Function> {
    if Extended::CAN_COUNT { float!(op, Extended) } else { None }
}

fn long_complex(op: Builtin) -> Option<Function> {
    match op {
        Builtin::Sum if Extended::CAN_COUNT => {
            each!([Extended; 2], |a, b| [a[0] + b[0], a[1] + b[1]])
        }
        Builtin::Prod if Extended::CAN_COUNT => {
            each!([Extended; 2], |a, b| [a[0] * b[0] + -(a[1] * b[1]), a[0] * b[1] + a[1] * b[0]])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on<T: Copy>(op: Builtin, basic: Basic, a: T, b: T) -> T {
        let mut into = b;
        let function = op.function(basic).expect("defined");
        // SAFETY: one element on each side.
        unsafe { function((&raw const a).cast(), (&raw mut into).cast(), 1) };
        into
    }

    #[test]
    fn operations_do_what_they_are_called() {
        assert_eq!(on(Builtin::Sum, Basic::Int, 5, -7), -2);
        assert_eq!(on(Builtin::Prod, Basic::Uint8, 20u8, 20), 144);
        assert_eq!(on(Builtin::Max, Basic::Double, 2.5, -1.0), 2.5);
        assert_eq!(on(Builtin::Land, Basic::Long, 3i64, 4), 1);
        assert_eq!(on(Builtin::Lxor, Basic::CBool, 1u8, 1), 0);
        assert_eq!(on(Builtin::Lxor, Basic::Double, 0.0, -2.0), 1.0);
        assert_eq!(on(Builtin::Min, Basic::Char, 3 as c_char, -1 as c_char), -1 as c_char);
        assert_eq!(on(Builtin::Land, Basic::Logical16, 1u128, 1 << 90), 1);
        assert_eq!(on(Builtin::Max, Basic::Char, b'a', b'Z'), b'a');
        assert_eq!(on(Builtin::Bor, Basic::Character, 5u8, 2), 7);
        assert_eq!(on(Builtin::Bxor, Basic::Byte, 0b110u8, 0b011), 0b101);
        assert_eq!(on(Builtin::Prod, Basic::DoubleComplex, [1.0, 2.0], [3.0, 4.0]), [-5.0, 10.0]);
        let found = on(
            Builtin::Minloc,
            Basic::ShortInt,
            Located { value: 3i16, index: 9 },
            Located { value: 3, index: 4 },
        );
        assert_eq!((found.value, found.index), (3, 4));
    }

    #[test]
    fn what_the_standard_does_not_define_is_not_there() {
        let undefined = [
            (Builtin::Band, Basic::Double),
            (Builtin::Sum, Basic::Wchar),
            (Builtin::Sum, Basic::Byte),
            (Builtin::Max, Basic::DoubleComplex),
            (Builtin::Minloc, Basic::Int),
            (Builtin::Sum, Basic::DoubleInt),
            (Builtin::Sum, Basic::CBool),
            (Builtin::Replace, Basic::Int),
            (Builtin::NoOp, Basic::Double),
        ];
        for (op, basic) in undefined {
            assert!(op.function(basic).is_none(), "{} on {basic:?}", op.name());
        }
    }
}
