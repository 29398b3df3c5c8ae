//! The requesting side: operations on other ranks' parts.

use super::calls::{CallId, Fault};
use super::engine::Engine;
use super::link::Link;
use super::part::WORD_BYTES;
use super::peer::{WINDOW, Waiting};
use super::request::{DATA_BYTES, PUT_BYTES, SELECT_BYTES, Short};
use skifch_backend::word::Atomic;

/// Maximum bytes of requests coalesced for one rank.
pub(super) const BATCH_BYTES: usize = 2048;
/// A put larger than this fraction of a batch is sent by itself.
const SMALL_PART: usize = 4;
/// After requests found no room, this many messages of replies are sent before it is their turn.
const ANSWERS_FIRST: u32 = 2;

/// A location in the memory of the job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) segment: u32,
    pub(super) rank: u32,
    pub(super) offset: u64,
}

impl Place {
    fn after(self, bytes: usize) -> Self {
        Self { offset: self.offset + bytes as u64, ..self }
    }
}

/// Outcome of issuing a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(super) enum Step {
    /// It was sent, or was added to requests that will be sent.
    Done,
    /// It is the first request held back for coalescing: nudge the driver.
    Nudge,
    /// There is no room now for all of it.
    Full,
}

/// A wait for the completion of all operations posted before.
pub(super) struct Quiet {
    segment: u32,
    /// Ranks, each with the number of operations that it has to confirm.
    left: Vec<(u32, u64)>,
    fault: Option<Fault>,
}

impl Engine {
    /// Puts `src` from `done` on, and advances `done` by the bytes accepted.
    #[inline]
    pub(super) fn put<L: Link>(
        &mut self,
        link: &mut L,
        to: Place,
        src: &[u8],
        done: &mut usize,
    ) -> Result<Step, Fault> {
        let small = BATCH_BYTES.min(link.max_message()) / SMALL_PART;
        if src.len() > small {
            return self.put_large(link, to, src, done);
        }
        let step = self.append(link, to, Short::put(to.offset, src.len()).bytes(), src)?;
        if step != Step::Full {
            self.count_posted(to);
        }
        Ok(step)
    }

    fn put_large<L: Link>(
        &mut self,
        link: &mut L,
        to: Place,
        src: &[u8],
        done: &mut usize,
    ) -> Result<Step, Fault> {
        let most = link.max_message() - SELECT_BYTES - PUT_BYTES;
        while *done < src.len() {
            if !self.flush(link, to.rank)? || !self.may_send(link, to.rank)? {
                return Ok(Step::Full);
            }
            let at = to.after(*done).offset;
            let chunk = &src[*done..*done + chunk_bytes(at, src.len() - *done, most)];
            let select = Short::select(to.segment);
            let put = Short::put(at, chunk.len());
            let sent = self.send(link, to.rank, &[select.bytes(), put.bytes(), chunk])?;
            self.note_turn(to.rank, sent);
            if !sent {
                return Ok(Step::Full);
            }
            self.traffic.requests += 1;
            self.count_posted(to);
            *done += chunk.len();
        }
        Ok(Step::Done)
    }

    /// Requests `len` bytes from `done` on, and advances `done` by the bytes requested; each reply
    /// belongs to `call`.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes until all replies to `call` have come or the call has
    /// ended.
    pub(super) unsafe fn get<L: Link>(
        &mut self,
        link: &mut L,
        from: Place,
        (dst, len): (*mut u8, usize),
        call: CallId,
        done: &mut usize,
    ) -> Result<Step, Fault> {
        let most = link.max_message() - DATA_BYTES;
        let mut step = Step::Done;
        while *done < len {
            let chunk = most.min(len - *done);
            // SAFETY: `done` is below `len`.
            let dst = unsafe { dst.add(*done) };
            let request = Short::get(from.after(*done).offset, chunk);
            let waiting = Waiting::Data { call, dst, len: chunk };
            match self.ask(link, from, &request, waiting)? {
                Step::Full => return Ok(Step::Full),
                Step::Nudge => step = Step::Nudge,
                Step::Done => {}
            }
            self.calls.expect(call);
            *done += chunk;
        }
        Ok(step)
    }

    /// An atomic without a reply.
    #[inline]
    pub(super) fn atomic_oneway<L: Link>(
        &mut self,
        link: &mut L,
        to: Place,
        atomic: &Atomic,
    ) -> Result<Step, Fault> {
        let step = self.append(link, to, Short::atomic(to.offset, atomic, false).bytes(), &[])?;
        if step != Step::Full {
            self.count_posted(to);
        }
        Ok(step)
    }

    /// An atomic whose reply belongs to `call`; it is sent at once.
    pub(super) fn atomic<L: Link>(
        &mut self,
        link: &mut L,
        to: Place,
        atomic: &Atomic,
        call: CallId,
    ) -> Result<Step, Fault> {
        let (dst, width) = (std::ptr::null_mut(), atomic.width);
        let waiting = Waiting::Old { call, dst, width };
        let step = self.ask(link, to, &Short::atomic(to.offset, atomic, true), waiting)?;
        if step != Step::Full {
            self.calls.expect(call);
            self.flush(link, to.rank)?;
        }
        Ok(step)
    }

    /// An atomic whose old value, in a reply to `call`, is written to `dst`. It may be coalesced,
    /// and counts as posted: quiet waits for its completion.
    ///
    /// # Safety
    /// `dst` is writable for the width of the atomic until all replies to `call` have come or the
    /// call has ended.
    pub(super) unsafe fn atomic_async<L: Link>(
        &mut self,
        link: &mut L,
        to: Place,
        atomic: &Atomic,
        dst: *mut u8,
        call: CallId,
    ) -> Result<Step, Fault> {
        let waiting = Waiting::Old { call, dst, width: atomic.width };
        let step = self.ask(link, to, &Short::atomic(to.offset, atomic, true), waiting)?;
        if step != Step::Full {
            self.calls.expect(call);
            self.count_posted(to);
        }
        Ok(step)
    }

    /// Starts a wait for all operations posted to `segment` so far.
    pub(super) fn quiet(&mut self, segment: u32) -> Quiet {
        let mut left = Vec::new();
        if let Some(open) = self.open_mut(segment) {
            let flows = &mut open.flows;
            open.dirty.retain(|&rank| {
                let flow = &mut flows[rank as usize];
                flow.is_dirty = !flow.is_settled();
                if flow.is_dirty {
                    left.push((rank, flow.posted));
                }
                flow.is_dirty
            });
        }
        Quiet { segment, left, fault: None }
    }

    /// Continues the wait; returns whether it is over. A fault of one rank does not end the wait
    /// for the others.
    pub(super) fn quiet_step<L: Link>(
        &mut self,
        link: &mut L,
        quiet: &mut Quiet,
    ) -> Result<bool, Fault> {
        let segment = quiet.segment;
        let mut left = std::mem::take(&mut quiet.left);
        left.retain(|&(rank, upto)| match self.is_quiet(link, segment, rank, upto) {
            Ok(is_quiet) => !is_quiet,
            Err(fault) => {
                quiet.fault = quiet.fault.take().or(Some(fault));
                false
            }
        });
        quiet.left = left;
        match (quiet.left.is_empty(), quiet.fault.take()) {
            (true, Some(fault)) => Err(fault),
            (is_over, fault) => {
                quiet.fault = fault;
                Ok(is_over)
            }
        }
    }

    fn is_quiet<L: Link>(
        &mut self,
        link: &mut L,
        segment: u32,
        rank: u32,
        upto: u64,
    ) -> Result<bool, Fault> {
        let gone = self.peers[rank as usize].gone.clone();
        let Some(open) = self.open_mut(segment) else { return Ok(true) };
        let flow = &mut open.flows[rank as usize];
        if flow.is_refused {
            flow.reported = flow.posted;
            return Err(closed(rank));
        }
        if flow.confirmed >= upto {
            return Ok(true);
        }
        if let Some(fault) = gone {
            flow.reported = flow.posted;
            return Err(fault);
        }
        if flow.tokened >= upto {
            return Ok(false);
        }
        let upto = flow.posted;
        let place = Place { segment, rank, offset: 0 };
        let step = self.ask(link, place, &Short::token(), Waiting::Token { segment, upto })?;
        if step != Step::Full {
            if let Some(open) = self.open_mut(segment) {
                open.flows[rank as usize].tokened = upto;
            }
            self.flush(link, rank)?;
        }
        Ok(false)
    }

    /// Whether all counted reads of `segment` have completed.
    pub(super) fn reads_step<L: Link>(
        &mut self,
        link: &mut L,
        segment: u32,
    ) -> Result<bool, Fault> {
        let Some(reads) = self.open_mut(segment).map(|open| open.reads) else { return Ok(true) };
        match self.calls.outcome(reads) {
            Some(outcome) => outcome.map(|_| true),
            None => {
                self.pump(link);
                Ok(false)
            }
        }
    }

    /// Issues a request that expects a reply; it may be coalesced.
    fn ask<L: Link>(
        &mut self,
        link: &mut L,
        to: Place,
        request: &Short,
        waiting: Waiting,
    ) -> Result<Step, Fault> {
        if self.peers[to.rank as usize].waiting.len() >= WINDOW {
            // A reply that is being waited for may need a request that is still in the batch.
            self.flush(link, to.rank)?;
            return Ok(Step::Full);
        }
        let step = self.append(link, to, request.bytes(), &[])?;
        if step != Step::Full {
            self.peers[to.rank as usize].waiting.push_back(waiting);
        }
        Ok(step)
    }

    /// Adds a request and its data to the batch for a rank. On an idle link, a single request is
    /// sent at once.
    #[inline]
    fn append<L: Link>(
        &mut self,
        link: &mut L,
        to: Place,
        request: &[u8],
        bytes: &[u8],
    ) -> Result<Step, Fault> {
        let most = BATCH_BYTES.min(link.max_message());
        let peer = &mut self.peers[to.rank as usize];
        if let Some(fault) = &peer.gone {
            return Err(fault.clone());
        }
        let need = SELECT_BYTES + request.len() + bytes.len();
        if peer.batch.len() + need > most && !self.flush(link, to.rank)? {
            return Ok(Step::Full);
        }
        let peer = &mut self.peers[to.rank as usize];
        let is_first = peer.batch.is_empty();
        if peer.selected != Some(to.segment) {
            peer.selected = Some(to.segment);
            peer.batch.extend_from_slice(Short::select(to.segment).bytes());
        }
        peer.batch.extend_from_slice(request);
        peer.batch.extend_from_slice(bytes);
        self.traffic.requests += 1;
        if !is_first {
            return Ok(Step::Done);
        }
        self.begin_batch(link, to.rank)
    }

    #[cold]
    fn begin_batch<L: Link>(&mut self, link: &mut L, rank: u32) -> Result<Step, Fault> {
        // If sending loses the rank, calls waiting for it have failed: no new one may start
        // waiting.
        if link.is_idle(rank) && self.flush(link, rank)? {
            return Ok(Step::Done);
        }
        let is_new = self.mark_busy(rank);
        Ok(if is_new { Step::Nudge } else { Step::Done })
    }

    /// Sends the coalesced requests; returns whether none are left.
    pub(super) fn flush<L: Link>(&mut self, link: &mut L, rank: u32) -> Result<bool, Fault> {
        if self.peers[rank as usize].batch.is_empty() {
            return match &self.peers[rank as usize].gone {
                Some(fault) => Err(fault.clone()),
                None => Ok(true),
            };
        }
        if !self.may_send(link, rank)? {
            return Ok(false);
        }
        let mut batch = std::mem::take(&mut self.peers[rank as usize].batch);
        let sent = self.send(link, rank, &[&batch])?;
        if sent {
            batch.clear();
            self.peers[rank as usize].selected = None;
        }
        self.peers[rank as usize].batch = batch;
        self.note_turn(rank, sent);
        Ok(sent)
    }

    /// Whether it is the requests' turn to send: replies go first, but not forever.
    fn may_send<L: Link>(&mut self, link: &mut L, rank: u32) -> Result<bool, Fault> {
        self.send_answers(link, rank)?;
        let peer = &self.peers[rank as usize];
        let may = !peer.has_answers() || (peer.is_owed && peer.answers_first == 0);
        if !may {
            self.note_turn(rank, false);
        }
        Ok(may)
    }

    /// Records whether requests found room at their turn.
    fn note_turn(&mut self, rank: u32, had_room: bool) {
        let peer = &mut self.peers[rank as usize];
        if !had_room && !peer.is_owed {
            peer.answers_first = ANSWERS_FIRST;
        }
        peer.is_owed = !had_room;
        if !had_room {
            self.mark_busy(rank);
        }
    }

    #[inline]
    fn count_posted(&mut self, to: Place) {
        let Some(open) = self.open_mut(to.segment) else { return };
        let flow = &mut open.flows[to.rank as usize];
        flow.posted += 1;
        if !flow.is_dirty {
            flow.is_dirty = true;
            open.dirty.push(to.rank);
        }
    }
}

/// Bytes of the next message of a put that has `left` bytes to go from offset `at` on, if a message
/// holds `most`. Messages take effect one by one, so no aligned word is divided between two.
fn chunk_bytes(at: u64, left: usize, most: usize) -> usize {
    if left <= most { left } else { most - at.wrapping_add(most as u64) as usize % WORD_BYTES }
}

/// The fault of a rank that has closed its part.
pub(super) fn closed(rank: u32) -> Fault {
    Fault::new(rank, libc::EBADF, "it has closed the segment")
}
