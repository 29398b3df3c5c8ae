//! The Debian packages that tests and comparisons use. Our own code needs none of them: what needs
//! a missing package is skipped with a message.

use crate::shell::{self, Res, cmd};
use std::collections::HashSet;
use std::process::Command;

/// What a package is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Comparative measurements; tests use it too.
    Measuring,
    /// Tests only.
    Testing,
}

use Use::{Measuring, Testing};

/// Each package, its use, and its purpose.
const PACKAGES: &[(&str, Use, &str)] = &[
    ("gcc", Measuring, "programs in C"),
    ("g++", Testing, "the headers as C++"),
    ("gfortran", Testing, "programs in Fortran"),
    ("libc6-dev", Measuring, "programs in C"),
    ("pkg-config", Testing, "tests of the installed tree"),
    ("cmake", Testing, "tests of the installed tree"),
    ("libclang-dev", Testing, "bindgen: tests of the headers, and building rsmpi"),
    ("valgrind", Testing, "C programs of the tests"),
    ("groff-base", Testing, "manual pages of the tests"),
    ("iproute2", Testing, "tests with several hosts on this one"),
    ("chromium", Testing, "the page of a simulated run, drawn without a screen in the tests"),
    ("mpich", Measuring, "comparison, and start-up under another launcher"),
    ("libmpich-dev", Measuring, "comparison"),
    ("openmpi-bin", Measuring, "comparison"),
    ("libopenmpi-dev", Measuring, "comparison"),
    ("ucx-utils", Measuring, "comparison"),
];

/// Installs the missing packages for a use if that is allowed, otherwise prints the command to
/// run. Never fails: whatever needs an absent package reports that when it is skipped.
pub(crate) fn ensure(wanted: Use) {
    let missing = missing(wanted);
    if missing.is_empty() {
        return;
    }
    for (name, _, purpose) in PACKAGES.iter().filter(|(name, ..)| missing.contains(name)) {
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

/// The packages for a use that dpkg does not list as installed; all of them if there is no dpkg.
fn missing(wanted: Use) -> Vec<&'static str> {
    let is_wanted = |of: Use| wanted == Testing || of == Measuring;
    let wanted = PACKAGES.iter().filter(|(_, of, _)| is_wanted(*of));
    let names: Vec<_> = wanted.map(|(name, ..)| *name).collect();
    let mut query = cmd("dpkg-query", ["-W", "-f=${Package} ${db:Status-Status}\n"]);
    // It fails if it does not know one of the names; its output about the others is still valid.
    let said = query.args(&names).output().map(|output| output.stdout).unwrap_or_default();
    let said = String::from_utf8_lossy(&said).into_owned();
    let here: HashSet<_> =
        said.lines().filter_map(|line| line.strip_suffix(" installed")).collect();
    let stands_for = |name: &str| match name {
        "pkg-config" => here.contains("pkgconf") || has("pkg-config"),
        "gcc" | "g++" | "gfortran" => has(name),
        _ => false,
    };
    names.into_iter().filter(|name| !here.contains(name) && !stands_for(name)).collect()
}

fn install(missing: &[&str]) -> Res {
    // First tries without updating the index: it is often fresh, and fetching it takes the
    // longest.
    if apt(&["install", "-y", "--no-install-recommends"], missing).is_ok() {
        return Ok(());
    }
    apt(&["update"], &[])?;
    if apt(&["install", "-y", "--no-install-recommends"], missing).is_ok() {
        return Ok(());
    }
    // One unavailable package must not prevent the installation of the others.
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
        let names: HashSet<_> = PACKAGES.iter().map(|(name, ..)| name).collect();
        assert_eq!(names.len(), PACKAGES.len());
    }

    #[test]
    fn a_program_that_is_not_there_is_not_found() {
        assert!(has("cargo") && !has("skifch-no-such-program"));
    }
}
