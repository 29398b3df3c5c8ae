//! An upper bound of the memory of this machine, so that memory which can never be filled is
//! refused with a message when it is requested, and not by a fatal signal when it is touched.
//!
//! Requests beyond the free memory are granted, as the system itself does: pages are allocated when
//! they are touched.

use crate::Error;
use std::path::Path;

/// Requests up to this many bytes are always granted: programs make them by habit and touch little
/// of the memory.
const ALWAYS_BYTES: u64 = 2 << 30;

/// Refuses a part that this process could not fill even if it had the whole machine.
///
/// # Errors
/// `ENOMEM` above all memory and swap space, or above the limit of the process's control group.
pub fn check(bytes: usize) -> Result<(), Error> {
    compare(bytes as u64, &limits(Path::new("/"), memory_and_swap()))
}

/// A limit in bytes, and a text that names its source.
type Limit = (u64, &'static str);

fn compare(bytes: u64, limits: &[Limit]) -> Result<(), Error> {
    let least = limits.iter().min_by_key(|(limit, _)| limit);
    match least.filter(|(limit, _)| bytes > (*limit).max(ALWAYS_BYTES)) {
        Some((limit, who)) => {
            let text = format!("{bytes} bytes cannot be provided: {who} {limit} bytes");
            Err(Error::new(libc::ENOMEM, text))
        }
        None => Ok(()),
    }
}

/// Total memory and total swap space in bytes.
fn memory_and_swap() -> Option<[u64; 2]> {
    // SAFETY: plain integers, for which zero is a value; the call fills them in.
    let (rc, info) = unsafe {
        let mut info: libc::sysinfo = std::mem::zeroed();
        (libc::sysinfo(&raw mut info), info)
    };
    let unit = u64::from(info.mem_unit);
    (rc == 0).then(|| [info.totalram, info.totalswap].map(|count| count.saturating_mul(unit)))
}

fn limits(root: &Path, machine: Option<[u64; 2]>) -> Vec<Limit> {
    let Some([memory, swap]) = machine else { return Vec::new() };
    let mut all =
        vec![(memory.saturating_add(swap), "memory and swap space of this machine total")];
    let groups = std::fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let found = groups.lines().filter_map(|line| of_group(root, line, swap)).min();
    all.extend(found.map(|limit| (limit, "the control group of this process may use")));
    all
}

/// The lowest limit along a path of control groups, including the swap space that it allows.
fn of_group(root: &Path, line: &str, swap: u64) -> Option<u64> {
    let mut words = line.splitn(3, ':').skip(1);
    let (controllers, path) = (words.next()?, words.next()?);
    let first = controllers.is_empty();
    if !first && !controllers.split(',').any(|name| name == "memory") {
        return None;
    }
    let base = root.join(if first { "sys/fs/cgroup" } else { "sys/fs/cgroup/memory" });
    let names = ["memory.limit_in_bytes", "memory.max"];
    // A container sees its own group as the root, whatever the path says.
    let path = Path::new(path.trim_start_matches('/'));
    path.ancestors()
        .filter_map(|group| {
            let group = base.join(group);
            let limit = number(&group.join(names[usize::from(first)]))?;
            let own = number(&group.join("memory.swap.max")).unwrap_or(u64::MAX);
            Some(limit.saturating_add(swap.min(own)))
        })
        .min()
}

/// The number in a file; `None` if there is no file, or if it says `max`.
fn number(file: &Path) -> Option<u64> {
    std::fs::read_to_string(file).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GB: u64 = 1 << 30;

    /// The lowest limit of a simulated machine with 8 GB of memory, 1 GB of swap space and these
    /// files.
    fn least(name: &str, files: &[(&str, &str)]) -> u64 {
        let root = std::env::temp_dir().join(format!("skifch-room-{name}-{}", std::process::id()));
        for (file, text) in files {
            let file = root.join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder of ours");
            std::fs::write(file, text).expect("a file of ours");
        }
        let limits = limits(&root, Some([8 * GB, GB]));
        let _ = std::fs::remove_dir_all(&root);
        limits.into_iter().map(|(limit, _)| limit).min().expect("the machine's")
    }

    #[test]
    fn the_least_of_all_groups_counts() {
        assert_eq!(least("none", &[]), 9 * GB);
        let new = [
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("sys/fs/cgroup/a/memory.max", "4294967296\n"),
            ("sys/fs/cgroup/a/memory.swap.max", "0\n"),
        ];
        assert_eq!(least("new", &new), 4 * GB);
        assert_eq!(least("swap", &new[..3]), 5 * GB);
        let old = [
            ("proc/self/cgroup", "9:name=systemd:/\n4:memory:/gone\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "3221225472\n"),
        ];
        assert_eq!(least("old", &old), 4 * GB, "seen from inside a container");
        let unlimited = [old[0], (old[1].0, "9223372036854771712\n")];
        assert_eq!(least("unlimited", &unlimited), 9 * GB);
    }

    #[test]
    fn only_the_impossible_is_refused() {
        let limits = [(9 * GB, "memory is"), (3 * GB, "the group has")];
        assert!(compare(3 * GB, &limits).is_ok());
        let error = compare(3 * GB + 1, &limits).expect_err("too much");
        assert_eq!(error.errno(), libc::ENOMEM);
        let text = error.text();
        assert!(text.contains("3221225473") && text.contains("the group has 3221225472"), "{text}");
        assert!(compare(2 * GB, &[(GB, "a small machine has")]).is_ok());
        assert!(compare(u64::MAX, &[]).is_ok(), "where nobody knows");
    }

    #[test]
    fn this_machine() {
        check(1).expect("a byte");
        check(usize::MAX / 2).expect_err("half of all addresses");
    }
}
