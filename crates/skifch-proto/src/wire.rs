//! The datagram format.
//!
//! Every datagram has one header of 64 bytes, a cache line, with all numbers little-endian; then
//! come the further runs of the acknowledgement, then the payload. The fixed length of the header
//! lets a driver receive the payload directly into its probable place in the receive ring.
//!
//! | bytes | field |
//! |---|---|
//! | 0 | magic, [`MAGIC`] |
//! | 1 | version in the high half, [`Kind`] in the low |
//! | 2 | flags, `FLAG_*` |
//! | 3 | number of further acknowledged runs, 4 bytes each, before the payload |
//! | 4–11 | token of the receiver's connection; 0 in a hello to a peer not heard yet |
//! | 12–15 | packet number, low 32 bits |
//! | 16–23 | stream position of the payload; in a reset the unknown token |
//! | 24–31 | acknowledged position: every byte below it was received |
//! | 32–35 | credit: bytes beyond the acknowledged position that the receiver has room for |
//! | 36–39 | largest packet number received, low 32 bits |
//! | 40–41 | number of packets directly below the largest that were received, too |
//! | 42–43 | time since the largest was received, µs |
//! | 44–45 | payload bytes |
//! | 46–47 | zero |
//! | 48–63 | tag, see [`crate::seal`]; zero if datagrams are not sealed |

use std::ops::Range;

/// Size of the header in bytes.
pub const HEADER_BYTES: usize = 64;
/// Position of the tag in the header.
pub(crate) const TAG: Range<usize> = 48..64;
/// Size of one further acknowledged run in bytes.
pub(crate) const RUN_BYTES: usize = 4;
/// Maximum number of further acknowledged runs in one datagram.
pub(crate) const MAX_RUNS: usize = 32;
/// A datagram size that every host can receive: a header with all runs and some payload.
pub const LEAST_DATAGRAM_BYTES: usize = 512;
/// Size of a hello's payload in bytes.
pub(crate) const HELLO_BYTES: usize = 40;
/// The first byte of every datagram.
pub const MAGIC: u8 = 0x53;
/// The protocol version of this crate.
pub const VERSION: u8 = 1;

/// An immediate acknowledgement is requested.
pub(crate) const FLAG_ACK_REQUEST: u8 = 1;
/// The acknowledgement fields are valid.
pub(crate) const FLAG_ACK: u8 = 2;
/// Requests an acknowledgement even without payload; in a hello, a reply.
pub(crate) const FLAG_PING: u8 = 4;
/// Padding follows the payload: the datagram probes a size.
pub(crate) const FLAG_PADDED: u8 = 8;
const FLAGS: u8 = 15;

/// Datagram kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Opens a connection: sender, target, token and credit.
    Hello = 1,
    /// Part of an open connection: payload, acknowledgement, or both.
    Data = 2,
    /// Reports that the token by which the peer addressed this host is unknown here.
    Reset = 3,
}

/// Why a datagram is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Other protocol or version.
    Magic,
    /// Inconsistent, although its first bytes are right.
    Malformed,
}

/// The acknowledgement part of a header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ack {
    pub(crate) position: u64,
    pub(crate) credit: u32,
    pub(crate) largest: u32,
    pub(crate) run: u16,
    pub(crate) delay_us: u16,
}

/// A decoded and validated header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    pub(crate) runs: u8,
    pub(crate) to: u64,
    pub(crate) number: u32,
    pub(crate) position: u64,
    /// `Default` unless `FLAG_ACK` is set.
    pub(crate) ack: Ack,
    pub(crate) len: u16,
}

/// A further acknowledged run: `gap` numbers below the previous run are missing, then `run + 1`
/// numbers were received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) gap: u16,
    pub(crate) run: u16,
}

/// The payload of a hello.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    /// The token to address the sender's connection by.
    pub(crate) token: u64,
    /// Job identifier; peers of other jobs are not answered.
    pub(crate) job: u64,
    /// Network address of the sender's channel.
    pub(crate) source: u32,
    /// Network address of the target channel.
    pub(crate) target: u32,
    /// Stream bytes that the sender has room for.
    pub(crate) credit: u32,
    /// The largest message that the sender accepts, bytes.
    pub(crate) max_message: u32,
    /// The largest datagram that the sender can receive, bytes.
    pub(crate) max_datagram: u32,
}

/// Reads a number at byte `$at`.
macro_rules! get {
    ($bytes:expr, $at:expr, $type:ty) => {{
        let mut word = [0; size_of::<$type>()];
        word.copy_from_slice(&$bytes[$at..$at + size_of::<$type>()]);
        <$type>::from_le_bytes(word)
    }};
}

macro_rules! put {
    ($bytes:expr, $at:expr, $value:expr) => {{
        let word = $value.to_le_bytes();
        $bytes[$at..$at + word.len()].copy_from_slice(&word);
    }};
}

impl Header {
    /// A header of `kind` with all other fields empty.
    pub(crate) fn new(kind: Kind, to: u64) -> Self {
        let ack = Ack::default();
        Self { kind, flags: 0, runs: 0, to, number: 0, position: 0, ack, len: 0 }
    }

    /// Encodes the header, with an empty tag.
    pub(crate) fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[0] = MAGIC;
        bytes[1] = VERSION << 4 | self.kind as u8;
        bytes[2] = self.flags;
        bytes[3] = self.runs;
        put!(bytes, 4, self.to);
        put!(bytes, 12, self.number);
        put!(bytes, 16, self.position);
        put!(bytes, 24, self.ack.position);
        put!(bytes, 32, self.ack.credit);
        put!(bytes, 36, self.ack.largest);
        put!(bytes, 40, self.ack.run);
        put!(bytes, 42, self.ack.delay_us);
        put!(bytes, 44, self.len);
        bytes
    }

    /// Decodes and validates the header of a datagram of `total` bytes. The tag is not checked.
    pub(crate) fn decode(bytes: &[u8; HEADER_BYTES], total: usize) -> Result<Self, Fault> {
        if bytes[0] != MAGIC || bytes[1] >> 4 != VERSION {
            return Err(Fault::Magic);
        }
        let kind = match bytes[1] & 15 {
            1 => Kind::Hello,
            2 => Kind::Data,
            3 => Kind::Reset,
            _ => return Err(Fault::Malformed),
        };
        let ack = Ack {
            position: get!(bytes, 24, u64),
            credit: get!(bytes, 32, u32),
            largest: get!(bytes, 36, u32),
            run: get!(bytes, 40, u16),
            delay_us: get!(bytes, 42, u16),
        };
        let header = Self {
            kind,
            flags: bytes[2],
            runs: bytes[3],
            to: get!(bytes, 4, u64),
            number: get!(bytes, 12, u32),
            position: get!(bytes, 16, u64),
            ack,
            len: get!(bytes, 44, u16),
        };
        let sound = get!(bytes, 46, u16) == 0 && header.is_sound(total);
        if sound { Ok(header) } else { Err(Fault::Malformed) }
    }

    fn is_sound(&self, total: usize) -> bool {
        let said = self.payload().end;
        let has_ack = self.flags & FLAG_ACK != 0;
        let fits = match self.flags & FLAG_PADDED {
            0 => said == total,
            _ => said <= total,
        };
        let sums = self.position.checked_add(u64::from(self.len)).is_some()
            && self.ack.position.checked_add(u64::from(self.ack.credit)).is_some();
        let acks = has_ack || (self.ack == Ack::default() && self.runs == 0);
        let shape = match self.kind {
            Kind::Hello => {
                let rest = (self.flags & !FLAG_PING, self.number, self.position);
                usize::from(self.len) == HELLO_BYTES && rest == (0, 0, 0)
            }
            Kind::Data => self.to != 0,
            Kind::Reset => self.position != 0 && (self.flags, self.len, self.number) == (0, 0, 0),
        };
        let known = self.flags & !FLAGS == 0 && usize::from(self.runs) <= MAX_RUNS;
        fits && sums && acks && shape && known
    }

    /// Position of the payload in the datagram.
    pub(crate) fn payload(&self) -> Range<usize> {
        let start = HEADER_BYTES + usize::from(self.runs) * RUN_BYTES;
        start..start + usize::from(self.len)
    }

    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// Size of the first datagram in a run coalesced by the kernel (all of one size, but the last may
/// be shorter), computed from its header. The size of a padded one is not in its header, so it is
/// taken to be alone; datagrams coalesced with it are lost.
pub(crate) fn first_bytes(run: &[u8]) -> usize {
    let Some(head) = run.first_chunk::<HEADER_BYTES>() else { return run.len() };
    if head[2] & FLAG_PADDED != 0 {
        return run.len();
    }
    let said = HEADER_BYTES + usize::from(head[3]) * RUN_BYTES + usize::from(get!(head, 44, u16));
    said.min(run.len())
}

impl Run {
    pub(crate) fn encode(self) -> [u8; RUN_BYTES] {
        let mut bytes = [0; RUN_BYTES];
        put!(bytes, 0, self.gap);
        put!(bytes, 2, self.run);
        bytes
    }

    /// The runs between header and payload. `None` if one of them touches the previous run.
    pub(crate) fn decode(bytes: &[u8]) -> Option<impl Iterator<Item = Self>> {
        let runs = bytes
            .chunks_exact(RUN_BYTES)
            .map(|bytes| Self { gap: get!(bytes, 0, u16), run: get!(bytes, 2, u16) });
        runs.clone().all(|run| run.gap > 0).then_some(runs)
    }
}

impl Hello {
    pub(crate) fn encode(&self) -> [u8; HELLO_BYTES] {
        let mut bytes = [0; HELLO_BYTES];
        put!(bytes, 0, self.token);
        put!(bytes, 8, self.job);
        put!(bytes, 16, self.source);
        put!(bytes, 20, self.target);
        put!(bytes, 24, self.credit);
        put!(bytes, 28, self.max_message);
        put!(bytes, 32, self.max_datagram);
        bytes
    }

    /// `None` if a field is invalid.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != HELLO_BYTES {
            return None;
        }
        let hello = Self {
            token: get!(bytes, 0, u64),
            job: get!(bytes, 8, u64),
            source: get!(bytes, 16, u32),
            target: get!(bytes, 20, u32),
            credit: get!(bytes, 24, u32),
            max_message: get!(bytes, 28, u32),
            max_datagram: get!(bytes, 32, u32),
        };
        let sizes =
            hello.credit.is_multiple_of(8) && hello.max_datagram >= LEAST_DATAGRAM_BYTES as u32;
        (get!(bytes, 36, u32) == 0 && hello.token != 0 && sizes).then_some(hello)
    }
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
