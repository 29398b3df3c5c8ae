//! The processors that a rank may run on.

use crate::error::LaunchError;
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

/// The unit of binding as a number, for the wire.
pub(crate) fn to_number(bind: BindTo) -> u8 {
    KINDS.iter().position(|&kind| kind == bind).and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}

/// The reverse.
pub(crate) fn from_number(number: u8) -> Option<BindTo> {
    KINDS.get(usize::from(number)).copied()
}

const KINDS: [BindTo; 4] = [BindTo::None, BindTo::Hwthread, BindTo::Core, BindTo::Socket];

/// The same as the kernel's type.
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

/// The number of sockets with processors that this process may use.
pub(crate) fn sockets(allowed: &Cpus) -> u32 {
    u32::try_from(places(BindTo::Socket, allowed).len()).unwrap_or(1)
}

/// The units that `bind` names, one by one; empty if nothing is bound.
fn places(bind: BindTo, allowed: &Cpus) -> Vec<Cpus> {
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

/// [`deal`] from `usable`; without binding, each rank gets all of `usable` if a set was given.
pub(crate) fn deal_from(
    set: &Cpus,
    (bind, width): (BindTo, u32),
    per_socket: Option<u32>,
    usable: &Cpus,
) -> Result<Vec<Cpus>, LaunchError> {
    if bind == BindTo::None && !set.is_empty() {
        return Ok(vec![usable.clone()]);
    }
    deal(bind, width, per_socket, usable)
}

/// The sets of processors assigned to the ranks of this host in turn, each `width` units of `bind`;
/// with `per_socket`, that many from every socket before the next. Empty if nothing is bound.
fn deal(
    bind: BindTo,
    width: u32,
    per_socket: Option<u32>,
    allowed: &Cpus,
) -> Result<Vec<Cpus>, LaunchError> {
    if bind == BindTo::None {
        return Ok(Vec::new());
    }
    let sockets = match per_socket {
        Some(_) => places(BindTo::Socket, allowed),
        None => vec![allowed.clone()],
    };
    let mut all = Vec::new();
    for socket in &sockets {
        let each = places(bind, socket);
        let wide: Vec<Cpus> = each.chunks_exact(width.max(1) as usize).map(union).collect();
        if wide.is_empty() {
            let (what, found) = (format!("{bind:?}").to_lowercase(), each.len());
            return Err(LaunchError::own(format!(
                "processors per rank: {width} of --bind-to {what} requested, but there are \
                 {found} that it may use"
            )));
        }
        let count = per_socket.map_or(wide.len(), |count| count as usize);
        all.extend(wide.into_iter().cycle().take(count));
    }
    Ok(all)
}

/// The processors of `set`, or all allowed ones if it is empty; fails if some are not allowed.
pub(crate) fn restrict(allowed: &Cpus, set: &Cpus) -> Result<Cpus, LaunchError> {
    if set.is_empty() {
        return Ok(allowed.clone());
    }
    let lacking: Cpus = set.difference(allowed).copied().collect();
    if !lacking.is_empty() {
        return Err(LaunchError::own(format!(
            "--cpu-set {}: processors {} are not available; available are {}",
            show(set),
            show(&lacking),
            show(allowed)
        )));
    }
    Ok(set.clone())
}

/// The cores of one socket, or of all.
pub(crate) fn cores(socket: Option<usize>, allowed: &Cpus) -> Vec<Cpus> {
    let Some(socket) = socket else { return places(BindTo::Core, allowed) };
    let sockets = places(BindTo::Socket, allowed);
    sockets.get(socket).map_or(Vec::new(), |socket| places(BindTo::Core, socket))
}

fn union(places: &[Cpus]) -> Cpus {
    places.iter().flatten().copied().collect()
}

/// The processors that share a core or socket with `cpu`; only itself if the kernel does not tell.
fn siblings(cpu: usize, file: &str) -> Cpus {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/{file}");
    let listed = std::fs::read_to_string(path).ok().and_then(|text| parse_list(text.trim()));
    listed.unwrap_or_else(|| Cpus::from([cpu]))
}

/// `0-3,8`.
pub(crate) fn parse_list(text: &str) -> Option<Cpus> {
    let mut cpus = Cpus::new();
    for range in text.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if first > last || last - first > 1 << 16 {
            return None;
        }
        cpus.extend(first..=last);
    }
    Some(cpus)
}

/// The line about a rank for `--report-bindings`.
pub(crate) fn report(rank: usize, bound: Option<&Cpus>, allowed: &Cpus) -> String {
    let kind = if bound.is_some() { "bound to" } else { "not bound, may use" };
    format!("rank {rank}: {kind} processors {}", show(bound.unwrap_or(allowed)))
}

/// `0,2,3`.
pub(crate) fn show(cpus: &Cpus) -> String {
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

    #[test]
    fn ranks_get_as_many_as_they_are_given() {
        let allowed = allowed();
        let threads = allowed.len();
        let every = u32::try_from(threads).unwrap();
        assert_eq!(
            deal(BindTo::Hwthread, every, None, &allowed).unwrap(),
            std::slice::from_ref(&allowed)
        );
        assert_eq!(deal(BindTo::Hwthread, 1, None, &allowed).unwrap().len(), threads);
        let text = deal(BindTo::Hwthread, every + 1, None, &allowed).unwrap_err().to_string();
        assert!(text.contains(&format!("there are {threads}")), "{text}");
        assert!(deal(BindTo::None, 9999, None, &allowed).unwrap().is_empty());
    }

    #[test]
    fn ranks_of_a_socket_stay_there() {
        let allowed = allowed();
        let sockets = places(BindTo::Socket, &allowed);
        let dealt = deal(BindTo::Hwthread, 1, Some(3), &allowed).unwrap();
        assert_eq!(
            (dealt.len(), self::sockets(&allowed) as usize),
            (3 * sockets.len(), sockets.len())
        );
        for (index, place) in dealt.iter().enumerate() {
            assert!(place.is_subset(&sockets[index / 3]), "{dealt:?}");
        }
    }
}
