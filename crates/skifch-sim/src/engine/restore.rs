//! Restores the order of pairs if packets take several routes: early ones wait in memory, and the
//! receiving interface delivers them when all that were sent before them have arrived.

use super::NONE;
use super::packet::{Packet, Packets};
use crate::random::Mixed;

/// For each pair, the packets that were sent and not delivered, in order.
#[derive(Debug, Default)]
pub(super) struct Restore {
    /// The first and the last packet of each pair.
    ends: Mixed<(u32, u32)>,
    /// For each packet, the one that was sent next.
    after: Vec<u32>,
}

impl Restore {
    /// The sender, receiver and subnetwork of a packet: order is kept within these.
    pub(super) fn pair(packet: &Packet) -> u64 {
        let ends = u64::from(packet.from) << 32 | u64::from(packet.to) << 1;
        ends | packet.subnet().index() as u64
    }

    /// A packet of a pair is sent.
    pub(super) fn sent(&mut self, pair: u64, number: u32) {
        if self.after.len() <= number as usize {
            self.after.resize(number as usize + 1, NONE);
        }
        let (_, last) = self.ends.entry(pair).or_insert((number, NONE));
        if *last != NONE {
            self.after[*last as usize] = number;
        }
        *last = number;
    }

    /// Takes out the next packet of a pair, if it has arrived.
    pub(super) fn next(&mut self, pair: u64, packets: &Packets) -> Option<u32> {
        let (first, last) = self.ends.get_mut(&pair)?;
        let number = *first;
        if !packets[number].is_there() {
            return None;
        }
        match number == *last {
            true => {
                self.ends.remove(&pair);
            }
            false => *first = self.after[number as usize],
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Send, Subnet};
    use crate::route::Route;

    #[test]
    fn what_comes_early_waits_for_what_was_sent_before() {
        let mut packets = Packets::new();
        let mut restore = Restore::default();
        let mut send = |subnet| {
            let send = Send { from: 3, to: 5, payload_bytes: 8, subnet, tag: 0 };
            let packet = Packet::new(0, &send, Route::new(), 20);
            let number = packets.insert(packet, 0);
            restore.sent(Restore::pair(&packet), number);
            number
        };
        let numbers = [0; 3].map(|_| send(Subnet::Request));
        let reply = send(Subnet::Reply);
        let pair = Restore::pair(&packets[numbers[0]]);
        let mut come = |number: u32, pair: u64| {
            packets[number].comes();
            std::iter::from_fn(|| restore.next(pair, &packets)).collect::<Vec<_>>()
        };
        assert_eq!(come(numbers[2], pair), []);
        assert_eq!(come(reply, pair | 1), [reply], "subnetworks have orders of their own");
        assert_eq!(come(numbers[0], pair), [numbers[0]]);
        assert_eq!(come(numbers[1], pair), [numbers[1], numbers[2]]);
        assert!(restore.ends.is_empty());
    }
}
