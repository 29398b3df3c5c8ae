//! Symmetric slices.

use super::{Plain, Shmem, pe};
use crate::error::{Result, fail};
use crate::wait::{Cmp, Value, wait_until};
use crate::{Ctx, heap, rma};
use std::marker::PhantomData;
use std::ops::Range;

/// A symmetric array with the same number of elements on every PE. Other PEs may write them at any
/// time, so elements are copied in and out and never borrowed. Dropping it is collective, in the
/// same order on all PEs.
#[derive(Debug)]
pub struct Slice<'s, T: Plain> {
    at: *mut T,
    len: usize,
    shmem: PhantomData<&'s Shmem>,
}

// SAFETY: elements are accessed by copies and atomics only, from any thread.
unsafe impl<T: Plain> Send for Slice<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Plain> Sync for Slice<'_, T> {}

impl<T: Plain> Slice<'_, T> {
    pub(super) fn new(at: *mut T, len: usize) -> Self {
        Self { at, len, shmem: PhantomData }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The address of the first element of this PE, for calls that take addresses.
    pub fn as_ptr(&self) -> *mut T {
        self.at
    }

    /// The local address of `len` elements, beginning with `at`.
    ///
    /// # Errors
    /// They are not all in the slice.
    #[inline]
    pub(super) fn place(&self, at: usize, len: usize) -> Result<*mut T> {
        match at.checked_add(len) {
            Some(end) if end <= self.len => Ok(self.at.wrapping_add(at)),
            _ => self.outside(at, len),
        }
    }

    #[cold]
    fn outside(&self, at: usize, len: usize) -> Result<*mut T> {
        fail!("{len} elements from {at} on are not in a slice of {}", self.len)
    }

    /// Writes `values` to PE `to`, from element `at` on; they may be reused on return.
    ///
    /// # Errors
    /// No such PE or elements; an error of the network. The same for all calls below.
    #[inline]
    pub fn put(&self, to: usize, at: usize, values: &[T]) -> Result<()> {
        let dest = self.place(at, values.len())?;
        // SAFETY: the values are readable.
        unsafe {
            rma::put(
                Ctx::DEFAULT,
                dest.cast(),
                values.as_ptr().cast(),
                size_of_val(values),
                pe(to)?,
            )
        }
    }

    /// Reads elements of PE `from`, from `at` on; they have arrived on return.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    #[inline]
    pub fn get(&self, from: usize, at: usize, values: &mut [T]) -> Result<()> {
        let source = self.place(at, values.len())?;
        let bytes = size_of_val(values);
        // SAFETY: the values are writable; every bit pattern is valid.
        unsafe {
            rma::get(Ctx::DEFAULT, values.as_mut_ptr().cast(), source.cast(), bytes, pe(from)?)
        }
    }

    /// Writes one element of PE `to`.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    #[inline]
    pub fn put_one(&self, to: usize, at: usize, value: T) -> Result<()> {
        rma::p(Ctx::DEFAULT, self.place(at, 1)?, value, pe(to)?)
    }

    /// Reads one element of PE `from`.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    #[inline]
    pub fn get_one(&self, from: usize, at: usize) -> Result<T> {
        // SAFETY: every bit pattern is valid.
        unsafe { rma::g(Ctx::DEFAULT, self.place(at, 1)?, pe(from)?) }
    }

    /// Writes elements of this PE.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn write(&self, at: usize, values: &[T]) -> Result<()> {
        self.put(crate::job::my_pe() as usize, at, values)
    }

    /// Returns a copy of elements of this PE.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn read(&self, range: Range<usize>) -> Result<Vec<T>> {
        let len = range.len();
        let from = self.place(range.start, len)?;
        let mut values = Vec::with_capacity(len);
        // SAFETY: there is room; every bit pattern is valid, and the elements have arrived on
        // return.
        unsafe {
            let bytes = rma::bytes(len, size_of::<T>())?;
            let to: *mut T = values.as_mut_ptr();
            rma::get(Ctx::DEFAULT, to.cast(), from.cast(), bytes, crate::job::my_pe())?;
            values.set_len(len);
        }
        Ok(values)
    }
}

impl<T: Plain + Value> Slice<'_, T> {
    /// Waits until the comparison of element `at` of this PE with `value` holds.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    #[inline]
    pub fn wait_until(&self, at: usize, cmp: Cmp, value: T) -> Result<()> {
        // SAFETY: a readable element.
        unsafe { wait_until(self.place(at, 1)?, cmp, value) }
    }
}

impl<T: Plain> Drop for Slice<'_, T> {
    fn drop(&mut self) {
        // SAFETY: this PE does not use it any more; the barrier inside waits for the others.
        if let Err(error) = unsafe { heap::free(self.at.cast()) } {
            eprintln!("freeing a symmetric slice: {error}");
        }
    }
}
