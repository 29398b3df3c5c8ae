//! The line in which two that answer each other do so; see [`skifch_ring::exchange`].
//!
//! The side with the lower address makes it when the other has answered its greeting, and hands it
//! over the socket of its lane. It belongs to these two lives of their channels: a channel that is
//! opened again has other lines. The first turn is the other side's, so that a line is used only
//! when both have it.
//!
//! Of the two sides of a channel, which may be with different threads, the receiving one knows when
//! it is this rank's turn, and the sending one writes.

use crate::memfd::{self, Map, PAGE_BYTES};
use skifch_backend::Error;
use skifch_backend::abi::NetAddr;
use skifch_ring::exchange::{publish_exchanged, taken_by};
use skifch_ring::layout::HEADER_BYTES;
use skifch_ring::{Consumer, Producer, RingMem};
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A channel, told from others that had its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life {
    pub(crate) addr: NetAddr,
    pub(crate) number: u64,
}

/// A line, as one rank has it.
pub(crate) struct Line {
    map: Map,
    /// Whom it is shared with.
    peer: Life,
    /// This side made it: it sends the even numbers.
    is_own: bool,
    /// The last message whose turn it was. The receiving side writes it.
    turn: AtomicU64,
}

impl Line {
    /// Makes one, and gives what is to be handed to the peer.
    pub(crate) fn make(peer: Life) -> Result<(Self, OwnedFd), Error> {
        let fd = memfd::create(c"skifch-exchange", PAGE_BYTES, PAGE_BYTES)?;
        memfd::seal_size(&fd)?;
        Ok((Self::new(memfd::map_pair(&fd, PAGE_BYTES)?, peer, true), fd))
    }

    /// Takes the one that the peer has made.
    pub(crate) fn join(fd: &OwnedFd, peer: Life) -> Result<Self, Error> {
        Ok(Self::new(memfd::map_pair(fd, PAGE_BYTES)?, peer, false))
    }

    fn new(map: Map, peer: Life, is_own: bool) -> Self {
        Self { map, peer, is_own, turn: AtomicU64::new(0) }
    }

    fn mem(&self) -> RingMem {
        // SAFETY: a page, which is more than an exchange line, and mapped while this lives, which
        // outlives the lane that looks there.
        unsafe { RingMem::new(self.map.base()) }
    }

    /// The receiving end of the lane from the peer looks here too from now on.
    fn attach(&self, consumer: &mut Consumer) {
        // SAFETY: as in `mem`.
        unsafe { consumer.set_exchange(self.mem(), if self.is_own { 1 } else { 2 }) };
    }

    /// The message of this number may be written, which follows the peer's last one.
    #[inline(always)]
    pub(crate) fn give_turn(&self, number: u64) {
        // SYNC turn: pairs with the acquire in `turn`; the peer's message has been read.
        self.turn.store(number, Ordering::Release);
    }

    /// The number of the message whose turn it is, if that was not sent yet.
    #[inline(always)]
    fn turn(&self) -> u64 {
        // SYNC turn: pairs with the release in `give_turn`.
        self.turn.load(Ordering::Acquire)
    }
}

/// A message that goes by a line.
pub(crate) struct Answer {
    mem: RingMem,
    header: u64,
}

impl Answer {
    /// Where its bytes belong: nobody else reads or writes there before it is published.
    #[inline(always)]
    pub(crate) fn place(&self) -> *mut u8 {
        // SAFETY: an exchange line has room for such a message behind the header.
        unsafe { self.mem.ptr(HEADER_BYTES) }
    }

    /// Shows it to the peer.
    #[inline(always)]
    pub(crate) fn publish(self) {
        // SAFETY: the memory of an exchange line, whose turn it is, as `claim` found.
        unsafe { publish_exchanged(&self.mem, self.header) };
    }
}

/// What the sending side knows of its line to a peer.
#[derive(Default)]
pub(crate) struct Answers {
    line: Option<Arc<Line>>,
    /// The number of the last message that was sent by it.
    sent: u64,
}

impl Answers {
    pub(crate) fn has_line(&self) -> bool {
        self.line.is_some()
    }

    pub(crate) fn set(&mut self, line: Option<Arc<Line>>) {
        self.line = line;
    }

    /// The number of the last message that was sent by the line.
    #[cfg(test)]
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    /// The line's memory.
    #[cfg(test)]
    pub(crate) fn memory(&self) -> Option<RingMem> {
        self.line.as_ref().map(|line| line.mem())
    }

    /// Whether the line may be written.
    #[inline(always)]
    pub(crate) fn is_turn(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.turn() != self.sent)
    }

    /// A message of `len` bytes goes by the line, if that may be written, it is short enough, and
    /// the lane has room for a mark of it. It is to be written and published at once.
    #[inline(always)]
    pub(crate) fn claim(&mut self, producer: &mut Producer, len: usize) -> Option<Answer> {
        let line = self.line.as_ref()?;
        let number = Some(line.turn()).filter(|&number| number != self.sent)?;
        let header = producer.exchange(number, len)?;
        self.sent = number;
        Some(Answer { mem: line.mem(), header })
    }

    /// Whether the peer has taken all that was sent by the line.
    pub(crate) fn is_drained(&self) -> bool {
        self.line.as_ref().is_none_or(|line| {
            // SAFETY: the memory of an exchange line. The peer of who made it sends odd numbers.
            let taken = unsafe { taken_by(&line.mem(), line.is_own) };
            taken == self.sent
        })
    }
}

/// After so many messages of the line in a row the two do answer each other.
const CALM_MESSAGES: u32 = 16;
/// How often the turn is not passed after they did not: the first time, and at most.
const HOLDS: (u32, u32) = (8, 256);

/// What the receiving side knows of its line to a peer.
#[derive(Default)]
pub(crate) struct Questions {
    line: Option<Arc<Line>>,
    pace: Turns,
}

impl Questions {
    pub(crate) fn has_line(&self) -> bool {
        self.line.is_some()
    }

    pub(crate) fn set(&mut self, line: Arc<Line>, consumer: &mut Consumer) {
        line.attach(consumer);
        self.line = Some(line);
    }

    /// If it is this side's turn, the line may be written.
    #[inline(always)]
    pub(crate) fn pass_turn(&mut self, consumer: &Consumer) {
        if let (Some(line), Some(number)) = (&self.line, consumer.turn_of_exchange())
            && line.turn() != number
            && self.pace.may_pass(consumer.marks_passed())
        {
            line.give_turn(number);
        }
    }
}

/// Whether the two take turns. Two that send to each other at a time do not: the one whose turn it
/// is not goes by its lane, and all that the line brings is marks. So the turn is kept for longer
/// and longer then.
#[derive(Default)]
struct Turns {
    marks: u64,
    calm: u32,
    hold: u32,
    held: u32,
}

impl Turns {
    /// Whether the turn is to be passed, now that so many marks were seen.
    #[inline(always)]
    fn may_pass(&mut self, marks: u64) -> bool {
        if marks != self.marks {
            self.marks = marks;
            self.calm = 0;
            self.hold = (2 * self.hold).clamp(HOLDS.0, HOLDS.1);
            self.held = self.hold;
        }
        if self.held > 0 {
            self.held -= 1;
            return false;
        }
        self.calm += 1;
        if self.calm >= CALM_MESSAGES {
            (self.calm, self.hold) = (0, 0);
        }
        true
    }
}

/// Lines that one side of a channel has, for the other side.
pub(crate) struct Lines {
    own: Life,
    is_wanted: bool,
    pub(crate) for_sending: Met,
    pub(crate) for_receiving: Met,
}

impl Lines {
    /// Those of a channel, which has none if they are not wanted.
    pub(crate) fn new(own: Life, is_wanted: bool) -> Self {
        Self { own, is_wanted, for_sending: Met::default(), for_receiving: Met::default() }
    }

    /// The channel.
    pub(crate) fn own(&self) -> Life {
        self.own
    }

    /// Whether the line to this peer is made here and not there.
    pub(crate) fn is_made_here(&self, peer: Life) -> bool {
        self.is_wanted && self.own.addr < peer.addr
    }

    /// The same the other way round; a channel has none to itself.
    pub(crate) fn is_made_there(&self, peer: Life) -> bool {
        self.is_wanted && self.own.addr > peer.addr
    }
}

/// Those for one side.
#[derive(Default)]
pub(crate) struct Met {
    lines: Mutex<Vec<Arc<Line>>>,
    has_news: AtomicBool,
}

impl Met {
    pub(crate) fn leave(&self, line: Arc<Line>) {
        self.lines().push(line);
        // SYNC news: pairs with the acquire in `hear`.
        self.has_news.store(true, Ordering::Release);
    }

    /// Whether something was left since the last call.
    pub(crate) fn hear(&self) -> bool {
        // SYNC news: pairs with the release in `leave`.
        self.has_news.load(Ordering::Relaxed) && self.has_news.swap(false, Ordering::Acquire)
    }

    /// How many there are.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.lines().len()
    }

    /// The line to a peer.
    pub(crate) fn take(&self, peer: Life) -> Option<Arc<Line>> {
        let mut lines = self.lines();
        let at = lines.iter().position(|line| line.peer == peer)?;
        Some(lines.swap_remove(at))
    }

    /// Forgets lines to lives of a channel after which there was another: who uses a line has a
    /// lane here, which has met it.
    pub(crate) fn keep_last_lives(&self) {
        let mut lines = self.lines();
        let last: HashMap<_, _> = lines.iter().map(|line| (line.peer.addr, line.peer)).collect();
        lines.retain(|line| last.get(&line.peer.addr) == Some(&line.peer));
    }

    fn lines(&self) -> MutexGuard<'_, Vec<Arc<Line>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of how many calls one does not pass the turn, with a mark after each that does.
    fn kept(turns: &mut Turns, marks: &mut u64, passes: u32) -> u32 {
        let mut kept = 0;
        for _ in 0..passes {
            *marks += 1;
            while !turns.may_pass(*marks) {
                kept += 1;
            }
        }
        kept
    }

    #[test]
    fn the_turn_is_kept_for_longer_each_time_it_was_passed_in_vain() {
        let (mut turns, mut marks) = (Turns::default(), 0);
        assert!((0..100).all(|_| turns.may_pass(0)), "nobody goes by the lane");
        assert_eq!(kept(&mut turns, &mut marks, 1), 8);
        assert_eq!(kept(&mut turns, &mut marks, 1), 16);
        kept(&mut turns, &mut marks, 10);
        assert_eq!(kept(&mut turns, &mut marks, 3), 3 * 256);
        assert!((0..2 * CALM_MESSAGES).all(|_| turns.may_pass(marks)), "they answer each other");
        assert_eq!(kept(&mut turns, &mut marks, 1), 8, "forgiven");
    }
}
