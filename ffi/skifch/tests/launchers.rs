//! One program, compiled as pkg-config says, under each launcher that is understood; and what a
//! launcher leaves in the environment.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Build, CHECKS, EXAMPLES, STRICT, greets, has, run, tree};

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
        let tree = tree(test)?;
        if !has(test, "pkg-config") {
            return None;
        }
        let build = Build::new(tree);
        let flags = build.pkg_config(&["--cflags", "--libs"]);
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
    programs.exchange(|size, words| {
        let mut hydra = Command::new("mpiexec.hydra");
        hydra.args(["-n", &size.to_string()]).args(words);
        hydra.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        hydra
    });
}
