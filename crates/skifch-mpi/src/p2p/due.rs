//! Copies out of peers' memory, batched: one system call costs as much as copying many kilobytes. A
//! copy is delayed at most until the messages that have arrived were handled.

use super::announced::Announced;
use super::ways::Order;
use crate::engine::Engine;
use crate::error::Result;
use skifch::NetAddr;
use skifch::abi::iovec;

/// Most pieces copied by one call.
const MAX_PIECES: usize = 16;

/// How much of a message is copied by the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// Chosen when the copies that are due are done: a program that sends as much as it receives
    /// has begun its own sends by then.
    Open,
    All,
    /// All, and the copy is timed, for this class.
    Timed(Order),
    /// The first part, of this many bytes; the sender copies the rest.
    Half(usize),
}

/// A message, or a part of one, that is due to be copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    of: Announced,
    share: Share,
    from: u64,
    to: *mut u8,
    len: usize,
}

impl Engine {
    /// Does the copies that are due and tells the senders whose messages were copied; whether there
    /// were any: their receives are complete then. Several senders are told at once, because waking
    /// one that sleeps takes longer than many a copy.
    pub(crate) fn tell_copied(&mut self) -> Result<bool> {
        let mut has_told = false;
        while self.has_copies_due() {
            has_told = true;
            self.copy_due()?;
            for copied in std::mem::take(&mut self.copied) {
                self.answer(Some(copied))?;
            }
        }
        Ok(has_told)
    }

    #[inline(always)]
    pub(super) fn has_copies_due(&self) -> bool {
        !self.due.is_empty() || !self.copied.is_empty()
    }

    /// Takes a message that was just matched: at once, or with the copies that are due where the
    /// way is chosen by measurement.
    pub(super) fn take_soon(&mut self, of: Announced) -> Result<()> {
        if of.address.is_none() || !self.copies || self.is_crowded || self.is_watched {
            return self.take_announced(of);
        }
        self.due.push(Due { of, share: Share::Open, from: 0, to: std::ptr::null_mut(), len: 0 });
        Ok(())
    }

    /// Queues a copy of the bytes at `from`, to be done with those of other messages.
    pub(super) fn copy_soon(&mut self, of: Announced, from: u64, share: Share) -> Result<()> {
        let Some(request) = self.requests.get(of.id) else { return Ok(()) };
        let len = match share {
            Share::Half(len) => len,
            _ => request.expected.min(request.buffer.bytes),
        };
        let is_other = self.due.last().is_some_and(|due| due.of.peer != of.peer);
        if is_other || self.due.len() >= MAX_PIECES {
            self.copy_due()?;
        }
        let Some(request) = self.requests.get(of.id) else { return Ok(()) };
        self.due.push(Due { of, share, from, to: request.buffer.base, len });
        Ok(())
    }

    /// The buffer of this receive was given back: nothing is copied there any more, and the senders
    /// are told as if it were.
    pub(super) fn skip_copies(&mut self, id: u32) {
        self.due.iter_mut().filter(|due| due.of.id == id).for_each(|due| due.len = 0);
    }

    /// Chooses the ways of the messages for which that is open.
    fn choose_open(&mut self) -> Result<()> {
        let open: Vec<_> = self.due.extract_if(.., |due| due.share == Share::Open).collect();
        open.into_iter().try_for_each(|due| self.take_announced(due.of))
    }

    /// Does all copies that are due.
    pub(super) fn copy_due(&mut self) -> Result<()> {
        self.choose_open()?;
        let Some(&Due { of: Announced { peer, .. }, .. }) = self.due.first() else { return Ok(()) };
        let mut due = std::mem::take(&mut self.due);
        let is_timed = due.iter().any(|due| matches!(due.share, Share::Timed(_)));
        let since = is_timed.then(|| self.job.time_ns());
        // If another thread waits on the receiving side of the channel, it owns that side.
        let is_copied = !self.is_watched && self.copy_pieces(peer, &due);
        if is_copied {
            since.into_iter().for_each(|since| self.note_time(peer, &due, since));
        } else if !self.is_watched {
            self.ways.refused(peer);
        }
        let ended = due.drain(..).try_for_each(|due| match is_copied {
            true => {
                self.has_copied(due);
                Ok(())
            }
            false => self.ask_instead(due),
        });
        if self.due.is_empty() {
            // Reuses its memory.
            self.due = due;
        }
        ended
    }

    fn copy_pieces(&self, peer: NetAddr, due: &[Due]) -> bool {
        const NONE: iovec = iovec { iov_base: std::ptr::null_mut(), iov_len: 0 };
        let (mut from, mut to, mut count) = ([NONE; MAX_PIECES], [NONE; MAX_PIECES], 0);
        for due in due.iter().filter(|due| due.len > 0) {
            // Only the peer makes a pointer of its address.
            let there = std::ptr::without_provenance_mut(due.from as usize);
            from[count] = iovec { iov_base: there, iov_len: due.len };
            to[count] = iovec { iov_base: due.to.cast(), iov_len: due.len };
            count += 1;
        }
        // SAFETY: the program leaves the buffers to the library; the engine has the receiving side.
        count == 0 || unsafe { self.port.copy_from(peer, &from[..count], &to[..count]) }
    }

    /// Notes the time of a batch: every byte of it is charged the same time.
    fn note_time(&mut self, peer: NetAddr, due: &[Due], since: u64) {
        let (mut bytes, mut timed, mut count, mut of) = (0, 0, 0, None);
        for due in due {
            bytes += due.len as u64;
            if let Share::Timed(order) = due.share {
                (timed, count, of) = (timed + due.len as u64, count + 1, Some(order));
            }
        }
        let Some(order) = of else { return };
        let took = self.job.time_ns().saturating_sub(since);
        let own = (u128::from(took) * u128::from(timed) / u128::from(bytes.max(1))) as u64;
        let is_over = self.long_sends == 0;
        self.ways.copied(peer, order, (timed, count), [since, since + own], is_over);
    }

    /// The copy is done: completes the receive, unless the sender copies a half too. The sender is
    /// told together with others.
    fn has_copied(&mut self, due: Due) {
        if !matches!(due.share, Share::Half(_)) {
            self.received(due.of.id);
        }
        self.copied.push((due.of.peer, due.of.request));
    }

    /// The copy failed: asks for the message in parts.
    fn ask_instead(&mut self, due: Due) -> Result<()> {
        let Announced { peer, request, id, .. } = due.of;
        let Some(found) = self.requests.get_mut(id) else { return Ok(()) };
        found.is_shared = false;
        let len = found.expected;
        self.ask_for_parts(peer, request, id, false)?;
        match due.share {
            Share::Half(_) => self.long_came(peer, len),
            _ => Ok(()),
        }
    }
}
