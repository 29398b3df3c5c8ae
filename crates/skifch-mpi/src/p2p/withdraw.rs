//! Cancellation of announced sends: the receiver is asked to drop the message, and does so unless
//! it is already matched; in that case the send continues and completes as usual.

use super::Key;
use super::request::{Phase, What};
use super::unexpected::Body;
use super::wire::{Header, Kind};
use crate::engine::Engine;
use crate::error::Result;
use skifch::{NetAddr, rank_of};

impl Engine {
    /// Asks the receiver to drop a message that it has not answered yet.
    pub(crate) fn withdraw(&mut self, id: u32) -> Result<()> {
        let Some(request) = self.requests.get(id) else { return Ok(()) };
        let (context, tag, world) = (request.context, request.tag, request.world as u32);
        if world == self.rank {
            let key = Key { context, source: world as i32, tag };
            let is_it = |body: &Body| matches!(body, Body::Own { request, .. } if *request == id);
            if self.unexpected.withdraw(&key, is_it) {
                self.withdrawn(Self::addr(world), id);
            }
            return Ok(());
        }
        let header = Header { kind: Kind::Withdraw, context, tag, number: id };
        self.send_control(Self::addr(world), header)
    }

    /// A sender cancels its message: drops it if it is still unmatched, and confirms.
    pub(super) fn give_back(&mut self, src: NetAddr, header: Header) -> Result<()> {
        let Header { context, tag, number, .. } = header;
        let key = Key { context, source: rank_of(src) as i32, tag };
        let is_it = |body: &Body| match body {
            Body::Bytes(_, Some((_, waits))) => *waits == number,
            Body::Announced { request, .. } => *request == number,
            _ => false,
        };
        if !self.unexpected.withdraw(&key, is_it) {
            return Ok(());
        }
        self.send_control(src, Header { kind: Kind::Withdrawn, context: 0, tag: 0, number })
    }

    /// The receiver has dropped the message.
    pub(super) fn withdrawn(&mut self, src: NetAddr, id: u32) {
        let Some(request) = self.requests.get_mut(id) else { return };
        let is_right = matches!(request.what, What::Send(_))
            && request.phase == Phase::Answer
            && request.is_with(rank_of(src));
        if is_right {
            request.status.is_cancelled = true;
            self.complete(id);
        }
    }
}
