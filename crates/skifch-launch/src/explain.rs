//! `skifrun --explain JOB`: asks the launcher of a job on this machine to report what its ranks are
//! waiting for. That launcher prints the report on its own stderr.

use crate::error::LaunchError;
use crate::options::Options;
use crate::signals::ASKS;
use crate::sys;
use std::path::PathBuf;

pub(crate) fn run(options: Options) -> Result<i32, LaunchError> {
    let job = options.explain.unwrap_or_default();
    // The job ID starts with the process ID of its launcher, which may be given alone.
    let number = job.rsplit('/').next().unwrap_or_default().split('-').next().unwrap_or_default();
    let wrong = |why: &str| LaunchError::own(format!("--explain {job}: {why}"));
    let pid: i32 =
        number.parse().map_err(|_| wrong("give the process ID of its skifrun, or the job ID"))?;
    let program = |pid: &str| std::fs::read_link(format!("/proc/{pid}/exe")).ok();
    let name = |path: PathBuf| path.file_name().map(ToOwned::to_owned);
    let (theirs, ours) = (program(number).and_then(name), program("self").and_then(name));
    if pid <= 0 || theirs.is_none() || theirs != ours {
        return Err(wrong("there is no skifrun with that process ID here"));
    }
    sys::kill(pid, ASKS);
    Ok(0)
}
