//! The cores on which the two ends run.

use std::{fs, io};

/// The cores this process may use, in ascending order.
///
/// # Errors
/// When the affinity cannot be read.
pub fn allowed_cores() -> io::Result<Vec<usize>> {
    // SAFETY: an all-zero cpu_set_t is an empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: `set` has the size that is passed with it.
    if unsafe { libc::sched_getaffinity(0, size_of_val(&set), &mut set) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let most = libc::CPU_SETSIZE as usize;
    // SAFETY: `core` is below CPU_SETSIZE.
    Ok((0..most).filter(|&core| unsafe { libc::CPU_ISSET(core, &set) }).collect())
}

/// Confines the calling thread, and what it starts from now on, to `cores`.
///
/// # Errors
/// When none of them is available.
pub fn pin_to(cores: &[usize]) -> io::Result<()> {
    // SAFETY: an all-zero cpu_set_t is an empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for &core in cores.iter().filter(|&&core| core < libc::CPU_SETSIZE as usize) {
        // SAFETY: `core` is below CPU_SETSIZE.
        unsafe { libc::CPU_SET(core, &mut set) };
    }
    // SAFETY: `set` has the size that is passed with it.
    match unsafe { libc::sched_setaffinity(0, size_of_val(&set), &set) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Pins a rank: one core per rank if there are enough cores, otherwise all ranks share all of
/// them.
///
/// # Errors
/// As [`pin_to`].
pub fn pin_rank(rank: u32, size: u32, cores: &[usize]) -> io::Result<()> {
    match cores {
        [] => Ok(()),
        _ if size as usize <= cores.len() => pin_to(&cores[rank as usize..=rank as usize]),
        _ => pin_to(cores),
    }
}

/// The cores in `named`, or if there are none, two that this process may use.
///
/// # Errors
/// When the affinity cannot be read.
pub fn chosen(named: &[usize]) -> io::Result<Vec<usize>> {
    match named {
        [] => allowed_cores().map(|allowed| pick_two(&allowed)),
        _ => Ok(named.to_vec()),
    }
}

/// Two of `allowed` that are not hardware threads of one physical core, if possible; one core
/// twice on a machine with only one.
pub fn pick_two(allowed: &[usize]) -> Vec<usize> {
    let first = allowed.first().copied().unwrap_or(0);
    let path = format!("/sys/devices/system/cpu/cpu{first}/topology/thread_siblings_list");
    let siblings = parse_cores(fs::read_to_string(path).unwrap_or_default().trim());
    let others = || allowed.iter().copied().filter(|&core| core != first);
    let apart = others().find(|core| !siblings.contains(core));
    vec![first, apart.or_else(|| others().next()).unwrap_or(first)]
}

/// Parses the kernel's notation: `0-3,8,10-11`.
fn parse_cores(text: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        Some(low.parse::<usize>().ok()?..=high.parse().ok()?)
    };
    text.split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_core_lists_are_read() {
        assert_eq!(parse_cores("0-2,8,10-11"), [0, 1, 2, 8, 10, 11]);
        assert_eq!(parse_cores("3"), [3]);
        assert!(parse_cores("").is_empty());
    }

    #[test]
    fn two_cores_are_always_picked() {
        let allowed = allowed_cores().expect("the kernel tells the affinity");
        let picked = pick_two(&allowed);
        assert_eq!(picked.len(), 2);
        assert!(picked.iter().all(|core| allowed.contains(core)));
        assert_eq!(pick_two(&[5]), [5, 5]);
    }

    #[test]
    fn pinning_holds_for_the_thread() {
        std::thread::spawn(|| {
            let allowed = allowed_cores().expect("the kernel tells the affinity");
            pin_rank(0, 1, &allowed).expect("an allowed core can be had");
            assert_eq!(allowed_cores().expect("as above"), allowed[..1]);
        })
        .join()
        .expect("no panic");
    }
}
