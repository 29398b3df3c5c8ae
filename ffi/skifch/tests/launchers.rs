//! One program, compiled as pkg-config says, under each launcher that is understood; and what a
//! launcher leaves in the environment.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Build, CHECKS, EXAMPLES, STRICT, build, greets, has, run};

/// Sizes of the jobs.
const SIZES: &[u32] = &[2, 4];

/// The example, and a program that moves thousands of messages and checks every byte.
struct Programs {
    build: Build,
    hello: PathBuf,
    ring: PathBuf,
}

impl Programs {
    /// Compiled against the installed tree, which `PKG_CONFIG_PATH` alone leads to.
    fn new(test: &str) -> Option<Self> {
        let build = build(test)?;
        let flags = build.pkg_config(&["--cflags", "--libs", "skifch"]);
        let cc = [&["cc"], STRICT].concat();
        let compile = |dir: &str, name| build.compile(&Path::new(dir).join(name), &cc, &flags);
        let (hello, ring) = (compile(EXAMPLES, "hello.c"), compile(CHECKS, "ring.c"));
        Some(Self { build, hello, ring })
    }

    /// Both as jobs that `launch` starts: the size, and the words of the program.
    fn exchange(&self, launch: impl Fn(u32, &[&str]) -> Command) {
        for &size in SIZES {
            greets(&mut launch(size, &[self.hello.to_str().unwrap()]), size);
            run(&mut launch(size, &[self.ring.to_str().unwrap()]));
        }
    }
}

#[test]
fn programs_exchange_under_skifrun() {
    let Some(programs) = Programs::new("programs_exchange_under_skifrun") else { return };
    programs.exchange(|size, words| programs.build.job(size, words));
}

#[test]
fn programs_exchange_under_hydra() {
    let test = "programs_exchange_under_hydra";
    if !has(test, "mpiexec.hydra") {
        return;
    }
    let Some(programs) = Programs::new(test) else { return };
    // With an input at its end, Hydra may be killed by SIGPIPE at the end of a short job.
    let (input, _still_open) = std::io::pipe().expect("a pipe");
    programs.exchange(|size, words| {
        let mut hydra = Command::new("mpiexec.hydra");
        hydra.args(["-n", &size.to_string()]).args(words);
        hydra.stdin(input.try_clone().expect("a descriptor"));
        hydra.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        hydra
    });
}

/// The variables of ours that ranks of skifrun see.
fn set_by_skifrun(build: &Build, words: &[&str]) -> Vec<(String, String)> {
    let output = run(&mut build.job(1, &[words, &["env"]].concat()));
    let said = String::from_utf8(output.stdout).unwrap();
    let pairs = said.lines().filter(|line| line.starts_with("SKIFCH_"));
    pairs.filter_map(|line| line.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect()
}

#[test]
fn nothing_that_skifrun_sets_is_an_unknown_setting() {
    let test = "nothing_that_skifrun_sets_is_an_unknown_setting";
    let Some(programs) = Programs::new(test) else { return };
    let (build, hello) = (&programs.build, programs.hello.to_str().unwrap());
    let skifrun = build.tree.join("bin/skifrun");
    let job_in_job = [skifrun.to_str().unwrap(), "-n", "2", "--backend", "shm"];
    for words in [&[][..], &["--backend", "shm"], &job_in_job] {
        let set = set_by_skifrun(build, words);
        assert!(set.iter().any(|(name, _)| name == "SKIFCH_JOB"), "{set:?}");
        // Also where a rank hands them on to a program that is none.
        let alone = run(Command::new(hello).env_clear().envs(set));
        assert_eq!(String::from_utf8_lossy(&alone.stderr), "");
        let ranks = if words == job_in_job { 2 } else { 1 };
        greets(&mut build.job(1, &[words, &[hello]].concat()), ranks);
    }
    let misspelt = run(build.job(1, &[hello]).env("SKIFCH_BACKENT", "shm"));
    let said = String::from_utf8_lossy(&misspelt.stderr).into_owned();
    assert!(said.contains("SKIFCH_BACKENT") && said.contains("no such setting"), "{said}");
}
