//! The conformance suite: the contract of a backend as named checks, run through an op table.
//!
//! It uses only the table, so it applies to built-in backends, middleware and plugins alike. Every
//! rank of a job runs [`run`]; checks of a single rank use messages to itself, which every backend
//! carries. For tests, [`in_threads`] creates a job of threads.
//!
//! | file          | rules                                                    |
//! |---------------|----------------------------------------------------------|
//! | `basic.rs`    | sizes, prefixes, empty messages, one out at a time       |
//! | `args.rs`     | bad arguments and destinations                           |
//! | `build.rs`    | claim, commit, abort; batches                            |
//! | `waits.rs`    | back-pressure, waiting, descriptors                      |
//! | `lifetime.rs` | ports, open, close, counters                             |
//! | `traffic.rs`  | much random traffic                                      |
//! | `memory.rs`   | segments                                                 |
//! | `ranks.rs`    | between ranks: order, fairness, closing, wake-ups        |
//! | `together.rs` | collective operations of all ranks                       |
//! | `loans.rs`    | messages from the program's memory                       |

mod args;
mod basic;
mod build;
mod chan;
mod lifetime;
mod loans;
mod memory;
mod pattern;
mod ranks;
mod together;
mod traffic;
mod waits;

use crate::test_host::TestHost;
use crate::watchdog::Watchdog;
use chan::Chan;
use pattern::Rng;
use skifch_abi::{Caps, MAX_PORT, Plugin};
use std::ffi::{CStr, c_void};
use std::fmt;
use std::time::Duration;

/// Time limit of one check; beyond it the check hangs and the process is ended with a message.
const LIMIT: Duration = Duration::from_secs(120);
/// How long a check waits for something that must happen.
const PATIENCE: Duration = Duration::from_secs(30);
/// Number of ports reserved for each check.
const PORTS_PER_CHECK: u32 = 12;

/// An open network to be checked, as seen by one rank.
pub struct Net<'a> {
    /// Its op table.
    pub table: &'a Plugin,
    /// Its open domain.
    pub domain: *mut c_void,
    /// This rank.
    pub rank: u32,
    /// Number of ranks in the job; all run the suite.
    pub size: u32,
    /// Waits for all ranks; collective.
    pub fence: &'a (dyn Fn() + Sync),
    /// The backend's text for its last failure on this thread.
    pub last_error: &'a (dyn Fn() -> String + Sync),
}

// SAFETY: a domain may be used from any thread by the op table's rules; the rest is `Sync`.
unsafe impl Sync for Net<'_> {}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rule holds.
    Passed,
    /// The backend does not offer the feature.
    NotOffered(String),
    /// The rule is broken.
    Failed(String),
}

/// One rule and its verdict.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of the check.
    pub name: &'static str,
    /// The rule, in one line.
    pub rule: &'static str,
    /// Its result.
    pub verdict: Verdict,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Verdict::Passed => write!(f, "ok           {:<18} {}", self.name, self.rule),
            Verdict::NotOffered(why) => write!(f, "not offered  {:<18} {why}", self.name),
            Verdict::Failed(why) => {
                write!(f, "FAILED       {:<18} {}: {why}", self.name, self.rule)
            }
        }
    }
}

/// Why a check ended early.
enum Stop {
    Failed(String),
    NotOffered(String),
}

type Outcome = Result<(), Stop>;

/// Fails the check with a message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($words:tt)+) => {
        if !$condition {
            return Err($crate::conformance::Stop::Failed(format!($($words)+)));
        }
    };
}
use ensure;

struct Check {
    name: &'static str,
    rule: &'static str,
    run: fn(&Case<'_>) -> Outcome,
}

/// What a check gets: the network, its own ports, and its own random seed.
struct Case<'a> {
    net: &'a Net<'a>,
    first_port: u32,
    seed: u64,
}

impl<'a> Case<'a> {
    /// The check's port number `index`.
    fn port(&self, index: u32) -> u32 {
        debug_assert!(index < PORTS_PER_CHECK);
        self.first_port + index
    }

    /// A channel on the check's port number `index`.
    fn open(&self, index: u32) -> Result<Chan<'a>, Stop> {
        Chan::open(self.net, self.port(index))
    }

    /// A random number generator for this rank.
    fn own_rng(&self) -> Rng {
        Rng::new(self.seed ^ (u64::from(self.net.rank) << 32))
    }

    fn fence(&self) {
        (self.net.fence)();
    }

    /// Ends the check as "not offered" if the table lacks a capability that it needs.
    fn needs(&self, caps: Caps) -> Outcome {
        if Caps(self.net.table.caps).has(caps) {
            return Ok(());
        }
        Err(Stop::NotOffered(format!("the backend does not offer {caps:?}")))
    }

    fn needs_ranks(&self, count: u32) -> Outcome {
        if self.net.size >= count {
            return Ok(());
        }
        Err(Stop::NotOffered(format!("needs at least {count} ranks")))
    }
}

/// Runs every check whose name contains `filter`; `report` is called with each line as it is
/// produced. Every rank of the job must call this with the same arguments. Returns true if no rule
/// is broken.
pub fn run(net: &Net<'_>, seed: u64, filter: &str, report: &mut dyn FnMut(&Line)) -> bool {
    let suites = [
        basic::CHECKS,
        args::CHECKS,
        build::CHECKS,
        waits::CHECKS,
        lifetime::CHECKS,
        traffic::CHECKS,
        memory::CHECKS,
        ranks::CHECKS,
        together::CHECKS,
        loans::CHECKS,
    ];
    let mut all_hold = true;
    for (index, check) in suites.into_iter().flatten().enumerate() {
        let first_port = index as u32 * PORTS_PER_CHECK;
        assert!(first_port + PORTS_PER_CHECK <= MAX_PORT, "more checks than ports");
        if !check.name.contains(filter) {
            continue;
        }
        let case = Case { net, first_port, seed: seed.wrapping_add(index as u64) };
        let verdict = watched(check.name, net.rank, || (check.run)(&case));
        all_hold &= !matches!(verdict, Verdict::Failed(_));
        report(&Line { name: check.name, rule: check.rule, verdict });
        // All ranks are at the same check, so a failure on one does not affect other checks.
        (net.fence)();
    }
    all_hold
}

/// Runs a check; ends the process with a message if it hangs.
fn watched(name: &'static str, rank: u32, check: impl FnOnce() -> Outcome) -> Verdict {
    let watchdog = Watchdog::new(format!("conformance: check {name}, rank {rank}"), LIMIT);
    let outcome = check();
    drop(watchdog);
    match outcome {
        Ok(()) => Verdict::Passed,
        Err(Stop::Failed(why)) => Verdict::Failed(why),
        Err(Stop::NotOffered(why)) => Verdict::NotOffered(why),
    }
}

/// Runs the suite in a job of `size` ranks that are threads of this process, with parameters as
/// `(key, value)`. Returns the failures of all ranks; other lines are printed.
pub fn in_threads(table: &Plugin, size: u32, params: &[(&str, &str)], seed: u64) -> Vec<String> {
    let defaults = defaults(table);
    let mut all: Vec<(&str, &str)> = defaults.iter().map(|(k, v)| (&**k, &**v)).collect();
    all.extend(params);
    let hosts = TestHost::job(size, &all);
    let failures = std::sync::Mutex::new(Vec::new());
    let note = |line: String| {
        failures.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(line);
    };
    std::thread::scope(|scope| {
        for host in &hosts {
            scope.spawn(|| {
                let mut domain = std::ptr::null_mut();
                // SAFETY: the host outlives the domain; `domain` is a place for a pointer.
                let rc = unsafe { (table.domain_open)(host.table(), &raw mut domain) };
                if rc < 0 {
                    note(format!("domain_open: {rc}: {}", host.last_error()));
                    return;
                }
                let rank = host.table().rank;
                let last_error = || host.last_error();
                let joined = Joined { table, domain };
                let fence = || {
                    joined.meet();
                    host.fence();
                };
                let net = Net { table, domain, rank, size, fence: &fence, last_error: &last_error };
                run(&net, seed, "", &mut |line| match &line.verdict {
                    Verdict::Failed(_) => note(format!("[{rank}] seed {seed}: {line}")),
                    _ => println!("[{rank}] {line}"),
                });
                // SAFETY: every check has closed what it opened; this is the domain's last use.
                let rc = unsafe { (table.domain_close)(domain) };
                if rc < 0 {
                    note(format!("domain_close: {rc}"));
                }
            });
        }
    });
    failures.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// An open domain.
struct Joined<'a> {
    table: &'a Plugin,
    domain: *mut c_void,
}

// SAFETY: a domain may be used from any thread by the op table's rules.
unsafe impl Sync for Joined<'_> {}

impl Joined<'_> {
    /// Synchronises virtual clocks. A failure shows in the calls that follow.
    fn meet(&self) {
        // SAFETY: the domain is open.
        self.table.meet.map(|meet| unsafe { meet(self.domain) });
    }
}

/// The parameters that a table declares, with their defaults.
fn defaults(table: &Plugin) -> Vec<(String, String)> {
    if table.params.is_null() {
        return Vec::new();
    }
    // SAFETY: a table lists `param_count` settings, whose texts are C strings.
    unsafe {
        let text = |text| CStr::from_ptr(text).to_string_lossy().into_owned();
        let list = std::slice::from_raw_parts(table.params, table.param_count);
        list.iter().map(|param| (text(param.key), text(param.default))).collect()
    }
}

#[cfg(test)]
mod tests;
