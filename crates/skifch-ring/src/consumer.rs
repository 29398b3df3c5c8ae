//! The receiving end of a lane.

use crate::Violation;
use crate::exchange::{Exchange, Mark};
use crate::far::is_flushed;
use crate::layout::{
    Geometry, HEADER_BYTES, Kind, header, header_at, len_of, next_lap, record_bytes, unplaced,
};
use skifch_sync::{LINE_BYTES, RingMem, Word};
use std::ops::RangeInclusive;

/// A message taken from the lane: where its payload is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Offset of the payload in the ring. For a message of the exchange line it is not a ring
    /// offset: use [`Consumer::place`].
    pub offset: usize,
    /// Message length in bytes.
    pub len: usize,
}

/// The [`Taken::offset`] of a message in the exchange line.
pub(crate) const IN_EXCHANGE: usize = usize::MAX;

/// Bytes consumed before credit is returned: a quarter of the ring, at most 4096 so that in a large
/// ring the producer keeps reusing lines that are still in its cache.
const fn due_bytes(geometry: Geometry) -> usize {
    let quarter = geometry.capacity() / 4;
    if quarter < 4096 { quarter } else { 4096 }
}

/// The lines of records of these sizes are fetched when they are taken, unless the producer is far.
/// The caller is about to read them, and what this side has fetched leaves its cache in turn: a
/// line still there costs the producer more to write again (`benches/NOTES.md`). Longer records are
/// read ahead by the processor.
const FETCHED_RECORD_BYTES: RangeInclusive<usize> = 2 * LINE_BYTES + 1..=9 * LINE_BYTES;

/// Result of looking at the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A message.
    Message(Taken),
    /// Nothing at present.
    Empty,
    /// The producer closed the lane; everything before that was taken.
    Closed,
}

/// The length of the last non-empty message, which the next message of a stream most often has too.
struct Usual {
    len: usize,
    record_bytes: usize,
    /// Its lines are fetched when it is taken.
    is_fetched: bool,
    /// Its header in this lap, without the position's part of the tag.
    unplaced: u64,
    /// The greatest offset at which such a record may begin.
    last: usize,
}

impl Usual {
    /// `last` ensures that no such record begins where it would not fit into the ring.
    fn new(len: usize, lap_tag: u64, geometry: Geometry) -> Self {
        let record_bytes = record_bytes(len);
        let unplaced = unplaced(Kind::Data, len, lap_tag);
        // A length that was taken fits, so the subtraction saturates only in `Consumer::new`, if at
        // all.
        let last = geometry.end().saturating_sub(record_bytes);
        Self { len, record_bytes, is_fetched: false, unplaced, last }
    }

    /// Sets whether the lines of such a record are fetched when it is taken.
    fn set_fetched(&mut self, is_far: bool) {
        self.is_fetched = FETCHED_RECORD_BYTES.contains(&self.record_bytes) && !is_far;
    }
}

/// The receiving end. It is the only writer of the credit word; it reads the ring and never writes
/// it.
pub struct Consumer {
    mem: RingMem,
    /// Where the next record is read.
    head: usize,
    /// Offset from which [`Self::release`] has work to do: credit to return, or an exchange message
    /// out.
    due: usize,
    /// The lap's part of the tag.
    lap_tag: u64,
    /// Absolute position of offset 0 in this lap.
    lap_start: u64,
    /// The offset up to which credit was returned in this lap; `usize::MAX` after a wrap.
    told: usize,
    usual: Usual,
    /// The producer's core shares no cache with this one, says the producer.
    is_far: bool,
    exchange: Option<Exchange>,
    credit: Word,
    geometry: Geometry,
}

impl Consumer {
    /// The receiving end of a lane from which nothing has been taken yet.
    ///
    /// # Safety
    /// `mem` has `geometry.capacity()` bytes and stays readable while this end lives and while
    /// anything taken from it is used. Nobody else writes `credit`, which is zero.
    pub unsafe fn new(mem: RingMem, credit: Word, geometry: Geometry) -> Self {
        let due = due_bytes(geometry);
        let usual = Usual::new(HEADER_BYTES, 0, geometry);
        Self {
            mem,
            head: 0,
            due,
            lap_tag: 0,
            lap_start: 0,
            told: 0,
            usual,
            is_far: false,
            exchange: None,
            credit,
            geometry,
        }
    }

    /// Attaches the exchange line of this lane. `first` is the number of the peer's first message
    /// in it.
    ///
    /// # Safety
    /// `mem` has [`EXCHANGE_MEMORY_BYTES`](crate::exchange::EXCHANGE_MEMORY_BYTES), which stay
    /// readable and writable while this end lives and while anything taken from it is used.
    pub unsafe fn set_exchange(&mut self, mem: RingMem, first: u64) {
        self.exchange = Some(Exchange::new(mem, first, self.geometry));
    }

    /// The number of this side's next message in the exchange line if it has the turn, that is, if
    /// the peer's last message was taken and released.
    pub fn turn_of_exchange(&self) -> Option<u64> {
        self.exchange.as_ref()?.turn()
    }

    /// How often the peer has sent in its lane after a message in the exchange line, so that the
    /// message was not a question whose answer the peer waited for.
    pub fn marks_passed(&self) -> u64 {
        self.exchange.as_ref().map_or(0, Exchange::marks)
    }

    /// Takes the next message if it is in the exchange line; call it when the lane has nothing.
    #[inline(always)]
    pub fn take_exchanged(&mut self) -> Option<Taken> {
        let taken = self.exchanged()?;
        self.take_out(taken.len);
        Some(taken)
    }

    #[inline(always)]
    fn take_out(&mut self, len: usize) {
        self.due = 0;
        if let Some(exchange) = &mut self.exchange {
            exchange.take(len);
        }
    }

    /// Releases the message taken from the exchange line, if one is out, and returns its number.
    /// This side may write the line afterwards.
    pub fn release_exchanged(&mut self) -> Option<u64> {
        let number = self.exchange.as_mut()?.release()?;
        // After a wrap the credit is due at once.
        let is_wrapped = self.told == usize::MAX;
        self.due = if is_wrapped { 0 } else { self.told + due_bytes(self.geometry) };
        Some(number)
    }

    /// Fast path: takes the next message if it has the usual length, which is not 0. Otherwise
    /// returns the word found in place of its header: 0 means nothing is there; any other value
    /// only means that the slow path must decide: [`Self::take_any`], then [`Self::turn`].
    ///
    /// The length is not read from the header. The place of the next header thus depends on a
    /// predicted branch and not on the arrival of this header, so the processor can fetch several
    /// records at once.
    #[inline(always)]
    pub fn take_usual(&mut self) -> Result<Taken, u64> {
        let head = self.head;
        let word = self.load();
        if word != header_at(head, self.usual.unplaced) || head > self.usual.last {
            return Err(word);
        }
        self.head = head + self.usual.record_bytes;
        if self.usual.is_fetched {
            self.fetch(head);
        }
        Ok(Taken { offset: head + HEADER_BYTES, len: self.usual.len })
    }

    /// Takes the next message if its header is valid; its length becomes the usual one.
    #[inline]
    pub fn take_any(&mut self) -> Option<Taken> {
        let head = self.head;
        let word = self.load();
        let len = len_of(word);
        let next = head + record_bytes(len);
        let sound = word == self.expected(Kind::Data, len)
            && len <= self.geometry.max_message()
            && next <= self.geometry.end();
        if !sound {
            return None;
        }
        self.head = next;
        if len > 0 {
            self.usual = self.usual_of(len);
        }
        Some(Taken { offset: head + HEADER_BYTES, len })
    }

    /// Messages of `len` bytes in this lap.
    fn usual_of(&self, len: usize) -> Usual {
        let mut usual = Usual::new(len, self.lap_tag, self.geometry);
        usual.set_fetched(self.is_far);
        usual
    }

    /// Prefetches the lines of a record of the usual length at `head`, but for its first.
    #[inline(always)]
    fn fetch(&self, head: usize) {
        let end = head + self.usual.record_bytes;
        let mut line = (head | (LINE_BYTES - 1)) + 1;
        while line < end {
            // SAFETY: the record was taken, so it lies in the ring.
            unsafe { self.mem.fetch_to_read(line) };
            line += LINE_BYTES;
        }
    }

    /// Takes the next message, or reports why there is none. A taken message stays in place until
    /// [`Self::release`].
    pub fn turn(&mut self) -> Result<Turn, Violation> {
        let turn = self.look()?;
        match turn {
            Turn::Message(Taken { offset: IN_EXCHANGE, len }) => self.take_out(len),
            Turn::Message(taken) => {
                self.head = taken.offset - HEADER_BYTES + record_bytes(taken.len);
            }
            Turn::Empty | Turn::Closed => {}
        }
        Ok(turn)
    }

    /// The result that [`Self::turn`] would return; takes nothing.
    pub fn look(&mut self) -> Result<Turn, Violation> {
        let word = self.load();
        let len = len_of(word);
        // No wrap header is valid at the start of the ring, so a peer cannot keep this side
        // wrapping forever.
        if len <= 1 && word == self.expected(Kind::Wrap, len) && self.head > 0 {
            self.wrap(len == 1);
            self.look()
        } else if word == self.expected(Kind::Exchanged, len) {
            self.pass_mark(word)
        } else if word == 0 {
            Ok(self.exchanged().map_or(Turn::Empty, Turn::Message))
        } else if word == self.expected(Kind::Close, 0) {
            Ok(Turn::Closed)
        } else if word != self.expected(Kind::Data, len) {
            Err(Violation::Header(word, self.head))
        } else if len > self.geometry.max_message()
            || self.head + record_bytes(len) > self.geometry.end()
        {
            Err(Violation::Length(len))
        } else {
            Ok(Turn::Message(Taken { offset: self.head + HEADER_BYTES, len }))
        }
    }

    #[inline(always)]
    fn load(&self) -> u64 {
        // SAFETY: `head` is a multiple of 8 and at most the ring's `end`.
        unsafe { self.mem.load_header(self.head) }
    }

    /// The next message, if it is in the exchange line.
    #[inline(always)]
    fn exchanged(&self) -> Option<Taken> {
        let len = self.exchange.as_ref()?.look(self.expected(Kind::Data, 0))?;
        Some(Taken { offset: IN_EXCHANGE, len })
    }

    /// Handles a mark: the lane continues after a message in the exchange line.
    #[cold]
    fn pass_mark(&mut self, word: u64) -> Result<Turn, Violation> {
        let place = self.expected(Kind::Data, 0);
        // A peer that writes marks has the line; this side has it too or is about to get it.
        let Some(exchange) = &mut self.exchange else { return Ok(Turn::Empty) };
        match exchange.mark(len_of(word), place) {
            // An honest mark leaves room for the header behind it.
            Mark::Passed if self.head + HEADER_BYTES <= self.geometry.end() => {
                self.head += HEADER_BYTES;
                self.look()
            }
            Mark::Next(len) => Ok(Turn::Message(Taken { offset: IN_EXCHANGE, len })),
            Mark::Passed | Mark::Wrong => Err(Violation::Header(word, self.head)),
        }
    }

    /// Undoes the last `take_…` or `turn` that returned `taken`, which must be in the ring: it
    /// becomes the next message again.
    pub fn put_back(&mut self, taken: Taken) {
        self.head = taken.offset - HEADER_BYTES;
    }

    #[inline(always)]
    fn expected(&self, kind: Kind, len: usize) -> u64 {
        header(kind, len, self.head, self.lap_tag)
    }

    /// Whether `turn` would return anything but `Empty`.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.load() != 0 || self.exchanged().is_some()
    }

    /// Whether the producer is at least `bytes` ahead. This is an estimate: it assumes that the
    /// next messages are as long as the last one.
    pub fn has_backlog(&self, bytes: usize) -> bool {
        let record = self.usual.record_bytes;
        let at = self.head + (bytes / record).max(1) * record;
        // SAFETY: the place is a multiple of 8, and a header there lies in the ring.
        let word = (at <= self.geometry.end()).then(|| unsafe { self.mem.load_header(at) });
        word.is_none_or(|word| word == header_at(at, self.usual.unplaced))
    }

    /// Whether the producer has said that its core is far.
    #[cfg(all(test, not(skifch_loom)))]
    pub(crate) fn hears_of_a_far_producer(&self) -> bool {
        self.is_far
    }

    /// How many messages of the usual length the ring holds.
    pub fn holds(&self) -> usize {
        self.geometry.capacity() / self.usual.record_bytes
    }

    /// Whether [`Self::release`] would return credit now.
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.head >= self.due
    }

    /// Whether no credit is outstanding: everything taken was returned to the producer.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.head == self.told
    }

    /// Allows everything taken so far to be overwritten. Returns credit to the producer only when
    /// enough bytes are due (a quarter of the ring, at most 4096): true if it did.
    #[inline(always)]
    pub fn release(&mut self) -> bool {
        if !self.is_due() {
            return false;
        }
        self.tell();
        true
    }

    /// Returns all outstanding credit at once, for a lane that has run empty: true if there was
    /// any. No message may be out.
    #[inline]
    pub fn settle(&mut self) -> bool {
        if self.is_settled() {
            return false;
        }
        self.tell();
        true
    }

    /// The ring's memory, to read payload from.
    #[inline(always)]
    pub fn mem(&self) -> &RingMem {
        &self.mem
    }

    /// Where the payload of a taken message is: the memory and the offset in it.
    #[inline]
    pub fn place(&self, taken: Taken) -> (&RingMem, usize) {
        match &self.exchange {
            Some(exchange) if taken.offset == IN_EXCHANGE => (exchange.mem(), HEADER_BYTES),
            _ => (&self.mem, taken.offset),
        }
    }

    #[cold]
    #[inline(never)]
    fn tell(&mut self) {
        self.flush();
        self.credit.publish(self.lap_start + self.head as u64);
        self.told = self.head;
        self.due = self.head + due_bytes(self.geometry);
    }

    /// Flushes the lines that the credit about to be returned is for, if that spares the producer
    /// time; a message that is out just comes from memory again.
    fn flush(&self) {
        if !self.is_far || !is_flushed(self.usual.len) {
            return;
        }
        let begin = if self.told == usize::MAX { 0 } else { self.told & !(LINE_BYTES - 1) };
        // The line of the next record is still being written.
        let end = self.head & !(LINE_BYTES - 1);
        for line in (begin..end).step_by(LINE_BYTES) {
            // SAFETY: all of it was taken, so it lies in the ring; `is_flushed` has asked the
            // processor.
            unsafe { self.mem.flush_line(line) };
        }
    }

    /// Moves to the start of the ring. A message taken in the old lap may still be out, so the
    /// credit is not published here; the next release does it.
    fn wrap(&mut self, is_far: bool) {
        self.flush();
        self.is_far = is_far;
        self.lap_start += self.geometry.capacity() as u64;
        self.lap_tag = next_lap(self.lap_tag);
        self.usual = self.usual_of(self.usual.len);
        self.head = 0;
        self.due = 0;
        self.told = usize::MAX;
    }
}
