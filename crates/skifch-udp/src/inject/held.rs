//! Datagrams that are held back.

use crate::{Addr, Port, Sent};
use skifch_backend::Error;
use std::collections::{BTreeMap, VecDeque};
use std::io::IoSlice;

/// More than this are not taken: the queue of a router ends somewhere too.
const MAX_HELD: usize = 4096;

/// How long a datagram waits at most for others to overtake it.
const OVERTAKEN_NS: u64 = 1_000_000;

/// The bytes of all slices.
pub(super) fn joined(slices: &[IoSlice<'_>]) -> Vec<u8> {
    slices.iter().flat_map(|slice| slice.iter().copied()).collect()
}

/// Where a datagram goes.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) to: Addr,
    /// It leaves from the address that the port receives at ([`Port::unconnect`]), also when others
    /// went in between: an opening that is answered elsewhere is answered for ever there.
    pub(super) is_unconnected: bool,
}

impl Way {
    fn send(&self, port: &impl Port, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        if self.is_unconnected {
            port.unconnect(&self.to);
        }
        port.send(&self.to, slices)
    }
}

struct Datagram {
    way: Way,
    bytes: Vec<u8>,
}

impl Datagram {
    fn new(way: Way, slices: &[IoSlice<'_>]) -> Self {
        Self { way, bytes: joined(slices) }
    }

    /// Whether it is off the hands: a network that cannot carry it loses it.
    fn go(&self, port: &impl Port) -> Result<bool, Error> {
        Ok(self.way.send(port, &[IoSlice::new(&self.bytes)])? != Sent::Full)
    }
}

/// One that others are to overtake.
struct Overtaken {
    /// It goes when so many have been sent, or at the time.
    after: u64,
    due_ns: u64,
    datagram: Datagram,
}

#[derive(Default)]
pub(super) struct Held {
    /// By time, and those of one time in order.
    delayed: BTreeMap<(u64, u64), Datagram>,
    overtaken: VecDeque<Overtaken>,
    next: u64,
}

impl Held {
    pub(super) fn is_full(&self) -> bool {
        // Both copies of one that is doubled are to find room.
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

    /// Sends a datagram that is not held back, behind those that are due before it.
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
            // Its fate is decided, and asking again would decide another one.
            self.delay(now_ns, way, slices);
            return Ok(Sent::Yes);
        }
        Ok(sent)
    }

    /// Sends what is due, `seen` datagrams after the start.
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
