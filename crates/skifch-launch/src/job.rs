//! A running job: one epoll loop over all events.
//!
//! A rank that has ended stays a zombie until the end of the job, so that its process ID is safe to
//! signal. `verdict` decides the exit code and the messages.

mod away;
mod ending;
mod explain;
mod files;
mod pmi;
pub(crate) mod start;
mod writing;

use crate::agents::Agents;
use crate::epoll::{Epoll, READ, Token};
use crate::error::{LAUNCHER_FAILED, LaunchError};
use crate::keeper::Keeper;
use crate::options::Options;
use crate::output::Lines;
use crate::plan::{Place, Plan};
use crate::pmi::HANGUP_WAIT;
use crate::say;
use crate::seat::Seat;
use crate::signals::Signals;
use crate::sink::Sink;
use crate::spawn::{self, Status};
use crate::stdin::Pump;
use crate::stream::{Got, PIPE_BYTES_MAX, Stream};
use crate::sweep::Descendants;
use crate::verdict::Verdict;
use crate::waits::Said;
use files::Files;
use skifch_boot::server::Server;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

const CHUNK_BYTES: usize = 64 * 1024;
/// Adopted orphans are reaped at most this often.
const ORPHAN_PAUSE: Duration = Duration::from_millis(100);

#[derive(Debug)]
struct Rank {
    pid: i32,
    /// The index of its host.
    place: usize,
    /// Its process, if it is on this host.
    seat: Option<Seat>,
    status: Option<Status>,
    /// It requested the end of the job, so its own end is not reported.
    aborted: bool,
    /// Its last reported wait, if it is on another host.
    said: Option<Said>,
    /// When its PMI socket was closed although the process still runs.
    hung_up: Option<Instant>,
}

struct Job {
    options: Options,
    epoll: Epoll,
    signals: Signals,
    keeper: Keeper,
    descendants: Descendants,
    server: Server,
    /// The ids of the jobs that the ranks belong to, this one last.
    mark: String,
    places: Vec<Place>,
    agents: Agents,
    /// The host index of each agent, and the reverse.
    place_of: Vec<usize>,
    agent_of: Vec<Option<usize>>,
    ranks: Vec<Rank>,
    /// stdout of rank r at 2·r, stderr at 2·r + 1.
    streams: Vec<Option<Stream>>,
    files: Files,
    lines: [Lines; 2],
    sinks: [Sink; 2],
    paused: [bool; 2],
    pump: Pump,
    verdict: Verdict,
    ending: Option<ending::Ending>,
    deadline: Option<Instant>,
    /// When all ranks should have called `init`, once one has.
    contact: Option<Instant>,
    orphan_check: Option<Instant>,
    explaining: explain::Explaining,
    running: usize,
    chunk: Vec<u8>,
}

/// Starts the plan, runs it to its end, and returns the exit code.
pub(crate) fn run(plan: Plan) -> Result<i32, LaunchError> {
    let mut job = Job::new(&plan)?;
    say::keep();
    match job.gather().and_then(|()| job.spawn_all(&plan)) {
        Ok(()) => {
            job.serve();
            Ok(job.finish())
        }
        Err(error) => {
            say!("{error}");
            job.clean();
            Ok(error.code)
        }
    }
}

impl Job {
    fn serve(&mut self) {
        while self.running > 0 && !self.gave_up() {
            for token in self.wait(self.time_to_next()) {
                self.dispatch(token);
            }
            if self.pump.is_ready() {
                self.pump.read(&self.epoll);
            }
            self.send_input();
            self.tick(Instant::now());
        }
    }

    fn dispatch(&mut self, token: Token) {
        match token {
            Token::Signals => self.take_signals(),
            Token::Exit(rank) => self.rank_ended(rank),
            Token::Pmi(rank) => self.pmi_ready(rank),
            Token::Output(index) => self.output_ready(index),
            Token::Sink(which) => self.flush(which, true),
            Token::StdinSource => self.pump.read(&self.epoll),
            Token::StdinSink(index) => self.pump.write(&self.epoll, index),
            Token::Door
            | Token::Knock(_)
            | Token::Link(_)
            | Token::LaunchExit(_)
            | Token::LaunchOutput(_) => self.agents_ready(token),
        }
    }

    /// The time until the next timer.
    fn time_to_next(&self) -> Option<Duration> {
        if self.pump.is_ready() {
            return Some(Duration::ZERO);
        }
        let partials = (0..self.streams.len()).filter_map(|index| self.partial_due(index));
        let hangups = self.ranks.iter().filter_map(|rank| rank.hung_up);
        let next = partials
            .chain(hangups.map(|since| since + HANGUP_WAIT))
            .chain(self.deadline)
            .chain(self.orphan_check)
            .chain(self.pump.due())
            .chain(self.explaining.due())
            .chain(self.contact)
            .chain(self.agents.due())
            .chain(self.ending.as_ref().map(ending::Ending::next_step))
            .min()?;
        Some(next.saturating_duration_since(Instant::now()))
    }

    fn tick(&mut self, now: Instant) {
        for index in 0..self.streams.len() {
            if self.partial_due(index).is_some_and(|due| now >= due) {
                self.flush_partial(index);
            }
        }
        for rank in 0..self.ranks.len() {
            if self.ranks[rank].hung_up.is_some_and(|since| now >= since + HANGUP_WAIT) {
                self.rank_gone(rank);
            }
        }
        if self.orphan_check.is_some_and(|due| now >= due) {
            self.orphan_check = None;
            self.descendants.reap_orphans();
        }
        self.pump.look_again(&self.epoll, now);
        self.look_after_agents(now);
        self.go_on_explaining(now);
        if self.deadline.is_some_and(|due| now >= due) {
            self.time_is_over();
        }
        self.go_on_ending(now);
    }

    fn output_ready(&mut self, index: usize) {
        let Some(stream) = &self.streams[index] else { return };
        let mut chunk = std::mem::take(&mut self.chunk);
        match stream.read(&mut chunk) {
            Got::Bytes(count) => self.show(index, &chunk[..count]),
            Got::Nothing => {}
            Got::End => self.close_stream(index),
        }
        self.chunk = chunk;
    }

    fn show(&mut self, index: usize, bytes: &[u8]) {
        let (rank, which) = (index / 2, index % 2);
        self.speak();
        self.explaining.note_output();
        let Some(stream) = &mut self.streams[index] else { return };
        let out = &mut self.sinks[which].queue;
        self.lines[which].take(rank, &mut stream.partial, bytes, Instant::now(), out);
        self.flush(which, false);
    }

    fn flush(&mut self, which: usize, ready: bool) {
        self.sinks[which].flush(&self.epoll, ready);
        if self.sinks[which].hung_up {
            self.hang_up(which);
        }
        self.adjust_pause(which);
    }

    /// The reader of this output is gone. The ranks see what they would see without the launcher:
    /// those that write more get SIGPIPE, the others continue. Discarding their output instead
    /// would let them write forever.
    fn hang_up(&mut self, which: usize) {
        self.streams.iter_mut().skip(which).step_by(2).for_each(|stream| *stream = None);
        self.hang_up_agents(which);
    }

    fn partial_due(&self, index: usize) -> Option<Instant> {
        let stream = self.streams[index].as_ref().filter(|_| !self.paused[index % 2])?;
        self.lines[index % 2].due(&stream.partial)
    }

    fn flush_partial(&mut self, index: usize) {
        let which = index % 2;
        let Some(stream) = &mut self.streams[index] else { return };
        let out = &mut self.sinks[which].queue;
        self.lines[which].flush(index / 2, &mut stream.partial, out);
        self.flush(which, false);
    }

    fn close_stream(&mut self, index: usize) {
        self.flush_partial(index);
        self.streams[index] = None;
    }

    /// Reads what is in the pipe now, and no more: a process that the rank has left may write on.
    fn drain_stream(&mut self, index: usize) {
        let mut chunk = std::mem::take(&mut self.chunk);
        let mut drained = 0;
        while drained < PIPE_BYTES_MAX
            && let Some(stream) = &self.streams[index]
        {
            match stream.read(&mut chunk) {
                Got::Bytes(count) => {
                    self.show(index, &chunk[..count]);
                    drained += count;
                }
                Got::Nothing => break,
                Got::End => self.close_stream(index),
            }
        }
        self.chunk = chunk;
    }

    /// Stops reading from ranks while too much output is queued; the ranks then block on their
    /// pipes.
    fn adjust_pause(&mut self, which: usize) {
        let full = self.sinks[which].is_full();
        if full == self.paused[which] {
            return;
        }
        self.paused[which] = full;
        for (index, stream) in self.streams.iter().enumerate().skip(which).step_by(2) {
            let Some(fd) = stream.as_ref().and_then(Stream::fd) else { continue };
            if full {
                self.epoll.remove(fd);
            } else {
                let _ = self.epoll.add(fd, Token::Output(index), READ);
            }
        }
        self.pause_agents(which, full);
        if !full {
            self.listen_again(which);
        }
    }

    /// The time in which ranks were not read from does not count as a time without progress.
    fn listen_again(&mut self, which: usize) {
        let streams = self.streams.iter_mut().skip(which).step_by(2).flatten();
        let mut partials: Vec<_> = streams.map(|stream| &mut stream.partial).collect();
        self.lines[which].listen_again(&mut partials, Instant::now());
    }

    fn rank_ended(&mut self, rank: usize) {
        let Some(state) = self.ranks.get(rank).filter(|state| state.status.is_none()) else {
            return;
        };
        let Some(seat) = &state.seat else { return };
        let Some(status) = spawn::peek_status(seat.pid) else { return };
        self.epoll.remove(seat.pidfd.as_raw_fd());
        // Its last PMI messages first: they decide whether this was a normal end.
        self.drain_pmi(rank);
        for index in [2 * rank, 2 * rank + 1] {
            if !self.paused[index % 2] {
                self.drain_stream(index);
            }
        }
        self.note_end(rank, status);
    }

    fn note_end(&mut self, rank: usize, status: Status) {
        self.ranks[rank].status = Some(status);
        self.running -= 1;
        self.judge(rank, status);
        self.rank_gone(rank);
    }

    /// The name of the rank's host as shown to the user.
    fn host_of(&self, rank: usize) -> String {
        self.places[self.ranks[rank].place].shown.clone()
    }

    /// After the last rank: terminates what is still running and writes the remaining output.
    fn finish(mut self) -> i32 {
        self.speak();
        self.finish_agents();
        self.sweep();
        for index in 0..self.streams.len() {
            self.drain_stream(index);
            self.close_stream(index);
        }
        self.verdict.summary();
        if self.options.print_exit_codes {
            self.say_exit_codes();
        }
        self.write_out();
        if self.sinks.iter().any(|sink| sink.failed) {
            self.verdict.note(LAUNCHER_FAILED);
        }
        self.keeper.dismiss();
        self.verdict.code()
    }

    /// One line per host.
    fn say_exit_codes(&self) {
        let code = |rank: usize| self.ranks.get(rank).and_then(|rank| rank.status);
        let text = |&rank: &usize| code(rank).map_or("?".into(), |s| s.code().to_string());
        for place in self.places.iter().filter(|place| !place.ranks.is_empty()) {
            let codes: Vec<String> = place.ranks.iter().map(text).collect();
            say!("Exit codes: [{}] {}", self.host_of(place.ranks[0]), codes.join(","));
        }
    }

    /// Kills and reaps all descendants of the job, and closes its descriptors.
    fn sweep(&mut self) {
        let seats = self.ranks.iter().filter_map(|rank| rank.seat.as_ref());
        let pids: Vec<i32> = seats.map(|seat| seat.pid).collect();
        for pid in self.descendants.sweep(&pids) {
            say!("process {pid} could not be killed (it is inside the kernel); leaving it");
        }
        for seat in self.ranks.iter_mut().filter_map(|rank| rank.seat.as_mut()) {
            seat.pmi = None;
            self.epoll.remove(seat.pidfd.as_raw_fd());
        }
        self.pump.stop(&self.epoll);
    }

    /// Cleans up after a failed start.
    fn clean(mut self) {
        self.speak();
        self.agents.hang_up();
        self.sweep();
        self.write_out();
        self.keeper.dismiss();
    }
}
