//! Several hosts when something goes wrong: what is said, and that nothing is left anywhere.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use support::pretend::{Pretend, agents};
use support::{Job, RANK, RANK_COMM, kill, start, wait_for_signal_set, wait_until};

#[test]
fn codes_name_the_host() {
    let hosts = Pretend::new("codes2");
    let script = |what: &str| format!("if [ $PMI_RANK = 1 ]; then {what}; fi; exec sleep 600");
    for (what, code, word) in
        [("exit 3", 3, "exited with code 3"), ("kill -SEGV $$", 139, "killed by signal 11")]
    {
        let ended = hosts.run(&["-H", "a,b", "sh", "-c", &script(what)]);
        assert_eq!(ended.code, Some(code), "{ended:?}");
        assert!(ended.err.contains("rank 1 (host b, pid ") && ended.err.contains(word));
    }
    let abort = hosts.run(&["-H", "a,b,localhost", RANK, "abort", "7"]);
    assert_eq!(abort.code, Some(7), "{abort:?}");
    assert!(abort.err.contains("rank 1 (host b"), "{abort:?}");
    let unheard = hosts.run(&["-H", "a,b", RANK, "abort-unheard"]);
    assert_eq!(unheard.code, Some(7), "{unheard:?}");
    assert!(unheard.err.starts_with("skifrun: rank 1 (host b"), "{unheard:?}");
    let early = hosts.run(&["-H", "a,b", RANK, "one-leaves-early", "1"]);
    assert_eq!(early.code, Some(1), "{early:?}");
    assert_eq!(hosts.run(&["-H", "a,b", RANK, "leave-after", "0"]).code, Some(0));
    let all = hosts.run(&[
        "-H",
        "a,b",
        "-disable-auto-cleanup",
        "-print-all-exitcodes",
        "sh",
        "-c",
        "exit $PMI_RANK",
    ]);
    assert!(all.err.contains("Exit codes: [a] 0\n"), "{all:?}");
    assert!(all.err.contains("Exit codes: [b] 1\n"), "{all:?}");
}

fn waiting(hosts: &Pretend, list: &str, task: &str, ranks: usize) -> (Job, Vec<i32>) {
    let job = hosts.start(&["-H", list, RANK, task]);
    let pids = job.wait_for(RANK_COMM, ranks);
    (job, pids)
}

/// Ranks with three children each. They are looked for after those: until a child has become
/// another program it has the name of its rank.
fn families(hosts: &Pretend, list: &str, ranks: usize) -> (Job, Vec<i32>) {
    let job = hosts.start(&["-H", list, RANK, "family"]);
    job.wait_for("sleep", 3 * ranks);
    let pids = job.wait_for(RANK_COMM, ranks);
    (job, pids)
}

#[test]
fn signals_reach_other_hosts() {
    let hosts = Pretend::new("signals2");
    let (job, pids) = waiting(&hosts, "a,localhost,b", "signals", 3);
    pids.iter().for_each(|&pid| wait_for_signal_set(pid, "SigIgn", libc::SIGVTALRM));
    for signal in [libc::SIGUSR1, libc::SIGUSR2, libc::SIGTERM] {
        job.kill(signal);
        std::thread::sleep(Duration::from_millis(100));
    }
    let ended = job.wait();
    assert_eq!(ended.code, Some(143), "{ended:?}");
    for signal in [libc::SIGUSR1, libc::SIGUSR2, libc::SIGTERM] {
        assert_eq!(ended.out.matches(&format!("got {signal}\n")).count(), 3, "{ended:?}");
    }
    let (job, pids) = waiting(&hosts, "a,b", "stubborn", 2);
    pids.iter().for_each(|&pid| wait_for_signal_set(pid, "SigIgn", libc::SIGTERM));
    job.kill(libc::SIGINT);
    assert_eq!(job.wait().code, Some(130), "killed after the grace");
}

#[test]
fn the_time_of_the_job() {
    let hosts = Pretend::new("timeout2");
    let ended = hosts.run(&["--timeout", "0.5", "-H", "a,b", "sleep", "600"]);
    assert_eq!(ended.code, Some(124), "{ended:?}");
    assert!(ended.err.contains("terminating 2 ranks (0,1)"), "{ended:?}");
}

/// `wait` of the job looks for every process of it, children that left group and session too.
#[test]
fn a_killed_rank() {
    let hosts = Pretend::new("killrank");
    let (job, pids) = families(&hosts, "a,b,localhost", 3);
    kill(pids[1], libc::SIGKILL);
    let ended = job.wait();
    assert_eq!(ended.code, Some(137), "{ended:?}");
    assert!(ended.err.contains(&format!("pid {}) was killed by signal 9", pids[1])), "{ended:?}");
}

#[test]
fn a_killed_agent() {
    let hosts = Pretend::new("killagent");
    let (job, _) = families(&hosts, "a,b", 2);
    let pids = agents(&job, 2);
    kill(pids[0], libc::SIGKILL);
    let ended = job.wait();
    assert_eq!(ended.code, Some(213), "{ended:?}");
    let told = ["host a: ", "host b: "].iter().any(|host| {
        let line = ended.err.lines().find(|line| line.contains(host) && line.contains("lost"));
        line.is_some_and(|line| {
            line.contains("connection") && line.contains("terminating the remaining 1")
        })
    });
    assert!(told, "{ended:?}");
}

#[test]
fn a_killed_launcher() {
    let hosts = Pretend::new("killlauncher");
    let (job, _) = families(&hosts, "a,b,localhost", 3);
    job.kill(libc::SIGKILL);
    assert_eq!(job.wait().code, None);
}

/// Without the launcher's keeper, which on this one machine finds the ranks of all hosts: the end
/// of the connection is enough.
#[test]
fn a_killed_launcher_far_away() {
    let hosts = Pretend::new("faraway");
    let (job, _) = families(&hosts, "a,b", 2);
    let keepers = job.wait_for("skif-keeper", 3);
    let own = keepers.into_iter().find(|&pid| support::parent(pid) == job.pid());
    kill(own.expect("the launcher's keeper"), libc::SIGKILL);
    job.kill(libc::SIGKILL);
    assert_eq!(job.wait().code, None);
}

#[test]
fn everybody_killed_at_once() {
    let hosts = Pretend::new("killall");
    let (job, pids) = families(&hosts, "a,b", 2);
    let victims = [agents(&job, 2), pids, vec![job.pid()]].concat();
    victims.into_iter().for_each(|pid| kill(pid, libc::SIGKILL));
    assert_eq!(job.wait().code, None);
}

#[test]
fn a_launcher_killed_while_starting() {
    let hosts = Pretend::new("killstart");
    for delay_ms in (0..60).step_by(6) {
        let job = hosts.start(&["-H", "a:2,b:2", "sleep", "600"]);
        std::thread::sleep(Duration::from_millis(delay_ms));
        job.kill(libc::SIGKILL);
        assert_eq!(job.wait().code, None, "after {delay_ms} ms");
    }
}

#[test]
fn descendants_end_with_the_job() {
    let hosts = Pretend::new("descend");
    let script = "sleep 600 & setsid sleep 600 & (setsid sh -c 'sleep 600 & sleep 600' &) ; exit 0";
    let ended = hosts.run(&["-H", "a,b", "sh", "-c", script]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{ended:?}");
}

/// The agent needs two seconds for what ignores its signal, and says so while nobody listens.
#[test]
fn a_launcher_that_is_stopped_while_agents_clean_up() {
    let hosts = Pretend::new("stopped");
    let script = "(setsid sh -c 'trap \"\" TERM; while :; do sleep 0.1; done' &) ; sleep 0.2";
    let job = hosts.start(&["-H", "a", "sh", "-c", script]);
    std::thread::sleep(Duration::from_millis(1200));
    job.kill(libc::SIGSTOP);
    std::thread::sleep(Duration::from_millis(8500));
    job.kill(libc::SIGCONT);
    let ended = job.wait();
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{ended:?}");
}

#[test]
fn hosts_that_cannot_be_started() {
    let rest = "case $host in bad) echo banner; echo no route to $host >&2; exit 255;; esac; agent \"$@\"\n";
    let hosts = Pretend::with("bad", rest);
    let ended = hosts.run(&["-H", "a,bad", "true"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("host bad: no route to bad"), "{ended:?}");
    assert!(ended.err.contains("host bad: banner"), "{ended:?}");
    assert!(ended.err.contains("ended with code 255 before its agent connected"), "{ended:?}");
    assert!(ended.err.contains("1 of 2 remote hosts cannot be used (bad)"), "{ended:?}");
    let nothing = support::run(&["--launch-agent", "/no/such/agent", "-H", "a", "true"]);
    assert_eq!(nothing.code, Some(127), "{nothing:?}");
    let words = ["host a:", "/no/such/agent", "--launch-agent"];
    assert!(words.iter().all(|word| nothing.err.contains(word)), "{}", nothing.err);
}

#[test]
fn every_phase_has_its_limit() {
    let rest = "case $host in\n\
        hangs*) exec sleep 600;;\n\
        mute) echo skifrun-agent 5 0.0.0; exec sleep 600;;\n\
        esac; agent \"$@\"\n";
    let hosts = Pretend::with("limits", rest);
    let begin = Instant::now();
    let words = ["--agent-timeout", "0.7", "-H", "a,hangs1,hangs2", "true"];
    let ended = hosts.run(&words);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    for host in ["host hangs1: no agent within 0.7 s", "host hangs2: no agent", "(hangs1, hangs2)"]
    {
        assert!(ended.err.contains(host), "{host}: {ended:?}");
    }
    let ended = hosts.run(&["--connect-timeout", "0.7", "-H", "mute,a", "true"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("host mute: its agent runs but did not connect to "), "{ended:?}");
    assert!(ended.err.contains("--port-range") && ended.err.contains("127.0.0.1:"), "{ended:?}");
    let script = format!("if [ $PMI_RANK = 1 ]; then exec sleep 600; fi; exec {RANK} start-stop");
    let ended = hosts.run(&["--contact-timeout", "0.5", "-H", "a,b", "sh", "-c", &script]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("1 ranks (1 on b) have not called init"), "{ended:?}");
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
}

/// An agent that is stopped before it gets its orders.
#[test]
fn ranks_that_do_not_start() {
    let rest = "while [ $host = late ] && [ ! -e $dir/go ]; do sleep 0.02; done; agent \"$@\"\n";
    let hosts = Pretend::with("nostart", rest);
    let job = hosts.start(&["--start-timeout", "0.6", "-H", "a:3,late", "sleep", "600"]);
    let stopped = agents(&job, 1)[0];
    // It sleeps in epoll once it has connected; before, it reads its orders or connects.
    wait_until("the agent to wait for orders", || {
        let at = std::fs::read_to_string(format!("/proc/{stopped}/wchan")).unwrap_or_default();
        let signals = std::fs::read_to_string(format!("/proc/{stopped}/status")).ok()?;
        let blocked = signals.lines().find_map(|line| line.strip_prefix("SigBlk:"))?;
        (at.contains("ep_poll") || !blocked.trim().chars().all(|c| c == '0')).then_some(())
    });
    std::thread::sleep(Duration::from_millis(100));
    kill(stopped, libc::SIGSTOP);
    hosts.folder.file("go", "");
    let ended = job.wait();
    assert_eq!(ended.code, Some(213), "{ended:?}");
    let words = "host a: 3 ranks (0,1,2) are not running after 0.6 s (--start-timeout)";
    assert!(ended.err.contains(words), "{ended:?}");
}

#[test]
fn an_interrupt_while_hosts_are_waited_for() {
    let hosts = Pretend::with("interrupt", "[ $host = a ] || exec sleep 600; agent \"$@\"\n");
    let job = hosts.start(&["-H", "a,hangs", "true"]);
    agents(&job, 1);
    job.kill(libc::SIGINT);
    let ended = job.wait();
    assert_eq!(ended.code, Some(130), "{ended:?}");
    let line = ended.err.lines().find(|line| line.contains("ended while waiting for"));
    assert!(line.is_some_and(|line| line.contains("hangs")), "{ended:?}");
}

#[test]
fn who_does_not_know_the_secret() {
    let rest = "[ $host = a ] && agent \"$@\"\n\
        sed -u 's/^secret=.*/secret=00112233445566778899aabbccddeeff/;/^end$/q' | agent \"$@\"\n";
    let hosts = Pretend::with("secret", rest);
    let ended = hosts.run(&["--connect-timeout", "1", "-H", "a,b", "true"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("was refused: it does not know this job's secret"), "{ended:?}");
    assert!(ended.err.contains("cannot be used (b)"), "{ended:?}");
}

#[test]
fn another_version() {
    let rest =
        "sed -u 's/^skifrun-agent [0-9]* .*/skifrun-agent 999 7.7/;/^end$/q' | agent \"$@\"\n";
    let hosts = Pretend::with("version", rest);
    let ended = hosts.run(&["-H", "old", "true"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    let words = "host old: skifrun: skifrun 7.7 there speaks agent protocol 999";
    assert!(ended.err.contains(words), "the agent of the launcher: {ended:?}");
    let hosts = Pretend::with("version2", "echo skifrun-agent 998 9.9; exec sleep 600\n");
    for words in [&["-H", "new", "true"][..], &["--check", "new"]] {
        let ended = hosts.run(words);
        assert_eq!(ended.code, Some(213), "{ended:?}");
        let text = ended.err + &ended.out;
        assert!(text.contains("host new: skifrun 9.9 there speaks agent protocol 998"), "{text}");
    }
}

/// The orders of an agent, as a launch script has kept them; the script waits for `go`.
fn orders(hosts: &Pretend) -> String {
    let path = hosts.folder.path().join("orders");
    wait_until("the agent's orders", || {
        std::fs::read_to_string(&path).ok().filter(|text| text.ends_with("end\n"))
    })
}

const KEEP: &str = "sed '/^end$/q' > $dir/orders; env > $dir/env; echo \"$@\" > $dir/words\n\
    while [ ! -e $dir/go ]; do sleep 0.02; done; agent \"$@\" < $dir/orders\n";

fn value<'a>(orders: &'a str, name: &str) -> &'a str {
    let line = orders.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    line.unwrap_or_else(|| panic!("no {name} in {orders}"))
}

#[test]
fn garbage_on_the_port() {
    let hosts = Pretend::with("garbage", KEEP);
    let job = hosts.start(&["-H", "a", RANK, "start-stop"]);
    let text = orders(&hosts);
    let address = value(&text, "connect").rsplit(',').next().expect("an address").to_owned();
    let connect = || TcpStream::connect(&address).expect("the launcher listens");
    let mut hello = [0; 28];
    let mut silent = connect();
    for garbage in [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0xff; 4096], &[0; 40]] {
        let mut stranger = connect();
        stranger.read_exact(&mut hello).expect("it says hello");
        let _ = stranger.write_all(garbage);
    }
    // Somebody who repeats what the launcher itself said.
    let mut echo = connect();
    echo.read_exact(&mut hello).expect("it says hello");
    echo.write_all(&[&hello[..], &hello[..12]].concat()).expect("taken");
    let mut rest = Vec::new();
    let _ = echo.read_to_end(&mut rest);
    assert!(rest.is_empty(), "nothing but the end comes after a wrong answer");
    let _ = connect();
    hosts.folder.file("go", "");
    let ended = job.wait();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.err.contains("was refused: it is not an agent of skifrun"), "{ended:?}");
    assert!(ended.err.matches("was refused").count() <= 3, "{ended:?}");
    silent.read_exact(&mut hello).expect("what was said before");
    assert_eq!(silent.read(&mut hello).unwrap_or(0), 0, "closed when all are here");
}

#[test]
fn the_secret_is_nowhere_to_be_seen() {
    let hosts = Pretend::with("unseen", KEEP);
    let job = hosts.start(&["--iface", "lo", "-H", "a", "env"]);
    let text = orders(&hosts);
    let secret = value(&text, "secret").to_owned();
    hosts.folder.file("go", "");
    let ended = job.wait();
    assert_eq!((ended.code, secret.len()), (Some(0), 32), "{ended:?}");
    let read = |name: &str| std::fs::read_to_string(hosts.folder.path().join(name)).expect(name);
    for (what, seen) in [("env", read("env")), ("words", read("words")), ("rank", ended.out)] {
        assert!(!seen.contains(&secret), "in {what}");
    }
    for address in value(&text, "connect").split(',') {
        assert!(address.starts_with("127.") || address.starts_with("[::1]"), "{address} is no lo");
    }
}

#[test]
fn a_range_of_ports() {
    let hosts = Pretend::with("ports", KEEP);
    // A port that is free now; should somebody take it meanwhile, there are more.
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let first = free.local_addr().expect("bound").port().min(65_000);
    let range = format!("{first}-{}", first + 200);
    let mut command = hosts.skifrun(&["--iface", "127.0.0.1", "-H", "a", "true"]);
    command.env("SKIFCH_PORT_RANGE", &range);
    let job = start(command);
    let text = orders(&hosts);
    let port = value(&text, "connect").rsplit(':').next().and_then(|port| port.parse().ok());
    let port: u16 = port.expect("a port");
    assert!(port > first && port <= first + 200, "{port} is outside {range}, or taken");
    hosts.folder.file("go", "");
    assert_eq!(job.wait().code, Some(0));
    let ended = hosts.run(&[
        "--port-range",
        &format!("{first}-{first}"),
        "--iface",
        "127.0.0.1",
        "-H",
        "a",
        "true",
    ]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("--port-range"), "{ended:?}");
    let ended = hosts.run(&["--iface", "no-such-if0", "-H", "a", "true"]);
    assert!(ended.err.contains("no-such-if0: there is no such interface"), "{ended:?}");
}
