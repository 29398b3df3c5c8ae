//! Programs in virtual time: runs are the same on any number of processors, standstills and deaths
//! are reported instead of hanging, and nothing is left behind.

use skifch_tests::{Watchdog, at_once, is_long, kill, locate};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn skifrun() -> PathBuf {
    locate("skifch-launch", "skifrun", RANK)
}

fn job(ranks: u32, torus: &str, words: &[&str]) -> Command {
    let mut command = Command::new(skifrun());
    command.args(["-n", &ranks.to_string(), "--timeout", "120", "--torus", torus, RANK]);
    command.args(words).env_remove("SKIFCH_BACKEND");
    command
}

fn words_of(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The sorted output lines of a successful job, and the model's summary.
fn good(mut job: Command) -> (Vec<String>, String) {
    let output = job.output().expect("skifrun starts");
    let (said, words) = words_of(&output);
    assert!(output.status.success(), "{job:?}: {}\n{said}\n{words}", output.status);
    let mut lines: Vec<_> = said.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    let summary: Vec<_> = words.lines().filter(|line| line.starts_with("torus: ")).collect();
    (lines, summary.join("\n"))
}

/// The error output of a job that must fail.
fn bad(mut job: impl std::borrow::BorrowMut<Command>) -> String {
    let job = job.borrow_mut();
    let output = job.output().expect("skifrun starts");
    let (said, words) = words_of(&output);
    assert!(!output.status.success(), "{job:?} ended well:\n{said}\n{words}");
    words
}

/// Keeps processors busy until it is dropped.
struct Load(std::sync::Arc<AtomicBool>);

impl Load {
    fn new(threads: u32) -> Self {
        let over = std::sync::Arc::new(AtomicBool::new(false));
        for _ in 0..threads {
            let over = over.clone();
            std::thread::spawn(move || while !over.load(Ordering::Relaxed) {});
        }
        Self(over)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Restricts everything that the job starts to one processor.
fn on_one_processor(job: &mut Command) {
    // SAFETY: between fork and exec, only system calls on a set of the child's own.
    unsafe {
        job.pre_exec(|| {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(libc::sched_getcpu().max(0) as usize, &mut set);
            libc::sched_setaffinity(0, size_of_val(&set), &set);
            Ok(())
        });
    }
}

#[test]
fn a_run_is_the_same_on_one_processor_and_under_load() {
    let watch = Watchdog::new("a_run_is_the_same_on_one_processor_and_under_load", 240);
    for settings in [
        "4x4,report=1",
        "4x4,report=1,compute=annotated,fuzz=100,seed=7",
        "4x4,report=1,router.routing=adaptive",
        "4x4,report=1,fidelity=fluid",
        "4x4,report=1,fidelity=logp",
    ] {
        watch.step(settings.to_owned());
        is_the_same_everywhere(settings, &["virtual-mix", if is_long() { "150" } else { "50" }]);
    }
}

/// What the model has simulated by then depends on the host; what senders learn does not.
#[test]
fn closing_with_messages_under_way_does_not_depend_on_the_host() {
    let run = |ms| good(job(2, "2,compute=annotated,report=1", &["virtual-close", ms]));
    assert_eq!(run("0"), run("100"));
}

/// A message may be in the inbox or not when the wait begins; it tells of room either way.
#[test]
fn a_wait_tells_all_events_that_are_true() {
    let run = |ms| good(job(2, "2x2,compute=annotated,report=1", &["virtual-both", ms]));
    let first = run("0");
    assert!(first.0[0].contains("{\"RECV\", \"SEND\"} at "), "{first:?}");
    assert_eq!(run("1000"), first);
}

#[test]
fn a_claim_takes_time_also_if_it_is_given_up() {
    assert_eq!(good(job(1, "2", &["virtual-claim"])).0, ["false 510", "true 510"]);
}

/// A peer from which a rank has only received; each look at it takes 50 ns.
#[test]
fn a_receiver_knows_the_state_of_its_sender() {
    let (lines, _) = good(job(2, "2x2", &["virtual-peer"]));
    let said = |words: &str| lines.iter().any(|line| line == words);
    for words in ["to nobody {\"SEND\"}", "nobody Unknown", "before Unknown", "received Up"] {
        assert!(said(words), "no {words:?} in {lines:?}");
    }
    let after = lines.iter().find_map(|line| line.strip_prefix("closed after "));
    let ns: u64 = after.and_then(|ns| ns.parse().ok()).expect("a time");
    assert!((1000..=1200).contains(&ns), "{lines:?}");
}

/// Accesses to others' memory, and loads of a rank's own memory that the library does not see.
#[test]
fn memory_is_the_same_on_one_processor_and_under_load() {
    let watch = Watchdog::new("memory_is_the_same_on_one_processor_and_under_load", 240);
    for settings in [
        "4x4,report=1,seed=3",
        "4x4,report=1,compute=annotated,fuzz=100,seed=7,requests=20000",
        "4x4,report=1,router.routing=adaptive",
        "4x4,report=1,fidelity=fluid",
    ] {
        watch.step(settings.to_owned());
        is_the_same_everywhere(
            settings,
            &["virtual-remote", if is_long() { "300" } else { "100" }],
        );
    }
}

fn is_the_same_everywhere(settings: &str, words: &[&str]) {
    let first = good(job(12, settings, words));
    assert!(first.0.len() == 12 && first.1.contains("trace "), "{first:?}");
    let mut bound = job(12, settings, words);
    on_one_processor(&mut bound);
    assert_eq!(good(bound), first, "on one processor");
    let _load = Load::new(3);
    assert_eq!(good(job(12, settings, words)), first, "under load");
    let other = good(job(12, "4x4,report=1,link.wire_ns=11", words));
    assert_ne!(other.1, first.1, "another network");
}

/// Routes avoid links that die, by the same ways in every run.
#[test]
fn ranks_go_on_around_links_that_die() {
    let watch = Watchdog::new("ranks_go_on_around_links_that_die", 240);
    let dir = tempfile::tempdir().expect("a folder");
    let list = dir.path().join("faults");
    std::fs::write(&list, "5us link 0 +X\n6us link 5 -Y\n300us link 1 +Y\n").expect("a file");
    let settings = format!("4x4,report=1,service.tables_ns=20000,faults={}", list.display());
    for (more, words) in [
        ("", ["virtual-mix", "150"]),
        (",router.routing=adaptive", ["virtual-mix", "150"]),
        ("", ["virtual-remote", "300"]),
    ] {
        watch.step(format!("{words:?}{more}"));
        let settings = format!("{settings}{more}");
        let (_, said) = good(job(12, &settings, &words));
        for part in [
            "torus: link +X of node 0 failed at 5000.0 ns",
            "torus: new routing tables at ",
            " pairs routed with a first or last step, 0 pairs without a route",
        ] {
            assert!(said.contains(part), "no {part:?} in {said}");
        }
        is_the_same_everywhere(&settings, &words);
    }
}

/// A loss that the programs cannot survive ends the run and is named.
#[test]
fn what_is_lost_with_the_dead_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = |torus: &str, list: &str, words: &[&str]| {
        let file = dir.path().join("faults");
        std::fs::write(&file, list).expect("a file");
        bad(job(4, &format!("{torus},faults={}", file.display()), words))
    };
    let mix = ["virtual-mix", "150"];
    let said = run("4x4", "5us node 3", &mix);
    assert!(said.contains("torus: node 3 failed at 5000.0 ns, and rank 3 with it"), "{said}");
    let said = run("4", "5us link 1 +X\n5us link 3 +X", &mix);
    assert!(said.contains("pairs without a route\ntorus: a packet from rank "), "{said}");
    assert!(said.contains(" has no route left around the failures, at "), "{said}");
}

/// A measured run can be repeated to the tick, anywhere and any number of times.
#[test]
fn a_measured_run_is_repeated() {
    let watch = Watchdog::new("a_measured_run_is_repeated", 240);
    let dir = tempfile::tempdir().expect("a folder");
    let name = dir.path().join("times");
    let settings = |compute| format!("4x4,report=1,{compute},recording={}", name.display());
    let words = ["virtual-mix", "60"];
    // A rank that cannot begin prints the reason on standard output.
    let refused = |ranks, words: &[&str]| {
        let output = job(ranks, &settings("compute=recorded"), words).output();
        let output = output.expect("skifrun starts");
        let (said, errors) = words_of(&output);
        assert!(!output.status.success(), "it ended well:\n{said}\n{errors}");
        said + &errors
    };
    let missing = refused(6, &words);
    assert!(missing.contains(": No such file"), "{missing}");
    watch.step("measured");
    let first = good(job(6, &settings("compute=measured,scale=3"), &words));
    watch.step("recorded");
    for _ in 0..2 {
        let mut again = job(6, &settings("compute=recorded"), &words);
        on_one_processor(&mut again);
        assert_eq!(good(again), first);
    }
    let _load = Load::new(3);
    assert_eq!(good(job(6, &settings("compute=recorded"), &words)), first, "under load");
    assert_ne!(good(job(6, "4x4,report=1", &words)).1, first.1, "no time between calls");
    watch.step("another program");
    let other = refused(6, &["virtual-mix", "61"]);
    assert!(other.contains(" in the recording") || other.contains("beyond the end"), "{other}");
    let fewer = refused(5, &words);
    assert!(fewer.contains("is not a complete recording of rank"), "{fewer}");
}

#[test]
fn times_of_memory_are_those_of_the_network() {
    let (lines, _) = good(job(2, "2x2,preset=m3", &["virtual-remote-times"]));
    let ns = |name: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(&format!("{name} ")));
        line.and_then(|ns| ns.parse::<u64>().ok()).expect("a line with a number")
    };
    // One way takes 1.2 us, of which 50 ns are the receiver's call; the interface adds 20 ns, and
    // the address some bytes. A rank that polls by loads looks every 10 ns.
    assert!((1150..=1300).contains(&ns("wait")), "{lines:?}");
    assert!((1150..=1250).contains(&ns("loads")), "{lines:?}");
    // Round trips.
    for name in ["get", "add", "quiet"] {
        assert!((2300..=2550).contains(&ns(name)), "{name}: {lines:?}");
    }
    assert!((50..=70).contains(&ns("put")), "{lines:?}");
}

#[test]
fn times_are_those_of_the_network() {
    let (lines, _) = good(job(4, "8,preset=m3", &["virtual-ping", "20"]));
    let ns = |other: u32| {
        let mine = format!("ping {other} ");
        let line = lines.iter().find_map(|line| line.strip_prefix(&mine)).expect("a line");
        line.parse::<u64>().expect("a number")
    };
    // The paper's 1.2 us to a neighbour; a polling program sees it within a poll of 50 ns and has
    // its own calls to make. Each further hop adds a router and a wire: 110 ns.
    assert!((1200..=1350).contains(&ns(1)), "{lines:?}");
    assert!((60..=160).contains(&(ns(2) - ns(1))), "{lines:?}");
    assert!((60..=160).contains(&(ns(3) - ns(2))), "{lines:?}");
}

/// Without contention all network models agree, and so do all routing algorithms.
#[test]
fn times_alone_do_not_depend_on_the_model() {
    let lines = |more: &str| good(job(4, &format!("8,preset=m3{more}"), &["virtual-ping", "5"])).0;
    let exact = lines("");
    for more in [",fidelity=fluid", ",fidelity=logp", ",router.routing=adaptive"] {
        assert_eq!(lines(more), exact, "{more}");
    }
}

#[test]
fn the_message_rate_is_that_of_the_interface() {
    for (preset, most) in [("m3", 14_900_000), ("m2", 8_300_000)] {
        let torus = format!("3x2,preset={preset}");
        let (lines, _) = good(job(2, &torus, &["virtual-rate", "20000"]));
        let rate = lines.iter().find_map(|line| line.strip_prefix("rate 1 ")).expect("a line");
        let rate: u64 = rate.parse().expect("a number");
        // The first message takes 1.2 us; after that the interface is the bottleneck.
        assert!((most * 97 / 100..=most).contains(&rate), "{preset}: {rate} messages a second");
    }
}

/// An active message and its reply take the time of two messages and little more.
#[test]
fn handlers_answer_in_the_time_of_two_messages() {
    let program = locate("skifch-examples", "active", RANK);
    let mut active = Command::new(skifrun());
    active.args(["-n", "4", "--timeout", "120", "--torus", "2x2,report=1"]).arg(program);
    let (lines, _) = good({
        active.env_remove("SKIFCH_BACKEND");
        active
    });
    let takes = lines[0].strip_prefix("rank 0: an answer takes ").expect("a time");
    let ns: f64 =
        takes.strip_suffix(" ns, and is 10").and_then(|ns| ns.parse().ok()).expect("a number");
    assert!((2400.0..2800.0).contains(&ns), "{lines:?}");
    for (rank, line) in lines[1..].iter().enumerate() {
        assert_eq!(*line, format!("rank {rank}: the sum is 10"));
    }
}

/// A rank sleeps once for each message that it waits for and for nothing else; this dominates the
/// cost of a run.
#[test]
fn a_message_costs_its_receiver_one_sleep() {
    let (lines, _) = good(job(32, "4x4x2", &["virtual-barriers", "40"]));
    let milli = lines.iter().filter_map(|line| line.strip_prefix("switches "));
    let milli: Vec<u64> =
        milli.map(|line| line.split(' ').nth(1).expect("a number").parse().expect("it")).collect();
    assert_eq!(milli.len(), 32, "{lines:?}");
    let mean = milli.iter().sum::<u64>() / 32;
    assert!(mean <= 1200, "{mean} thousandths of a switch for a message: {lines:?}");
}

#[test]
fn what_a_rank_has_sent_that_left_arrives() {
    let (lines, summary) = good(job(4, "2x2,report=1", &["virtual-leave-early"]));
    assert!(lines.len() == 3 && summary.contains(" 3 messages"), "{lines:?} {summary}");
}

#[test]
fn forked_children_are_no_ranks() {
    good(job(2, "2x2", &["forks"]));
}

#[test]
fn a_limit_of_virtual_time_passes_at_once() {
    let watch = Watchdog::new("a_limit_of_virtual_time_passes_at_once", 120);
    watch.step("5 virtual seconds of polling".to_owned());
    let (lines, _) = good(job(2, "2x2", &["virtual-limit"]));
    for line in &lines {
        let took: u64 = line.trim_start_matches("over after ").parse().expect("a number");
        // Skipped polls may extend the wait by at most the time already waited.
        assert!((5_000_000_000..=10_100_000_000).contains(&took), "{lines:?}");
    }
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_thread_that_joins_one_that_waits_does_not_stop_the_clock() {
    let watch = Watchdog::new("a_thread_that_joins_one_that_waits_does_not_stop_the_clock", 140);
    watch.step("two threads of rank 0".to_owned());
    let (lines, _) = good(job(2, "2x2", &["virtual-threads"]));
    let took = lines.iter().find_map(|line| line.strip_prefix("both after ")).expect("a line");
    let took: u64 = took.parse().expect("a number");
    assert!((50_000_000..=51_100_000).contains(&took), "{lines:?}");
}

#[test]
fn who_looks_at_memory_without_calls_is_named() {
    let watch = Watchdog::new("who_looks_at_memory_without_calls_is_named", 100);
    watch.step("until it is told".to_owned());
    let mut command = job(2, "2x2", &["virtual-remote-spin"]);
    let mut job = command.stderr(Stdio::piped()).spawn().expect("skifrun starts");
    let mut words = String::new();
    for line in BufReader::new(job.stderr.take().expect("a pipe")).lines() {
        let line = line.expect("text");
        if line.contains("has made no call for a long time, at ") {
            // Other ranks would be named soon after.
            std::thread::sleep(Duration::from_secs(1));
            kill(job.id(), libc::SIGTERM);
        }
        words += &(line + "\n");
    }
    assert!(!job.wait().expect("our child").success(), "{words}");
    // The end of rank 0 may be reported as well, once the launcher has killed it.
    let mut silent =
        words.lines().filter(|line| line.contains("has made no call for a long time, at "));
    let only = silent.next().is_some_and(|line| line.starts_with("torus: rank 1 (process "));
    assert!(only && silent.next().is_none(), "{words}");
}

#[test]
fn a_standstill_is_told_with_who_waits_for_whom() {
    let _watch = Watchdog::new("a_standstill_is_told_with_who_waits_for_whom", 120);
    let waits = ["torus: standstill at ", "rank 2: waits for a message on port 0"];
    let full = ["received without RecvComp", "rank 0 port 0 is full for rank 1"];
    let memory = ["rank 2: waits for a message on port 0, waits for others to write its"];
    let polls = ["rank 1: polls for a message on port 0"];
    let room = ["rank 0: polls on port 0 for buffer space at rank 1 port 0"];
    let either = ["polls for a message on port 0, polls on port 0 for buffer space at rank 1 port"];
    let cases: [(u32, &[&str], &[&str]); 8] = [
        (3, &["virtual-all-wait"], &waits),
        (2, &["virtual-hold"], &full),
        (3, &["virtual-remote-wait"], &memory),
        (2, &["virtual-all-poll"], &polls),
        (2, &["virtual-end", "wait"], &["torus: standstill at "]),
        (2, &["virtual-end", "over"], &["torus: virtual time is over: the clock of rank "]),
        (2, &["virtual-poll-room"], &room),
        (2, &["virtual-poll-room", "both"], &either),
    ];
    at_once(cases, |(ranks, task, expected)| {
        let words = bad(job(ranks, "2x2,compute=annotated,standstill_s=5", task));
        assert!(expected.iter().all(|part| words.contains(part)), "{expected:?}: {words}");
    });
}

#[test]
fn a_death_ends_the_run_with_rank_time_and_last_calls() {
    let watch = Watchdog::new("a_death_ends_the_run_with_rank_time_and_last_calls", 240);
    let ways = ["abort", "exit", "put"].into_iter();
    // The launcher ends the other ranks when one has died; with this flag the model has to.
    for (how, is_left) in ways.flat_map(|how| [(how, false), (how, true)]) {
        watch.step(format!("{how}, left to the model: {is_left}"));
        let start = Instant::now();
        let mut job = Command::new(skifrun());
        job.args(is_left.then_some("-disable-auto-cleanup"));
        job.args(["-n", "3", "--timeout", "60", "--torus", "2x2", RANK]);
        match how {
            "put" => job.arg("virtual-remote-bereft"),
            how => job.args(["virtual-bereft", how]),
        };
        let words = bad(job.env_remove("SKIFCH_BACKEND"));
        assert!(words.contains("torus: rank 1 (process "), "{words}");
        assert!(words.contains("ended without leaving the job, at "), "{words}");
        let call = match how {
            "put" => "Put in segment 1 at rank 0 = 8 until ",
            _ => "Send on port 0 to rank 0 port 0 = 8 until ",
        };
        assert!(words.contains(call), "{words}");
        assert!(start.elapsed() < Duration::from_secs(50), "{words}");
    }
}

/// The launcher then ends the others, none of which has died by itself.
#[test]
fn a_rank_that_aborts_the_job_has_not_died() {
    let words = bad(job(3, "2x2", &["virtual-bereft", "give up"]));
    assert!(words.contains("rank 1 gives up"), "{words}");
    assert!(!words.contains("ended without leaving"), "{words}");
}

#[test]
fn nothing_is_left_when_everybody_is_killed() {
    let watch = Watchdog::new("nothing_is_left_when_everybody_is_killed", 60);
    watch.step("started".to_owned());
    let mut child = job(3, "2x2", &["virtual-asleep"]).spawn().expect("skifrun starts");
    let model_of = |job: u32| {
        let mut models = Vec::new();
        for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
            let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
            let is_model = status.starts_with("Name:\tskif-torus\n");
            let parent = format!("\nPPid:\t{job}\n");
            if is_model && status.contains(&parent) {
                models.push(entry.path());
            }
        }
        models
    };
    let end = Instant::now() + Duration::from_secs(30);
    let model = loop {
        if let [model] = &model_of(child.id())[..] {
            break model.clone();
        }
        assert!(Instant::now() < end, "no model");
        std::thread::sleep(Duration::from_millis(20));
    };
    watch.step("killed".to_owned());
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let end = Instant::now() + Duration::from_secs(20);
    while model.exists() {
        assert!(Instant::now() < end, "{} is left", model.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_cannot_be_is_refused_with_words() {
    let watch = Watchdog::new("what_cannot_be_is_refused_with_words", 60);
    for (ranks, torus, expect) in [
        (2, "4x1", "a size of 1"),
        (2, "4x4,preset=m7", "no preset \"m7\"; known: m2, m3, m4, angara"),
        (5, "2x2", "has 4 nodes, but the job has 5 ranks"),
        (2, "4x4,compute=sometimes", "must be zero, measured, annotated or recorded"),
    ] {
        watch.step(torus.to_owned());
        let words = {
            let output = job(ranks, torus, &["virtual-asleep"]).output().expect("skifrun starts");
            let (said, words) = words_of(&output);
            assert!(!output.status.success(), "{torus}");
            said + &words
        };
        assert!(words.contains(expect), "{torus}: {words}");
    }
}
