//! How agents can reach this machine: its addresses, and a port to listen on.

use crate::error::LaunchError;
use ipnet::IpNet;
use nix::ifaddrs::{InterfaceAddress, getifaddrs};
use nix::net::if_::InterfaceFlags;
use nix::sys::socket::{
    self, AddressFamily, Backlog, SockFlag, SockType, SockaddrStorage, sockopt,
};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::os::fd::AsRawFd;

/// The first and last port that may be used.
pub(crate) type PortRange = (u16, u16);

/// An address of this machine with the name of its interface.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Own {
    iface: String,
    address: IpAddr,
}

/// Whether the address is one of this machine's.
pub(crate) fn is_own(address: IpAddr) -> bool {
    address.is_loopback() || own().iter().any(|own| own.address == address)
}

/// A port that agents can connect to, and its addresses, all numeric, because a name may not be
/// resolvable on the agents' hosts. The loopback address is last: it reaches agents on this
/// machine.
pub(crate) fn listen(
    iface: Option<&str>,
    ports: Option<PortRange>,
) -> Result<(TcpListener, Vec<SocketAddr>), LaunchError> {
    let mut addresses: Vec<IpAddr> = own().into_iter().map(|own| own.address).collect();
    let mut binds = vec![IpAddr::from(Ipv6Addr::UNSPECIFIED), Ipv4Addr::UNSPECIFIED.into()];
    if let Some(wanted) = iface {
        addresses = of_iface(wanted)?;
        binds.clone_from(&addresses);
    }
    addresses.sort_by_key(|address| (address.is_loopback(), address.is_ipv6()));
    let (bound, listener) = bind(&binds, ports).map_err(|error| {
        let range = ports.map_or("any port".to_owned(), |(a, b)| format!("ports {a}-{b}"));
        let mend = "; see --port-range, --iface";
        LaunchError::own(format!("listening for agents on other hosts, {range}: {error}{mend}"))
    })?;
    let system = |e: io::Error| LaunchError::system("listening for agents", &e);
    let port = listener.local_addr().map_err(system)?.port();
    listener.set_nonblocking(true).map_err(system)?;
    let heard = |address: &IpAddr| match bound {
        IpAddr::V6(any) if any.is_unspecified() => true,
        IpAddr::V4(any) if any.is_unspecified() => address.is_ipv4(),
        one => *address == one,
    };
    let known = addresses.into_iter().filter(heard).map(|a| SocketAddr::new(a, port));
    let known: Vec<_> = known.collect();
    if known.is_empty() {
        let text = "other hosts cannot reach this machine: no interface with an address is up, not \
                    even the loopback interface; see `ip address`";
        return Err(LaunchError::own(text));
    }
    Ok((listener, known))
}

/// The first available address and port.
fn bind(binds: &[IpAddr], ports: Option<PortRange>) -> io::Result<(IpAddr, TcpListener)> {
    let (first, last) = ports.unwrap_or((0, 0));
    let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for port in first..=last {
        for &address in binds {
            match listen_at(SocketAddr::new(address, port)) {
                Ok(listener) => return Ok((address, listener)),
                Err(error) => failed = error,
            }
        }
    }
    Err(failed)
}

/// The IPv6 wildcard address also accepts IPv4 connections, whatever net.ipv6.bindv6only says,
/// because agents are told all addresses.
fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    if !(address.is_ipv6() && address.ip().is_unspecified()) {
        return TcpListener::bind(address);
    }
    let flags = SockFlag::SOCK_CLOEXEC;
    let fd = socket::socket(AddressFamily::Inet6, SockType::Stream, flags, None)?;
    socket::setsockopt(&fd, sockopt::Ipv6V6Only, &false)?;
    socket::setsockopt(&fd, sockopt::ReuseAddr, &true)?;
    socket::bind(fd.as_raw_fd(), &SockaddrStorage::from(address))?;
    socket::listen(&fd, Backlog::MAXCONN)?;
    Ok(fd.into())
}

/// The addresses of the interface of that name or of that network, or that address itself.
fn of_iface(wanted: &str) -> Result<Vec<IpAddr>, LaunchError> {
    let own = own();
    let is_wanted = |own: &&Own| own.iface == wanted || is_of(own.address, wanted);
    let mut found: Vec<_> = own.iter().filter(is_wanted).map(|own| own.address).collect();
    if found.is_empty() {
        let each: Vec<_> =
            own.iter().map(|own| format!("{} ({})", own.iface, own.address)).collect();
        let there = each.join(", ");
        let text = format!(
            "--iface {wanted}: there is no such interface, address or network here; available are \
             {there}"
        );
        return Err(LaunchError::own(text));
    }
    found.sort_by_key(IpAddr::is_ipv6);
    Ok(found)
}

/// Whether an address equals `10.1.2.3`, or belongs to the network `10.1.0.0/16`.
fn is_of(address: IpAddr, text: &str) -> bool {
    match text.parse::<IpNet>() {
        Ok(net) => net.contains(&address),
        Err(_) => text.parse() == Ok(address),
    }
}

/// All addresses of interfaces that are up; the loopback addresses if the kernel does not tell.
/// Link-local addresses are omitted, because they need an interface number that has no meaning
/// elsewhere.
fn own() -> Vec<Own> {
    let Ok(all) = getifaddrs() else {
        return vec![Own { iface: "lo".into(), address: Ipv4Addr::LOCALHOST.into() }];
    };
    let up = all.filter(|one| one.flags.contains(InterfaceFlags::IFF_UP));
    let own = |one: InterfaceAddress| {
        Some(Own { address: ip_of(&one.address?)?, iface: one.interface_name })
    };
    let link_local = |ip: IpAddr| matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
    up.filter_map(own).filter(|own| !link_local(own.address)).collect()
}

fn ip_of(address: &SockaddrStorage) -> Option<IpAddr> {
    let v4 = address.as_sockaddr_in().map(|v4| v4.ip().into());
    v4.or_else(|| Some(address.as_sockaddr_in6()?.ip().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_of_a_range_on_an_interface() {
        let (free, _) = listen(Some("127.0.0.1"), None).unwrap();
        let port = free.local_addr().unwrap().port();
        let taken = listen(Some("127.0.0.1"), Some((port, port))).unwrap_err().to_string();
        assert!(taken.contains(&format!("ports {port}-{port}")), "{taken}");
        drop(free);
        let (again, known) = listen(Some("127.0.0.1"), Some((port, port))).unwrap();
        assert_eq!(again.local_addr().unwrap().port(), port);
        assert_eq!(known, [SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)]);
    }

    #[test]
    fn who_listens_at_any_address_of_ipv6_hears_ipv4() {
        let any = SocketAddr::new(Ipv6Addr::UNSPECIFIED.into(), 0);
        // Without IPv6 in the kernel that of IPv4 is taken.
        let Ok(listener) = listen_at(any) else { return };
        assert!(!socket::getsockopt(&listener, sockopt::Ipv6V6Only).unwrap());
        let port = listener.local_addr().unwrap().port();
        assert!(std::net::TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok());
    }

    #[test]
    fn interfaces_that_are_not_there() {
        let text = listen(Some("no-such-if0"), None).unwrap_err().to_string();
        assert!(text.contains("no-such-if0") && text.contains("available are"), "{text}");
    }

    #[test]
    fn an_interface_by_its_network() {
        let (_, known) = listen(Some("127.0.0.0/8"), None).unwrap();
        assert!(known.iter().all(|address| address.ip().is_loopback()), "{known:?}");
        let is_of = |ip: &str, net| is_of(ip.parse().unwrap(), net);
        assert!(is_of("10.1.2.3", "10.1.0.0/16") && is_of("10.1.2.3", "10.1.2.3"));
        assert!(is_of("fd00::7", "fd00::/64") && is_of("10.1.2.3", "0.0.0.0/0"));
        for (ip, net) in
            [("10.2.0.1", "10.1.0.0/16"), ("10.1.2.3", "10.1.2.4"), ("::1", "0.0.0.0/0")]
        {
            assert!(!is_of(ip, net), "{ip} {net}");
        }
        for wrong in ["10.1.2.3/33", "10.1.2.3/", "10.1.2.3/x", "10.1.2/8", "/8"] {
            assert!(!is_of("10.1.2.3", wrong), "{wrong}");
        }
    }

    #[test]
    fn own_addresses() {
        assert!(is_own(Ipv4Addr::LOCALHOST.into()));
        assert!(!is_own(Ipv4Addr::BROADCAST.into()));
        assert!(own().iter().all(|own| is_own(own.address)));
    }
}
