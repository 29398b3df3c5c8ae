use std::thread;
use std::time::Duration;

use super::*;
use crate::link::fd::{FdKind, FdLink};
use crate::link::local::local_job;
use crate::link::udp::{UdpKind, UdpLink};

const ALL: [Kernel; 6] = [
    Kernel::Msgrate,
    Kernel::Latency,
    Kernel::Bandwidth,
    Kernel::Many,
    Kernel::Alltoall,
    Kernel::Ring,
];

/// Runs `kernel` on every link, each in its own thread; returns the row of rank 0. Fails the test
/// if the ranks do not finish.
fn measured<L: Link + Send + 'static>(links: Vec<L>, kernel: Kernel, bytes: usize) -> Row {
    let (done, finished) = std::sync::mpsc::channel();
    for link in links {
        let done = done.clone();
        thread::spawn(move || {
            let mut bench = Bench::new(link, 1, true);
            let row = bench.measure(kernel, bytes, 0.002);
            let reports = bench.reports();
            // The receiver is gone only when the test has already failed.
            let _ = done.send((reports, row));
        });
    }
    drop(done);
    loop {
        let (reports, row) = finished
            .recv_timeout(Duration::from_secs(60))
            .unwrap_or_else(|e| panic!("{kernel:?} of {bytes} bytes did not end: {e}"));
        let row = row.unwrap_or_else(|e| panic!("{kernel:?} of {bytes} bytes failed: {e}"));
        if reports {
            return row;
        }
    }
}

#[test]
fn every_kernel_runs_between_threads() {
    for kernel in ALL {
        for (ranks, bytes) in [(2, 8), (2, 5000), (3, 8)] {
            let row = measured(local_job(ranks), kernel, bytes);
            assert_eq!((row.kernel, row.bytes, row.ranks), (kernel, bytes as u64, ranks));
            assert!(row.count > 0 && row.value() > 0.0, "{row}");
            assert_eq!(row.percentiles_ns.is_some(), kernel == Kernel::Latency, "{row}");
        }
    }
}

#[test]
fn percentiles_are_in_order() {
    let row = measured(local_job(2), Kernel::Latency, 8);
    let [p50, p99, p999] = row.percentiles_ns.expect("latency has percentiles");
    assert!(p50 <= p99 && p99 <= p999, "{row}");
}

#[test]
fn pipes_and_sockets_carry_every_two_rank_kernel() {
    for kind in [FdKind::Pipe, FdKind::Socket] {
        for (kernel, bytes) in
            [(Kernel::Msgrate, 8), (Kernel::Latency, 4096), (Kernel::Bandwidth, 300_000)]
        {
            let (zero, one) = FdLink::pair(kind).expect("descriptors are to be had");
            let row = measured(vec![zero, one], kernel, bytes);
            assert!(row.value() > 0.0, "{kind:?}: {row}");
        }
    }
}

#[test]
fn udp_carries_every_two_rank_kernel() {
    for kind in [UdpKind::Single, UdpKind::Run] {
        for (kernel, bytes) in
            [(Kernel::Msgrate, 8), (Kernel::Latency, 4096), (Kernel::Bandwidth, 300_000)]
        {
            let (zero, one) = UdpLink::pair(kind).expect("Linux 5.0 or later");
            let row = measured(vec![zero, one], kernel, bytes);
            assert!(row.value() > 0.0, "{kind:?}: {row}");
        }
    }
}

#[test]
fn large_transfers_arrive_whole_and_in_order() {
    let mut links = local_job(2).into_iter();
    let (Some(zero), Some(one)) = (links.next(), links.next()) else {
        panic!("two ranks were asked for")
    };
    let sent: Vec<u8> = (0..12_345_u32).map(|i| (i % 251) as u8).collect();
    let expected = sent.clone();
    let sender = thread::spawn(move || Bench::new(zero, 1, true).send_all(1, &sent));
    let mut got = vec![0; expected.len()];
    Bench::new(one, 1, true).receive_into(&mut got).expect("the local link cannot fail");
    assert_eq!(got, expected);
    sender.join().expect("no panic").expect("the local link cannot fail");
}
