//! A launcher controlled by a test: it starts, kills and stops ranks individually while the others
//! continue. (`skifrun` ends a job when a rank dies.) Also simulated hosts with networks between
//! them, on one machine.

mod command;
mod launcher;
pub mod netlab;
pub mod over;
mod tree;
mod watch;

pub use command::{finish, has, run, said, skifrun_for};
pub use launcher::{Job, Line};
pub use over::{is_for, is_once_more};
pub use skifch_chance::is_long;
pub use tree::{Build, tree};
pub use watch::{
    Seed, Watchdog, at_once, free_port, install, is_root, kill, locate, skip, wait_until,
};

/// FNV-1a, to derive sizes and contents from a number on both sides.
pub fn hash(number: u64) -> u64 {
    let step = |h: u64, byte: u8| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    number.to_le_bytes().into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The message `number` of rank `from`: first the number, then bytes derived from both. Overwrites
/// `out`.
pub fn compose(from: u32, number: u64, out: &mut Vec<u8>) {
    let seed = hash(number ^ (u64::from(from) << 40));
    let most = if seed.is_multiple_of(16) { 16_000 } else { 256 };
    let len = (seed >> 8) % most;
    out.clear();
    out.extend_from_slice(&number.to_le_bytes());
    out.extend((0..len).map(|index| (seed >> (index % 7 * 8)) as u8 ^ index as u8));
}
