//! Path MTU: how large a packet to a destination may be.

use crate::socket::{local_addr, new_fd};
use crate::{Addr, option};
use skifch_backend::Error;
use skifch_proto::LEAST_DATAGRAM_BYTES;
use std::ffi::CStr;
use std::net::IpAddr;
use std::os::fd::{AsRawFd, OwnedFd};

/// Sizes of IP packets in bytes, including their headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mtu {
    /// The kernel's path MTU: the interface's MTU, or less if a route or an ICMP report says so.
    pub path_bytes: u32,
    /// The MTU of the interface towards the destination, if known.
    pub interface_bytes: Option<u32>,
}

/// Size in bytes of the IP header without options and the UDP header (RFC 768, 791, 8200).
pub fn header_bytes(to: &Addr) -> u32 {
    if to.is_v6() { 40 + 8 } else { 20 + 8 }
}

/// Maximum datagram payload, in the address family of `own`, for packets of `carried` bytes.
///
/// # Errors
/// If that is less than the protocol needs.
pub(crate) fn payload(carried: u32, own: IpAddr) -> Result<usize, Error> {
    let header = if own.is_ipv6() { 48 } else { 28 };
    let bytes = carried.saturating_sub(header) as usize;
    if bytes < LEAST_DATAGRAM_BYTES {
        let least = LEAST_DATAGRAM_BYTES + header as usize;
        let text = format!(
            "the network interfaces to the other ranks carry packets of {carried} bytes, but \
             {least} are needed: raise their MTU, or select another interface with \
             SKIFCH_UDP_IFACE"
        );
        return Err(Error::new(libc::EMSGSIZE, text));
    }
    // Whole words, so that what full datagrams carry begins at whole words of the window.
    Ok(bytes.min(crate::port::MAX_DATAGRAM_BYTES) & !7)
}

/// The warning for a rank that the protocol has given up because this host refuses even its
/// smallest datagrams.
pub(crate) fn too_narrow(rank: u32, to: &Addr) -> String {
    let carried = towards(to).ok().map(|mtu| mtu.interface_bytes.unwrap_or(mtu.path_bytes));
    let carried = carried.map_or(String::new(), |bytes| format!(" (MTU {bytes})"));
    format!(
        "rank {rank} at {to}: the interface to it{carried} refuses datagrams of \
         {LEAST_DATAGRAM_BYTES} bytes: raise its MTU, or select another interface with \
         SKIFCH_UDP_IFACE"
    )
}

/// Asks the kernel about the path to `to`. Nothing is sent.
///
/// # Errors
/// If there is currently no route to `to`.
pub fn towards(to: &Addr) -> Result<Mtu, Error> {
    // The kernel knows the path MTU of connected sockets only.
    let fd = new_fd(to.is_v6())?;
    // SAFETY: the address and its length are ours.
    if unsafe { libc::connect(fd.as_raw_fd(), to.as_ptr(), to.len()) } != 0 {
        return Err(Error::os(format!("looking up the route to {to}")));
    }
    let name = match to.is_v6() {
        true => (libc::SOL_IPV6, libc::IPV6_MTU),
        false => (libc::SOL_IP, libc::IP_MTU),
    };
    let path = option::get(&fd, name).ok().and_then(|bytes| u32::try_from(bytes).ok());
    let path_bytes = path.ok_or_else(|| Error::os(format!("reading the path MTU to {to}")))?;
    let interface_bytes = interface_of(&local_addr(&fd)?).and_then(|name| of_interface(&fd, &name));
    Ok(Mtu { path_bytes, interface_bytes })
}

/// An interface name in the kernel's format.
type Name = [libc::c_char; libc::IFNAMSIZ];

/// The name of the interface with this address.
fn interface_of(local: &Addr) -> Option<Name> {
    let mut list = std::ptr::null_mut();
    // SAFETY: the kernel allocates the list, which is freed below.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return None;
    }
    let mut at = list;
    let mut found = None;
    // SAFETY: entries are linked until null; an address is as long as its family requires, which
    // `read_addr` checks first.
    unsafe {
        while !at.is_null() && found.is_none() {
            let addr = (*at).ifa_addr;
            if !addr.is_null()
                && read_addr(addr).is_some_and(|a| a.to_std().ip() == local.to_std().ip())
            {
                found = Some(short_name(CStr::from_ptr((*at).ifa_name)));
            }
            at = (*at).ifa_next;
        }
        libc::freeifaddrs(list);
    }
    found
}

/// # Safety
/// `addr` points to an address of the length of its family.
unsafe fn read_addr(addr: *const libc::sockaddr) -> Option<Addr> {
    let mut copy = Addr::EMPTY;
    // SAFETY: the caller's promise; the copy has room for both families.
    unsafe {
        let bytes = match i32::from((*addr).sa_family) {
            libc::AF_INET => size_of::<libc::sockaddr_in>(),
            libc::AF_INET6 => size_of::<libc::sockaddr_in6>(),
            _ => return None,
        };
        addr.cast::<u8>().copy_to_nonoverlapping(copy.as_mut_ptr().cast(), bytes);
    }
    Some(copy)
}

fn short_name(text: &CStr) -> Name {
    let mut name = [0; libc::IFNAMSIZ];
    for (to, from) in name[..libc::IFNAMSIZ - 1].iter_mut().zip(text.to_bytes()) {
        *to = *from as libc::c_char;
    }
    name
}

fn of_interface(fd: &OwnedFd, name: &Name) -> Option<u32> {
    // SAFETY: a request is plain integers and pointers, for which zero is a value.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    request.ifr_name = *name;
    // SAFETY: the kernel writes the MTU into the request, which is ours.
    unsafe {
        match libc::ioctl(fd.as_raw_fd(), libc::SIOCGIFMTU as _, &raw mut request) {
            0 => u32::try_from(request.ifr_ifru.ifru_mtu).ok(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{Ipv4Addr, Ipv6Addr};

    #[test]
    fn an_interface_that_carries_too_little_is_told() {
        let (v4, v6) = (Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into());
        let payload = |carried, own| payload(carried, own).map_err(|error| error.errno());
        assert_eq!((payload(576, v4), payload(1280, v6)), (Ok(544), Ok(1232)));
        assert_eq!(payload(65_536, v4), Ok(65_504), "whole words");
        assert_eq!((payload(540, v4), payload(539, v4)), (Ok(512), Err(libc::EMSGSIZE)));
        assert_eq!(payload(559, v6), Err(libc::EMSGSIZE));
    }
}
