//! How a job ends: failed ranks, signals, timeouts.

use super::Job;
use crate::signals;
use crate::spawn::Status;
use crate::verdict;
use crate::wire::ToAgent;
use skifch_boot::server::Phase;
use std::time::{Duration, Instant};

/// Time between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_secs(1);
/// Time after SIGKILL until processes stuck in the kernel are abandoned.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// The exit code if `--timeout` ended the job.
pub(super) const TIMED_OUT: i32 = 124;

/// The job is being terminated.
#[derive(Debug)]
pub(super) struct Ending {
    next: Instant,
    stage: Stage,
    /// The reason is a failed rank, so other failures are reported as well.
    by_rank: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Asked,
    Killed,
    GivenUp,
}

impl Ending {
    /// When the next, harder step is due.
    pub(super) fn next_step(&self) -> Instant {
        self.next
    }
}

impl Job {
    /// Decides what the end of a rank means for the job.
    ///
    /// If it was killed by a signal, exited with a code other than 0 before `finalize` (or without
    /// calling `init`), or with code 0 between `init` and `finalize`, others may wait for it
    /// forever, so they are terminated. A code other than 0 after `finalize` becomes the job's exit
    /// code, and the others continue.
    pub(super) fn judge(&mut self, rank: usize, status: Status) {
        let phase = self.server.phase(u32::try_from(rank).unwrap_or(u32::MAX));
        let good = status == Status::Exited(0) && phase != Phase::Active;
        if good || self.ranks[rank].aborted || self.is_our_doing(status) {
            return;
        }
        let harmless = matches!(status, Status::Exited(_)) && phase == Phase::Finalized;
        let others = self.running;
        let end_others = !harmless && self.options.auto_cleanup && others > 0;
        let what_next = match (others, end_others) {
            (0, _) => String::new(),
            (1, true) => "; terminating the other rank".to_owned(),
            (_, true) => format!("; terminating the remaining {others}"),
            (_, false) => "; the other ranks continue".to_owned(),
        };
        let host = self.host_of(rank);
        self.verdict.failed(rank, &host, self.ranks[rank].pid, status, &what_next);
        if end_others {
            self.end(true);
        }
    }

    /// Whether a rank ended this way because the launcher terminated the job.
    fn is_our_doing(&self, status: Status) -> bool {
        self.ending.as_ref().is_some_and(|ending| {
            let by_signal = match status {
                Status::Signaled(libc::SIGKILL) => ending.stage != Stage::Asked,
                status => status == Status::Signaled(libc::SIGTERM),
            };
            by_signal || status == Status::Exited(0) || !ending.by_rank
        })
    }

    /// A rank requested this end, and it is no failure.
    pub(super) fn rank_ended_job(&mut self, rank: usize) {
        self.ranks[rank].aborted = true;
        if !self.is_ended_from_outside() {
            self.verdict.ended();
            self.end(true);
        }
    }

    pub(super) fn rank_aborted(&mut self, rank: usize, code: i32, words: &str) {
        self.ranks[rank].aborted = true;
        // If the job was terminated from outside, the reason is known: this rank may only have
        // missed others that ended before it.
        if self.is_ended_from_outside() {
            return;
        }
        if self.ending.is_none() {
            self.explain_standstill(rank);
        }
        // Messages from several hosts do not come in the order of events.
        let is_late = self.places.len() > 1 && verdict::is_consequence(words);
        let (host, pid) = (self.host_of(rank), self.ranks[rank].pid);
        match is_late {
            true => self.verdict.aborted_later(rank, &host, pid, code, words),
            false => self.verdict.aborted(rank, &host, pid, code, words),
        }
        self.end(true);
    }

    /// Requests all ranks to terminate, once.
    pub(super) fn end(&mut self, by_rank: bool) {
        if self.ending.is_none() {
            self.signal_ranks(libc::SIGTERM);
            self.signal_ranks(libc::SIGCONT);
            let next = Instant::now() + GRACE;
            self.ending = Some(Ending { next, stage: Stage::Asked, by_rank });
        }
    }

    pub(super) fn go_on_ending(&mut self, now: Instant) {
        let Some(ending) = self.ending.as_mut().filter(|ending| now >= ending.next) else {
            return;
        };
        ending.next = now + PATIENCE;
        match ending.stage {
            Stage::Asked => {
                ending.stage = Stage::Killed;
                self.signal_ranks(libc::SIGKILL);
            }
            Stage::Killed | Stage::GivenUp => ending.stage = Stage::GivenUp,
        }
    }

    /// Some ranks survived even SIGKILL.
    pub(super) fn gave_up(&self) -> bool {
        self.ending.as_ref().is_some_and(|ending| ending.stage == Stage::GivenUp)
    }

    pub(super) fn time_is_over(&mut self) {
        self.deadline = None;
        let alive = self.ranks.iter().enumerate().filter(|(_, rank)| rank.status.is_none());
        let names: Vec<_> = alive.map(|(rank, _)| rank.to_string()).take(16).collect();
        let seconds = self.options.timeout.unwrap_or_default().as_secs_f64();
        let (count, names) = (self.running, names.join(","));
        say!("--timeout: {seconds} s have passed; terminating {count} ranks ({names})");
        self.verdict.note(TIMED_OUT);
        self.end(false);
    }

    pub(super) fn take_signals(&mut self) {
        while let Some(signal) = self.signals.next() {
            match signal {
                libc::SIGCHLD => {
                    self.orphan_check.get_or_insert_with(|| Instant::now() + super::ORPHAN_PAUSE);
                }
                libc::SIGTSTP => {
                    self.signal_ranks(libc::SIGTSTP);
                    signals::stop_self();
                    (0..2).for_each(|which| self.listen_again(which));
                }
                signals::ASKS => self.explain(),
                libc::SIGUSR1 => {
                    self.explain();
                    self.signal_ranks(signal);
                }
                libc::SIGCONT | libc::SIGUSR2 | libc::SIGALRM => {
                    self.signal_ranks(signal);
                }
                _ => self.told_to_end(signal),
            }
        }
    }

    /// Ctrl-C and similar signals: the first requests termination, the second kills.
    fn told_to_end(&mut self, signal: i32) {
        self.verdict.note(128 + signal);
        match &mut self.ending {
            Some(ending) if !ending.by_rank => {
                ending.stage = Stage::Asked;
                ending.next = Instant::now();
            }
            Some(ending) => ending.by_rank = false,
            None => {
                let name = signals::name(signal);
                if self.ranks.is_empty() {
                    say!("{name}: cancelling the start");
                } else {
                    say!(
                        "{name}: terminating {} ranks; repeat the signal to kill them at once",
                        self.running
                    );
                }
                self.end(false);
            }
        }
    }

    /// Whether the job is being terminated for a reason other than a failed rank.
    pub(super) fn is_ended_from_outside(&self) -> bool {
        self.ending.as_ref().is_some_and(|ending| !ending.by_rank)
    }

    /// Signals the process group of every rank, also of ended ones: their children may still run.
    fn signal_ranks(&mut self, signal: i32) {
        for seat in self.ranks.iter().filter_map(|rank| rank.seat.as_ref()) {
            seat.signal(signal);
        }
        self.agents.tell_all(&self.epoll, &ToAgent::Signal { signal });
    }
}
