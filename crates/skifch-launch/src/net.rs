//! Where agents can reach this machine: its addresses, and a port to listen on.

use crate::error::LaunchError;
use std::ffi::CStr;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::ptr::null_mut;

/// First and last port that may be listened on.
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

/// A port that agents can connect to, and its addresses for them, all numeric: a name may not be
/// resolvable where they are. The loopback comes last: it reaches agents on this same machine.
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
        LaunchError::own(format!("listening for the agents of other hosts, {range}: {error}{mend}"))
    })?;
    let system = |e: io::Error| LaunchError::system("listening for agents", &e);
    let port = listener.local_addr().map_err(system)?.port();
    listener.set_nonblocking(true).map_err(system)?;
    let heard = |address: &IpAddr| match bound {
        IpAddr::V6(any) if any.is_unspecified() => true,
        IpAddr::V4(any) if any.is_unspecified() => address.is_ipv4(),
        one => *address == one,
    };
    let known = addresses.into_iter().filter(heard).map(|a| SocketAddr::new(a, port)).collect();
    Ok((listener, known))
}

/// The first address and port that can be had.
fn bind(binds: &[IpAddr], ports: Option<PortRange>) -> io::Result<(IpAddr, TcpListener)> {
    let (first, last) = ports.unwrap_or((0, 0));
    let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for port in first..=last {
        for &address in binds {
            match TcpListener::bind((address, port)) {
                Ok(listener) => return Ok((address, listener)),
                Err(error) => failed = error,
            }
        }
    }
    Err(failed)
}

/// The addresses of the interface of that name, or that address itself.
fn of_iface(wanted: &str) -> Result<Vec<IpAddr>, LaunchError> {
    let own = own();
    let is_wanted = |own: &&Own| own.iface == wanted || wanted.parse() == Ok(own.address);
    let mut found: Vec<_> = own.iter().filter(is_wanted).map(|own| own.address).collect();
    if found.is_empty() {
        let each: Vec<_> =
            own.iter().map(|own| format!("{} ({})", own.iface, own.address)).collect();
        let there = each.join(", ");
        let text =
            format!("--iface {wanted}: no such interface or address here; there are {there}");
        return Err(LaunchError::own(text));
    }
    found.sort_by_key(IpAddr::is_ipv6);
    Ok(found)
}

/// All addresses of interfaces that are up. Link-local ones need an interface number that means
/// nothing elsewhere, and are left out.
fn own() -> Vec<Own> {
    let mut list: *mut libc::ifaddrs = null_mut();
    // SAFETY: writes one pointer of this frame.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return vec![Own { iface: "lo".into(), address: Ipv4Addr::LOCALHOST.into() }];
    }
    let mut all = Vec::new();
    let mut next = list;
    // SAFETY: the list that the kernel's answer was made into is ours, unchanged, until freed.
    while let Some(entry) = unsafe { next.as_ref() } {
        next = entry.ifa_next;
        let is_up = entry.ifa_flags & libc::IFF_UP.cast_unsigned() != 0;
        // SAFETY: an entry's address is null or one of the family that it states, and its name
        // is a C string.
        let (address, iface) =
            unsafe { (address_of(entry.ifa_addr), CStr::from_ptr(entry.ifa_name)) };
        let link_local = |ip: &IpAddr| matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
        if let Some(address) = address.filter(|ip| is_up && !link_local(ip)) {
            all.push(Own { iface: iface.to_string_lossy().into_owned(), address });
        }
    }
    // SAFETY: made by getifaddrs above, and nothing of it is used any more.
    unsafe { libc::freeifaddrs(list) };
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
    fn interfaces_that_are_not_there() {
        let text = listen(Some("no-such-if0"), None).unwrap_err().to_string();
        assert!(text.contains("no-such-if0") && text.contains("there are"), "{text}");
    }

    #[test]
    fn own_addresses() {
        assert!(is_own(Ipv4Addr::LOCALHOST.into()));
        assert!(!is_own(Ipv4Addr::BROADCAST.into()));
        assert!(own().iter().all(|own| is_own(own.address)));
    }
}
