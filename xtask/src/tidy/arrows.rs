//! The allowed dependencies between our crates.

use crate::shell;
use crate::workspace::Package;

/// Each of our crates and those of ours that it may depend on. Dev-dependencies are unrestricted.
const ARROWS: &[(&str, &[&str])] = &[
    ("skifch-sync", &[]),
    ("skifch-setting", &[]),
    ("skifch-abi", &[]),
    ("skifch-ring", &["skifch-sync"]),
    ("skifch-backend", &["skifch-setting", "skifch-abi", "skifch-sync", "skifch-ring"]),
    ("skifch-shm", &["skifch-backend", "skifch-abi", "skifch-sync", "skifch-ring"]),
    ("skifch-proto", &[]),
    ("skifch-udp", &["skifch-backend", "skifch-abi", "skifch-sync", "skifch-proto"]),
    ("skifch-sim", &[]),
    ("skifch-torus-view", &["skifch-sim"]),
    ("skifch-torus-cli", &["skifch-sim", "skifch-torus-view"]),
    ("skifch-torus", &["skifch-backend", "skifch-abi", "skifch-sim", "skifch-torus-view"]),
    ("skifch-route", &["skifch-backend", "skifch-abi"]),
    ("skifch-boot", &["skifch-setting"]),
    (
        "skifch",
        &[
            "skifch-abi",
            "skifch-sync",
            "skifch-ring",
            "skifch-backend",
            "skifch-boot",
            // Named only in the table of built-in backends.
            "skifch-shm",
            "skifch-udp",
            "skifch-torus",
            "skifch-route",
        ],
    ),
    ("skifch-mpi", &["skifch"]),
    ("skifch-shmem", &["skifch"]),
    ("skifch-launch", &["skifch-boot", "skifch-sim"]),
    ("skifch-tools", &["skifch"]),
    ("skifch-perf", &["skifch"]),
    ("skifch-ffi", &["skifch", "skifch-abi"]),
    ("skifch-generate", &[]),
    ("skifch-mpi-edge", &["skifch", "skifch-mpi", "skifch-generate"]),
    ("skifch-mpi-abi", &["skifch-mpi-edge", "skifch-generate"]),
    ("skifch-mpi-mpich", &["skifch-mpi-edge", "skifch-generate"]),
    ("skifch-mpi-fortran", &["skifch-generate"]),
    ("skifch-mpi-fortran-mpich", &["skifch-generate"]),
    ("skifch-shmem-ffi", &["skifch-shmem", "skifch-generate"]),
    ("skifch-mpicc", &[]),
    ("skifch-examples", &["skifch", "skifch-shmem"]),
    ("xtask", &["skifch-generate"]),
    ("skifch-pages", &["skifch", "skifch-launch", "skifch-perf", "skifch-torus-cli"]),
];

/// Crates that must not contain unsafe code.
const SAFE: &[&str] = &[
    "skifch-setting",
    "skifch-proto",
    "skifch-sim",
    "skifch-torus-view",
    "skifch-torus-cli",
    "skifch-route",
    "skifch-generate",
    "skifch-mpicc",
    "xtask",
    "skifch-pages",
];

/// Crates that only test or measure may depend on anything.
fn is_free(package: &Package) -> bool {
    package.dir.starts_with("tests") || package.dir.starts_with("benches")
}

pub(crate) fn check(packages: &[Package]) -> Vec<String> {
    let ours = |name: &String| packages.iter().any(|package| package.name == *name);
    let mut faults = Vec::new();
    for package in packages.iter().filter(|package| !is_free(package)) {
        let name = &package.name;
        let Some(allowed) = allowed(package) else {
            faults.push(format!("crate {name}: give it a line in xtask/src/tidy/arrows.rs"));
            continue;
        };
        for used in package.dependencies.iter().filter(|used| ours(used)) {
            if !allowed.contains(&used.as_str()) {
                faults.push(format!("crate {name} may not be built from {used}"));
            }
        }
    }
    faults
}

fn allowed(package: &Package) -> Option<&'static [&'static str]> {
    if package.dir.starts_with("ffi/plugins") {
        // A plugin wraps one backend, given by its name.
        return Some(&["skifch-backend", "skifch-shm", "skifch-udp", "skifch-torus"]);
    }
    ARROWS.iter().find(|(name, _)| *name == package.name).map(|(_, allowed)| *allowed)
}

/// Checks that the crates without unsafe code forbid it.
pub(crate) fn check_forbid(packages: &[Package]) -> Vec<String> {
    let safe = packages.iter().filter(|package| SAFE.contains(&package.name.as_str()));
    let says_so = |package: &&Package| {
        let roots = ["src/lib.rs", "src/main.rs"].map(|root| package.dir.join(root));
        roots.iter().any(|root| {
            shell::read(root).is_ok_and(|text| text.contains("#![forbid(unsafe_code)]"))
        })
    };
    safe.filter(|package| !says_so(package))
        .map(|package| format!("crate {}: #![forbid(unsafe_code)] is missing", package.name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[&str]) -> Package {
        Package {
            name: name.into(),
            dir: format!("crates/{name}").into(),
            bins: Vec::new(),
            is_cdylib: false,
            dependencies: dependencies.iter().map(|&name| name.into()).collect(),
        }
    }

    #[test]
    fn a_forbidden_arrow_is_found_and_others_crates_are_free() {
        let sync = package("skifch-sync", &["libc"]);
        let ring = package("skifch-ring", &["skifch-sync", "libc"]);
        assert!(check(&[sync, ring]).is_empty());

        let sync = package("skifch-sync", &["skifch-ring"]);
        let ring = package("skifch-ring", &[]);
        assert_eq!(check(&[sync, ring]), ["crate skifch-sync may not be built from skifch-ring"]);
        assert_eq!(check(&[package("skifch-new", &[])]).len(), 1);
    }
}
