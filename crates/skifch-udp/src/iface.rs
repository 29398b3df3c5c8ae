//! The addresses of this host.

use skifch_backend::Error;
use std::ffi::CStr;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ptr::null_mut;

/// An address with the length of its network's prefix: `10.1.2.3/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Net {
    pub(crate) ip: IpAddr,
    pub(crate) prefix_bits: u8,
}

/// An address of this host with the name of its interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Own {
    pub(crate) name: String,
    pub(crate) net: Net,
}

impl Net {
    /// Whether `ip` is of this network.
    pub(crate) fn has(&self, ip: IpAddr) -> bool {
        let common = match (self.ip, ip) {
            (IpAddr::V4(a), IpAddr::V4(b)) => (u32::from(a) ^ u32::from(b)).leading_zeros(),
            (IpAddr::V6(a), IpAddr::V6(b)) => (u128::from(a) ^ u128::from(b)).leading_zeros(),
            _ => return false,
        };
        common >= u32::from(self.prefix_bits)
    }
}

impl std::fmt::Display for Net {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.ip, self.prefix_bits)
    }
}

impl std::str::FromStr for Net {
    type Err = String;

    /// Reads an address with a prefix length, or without one, which means all bits.
    fn from_str(text: &str) -> Result<Self, String> {
        let (ip, bits) = text.split_once('/').map_or((text, None), |(ip, bits)| (ip, Some(bits)));
        let ip: IpAddr = ip.parse().map_err(|_| format!("{ip:?} is no address"))?;
        let most = if ip.is_ipv4() { 32 } else { 128 };
        let prefix_bits = bits.map_or(Ok(most), str::parse);
        let prefix_bits = prefix_bits.ok().filter(|bits| *bits <= most);
        let prefix_bits = prefix_bits.ok_or_else(|| format!("{text:?} is no network"))?;
        Ok(Self { ip, prefix_bits })
    }
}

/// Those of `all` that a setting names: an interface, an address, or a network.
///
/// # Errors
/// When there is none, with those that there are.
pub(crate) fn choose(all: &[Own], wanted: &str) -> Result<Vec<Own>, Error> {
    let net: Option<Net> = wanted.parse().ok();
    let is_wanted = |own: &&Own| own.name == wanted || net.is_some_and(|net| net.has(own.net.ip));
    let found: Vec<_> = all.iter().filter(is_wanted).cloned().collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let each: Vec<_> = all.iter().map(|own| format!("{} ({})", own.name, own.net)).collect();
    let text = format!(
        "no interface, address or network {wanted:?} on this host; there are {}: \
         set SKIFCH_UDP_IFACE or SKIFCH_IFACE",
        each.join(", ")
    );
    Err(Error::new(libc::ENODEV, text))
}

/// All addresses of interfaces that are up. Link-local ones need an interface number that means
/// nothing elsewhere, and are left out.
pub(crate) fn own() -> Vec<Own> {
    let mut list: *mut libc::ifaddrs = null_mut();
    // SAFETY: writes one pointer of this frame.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut next = list;
    // SAFETY: the list that the kernel's answer was made into is ours, unchanged, until freed.
    while let Some(entry) = unsafe { next.as_ref() } {
        next = entry.ifa_next;
        let is_up = entry.ifa_flags & libc::IFF_UP.cast_unsigned() != 0;
        // SAFETY: address and mask of an entry are null or of the family that they state.
        let (ip, mask) = unsafe { (address_of(entry.ifa_addr), address_of(entry.ifa_netmask)) };
        let link_local = |ip: &IpAddr| matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
        if let Some(ip) = ip.filter(|ip| is_up && !link_local(ip)) {
            // SAFETY: the name of an entry is a C string.
            let name = unsafe { CStr::from_ptr(entry.ifa_name) }.to_string_lossy().into_owned();
            let prefix_bits = match mask {
                Some(IpAddr::V4(mask)) => u32::from(mask).leading_ones() as u8,
                Some(IpAddr::V6(mask)) => u128::from(mask).leading_ones() as u8,
                None => {
                    if ip.is_ipv4() {
                        32
                    } else {
                        128
                    }
                }
            };
            all.push(Own { name, net: Net { ip, prefix_bits } });
        }
    }
    // SAFETY: made by getifaddrs above, and nothing of it is used any more.
    unsafe { libc::freeifaddrs(list) };
    all.sort_by_key(|own| own.net.ip.is_ipv6());
    all
}

/// # Safety
/// `address` is null or points to an address of the family that it states.
unsafe fn address_of(address: *const libc::sockaddr) -> Option<IpAddr> {
    // SAFETY: see above.
    unsafe {
        match i32::from(address.as_ref()?.sa_family) {
            libc::AF_INET => {
                let v4 = *address.cast::<libc::sockaddr_in>();
                Some(Ipv4Addr::from(u32::from_be(v4.sin_addr.s_addr)).into())
            }
            libc::AF_INET6 => {
                let v6 = *address.cast::<libc::sockaddr_in6>();
                Some(Ipv6Addr::from(v6.sin6_addr.s6_addr).into())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, net: &str) -> Own {
        Own { name: name.into(), net: net.parse().expect("a network") }
    }

    #[test]
    fn networks() {
        let net: Net = "10.1.2.3/16".parse().expect("a network");
        assert_eq!(net.to_string(), "10.1.2.3/16");
        let has = |ip: &str| net.has(ip.parse().expect("an address"));
        assert!(has("10.1.200.1") && !has("10.2.0.1") && !has("::1"));
        assert!("10.1.2.3".parse::<Net>().expect("all bits").has(net.ip));
        let v6: Net = "fd00:1::/32".parse().expect("a network");
        assert!(v6.has("fd00:1:ffff::1".parse().expect("an address")));
        for wrong in ["", "10.0.0.0/33", "::/129", "10.0.0/8", "x/8", "10.0.0.0/-1"] {
            assert!(wrong.parse::<Net>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_interface_is_named_in_three_ways() {
        let all = [of("lo", "127.0.0.1/8"), of("eth0", "10.1.0.5/16"), of("eth0", "fd00::5/64")];
        let names = |wanted| {
            let found = choose(&all, wanted).expect("found");
            found.into_iter().map(|own| own.net.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names("eth0"), ["10.1.0.5/16", "fd00::5/64"]);
        assert_eq!(names("10.1.0.5"), ["10.1.0.5/16"]);
        assert_eq!(names("10.0.0.0/8"), ["10.1.0.5/16"]);
        let error = choose(&all, "eth1").expect_err("none");
        assert!(error.text().contains("eth1") && error.text().contains("10.1.0.5"), "{error}");
    }

    #[test]
    fn this_host_has_a_loopback_or_no_network() {
        let all = own();
        assert!(all.is_empty() || all.iter().any(|own| own.net.ip.is_loopback()), "{all:?}");
    }
}
