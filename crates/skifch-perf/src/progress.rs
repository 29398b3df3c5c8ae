//! Progress display for a long run.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error, if that is a terminal. It is redrawn only between
/// measurements.
pub(crate) fn bar(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar
}
