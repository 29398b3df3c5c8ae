//! Channels of ranks on other hosts: shared memory where a host has them all, UDP where not.

mod support;

use support::pretend::Pretend;
use support::{greet, skip, sorted};

/// Not a test: what the ranks of the tests below run.
#[test]
fn rank() {
    greet::if_rank();
}

fn ranks(hosts: &Pretend, list: &str, more: &[&str]) -> support::Ended {
    let words = greet::words();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    hosts.run(&[&["-H", list], more, &words].concat())
}

fn greeted(ended: &support::Ended) -> Vec<String> {
    let all = sorted(&ended.out);
    all.into_iter().filter(|line| line.starts_with("greeted")).map(str::to_owned).collect()
}

const ALL: [&str; 3] = ["greeted 0 of 3", "greeted 1 of 3", "greeted 2 of 3"];

#[test]
fn shared_memory_within_another_host() {
    let hosts = Pretend::new("shm");
    let ended = ranks(&hosts, "a:3", &["-genv", "SKIFCH_LOG=info"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(greeted(&ended), ALL);
    assert!(ended.err.contains("backend shm"), "{ended:?}");
}

#[test]
fn datagrams_between_hosts() {
    let hosts = Pretend::new("udp");
    let ended = ranks(&hosts, "a:2,b", &["-genv", "SKIFCH_LOG=info"]);
    if ended.err.contains("only the loopback is up") {
        skip("datagrams_between_hosts", "this machine has no address but the loopback");
        return;
    }
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(greeted(&ended), ALL);
    assert!(ended.err.contains("backend udp"), "{ended:?}");
}

#[test]
fn shared_memory_between_hosts_is_refused_in_words() {
    let hosts = Pretend::new("noshm");
    let ended = ranks(&hosts, "a:2,b", &["-genv", "SKIFCH_PLUGINS=^udp"]);
    assert_eq!(ended.code, Some(9), "{ended:?}");
    for words in ["of 3 ranks run on other hosts", "runs on hosts a, b;", "would reach them"] {
        assert!(ended.err.contains(words), "{words}: {ended:?}");
    }
}
