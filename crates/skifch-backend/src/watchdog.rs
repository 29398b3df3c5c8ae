//! Ends tests that hang, with a message. The message is written directly to stderr: the test
//! harness captures printed output, in threads of the test too, and would lose it when the process
//! is ended by a signal.

use std::fmt;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// Ends the process with a message unless it is dropped in time.
pub struct Watchdog {
    step: Arc<Mutex<String>>,
    /// Nothing is sent; dropping it closes the channel.
    _over: mpsc::Sender<()>,
}

impl Watchdog {
    /// A watchdog for the activity `what`, with its time limit.
    pub fn new(what: impl Into<String>, limit: Duration) -> Self {
        let (over, watched) = mpsc::channel();
        let step = Arc::new(Mutex::new(String::new()));
        let (what, seen) = (what.into(), Arc::clone(&step));
        std::thread::spawn(move || {
            if watched.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
                let step = seen.lock().unwrap_or_else(PoisonError::into_inner);
                let last = if step.is_empty() { "" } else { ", last in: " };
                say(format_args!("watchdog: {what} hangs for {limit:?}{last}{step}"));
                std::process::abort();
            }
        });
        Self { step, _over: over }
    }

    /// Records the current step, to be named if it hangs.
    pub fn step(&self, what: impl Into<String>) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = what.into();
    }
}

/// Runs `act` as `who`, one of several threads that wait for each other. If it panics the reason is
/// printed at once, since the other threads may never finish without it.
pub fn aloud<T>(who: impl fmt::Display, act: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let words = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
        say(format_args!("{who}: {words}"));
        resume_unwind(panic)
    })
}

fn say(words: fmt::Arguments<'_>) {
    // A failed write is ignored: nobody may be reading.
    let _ = writeln!(std::io::stderr(), "{words}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use std::sync::Barrier;

    const HANGS: &str = "SKIFCH_TEST_HANGS";

    fn hangs() {
        let watchdog = Watchdog::new("the example", Duration::from_secs(1));
        watchdog.step("its barrier");
        let barrier = Barrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| aloud("rank 0", || assert_eq!(1 + 1, 3, "a wrong sum")));
            scope.spawn(|| aloud("rank 1", || barrier.wait()));
        });
    }

    /// Runs as a user would see it: in a test whose output is captured.
    #[test]
    fn a_test_that_hangs_ends_with_words() {
        if std::env::var_os(HANGS).is_some() {
            return hangs();
        }
        let program = std::env::current_exe().expect("this program");
        let name = "watchdog::tests::a_test_that_hangs_ends_with_words";
        let mut program = Command::new(program);
        // Symbol resolution for a backtrace may take longer than the example's time limit.
        program.args(["--exact", name]).env(HANGS, "1").env("RUST_BACKTRACE", "0");
        let ended = program.output().expect("a process");
        let words = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success());
        assert!(words.contains("rank 0: ") && words.contains("a wrong sum"), "{words}");
        assert!(words.contains("the example hangs for 1s, last in: its barrier"), "{words}");
    }
}
