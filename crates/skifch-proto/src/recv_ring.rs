//! The receiving end of a stream: bytes are written to their place in the ring in any order of
//! arrival, and shown there as messages. Released space becomes credit.

use crate::memory::{Memory, Pieces, PiecesMut};
use crate::ranges::Ranges;
use crate::record::{Kind, RECORD_HEADER_BYTES, header, len_of, record_bytes};
use crate::send_ring::CLOSE_BYTES;

/// Maximum number of separate ranges received ahead; a sender with more gaps in flight retransmits
/// the rest.
const MAX_AHEAD: usize = 256;

/// The place in the stream of a message that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Position of the first byte.
    pub position: u64,
    /// Length of the message in bytes.
    pub len: usize,
}

/// Result of taking the next item from the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A message.
    Message(Taken),
    /// Nothing yet.
    Empty,
    /// The peer has closed, and everything before was taken.
    Closed,
}

/// The peer violated the protocol; nothing after it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Violation;

/// Result of accepting a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// The in-order edge advanced.
    InOrder,
    /// Stored; something before it is missing.
    Ahead,
    /// All of it was received before.
    Known,
    /// Beyond the credit, or too many gaps: not stored.
    Refused,
}

/// Positions: `released` ≤ `read` ≤ `edge`; data received ahead ends at `released` + capacity at
/// most.
#[derive(Debug)]
pub(crate) struct RecvRing<M> {
    memory: M,
    capacity: u64,
    max_message: usize,
    /// Below: released by the application.
    released: u64,
    /// Position of the next record.
    read: u64,
    /// Below: received without gaps.
    edge: u64,
    /// Ranges received above the edge.
    ahead: Ranges,
    /// End of the next record, once its header was seen.
    wanted: u64,
    is_closed: bool,
    /// The record at `read` is invalid; nothing more is taken.
    is_broken: bool,
}

impl<M: Memory> RecvRing<M> {
    pub(crate) fn new(capacity: usize, max_message: usize) -> Self {
        let (memory, ahead) = (M::new(capacity), Ranges::new(MAX_AHEAD));
        let capacity = capacity as u64;
        let (released, read, edge, wanted) = (0, 0, 0, 0);
        let (is_closed, is_broken) = (false, false);
        Self {
            memory,
            capacity,
            max_message,
            released,
            read,
            edge,
            ahead,
            wanted,
            is_closed,
            is_broken,
        }
    }

    /// The position up to which the peer may send messages; a close record may follow them.
    #[inline(always)]
    pub(crate) fn credit(&self) -> u64 {
        self.released + self.capacity - CLOSE_BYTES
    }

    pub(crate) fn edge(&self) -> u64 {
        self.edge
    }

    /// Whether something is missing below received data.
    pub(crate) fn has_gap(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Writes `bytes`, from stream position `position`, to their place.
    pub(crate) fn accept(&mut self, position: u64, bytes: &[u8]) -> Accepted {
        let end = position + bytes.len() as u64;
        if end <= self.edge {
            return Accepted::Known;
        }
        if end > self.released + self.capacity {
            return Accepted::Refused;
        }
        let start = position.max(self.edge);
        if start > self.edge && !self.ahead.insert(start..end) {
            return Accepted::Refused;
        }
        self.memory.write(start, &bytes[(start - position) as usize..]);
        if start > self.edge { Accepted::Ahead } else { self.advance(end) }
    }

    /// The place for the next in-order bytes, up to the next received range; at most `most` bytes.
    pub(crate) fn landing(&mut self, most: usize) -> PiecesMut<'_> {
        let end = self.ahead.first().map_or(self.released + self.capacity, |run| run.start);
        let room = ((end - self.edge) as usize).min(most);
        self.memory.pieces_mut(self.edge, room)
    }

    /// Accepts `len` bytes that were written to the landing place.
    pub(crate) fn landed(&mut self, len: usize) -> Accepted {
        self.advance(self.edge + len as u64)
    }

    fn advance(&mut self, end: u64) -> Accepted {
        self.edge = end;
        self.ahead.remove_below(end);
        if let Some(run) = self.ahead.first()
            && run.start <= end
        {
            self.edge = run.end;
            self.ahead.forget_lowest();
        }
        Accepted::InOrder
    }

    /// Takes the next message if it is complete. It stays in place until [`Self::release`].
    #[inline(always)]
    pub(crate) fn message(&mut self) -> Option<Taken> {
        let received = self.edge - self.read;
        if received < RECORD_HEADER_BYTES as u64 {
            return None;
        }
        let word = self.memory.word(self.read);
        let len = len_of(word);
        let record = record_bytes(len) as u64;
        let is_message = word == header(Kind::Data, len, self.read) && !self.is_closed;
        if !is_message || len > self.max_message || record > received {
            return None;
        }
        let position = self.read + RECORD_HEADER_BYTES as u64;
        self.read += record;
        Some(Taken { position, len })
    }

    /// Takes the next item, a message or the end of the stream.
    pub(crate) fn turn(&mut self) -> Result<Turn, Violation> {
        let turn = self.next();
        self.is_broken |= turn.is_err();
        turn
    }

    fn next(&mut self) -> Result<Turn, Violation> {
        if let Some(taken) = self.message() {
            return Ok(Turn::Message(taken));
        }
        if self.edge - self.read < RECORD_HEADER_BYTES as u64 {
            return Ok(if self.is_closed { Turn::Closed } else { Turn::Empty });
        }
        let word = self.memory.word(self.read);
        let len = len_of(word);
        if word != header(Kind::Data, len, self.read) || self.is_closed {
            return self.close(word);
        }
        if len > self.max_message {
            return Err(Violation);
        }
        self.wanted = self.read + record_bytes(len) as u64;
        Ok(Turn::Empty)
    }

    fn close(&mut self, word: u64) -> Result<Turn, Violation> {
        if word != header(Kind::Close, 0, self.read) || self.is_closed {
            return Err(Violation);
        }
        self.read += CLOSE_BYTES;
        self.is_closed = true;
        Ok(Turn::Closed)
    }

    /// Whether the close record was taken.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Whether the close record was received, taken or not: scans all untaken records.
    pub(crate) fn has_close(&self) -> bool {
        let mut at = self.read;
        while !self.is_closed && at + CLOSE_BYTES <= self.edge {
            let word = self.memory.word(at);
            let len = len_of(word);
            if word != header(Kind::Data, len, at) {
                return word == header(Kind::Close, 0, at);
            }
            at += record_bytes(len) as u64;
        }
        self.is_closed
    }

    /// Whether [`Self::turn`] may find something. False for an incomplete message whose header was
    /// already seen.
    pub(crate) fn is_readable(&self) -> bool {
        let received = self.edge - self.read;
        received >= RECORD_HEADER_BYTES as u64 && self.edge >= self.wanted && !self.is_broken
    }

    /// Whether everything received in order was taken, and the peer has not closed.
    #[inline(always)]
    pub(crate) fn is_read(&self) -> bool {
        self.read == self.edge && !self.is_closed
    }

    pub(crate) fn memory(&self) -> &M {
        &self.memory
    }

    /// The bytes of a message that was taken and not yet released.
    #[inline(always)]
    pub(crate) fn pieces(&self, position: u64, len: usize) -> Pieces<'_> {
        self.memory.pieces(position, len)
    }

    /// Releases the space of everything taken; returns the new released position.
    #[inline(always)]
    pub(crate) fn release(&mut self) -> u64 {
        self.released = self.read;
        self.released
    }
}

#[cfg(test)]
#[path = "recv_ring_tests.rs"]
mod tests;
