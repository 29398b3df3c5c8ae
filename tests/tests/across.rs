//! Two hosts of a laboratory: runs the commands of the README section "Across machines" as written
//! there, and programs of the MPI and SHMEM libraries with the same launcher command.

use skifch_tests::netlab::Lab;
use skifch_tests::{Build, Watchdog, locate, tree};
use std::ffi::OsStr;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

/// The lines of the code blocks marked `sh` in that section, as one script that fails on errors.
fn script(page: &str) -> String {
    let (_, page) = page.split_once("## Across machines").expect("the page");
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).fold("set -eu\n".to_owned(), |all, line| all + line + " 2>&1\n")
}

/// A folder with an `ssh` that reaches the hosts of the laboratory.
fn folder(lab: &Lab) -> TempDir {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let agent = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/netlab/agent.sh");
    let ssh = format!(
        "#!/bin/sh\nwhile :; do case $1 in\n-o) shift 2;;\n-*) shift;;\n*) break;;\nesac; done\n\
         case $1 in a) host={};; b) host={};; *) exit 255;; esac\nshift\n\
         exec sh {} $host sh -c \"$*\"\n",
        lab.host(0).name(),
        lab.host(1).name(),
        agent.display()
    );
    let text = folder.path().join("ssh.text");
    std::fs::write(&text, ssh).expect("a file");
    skifch_tests::install(&text, &folder.path().join("ssh"));
    folder
}

/// A program started on the first host, with the folder first in its `PATH`.
fn command(lab: &Lab, folder: &Path, program: impl AsRef<OsStr>) -> Command {
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = lab.host(0).command(program);
    command.current_dir(folder).env_clear().env("PATH", path);
    command
}

/// By which backends a rank reaches the others, with two ranks on each host.
fn near(rank: u32) -> &'static str {
    if rank < 2 { "0-1 by shm, 2-3 by udp" } else { "0-1 by udp, 2-3 by shm" }
}

#[test]
fn the_commands_of_the_page_work() {
    const TEST: &str = "the_commands_of_the_page_work";
    let _watch = Watchdog::new(TEST, 100);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    let folder = folder(&lab);
    for (package, program) in [
        ("skifch-launch", "skifrun"),
        ("skifch-tools", "skifch-info"),
        ("skifch-examples", "hello"),
    ] {
        symlink(locate(package, program, RANK), folder.path().join(program)).expect("a link");
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/skifch-route/README.md");
    let script = script(&std::fs::read_to_string(page).expect("the page"));
    let output =
        command(&lab, folder.path(), "sh").args(["-c", &script]).output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{script}\n{said}");
    let greetings = script.matches("./hello").count();
    assert_eq!(greetings, 4, "{script}");
    for rank in 0..4 {
        assert_eq!(said.matches(&format!("rank {rank}: hello")).count(), greetings, "{said}");
        let reaches = format!("route:shm,udp: rank {rank} reaches {}", near(rank));
        assert!(said.contains(&reaches), "{said}");
        let counter = format!("skifch[{rank}]: port 0: datagrams_sent ");
        assert!(said.contains(&counter), "{counter}: {said}");
    }
    for host in [lab.host(0), lab.host(1)] {
        assert!(said.contains(&format!("{} (", host.v4())), "checked from there: {said}");
    }
}

/// Compiles with the wrappers of an installed tree and starts with its launcher.
#[test]
fn programs_of_mpi_and_shmem_run_on_both_hosts() {
    const TEST: &str = "programs_of_mpi_and_shmem_run_on_both_hosts";
    let _watch = Watchdog::new(TEST, 100);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    let Some(build) = tree(TEST, "libsma.so").map(Build::new) else { return };
    let folder = folder(&lab);
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    for (wrapper, source, said) in [
        ("mpicc", "mpi/ring.c", "the ranks of 4 make 6"),
        ("mpicc", "mpi/pi.c", "pi is 3.1415926536"),
        ("oshcc", "shmem/pi.c", "pi is 3.1415926536"),
        ("oshcc", "shmem/queue.c", "PE 3 did"),
    ] {
        let program = build.compile(wrapper, &examples.join(source), &[]);
        let mut job = command(&lab, folder.path(), build.tree.join("bin/skifrun"));
        job.args(["--host", "a:2,b:2", "--timeout", "30"]).arg(program);
        let output = job.env("SKIFCH_LOG", "info").output().expect("a launcher");
        let (out, err) = (&output.stdout, &output.stderr);
        let (out, err) = (String::from_utf8_lossy(out), String::from_utf8_lossy(err));
        assert!(output.status.success() && out.contains(said), "{source}: {out}\n{err}");
        for rank in 0..4 {
            let of_rank = |line: &&str| line.contains(&format!("rank {rank} reaches "));
            let line = err.lines().find(of_rank).unwrap_or_default();
            assert!(near(rank).split(", ").all(|way| line.contains(way)), "{source}: {err}");
        }
    }
}
