//! Errors end the job, as the standard has no other answer to them.

use libc::c_int;
use skifch_shmem::{Error, Result, job};
use std::time::Duration;

/// The exit code of a job that an error ends.
const STATUS: i32 = 1;
/// How long a launcher may take to end this PE after another.
const END: Duration = Duration::from_millis(500);

/// What a call answers, or the end of the job.
#[inline(always)]
pub(crate) fn done<T>(call: &str, outcome: Result<T>) -> T {
    match outcome {
        Ok(value) => value,
        Err(error) => fatal(call, error),
    }
}

/// A number of elements that the standard has as `int`. One below 0 is a mistake of the program,
/// which none of them would hide.
#[inline]
pub(crate) fn elements(call: &str, name: &str, number: c_int) -> usize {
    match usize::try_from(number) {
        Ok(count) => count,
        Err(_) => fatal(call, Error::new(format!("{name} is {number}: it is at least 0"))),
    }
}

/// Ends the job with the name of the call.
#[cold]
#[inline(never)]
#[expect(clippy::needless_pass_by_value, reason = "callers need no place for it in memory")]
pub(crate) fn fatal(call: &str, error: Error) -> ! {
    let who = match job::my_pe() {
        pe if pe < 0 => String::new(),
        pe => format!("PE {pe}: "),
    };
    if error.is_end() {
        // It may be an end that is wanted, of which others have nothing to say.
        std::thread::sleep(END);
    }
    end(STATUS, &format!("{who}{call}: {error}"))
}

/// Ends the job. What the program has printed is not lost.
pub(crate) fn end(status: i32, words: &str) -> ! {
    flush();
    job::global_exit(status, words)
}

/// Writes out what the program has printed: the streams of C, and the units of GNU Fortran where
/// that is there.
pub(crate) fn flush() {
    // SAFETY: null means every stream, and every unit.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        let units = libc::dlsym(libc::RTLD_DEFAULT, c"_gfortran_flush_i4".as_ptr());
        if !units.is_null() {
            let flush_units: extern "C" fn(*const c_int) = std::mem::transmute(units);
            flush_units(std::ptr::null());
        }
    }
}

/// Ends the job in a function that is not there.
#[allow(dead_code, reason = "there may be none")]
#[cold]
pub(crate) fn later(call: &str, words: &str) -> ! {
    fatal(call, Error::new(words))
}
