//! What the programs here print for people.

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

#[test]
fn the_limits_of_every_built_in_network_are_shown() {
    let info =
        Command::new(env!("CARGO_BIN_EXE_skifch-info")).env_remove("SKIFCH_BACKEND").output();
    let text = String::from_utf8_lossy(&info.expect("a program of this crate").stdout).into_owned();
    let networks = text.matches("built in").count();
    assert_eq!((networks, text.matches("maximum message").count()), (4, 4), "{text}");
}
