//! Packets sent and not yet settled (acknowledged or lost), oldest first.

use std::collections::VecDeque;
use std::ops::Range;

/// State of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Outstanding,
    Acked,
    /// Declared lost, and its bytes retransmitted. Kept for a while for a late acknowledgement.
    Lost,
}

/// A packet that requests an acknowledgement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) number: u64,
    pub(crate) at_ns: u64,
    /// When it was declared lost; 0 before that.
    pub(crate) lost_ns: u64,
    /// Its range of the stream: `start` to `start` + `len`.
    pub(crate) start: u64,
    pub(crate) len: u32,
    /// Size of the datagram in bytes.
    pub(crate) size: u32,
    /// It probes a datagram size: its loss concerns the path MTU, not congestion.
    pub(crate) is_size_probe: bool,
    pub(crate) fate: Fate,
}

impl Sent {
    pub(crate) fn range(&self) -> Range<u64> {
        self.start..self.start + u64::from(self.len)
    }
}

/// How far below the largest acknowledged number a lost packet is kept for a late acknowledgement.
const REMEMBERED: u64 = 512;

/// All unsettled packets. Allocates until it has the size that the window needs, and not after
/// that.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    packets: VecDeque<Sent>,
    bytes: u64,
    outstanding: usize,
    largest_acked: Option<u64>,
}

impl Flight {
    pub(crate) fn push(&mut self, sent: Sent) {
        self.bytes += u64::from(sent.size);
        self.outstanding += 1;
        self.packets.push_back(sent);
    }

    /// Bytes in outstanding datagrams.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.outstanding == 0
    }

    /// Number of packets kept, in any state.
    pub(crate) fn len(&self) -> usize {
        self.packets.len()
    }

    pub(crate) fn largest_acked(&self) -> Option<u64> {
        self.largest_acked
    }

    pub(crate) fn note_largest(&mut self, largest: u64) {
        self.largest_acked = Some(self.largest_acked.unwrap_or(0).max(largest));
    }

    /// The oldest outstanding packet.
    pub(crate) fn oldest(&self) -> Option<&Sent> {
        self.packets.iter().find(|sent| sent.fate == Fate::Outstanding)
    }

    /// Whether an unacknowledged packet is larger than `bytes`.
    pub(crate) fn has_larger_than(&self, bytes: usize) -> bool {
        self.packets.iter().any(|sent| sent.fate != Fate::Acked && sent.size as usize > bytes)
    }

    /// Marks the packets `numbers` as received; calls `tell` for each newly acknowledged one,
    /// before its state changes.
    pub(crate) fn ack(&mut self, numbers: Range<u64>, mut tell: impl FnMut(&Sent)) {
        let first = self.packets.partition_point(|sent| sent.number < numbers.start);
        for sent in self.packets.range_mut(first..) {
            if sent.number >= numbers.end {
                break;
            }
            if sent.fate == Fate::Acked {
                continue;
            }
            tell(sent);
            if sent.fate == Fate::Outstanding {
                self.bytes -= u64::from(sent.size);
                self.outstanding -= 1;
            }
            sent.fate = Fate::Acked;
        }
    }

    /// Declares the outstanding packets lost for which `is_lost` returns true. Only packets sent
    /// before the largest acknowledged one are examined, oldest first.
    pub(crate) fn give_up(
        &mut self,
        now_ns: u64,
        mut is_lost: impl FnMut(&Sent) -> bool,
        mut tell: impl FnMut(&Sent),
    ) {
        let Some(largest) = self.largest_acked else {
            return;
        };
        for sent in &mut self.packets {
            if sent.number >= largest {
                break;
            }
            if sent.fate == Fate::Outstanding && is_lost(sent) {
                tell(sent);
                self.bytes -= u64::from(sent.size);
                self.outstanding -= 1;
                (sent.fate, sent.lost_ns) = (Fate::Lost, now_ns);
            }
        }
    }

    /// Drops settled packets from the old end.
    pub(crate) fn trim(&mut self) {
        let recent = self.largest_acked.unwrap_or(0).saturating_sub(REMEMBERED);
        while let Some(sent) = self.packets.front() {
            let is_over = match sent.fate {
                Fate::Outstanding => false,
                Fate::Acked => true,
                Fate::Lost => sent.number < recent,
            };
            if !is_over {
                break;
            }
            self.packets.pop_front();
        }
    }
}

#[cfg(test)]
pub(crate) fn packet(number: u64, at_ns: u64) -> Sent {
    let (start, len, size) = (number * 100, 100, 164);
    let (is_size_probe, fate) = (false, Fate::Outstanding);
    Sent { number, at_ns, lost_ns: 0, start, len, size, is_size_probe, fate }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_packet_is_settled_once() {
        let mut flight = Flight::default();
        (0..10).for_each(|number| flight.push(packet(number, number)));
        let mut acked = Vec::new();
        flight.ack(4..7, |sent| acked.push((sent.number, sent.fate)));
        flight.ack(5..8, |sent| acked.push((sent.number, sent.fate)));
        assert_eq!(acked, [4, 5, 6, 7].map(|number| (number, Fate::Outstanding)));
        flight.note_largest(7);
        let mut lost = Vec::new();
        flight.give_up(77, |sent| sent.number < 3, |sent| lost.push(sent.number));
        flight.give_up(77, |sent| sent.number < 9, |sent| lost.push(sent.number));
        assert_eq!(lost, [0, 1, 2, 3], "nothing above the largest acknowledged");
        assert_eq!((flight.bytes(), flight.is_empty()), (2 * 164, false));
        flight.ack(2..3, |sent| assert_eq!((sent.fate, sent.lost_ns), (Fate::Lost, 77)));
        assert_eq!(flight.oldest().map(|sent| sent.number), Some(8));
        flight.ack(8..10, |_| ());
        assert!(flight.is_empty() && flight.bytes() == 0);
        flight.note_largest(9 + REMEMBERED);
        flight.trim();
        assert_eq!(flight.len(), 0);
    }
}
