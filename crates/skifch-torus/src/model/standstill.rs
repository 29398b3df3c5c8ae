//! Runs that do not go on: nobody can say anything any more, or a rank is dead.

use super::member::Member;
use super::{End, Machine, NAP, report};
use std::time::Duration;

/// How long ranks may poll in vain: a program may have a limit by another clock.
const POLLS: Duration = Duration::from_secs(5);
/// How long they wait then before each has polled again.
const PAUSE: Duration = Duration::from_millis(2);
/// How long a rank with several threads may keep silent: one that waits says nothing of the others.
const THREADS: Duration = Duration::from_secs(5);

impl Machine {
    /// All ranks poll, and have done so in vain for long.
    pub(super) fn rest(&mut self) -> Result<(), End> {
        if self.quiet >= POLLS {
            return Err(self.stuck());
        }
        let round = self.round;
        let first = self.members.iter().map(|member| member.due).min();
        let mut next = self.members.iter_mut().filter(|member| Some(member.due) == first);
        if next.any(|member| std::mem::replace(&mut member.round, round) == round) {
            // It was its turn before in this round.
            self.round += 1;
            self.quiet += PAUSE;
            self.sleep_for(1, PAUSE)?;
        }
        self.answer_all().map(drop)
    }

    /// Nobody runs, and nothing will be answered.
    pub(super) fn stand_still(&mut self) -> Result<(), End> {
        if self.first_dead().is_some() {
            return self.bury();
        }
        let here = || self.members.iter().filter(|member| !member.has_left);
        if self.quiet < THREADS && here().any(Member::has_threads) {
            self.quiet += NAP;
            return self.sleep_for(1, NAP);
        }
        Err(self.stuck())
    }

    fn stuck(&self) -> End {
        let (reason, report) = report::standstill(self);
        End::Badly { errno: libc::EDEADLK, reason, report }
    }

    /// Of the ranks that ended without leaving, the first: a launcher ends the others then.
    pub(super) fn first_dead(&mut self) -> Option<usize> {
        let (ends, members) = (&mut self.ends, &self.members);
        ends.over().iter().copied().find(|at| !members[*at].has_left)
    }

    /// Some rank may have died: ends the run if one has.
    pub(super) fn bury(&mut self) -> Result<(), End> {
        // What it said last counts.
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
