//! Explaining hangs: what each rank is waiting for, and whether they wait for each other.

use super::Job;
use crate::deadlock::{State, cycle, stuck};
use crate::waits::Said;
use std::time::{Duration, Instant};

/// Ranks are reported as stuck only after two samples this far apart without a change: a message in
/// transit would have arrived in between.
const BETWEEN: Duration = Duration::from_millis(500);

/// How often progress is checked with `--explain-after`.
const LOOK: Duration = Duration::from_millis(500);

/// How long ranks may take to report a standstill that one of them has reported.
const STILL: Duration = Duration::from_millis(300);

/// The state of explanations in progress.
#[derive(Debug, Default)]
pub(super) struct Explaining {
    /// The sample in progress, and when the next one is due.
    look: Option<(Look, Instant)>,
    /// The last check for progress, the time of the next one, and the time since when there has
    /// been no progress.
    seen: Vec<Option<u64>>,
    next_look: Option<Instant>,
    quiet_since: Option<Instant>,
    /// This period without progress has been explained.
    is_said: bool,
}

/// Which of the two samples is next.
#[derive(Debug)]
enum Look {
    First,
    /// With the result of the first sample.
    Second(Vec<Option<Said>>),
}

impl Explaining {
    /// When the next action is due.
    pub(super) fn due(&self) -> Option<Instant> {
        self.look.as_ref().map(|(_, due)| *due).or(self.next_look)
    }

    /// A rank has printed something, which counts as progress.
    pub(super) fn note_output(&mut self) {
        self.quiet_since = None;
    }
}

impl Job {
    /// Starts an explanation.
    pub(super) fn explain(&mut self) {
        if self.explaining.look.is_none() {
            // Other hosts get some time to reply.
            let wait = if self.agents.remotes.is_empty() { Duration::ZERO } else { BETWEEN };
            self.ask_waits();
            self.explaining.look = Some((Look::First, Instant::now() + wait));
        }
    }

    pub(super) fn go_on_explaining(&mut self, now: Instant) {
        self.look_for_silence(now);
        match self.explaining.look.take_if(|(_, due)| now >= *due) {
            Some((Look::First, _)) => {
                let first = self.looked();
                self.ask_waits();
                self.explaining.look = Some((Look::Second(first), Instant::now() + BETWEEN));
            }
            Some((Look::Second(first), _)) => self.say_explanation(&first),
            None => {}
        }
    }

    fn look_for_silence(&mut self, now: Instant) {
        let Some(limit) = self.options.explain_after else { return };
        let is_early = self.explaining.next_look.is_some_and(|due| now < due);
        if is_early || self.explaining.look.is_some() || self.ranks.is_empty() {
            return;
        }
        let seen = self.looked().iter().map(|said| said.as_ref().map(|said| said.number)).collect();
        self.ask_waits();
        let explaining = &mut self.explaining;
        explaining.next_look = Some(now + LOOK.min(limit));
        if explaining.seen != seen || explaining.quiet_since.is_none() {
            (explaining.seen, explaining.quiet_since) = (seen, Some(now));
            explaining.is_said = false;
        }
        let is_over = explaining.quiet_since.is_some_and(|since| now >= since + limit);
        if is_over && !explaining.is_said {
            explaining.is_said = true;
            say!("no progress for {} s:", limit.as_secs_f64());
            self.explain();
        }
    }

    /// What each rank reports now.
    fn looked(&self) -> Vec<Option<Said>> {
        let said = self.ranks.iter().map(|rank| match &rank.seat {
            Some(seat) => seat.waits.read(),
            None => rank.said.clone(),
        });
        said.collect()
    }

    fn say_explanation(&self, first: &[Option<Said>]) {
        let second = self.looked();
        let states: Vec<_> = (0..self.ranks.len())
            .map(|rank| match (&second[rank], first.get(rank).and_then(Option::as_ref)) {
                _ if self.ranks[rank].status.is_some() => State::Ended,
                (Some(now), before) => state(before, now),
                (None, _) => State::Unknown,
            })
            .collect();
        self.say_states(states);
    }

    /// A rank ends the job. If the reason is that its network has found a standstill, which it
    /// reports to all ranks at the same time, says what each rank waits for.
    pub(super) fn explain_standstill(&self, rank: usize) {
        let is_still = |said: &Option<Said>| {
            said.as_ref().and_then(|said| said.wait.as_ref()).is_some_and(|wait| wait.is_still)
        };
        let limit = Instant::now() + STILL;
        let mut said = self.looked();
        if !is_still(&said[rank]) {
            return;
        }
        while !said.iter().all(is_still) && Instant::now() < limit {
            std::thread::sleep(STILL / 30);
            said = self.looked();
        }
        let states = said.into_iter().map(|said| match said {
            Some(Said { wait: Some(wait), .. }) if wait.is_still => State::Waits(wait),
            Some(_) => State::Busy,
            None => State::Unknown,
        });
        self.say_states(states.collect());
    }

    fn say_states(&self, states: Vec<State>) {
        for (rank, state) in states.iter().enumerate() {
            self.say_state(rank, state);
        }
        if let Some(words) = verdict(&states) {
            say!("{words}");
            return;
        }
        let states: Vec<_> = states.into_iter().map(State::at_worst).collect();
        if let Some(words) = verdict(&states) {
            say!(
                "possibly {words}, unless a rank that polls, or another thread, does more than that"
            );
        }
    }

    fn say_state(&self, rank: usize, state: &State) {
        let who =
            format!("rank {rank} (host {}, pid {})", self.host_of(rank), self.ranks[rank].pid);
        match state {
            State::Waits(wait) | State::Partly(wait) => {
                say!("{who} is waiting in {}", wait.call);
                wait.words.iter().for_each(|words| say!("    {words}"));
            }
            State::Asks(wait) => {
                say!("{who} is polling in {}", wait.call);
                wait.words.iter().for_each(|words| say!("    {words}"));
            }
            State::Busy => {
                say!("{who} is not waiting in MPI: it is computing, or waiting elsewhere");
            }
            State::Unknown => say!("{who}: its state cannot be seen from here"),
            State::Ended => say!("{who} has ended"),
        }
    }
}

/// The state of a rank, from its reports in the first and second sample.
fn state(before: Option<&Said>, now: &Said) -> State {
    let Some(wait) = &now.wait else { return State::Busy };
    let turn = |said: &Said| said.wait.as_ref().and_then(|wait| wait.asks);
    match before {
        Some(before) if before == now && wait.asks.is_none() => match wait.is_free {
            true => State::Partly(wait.clone()),
            false => State::Waits(wait.clone()),
        },
        Some(before) if before.number == now.number && turn(before) != turn(now) => {
            State::Asks(wait.clone())
        }
        _ => State::Busy,
    }
}

/// The diagnosis of a job, if something is wrong.
fn verdict(states: &[State]) -> Option<String> {
    let stuck = stuck(states);
    if stuck.is_empty() {
        return None;
    }
    let way = cycle(states, &stuck);
    if way.is_empty() {
        let ranks: Vec<_> = stuck.iter().map(usize::to_string).collect();
        return Some(format!(
            "stuck: ranks {} are waiting for ranks that have ended",
            ranks.join(", ")
        ));
    }
    let mut words = format!("rank {}", way[0]);
    for rank in way.iter().skip(1).chain(&way[..1]) {
        words += &format!(" waits for rank {rank}");
        if *rank != way[0] {
            words += ", which";
        }
    }
    Some(format!("deadlock: {words}"))
}
