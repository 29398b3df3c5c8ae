//! The CPUs available to the ranks of this host.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

/// The number of CPUs that the ranks of this host have together. If the launcher has bound each
/// rank to its own CPU, these are the CPUs that the launcher itself may use. Computed once, because
/// it reads the quota from files.
pub(crate) fn count() -> u32 {
    static COUNT: OnceLock<u32> = OnceLock::new();
    *COUNT.get_or_init(counted)
}

fn counted() -> u32 {
    let allowed = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    // SAFETY: takes nothing and cannot fail.
    let parent = unsafe { libc::getppid() };
    shared(allowed, bound(0), bound(parent))
}

/// Computed from the number of CPUs that this process may use, including its container's quota, and
/// the numbers of CPUs that it and its parent are bound to.
fn shared(allowed: u32, own: Option<u32>, launchers: Option<u32>) -> u32 {
    match (own, launchers) {
        (Some(own), Some(launchers)) if launchers > own => launchers,
        _ => allowed,
    }
}

/// The number of CPUs that a process is bound to; process 0 is this one.
fn bound(process: libc::pid_t) -> Option<u32> {
    let mut set = MaybeUninit::<libc::cpu_set_t>::zeroed();
    // SAFETY: writes at most the bytes named; all zeros are a set.
    let rc = unsafe { libc::sched_getaffinity(process, size_of_val(&set), set.as_mut_ptr()) };
    // SAFETY: zeroed, and written by the system if at all.
    (rc == 0).then(|| unsafe { libc::CPU_COUNT(set.assume_init_ref()) } as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_rank_has_the_cpus_of_its_launcher() {
        assert_eq!(shared(1, Some(1), Some(8)), 8);
        assert_eq!(shared(1, Some(1), Some(1)), 1, "the launcher is bound as well");
        assert_eq!(shared(2, Some(8), Some(8)), 2, "a container has a quota");
        assert_eq!(shared(3, None, None), 3, "the system does not tell");
    }

    #[test]
    fn somebody_has_cpus() {
        assert!(count() >= 1 && bound(0).is_some_and(|count| count >= 1));
    }
}
