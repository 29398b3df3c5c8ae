//! Datagrams that are held back.

use crate::{Addr, Port, Sent};
use skifch_backend::Error;
use std::collections::{BTreeMap, VecDeque};
use std::io::IoSlice;

/// Limit on the number of datagrams held, like a router's queue.
const MAX_HELD: usize = 4096;

/// Maximum time in ns for which a datagram waits to be overtaken.
const OVERTAKEN_NS: u64 = 1_000_000;

/// The concatenated slices.
pub(super) fn joined(slices: &[IoSlice<'_>]) -> Vec<u8> {
    slices.iter().flat_map(|slice| slice.iter().copied()).collect()
}

/// A datagram's destination and source choice.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) to: Addr,
    /// It leaves from the address that the port receives at ([`Port::unconnect`]), even if other
    /// datagrams were sent in between: an opening sent from another address would have all replies
    /// sent there.
    pub(super) is_unconnected: bool,
    /// Nothing but the first slice changes before it was received ([`Port::send_kept`]).
    pub(super) is_kept: bool,
}

impl Way {
    fn send(&self, port: &impl Port, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        if self.is_unconnected {
            port.unconnect(&self.to);
        }
        if self.is_kept { port.send_kept(&self.to, slices) } else { port.send(&self.to, slices) }
    }
}

struct Datagram {
    way: Way,
    bytes: Vec<u8>,
}

impl Datagram {
    fn new(way: Way, slices: &[IoSlice<'_>]) -> Self {
        Self { way: Way { is_kept: false, ..way }, bytes: joined(slices) }
    }

    /// Sends it; returns false if the port is full. If the network cannot carry it, it is lost.
    fn go(&self, port: &impl Port) -> Result<bool, Error> {
        Ok(self.way.send(port, &[IoSlice::new(&self.bytes)])? != Sent::Full)
    }
}

/// A datagram to be overtaken by others.
struct Overtaken {
    /// It is sent when this many datagrams have been sent, or at `due_ns`.
    after: u64,
    due_ns: u64,
    datagram: Datagram,
}

#[derive(Default)]
pub(super) struct Held {
    /// Ordered by time, and by sequence within the same time.
    delayed: BTreeMap<(u64, u64), Datagram>,
    overtaken: VecDeque<Overtaken>,
    next: u64,
}

impl Held {
    pub(super) fn is_full(&self) -> bool {
        // Leave room for both copies of a duplicated datagram.
        self.delayed.len() + self.overtaken.len() + 2 > MAX_HELD
    }

    pub(super) fn delay(&mut self, due_ns: u64, way: Way, slices: &[IoSlice<'_>]) {
        self.delayed.insert((due_ns, self.next), Datagram::new(way, slices));
        self.next += 1;
    }

    pub(super) fn let_pass(&mut self, after: u64, now_ns: u64, way: Way, slices: &[IoSlice<'_>]) {
        let (due_ns, datagram) = (now_ns + OVERTAKEN_NS, Datagram::new(way, slices));
        self.overtaken.push_back(Overtaken { after, due_ns, datagram });
    }

    /// Sends a datagram that is not held back, after those due before it.
    pub(super) fn send(
        &mut self,
        now_ns: u64,
        port: &impl Port,
        way: Way,
        slices: &[IoSlice<'_>],
    ) -> Result<Sent, Error> {
        let is_behind = self.delayed.keys().next().is_some_and(|(due_ns, _)| *due_ns <= now_ns);
        let sent = if is_behind { Sent::Full } else { way.send(port, slices)? };
        if sent == Sent::Full {
            // Its decisions are final; a retry by the caller would draw new ones.
            self.delay(now_ns, way, slices);
            return Ok(Sent::Yes);
        }
        Ok(sent)
    }

    /// Sends the held datagrams that are due, `seen` datagrams after the start.
    pub(super) fn release(
        &mut self,
        now_ns: u64,
        seen: u64,
        port: &impl Port,
    ) -> Result<(), Error> {
        while let Some(first) = self.delayed.first_entry().filter(|first| first.key().0 <= now_ns) {
            if !first.get().go(port)? {
                return Ok(());
            }
            first.remove();
        }
        let is_due = |one: &Overtaken| one.after <= seen || one.due_ns <= now_ns;
        while let Some(at) = self.overtaken.iter().position(is_due) {
            if !self.overtaken[at].datagram.go(port)? {
                return Ok(());
            }
            self.overtaken.remove(at);
        }
        Ok(())
    }

    pub(super) fn due_ns(&self) -> Option<u64> {
        let delayed = self.delayed.keys().next().map(|(due_ns, _)| *due_ns);
        let overtaken = self.overtaken.iter().map(|one| one.due_ns).min();
        [delayed, overtaken].into_iter().flatten().min()
    }
}
