//! Two ranks in one thread: the life of channels and connections, and the cost of an exchange.

use crate::config::PARAMS;
use crate::net::State;
use crate::open::UdpDomain;
use crate::recv::UdpRx;
use crate::send::UdpTx;
use skifch_backend::abi::{PeerState, SendFlags, iovec, netaddr};
use skifch_backend::test_host::TestHost;
use skifch_backend::{Domain, Error, HostRef, Port, Rx, Tx};
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(20);

type Channel = Port<UdpTx, UdpRx>;

fn text(text: *const c_char) -> String {
    // SAFETY: the table of settings holds constant C strings.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

fn hosts(changed: &[(&str, &str)]) -> Vec<TestHost> {
    let all: Vec<_> = PARAMS.iter().map(|it| (text(it.key), text(it.default))).collect();
    let mut all: Vec<_> = all.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    all.extend(changed);
    TestHost::job(2, &all)
}

fn join(host: &TestHost) -> Result<(UdpDomain, Channel), Error> {
    // SAFETY: the hosts of a test live longer than its domains.
    let domain = UdpDomain::open(unsafe { HostRef::new(host.table()) })?;
    let channel = domain.open(0)?;
    Ok((domain, channel))
}

/// Both ranks join, which is collective.
fn join_both(hosts: &[TestHost]) -> Result<[(UdpDomain, Channel); 2], Error> {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| join(&hosts[1]));
        let one = join(&hosts[0]);
        let other = other.join().expect("a thread that does not panic");
        Ok([one?, other?])
    })
}

fn send(channel: &mut Channel, to: u32, text: &str) -> Result<bool, Error> {
    send_with(channel, to, text, SendFlags::NONE)
}

fn send_with(channel: &mut Channel, to: u32, text: &str, flags: SendFlags) -> Result<bool, Error> {
    let list = [iovec { iov_base: text.as_ptr().cast_mut().cast(), iov_len: text.len() }];
    // SAFETY: the element points to the text.
    unsafe { channel.tx.send(netaddr(to, 0), &list, text.len(), flags) }.map(|it| it.is_some())
}

fn recv(channel: &mut Channel) -> Result<Option<String>, Error> {
    let mut cont = [MaybeUninit::uninit(); 3];
    let Some(shown) = channel.rx.recv(&mut cont, false)? else { return Ok(None) };
    let mut all = Vec::new();
    for piece in &cont[..shown.count] {
        // SAFETY: that many were written, and they point to memory that is valid until `recv_comp`.
        unsafe {
            let piece = piece.assume_init();
            all.extend_from_slice(std::slice::from_raw_parts(
                piece.iov_base.cast::<u8>(),
                piece.iov_len,
            ));
        }
    }
    channel.rx.recv_comp()?;
    Ok(Some(String::from_utf8_lossy(&all).into_owned()))
}

/// Polls until there is a result.
fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < LIMIT, "{what}: not in {LIMIT:?}");
        std::thread::yield_now();
    }
}

/// Sends as soon as the connection is open, for which the other rank has to poll too.
fn send_to(other: &mut Channel, from: &mut Channel, to: u32, text: &str) {
    until("a send", || {
        if send(from, to, text).expect("a peer") {
            return Some(());
        }
        other.rx.progress().expect("a sound socket");
        None
    });
}

/// In the usual case of at most one pending datagram, a poll receives only one.
#[test]
fn a_message_behind_a_datagram_without_one_keeps_a_side_awake() {
    let hosts = hosts(&[("HELPER", "0")]);
    let [(domain, mut one), (other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    for round in 0..20 {
        let word = round.to_string();
        send_to(&mut one, &mut other, 0, &word);
        let got = until("it arriving", || {
            other.rx.progress().expect("a sound socket");
            recv(&mut one).expect("a peer")
        });
        assert_eq!(got, word);
        // Only the acknowledgement of a sleeping side, and then a message.
        assert!(!one.rx.arm().expect("a sound socket"), "round {round}");
        one.rx.disarm();
        send_to(&mut other, &mut one, 1, &word);
        // A receive that finds nothing sends what was held back for coalescing.
        assert_eq!(recv(&mut one).expect("a peer"), None);
        assert!(other.rx.arm().expect("a sound socket"), "round {round}: a message is there");
        other.rx.disarm();
        let got = recv(&mut other).expect("a peer").expect("it is there");
        assert_eq!(got, word);
    }
    drop((one, other));
    // Without helper threads each side must help the other to finish its close.
    std::thread::scope(|scope| {
        scope.spawn(|| drop(domain));
        drop(other_domain);
    });
}

/// Acknowledgements are piggybacked on the replies.
#[test]
fn an_exchange_is_one_datagram_each_way() {
    const ROUNDS: u64 = 2000;
    let hosts = hosts(&[]);
    let [(domain, mut one), (other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    let sent = |domain: &UdpDomain| domain.core.net.lock().endpoint.counters().datagrams_sent;
    let mut before = 0;
    for round in 0..ROUNDS {
        let word = round.to_string();
        send_to(&mut other, &mut one, 1, &word);
        let got = until("it arriving", || recv(&mut other).expect("a peer"));
        assert_eq!(got, word);
        send_to(&mut one, &mut other, 0, &word);
        let got = until("it arriving", || recv(&mut one).expect("a peer"));
        assert_eq!(got, word);
        if round == ROUNDS / 2 - 1 {
            // Connection set-up and MTU probing are over.
            before = sent(&domain) + sent(&other_domain);
        }
    }
    let used = sent(&domain) + sent(&other_domain) - before;
    // A thread that was not scheduled for a while causes a few retransmissions.
    assert!((ROUNDS..ROUNDS + ROUNDS / 10).contains(&used), "{used} datagrams for {ROUNDS} words");
}

/// The sender does not need that space meanwhile, and the reply leaves earlier.
#[test]
fn the_room_of_a_small_message_is_given_back_with_the_next_receive() {
    let hosts = hosts(&[("HELPER", "0")]);
    let [(domain, mut one), (other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    let given_back = || {
        let mut state = domain.core.net.lock();
        state.channel(0).expect("an open channel").counters.credits.get()
    };
    let large = "0123456789".repeat(2000);
    for (text, at_once) in [("a few bytes", 0), (large.as_str(), 1)] {
        assert_eq!(recv(&mut one).expect("a peer"), None);
        let before = given_back();
        send_to(&mut one, &mut other, 0, text);
        let got = until("it arriving", || {
            other.rx.progress().expect("a sound socket");
            recv(&mut one).expect("a peer")
        });
        assert_eq!(got, text);
        assert_eq!(given_back(), before + at_once, "{} bytes", text.len());
        assert_eq!(recv(&mut one).expect("a peer"), None);
        assert_eq!(given_back(), before + 1, "{} bytes", text.len());
    }
    drop((one, other));
    std::thread::scope(|scope| {
        scope.spawn(|| drop(domain));
        drop(other_domain);
    });
}

#[test]
fn what_more_follows_leaves_with_that_or_when_nothing_does() {
    let hosts = hosts(&[]);
    let [(domain, mut one), (_other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    let sent = |domain: &UdpDomain| domain.core.net.lock().endpoint.counters().datagrams_sent;
    send_to(&mut other, &mut one, 1, "the first");
    until("the first", || recv(&mut other).expect("a peer"));
    until("its acknowledgement", || {
        one.rx.progress().expect("a sound socket");
        other.rx.progress().expect("a sound socket");
        (domain.core.net.lock().endpoint.unfinished() == 0).then_some(())
    });

    // The program's own looks, which let go of what is held, are put off: an instrumented build
    // takes longer for four sends than the time between two. While the helper polls, nothing is
    // accepted; and a thread preempted between two sends causes early transmission.
    let put = |one: &mut Channel, word: &str, flags| {
        until("room", || send_with(one, 1, word, flags).expect("a peer").then_some(()));
    };
    let mut least = u64::MAX;
    for _ in 0..100 {
        let before = sent(&domain);
        domain.core.net.lock().looked_ns = u64::MAX / 2;
        for word in ["a", "b", "c"] {
            put(&mut one, word, SendFlags::MORE);
        }
        let after_more = sent(&domain) - before;
        put(&mut one, "d", SendFlags::NONE);
        least = least.min(4 * after_more + sent(&domain) - before);
        for word in ["a", "b", "c", "d"] {
            assert_eq!(until("a word", || recv(&mut other).expect("a peer")), word);
        }
        until("the acknowledgement", || {
            one.rx.progress().expect("a sound socket");
            other.rx.progress().expect("a sound socket");
            (domain.core.net.lock().endpoint.unfinished() == 0).then_some(())
        });
    }
    assert_eq!(least, 1, "four words in one datagram, with the last of them");

    put(&mut one, "nothing", SendFlags::MORE);
    // This rank makes no further calls.
    assert_eq!(until("the helper", || recv(&mut other).expect("a peer")), "nothing");
}

/// A full socket is not packet loss: what it had no room for is sent later.
#[test]
fn what_the_socket_has_no_room_for_is_kept() {
    const MESSAGES: u64 = 2000;
    let hosts = hosts(&[("FAULTS", "full=1ms+2ms/5ms")]);
    let [(domain, mut one), (other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    let large = "0123456789".repeat(2000);
    let (mut sent, mut got, mut holds) = (0, 0, 0);
    until("everything arriving", || {
        if sent < MESSAGES && send(&mut one, 1, &format!("{sent} {large}")).expect("a peer") {
            sent += 1;
        }
        holds += u32::from(domain.core.net.lock().retry_ns.is_some());
        while let Some(text) = recv(&mut other).expect("a peer") {
            assert!(text.starts_with(&format!("{got} 0123")) && text.ends_with("789"), "{got}");
            got += 1;
        }
        (got == MESSAGES).then_some(())
    });
    let counters = |domain: &UdpDomain| *domain.core.net.lock().endpoint.counters();
    let lost = counters(&domain).packets_lost;
    assert!(holds > 0, "the port was never full");
    // A kept datagram that had become obsolete also counts.
    assert!(lost <= 20, "{lost} datagrams were lost");
    drop(other_domain);
}

/// Incoming data for it is discarded message by message, the last of which has arrived only in
/// part.
#[test]
fn a_channel_closes_amid_a_message() {
    let hosts = hosts(&[("HELPER", "0"), ("CONGESTION", "none")]);
    let [(domain, mut one), (other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    let large = "0123456789".repeat(5000);
    send_to(&mut other, &mut one, 1, "the first");
    until("the first", || recv(&mut other).expect("a peer"));
    // Unreceived messages occupy part of the ring, and the last one does not fit.
    (0..5).for_each(|_| send_to(&mut other, &mut one, 1, &large));
    until("their acknowledgement", || {
        other.rx.progress().expect("a sound socket");
        one.rx.progress().expect("a sound socket");
        (domain.core.net.lock().endpoint.unfinished() == 0).then_some(())
    });
    let mut refused = 0;
    until("a window that is full", || {
        let is_taken = send(&mut one, 1, &large).expect("a peer");
        refused = if is_taken { 0 } else { refused + 1 };
        (refused == 100).then_some(())
    });
    let closing = std::thread::spawn(move || drop((other, other_domain)));
    until("its end", || {
        // An error says that the channel was closed.
        let _ = send(&mut one, 1, &large);
        closing.is_finished().then_some(())
    });
    drop((one, domain));
}

/// It has every message, and will find the other side's close in its socket.
#[test]
fn a_peer_that_does_not_call_is_not_waited_for_long() {
    let hosts = hosts(&[("HELPER", "0")]);
    let [(domain, mut one), (other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    send_to(&mut one, &mut other, 0, "the last");
    until("it arriving", || {
        other.rx.progress().expect("a sound socket");
        recv(&mut one).expect("a peer")
    });
    until("its acknowledgement", || {
        one.rx.progress().expect("a sound socket");
        other.rx.progress().expect("a sound socket");
        (other_domain.core.net.lock().endpoint.unfinished() == 0).then_some(())
    });
    let begin = Instant::now();
    drop((other, other_domain));
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(8), "leaving took {took:?}");
    until("its last word", || {
        assert_eq!(recv(&mut one).expect("no death"), None);
        (one.rx.peer_state(netaddr(1, 0)) == PeerState::Closed).then_some(())
    });
    drop((one, domain));
}

/// It is waited for longer than a peer that has everything.
#[test]
fn a_peer_that_does_not_call_is_waited_for_until_it_has_everything() {
    let hosts = hosts(&[("HELPER", "0")]);
    let [(domain, mut one), (other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    send_to(&mut one, &mut other, 0, "the first");
    let first = until("the first", || {
        other.rx.progress().expect("a sound socket");
        recv(&mut one).expect("a peer")
    });
    assert_eq!(first, "the first");
    assert!(send(&mut other, 0, "the last").expect("a peer"));
    let leaving = std::thread::spawn(move || drop((other, other_domain)));
    std::thread::sleep(Duration::from_secs(4));
    assert!(!leaving.is_finished(), "nobody has taken the last");
    assert_eq!(until("the last", || recv(&mut one).expect("a peer")), "the last");
    until("its end", || {
        one.rx.progress().expect("a sound socket");
        leaving.is_finished().then_some(())
    });
    drop((one, domain));
}

/// A refusal is read up to half a millisecond after it arrived: it may date from before a restarted
/// rank was there.
#[test]
fn who_was_heard_after_a_refusal_may_be_there() {
    let hosts = hosts(&[]);
    let [(domain, mut one), (_other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    send_to(&mut other, &mut one, 1, "hello");
    let refused = |since_ns| {
        domain.core.with(|state| state.on_refused(1, true, since_ns));
    };
    refused(0);
    until("room", || {
        send(&mut one, 1, "still there").expect("a peer that was heard").then_some(())
    });
    refused(u64::MAX);
    let told = until("an error", || send(&mut one, 1, "gone").err());
    assert_eq!(told.errno(), libc::EPIPE);
}

/// Anybody on the path can forge a refusal, and a host refuses about one datagram a second for all
/// of its dead ranks: one report must suffice for a rank that has not answered for a second, and
/// must do nothing to one that answers, however quiet it was.
#[test]
fn a_refusal_by_another_host_is_believed_of_who_does_not_answer() {
    let hosts = hosts(&[("HELPER", "0")]);
    let [(domain, mut one), (_other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    send_to(&mut other, &mut one, 1, "hello");
    let go_on = |channels: &mut [&mut Channel], time| {
        let begin = Instant::now();
        while begin.elapsed() < time {
            channels.iter_mut().for_each(|it| it.rx.progress().expect("a sound socket"));
        }
    };
    let refused = || domain.core.with(|state| state.on_refused(1, false, 0));
    go_on(&mut [&mut one, &mut other], Duration::from_millis(1200));
    for _ in 0..2 {
        refused();
        go_on(&mut [&mut one, &mut other], Duration::from_millis(600));
    }
    assert!(send(&mut one, 1, "still there").expect("a peer that answers"));
    go_on(&mut [&mut one], Duration::from_millis(1200));
    assert!(send(&mut one, 1, "still there").expect("a silent peer"));
    refused();
    assert_eq!(send(&mut one, 1, "gone").expect_err("a dead peer").errno(), libc::EPIPE);
}

/// Committing a claim after the peer has ended returns the same error as a send; leaving the job
/// does not report the lost data again.
#[test]
fn a_commit_tells_of_the_end_once() {
    let hosts = hosts(&[("HELPER", "0")]);
    let [(domain, mut one), (_other_domain, mut other)] = join_both(&hosts).expect("a loopback");
    send_to(&mut other, &mut one, 1, "hello");
    assert!(send(&mut one, 1, "this nobody takes").expect("an open way"));
    let mut cont = [MaybeUninit::uninit(); 3];
    one.tx.claim(netaddr(1, 0), 8, &mut cont).expect("an open way").expect("room");
    domain.core.with(|state| state.on_refused(1, true, u64::MAX));
    let told = one.tx.commit(8).expect_err("the rank is gone");
    assert_eq!(told.errno(), libc::EPIPE, "{told}");
    let again = domain.core.with(State::take_losses);
    again.told().expect("what was told already is not told again");
    drop(one);
    let again = domain.core.with(State::take_losses);
    again.told().expect("nor when the channel closes");
}
