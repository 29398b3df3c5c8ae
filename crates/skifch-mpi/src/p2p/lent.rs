//! Long messages that the network sends out of the program's memory, without a copy.
//!
//! The memory may change when the receiver has all of it, so such a request is complete when the
//! receiver says so: the header of the last part asks for that. That part is always copied, because
//! which one is the last is known beforehand only if it is not the network that decides its length.

use super::request::Phase;
use super::wire::{Header, Kind};
use crate::engine::{Engine, Loan};
use crate::error::Result;

/// Bytes of a message that are not lent, at least: something is left for the last part.
const KEPT_BYTES: usize = 64;

impl Engine {
    /// Sends the next part of the request's message out of its memory, where the network can do it
    /// and the part is long enough.
    pub(super) fn lend_part(&mut self, id: u32) -> Result<Loan> {
        let Some(request) = self.requests.get_mut(id) else { return Ok(Loan::Refused) };
        let len = (request.buffer.bytes - request.moved).saturating_sub(KEPT_BYTES);
        if !self.lends || request.buffer.ty.is_some() || len == 0 {
            return Ok(Loan::Refused);
        }
        let header = Header { kind: Kind::Part, context: 0, tag: 0, number: request.number };
        let (dst, base) = (Self::addr(request.world as u32), request.buffer.base);
        // SAFETY: the program leaves the buffer to the library until the request is complete, which
        // takes it back.
        let loan = unsafe {
            self.port.lend(dst, &header.to_bytes(), base.wrapping_add(request.moved), len, id)
        }?;
        if let Loan::Went(bytes) = loan {
            request.moved += bytes;
            if !std::mem::replace(&mut request.is_lent, true) {
                self.lent += 1;
                self.pages.note(base, len + KEPT_BYTES);
            }
        }
        Ok(loan)
    }

    /// All of the request's message was handed to the network.
    pub(super) fn all_is_sent(&mut self, id: u32) {
        match self.requests.get(id).is_some_and(|request| request.is_lent) {
            true => self.set_phase(id, Phase::Lent),
            false => self.complete(id),
        }
    }

    /// Gives the memory of a request back to the program: the receiver has the message, or the
    /// request has failed.
    #[cold]
    pub(super) fn take_back(&mut self, id: u32) {
        let Some(request) = self.requests.get_mut(id) else { return };
        if std::mem::take(&mut request.is_lent) {
            self.lent -= 1;
            let dst = Self::addr(request.world as u32);
            self.port.take_back(dst, id);
        }
    }

    /// Takes all memory back that a failed peer will not confirm.
    pub(crate) fn take_all_back(&mut self) {
        let lent = self.requests.iter().filter(|(_, request)| request.is_lent).map(|(id, _)| id);
        for id in lent.collect::<Vec<_>>() {
            self.take_back(id);
        }
    }
}
