//! Whether ranks share one network: the same kernel, network namespace and interfaces.
//!
//! A launcher's notion of a node proves nothing: two containers on it may each have a loopback
//! interface of their own. The namespace number is unique within one kernel, which its boot ID
//! identifies; machines restored from one image, with the same boot ID, differ at least in their
//! addresses.

use crate::iface::Own;
use std::fmt;
use std::str::FromStr;

/// Hash of a process's view of its network; processes with equal hashes may use the loopback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(u64);

impl Place {
    /// The place of the calling thread, which has these addresses.
    pub(crate) fn own(addresses: &[Own]) -> Self {
        // Information the system does not provide is an empty string, the same for all such
        // processes.
        let namespace = skifch_backend::network_namespace().unwrap_or_default();
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        Self::of(&namespace, &boot, addresses)
    }

    fn of(namespace: &str, boot: &str, addresses: &[Own]) -> Self {
        let mut nets: Vec<_> = addresses.iter().map(|own| own.net.to_string()).collect();
        nets.sort();
        let words = [namespace, boot.trim()].into_iter().chain(nets.iter().map(String::as_str));
        // 64-bit FNV-1a: the same in any build.
        let bytes = words.flat_map(|word| word.bytes().chain([0]));
        Self(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Place {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespace_boot_and_addresses_make_a_place() {
        let own = |net: &str| Own { name: "eth0".into(), net: net.parse().expect("a network") };
        let (a, b) = (own("10.1.0.5/16"), own("fd00::5/64"));
        let place = |namespace, boot, all: &[&Own]| {
            let all: Vec<Own> = all.iter().map(|&own| own.clone()).collect();
            Place::of(namespace, boot, &all)
        };
        let here = place("net:[1]", "x\n", &[&a, &b]);
        assert_eq!(here, place("net:[1]", "x", &[&b, &a]));
        assert_eq!(here.to_string().parse(), Ok(here));
        for other in [
            place("net:[2]", "x", &[&a, &b]),
            place("net:[1]", "y", &[&a, &b]),
            place("net:[1]", "x", &[&a]),
            place("net:[1]", "x", &[&a, &a]),
        ] {
            assert_ne!(here, other);
        }
    }
}
