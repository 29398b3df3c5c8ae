//! A rank over UDP that is killed and restarted at the same address while the other continues, by
//! a launcher that supports this, unlike `skifrun`.

use skifch_tests::{Job, Seed, Watchdog, free_port, is_long};
use std::process::Command;
use std::time::Duration;

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn command(task: &str, life: u32, port: u16, settings: &[(&str, String)]) -> Command {
    let mut command = Command::new(RANK);
    command.args(task.split(' ')).env("LIFE", life.to_string());
    command.env("SKIFCH_BACKEND", "udp");
    if task != "survivor" {
        command.env("SKIFCH_UDP_PORT_RANGE", format!("{port}-{port}"));
    }
    for (name, value) in settings {
        command.env(format!("SKIFCH_UDP_{name}"), value);
    }
    command
}

/// No message of one life may arrive in the other, or twice; both directions are told once, with
/// the reason; and the survivor and the newcomer communicate.
#[test]
fn a_rank_that_is_killed_and_started_anew_is_another_one() {
    const TEST: &str = "a_rank_that_is_killed_and_started_anew_is_another_one";
    let watch = Watchdog::new(TEST, 120);
    let mut seed = Seed::new(TEST);
    for round in 0..if is_long() { 240 } else { 12 } {
        let faults = format!("loss=2%,reorder=2%,dup=1%,seed={}", seed.below(1 << 32));
        let settings: &[(&str, String)] = match round % 3 {
            0 => &[],
            1 => &[("MAC", "on".to_owned())],
            _ => &[("FAULTS", faults)],
        };
        let is_late = round % 2 == 1;
        let newcomer = if round % 4 < 2 { "newcomer" } else { "newcomer quiet" };
        watch.step(format!("round {round}: {newcomer}, late {is_late}, {settings:?}"));
        let port = free_port(&mut seed);
        let mut job =
            Job::start_with(2, |rank| command(["survivor", newcomer][rank], 0, port, settings));
        job.line(1, "sending");
        std::thread::sleep(Duration::from_micros(seed.below(30_000)));
        job.kill(1, libc::SIGKILL);
        // The survivor detects the death itself, or because the newcomer answers.
        let late: Vec<_> = ["errno 32", "errno 104"]
            .into_iter()
            .filter(|_| is_late)
            .map(|told| job.line(0, told))
            .collect();
        job.start_again(1, command(newcomer, 1, port, settings));
        let told = |told| job.line(0, told);
        let told = if is_late { late } else { ["errno 32", "errno 104"].map(told).to_vec() };
        for words in told {
            println!("round {round}: {words}");
            let is_told = words.contains("its host reports that its process has ended")
                || (!is_late && words.contains("was restarted"));
            assert!(words.contains("rank 1 port 0") && is_told, "{words}");
        }
        (0..2).for_each(|rank| drop(job.line(rank, "done")));
        job.expect_success(0..2);
    }
}
