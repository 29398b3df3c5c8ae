//! Time limits, seeds and skips.

use skifch_backend::watchdog;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Whether the long versions are asked for.
pub fn is_long() -> bool {
    std::env::var_os("SKIFCH_TEST_LONG").is_some_and(|value| value != "0")
}

/// Whether this process may make namespaces.
pub fn is_root() -> bool {
    // SAFETY: takes nothing.
    unsafe { libc::geteuid() == 0 }
}

/// A line that the collector of skips finds.
pub fn skip(test: &str, reason: &str) {
    say(&format!("\nSKIPPED: {test}: {reason}\n"));
}

/// Straight to stdout, where the test harness does not hold it back.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// Sends a signal to a process of the test.
pub fn kill(pid: u32, signal: i32) {
    // SAFETY: no memory is involved; the number is that of a child not yet waited for.
    unsafe { libc::kill(pid.cast_signed(), signal) };
}

/// Asks until there is an answer.
///
/// # Panics
/// After 20 seconds, or 200 in the long versions, with words.
pub fn wait_until<T>(what: &str, mut probe: impl FnMut() -> Option<T>) -> T {
    let limit_s = if is_long() { 200 } else { 20 };
    let begin = Instant::now();
    loop {
        if let Some(found) = probe() {
            return found;
        }
        let is_over = begin.elapsed() >= Duration::from_secs(limit_s);
        assert!(!is_over, "waited {limit_s} s for {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Ends the test program with words if a test takes longer than it may.
pub struct Watchdog(watchdog::Watchdog);

impl Watchdog {
    /// `limit_s` seconds for what is called `test`; ten times that for the long versions.
    pub fn new(test: &'static str, limit_s: u64) -> Self {
        let limit_s = if is_long() { limit_s * 10 } else { limit_s };
        Self(watchdog::Watchdog::new(test, Duration::from_secs(limit_s)))
    }

    /// Says what is being done, for the case that it hangs.
    pub fn step(&self, what: impl Into<String>) {
        self.0.step(what);
    }
}

/// Random numbers from `SKIFCH_TEST_SEED` or the clock; the seed is printed.
pub struct Seed(u64);

impl Seed {
    /// Draws the seed and prints it under the test's name.
    pub fn new(test: &str) -> Self {
        let given = std::env::var("SKIFCH_TEST_SEED").ok().and_then(|text| text.parse().ok());
        let clock = std::time::UNIX_EPOCH.elapsed().map_or(1, |now| now.as_nanos() as u64);
        let seed = given.unwrap_or(clock);
        say(&format!("\n{test}: SKIFCH_TEST_SEED={seed}\n"));
        Self(seed)
    }

    /// The number itself, for programs that draw from it.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.0
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 20) % limit
    }
}

/// A copy that everybody can run. Another process makes it: a file that this one writes is open in
/// the children that its other threads start just then, and cannot be run (ETXTBSY).
///
/// # Panics
/// When it cannot be made.
pub fn install(from: &Path, to: &Path) {
    let mut install = Command::new("install");
    install.args(["-m", "755"]).args([from, to]);
    assert!(install.status().expect("install(1)").success(), "{install:?}");
}

/// A program of a package, built if it is not beside `rank`, a program of this crate.
///
/// # Panics
/// When it cannot be built.
pub fn locate(package: &str, name: &str, rank: &str) -> PathBuf {
    let dir = Path::new(rank).parent().unwrap_or(Path::new("."));
    let program = dir.join(name);
    static BUILDING: Mutex<()> = Mutex::new(());
    let _one = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    if !program.is_file() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", package, "--bin", name]);
        if dir.ends_with("release") {
            cargo.arg("--release");
        }
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        if let Some(target) = dir.parent() {
            cargo.arg("--target-dir").arg(target);
        }
        let built = cargo.status().expect("cargo runs, for it runs this test");
        assert!(built.success() && program.is_file(), "{name} cannot be built in {dir:?}");
    }
    program
}
