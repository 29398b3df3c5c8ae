//! Loss detection as in RFC 9002, section 6: a packet is lost when a later one is acknowledged and
//! it is a number of packets, or 9/8 of a round trip, older. The packet threshold adapts to
//! reordering, as in RFC 8985, section 7.2: a packet declared lost too early shows by how much.

use crate::flight::{Flight, Sent};
use crate::rtt::Rtt;

const FIRST_THRESHOLD: u64 = 3;
/// Limit of the packet threshold: beyond this it is not reordering, but a different path.
const MAX_THRESHOLD: u64 = 128;
/// Minimum age of a lost packet in ns, given the accuracy of clocks and timers.
const GRANULARITY_NS: u64 = 20_000;

#[derive(Debug)]
pub(crate) struct Loss {
    threshold: u64,
    /// When the oldest suspect will be lost if it is not acknowledged.
    due_ns: Option<u64>,
}

impl Loss {
    pub(crate) fn new() -> Self {
        Self { threshold: FIRST_THRESHOLD, due_ns: None }
    }

    /// When to run detection again.
    pub(crate) fn due_ns(&self) -> Option<u64> {
        self.due_ns
    }

    /// Packet `number` was declared lost, and then acknowledged together with `largest`.
    pub(crate) fn on_spurious(&mut self, number: u64, largest: u64) {
        let needed = largest.saturating_sub(number) + 1;
        self.threshold = self.threshold.max(needed).min(MAX_THRESHOLD);
    }

    /// Declares packets lost, and calls `tell` for each.
    pub(crate) fn detect(
        &mut self,
        now_ns: u64,
        flight: &mut Flight,
        rtt: &Rtt,
        tell: impl FnMut(&Sent),
    ) {
        self.due_ns = None;
        let Some(largest) = flight.largest_acked().filter(|_| !flight.is_empty()) else {
            return;
        };
        let patience = rtt.reorder_ns(GRANULARITY_NS);
        let threshold = self.threshold;
        let due = &mut self.due_ns;
        let is_lost = |sent: &Sent| {
            let over = sent.at_ns + patience;
            let is_lost = over <= now_ns || sent.number + threshold <= largest;
            if !is_lost {
                *due = Some(due.unwrap_or(over).min(over));
            }
            is_lost
        };
        flight.give_up(now_ns, is_lost, tell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flight::packet;

    fn lost(loss: &mut Loss, now_ns: u64, flight: &mut Flight) -> Vec<u64> {
        let mut rtt = Rtt::new(1);
        rtt.sample(80_000, 0);
        let mut numbers = Vec::new();
        loss.detect(now_ns, flight, &rtt, |sent| numbers.push(sent.number));
        numbers
    }

    #[test]
    fn by_number_by_time_and_not_before() {
        let mut flight = Flight::default();
        (0..6).for_each(|number| flight.push(packet(number, number)));
        let mut loss = Loss::new();
        assert!(lost(&mut loss, 1 << 40, &mut flight).is_empty(), "nothing was acknowledged");
        flight.ack(4..5, |_| ());
        flight.note_largest(4);
        assert_eq!(lost(&mut loss, 10, &mut flight), [0, 1]);
        assert_eq!(loss.due_ns(), Some(2 + 90_000));
        assert_eq!(lost(&mut loss, 90_002, &mut flight), [2]);
        assert_eq!(lost(&mut loss, 1 << 40, &mut flight), [3]);
        assert_eq!(loss.due_ns(), None, "what was sent after it is not suspect");
    }

    #[test]
    fn a_mistake_makes_it_patient() {
        let mut flight = Flight::default();
        (0..20).for_each(|number| flight.push(packet(number, 0)));
        let mut loss = Loss::new();
        loss.on_spurious(0, 9);
        flight.ack(9..10, |_| ());
        flight.note_largest(9);
        assert!(lost(&mut loss, 10, &mut flight).is_empty());
        flight.note_largest(12);
        assert_eq!(lost(&mut loss, 10, &mut flight), [0, 1, 2]);
        loss.on_spurious(0, 1 << 30);
        assert_eq!(loss.threshold, MAX_THRESHOLD);
    }
}
