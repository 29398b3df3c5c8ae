//! The program that the tests run as PEs: `skifch-shmem-test-rank SCENARIO SEED`. A PE that finds
//! an error panics, which ends the job.

mod atomic;
mod batch;
mod collective;
mod crowd;
mod heap;
mod misuse;
mod order;
mod random;
mod rate;
mod refused;
mod rma;
mod scans;
mod statics;
mod teams;
mod waits;

use random::Random;
use skifch_shmem::Shmem;

/// Arguments of a scenario.
pub(crate) struct Pe<'s> {
    pub(crate) shmem: &'s Shmem,
    pub(crate) me: usize,
    pub(crate) n: usize,
    /// Random numbers that are the same on all PEs.
    pub(crate) common: Random,
    /// Random numbers that differ between PEs.
    pub(crate) own: Random,
}

type Scenario = fn(&mut Pe<'_>);

const SCENARIOS: &[(&str, Scenario)] = &[
    ("nothing", |_| {}),
    ("rma", rma::all),
    ("atomic", atomic::all),
    ("order", order::all),
    ("batch", batch::all),
    ("waits", waits::all),
    ("collective", collective::all),
    ("scans", scans::all),
    ("teams", teams::all),
    ("heap", heap::all),
    ("refused", refused::all),
    ("misuse", misuse::all),
    ("drops", misuse::drops),
    ("again", |_| {}),
    ("dropped", |_| {}),
    ("statics", |_| {}),
    ("statics-again", |_| {}),
    ("dies", refused::dies),
    ("ends-with-7", |_| refused::ends(7)),
    ("ends-with-0", |_| refused::ends(0)),
    ("rate", rate::all),
    ("memory", crowd::memory),
    ("meetings", crowd::meetings),
    ("idle", crowd::idle),
    ("woken", crowd::woken),
    ("woken_by_signals", crowd::woken_by_signals),
];

fn main() {
    let words: Vec<_> = std::env::args().collect();
    let [_, name, seed] = &words[..] else { panic!("usage: skifch-shmem-test-rank SCENARIO SEED") };
    let seed = seed.parse().expect("a seed is a number");
    let scenario = SCENARIOS.iter().find(|(known, _)| known == name);
    let (_, run) = scenario.unwrap_or_else(|| panic!("no scenario {name}"));
    // A panic of any thread ends the PE, whose exit status tells the launcher.
    let panic = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        panic(info);
        std::process::exit(101);
    }));
    match &name[..] {
        "again" => return refused::again(),
        "dropped" => return refused::dropped(),
        "statics" => return statics::all(1),
        "statics-again" => return statics::all(3),
        // With its globals in symmetric memory.
        // SAFETY: one thread.
        "rate" => drop(unsafe { skifch_shmem::job::start(skifch_shmem::job::ThreadLevel::Single) }),
        _ => {}
    }
    if name == "refused" {
        refused::before();
    }
    let shmem = Shmem::start().expect("the library starts");
    let (me, n) = (shmem.my_pe(), shmem.n_pes());
    let own = Random::new(seed ^ (me as u64 + 1) << 32);
    run(&mut Pe { shmem: &shmem, me, n, common: Random::new(seed), own });
    drop(shmem);
    // SAFETY: one thread, at its end.
    unsafe { skifch_shmem::job::leave() }.expect("the job is left");
    if name == "misuse" {
        misuse::after(n);
    }
}
