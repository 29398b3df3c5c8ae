//! Job and Channel over the loopback backend, in one process. The tests share the process's job, so
//! each has ports of its own.

use skifch::{Caps, Events, Job, NetAddr, PeerState, SendFlags, netaddr};
use std::io::IoSlice;
use std::sync::Once;
use std::time::{Duration, Instant};

fn job() -> Job {
    static ENV: Once = Once::new();
    ENV.call_once(|| {
        // SAFETY: the other tests wait here before they read the environment.
        unsafe { std::env::set_var("SKIFCH_BACKEND", "loopback") };
    });
    Job::init().expect("loopback needs no launcher")
}

fn to(port: u32) -> NetAddr {
    netaddr(0, port)
}

#[test]
fn a_message_comes_back_with_its_source() {
    let job = job();
    assert_eq!((job.rank(), job.size(), job.backend_name()), (0, 1, "loopback"));
    let mut channel = job.open(1).unwrap();
    assert!(channel.recv().unwrap().is_none());
    assert_eq!(channel.send(to(1), b"hello").unwrap(), 5);
    let message = channel.recv().unwrap().unwrap();
    assert_eq!((message.len(), message.src(), message.to_vec()), (5, to(1), b"hello".to_vec()));
    assert_eq!(message.read::<2>(3), Some(*b"lo"));
    assert_eq!((message.read::<2>(4), message.read_u64_le(0)), (None, None));
    drop(message);
    assert!(channel.recv().unwrap().is_none());
    let stats = channel.stats().unwrap();
    assert_eq!((stats.messages_sent, stats.bytes_received), (1, 5));
}

#[test]
fn ports_are_separate_and_open_once() {
    let job = job();
    let mut a = job.open(10).unwrap();
    let mut b = job.open(11).unwrap();
    assert_eq!(job.open(10).err().unwrap().errno(), libc::EADDRINUSE);
    a.send(to(11), b"for b").unwrap();
    assert!(a.recv().unwrap().is_none());
    assert_eq!(b.recv().unwrap().unwrap().src(), to(10));
    drop(a);
    job.open(10).unwrap();
}

#[test]
fn empty_and_vectored_messages() {
    let job = job();
    let mut channel = job.open(20).unwrap();
    let error = channel.send(to(20), b"").unwrap_err();
    assert_eq!(error.errno(), libc::EINVAL);
    assert!(error.text().contains("SkifCh_SendEx"), "{error}");
    assert_eq!(channel.send_ex(to(20), &[], SendFlags::NONE).unwrap(), Some(0));
    assert!(channel.recv().unwrap().unwrap().is_empty());
    let parts = [IoSlice::new(b"ab"), IoSlice::new(b""), IoSlice::new(b"cde")];
    assert_eq!(channel.send_vectored(to(20), &parts).unwrap(), 5);
    assert_eq!(channel.recv().unwrap().unwrap().to_vec(), b"abcde");
}

#[test]
fn a_long_message_goes_as_its_prefix_or_not_at_all() {
    let job = job();
    let mut channel = job.open(30).unwrap();
    let max = channel.attr().unwrap().max_message_bytes;
    let long = vec![7u8; max + 1];
    assert_eq!(channel.send(to(30), &long).unwrap(), max);
    assert_eq!(channel.recv().unwrap().unwrap().len(), max);
    let whole = channel.send_ex(to(30), &[IoSlice::new(&long)], SendFlags::WHOLE);
    assert_eq!(whole.unwrap_err().errno(), libc::EMSGSIZE);
}

#[test]
fn claims_are_built_in_place() {
    let job = job();
    let mut channel = job.open(40).unwrap();
    assert!(channel.attr().unwrap().caps.has(Caps::CLAIM));
    drop(channel.claim(to(40), 8).unwrap().unwrap());
    assert!(channel.recv().unwrap().is_none(), "an aborted claim arrived");
    let mut claim = channel.claim(to(40), 8).unwrap().unwrap();
    claim.write_at(2, b"cd");
    claim.write_at(0, b"ab");
    claim.commit(4).unwrap();
    assert_eq!(channel.recv().unwrap().unwrap().to_vec(), b"abcd");
    let claim = channel.claim(to(40), 8).unwrap().unwrap();
    assert_eq!(claim.commit(9).unwrap_err().errno(), libc::EINVAL);
    assert!(channel.recv().unwrap().is_none());
}

#[test]
fn a_full_lane_answers_zero_and_a_wait_sees_the_room() {
    let job = job();
    let mut channel = job.open(50).unwrap();
    let mut sent = 0;
    while channel.send(to(50), &[1]).unwrap() > 0 {
        sent += 1;
    }
    let short = Some(Duration::from_millis(5));
    assert!(channel.wait(Events::SEND, to(50), short).unwrap().is_empty());
    assert_eq!(channel.wait(Events::RECV, 0, short).unwrap(), Events::RECV);
    let mut space = [skifch::abi::Message::EMPTY; 8];
    let mut received = 0;
    loop {
        let batch = channel.recv_many(&mut space).unwrap();
        if batch.is_empty() {
            break;
        }
        assert!(batch.iter().all(|message| message.read::<1>(0) == Some([1])));
        received += batch.len();
    }
    assert_eq!(sent, received);
    assert_eq!(channel.wait(Events::SEND, to(50), short).unwrap(), Events::SEND);
}

#[test]
fn two_threads_use_the_two_sides() {
    const COUNT: u64 = 20_000;
    let job = job();
    let mut channel = job.open(60).unwrap();
    let (mut sender, mut receiver) = channel.split();
    let limit = Some(Duration::from_secs(30));
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for i in 0..COUNT {
                while sender.send(to(60), &i.to_le_bytes()).unwrap() == 0 {
                    assert!(sender.wait(to(60), limit).unwrap(), "no room within 30 s");
                }
            }
        });
        for i in 0..COUNT {
            while {
                let message = receiver.recv().unwrap();
                let got = message.as_ref().map(|message| message.read_u64_le(0));
                assert!(got.is_none_or(|got| got == Some(i)), "expected {i}, got {got:?}");
                got.is_none()
            } {
                assert!(receiver.wait(limit).unwrap(), "no message within 30 s");
            }
        }
    });
}

#[test]
fn errors_name_call_peer_and_size() {
    let job = job();
    let mut channel = job.open(70).unwrap();
    let error = channel.send(netaddr(5, 3), b"abc").unwrap_err();
    assert_eq!(error.errno(), libc::EHOSTUNREACH);
    let text = error.text();
    assert!(text.starts_with("SkifCh_Send: 3 bytes to rank 5 port 3: "), "{text}");
    assert_eq!(skifch::error::last_string(), text);
    assert_eq!(channel.peer_state(to(70)).unwrap(), PeerState::Up);
    assert!(job.segment(64).is_err_and(|error| error.errno() == libc::ENOTSUP));
}

#[test]
fn a_closed_handle_answers_with_words() {
    let job = job();
    let handle = job.open(80).unwrap().into_raw();
    let pointer = std::ptr::from_ref(handle);
    let foreign = [0u64; 16];
    // SAFETY: a live handle, nobody else uses it; the foreign memory is readable.
    unsafe {
        assert!(skifch::RawChannel::from_c(pointer).is_some());
        assert!(skifch::RawChannel::from_c(std::ptr::null()).is_none());
        assert!(skifch::RawChannel::from_c((&raw const foreign).cast()).is_none());
        handle.close().unwrap();
        let refused = |rc: isize, call: &str| {
            assert_eq!((rc, skifch::error::errno::get()), (-1, libc::EBADF), "{call}");
            assert_eq!(skifch::error::last_string(), format!("{call}: the channel is closed"));
        };
        refused(handle.send(0, std::ptr::null(), 0), "SkifCh_Send");
        refused(handle.recv(std::ptr::null_mut(), std::ptr::null_mut()), "SkifCh_Recv");
        refused(handle.recv_comp() as isize, "SkifCh_RecvComp");
        assert_eq!(handle.close().unwrap_err().errno(), libc::EBADF);
    }
}

#[test]
fn the_child_of_a_rank_is_no_rank() {
    let job = job();
    let mut channel = job.open(90).unwrap();
    // SAFETY: the child only calls our own code, which touches no lock that another thread of the
    // parent may have held, and leaves by _exit.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let refused = channel.send(to(90), b"x").is_err_and(|e| e.errno() == libc::EBADF)
            && channel.stats().is_err_and(|e| e.errno() == libc::EBADF)
            && job.open(91).is_err_and(|e| e.errno() == libc::EBADF);
        drop(channel);
        // SAFETY: takes a number.
        unsafe { libc::_exit(if refused { 0 } else { 1 }) };
    }
    let (mut status, end) = (0, Instant::now() + Duration::from_secs(20));
    // SAFETY: `child` is our own; `status` is writable.
    while unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) } == 0 {
        assert!(Instant::now() < end, "the child does not end");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(status, 0, "a call in the child was not refused");
    assert_eq!(channel.send(to(90), b"x").unwrap(), 1);
}

#[test]
fn jobs_are_shared_within_a_process() {
    let (a, b) = (job(), job());
    let channel = a.open(100).unwrap();
    drop(a);
    assert!(b.time_ns() > 0);
    b.barrier().unwrap();
    b.put("shared-test", b"v").unwrap();
    b.barrier().unwrap();
    assert_eq!(b.get("shared-test").unwrap(), b"v");
    b.finalize().unwrap();
    channel.close().unwrap();
}

#[test]
fn counters_are_printed_at_close_when_wanted() {
    // This same program, once more, with the setting and one test only.
    let program = std::env::current_exe().expect("a program knows its name");
    let output = std::process::Command::new(program)
        .args(["--exact", "a_message_comes_back_with_its_source", "--nocapture"])
        .env("SKIFCH_STATS", "1")
        .output()
        .expect("this program can be run");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("skifch[0]: port 1: messages_sent 1\n"), "{text}");
    assert!(text.contains("skifch[0]: port 1: bytes_received 5\n"), "{text}");
}

/// Keeps this thread, and those that it starts, to the CPU that it is on.
fn stay_on_this_cpu() {
    // SAFETY: a set of CPUs may be all zeros; the calls read and write what is ours.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(libc::sched_getcpu() as usize, &mut set);
        assert_eq!(libc::sched_setaffinity(0, size_of_val(&set), &raw const set), 0);
    }
}

/// How often this thread was to give its CPU to another without a sleep.
fn switches() -> i64 {
    // SAFETY: numbers may be all zeros; the call writes what is ours.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage);
        usage.ru_nivcsw
    }
}

/// Each yield would give that one the CPU for milliseconds, in which nobody looks at what comes.
#[test]
fn who_waits_beside_one_who_computes_sleeps() {
    let mut channel = job().open(61).unwrap();
    stay_on_this_cpu();
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        std::thread::sleep(Duration::from_millis(20));
        let before = switches();
        let events = channel.wait(Events::RECV, 0, Some(Duration::from_millis(400))).unwrap();
        let count = switches() - before;
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(events.is_empty(), "nobody sends");
        assert!(count < 10, "it has yielded {count} times");
    });
}
