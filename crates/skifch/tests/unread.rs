//! What the programs here print for people may end in a reader that has seen enough, as `head`.

use std::process::Command;

#[test]
fn a_reader_that_has_gone_is_no_fault() {
    let info = env!("CARGO_BIN_EXE_skifch-info");
    let conformance = env!("CARGO_BIN_EXE_skifch-conformance");
    let loopback = ["--backend", "loopback"];
    for (program, args) in
        [(info, &[][..]), (info, &["--all"]), (info, &["--reach"]), (conformance, &loopback)]
    {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(program);
        command.args(args).env_remove("SKIFCH_BACKEND").stdout(writer);
        // Neither waits for anybody: no watchdog but that of the conformance program.
        let output = command.output().expect("a program of this crate");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {args:?}: {}\n{words}", output.status);
        assert_eq!(words, "", "{program} {args:?}");
    }
}
