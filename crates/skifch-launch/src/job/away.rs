//! Ranks on other hosts: messages to their agents and from them.

use super::Job;
use super::pmi::number;
use crate::agents::{Agents, Context, Event, Remote, Stage};
use crate::bind;
use crate::command::env_strings;
use crate::epoll::Token;
use crate::error::{LAUNCHER_FAILED, LaunchError};
use crate::patience::Patience;
use crate::plan::Plan;
use crate::spawn::Status;
use crate::stdin::{self, Source};
use crate::stream::Stream;
use crate::waits::Said;
use crate::wire::{Bytes, FromAgent, ToAgent};
use skifch_boot::server::Phase;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::time::{Duration, Instant};

/// How long agents may take to clean up, and then the commands that started them to end.
const FAREWELL: Duration = Duration::from_secs(8);
const LAUNCH_FAREWELL: Duration = Duration::from_secs(1);
/// How often the launcher checks for ranks that should have called `init`.
const CONTACT_PAUSE: Duration = Duration::from_secs(1);

impl Job {
    /// Starts the agents and waits until all have connected.
    pub(super) fn gather(&mut self) -> Result<(), LaunchError> {
        let names: Vec<&str> =
            self.place_of.iter().map(|&place| self.places[place].name.as_str()).collect();
        let context = Context {
            epoll: &self.epoll,
            keeper: &self.keeper,
            mask: self.signals.old_mask,
            mark: &self.mark,
        };
        self.agents = Agents::launch(&names, &self.options.reach, &context)?;
        self.descendants.add(self.agents.pids());
        while !self.agents.all(|remote| remote.stage == Stage::Ready) {
            for token in self.wait(self.time_to_next()) {
                self.dispatch(token);
            }
            self.tick(Instant::now());
            self.check_gathering()?;
        }
        Ok(())
    }

    /// Fails if a host cannot be used or a signal has arrived.
    fn check_gathering(&self) -> Result<(), LaunchError> {
        let named = |stage: fn(&Remote) -> bool| -> Vec<&str> {
            let remotes = self.agents.remotes.iter().filter(|remote| stage(remote));
            remotes.map(|remote| remote.name.as_str()).collect()
        };
        if self.ending.is_some() && self.verdict.code() != LAUNCHER_FAILED {
            let waited_for = named(|remote| remote.stage < Stage::Ready).join(", ");
            let text = format!("ended while waiting for {waited_for}; nothing was started");
            return Err(LaunchError::new(self.verdict.code(), text));
        }
        let lost = named(|remote| remote.stage == Stage::Lost);
        if lost.is_empty() {
            return Ok(());
        }
        let coming = named(|remote| remote.stage < Stage::Ready).join(", ");
        let coming = if coming.is_empty() { coming } else { format!(", still pending: {coming}") };
        let (count, all, lost) = (lost.len(), self.agents.remotes.len(), lost.join(", "));
        let text = format!(
            "{count} of {all} remote hosts cannot be used ({lost}){coming}; nothing was started"
        );
        Err(LaunchError::own(text))
    }

    /// Registers a rank that its agent will start.
    pub(super) fn expect_away(&mut self, plan: &Plan, rank: usize) -> Result<(), LaunchError> {
        let place = plan.ranks[rank].place;
        let patterns = [self.options.outfile.clone(), self.options.errfile.clone()];
        for pattern in patterns {
            let file = pattern.map(|pattern| self.files.open(&pattern, &plan.facts(rank)));
            let file = file.transpose()?;
            self.streams.push(Some(Stream::away(file)));
        }
        if stdin::source(self.options.stdin, rank, false) == Source::Pumped {
            self.pump.add_away(rank);
        }
        self.add_rank(0, place, None);
        Ok(())
    }

    /// Tells every agent which ranks to start.
    pub(super) fn order_away(&mut self, plan: &Plan) {
        for agent in 0..self.place_of.len() {
            let ranks = plan.places[self.place_of[agent]].ranks.clone();
            let mut programs: BTreeMap<usize, u32> = BTreeMap::new();
            for &rank in &ranks {
                let app = plan.ranks[rank].app;
                let next = number(programs.len());
                let program = *programs.entry(app).or_insert(next);
                if program == next {
                    self.agents.tell(&self.epoll, agent, &program_message(plan, app));
                }
                let pumped = stdin::source(self.options.stdin, rank, false) == Source::Pumped;
                let stdin = u8::from(pumped);
                let file = self.options.rank_file.as_ref();
                let slots = file.map_or(String::new(), |file| file.slots(rank).to_owned());
                let message = ToAgent::Rank { rank: number(rank), program, stdin, slots };
                self.agents.tell(&self.epoll, agent, &message);
            }
            let start = ToAgent::Start {
                size: number(plan.ranks.len()),
                bind: bind::to_number(self.options.bind),
                cpus: self.options.cpus_per_rank.unwrap_or(1),
                cpu_set: self.options.cpu_set.iter().map(|&cpu| number(cpu)).collect(),
                gpus: self.options.gpus.map_or(0, |gpus| gpus + 1),
                merge: u8::from(self.options.merge),
                report_bindings: u8::from(self.options.report_bindings),
            };
            self.agents.tell(&self.epoll, agent, &start);
            self.agents.remotes[agent].ordered(&ranks);
        }
    }

    pub(super) fn agents_ready(&mut self, token: Token) {
        for event in self.agents.ready(&self.epoll, token) {
            self.agent_event(event);
        }
    }

    fn agent_event(&mut self, event: Event) {
        match event {
            Event::Said(agent, message) => self.agent_said(agent, message),
            Event::Lost(agent, why) => self.host_failed(agent, LAUNCHER_FAILED, &why),
        }
    }

    /// Handles timers of other hosts and ranks that have not called `init` in time.
    pub(super) fn look_after_agents(&mut self, now: Instant) {
        for event in self.agents.overdue(&self.epoll, now) {
            self.agent_event(event);
        }
        if self.contact.is_some_and(|due| now >= due) {
            self.contact = Some(now + CONTACT_PAUSE);
            self.look_for_silent_ranks();
        }
    }

    fn look_for_silent_ranks(&mut self) {
        let is_silent = |&rank: &usize| {
            self.ranks[rank].status.is_none() && self.server.phase(number(rank)) == Phase::Silent
        };
        let silent: Vec<usize> = (0..self.ranks.len()).filter(is_silent).collect();
        if silent.is_empty() || !self.server.is_waited_in() || self.ending.is_some() {
            return;
        }
        let seconds = self.options.reach.limits.contact.as_secs_f64();
        let of = |rank: &usize| format!("{rank} on {}", self.host_of(*rank));
        let names: Vec<_> = silent.iter().take(16).map(of).collect();
        let (count, names) = (silent.len(), names.join(", "));
        say!(
            "{count} ranks ({names}) have not called init within {seconds} s of the first rank \
             that did, and others are waiting for them (--contact-timeout); ending the job"
        );
        self.verdict.note(LAUNCHER_FAILED);
        self.end(false);
    }

    fn agent_said(&mut self, agent: usize, message: FromAgent) {
        match message {
            FromAgent::Started { rank, pid } => {
                if let Some(rank) = self.rank_of(agent, rank) {
                    self.ranks[rank].pid = pid;
                }
                let of_host = &self.places[self.place_of[agent]].ranks;
                if of_host.iter().all(|&rank| self.ranks[rank].pid > 0) {
                    self.show_progress();
                }
            }
            FromAgent::Failed { code, text } => {
                let text = format!("host {}: {text}", self.agents.remotes[agent].name);
                let code = Some(code).filter(|code| (1..=255).contains(code));
                self.host_failed(agent, code.unwrap_or(LAUNCHER_FAILED), &text);
            }
            FromAgent::Output { rank, stream, bytes } => {
                if let (Some(rank), 0..=1) = (self.rank_of(agent, rank), stream) {
                    self.output_came(2 * rank + usize::from(stream), &bytes.0);
                }
            }
            FromAgent::Pmi { rank, bytes } => {
                if let Some(rank) = self.rank_of(agent, rank) {
                    self.heard(rank, &bytes.0);
                }
            }
            FromAgent::PmiEnd { rank } => {
                if let Some(rank) = self.rank_of(agent, rank) {
                    self.ranks[rank].hung_up = Some(Instant::now());
                }
            }
            FromAgent::StdinTaken { rank, bytes } => {
                if let Some(rank) = self.rank_of(agent, rank) {
                    self.pump.taken(&self.epoll, rank, bytes as usize);
                }
            }
            FromAgent::StdinClosed { rank } => {
                if let Some(rank) = self.rank_of(agent, rank) {
                    self.pump.closed(&self.epoll, rank);
                }
            }
            FromAgent::Exit { rank, signaled, number } => {
                // Limited to valid exit statuses, whatever the agent reports.
                let status = match signaled {
                    0 => Status::Exited(number & 0xff),
                    _ => Status::Signaled(number & 0x7f),
                };
                let runs = |&rank: &usize| self.ranks[rank].status.is_none();
                if let Some(rank) = self.rank_of(agent, rank).filter(runs) {
                    self.note_end(rank, status);
                }
            }
            FromAgent::Waits { rank, number, text } => {
                if let Some(rank) = self.rank_of(agent, rank) {
                    self.ranks[rank].said = Some(Said::new(number, &text.0));
                }
            }
            FromAgent::Note { text } => say!("host {}: {text}", self.agents.remotes[agent].name),
            FromAgent::Ready { version, pid, .. }
                if self.options.verbose || self.options.progress =>
            {
                let Remote { name, facts, .. } = &self.agents.remotes[agent];
                let (ms, at) = (facts.took.as_millis(), facts.address);
                let at = at.map_or_else(String::new, |at| format!(" from {at}"));
                say!("host {name}: agent {pid} (skifrun {version}) connected{at} after {ms} ms");
            }
            FromAgent::Ready { .. } | FromAgent::Clock { .. } | FromAgent::Bye {} => {}
        }
    }

    /// Reports how many ranks have been started, when those of another host have.
    pub(super) fn show_progress(&self) {
        let count = self.ranks.iter().filter(|rank| rank.pid > 0).count();
        if self.options.progress && count > 0 {
            say!("{count} of {} ranks have been started", self.ranks.len());
        }
    }

    /// The rank, if it is one that this agent may report on.
    fn rank_of(&self, agent: usize, rank: u32) -> Option<usize> {
        let rank = rank as usize;
        let state = self.ranks.get(rank)?;
        (self.agent_of[state.place] == Some(agent)).then_some(rank)
    }

    fn output_came(&mut self, index: usize, bytes: &[u8]) {
        let file = self.streams.get_mut(index).and_then(Option::as_mut).and_then(Stream::file);
        match file {
            Some(file) => {
                if let Err(error) = file.write_all(bytes) {
                    say!(
                        "output file of rank {}: {error}; the rest of the output is discarded",
                        index / 2
                    );
                    self.streams[index] = None;
                }
            }
            None => self.show(index, bytes),
        }
    }

    /// The host's ranks are lost, or were never started: the job ends.
    fn host_failed(&mut self, agent: usize, code: i32, why: &str) {
        let place = self.place_of[agent];
        let ranks = self.places[place].ranks.clone();
        let of_host = |&&rank: &&usize| self.ranks.get(rank).is_some_and(|r| r.status.is_none());
        let lost: Vec<usize> = ranks.iter().filter(of_host).copied().collect();
        let others = self.running - lost.len();
        let what_next = match (lost.is_empty(), others) {
            _ if self.ranks.is_empty() => String::new(),
            (true, _) => "; its ranks had ended".to_owned(),
            (false, 0) => format!("; its {} ranks are lost", lost.len()),
            (false, others) => {
                format!("; its {} ranks are lost, terminating the remaining {others}", lost.len())
            }
        };
        say!("{why}{what_next}");
        for rank in lost {
            self.ranks[rank].status = Some(Status::Signaled(libc::SIGKILL));
            self.running -= 1;
            self.pump.closed(&self.epoll, rank);
            self.rank_gone(rank);
        }
        self.verdict.note(code);
        if !self.ranks.is_empty() {
            self.end(false);
        }
    }

    /// Forwards stdin to ranks on other hosts.
    pub(super) fn send_input(&mut self) {
        for (rank, bytes) in self.pump.parcels() {
            let agent = self.ranks.get(rank).and_then(|state| self.agent_of[state.place]);
            if let Some(agent) = agent {
                let message = ToAgent::Stdin { rank: number(rank), bytes: Bytes(bytes) };
                self.agents.tell(&self.epoll, agent, &message);
            }
        }
    }

    pub(super) fn pause_agents(&mut self, which: usize, on: bool) {
        let stream = u8::from(which == 1);
        let message = ToAgent::Pause { stream, on: u8::from(on) };
        self.agents.tell_all(&self.epoll, &message);
    }

    pub(super) fn hang_up_agents(&mut self, which: usize) {
        self.agents.tell_all(&self.epoll, &ToAgent::HangUp { stream: u8::from(which == 1) });
    }

    /// Requests what ranks on other hosts are waiting for; earlier replies are discarded.
    pub(super) fn ask_waits(&mut self) {
        self.ranks.iter_mut().for_each(|rank| rank.said = None);
        self.agents.tell_all(&self.epoll, &ToAgent::AskWaits {});
    }

    /// Lets the agents clean up and takes their last messages; then the commands that started them
    /// may end on their own.
    pub(super) fn finish_agents(&mut self) {
        if self.agents.remotes.is_empty() {
            return;
        }
        self.agents.tell_all(&self.epoll, &ToAgent::Finish {});
        let gone = |remote: &Remote| matches!(remote.stage, Stage::Done | Stage::Lost);
        self.wait_for_agents(FAREWELL, |agents| agents.all(gone));
        for remote in self.agents.remotes.iter().filter(|remote| !gone(remote)) {
            say!("host {}: its agent did not confirm that it has cleaned up", remote.name);
        }
        self.agents.hang_up();
        self.wait_for_agents(LAUNCH_FAREWELL, Agents::launches_ended);
    }

    fn wait_for_agents(&mut self, limit: Duration, done: impl Fn(&Agents) -> bool) {
        let mut patience = Patience::new(Instant::now(), limit);
        while !done(&self.agents)
            && let Some(turn) = patience.next(Instant::now())
        {
            for token in self.wait(Some(turn)) {
                match token {
                    Token::Signals if self.is_told_to("not waiting for the other hosts") => return,
                    Token::Sink(which) => self.sinks[which].flush(&self.epoll, true),
                    Token::Link(_) | Token::LaunchExit(_) | Token::LaunchOutput(_) => {
                        self.agents_ready(token);
                    }
                    _ => {}
                }
            }
            self.descendants.reap_orphans();
        }
    }
}

/// A program with the environment of its ranks. They run in the launcher's working directory unless
/// told otherwise.
fn program_message(plan: &Plan, app: usize) -> ToAgent {
    let words = &plan.options.apps[app];
    let bytes = |text: OsString| Bytes(text.into_vec());
    // A relative path is relative to this directory, not to the one in which the agent starts.
    let here = std::env::current_dir().unwrap_or_default();
    let wdir = words.wdir.as_ref().map_or(here.clone(), |wdir| here.join(wdir));
    let env = env_strings(&plan.environment(app));
    ToAgent::Program {
        argv: words.argv.iter().cloned().map(bytes).collect(),
        env: env.into_iter().map(|entry| Bytes(entry.into_bytes())).collect(),
        wdir: bytes(wdir.into()),
        path: bytes(words.path.clone().unwrap_or_default()),
    }
}
