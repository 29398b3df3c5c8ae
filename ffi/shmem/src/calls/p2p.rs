//! Point-to-point synchronisation.

use crate::constants;
use crate::fault::{done, fatal};
use libc::c_int;
use skifch_shmem::Error;
use skifch_shmem::wait::{self, Against, Cmp, Value, Words};

/// Converts a C comparison constant.
#[inline(always)]
pub(super) fn comparison(call: &str, cmp: c_int) -> Cmp {
    match cmp {
        constants::SHMEM_CMP_EQ => Cmp::Eq,
        constants::SHMEM_CMP_NE => Cmp::Ne,
        constants::SHMEM_CMP_GT => Cmp::Gt,
        constants::SHMEM_CMP_GE => Cmp::Ge,
        constants::SHMEM_CMP_LT => Cmp::Lt,
        constants::SHMEM_CMP_LE => Cmp::Le,
        other => fatal(call, unknown(other)),
    }
}

#[cold]
fn unknown(cmp: c_int) -> Error {
    Error::new(format!("the comparison is {cmp}: it is one of SHMEM_CMP_EQ, NE, GT, GE, LT, LE"))
}

#[inline]
pub(crate) unsafe fn wait_until<T: Value>(call: &str, ivar: *mut T, cmp: c_int, cmp_value: T) {
    let cmp = comparison(call, cmp);
    // SAFETY: the standard's contract.
    done(call, unsafe { wait::wait_until(ivar, cmp, cmp_value) });
}

/// Waits until the word differs from `cmp_value`.
#[inline]
pub(crate) unsafe fn wait<T: Value>(call: &str, ivar: *mut T, cmp_value: T) {
    // SAFETY: the standard's contract.
    done(call, unsafe { wait::wait_until(ivar, Cmp::Ne, cmp_value) });
}

#[inline]
pub(crate) unsafe fn test<T: Value>(call: &str, ivar: *mut T, cmp: c_int, cmp_value: T) -> c_int {
    let cmp = comparison(call, cmp);
    // SAFETY: the standard's contract.
    c_int::from(done(call, unsafe { wait::test(ivar, cmp, cmp_value) }))
}

fn words<T>(ivars: *mut T, count: usize, status: *const c_int) -> Words<T> {
    Words { words: ivars, count, status }
}

/// Calls on several words with a common comparison value, and with a value for each.
macro_rules! of_all {
    ($($name:ident $vector:ident -> $answer:ty;)*) => { $(
        pub(crate) unsafe fn $name<T: Value>(
            call: &str,
            ivars: *mut T,
            nelems: usize,
            status: *const c_int,
            cmp: c_int,
            cmp_value: T,
        ) -> $answer {
            let (cmp, against) = (comparison(call, cmp), Against::One(cmp_value));
            // SAFETY: the standard's contract.
            let outcome = unsafe { wait::$name(words(ivars, nelems, status), cmp, against) };
            done(call, outcome).into()
        }

        pub(crate) unsafe fn $vector<T: Value>(
            call: &str,
            ivars: *mut T,
            nelems: usize,
            status: *const c_int,
            cmp: c_int,
            cmp_values: *const T,
        ) -> $answer {
            let (cmp, against) = (comparison(call, cmp), Against::Each(cmp_values));
            // SAFETY: the standard's contract.
            let outcome = unsafe { wait::$name(words(ivars, nelems, status), cmp, against) };
            done(call, outcome).into()
        }
    )* };
}

of_all! {
    wait_until_all wait_until_all_vector -> ();
    wait_until_any wait_until_any_vector -> usize;
    test_all test_all_vector -> c_int;
    test_any test_any_vector -> usize;
}

/// Calls that return the indices of the words that satisfy the condition.
macro_rules! of_some {
    ($($name:ident $vector:ident;)*) => { $(
        pub(crate) unsafe fn $name<T: Value>(
            call: &str,
            ivars: *mut T,
            nelems: usize,
            indices: *mut usize,
            status: *const c_int,
            cmp: c_int,
            cmp_value: T,
        ) -> usize {
            let (cmp, against) = (comparison(call, cmp), Against::One(cmp_value));
            let words = words(ivars, nelems, status);
            // SAFETY: the standard's contract.
            done(call, unsafe { wait::$name(words, indices, cmp, against) })
        }

        pub(crate) unsafe fn $vector<T: Value>(
            call: &str,
            ivars: *mut T,
            nelems: usize,
            indices: *mut usize,
            status: *const c_int,
            cmp: c_int,
            cmp_values: *const T,
        ) -> usize {
            let (cmp, against) = (comparison(call, cmp), Against::Each(cmp_values));
            let words = words(ivars, nelems, status);
            // SAFETY: the standard's contract.
            done(call, unsafe { wait::$name(words, indices, cmp, against) })
        }
    )* };
}

of_some! {
    wait_until_some wait_until_some_vector;
    test_some test_some_vector;
}
