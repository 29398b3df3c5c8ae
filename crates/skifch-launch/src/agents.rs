//! The launcher's view of other hosts: one agent on each, its progress, and its messages.
//!
//! An agent is started by a command (ssh, or `--launch-agent`), prints one line on its stdout,
//! connects to the launcher, and proves its identity ([`door`]); from then on there is a [`Link`].
//! Each step has a time limit, and its error names the host.

mod door;
mod launch;

use crate::epoll::{Epoll, Token};
use crate::error::LaunchError;
use crate::keeper::Keeper;
use crate::link::Link;
use crate::options::{Limits, Reach};
use crate::spawn::Status;
use crate::wire::auth::{self, Secret};
use crate::wire::{FROM_AGENT_BYTES_MAX, FromAgent, ToAgent};
use door::Door;
use launch::Launched;
pub(crate) use launch::{GREETING, check_greeting, first_line};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// The progress of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// The command is running; the agent has sent nothing yet.
    Launched,
    /// The agent is running and should connect.
    Greeted,
    /// It has proved its identity and should describe its host.
    Connected,
    Ready,
    /// It has been told to start ranks.
    Starting,
    Running,
    /// Nothing is left on that host.
    Done,
    Lost,
}

/// The agent's description of its host.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) version: String,
    pub(crate) name: String,
    pub(crate) cpus: u32,
    pub(crate) address: Option<SocketAddr>,
    pub(crate) took: Duration,
}

#[derive(Debug)]
pub(crate) struct Remote {
    pub(crate) name: String,
    pub(crate) stage: Stage,
    pub(crate) facts: Facts,
    /// Ranks that were requested and are not running yet.
    pub(crate) awaited: Vec<usize>,
    since: Instant,
    begin: Instant,
    launched: Launched,
    link: Option<Link>,
}

/// An event on another host.
#[derive(Debug)]
pub(crate) enum Event {
    /// A message from the agent of that host.
    Said(usize, FromAgent),
    /// The agent is lost; the reason, for the user.
    Lost(usize, String),
}

#[derive(Debug, Default)]
pub(crate) struct Agents {
    pub(crate) remotes: Vec<Remote>,
    door: Option<Door>,
    limits: Option<Limits>,
    /// The secret that ranks authenticate each other with; none if all are on this host.
    rank_secret: Option<String>,
}

/// What launching agents needs from the job.
pub(crate) struct Context<'a> {
    pub(crate) epoll: &'a Epoll,
    pub(crate) keeper: &'a Keeper,
    pub(crate) mask: libc::sigset_t,
    pub(crate) mark: &'a str,
}

impl Agents {
    /// Starts an agent on each of these hosts; does nothing if there are none.
    pub(crate) fn launch(
        names: &[&str],
        reach: &Reach,
        context: &Context<'_>,
    ) -> Result<Self, LaunchError> {
        if names.is_empty() {
            return Ok(Self::default());
        }
        let system = |e| LaunchError::system("getrandom", &e);
        let secret = auth::random().map_err(system)?;
        let door = Door::open(reach, secret, context.epoll)?;
        let mut agents = Self {
            remotes: Vec::new(),
            door: Some(door),
            limits: Some(reach.limits),
            rank_secret: Some(auth::rank_secret(&secret)),
        };
        let command = launch::command(reach)?;
        for (index, name) in names.iter().enumerate() {
            let config = agents.config(index, &secret, context.mark, reach);
            let launched = launch::launch(&command, name, index, &config, context)?;
            let now = Instant::now();
            agents.remotes.push(Remote {
                name: (*name).to_owned(),
                stage: Stage::Launched,
                facts: Facts::default(),
                awaited: Vec::new(),
                since: now,
                begin: now,
                launched,
                link: None,
            });
        }
        // All have the same time limit, and all that exceed it are named together.
        let now = Instant::now();
        agents.remotes.iter_mut().for_each(|remote| remote.since = now);
        Ok(agents)
    }

    /// The secret shared by the ranks of a job on several hosts.
    pub(crate) fn rank_secret(&self) -> Option<&str> {
        self.rank_secret.as_deref()
    }

    /// The configuration that an agent reads from stdin; parsed by `agent::config`.
    fn config(&self, index: usize, secret: &Secret, mark: &str, reach: &Reach) -> String {
        let addresses = self.addresses().join(",");
        let (greeting, secret) = (first_line(), auth::to_hex(secret));
        let limit_ms = reach.limits.connect.as_millis();
        let silence_ms = reach.limits.silence.as_millis();
        // Each host has its own mark, appended to the job's: if two hosts are in fact one machine,
        // the keeper of one agent cleans up only its own processes.
        let job = mark.rsplit('/').next().unwrap_or_default();
        let mark = format!("{mark}/{job}.{index}");
        format!(
            "{greeting}\nsecret={secret}\nhost={index}\njob={mark}\nconnect={addresses}\n\
             limit_ms={limit_ms}\nsilence_ms={silence_ms}\nend\n"
        )
    }

    fn addresses(&self) -> Vec<String> {
        let door = self.door.iter().flat_map(|door| &door.addresses);
        door.map(SocketAddr::to_string).collect()
    }

    /// The processes that started agents, which must not be reaped or killed while the job runs.
    pub(crate) fn pids(&self) -> impl Iterator<Item = i32> {
        self.remotes.iter().map(|remote| remote.launched.pid())
    }

    pub(crate) fn all(&self, done: impl Fn(&Remote) -> bool) -> bool {
        self.remotes.iter().all(done)
    }

    /// Sends a message to one agent, if it is connected.
    pub(crate) fn tell(&mut self, epoll: &Epoll, index: usize, message: &ToAgent) {
        if let Some(link) = self.remotes.get_mut(index).and_then(|remote| remote.link.as_mut()) {
            link.send(epoll, message);
        }
    }

    /// Sends a message to every connected agent.
    pub(crate) fn tell_all(&mut self, epoll: &Epoll, message: &ToAgent) {
        (0..self.remotes.len()).for_each(|index| self.tell(epoll, index, message));
    }

    /// Handles an event of a descriptor owned here.
    pub(crate) fn ready(&mut self, epoll: &Epoll, token: Token) -> Vec<Event> {
        match token {
            Token::Door => {
                if let Some(door) = &mut self.door {
                    door.accept(epoll);
                }
                Vec::new()
            }
            Token::Knock(index) => self.knocked(epoll, index).into_iter().collect(),
            Token::Link(index) => self.linked(epoll, index),
            Token::LaunchExit(index) => self.launch_ended(epoll, index).into_iter().collect(),
            Token::LaunchOutput(index) => self.launch_said(epoll, index).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn knocked(&mut self, epoll: &Epoll, index: usize) -> Option<Event> {
        let door = self.door.as_mut()?;
        let (host, stream, peer) = door.listen_to(epoll, index)?;
        let host = host as usize;
        let waits = |remote: &&mut Remote| matches!(remote.stage, Stage::Launched | Stage::Greeted);
        let Some(remote) = self.remotes.get_mut(host).filter(waits) else {
            say!("a second agent for host number {host} connected from {peer}; refused");
            return None;
        };
        let silence = self.limits.map_or(Duration::MAX, |limits| limits.silence);
        match Link::new(stream, epoll, Token::Link(host), FROM_AGENT_BYTES_MAX, silence) {
            Ok(link) => remote.link = Some(link),
            Err(error) => return self.lost(host, &format!("its connection: {error}")),
        }
        remote.facts.address = Some(peer);
        remote.launched.orders = None;
        remote.go_to(Stage::Connected);
        if self.all(|remote| remote.link.is_some()) {
            self.door = None;
        }
        None
    }

    fn linked(&mut self, epoll: &Epoll, index: usize) -> Vec<Event> {
        let mut events = Vec::new();
        let Some(link) = self.remotes.get_mut(index).and_then(|remote| remote.link.as_mut()) else {
            return events;
        };
        link.flush(epoll);
        let mut end = link.read().err();
        loop {
            match link.next::<FromAgent>() {
                Ok(Some(message)) => events.push(Event::Said(index, message)),
                Ok(None) => break,
                Err(why) => {
                    end = Some(why);
                    break;
                }
            }
        }
        for event in &events {
            if let Event::Said(_, message) = event {
                self.remotes[index].note(message);
            }
        }
        events.extend(end.and_then(|why| self.lost(index, &why)));
        events
    }

    fn launch_said(&mut self, epoll: &Epoll, index: usize) -> Option<Event> {
        let remote = self.remotes.get_mut(index / 2)?;
        let greeting = remote.launched.read(epoll, index % 2, &remote.name)?;
        if remote.stage != Stage::Launched {
            return None;
        }
        match check_greeting(&greeting) {
            Ok(()) => {
                remote.go_to(Stage::Greeted);
                None
            }
            Err(why) => self.lost(index / 2, &why),
        }
    }

    /// A command that exits with 0 may have handed over the agent to another process; one that
    /// fails before the agent has connected has failed to start it.
    fn launch_ended(&mut self, epoll: &Epoll, index: usize) -> Option<Event> {
        let greeted = self.launch_said(epoll, 2 * index);
        let rest = self.launch_said(epoll, 2 * index + 1);
        let remote = self.remotes.get_mut(index)?;
        let status = remote.launched.ended(epoll)?;
        let early = matches!(remote.stage, Stage::Launched | Stage::Greeted);
        if greeted.is_some() || rest.is_some() {
            return greeted.or(rest);
        }
        if !early || status == Status::Exited(0) {
            return None;
        }
        let how = match status {
            Status::Exited(code) => format!("ended with code {code}"),
            Status::Signaled(signal) => format!("was killed by {}", crate::signals::name(signal)),
        };
        let command = remote.launched.command.clone();
        self.lost(index, &format!("`{command}` {how} before its agent connected"))
    }

    fn lost(&mut self, index: usize, why: &str) -> Option<Event> {
        let remote = self.remotes.get_mut(index)?;
        remote.link = None;
        if matches!(remote.stage, Stage::Done | Stage::Lost) {
            return None;
        }
        if remote.stage == Stage::Launched {
            let name = &remote.name;
            let lines = remote.launched.banner.iter().filter(|line| !line.is_empty());
            lines.for_each(|line| say!("host {name}: {line}"));
        }
        remote.go_to(Stage::Lost);
        Some(Event::Lost(index, format!("host {}: {why}", remote.name)))
    }

    /// When the next time limit expires.
    pub(crate) fn due(&self) -> Option<Instant> {
        let limits = self.limits?;
        let stages = self.remotes.iter().filter_map(|remote| remote.due(&limits));
        stages.chain(self.door.as_ref().and_then(Door::due)).min()
    }

    /// The hosts whose time limit has expired.
    pub(crate) fn overdue(&mut self, epoll: &Epoll, now: Instant) -> Vec<Event> {
        let Some(limits) = self.limits else { return Vec::new() };
        if let Some(door) = &mut self.door {
            door.tidy(epoll, now);
        }
        let is_late = |remote: &Remote| remote.due(&limits).is_some_and(|due| now >= due);
        let late: Vec<usize> =
            (0..self.remotes.len()).filter(|&index| is_late(&self.remotes[index])).collect();
        let why = |index: &usize| (*index, self.why_late(&self.remotes[*index], &limits));
        let whys: Vec<_> = late.iter().map(why).collect();
        whys.into_iter().filter_map(|(index, why)| self.lost(index, &why)).collect()
    }

    fn why_late(&self, remote: &Remote, limits: &Limits) -> String {
        let command = &remote.launched.command;
        match remote.stage {
            Stage::Launched => {
                let seconds = limits.agent.as_secs_f64();
                format!("no agent within {seconds} s of `{command}` (--agent-timeout)")
            }
            Stage::Greeted => {
                let (seconds, to) = (limits.connect.as_secs_f64(), self.addresses().join(", "));
                format!(
                    "its agent runs but did not connect to {to} within {seconds} s \
                     (--connect-timeout); check for a firewall, see --iface, --port-range"
                )
            }
            Stage::Connected => {
                let seconds = limits.connect.as_secs_f64();
                format!("its agent connected and then sent nothing for {seconds} s")
            }
            _ => {
                let seconds = limits.start.as_secs_f64();
                let ranks: Vec<_> = remote.awaited.iter().take(16).map(usize::to_string).collect();
                let (count, ranks) = (remote.awaited.len(), ranks.join(","));
                format!(
                    "{count} ranks ({ranks}) are not running after {seconds} s (--start-timeout)"
                )
            }
        }
    }

    /// Closes the connections to all agents, which then clean up.
    pub(crate) fn hang_up(&mut self) {
        self.door = None;
        self.remotes.iter_mut().for_each(|remote| remote.link = None);
    }

    /// Whether all commands that started agents have ended on their own.
    pub(crate) fn launches_ended(&self) -> bool {
        self.all(|remote| remote.launched.has_ended() || remote.stage != Stage::Done)
    }
}

impl Remote {
    fn go_to(&mut self, stage: Stage) {
        self.stage = stage;
        self.since = Instant::now();
    }

    /// Records that it was told to start these ranks.
    pub(crate) fn ordered(&mut self, ranks: &[usize]) {
        self.awaited = ranks.to_vec();
        self.go_to(Stage::Starting);
    }

    fn note(&mut self, message: &FromAgent) {
        match message {
            FromAgent::Ready { version, name, cpus, .. } if self.stage == Stage::Connected => {
                self.facts.version.clone_from(version);
                self.facts.name.clone_from(name);
                self.facts.cpus = *cpus;
                self.facts.took = self.begin.elapsed();
                self.go_to(Stage::Ready);
            }
            FromAgent::Started { rank, .. } => {
                self.awaited.retain(|&awaited| awaited != *rank as usize);
                if self.awaited.is_empty() && self.stage == Stage::Starting {
                    self.go_to(Stage::Running);
                }
            }
            FromAgent::Bye {} => self.go_to(Stage::Done),
            _ => {}
        }
    }

    fn due(&self, limits: &Limits) -> Option<Instant> {
        let limit = match self.stage {
            Stage::Launched => limits.agent,
            Stage::Greeted | Stage::Connected => limits.connect,
            Stage::Starting => limits.start,
            _ => return None,
        };
        Some(self.since + limit)
    }
}
