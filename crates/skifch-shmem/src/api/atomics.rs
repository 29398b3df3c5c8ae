//! Atomic operations on elements.

use super::{Plain, Slice, pe};
use crate::amo::{self, Op, Word};
use crate::error::Result;
use crate::{Ctx, signal};

/// Integer types of 4 and 8 bytes.
pub trait Integer: Plain {
    /// The unsigned word of the same size.
    type Bits: Word;
    /// The bits of the value.
    fn to_bits(self) -> Self::Bits;
    /// The value with these bits.
    fn from_bits(bits: Self::Bits) -> Self;
}

macro_rules! integers {
    ($($int:ty: $word:ty;)*) => { $(
        impl Integer for $int {
            type Bits = $word;
            #[inline(always)]
            fn to_bits(self) -> $word {
                self as $word
            }
            #[inline(always)]
            fn from_bits(bits: $word) -> Self {
                bits as Self
            }
        }
    )* };
}
integers! { i32: u32; u32: u32; i64: u64; u64: u64; isize: u64; usize: u64; }

impl<T: Integer> Slice<'_, T> {
    #[inline(always)]
    fn word(&self, at: usize) -> Result<*mut T::Bits> {
        Ok(self.place(at, 1)?.cast())
    }

    #[inline(always)]
    fn update(&self, op: Op, of: usize, at: usize, value: T) -> Result<()> {
        amo::update(Ctx::DEFAULT, op, self.word(at)?, value.to_bits(), pe(of)?)
    }

    #[inline(always)]
    fn fetch_update(&self, op: Op, of: usize, at: usize, value: T) -> Result<T> {
        let old = amo::fetch_update(Ctx::DEFAULT, op, self.word(at)?, value.to_bits(), pe(of)?)?;
        Ok(T::from_bits(old))
    }

    /// Reads element `at` of PE `of`.
    ///
    /// # Errors
    /// As [`put`](Self::put). The same for all atomics.
    #[inline]
    pub fn fetch(&self, of: usize, at: usize) -> Result<T> {
        amo::fetch(Ctx::DEFAULT, self.word(at)?, pe(of)?).map(T::from_bits)
    }

    /// Writes element `at` of PE `of`.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    #[inline]
    pub fn set(&self, of: usize, at: usize, value: T) -> Result<()> {
        amo::set(Ctx::DEFAULT, self.word(at)?, value.to_bits(), pe(of)?)
    }

    /// Writes the element and returns the old value.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    #[inline]
    pub fn swap(&self, of: usize, at: usize, value: T) -> Result<T> {
        amo::swap(Ctx::DEFAULT, self.word(at)?, value.to_bits(), pe(of)?).map(T::from_bits)
    }

    /// Writes `value` if the element equals `cond`, and returns the old value.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    #[inline]
    pub fn compare_swap(&self, of: usize, at: usize, cond: T, value: T) -> Result<T> {
        let (cond, value) = (cond.to_bits(), value.to_bits());
        amo::compare_swap(Ctx::DEFAULT, self.word(at)?, cond, value, pe(of)?).map(T::from_bits)
    }

    /// Adds to the element, wrapping.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    #[inline]
    pub fn add(&self, of: usize, at: usize, value: T) -> Result<()> {
        self.update(Op::Add, of, at, value)
    }

    /// Adds to the element, wrapping, and returns the old value.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    #[inline]
    pub fn fetch_add(&self, of: usize, at: usize, value: T) -> Result<T> {
        self.fetch_update(Op::Add, of, at, value)
    }

    /// Bitwise and of the element with `value`.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    #[inline]
    pub fn and(&self, of: usize, at: usize, value: T) -> Result<()> {
        self.update(Op::And, of, at, value)
    }

    /// Bitwise or of the element with `value`.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    #[inline]
    pub fn or(&self, of: usize, at: usize, value: T) -> Result<()> {
        self.update(Op::Or, of, at, value)
    }

    /// Bitwise exclusive or of the element with `value`.
    ///
    /// # Errors
    /// As [`fetch`](Self::fetch).
    #[inline]
    pub fn xor(&self, of: usize, at: usize, value: T) -> Result<()> {
        self.update(Op::Xor, of, at, value)
    }
}

impl<T: Plain> Slice<'_, T> {
    /// [`put`](Self::put) that signals element `word` of `signals` at PE `to` once the data has
    /// arrived.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn put_signal(
        &self,
        to: usize,
        at: usize,
        values: &[T],
        (signals, word): (&Slice<'_, u64>, usize),
        (signal, op): (u64, signal::SignalOp),
    ) -> Result<()> {
        let (dest, word) = (self.place(at, values.len())?, signals.place(word, 1)?);
        let (source, bytes) = (values.as_ptr().cast(), size_of_val(values));
        // SAFETY: the values are readable.
        unsafe { signal::put(Ctx::DEFAULT, dest.cast(), source, bytes, word, signal, op, pe(to)?) }
    }
}
