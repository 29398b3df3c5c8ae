//! The exchange line, through which two ranks in a ping-pong reply to each other; see
//! [`skifch_ring::exchange`].
//!
//! The side with the lower address creates it when the other side has answered its hello, and hands
//! it over the socket of its lane. It belongs to this incarnation of both channels: a channel that
//! is reopened gets new lines. The other side has the first turn, so a line is used only when both
//! sides have it.
//!
//! The two sides of a channel may belong to different threads: the receiving side knows when it is
//! this rank's turn, and the sending side writes.

use crate::memfd::{self, Map, PAGE_BYTES};
use skifch_backend::Error;
use skifch_backend::abi::{NetAddr, iovec};
use skifch_ring::exchange::{publish_exchanged, taken_by, write_exchanged};
use skifch_ring::layout::HEADER_BYTES;
use skifch_ring::{Consumer, Producer, RingMem};
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One incarnation of a channel, distinguished from others that had the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life {
    pub(crate) addr: NetAddr,
    pub(crate) number: u64,
}

/// One rank's view of an exchange line.
pub(crate) struct Line {
    map: Map,
    /// The peer that shares the line.
    peer: Life,
    /// This side created the line: it sends the even numbers.
    is_own: bool,
    /// The number of the message whose turn it was last. Written by the receiving side.
    turn: AtomicU64,
}

impl Line {
    /// Creates a line; the descriptor returned is to be handed to the peer.
    pub(crate) fn make(peer: Life) -> Result<(Self, OwnedFd), Error> {
        let fd = memfd::create(c"skifch-exchange", PAGE_BYTES, PAGE_BYTES)?;
        memfd::seal_size(&fd)?;
        Ok((Self::new(memfd::map_pair(&fd, PAGE_BYTES)?, peer, true), fd))
    }

    /// Maps the line that the peer has created.
    pub(crate) fn join(fd: &OwnedFd, peer: Life) -> Result<Self, Error> {
        Ok(Self::new(memfd::map_pair(fd, PAGE_BYTES)?, peer, false))
    }

    fn new(map: Map, peer: Life, is_own: bool) -> Self {
        Self { map, peer, is_own, turn: AtomicU64::new(0) }
    }

    fn mem(&self) -> RingMem {
        // SAFETY: the mapping is one page, which is larger than an exchange line, and stays mapped
        // while this lives, which outlives the lane that reads it.
        unsafe { RingMem::new(self.map.base()) }
    }

    /// From now on the receiving end of the lane from the peer also checks this line.
    fn attach(&self, consumer: &mut Consumer) {
        // SAFETY: as in `mem`.
        unsafe { consumer.set_exchange(self.mem(), if self.is_own { 1 } else { 2 }) };
    }

    /// Allows message `number` to be written; it follows the peer's last one.
    #[inline(always)]
    pub(crate) fn give_turn(&self, number: u64) {
        // SYNC turn: pairs with the acquire in `turn`; the peer's message has been read.
        self.turn.store(number, Ordering::Release);
    }

    /// The number of the last message whose turn was given; the caller compares it with the last
    /// sent.
    #[inline(always)]
    fn turn(&self) -> u64 {
        // SYNC turn: pairs with the release in `give_turn`.
        self.turn.load(Ordering::Acquire)
    }
}

/// A message to be sent through an exchange line.
pub(crate) struct Answer {
    mem: RingMem,
    header: u64,
}

impl Answer {
    /// Where a message that fits into the first cache line must be written: nobody else accesses
    /// this memory before it is published.
    #[inline(always)]
    pub(crate) fn place(&self) -> *mut u8 {
        // SAFETY: an exchange line has room for such a message behind the header.
        unsafe { self.mem.ptr(HEADER_BYTES) }
    }

    /// Writes the message, which `list` holds in parts and which is `total` bytes long.
    ///
    /// # Safety
    /// The elements name readable memory, together `total` bytes, as many as were claimed.
    #[inline(always)]
    pub(crate) unsafe fn write(&self, list: &[iovec], total: usize) {
        // SAFETY: the line begins there.
        let line = unsafe { self.mem.ptr(0) };
        let mut at = HEADER_BYTES + total;
        for element in list.iter().rev() {
            at -= element.iov_len;
            // SAFETY: the element lies in the message; our caller vouches for it.
            unsafe { write_exchanged(line, at, element.iov_base.cast(), element.iov_len) };
        }
    }

    /// Makes the message visible to the peer.
    #[inline(always)]
    pub(crate) fn publish(self) {
        // SAFETY: the memory of an exchange line, whose turn it is, as `claim` found.
        unsafe { publish_exchanged(&self.mem, self.header) };
    }
}

/// The sending side's state of its line to a peer.
#[derive(Default)]
pub(crate) struct Answers {
    line: Option<Arc<Line>>,
    /// The number of the last message sent through the line.
    sent: u64,
}

impl Answers {
    pub(crate) fn has_line(&self) -> bool {
        self.line.is_some()
    }

    pub(crate) fn set(&mut self, line: Option<Arc<Line>>) {
        self.line = line;
    }

    /// The number of the last message sent through the line.
    #[cfg(test)]
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    /// The line's memory.
    #[cfg(test)]
    pub(crate) fn memory(&self) -> Option<RingMem> {
        self.line.as_ref().map(|line| line.mem())
    }

    /// Whether this side has the turn to write the line.
    #[inline(always)]
    pub(crate) fn is_turn(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.turn() != self.sent)
    }

    /// Claims the line for a message of `len` bytes, if this side has the turn, the message is
    /// short enough, and the lane has room for its mark. The caller must write and publish it at
    /// once.
    #[inline(always)]
    pub(crate) fn claim(&mut self, producer: &mut Producer, len: usize) -> Option<Answer> {
        let line = self.line.as_ref()?;
        let number = Some(line.turn()).filter(|&number| number != self.sent)?;
        let header = producer.exchange(number, len)?;
        self.sent = number;
        Some(Answer { mem: line.mem(), header })
    }

    /// Whether the peer has taken everything sent through the line.
    pub(crate) fn is_drained(&self) -> bool {
        self.line.as_ref().is_none_or(|line| {
            // SAFETY: the memory of an exchange line. The peer of the side that created it sends
            // odd numbers.
            let taken = unsafe { taken_by(&line.mem(), line.is_own) };
            taken == self.sent
        })
    }
}

/// After this many line messages in a row without a mark, the two ranks count as replying to each
/// other.
const CALM_MESSAGES: u32 = 16;
/// How many times the turn is withheld after a mark was seen: the first time, and at most.
const HOLDS: (u32, u32) = (8, 256);

/// The receiving side's state of its line to a peer.
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

    /// Gives the sending side the turn to write the line, if it is this rank's turn.
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

/// Whether the two ranks take turns. Two that send to each other at the same time do not: the one
/// without the turn uses its lane, and the line only adds marks. In that case the turn is withheld
/// for longer and longer.
#[derive(Default)]
struct Turns {
    marks: u64,
    calm: u32,
    hold: u32,
    held: u32,
}

impl Turns {
    /// Whether the turn should be passed, given the number of marks seen so far.
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

/// Lines found by one side of a channel and left for the other side.
pub(crate) struct Lines {
    own: Life,
    is_wanted: bool,
    pub(crate) for_sending: Met,
    pub(crate) for_receiving: Met,
}

impl Lines {
    /// The lines of a channel; it has none if they are not wanted.
    pub(crate) fn new(own: Life, is_wanted: bool) -> Self {
        Self { own, is_wanted, for_sending: Met::default(), for_receiving: Met::default() }
    }

    /// This channel.
    pub(crate) fn own(&self) -> Life {
        self.own
    }

    /// Whether this side, not the peer, creates the line to this peer.
    pub(crate) fn is_made_here(&self, peer: Life) -> bool {
        self.is_wanted && self.own.addr < peer.addr
    }

    /// Whether the peer creates the line; a channel has no line to itself.
    pub(crate) fn is_made_there(&self, peer: Life) -> bool {
        self.is_wanted && self.own.addr > peer.addr
    }
}

/// The lines left for one side.
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

    /// Whether a line was left since the last call.
    pub(crate) fn hear(&self) -> bool {
        // SYNC news: pairs with the release in `leave`.
        self.has_news.load(Ordering::Relaxed) && self.has_news.swap(false, Ordering::Acquire)
    }

    /// Number of lines waiting.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.lines().len()
    }

    /// Removes and returns the line to a peer.
    pub(crate) fn take(&self, peer: Life) -> Option<Arc<Line>> {
        let mut lines = self.lines();
        let at = lines.iter().position(|line| line.peer == peer)?;
        Some(lines.swap_remove(at))
    }

    /// Drops lines to earlier incarnations of a channel. A line in use is not affected: its lane
    /// has already taken it.
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

    /// How many calls withhold the turn, if each pass of the turn is followed by a mark.
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
