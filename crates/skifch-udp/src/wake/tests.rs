use super::{Helper, Next};
use crate::clock::now_ns;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const FAR_NS: u64 = u64::MAX;

/// Waits for the helper; panics after ten seconds.
fn until(what: &str, mut is_done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_done() {
        assert!(begin.elapsed() < Duration::from_secs(10), "waited 10 s for {what}");
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// A helper that counts its turns, and then returns `next`.
fn counting(next: impl Fn(u64) -> Next + Send + Sync + 'static) -> (Helper, Arc<AtomicU64>) {
    let turns = Arc::new(AtomicU64::new(0));
    let count = turns.clone();
    let work = move || next(count.fetch_add(1, Ordering::SeqCst) + 1);
    (Helper::new(None, work).expect("descriptors"), turns)
}

#[test]
fn there_is_no_thread_before_and_none_after() {
    let (helper, turns) = counting(|_| Next::Stop);
    assert!(!helper.is_running());
    for round in 1..=3 {
        helper.ensure().expect("a thread");
        until("the end of the thread", || !helper.is_running());
        assert_eq!(turns.load(Ordering::SeqCst), round);
    }
    let thread = helper.thread().take().expect("its handle");
    until("the thread's last step", || thread.is_finished());
}

#[test]
fn nothing_asked_for_is_missed() {
    // Work that is always finished: each turn after a call of `ensure` must see the writes before
    // it.
    let wanted = Arc::new(AtomicU64::new(0));
    let seen = Arc::new(AtomicU64::new(0));
    let (w, s) = (wanted.clone(), seen.clone());
    let helper = Helper::new(None, move || {
        s.store(w.load(Ordering::Relaxed), Ordering::Relaxed);
        Next::Stop
    });
    let helper = helper.expect("descriptors");
    for number in 1..=2000 {
        wanted.store(number, Ordering::Relaxed);
        helper.ensure().expect("a thread");
        if number % 3 == 0 {
            until("the turn", || seen.load(Ordering::Relaxed) == number);
        }
    }
    until("the last turn", || seen.load(Ordering::Relaxed) == 2000);
}

#[test]
fn deadlines_are_kept() {
    const SLEEPS: usize = 20;
    const AFTER_NS: u64 = 3_000_000;
    let late = Arc::new(Mutex::new(Vec::new()));
    let (note, due_ns) = (late.clone(), AtomicU64::new(0));
    let helper = Helper::new(None, move || {
        let (due, now) = (due_ns.load(Ordering::SeqCst), now_ns());
        let mut late = note.lock().expect("no panic");
        if due > 0 {
            late.push(now as i64 - due as i64);
        }
        due_ns.store(now + AFTER_NS, Ordering::SeqCst);
        if late.len() == SLEEPS { Next::Stop } else { Next::At(now + AFTER_NS) }
    });
    let helper = helper.expect("descriptors");
    helper.ensure().expect("a thread");
    until("the end of the thread", || !helper.is_running());
    let mut late = late.lock().expect("no panic").clone();
    late.sort_unstable();
    println!("late by {late:?} ns");
    // Never early. Other programs use the CPUs too, but not all of the time.
    assert!(late[0] >= 0 && late[SLEEPS / 4] < 10_000_000, "{late:?}");
}

#[test]
fn a_time_that_is_over_does_not_hang() {
    let (helper, turns) = counting(|turn| if turn < 3 { Next::At(0) } else { Next::Stop });
    helper.ensure().expect("a thread");
    until("three turns", || turns.load(Ordering::SeqCst) == 3);
}

#[test]
fn a_kick_wakes_and_asking_does_not() {
    let (helper, turns) = counting(|_| Next::At(FAR_NS));
    helper.ensure().expect("a thread");
    until("the first turn", || turns.load(Ordering::SeqCst) == 1);
    helper.ensure().expect("a thread");
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(turns.load(Ordering::SeqCst), 1, "it sleeps");
    helper.kick().expect("a thread");
    until("the turn after the kick", || turns.load(Ordering::SeqCst) == 2);
    let begin = Instant::now();
    drop(helper);
    assert!(begin.elapsed() < Duration::from_secs(5), "asleep until far, and ended");
}

#[test]
fn a_descriptor_is_watched_only_when_asked() {
    let (ours, theirs) = UnixStream::pair().expect("sockets");
    let turns = Arc::new(AtomicU64::new(0));
    let (count, watch) = (turns.clone(), Arc::new(AtomicU64::new(0)));
    let watching = watch.clone();
    let helper = Helper::new(Some(OwnedFd::from(theirs)), move || {
        count.fetch_add(1, Ordering::SeqCst);
        match watching.load(Ordering::SeqCst) {
            0 => Next::At(FAR_NS),
            1 => Next::AtOrReady(FAR_NS),
            _ => Next::Stop,
        }
    });
    let helper = helper.expect("descriptors");
    helper.ensure().expect("a thread");
    until("the first turn", || turns.load(Ordering::SeqCst) == 1);
    // The peer's close is an event that epoll would report for any descriptor in its set.
    drop(ours);
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(turns.load(Ordering::SeqCst), 1, "not watched");
    watch.store(1, Ordering::SeqCst);
    helper.kick().expect("a thread");
    until("turns that the descriptor causes", || turns.load(Ordering::SeqCst) > 3);
    watch.store(2, Ordering::SeqCst);
    until("the end of the thread", || !helper.is_running());
}

#[test]
fn signals_are_not_for_the_helper() {
    let mask = Arc::new(AtomicU64::new(0));
    let note = mask.clone();
    let helper = Helper::new(None, move || {
        // SAFETY: the set is ours; nothing is changed.
        let blocked = unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut set);
            [libc::SIGINT, libc::SIGTERM, libc::SIGCHLD, libc::SIGUSR1, libc::SIGALRM]
                .map(|signal| libc::sigismember(&raw const set, signal) == 1)
        };
        note.store(1 + u64::from(blocked == [true; 5]), Ordering::SeqCst);
        Next::Stop
    });
    let helper = helper.expect("descriptors");
    helper.ensure().expect("a thread");
    until("the turn", || mask.load(Ordering::SeqCst) > 0);
    assert_eq!(mask.load(Ordering::SeqCst), 2, "all blocked");
    // SAFETY: the set is ours; nothing is changed.
    let own = unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut set);
        libc::sigismember(&raw const set, libc::SIGUSR1)
    };
    assert_eq!(own, 0, "the caller's mask is as it was");
}

#[test]
fn a_forked_child_has_no_helper_and_does_not_wait_for_one() {
    let (running, turns) = counting(|_| Next::At(FAR_NS));
    running.ensure().expect("a thread");
    until("the first turn", || turns.load(Ordering::SeqCst) == 1);
    let (idle, _) = counting(|_| Next::Stop);
    // SAFETY: the child makes only calls that allocate little, under an alarm, and exits without
    // running any of the parent's code.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: integers only.
        unsafe { libc::alarm(10) };
        let refused = idle.ensure().is_err() && !idle.is_running();
        drop(running);
        drop(idle);
        // SAFETY: ends the child.
        unsafe { libc::_exit(if refused { 0 } else { 1 }) };
    }
    assert!(child > 0, "fork");
    let mut status = 0;
    // SAFETY: our own child.
    unsafe { libc::waitpid(child, &raw mut status, 0) };
    assert_eq!(status, 0, "14 would be the alarm");
    running.kick().expect("the parent's goes on");
    until("the turn after the kick", || turns.load(Ordering::SeqCst) >= 2);
}
