//! The model process, which owns the clock.
//!
//! **What may happen when.** A running rank may send at its clock or later, and a message enters
//! the network only after the time its interface takes. So the network is simulated up to that time
//! after the minimum clock of all running ranks, and no further (conservative lookahead). What
//! leaves the network becomes visible to a program only after the time its interface takes, so what
//! every rank has received is known that much further. Within that window all ranks run
//! concurrently.
//!
//! **Who is waited for.** A rank with a query is not running; it will run from the time of its
//! answer on, which is known as soon as the condition that it waits for is. So when no rank runs
//! and nothing is in flight, the run is at a standstill: `standstill.rs` reports who waits for
//! whom.
//!
//! | file            | what                                                          |
//! |-----------------|---------------------------------------------------------------|
//! | `start.rs`      | starting the process                                          |
//! | `join.rs`       | connecting ranks and model                                    |
//! | `member.rs`     | a rank as the model sees it                                   |
//! | `scan.rs`       | reading records and queries of ranks                          |
//! | `traffic.rs`    | messages and credits through the network                      |
//! | `inject.rs`, `fuzz.rs` | injecting packets; delays by `fuzz`                    |
//! | `together.rs`   | collective operations                                         |
//! | `access.rs`     | accesses to the memory of ranks: segments                     |
//! | `channel.rs`    | a channel of a rank, and its inbox                            |
//! | `answers.rs`    | when queries are answered                                     |
//! | `net.rs`, `calls.rs`, `outputs.rs` | recording a run, and its output files      |
//! | `fate.rs`       | links and nodes that fail                                     |
//! | `standstill.rs`, `report.rs` | detecting that a run cannot continue; reports    |

mod access;
mod answers;
mod calls;
mod channel;
mod fate;
mod fuzz;
mod inject;
mod join;
mod member;
mod net;
mod outputs;
mod report;
mod scan;
mod standstill;
mod start;
mod together;
mod traffic;

pub(crate) use join::join;
pub(crate) use start::start;

use crate::config::Config;
use crate::futex;
use crate::layout::{BELL_BYTES, model};
use crate::memory::{self, Access, Map};
use crate::rank::Costs;
use crate::socket::{self, Ends};
use member::Member;
use skifch_backend::Error;
use skifch_sim::engine::Model;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::fence;
use std::time::{Duration, Instant};
use traffic::Traffic;

/// How often the sleeping model checks that all ranks are still alive.
pub(crate) const NAP: Duration = Duration::from_millis(50);

/// Time without calls after which a running rank whose memory others can write is reported.
const SILENCE: Duration = Duration::from_secs(10);

/// The state of the model.
struct Machine {
    config: Config,
    costs: Costs,
    traffic: Traffic,
    members: Vec<Member>,
    ends: Ends,
    /// Virtual time of the last activity of any rank other than an unsuccessful poll.
    active_at: u64,
    /// How long no rank has done anything new although one might. Counts only the time that this
    /// process slept for that reason, so a busy or stopped machine does not count.
    quiet: Duration,
    /// The value of `active_at` when `quiet` was last reset.
    quiet_at: u64,
    /// How long no rank has called while others wait for that, and whether that was reported.
    silent: Duration,
    has_said_so: bool,
    /// Number of the round of polls while at rest.
    round: u64,
    /// Consequences of failures of links and nodes, as lines of text.
    fate: String,
    shared: Shared,
}

/// Memory that the model writes, and the doorbell.
struct Shared {
    answers: OwnedFd,
    bell: OwnedFd,
    map: Map,
    bell_map: Map,
}

impl Shared {
    fn new(ranks: usize) -> Result<Self, Error> {
        let bytes = model::bytes(ranks);
        let answers = memory::create(c"skifch-torus-model", bytes)?;
        let bell = memory::create(c"skifch-torus-bell", BELL_BYTES)?;
        let map = Map::new(answers.as_fd(), 0, bytes, Access::Write)?;
        let bell_map = Map::new(bell.as_fd(), 0, BELL_BYTES, Access::Write)?;
        Ok(Self { answers, bell, map, bell_map })
    }
}

/// How a run ended.
enum End {
    /// All ranks have left.
    Well,
    /// The errno for all remaining ranks, a line for their errors, and a report.
    Badly { errno: i32, reason: String, report: String },
}

impl Machine {
    fn new(
        config: Config,
        network: &Model,
        members: Vec<Member>,
        shared: Shared,
    ) -> Result<Self, Error> {
        let sockets: Vec<_> = members.iter().map(|member| member.socket.as_raw_fd()).collect();
        Ok(Self {
            ends: Ends::new(&sockets)?,
            costs: Costs::new(&config, network),
            traffic: Traffic::new(&config, network, members.len() as u32),
            config,
            members,
            active_at: 0,
            quiet: Duration::ZERO,
            silent: Duration::ZERO,
            has_said_so: false,
            quiet_at: 0,
            round: 1,
            fate: String::new(),
            shared,
        })
    }

    /// Runs the job until it ends.
    fn run(&mut self) {
        let end = loop {
            let said = self.scan();
            let step = said.and_then(|has_news| self.step(has_news));
            match step {
                Ok(()) => {}
                Err(end) => break end,
            }
        };
        if let End::Badly { errno, reason, report } = end {
            self.end(errno, &reason, &report);
        }
    }

    fn step(&mut self, has_news: bool) -> Result<(), End> {
        if self.members.iter().all(|member| member.has_left) {
            return Err(End::Well);
        }
        self.advance();
        self.hear_of_deaths()?;
        if self.active_at > self.quiet_at {
            (self.quiet, self.quiet_at) = (Duration::ZERO, self.active_at);
        }
        if self.is_at_rest() {
            return self.rest();
        }
        if self.answer_all()? || has_news {
            return Ok(());
        }
        match self.members.iter().any(|member| member.running > 0) {
            true => self.sleep(),
            false => self.stand_still(),
        }
    }

    /// The first time at which something may still enter the network.
    fn bound(&self) -> u64 {
        let least = self.members.iter().map(Member::least).min().unwrap_or(u64::MAX);
        least.saturating_add(self.traffic.lead_in)
    }

    /// Advances the network as far as it may.
    fn advance(&mut self) {
        self.serve();
        loop {
            let bound = self.bound();
            let Some(limit) = self.traffic.next_event().filter(|at| *at < bound) else {
                // Nothing happens before the bound, if there is one.
                if bound < u64::MAX {
                    self.traffic.reach(bound - 1);
                }
                break;
            };
            // Without a bound, one event at a time: what it brings may set one.
            let limit = if bound == u64::MAX { limit } else { bound - 1 };
            self.traffic.advance(limit, &mut self.members);
            self.serve();
        }
        let horizon = self.horizon();
        // SYNC horizon: all inboxes were written before.
        self.shared.map.word(model::HORIZON).store(horizon, Release);
    }

    /// Time up to which it is known what every rank has received.
    fn horizon(&self) -> u64 {
        self.traffic.frontier().saturating_add(self.traffic.lead_out)
    }

    /// Sleeps until the ranks have called whose clocks hold the network back.
    fn sleep(&mut self) -> Result<(), End> {
        let next = self.next_time();
        let lead = self.traffic.lead_in;
        let is_waited_for = |member: &&Member| {
            member.running > 0 && member.least().saturating_add(lead) <= next.saturating_add(1)
        };
        let count = self.members.iter().filter(is_waited_for).count().max(1) as u32;
        let calls = |shared: &Shared| shared.bell_map.half(0).load(Acquire);
        let before = calls(&self.shared);
        self.sleep_for(count, NAP)?;
        self.silent =
            if calls(&self.shared) == before { self.silent + NAP } else { Duration::ZERO };
        if self.silent >= SILENCE && !std::mem::replace(&mut self.has_said_so, true) {
            report::silence(self);
        }
        Ok(())
    }

    /// The next time up to which the network must be simulated.
    fn next_time(&self) -> u64 {
        let answers = self.members.iter().map(|member| member.due).min().unwrap_or(u64::MAX);
        let events = self.traffic.next_event().unwrap_or(u64::MAX);
        events.min(answers.saturating_sub(self.traffic.lead_out))
    }

    /// Sleeps until `count` calls have rung the doorbell, or for `limit`; ends the run if a rank is
    /// dead.
    fn sleep_for(&mut self, count: u32, limit: Duration) -> Result<(), End> {
        let map = &self.shared.map;
        let (asleep, wake_at) = (map.half(model::ASLEEP), map.half(model::WAKE_AT));
        let bell = self.shared.bell_map.half(0);
        let start = bell.load(Acquire);
        wake_at.store(start.wrapping_add(count), Relaxed);
        // SYNC wake-at: pairs with the acquire load in `Rank::ring_bell`.
        asleep.store(1, Release);
        // SYNC asleep: set before the look for posts; a rank posts before it looks at `ASLEEP`.
        fence(SeqCst);
        let mut is_over = false;
        // A query posted before `ASLEEP` was set has woken nobody.
        if !self.members.iter().any(|member| member.has_news() || member.is_urgent()) {
            loop {
                let now = bell.load(Acquire);
                if now.wrapping_sub(start) >= count {
                    break;
                }
                let begin = Instant::now();
                futex::wait(bell, now, limit);
                if begin.elapsed() >= limit {
                    is_over = true;
                    break;
                }
                if self.members.iter().any(Member::is_urgent) {
                    break;
                }
            }
        }
        asleep.store(0, Relaxed);
        if is_over && self.first_dead().is_some() { self.bury() } else { Ok(()) }
    }

    /// Tells all ranks that the run has ended, and waits for them to exit.
    fn end(&mut self, errno: i32, reason: &str, text: &str) {
        report::say(text);
        self.write_outputs(text);
        let map = &self.shared.map;
        let mut bytes = reason.as_bytes()[..reason.len().min(model::REASON_BYTES - 4)].to_vec();
        bytes.resize(bytes.len().next_multiple_of(4) + 4, 0);
        for (place, chunk) in bytes.chunks_exact(4).enumerate() {
            let half = chunk.try_into().map_or(0, u32::from_ne_bytes);
            map.half(model::REASON + 4 * place).store(half, Relaxed);
        }
        // SYNC run-ended: pairs with the acquire load in `Rank::check`.
        map.half(model::ENDED).store(errno as u32, Release);
        self.members.iter().for_each(|member| member.wake_all(map));
        self.linger();
    }

    /// Kills ranks that do not exit by themselves, as far as they are processes of their own.
    fn linger(&self) {
        const PATIENCE: Duration = Duration::from_secs(5);
        let start = Instant::now();
        let mut stage = 0;
        loop {
            let left: Vec<_> = self.members.iter().filter(|member| !member.is_gone()).collect();
            if left.is_empty() || start.elapsed() >= 2 * PATIENCE {
                return;
            }
            if start.elapsed() >= PATIENCE && stage == 0 {
                stage = 1;
                let own = |member: &Member| {
                    self.members.iter().filter(|other| other.pid == member.pid).count() == 1
                };
                for member in left.iter().filter(|member| member.pid > 1 && own(member)) {
                    // SAFETY: integers only.
                    unsafe { libc::kill(member.pid, libc::SIGKILL) };
                }
            }
            let fds: Vec<_> = left.iter().map(|member| member.socket.as_raw_fd()).collect();
            socket::ready(&fds, NAP);
        }
    }
}
