//! The program that the tests run as ranks. The first argument selects the task.

mod attack;
mod children;
mod datagrams;
mod denied;
mod flows;
mod laboratory;
mod leaving;
mod load;
mod memory;
mod mixed;
mod raw;
mod remote;
mod restart;
mod shortage;
mod stream;
mod together;
mod torus;

use skifch::{Channel, Job, NetAddr};
use std::time::Duration;

type Done = Result<(), Box<dyn std::error::Error>>;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize| words.get(index).map(String::as_str).unwrap_or_default();
    let number = |index: usize| word(index).parse().unwrap_or(0_u64);
    let done = match word(0) {
        "flood" => stream::flood(number(1) as u32),
        "churn" => stream::churn(),
        "collect" => stream::collect(number(1) as u32, number(2) as u32),
        "flood-two" => stream::flood_two(),
        "drain" => stream::drain(),
        "all-to-all" => load::all_to_all(number(1)),
        "exchange" => datagrams::exchange(number(1)),
        "one-way" => datagrams::one_way(number(1), Duration::from_millis(number(2))),
        "deserted" => datagrams::deserted(Duration::from_millis(number(1))),
        "undelivered" => leaving::undelivered(word(1), Duration::from_millis(number(2))),
        "survivor" => restart::survivor(),
        "newcomer" => restart::newcomer(word(1) == "quiet"),
        "flows" => flows::flows(Duration::from_millis(number(1)), Duration::from_millis(number(2))),
        "ring" => load::ring(number(1)),
        "idle" => load::idle(),
        "asleep" => load::asleep(),
        "memory" => load::memory(),
        "bereft" => memory::bereft(number(1) as u32),
        "computing" => memory::computing(number(1)),
        "sums" => memory::sums(number(1)),
        "reach" => load::reach(),
        "mixed" => mixed::mixed(number(1)),
        "honest" => attack::honest(word(1)),
        "hostile" => attack::hostile(word(1)),
        "denied" => denied::denied(word(1)),
        "few-descriptors" => shortage::few_descriptors(),
        "no-thread" => shortage::no_thread(),
        "little-memory" => shortage::little_memory(),
        "denied-segment" => shortage::denied_segment(),
        "full-segment" => shortage::full_segment(number(1) as u32),
        "full-receiver" => shortage::full_receiver(number(1) as usize),
        "many-greetings" => shortage::many_greetings(),
        "late-sender" => shortage::late_sender(),
        "forks" => children::forks(),
        "survived-by-child" => children::survived_by_child(),
        "exec" => children::exec(),
        "segment" => children::segment(),
        "bereaved" => children::bereaved(),
        "virtual-mix" => torus::mix(number(1)),
        "virtual-remote" => remote::mix(number(1)),
        "virtual-remote-times" => remote::times(),
        "virtual-remote-wait" => remote::all_wait(),
        "virtual-remote-bereft" => remote::bereft(),
        "virtual-remote-spin" => remote::spin(),
        "virtual-ping" => torus::ping(number(1)),
        "virtual-barriers" => torus::barriers(number(1)),
        "virtual-rate" => torus::rate(number(1)),
        "virtual-all-wait" => torus::all_wait(),
        "virtual-all-poll" => torus::all_poll(),
        "virtual-hold" => torus::hold(),
        "virtual-bereft" => torus::bereft(word(1)),
        "virtual-leave-early" => torus::leave_early(),
        "virtual-poll-room" => torus::poll_room(word(1)),
        "virtual-claim" => torus::claim(),
        "virtual-end" => torus::end(word(1)),
        "virtual-peer" => torus::peer(),
        "virtual-both" => torus::both(Duration::from_millis(number(1))),
        "virtual-close" => torus::close(Duration::from_millis(number(1))),
        "virtual-asleep" => torus::asleep(),
        "virtual-limit" => torus::limit(),
        "virtual-threads" => torus::threads(),
        "join-barriers" => together::barriers(number(1) as u32),
        "join-times" => together::times(),
        "join-mix" => together::mix(number(1)),
        "join-alone" => together::alone(word(1)),
        "join-refused" => together::refused(),
        "join-has" => together::has(),
        "laboratory" => laboratory::hold(),
        other => Err(format!("no such task: {other:?}").into()),
    };
    if let Err(error) = done {
        println!("failed: {error}");
        std::process::exit(1);
    }
}

/// Joins the job and opens port 0. When it returns, every rank has it open.
fn join() -> Result<(Job, Channel), skifch::Error> {
    let job = Job::init()?;
    let channel = job.open(0)?;
    job.barrier()?;
    Ok((job, channel))
}

/// Receives the next message, copies and releases it.
fn take(channel: &mut Channel) -> Result<Option<(NetAddr, Vec<u8>)>, skifch::Error> {
    Ok(channel.recv()?.map(|message| (message.src(), message.to_vec())))
}

/// Exits without closing anything, for jobs in which ranks died: a common shutdown is not
/// possible.
fn leave() -> ! {
    use std::io::Write;
    let _ = std::io::stdout().flush();
    std::process::exit(0)
}
