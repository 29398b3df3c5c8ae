//! The sending end of a stream: a bounded ring that is both the send window and the retransmission
//! buffer. A byte stays until the peer has acknowledged it.

use crate::loans::{Loans, Place};
use crate::memory::{Memory, Pieces, PiecesMut};
use crate::record::{Kind, RECORD_HEADER_BYTES, header, record_bytes};

/// Bytes reserved for the close record, here and in the receiver's ring.
pub(crate) const CLOSE_BYTES: u64 = RECORD_HEADER_BYTES as u64;

/// Positions: `acked` ≤ `sent` ≤ `tail`, and `tail` - `acked` ≤ capacity.
#[derive(Debug)]
pub(crate) struct SendRing<M> {
    memory: M,
    /// What is not in `memory`, although it has room for it.
    loans: Loans,
    capacity: u64,
    /// Below: acknowledged by the peer.
    acked: u64,
    /// Below: sent at least once.
    sent: u64,
    /// Below: written.
    tail: u64,
    /// Below: covered by the peer's credit.
    credit: u64,
    /// Maximum end of the next message's record; 0 once closed.
    limit: u64,
    is_closed: bool,
}

impl<M: Memory> SendRing<M> {
    pub(crate) fn new(capacity: usize) -> Self {
        let memory = M::new(capacity);
        let capacity = capacity as u64;
        let limit = capacity - CLOSE_BYTES;
        let (acked, sent, tail, credit, loans) = (0, 0, 0, 0, Loans::default());
        Self { memory, loans, capacity, acked, sent, tail, credit, limit, is_closed: false }
    }

    /// Whether there is room now for a message of `len` bytes.
    #[inline(always)]
    pub(crate) fn has_room(&self, len: usize) -> bool {
        self.tail + record_bytes(len) as u64 <= self.limit
    }

    /// Room for a message of `len` bytes, to be filled before [`Self::commit`].
    pub(crate) fn claim(&mut self, len: usize) -> Option<PiecesMut<'_>> {
        let payload = self.tail + RECORD_HEADER_BYTES as u64;
        self.has_room(len).then(|| self.memory.pieces_mut(payload, len))
    }

    /// Turns the claimed room into a message of `len` bytes, at most the size claimed.
    #[inline(always)]
    pub(crate) fn commit(&mut self, len: usize) {
        debug_assert!(self.has_room(len), "commit of {len} bytes without a claim");
        self.memory.set_word(self.tail, header(Kind::Data, len, self.tail));
        self.tail += record_bytes(len) as u64;
    }

    /// Appends one message of `len` bytes made of `parts`. `false` if there is no room.
    #[inline(always)]
    pub(crate) fn append(&mut self, len: usize, parts: &[&[u8]]) -> bool {
        if !self.has_room(len) {
            return false;
        }
        let mut at = self.tail + RECORD_HEADER_BYTES as u64;
        for part in parts {
            self.memory.write(at, part);
            at += part.len() as u64;
        }
        self.commit(len);
        true
    }

    /// Appends one message: `head`, and then the bytes of `body`, which are not copied. `false` if
    /// there is no room, which is needed all the same.
    pub(crate) fn append_lent(
        &mut self,
        head: &[u8],
        body: impl AsRef<[u8]> + Send + 'static,
        key: u64,
    ) -> bool {
        let len = body.as_ref().len();
        if !self.has_room(head.len() + len) {
            return false;
        }
        let at = self.tail + RECORD_HEADER_BYTES as u64;
        self.memory.write(at, head);
        let start = at + head.len() as u64;
        self.loans.add(start..start + len as u64, Box::new(body), key);
        self.commit(head.len() + len);
        true
    }

    /// Ends the loans of this key: their bytes are copied to the ring, but for those that the peer
    /// has, whose places others may have taken.
    pub(crate) fn take_back(&mut self, key: u64) {
        let Self { loans, memory, acked, .. } = self;
        loans.take(key, *acked, |position, bytes| memory.write(position, bytes));
    }

    /// Appends the close record; nothing is accepted after it.
    pub(crate) fn close(&mut self) {
        if !self.is_closed {
            self.memory.set_word(self.tail, header(Kind::Close, 0, self.tail));
            self.tail += CLOSE_BYTES;
            self.limit = 0;
            self.is_closed = true;
        }
    }

    #[inline(always)]
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Processes an acknowledgement. `None` if it covers bytes that were never sent.
    pub(crate) fn on_ack(&mut self, acked: u64, credit: u64) -> Option<()> {
        if acked > self.sent {
            return None;
        }
        self.acked = self.acked.max(acked);
        self.loans.release(self.acked);
        if !self.is_closed {
            self.limit = self.acked + self.capacity - CLOSE_BYTES;
        }
        self.credit = self.credit.max(credit);
        Some(())
    }

    /// Number of stream bytes written so far.
    #[inline(always)]
    pub(crate) fn tail(&self) -> u64 {
        self.tail
    }

    /// The position up to which bytes were sent at least once.
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    /// Number of new bytes that may be sent now, limited by the peer's credit and the data written.
    pub(crate) fn sendable(&self) -> u64 {
        let close = if self.is_closed { CLOSE_BYTES } else { 0 };
        let limit = (self.credit + close).min(self.tail);
        limit.saturating_sub(self.sent)
    }

    /// Takes up to `most` new bytes for sending.
    pub(crate) fn take(&mut self, most: u64) -> std::ops::Range<u64> {
        let start = self.sent;
        self.sent += self.fit(start, self.sendable().min(most));
        start..self.sent
    }

    /// How many of the `len` bytes at `position` one datagram should hold: all, unless some are
    /// lent. Then it ends where a loan does, so that the next begins with a message, and has no
    /// more than one, and no more than two pieces.
    #[inline]
    pub(crate) fn fit(&self, position: u64, len: u64) -> u64 {
        if self.loans.is_empty() {
            return len;
        }
        self.fit_beside_loans(position, len)
    }

    /// [`Self::fit`] with loans; not inlined into the usual path, which has none.
    #[inline(never)]
    fn fit_beside_loans(&self, position: u64, len: u64) -> u64 {
        let [first, second] = match self.loans.place(position, len as usize) {
            Place::Lent(bytes) => [bytes, &[]],
            Place::Ring(_) => self.gathered(position, len as usize),
        };
        (first.len() + second.len()) as u64
    }

    /// Whether there are unsent bytes without credit.
    pub(crate) fn is_blocked(&self) -> bool {
        self.sent < self.tail && self.sendable() == 0
    }

    pub(crate) fn has_unsent(&self) -> bool {
        self.sent < self.tail
    }

    /// Whether the peer has acknowledged everything written.
    pub(crate) fn is_drained(&self) -> bool {
        self.acked == self.tail
    }

    /// Bytes written and not acknowledged.
    pub(crate) fn unacked(&self) -> u64 {
        self.tail - self.acked
    }

    pub(crate) fn acked(&self) -> u64 {
        self.acked
    }

    pub(crate) fn memory(&self) -> &M {
        &self.memory
    }

    /// The `len` bytes at `position`, not more than [`Self::fit`] says.
    #[inline]
    pub(crate) fn pieces(&self, position: u64, len: usize) -> Pieces<'_> {
        if self.loans.is_empty() {
            return self.memory.pieces(position, len);
        }
        self.gathered(position, len)
    }

    /// As many of the `len` bytes at `position` as lie in two pieces; not inlined, as above.
    #[inline(never)]
    fn gathered(&self, position: u64, len: usize) -> Pieces<'_> {
        let first = self.piece(position, len);
        [first, self.piece(position + first.len() as u64, len - first.len())]
    }

    /// As many of the `len` bytes at `position` as lie in one piece.
    fn piece(&self, position: u64, len: usize) -> &[u8] {
        match self.loans.place(position, len) {
            Place::Ring(len) => self.memory.pieces(position, len)[0],
            Place::Lent(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Heap;
    use std::sync::Arc;

    #[test]
    fn the_window_is_the_store() {
        let mut ring = SendRing::<Heap>::new(64);
        ring.on_ack(0, 1000).expect("credit");
        assert!(
            ring.append(8, &[b"abcd", b"efgh"])
                && ring.append(0, &[])
                && ring.append(9, &[&[1; 9]])
        );
        assert!(ring.append(0, &[]) && !ring.append(0, &[]), "56 of 64 bytes, 8 are kept");
        assert_eq!(ring.take(24), 0..24);
        assert_eq!(ring.take(1000), 24..56);
        assert_eq!(ring.pieces(8, 8)[0], b"abcdefgh");
        assert!(ring.on_ack(57, 0).is_none(), "never sent");
        ring.on_ack(16, 0).expect("sent");
        assert!(ring.append(8, &[&[2; 8]]) && !ring.append(8, &[&[2; 8]]));
        ring.close();
        assert!(!ring.has_room(0) && ring.sendable() == 24);
    }

    #[test]
    fn credit_stops_all_but_the_close() {
        let mut ring = SendRing::<Heap>::new(1024);
        ring.on_ack(0, 16).expect("credit");
        assert!(ring.append(100, &[&[0; 100]]));
        assert_eq!(ring.take(1000), 0..16);
        assert!(ring.is_blocked());
        ring.on_ack(16, 112).expect("credit");
        assert_eq!(ring.take(1000), 16..112);
        ring.close();
        assert!(!ring.is_blocked());
        assert_eq!(ring.take(1000), 112..120);
        ring.on_ack(120, 112).expect("all");
        assert!(ring.is_drained());
    }

    #[test]
    fn of_a_loan_taken_back_the_ring_gets_what_the_peer_has_not() {
        let mut ring = SendRing::<Heap>::new(128);
        ring.on_ack(0, 1000).expect("credit");
        let body: Arc<[u8]> = (0..32).collect();
        assert!(ring.append_lent(&[], body.clone(), 5) && ring.append_lent(b"head", *b"lent", 6));
        assert!(!ring.append_lent(&[], [0; 65], 7), "room is needed all the same");
        assert_eq!([ring.take(1000), ring.take(1000)], [0..40, 40..56]);
        assert_eq!(ring.fit(24, 32), 16, "a datagram ends where a loan does");
        ring.on_ack(24, 1000).expect("sent");
        // Its end takes the places of bytes of the body that the peer has.
        assert!(ring.append(80, &[&[9; 80]]));
        assert_eq!(ring.memory.pieces(24, 16)[0], [0; 16]);
        ring.take_back(5);
        assert_eq!(ring.memory.pieces(24, 16)[0], &body[16..]);
        assert_eq!((Arc::strong_count(&body), ring.pieces(64, 80).concat()), (1, vec![9; 80]));
        assert_eq!(ring.pieces(48, 8), [b"head", b"lent"], "the other is where it was");
        ring.take_back(6);
        assert_eq!(ring.pieces(48, 8), [&b"headlent"[..], &[]]);
    }

    #[test]
    fn a_claim_may_become_shorter() {
        let mut ring = SendRing::<Heap>::new(64);
        let [first, second] = ring.claim(40).expect("room");
        assert_eq!((first.len(), second.len()), (40, 0));
        first[..2].copy_from_slice(b"ab");
        ring.commit(2);
        assert!(ring.has_room(32) && !ring.has_room(33));
    }
}
