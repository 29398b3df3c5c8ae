//! The lane of each receiver.

use skifch_backend::abi::NetAddr;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Index of the lane to each receiver. Who sends to one after the other looks here every time.
pub(crate) type Routes = HashMap<NetAddr, usize, BuildHasherDefault<Mixer>>;

/// One multiplication: the addresses are this program's choice, so nobody else makes them collide.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    #[inline(always)]
    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
