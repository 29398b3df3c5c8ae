//! A channel of a rank, and its inbox.

use crate::layout::inbox;
use crate::memory::{self, Access, Map};
use crate::ring::Ring;
use crate::seat::NEVER;
use skifch_backend::Error;
use skifch_backend::abi::NetAddr;
use std::collections::{HashMap, VecDeque};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::Ordering::{Relaxed, Release};

/// A message that has arrived at a rank and is not released yet.
pub(super) struct Arrival {
    /// Number of the message in the run.
    pub(super) id: u64,
    /// When it becomes visible.
    pub(super) at: u64,
    /// When it was sent.
    pub(super) sent_at: u64,
    pub(super) lane: usize,
    /// Bytes on the wire sent on its lane up to and including it; 0 if the network created it.
    pub(super) end: u64,
    pub(super) src: NetAddr,
    pub(super) len: usize,
    /// Empty once it is in the inbox.
    pub(super) payload: Vec<u8>,
}

impl Arrival {
    fn ring_bytes(&self) -> u64 {
        (inbox::HEADER + self.len.next_multiple_of(8)) as u64
    }
}

/// One life of a channel.
#[derive(Clone, Copy)]
struct Life {
    opened_at: u64,
    /// [`NEVER`] while it is open.
    closed_at: u64,
}

/// A port of a rank, from the first message sent to it on.
#[derive(Default)]
pub(super) struct Channel {
    /// Each time that it was opened, and closed.
    lives: Vec<Life>,
    /// Messages that arrived while it was open, not released yet.
    pub(super) arrivals: VecDeque<Arrival>,
    /// Number of messages released since it was opened.
    pub(super) released: u64,
    /// How many of `arrivals` are in the inbox.
    shown: usize,
    /// Messages that arrived while it was not open.
    pub(super) held: VecDeque<Arrival>,
    /// Its lanes to other channels.
    pub(super) out: HashMap<NetAddr, usize>,
    inbox: Option<Inbox>,
}

/// The port's part of the rank's inbox.
struct Inbox {
    /// Bytes written, and bytes released.
    tail: u64,
    head: u64,
    ring: Ring,
    map: Map,
}

impl Inbox {
    fn new(fd: &OwnedFd, port: u32) -> Result<Self, Error> {
        let offset = port as usize * inbox::PORT_BYTES;
        memory::forget(fd.as_fd(), offset, inbox::PORT_BYTES);
        let map = Map::new(fd.as_fd(), offset, inbox::PORT_BYTES, Access::Write)?;
        let base = map.part(inbox::RING, inbox::RING_BYTES);
        // SAFETY: the ring lies in the mapping, which is kept beside it.
        let ring = unsafe { Ring::new(base, inbox::RING_BYTES) };
        map.word(inbox::BACKLOG).store(u64::MAX, Relaxed);
        // Relaxed: the rank looks after the answer to its query.
        map.word(inbox::TAIL).store(0, Relaxed);
        Ok(Self { tail: 0, head: 0, ring, map })
    }

    /// Writes a message, if there is room.
    fn put(&mut self, arrival: &Arrival) -> bool {
        let bytes = arrival.ring_bytes();
        if self.tail - self.head + bytes > inbox::RING_BYTES as u64 {
            return false;
        }
        let mut header = [0; inbox::HEADER];
        header[..4].copy_from_slice(&(arrival.len as u32).to_le_bytes());
        header[4..8].copy_from_slice(&arrival.src.to_le_bytes());
        header[8..].copy_from_slice(&arrival.at.to_le_bytes());
        let payload = &arrival.payload;
        // SAFETY: there is room, which the rank does not read before it is told; only the model
        // writes here.
        unsafe {
            self.ring.write(self.tail, header.as_ptr(), header.len());
            let body = self.tail + header.len() as u64;
            self.ring.write(body, payload.as_ptr(), payload.len());
        }
        self.tail += bytes;
        true
    }
}

impl Channel {
    /// Begins a new life of the channel.
    pub(super) fn open(&mut self, fd: &OwnedFd, port: u32, at: u64) -> Result<(), Error> {
        self.inbox = Some(Inbox::new(fd, port)?);
        self.lives.push(Life { opened_at: at, closed_at: NEVER });
        self.arrivals.clear();
        self.released = 0;
        self.shown = 0;
        self.out.clear();
        Ok(())
    }

    /// Ends the channel's life; returns the messages that were not released.
    pub(super) fn close(&mut self, fd: &OwnedFd, port: u32, at: u64) -> VecDeque<Arrival> {
        self.inbox = None;
        memory::forget(fd.as_fd(), port as usize * inbox::PORT_BYTES, inbox::PORT_BYTES);
        if let Some(life) = self.lives.last_mut() {
            life.closed_at = at;
        }
        self.shown = 0;
        std::mem::take(&mut self.arrivals)
    }

    /// Its rank has left: if it was never opened, its only life begins and ends now.
    pub(super) fn is_left(&mut self, at: u64) {
        if self.lives.is_empty() {
            self.lives.push(Life { opened_at: at, closed_at: at });
        }
    }

    /// How often it was opened.
    pub(super) fn life(&self) -> u32 {
        self.lives.len() as u32
    }

    pub(super) fn is_open(&self) -> bool {
        self.opened_at().is_some()
    }

    /// Since when it is open, if it is.
    pub(super) fn opened_at(&self) -> Option<u64> {
        let last = self.lives.last().filter(|life| life.closed_at == NEVER);
        last.map(|life| life.opened_at)
    }

    /// Whether it was open before `at`, and is not then.
    pub(super) fn is_closed_at(&self, at: u64) -> bool {
        let last = self.lives.iter().rfind(|life| life.opened_at <= at);
        last.is_some_and(|life| life.closed_at <= at)
    }

    /// Whether it accepts a message that arrives now and was sent at `sent_at`: not one that was
    /// meant for an earlier life.
    pub(super) fn takes(&self, sent_at: u64) -> bool {
        self.opened_at().is_some_and(|opened_at| self.lives.len() == 1 || sent_at >= opened_at)
    }

    /// The life that a message sent at `sent_at` was meant for, counted from 1, and its end.
    pub(super) fn end_of(&self, sent_at: u64) -> (u32, u64) {
        let life = self.lives.partition_point(|life| life.opened_at <= sent_at).max(1);
        (life as u32, self.lives.get(life - 1).map_or(0, |life| life.closed_at))
    }

    /// Accepts a message.
    pub(super) fn take(&mut self, arrival: Arrival) {
        self.arrivals.push_back(arrival);
        self.fill();
    }

    /// Removes the oldest message in the inbox.
    pub(super) fn release(&mut self) -> Option<Arrival> {
        self.shown = self.shown.checked_sub(1)?;
        let arrival = self.arrivals.pop_front()?;
        self.released += 1;
        if let Some(inbox) = &mut self.inbox {
            inbox.head += arrival.ring_bytes();
        }
        Some(arrival)
    }

    /// Moves as many messages to the inbox as fit.
    pub(super) fn fill(&mut self) {
        let Some(inbox) = &mut self.inbox else { return };
        let tail = inbox.tail;
        while let Some(arrival) = self.arrivals.get_mut(self.shown) {
            if !inbox.put(arrival) {
                break;
            }
            arrival.payload = Vec::new();
            self.shown += 1;
        }
        let rest = self.arrivals.get(self.shown).map_or(u64::MAX, |arrival| arrival.at);
        inbox.map.word(inbox::BACKLOG).store(rest, Relaxed);
        if inbox.tail != tail {
            // SYNC inbox: pairs with the acquire load of the rank.
            inbox.map.word(inbox::TAIL).store(inbox.tail, Release);
        }
    }

    /// When message number `index` becomes visible, if it has arrived.
    pub(super) fn visible_at(&self, index: u64) -> Option<u64> {
        match index.checked_sub(self.released) {
            Some(index) => self.arrivals.get(index as usize).map(|arrival| arrival.at),
            // Already released: no query waits for it.
            None => Some(0),
        }
    }
}
