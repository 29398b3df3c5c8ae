//! Channels of ranks on other hosts: shared memory where a host has them all, UDP where not.

mod support;

use skifch::{Error, Events, Job, netaddr};
use support::pretend::Pretend;
use support::sorted;

/// What tells this program that it is a rank, and no test.
const IS_RANK: &str = "SKIFCH_TEST_IS_RANK";

/// Not a test: what the ranks of the tests below run.
#[test]
fn rank() {
    if std::env::var_os(IS_RANK).is_none() {
        return;
    }
    if let Err(error) = ring() {
        eprintln!("{error}");
        std::process::exit(9);
    }
}

/// Each rank greets the next.
fn ring() -> Result<(), Error> {
    let job = Job::init()?;
    let mut channel = job.open(0)?;
    let (rank, size) = (job.rank(), job.size());
    let next = netaddr((rank + 1) % size, 0);
    while channel.send(next, &rank.to_le_bytes())? == 0 {
        channel.wait(Events::SEND, next, None)?;
    }
    channel.wait(Events::RECV, next, None)?;
    let message = channel.recv()?.expect("it was waited for").to_vec();
    assert_eq!(message, ((rank + size - 1) % size).to_le_bytes());
    println!("greeted {rank} of {size}");
    job.barrier()
}

fn ranks(hosts: &Pretend, list: &str, backend: &str) -> support::Ended {
    let own = std::env::current_exe().expect("this test").to_string_lossy().into_owned();
    let variable = format!("{IS_RANK}=1");
    let backend = format!("SKIFCH_BACKEND={backend}");
    let begin = ["-H", list, "-genv", &variable, "-genv", &backend];
    hosts.run(&[&begin[..], &[&own, "rank", "--exact", "--nocapture", "-q"]].concat())
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
        all_have_greeted(&ranks(&hosts, "a:2,b", backend));
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
    for words in ["shm reaches the ranks of one host only", "runs on a, b;", "would reach them"] {
        assert!(ended.err.contains(words), "{words}: {ended:?}");
    }
}
