//! Channels of ranks on other hosts: shared memory where a host has them all, UDP where not.

mod support;

use support::pretend::Pretend;
use support::{greet, skip, sorted};

/// Not a test: what the ranks of the tests below run.
#[test]
fn rank() {
    greet::if_rank();
}

fn ranks(hosts: &Pretend, list: &str, backend: &str) -> support::Ended {
    let backend = format!("SKIFCH_BACKEND={backend}");
    let words = greet::words();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    hosts.run(&[&["-H", list, "-genv", &backend], &words[..]].concat())
}

#[test]
fn shared_memory_within_another_host() {
    let hosts = Pretend::new("shm");
    let ended = ranks(&hosts, "a:3", "shm");
    all_have_greeted(&ended);
}

/// By itself a job over several hosts takes shared memory inside of them and UDP between.
#[test]
fn channels_between_hosts() {
    let hosts = Pretend::new("route");
    for backend in ["auto", "route", "udp"] {
        let ended = ranks(&hosts, "a:2,b", backend);
        if ended.err.contains("only the loopback is up") {
            skip("channels_between_hosts", "this machine has no address but the loopback");
            return;
        }
        all_have_greeted(&ended);
    }
}

fn all_have_greeted(ended: &support::Ended) {
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let all = sorted(&ended.out);
    let greeted: Vec<_> = all.into_iter().filter(|line| line.starts_with("greeted")).collect();
    assert_eq!(greeted, ["greeted 0 of 3", "greeted 1 of 3", "greeted 2 of 3"]);
}

#[test]
fn shared_memory_between_hosts_is_refused_in_words() {
    let hosts = Pretend::new("noshm");
    let ended = ranks(&hosts, "a:2,b", "fault+shm");
    assert_eq!(ended.code, Some(213), "{ended:?}");
    for words in ["shm reaches only ranks on the same host", "runs on a, b;", "works between hosts"]
    {
        assert!(ended.err.contains(words), "{words}: {ended:?}");
    }
}
