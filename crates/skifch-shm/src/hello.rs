//! The two packets that set up a lane, and the one-byte packets that follow them.
//!
//! The sender connects and sends `Hello` with the lane's memory; the receiver answers `Welcome`
//! with its control memory. Until the answer has arrived the sender may fill the lane once.

use skifch_backend::Error;
use skifch_backend::abi::NetAddr;

/// Wakes a peer that sleeps.
pub(crate) const DOORBELL: u8 = b'D';
/// Announces that the sender of this packet closes its channel in good order.
pub(crate) const GOODBYE: u8 = b'C';

/// Carries an exchange line, which both sides write.
pub(crate) const EXCHANGE: u8 = b'X';

/// Buffer size in bytes that holds any packet.
pub(crate) const PACKET_BYTES: usize = 64;

const HELLO_MAGIC: u32 = u32::from_le_bytes(*b"SKH5");
const WELCOME_MAGIC: u32 = u32::from_le_bytes(*b"SKW5");

/// The first packet, from the sender of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    /// The job, so that a stray process of the same user is not taken for a rank.
    pub(crate) job_key: [u8; 16],
    /// The sending channel.
    pub(crate) src: NetAddr,
    /// The channel that the hello is meant for.
    pub(crate) dst: NetAddr,
    /// Size of the ring in bytes.
    pub(crate) ring_bytes: u32,
    /// Maximum message size in bytes.
    pub(crate) max_message: u32,
    /// Which incarnation of its address the sending channel is.
    pub(crate) life: u64,
    /// The heavy fences of other processes (membarrier) reach the sender's process: a sleeping peer
    /// need not poll by itself because of this sender.
    pub(crate) is_reached: bool,
}

/// The receiver's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Welcome {
    /// The line of the control memory that holds the lane's credit, counted in cache lines.
    pub(crate) credit_line: u32,
    /// As in `Hello`, for the receiving channel.
    pub(crate) life: u64,
    /// As in `Hello`, for the receiver's process.
    pub(crate) is_reached: bool,
}

impl Hello {
    /// The packet as sent over the socket.
    pub(crate) fn encode(&self) -> [u8; 48] {
        let mut out = [0; 48];
        out[..16].copy_from_slice(&self.job_key);
        out[40..].copy_from_slice(&self.life.to_le_bytes());
        let is_reached = u32::from(self.is_reached);
        let words =
            [HELLO_MAGIC, self.src, self.dst, self.ring_bytes, self.max_message, is_reached];
        for (to, word) in out[16..].chunks_exact_mut(4).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        out
    }

    /// Decodes a received packet; checks only its format and the job.
    pub(crate) fn decode(bytes: &[u8], job_key: &[u8; 16]) -> Result<Self, Error> {
        let bad =
            |why: &str| Err(Error::new(libc::EPROTO, format!("a peer's connection request {why}")));
        let (key, words) = match bytes.split_first_chunk::<16>() {
            Some((key, words)) if words.len() == 32 => (key, words),
            _ => return bad("has the wrong length"),
        };
        let word = |index: usize| le_word(words, index);
        if word(0) != HELLO_MAGIC {
            return bad("is of another version of SkifCh");
        }
        if key != job_key {
            return bad("belongs to another job");
        }
        let Some(is_reached) = yes_or_no(word(5)) else {
            return bad("has an invalid flag for fences that reach its process");
        };
        Ok(Self {
            job_key: *key,
            src: word(1),
            dst: word(2),
            ring_bytes: word(3),
            max_message: word(4),
            is_reached,
            life: le_long(words, 6),
        })
    }
}

impl Welcome {
    /// The packet as sent over the socket.
    pub(crate) fn encode(&self) -> [u8; 20] {
        let mut out = [0; 20];
        out[..4].copy_from_slice(&WELCOME_MAGIC.to_le_bytes());
        out[4..8].copy_from_slice(&self.credit_line.to_le_bytes());
        out[8..16].copy_from_slice(&self.life.to_le_bytes());
        out[16..].copy_from_slice(&u32::from(self.is_reached).to_le_bytes());
        out
    }

    /// Decodes a received packet.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let is_one = bytes.len() == 20 && le_word(bytes, 0) == WELCOME_MAGIC;
        let Some(is_reached) = yes_or_no(le_word(bytes, 4)).filter(|_| is_one) else {
            return Err(Error::new(libc::EPROTO, "a peer's connection reply is invalid"));
        };
        Ok(Self { credit_line: le_word(bytes, 1), life: le_long(bytes, 2), is_reached })
    }
}

/// Any word other than 0 or 1 is invalid and is not guessed at.
fn yes_or_no(word: u32) -> Option<bool> {
    (word < 2).then_some(word == 1)
}

fn le_word(bytes: &[u8], index: usize) -> u32 {
    let at = index * 4;
    bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes)
}

/// A 64-bit value from the two words starting at `index`.
fn le_long(bytes: &[u8], index: usize) -> u64 {
    u64::from(le_word(bytes, index)) | u64::from(le_word(bytes, index + 1)) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_arrive_as_they_were_said_and_others_are_refused() {
        let (job_key, life) = ([7; 16], 0x0123_4567_89ab_cdef);
        let ring_bytes = 1 << 16;
        let hello = |is_reached| Hello {
            job_key,
            src: 1,
            dst: 2,
            ring_bytes,
            max_message: 100,
            life,
            is_reached,
        };
        for hello in [hello(true), hello(false)] {
            assert_eq!(Hello::decode(&hello.encode(), &[7; 16]).expect("ours"), hello);
        }
        let hello = hello(true);
        assert!(Hello::decode(&hello.encode(), &[8; 16]).is_err(), "another job");
        assert!(Hello::decode(&hello.encode()[1..], &[7; 16]).is_err(), "too short");
        for is_reached in [true, false] {
            let welcome = Welcome { credit_line: 9, life, is_reached };
            assert_eq!(Welcome::decode(&welcome.encode()).expect("ours"), welcome);
        }
        assert!(Welcome::decode(&hello.encode()).is_err());
        let (mut hello, mut welcome) =
            (hello.encode(), Welcome { credit_line: 9, life, is_reached: false }.encode());
        (hello[37], welcome[17]) = (0x80, 0x80);
        assert!(Hello::decode(&hello, &[7; 16]).is_err(), "neither yes nor no");
        assert!(Welcome::decode(&welcome).is_err(), "neither yes nor no");
    }
}
