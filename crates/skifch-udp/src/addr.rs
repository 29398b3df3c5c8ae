//! Socket addresses in the kernel's format, so that sending needs no conversion.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

/// A socket address: IPv4 or IPv6, with its port.
#[derive(Clone, Copy)]
pub struct Addr(Raw);

#[derive(Clone, Copy)]
#[repr(C)]
union Raw {
    family: libc::sa_family_t,
    v4: libc::sockaddr_in,
    v6: libc::sockaddr_in6,
}

impl Addr {
    /// An empty address, with room for the kernel to write one of either family.
    pub(crate) const EMPTY: Self = {
        // SAFETY: an address is plain integers, for which zero is a value.
        let v6: libc::sockaddr_in6 = unsafe { std::mem::zeroed() };
        Self(Raw { v6 })
    };

    /// Size in bytes for the kernel to write to.
    pub(crate) const ROOM_BYTES: libc::socklen_t = size_of::<Raw>() as libc::socklen_t;

    /// `AF_INET`, `AF_INET6`, or 0 if nothing was written.
    pub(crate) fn family(&self) -> i32 {
        // SAFETY: every variant begins with the family, and all bytes of the union are always set.
        i32::from(unsafe { self.0.family })
    }

    pub(crate) fn is_v6(&self) -> bool {
        self.family() == libc::AF_INET6
    }

    pub(crate) fn as_ptr(&self) -> *const libc::sockaddr {
        (&raw const self.0).cast()
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut libc::sockaddr {
        (&raw mut self.0).cast()
    }

    /// Length of the actual address in bytes.
    pub(crate) fn len(&self) -> libc::socklen_t {
        let bytes = match self.is_v6() {
            true => size_of::<libc::sockaddr_in6>(),
            false => size_of::<libc::sockaddr_in>(),
        };
        bytes as libc::socklen_t
    }

    /// The port and the last four bytes of the host address, as a quick hash of the peer.
    pub(crate) fn words(&self) -> (u16, u32) {
        // SAFETY: plain integers, all of them always initialised; the family tells how to read
        // them.
        unsafe {
            match self.is_v6() {
                true => {
                    let [.., a, b, c, d] = self.0.v6.sin6_addr.s6_addr;
                    (u16::from_be(self.0.v6.sin6_port), u32::from_be_bytes([a, b, c, d]))
                }
                false => {
                    (u16::from_be(self.0.v4.sin_port), u32::from_be(self.0.v4.sin_addr.s_addr))
                }
            }
        }
    }

    /// Converts to the standard library's type.
    pub fn to_std(&self) -> SocketAddr {
        if self.is_v6() {
            // SAFETY: plain integers; the family says that this variant is meant.
            let v6 = unsafe { self.0.v6 };
            let ip = Ipv6Addr::from(v6.sin6_addr.s6_addr);
            let (port, flow, scope) =
                (u16::from_be(v6.sin6_port), v6.sin6_flowinfo, v6.sin6_scope_id);
            return SocketAddrV6::new(ip, port, flow, scope).into();
        }
        // SAFETY: as above; an address of neither family reads as 0.0.0.0:0 or as what was written.
        let v4 = unsafe { self.0.v4 };
        let ip = Ipv4Addr::from(u32::from_be(v4.sin_addr.s_addr));
        SocketAddrV4::new(ip, u16::from_be(v4.sin_port)).into()
    }
}

impl From<SocketAddr> for Addr {
    fn from(addr: SocketAddr) -> Self {
        let mut made = Self::EMPTY;
        match addr {
            SocketAddr::V4(addr) => {
                made.0.v4 = libc::sockaddr_in {
                    sin_family: libc::AF_INET as libc::sa_family_t,
                    sin_port: addr.port().to_be(),
                    sin_addr: libc::in_addr { s_addr: u32::from(*addr.ip()).to_be() },
                    sin_zero: [0; 8],
                };
            }
            SocketAddr::V6(addr) => {
                made.0.v6 = libc::sockaddr_in6 {
                    sin6_family: libc::AF_INET6 as libc::sa_family_t,
                    sin6_port: addr.port().to_be(),
                    sin6_flowinfo: addr.flowinfo(),
                    sin6_addr: libc::in6_addr { s6_addr: addr.ip().octets() },
                    sin6_scope_id: addr.scope_id(),
                };
            }
        }
        made
    }
}

impl From<(IpAddr, u16)> for Addr {
    fn from(pair: (IpAddr, u16)) -> Self {
        SocketAddr::from(pair).into()
    }
}

impl PartialEq for Addr {
    fn eq(&self, other: &Self) -> bool {
        self.to_std() == other.to_std()
    }
}

impl Eq for Addr {}

impl fmt::Display for Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_std().fmt(f)
    }
}

impl fmt::Debug for Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_come_back_as_they_were() {
        for text in ["127.0.0.1:80", "0.0.0.0:0", "[::1]:65535", "[fe80::1%7]:1"] {
            let addr: SocketAddr = text.parse().expect("an address");
            let raw = Addr::from(addr);
            assert_eq!((raw.to_std(), raw.is_v6()), (addr, addr.is_ipv6()));
            assert_eq!(raw.to_string(), text);
        }
        assert_eq!(Addr::EMPTY.family(), 0);
    }
}
