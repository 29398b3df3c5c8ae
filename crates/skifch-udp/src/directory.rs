//! Addresses of the ranks: every rank publishes its port, terms and addresses, and chooses the
//! nearest address of each other rank. Host names are not used, nor what the launcher calls one
//! host: the loopback is used only for ranks that are verifiably in one network (`place.rs`).

use crate::iface::{self, Own};
use crate::place::Place;
use crate::terms::{self, Terms};
use ipnet::IpNet;
use skifch_backend::abi::{NetAddr, rank_of};
use skifch_backend::{Error, HostRef, verdict};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Maximum number of addresses that a rank publishes.
const MAX_ADDRESSES: usize = 32;

/// What one rank publishes about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Card {
    port: u16,
    place: Place,
    terms: Terms,
    nets: Vec<IpNet>,
}

/// The addresses at which this rank can be reached.
pub(crate) struct Reach {
    /// The address that the socket is bound to.
    pub(crate) bind: IpAddr,
    /// Addresses for other ranks to use, best first.
    nets: Vec<IpNet>,
    place: Place,
    /// All ranks are in one network and use its loopback.
    pub(crate) is_loopback: bool,
}

impl Reach {
    /// Chooses addresses of this host, restricted to `wanted` if a setting names some. Collective.
    ///
    /// # Errors
    /// If there is no such address.
    pub(crate) fn choose(host: &HostRef, wanted: Option<&str>) -> Result<Self, Error> {
        let all = iface::own();
        let place = Place::own(&all);
        let said = place.to_string();
        // The others' locations come later with their cards; this only establishes whether all are
        // here.
        let apart = verdict(host, "skifch-udp-place", &said, |_, other| {
            (other != said).then(|| "apart".to_owned())
        })?;
        Self::among(&all, wanted, place, apart.is_none())
    }

    fn among(
        all: &[Own],
        wanted: Option<&str>,
        place: Place,
        is_alone: bool,
    ) -> Result<Self, Error> {
        let found = match wanted {
            Some(wanted) => iface::choose(all, wanted)?,
            None => {
                all.iter().filter(|own| own.net.addr().is_loopback() == is_alone).cloned().collect()
            }
        };
        let Some(first) = found.first().map(|own| own.net.addr()) else {
            let text = if is_alone {
                "this host has no loopback interface that is up: set `lo` up"
            } else {
                "this host has no address that other hosts can reach: only the loopback is up"
            };
            return Err(Error::new(libc::ENETDOWN, text));
        };
        let nets =
            found.iter().map(|own| own.net).filter(|net| net.addr().is_ipv4() == first.is_ipv4());
        let nets: Vec<_> = nets.take(MAX_ADDRESSES).collect();
        let is_one = nets.len() == 1 && (wanted.is_some() || first.is_loopback());
        let bind = match first {
            _ if is_one => first,
            IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
        };
        Ok(Self { bind, nets, place, is_loopback: first.is_loopback() })
    }
}

impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.port, self.place, self.terms)?;
        self.nets.iter().try_for_each(|net| write!(f, " {net}"))
    }
}

impl std::str::FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(' ');
        let port = words.next().and_then(|word| word.parse().ok());
        let port = port.ok_or_else(|| format!("no port number in {text:?}"))?;
        let place = words.next().and_then(|word| word.parse().ok());
        let place = place.ok_or_else(|| format!("no network identity in {text:?}"))?;
        let terms = words.next().ok_or_else(|| format!("no terms in {text:?}"))?.parse()?;
        let net =
            |word: &str| word.parse().map_err(|_| format!("{word:?} is not a network address"));
        let nets = words.take(MAX_ADDRESSES).map(net).collect::<Result<_, _>>()?;
        Ok(Self { port, place, terms, nets })
    }
}

/// The chosen addresses of all ranks.
pub(crate) struct Directory {
    rank: u32,
    places: Vec<SocketAddr>,
    is_local: Vec<bool>,
    ranks: HashMap<SocketAddr, u32>,
    /// Datagrams carry an authentication tag.
    pub(crate) is_sealed: bool,
}

impl Directory {
    /// Publishes this rank's addresses, `port` and `terms`, and learns those of the others.
    /// Collective.
    ///
    /// # Errors
    /// Errors of the launcher's key-value store, terms that contradict each other, or a rank that
    /// cannot be reached from here.
    pub(crate) fn exchange(
        host: &HostRef,
        reach: &Reach,
        port: u16,
        terms: Terms,
    ) -> Result<Self, Error> {
        let own = Card { port, place: reach.place, terms, nets: reach.nets.clone() };
        if host.job_size() == 1 {
            return Self::of(host, reach, vec![own]);
        }
        host.kvs_put(&key(host.rank()), own.to_string().as_bytes())?;
        host.fence()?;
        let read = |rank| {
            let text = host.kvs_get(&key(rank))?;
            let card = String::from_utf8_lossy(&text).parse();
            card.map_err(|why: String| {
                Error::new(libc::EPROTO, format!("published addresses of rank {rank}: {why}"))
            })
        };
        let cards = (0..host.job_size()).map(read).collect::<Result<_, Error>>()?;
        Self::of(host, reach, cards)
    }

    fn of(host: &HostRef, reach: &Reach, cards: Vec<Card>) -> Result<Self, Error> {
        let terms: Vec<_> = cards.iter().map(|card| card.terms).collect();
        let is_sealed = terms::agree(&terms)?;
        let (mut places, mut is_local) = (Vec::new(), Vec::new());
        for (rank, card) in (0..).zip(&cards) {
            let local = card.place == reach.place;
            let ip = nearest(reach, card, local).ok_or_else(|| unreachable(rank, card, reach))?;
            places.push(SocketAddr::new(ip, card.port));
            is_local.push(local);
        }
        let ranks = (0..).zip(&places).map(|(rank, place)| (*place, rank)).collect();
        Ok(Self { rank: host.rank(), places, is_local, ranks, is_sealed })
    }

    pub(crate) fn rank(&self) -> u32 {
        self.rank
    }

    /// The socket address of a channel's rank.
    #[inline]
    pub(crate) fn place(&self, addr: NetAddr) -> Result<SocketAddr, Error> {
        let place = self.places.get(rank_of(addr) as usize).copied();
        place.ok_or_else(|| no_such_rank(addr, self.places.len()))
    }

    /// Socket addresses of the ranks on other hosts.
    pub(crate) fn far(&self) -> impl Iterator<Item = SocketAddr> {
        let all = self.places.iter().zip(&self.is_local);
        all.filter(|(_, is_local)| !**is_local).map(|(place, _)| *place)
    }

    /// The rank at a socket address, and whether it is on this host.
    pub(crate) fn rank_at(&self, place: SocketAddr) -> Option<(u32, bool)> {
        let rank = *self.ranks.get(&place)?;
        Some((rank, self.is_local(rank)))
    }

    /// Whether a rank of the job is on this host.
    pub(crate) fn is_local(&self, rank: u32) -> bool {
        self.is_local[rank as usize]
    }
}

fn key(rank: u32) -> String {
    format!("skifch-udp-{rank}")
}

/// Checks that the rank of an address exists; for calls that find the lock taken.
#[cold]
pub(crate) fn check(host: &HostRef, addr: NetAddr) -> Result<(), Error> {
    let count = host.job_size() as usize;
    if (rank_of(addr) as usize) < count { Ok(()) } else { Err(no_such_rank(addr, count)) }
}

/// The nearest address of a rank: the loopback if it is verifiably in the same network, else one in
/// a network that both are on, else any. Addresses that this host has too are avoided, since they
/// lead back here: container hosts often have private networks with identical addresses.
fn nearest(reach: &Reach, card: &Card, is_local: bool) -> Option<IpAddr> {
    let is_usable = |ip: &IpAddr| ip.is_ipv4() == reach.bind.is_ipv4();
    let usable = || card.nets.iter().map(IpNet::addr).filter(is_usable);
    if is_local && reach.bind.is_unspecified() {
        return Some(match reach.bind {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let is_theirs = |ip: &IpAddr| is_local || !reach.nets.iter().any(|net| net.addr() == *ip);
    let theirs = || usable().filter(is_theirs);
    let shared = theirs().find(|ip| reach.nets.iter().any(|net| net.contains(ip)));
    shared.or_else(|| theirs().next()).or_else(|| usable().next())
}

#[cold]
fn unreachable(rank: u32, card: &Card, reach: &Reach) -> Error {
    let list = |nets: &[IpNet]| nets.iter().map(IpNet::to_string).collect::<Vec<_>>().join(", ");
    let text = format!(
        "rank {rank} has the addresses {}, this rank {}: no common address family; set \
         SKIFCH_UDP_IFACE on both hosts",
        list(&card.nets),
        list(&reach.nets)
    );
    Error::new(libc::EHOSTUNREACH, text)
}

#[cold]
fn no_such_rank(addr: NetAddr, count: usize) -> Error {
    let text = format!(
        "address {addr:#010x} names rank {}, and the job has {count} ranks; \
         make addresses with SkifCh_NetAddr or SkifCh_MakeAddr",
        rank_of(addr)
    );
    Error::new(libc::EHOSTUNREACH, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(all: &[(&str, &str)]) -> Vec<Own> {
        let of = |&(name, net): &(&str, &str)| Own {
            name: name.to_owned(),
            net: net.parse().expect("a network"),
        };
        all.iter().map(of).collect()
    }

    fn among(all: &[(&str, &str)], wanted: Option<&str>, is_alone: bool) -> Result<Reach, Error> {
        let all = own(all);
        Reach::among(&all, wanted, Place::own(&all), is_alone)
    }

    const HOST: &[(&str, &str)] = &[
        ("lo", "127.0.0.1/8"),
        ("eth0", "192.168.1.5/24"),
        ("ib0", "10.0.0.5/16"),
        ("lo", "::1/128"),
        ("eth0", "fd00::5/64"),
    ];

    #[test]
    fn one_host_uses_the_loopback_and_several_do_not() {
        let reach = among(HOST, None, true).expect("loopback");
        assert_eq!((reach.bind.to_string(), reach.is_loopback), ("127.0.0.1".into(), true));
        let reach = among(HOST, None, false).expect("addresses");
        assert_eq!((reach.bind.to_string(), reach.is_loopback), ("0.0.0.0".into(), false));
        assert_eq!(reach.nets.len(), 2);
        let reach = among(HOST, Some("10.0.0.0/8"), false).expect("addresses");
        assert_eq!(reach.bind.to_string(), "10.0.0.5");
        assert!(among(&HOST[..1], None, false).is_err());
        assert!(among(HOST, Some("eth7"), false).is_err());
        let reach = among(&HOST[3..], None, false).expect("addresses");
        assert!(reach.bind.is_ipv6());
    }

    #[test]
    fn the_network_that_both_are_on_comes_first() {
        let reach = among(HOST, None, false).expect("addresses");
        let card: Card =
            "7 1f any:64 172.16.0.1/16 10.0.9.9/16 fd00::7/64".parse().expect("a card");
        assert_eq!(card.to_string().parse(), Ok(card.clone()));
        let ip = |local| nearest(&reach, &card, local).expect("reachable").to_string();
        assert_eq!((ip(false), ip(true)), ("10.0.9.9".into(), "127.0.0.1".into()));
        let far: Card = "7 1f any:64 172.16.0.1/16".parse().expect("a card");
        assert_eq!(nearest(&reach, &far, false).expect("by a route").to_string(), "172.16.0.1");
        // Each host has its own container network, all with the same addresses.
        let own = [HOST, &[("docker0", "172.17.0.1/16")]].concat();
        let reach = among(&own, None, false).expect("addresses");
        let twin: Card = "7 1f any:64 172.17.0.1/16 172.16.0.1/16".parse().expect("a card");
        assert_eq!(nearest(&reach, &twin, false).expect("by a route").to_string(), "172.16.0.1");
        let other: Card = "7 1f any:64 fd00::7/64".parse().expect("a card");
        assert_eq!(nearest(&reach, &other, false), None);
        for wrong in ["", "x", "70000", "7", "7 nonsense", "7 1f", "7 1f nonsense", "7 1f any:64 x"]
        {
            assert!(wrong.parse::<Card>().is_err(), "{wrong:?}");
        }
    }
}
