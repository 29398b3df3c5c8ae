//! Checks that the packets of a pair arrive in the order in which they were sent.

use crate::Error;
use crate::engine::{Delivery, Subnet};
use crate::random::Mixed;

/// Checks the order of deliveries.
pub(super) struct Order {
    nodes: u64,
    last: Last,
    /// Pairs and tags that have not been checked yet. The entries of pairs are far apart in memory;
    /// checking many at once overlaps the cache misses.
    noted: Vec<(u64, u64)>,
}

/// The last tag delivered for each pair.
enum Last {
    /// For up to [`FEW`] nodes: by pair, the tag plus 1; 0 for none.
    Few(Vec<u64>),
    Many(Mixed<u64>),
}

/// Number of nodes for which a table of all pairs takes 16 MB.
const FEW: u32 = 1024;

/// Number of deliveries that are checked together.
const AT_ONCE: usize = 256;

impl Order {
    pub(super) fn new(nodes: u32) -> Self {
        let last = match nodes <= FEW {
            true => Last::Few(vec![0; Subnet::ALL.len() * (nodes * nodes) as usize]),
            false => Last::Many(Mixed::default()),
        };
        Self { nodes: u64::from(nodes), last, noted: Vec::with_capacity(AT_ONCE) }
    }

    /// Notes a delivery; the tags of a pair grow in the order of sending.
    pub(super) fn note(&mut self, packet: &Delivery) -> Result<(), Error> {
        let ends = packet.subnet.index() as u64 * self.nodes + u64::from(packet.from);
        self.noted.push((ends * self.nodes + u64::from(packet.to), packet.tag));
        if self.noted.len() < AT_ONCE { Ok(()) } else { self.look() }
    }

    /// Checks all noted deliveries.
    pub(super) fn look(&mut self) -> Result<(), Error> {
        for (pair, tag) in self.noted.drain(..) {
            let last = match &mut self.last {
                Last::Few(last) => {
                    std::mem::replace(&mut last[pair as usize], tag + 1).checked_sub(1)
                }
                Last::Many(last) => last.insert(pair, tag),
            };
            if let Some(last) = last.filter(|last| *last >= tag) {
                let (from, to) = (pair / self.nodes % self.nodes, pair % self.nodes);
                let why = format!("packet {tag} from {from} to {to} arrived after packet {last}");
                return Err(Error::new(why));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_that_was_overtaken_is_found_and_pairs_are_apart() {
        for nodes in [3, 2000] {
            check(&mut Order::new(nodes));
        }
    }

    fn check(order: &mut Order) {
        let packet = |from, tag, subnet| Delivery {
            at: 0,
            born: 0,
            from,
            to: 1,
            payload_bytes: 8,
            hops: 1,
            subnet,
            tag,
        };
        let mut look = |packet| {
            let noted = order.note(&packet);
            noted.and_then(|()| order.look())
        };
        assert!(look(packet(0, 5, Subnet::Request)).is_ok());
        assert!(look(packet(2, 4, Subnet::Request)).is_ok());
        assert!(look(packet(0, 4, Subnet::Reply)).is_ok());
        let said = look(packet(0, 4, Subnet::Request)).unwrap_err().to_string();
        assert_eq!(said, "packet 4 from 0 to 1 arrived after packet 5");
    }
}
