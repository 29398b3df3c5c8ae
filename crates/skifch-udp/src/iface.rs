//! The addresses of this host.

use ipnet::IpNet;
use nix::ifaddrs::{InterfaceAddress, getifaddrs};
use nix::net::if_::InterfaceFlags;
use nix::sys::socket::SockaddrStorage;
use skifch_backend::Error;
use std::net::IpAddr;

/// An address of this host with its network's prefix length (`10.1.2.3/16`) and interface name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Own {
    pub(crate) name: String,
    pub(crate) net: IpNet,
}

/// The addresses in `all` that a setting selects: by interface, address or network.
///
/// # Errors
/// If there is none; the text lists the available ones.
pub(crate) fn choose(all: &[Own], wanted: &str) -> Result<Vec<Own>, Error> {
    let is_of = |own: IpAddr| match wanted.parse::<IpNet>() {
        Ok(net) => net.contains(&own),
        Err(_) => wanted.parse() == Ok(own),
    };
    let is_wanted = |own: &&Own| own.name == wanted || is_of(own.net.addr());
    let found: Vec<_> = all.iter().filter(is_wanted).cloned().collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let each: Vec<_> = all.iter().map(|own| format!("{} ({})", own.name, own.net)).collect();
    let text = format!(
        "no interface, address or network {wanted:?} on this host; available: {}; set \
         SKIFCH_UDP_IFACE or SKIFCH_IFACE",
        each.join(", ")
    );
    Err(Error::new(libc::ENODEV, text))
}

/// All addresses of interfaces that are up, IPv4 first. IPv6 link-local addresses are left out:
/// they need an interface index that is meaningless on other hosts.
pub(crate) fn own() -> Vec<Own> {
    // If the kernel does not list interfaces, there is nothing to choose from.
    let Ok(all) = getifaddrs() else { return Vec::new() };
    let up = all.filter(|one| one.flags.contains(InterfaceFlags::IFF_UP));
    let mut own: Vec<_> = up.filter_map(own_of).collect();
    own.sort_by_key(|own| own.net.addr().is_ipv6());
    own
}

fn own_of(one: InterfaceAddress) -> Option<Own> {
    let ip = ip_of(&one.address?)?;
    let mask = one.netmask.and_then(|mask| ip_of(&mask));
    let net = mask.and_then(|mask| IpNet::with_netmask(ip, mask).ok()).unwrap_or(ip.into());
    let is_link_local = matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
    (!is_link_local).then_some(Own { name: one.interface_name, net })
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
        assert!(all.is_empty() || all.iter().any(|own| own.net.addr().is_loopback()), "{all:?}");
    }
}
