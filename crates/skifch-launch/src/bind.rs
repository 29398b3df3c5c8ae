//! Which processors a rank may run on.

use crate::options::BindTo;
use std::collections::BTreeSet;

/// Processor numbers.
pub(crate) type Cpus = BTreeSet<usize>;

/// The processors that this process may use.
pub(crate) fn allowed() -> Cpus {
    // SAFETY: cpu_set_t is plain bits; the call writes one of it on this frame.
    let (rc, set) = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        (libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set), set)
    };
    if rc != 0 {
        return Cpus::new();
    }
    let capacity = usize::try_from(libc::CPU_SETSIZE).unwrap_or(0);
    // SAFETY: CPU_ISSET reads the bit of a number below the set's capacity.
    (0..capacity).filter(|&cpu| unsafe { libc::CPU_ISSET(cpu, &set) }).collect()
}

/// What is to be bound as a number, for the wire.
pub(crate) fn to_number(bind: BindTo) -> u8 {
    KINDS.iter().position(|&kind| kind == bind).and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}

/// Back again.
pub(crate) fn from_number(number: u8) -> Option<BindTo> {
    KINDS.get(usize::from(number)).copied()
}

const KINDS: [BindTo; 4] = [BindTo::None, BindTo::Hwthread, BindTo::Core, BindTo::Socket];

/// The same as the kernel wants it.
pub(crate) fn to_set(cpus: &Cpus) -> libc::cpu_set_t {
    // SAFETY: cpu_set_t is plain bits, for which zero is valid.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    let capacity = usize::try_from(libc::CPU_SETSIZE).unwrap_or(0);
    for &cpu in cpus.iter().filter(|&&cpu| cpu < capacity) {
        // SAFETY: the number is below the set's capacity.
        unsafe { libc::CPU_SET(cpu, &mut set) };
    }
    set
}

/// The places ranks are dealt to in turn; empty when nothing is bound.
pub(crate) fn places(bind: BindTo, allowed: &Cpus) -> Vec<Cpus> {
    let group = |cpu: usize| match bind {
        BindTo::None => Cpus::new(),
        BindTo::Hwthread => Cpus::from([cpu]),
        BindTo::Core => siblings(cpu, "thread_siblings_list"),
        BindTo::Socket => siblings(cpu, "core_siblings_list"),
    };
    let mut places: Vec<Cpus> = Vec::new();
    for &cpu in allowed {
        let place: Cpus = group(cpu).intersection(allowed).copied().collect();
        if !place.is_empty() && !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// Who shares a core or socket with `cpu`; itself alone when the kernel does not say.
fn siblings(cpu: usize, file: &str) -> Cpus {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/{file}");
    let listed = std::fs::read_to_string(path).ok().and_then(|text| parse_list(text.trim()));
    listed.unwrap_or_else(|| Cpus::from([cpu]))
}

/// `0-3,8`.
fn parse_list(text: &str) -> Option<Cpus> {
    let mut cpus = Cpus::new();
    for range in text.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if last - first.min(last) > 1 << 16 {
            return None;
        }
        cpus.extend(first..=last);
    }
    Some(cpus)
}

/// What is said of a rank when bindings are asked for.
pub(crate) fn report(rank: usize, bound: Option<&Cpus>, allowed: &Cpus) -> String {
    let kind = if bound.is_some() { "bound to" } else { "not bound, may use" };
    format!("rank {rank}: {kind} processors {}", show(bound.unwrap_or(allowed)))
}

/// `0,2,3`.
fn show(cpus: &Cpus) -> String {
    cpus.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_the_kernel() {
        assert_eq!(parse_list("0-2,8"), Some(Cpus::from([0, 1, 2, 8])));
        assert_eq!(parse_list("5"), Some(Cpus::from([5])));
        assert_eq!(parse_list(""), None);
        assert_eq!(parse_list("0-99999999"), None);
    }

    #[test]
    fn places_cover_what_is_allowed_once() {
        let allowed = allowed();
        assert!(places(BindTo::None, &allowed).is_empty());
        for bind in [BindTo::Hwthread, BindTo::Core, BindTo::Socket] {
            let places = places(bind, &allowed);
            let all: Vec<usize> = places.iter().flatten().copied().collect();
            assert_eq!(all.len(), allowed.len(), "{bind:?}: {places:?}");
            assert_eq!(Cpus::from_iter(all), allowed);
        }
    }
}
