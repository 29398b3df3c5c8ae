//! The program as users call it.

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
    let head = "node,x,y,port,packets,bytes,replays,busy_ns,blocked_ns,most_waiting\n";
    assert!(csv.starts_with(head), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 6 * 6);
    let column = |line: &str, at: usize| line.split(',').nth(at).unwrap().to_owned();
    let links = csv.lines().skip(1).filter(|line| !column(line, 3).starts_with("host"));
    let hops: u64 = links.map(|line| column(line, 4).parse::<u64>().unwrap()).sum();
    assert!(text.contains(&format!(" {hops} hops,")), "{hops} in {text}");
}

/// Each output is written, and requesting it does not affect the run.
#[test]
fn everything_of_a_run_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let run = [&["run", "--torus", "4x4", "--load", "0.5", "--reply", "8"], &SHORT[..]].concat();
    let alone = said(&run);
    let mut args: Vec<String> = run.iter().map(|&word| word.to_owned()).collect();
    let files = ["links", "timeline", "link-timeline", "latencies", "traffic", "html", "trace"];
    for file in files {
        args.extend([format!("--{file}"), path(file)]);
    }
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let text = said(&words);
    let before = |text: &str| text.split("speed").next().map(str::to_owned);
    assert_eq!(before(&text), before(&alone));
    assert!(text.contains("the whole run; for ui.perfetto.dev"), "{text}");
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    for (file, begin) in [
        ("timeline", "from_ns,to_ns,offered,accepted,packets,under_way,mean_ns,max_ns,busiest,"),
        ("link-timeline", "node,port,from_ns,to_ns,busy,blocked,waiting\n0,+X,"),
        ("latencies", "subnet,hops,from_ns,to_ns,packets\nrequest,0,"),
        ("traffic", "from,to,packets,bytes\n0,0,"),
        ("html", "<!doctype html>"),
        ("trace", "{\"displayTimeUnit\":\"ns\","),
    ] {
        assert!(read(file).starts_with(begin), "{file}: {}", &read(file)[..200]);
    }
    assert!(
        !read("html").contains("http:") && !read("html").contains("https:"),
        "a page that asks the network"
    );
}

#[test]
fn a_run_without_traffic_ends_and_its_page_is_empty() {
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("page.html");
    let page = page.to_str().unwrap();
    let text = said(&[&["run", "--load", "1e-9", "--html", page], &SHORT[..]].concat());
    assert!(text.contains("over 0 packets") && text.contains("whole run 0 packets"), "{text}");
}

#[test]
fn a_packet_that_waits_is_followed() {
    let args = ["run", "--torus", "4x4", "--pattern", "hotspot", "--load", "0.9", "--follow", "40"];
    let text = said(&[&args[..], &SHORT].concat());
    for part in
        ["packet 40, 256 bytes, from node ", "for buffer space", "is delivered to its program, "]
    {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let none = said(&[&["run", "--torus", "4x4", "--follow", "99999999"], &SHORT[..]].concat());
    assert!(none.contains("packet 99999999 was never sent"), "{none}");
}

#[test]
fn deaths_during_a_run_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let (file, page) = (dir.path().join("faults"), dir.path().join("page.html"));
    let list = "5us node 0\n6us link 9 -Y # a cable\n6us node 6\n";
    std::fs::write(&file, list).unwrap();
    let (file, page) = (file.to_str().unwrap(), page.to_str().unwrap());
    let args = ["run", "--torus", "4x4", "--load", "0.3", "--faults", file];
    let service = ["--set", "service.notice_ns=500", "--set", "service.tables_ns=500"];
    let run = [&args[..], &service, &SHORT].concat();
    let text = said(&run);
    for part in [
        "failed    node 0 at 5000.0 ns\nfailed    link -Y of node 9 at 6000.0 ns\n",
        "packets rerouted",
        "no route  from ",
        "packets with node 6",
        "packets without a route",
        "checked   nothing else lost, all credits returned",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let seen = said(&[&run[..], &["--html", page, "--follow", "3"]].concat());
    assert_eq!(seen.split("speed").next(), text.split("speed").next(), "looked at or not");
    std::fs::write(file, "5us node 0\n5us node 99\n").unwrap();
    let words = refused(&args);
    assert!(words.contains("faults: line 2: node \"99\": the torus 4x4 has the nodes"), "{words}");
}

#[test]
fn operations_of_all_nodes_have_a_row_each() {
    let text = said(&["collect", "--torus", "4x4x4", "--bytes", "8,472"]);
    assert_eq!(text.lines().count(), 2 + 1 + 2 + 2, "{text}");
    // 12 hops of 110 ns, and 20 bytes of header on one link.
    let barrier = text.lines().find(|line| line.contains("barrier")).unwrap();
    assert!(barrier.contains("2404.3"), "{text}");
    let m4 = said(&["collect", "--preset", "m4", "--operation", "barrier"]);
    assert!(m4.contains("in a tree of 2 levels"), "{m4}");
    let busy = ["collect", "--torus", "4x4", "--operation", "allreduce", "--load", "0.5"];
    let busy = said(&[&busy[..], &["--warm-up-us", "5", "--bytes", "8"]].concat());
    let row: Vec<f64> = busy
        .lines()
        .last()
        .unwrap()
        .split_whitespace()
        .skip(2)
        .map(|ns| ns.parse().unwrap())
        .collect();
    assert!(row[0] < row[2] && row[1] < row[2] && row[2] <= row[3], "{busy}");
    for (args, words) in [
        (&["--preset", "m2"][..], "m3 has them over rings, m4 in a tree"),
        (&["--operation", "scan"], "must be barrier, broadcast or allreduce"),
        (&["--bytes", "2000000"], "at most 1048576"),
        (&["--root", "64", "--operation", "broadcast"], "the torus 4x4x4 has 64 nodes"),
        (&["--preset", "m4", "--root", "64"], "the torus 4x4x4 has 64 nodes"),
    ] {
        let text = refused(&[&["collect"], args].concat());
        assert!(text.contains(words), "{args:?}: {text}");
    }
}

#[test]
fn a_sweep_has_a_row_for_each_point() {
    let args = ["sweep", "--torus", "4x4,3x2", "--pattern", "uniform,tornado", "--load", "0.1,0.5"];
    let csv = said(&[&args[..], &["--format", "csv"], &SHORT].concat());
    assert_eq!(csv.lines().count(), 1 + 2 * 2 * 2, "{csv}");
    assert!(csv.starts_with("torus,pattern,routing,offered,accepted,bound,mean_ns"), "{csv}");
    let table = said(&[&args[..], &SHORT].concat());
    assert_eq!(table.split("\n\n").next().map(|part| part.lines().count()), Some(9), "{table}");
}

#[test]
fn a_sweep_tells_ways_apart() {
    let args = ["sweep", "--torus", "8x8", "--pattern", "complement", "--load", "0.2,0.45"];
    let args = [&args[..], &["--routing", "direction,adaptive"], &SHORT].concat();
    let csv = said(&[&args[..], &["--format", "csv"]].concat());
    let accepted = |ways: &str| -> f64 {
        let mut rows = csv.lines().filter(|row| row.contains(ways));
        rows.next_back().unwrap().split(',').nth(4).unwrap().parse().unwrap()
    };
    assert!(accepted(",adaptive,") > 1.3 * accepted(",direction,"), "{csv}");
    let text = said(&args);
    assert!(text.contains("A 8x8 complement direction   B 8x8 complement adaptive"), "{text}");
}

#[test]
fn a_sweep_is_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("sweep.html");
    let args = ["sweep", "--torus", "4x4", "--pattern", "uniform,complement", "--load", "0.1,0.9"];
    let args = [&args[..], &["--html", page.to_str().unwrap()], &SHORT].concat();
    let text = said(&args);
    let rows: Vec<_> = text.lines().filter(|line| line.contains('│')).collect();
    assert!(text.contains("A 4x4 uniform   B 4x4 complement"), "{text}");
    // The highest latency is that of the curve beyond saturation, at the right edge.
    assert!(rows[0].ends_with('B') && rows.iter().any(|row| row.contains("│A")), "{text}");
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<svg").count(), 2);
    assert!(page.contains("stroke=\"var(--c1)\"") && !page.contains("\"#02010"), "{page}");
}

#[test]
fn a_network_is_shown_with_its_bounds() {
    let text = said(&["show", "--torus", "8x8x8"]);
    assert!(text.contains("512 nodes, diameter 12, bisection 256 links"), "{text}");
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
    assert!(text.contains("net.toml: line 4: router.slots: 9, must be 2 to 6"), "{text}");
    for (args, what) in [
        (&["run", "--torus", "4x"][..], "torus \"4x\": write sizes as in 4x4x4"),
        (&["run", "--pattern", "star"], "no traffic pattern \"star\""),
        (&["run", "--set", "router.slots"], "--set router.slots: write KEY=VALUE"),
        (&["run", "--set", "link.colour=3"], "link.colour: no such setting"),
        (&["run", "--load", "0"], "load 0: must be above 0"),
        (&["run", "--load", "-1"], "load -1: must be above 0"),
        (&["sweep", "--load", "0.1,-2"], "load -2: must be above 0"),
        (&["run", "--preset", "m7"], "no preset \"m7\""),
        (&["run", "--config", "/nowhere/x.toml"], "/nowhere/x.toml: "),
        (&["sweep", "--html", "/nowhere/x.html"], "/nowhere/x.html: No such file"),
        (&["run", "--html", "/nowhere/x.html"], "/nowhere/x.html: No such file"),
        (&["run", "--torus", "32x32x8", "--html", "/dev/null"], "a page can show 4096 nodes"),
    ] {
        let text = refused(args);
        assert!(text.contains(what), "{args:?}: {text}");
    }
}
