//! What tools ask for: settings, counters and the categories of both.
//!
//! All of it may be called from any thread, before the start of MPI and after its end, once a tool
//! has called [`init`]. Nothing here takes the engine's lock: counters are the channel's own.

mod categories;
mod counters;
mod session;
mod settings;

pub use categories::{CATEGORIES_CHANGED, Category, categories};
pub use counters::{Counter, Sort, counters};
pub(crate) use counters::{closed, opened};
pub use session::{
    alloc, create_session, free, free_session, read, read_and_reset, reset, start, stop, write,
};
pub use settings::{Of, Setting, settings};

use crate::error::{Result, fail};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire};

/// How many more calls of [`init`] there were than of [`finalize`].
static USERS: AtomicU32 = AtomicU32::new(0);

/// Begins; to be called as often as [`finalize`].
pub fn init() {
    USERS.fetch_add(1, AcqRel);
}

/// Ends. With the last call all handles are gone.
///
/// # Errors
/// `TNotInitialized` without [`init`].
pub fn finalize() -> Result<()> {
    let fewer = |users: u32| users.checked_sub(1);
    match USERS.fetch_update(AcqRel, Acquire, fewer) {
        Ok(1) => session::forget(),
        Ok(_) => {}
        Err(_) => return ready(),
    }
    Ok(())
}

/// # Errors
/// `TNotInitialized` outside of [`init`] and [`finalize`].
pub fn ready() -> Result<()> {
    match USERS.load(Acquire) {
        0 => fail!(TNotInitialized, "call MPI_T_init_thread first"),
        _ => Ok(()),
    }
}
