//! The operations of reductions as functions over arrays: `ops::sum::<f64>` is a
//! [`Combine`](super::Combine).

use std::ffi::c_void;

/// An element type with addition and multiplication.
pub trait Number: Copy {
    /// The sum; integers wrap.
    fn sum(self, other: Self) -> Self;
    /// The product; integers wrap.
    fn product(self, other: Self) -> Self;
}

/// An element type with an order.
pub trait Ordered: Copy {
    /// The lesser of the two.
    fn least(self, other: Self) -> Self;
    /// The greater of the two.
    fn greatest(self, other: Self) -> Self;
}

/// An integer type with bitwise operations.
pub trait Bits: Copy {
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// Bitwise or.
    fn or(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
}

macro_rules! integers {
    ($($int:ty)*) => { $(
        impl Number for $int {
            fn sum(self, other: Self) -> Self { self.wrapping_add(other) }
            fn product(self, other: Self) -> Self { self.wrapping_mul(other) }
        }
        impl Ordered for $int {
            fn least(self, other: Self) -> Self { self.min(other) }
            fn greatest(self, other: Self) -> Self { self.max(other) }
        }
        impl Bits for $int {
            fn and(self, other: Self) -> Self { self & other }
            fn or(self, other: Self) -> Self { self | other }
            fn xor(self, other: Self) -> Self { self ^ other }
        }
    )* };
}
integers!(i8 u8 i16 u16 i32 u32 i64 u64 isize usize);

macro_rules! floats {
    ($($float:ty)*) => { $(
        impl Number for $float {
            fn sum(self, other: Self) -> Self { self + other }
            fn product(self, other: Self) -> Self { self * other }
        }
        impl Ordered for $float {
            fn least(self, other: Self) -> Self { if other < self { other } else { self } }
            fn greatest(self, other: Self) -> Self { if other > self { other } else { self } }
        }
    )* };
}
floats!(f32 f64);

/// A complex number as in C: real and imaginary part.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex<F>(pub F, pub F);

macro_rules! complex {
    ($($float:ty)*) => { $(
        impl Number for Complex<$float> {
            fn sum(self, other: Self) -> Self { Self(self.0 + other.0, self.1 + other.1) }
            fn product(self, other: Self) -> Self {
                let real = self.0 * other.0 - self.1 * other.1;
                Self(real, self.0 * other.1 + self.1 * other.0)
            }
        }
    )* };
}
complex!(f32 f64);

macro_rules! combine {
    ($($(#[$doc:meta])* $name:ident: $trait:ident $method:ident;)*) => { $(
        $(#[$doc])*
        ///
        /// # Safety
        /// `acc` is writable and `with` readable for `count` elements; both are aligned.
        pub unsafe extern "C" fn $name<T: $trait>(
            acc: *mut c_void,
            with: *const c_void,
            count: usize,
        ) {
            let (acc, with) = (acc.cast::<T>(), with.cast::<T>());
            for at in 0..count {
                // SAFETY: the caller's promise.
                unsafe { *acc.add(at) = (*acc.add(at)).$method(*with.add(at)) };
            }
        }
    )* };
}
combine! {
    /// Sum.
    sum: Number sum;
    /// Product.
    product: Number product;
    /// Minimum.
    min: Ordered least;
    /// Maximum.
    max: Ordered greatest;
    /// Bitwise and.
    and: Bits and;
    /// Bitwise or.
    or: Bits or;
    /// Bitwise exclusive or.
    xor: Bits xor;
}
