//! The agent: this program on another host, started there by the launcher. It connects to the
//! launcher, starts the ranks of its host just as the launcher starts its own, and forwards data in
//! both directions. It decides nothing about the job. When the connection ends, everything here
//! ends.

mod config;
mod connect;
mod ranks;
mod said;

pub(crate) use said::unix_ns;

use crate::agents::first_line;
use crate::epoll::{Epoll, READ, Token};
use crate::error::{LAUNCHER_FAILED, LaunchError};
use crate::feed::Feed;
use crate::keeper::Keeper;
use crate::link::Link;
use crate::options::App;
use crate::seat::Seat;
use crate::signals::Signals;
use crate::spawn::Status;
use crate::stream::Stream;
use crate::sweep::Descendants;
use crate::wire::{FromAgent, TO_AGENT_BYTES_MAX};
use crate::{bind, sys};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

const CHUNK_BYTES: usize = 64 * 1024;
/// Adopted orphans are reaped at most this often.
const ORPHAN_PAUSE: Duration = Duration::from_millis(100);
/// How long the launcher may take to read the agent's last messages.
const FAREWELL: Duration = Duration::from_secs(5);

/// A rank that the launcher has asked for.
#[derive(Clone, Debug)]
struct Ordered {
    rank: u32,
    program: usize,
    stdin: bool,
    slots: String,
}

/// A rank of this host.
#[derive(Debug)]
struct Local {
    rank: u32,
    seat: Seat,
    status: Option<Status>,
}

/// Why the loop ends.
#[derive(Debug)]
enum End {
    /// The launcher reports that the job is over.
    Finished,
    Lost(String),
}

struct Agent {
    epoll: Epoll,
    signals: Signals,
    keeper: Keeper,
    descendants: Descendants,
    link: Link,
    mark: String,
    /// The secret that the ranks authenticate each other with.
    secret: String,
    programs: Vec<(App, BTreeMap<OsString, OsString>)>,
    ordered: Vec<Ordered>,
    ranks: Vec<Local>,
    /// The index of a rank in `ranks`.
    index_of: HashMap<u32, usize>,
    /// stdout of the rank at index i at 2·i, stderr at 2·i + 1.
    streams: Vec<Option<Stream>>,
    feeds: Vec<Option<Feed>>,
    /// The streams that the launcher has paused.
    paused: [bool; 2],
    /// The streams that are being read.
    reading: [bool; 2],
    orphan_check: Option<Instant>,
    end: Option<End>,
    chunk: Vec<u8>,
}

/// Runs the agent to the end of the job and returns its exit code.
pub(crate) fn run() -> Result<i32, LaunchError> {
    sys::open_standard().map_err(|e| LaunchError::system("open /dev/null", &e))?;
    crate::print(&(first_line() + "\n"));
    let config = config::read()?;
    let stream = connect::connect(&config)?;
    sys::raise_open_files();
    let system = |call: &'static str| move |e: std::io::Error| LaunchError::system(call, &e);
    let signals = Signals::new().map_err(system("signalfd"))?;
    let epoll = Epoll::new().map_err(system("epoll"))?;
    epoll.add(signals.fd.as_raw_fd(), Token::Signals, READ).map_err(system("epoll"))?;
    let (descendants, keeper) = Descendants::adopt(config.job())?;
    let silence = config.silence;
    let link = Link::new(stream, &epoll, Token::Link(0), TO_AGENT_BYTES_MAX, silence);
    let mut agent = Agent {
        link: link.map_err(system("the connection to the launcher"))?,
        epoll,
        signals,
        keeper,
        descendants,
        secret: crate::wire::auth::rank_secret(&config.secret),
        mark: config.mark,
        programs: Vec::new(),
        ordered: Vec::new(),
        ranks: Vec::new(),
        index_of: HashMap::new(),
        streams: Vec::new(),
        feeds: Vec::new(),
        paused: [false; 2],
        reading: [true; 2],
        orphan_check: None,
        end: None,
        chunk: vec![0; CHUNK_BYTES],
    };
    agent.introduce();
    Ok(agent.serve())
}

impl Agent {
    fn introduce(&mut self) {
        self.say(&FromAgent::Ready {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: sys::hostname(),
            pid: std::process::id(),
            cpus: u32::try_from(bind::allowed().len()).unwrap_or(0),
        });
    }

    fn say(&mut self, message: &FromAgent) {
        self.link.send(&self.epoll, message);
    }

    fn serve(mut self) -> i32 {
        loop {
            match self.end.take() {
                Some(End::Finished) => return self.finish(),
                Some(End::Lost(why)) => return self.abandon(&why),
                None => {}
            }
            let next = self.orphan_check.map(|due| due.saturating_duration_since(Instant::now()));
            for token in self.epoll.wait(next) {
                self.dispatch(token);
            }
            self.tick();
            self.adjust_reading();
        }
    }

    fn dispatch(&mut self, token: Token) {
        match token {
            Token::Signals => self.take_signals(),
            Token::Link(_) => self.link_ready(),
            Token::Exit(index) => self.rank_ended(index),
            Token::Pmi(index) => self.pmi_ready(index),
            Token::Output(index) => self.output_ready(index),
            Token::StdinSink(index) => self.feed(index),
            _ => {}
        }
    }

    fn tick(&mut self) {
        if self.orphan_check.is_some_and(|due| Instant::now() >= due) {
            self.orphan_check = None;
            self.descendants.reap_orphans();
        }
    }

    /// Signals for the ranks come from the launcher; a signal to this process means that it should
    /// end.
    fn take_signals(&mut self) {
        while let Some(signal) = self.signals.next() {
            match signal {
                libc::SIGCHLD => {
                    self.orphan_check.get_or_insert_with(|| Instant::now() + ORPHAN_PAUSE);
                }
                libc::SIGINT | libc::SIGTERM | libc::SIGHUP | libc::SIGQUIT => {
                    let name = crate::signals::name(signal);
                    self.end = Some(End::Lost(format!("the agent received {name}")));
                }
                _ => {}
            }
        }
    }

    fn link_ready(&mut self) {
        self.link.flush(&self.epoll);
        let mut lost = self.link.read().err();
        while lost.is_none() && self.end.is_none() {
            match self.link.next() {
                Ok(Some(message)) => self.told(message),
                Ok(None) => return,
                Err(why) => lost = Some(why),
            }
        }
        if let Some(why) = lost {
            self.end.get_or_insert(End::Lost(why));
        }
    }

    /// Ranks are read from as long as the launcher has not paused them and accepts the data.
    fn adjust_reading(&mut self) {
        let choked = self.link.is_full();
        for which in 0..2 {
            let wanted = !self.paused[which] && !choked;
            if std::mem::replace(&mut self.reading[which], wanted) == wanted {
                continue;
            }
            for (index, stream) in self.streams.iter().enumerate().skip(which).step_by(2) {
                let Some(fd) = stream.as_ref().and_then(Stream::fd) else { continue };
                if wanted {
                    let _ = self.epoll.add(fd, Token::Output(index), READ);
                } else {
                    self.epoll.remove(fd);
                }
            }
        }
    }

    /// The job is over: terminates what is still running and sends the remaining output.
    fn finish(mut self) -> i32 {
        self.sweep();
        (0..self.streams.len()).for_each(|index| self.drain_output(index));
        let Self { epoll, keeper, mut link, .. } = self;
        keeper.dismiss();
        link.send(&epoll, &FromAgent::Bye {});
        let deadline = Instant::now() + FAREWELL;
        while !link.is_idle() && Instant::now() < deadline {
            epoll.wait(Some(deadline.saturating_duration_since(Instant::now())));
            link.flush(&epoll);
        }
        0
    }

    /// The launcher is gone, or this agent must end: terminates everything here.
    fn abandon(mut self, why: &str) -> i32 {
        let running = self.ranks.iter().filter(|rank| rank.status.is_none()).count();
        self.sweep();
        say!("agent on {}: {why}; {running} ranks were killed", sys::hostname());
        self.keeper.dismiss();
        LAUNCHER_FAILED
    }

    /// Kills and reaps all descendants of the ranks.
    fn sweep(&mut self) {
        let pids: Vec<i32> = self.ranks.iter().map(|rank| rank.seat.pid).collect();
        for pid in self.descendants.sweep(&pids) {
            let text = format!("process {pid} could not be killed (it is inside the kernel)");
            self.say(&FromAgent::Note { text });
        }
        for rank in &mut self.ranks {
            rank.seat.pmi = None;
            self.epoll.remove(rank.seat.pidfd.as_raw_fd());
        }
    }
}
