//! The operations of reductions as functions over arrays: `ops::sum::<f64>` is a
//! [`Combine`](super::Combine).

use std::ffi::c_void;

/// A type of elements, with the operations that it has. Others are no numbers, or have none.
pub trait Number: Copy {
    /// The sum, wrapping.
    fn sum(self, other: Self) -> Self;
    /// The product, wrapping.
    fn product(self, other: Self) -> Self;
}

/// Numbers that have an order.
pub trait Ordered: Copy {
    /// The lesser.
    fn least(self, other: Self) -> Self;
    /// The greater.
    fn greatest(self, other: Self) -> Self;
}

/// Integers as bits.
pub trait Bits: Copy {
    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in either.
    fn or(self, other: Self) -> Self;
    /// Bits in one.
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

/// A complex number of C: real and imaginary part.
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
        /// `acc` is writable and `with` readable for `count` elements, both aligned.
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
    /// Sums.
    sum: Number sum;
    /// Products.
    product: Number product;
    /// The lesser of each two.
    min: Ordered least;
    /// The greater of each two.
    max: Ordered greatest;
    /// Bits in both.
    and: Bits and;
    /// Bits in either.
    or: Bits or;
    /// Bits in one.
    xor: Bits xor;
}
