//! Writing what the launcher says, and at the end what has not been written yet.

use super::Job;
use super::ending::{PATIENCE, TIMED_OUT};
use crate::agents::Agents;
use crate::epoll::Token;
use crate::sink::Sink;
use crate::{say, signals};
use std::time::{Duration, Instant};

impl Job {
    /// Waits for events. What has been said so far is written before.
    pub(super) fn wait(&mut self, limit: Option<Duration>) -> Vec<Token> {
        self.speak();
        self.epoll.wait(limit)
    }

    /// Passes on what the launcher has said, in its order with the ranks' stderr.
    pub(super) fn speak(&mut self) {
        let said = say::take();
        if !said.is_empty() {
            self.lines[1].interrupt(&said, &mut self.sinks[1].queue);
            self.flush(1, false);
        }
    }

    /// Writes what is left, for as long as the reader may take.
    pub(super) fn write_out(&mut self) {
        // The descriptors of what has ended would be ready all the time.
        self.agents = Agents::default();
        let limit = self.write_limit();
        let mut gives_up = false;
        while !gives_up && !self.is_written() {
            let left = limit.map(|limit| limit.saturating_duration_since(Instant::now()));
            gives_up = left.is_some_and(|left| left.is_zero());
            if gives_up {
                say!("the reader of the output has stopped reading; the rest is discarded");
                self.verdict.note(TIMED_OUT);
            }
            gives_up |= self.write_ready(left);
        }
        self.speak();
        self.write_ready(Some(Duration::ZERO));
    }

    fn is_written(&mut self) -> bool {
        self.speak();
        self.sinks.iter().all(Sink::is_idle)
    }

    /// Writes once; true if a signal says to give up.
    fn write_ready(&mut self, limit: Option<Duration>) -> bool {
        let mut gives_up = false;
        for token in self.epoll.wait(limit) {
            match token {
                Token::Sink(which) => self.sinks[which].flush(&self.epoll, true),
                Token::Signals => gives_up |= self.is_told_to("discarding the rest of the output"),
                _ => {}
            }
        }
        gives_up
    }

    /// No limit for a slow reader, except the job's timeout, or a short one if the job was
    /// terminated from outside.
    fn write_limit(&self) -> Option<Instant> {
        match self.is_ended_from_outside() {
            true => Some(Instant::now() + PATIENCE),
            false => self.deadline,
        }
    }

    /// Whether a signal requests termination when no rank is left: this is done then.
    pub(super) fn is_told_to(&mut self, give_up: &str) -> bool {
        let mut told = false;
        while let Some(signal) = self.signals.next() {
            match signal {
                libc::SIGINT | libc::SIGTERM | libc::SIGHUP | libc::SIGQUIT => {
                    say!("{}: {give_up}", signals::name(signal));
                    self.verdict.note(128 + signal);
                    told = true;
                }
                libc::SIGTSTP => signals::stop_self(),
                _ => {}
            }
        }
        told
    }
}
