//! Handling of messages from the launcher.

use super::ranks::Wanted;
use super::{Agent, End, Ordered};
use crate::options::App;
use crate::wire::{Bytes, FromAgent, ToAgent};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

impl Agent {
    pub(super) fn told(&mut self, message: ToAgent) {
        match message {
            ToAgent::Program { argv, env, wdir, path } => self.program(argv, env, wdir, path),
            ToAgent::Rank { rank, program, stdin, slots } => {
                let (program, stdin) = (program as usize, stdin != 0);
                self.ordered.push(Ordered { rank, program, stdin, slots });
            }
            ToAgent::Start { size, bind, cpus, cpu_set, gpus, merge, report_bindings } => {
                let cpu_set = cpu_set.into_iter().map(|cpu| cpu as usize).collect();
                let (gpus, merge, report) = (gpus.checked_sub(1), merge != 0, report_bindings != 0);
                let wanted = Wanted { size, bind, cpus, cpu_set, gpus, merge, report };
                self.start_ranks(&wanted);
            }
            ToAgent::Pmi { rank, bytes } => {
                let seat = self.find(rank).map(|index| &mut self.ranks[index].seat);
                if let Some(end) = seat.and_then(|seat| seat.pmi.as_mut()) {
                    end.reply(&self.epoll, &bytes.0);
                }
            }
            ToAgent::Stdin { rank, bytes } => self.input(rank, &bytes.0),
            // Only ranks that have not been reaped are addressed here, as in the launcher.
            ToAgent::Signal { signal } => {
                self.ranks.iter().for_each(|rank| rank.seat.signal(signal));
            }
            ToAgent::Pause { stream, on } => {
                if let Some(paused) = self.paused.get_mut(usize::from(stream)) {
                    *paused = on != 0;
                }
            }
            ToAgent::HangUp { stream } => {
                let streams = self.streams.iter_mut().skip(usize::from(stream)).step_by(2);
                streams.for_each(|stream| *stream = None);
            }
            ToAgent::AskClock {} => self.say(&FromAgent::Clock { unix_ns: unix_ns() }),
            ToAgent::AskWaits {} => self.tell_waits(),
            ToAgent::Finish {} => self.end = Some(End::Finished),
        }
    }

    pub(super) fn find(&self, rank: u32) -> Option<usize> {
        self.index_of.get(&rank).copied()
    }

    /// Reports what the ranks here are waiting for, if they publish it.
    fn tell_waits(&mut self) {
        let records = self.ranks.iter().filter_map(|local| {
            let (number, text) = local.seat.waits.record()?;
            Some(FromAgent::Waits { rank: local.rank, number, text: Bytes(text) })
        });
        let records: Vec<_> = records.collect();
        records.iter().for_each(|record| self.say(record));
    }

    fn program(&mut self, argv: Vec<Bytes>, env: Vec<Bytes>, wdir: Bytes, path: Bytes) {
        let given = |Bytes(bytes): Bytes| (!bytes.is_empty()).then(|| OsString::from_vec(bytes));
        let app = App {
            argv: argv.into_iter().map(|Bytes(word)| OsString::from_vec(word)).collect(),
            wdir: given(wdir),
            path: given(path),
            ..App::default()
        };
        let pairs = env.into_iter().filter_map(|Bytes(entry)| {
            let equals = entry.iter().position(|&byte| byte == b'=')?;
            let (name, value) = (entry[..equals].to_vec(), entry[equals + 1..].to_vec());
            Some((OsString::from_vec(name), OsString::from_vec(value)))
        });
        self.programs.push((app, BTreeMap::from_iter(pairs)));
    }

    fn input(&mut self, rank: u32, bytes: &[u8]) {
        let Some(index) = self.find(rank) else { return };
        let Some(feed) = &mut self.feeds[index] else { return };
        if bytes.is_empty() {
            return feed.end();
        }
        feed.push(bytes);
        self.feed(index);
    }

    /// Gives a rank as much input as it accepts now, and reports that amount to the launcher.
    pub(super) fn feed(&mut self, index: usize) {
        let Some(feed) = self.feeds.get_mut(index).and_then(Option::as_mut) else { return };
        let bytes = u32::try_from(feed.write(&self.epoll)).unwrap_or(u32::MAX);
        let (is_open, rank) = (feed.is_open(), self.ranks[index].rank);
        if bytes > 0 {
            self.say(&FromAgent::StdinTaken { rank, bytes });
        }
        if !is_open {
            self.feeds[index] = None;
            self.say(&FromAgent::StdinClosed { rank });
        }
    }
}

pub(crate) fn unix_ns() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    u64::try_from(now.unwrap_or_default().as_nanos()).unwrap_or(u64::MAX)
}
