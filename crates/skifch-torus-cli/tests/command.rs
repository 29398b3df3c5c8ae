//! The program as people call it.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::process::{Command, Output};

fn call(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skif-torus")).args(args).output().unwrap()
}

fn said(args: &[&str]) -> String {
    let output = call(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str]) -> String {
    let output = call(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

const SHORT: [&str; 4] = ["--warm-up-us", "5", "--measure-us", "20"];

#[test]
fn a_run_says_what_was_and_repeats() {
    let args = [&["run", "--torus", "4x4", "--load", "0.2", "--follow", "3"], &SHORT[..]].concat();
    let text = said(&args);
    for part in ["torus 4x4, uniform, seed 1", "accepted 0.", "checked", "through host/request"] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let trace = |text: &str| text.split("trace ").nth(1).map(|rest| rest[..16].to_owned());
    assert!(trace(&text).is_some());
    assert_eq!(trace(&text), trace(&said(&args)));
    assert_ne!(trace(&text), trace(&said(&[&args[..], &["--seed", "2"]].concat())));
}

#[test]
fn loads_of_links_add_up() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("links.csv");
    let path = file.to_str().unwrap();
    let text = said(&[&["run", "--preset", "m2", "--links", path], &SHORT[..]].concat());
    let csv = std::fs::read_to_string(&file).unwrap();
    assert!(csv.starts_with("node,x,y,port,packets,busy_ns,blocked_ns\n"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 6 * 6);
    let column = |line: &str, at: usize| line.split(',').nth(at).unwrap().to_owned();
    let links = csv.lines().skip(1).filter(|line| !column(line, 3).starts_with("host"));
    let hops: u64 = links.map(|line| column(line, 4).parse::<u64>().unwrap()).sum();
    assert!(text.contains(&format!(" {hops} hops,")), "{hops} in {text}");
}

#[test]
fn a_sweep_has_a_row_for_each_point() {
    let args = ["sweep", "--torus", "4x4,3x2", "--pattern", "uniform,tornado", "--load", "0.1,0.5"];
    let csv = said(&[&args[..], &["--format", "csv"], &SHORT].concat());
    assert_eq!(csv.lines().count(), 1 + 2 * 2 * 2, "{csv}");
    assert!(csv.starts_with("torus,pattern,offered,accepted,bound,mean_ns"), "{csv}");
    let table = said(&[&args[..], &SHORT].concat());
    assert_eq!(table.lines().count(), csv.lines().count(), "{table}");
}

#[test]
fn a_network_is_shown_with_its_bounds() {
    let text = said(&["show", "--torus", "8x8x8"]);
    assert!(text.contains("512 nodes, diameter 12, 256 links across the middle"), "{text}");
    assert!(text.contains("neighbour 1199 ns"), "{text}");
    let complement = text.lines().find(|line| line.contains("complement")).unwrap();
    assert!(complement.contains("0.1250") && complement.contains("0.5000"), "{complement}");
}

#[test]
fn what_is_wrong_is_refused_with_the_place() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("net.toml");
    std::fs::write(&file, "preset = \"m2\"\n\n[router]\nslots = 9\n").unwrap();
    let path = file.to_str().unwrap();
    let text = refused(&["run", "--config", path]);
    assert!(text.contains("net.toml: line 4: router.slots: 9, 2 to 6 are possible"), "{text}");
    for (args, what) in [
        (&["run", "--torus", "4x"][..], "torus \"4x\": write sizes as in 4x4x4"),
        (&["run", "--pattern", "star"], "no traffic pattern \"star\""),
        (&["run", "--set", "router.slots"], "--set router.slots: write KEY=VALUE"),
        (&["run", "--set", "link.colour=3"], "link.colour: no such setting"),
        (&["run", "--load", "0"], "load 0: a number above 0"),
        (&["run", "--preset", "m7"], "no preset \"m7\""),
        (&["run", "--config", "/nowhere/x.toml"], "/nowhere/x.toml: "),
    ] {
        let text = refused(args);
        assert!(text.contains(what), "{args:?}: {text}");
    }
}
