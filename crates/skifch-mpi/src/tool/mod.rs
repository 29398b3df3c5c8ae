//! The tool interface: settings (control variables), counters (performance variables), categories.
//!
//! All calls may be made from any thread, before MPI is initialized and after it is finalized, once
//! a tool has called [`init`]. Nothing here takes the engine's lock: the counters belong to the
//! channel.

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
use std::sync::atomic::Ordering::Relaxed;

/// Calls of [`init`] minus calls of [`finalize`]. It publishes nothing, so all accesses are
/// Relaxed: sessions have a lock of their own.
static USERS: AtomicU32 = AtomicU32::new(0);

/// Initializes the tool interface; each call must be matched by one of [`finalize`].
pub fn init() {
    USERS.fetch_add(1, Relaxed);
}

/// Finalizes the tool interface. The last matching call invalidates all handles.
///
/// # Errors
/// `TNotInitialized` without [`init`].
pub fn finalize() -> Result<()> {
    let fewer = |users: u32| users.checked_sub(1);
    match USERS.fetch_update(Relaxed, Relaxed, fewer) {
        Ok(1) => session::forget(),
        Ok(_) => {}
        Err(_) => return ready(),
    }
    Ok(())
}

/// # Errors
/// `TNotInitialized` outside of [`init`] and [`finalize`].
pub fn ready() -> Result<()> {
    match USERS.load(Relaxed) {
        0 => fail!(TNotInitialized, "call MPI_T_init_thread first"),
        _ => Ok(()),
    }
}
