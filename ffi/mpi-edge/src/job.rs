//! The end of the job.

/// Ends the whole job with words.
#[cold]
pub(crate) fn abort(code: i32, words: &str) -> ! {
    eprintln!("{words}");
    // SAFETY: takes any number and does not return.
    unsafe { libc::_exit(if code & 0xff == 0 { 1 } else { code & 0xff }) }
}
