//! The exchange line: a cache line that both sides of a pair write, each in its turn, with four
//! more behind it for what is longer.
//!
//! Two that answer each other by lanes pay for two transfers of a line each way: the line that a
//! message goes into has to be taken back from the peer, who looks for it there, and is then
//! fetched by the peer. An answer that is written where the question lay finds the line on its own
//! side already, and goes over in one step. So a pair may have such a line beside its two lanes,
//! for messages of up to [`EXCHANGE_BYTES`].
//!
//! **Turns.** Messages of the line are numbered, those of one side odd, of the other even. Who has
//! taken number n, and is done with it, may write n + 1 over it, or leave the line alone and use
//! its lane. So nobody writes what another still reads.
//!
//! **Order.** A header in the line is that of the record which the message would have been in the
//! lane, with the number. A receiver whose lane is empty takes it if it belongs to the place where
//! the lane goes on. Before the next record of the lane its producer puts a mark there
//! ([`Kind::Exchanged`](crate::layout::Kind)), so that a receiver who finds that first takes the
//! line's message first.
//!
//! **Trust.** Both sides check what they read, as they do in lanes. Nobody but the pair has the
//! line: who writes what it must not can spoil messages between the two and nothing else.

use crate::layout::{Geometry, HEADER_BYTES, NUMBER_MASK, exchanged};
use skifch_sync::RingMem;

/// The greatest message of an exchange line.
pub const EXCHANGE_BYTES: usize = LINES * LINE - HEADER_BYTES;
/// The greatest that fits the first of its lines.
pub const ONE_LINE_BYTES: usize = LINE - HEADER_BYTES;
/// Bytes of the memory: the lines, and one for each side to tell what it has taken, each in a pair
/// of lines of its own. A processor that misses one line of a pair fetches the other one too: it
/// would take away the line that the peer is about to write.
pub const EXCHANGE_MEMORY_BYTES: usize = TOLD_AT + 2 * PAIR;

/// Also in a model, where lines are shorter.
const LINE: usize = 64;
const PAIR: usize = 2 * LINE;
/// Enough for 256 bytes and what a library over the channel puts in front.
const LINES: usize = 5;
const TOLD_AT: usize = (LINES * LINE).next_multiple_of(PAIR);

/// Writes a message into an exchange line, whose turn it is: the payload is there already.
///
/// # Safety
/// `mem` is [`EXCHANGE_MEMORY_BYTES`] long and writable; this side has the turn.
#[inline(always)]
pub unsafe fn publish_exchanged(mem: &RingMem, header: u64) {
    // SAFETY: our caller's promise.
    unsafe { mem.store_header(0, header) };
}

/// The number of the last message that the side which sends odd or even ones has taken.
///
/// # Safety
/// As [`publish_exchanged`], without the turn.
pub unsafe fn taken_by(mem: &RingMem, sends_odd: bool) -> u64 {
    // SAFETY: our caller's promise.
    unsafe { mem.load_header(told_at(!sends_odd)) }
}

/// The greatest message that goes by the exchange line of a lane.
pub(crate) fn greatest(geometry: Geometry) -> usize {
    geometry.max_message().min(EXCHANGE_BYTES)
}

/// Where the side that awaits odd or even numbers tells what it has taken.
fn told_at(awaits_odd: bool) -> usize {
    if awaits_odd { TOLD_AT } else { TOLD_AT + PAIR }
}

/// The receiving view of an exchange line.
pub(crate) struct Exchange {
    mem: RingMem,
    /// The greatest message.
    greatest: usize,
    /// The number of the peer's next message.
    awaited: u64,
    /// A message was taken and is not released yet.
    is_out: bool,
    /// The mark of the last message was passed.
    has_passed: bool,
    /// Marks that were passed.
    marks: u64,
}

/// What a mark in the lane means.
pub(crate) enum Mark {
    /// Its message was taken before.
    Passed,
    /// Its message is the next, of this length.
    Next(usize),
    /// There is no such message.
    Wrong,
}

impl Exchange {
    pub(crate) fn new(mem: RingMem, first: u64, geometry: Geometry) -> Self {
        let greatest = greatest(geometry);
        Self { mem, greatest, awaited: first, is_out: false, has_passed: false, marks: 0 }
    }

    /// The length of the peer's next message, if it has come and belongs to the place of the lane
    /// with this header (of a message without its length).
    #[inline(always)]
    pub(crate) fn look(&self, place: u64) -> Option<usize> {
        // SAFETY: the line begins with a header.
        let word = unsafe { self.mem.load_header(0) };
        let len = word.wrapping_sub(exchanged(place, self.awaited)) as usize;
        // The difference is huge for another header, and for a message of no bytes.
        (len.wrapping_sub(1) < self.greatest).then_some(len)
    }

    /// Takes the message that was seen.
    #[inline(always)]
    pub(crate) fn take(&mut self) {
        self.awaited += 2;
        self.is_out = true;
        self.has_passed = false;
    }

    /// Gives it back, if one is out: its number.
    #[inline(always)]
    pub(crate) fn release(&mut self) -> Option<u64> {
        if !std::mem::take(&mut self.is_out) {
            return None;
        }
        let taken = self.taken();
        // SAFETY: the memory has this word, which this side alone writes.
        unsafe { self.mem.store_header(told_at(taken % 2 == 1), taken) };
        Some(taken)
    }

    /// How often the peer has gone on in its lane behind a message of the line.
    pub(crate) fn marks(&self) -> u64 {
        self.marks
    }

    /// The number that this side may send.
    pub(crate) fn turn(&self) -> Option<u64> {
        (!self.is_out).then(|| self.awaited.wrapping_sub(1))
    }

    /// The number of the message that was taken last.
    fn taken(&self) -> u64 {
        self.awaited.wrapping_sub(2)
    }

    /// What a mark with this number means at a place.
    pub(crate) fn mark(&mut self, number: usize, place: u64) -> Mark {
        let is = |of: u64| of & NUMBER_MASK == number as u64;
        // Each is passed once: a peer cannot keep this side going from mark to mark.
        if is(self.taken()) && !std::mem::replace(&mut self.has_passed, true) {
            self.marks += 1;
            return Mark::Passed;
        }
        match self.look(place).filter(|_| is(self.awaited)) {
            Some(len) => Mark::Next(len),
            None => Mark::Wrong,
        }
    }

    /// The line, to read payload from.
    pub(crate) fn mem(&self) -> &RingMem {
        &self.mem
    }
}
