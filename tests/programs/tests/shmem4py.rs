//! shmem4py built with our wrapper: its own tests pass, on several numbers of PEs and over several
//! networks.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_programs::{Linked, Place, both, done, unittest};
use std::path::PathBuf;

const VERSION: &str = "1.0.0";

/// Selects its header for Sandia OpenSHMEM, which has everything that it can use.
const AS_SANDIA: &str = "-DSHMEM_DEF_H -DSHMEM_FUNCTION_ATTRIBUTES=";

/// The interpreter of an environment in which it is built. Its tests need numpy 1. The cache of
/// earlier builds is not used: those would load the library of another tree.
fn python(place: &Place) -> Option<PathBuf> {
    let build = format!(
        "python3 -m venv v && v/bin/pip install --quiet 'numpy<2' && CFLAGS='{AS_SANDIA}' \
         OSHCC='{}' v/bin/pip install --quiet --no-cache-dir --no-binary shmem4py \
         shmem4py=={VERSION} && touch v/whole",
        place.tree().join("bin/oshcc").display()
    );
    let whole = place.dir().join("v/whole");
    place.fetch(&whole, "sh", &["-c", &build]).then(|| place.dir().join("v/bin/python"))
}

/// The folder of its tests, which only the source package has.
fn tests(place: &Place) -> Option<PathBuf> {
    let folder = place.dir().join(format!("shmem4py-{VERSION}/test"));
    let source = format!(
        "OSHCC='{}' v/bin/pip download --quiet --no-deps --no-binary shmem4py shmem4py=={VERSION} \
         && tar -xzf shmem4py-{VERSION}.tar.gz",
        place.tree().join("bin/oshcc").display()
    );
    place.fetch(&folder.join("test_rma.py"), "sh", &["-c", &source]).then_some(folder)
}

#[test]
fn its_tests_pass() {
    let Some(place) = Place::wanted("shmem4py") else { return };
    let Some(python) = python(&place) else { return };
    let Some(folder) = tests(&place) else { return };
    let mut failed = Vec::new();
    for backend in ["shm", "udp"] {
        for pes in [1, 2, 3, 4] {
            let mut job = place.job(pes, backend, Linked::Ours);
            job.arg(&python).args(["-m", "unittest", "discover", "-q", "-s"]).arg(&folder);
            let output = done(&mut job);
            let text = both(&output);
            let ran = unittest::ran(&text);
            println!(
                "shmem4py {VERSION}, {pes} PEs over {backend}: {:?} run, {} skipped by themselves",
                ran.each, ran.skipped
            );
            let is_whole = ran.each.len() == pes as usize && ran.each.iter().all(|&ran| ran > 100);
            if !output.status.success() || !is_whole {
                failed.push(format!("{pes} PEs over {backend}: {}\n{text}", output.status));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
