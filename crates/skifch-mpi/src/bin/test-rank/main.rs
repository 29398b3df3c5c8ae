//! The program that the tests run as ranks: `skifch-mpi-test-rank SCENARIO SEED`. A rank that
//! detects an error panics, which ends the job.

mod alike;
mod collectives;
mod comms;
mod crowd;
mod ended;
mod hangs;
mod kit;
mod lists;
mod long;
mod modes;
mod pages;
mod persistent;
mod rooted;
mod scarce;
mod shapes;
mod storm;
mod threads;
mod typed;
mod unaware;

use kit::Random;
use skifch_mpi::engine::{ThreadLevel, finalize, init};
use skifch_mpi::{Comm, errhandler};

type Scenario = fn(&mut Random);

const SCENARIOS: &[(&str, ThreadLevel, Scenario)] = &[
    ("nothing", ThreadLevel::Single, |_| {}),
    ("modes", ThreadLevel::Single, modes::all),
    ("storm", ThreadLevel::Single, storm::storm),
    ("many", ThreadLevel::Single, storm::many),
    ("comms", ThreadLevel::Single, comms::all),
    ("undeleted", ThreadLevel::Single, comms::undeleted),
    ("collectives", ThreadLevel::Single, collectives::all),
    ("alike", ThreadLevel::Single, alike::all),
    ("crowd", ThreadLevel::Single, crowd::all),
    ("crowd-threads", ThreadLevel::Multiple, crowd::all),
    ("unaware", ThreadLevel::Single, unaware::all),
    ("killed-at-barrier", ThreadLevel::Single, crowd::killed),
    ("ended", ThreadLevel::Single, ended::all),
    ("ended-threads", ThreadLevel::Multiple, ended::all),
    ("ended-having-sent", ThreadLevel::Single, |_| ended::having_sent()),
    ("ended-in-sendrecv", ThreadLevel::Single, |_| ended::given_back(false)),
    ("ended-in-mrecv", ThreadLevel::Single, |_| ended::given_back(true)),
    ("together", ThreadLevel::Single, collectives::together),
    ("pages", ThreadLevel::Single, pages::all),
    ("rooted", ThreadLevel::Single, rooted::all),
    ("lists", ThreadLevel::Single, lists::all),
    ("different", ThreadLevel::Single, rooted::different),
    ("different-crowded", ThreadLevel::Single, rooted::different_crowded),
    ("nonblocking", ThreadLevel::Single, collectives::overlapped),
    ("typed", ThreadLevel::Single, typed::all),
    ("shapes", ThreadLevel::Single, shapes::all),
    ("threads", ThreadLevel::Multiple, threads::all),
    ("told", ThreadLevel::Multiple, threads::told),
    ("queued", ThreadLevel::Multiple, threads::queued),
    ("receives", ThreadLevel::Single, hangs::receives),
    ("asks", ThreadLevel::Single, hangs::asks),
    ("asks-first", ThreadLevel::Single, hangs::asks_first),
    ("sends", ThreadLevel::Single, hangs::sends),
    ("computes", ThreadLevel::Single, hangs::computes),
    ("late", ThreadLevel::Single, hangs::late),
    ("rate", ThreadLevel::Single, storm::rate),
    ("long", ThreadLevel::Single, long::all),
    ("long-threads", ThreadLevel::Multiple, long::all),
    ("windows", ThreadLevel::Single, long::windows),
    ("moved", ThreadLevel::Single, long::moved),
    ("killed", ThreadLevel::Single, long::killed),
    ("scarce", ThreadLevel::Single, scarce::all),
];

fn main() {
    let words: Vec<_> = std::env::args().collect();
    let [_, name, seed] = &words[..] else { panic!("usage: skifch-mpi-test-rank SCENARIO SEED") };
    let seed = seed.parse().expect("a seed is a number");
    let scenario = SCENARIOS.iter().find(|(known, ..)| known == name);
    let (_, level, run) = scenario.unwrap_or_else(|| panic!("no scenario {name}"));
    // A panic in any thread ends the rank, with a status for the launcher.
    let panic = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        panic(info);
        std::process::exit(101);
    }));
    // SAFETY: the scenarios keep to their level.
    unsafe { init(*level) }.expect("MPI starts");
    for comm in [Comm::WORLD, Comm::SELF] {
        errhandler::set(comm, skifch_mpi::Errhandler::RETURN).expect("a predefined handler");
    }
    run(&mut Random::new(seed));
    // SAFETY: the scenario has joined its threads.
    unsafe { finalize() }.expect("MPI ends");
}
