//! The sending end of a lane.

use crate::Violation;
use crate::copy::{FAR_BYTES, SHORT_BYTES};
use crate::distance::Distance;
use crate::exchange;
use crate::layout::{
    Geometry, HEADER_BYTES, Kind, NUMBER_MASK, RESERVE_BYTES, exchanged, header, header_at,
    next_lap, record_bytes, unplaced,
};
use skifch_sync::{LINE_BYTES, RingMem, Word};

/// Up to this length messages go into lines that were fetched and cleared.
const CLEARED_UP_TO_BYTES: usize = 128;
/// What is cleared at a time, and fetched for the next time.
const CLEAR_AHEAD_BYTES: usize = 16 * LINE_BYTES;
/// Up to this length messages go into lines that were fetched. Longer ones fetch theirs together by
/// themselves: their stores lie together already.
const FETCHED_UP_TO_BYTES: usize = 4096;
/// What is only fetched at a time, or as much as a record takes.
const FETCH_AHEAD_BYTES: usize = 32 * LINE_BYTES;

/// The sending end. Owns the ring's memory as its only writer.
pub struct Producer {
    mem: RingMem,
    /// Where the next record goes. Its header word is zero already.
    tail: usize,
    /// The greatest offset at which a record may end by what is known of the credit. Stale values
    /// are too small, never too great. Zero while a mark is due.
    limit: usize,
    /// The same limit while a mark is due, and zero otherwise.
    limit_behind_mark: usize,
    /// The message of the exchange line that the mark stands for.
    exchanged: u64,
    /// Bytes of the ring that are there to be written.
    reach: usize,
    /// The greatest message that counts as short.
    max_short: usize,
    /// The greatest message that goes by the exchange line.
    max_exchanged: usize,
    /// Everything from the tail up to here is zero, so that no header need be cleared there. The
    /// header at the tail itself is zero in any case.
    cleared: usize,
    /// Up to here lines were fetched in this lap.
    fetched: usize,
    /// The tag's part that belongs to this lap.
    lap_tag: u64,
    /// What the headers of messages have in common in this lap, but for their lengths.
    data: u64,
    /// Absolute position of offset 0 in this lap.
    lap_start: u64,
    credit: Word,
    distance: Distance,
    geometry: Geometry,
}

impl Producer {
    /// The sending end of an empty lane.
    ///
    /// # Safety
    /// `mem` has `geometry.capacity()` zeroed bytes, of which the first `geometry.near_bytes()` are
    /// written from now on, the rest after [`Self::extend`]; it stays writable while this end
    /// lives, and nobody else writes it. `credit` is zero and stays readable.
    pub unsafe fn new(mem: RingMem, credit: Word, geometry: Geometry) -> Self {
        let reach = geometry.near_bytes();
        let limit = (reach - RESERVE_BYTES).min(geometry.usual_end(0));
        Self {
            mem,
            tail: 0,
            limit,
            limit_behind_mark: 0,
            exchanged: 0,
            reach,
            max_short: geometry.max_message().min(SHORT_BYTES),
            max_exchanged: exchange::greatest(geometry),
            cleared: LINE_BYTES,
            fetched: 0,
            lap_tag: 0,
            data: unplaced(Kind::Data, 0, 0),
            lap_start: 0,
            credit,
            distance: Distance::default(),
            geometry,
        }
    }

    /// Takes `credit` for the counter from now on: the receiver has told where it keeps it.
    ///
    /// The new word must hold what the lane's receiver consumed, which is checked when it is read.
    pub fn set_credit(&mut self, credit: Word) {
        self.credit = credit;
    }

    /// Whether a message of `len` bytes had better have the whole ring.
    #[inline]
    pub fn is_large(&self, len: usize) -> bool {
        self.geometry.is_large(len)
    }

    /// What is not there yet: where it begins in the ring, and how many bytes it has.
    pub fn lacks(&self) -> Option<(usize, usize)> {
        let missing = self.geometry.capacity() - self.reach;
        (missing > 0).then_some((self.reach, missing))
    }

    /// The whole ring may be written from now on.
    pub fn extend(&mut self) {
        self.reach = self.geometry.capacity();
    }

    /// The greatest message in bytes.
    #[inline]
    pub fn max_message(&self) -> usize {
        self.geometry.max_message()
    }

    /// Room for a message of `len` bytes, which is at most [`Self::max_message`]: the offset of its
    /// payload. `None`: not now. Nothing is sent until [`Self::publish`].
    #[inline(always)]
    pub fn claim(&mut self, len: usize) -> Result<Option<usize>, Violation> {
        debug_assert!(len <= self.geometry.max_message());
        if self.tail + record_bytes(len) <= self.limit {
            return Ok(Some(self.tail + HEADER_BYTES));
        }
        self.make_room(record_bytes(len))
    }

    /// [`Self::claim`] if the room is known to be there and the length to be allowed: the fast
    /// path. `None` says nothing but "ask `claim`".
    #[inline(always)]
    pub fn claim_fast(&mut self, len: usize) -> Option<usize> {
        // The difference is huge for a message of no bytes, which takes the other way as well.
        let fits = len.wrapping_sub(1) < self.geometry.max_message()
            && self.tail + record_bytes(len) <= self.limit;
        fits.then_some(self.tail + HEADER_BYTES)
    }

    /// [`Self::claim_fast`] for at most [`SHORT_BYTES`], where in addition the place of the next
    /// header is known to be clear: what [`Self::publish_short`] needs.
    #[inline(always)]
    pub fn claim_short(&mut self, len: usize) -> Option<usize> {
        let next = self.tail + record_bytes(len);
        // The difference is huge for a message of no bytes, which takes the other way as well.
        let fits =
            len.wrapping_sub(1) < self.max_short && next <= self.limit && next < self.cleared;
        fits.then_some(self.tail + HEADER_BYTES)
    }

    /// The room of the last claim goes to somebody who may write all of it and then send less, or
    /// nothing: what was cleared there is so no longer.
    pub fn lend(&mut self) {
        self.cleared = self.tail;
    }

    /// Sends the `len` bytes that were written at the offset of the last claim, which asked for at
    /// least as many.
    #[inline(always)]
    pub fn publish(&mut self, len: usize) {
        let next = self.tail + record_bytes(len);
        if next >= self.cleared {
            self.clear_rest(next);
        }
        self.publish_short(len);
        if len <= CLEARED_UP_TO_BYTES {
            if self.is_near_uncleared() {
                self.clear_ahead();
            }
        } else if len <= FETCHED_UP_TO_BYTES && !self.is_far(len) {
            let ahead = FETCH_AHEAD_BYTES.max(record_bytes(len));
            if next + ahead > self.fetched {
                self.fetch(next, ahead);
            }
        }
    }

    /// Asks for the lines of the `bytes` behind those that were fetched, or behind `from`. The
    /// receiver has them, and a store would wait for its line; and since stores become visible in
    /// order, whatever is published behind it would wait as well.
    #[inline(never)]
    fn fetch(&mut self, from: usize, bytes: usize) {
        let from = self.fetched.max(from.next_multiple_of(LINE_BYTES));
        let end = self.free_end(from + bytes);
        for line in (from..end).step_by(LINE_BYTES) {
            // SAFETY: the line lies behind the last record and before the end of what is free.
            unsafe { self.mem.fetch_line(line) };
        }
        self.fetched = self.fetched.max(end);
    }

    /// `upto`, or the end of the last whole line that is free.
    fn free_end(&self, upto: usize) -> usize {
        let limit = self.limit | self.limit_behind_mark;
        let free = (limit + RESERVE_BYTES).min(self.reach);
        upto.min(free) & !(LINE_BYTES - 1)
    }

    /// [`Self::publish`] where the place of the next header is clear already, as after
    /// [`Self::claim_short`]; [`Self::is_near_uncleared`] is to be asked then.
    #[inline(always)]
    pub fn publish_short(&mut self, len: usize) {
        let (tail, next) = (self.tail, self.tail + record_bytes(len));
        // SAFETY: a claim left room for the record; offsets are multiples of 8.
        unsafe { self.mem.store_header(tail, header_at(tail, self.data | len as u64)) };
        self.tail = next;
    }

    /// Whether it is time for [`Self::clear_ahead`].
    #[inline(always)]
    pub fn is_near_uncleared(&self) -> bool {
        self.tail + 2 * LINE_BYTES > self.cleared && self.cleared < self.reach
    }

    /// Clears the next lines, for headers of short messages, and fetches those behind them. This is
    /// done after a publication and not before, because stores become visible in order.
    #[inline(never)]
    pub fn clear_ahead(&mut self) {
        let end = self.free_end(self.cleared + CLEAR_AHEAD_BYTES);
        self.fetch(end, CLEAR_AHEAD_BYTES);
        for line in (self.cleared..end).step_by(LINE_BYTES) {
            // SAFETY: as in `fetch`.
            unsafe { self.mem.clear_line(line) };
        }
        self.cleared = self.cleared.max(end);
    }

    /// Clears the places of headers from `from` to the end of its cache line.
    #[inline(never)]
    fn clear_rest(&mut self, from: usize) {
        let end = (from | (LINE_BYTES - 1)) + 1;
        for offset in (from..end).step_by(HEADER_BYTES) {
            // SAFETY: a claim left RESERVE_BYTES behind the record, at least the rest of its line;
            // and the ring ends at the end of a line.
            unsafe { self.mem.clear_header(offset) };
        }
        self.cleared = end;
    }

    /// A message of `len` bytes goes by the exchange line, as the one with this number: its header
    /// there. `None`: not now, or none of this length. What is sent by the lane from now on comes
    /// behind it.
    #[inline(always)]
    pub fn exchange(&mut self, number: u64, len: usize) -> Option<u64> {
        let limit = self.limit | self.limit_behind_mark;
        // The difference is huge for a message of no bytes, which no such header tells of. The mark
        // needs room, whatever comes behind it.
        if len.wrapping_sub(1) >= self.max_exchanged || self.tail + HEADER_BYTES > limit {
            return None;
        }
        (self.limit, self.limit_behind_mark, self.exchanged) = (0, limit, number);
        Some(exchanged(header_at(self.tail, self.data | len as u64), number))
    }

    /// Marks the place of a message that went by the exchange line.
    #[cold]
    fn mark_exchanged(&mut self) {
        let (tail, next) = (self.tail, self.tail + HEADER_BYTES);
        if next >= self.cleared {
            self.clear_rest(next);
        }
        let number = (self.exchanged & NUMBER_MASK) as usize;
        // SAFETY: `exchange` found the room; what lies behind is cleared.
        unsafe { self.mem.store_header(tail, header(Kind::Exchanged, number, tail, self.lap_tag)) };
        self.tail = next;
        (self.limit, self.limit_behind_mark) = (self.limit_behind_mark, 0);
    }

    /// Closes the lane: the receiver reads what is there and then the end.
    pub fn close(&mut self) {
        if self.limit_behind_mark > 0 {
            self.mark_exchanged();
        }
        // SAFETY: RESERVE_BYTES are free behind the last record: at `tail` lies a cleared header.
        unsafe {
            self.mem.store_header(self.tail, header(Kind::Close, 0, self.tail, self.lap_tag));
        }
    }

    /// Whether payload of `len` bytes had better be copied by [`crate::copy_far`].
    #[inline(always)]
    pub fn is_far(&self, len: usize) -> bool {
        len > FAR_BYTES && self.distance.is_far()
    }

    /// Where the next record goes.
    #[inline(always)]
    pub fn tail(&self) -> usize {
        self.tail
    }

    /// The ring's memory, to write payload into.
    #[inline(always)]
    pub fn mem(&self) -> &RingMem {
        &self.mem
    }

    /// Bytes sent, counted in the ring: records and what wrapping skipped.
    pub fn position(&self) -> u64 {
        self.lap_start + self.tail as u64
    }

    /// Whether everything sent has been consumed, as far as the credit tells.
    pub fn is_drained(&self) -> bool {
        self.credit.load() == self.position()
    }

    /// Reads the credit, and goes to the start of the ring if the record had better lie there.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, need: usize) -> Result<Option<usize>, Violation> {
        if self.limit_behind_mark > 0 {
            self.mark_exchanged();
        }
        let free = self.free_bytes(need)?;
        let skipped = self.geometry.capacity() - self.tail;
        let end = self.reach - HEADER_BYTES;
        let usual = self.geometry.usual_end(need).min(end);
        let next = self.tail + need;
        let is_leaving = self.tail <= usual && next > usual;
        if (is_leaving || next > end) && free >= skipped + need + RESERVE_BYTES {
            self.wrap();
            self.limit = (free - skipped - RESERVE_BYTES).min(usual);
            return Ok(Some(HEADER_BYTES));
        }
        let end = if next > usual { end } else { usual };
        self.limit = (self.tail + free).saturating_sub(RESERVE_BYTES).min(end);
        Ok((next <= self.limit).then_some(self.tail + HEADER_BYTES))
    }

    /// Bytes that the receiver has given back or never had. What is to go there decides whether it
    /// is worth knowing how far the receiver is.
    fn free_bytes(&mut self, need: usize) -> Result<usize, Violation> {
        let Self { credit, distance, .. } = self;
        let is_worth = need > FAR_BYTES;
        let credit = if is_worth { distance.read(|| credit.load()) } else { credit.load() };
        let used = self.position().wrapping_sub(credit);
        let capacity = self.geometry.capacity();
        // A credit from the future makes `used` huge.
        if used > capacity as u64 {
            return Err(Violation::Credit(credit));
        }
        Ok(capacity - used as usize)
    }

    fn wrap(&mut self) {
        self.clear_rest(0);
        // SAFETY: `tail` is at most `end`, where a header fits.
        unsafe {
            self.mem.store_header(self.tail, header(Kind::Wrap, 0, self.tail, self.lap_tag));
        }
        self.tail = 0;
        self.fetched = 0;
        self.lap_start += self.geometry.capacity() as u64;
        self.lap_tag = next_lap(self.lap_tag);
        self.data = unplaced(Kind::Data, 0, self.lap_tag);
    }
}
