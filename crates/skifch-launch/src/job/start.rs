//! From a plan to running ranks.

use super::{CHUNK_BYTES, Job, Rank, pmi};
use crate::command::env_strings;
use crate::epoll::{Epoll, READ, Token};
use crate::error::LaunchError;
use crate::keeper::{Keeper, MARK};
use crate::output::Lines;
use crate::plan::Plan;
use crate::signals::Signals;
use crate::sink::Sink;
use crate::spawn::Spawn;
use crate::stdin::{self, Pump, Source};
use crate::stream::Stream;
use crate::sweep;
use crate::sys;
use crate::verdict::Verdict;
use skifch_boot::server::Server;
use std::collections::{BTreeMap, HashSet};
use std::ffi::{CString, OsString};
use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::Instant;

/// A larger pipe means fewer switches between rank and launcher; the sum per user is limited.
const PIPE_BYTES: i32 = 256 * 1024;
const LARGE_PIPES_MAX: usize = 64;

/// The descriptors that a rank's 0, 1 and 2 become; ours to close once it runs.
struct Stdio {
    fds: [RawFd; 3],
    _owned: Vec<OwnedFd>,
}

impl Job {
    pub(super) fn new(plan: &Plan) -> Result<Self, LaunchError> {
        let system = |call: &'static str| move |e: std::io::Error| LaunchError::system(call, &e);
        let options = plan.options.clone();
        sys::raise_open_files();
        let signals = Signals::new().map_err(system("signalfd"))?;
        let epoll = Epoll::new().map_err(system("epoll"))?;
        let signal_fd = signals.fd.as_raw_fd();
        epoll.add(signal_fd, Token::Signals, READ).map_err(system("epoll"))?;
        sweep::become_subreaper().map_err(system("prctl(PR_SET_CHILD_SUBREAPER)"))?;
        let job = job_id();
        let mut server = Server::new(&job, plan.appnums());
        if let Some(size) = options.universe_size {
            server.set_universe_size(size);
        }
        let lines = |fd, stream| {
            let prompt = sys::is_terminal(fd) || plan.ranks.len() == 1;
            Lines::new(options.label, options.timestamps, stream, prompt)
        };
        Ok(Self {
            keeper: Keeper::start(&job).map_err(system("fork of the keeper"))?,
            lines: [lines(1, "stdout"), lines(2, "stderr")],
            sinks: [Sink::new(1, 0), Sink::new(2, 1)],
            paused: [false; 2],
            deadline: options.timeout.map(|timeout| Instant::now() + timeout),
            options,
            epoll,
            signals,
            server,
            job,
            ranks: Vec::new(),
            pids: HashSet::new(),
            streams: Vec::new(),
            pump: Pump::default(),
            verdict: Verdict::default(),
            ending: None,
            orphan_check: None,
            running: 0,
            chunk: vec![0; CHUNK_BYTES],
        })
    }

    pub(super) fn spawn_all(&mut self, plan: &Plan) -> Result<(), LaunchError> {
        let null = File::options().read(true).write(true).open("/dev/null");
        let null = null.map_err(|e| LaunchError::system("open /dev/null", &e))?;
        for rank in 0..plan.ranks.len() {
            self.spawn(plan, rank, null.as_raw_fd())?;
        }
        self.pump.start(&self.epoll);
        Ok(())
    }

    fn spawn(&mut self, plan: &Plan, rank: usize, null: RawFd) -> Result<(), LaunchError> {
        let system = |e: std::io::Error| LaunchError::system(&format!("rank {rank}"), &e);
        let planned = &plan.ranks[rank];
        let command = &plan.commands[planned.app];
        let stdio = self.stdio(rank, null)?;
        let (ours, theirs) = sys::socket_pair().map_err(system)?;
        sys::set_nonblocking(&ours).map_err(system)?;
        let env = self.environment(&command.env, rank, plan.ranks.len(), theirs.as_raw_fd());
        let child = Spawn {
            program: &command.program,
            argv: &command.argv,
            env: &env,
            wdir: command.wdir.as_deref(),
            cpus: planned.cpus.as_ref(),
            stdio: stdio.fds,
            pmi: theirs.as_raw_fd(),
            mask: self.signals.old_mask,
        }
        .start()?;
        self.keeper.watch(child.pid);
        self.pids.insert(child.pid);
        let (pid, pidfd) = (child.pid, child.pidfd.as_raw_fd());
        let pmi_fd = ours.as_raw_fd();
        let pmi = Some(pmi::End::new(ours));
        self.ranks.push(Rank {
            pid,
            pidfd: child.pidfd,
            pmi,
            status: None,
            aborted: false,
            hung_up: None,
        });
        self.running += 1;
        self.epoll.add(pidfd, Token::Exit(rank), READ).map_err(system)?;
        self.epoll.add(pmi_fd, Token::Pmi(rank), READ).map_err(system)
    }

    fn stdio(&mut self, rank: usize, null: RawFd) -> Result<Stdio, LaunchError> {
        let mut stdio = Stdio { fds: [null; 3], _owned: Vec::new() };
        match stdin::source(self.options.stdin, rank) {
            Source::Nothing => {}
            Source::Inherited => stdio.fds[0] = 0,
            Source::Pumped => {
                let (read, write) = sys::pipe().map_err(|e| LaunchError::system("pipe", &e))?;
                sys::set_nonblocking(&write).map_err(|e| LaunchError::system("pipe", &e))?;
                self.pump.add(write);
                stdio.fds[0] = read.as_raw_fd();
                stdio._owned.push(read);
            }
        }
        let patterns = [self.options.outfile.clone(), self.options.errfile.clone()];
        for (which, pattern) in patterns.into_iter().enumerate() {
            let theirs = match pattern {
                Some(pattern) => {
                    self.streams.push(None);
                    open_output(&pattern, rank)?
                }
                None => self.pipe_from(2 * rank + which)?,
            };
            stdio.fds[1 + which] = theirs.as_raw_fd();
            stdio._owned.push(theirs);
        }
        Ok(stdio)
    }

    /// A pipe for output; gives the rank's end.
    fn pipe_from(&mut self, index: usize) -> Result<OwnedFd, LaunchError> {
        let system = |e: std::io::Error| LaunchError::system("pipe for output", &e);
        let (read, write) = sys::pipe().map_err(system)?;
        sys::set_nonblocking(&read).map_err(system)?;
        if index < LARGE_PIPES_MAX {
            sys::grow_pipe(&read, PIPE_BYTES);
        }
        self.epoll.add(read.as_raw_fd(), Token::Output(index), READ).map_err(system)?;
        self.streams.push(Some(Stream::new(read)));
        Ok(write)
    }

    /// What start-up of the rank needs, on top of the program's environment.
    fn environment(
        &self,
        base: &BTreeMap<OsString, OsString>,
        rank: usize,
        size: usize,
        pmi: RawFd,
    ) -> Vec<CString> {
        let mut env = base.clone();
        let outer = std::env::var(MARK).ok().filter(|outer| !outer.is_empty());
        let mark = outer.map_or(self.job.clone(), |outer| format!("{outer}/{}", self.job));
        for (name, value) in [
            ("PMI_FD", pmi.to_string()),
            ("PMI_RANK", rank.to_string()),
            ("PMI_SIZE", size.to_string()),
            // All ranks are on this host.
            ("MPI_LOCALRANKID", rank.to_string()),
            ("MPI_LOCALNRANKS", size.to_string()),
            (MARK, mark),
        ] {
            env.insert(name.into(), value.into());
        }
        env_strings(&env)
    }
}

/// Different for every job of this machine, also across PID namespaces.
fn job_id() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("{}-{:x}", std::process::id(), now.unwrap_or_default().as_nanos())
}

fn open_output(pattern: &str, rank: usize) -> Result<OwnedFd, LaunchError> {
    let path = expand(pattern, rank);
    match File::create(&path) {
        Ok(file) => Ok(file.into()),
        Err(e) => Err(LaunchError::own(format!("output file {path:?}: {e}"))),
    }
}

/// `%r` rank, `%h` host, `%p` the launcher's process number, `%%` a percent sign.
fn expand(pattern: &str, rank: usize) -> String {
    let mut text = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '%' { chars.next() } else { None }) {
            ('%', Some('r')) => text += &rank.to_string(),
            ('%', Some('h')) => text += &sys::hostname(),
            ('%', Some('p')) => text += &std::process::id().to_string(),
            ('%', Some('%') | None) => text.push('%'),
            ('%', Some(other)) => text.extend(['%', other]),
            (c, _) => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert_eq!(expand("o-%r.%%x%y%", 7), "o-7.%x%y%");
        assert_eq!(expand("%h", 0), sys::hostname());
    }

    #[test]
    fn job_ids_hold_no_slash() {
        assert!(!job_id().contains('/'));
    }
}
