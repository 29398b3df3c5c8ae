//! Protection against strangers and floods: unguessable tokens, and a rate limit per source until
//! it has proven that it receives our replies.

use crate::seal::hasher;
use highway::{HighwayHash, HighwayHasher};
use std::net::SocketAddr;

/// Number of low bits of a token that hold the connection's index. The rest is random.
const INDEX_BITS: u32 = 24;
/// Maximum number of connections per endpoint.
pub(crate) const MAX_CONNECTIONS: usize = 1 << INDEX_BITS;

/// Generates tokens and other unguessable numbers.
pub(crate) struct Tokens {
    key: HighwayHasher,
    count: u64,
}

impl Tokens {
    pub(crate) fn new(random: &[u8; 32]) -> Self {
        Self { key: hasher(random), count: 0 }
    }

    /// A token for the connection at `index`; never 0 and never repeated.
    pub(crate) fn next(&mut self, index: usize) -> u64 {
        loop {
            self.count += 1;
            let random = self.hash(&self.count.to_le_bytes()) << INDEX_BITS;
            if random != 0 {
                return random | index as u64;
            }
        }
    }

    fn hash(&self, bytes: &[u8]) -> u64 {
        let mut hasher = self.key.clone();
        hasher.append(bytes);
        hasher.finalize64()
    }

    /// A hash of a source address that others cannot collide with on purpose.
    fn place(&self, from: SocketAddr) -> u64 {
        let mut bytes = [0; 18];
        match from.ip() {
            std::net::IpAddr::V4(ip) => bytes[..4].copy_from_slice(&ip.octets()),
            std::net::IpAddr::V6(ip) => bytes[..16].copy_from_slice(&ip.octets()),
        }
        bytes[16..].copy_from_slice(&from.port().to_le_bytes());
        self.hash(&bytes)
    }
}

/// The index of the connection that a token belongs to.
pub(crate) fn index_of(token: u64) -> usize {
    token as usize & (MAX_CONNECTIONS - 1)
}

const BUCKETS: usize = 4096;
/// Burst size of a bucket: a process opens many channels at once.
const BURST: u64 = 256;
/// Time in ns until a bucket allows one more reply.
const REFILL_NS: u64 = 1_000_000;

/// Each source has two token buckets, and one with room is enough: a flooding source empties its
/// own two, which rarely are both buckets of another source.
pub(crate) struct Limiter {
    /// The time at which each bucket is full again, ns.
    full_ns: Vec<u64>,
}

impl Limiter {
    pub(crate) fn new() -> Self {
        Self { full_ns: vec![0; BUCKETS] }
    }

    /// Whether `from` may be answered now.
    pub(crate) fn allows(&mut self, now_ns: u64, tokens: &Tokens, from: SocketAddr) -> bool {
        let place = tokens.place(from) as usize;
        [place, place / BUCKETS].into_iter().any(|place| self.takes(now_ns, place % BUCKETS))
    }

    fn takes(&mut self, now_ns: u64, place: usize) -> bool {
        let next = self.full_ns[place].max(now_ns) + REFILL_NS;
        let is_allowed = next <= now_ns + BURST * REFILL_NS;
        if is_allowed {
            self.full_ns[place] = next;
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn tokens_are_new_each_time_and_know_their_place() {
        let mut tokens = Tokens::new(&[5; 32]);
        let made: HashSet<_> = (0..1000).map(|at| tokens.next(at % 7)).collect();
        assert_eq!(made.len(), 1000);
        assert_eq!(index_of(tokens.next(77)), 77);
        assert_ne!(Tokens::new(&[6; 32]).next(1), Tokens::new(&[5; 32]).next(1));
    }

    #[test]
    fn one_source_is_limited_and_others_are_not() {
        let (tokens, mut limiter) = (Tokens::new(&[5; 32]), Limiter::new());
        let from = |port| SocketAddr::from(([10, 0, 0, 1], port));
        let now_ns = 1 << 40;
        let count = (0..1000).filter(|_| limiter.allows(now_ns, &tokens, from(1))).count();
        assert_eq!(count as u64, 2 * BURST);
        assert!(limiter.allows(now_ns + REFILL_NS, &tokens, from(1)));
        assert!(limiter.allows(now_ns + REFILL_NS, &tokens, from(1)));
        assert!(!limiter.allows(now_ns + REFILL_NS, &tokens, from(1)));
        let others = (2..1000).filter(|port| limiter.allows(now_ns, &tokens, from(*port))).count();
        assert_eq!(others, 998, "none shares both of its buckets with it");
    }
}
