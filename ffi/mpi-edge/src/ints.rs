//! Arrays of counts and displacements: of `int`, or of 64-bit integers in large-count forms.

use libc::c_int;

/// An array of integers of either size.
#[derive(Clone, Copy, Debug)]
pub enum Ints {
    /// Of `int`.
    Narrow(*const c_int),
    /// Of `MPI_Count` or `MPI_Aint`.
    Wide(*const i64),
}

impl Ints {
    /// An element.
    ///
    /// # Safety
    /// The array has more than `at` elements.
    pub unsafe fn get(&self, at: usize) -> i64 {
        match *self {
            // SAFETY: the caller's promise.
            Self::Narrow(base) => i64::from(unsafe { *base.add(at) }),
            // SAFETY: the caller's promise.
            Self::Wide(base) => unsafe { *base.add(at) },
        }
    }

    /// Whether there is no array.
    pub fn is_null(&self) -> bool {
        match *self {
            Self::Narrow(base) => base.is_null(),
            Self::Wide(base) => base.is_null(),
        }
    }

    /// The first `len` elements.
    ///
    /// # Safety
    /// The array has as many, or is null and `len` is 0.
    pub unsafe fn to_vec(&self, len: usize) -> Vec<i64> {
        // SAFETY: the caller's promise.
        (0..len).map(|at| unsafe { self.get(at) }).collect()
    }
}

impl From<*const c_int> for Ints {
    fn from(base: *const c_int) -> Self {
        Self::Narrow(base)
    }
}

impl From<*const i64> for Ints {
    fn from(base: *const i64) -> Self {
        Self::Wide(base)
    }
}

impl From<*const isize> for Ints {
    fn from(base: *const isize) -> Self {
        const { assert!(size_of::<isize>() == size_of::<i64>()) };
        Self::Wide(base.cast())
    }
}

/// A number for an `int`: `MPI_UNDEFINED` where it does not fit, as the standard asks for sizes.
pub fn int_or_undefined(value: i64) -> c_int {
    c_int::try_from(value).unwrap_or(crate::constants::MPI_UNDEFINED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sizes_are_read() {
        let (narrow, wide) = ([1, -2], [3i64, 1 << 40]);
        // SAFETY: the arrays have two elements.
        let read = |ints: Ints| unsafe { ints.to_vec(2) };
        assert_eq!(read(Ints::from(narrow.as_ptr())), [1, -2]);
        assert_eq!(read(Ints::from(wide.as_ptr())), [3, 1 << 40]);
    }

    #[test]
    fn what_does_not_fit_is_undefined() {
        assert_eq!(int_or_undefined(i64::from(c_int::MAX)), c_int::MAX);
        assert_eq!(int_or_undefined(1 << 31), crate::constants::MPI_UNDEFINED);
    }
}
