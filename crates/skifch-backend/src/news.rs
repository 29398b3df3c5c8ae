//! Which memory changes each thread has been told of.

use std::cell::Cell;

thread_local! {
    /// The memory, and the number of its changes, that this thread was last told of.
    static TOLD: Cell<(usize, u64)> = const { Cell::new((0, 0)) };
}

/// Whether the memory of `owner` has changed more often (`count` times in all) than the calling
/// thread was told of. The thread counts as told afterwards.
pub fn is_news(owner: usize, count: u64) -> bool {
    let told = (owner, count);
    let before = TOLD.replace(told);
    before != told && (before.0 == owner || count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_is_told_of_each_change_once() {
        assert!(!is_news(1, 0), "nothing has changed yet");
        assert!(is_news(1, 1) && !is_news(1, 1) && is_news(1, 2));
        std::thread::scope(|scope| {
            scope.spawn(|| assert!(is_news(1, 2) && !is_news(1, 2)));
        });
        assert!(!is_news(1, 2) && is_news(2, 2), "another memory");
    }
}
