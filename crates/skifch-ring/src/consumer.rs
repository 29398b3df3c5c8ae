//! The receiving end of a lane.

use crate::Violation;
use crate::layout::{Geometry, HEADER_BYTES, Kind, header, len_of, next_lap, record_bytes};
use skifch_sync::{RingMem, Word};

/// A message that was taken: where its payload lies in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Offset of the payload.
    pub offset: usize,
    /// Bytes of the message.
    pub len: usize,
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

/// The receiving end. Owns the credit word as its only writer; reads the ring, writes nothing there.
pub struct Consumer {
    mem: RingMem,
    /// Where the next record is read.
    head: usize,
    /// Reaching this offset makes a credit due.
    due: usize,
    /// The tag's part that belongs to this lap.
    lap_tag: u64,
    /// Absolute position of offset 0 in this lap.
    lap_start: u64,
    /// The offset that the credit tells of, in this lap.
    told: usize,
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
        let due = geometry.capacity() / 4;
        Self { mem, head: 0, due, lap_tag: 0, lap_start: 0, told: 0, credit, geometry }
    }

    /// Takes the next message if its header is the expected one: the fast path. `None` says nothing
    /// but "look closer", which is [`Self::turn`].
    #[inline(always)]
    pub fn take(&mut self) -> Option<Taken> {
        let head = self.head;
        // SAFETY: `head` is a multiple of 8 and at most `end`.
        let word = unsafe { self.mem.load_header(head) };
        let len = len_of(word);
        let next = head + record_bytes(len);
        let sound = word == header(Kind::Data, len, head, self.lap_tag)
            && len <= self.geometry.max_message()
            && next <= self.geometry.end();
        if !sound {
            return None;
        }
        self.head = next;
        Some(Taken { offset: head + HEADER_BYTES, len })
    }

    /// Takes the next message, or says why there is none. What was taken stays in place until a
    /// [`Self::release`].
    pub fn turn(&mut self) -> Result<Turn, Violation> {
        loop {
            if let Some(taken) = self.take() {
                return Ok(Turn::Message(taken));
            }
            // SAFETY: as in `take`.
            let word = unsafe { self.mem.load_header(self.head) };
            let len = len_of(word);
            let expected = |kind| header(kind, 0, self.head, self.lap_tag);
            if word == 0 {
                return Ok(Turn::Empty);
            } else if word == expected(Kind::Wrap) {
                self.wrap();
            } else if word == expected(Kind::Close) {
                return Ok(Turn::Closed);
            } else if word != header(Kind::Data, len, self.head, self.lap_tag) {
                return Err(Violation::Header(word, self.head));
            } else if len > self.geometry.max_message()
                || self.head + record_bytes(len) > self.geometry.end()
            {
                return Err(Violation::Length(len));
            }
            // Otherwise the record was published between the two looks.
        }
    }

    /// Length of the next message if `take` would take one.
    #[inline]
    pub fn peek(&self) -> Option<usize> {
        // SAFETY: as in `take`.
        let word = unsafe { self.mem.load_header(self.head) };
        let len = len_of(word);
        (word == header(Kind::Data, len, self.head, self.lap_tag)).then_some(len)
    }

    /// Whether `turn` would say anything but `Empty`.
    #[inline]
    pub fn is_ready(&self) -> bool {
        // SAFETY: as in `take`.
        unsafe { self.mem.load_header(self.head) != 0 }
    }

    /// Everything taken so far may be overwritten. Tells the producer when a quarter of the ring is
    /// due: true if it did.
    #[inline(always)]
    pub fn release(&mut self) -> bool {
        if self.head < self.due {
            return false;
        }
        self.tell();
        true
    }

    /// Tells the producer all that was released, for a lane that has run empty: true if there was
    /// anything to tell. Nothing may be out.
    #[inline]
    pub fn settle(&mut self) -> bool {
        if self.head == self.told {
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

    #[cold]
    #[inline(never)]
    fn tell(&mut self) {
        self.credit.publish(self.lap_start + self.head as u64);
        self.told = self.head;
        self.due = self.head + self.geometry.capacity() / 4;
    }

    /// Goes to the start. What was taken in the old lap may still be out, so the credit is not told
    /// here; the next release does it.
    fn wrap(&mut self) {
        self.lap_start += self.geometry.capacity() as u64;
        self.lap_tag = next_lap(self.lap_tag);
        self.head = 0;
        self.due = 0;
        self.told = usize::MAX;
    }
}
