//! The ranks of an agent's host: starting them and forwarding what they send.

use super::{Agent, End, Local, Ordered};
use crate::bind::{self, Cpus};
use crate::command::Command;
use crate::epoll::Token;
use crate::error::LaunchError;
use crate::feed::Feed;
use crate::seat::{Identity, Order};
use crate::spawn::{self, Status};
use crate::stream::{Got, PIPE_BYTES_MAX, Stream};
use crate::wire::{Bytes, FromAgent};
use crate::{pmi, rankfile, sys};
use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd};

/// How all ranks of this host are to be started.
pub(super) struct Wanted {
    pub(super) size: u32,
    pub(super) bind: u8,
    pub(super) cpus: u32,
    pub(super) cpu_set: Cpus,
    pub(super) gpus: Option<u32>,
    pub(super) merge: bool,
    pub(super) report: bool,
}

/// What all ranks of this host have in common.
struct Batch {
    size: usize,
    local_size: usize,
    commands: Vec<Command>,
    /// The processors that ranks may use, and how they are assigned to the ranks.
    usable: Cpus,
    places: Vec<Cpus>,
    gpus: Option<u32>,
    null: File,
    merge: bool,
    report: bool,
}

impl Agent {
    pub(super) fn start_ranks(&mut self, wanted: &Wanted) {
        let size = wanted.size;
        let ordered = std::mem::take(&mut self.ordered);
        let sane = |ordered: &Ordered| ordered.program < self.programs.len() && ordered.rank < size;
        if !self.ranks.is_empty() || !ordered.iter().all(sane) {
            let why = "the launcher sent an invalid request";
            self.end = Some(End::Lost(why.to_owned()));
            return;
        }
        let started = self.batch(wanted, ordered.len()).and_then(|batch| {
            let mut each = ordered.iter().enumerate();
            each.try_for_each(|(index, ordered)| self.start(&batch, index, ordered))
        });
        if let Err(error) = started {
            self.sweep();
            self.ranks.clear();
            self.index_of.clear();
            self.streams.clear();
            self.feeds.clear();
            self.say(&FromAgent::Failed { code: error.code, text: error.to_string() });
        }
    }

    fn batch(&self, wanted: &Wanted, local_size: usize) -> Result<Batch, LaunchError> {
        let null = File::options().read(true).write(true).open("/dev/null");
        let commands = self.programs.iter().map(|(app, env)| {
            let path = env.get(OsStr::new("PATH")).cloned().or_else(|| std::env::var_os("PATH"));
            Command::with_env(app, env.clone(), path)
        });
        let usable = bind::restrict(&bind::allowed(), &wanted.cpu_set)?;
        let bind = bind::from_number(wanted.bind).ok_or_else(|| {
            LaunchError::own(format!("--bind-to: {} is not the number of a binding", wanted.bind))
        })?;
        Ok(Batch {
            size: wanted.size as usize,
            local_size,
            commands: commands.collect::<Result<_, _>>()?,
            places: bind::deal_from(&wanted.cpu_set, (bind, wanted.cpus), None, &usable)?,
            usable,
            gpus: wanted.gpus,
            merge: wanted.merge,
            report: wanted.report,
            null: null.map_err(|e| LaunchError::system("open /dev/null", &e))?,
        })
    }

    fn start(&mut self, batch: &Batch, index: usize, ordered: &Ordered) -> Result<(), LaunchError> {
        let rank = ordered.rank;
        let cpus = match &ordered.slots[..] {
            "" => batch.places.get(index % batch.places.len().max(1)).cloned(),
            slots => Some(rankfile::cpus(rank as usize, slots, &batch.usable)?),
        };
        let (input, feed) = if ordered.stdin { input(index)? } else { (None, None) };
        let (out, their_out) = Stream::pipe(&self.epoll, 2 * index)?;
        let (err, their_err) = if batch.merge {
            (None, None)
        } else {
            let (err, theirs) = Stream::pipe(&self.epoll, 2 * index + 1)?;
            (Some(err), Some(theirs))
        };
        self.streams.extend([Some(out), err]);
        self.feeds.push(feed);
        let identity = Identity {
            rank: rank as usize,
            size: batch.size,
            local: index,
            local_size: batch.local_size,
            mark: &self.mark,
            secret: Some(&self.secret),
            gpus: batch.gpus,
        };
        let stdin = input.as_ref().map_or(batch.null.as_raw_fd(), AsRawFd::as_raw_fd);
        let order = Order {
            command: &batch.commands[ordered.program],
            identity,
            cpus: cpus.as_ref(),
            stdio: [
                stdin,
                their_out.as_raw_fd(),
                their_err.as_ref().unwrap_or(&their_out).as_raw_fd(),
            ],
            mask: self.signals.old_mask,
        };
        let seat = order.start(&self.epoll, index, |pid| {
            self.keeper.watch(pid);
            self.descendants.add([pid]);
        })?;
        let pid = seat.pid;
        self.ranks.push(Local { rank, seat, status: None });
        self.index_of.insert(rank, index);
        self.say(&FromAgent::Started { rank, pid });
        if batch.report {
            let text = bind::report(rank as usize, cpus.as_ref(), &batch.usable);
            self.say(&FromAgent::Note { text });
        }
        Ok(())
    }

    pub(super) fn pmi_ready(&mut self, index: usize) {
        let Some(end) = self.ranks.get_mut(index).and_then(|rank| rank.seat.pmi.as_mut()) else {
            return;
        };
        if end.is_blocked() {
            return end.flush(&self.epoll);
        }
        self.read_pmi(index);
    }

    /// One read; `false` if there is nothing more.
    fn read_pmi(&mut self, index: usize) -> bool {
        let Some(local) = self.ranks.get_mut(index) else { return false };
        let (rank, Some(end)) = (local.rank, &local.seat.pmi) else { return false };
        let mut chunk = [0; pmi::CHUNK_BYTES];
        match end.read(&mut chunk) {
            Got::Bytes(count) => {
                let bytes = Bytes(chunk[..count].to_vec());
                self.say(&FromAgent::Pmi { rank, bytes });
                true
            }
            Got::Nothing => false,
            Got::End => {
                local.seat.pmi = None;
                self.say(&FromAgent::PmiEnd { rank });
                false
            }
        }
    }

    pub(super) fn output_ready(&mut self, index: usize) {
        self.read_output(index);
    }

    /// Reads what is in the pipe now, and no more: a process that the rank has left may write on.
    pub(super) fn drain_output(&mut self, index: usize) {
        let mut drained = 0;
        while drained < PIPE_BYTES_MAX {
            match self.read_output(index) {
                Got::Bytes(count) => drained += count,
                Got::Nothing | Got::End => break,
            }
        }
    }

    fn read_output(&mut self, index: usize) -> Got {
        let Some(stream) = self.streams.get(index).and_then(Option::as_ref) else {
            return Got::Nothing;
        };
        let mut chunk = std::mem::take(&mut self.chunk);
        let got = stream.read(&mut chunk);
        if let Got::Bytes(count) = got {
            let (rank, stream) = (self.ranks[index / 2].rank, u8::from(index % 2 == 1));
            let bytes = Bytes(chunk[..count].to_vec());
            self.say(&FromAgent::Output { rank, stream, bytes });
        } else if got == Got::End {
            self.streams[index] = None;
        }
        self.chunk = chunk;
        got
    }

    /// Its last PMI messages first: they decide whether this was a normal end.
    pub(super) fn rank_ended(&mut self, index: usize) {
        let Some(local) = self.ranks.get(index).filter(|local| local.status.is_none()) else {
            return;
        };
        let Some(status) = spawn::peek_status(local.seat.pid) else { return };
        let rank = local.rank;
        self.epoll.remove(local.seat.pidfd.as_raw_fd());
        while self.read_pmi(index) {}
        for stream in [2 * index, 2 * index + 1] {
            if self.reading[stream % 2] {
                self.drain_output(stream);
            }
        }
        let local = &mut self.ranks[index];
        (local.status, local.seat.pmi) = (Some(status), None);
        let (signaled, number) = match status {
            Status::Exited(code) => (0, code),
            Status::Signaled(signal) => (1, signal),
        };
        self.say(&FromAgent::Exit { rank, signaled, number });
    }
}

/// The rank's end of a pipe for its input, and the agent's end.
fn input(index: usize) -> Result<(Option<OwnedFd>, Option<Feed>), LaunchError> {
    let system = |e: std::io::Error| LaunchError::system("pipe", &e);
    let (read, write) = sys::pipe().map_err(system)?;
    sys::set_nonblocking(&write).map_err(system)?;
    Ok((Some(read), Some(Feed::new(write, Token::StdinSink(index)))))
}
