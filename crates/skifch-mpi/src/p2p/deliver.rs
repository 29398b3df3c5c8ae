//! Receiving: handling of incoming messages.

use super::Key;
use super::announced::Announced;
use super::fast::take;
use super::request::{Operating, Phase, What};
use super::unexpected::{Body, Early};
use super::wire::{ADDRESSED_BYTES, ANNOUNCEMENT_BYTES, HEADER_BYTES, Header, Kind};
use crate::coll::Which;
use crate::comm::part;
use crate::engine::{Engine, Incoming, Place};
use crate::error::{Class, Error, Result};
use skifch::{NetAddr, rank_of};

/// Messages taken in one poll before queued sends get their turn.
const BATCH: usize = 16;

/// The header of a message and the key that it is looked up by.
#[inline(always)]
fn opened(message: &Incoming<'_>) -> Option<(Header, Key)> {
    let header = message.head::<HEADER_BYTES>().and_then(Header::from_bytes)?;
    let source = rank_of(message.src()) as i32;
    Some((header, Key { context: header.context, source, tag: header.tag }))
}

impl Engine {
    /// One bounded step of progress: takes in messages, copies what is due, sends what is queued;
    /// whether anything moved.
    ///
    /// # Errors
    /// A peer that is gone; what the network reports.
    pub(crate) fn poll(&mut self) -> Result<bool> {
        let (mut taken, greetings) = (0, self.waiting.greetings);
        for _ in 0..BATCH {
            // Another thread waits on the receiving side of the channel and owns it.
            if self.is_watched {
                break;
            }
            let mut place = Place::new();
            let Some(message) = self.port.recv(&mut place)? else { break };
            self.dispatch(&message)?;
            taken += 1;
            // With no receive posted, the next message would only be copied into the unexpected
            // queue: for now it may stay in the lane.
            if self.posted.is_empty() {
                break;
            }
        }
        let mut worked = taken > self.waiting.greetings.wrapping_sub(greetings);
        worked |= self.tell_copied()?;
        if !self.busy.is_empty() {
            worked |= self.flush()?;
        }
        Ok(worked)
    }

    /// Handles one message. Messages that no engine sends are dropped.
    pub(crate) fn dispatch(&mut self, message: &Incoming<'_>) -> Result<()> {
        // The usual kind, ahead of the others.
        if let Some((Header { kind: Kind::Eager, .. }, key)) = opened(message) {
            return self.arrived(key, message, None);
        }
        self.dispatch_any(message)
    }

    /// [`dispatch`](Self::dispatch) of any kind, kept out of its code.
    #[inline(never)]
    fn dispatch_any(&mut self, message: &Incoming<'_>) -> Result<()> {
        let Some((header, key)) = opened(message) else { return Ok(()) };
        let src = message.src();
        match header.kind {
            Kind::Eager | Kind::EagerSync => {
                let is_sync = header.kind == Kind::EagerSync;
                self.arrived(key, message, is_sync.then_some((src, header.number)))
            }
            Kind::Announce => self.announced(key, message, header.number),
            Kind::Clear => {
                self.cleared(src, header);
                Ok(())
            }
            Kind::Part => {
                self.part(src, header.number, message)?;
                // Also if nobody receives the message any more: the sender waits.
                let asking = header.context.checked_sub(1).map(|number| (src, number as u32));
                self.answer(asking)
            }
            Kind::Matched => {
                self.matched(src, header.number);
                Ok(())
            }
            Kind::Wake => Ok(()),
            Kind::Greeting => {
                self.waiting.greetings = self.waiting.greetings.wrapping_add(1);
                Ok(())
            }
            Kind::Withdraw => self.give_back(src, header),
            Kind::Withdrawn => {
                self.withdrawn(src, header.number);
                Ok(())
            }
            Kind::Share => self.share(src, header, message),
            Kind::Shared => self.shared(src, header),
        }
    }

    #[inline(always)]
    fn arrived(
        &mut self,
        key: Key,
        message: &Incoming<'_>,
        answer: Option<(NetAddr, u32)>,
    ) -> Result<()> {
        let len = message.len() - HEADER_BYTES;
        let Some(id) = self.posted.take(&key) else {
            self.keep_early(key, message, answer);
            return Ok(());
        };
        self.has_met(len);
        if let Some(request) = self.requests.get_mut(id)
            && request.takes_whole(len)
            && answer.is_none()
        {
            // SAFETY: the program leaves the buffer to the library, and it has room.
            unsafe { take(message, request.buffer.base) };
            request.set_status(&key, len);
            request.phase = Phase::Done;
            self.tell_waiting();
            return Ok(());
        }
        self.receive(id, key, message, answer)
    }

    /// The end of [`arrived`](Self::arrived) for other than plain receives, and for messages that
    /// do not fit.
    #[inline(never)]
    fn receive(
        &mut self,
        id: u32,
        key: Key,
        message: &Incoming<'_>,
        answer: Option<(NetAddr, u32)>,
    ) -> Result<()> {
        let len = message.len() - HEADER_BYTES;
        if let Some(request) = self.requests.get_mut(id) {
            request.match_with(&key, len);
            let mut at = 0;
            message.each(HEADER_BYTES, len, |from, len| {
                // SAFETY: the program leaves the buffer to the library; the part is readable.
                unsafe { request.buffer.write(at, from, len) };
                at += len;
            });
        }
        self.received(id);
        self.answer(answer)
    }

    /// Copies an unexpected message out of the lane.
    #[inline(never)]
    fn keep_early(&mut self, key: Key, message: &Incoming<'_>, answer: Option<(NetAddr, u32)>) {
        let len = message.len() - HEADER_BYTES;
        let mut bytes = Vec::with_capacity(len);
        message.each(HEADER_BYTES, len, |from, len| {
            // SAFETY: the part is readable while the message is out.
            bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(from, len) });
        });
        self.arrive(Early { key, body: Body::Bytes(bytes.into(), answer) });
    }

    /// Queues an unexpected message; wakes threads, one of which may wait in a probe.
    pub(crate) fn arrive(&mut self, early: Early) {
        self.unexpected.push(early);
        self.tell_waiting();
    }

    /// Tells the sender that its message was matched, or has come completely.
    pub(crate) fn answer(&mut self, answer: Option<(NetAddr, u32)>) -> Result<()> {
        let Some((dst, number)) = answer else { return Ok(()) };
        self.send_control(dst, Header { kind: Kind::Matched, context: 0, tag: 0, number })
    }

    fn announced(&mut self, key: Key, message: &Incoming<'_>, request: u32) -> Result<()> {
        let Some(head) = message.head::<ANNOUNCEMENT_BYTES>() else { return Ok(()) };
        let addressed = message.head::<ADDRESSED_BYTES>();
        let address = addressed.map(|head| number_in(&head[ANNOUNCEMENT_BYTES..]));
        let len = number_in(&head[HEADER_BYTES..]) as usize;
        let body = Body::Announced { peer: message.src(), request, len, address };
        let early = Early { key, body };
        match self.posted.take(&key) {
            Some(id) => {
                self.has_met(len);
                self.accept(id, early)
            }
            None => {
                self.arrive(early);
                Ok(())
            }
        }
    }

    /// Matches a receive with a message that arrived before it, or with an announcement.
    pub(crate) fn accept(&mut self, id: u32, early: Early) -> Result<()> {
        if let Some(request) = self.requests.get_mut(id) {
            request.match_with(&early.key, early.len());
        }
        match early.body {
            Body::Bytes(bytes, answer) => {
                if let Some(request) = self.requests.get(id) {
                    // SAFETY: the program leaves the buffer to the library.
                    unsafe { request.buffer.write(0, bytes.as_ptr(), bytes.len()) };
                }
                self.received(id);
                self.answer(answer)
            }
            Body::Own { request, .. } => {
                self.take_from_self(id, request);
                Ok(())
            }
            Body::Announced { peer, request, address, .. } => {
                self.set_phase(id, Phase::Receiving);
                self.take_soon(Announced { peer, request, address, id })
            }
        }
    }

    /// The receive has all its bytes: checks length and call, and completes it.
    #[inline]
    pub(crate) fn received(&mut self, id: u32) {
        let Some(request) = self.requests.get(id) else { return };
        let (len, room) = (request.expected, request.buffer.bytes);
        let is_collective = request.context & part::COLLECTIVE != 0;
        if is_collective && request.status.tag != request.tag {
            let error = other_call(request);
            return self.fail_request(id, error);
        }
        if len == room || len < room && !request.is_exact {
            return self.complete(id);
        }
        let (source, tag) = (request.status.source, request.status.tag);
        // The tags of collective calls are internal to the engine: an error does not show them.
        let which = match request.context & 3 {
            0 => format!("with tag {tag}"),
            _ => "in this call".into(),
        };
        let text = format!(
            "the message of rank {source} {which} has {len} bytes, and the receive buffer {room}"
        );
        self.fail_request(id, Error::new(Class::Truncate, text));
    }

    /// The receiver is ready: starts sending the parts (clear to send).
    fn cleared(&mut self, src: NetAddr, header: Header) {
        let Some(request) = self.requests.get_mut(header.number) else { return };
        let is_right = matches!(request.what, What::Send(_))
            && matches!(request.phase, Phase::Answer | Phase::Unshared)
            && request.is_with(rank_of(src));
        if is_right {
            request.number = header.tag.cast_unsigned();
            request.phase = Phase::Parts;
            self.transmit_or_queue(src, header.number);
        }
    }

    fn part(&mut self, src: NetAddr, id: u32, message: &Incoming<'_>) -> Result<()> {
        let Some(request) = self.requests.get_mut(id) else { return Ok(()) };
        if request.phase != Phase::Receiving || !request.is_with(rank_of(src)) {
            return Ok(());
        }
        let len = (message.len() - HEADER_BYTES).min(request.expected - request.moved);
        let mut at = request.moved;
        message.each(HEADER_BYTES, len, |from, len| {
            // SAFETY: the program leaves the buffer to the library; the part is readable.
            unsafe { request.buffer.write(at, from, len) };
            at += len;
        });
        request.moved = at;
        if at < request.expected {
            return Ok(());
        }
        let is_timed = std::mem::take(&mut request.is_timed);
        self.received(id);
        if is_timed { self.long_came(src, at) } else { Ok(()) }
    }

    fn matched(&mut self, src: NetAddr, id: u32) {
        let Some(request) = self.requests.get(id) else { return };
        let is_right = matches!(request.what, What::Send(_))
            && matches!(request.phase, Phase::Answer | Phase::Lent)
            && request.is_with(rank_of(src));
        if is_right {
            self.complete(id);
        }
    }
}

/// The error for a message of a different collective call than this rank is in, or of the same call
/// with different counts.
#[cold]
fn other_call(request: &Operating) -> Error {
    let (rank, own) = (request.status.source, Which::name(request.tag));
    if Which::is_spoiled(request.status.tag) {
        let text = format!(
            "rank {rank} received a message of another length than its own in this call, so the \
             data that it passes on is invalid: the ranks name different counts"
        );
        return Error::new(Class::Truncate, text);
    }
    let theirs = Which::name(request.status.tag);
    let text = format!("the message of rank {rank} is of its {theirs}, and this rank is in {own}");
    Error::new(Class::Other, text)
}

/// The little-endian number in the first eight bytes.
pub(super) fn number_in(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}
