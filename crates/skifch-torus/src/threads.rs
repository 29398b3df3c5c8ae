//! Threads of a rank that are outside of all calls: the model counts them as running.
//!
//! Such a thread may be about to make a call, so virtual time must not pass it by. It may also be
//! blocked, by means of the host, on a thread of its rank that waits in a call; then virtual time
//! must advance, or both wait forever. A thread that waits in a call tells the two apart by looking
//! at the others.

use crate::rank::Rank;
use crate::watch::Watchers;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How often a waiting thread that [watches](crate::watch) looks at the other threads of its rank.
pub(crate) const GLANCE: Duration = Duration::from_millis(2);
/// CPU time that a thread may use outside of calls while another waits, before it is given up.
/// Halved each time it is used up: what such a rank does depends on the host already, and threads
/// that spin until another returns use it up each time.
const BELIEVED_CPU_NS: u64 = 100_000_000;

thread_local! {
    static TID: Cell<libc::pid_t> = const { Cell::new(0) };
}

/// Thread id of the calling thread.
pub(crate) fn tid() -> libc::pid_t {
    if TID.get() == 0 {
        // SAFETY: no arguments.
        TID.set(unsafe { libc::gettid() });
    }
    TID.get()
}

/// An observation of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    cpu_ns: u64,
    is_asleep: bool,
}

/// A thread outside of all calls that the model counts as running.
#[derive(Debug)]
pub(crate) struct Outside {
    tid: libc::pid_t,
    /// The first observation and the last.
    first: Option<Look>,
    last: Option<Look>,
}

impl Outside {
    fn new(tid: libc::pid_t) -> Self {
        Self { tid, first: None, last: None }
    }

    /// Why the thread is not expected to make a call, if it is not.
    fn out_of_reach(&mut self, now: Option<Look>, believed_cpu_ns: u64) -> Option<Why> {
        let Some(now) = now else { return Some(Why::Gone) };
        let first = *self.first.get_or_insert(now);
        if now.is_asleep && self.last.replace(now) == Some(now) {
            return Some(Why::Asleep);
        }
        let used_ns = now.cpu_ns.saturating_sub(first.cpu_ns);
        (used_ns >= believed_cpu_ns).then_some(Why::Busy)
    }
}

/// Why a thread is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// It has ended.
    Gone,
    /// It slept from the last look to this one.
    Asleep,
    /// It has used too much CPU time since the first look.
    Busy,
}

/// The threads of a rank that have made calls.
pub(crate) struct Threads {
    outside: Vec<Outside>,
    /// Whether more than one thread has made calls so far.
    pub(crate) are_several: bool,
    /// Which of those that wait look at the others.
    pub(crate) watchers: Watchers,
    looked_at: Option<Instant>,
    /// What is left of [`BELIEVED_CPU_NS`].
    believed_cpu_ns: u64,
}

/// State of a thread when it begins a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The model already counts it as running.
    Running,
    /// Another thread runs, so this one may run too: the model only needs to be told.
    Joins,
    /// No thread runs; the model must be asked.
    Asks,
}

impl Threads {
    /// At the beginning the model counts one thread as running, whichever it is.
    pub(crate) fn new() -> Self {
        Self {
            outside: vec![Outside::new(0)],
            are_several: false,
            watchers: Watchers::default(),
            looked_at: None,
            believed_cpu_ns: BELIEVED_CPU_NS,
        }
    }

    /// The calling thread begins a call.
    pub(crate) fn enter(&mut self, tid: libc::pid_t) -> Entry {
        let own = self.outside.iter().position(|it| it.tid == tid || it.tid == 0);
        if let Some(own) = own {
            self.outside.swap_remove(own);
            return Entry::Running;
        }
        self.are_several = true;
        if self.outside.is_empty() { Entry::Asks } else { Entry::Joins }
    }

    /// The calling thread, which is running, ends a call.
    pub(crate) fn leave(&mut self, tid: libc::pid_t) {
        self.outside.push(Outside::new(tid));
    }

    /// Gives up threads that are not expected to make a call, at most once in [`GLANCE`]; returns
    /// their number.
    fn give_up(&mut self) -> usize {
        if self.looked_at.is_some_and(|at| at.elapsed() < GLANCE) {
            return 0;
        }
        self.looked_at = Some(Instant::now());
        let count = self.outside.len();
        let mut is_used_up = false;
        self.outside.retain_mut(|it| {
            let why = it.out_of_reach(look(it.tid), self.believed_cpu_ns);
            is_used_up |= why == Some(Why::Busy);
            why.is_none()
        });
        if is_used_up {
            self.believed_cpu_ns /= 2;
        }
        count - self.outside.len()
    }
}

impl Rank {
    /// Tells the model about threads that are given up. Called by a thread that waits in a call.
    pub(crate) fn look_at_threads(&self) {
        let mut state = self.lock();
        for _ in 0..state.threads.give_up() {
            self.exit(&mut state);
        }
    }
}

/// Observes a thread of this process; `None` if it does not exist.
fn look(tid: libc::pid_t) -> Option<Look> {
    let mut cpu = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // The kernel's clock id for a thread's CPU time: see pthread_getcpuclockid.
    let clock = !tid << 3 | 6;
    // SAFETY: `cpu` is a timespec of ours; a clock that does not exist is an error.
    if unsafe { libc::clock_gettime(clock, &raw mut cpu) } != 0 {
        return None;
    }
    let cpu_ns = cpu.tv_sec as u64 * 1_000_000_000 + cpu.tv_nsec as u64;
    // If the state cannot be read, only the CPU time counts.
    let stat = std::fs::read(format!("/proc/self/task/{tid}/stat"));
    let is_asleep = stat.map_or(true, |stat| state_of(&stat) == Some(b'S'));
    Some(Look { cpu_ns, is_asleep })
}

/// The state letter, which follows the name in parentheses; the name may contain any bytes.
fn state_of(stat: &[u8]) -> Option<u8> {
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    stat.get(name_end + 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn who_runs_goes_on_and_who_was_forgotten_joins_or_asks() {
        let mut threads = Threads::new();
        assert_eq!(threads.enter(7), Entry::Running, "the first, whichever it is");
        assert_eq!(threads.enter(8), Entry::Asks, "7 is in a call");
        threads.leave(8);
        assert!(threads.are_several);
        assert_eq!(threads.enter(9), Entry::Joins);
        threads.leave(9);
        assert_eq!(threads.enter(8), Entry::Running);
        assert_eq!(threads.outside.len(), 1);
    }

    #[test]
    fn a_sleeper_and_a_thread_that_is_gone_are_out_of_reach() {
        let (start, stop) = (Barrier::new(2), Barrier::new(2));
        let sleeper = std::sync::atomic::AtomicI32::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                sleeper.store(tid(), Ordering::Relaxed);
                start.wait();
                stop.wait();
            });
            start.wait();
            let mut other = Outside::new(sleeper.load(Ordering::Relaxed));
            let end = Instant::now() + Duration::from_secs(60);
            while other.out_of_reach(look(other.tid), u64::MAX).is_none() {
                assert!(Instant::now() < end, "a sleeper is not seen as one: {other:?}");
                std::thread::sleep(GLANCE);
            }
            stop.wait();
        });
        let gone = sleeper.into_inner();
        let end = Instant::now() + Duration::from_secs(60);
        while look(gone).is_some() {
            assert!(Instant::now() < end, "thread {gone} is not seen to be gone");
            std::thread::sleep(GLANCE);
        }
        assert_eq!(Outside::new(gone).out_of_reach(None, u64::MAX), Some(Why::Gone));
    }

    #[test]
    fn a_thread_that_computes_is_believed_for_its_time_and_for_less_the_next_time() {
        let is_over = AtomicBool::new(false);
        let tid_of = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let _ = tid_of.0.send(tid());
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
            let busy = tid_of.1.recv().expect("it says its number");
            let mut threads = Threads::new();
            threads.enter(0);
            let end = Instant::now() + Duration::from_secs(60);
            let mut given_up_after_ns = || {
                threads.leave(busy);
                let first_ns = cpu_ns(busy);
                while threads.give_up() == 0 && Instant::now() < end {
                    std::thread::sleep(GLANCE);
                }
                cpu_ns(busy) - first_ns
            };
            let used_ns: Vec<u64> = (0..3).map(|_| given_up_after_ns()).collect();
            let believed_ns = threads.believed_cpu_ns;
            is_over.store(true, Ordering::Relaxed);
            for (time, used_ns) in used_ns.iter().enumerate() {
                assert!(*used_ns >= BELIEVED_CPU_NS >> time, "{used_ns:?}");
            }
            assert_eq!(believed_ns, BELIEVED_CPU_NS / 8, "{used_ns:?}");
        });
    }

    fn cpu_ns(tid: libc::pid_t) -> u64 {
        look(tid).map_or(0, |look| look.cpu_ns)
    }

    #[test]
    fn the_state_comes_after_a_name_of_any_bytes() {
        assert_eq!(state_of(b"12 (a) R (b)) S 1 2 3"), Some(b'S'));
        assert_eq!(state_of(b"12 (a"), None);
    }
}
