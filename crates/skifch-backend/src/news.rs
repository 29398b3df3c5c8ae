//! What a thread was told of changes of memory.

use std::cell::Cell;

thread_local! {
    /// Of which memory, and of how many changes of it this thread was told.
    static TOLD: Cell<(usize, u64)> = const { Cell::new((0, 0)) };
}

/// Whether the memory that `owner` stands for has changed more often, which is `count` times, than
/// the calling thread was told of. Now it is told.
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
