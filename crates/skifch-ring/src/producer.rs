//! The sending end of a lane.

use crate::Violation;
use crate::copy::SHORT_BYTES;
use crate::distance::Distance;
use crate::exchange;
use crate::far::{FAR_BYTES, streamed_above};
use crate::layout::{
    Geometry, HEADER_BYTES, Kind, NUMBER_MASK, RESERVE_BYTES, exchanged, header, header_at,
    next_lap, record_bytes, unplaced,
};
use skifch_sync::{LINE_BYTES, RingMem, Word};

/// Messages up to this length are written to lines that were prefetched and cleared beforehand.
const CLEARED_UP_TO_BYTES: usize = 128;
/// Bytes cleared at a time; as many again are prefetched for the next time.
const CLEAR_AHEAD_BYTES: usize = 16 * LINE_BYTES;
/// Messages up to this length are written to prefetched lines. Longer ones gain nothing by it:
/// their stores are adjacent, and the processor fetches their lines in parallel.
const FETCHED_UP_TO_BYTES: usize = 4096;
/// Bytes prefetched at a time where lines are not cleared; more if a record is longer.
const FETCH_AHEAD_BYTES: usize = 32 * LINE_BYTES;
/// A receiver that is more than so many records behind receives a stream.
const STREAM_RECORDS: u64 = 4;
/// A stream has ended when it was less behind at so many looks at the credit in a row.
const STREAM_LOOKS: u8 = 8;

/// The sending end. It is the only writer of the ring's memory.
pub struct Producer {
    mem: RingMem,
    /// Where the next record goes. The header word there is already zero.
    tail: usize,
    /// The greatest offset at which a record may end according to the last credit read. A stale
    /// value is too small, never too great. Zero while a mark is due.
    limit: usize,
    /// The saved value of `limit` while a mark is due; zero otherwise.
    limit_behind_mark: usize,
    /// The number of the exchange-line message that the mark stands for.
    exchanged: u64,
    /// Bytes of the ring that are present and may be written.
    reach: usize,
    /// The greatest length that counts as short.
    max_short: usize,
    /// The greatest message that may use the exchange line.
    max_exchanged: usize,
    /// Everything from the tail up to here is zero, so no header place needs clearing there. The
    /// header at the tail itself is zero in any case.
    cleared: usize,
    /// Lines up to here were prefetched in this lap.
    fetched: usize,
    /// The lap's part of the tag.
    lap_tag: u64,
    /// The part that the headers of all messages of this lap share: all but length and position.
    data: u64,
    /// Absolute position of offset 0 in this lap.
    lap_start: u64,
    credit: Word,
    distance: Distance,
    /// Looks at the credit in a row, up to [`STREAM_LOOKS`], that found the receiver close behind.
    close_looks: u8,
    /// Longer messages are copied by [`crate::copy_far`].
    streamed_above: usize,
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
            close_looks: STREAM_LOOKS,
            streamed_above: usize::MAX,
            geometry,
        }
    }

    /// Switches to another credit word, once the receiver has told where it keeps its own.
    ///
    /// The new word must hold the position up to which the lane's receiver has consumed; it is
    /// checked on each read.
    pub fn set_credit(&mut self, credit: Word) {
        self.credit = credit;
    }

    /// Whether a message of `len` bytes is large enough to benefit from the whole ring.
    #[inline]
    pub fn is_large(&self, len: usize) -> bool {
        self.geometry.is_large(len)
    }

    /// The part of the ring that is not present yet: its offset in the ring and its length in
    /// bytes.
    pub fn lacks(&self) -> Option<(usize, usize)> {
        let missing = self.geometry.capacity() - self.reach;
        (missing > 0).then_some((self.reach, missing))
    }

    /// Allows the whole ring to be written from now on.
    pub fn extend(&mut self) {
        self.reach = self.geometry.capacity();
    }

    /// The greatest message in bytes.
    #[inline]
    pub fn max_message(&self) -> usize {
        self.geometry.max_message()
    }

    /// Claims room for a message of `len` bytes, at most [`Self::max_message`], and returns the
    /// offset of its payload; `None` if there is no room now. Nothing is sent until
    /// [`Self::publish`].
    #[inline(always)]
    pub fn claim(&mut self, len: usize) -> Result<Option<usize>, Violation> {
        debug_assert!(len <= self.geometry.max_message());
        if self.tail + record_bytes(len) <= self.limit {
            return Ok(Some(self.tail + HEADER_BYTES));
        }
        self.make_room(record_bytes(len))
    }

    /// Fast path of [`Self::claim`], for when room is known to exist and the length is allowed.
    /// `None` only means that `claim` must decide.
    #[inline(always)]
    pub fn claim_fast(&mut self, len: usize) -> Option<usize> {
        // For an empty message the subtraction wraps to a huge value, so it takes the slow path
        // too.
        let fits = len.wrapping_sub(1) < self.geometry.max_message()
            && self.tail + record_bytes(len) <= self.limit;
        fits.then_some(self.tail + HEADER_BYTES)
    }

    /// [`Self::claim_fast`] for at most [`SHORT_BYTES`], which also requires that the place of the
    /// next header is known to be clear, as [`Self::publish_short`] needs.
    #[inline(always)]
    pub fn claim_short(&mut self, len: usize) -> Option<usize> {
        let next = self.tail + record_bytes(len);
        // For an empty message the subtraction wraps to a huge value, so it takes the slow path
        // too.
        let fits =
            len.wrapping_sub(1) < self.max_short && next <= self.limit && next < self.cleared;
        fits.then_some(self.tail + HEADER_BYTES)
    }

    /// Records that the room of the last claim is handed to a caller who may write all of it and
    /// then send less, or nothing: the claimed room no longer counts as cleared.
    pub fn lend(&mut self) {
        self.cleared = self.tail;
    }

    /// Publishes the `len` bytes that were written at the offset of the last claim, which must have
    /// asked for at least as many.
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

    /// Prefetches the lines of `bytes` bytes, starting after those already prefetched or at `from`.
    /// The receiver's cache holds these lines, and a store would wait for its line; since stores
    /// become visible in order, whatever is published after it would wait as well.
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

    /// `upto`, or the end of the last whole line that is free, whichever is smaller.
    fn free_end(&self, upto: usize) -> usize {
        let limit = self.limit | self.limit_behind_mark;
        let free = (limit + RESERVE_BYTES).min(self.reach);
        upto.min(free) & !(LINE_BYTES - 1)
    }

    /// [`Self::publish`] where the place of the next header is already clear, as after
    /// [`Self::claim_short`]. The caller must check [`Self::is_near_uncleared`] afterwards.
    #[inline(always)]
    pub fn publish_short(&mut self, len: usize) {
        let (tail, next) = (self.tail, self.tail + record_bytes(len));
        // SAFETY: a claim left room for the record; offsets are multiples of 8.
        unsafe { self.mem.store_header(tail, header_at(tail, self.data | len as u64)) };
        self.tail = next;
    }

    /// Whether [`Self::clear_ahead`] should be called now.
    #[inline(always)]
    pub fn is_near_uncleared(&self) -> bool {
        self.tail + 2 * LINE_BYTES > self.cleared && self.cleared < self.reach
    }

    /// Clears the next lines for the headers of short messages and prefetches the lines after them.
    /// This is done after a publication and not before, because stores become visible in order.
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

    /// Clears the header places from `from` to the end of its cache line.
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

    /// Sends a message of `len` bytes through the exchange line as message `number`: returns the
    /// header to write there. `None` if there is no room for its mark, or if the length is not
    /// allowed in the line. Whatever is sent in the lane from now on is ordered after it.
    #[inline(always)]
    pub fn exchange(&mut self, number: u64, len: usize) -> Option<u64> {
        let limit = self.limit | self.limit_behind_mark;
        // For an empty message the subtraction wraps to a huge value: the line cannot carry one.
        // The mark needs room whatever is sent next.
        if len.wrapping_sub(1) >= self.max_exchanged || self.tail + HEADER_BYTES > limit {
            return None;
        }
        (self.limit, self.limit_behind_mark, self.exchanged) = (0, limit, number);
        Some(exchanged(header_at(self.tail, self.data | len as u64), number))
    }

    /// Writes the mark of a message that went through the exchange line into the lane.
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

    /// Closes the lane: the receiver gets the messages still in it, then the end.
    pub fn close(&mut self) {
        if self.limit_behind_mark > 0 {
            self.mark_exchanged();
        }
        // SAFETY: RESERVE_BYTES are free behind the last record: at `tail` lies a cleared header.
        unsafe {
            self.mem.store_header(self.tail, header(Kind::Close, 0, self.tail, self.lap_tag));
        }
    }

    /// Whether a message of `len` bytes is copied faster by [`crate::copy_far`].
    #[inline(always)]
    pub fn is_far(&self, len: usize) -> bool {
        len > self.streamed_above
    }

    /// As if the receiver had been found to be far.
    #[cfg(all(test, not(skifch_loom)))]
    pub(crate) fn set_far(&mut self) {
        self.distance.set_far();
    }

    /// Where the next record goes.
    #[inline(always)]
    pub fn tail(&self) -> usize {
        self.tail
    }

    /// The ring's memory, to which the payload is written.
    #[inline(always)]
    pub fn mem(&self) -> &RingMem {
        &self.mem
    }

    /// Absolute position: bytes sent so far, counting records and the bytes skipped by wrapping.
    pub fn position(&self) -> u64 {
        self.lap_start + self.tail as u64
    }

    /// Whether everything sent has been consumed, according to the credit.
    pub fn is_drained(&self) -> bool {
        self.credit.load() == self.position()
    }

    /// Slow path of a claim: reads the credit, and wraps to the start of the ring if the record
    /// belongs there.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, need: usize) -> Result<Option<usize>, Violation> {
        if self.limit_behind_mark > 0 {
            self.mark_exchanged();
        }
        let skipped = self.geometry.capacity() - self.tail;
        let end = self.reach - HEADER_BYTES;
        let usual = self.geometry.usual_end(need).min(end);
        let next = self.tail + need;
        let is_leaving = self.tail <= usual && next > usual;
        let free = self.free_bytes(need)?;
        if (is_leaving || next > end) && free >= skipped + need + RESERVE_BYTES {
            self.wrap();
            self.limit = (free - skipped - RESERVE_BYTES).min(usual);
            return Ok(Some(HEADER_BYTES));
        }
        let end = if next > usual { end } else { usual };
        self.limit = (self.tail + free).saturating_sub(RESERVE_BYTES).min(end);
        Ok((next <= self.limit).then_some(self.tail + HEADER_BYTES))
    }

    /// Bytes that the receiver has released or that were never used. The read also tells how far
    /// the receiver is; it always does where this decides how the record is copied.
    fn free_bytes(&mut self, need: usize) -> Result<usize, Violation> {
        let Self { credit, distance, .. } = self;
        let credit = distance.read(need > FAR_BYTES, || credit.load());
        let used = self.position().wrapping_sub(credit);
        let capacity = self.geometry.capacity();
        // A credit ahead of our position makes `used` huge.
        if used > capacity as u64 {
            return Err(Violation::Credit(credit));
        }
        self.choose_copy(used > STREAM_RECORDS * need as u64);
        Ok(capacity - used as usize)
    }

    /// Decides which messages are copied by [`crate::copy_far`].
    fn choose_copy(&mut self, is_behind: bool) {
        let looks = if is_behind { 0 } else { self.close_looks + 1 };
        self.close_looks = looks.min(STREAM_LOOKS);
        let is_stream = self.close_looks < STREAM_LOOKS;
        let is_far = self.distance.is_far();
        self.streamed_above = if is_far { streamed_above(is_stream) } else { usize::MAX };
    }

    fn wrap(&mut self) {
        self.clear_rest(0);
        let is_far = usize::from(self.distance.is_far());
        // SAFETY: `tail` is at most `end`, where a header fits.
        unsafe {
            self.mem.store_header(self.tail, header(Kind::Wrap, is_far, self.tail, self.lap_tag));
        }
        self.tail = 0;
        self.fetched = 0;
        self.lap_start += self.geometry.capacity() as u64;
        self.lap_tag = next_lap(self.lap_tag);
        self.data = unplaced(Kind::Data, 0, self.lap_tag);
    }
}
