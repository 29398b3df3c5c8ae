//! Threads of which one runs at a time, chosen at random: a schedule reproducible from a seed.

use skifch_chance::Random;
use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The scheduler, which has the baton whenever no thread has it.
const SCHEDULER: usize = usize::MAX;

thread_local! {
    static ME: Cell<usize> = const { Cell::new(SCHEDULER) };
}

struct Turn {
    whose: usize,
    is_running: Vec<bool>,
    is_over: bool,
}

/// The permission to run, passed between threads.
pub(super) struct Baton {
    turn: Mutex<Turn>,
    changed: Condvar,
}

impl Baton {
    pub(super) fn new() -> Self {
        let turn = Turn { whose: SCHEDULER, is_running: Vec::new(), is_over: false };
        Self { turn: Mutex::new(turn), changed: Condvar::new() }
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give(&self, mut turn: MutexGuard<'_, Turn>, whose: usize) {
        turn.whose = whose;
        drop(turn);
        self.changed.notify_all();
    }

    fn wait(&self, me: usize) {
        let turn = self.turn();
        let mine = |turn: &mut Turn| turn.whose != me && !turn.is_over;
        let turn = self.changed.wait_while(turn, mine).unwrap_or_else(PoisonError::into_inner);
        assert!(me == SCHEDULER || !turn.is_over, "the schedule has ended");
    }

    /// Passes the baton to the scheduler, and waits to get it back.
    pub(super) fn pass(&self) {
        let me = ME.get();
        self.give(self.turn(), SCHEDULER);
        self.wait(me);
    }

    /// Runs `bodies` until all have ended; between two turns the scheduler calls `between`. More
    /// than `most` turns count as a hang.
    pub(super) fn run<'a>(
        &self,
        bodies: Vec<Box<dyn FnOnce() + Send + 'a>>,
        random: &mut Random,
        most: usize,
        mut between: impl FnMut(&mut Random),
    ) {
        self.turn().is_running = vec![true; bodies.len()];
        std::thread::scope(|scope| {
            for (me, body) in bodies.into_iter().enumerate() {
                scope.spawn(move || {
                    let _end = End { baton: self, me };
                    ME.set(me);
                    self.wait(me);
                    body();
                });
            }
            // However this function ends, the threads end too.
            let _end = Over(self);
            for _ in 0..most {
                between(random);
                let turn = self.turn();
                assert!(!turn.is_over, "a rank failed");
                let running = turn.is_running.iter().enumerate().filter(|(_, is)| **is);
                let running: Vec<usize> = running.map(|(who, _)| who).collect();
                if running.is_empty() {
                    return;
                }
                let who = running[random.index(running.len())];
                self.give(turn, who);
                self.wait(SCHEDULER);
            }
            panic!("{most} turns have not been enough: a hang");
        });
    }
}

/// Passes the baton back for good.
struct End<'a> {
    baton: &'a Baton,
    me: usize,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        let mut turn = self.baton.turn();
        turn.is_running[self.me] = false;
        turn.is_over |= std::thread::panicking();
        self.baton.give(turn, SCHEDULER);
    }
}

struct Over<'a>(&'a Baton);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.turn().is_over = true;
        self.0.changed.notify_all();
    }
}
