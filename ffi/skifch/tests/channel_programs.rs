//! The C programs of `tests/c` as a user builds and runs them: plain, with the address sanitizer,
//! under valgrind, and with the static library.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use support::{Build, PAIR, RANKS, build, has, is_once_more, run};

/// For ways that differ in the program alone, or name their network: they are not repeated over
/// others.
fn build_once(name: &str) -> Option<Build> {
    if is_once_more() { None } else { build(name) }
}

fn plain(name: &str) {
    let Some(build) = build(name) else { return };
    let program = build.check(name, &[]);
    for &ranks in RANKS {
        run(&mut build.job(ranks, &[program.to_str().unwrap()]));
    }
    // Without a launcher it is a job of one.
    run(std::process::Command::new(&program).env_clear());
}

/// Over datagrams, where everything goes through the processes of the other ranks.
fn over_udp(name: &str) {
    let Some(build) = build_once(name) else { return };
    let program = build.check(name, &[]);
    for &ranks in RANKS {
        let mut job = build.job(ranks, &[program.to_str().unwrap()]);
        run(job.env("SKIFCH_BACKEND", "udp"));
    }
}

fn sanitized(name: &str) {
    let Some(build) = build_once(name) else { return };
    let program = build.check(name, &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    run(&mut build.job(PAIR, &[program.to_str().unwrap()]));
}

fn under_valgrind(name: &str) {
    let Some(build) = build(name).filter(|_| has(name, "valgrind")) else { return };
    let program = build.check(name, &[]);
    // In a forked child valgrind looks for leaks also in mappings that children do not get, and
    // never comes back from there. The address sanitizer looks for leaks in that program.
    let leaks = if name == "closed" { "--leak-check=no" } else { "--leak-check=full" };
    let options = ["-q", "--error-exitcode=99", "--errors-for-leak-kinds=definite", leaks];
    let words = [&["valgrind"], &options[..], &[program.to_str().unwrap()]].concat();
    run(&mut build.job(PAIR, &words));
}

fn with_static_library(name: &str) {
    let Some(build) = build_once(name) else { return };
    let source = std::path::Path::new(support::CHECKS).join(name).with_extension("c");
    let compiler = [&["cc"], support::STRICT].concat();
    let program = build.compile(&source, &compiler, &build.static_flags());
    let needed = run(std::process::Command::new("readelf").arg("-d").arg(&program));
    assert!(!String::from_utf8_lossy(&needed.stdout).contains("libskifch"));
    run(&mut build.job(PAIR, &[program.to_str().unwrap()]));
}

/// One test for each program and way.
macro_rules! programs {
    ($($name:ident: $($way:ident),*;)*) => { $(
        mod $name {
            $(
                #[test]
                fn $way() {
                    super::$way(stringify!($name));
                }
            )*
        }
    )* };
}

programs! {
    startup: plain, sanitized, under_valgrind, with_static_library;
    ring: plain, sanitized, under_valgrind, with_static_library;
    bad_input: plain, sanitized, under_valgrind;
    senseless: plain, over_udp, sanitized;
    closed: plain, sanitized, under_valgrind;
    limits: plain, sanitized, under_valgrind;
    claim: plain, sanitized, under_valgrind;
    batch: plain, sanitized;
    wait: plain, sanitized;
    threads: plain, sanitized;
    query: plain, sanitized, under_valgrind;
    segments: plain, over_udp, sanitized, under_valgrind;
}
