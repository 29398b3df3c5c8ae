//! Cleanup: after the last rank, every process that descends from the job is killed.
//!
//! The launcher is a subreaper, so orphaned processes become its children however often they
//! forked; killing its children until there are none reaches all of them.

use crate::error::LaunchError;
use crate::keeper::{self, Keeper};
use crate::sys;
use std::collections::HashSet;
use std::io;
use std::time::{Duration, Instant};

/// How long processes that ranks have left behind in process groups of their own may take to end
/// after SIGTERM: the model of a simulated network reports the result of the run then.
const GRACE: Duration = Duration::from_secs(2);

/// How long processes may take to die of SIGKILL; only processes inside the kernel take any time.
const PATIENCE: Duration = Duration::from_secs(5);

/// The processes that this one has to look after: all its descendants, except the keeper and the
/// children that it had before it became a launcher (`sh -c 'server & exec skifrun …'`).
#[derive(Debug)]
pub(crate) struct Descendants {
    job: String,
    /// Not reaped either, so that their numbers cannot pass to others.
    earlier: HashSet<i32>,
    keeper: i32,
    /// The processes that this one has started; they are reaped at the end.
    started: HashSet<i32>,
}

impl Descendants {
    /// Makes orphaned descendants children of this process from here on, and starts the keeper of
    /// the job with that id.
    pub(crate) fn adopt(job: &str) -> Result<(Self, Keeper), LaunchError> {
        let system = |call: &'static str| move |e: io::Error| LaunchError::system(call, &e);
        let earlier = children(&HashSet::new()).into_iter().collect();
        // SAFETY: no memory involved.
        sys::check(unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) })
            .map_err(system("prctl(PR_SET_CHILD_SUBREAPER)"))?;
        let keeper = Keeper::start(job).map_err(system("fork of the keeper"))?;
        let (job, started) = (job.to_owned(), HashSet::new());
        Ok((Self { job, earlier, keeper: keeper.pid, started }, keeper))
    }

    /// Registers processes that this one has started.
    pub(crate) fn add(&mut self, pids: impl IntoIterator<Item = i32>) {
        self.started.extend(pids);
    }

    /// Kills the process groups of the ranks, reaps the ranks, then asks every other process of the
    /// job to end, kills those that do not, and reaps them. Returns those that did not die.
    pub(crate) fn sweep(&self, ranks: &[i32]) -> Vec<i32> {
        for &pid in ranks {
            sys::kill(-pid, libc::SIGKILL);
        }
        let grace = Instant::now() + GRACE;
        let deadline = grace + PATIENCE;
        let mut asked = HashSet::new();
        loop {
            let left: Vec<i32> = self.others().filter(|&pid| self.is_of_job(pid)).collect();
            if left.is_empty() || Instant::now() > deadline {
                return left;
            }
            let mut running = false;
            for &pid in &left {
                if Instant::now() > grace {
                    sys::kill(pid, libc::SIGKILL);
                } else if asked.insert(pid) {
                    sys::kill(pid, libc::SIGTERM);
                }
                running |= !reap(pid);
            }
            if running {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Reaps orphans adopted while the job runs.
    pub(crate) fn reap_orphans(&self) {
        for pid in self.others().filter(|pid| !self.started.contains(pid)) {
            reap(pid);
        }
    }

    fn others(&self) -> impl Iterator<Item = i32> {
        let is_spared = |pid: &i32| *pid == self.keeper || self.earlier.contains(pid);
        children(&self.started).into_iter().filter(move |pid| !is_spared(pid))
    }

    /// An orphan of an earlier child lacks the job's mark. Without such children the mark does not
    /// matter: a process may have cleared its environment.
    fn is_of_job(&self, pid: i32) -> bool {
        self.earlier.is_empty() || self.started.contains(&pid) || keeper::carries(pid, &self.job)
    }
}

/// Reaps `pid` if it has ended.
fn reap(pid: i32) -> bool {
    // SAFETY: no memory involved; a number that is no child of ours is an error, ignored.
    unsafe { libc::waitpid(pid, std::ptr::null_mut(), libc::WNOHANG) != 0 }
}

/// The children of this process, including zombies. If they cannot be seen, those of the `started`
/// that are left, and one other that has ended.
fn children(started: &HashSet<i32>) -> Vec<i32> {
    let own = std::process::id();
    if !sys::sees_itself() {
        let is_left = |&pid: &i32| ended_child(libc::P_PID, pid).is_some();
        let other = ended_child(libc::P_ALL, 0).filter(|&pid| pid > 0 && !started.contains(&pid));
        return started.iter().copied().filter(is_left).chain(other).collect();
    }
    match std::fs::read_to_string(format!("/proc/self/task/{own}/children")) {
        Ok(list) => list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect(),
        Err(_) => children_by_search(own),
    }
}

/// An ended child of that kind; 0 if they all run, `None` if there is none.
fn ended_child(kind: libc::idtype_t, pid: i32) -> Option<i32> {
    let how = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: siginfo_t is plain numbers, zero until the call writes it, on this frame.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        sys::check(libc::waitid(kind, pid.cast_unsigned(), &raw mut info, how)).ok()?;
        Some(info.si_pid())
    }
}

/// For kernels without that list: searches the parents of all processes.
fn children_by_search(own: u32) -> Vec<i32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let parent = |pid: i32| -> Option<u32> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // `pid (name) state parent …`; the name may contain anything.
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    pids.filter(|&pid| parent(pid) == Some(own)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_a_child() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let pid = child.id().cast_signed();
        // The list is per thread; a test runs in one that is not the first.
        assert!(children_by_search(std::process::id()).contains(&pid));
        assert!(!children_by_search(1).contains(&pid) || std::process::id() == 1);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
