//! The parts of a collective call, taken in the order in which they arrive: no request, no queue.

use super::fast::take;
use super::wire::{HEADER_BYTES, Header, Kind};
use super::{ANY_SOURCE, Body, Early, Key};
use crate::engine::{Engine, Place};
use crate::error::Result;
use skifch::rank_of;

/// One peer's part of the data of a collective call.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    /// The sender's rank in the job.
    pub(crate) source: i32,
    /// Bytes.
    pub(crate) len: u32,
    /// Destination in memory.
    pub(crate) place: *mut u8,
}

/// Parts of a collective call that have not arrived yet.
pub(crate) struct Missing<'a> {
    pub(crate) context: u64,
    pub(crate) tag: i32,
    pub(crate) parts: &'a mut [Part],
    /// The first `left` parts are missing; those that have arrived are behind them.
    pub(crate) left: usize,
}

impl Missing<'_> {
    /// Marks the part that matches this message as arrived and returns its destination.
    fn place(&mut self, key: &Key, len: usize) -> Option<*mut u8> {
        if (key.context, key.tag) != (self.context, self.tag) {
            return None;
        }
        let is_it = |part: &Part| part.source == key.source && part.len as usize == len;
        let at = self.parts[..self.left].iter().position(is_it)?;
        self.left -= 1;
        self.parts.swap(at, self.left);
        Some(self.parts[self.left].place)
    }
}

impl Engine {
    /// Receives parts in order of arrival, without requests; some may remain missing.
    ///
    /// # Errors
    /// As [`recv_fast`](Self::recv_fast).
    ///
    /// # Safety
    /// Each part's destination has room for it.
    pub(crate) unsafe fn recv_parts(&mut self, missing: &mut Missing<'_>) -> Result<()> {
        // SAFETY: our caller's promise.
        unsafe { self.take_early_parts(missing) };
        let anybody = Key { context: missing.context, source: ANY_SOURCE, tag: missing.tag };
        let mut polls = self.patience.recv;
        while missing.left > 0 && polls > 0 && self.is_plain(&anybody) {
            let mut room = Place::new();
            let Some(message) = self.port.recv(&mut room)? else {
                if polls > 1 || !self.wait_here()? {
                    polls -= 1;
                }
                continue;
            };
            let header = message.head::<HEADER_BYTES>().and_then(Header::from_bytes);
            let place = header.filter(|header| header.kind == Kind::Eager).and_then(|header| {
                let source = rank_of(message.src()) as i32;
                let key = Key { context: header.context, source, tag: header.tag };
                missing.place(&key, message.len() - HEADER_BYTES)
            });
            match place {
                // SAFETY: our caller's promise; the message is as long as the part.
                Some(place) => unsafe { take(&message, place) },
                None => self.dispatch(&message)?,
            }
        }
        Ok(())
    }

    /// # Safety
    /// Each part's destination has room for it.
    unsafe fn take_early_parts(&mut self, missing: &mut Missing<'_>) {
        let mut at = 0;
        while at < missing.left && !self.unexpected.is_empty() {
            let source = missing.parts[at].source;
            let key = Key { context: missing.context, source, tag: missing.tag };
            let found = self.unexpected.find(&key);
            if let Some(Early { key: Key { tag, .. }, body: Body::Bytes(bytes, None) }) = found
                && *tag == missing.tag
                && let Some(place) = missing.place(&key, bytes.len())
            {
                // SAFETY: the part is as long as the message; our caller vouches for its place.
                unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
                self.unexpected.take(&key);
            } else {
                at += 1;
            }
        }
    }
}
