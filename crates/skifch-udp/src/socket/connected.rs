//! Sockets connected to the most used peers, which saves the kernel a route lookup per datagram.
//! They only send. A reply to the source address of such a datagram would reach nobody, so they are
//! not used for datagrams that need such a reply: see [`crate::Port::unconnect`].

use crate::lock::{Held, TryLock};
use crate::option::set;
use crate::{Addr, Options, socket};
use skifch_backend::Error;
use skifch_backend::fork::{self, Guarded};
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// A peer gets a socket after this many more datagrams than its competitors for the same slot; a
/// socket costs as much as a few datagrams.
const WORTH: u32 = 128;

/// A slot for each socket. A peer maps to one slot, for which it competes with others.
pub(crate) struct Connected {
    places: TryLock<Box<[Place]>>,
    count: usize,
    address: IpAddr,
    interface: Option<String>,
    send_buffer_bytes: usize,
}

/// The peer to which most of the slot's recent datagrams went.
struct Place {
    to: Addr,
    /// Its lead over all other peers of this slot, in datagrams.
    lead: u32,
    socket: Option<Guarded>,
}

/// Temporary use of a socket, which stays open meanwhile.
pub(crate) struct Lent<'a> {
    places: Held<'a, Box<[Place]>>,
    at: usize,
    fd: RawFd,
}

impl Connected {
    pub(crate) fn new(options: &Options) -> Self {
        let place = || Place { to: Addr::EMPTY, lead: 0, socket: None };
        Self {
            places: TryLock::new((0..options.connected).map(|_| place()).collect()),
            count: options.connected,
            address: options.address,
            interface: options.interface.clone(),
            send_buffer_bytes: options.send_buffer_bytes,
        }
    }

    /// Counts a datagram, or a run of them, for `to`. Returns the socket connected to it, if there
    /// is one and no other thread uses it.
    #[inline]
    pub(crate) fn to(&self, to: &Addr) -> Option<Lent<'_>> {
        if self.count == 0 {
            return None;
        }
        let mut places = self.places.try_lock()?;
        let at = place_of(to, self.count);
        let place = &mut places[at];
        if place.to != *to {
            place.lead = place.lead.saturating_sub(1);
            if place.lead == 0 {
                *place = Place { to: *to, lead: 1, socket: None };
            }
            return None;
        }
        place.lead = (place.lead + 1).min(WORTH);
        if place.socket.is_none() && place.lead == WORTH {
            self.open(place);
        }
        let fd = place.socket.as_ref()?.as_raw_fd();
        Some(Lent { places, at, fd })
    }

    /// On failure, typically for lack of descriptors, the unconnected socket continues to be used.
    #[cold]
    fn open(&self, place: &mut Place) {
        place.socket = self.connect(&place.to).ok().map(fork::guard);
        place.lead = if place.socket.is_some() { WORTH } else { 0 };
    }

    fn connect(&self, to: &Addr) -> Result<OwnedFd, Error> {
        let is_v6 = self.address.is_ipv6();
        let fd = socket::new_fd(is_v6)?;
        socket::never_fragment(&fd, is_v6)?;
        if let Some(name) = &self.interface {
            socket::bind_interface(&fd, name)?;
        }
        socket::buffer(&fd, libc::SO_SNDBUF, self.send_buffer_bytes);
        // Nothing is ever received on it.
        let _ = set(&fd, (libc::SOL_SOCKET, libc::SO_RCVBUF), 0);
        let from = Addr::from(SocketAddr::new(self.address, 0));
        // SAFETY: the addresses and their lengths are ours.
        let is_made = unsafe {
            libc::bind(fd.as_raw_fd(), from.as_ptr(), from.len()) == 0
                && libc::connect(fd.as_raw_fd(), to.as_ptr(), to.len()) == 0
        };
        if is_made { Ok(fd) } else { Err(Error::os(format!("connecting a UDP socket to {to}"))) }
    }

    /// Closes the socket of `to`, if any; it gets one again once it is used enough.
    pub(crate) fn close(&self, to: &Addr) {
        if self.count == 0 {
            return;
        }
        let mut places = self.places.lock();
        let place = &mut places[place_of(to, self.count)];
        if place.to == *to {
            (place.lead, place.socket) = (0, None);
        }
    }

    /// Number of open sockets.
    #[cfg(test)]
    pub(crate) fn open_count(&self) -> usize {
        let places = self.places.lock();
        places.iter().filter(|place| place.socket.is_some()).count()
    }
}

impl Lent<'_> {
    pub(crate) fn fd(&self) -> RawFd {
        self.fd
    }

    /// Closes the socket after a failed send; the cause will show on the unconnected socket.
    #[cold]
    pub(crate) fn give_up(mut self) {
        let place = &mut self.places[self.at];
        (place.lead, place.socket) = (0, None);
    }
}

/// Ranks of one host have consecutive ports, those of several hosts have consecutive addresses.
fn place_of(to: &Addr, count: usize) -> usize {
    let (port, host) = to.words();
    (usize::from(port).wrapping_add(host as usize)) % count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_descriptor_all_goes_on() {
        // An interface that does not exist: fails like a lack of descriptors.
        let interface = Some("no such one".to_owned());
        let none = Connected::new(&Options { connected: 4, interface, ..Options::default() });
        let to = Addr::from(SocketAddr::from(([127, 0, 0, 1], 9)));
        assert!((0..10 * WORTH).all(|_| none.to(&to).is_none()));
        assert_eq!(none.open_count(), 0);
        none.close(&to);
    }

    #[test]
    fn of_two_with_one_place_the_busier_has_it() {
        let one = Connected::new(&Options { connected: 1, ..Options::default() });
        let [a, b] = [7, 8].map(|port| Addr::from(SocketAddr::from(([127, 0, 0, 1], port))));
        for turn in 0..10 * WORTH {
            drop(one.to(&a));
            if turn % 2 == 0 {
                drop(one.to(&b));
            }
        }
        assert!(one.to(&a).is_some() && one.to(&b).is_none());
        (0..3 * WORTH).for_each(|_| drop(one.to(&b)));
        assert!(one.to(&b).is_some() && one.to(&a).is_none());
    }
}
