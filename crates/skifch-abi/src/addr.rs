//! Network addresses: a rank and a port in 32 bits.

/// `netaddr_t`: the address of a channel, as [`netaddr`] builds it.
pub type NetAddr = u32;

/// Bits of a [`NetAddr`] that hold the rank.
pub const RANK_BITS: u32 = 22;
/// Bits of a [`NetAddr`] that hold the port, above the rank.
pub const PORT_BITS: u32 = 32 - RANK_BITS;
/// The largest rank that an address can hold.
pub const MAX_RANK: u32 = (1 << RANK_BITS) - 1;
/// The largest port that an address can hold.
pub const MAX_PORT: u32 = (1 << PORT_BITS) - 1;

/// Not the address of any channel: no job is large enough to have the rank [`MAX_RANK`].
pub const ADDR_NONE: NetAddr = u32::MAX;

/// The address of `rank`'s channel on `port`. On port 0 it equals the rank.
///
/// Bits beyond [`MAX_RANK`] and [`MAX_PORT`] are discarded: check untrusted values first.
#[inline]
pub const fn netaddr(rank: u32, port: u32) -> NetAddr {
    (rank & MAX_RANK) | port << RANK_BITS
}

/// The rank in an address.
#[inline]
pub const fn rank_of(addr: NetAddr) -> u32 {
    addr & MAX_RANK
}

/// The port in an address.
#[inline]
pub const fn port_of(addr: NetAddr) -> u32 {
    addr >> RANK_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gives_back_its_rank_and_port() {
        for (rank, port) in [(0, 0), (1, 0), (MAX_RANK, 0), (0, MAX_PORT), (MAX_RANK, MAX_PORT)] {
            let addr = netaddr(rank, port);
            assert_eq!((rank_of(addr), port_of(addr)), (rank, port));
        }
        assert_eq!(netaddr(77, 0), 77);
    }

    #[test]
    fn the_address_space_is_as_large_as_the_contract_says() {
        const { assert!(MAX_RANK >= (1 << 20) - 1 && MAX_PORT >= (1 << 10) - 1) };
    }
}
