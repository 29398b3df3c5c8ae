//! The programs of `examples/mpi/nas`: compiled with the wrapper, run over every network, and
//! verified by the programs themselves against the official values. Class S always; W and A where
//! tests may take long.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{Build, EXAMPLES, is_long, said, tree};
use std::path::{Path, PathBuf};

/// Compiler flags: once for strict standard C, whose headers declare fewer names, and once none, as
/// on the kernels' page. Libraries come before the source that needs them.
const LANGUAGES: [&[&str]; 2] = [&["-std=c99", "-pedantic"], &[]];
const WORDS: [&str; 3] = ["-O3", "-Wl,--no-as-needed", "-lm"];

fn compile(build: &Build, name: &str) -> PathBuf {
    let source = Path::new(EXAMPLES).join("nas").join(name);
    let one = |words: &[&str]| build.compile("mpicc", &source, &[words, &WORDS].concat());
    let [_, as_on_the_page] = LANGUAGES.map(one);
    as_on_the_page
}

/// Runs one job: its only line says that the official values came out.
fn verified(build: &Build, program: &Path, network: &str, ranks: u32, class: &str) {
    let mut job = build.job(ranks, program);
    let text = said(job.args(["-c", class]).env("SKIFCH_BACKEND", network));
    let fields: Vec<_> = text.trim_end().split(" | ").collect();
    assert_eq!(fields.len(), 4, "{network}: {text}");
    assert!(fields[0].ends_with(&format!(" class {class}")), "{network}: {text}");
    assert_eq!(fields[1], format!("{ranks} ranks"), "{network}: {text}");
    let rate = fields[2].strip_suffix(" Mop/s").unwrap().parse::<f64>().unwrap();
    assert!(rate > 0.0 && fields[3].ends_with(": verified"), "{network}: {text}");
}

/// Class S on these numbers of ranks over every network; on 2 and 4 over the simulated one.
fn kernel(test: &str, name: &str, ranks: &[u32]) {
    let Some(tree) = tree(test) else { return };
    let build = Build::new(tree);
    let program = compile(&build, name);
    for network in ["shm", "udp"] {
        for ranks in ranks {
            verified(&build, &program, network, *ranks, "S");
        }
    }
    for ranks in [2, 4] {
        verified(&build, &program, "torus:2x2", ranks, "S");
    }
    if is_long() {
        for (network, class) in [("shm", "W"), ("udp", "W"), ("shm", "A"), ("udp", "A")] {
            for ranks in [1, 2, 4] {
                verified(&build, &program, network, ranks, class);
            }
        }
    }
}

#[test]
fn is_ranks_its_keys() {
    kernel("is_ranks_its_keys", "is.c", &[1, 2, 3, 4, 8]);
}

#[test]
fn cg_gives_the_official_value() {
    kernel("cg_gives_the_official_value", "cg.c", &[1, 2, 4, 8]);
}

#[test]
fn ft_gives_the_official_sums() {
    kernel("ft_gives_the_official_sums", "ft.c", &[1, 2, 3, 4, 8]);
}

#[test]
fn what_does_not_fit_is_refused() {
    let Some(tree) = tree("what_does_not_fit_is_refused") else { return };
    let build = Build::new(tree);
    for (name, ranks, class) in [("is.c", 1, "Z"), ("ft.c", 1, "Z"), ("cg.c", 3, "S")] {
        let output = build.job(ranks, &compile(&build, name)).args(["-c", class]).output().unwrap();
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("usage"), "{name}");
    }
}
