//! The addresses of this host.

use nix::ifaddrs::{InterfaceAddress, getifaddrs};
use nix::net::if_::InterfaceFlags;
use nix::sys::socket::SockaddrStorage;
use skifch_backend::Error;
use std::net::IpAddr;

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

/// All addresses of interfaces that are up, those of version 4 first. Link-local ones need an
/// interface number that means nothing elsewhere, and are left out.
pub(crate) fn own() -> Vec<Own> {
    // Nothing to choose from where the kernel does not tell.
    let Ok(all) = getifaddrs() else { return Vec::new() };
    let up = all.filter(|one| one.flags.contains(InterfaceFlags::IFF_UP));
    let mut own: Vec<_> = up.filter_map(own_of).collect();
    own.sort_by_key(|own| own.net.ip.is_ipv6());
    own
}

fn own_of(one: InterfaceAddress) -> Option<Own> {
    let ip = ip_of(&one.address?)?;
    let prefix_bits = match one.netmask.and_then(|mask| ip_of(&mask)) {
        Some(IpAddr::V4(mask)) => mask.to_bits().leading_ones() as u8,
        Some(IpAddr::V6(mask)) => mask.to_bits().leading_ones() as u8,
        None if ip.is_ipv4() => 32,
        None => 128,
    };
    let is_link_local = matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
    (!is_link_local).then_some(Own { name: one.interface_name, net: Net { ip, prefix_bits } })
}

fn ip_of(address: &SockaddrStorage) -> Option<IpAddr> {
    let v4 = address.as_sockaddr_in().map(|v4| v4.ip().into());
    v4.or_else(|| Some(address.as_sockaddr_in6()?.ip().into()))
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
