//! Standard input of the ranks.
//!
//! A single rank that reads from a file or pipe simply inherits it, so that it consumes no more
//! than it reads. A terminal cannot be inherited (ranks run in background process groups and would
//! be stopped), nor can anything be inherited on another host, and input for all ranks must be
//! copied: in these cases the launcher copies the data.

use crate::epoll::{Epoll, READ, Token};
use crate::feed::Feed;
use crate::options::Stdin;
use crate::sys;
use std::io;
use std::os::fd::{OwnedFd, RawFd};
use std::time::{Duration, Instant};

/// How often a job in the background looks whether the terminal is its own again.
const BACKGROUND_PAUSE: Duration = Duration::from_secs(1);

/// Where a rank gets its standard input from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Nothing,
    Inherited,
    Pumped,
}

/// The source for rank `rank`, which runs on this host (`here`) or another.
pub(crate) fn source(stdin: Stdin, rank: usize, here: bool) -> Source {
    let chosen = match stdin {
        Stdin::None => false,
        Stdin::All => true,
        Stdin::Rank(wanted) => wanted as usize == rank,
    };
    match (chosen, sys::is_terminal(0)) {
        (false, _) => Source::Nothing,
        (true, true) if !sys::is_foreground(0) => Source::Nothing,
        (true, false) if stdin != Stdin::All && here => Source::Inherited,
        (true, _) => Source::Pumped,
    }
}

/// Copies the launcher's standard input to some ranks.
#[derive(Debug, Default)]
pub(crate) struct Pump {
    targets: Vec<Target>,
    /// Data for ranks on other hosts; no bytes mean end of file.
    parcels: Vec<(usize, Vec<u8>)>,
    ended: bool,
    reading: bool,
    /// A regular file: epoll neither supports nor needs it.
    always_ready: bool,
    /// The job is in the background: what is typed is not for it until it has looked again.
    background: Option<Instant>,
}

#[derive(Debug)]
enum Target {
    Here(Feed),
    /// A rank on another host that has not yet accepted this many bytes.
    Away {
        rank: usize,
        on_the_way: usize,
        open: bool,
    },
}

const SOURCE: RawFd = 0;

impl Pump {
    /// Adds the write end of a pipe to a rank.
    pub(crate) fn add(&mut self, pipe: OwnedFd) {
        let token = Token::StdinSink(self.targets.len());
        self.targets.push(Target::Here(Feed::new(pipe, token)));
    }

    /// Adds a rank on another host.
    pub(crate) fn add_away(&mut self, rank: usize) {
        self.targets.push(Target::Away { rank, on_the_way: 0, open: true });
    }

    /// The data to send to ranks on other hosts; no bytes mean end of file.
    pub(crate) fn parcels(&mut self) -> Vec<(usize, Vec<u8>)> {
        std::mem::take(&mut self.parcels)
    }

    /// Starts reading, or continues after all targets have accepted the previous data.
    pub(crate) fn start(&mut self, epoll: &Epoll) {
        let wanted = !self.ended && self.targets.iter().any(Target::is_open);
        let idle = self.targets.iter().all(Target::is_idle);
        if !wanted || !idle || self.reading || self.background.is_some() {
            return;
        }
        match epoll.add(SOURCE, Token::StdinSource, READ) {
            Ok(()) => self.reading = true,
            Err(e) if e.raw_os_error() == Some(libc::EPERM) => self.always_ready = true,
            Err(_) => self.end(),
        }
    }

    /// Whether [`Pump::read`] should be called without waiting for an event.
    pub(crate) fn is_ready(&self) -> bool {
        let wanted = self.targets.iter().any(Target::is_open);
        self.always_ready && !self.ended && wanted && self.targets.iter().all(Target::is_idle)
    }

    /// The launcher's standard input has data, or has ended.
    pub(crate) fn read(&mut self, epoll: &Epoll) {
        let mut chunk = vec![0; 16 * 1024];
        match sys::read(SOURCE, &mut chunk) {
            Ok(count @ 1..) => self.give(epoll, &chunk[..count]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
            // The error of a read in the background. Whether the job still is there says nothing:
            // it may have come to the foreground since.
            Err(e) if e.raw_os_error() == Some(libc::EIO) && sys::is_terminal(SOURCE) => {
                self.background = Some(Instant::now() + BACKGROUND_PAUSE);
            }
            Ok(_) | Err(_) => self.end(),
        }
        let busy = !self.targets.iter().all(Target::is_idle);
        let useless = !self.targets.iter().any(Target::is_open);
        if self.reading && (busy || useless || self.ended || self.background.is_some()) {
            epoll.remove(SOURCE);
            self.reading = false;
        }
    }

    /// When to look whether the job is still in the background.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.background
    }

    /// Reads again once the job is in the foreground.
    pub(crate) fn look_again(&mut self, epoll: &Epoll, now: Instant) {
        if self.background.is_some_and(|due| now >= due) {
            let still = sys::is_background(SOURCE).then(|| now + BACKGROUND_PAUSE);
            self.background = still;
            self.start(epoll);
        }
    }

    fn give(&mut self, epoll: &Epoll, bytes: &[u8]) {
        for target in self.targets.iter_mut().filter(|target| target.is_open()) {
            match target {
                Target::Here(feed) => feed.push(bytes),
                Target::Away { rank, on_the_way, .. } => {
                    *on_the_way += bytes.len();
                    self.parcels.push((*rank, bytes.to_vec()));
                }
            }
        }
        (0..self.targets.len()).for_each(|index| self.write(epoll, index));
    }

    /// Writes as much as a target on this host accepts now.
    pub(crate) fn write(&mut self, epoll: &Epoll, index: usize) {
        if let Some(Target::Here(feed)) = self.targets.get_mut(index) {
            feed.write(epoll);
        }
        self.start(epoll);
    }

    /// A rank on another host has accepted this many bytes.
    pub(crate) fn taken(&mut self, epoll: &Epoll, rank: usize, bytes: usize) {
        if let Some((on_the_way, _)) = self.away(rank) {
            *on_the_way = on_the_way.saturating_sub(bytes);
        }
        self.start(epoll);
    }

    /// A rank on another host no longer reads.
    pub(crate) fn closed(&mut self, epoll: &Epoll, rank: usize) {
        if let Some((on_the_way, open)) = self.away(rank) {
            (*on_the_way, *open) = (0, false);
        }
        self.start(epoll);
    }

    fn away(&mut self, wanted: usize) -> Option<(&mut usize, &mut bool)> {
        self.targets.iter_mut().find_map(|target| match target {
            Target::Away { rank, on_the_way, open } if *rank == wanted => Some((on_the_way, open)),
            _ => None,
        })
    }

    /// No rank reads any more.
    pub(crate) fn stop(&mut self, epoll: &Epoll) {
        if std::mem::take(&mut self.reading) {
            epoll.remove(SOURCE);
        }
        self.ended = true;
        self.background = None;
        self.targets.clear();
    }

    /// The ranks see end of file once they have read what is queued.
    fn end(&mut self) {
        self.ended = true;
        for target in &mut self.targets {
            match target {
                Target::Here(feed) => feed.end(),
                Target::Away { rank, open: true, .. } => self.parcels.push((*rank, Vec::new())),
                Target::Away { .. } => {}
            }
        }
    }
}

impl Target {
    fn is_open(&self) -> bool {
        match self {
            Self::Here(feed) => feed.is_open(),
            Self::Away { open, .. } => *open,
        }
    }

    fn is_idle(&self) -> bool {
        match self {
            Self::Here(feed) => feed.is_idle(),
            Self::Away { on_the_way, .. } => *on_the_way == 0,
        }
    }
}
