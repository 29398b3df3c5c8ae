//! More PEs than processors: the memory and CPU time that one PE takes.

use crate::Pe;
use skifch_shmem::signal::{self, SignalOp};
use skifch_shmem::wait::Cmp;
use skifch_shmem::{Slice, Team, ctx, team};

const DONE: &str = "an operation";
/// Maximum memory of a PE besides its heap.
const MOST_KB: u64 = 1024;

/// Sum, in KB, over the lines of a `/proc` file that have this prefix.
fn kilobytes(file: &str, begin: &str) -> u64 {
    let text = std::fs::read_to_string(file).expect("/proc");
    let lines = text.lines().filter_map(|line| line.strip_prefix(begin));
    lines.map(|rest| rest.split_whitespace().next().expect("a number")).map(number).sum()
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

/// Memory of a PE, with its share of shared memory, and the page tables that map it, after a
/// barrier with all other PEs and a put to each.
pub(crate) fn memory(pe: &mut Pe<'_>) {
    let words = pe.shmem.slice::<u64>(pe.n).expect("room");
    let all = pe.shmem.slice::<u64>(2).expect("room");
    let mine = pe.shmem.slice::<u64>(2).expect("room");
    (0..pe.n).for_each(|to| words.put_one(to, pe.me, 1).expect(DONE));
    pe.shmem.barrier().expect(DONE);
    let pages = kilobytes("/proc/self/smaps_rollup", "Pss:");
    let tables = kilobytes("/proc/self/status", "VmPTE:");
    mine.write(0, &[pages, tables]).expect(DONE);
    pe.shmem.world().sum(&all, &mine).expect(DONE);
    if pe.me == 0 {
        let [pages, tables] = [0, 1].map(|at| all.get_one(0, at).expect(DONE) / pe.n as u64);
        println!("{} PEs: {pages} KB each, and {tables} KB of page tables", pe.n);
        assert!(pages + tables < MOST_KB, "a PE has {pages} + {tables} KB beside its heap");
    }
    pe.shmem.barrier().expect(DONE);
}

/// CPU time of barriers and of a token passed round: a few context switches per PE. A PE that spins
/// while others want its processor would take time slices of milliseconds. Wall-clock time is not
/// checked, since other programs may occupy the processors.
pub(crate) fn meetings(pe: &mut Pe<'_>) {
    const TURNS: u64 = 200;
    const MOST_NS: u64 = 400_000;
    let flag = pe.shmem.slice::<u64>(1).expect("room");
    let next = (pe.me + 1) % pe.n;
    pe.shmem.barrier().expect(DONE);
    let begin = Clocks::now();
    (0..TURNS).for_each(|_| pe.shmem.barrier().expect(DONE));
    let barrier = begin.since(TURNS);
    let begin = Clocks::now();
    for turn in 1..=TURNS {
        if pe.me == 0 {
            flag.put_one(next, 0, turn).expect(DONE);
        }
        flag.wait_until(0, Cmp::Ge, turn).expect(DONE);
        if pe.me > 0 {
            flag.put_one(next, 0, turn).expect(DONE);
        }
    }
    let round = begin.since(TURNS);
    pe.shmem.barrier().expect(DONE);
    if pe.me == 0 {
        let (n, cpu) = (pe.n, [barrier.cpu_ns, round.cpu_ns]);
        let (barrier, round) = (barrier.wall_ns, round.wall_ns);
        println!("{n} PEs: a barrier takes {barrier} ns, a round {round} ns; CPU time {cpu:?} ns");
    }
    for (what, took) in [("a barrier", barrier), ("a round", round)] {
        let cpu_ns = took.cpu_ns;
        assert!(cpu_ns < MOST_NS, "{what} of {} PEs takes {cpu_ns} ns of CPU time", pe.n);
    }
}

/// CPU time of a PE that waits for a second.
pub(crate) fn idle(pe: &mut Pe<'_>) {
    // Over a network it polls more often, and a poll costs more.
    let is_far = std::env::var("SKIFCH_BACKEND").is_ok_and(|name| name != "shm");
    let most_ns = if is_far { 60_000_000 } else { 15_000_000 };
    let word = pe.shmem.slice::<u64>(1).expect("room");
    pe.shmem.barrier().expect(DONE);
    if pe.me == 0 {
        std::thread::sleep(std::time::Duration::from_secs(1));
        (1..pe.n).for_each(|to| word.put_one(to, 0, 1).expect(DONE));
        pe.shmem.quiet().expect(DONE);
    } else {
        let begin = Clocks::now();
        word.wait_until(0, Cmp::Eq, 1).expect(DONE);
        let Clocks { cpu_ns, wall_ns } = begin.since(1);
        println!("PE {} of {}: {cpu_ns} ns of CPU time in a wait of {wall_ns} ns", pe.me, pe.n);
        assert!(cpu_ns < most_ns, "{cpu_ns} ns of CPU time in a wait of {wall_ns} ns");
    }
    pe.shmem.barrier().expect(DONE);
}

/// A PE that has slept for long is woken by a put and a quiet, and by a put before a wait. Without
/// them it would wake by itself tens of milliseconds later.
pub(crate) fn woken(pe: &mut Pe<'_>) {
    let word = pe.shmem.slice::<u64>(2).expect("room");
    most_woken_in_time(pe, &word, "woken", |pe, turn| {
        if pe.me == 1 {
            return word.put_one(0, 0, turn).expect(DONE);
        }
        word.put_one(1, 0, turn).expect(DONE);
        if turn % 2 == 0 {
            pe.shmem.quiet().expect(DONE);
        } else {
            word.wait_until(0, Cmp::Ge, turn).expect(DONE);
        }
    });
}

/// A PE that has slept for long is woken by a signal in a context of a team, whatever the sender
/// does next.
pub(crate) fn woken_by_signals(pe: &mut Pe<'_>) {
    let word = pe.shmem.slice::<u64>(2).expect("room");
    let turned = team::split_strided(Team::WORLD, 1, -1, 2, 0).expect(DONE).team();
    let ctx = ctx::create_on(turned, 0).expect(DONE).expect("room");
    most_woken_in_time(pe, &word, "woken by signals", |pe, turn| {
        if pe.me == 0 {
            // PE 1 is number 0 of the team.
            signal::send(ctx, word.as_ptr(), turn, SignalOp::Set, 0).expect(DONE);
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    });
}

/// PE 1 waits until the first word holds the number of the turn, which PE 0 delivers by `then`;
/// PE 1 calls `then` as well once it has arrived. Other programs may occupy the processors now and
/// then, so only most of the turns must be in time.
fn most_woken_in_time(pe: &Pe<'_>, word: &Slice<'_, u64>, how: &str, then: impl Fn(&Pe<'_>, u64)) {
    const TURNS: u64 = 9;
    const LATE_NS: u64 = 8_000_000;
    let mut in_time = 0;
    for turn in 1..=TURNS {
        pe.shmem.barrier().expect(DONE);
        if pe.me == 0 {
            std::thread::sleep(std::time::Duration::from_millis(250));
            word.put_one(1, 1, Clocks::now().wall_ns).expect(DONE);
            then(pe, turn);
        } else if pe.me == 1 {
            word.wait_until(0, Cmp::Ge, turn).expect(DONE);
            let late_ns = Clocks::now().wall_ns - word.get_one(1, 1).expect(DONE);
            in_time += u64::from(late_ns < LATE_NS);
            then(pe, turn);
        }
    }
    pe.shmem.barrier().expect(DONE);
    if pe.me == 1 {
        println!("{how} in time {in_time} of {TURNS} times");
        assert!(in_time > TURNS / 2, "{in_time} of {TURNS} times");
    }
}

/// Wall-clock time of the host and CPU time of this process.
struct Clocks {
    wall_ns: u64,
    cpu_ns: u64,
}

impl Clocks {
    fn now() -> Self {
        let read = |clock| {
            let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            // SAFETY: writes to a value of this frame.
            assert_eq!(unsafe { libc::clock_gettime(clock, &raw mut time) }, 0);
            (time.tv_sec * 1_000_000_000 + time.tv_nsec).cast_unsigned()
        };
        let [wall_ns, cpu_ns] = [libc::CLOCK_MONOTONIC, libc::CLOCK_PROCESS_CPUTIME_ID].map(read);
        Self { wall_ns, cpu_ns }
    }

    /// Time per turn since then, over this many turns.
    fn since(&self, turns: u64) -> Self {
        let now = Self::now();
        let [wall_ns, cpu_ns] = [now.wall_ns - self.wall_ns, now.cpu_ns - self.cpu_ns];
        Self { wall_ns: wall_ns / turns, cpu_ns: cpu_ns / turns }
    }
}
