//! Starting the ranks of a plan.

use super::files::Files;
use super::{CHUNK_BYTES, Job, Rank};
use crate::agents::Agents;
use crate::epoll::{Epoll, READ, Token};
use crate::error::LaunchError;
use crate::keeper::MARK;
use crate::output::Lines;
use crate::pattern::Facts;
use crate::plan::Plan;
use crate::seat::{Identity, Order};
use crate::signals::Signals;
use crate::sink::Sink;
use crate::stdin::{self, Pump, Source};
use crate::stream::Stream;
use crate::sweep::Descendants;
use crate::sys;
use crate::verdict::Verdict;
use skifch_boot::server::Server;
use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::rc::Rc;
use std::time::Instant;

/// The descriptors that become a rank's 0, 1 and 2; closed here once it runs.
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
        let job = job_id();
        let mut server = Server::new(&job, plan.appnums());
        server.set_nodes(&plan.nodes());
        if let Some(size) = options.universe_size {
            server.set_universe_size(size);
        }
        let facts: Rc<[Facts]> = (0..plan.ranks.len()).map(|rank| plan.facts(rank)).collect();
        let lines = |fd, stream| {
            let prompt = sys::is_terminal(fd) || plan.ranks.len() == 1;
            let label = options.label.clone();
            Lines::new(label, options.timestamps, stream, prompt).with_facts(&facts)
        };
        let away = (0..plan.places.len()).filter(|&place| !plan.places[place].is_here);
        let place_of: Vec<usize> = away.collect();
        let agent_of = |place| place_of.iter().position(|&away| away == place);
        let (descendants, keeper) = Descendants::adopt(&job)?;
        Ok(Self {
            keeper,
            descendants,
            lines: [lines(1, "stdout"), lines(2, "stderr")],
            sinks: [Sink::new(1, 0), Sink::new(2, 1)],
            paused: [false; 2],
            deadline: options.timeout.map(|timeout| Instant::now() + timeout),
            contact: None,
            options,
            epoll,
            signals,
            server,
            mark: mark(&job),
            agent_of: (0..plan.places.len()).map(agent_of).collect(),
            places: plan.places.clone(),
            place_of,
            agents: Agents::default(),
            ranks: Vec::new(),
            streams: Vec::new(),
            files: Files::default(),
            pump: Pump::default(),
            verdict: Verdict::default(),
            ending: None,
            orphan_check: None,
            explaining: super::explain::Explaining::default(),
            running: 0,
            chunk: vec![0; CHUNK_BYTES],
        })
    }

    pub(super) fn spawn_all(&mut self, plan: &Plan) -> Result<(), LaunchError> {
        let null = File::options().read(true).write(true).open("/dev/null");
        let null = null.map_err(|e| LaunchError::system("open /dev/null", &e))?;
        for rank in 0..plan.ranks.len() {
            if plan.places[plan.ranks[rank].place].is_here {
                self.spawn(plan, rank, null.as_raw_fd())?;
            } else {
                self.expect_away(plan, rank)?;
            }
        }
        self.show_progress();
        self.order_away(plan);
        self.pump.start(&self.epoll);
        Ok(())
    }

    fn spawn(&mut self, plan: &Plan, rank: usize, null: RawFd) -> Result<(), LaunchError> {
        let planned = &plan.ranks[rank];
        let stdio = self.stdio(plan, rank, null)?;
        let identity = Identity {
            rank,
            size: plan.ranks.len(),
            local: planned.local,
            local_size: plan.places[planned.place].ranks.len(),
            mark: &self.mark,
            secret: self.agents.rank_secret(),
            gpus: self.options.gpus,
        };
        let order = Order {
            command: &plan.commands[&planned.app],
            identity,
            cpus: planned.cpus.as_ref(),
            stdio: stdio.fds,
            mask: self.signals.old_mask,
        };
        let seat = order.start(&self.epoll, rank, |pid| {
            self.keeper.watch(pid);
            self.descendants.add([pid]);
        })?;
        let pid = seat.pid;
        self.add_rank(pid, planned.place, Some(seat));
        Ok(())
    }

    pub(super) fn add_rank(&mut self, pid: i32, place: usize, seat: Option<crate::seat::Seat>) {
        let rank =
            Rank { pid, place, seat, status: None, aborted: false, said: None, hung_up: None };
        self.ranks.push(rank);
        self.running += 1;
    }

    fn stdio(&mut self, plan: &Plan, rank: usize, null: RawFd) -> Result<Stdio, LaunchError> {
        let mut stdio = Stdio { fds: [null; 3], _owned: Vec::new() };
        match stdin::source(self.options.stdin, rank, true) {
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
            if which == 1 && self.options.merge {
                self.streams.push(None);
                stdio.fds[2] = stdio.fds[1];
                break;
            }
            let theirs = match pattern {
                Some(pattern) => {
                    self.streams.push(None);
                    self.files.open(&pattern, &plan.facts(rank))?.into()
                }
                None => {
                    let (stream, theirs) = Stream::pipe(&self.epoll, 2 * rank + which)?;
                    self.streams.push(Some(stream));
                    theirs
                }
            };
            stdio.fds[1 + which] = theirs.as_raw_fd();
            stdio._owned.push(theirs);
        }
        Ok(stdio)
    }
}

/// The id of this job, appended to those of the jobs that it is part of.
pub(crate) fn mark(job: &str) -> String {
    let outer = std::env::var(MARK).ok().filter(|outer| !outer.is_empty());
    outer.map_or(job.to_owned(), |outer| format!("{outer}/{job}"))
}

/// Unique for every job of this machine, across PID namespaces.
pub(crate) fn job_id() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("{}-{:x}", std::process::id(), now.unwrap_or_default().as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_ids_hold_no_slash() {
        assert!(!job_id().contains('/'));
    }
}
