//! A time limit for the whole run.

use crate::shell::cmd;
use std::time::Duration;

/// After `limit` lists and kills every process below this one, then exits with an error.
pub(crate) fn start(limit: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        let below = descendants(std::process::id());
        println!("FAILED: the tests ran for {limit:?}, which is the limit; still running:");
        for pid in &below {
            let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline"));
            println!("  {pid} {}", line.unwrap_or_default().replace('\0', " "));
        }
        let pids = below.iter().map(u32::to_string);
        // `kill` complains about a process that has just ended by itself; it is gone either way.
        let _ = cmd("kill", ["-KILL"]).args(pids).status();
        std::process::exit(1);
    });
}

/// All descendants of a process.
fn descendants(pid: u32) -> Vec<u32> {
    let mut found = vec![pid];
    let all = parents();
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}

/// Every process with its parent.
fn parents() -> Vec<(u32, u32)> {
    let folders = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = folders.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name is in parentheses and may contain anything; the state and the parent follow it.
        let after = stat.rsplit_once(')')?.1;
        Some((pid, after.split_whitespace().nth(1)?.parse().ok()?))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_found_below_us() {
        let mut child = cmd("sleep", ["60"]).spawn().unwrap();
        let found = descendants(std::process::id()).contains(&child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found);
    }
}
