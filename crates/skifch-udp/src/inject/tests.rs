use super::{Counts, Faults, Injector};
use crate::{Addr, Arrival, Batch, Event, Port, Sent, SentRun};
use skifch_backend::Error;
use std::cell::Cell;
use std::io::{IoSlice, IoSliceMut};
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static NOW_NS: Cell<u64> = const { Cell::new(0) };
}

fn now_ns() -> u64 {
    NOW_NS.get()
}

/// What a [`Sink`] records for a call of `unconnect`.
const UNCONNECTED: &[u8] = b"unconnected";

/// A port that records what is sent.
struct Sink {
    sent: Mutex<Vec<Vec<u8>>>,
    is_full: AtomicBool,
    null: std::fs::File,
}

impl Port for Sink {
    fn send(&self, _to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        if self.is_full.load(Ordering::Relaxed) {
            return Ok(Sent::Full);
        }
        self.sent.lock().expect("no panic").push(super::joined(slices));
        Ok(Sent::Yes)
    }

    fn send_run(&self, _: &Addr, _: &[IoSlice<'_>], _: usize) -> Result<SentRun, Error> {
        unreachable!("the injector takes runs apart")
    }

    fn recv_batch(&self, batch: &mut Batch, _: &mut [IoSliceMut<'_>]) -> Result<usize, Error> {
        batch.clear();
        Ok(0)
    }

    fn recv_one(&self, _: &mut [u8]) -> Result<Option<Arrival>, Error> {
        Ok(None)
    }

    fn unconnect(&self, _to: &Addr) {
        self.sent.lock().expect("no panic").push(UNCONNECTED.to_vec());
    }

    fn next_event(&self) -> Result<Option<Event>, Error> {
        Ok(None)
    }

    fn fd(&self) -> BorrowedFd<'_> {
        self.null.as_fd()
    }
}

fn injector(text: &str) -> Injector<Sink> {
    NOW_NS.set(0);
    let null = std::fs::File::open("/dev/null").expect("/dev/null");
    let sink = Sink { sent: Mutex::default(), is_full: AtomicBool::new(false), null };
    let faults = Faults::parse(text).unwrap_or_else(|error| panic!("{error}"));
    Injector::with_clock(sink, faults, |words| println!("{words}"), now_ns)
}

fn to() -> Addr {
    SocketAddr::from(([127, 0, 0, 1], 9)).into()
}

fn send(port: &Injector<Sink>, bytes: &[u8]) -> Sent {
    port.send(&to(), &[IoSlice::new(bytes)]).expect("no failure")
}

/// Sends `count` numbered datagrams of 100 bytes; returns those that came out, in order.
fn numbers(port: &Injector<Sink>, count: u32) -> Vec<u32> {
    for number in 0..count {
        let mut bytes = [0; 100];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        assert_eq!(send(port, &bytes), Sent::Yes);
    }
    out(port).iter().map(|bytes| number_of(bytes)).collect()
}

fn number_of(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"))
}

fn out(port: &Injector<Sink>) -> Vec<Vec<u8>> {
    port.inner().sent.lock().expect("no panic").clone()
}

fn touch(port: &Injector<Sink>, at_ns: u64) {
    NOW_NS.set(at_ns);
    port.next_event().expect("no failure");
}

#[test]
fn without_faults_everything_passes() {
    let port = injector("");
    assert!(numbers(&port, 1000).into_iter().eq(0..1000));
    assert_eq!(port.counts(), Counts { seen: 1000, ..Counts::default() });
    assert_eq!(port.due_ns(), None);
}

/// What counts is when it is sent: datagrams sent earlier may have got a socket by then.
#[test]
fn what_is_to_leave_unconnected_does_whenever_it_goes() {
    for faults in ["", "delay=1ms", "reorder=100%", "partition=0us+1us,delay=1ms"] {
        let port = injector(faults);
        NOW_NS.set(2000);
        send(&port, b"before");
        port.unconnect(&to());
        send(&port, b"it");
        send(&port, b"behind");
        touch(&port, 1 << 40);
        let out = out(&port);
        let at = out.iter().position(|bytes| bytes == b"it").expect("nothing is lost");
        assert_eq!(out[at - 1], UNCONNECTED, "{faults}: {out:?}");
        assert_eq!(out.iter().filter(|bytes| *bytes == UNCONNECTED).count(), 1, "{faults}");
    }
}

#[test]
fn one_seed_repeats_one_run() {
    let text = "loss=5%,dup=5%,reorder=5%,delay=1us..1ms@20%,corrupt=5%,truncate=5%";
    let run = |seed: u64| {
        let port = injector(&format!("{text},seed={seed}"));
        for number in 0..2000_u64 {
            NOW_NS.set(number * 1000);
            send(&port, &number.to_le_bytes());
        }
        touch(&port, 1 << 40);
        (out(&port), port.counts())
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7).0, run(8).0);
    let counts = run(7).1;
    for count in [counts.lost, counts.doubled, counts.reordered, counts.corrupted, counts.truncated]
    {
        assert!((50..150).contains(&count), "5 % of 2000: {counts:?}");
    }
    assert!((300..500).contains(&counts.delayed), "20 % of 2000, less what is lost: {counts:?}");
}

#[test]
fn decisions_do_not_depend_on_time() {
    let lost = |step_ns: u64| {
        let port = injector("loss=10%,reorder=10%,partition=5us+100us,seed=3");
        for number in 0..500_u32 {
            NOW_NS.set(u64::from(number) * step_ns);
            send(&port, &number.to_le_bytes());
        }
        touch(&port, 1 << 40);
        let mut numbers: Vec<_> = out(&port).iter().map(|bytes| number_of(bytes)).collect();
        numbers.sort_unstable();
        numbers
    };
    // In slow motion the partition affects the first datagram only.
    let (fast, slow) = (lost(0), lost(1_000_000));
    assert_eq!(fast, slow);
}

#[test]
fn a_cycle_loses_those_and_no_others() {
    let port = injector("loss=2/5");
    assert_eq!(numbers(&port, 10), [2, 3, 4, 7, 8, 9]);
    assert_eq!(port.counts().lost, 4);
}

#[test]
fn doubled_and_overtaken_ones_come_as_often_as_they_should() {
    let port = injector("dup=1/3");
    assert_eq!(numbers(&port, 4), [0, 0, 1, 2, 3, 3]);

    let port = injector("reorder=1/10,seed=5");
    let mut came = numbers(&port, 100);
    assert!(!came.is_sorted());
    let late = (0..).zip(&came).map(|(at, number)| at - i64::from(*number)).max();
    assert!((1..=3).contains(&late.expect("some")), "{late:?}");
    came.sort_unstable();
    assert!(came.into_iter().eq(0..100));

    // The last one is overtaken by nobody, and is sent after a millisecond.
    let port = injector("reorder=100%");
    send(&port, b"last");
    assert_eq!((out(&port).len(), port.due_ns()), (0, Some(1_000_000)));
    touch(&port, 1_000_000);
    assert_eq!((out(&port), port.due_ns()), (vec![b"last".to_vec()], None));
}

#[test]
fn delayed_ones_go_when_they_are_due() {
    let port = injector("delay=1ms");
    assert_eq!(numbers(&port, 3), []);
    assert_eq!(port.due_ns(), Some(1_000_000));
    touch(&port, 999_999);
    assert_eq!(out(&port).len(), 0);
    touch(&port, 1_000_000);
    assert!(out(&port).iter().map(|bytes| number_of(bytes)).eq(0..3), "in order");
    assert_eq!(port.due_ns(), None);
}

#[test]
fn spoiled_ones_differ_as_they_should() {
    let port = injector("corrupt=100%");
    for _ in 0..100 {
        send(&port, &[0; 10]);
    }
    for bytes in out(&port) {
        assert_eq!(bytes.iter().map(|byte| byte.count_ones()).sum::<u32>(), 1, "{bytes:?}");
    }
    let port = injector("truncate=100%");
    for _ in 0..100 {
        send(&port, &[1; 10]);
    }
    assert!(out(&port).iter().all(|bytes| bytes.len() < 10 && bytes.iter().all(|b| *b == 1)));
    assert!(out(&port).iter().any(Vec::is_empty) && out(&port).iter().any(|b| b.len() == 9));
    // An empty datagram cannot be corrupted or truncated.
    assert_eq!(send(&injector("corrupt=100%,truncate=100%"), &[]), Sent::Yes);
}

#[test]
fn large_ones_are_lost_at_a_narrow_place() {
    let port = injector("mtu=99");
    send(&port, &[0; 99]);
    assert_eq!(numbers(&port, 3).len(), 1);
    assert_eq!(port.counts().too_big, 3);
}

#[test]
fn a_partition_begins_ends_and_begins_again() {
    let port = injector("partition_out=10us+5us/100us");
    let mut came = Vec::new();
    for at_us in [9, 10, 14, 15, 99, 112, 115] {
        NOW_NS.set(at_us * 1000);
        let before = out(&port).len();
        assert_eq!(send(&port, b"x"), Sent::Yes);
        came.extend((out(&port).len() > before).then_some(at_us));
    }
    assert_eq!(came, [9, 15, 99, 115]);
    assert_eq!(port.counts().cut_off, 3);
}

#[test]
fn runs_are_taken_apart() {
    let port = injector("loss=1/2");
    let done = port.send_run(&to(), &[IoSlice::new(b"aabb"), IoSlice::new(b"ccd")], 2);
    assert_eq!(done.expect("sent"), SentRun { segments: 4, end: Sent::Yes });
    assert_eq!(out(&port), [b"bb".to_vec(), b"d".to_vec()]);
}

#[test]
fn a_full_port_holds_up_and_loses_nothing() {
    let port = injector("");
    port.inner().is_full.store(true, Ordering::Relaxed);
    let mut taken = 0_u32;
    while send(&port, &taken.to_le_bytes()) == Sent::Yes {
        taken += 1;
        assert!(taken <= 4096);
    }
    assert!(taken > 4000);
    port.inner().is_full.store(false, Ordering::Relaxed);
    touch(&port, 0);
    assert!(out(&port).iter().map(|bytes| number_of(bytes)).eq(0..taken));
}

#[test]
fn a_time_without_room_loses_nothing_that_is_tried_again() {
    let port = injector("full=10us+5us/100us");
    let mut refused = Vec::new();
    for at_us in [9, 10, 14, 15, 99, 112, 115] {
        NOW_NS.set(at_us * 1000);
        refused.extend((send(&port, b"x") == Sent::Full).then_some(at_us));
    }
    assert_eq!(refused, [10, 14, 112]);
    assert_eq!((out(&port).len(), port.counts().full, port.counts().seen), (4, 3, 4));
    let run = port.send_run(&to(), &[IoSlice::new(b"abc")], 1).expect("sent");
    assert_eq!(run, SentRun { segments: 3, end: Sent::Yes });
    NOW_NS.set(110_000);
    let run = port.send_run(&to(), &[IoSlice::new(b"abc")], 1).expect("sent");
    assert_eq!(run, SentRun { segments: 0, end: Sent::Full });
}

#[test]
fn a_wrong_part_is_named() {
    for (text, part, words) in [
        ("loss", "loss", "name=value"),
        ("loss=1%,wrong=3", "wrong=3", "known: loss"),
        ("loss=101%", "loss=101%", "probability"),
        ("loss=-1%", "loss=-1%", "probability"),
        ("dup=3/2", "dup=3/2", "probability"),
        ("dup=0/0", "dup=0/0", "probability"),
        ("dup=nan", "dup=nan", "probability"),
        ("delay=1", "delay=1", "time"),
        ("delay=2ms..1ms", "delay=2ms..1ms", "lower"),
        ("delay=1ms@x", "delay=1ms@x", "probability"),
        ("partition=1s", "partition=1s", "time window"),
        ("partition=1s+1s/1s", "partition=1s+1s/1s", "period"),
        ("partition_in=1s+", "partition_in=1s+", "time"),
        ("mtu=x", "mtu=x", "number"),
        ("seed=-1", "seed=-1", "number"),
        ("loss=1%, loss=2%", "loss=2%", "twice"),
    ] {
        let error = Faults::parse(text).expect_err(text);
        assert_eq!(error.errno(), libc::EINVAL);
        let said = error.to_string();
        assert!(said.contains(&format!("{part:?}")) && said.contains(words), "{said}");
    }
}

#[test]
fn the_text_with_its_seed_repeats_a_run() {
    let mut said = String::new();
    let null = std::fs::File::open("/dev/null").expect("/dev/null");
    let sink = Sink { sent: Mutex::default(), is_full: AtomicBool::new(false), null };
    let faults = Faults::parse("loss=1%, delay=1ms..2ms@5%").expect("sound");
    let seed = faults.seed();
    Injector::new(sink, faults.clone(), |words| said = words.to_string());
    assert!(said.ends_with(&format!("loss=1%,delay=1ms..2ms@5%,seed={seed}")), "{said}");
    assert_eq!(Faults::parse(&faults.to_string()).expect("what was printed"), faults);
}

/// Over a real socket: datagrams that arrive during a partition are lost, later ones are not.
#[test]
fn a_partition_of_one_way_over_a_socket() {
    use crate::tests::{open_at, receive, receive_now};
    NOW_NS.set(0);
    let local = "127.0.0.1".parse().expect("an address");
    let open = || open_at(local, true, true).expect("IPv4");
    let (from, socket) = (open(), open());
    let at = socket.local();
    let faults = Faults::parse("partition_in=0s+1ms").expect("sound");
    let to = Injector::with_clock(socket, faults, |words| println!("{words}"), now_ns);
    from.send(&at, &[IoSlice::new(b"lost")]).expect("sent");
    let limit_ns = crate::clock::now_ns() + 10_000_000_000;
    while to.counts().cut_off_in == 0 {
        assert_eq!(receive_now(&to), []);
        assert!(crate::clock::now_ns() < limit_ns, "nothing came in 10 s");
    }
    to.send(&from.local(), &[IoSlice::new(b"other way")]).expect("sent");
    assert_eq!(receive(&from, 1)[0].1, b"other way");
    NOW_NS.set(1_000_000);
    from.send(&at, &[IoSlice::new(b"here")]).expect("sent");
    assert_eq!(receive(&to, 1)[0].1, b"here");
}
