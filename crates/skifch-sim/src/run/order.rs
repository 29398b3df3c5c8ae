//! Whether packets of a pair arrive in the order in which they were sent.

use crate::Error;
use crate::engine::{Delivery, Subnet};
use crate::random::Mixed;

/// The last tag of every pair that was heard of.
pub(super) enum Order {
    /// Of up to [`FEW`] nodes: by pair, the tag and 1 more; 0 for none.
    Few {
        nodes: usize,
        last: Vec<u64>,
    },
    Many(Mixed<u64>),
}

/// Nodes of which all pairs have a place in 16 MB.
const FEW: u32 = 1024;

impl Order {
    pub(super) fn new(nodes: u32) -> Self {
        match nodes <= FEW {
            true => {
                let nodes = nodes as usize;
                Self::Few { nodes, last: vec![0; Subnet::ALL.len() * nodes * nodes] }
            }
            false => Self::Many(Mixed::default()),
        }
    }

    /// Notes a delivery; tags of a pair grow in the order of sending.
    pub(super) fn note(&mut self, packet: &Delivery) -> Result<(), Error> {
        let (from, to, subnet) = (packet.from, packet.to, packet.subnet.index());
        let last = match self {
            Self::Few { nodes, last } => {
                let place = (subnet * *nodes + from as usize) * *nodes + to as usize;
                std::mem::replace(&mut last[place], packet.tag + 1).checked_sub(1)
            }
            Self::Many(last) => {
                let pair = u64::from(from) << 32 | u64::from(to) << 1;
                last.insert(pair | subnet as u64, packet.tag)
            }
        };
        match last.filter(|last| *last >= packet.tag) {
            None => Ok(()),
            Some(last) => {
                let Delivery { from, to, tag, .. } = packet;
                Err(Error::new(format!(
                    "packet {tag} from {from} to {to} came after packet {last}"
                )))
            }
        }
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
        assert!(order.note(&packet(0, 5, Subnet::Request)).is_ok());
        assert!(order.note(&packet(2, 4, Subnet::Request)).is_ok());
        assert!(order.note(&packet(0, 4, Subnet::Reply)).is_ok());
        let said = order.note(&packet(0, 4, Subnet::Request)).unwrap_err().to_string();
        assert_eq!(said, "packet 4 from 0 to 1 came after packet 5");
    }
}
