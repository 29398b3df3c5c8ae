//! Runs every command in the README.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::process::Command;

#[test]
fn every_command_of_the_readme_works() {
    let readme = include_str!("../README.md");
    let blocks = readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let commands: Vec<_> =
        blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("skif-torus ")).collect();
    assert!(commands.len() >= 8, "{commands:?}");
    let dir = tempfile::tempdir().unwrap();
    // The only file that the program does not write itself.
    let list =
        readme.split_once("printf '%s\\n' ").and_then(|(_, rest)| rest.split_once(" > faults.txt"));
    let list = list.unwrap().0.trim_matches('\'').replace("' '", "\n");
    std::fs::write(dir.path().join("faults.txt"), list).unwrap();
    for words in commands {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skif-torus"));
        let output = command.current_dir(dir.path()).args(words.split_whitespace()).output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "skif-torus {words}: {errors}");
        if words == "run --torus 4x4x4 --load 0.3" {
            // The output shown below it is what is printed.
            let shown = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
            for line in shown.unwrap().lines() {
                assert!(said.contains(line), "not {line:?} in {said}");
            }
        }
    }
    for file in ["run.html", "sweep.html", "run.json", "links.csv", "time.csv", "traffic.csv"] {
        assert!(dir.path().join(file).metadata().unwrap().len() > 100, "{file}");
    }
}
