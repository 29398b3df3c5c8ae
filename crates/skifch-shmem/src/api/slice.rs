//! Symmetric slices.

use super::{Plain, Shmem, pe};
use crate::error::{Result, fail};
use crate::wait::{Cmp, Value, wait_until};
use crate::{Ctx, heap, rma};
use std::marker::PhantomData;
use std::ops::Range;

/// As many elements on every PE. Others may write them at any time, so they are copied in and out
/// and never borrowed. Dropping it is collective, in the same order on all PEs.
#[derive(Debug)]
pub struct Slice<'s, T: Plain> {
    at: *mut T,
    len: usize,
    shmem: PhantomData<&'s Shmem>,
}

// SAFETY: elements are reached by copies and atomics alone, from any thread.
unsafe impl<T: Plain> Send for Slice<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Plain> Sync for Slice<'_, T> {}

impl<T: Plain> Slice<'_, T> {
    pub(super) fn new(at: *mut T, len: usize) -> Self {
        Self { at, len, shmem: PhantomData }
    }

    /// Elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first element of this PE, for calls by addresses.
    pub fn as_ptr(&self) -> *mut T {
        self.at
    }

    /// Where `len` elements from `at` on are.
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

    /// Writes `values` to `to` from element `at` on; they may be reused on return.
    ///
    /// # Errors
    /// No such PE or elements; what the network answers. So for all calls here.
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

    /// Reads elements of `from`, from `at` on; they are there on return.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    #[inline]
    pub fn get(&self, from: usize, at: usize, values: &mut [T]) -> Result<()> {
        let source = self.place(at, values.len())?;
        let bytes = size_of_val(values);
        // SAFETY: the values are writable; any bytes make them.
        unsafe {
            rma::get(Ctx::DEFAULT, values.as_mut_ptr().cast(), source.cast(), bytes, pe(from)?)
        }
    }

    /// Writes one element.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    #[inline]
    pub fn put_one(&self, to: usize, at: usize, value: T) -> Result<()> {
        rma::p(Ctx::DEFAULT, self.place(at, 1)?, value, pe(to)?)
    }

    /// Reads one element.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    #[inline]
    pub fn get_one(&self, from: usize, at: usize) -> Result<T> {
        // SAFETY: any bytes make one.
        unsafe { rma::g(Ctx::DEFAULT, self.place(at, 1)?, pe(from)?) }
    }

    /// Writes elements of this PE.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn write(&self, at: usize, values: &[T]) -> Result<()> {
        self.put(crate::job::my_pe() as usize, at, values)
    }

    /// Elements of this PE.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn read(&self, range: Range<usize>) -> Result<Vec<T>> {
        let len = range.len();
        let from = self.place(range.start, len)?;
        let mut values = Vec::with_capacity(len);
        // SAFETY: room for as many; any bytes make them, and they are there on return.
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
    /// Waits until element `at` of this PE compares so with `value`.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    #[inline]
    pub fn wait_until(&self, at: usize, cmp: Cmp, value: T) -> Result<()> {
        // SAFETY: an element.
        unsafe { wait_until(self.place(at, 1)?, cmp, value) }
    }
}

impl<T: Plain> Drop for Slice<'_, T> {
    fn drop(&mut self) {
        // SAFETY: it is not used any more here; the barrier inside waits for the others.
        if let Err(error) = unsafe { heap::free(self.at.cast()) } {
            eprintln!("freeing a symmetric slice: {error}");
        }
    }
}
