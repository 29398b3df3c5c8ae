//! Tables with a lookup per message. Their keys are numbers chosen by members of the job, so the
//! hash need not resist attackers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A table whose hash costs one multiplication.
pub(crate) type Table<K, V> = HashMap<K, V, BuildHasherDefault<Product>>;

/// Odd, and half of its bits are set.
const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

/// A multiplicative hash of a few numbers.
#[derive(Default)]
pub(crate) struct Product(u64);

impl Hasher for Product {
    #[inline(always)]
    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(FACTOR);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    /// The high bits of a product are well mixed, and the table also needs good low bits.
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::Hash;

    fn low_bits(keys: impl Iterator<Item = (u32, u32)>) -> usize {
        let places = keys.map(|key| {
            let mut hash = Product::default();
            key.hash(&mut hash);
            hash.finish() & 1023
        });
        places.collect::<HashSet<_>>().len()
    }

    #[test]
    fn ranks_ports_and_connections_get_places_of_their_own() {
        // Random hashing gives 1024 keys 647 of 1024 places on average.
        assert!(low_bits((0..1024).map(|index| (index, 0))) > 500, "connections");
        assert!(low_bits((0..1024).map(|serial| (7, serial))) > 500, "one place again and again");
        assert!(low_bits((0..1024).map(|rank| (rank << 10, 3))) > 500, "ranks of one port");
    }
}
