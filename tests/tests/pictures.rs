//! The files that a program in virtual time can write: a page, a trace, tables; and that the run
//! is the same with and without them.

use serde_json::Value;
use skifch_tests::{Watchdog, locate};
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn job(ranks: u32, torus: &str, words: &[&str]) -> Output {
    let mut command = Command::new(locate("skifch-launch", "skifrun", RANK));
    command.args(["-n", &ranks.to_string(), "--timeout", "60", "--torus", torus, RANK]);
    command.args(words).env_remove("SKIFCH_BACKEND");
    command.output().expect("skifrun starts")
}

fn words_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The summary line of a successful run.
fn summary(output: &Output) -> String {
    let words = words_of(output);
    assert!(output.status.success(), "{}: {words}", output.status);
    words.lines().find(|line| line.starts_with("torus: ")).unwrap_or_default().to_owned()
}

fn number_before(text: &str, word: &str) -> u64 {
    let before = text.split(word).next().and_then(|text| text.split_whitespace().last());
    before.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {word} in {text}"))
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

/// Every message must be an arrow from a send call to a later receive call that returns it.
fn check_arrows(trace: &str, messages: u64) {
    let all: Value = serde_json::from_str(trace).expect("JSON");
    let events = all["traceEvents"].as_array().expect("events");
    let of = |phase: &'static str| events.iter().filter(move |event| event["ph"] == phase);
    let number = |event: &Value, key: &str| event[key].as_f64().unwrap_or(f64::NAN);
    // The slice with this name on the arrow's line, at whose time the arrow begins or ends.
    let slices: Vec<_> = of("X").collect();
    let around = |arrow: &Value, name: &str| -> Value {
        let is_around = |slice: &&&Value| {
            let after = number(arrow, "ts") - number(slice, "ts");
            let is_there = (0.0..number(slice, "dur")).contains(&after);
            slice["name"] == name && slice["tid"] == arrow["tid"] && is_there
        };
        let found = slices.iter().find(is_around);
        (*found.unwrap_or_else(|| panic!("{arrow} is in no {name}"))).clone()
    };
    let sent: HashMap<_, _> = of("s").map(|arrow| (arrow["id"].as_u64(), arrow)).collect();
    assert_eq!((sent.len() as u64, of("f").count() as u64), (messages, messages));
    for end in of("f") {
        let begin = sent[&end["id"].as_u64()];
        let (from, to) = (around(begin, "Send"), around(end, "Recv"));
        assert_eq!(from["args"]["to rank"].as_u64().map(|rank| rank + 1), to["tid"].as_u64());
        // M3 takes 1.2 us to a neighbour.
        let took = number(end, "ts") - number(begin, "ts");
        assert!(took >= 1.0 || from["tid"] == to["tid"], "{begin} {end}");
    }
    let lines: Vec<_> = of("M").filter(|name| name["name"] == "thread_name").collect();
    assert!(lines[3]["args"]["name"] == "rank 3 at [1, 1]", "{lines:?}");
}

#[test]
fn a_run_leaves_its_pictures_and_is_the_same() {
    let watch = Watchdog::new("a_run_leaves_its_pictures_and_is_the_same", 120);
    let dir = tempfile::tempdir().expect("a folder");
    let file = |name: &str| dir.path().join(name);
    let files = ["html", "trace", "links", "timeline", "latencies", "traffic"];
    let mut torus = "2x2,report=1,fuzz=50".to_owned();
    let alone = summary(&job(4, &torus, &["virtual-mix", "40"]));
    for name in files {
        torus += &format!(",{name}={}", file(name).display());
    }
    watch.step("with pictures".to_owned());
    assert_eq!(summary(&job(4, &torus, &["virtual-mix", "40"])), alone);
    let first = files.map(|name| text_of(&file(name)));
    let [page, trace, links, timeline, latencies, traffic] = &first;
    assert!(page.starts_with("<!doctype html>") && page.contains("<h1>4 ranks on 2x2</h1>"));
    check_arrows(trace, number_before(&alone, " messages,"));
    let column = |text: &str, at: usize| -> u64 {
        let cell = |line: &str| line.split(',').nth(at).and_then(|cell| cell.parse::<u64>().ok());
        text.lines().skip(1).filter_map(cell).sum()
    };
    let of_links: Vec<_> = links.lines().filter(|line| !line.contains("host")).collect();
    assert_eq!(column(&of_links.join("\n"), 4), number_before(&alone, " hops,"));
    let packets = number_before(&alone, " packets,");
    for (table, at) in [(timeline, 4), (latencies, 4), (traffic, 2)] {
        assert_eq!(column(table, at), packets, "{table}");
    }
    watch.step("again".to_owned());
    job(4, &torus, &["virtual-mix", "40"]);
    assert!(first == files.map(|name| text_of(&file(name))), "equal runs, equal files");
}

#[test]
fn a_standstill_leaves_its_page_too() {
    let _watch = Watchdog::new("a_standstill_leaves_its_page_too", 100);
    let dir = tempfile::tempdir().expect("a folder");
    let page = dir.path().join("page.html");
    let output = job(2, &format!("2x2,standstill_s=3,html={}", page.display()), &["virtual-hold"]);
    assert!(words_of(&output).contains("standstill"), "{output:?}");
    assert!(text_of(&page).contains("received without RecvComp"));
}

#[test]
fn a_file_that_cannot_be_made_is_refused_at_once() {
    let _watch = Watchdog::new("a_file_that_cannot_be_made_is_refused_at_once", 60);
    for (torus, expect) in [
        ("2x2,trace=/nowhere/trace.json", "/nowhere/trace.json: No such file"),
        ("32x32x8,html=/dev/null", "a page can show 4096 nodes, but the torus 32x32x8 has 8192"),
    ] {
        let output = job(2, torus, &["virtual-mix", "1"]);
        let said = words_of(&output) + &String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success() && said.contains(expect), "{said}");
    }
}
