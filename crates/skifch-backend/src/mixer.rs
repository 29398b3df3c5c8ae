//! Hash tables keyed by addresses of this job.

use skifch_abi::NetAddr;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A value for each peer. A sender that alternates between peers looks it up on every send.
pub type ByAddr<V> = HashMap<NetAddr, V, BuildHasherDefault<Mixer>>;

/// A hasher with one multiplication per number. Peers may choose keys that collide, but a process
/// slowed down by its own job harms nobody else.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    #[inline(always)]
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline(always)]
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    #[inline(always)]
    fn write_i32(&mut self, value: i32) {
        self.write_u64(u64::from(value.cast_unsigned()));
    }
}
