//! Sending: messages that go out at once, and the queues of those that wait for room.

use super::request::{Mode, Phase, Status, What};
use super::wire::{ADDRESSED_BYTES, ANNOUNCEMENT_BYTES, HEADER_BYTES, Header, Kind};
use crate::engine::{Engine, Loan};
use crate::error::{Class, Error, Result};
use skifch::NetAddr;
use std::collections::VecDeque;

/// An item that waits for room in the lane to one receiver.
pub(crate) enum Queued {
    /// A control message of the engine.
    Control(Header),
    /// The next message of a request.
    Request(u32),
}

impl Engine {
    /// Starts sending the message of a request: whole (eager), announced (rendezvous), or to this
    /// rank itself.
    pub(crate) fn start_send(&mut self, id: u32) {
        let rank = self.rank;
        let Some(request) = self.requests.get(id) else { return };
        let len = request.buffer.bytes;
        let is_dense = request.buffer.ty.is_none();
        let is_eager = len <= self.eager_max && !(is_dense && self.is_met(len));
        if !is_eager {
            self.met_one();
        }
        let Some(request) = self.requests.get_mut(id) else { return };
        (request.moved, request.status) = (0, Status::EMPTY);
        if request.is_with(rank) {
            return self.send_to_self(id);
        }
        request.phase = if is_eager { Phase::Eager } else { Phase::Announce };
        request.is_long = !is_eager;
        self.long_sends += u32::from(!is_eager);
        let dst = Self::addr(request.world as u32);
        self.transmit_or_queue(dst, id);
    }

    /// Sends the request's next message now, or queues it behind others for the same receiver.
    pub(crate) fn transmit_or_queue(&mut self, dst: NetAddr, id: u32) {
        if self.queues.get(&dst).is_some_and(|queue| !queue.is_empty()) || !self.transmit(id) {
            self.enqueue(dst, Queued::Request(id));
        }
    }

    fn enqueue(&mut self, dst: NetAddr, item: Queued) {
        let queue = self.queues.entry(dst).or_default();
        let is_first = queue.is_empty();
        queue.push_back(item);
        if is_first {
            self.busy.push(dst);
            // A thread that waits on the channel does not look for room yet.
            self.tell_waiting();
        }
    }

    /// Sends a control message of the engine, or queues it.
    pub(crate) fn send_control(&mut self, dst: NetAddr, header: Header) -> Result<()> {
        let is_free = self.queues.get(&dst).is_none_or(VecDeque::is_empty);
        if !is_free || !self.send_header(dst, header)? {
            self.enqueue(dst, Queued::Control(header));
        }
        Ok(())
    }

    fn send_header(&self, dst: NetAddr, header: Header) -> Result<bool> {
        let bytes = header.to_bytes();
        // SAFETY: `bytes` is readable; the engine has the sending side.
        unsafe { self.port.send(dst, bytes.as_ptr(), bytes.len()) }
    }

    /// Sends queued items as far as there is room; whether anything was sent.
    pub(crate) fn flush(&mut self) -> Result<bool> {
        let mut worked = false;
        let mut at = 0;
        while at < self.busy.len() {
            let dst = self.busy[at];
            worked |= self.flush_one(dst)?;
            if self.queues.get(&dst).is_none_or(VecDeque::is_empty) {
                self.busy.swap_remove(at);
            } else {
                at += 1;
            }
        }
        Ok(worked)
    }

    fn flush_one(&mut self, dst: NetAddr) -> Result<bool> {
        let mut worked = false;
        while let Some(item) = self.queues.get(&dst).and_then(|queue| queue.front()) {
            let before = self.moved_of(item);
            let has_gone = match *item {
                Queued::Control(header) => self.send_header(dst, header)?,
                Queued::Request(id) => self.transmit(id),
            };
            if !has_gone {
                let item = self.queues.get(&dst).and_then(|queue| queue.front());
                return Ok(worked || item.is_some_and(|item| self.moved_of(item) > before));
            }
            worked = true;
            if let Some(queue) = self.queues.get_mut(&dst) {
                queue.pop_front();
            }
        }
        Ok(worked)
    }

    /// Cancels a send of which nothing has been sent yet.
    pub(crate) fn cancel_queued(&mut self, id: u32) {
        let Some(request) = self.requests.get_mut(id) else { return };
        request.status.is_cancelled = true;
        let dst = Self::addr(request.world as u32);
        if let Some(queue) = self.queues.get_mut(&dst) {
            queue.retain(|item| !matches!(item, Queued::Request(queued) if *queued == id));
        }
        self.complete(id);
    }

    fn moved_of(&self, item: &Queued) -> usize {
        match item {
            Queued::Control(_) => 0,
            Queued::Request(id) => self.requests.get(*id).map_or(0, |request| request.moved),
        }
    }

    /// Sends the request's next message or messages; false if there was no room for all of them. A
    /// failure completes the request with the error.
    fn transmit(&mut self, id: u32) -> bool {
        let Some(request) = self.requests.get(id) else { return true };
        let sent = match request.phase {
            Phase::Eager => self.transmit_eager(id),
            Phase::Announce => self.announce(id),
            Phase::Parts => self.transmit_parts(id),
            _ => Ok(true),
        };
        sent.unwrap_or_else(|error| {
            self.fail_request(id, error);
            true
        })
    }

    fn transmit_eager(&mut self, id: u32) -> Result<bool> {
        let Some(request) = self.requests.get(id) else { return Ok(true) };
        let is_sync = matches!(request.what, What::Send(Mode::Synchronous));
        let kind = if is_sync { Kind::EagerSync } else { Kind::Eager };
        let header = Header { kind, context: request.context, tag: request.tag, number: id };
        let len = request.buffer.bytes;
        if !self.send_bytes(id, header, 0, len)? {
            return Ok(false);
        }
        match is_sync {
            true => self.set_phase(id, Phase::Answer),
            false => self.complete(id),
        }
        Ok(true)
    }

    fn announce(&mut self, id: u32) -> Result<bool> {
        let Some(request) = self.requests.get(id) else { return Ok(true) };
        let (context, tag) = (request.context, request.tag);
        let header = Header { kind: Kind::Announce, context, tag, number: id };
        let mut bytes = [0; ADDRESSED_BYTES];
        bytes[..HEADER_BYTES].copy_from_slice(&header.to_bytes());
        let (length, address) = bytes[HEADER_BYTES..].split_at_mut(8);
        length.copy_from_slice(&(request.buffer.bytes as u64).to_le_bytes());
        address.copy_from_slice(&(request.buffer.base.expose_provenance() as u64).to_le_bytes());
        let is_addressed = self.copies && request.buffer.ty.is_none();
        let len = if is_addressed { ADDRESSED_BYTES } else { ANNOUNCEMENT_BYTES };
        // SAFETY: `bytes` is readable; the engine has the sending side.
        let sent = unsafe { self.port.send(Self::addr(request.world as u32), bytes.as_ptr(), len) };
        if !sent? {
            return Ok(false);
        }
        if is_addressed {
            self.pages.note(request.buffer.base, request.buffer.bytes);
        }
        self.set_phase(id, Phase::Answer);
        Ok(true)
    }

    fn transmit_parts(&mut self, id: u32) -> Result<bool> {
        let greatest = self.max_message - HEADER_BYTES;
        loop {
            match self.lend_part(id)? {
                Loan::Went(_) => continue,
                Loan::NotNow => return Ok(false),
                Loan::Refused => {}
            }
            let Some(request) = self.requests.get(id) else { return Ok(true) };
            let (moved, number) = (request.moved, request.number);
            let left = request.buffer.bytes - moved;
            if left == 0 {
                self.all_is_sent(id);
                return Ok(true);
            }
            let len = left.min(greatest);
            let is_asked = request.is_lent && len == left;
            let context = if is_asked { u64::from(id) + 1 } else { 0 };
            let header = Header { kind: Kind::Part, context, tag: 0, number };
            if !self.send_bytes(id, header, moved, len)? {
                return Ok(false);
            }
            if let Some(request) = self.requests.get_mut(id) {
                request.moved += len;
            }
        }
    }

    /// Sends a header and a part of the request's message.
    fn send_bytes(&mut self, id: u32, header: Header, skip: usize, len: usize) -> Result<bool> {
        let Some(request) = self.requests.get(id) else { return Ok(true) };
        let (dst, bytes) = (Self::addr(request.world as u32), header.to_bytes());
        // SAFETY: the program leaves the buffer to the library until the request is complete; the
        // staging buffer has room for the longest message.
        unsafe {
            if request.buffer.ty.is_none() {
                let base = request.buffer.base.wrapping_add(skip);
                return self.port.send_two(dst, &bytes, base, len);
            }
            let place = self.staging.as_mut_ptr();
            place.copy_from_nonoverlapping(bytes.as_ptr(), HEADER_BYTES);
            request.buffer.read(skip, place.add(HEADER_BYTES), len);
            self.port.send(dst, place, HEADER_BYTES + len)
        }
    }

    pub(crate) fn set_phase(&mut self, id: u32, phase: Phase) {
        if let Some(request) = self.requests.get_mut(id) {
            request.phase = phase;
        }
    }

    /// Completes a request with an error.
    #[cold]
    pub(crate) fn fail_request(&mut self, id: u32, error: Error) {
        self.failures += u64::from(error.class() != Class::Truncate);
        if let Some(request) = self.requests.get_mut(id) {
            request.status.error = error.class();
            request.error = Some(error.of_comm(request.comm));
        }
        self.complete(id);
    }

    /// Marks a request complete; a detached one is removed.
    #[inline]
    pub(crate) fn complete(&mut self, id: u32) {
        let Some(request) = self.requests.get_mut(id) else { return };
        if request.is_lent {
            self.take_back(id);
        }
        let Some(request) = self.requests.get_mut(id) else { return };
        request.phase = Phase::Done;
        let is_detached = request.is_detached;
        let was_long = std::mem::take(&mut request.is_long);
        request.copied = None;
        if is_detached {
            self.requests.remove(id);
        }
        if was_long {
            self.long_sends -= 1;
            self.ways.sent(self.long_sends, || self.job.time_ns());
            self.settle_pages();
        }
        self.tell_waiting();
    }

    /// Moves memory that peers copy often into huge pages, when no peer is copying what this rank
    /// sends: what is being copied cannot be moved.
    #[inline]
    pub(crate) fn settle_pages(&mut self) {
        if self.long_sends == 0 && self.pages.is_due() {
            self.pages.settle();
        }
    }
}
