//! Jobs over links that are slow, shared, lossy or switched off, and on a host without links.

use skifch_tests::netlab::{Host, Lab};
use skifch_tests::{Job, Seed, Watchdog, is_long, skip};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

/// These tests measure the capacity of cores and links, so only one runs at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A job over UDP; `place` gives the command that runs a program at the place of a rank.
fn start(size: usize, task: &str, place: impl Fn(usize, &str) -> Command) -> Job {
    Job::start_with(size, |rank| {
        let mut command = place(rank, RANK);
        command.args(task.split(' ')).env("SKIFCH_BACKEND", "udp");
        command
    })
}

/// Like `place`, but at a higher priority: the test measures how ranks share a link, not how they
/// share cores with other programs. Where that is not permitted, `nice` prints a warning and runs
/// the ranks anyway.
fn foremost(place: impl Fn(usize, &str) -> Command) -> impl Fn(usize, &str) -> Command {
    move |rank, program| {
        let mut command = place(rank, "nice");
        command.args(["-n", "-15", program]);
        command
    }
}

/// All ranks except the last on the first host, the last on the second.
fn apart(lab: &Lab, size: usize) -> impl Fn(usize, &str) -> Command {
    move |rank, program| lab.host(usize::from(rank + 1 == size)).command(program)
}

fn expect_done(job: &mut Job) {
    let size = job.size();
    (0..size).for_each(|rank| drop(job.line(rank, "done")));
    job.expect_success(0..size);
}

/// Bytes per second that the last rank received from each sender after the warm-up.
fn rates(mut job: Job, time: Duration) -> Vec<f64> {
    let last = job.size() - 1;
    let came = job.line(last, "came");
    expect_done(&mut job);
    let bytes = came.split(' ').map(|word| word.parse::<f64>().expect("a number"));
    bytes.map(|bytes| bytes / time.as_secs_f64()).collect()
}

/// Retries a measurement that other programs on the same cores can disturb, for twice, four and
/// eight times as long: a rank that got more of a core gets more of a link, until that evens out.
fn eventually(mut attempt: impl FnMut(u64) -> Result<(), String>) {
    let mut fault = String::new();
    for times_longer in [1, 2, 4, 8] {
        match attempt(times_longer) {
            Ok(()) => return,
            Err(words) => fault = words,
        }
        println!("again: {fault}");
    }
    panic!("four times: {fault}");
}

/// Two flows get about equal shares of a link and use nearly all of it, and many flows do not
/// collapse it.
#[test]
fn flows_share_a_link() {
    const TEST: &str = "flows_share_a_link";
    let _alone = alone();
    let watch = Watchdog::new(TEST, 180);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    // A rate that a core can sustain while others use it too; 1 Gbit/s in the long version.
    let (link_bits, time_ms) = if is_long() { (1_000_000_000, 5000) } else { (200_000_000, 1500) };
    if let Err(reason) = lab.limit_rate(1, link_bits, 5) {
        return skip(TEST, &reason);
    }
    for (senders, least_share) in [(2_usize, 0.4), (16, 0.0)] {
        watch.step(format!("{senders} flows"));
        eventually(|times_longer| {
            let (size, time_ms) = (senders + 1, time_ms * times_longer);
            let time = Duration::from_millis(time_ms);
            // A rank that got more of a core at first has a lead, which takes seconds to
            // disappear.
            let task = format!("flows {} {time_ms}", time_ms.min(3000));
            let rates = rates(start(size, &task, foremost(apart(&lab, size))), time);
            let total: f64 = rates.iter().sum();
            // About 1424 bytes of a frame of 1514 are payload.
            let used = total * 8.0 * 1514.0 / 1424.0 / link_bits as f64;
            let least = rates.iter().copied().fold(f64::MAX, f64::min) / total;
            println!("{senders} flows: {:.1} % used, least share {least:.3}", used * 100.0);
            if used > 0.9 && least > least_share {
                return Ok(());
            }
            Err(format!("{senders} flows: {used} of the link, shares {rates:.0?}"))
        });
    }
}

/// The ratio of goodput kept with 1 % loss, 1 % reordering and 0.1 % duplicates in each direction,
/// at a round trip of 1 ms, must be at least 0.7; `place` as in [`start`].
fn keeps_goodput(algorithm: &str, time_ms: u64, seed: u64, place: impl Fn(usize, &str) -> Command) {
    let goodput = |faults: &str, time_ms: u64| {
        let faults = format!("delay=0.5ms{faults},seed={seed}");
        let job = start(2, &format!("flows 300 {time_ms}"), |rank, program| {
            let mut command = place(rank, program);
            command.env("SKIFCH_UDP_FAULTS", &faults);
            // A lost segment holds back a window for one more round trip, so rings must hold three
            // times the data in flight.
            command.env("SKIFCH_UDP_RING_BYTES", "2097152");
            // As over Ethernet: a loss affects one of many small datagrams.
            command.env("SKIFCH_UDP_MTU", "1500").env("SKIFCH_UDP_CONGESTION", algorithm);
            command
        });
        rates(job, Duration::from_millis(time_ms))[0]
    };
    eventually(|times_longer| {
        let time_ms = time_ms * times_longer;
        let with = goodput(",loss=1%,reorder=1%,dup=0.1%", time_ms);
        let without = goodput("", time_ms);
        let (ratio, mb) = (with / without, 1e6);
        println!("{algorithm}: {:.1} MB/s of {:.1}: {ratio:.2}", with / mb, without / mb);
        if ratio >= 0.7 { Ok(()) } else { Err(format!("{algorithm}: {ratio:.2} is left")) }
    });
}

/// Over the loopback, where the processors are the limit. With congestion control only in the long
/// version: waiting for a processor looks like a queue, and a loss at the same time like
/// congestion.
#[test]
fn a_lossy_path_keeps_most_of_its_goodput() {
    const TEST: &str = "a_lossy_path_keeps_most_of_its_goodput";
    let _alone = alone();
    let watch = Watchdog::new(TEST, 180);
    let seed = Seed::new(TEST).below(1 << 32);
    let is_long = is_long();
    for algorithm in if is_long { &["none", "cubic"][..] } else { &["none"] } {
        watch.step(*algorithm);
        keeps_goodput(algorithm, if is_long { 5000 } else { 1000 }, seed, |_, program| {
            Command::new(program)
        });
    }
}

/// Over a link slower than the processors, with congestion control. At 1 % loss and 1 ms it keeps
/// about 12 packets in flight, 140 Mbit/s (Mathis et al. 1997, equation 3): just 0.7 of the link of
/// the long version, which therefore needs processors that nobody else uses, since waiting for one
/// lengthens the round trip.
#[test]
fn a_lossy_link_keeps_most_of_its_goodput() {
    const TEST: &str = "a_lossy_link_keeps_most_of_its_goodput";
    let _alone = alone();
    let watch = Watchdog::new(TEST, 180);
    let seed = Seed::new(TEST).below(1 << 32);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    let (link_bits, time_ms) = if is_long() { (200_000_000, 5000) } else { (100_000_000, 1500) };
    if let Err(reason) = lab.limit_rate(0, link_bits, 5) {
        return skip(TEST, &reason);
    }
    for algorithm in ["cubic", "newreno"] {
        watch.step(algorithm);
        keeps_goodput(algorithm, time_ms, seed, foremost(apart(&lab, 2)));
    }
}

/// On either host, from inside or outside: the job waits, and nothing is lost or duplicated.
#[test]
fn an_interface_that_goes_down_and_up_only_costs_time() {
    const TEST: &str = "an_interface_that_goes_down_and_up_only_costs_time";
    let _alone = alone();
    let watch = Watchdog::new(TEST, 90);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    let down = Duration::from_millis(400);
    for host in [0, 1] {
        for (what, switch) in
            [("interface", Lab::set_interface as fn(&Lab, usize, bool)), ("cable", Lab::set_link)]
        {
            watch.step(format!("the {what} of host {host}"));
            let mut job = start(2, "flows 0 2000", apart(&lab, 2));
            (0..2).for_each(|rank| drop(job.line(rank, "flowing")));
            std::thread::sleep(Duration::from_millis(100));
            switch(&lab, host, false);
            std::thread::sleep(down);
            switch(&lab, host, true);
            let begin = Instant::now();
            let came = job.line(1, "came");
            assert_ne!(came, "0");
            expect_done(&mut job);
            println!("{what} of host {host}: {came} bytes, over after {:?}", begin.elapsed());
        }
    }
}

/// As over an unusual tunnel: a host that knows the small MTU of its link from the start, learns
/// it later, or only observes that large datagrams do not arrive.
#[test]
fn a_link_that_carries_less_than_usual_is_used() {
    const TEST: &str = "a_link_that_carries_less_than_usual_is_used";
    let _alone = alone();
    let watch = Watchdog::new(TEST, 120);
    for (bytes, is_hidden) in [(576, false), (700, false), (700, true)] {
        let Some(lab) = Lab::new(TEST, 2) else { return };
        for is_known in [false, true] {
            watch.step(format!("{bytes} bytes, hidden {is_hidden}, from the start {is_known}"));
            eventually(|times_longer| {
                lab.set_mtu(0, if is_known { bytes } else { 1500 }, is_hidden);
                let task = format!("flows {} {}", 300 * times_longer, 600 * times_longer);
                let mut job = start(2, &task, apart(&lab, 2));
                (0..2).for_each(|rank| drop(job.line(rank, "flowing")));
                lab.set_mtu(0, bytes, is_hidden);
                let came = job.line(1, "came");
                expect_done(&mut job);
                println!("{bytes} bytes, hidden {is_hidden}, known {is_known}: {came} bytes came");
                match came.parse::<u64>().expect("a number") {
                    // Only time-outs tell this from loss; on busy cores they are long.
                    0..=500_000 => Err(format!("{came} bytes in {task}")),
                    _ => Ok(()),
                }
            });
        }
    }
}

/// Accepted messages arrive although their sender has nothing left to do but leave.
#[test]
fn finishing_while_a_narrow_link_is_full_loses_nothing() {
    const TEST: &str = "finishing_while_a_narrow_link_is_full_loses_nothing";
    let _alone = alone();
    let _watch = Watchdog::new(TEST, 60);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    if let Err(reason) = lab.limit_rate(0, 10_000_000, 50) {
        return skip(TEST, &reason);
    }
    let begin = Instant::now();
    let mut job = start(2, "one-way 1000 50", apart(&lab, 2));
    expect_done(&mut job);
    println!("over after {:?}", begin.elapsed());
}

/// Their host rejects datagrams to them, but sends such reports only about once a second in total.
#[test]
fn closing_is_quick_however_many_peers_have_died() {
    const TEST: &str = "closing_is_quick_however_many_peers_have_died";
    const VICTIMS: usize = 16;
    let _alone = alone();
    let _watch = Watchdog::new(TEST, 90);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    let mut job = start(VICTIMS + 1, "deserted 500", apart(&lab, VICTIMS + 1));
    job.line(VICTIMS, "came");
    let begin = Instant::now();
    (0..VICTIMS).for_each(|rank| job.kill(rank, libc::SIGKILL));
    job.line(VICTIMS, "done");
    let took = begin.elapsed();
    println!("over after {took:?}");
    assert!(took < Duration::from_secs(8), "closing took {took:?}");
    job.expect_success([VICTIMS]);
}

/// Over UDP, and over the backend that is selected automatically.
#[test]
fn a_host_without_a_network_but_the_loopback_runs_jobs() {
    const TEST: &str = "a_host_without_a_network_but_the_loopback_runs_jobs";
    let _alone = alone();
    let watch = Watchdog::new(TEST, 60);
    let Some(host) = Host::alone(TEST) else { return };
    for (backend, apart) in [("udp", "0"), ("auto", "0"), ("route", "2")] {
        watch.step(backend);
        let mut job = Job::start_with(4, |_| {
            let mut command = host.command(RANK);
            command.args(["all-to-all", "2000"]).env("SKIFCH_BACKEND", backend);
            command.env("SKIFCH_ROUTE_APART", apart);
            command
        });
        expect_done(&mut job);
    }
}
