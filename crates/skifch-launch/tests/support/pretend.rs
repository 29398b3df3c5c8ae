//! Hosts that are none: a launch agent that runs the command on this machine, in a session of its
//! own and without the job's mark, so that nothing but the connection ties agent to launcher.

use super::{Folder, Job, launcher};
use std::process::Command;

/// A folder with launch agents.
pub(crate) struct Pretend {
    pub(crate) folder: Folder,
    script: String,
}

/// What the scripts begin with: $host is the host, "$@" the agent's command, and `agent` runs it.
const HEAD: &str = "#!/bin/sh\n\
    dir=${0%/*}; host=$1; shift\n\
    agent() { exec env -u SKIFCH_JOB setsid --wait \"$@\"; }\n";

impl Pretend {
    /// Any name is this machine.
    pub(crate) fn new(test: &str) -> Self {
        Self::with(test, "agent \"$@\"\n")
    }

    /// The rest of the launch agent's script.
    pub(crate) fn with(test: &str, rest: &str) -> Self {
        let folder = Folder::new(test);
        let script = folder.program("launch", &format!("{HEAD}{rest}"));
        Self { folder, script }
    }

    pub(crate) fn path(&self) -> &str {
        &self.script
    }

    /// skifrun with this launch agent and these words.
    pub(crate) fn skifrun(&self, words: &[&str]) -> Command {
        launcher(super::SKIFRUN, &[&["--launch-agent", self.path()], words].concat())
    }

    pub(crate) fn start(&self, words: &[&str]) -> Job {
        super::start(self.skifrun(words))
    }

    pub(crate) fn run(&self, words: &[&str]) -> super::Ended {
        self.start(words).wait()
    }
}

/// The agents among the processes of a job.
pub(crate) fn agents(job: &Job, count: usize) -> Vec<i32> {
    let is_agent = |pid: &i32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let mut words = line.split(|&byte| byte == 0);
        words.next().is_some_and(|word| word.ends_with(b"skifrun"))
            && words.next() == Some(b"--agent")
    };
    super::wait_until(&format!("{count} agents"), || {
        let found: Vec<i32> = job.processes().into_iter().filter(is_agent).collect();
        (found.len() == count).then_some(found)
    })
}
