//! The receiving end of a lane.

use crate::Violation;
use crate::exchange::{Exchange, Mark};
use crate::layout::{
    Geometry, HEADER_BYTES, Kind, header, header_at, len_of, next_lap, record_bytes, unplaced,
};
use skifch_sync::{RingMem, Word};

/// A message that was taken: where its payload lies in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Offset of the payload in the ring, or, for one of the exchange line, no offset at
    /// all: [`Consumer::place`] knows.
    pub offset: usize,
    /// Bytes of the message.
    pub len: usize,
}

/// The offset of a message that lies in the exchange line.
pub(crate) const IN_EXCHANGE: usize = usize::MAX;

/// Bytes consumed before the producer is told: a quarter of the ring, or less in a large ring, so
/// that it works on what is still in the cache.
const fn due_bytes(geometry: Geometry) -> usize {
    let quarter = geometry.capacity() / 4;
    if quarter < 4096 { quarter } else { 4096 }
}

/// What a look at the lane found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A message.
    Message(Taken),
    /// Nothing now.
    Empty,
    /// The producer closed; everything before was taken.
    Closed,
}

/// A message like the last one that had bytes, which a stream's next most often is.
struct Usual {
    len: usize,
    record_bytes: usize,
    /// Its header in this lap, but for its place.
    unplaced: u64,
    /// The greatest offset at which its record may begin.
    last: usize,
}

impl Usual {
    /// None begins where its record would not fit into the ring.
    fn new(len: usize, lap_tag: u64, geometry: Geometry) -> Self {
        let record_bytes = record_bytes(len);
        let unplaced = unplaced(Kind::Data, len, lap_tag);
        // A length that is taken fits.
        Self { len, record_bytes, unplaced, last: geometry.end().saturating_sub(record_bytes) }
    }
}

/// The receiving end. Owns the credit word as its only writer; reads the ring, writes nothing
/// there.
pub struct Consumer {
    mem: RingMem,
    /// Where the next record is read.
    head: usize,
    /// Reaching this offset makes a credit due, or something else of [`Self::release`].
    due: usize,
    /// The tag's part that belongs to this lap.
    lap_tag: u64,
    /// Absolute position of offset 0 in this lap.
    lap_start: u64,
    /// The offset that the credit tells of, in this lap.
    told: usize,
    usual: Usual,
    exchange: Option<Exchange>,
    credit: Word,
    geometry: Geometry,
}

impl Consumer {
    /// The receiving end of a lane that nothing was taken from yet.
    ///
    /// # Safety
    /// `mem` has `geometry.capacity()` bytes and stays readable while this end lives and while
    /// anything taken from it is used. Nobody else writes `credit`, which is zero.
    pub unsafe fn new(mem: RingMem, credit: Word, geometry: Geometry) -> Self {
        let due = due_bytes(geometry);
        let usual = Usual::new(HEADER_BYTES, 0, geometry);
        let (lap_tag, lap_start, exchange) = (0, 0, None);
        Self { mem, head: 0, due, lap_tag, lap_start, told: 0, usual, exchange, credit, geometry }
    }

    /// The lane has an exchange line beside it from now on, in which the peer's first message has
    /// the number `first`.
    ///
    /// # Safety
    /// `mem` has [`EXCHANGE_MEMORY_BYTES`](crate::exchange::EXCHANGE_MEMORY_BYTES), which stay
    /// readable and writable while this end lives and while anything taken from it is used.
    pub unsafe fn set_exchange(&mut self, mem: RingMem, first: u64) {
        self.exchange = Some(Exchange::new(mem, first, self.geometry));
    }

    /// The number that this side's next message in the exchange line has, if it is its turn: the
    /// peer's last one was taken and given back.
    pub fn turn_of_exchange(&self) -> Option<u64> {
        self.exchange.as_ref()?.turn()
    }

    /// How often the peer has gone on in its lane behind a message of the exchange line, so that it
    /// was not an answer that it waited for.
    pub fn marks_passed(&self) -> u64 {
        self.exchange.as_ref().map_or(0, Exchange::marks)
    }

    /// Takes the next message if the exchange line has it; to be asked where the lane has nothing.
    #[inline(always)]
    pub fn take_exchanged(&mut self) -> Option<Taken> {
        let taken = self.exchanged()?;
        self.take_out();
        Some(taken)
    }

    #[inline(always)]
    fn take_out(&mut self) {
        self.due = 0;
        if let Some(exchange) = &mut self.exchange {
            exchange.take();
        }
    }

    /// Gives the message back that was taken from the exchange line, if one is out: its number. The
    /// line may be written then.
    pub fn release_exchanged(&mut self) -> Option<u64> {
        let number = self.exchange.as_mut()?.release()?;
        // After a wrap the credit is due at once.
        let is_wrapped = self.told == usize::MAX;
        self.due = if is_wrapped { 0 } else { self.told + due_bytes(self.geometry) };
        Some(number)
    }

    /// Takes the next message if it has the usual length, which is not 0: the fast path. Otherwise
    /// what is there instead of its header: 0 where nothing is, and anything else says nothing but
    /// "look closer", which is [`Self::take_any`] and then [`Self::turn`].
    ///
    /// The length is not read: so the place of the next header depends on a predicted branch and
    /// not on this header's arrival, and the processor fetches several records at once.
    #[inline(always)]
    pub fn take_usual(&mut self) -> Result<Taken, u64> {
        let head = self.head;
        let word = self.load();
        if word != header_at(head, self.usual.unplaced) || head > self.usual.last {
            return Err(word);
        }
        self.head = head + self.usual.record_bytes;
        Ok(Taken { offset: head + HEADER_BYTES, len: self.usual.len })
    }

    /// Takes the next message if its header is the expected one; its length becomes the usual one.
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
            self.usual = Usual::new(len, self.lap_tag, self.geometry);
        }
        Some(Taken { offset: head + HEADER_BYTES, len })
    }

    /// Takes the next message, or says why there is none. What was taken stays in place until a
    /// [`Self::release`].
    pub fn turn(&mut self) -> Result<Turn, Violation> {
        let turn = self.look()?;
        match turn {
            Turn::Message(Taken { offset: IN_EXCHANGE, .. }) => self.take_out(),
            Turn::Message(taken) => {
                self.head = taken.offset - HEADER_BYTES + record_bytes(taken.len);
            }
            Turn::Empty | Turn::Closed => {}
        }
        Ok(turn)
    }

    /// What [`Self::turn`] would answer; takes nothing.
    pub fn look(&mut self) -> Result<Turn, Violation> {
        let word = self.load();
        let len = len_of(word);
        // None is at the start, so that no peer sends this side round and round.
        if word == self.expected(Kind::Wrap, 0) && self.head > 0 {
            self.wrap();
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

    /// The next message, if the exchange line has it.
    #[inline(always)]
    fn exchanged(&self) -> Option<Taken> {
        let len = self.exchange.as_ref()?.look(self.expected(Kind::Data, 0))?;
        Some(Taken { offset: IN_EXCHANGE, len })
    }

    /// The lane goes on behind a message of the exchange line.
    #[cold]
    fn pass_mark(&mut self, word: u64) -> Result<Turn, Violation> {
        let place = self.expected(Kind::Data, 0);
        // Who has marks knows of the line, or will at once.
        let Some(exchange) = &mut self.exchange else { return Ok(Turn::Empty) };
        match exchange.mark(len_of(word), place) {
            Mark::Passed => {
                self.head += HEADER_BYTES;
                self.look()
            }
            Mark::Next(len) => Ok(Turn::Message(Taken { offset: IN_EXCHANGE, len })),
            Mark::Wrong => Err(Violation::Header(word, self.head)),
        }
    }

    /// Undoes the last `take_…` or `turn` that gave `taken`, which is in the ring: it is the next
    /// message again.
    pub fn put_back(&mut self, taken: Taken) {
        self.head = taken.offset - HEADER_BYTES;
    }

    #[inline(always)]
    fn expected(&self, kind: Kind, len: usize) -> u64 {
        header(kind, len, self.head, self.lap_tag)
    }

    /// Whether `turn` would say anything but `Empty`.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.load() != 0 || self.exchanged().is_some()
    }

    /// Whether the producer is at least `bytes` ahead, as far as a guess can tell that takes the
    /// next messages to be as long as the last one.
    pub fn has_backlog(&self, bytes: usize) -> bool {
        let record = self.usual.record_bytes;
        let at = self.head + (bytes / record).max(1) * record;
        if at > self.geometry.end() {
            return true;
        }
        // SAFETY: `at` is a multiple of 8 and at most `end`.
        let word = unsafe { self.mem.load_header(at) };
        word == header_at(at, self.usual.unplaced)
    }

    /// Whether a release is due to be told.
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.head >= self.due
    }

    /// Whether there is nothing to tell: everything that was taken is told.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.head == self.told
    }

    /// Everything taken so far may be overwritten. Tells the producer when a quarter of the ring is
    /// due: true if it did.
    #[inline(always)]
    pub fn release(&mut self) -> bool {
        if !self.is_due() {
            return false;
        }
        self.tell();
        true
    }

    /// Tells the producer all that was released, for a lane that has run empty: true if there was
    /// anything to tell. Nothing may be out.
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

    /// Where the payload of a message lies that was taken: memory and offset there.
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
        self.credit.publish(self.lap_start + self.head as u64);
        self.told = self.head;
        self.due = self.head + due_bytes(self.geometry);
    }

    /// Goes to the start. What was taken in the old lap may still be out, so the credit is not told
    /// here; the next release does it.
    fn wrap(&mut self) {
        self.lap_start += self.geometry.capacity() as u64;
        self.lap_tag = next_lap(self.lap_tag);
        self.usual = Usual::new(self.usual.len, self.lap_tag, self.geometry);
        self.head = 0;
        self.due = 0;
        self.told = usize::MAX;
    }
}
