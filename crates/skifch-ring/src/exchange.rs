//! The exchange line: a cache line that both sides of a pair write in turn, followed by four more
//! lines for longer messages.
//!
//! Two ranks that answer each other through lanes pay for two cache-line transfers in each
//! direction: the line to be written has to be taken back from the peer, which polls it, and is
//! then fetched by the peer. A reply written where the request lay finds the line already in its
//! own cache and crosses over in one transfer. A pair may therefore have an exchange line beside
//! its two lanes, for messages of up to [`EXCHANGE_BYTES`].
//!
//! **Turns.** Messages in the line are numbered: one side sends the odd numbers, the other the even
//! ones. The side that has taken and released message n may overwrite it with message n + 1, or
//! leave the line alone and use its lane. So neither side writes what the other still reads.
//!
//! **Order.** A header in the line is the header that the record would have had in the lane, plus
//! the message number. A receiver whose lane is empty takes the message if it belongs to the lane's
//! current place. Before the producer sends the next record in the lane it puts a mark there
//! ([`Kind::Exchanged`](crate::layout::Kind)), so that a receiver that finds the mark first takes
//! the line's message first.
//!
//! **Trust.** Both sides check what they read, as they do in lanes. Only the pair maps the line: a
//! side that writes invalid data can spoil messages between the two and nothing else.

use crate::copy::copy_payload;
use crate::layout::{Geometry, HEADER_BYTES, NUMBER_MASK, exchanged};
use skifch_sync::RingMem;

/// Maximum message size in an exchange line, in bytes.
pub const EXCHANGE_BYTES: usize = LINES * LINE - HEADER_BYTES;
/// The greatest message that fits into the first of its cache lines, in bytes.
pub const ONE_LINE_BYTES: usize = LINE - HEADER_BYTES;
/// Size of the memory in bytes: the message lines, and for each side a line in which it tells what
/// it has taken, each in its own pair of lines. A processor that misses one line of a pair also
/// fetches the other: it would take away the line that the peer is about to write.
pub const EXCHANGE_MEMORY_BYTES: usize = TOLD_AT + 2 * PAIR;

/// 64 in a loom model too, where `LINE_BYTES` is smaller.
const LINE: usize = 64;
const PAIR: usize = 2 * LINE;
/// Enough for 256 bytes plus the header of a library above the channel.
const LINES: usize = 5;
const TOLD_AT: usize = (LINES * LINE).next_multiple_of(PAIR);

/// Writes `len` bytes of a message at offset `at` of the exchange line that begins at `line`, those
/// in its first cache line last; the parts of a message are to be written in descending order. The
/// peer polls the first cache line: if it were written before the others, the peer would take it
/// away before its header is.
///
/// # Safety
/// As [`publish_exchanged`]; `src` is readable for `len` bytes, and the message ends within
/// [`EXCHANGE_BYTES`] after its header.
#[inline(always)]
pub unsafe fn write_exchanged(line: *mut u8, at: usize, src: *const u8, len: usize) {
    let first = LINE.saturating_sub(at).min(len);
    // SAFETY: the two parts cover `len` bytes from `at` on, for which our caller vouches.
    unsafe {
        let to = line.add(at);
        if first < len {
            copy_payload(src.add(first), to.add(first), len - first);
        }
        copy_payload(src, to, first);
    }
}

/// Publishes a message in an exchange line; its payload is already written.
///
/// # Safety
/// `mem` is [`EXCHANGE_MEMORY_BYTES`] long and writable; this side has the turn.
#[inline(always)]
pub unsafe fn publish_exchanged(mem: &RingMem, header: u64) {
    // SAFETY: our caller's promise.
    unsafe { mem.store_header(0, header) };
}

/// The number of the last message taken by the side that sends the odd (or even) numbers.
///
/// # Safety
/// As [`publish_exchanged`], without the turn.
pub unsafe fn taken_by(mem: &RingMem, sends_odd: bool) -> u64 {
    // SAFETY: our caller's promise.
    unsafe { mem.load_header(told_at(!sends_odd)) }
}

/// The greatest message that the exchange line of a lane carries, in bytes.
pub(crate) fn greatest(geometry: Geometry) -> usize {
    geometry.max_message().min(EXCHANGE_BYTES)
}

/// Offset at which the side that receives the odd (or even) numbers tells what it has taken.
fn told_at(awaits_odd: bool) -> usize {
    if awaits_odd { TOLD_AT } else { TOLD_AT + PAIR }
}

/// The receiver's view of an exchange line.
pub(crate) struct Exchange {
    mem: RingMem,
    /// The greatest message.
    greatest: usize,
    /// The number of the peer's next message.
    awaited: u64,
    /// A message was taken and is not yet released.
    is_out: bool,
    /// The mark of the last message was passed.
    has_passed: bool,
    /// Number of marks passed.
    marks: u64,
}

/// The meaning of a mark found in the lane.
pub(crate) enum Mark {
    /// Its message was already taken.
    Passed,
    /// Its message is the next one and has this length.
    Next(usize),
    /// There is no such message.
    Wrong,
}

impl Exchange {
    pub(crate) fn new(mem: RingMem, first: u64, geometry: Geometry) -> Self {
        let greatest = greatest(geometry);
        Self { mem, greatest, awaited: first, is_out: false, has_passed: false, marks: 0 }
    }

    /// The length of the peer's next message, if it has arrived and belongs at the lane's current
    /// place; `place` is the header for that place without a length.
    #[inline(always)]
    pub(crate) fn look(&self, place: u64) -> Option<usize> {
        // SAFETY: the line begins with a header.
        let word = unsafe { self.mem.load_header(0) };
        let len = word.wrapping_sub(exchanged(place, self.awaited)) as usize;
        // The difference is huge for any other header; for an empty message the subtraction wraps.
        (len.wrapping_sub(1) < self.greatest).then_some(len)
    }

    /// Takes the message of `len` bytes that `look` found. Its other cache lines are fetched at
    /// once, for writing, as this side writes there next: a copy whose moves span two lines would
    /// wait for one after the other.
    #[inline(always)]
    pub(crate) fn take(&mut self, len: usize) {
        for line in (LINE..HEADER_BYTES + len).step_by(LINE) {
            // SAFETY: `look` allows no message that does not fit into the memory.
            unsafe { self.mem.fetch_line(line) };
        }
        self.awaited += 2;
        self.is_out = true;
        self.has_passed = false;
    }

    /// Releases the message that is out, if any, and returns its number.
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

    /// How often the peer has continued in its lane after a message in the line.
    pub(crate) fn marks(&self) -> u64 {
        self.marks
    }

    /// The number of the message that this side may send, if it has the turn.
    pub(crate) fn turn(&self) -> Option<u64> {
        (!self.is_out).then(|| self.awaited.wrapping_sub(1))
    }

    /// The number of the last message taken.
    fn taken(&self) -> u64 {
        self.awaited.wrapping_sub(2)
    }

    /// The meaning of a mark with this number at a place.
    pub(crate) fn mark(&mut self, number: usize, place: u64) -> Mark {
        let is = |of: u64| of & NUMBER_MASK == number as u64;
        // Each mark is passed once, so a peer cannot keep this side going from mark to mark.
        if is(self.taken()) && !std::mem::replace(&mut self.has_passed, true) {
            self.marks += 1;
            return Mark::Passed;
        }
        match self.look(place).filter(|_| is(self.awaited)) {
            Some(len) => Mark::Next(len),
            None => Mark::Wrong,
        }
    }

    /// The line's memory, from which payload is read.
    pub(crate) fn mem(&self) -> &RingMem {
        &self.mem
    }
}
