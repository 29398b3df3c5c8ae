//! The Debian packages that tests and comparisons use. Nothing of ours needs them: what is missing
//! is skipped with words.

use crate::args::Args;
use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use std::collections::HashSet;
use std::process::Command;

/// Each package and what it is for.
const PACKAGES: &[(&str, &str)] = &[
    ("gcc", "C programs of the tests"),
    ("g++", "the headers as C++"),
    ("libc6-dev", "C programs of the tests"),
    ("pkg-config", "tests of the installed tree"),
    ("cmake", "tests of the installed tree"),
    ("libclang-dev", "comparing the headers with the Rust side (bindgen)"),
    ("valgrind", "C programs of the tests"),
    ("groff-base", "manual pages of the tests"),
    ("iproute2", "tests with several hosts on this one"),
    ("mpich", "comparison, and start-up under another launcher"),
    ("libmpich-dev", "comparison"),
    ("openmpi-bin", "comparison"),
    ("libopenmpi-dev", "comparison"),
    ("ucx-utils", "comparison"),
];

pub(crate) fn run(_: &Workspace, args: &mut Args) -> Res {
    args.end()?;
    ensure();
    Ok(())
}

/// Installs what is missing where that is allowed, and otherwise prints the line to run. Never
/// fails: what needs an absent package says so when it is skipped.
pub(crate) fn ensure() {
    let missing = missing();
    if missing.is_empty() {
        return;
    }
    for (name, purpose) in PACKAGES.iter().filter(|(name, _)| missing.contains(name)) {
        println!("setup: {name} is missing ({purpose})");
    }
    let by_hand = format!("sudo apt-get install -y --no-install-recommends {}", missing.join(" "));
    if !is_root() || !has("apt-get") {
        println!("setup: to have everything measured and tested, run\n    {by_hand}");
        return;
    }
    if let Err(text) = install(&missing) {
        println!("setup: {text}\nsetup: goes on without; by hand it would be\n    {by_hand}");
    }
}

/// The packages that dpkg does not have; all of them where there is no dpkg.
fn missing() -> Vec<&'static str> {
    let names: Vec<_> = PACKAGES.iter().map(|(name, _)| *name).collect();
    let mut query = cmd("dpkg-query", ["-W", "-f=${Package} ${db:Status-Status}\n"]);
    // It fails when it does not know one of the names; what it says of the others still counts.
    let said = query.args(&names).output().map(|output| output.stdout).unwrap_or_default();
    let said = String::from_utf8_lossy(&said).into_owned();
    let here: HashSet<_> =
        said.lines().filter_map(|line| line.strip_suffix(" installed")).collect();
    let stands_for = |name: &str| match name {
        "pkg-config" => here.contains("pkgconf") || has("pkg-config"),
        "gcc" | "g++" => has(name),
        _ => false,
    };
    names.into_iter().filter(|name| !here.contains(name) && !stands_for(name)).collect()
}

fn install(missing: &[&str]) -> Res {
    // A first try without the index: it is often fresh, and fetching it takes longest.
    if apt(&["install", "-y", "--no-install-recommends"], missing).is_ok() {
        return Ok(());
    }
    apt(&["update"], &[])?;
    if apt(&["install", "-y", "--no-install-recommends"], missing).is_ok() {
        return Ok(());
    }
    // One package that cannot be had must not keep the others away.
    let one = |name: &&&str| apt(&["install", "-y", "--no-install-recommends"], &[**name]).is_err();
    let failed: Vec<_> = missing.iter().filter(one).copied().collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("could not install {}", failed.join(", "))) }
}

fn apt(args: &[&str], packages: &[&str]) -> Res {
    let mut apt = cmd("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=120"]);
    shell::run(apt.args(args).args(packages).env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_root() -> bool {
    shell::output(&mut cmd("id", ["-u"])).is_ok_and(|id| id.trim() == "0")
}

/// Whether a program is found on `PATH`.
fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_named_once() {
        let names: HashSet<_> = PACKAGES.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), PACKAGES.len());
    }

    #[test]
    fn a_program_that_is_not_there_is_not_found() {
        assert!(has("cargo") && !has("skifch-no-such-program"));
    }
}
