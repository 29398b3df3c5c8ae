//! The executing side: incoming requests are validated and executed at once, whoever sent them;
//! replies that find no room wait in a list whose length is bounded by what a rank may request.

use super::calls::Fault;
use super::engine::Engine;
use super::link::Link;
use super::part::Part;
use super::peer::{Answer, WINDOW, Waiting};
use super::reader::{Malformed, Reader};
use super::request::{DATA_BYTES, Item, Short};
use super::requester::closed;
use skifch_backend::Error;
use skifch_backend::abi::AtomicOp;
use skifch_backend::word::{self, Atomic};
use std::sync::Arc;

/// The target of the items in a message.
enum Target {
    Nothing,
    Closed,
    Open(u32, Arc<Part>),
}

/// Data larger than this fraction of a message is sent directly from the part; smaller data is
/// copied into a shared message, in which words are read atomically.
const DIRECT_PART: usize = 16;

const OUTSIDE: Malformed = "a request outside the segment";
const UNSELECTED: Malformed = "a request before a segment was selected";
const UNASKED: Malformed = "a reply without a request";

impl Engine {
    /// Executes the items of a message from rank `from`; `pieces` are the message's bytes.
    ///
    /// # Errors
    /// `EPROTO` for an invalid message. The rank counts as lost from then on: whatever it sends
    /// later is ignored.
    pub fn on_message<L: Link>(
        &mut self,
        link: &mut L,
        from: u32,
        pieces: &[&[u8]],
    ) -> Result<(), Error> {
        if from == self.rank || from as usize >= self.peers.len() {
            let text =
                format!("a segment message from rank {from}, which is this rank or not in the job");
            return Err(Error::new(libc::EPROTO, text));
        }
        if self.peers[from as usize].gone.is_some() {
            return Ok(());
        }
        if let Err(words) = self.execute(link.max_message(), from, pieces) {
            let text = format!("it broke the memory segment protocol: {words}");
            self.on_lost(from, libc::EPROTO, &text);
            return Err(Error::new(libc::EPROTO, format!("rank {from}: {text}")));
        }
        self.unwatch(link, from);
        // A broken link is noticed by its next user.
        let _ = self.send_answers(link, from);
        Ok(())
    }

    fn execute(&mut self, most: usize, from: u32, pieces: &[&[u8]]) -> Result<(), Malformed> {
        let mut reader = Reader::new(pieces);
        let mut target = Target::Nothing;
        while let Some(item) = Item::read(&mut reader)? {
            match item {
                Item::Atomic { offset, atomic, is_fetching } => {
                    self.do_atomic(from, &target, offset, &atomic, is_fetching)?;
                }
                Item::Put { offset, len } => {
                    do_put(&target, &mut reader, offset, len)?;
                    self.changes += 1;
                }
                Item::Select(segment) => target = self.select(segment)?,
                Item::Get { offset, len } => {
                    self.do_get(from, &target, offset, len, most)?;
                }
                Item::Token => self.owe(from, &target, Answer::Done)?,
                Item::Data { number, len } => self.on_data(from, number, len, &mut reader)?,
                Item::Old { number, value } => self.on_old(from, number, value)?,
                Item::Done { number } => self.on_done(from, number)?,
                Item::Closed { number } => self.on_closed(from, number)?,
            }
        }
        Ok(())
    }

    fn select(&self, segment: u32) -> Result<Target, Malformed> {
        match self.opens.get(segment as usize) {
            Some(Some(open)) => Ok(Target::Open(segment, Arc::clone(&open.part))),
            Some(None) => Ok(Target::Closed),
            // No rank can know of a segment before every rank has its part.
            None => Err("a segment that was never opened"),
        }
    }

    #[inline]
    fn do_atomic(
        &mut self,
        from: u32,
        to: &Target,
        offset: u64,
        atomic: &Atomic,
        is_fetching: bool,
    ) -> Result<(), Malformed> {
        let at = match to {
            Target::Open(_, part) => part.word(offset, atomic.width).ok_or(OUTSIDE)?,
            Target::Closed if is_fetching => return self.owe(from, to, Answer::Closed),
            Target::Closed => return Ok(()),
            Target::Nothing => return Err(UNSELECTED),
        };
        self.changes += u64::from(atomic.op != AtomicOp::Load);
        if is_fetching {
            // SAFETY: an aligned word of the part, which is open.
            let old = unsafe { word::fetch(at, atomic) };
            return self.owe(from, to, Answer::Old(old));
        }
        // SAFETY: as above.
        unsafe { word::apply(at, atomic) };
        Ok(())
    }

    fn do_get(
        &mut self,
        from: u32,
        target: &Target,
        offset: u64,
        len: usize,
        most: usize,
    ) -> Result<(), Malformed> {
        if len > most - DATA_BYTES {
            return Err("a get longer than a reply can hold");
        }
        match target {
            Target::Open(segment, part) => {
                part.place(offset, len).ok_or(OUTSIDE)?;
                self.owe(from, target, Answer::Data { segment: *segment, offset, len })
            }
            _ => self.owe(from, target, Answer::Closed),
        }
    }

    /// Queues a reply.
    fn owe(&mut self, from: u32, target: &Target, answer: Answer) -> Result<(), Malformed> {
        let answer = match target {
            Target::Open(..) => answer,
            Target::Closed => Answer::Closed,
            Target::Nothing => return Err(UNSELECTED),
        };
        let peer = &mut self.peers[from as usize];
        if peer.answers.len() >= WINDOW {
            return Err("more outstanding requests than allowed");
        }
        peer.answers.push_back((peer.heard, answer));
        peer.heard = peer.heard.wrapping_add(1);
        Ok(())
    }

    /// The request that the next reply from `from` answers; `number` must match. It stays queued
    /// until `settle`, so that the loss of the rank still fails its call if the rest of the reply
    /// is invalid.
    fn waiting(&self, from: u32, number: u8) -> Result<Waiting, Malformed> {
        let peer = &self.peers[from as usize];
        let first = peer.waiting.front().filter(|_| peer.oldest == number);
        first.copied().ok_or(UNASKED)
    }

    fn settle(&mut self, from: u32) {
        let peer = &mut self.peers[from as usize];
        peer.waiting.pop_front();
        peer.oldest = peer.oldest.wrapping_add(1);
    }

    fn on_data(
        &mut self,
        from: u32,
        number: u8,
        len: usize,
        reader: &mut Reader<'_>,
    ) -> Result<(), Malformed> {
        let Waiting::Data { call, dst, len: asked } = self.waiting(from, number)? else {
            return Err(UNASKED);
        };
        if len != asked {
            return Err("a reply whose length differs from the request");
        }
        let is_wanted = self.calls.is_wanted(call);
        reader.each(len, |at, piece| {
            if is_wanted {
                // SAFETY: the requester guarantees `len` writable bytes at `dst` until the call
                // ends, and `each` passes exactly `len`.
                unsafe { dst.add(at).copy_from(piece.as_ptr(), piece.len()) };
            }
        })?;
        self.calls.answer(call, Ok(0));
        self.settle(from);
        Ok(())
    }

    fn on_old(&mut self, from: u32, number: u8, value: u64) -> Result<(), Malformed> {
        let Waiting::Old { call, dst, width } = self.waiting(from, number)? else {
            return Err(UNASKED);
        };
        if !dst.is_null() && self.calls.is_wanted(call) {
            // SAFETY: the requester guarantees `width` bytes at `dst` until the call ends.
            unsafe { word::keep(dst, width, value) };
        }
        self.calls.answer(call, Ok(value));
        self.settle(from);
        Ok(())
    }

    fn on_done(&mut self, from: u32, number: u8) -> Result<(), Malformed> {
        let Waiting::Token { segment, upto } = self.waiting(from, number)? else {
            return Err(UNASKED);
        };
        if let Some(open) = self.open_mut(segment) {
            open.flows[from as usize].confirmed = upto;
        }
        self.settle(from);
        Ok(())
    }

    fn on_closed(&mut self, from: u32, number: u8) -> Result<(), Malformed> {
        match self.waiting(from, number)? {
            Waiting::Data { call, .. } | Waiting::Old { call, .. } => {
                self.calls.answer(call, Err(closed(from)));
            }
            Waiting::Token { segment, .. } => {
                if let Some(open) = self.open_mut(segment) {
                    open.flows[from as usize].is_refused = true;
                }
            }
        }
        self.settle(from);
        Ok(())
    }

    /// Sends queued replies while there is room and it is their turn.
    pub(super) fn send_answers<L: Link>(&mut self, link: &mut L, rank: u32) -> Result<(), Fault> {
        loop {
            let peer = &mut self.peers[rank as usize];
            if !peer.has_answers() {
                return Ok(());
            }
            let is_turn = !peer.is_owed || peer.answers_first > 0;
            if !is_turn || !self.send_answer(link, rank)? {
                self.mark_busy(rank);
                return Ok(());
            }
            let peer = &mut self.peers[rank as usize];
            peer.answers_first = peer.answers_first.saturating_sub(1);
        }
    }

    /// Sends the next message of replies: one large reply directly from the part, or as many small
    /// ones as fit. Returns whether there was room.
    fn send_answer<L: Link>(&mut self, link: &mut L, rank: u32) -> Result<bool, Fault> {
        let peer = &self.peers[rank as usize];
        if peer.sealed.is_empty()
            && let Some(&(number, Answer::Data { segment, offset, len })) = peer.answers.front()
            && is_direct(len, link.max_message())
            && let Some(part) = self.open_mut(segment).map(|open| Arc::clone(&open.part))
            && let Some(from) = part.place(offset, len)
        {
            // SAFETY: `place` has found `len` bytes in the part, which is held. The link copies
            // them without interpreting them: a concurrent write there only changes the data that
            // the program reads, as on any other network.
            let bytes = unsafe { std::slice::from_raw_parts(from, len) };
            let is_sent = self.send(link, rank, &[Short::data(number, len).bytes(), bytes])?;
            if is_sent {
                self.peers[rank as usize].answers.pop_front();
            }
            return Ok(is_sent);
        }
        if self.peers[rank as usize].sealed.is_empty() {
            self.seal(link.max_message(), rank);
        }
        let sealed = std::mem::take(&mut self.peers[rank as usize].sealed);
        let is_sent = self.send(link, rank, &[&sealed])?;
        if is_sent {
            self.spare = sealed;
        } else {
            self.peers[rank as usize].sealed = sealed;
        }
        Ok(is_sent)
    }

    /// Encodes as many replies as fit into one message, at least one.
    fn seal(&mut self, most: usize, rank: u32) {
        let Self { peers, opens, spare, .. } = self;
        let peer = &mut peers[rank as usize];
        let mut message = std::mem::take(spare);
        message.clear();
        while let Some(&(number, answer)) = peer.answers.front() {
            let short = match answer {
                Answer::Data { len, .. } => Short::data(number, len),
                Answer::Old(value) => Short::old(number, value),
                Answer::Done => Short::done(number),
                Answer::Closed => Short::closed(number),
            };
            let len = if let Answer::Data { len, .. } = answer { len } else { 0 };
            let is_alone = is_direct(len, most) && !message.is_empty();
            if is_alone || message.len() + short.bytes().len() + len > most {
                break;
            }
            let Answer::Data { segment, offset, len } = answer else {
                message.extend_from_slice(short.bytes());
                peer.answers.pop_front();
                continue;
            };
            let open = opens.get(segment as usize).and_then(Option::as_ref);
            match open.and_then(|open| open.part.place(offset, len)) {
                Some(from) => {
                    message.extend_from_slice(short.bytes());
                    // SAFETY: `place` has found `len` bytes in the part, which is open.
                    unsafe { extend(&mut message, from, len) };
                }
                None => message.extend_from_slice(Short::closed(number).bytes()),
            }
            peer.answers.pop_front();
        }
        peer.sealed = message;
    }
}

/// Whether a reply with `len` bytes is sent by itself, if a message holds at most `most` bytes.
fn is_direct(len: usize, most: usize) -> bool {
    len > size_of::<u64>().max(most / DIRECT_PART)
}

/// Appends `len` bytes of a part.
///
/// # Safety
/// As [`word::read`].
unsafe fn extend(message: &mut Vec<u8>, from: *const u8, len: usize) {
    message.reserve(len);
    // SAFETY: the room was reserved, and is written before the length includes it.
    unsafe {
        word::read(from, message.as_mut_ptr().add(message.len()), len);
        message.set_len(message.len() + len);
    }
}

fn do_put(
    target: &Target,
    reader: &mut Reader<'_>,
    offset: u64,
    len: usize,
) -> Result<(), Malformed> {
    let part = match target {
        Target::Open(_, part) => part,
        Target::Closed => return reader.each(len, |_, _| {}),
        Target::Nothing => return Err(UNSELECTED),
    };
    let to = part.place(offset, len).ok_or(OUTSIDE)?;
    // SAFETY: `place` has found `len` bytes in the part, and `each_whole` passes exactly these.
    reader.each_whole(len, to.addr(), |at, bytes| unsafe {
        word::write(to.add(at), bytes.as_ptr(), bytes.len());
    })
}
