//! Runs that cannot continue: no rank can act any more, or one is dead.

use super::member::Member;
use super::{End, Machine, NAP, report};
use std::time::Duration;

/// Host time for which the model pauses after each round of unsuccessful polls by all ranks.
const PAUSE: Duration = Duration::from_millis(2);

impl Machine {
    /// All ranks poll, and have done so without success for long in virtual time. The program may
    /// have a timeout by another clock, or wait for something other than messages.
    pub(super) fn rest(&mut self) -> Result<(), End> {
        if self.quiet.as_secs() >= self.config.standstill_s {
            return Err(self.stuck());
        }
        let round = self.round;
        let first = self.members.iter().map(|member| member.due).min();
        let mut next = self.members.iter_mut().filter(|member| Some(member.due) == first);
        if next.any(|member| std::mem::replace(&mut member.round, round) == round) {
            // It has had its turn in this round: the next one begins.
            self.round += 1;
            self.quiet += PAUSE;
            self.sleep_for(1, PAUSE)?;
        }
        self.answer_all().map(drop)
    }

    /// No rank runs, and no query will be answered. Threads that make no calls may still act.
    pub(super) fn stand_still(&mut self) -> Result<(), End> {
        if self.first_dead().is_some() {
            return self.bury();
        }
        let here = || self.members.iter().filter(|member| !member.has_left);
        if self.quiet.as_secs() < self.config.standstill_s && here().any(Member::has_threads) {
            self.quiet += NAP;
            return self.sleep_for(1, NAP);
        }
        Err(self.stuck())
    }

    fn stuck(&self) -> End {
        let (reason, report) = report::standstill(self);
        End::Badly { errno: libc::EDEADLK, reason, report }
    }

    /// The first rank that ended without leaving: a launcher then ends the others.
    pub(super) fn first_dead(&mut self) -> Option<usize> {
        let (ends, members) = (&mut self.ends, &self.members);
        ends.over().iter().copied().find(|at| !members[*at].has_left)
    }

    /// A rank may have died: ends the run if one has.
    pub(super) fn bury(&mut self) -> Result<(), End> {
        // Reads what the rank wrote before it died.
        self.scan()?;
        match self.first_dead() {
            None => Ok(()),
            Some(at) => {
                let (reason, report) = match self.members.iter().any(Member::is_ending) {
                    true => ("the program has ended the job".to_owned(), String::new()),
                    false => report::death(self, &self.members[at]),
                };
                Err(End::Badly { errno: libc::ECONNRESET, reason, report })
            }
        }
    }
}
