//! Long messages sent as several eager pieces, between ranks that share memory.
//!
//! A long message is announced, and sent when the receiver is ready. Where ranks share CPUs, both
//! would then need two turns on one, and elsewhere the root of a broadcast would wait for its
//! receivers. Pieces are sent at once and stay in the lane until they are received.

use super::builder::{Builder, Team};
use crate::p2p::Buffer;

/// Longest piece in bytes: short enough to be sent eagerly over shared memory.
pub(super) const PIECE_BYTES: usize = 16_000;
/// Beyond this size the lane has no room for all pieces.
const MAX_BYTES: usize = 1 << 20;

/// Whether a message of this many bytes is sent in pieces.
pub(super) fn suit(b: &Builder, bytes: usize) -> bool {
    b.is_near && (PIECE_BYTES + 1..=MAX_BYTES).contains(&bytes)
}

/// The pieces of a block: of nearly equal size, a multiple of the cache line.
fn of(data: &Buffer) -> impl Iterator<Item = Buffer> {
    const LINE_BYTES: usize = 64;
    let (base, bytes) = (data.base, data.bytes);
    let each = bytes.div_ceil(bytes.div_ceil(PIECE_BYTES)).next_multiple_of(LINE_BYTES);
    (0..bytes)
        .step_by(each)
        .map(move |at| Buffer::dense(base.wrapping_add(at), each.min(bytes - at)))
}

/// Sends a block in pieces.
pub(super) fn send(b: &mut Builder, team: &Team, data: &Buffer, to: usize) {
    of(data).for_each(|piece| b.send(team, piece, to));
}

/// Receives a block in pieces.
pub(super) fn recv(b: &mut Builder, team: &Team, data: &Buffer, from: usize) {
    of(data).for_each(|piece| b.recv(team, piece, from));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_a_block() {
        for bytes in [PIECE_BYTES + 1, 64 << 10, 100_001, MAX_BYTES] {
            let pieces: Vec<_> = of(&Buffer::dense(std::ptr::null_mut(), bytes)).collect();
            let mut end = 0;
            for piece in &pieces {
                assert_eq!(piece.base.addr(), end);
                assert!((1..=PIECE_BYTES).contains(&piece.bytes), "{bytes}: {}", piece.bytes);
                end += piece.bytes;
            }
            assert_eq!((end, pieces.len()), (bytes, bytes.div_ceil(PIECE_BYTES)));
        }
    }
}
