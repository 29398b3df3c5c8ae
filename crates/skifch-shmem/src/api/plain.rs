//! Types that may be stored in memory that other PEs write.

use crate::coll::ops::Complex;

mod sealed {
    pub trait Sealed {}
}

/// Number types: every bit pattern is a valid value.
pub trait Plain: Copy + sealed::Sealed + 'static {}

macro_rules! plain {
    ($($ty:ty)*) => { $( impl sealed::Sealed for $ty {} impl Plain for $ty {} )* };
}
plain!(i8 u8 i16 u16 i32 u32 i64 u64 isize usize f32 f64 Complex<f32> Complex<f64>);
