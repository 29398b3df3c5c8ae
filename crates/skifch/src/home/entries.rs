//! The table of this copy, used if it is the home.

use super::{Bytes, Home, LAYOUT, Parts, Sink, mover};
use crate::error::set_last;
use crate::joined::Joined;
use crate::{Error, words};
use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

pub(super) static HERE: Home = Home {
    layout: LAYOUT,
    version: Bytes::of(env!("CARGO_PKG_VERSION").as_bytes()),
    join,
    leave,
    fence,
    put,
    get,
    abort,
    said,
    what_was_said,
    set_last: set_last_here,
    last,
    set_mover: mover::set_here,
    move_others: mover::move_here,
    set_flush: mover::set_flush_here,
    flush_others: mover::flush_here,
};

/// 0, or a negative errno with the message stored.
fn answer(outcome: Result<(), Error>) -> c_int {
    match outcome {
        Ok(()) => 0,
        Err(error) => {
            set_last(&error);
            -error.errno()
        }
    }
}

/// # Safety
/// `job` was given by `join` and not given back.
unsafe fn of<'a>(job: *const c_void) -> &'a Joined {
    // SAFETY: it is a counted pointer to this, and counted as long as it is held.
    unsafe { &*job.cast::<Joined>() }
}

// These functions are called through the table only, with arguments as the table specifies.

unsafe extern "C" fn join(parts: *mut Parts) -> c_int {
    answer(Joined::take().and_then(|joined| {
        let found = joined.parts()?;
        // SAFETY: writable.
        unsafe { parts.write(Parts { job: Arc::into_raw(joined).cast(), ..found }) };
        Ok(())
    }))
}

unsafe extern "C" fn leave(job: *const c_void) -> c_int {
    // SAFETY: made by `into_raw` in `join`, and given back once.
    answer(Joined::give_back(unsafe { Arc::from_raw(job.cast()) }))
}

unsafe extern "C" fn fence(job: *const c_void) -> c_int {
    // SAFETY: held.
    answer(unsafe { of(job) }.fence())
}

unsafe extern "C" fn put(job: *const c_void, key: Bytes, value: Bytes) -> c_int {
    // SAFETY: held; both are there.
    let (job, key, value) = unsafe { (of(job), key.text(), value.get()) };
    answer(job.put(&key, value))
}

unsafe extern "C" fn get(job: *const c_void, key: Bytes, found: Sink) -> c_int {
    // SAFETY: held; the key is there.
    let (job, key) = unsafe { (of(job), key.text()) };
    // SAFETY: its place is there.
    answer(job.get(&key).map(|value| unsafe { found.write(&value) }))
}

unsafe extern "C" fn abort(job: *const c_void, code: c_int, words: Bytes) -> ! {
    // SAFETY: held; the words are there.
    let (job, words) = unsafe { (of(job), words.text()) };
    job.abort(code, &words)
}

unsafe extern "C" fn said(text: Bytes) {
    // SAFETY: it is there.
    words::said(&unsafe { text.text() });
}

unsafe extern "C" fn what_was_said(take: c_int, found: Sink) {
    let said = if take == 0 { words::what_was_said() } else { words::take_said() };
    // SAFETY: its place is there.
    unsafe { found.write(said.as_bytes()) };
}

unsafe extern "C" fn set_last_here(text: Bytes) {
    // SAFETY: it is there.
    words::set_last(&unsafe { text.text() });
}

unsafe extern "C" fn last() -> *const c_char {
    words::last()
}
