//! Whether packets of a pair arrive in the order in which they were sent.

use crate::Error;
use crate::engine::Delivery;
use crate::random::mix;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The last tag of every pair that was heard of.
#[derive(Default)]
pub(super) struct Order {
    last: HashMap<u64, u64, BuildHasherDefault<Mixer>>,
}

impl Order {
    /// Notes a delivery; tags of a pair grow in the order of sending.
    pub(super) fn note(&mut self, packet: &Delivery) -> Result<(), Error> {
        let pair = u64::from(packet.from) << 32 | u64::from(packet.to) << 1;
        let last = self.last.insert(pair | packet.subnet.index() as u64, packet.tag);
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

/// Keys are numbers that nobody chooses to do harm.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Subnet;

    #[test]
    fn a_packet_that_was_overtaken_is_found_and_pairs_are_apart() {
        let mut order = Order::default();
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
