//! The launcher's own messages on stderr.
//!
//! While a job runs, its loop must not block in a message because nobody reads: messages are kept
//! here, and the loop writes them as it writes the ranks' output. At other times they are written
//! at once.

use std::cell::RefCell;
use std::io::Write;

thread_local! {
    /// The kept messages; `None` if they are written at once.
    static KEPT: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Says one line.
pub(crate) fn line(text: &str) {
    let line = format!("skifrun: {text}\n");
    KEPT.with_borrow_mut(|kept| match kept {
        Some(kept) => kept.extend_from_slice(line.as_bytes()),
        // In a single write. Errors are ignored: stderr may be closed.
        None => _ = std::io::stderr().write_all(line.as_bytes()),
    });
}

/// Keeps messages from here on, for [`take`].
pub(crate) fn keep() {
    KEPT.with_borrow_mut(|kept| _ = kept.get_or_insert_default());
}

/// The messages since the last call.
pub(crate) fn take() -> Vec<u8> {
    KEPT.with_borrow_mut(|kept| kept.as_mut().map(std::mem::take).unwrap_or_default())
}
