//! Over which network, and on how many hosts, tests run that name none. `cargo xtask test` runs
//! them several times, with these variables:
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

/// The network that tests which name none run over, if it is not the usual one.
pub fn backend() -> Option<String> {
    std::env::var("SKIFCH_TEST_BACKEND").ok()
}

/// The hosts that the ranks of such tests are spread over: one laboratory for all tests of a
/// process. Where there can be none they run on one host, which is said.
pub fn hosts() -> Option<&'static Lab> {
    static LAB: OnceLock<Option<Lab>> = OnceLock::new();
    let count = std::env::var("SKIFCH_TEST_HOSTS").ok()?.parse().ok()?;
    LAB.get_or_init(|| Lab::new("ranks on several hosts", count)).as_ref()
}

/// How soon the end of a rank that says nothing is told to one that waits for it: beyond its host
/// the network has to be asked first, which is done every 5 s.
pub fn told_within() -> Duration {
    Duration::from_secs(if hosts().is_some() { 12 } else { 2 })
}

/// Whether a test of what is special to one backend is to run: not where the tests are run over
/// another one, which is said.
pub fn is_for(test: &str, wanted: &str) -> bool {
    let over = backend().unwrap_or_else(|| "shm".to_owned());
    if over != wanted {
        skip(test, &format!("it is about {wanted}, and this run is over {over}"));
    }
    over == wanted
}

/// `skifrun` of `ranks` ranks, over the network and on the hosts that tests run on.
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
