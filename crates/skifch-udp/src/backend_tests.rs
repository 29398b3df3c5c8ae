//! Tests of the whole backend: jobs whose ranks are threads, over the loopback interface.

use crate::Udp;
use crate::memory_tests::members;
use skifch_backend::abi::netaddr;
use skifch_backend::{Domain, Tx, conformance, table};
use std::sync::Barrier;
use std::time::{Duration, Instant};

fn conforms(size: u32, params: &[(&str, &str)], seed: u64) {
    let failures = conformance::in_threads(table::<Udp>(), size, params, seed);
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn one_rank_conforms() {
    conforms(1, &[], 1);
}

#[test]
fn ranks_conform() {
    conforms(3, &[], 2);
}

/// Also the first time, before any call has polled the network.
#[test]
fn a_rank_that_has_opened_its_channel_and_never_calls_is_reached() {
    let met = Barrier::new(2);
    members(2, &[], |rank, domain| {
        let mut port = domain.open(0).expect("a free port");
        met.wait();
        let begin = Instant::now();
        let is_reached = rank == 1
            || std::iter::repeat_with(|| port.tx.ready(netaddr(1, 0)))
                .inspect(|_| std::thread::sleep(Duration::from_millis(1)))
                .take_while(|_| begin.elapsed() < Duration::from_secs(20))
                .any(|is_ready| is_ready);
        met.wait();
        assert!(is_reached, "it does not answer");
    });
}
