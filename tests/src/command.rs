//! Runs the commands of a test to their end.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Longer than any program here takes, even under valgrind on a busy machine. Most programs have a
/// shorter watchdog of their own.
const LIMIT: Duration = Duration::from_secs(240);

/// Runs the command to its end, whatever its status; on timeout kills it and panics with its
/// output.
pub fn finish(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap_or_else(|cause| panic!("{command:?}: {cause}"));
    let pid = child.id();
    let (sender, receiver) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        // On timeout the receiver still waits for this output.
        sender.send(child.wait_with_output()).expect("somebody waits");
    });
    let (output, is_late) = match receiver.recv_timeout(LIMIT) {
        Ok(output) => (output, false),
        Err(_) => {
            crate::kill(pid, libc::SIGKILL);
            (receiver.recv().expect("the reader sends"), true)
        }
    };
    reader.join().expect("the reader does not panic");
    let output = output.unwrap_or_else(|cause| panic!("{command:?}: {cause}"));
    assert!(!is_late, "{command:?} hangs: killed after {LIMIT:?}; it said\n{}", both(&output));
    output
}

/// Runs the command to its end and returns its output, which is shown if it fails. Lines that
/// report skipped tests are passed on.
pub fn run(command: &mut Command) -> Output {
    let output = finish(command);
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, both(&output));
    let out = String::from_utf8_lossy(&output.stdout);
    for line in out.lines().filter(|line| line.starts_with("SKIPPED: ")) {
        println!("{line}");
    }
    output
}

/// The standard output of a command that must succeed.
pub fn said(command: &mut Command) -> String {
    String::from_utf8(run(command).stdout).unwrap_or_else(|cause| panic!("{command:?}: {cause}"))
}

fn both(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + "\n" + &text(&output.stderr)
}

/// Whether a program is installed; if not, prints a skip message.
pub fn has(test: &str, program: &str) -> bool {
    let is_here = Command::new(program).arg("--version").output().is_ok();
    if !is_here {
        crate::skip(test, &format!("{program} is not installed"));
    }
    is_here
}

/// `skifrun` from the installed tree that tests use, or built next to `program`; prints a skip
/// message if there is none.
pub fn skifrun_for(test: &str, program: &str) -> Option<PathBuf> {
    let tree = std::env::var_os("SKIFCH_TREE").map(|tree| Path::new(&tree).join("bin/skifrun"));
    let beside = Path::new(program).with_file_name("skifrun");
    let found = tree.into_iter().chain([beside]).find(|path| path.is_file());
    if found.is_none() {
        crate::skip(test, "skifrun is not built: cargo build --workspace");
    }
    found
}
