//! The network, and the number of hosts, for tests that specify none. `cargo xtask test` runs such
//! tests several times, with these variables:
//!
//! | variable              | meaning                                                     |
//! |-----------------------|-------------------------------------------------------------|
//! | `SKIFCH_TEST_BACKEND` | what `SKIFCH_BACKEND` is where a test does not say          |
//! | `SKIFCH_TEST_HOSTS`   | ranks are spread over so many hosts of a laboratory         |

use crate::netlab::Lab;
use crate::skip;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// The network for tests that specify none, if it is not the default one.
pub fn backend() -> Option<String> {
    std::env::var("SKIFCH_TEST_BACKEND").ok()
}

/// Whether tests are repeated over another network: then what does not depend on the network is
/// left out.
pub fn is_once_more() -> bool {
    backend().is_some()
}

/// The hosts over which such tests spread their ranks: one laboratory for all tests of a process.
/// Where none is possible they run on one host, with a skip message.
pub fn hosts() -> Option<&'static Lab> {
    static LAB: OnceLock<Option<Lab>> = OnceLock::new();
    let count = std::env::var("SKIFCH_TEST_HOSTS").ok()?.parse().ok()?;
    LAB.get_or_init(|| Lab::new("ranks on several hosts", count)).as_ref()
}

/// Time limit for reporting the silent death of a rank to a rank that waits for it: on another
/// host it is detected by probes over the network, sent every 5 s.
pub fn told_within() -> Duration {
    Duration::from_secs(if hosts().is_some() { 12 } else { 2 })
}

/// Whether a test specific to one backend should run. Not if the tests run over another backend;
/// then prints a skip message.
pub fn is_for(test: &str, wanted: &str) -> bool {
    let over = backend().unwrap_or_else(|| "shm".to_owned());
    if over != wanted {
        skip(test, &format!("it is about {wanted}, and this run is over {over}"));
    }
    over == wanted
}

/// `skifrun` for `ranks` ranks, over the network and on the hosts selected for the tests.
pub fn skifrun(skifrun: &Path, ranks: u32) -> Command {
    let mut command = match hosts() {
        Some(lab) => lab.skifrun(skifrun, ranks),
        None => {
            let mut command = Command::new(skifrun);
            command.args(["-n", &ranks.to_string()]);
            command
        }
    };
    if let Some(backend) = backend() {
        command.args(["-genv", &format!("SKIFCH_BACKEND={backend}")]);
    }
    command
}
