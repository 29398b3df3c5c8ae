//! The commands of the page "Across machines", as they stand there, on two hosts of a laboratory.

use skifch_tests::netlab::Lab;
use skifch_tests::{Watchdog, locate};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

/// The blocks of the page that are marked `sh`, each line with its number from 1.
fn script(page: &str) -> String {
    let (_, page) = page.split_once("## Across machines").expect("the page");
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).fold("set -eu\n".to_owned(), |all, line| all + line + " 2>&1\n")
}

/// A folder with the programs and with an `ssh` that gets to the hosts of the laboratory.
fn folder(lab: &Lab) -> PathBuf {
    let name = format!("across-{}", std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (package, program) in
        [("skifch-launch", "skifrun"), ("skifch", "skifch-info"), ("skifch-examples", "hello")]
    {
        symlink(locate(package, program, RANK), folder.join(program)).expect("a link");
    }
    let agent = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/netlab/agent.sh");
    let ssh = format!(
        "#!/bin/sh\nwhile :; do case $1 in\n-o) shift 2;;\n-*) shift;;\n*) break;;\nesac; done\n\
         case $1 in a) host={};; b) host={};; *) exit 255;; esac\nshift\n\
         exec sh {} $host sh -c \"$*\"\n",
        lab.host(0).name(),
        lab.host(1).name(),
        agent.display()
    );
    let text = folder.join("ssh.text");
    std::fs::write(&text, ssh).expect("a file");
    skifch_tests::install(&text, &folder.join("ssh"));
    folder
}

#[test]
fn the_commands_of_the_page_work() {
    const TEST: &str = "the_commands_of_the_page_work";
    let _watch = Watchdog::new(TEST, 100);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    let folder = folder(&lab);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/skifch-route/README.md");
    let script = script(&std::fs::read_to_string(page).expect("the page"));
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = lab.host(0).command("sh");
    shell.args(["-c", &script]).current_dir(&folder).env_clear().env("PATH", path);
    let output = shell.output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout);
    let _ = std::fs::remove_dir_all(&folder);
    assert!(output.status.success(), "{script}\n{said}");
    let greetings = script.matches("./hello").count();
    assert_eq!(greetings, 4, "{script}");
    for rank in 0..4 {
        assert_eq!(said.matches(&format!("rank {rank}: hello")).count(), greetings, "{said}");
        let near = if rank < 2 { "0-1 by shm, 2-3 by udp" } else { "0-1 by udp, 2-3 by shm" };
        assert!(said.contains(&format!("route:shm,udp: rank {rank} reaches {near}")), "{said}");
        let counter = format!("skifch[{rank}]: port 0: datagrams_sent ");
        assert!(said.contains(&counter), "{counter}: {said}");
    }
    for host in [lab.host(0), lab.host(1)] {
        assert!(said.contains(&format!("{} (", host.v4())), "checked from there: {said}");
    }
}
