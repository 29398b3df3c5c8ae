//! Prints the time of each operation, for people: the best of several batches.

use crate::Pe;
use skifch_shmem::wait::Cmp;
use skifch_shmem::{Ctx, job, rma};
use std::hint::black_box;

const DONE: &str = "an operation";
const BATCHES: usize = 7;

static mut GLOBAL: [u64; 8] = [0; 8];

struct Clock<'a, 's> {
    pe: &'a Pe<'s>,
    /// Operations per batch.
    turns: u64,
}

pub(crate) fn all(pe: &mut Pe<'_>) {
    let is_far = std::env::var("SKIFCH_BACKEND").is_ok_and(|name| name != "shm");
    let clock = Clock { pe, turns: if is_far { 2_000 } else { 200_000 } };
    clock.words();
    clock.blocks();
    clock.collectives();
    clock.flag();
    clock.lateness();
}

impl Clock<'_, '_> {
    fn time(&self, name: &str, share: u64, mut one: impl FnMut()) {
        let turns = self.turns / share;
        let mut best = f64::MAX;
        for _ in 0..BATCHES {
            self.pe.shmem.barrier().expect(DONE);
            let begin = job::time_ns().expect(DONE);
            (0..turns).for_each(|_| one());
            let end = job::time_ns().expect(DONE);
            best = best.min((end - begin) as f64 / turns as f64);
        }
        self.pe.shmem.barrier().expect(DONE);
        self.print(name, best);
    }

    fn print(&self, name: &str, ns: f64) {
        if self.pe.me == 0 {
            println!("{name:24} {ns:10.1} ns");
        }
    }

    fn next(&self) -> usize {
        (self.pe.me + 1) % self.pe.n
    }

    fn words(&self) {
        let memory = self.pe.shmem.slice::<u64>(128).expect("room");
        let (to, global) = (self.next(), (&raw mut GLOBAL).cast::<u64>());
        self.time("p", 1, || memory.put_one(to, 5, 7).expect(DONE));
        self.time("g", 1, || _ = black_box(memory.get_one(to, 5).expect(DONE)));
        self.time("p, static", 1, || rma::p(Ctx::DEFAULT, global, 7, to as i32).expect(DONE));
        // SAFETY: any bytes make a number.
        let look = || unsafe { rma::g(Ctx::DEFAULT, global, to as i32) };
        self.time("g, static", 1, || _ = black_box(look().expect(DONE)));
        self.time("fetch_add", 1, || _ = memory.fetch_add(to, 64, 1).expect(DONE));
        self.time("add", 1, || memory.add(to, 64, 1).expect(DONE));
    }

    fn blocks(&self) {
        let memory = self.pe.shmem.slice::<u64>(1024).expect("room");
        let to = self.next();
        let (from, mut got) = (vec![1_u64; 512], vec![1_u64; 512]);
        self.time("put 8 B + quiet", 1, || {
            memory.put(to, 5, &from[..1]).expect(DONE);
            self.pe.shmem.quiet().expect(DONE);
        });
        self.time("put 4 KB + quiet", 10, || {
            memory.put(to, 5, &from).expect(DONE);
            self.pe.shmem.quiet().expect(DONE);
        });
        self.time("get 4 KB", 10, || memory.get(to, 5, &mut got).expect(DONE));
    }

    fn collectives(&self) {
        let world = self.pe.shmem.world();
        let source = self.pe.shmem.slice::<u64>(1).expect("room");
        let dest = self.pe.shmem.slice::<u64>(self.pe.n).expect("room");
        self.time("barrier", 10, || self.pe.shmem.barrier().expect(DONE));
        self.time("sum of 8 B", 10, || world.sum(&dest, &source).expect(DONE));
        self.time("broadcast of 8 B", 10, || world.broadcast(&dest, &source, 0).expect(DONE));
        self.time("fcollect of 8 B", 10, || world.fcollect(&dest, &source).expect(DONE));
    }

    fn flag(&self) {
        if self.pe.n != 2 {
            return;
        }
        let flag = self.pe.shmem.slice::<u64>(1).expect("room");
        let (turns, me) = (self.turns / 10, self.pe.me);
        let begin = job::time_ns().expect(DONE);
        for turn in 1..=turns {
            if me == 0 {
                flag.put_one(1, 0, turn).expect(DONE);
            }
            flag.wait_until(0, Cmp::Ge, turn).expect(DONE);
            if me == 1 {
                flag.put_one(0, 0, turn).expect(DONE);
            }
        }
        let end = job::time_ns().expect(DONE);
        self.print("flag, one way", (end - begin) as f64 / (2 * turns) as f64);
        self.pe.shmem.barrier().expect(DONE);
    }

    /// How late the others leave a barrier that the last PE has delayed.
    fn lateness(&self) {
        let stamp = self.pe.shmem.slice::<u64>(1).expect("room");
        let mut best = f64::MAX;
        for _ in 0..BATCHES {
            if self.pe.me + 1 == self.pe.n {
                std::thread::sleep(std::time::Duration::from_millis(30));
                let now = job::time_ns().expect(DONE);
                (0..self.pe.n).for_each(|to| stamp.put_one(to, 0, now).expect(DONE));
            }
            self.pe.shmem.barrier().expect(DONE);
            let then = stamp.get_one(self.pe.me, 0).expect(DONE);
            best = best.min((job::time_ns().expect(DONE) - then) as f64);
            self.pe.shmem.barrier().expect(DONE);
        }
        self.print("late after 30 ms", best);
    }
}
