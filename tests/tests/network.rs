//! Tests of the host laboratory itself, and of the UDP socket in it.

use skifch_tests::netlab::{Host, Lab, uses_of};
use skifch_tests::{Watchdog, kill, wait_until};
use skifch_udp::{Options, Port, Sent, Socket, What, mtu};
use std::io::{BufRead, BufReader, ErrorKind, IoSlice};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn socket(host: &Host, at: IpAddr) -> UdpSocket {
    let socket = host.enter(|| UdpSocket::bind((at, 0))).expect("the address is the host's");
    socket.set_read_timeout(Some(Duration::from_millis(20))).expect("a time");
    socket
}

fn address(socket: &UdpSocket) -> SocketAddr {
    socket.local_addr().expect("it is bound")
}

/// Whether one of several datagrams arrives and a reply comes back.
fn is_reached(from: &UdpSocket, to: &UdpSocket) -> bool {
    (0..20).any(|number: u8| {
        let mut bytes = [0; 8];
        let _ = from.send_to(&[number], address(to));
        let came = to.recv_from(&mut bytes).is_ok_and(|(_, source)| source == address(from));
        came && to.send_to(b"back", address(from)).is_ok() && from.recv(&mut bytes).is_ok()
    })
}

#[test]
fn hosts_reach_each_other() {
    let _watch = Watchdog::new("hosts_reach_each_other", 60);
    let Some(lab) = Lab::new("hosts_reach_each_other", 3) else { return };
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        for at in [Host::v4, Host::v6] {
            let from = socket(lab.host(a), at(lab.host(a)));
            let to = socket(lab.host(b), at(lab.host(b)));
            assert!(is_reached(&from, &to), "{} to {}", address(&from), address(&to));
        }
    }
}

#[test]
fn a_host_alone_reaches_itself_and_nobody() {
    let Some(host) = Host::alone("a_host_alone_reaches_itself_and_nobody") else { return };
    let local = "127.0.0.1".parse().expect("an address");
    assert!(is_reached(&socket(&host, local), &socket(&host, local)));
    let any = "0.0.0.0".parse().expect("an address");
    let error = socket(&host, any).send_to(b"x", "10.77.0.1:9").expect_err("there is no way");
    assert_eq!(error.kind(), ErrorKind::NetworkUnreachable);
}

#[test]
fn a_limit_of_the_rate_is_kept() {
    const TEST: &str = "a_limit_of_the_rate_is_kept";
    let _watch = Watchdog::new(TEST, 60);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    if let Err(reason) = lab.limit_rate(0, 10_000_000, 50) {
        return skifch_tests::skip(TEST, &reason);
    }
    let from = socket(lab.host(0), lab.host(0).v4());
    let to = socket(lab.host(1), lab.host(1).v4());
    assert!(is_reached(&from, &to));
    let (begin, mut bits, mut bytes) = (Instant::now(), 0, [0; 2000]);
    // The initial content of the token bucket is sent at once and not counted.
    let (warm, limit) = (Duration::from_millis(300), Duration::from_millis(1500));
    while begin.elapsed() < limit {
        // Twice the limit, so that most of it is lost.
        for _ in 0..2 {
            let _ = from.send_to(&[0; 1400], address(&to));
        }
        let got = to.recv(&mut bytes).unwrap_or(0);
        if begin.elapsed() > warm {
            // With the headers of UDP, IPv4 and Ethernet.
            bits += (got + 8 + 20 + 14) * 8;
        }
    }
    let rate = bits as f64 / (limit - warm).as_secs_f64() / 1e6;
    println!("{rate:.2} Mbit/s");
    assert!((8.0..11.0).contains(&rate), "{rate} Mbit/s");
}

#[test]
fn a_cable_can_be_pulled_out_and_put_in() {
    let _watch = Watchdog::new("a_cable_can_be_pulled_out_and_put_in", 60);
    let Some(lab) = Lab::new("a_cable_can_be_pulled_out_and_put_in", 2) else { return };
    let from = socket(lab.host(0), lab.host(0).v4());
    let to = socket(lab.host(1), lab.host(1).v4());
    assert!(is_reached(&from, &to));
    lab.set_link(1, false);
    assert!(!is_reached(&from, &to));
    lab.set_link(1, true);
    wait_until("the link", || is_reached(&from, &to).then_some(()));
}

/// The machine's own interfaces and addresses, without lifetimes.
fn own_network() -> String {
    let output = Command::new("ip").args(["-br", "addr"]).output().map(|output| output.stdout);
    String::from_utf8_lossy(&output.unwrap_or_default()).into_owned()
}

#[test]
fn nothing_is_left_and_the_machine_is_not_touched() {
    let _watch = Watchdog::new("nothing_is_left_and_the_machine_is_not_touched", 60);
    let before = own_network();
    let Some(lab) = Lab::new("nothing_is_left_and_the_machine_is_not_touched", 2) else { return };
    let ids = lab.ids();
    assert_eq!((own_network(), ids.len()), (before.clone(), 3));
    assert!(uses_of(&ids).len() >= 3, "{:?}", uses_of(&ids));
    drop(lab);
    wait_until("the end of the namespaces", || uses_of(&ids).is_empty().then_some(()));
    assert_eq!(own_network(), before);
}

#[test]
fn nothing_is_left_of_a_laboratory_whose_process_is_killed() {
    const TEST: &str = "nothing_is_left_of_a_laboratory_whose_process_is_killed";
    let _watch = Watchdog::new(TEST, 60);
    if Host::alone(TEST).is_none() {
        return;
    }
    let mut command = Command::new(RANK);
    let mut process = command.arg("laboratory").stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    let line = lines.find_map(|line| line.ok()?.strip_prefix("holds ").map(str::to_owned));
    let numbers = line.expect("it says what it holds");
    let mut numbers: Vec<u64> =
        numbers.split(' ').map(|word| word.parse().expect("a number")).collect();
    let inside = numbers.pop().expect("the process inside");
    let held = uses_of(&numbers);
    let task = format!("/proc/{inside}/task/{inside}/ns/net");
    assert!(held.contains(&task), "{task}: {held:?}");
    kill(process.id(), libc::SIGKILL);
    process.wait().expect("our child");
    wait_until("the end of the namespaces", || uses_of(&numbers).is_empty().then_some(()));
}

fn udp(host: &Host) -> Socket {
    let options = Options { address: host.v4(), ..Options::default() };
    host.enter(|| Socket::open(&options)).expect("a socket")
}

#[test]
fn what_a_link_carries_is_known_and_more_is_told() {
    let _watch = Watchdog::new("what_a_link_carries_is_known_and_more_is_told", 60);
    let Some(lab) = Lab::new("what_a_link_carries_is_known_and_more_is_told", 2) else { return };
    for bytes in [1500, 1300] {
        lab.set_mtu(0, bytes, false);
        let (from, to) = (udp(lab.host(0)), udp(lab.host(1)));
        let known = lab.host(0).enter(|| mtu::towards(&to.local())).expect("a way");
        assert_eq!((known.path_bytes, known.interface_bytes), (bytes, Some(bytes)));
        let fits = (bytes - mtu::header_bytes(&to.local())) as usize;
        let data = vec![1; 4 * fits];
        let send = |bytes: usize| from.send(&to.local(), &[IoSlice::new(&data[..bytes])]);
        assert_eq!(send(fits).expect("sent"), Sent::Yes);
        assert_eq!(send(fits + 1).expect("no failure"), Sent::TooBig);
        let event = from.next_event().expect("a sound socket").expect("a report");
        assert_eq!(event.what, What::TooBig { mtu_bytes: bytes });
        assert_eq!(event.to.to_std().ip(), lab.host(1).v4());
        while from.next_event().expect("a sound socket").is_some() {}
        // In segmented sends too, and one that is too large does not turn segmentation off.
        let runs = |step| from.send_run(&to.local(), &[IoSlice::new(&data)], step);
        let done = runs(fits + 1).expect("no failure");
        assert_eq!((done.segments, done.end, from.segments()), (0, Sent::TooBig, true));
        let done = runs(fits).expect("sent");
        assert_eq!((done.segments, done.end), (4, Sent::Yes));
    }
}

#[test]
fn a_narrow_place_that_nobody_tells_of_loses() {
    let _watch = Watchdog::new("a_narrow_place_that_nobody_tells_of_loses", 60);
    let Some(lab) = Lab::new("a_narrow_place_that_nobody_tells_of_loses", 2) else { return };
    lab.set_mtu(1, 1300, true);
    let from = socket(lab.host(0), lab.host(0).v4());
    let to = socket(lab.host(1), lab.host(1).v4());
    assert!(is_reached(&from, &to));
    let mut bytes = [0; 2000];
    from.send_to(&[0; 1300 - 28], address(&to)).expect("sent");
    assert_eq!(to.recv(&mut bytes).expect("it fits"), 1300 - 28);
    from.send_to(&[0; 1300 - 27], address(&to)).expect("sent");
    assert!(to.recv(&mut bytes).is_err(), "it does not");
}

#[test]
fn a_host_without_a_way_is_an_answer() {
    let Some(host) = Host::alone("a_host_without_a_way_is_an_answer") else { return };
    for (any, far) in [("0.0.0.0", "10.77.0.9:9"), ("::", "[fd77::9]:9")] {
        let options = Options { address: any.parse().expect("an address"), ..Options::default() };
        let from = host.enter(|| Socket::open(&options)).expect("a socket");
        let far = far.parse::<SocketAddr>().expect("an address").into();
        let sent = from.send(&far, &[IoSlice::new(b"x")]).expect("no failure");
        assert_eq!(sent, Sent::Unreachable(libc::ENETUNREACH));
    }
}
