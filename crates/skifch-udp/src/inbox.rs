//! Receive buffers: large datagrams are received directly into the ring, small ones in batches.

use crate::batch::Batch;
use crate::ring::Ring;
use crate::{Port, clock, pieces};
use skifch_backend::Error;
use skifch_proto::{Endpoint, HEADER_BYTES};
use std::io::IoSliceMut;

/// Size of the longest run of datagrams that the kernel coalesces (GRO).
const SLOT_BYTES: usize = 65_536;
/// More than eight slots gain little.
const SLOTS: usize = 8;
/// Above this size the copy saved by receiving in place costs more than a system call per datagram.
const LARGE_BYTES: usize = 8_192;

/// Looks for another large datagram before one of any size is expected again: longer than a sender
/// of large ones needs for the next, after which it would be copied once more. Such a look takes a
/// fifth longer than others.
const PATIENCE: u32 = 256;

pub(crate) struct Inbox {
    batch: Batch,
    slots: Box<[u8]>,
    single: Batch,
    head: [u8; HEADER_BYTES],
    /// The last datagram was large and not coalesced; the next one most likely is, too.
    is_large: bool,
    /// Looks for it since then that found nothing.
    vain_looks: u32,
    /// The last poll received something.
    has_found: bool,
    /// The poll before received something too: more than one datagram is likely, so a batch call
    /// pays.
    is_busy: bool,
}

/// Result of polling the socket.
pub(crate) struct Received {
    /// Number of slots filled.
    pub(crate) count: usize,
    /// There may be more.
    pub(crate) is_full: bool,
}

/// Whether a run of `bytes` bytes, in datagrams of `first` bytes, suggests that the next datagram
/// can be received in place. A coalesced run cannot: the headers lie among its payload.
#[inline(always)]
fn is_large(bytes: usize, first: usize) -> bool {
    bytes == first && first >= LARGE_BYTES
}

impl Inbox {
    pub(crate) fn new() -> Self {
        Self {
            batch: Batch::new(SLOTS, 1),
            slots: vec![0; SLOTS * SLOT_BYTES].into(),
            single: Batch::new(1, 4),
            head: [0; HEADER_BYTES],
            is_large: false,
            vain_looks: 0,
            has_found: false,
            is_busy: false,
        }
    }

    /// The last poll received one small datagram after an empty poll, as in a ping-pong, and it
    /// should be answered quickly.
    #[inline(always)]
    pub(crate) fn is_exchange(&self) -> bool {
        self.has_found && !self.is_busy && !self.is_large
    }

    /// Receives some of the pending datagrams and passes them to the protocol. The clock is read
    /// only if there are any, and after the receive call: if the thread were preempted between a
    /// clock reading and the receive, round-trip times would come out too short.
    pub(crate) fn receive(
        &mut self,
        now_ns: &mut u64,
        port: &dyn Port,
        endpoint: &mut Endpoint<Ring>,
    ) -> Result<Received, Error> {
        let received = match (self.is_large, self.is_busy) {
            (true, _) => self.receive_large(now_ns, port, endpoint)?,
            (false, true) => self.receive_small(now_ns, port, endpoint)?,
            // In a ping-pong there is one datagram, and none until it is answered.
            (false, false) => self.receive_one(now_ns, port, endpoint)?,
        };
        let has_found = received.count > 0;
        self.is_busy = has_found && self.has_found;
        self.has_found = has_found;
        Ok(received)
    }

    fn receive_one(
        &mut self,
        now_ns: &mut u64,
        port: &dyn Port,
        endpoint: &mut Endpoint<Ring>,
    ) -> Result<Received, Error> {
        let room = &mut self.slots[..SLOT_BYTES];
        let Some(arrival) = port.recv_one(room)? else {
            return Ok(Received { count: 0, is_full: false });
        };
        *now_ns = clock::now_ns();
        let bytes = &room[..arrival.bytes];
        let first = endpoint.on_run(*now_ns, arrival.from.to_std(), bytes);
        self.is_large = is_large(arrival.bytes, first);
        Ok(Received { count: 1, is_full: false })
    }

    fn receive_small(
        &mut self,
        now_ns: &mut u64,
        port: &dyn Port,
        endpoint: &mut Endpoint<Ring>,
    ) -> Result<Received, Error> {
        let mut slots = self.slots.chunks_exact_mut(SLOT_BYTES);
        let mut parts: [_; SLOTS] =
            std::array::from_fn(|_| IoSliceMut::new(slots.next().unwrap_or_default()));
        let count = port.recv_batch(&mut self.batch, &mut parts)?;
        if count > 0 {
            *now_ns = clock::now_ns();
        }
        for (arrival, part) in self.batch.arrivals().iter().zip(&parts) {
            let from = arrival.from.to_std();
            for range in arrival.datagrams() {
                endpoint.on_datagram(*now_ns, from, &part[range]);
            }
            self.is_large = is_large(arrival.bytes, arrival.segment_bytes);
        }
        Ok(Received { count, is_full: count == SLOTS })
    }

    /// Receives one datagram with its payload placed where the most recently heard stream
    /// continues.
    fn receive_large(
        &mut self,
        now_ns: &mut u64,
        port: &dyn Port,
        endpoint: &mut Endpoint<Ring>,
    ) -> Result<Received, Error> {
        let [first, second] = endpoint.landing().unwrap_or_default();
        let landed = first.len() + second.len();
        let spill = &mut self.slots[..SLOT_BYTES];
        let mut parts = [&mut self.head[..], first, second, spill].map(IoSliceMut::new);
        let count = port.recv_batch(&mut self.single, &mut parts)?;
        let Some(arrival) = self.single.arrivals().first().copied() else {
            self.vain_looks = (self.vain_looks + 1) % PATIENCE;
            self.is_large = self.vain_looks > 0;
            return Ok(Received { count, is_full: false });
        };
        *now_ns = clock::now_ns();
        self.vain_looks = 0;
        let from = arrival.from.to_std();
        self.is_large = is_large(arrival.bytes, arrival.segment_bytes);
        if arrival.bytes > arrival.segment_bytes {
            // A coalesced run: its headers lie among the payload.
            let whole = pieces(&parts, 0..arrival.bytes).collect::<Vec<_>>().concat();
            for range in arrival.datagrams() {
                endpoint.on_datagram(*now_ns, from, &whole[range]);
            }
        } else {
            let spilled = arrival.bytes.saturating_sub(HEADER_BYTES + landed);
            let (head, spill) = (&self.head, &self.slots[..spilled]);
            endpoint.on_landed(*now_ns, from, head, arrival.bytes, spill);
        }
        Ok(Received { count, is_full: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Socket};
    use skifch_proto::{Config, Seal};
    use std::io::IoSlice;

    /// A loopback socket and an endpoint that receives from it.
    fn own() -> (Socket, Endpoint<Ring>) {
        let address = std::net::Ipv4Addr::LOCALHOST.into();
        let port = Socket::open(&Options { address, ..Options::default() }).expect("a loopback");
        let config = Config::new(Seal::none(), 7, [1; 32]);
        (port, Endpoint::new(config).expect("settings that fit together"))
    }

    /// Timers are skipped for at most one poll in a row, however many datagrams arrive.
    #[test]
    fn of_two_looks_one_finds_no_exchange() {
        let (port, mut endpoint) = own();
        let (mut inbox, mut now_ns) = (Inbox::new(), 0);
        let mut look = |datagrams: usize, bytes: usize| {
            for _ in 0..datagrams {
                port.send(&port.local(), &[IoSlice::new(&vec![0xff; bytes])])
                    .expect("a sound socket");
            }
            let found = inbox.receive(&mut now_ns, &port, &mut endpoint).expect("a sound socket");
            assert_eq!(found.count > 0, datagrams > 0);
            inbox.is_exchange()
        };
        assert!(!look(0, 0), "nothing");
        assert!(look(1, 80) && !look(0, 0) && look(1, 80), "one, and none until it was answered");
        assert!(!look(1, 80) && !look(1, 80) && !look(3, 80), "one after the other");
        assert!(!look(0, 0) && !look(1, LARGE_BYTES), "a piece of bulk");
    }

    /// A coalesced run received in place would have to be reassembled.
    #[test]
    fn what_the_kernel_joined_does_not_land() {
        let (port, mut endpoint) = own();
        let (mut inbox, mut now_ns) = (Inbox::new(), 0);
        let bytes = vec![0xff; 3 * LARGE_BYTES];
        for (count, is_bulk) in [(1, true), (3, false), (3, false), (1, true), (3, false)] {
            let run = [IoSlice::new(&bytes[..count * LARGE_BYTES])];
            port.send_run(&port.local(), &run, LARGE_BYTES).expect("a sound socket");
            let before = endpoint.counters().datagrams_received;
            inbox.receive(&mut now_ns, &port, &mut endpoint).expect("a sound socket");
            let mut came = endpoint.counters().datagrams_received - before;
            // A kernel without GRO delivers them one by one.
            assert_eq!(inbox.is_large, is_bulk || came < count as u64, "{count}");
            while came < count as u64 {
                inbox.receive(&mut now_ns, &port, &mut endpoint).expect("a sound socket");
                came = endpoint.counters().datagrams_received - before;
            }
        }
    }
}
