//! The receiver's control memory, which its senders read. One cache line holds the sleep word, and
//! one line per lane holds the lane's credit, so that returning credit to one sender disturbs no
//! other.
//!
//! The memory is sized for the maximum number of lanes and allocated a page at a time.

use crate::memfd::{self, Map, PAGE_BYTES};
use skifch_backend::Error;
use skifch_ring::Word;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// Distance in bytes of two words that different processes poll.
pub(crate) const LINE_BYTES: usize = 64;
/// Number of lines in a control memory: one for the sleep word and one per lane.
const LINES: usize = 1 << 20;
const BYTES: usize = LINES * LINE_BYTES;
const LINES_PER_PAGE: usize = PAGE_BYTES / LINE_BYTES;

/// The receiver's view of its control memory.
pub(crate) struct Control {
    fd: OwnedFd,
    map: Map,
    /// Number of lines assigned so far; the first is the sleep word's.
    used: usize,
    /// Lines of lanes that were removed.
    free: Vec<u32>,
}

impl Control {
    pub(crate) fn new() -> Result<Self, Error> {
        let fd = memfd::create(c"skifch-control", BYTES, PAGE_BYTES)?;
        let map = memfd::map_own(&fd, BYTES)?;
        Ok(Self { fd, map, used: 1, free: Vec::new() })
    }

    /// The descriptor to be handed to a sender.
    pub(crate) fn fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    /// Another descriptor for this memory.
    pub(crate) fn copy(&self) -> Result<OwnedFd, Error> {
        self.fd.try_clone().map_err(|_| Error::os("duplicating a descriptor"))
    }

    /// The word that tells whether this receiver sleeps.
    pub(crate) fn sleep_word(&self) -> Word {
        // SAFETY: the views of a receiver's own words are dropped before its control memory.
        unsafe { Word::new(self.map.word(0)) }
    }

    /// Assigns a zeroed line for a new lane's credit.
    pub(crate) fn assign(&mut self) -> Result<u32, Error> {
        if let Some(line) = self.free.pop() {
            self.credit(line).publish(0);
            return Ok(line);
        }
        if self.used == LINES {
            return Err(Error::new(
                libc::ENOSPC,
                format!("this channel already has {LINES} lanes, the maximum"),
            ));
        }
        if self.used.is_multiple_of(LINES_PER_PAGE) {
            memfd::reserve(self.fd.as_raw_fd(), self.used * LINE_BYTES, PAGE_BYTES)?;
        }
        self.used += 1;
        Ok(self.used as u32 - 1)
    }

    /// The credit word in an assigned line.
    pub(crate) fn credit(&self, line: u32) -> Word {
        // SAFETY: as in `sleep_word`.
        unsafe { Word::new(self.map.word(line as usize * LINE_BYTES)) }
    }

    /// Takes a line back after its lane and its sender are gone.
    pub(crate) fn release(&mut self, line: u32) {
        self.free.push(line);
    }
}

/// A sender's view of a receiver's control memory: the page of the sleep word and the page of the
/// lane's credit, both read-only.
pub(crate) struct PeerControl {
    sleep: Map,
    credit: Map,
    credit_offset: usize,
}

impl PeerControl {
    /// Maps the control memory that a receiver handed over.
    pub(crate) fn map(fd: &OwnedFd, credit_line: u32) -> Result<Self, Error> {
        let line = credit_line as usize;
        if !(1..LINES).contains(&line) {
            let text = format!("a receiver sent an invalid credit line, {line}");
            return Err(Error::new(libc::EPROTO, text));
        }
        memfd::check_peer(fd, BYTES)?;
        let page = line / LINES_PER_PAGE * PAGE_BYTES;
        Ok(Self {
            sleep: memfd::map_peer(fd, 0, PAGE_BYTES)?,
            credit: memfd::map_peer(fd, page, PAGE_BYTES)?,
            credit_offset: line % LINES_PER_PAGE * LINE_BYTES,
        })
    }

    /// The word that tells whether the receiver sleeps.
    pub(crate) fn sleep_word(&self) -> Word {
        // SAFETY: the lane that uses the view keeps this mapping beside it.
        unsafe { Word::new(self.sleep.word(0)) }
    }

    /// The lane's credit word.
    pub(crate) fn credit(&self) -> Word {
        // SAFETY: as above.
        unsafe { Word::new(self.credit.word(self.credit_offset)) }
    }
}
