//! Errors end the job: the standard defines no other way to report them.

use crate::gfortran;
use libc::c_int;
use skifch_shmem::{Error, Result, asked, job};
use std::time::Duration;

/// The exit code of a job that an error ends.
const STATUS: i32 = 1;
/// Time for the launcher to end this PE after another one has ended.
const END: Duration = Duration::from_millis(500);

/// Returns the result of a call, or ends the job on an error.
#[inline(always)]
pub(crate) fn done<T>(call: &str, outcome: Result<T>) -> T {
    match outcome {
        Ok(value) => value,
        Err(error) => fatal(call, error),
    }
}

/// A number of elements that the standard declares as `int`. A negative one is an error in the
/// program, which no call ignores.
#[inline]
pub(crate) fn elements(call: &str, name: &str, number: c_int) -> usize {
    match usize::try_from(number) {
        Ok(count) => count,
        Err(_) => fatal(call, Error::new(format!("{name} is {number}: it is at least 0"))),
    }
}

/// Ends the job with an error message that names the call.
#[cold]
#[inline(never)]
#[expect(clippy::needless_pass_by_value, reason = "callers need no place for it in memory")]
pub(crate) fn fatal(call: &str, error: Error) -> ! {
    let who = match job::my_pe() {
        pe if pe < 0 => String::new(),
        pe => format!("PE {pe}: "),
    };
    if error.is_end() {
        // This may be a normal end of the job, about which this PE should print nothing.
        asked::stay();
        asked::sleep(END);
    }
    end(STATUS, &format!("{who}{call}: {error}"))
}

/// Ends the job after flushing the program's output.
pub(crate) fn end(status: i32, words: &str) -> ! {
    // Otherwise the end by another PE would cut the output short.
    asked::stay();
    flush();
    asked::look();
    job::global_exit(status, words)
}

/// Flushes the program's output: the C streams, and the units of GNU Fortran.
pub(crate) fn flush() {
    // SAFETY: null means all streams.
    unsafe { libc::fflush(std::ptr::null_mut()) };
    gfortran::flush();
}

/// Ends the job in a function that is not implemented.
#[allow(dead_code, reason = "there may be none")]
#[cold]
pub(crate) fn later(call: &str, words: &str) -> ! {
    fatal(call, Error::new(words))
}
