//! skifrun: starts the ranks of a job on this machine and others, serves PMI-1 to them, forwards
//! their input and output, and leaves nothing behind however the job ends.
//!
//! One thread, one epoll loop ([`job`]). The stages of a job: `flags` (the option table) → `parse`
//! → `plan` (program, host and processors of each rank) → `spawn` → `job` until the last rank has
//! ended → `sweep`. On other hosts, `agent`, which is this same program, does the work; `agents`
//! starts it and `wire` is the protocol.

/// Prints one line on stderr; see [`say`].
macro_rules! say {
    ($($text:tt)*) => { $crate::say::line(&format!($($text)*)) };
}

mod agent;
mod agents;
mod bind;
mod check;
mod command;
mod deadlock;
mod epoll;
mod error;
mod explain;
mod feed;
pub mod flags;
mod hosts;
mod job;
mod keeper;
mod link;
mod net;
mod options;
mod output;
mod parse;
mod patience;
mod pattern;
mod plan;
mod pmi;
mod probe;
mod rankfile;
mod say;
mod seat;
mod signals;
mod sink;
mod spawn;
mod stdin;
mod stream;
mod sweep;
mod sys;
mod verdict;
mod waits;
mod wire;

use error::LaunchError;
use options::Wish;
use std::ffi::OsString;

/// Runs the launcher with the given argument vector (program name first) and returns its exit code.
/// The process must be single-threaded, because the launcher forks.
pub fn run(arguments: &[OsString]) -> i32 {
    match try_run(arguments) {
        Ok(code) => code,
        Err(error) => {
            say!("{error}");
            error.code
        }
    }
}

fn try_run(arguments: &[OsString]) -> Result<i32, LaunchError> {
    let (wish, options) = parse::parse(arguments.get(1..).unwrap_or_default())?;
    match wish {
        Wish::Help => print(&flags::help()),
        Wish::Version => print(&version()),
        Wish::ProbeRank => return Ok(probe::rank()),
        Wish::Agent => return agent::run(),
        Wish::Check => return check::run(options),
        Wish::Explain => return explain::run(options),
        Wish::Run => {
            sys::open_standard().map_err(|e| LaunchError::system("open /dev/null", &e))?;
            let plan = plan::Plan::new(options)?;
            plan.announce();
            if plan.options.dry_run {
                return Ok(0);
            }
            return job::run(plan);
        }
    }
    Ok(0)
}

fn print(text: &str) {
    // stdout may be closed.
    let _ = std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes());
}

fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("skifrun (SkifCh) {version}\nStart-up protocol served: PMI 1.1 over PMI_FD\n")
}
