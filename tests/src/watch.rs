//! Time limits, seeds and skips.

use skifch_backend::watchdog;
use skifch_chance::{Random, is_long, say};
use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Whether this process is root and so may create namespaces.
pub fn is_root() -> bool {
    // SAFETY: no arguments.
    unsafe { libc::geteuid() == 0 }
}

/// Prints a skip message in the form that the test summary collects.
pub fn skip(test: &str, reason: &str) {
    say(&format!("\nSKIPPED: {test}: {reason}\n"));
}

/// Sends a signal to a process of the test.
pub fn kill(pid: u32, signal: i32) {
    // SAFETY: no memory is involved; the number is that of a child not yet waited for.
    unsafe { libc::kill(pid.cast_signed(), signal) };
}

/// Polls `probe` until it returns a value.
///
/// # Panics
/// After 20 seconds, or 200 in the long versions, naming `what`.
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

/// Runs all of these parts of a test at the same time; for parts that mostly wait.
///
/// # Panics
/// If one of them panics.
pub fn at_once<T: Send>(parts: impl IntoIterator<Item = T>, run: impl Fn(T) + Sync) {
    let run = &run;
    std::thread::scope(|scope| {
        parts.into_iter().for_each(|part| drop(scope.spawn(move || run(part))));
    });
}

/// Ends the test program with a message if a test takes too long.
pub struct Watchdog(watchdog::Watchdog);

impl Watchdog {
    /// A limit of `limit_s` seconds for the test; ten times as long for the long versions.
    pub fn new(test: &'static str, limit_s: u64) -> Self {
        let limit_s = if is_long() { limit_s * 10 } else { limit_s };
        Self(watchdog::Watchdog::new(test, Duration::from_secs(limit_s)))
    }

    /// Sets the description of the current step, to be printed on a timeout.
    pub fn step(&self, what: impl Into<String>) {
        self.0.step(what);
    }
}

/// Random numbers from a printed seed.
pub struct Seed {
    number: u64,
    random: Random,
}

impl Seed {
    /// Draws the seed and prints it with the test's name.
    pub fn new(test: &str) -> Self {
        let number = skifch_chance::seed(test);
        Self { number, random: Random::new(number) }
    }

    /// The seed itself, for programs that use it.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }
}

/// A free UDP port of the loopback, outside the range of automatically assigned ports.
///
/// # Panics
/// If none is found.
pub fn free_port(seed: &mut Seed) -> u16 {
    let mut ports = std::iter::repeat_with(|| 10_000 + seed.below(20_000) as u16).take(1000);
    let is_free = |port: &u16| UdpSocket::bind(("127.0.0.1", *port)).is_ok();
    ports.find(is_free).expect("one of many")
}

/// Makes a copy that any user can execute. A separate process makes it: a file that this process
/// writes is also open in children that other threads start at that moment, and cannot be executed
/// (ETXTBSY).
///
/// # Panics
/// If the copy fails.
pub fn install(from: &Path, to: &Path) {
    let mut install = Command::new("install");
    install.args(["-m", "755"]).args([from, to]);
    assert!(install.status().expect("install(1)").success(), "{install:?}");
}

/// A program of a package, built unless it exists next to `rank`, a program of this crate.
///
/// # Panics
/// If it cannot be built.
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
