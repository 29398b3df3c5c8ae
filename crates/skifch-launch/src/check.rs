//! `--check`: checks whether hosts can be used, without starting a program of the user.

use crate::agents::{Agents, Context, Event, Remote, Stage};
use crate::epoll::{Epoll, READ, Token};
use crate::error::{LAUNCHER_FAILED, LaunchError};
use crate::job::start::{job_id, mark};
use crate::options::Options;
use crate::signals::Signals;
use crate::sweep::Descendants;
use crate::wire::{FromAgent, ToAgent};
use crate::{agent, bind, plan, sys};
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

/// How long agents that have replied may take to end.
const FAREWELL: Duration = Duration::from_secs(3);

#[derive(Default)]
struct Row {
    /// When the clock was requested.
    asked: Option<(Instant, u64)>,
    /// The remote clock minus the local one, and the uncertainty.
    clock_ms: Option<(f64, f64)>,
    fault: Option<String>,
}

struct Check {
    epoll: Epoll,
    agents: Agents,
    rows: Vec<Row>,
}

/// Tries every host, prints a table, and returns the exit code.
pub(crate) fn run(options: Options) -> Result<i32, LaunchError> {
    sys::open_standard().map_err(|e| LaunchError::system("open /dev/null", &e))?;
    let hosts = plan::hosts_of(&options)?;
    let is_here = plan::here(&options, &hosts);
    let away = hosts.iter().zip(is_here).filter(|(_, here)| !here).map(|(host, _)| host);
    let names: Vec<&str> = away.map(|host| host.name.as_str()).collect();
    let system = |call: &'static str| move |e: std::io::Error| LaunchError::system(call, &e);
    let signals = Signals::new().map_err(system("signalfd"))?;
    let epoll = Epoll::new().map_err(system("epoll"))?;
    epoll.add(signals.fd.as_raw_fd(), Token::Signals, READ).map_err(system("epoll"))?;
    let job = job_id();
    let (mut descendants, keeper) = Descendants::adopt(&job)?;
    let (mask, mark) = (signals.old_mask, mark(&job));
    let context = Context { epoll: &epoll, keeper: &keeper, mask, mark: &mark };
    let agents = Agents::launch(&names, &options.reach, &context);
    let told = agents.map(|agents| {
        descendants.add(agents.pids());
        let rows = names.iter().map(|_| Row::default()).collect();
        let mut check = Check { epoll, agents, rows };
        let interrupted = check.run(&signals);
        (check, interrupted)
    });
    descendants.sweep(&[]);
    keeper.dismiss();
    let (check, interrupted) = told?;
    if let Some(signal) = interrupted {
        return Ok(128 + signal);
    }
    crate::print(&check.table(hosts.len() > names.len()));
    let failed = check.rows.iter().any(|row| row.fault.is_some());
    Ok(if failed { LAUNCHER_FAILED } else { 0 })
}

impl Check {
    /// Runs until every host has replied or failed; returns the signal that arrived before.
    fn run(&mut self, signals: &Signals) -> Option<i32> {
        let answered = |check: &Self| {
            check.rows.iter().all(|row| row.fault.is_some() || row.clock_ms.is_some())
        };
        if let Some(signal) = self.wait(signals, None, answered) {
            return Some(signal);
        }
        self.agents.tell_all(&self.epoll, &ToAgent::Finish {});
        let gone = |check: &Self| {
            let gone = |remote: &Remote| matches!(remote.stage, Stage::Done | Stage::Lost);
            check.agents.all(gone) && check.agents.launches_ended()
        };
        self.wait(signals, Some(Instant::now() + FAREWELL), gone)
    }

    fn wait(
        &mut self,
        signals: &Signals,
        deadline: Option<Instant>,
        done: impl Fn(&Self) -> bool,
    ) -> Option<i32> {
        while !done(self) && deadline.is_none_or(|deadline| Instant::now() < deadline) {
            let next = deadline.into_iter().chain(self.agents.due()).min();
            let left = next.map(|next| next.saturating_duration_since(Instant::now()));
            for token in self.epoll.wait(left) {
                if token == Token::Signals {
                    let ends = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT];
                    if let Some(signal) = signals.next().filter(|signal| ends.contains(signal)) {
                        return Some(signal);
                    }
                }
                let events = self.agents.ready(&self.epoll, token);
                events.into_iter().for_each(|event| self.take(event));
            }
            let late = self.agents.overdue(&self.epoll, Instant::now());
            late.into_iter().for_each(|event| self.take(event));
        }
        None
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Said(index, FromAgent::Ready { version, .. }) => {
                let own = env!("CARGO_PKG_VERSION");
                if version != own {
                    let why = format!("skifrun there is {version}, here {own}");
                    self.rows[index].fault = Some(why);
                }
                self.rows[index].asked = Some((Instant::now(), agent::unix_ns()));
                self.agents.tell(&self.epoll, index, &ToAgent::AskClock {});
            }
            Event::Said(index, FromAgent::Clock { unix_ns }) => {
                let row = &mut self.rows[index];
                if let Some((asked, ours_ns)) = row.asked {
                    let took_ns = asked.elapsed().as_nanos() as f64;
                    let middle_ns = ours_ns as f64 + took_ns / 2.0;
                    row.clock_ms = Some(((unix_ns as f64 - middle_ns) / 1e6, took_ns / 2e6));
                }
            }
            Event::Said(..) => {}
            Event::Lost(index, why) => {
                let row = &mut self.rows[index];
                if row.clock_ms.is_none() {
                    row.fault.get_or_insert(why);
                }
            }
        }
    }

    fn table(&self, with_here: bool) -> String {
        let mut lines = vec![
            ["host", "result", "version", "processors", "start ms", "clock ms", "connected from"]
                .map(str::to_owned),
        ];
        if with_here {
            let (name, version) = (sys::hostname(), env!("CARGO_PKG_VERSION").to_owned());
            let cpus = bind::allowed().len().to_string();
            let none = || "-".to_owned();
            lines.push([name, "here".into(), version, cpus, none(), none(), none()]);
        }
        for (remote, row) in self.agents.remotes.iter().zip(&self.rows) {
            lines.push(line(remote, row));
        }
        let widths: [usize; 7] = std::array::from_fn(|column| {
            lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0)
        });
        let mut text = String::new();
        for line in &lines {
            let cells = line.iter().zip(widths);
            let cells: Vec<_> = cells.map(|(cell, width)| format!("{cell:<width$}")).collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        let faults = self.rows.iter().filter_map(|row| row.fault.as_ref());
        faults.for_each(|fault| text += &format!("{fault}\n"));
        text
    }
}

fn line(remote: &Remote, row: &Row) -> [String; 7] {
    let name = remote.name.clone();
    let none = || "-".to_owned();
    let facts = &remote.facts;
    let result = if row.fault.is_some() { "FAILED" } else { "good" };
    if facts.version.is_empty() {
        return [name, result.into(), none(), none(), none(), none(), none()];
    }
    let clock = |(ms, wrong): (f64, f64)| format!("{ms:+.1} ±{wrong:.1}");
    [
        name,
        result.to_owned(),
        facts.version.clone(),
        facts.cpus.to_string(),
        format!("{:.0}", facts.took.as_secs_f64() * 1e3),
        row.clock_ms.map_or_else(none, clock),
        facts.address.map_or_else(none, |address| format!("{} ({})", address.ip(), facts.name)),
    ]
}
