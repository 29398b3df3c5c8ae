//! However the program ends, what it has started ends too, and its files are removed.

use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(30);

/// Command-line part of a measuring process; over UDP it does not notice the end of its peer and
/// would keep spinning on its core.
const MEASURES: &str = "--way\0udp\0";

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LIMIT, "{what}: not after {LIMIT:?}");
        sleep(Duration::from_millis(10));
    }
}

/// The live descendants of `root`.
fn below(root: u32) -> Vec<u32> {
    let all = fs::read_dir("/proc").expect("/proc is there").flatten();
    let is_child = |pid: &u32| parent(*pid) == Some(root);
    let children: Vec<u32> =
        all.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_child).collect();
    children.into_iter().flat_map(|child| [vec![child], below(child)].concat()).collect()
}

/// The parent of a running process; `None` for a zombie.
fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    (fields.next()? != "Z").then_some(fields.next()?.parse().ok()?)
}

/// The signals tested; they work even if this test was started with signals ignored, as by a
/// shell's `&`.
const ENDS: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

fn start(scratch: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skif-perf"));
    command.args(["latency", "--peers", "udp", "--sizes", "8", "--seconds-per-point", "60"]);
    // Makes the channel's own subjects, which come first, fail at once.
    command.env("SKIFCH_BACKEND", "none-such");
    command.env("TMPDIR", scratch).stdout(Stdio::null()).stderr(Stdio::null());
    let heed = || {
        // SAFETY: numbers.
        ENDS.iter().for_each(|&signal| unsafe {
            libc::signal(signal, libc::SIG_DFL);
        });
        Ok(())
    };
    // SAFETY: system calls only.
    unsafe { command.pre_exec(heed) };
    command.spawn().expect("the program can be started")
}

/// Ends the program while its second process measures, and waits until all processes are gone.
fn ended_by(signal: i32, scratch: &Path) {
    let mut program = start(scratch);
    let mut started = Vec::new();
    until("a measuring process and its own child", || {
        started = below(program.id());
        let measures = |pid: &&u32| {
            fs::read_to_string(format!("/proc/{pid}/cmdline"))
                .is_ok_and(|line| line.contains(MEASURES))
        };
        started.iter().filter(measures).count() == 2
    });
    // SAFETY: our own child, which has not been waited for.
    unsafe { libc::kill(program.id() as i32, signal) };
    until("the program ends", || {
        let ended = program.try_wait().expect("it is our child");
        ended.is_some_and(|status| status.signal() == Some(signal))
    });
    until("what it had started is gone", || started.iter().all(|&pid| parent(pid).is_none()));
}

#[test]
fn whatever_ends_the_program_ends_what_it_has_started() {
    let scratch = tempfile::tempdir().expect("a temporary directory can be made");
    for signal in ENDS {
        ended_by(signal, scratch.path());
        let left: Vec<_> = fs::read_dir(scratch.path()).expect("it is there").flatten().collect();
        assert!(left.is_empty(), "signal {signal} left {left:?}");
    }
    ended_by(libc::SIGKILL, scratch.path());
}
