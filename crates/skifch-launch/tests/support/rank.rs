//! What the tests run under launchers. The first argument says what to do, the second with what
//! number; see `main`.

use skifch_boot::{Boot, BootError};
use std::io::{Read, Write};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let what = words.first().map(String::as_str).unwrap_or_default();
    let number = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(0_u32);
    let done = match what {
        "identity" => identity(),
        "exchange" => exchange(),
        "start-stop" => start_stop(),
        "leave-early" => with_boot(number, |boot| std::mem::forget(boot)),
        "leave-after" => with_boot(number, |boot| drop(boot.finalize())),
        "one-leaves-early" => one_leaves_early(number),
        "abort" => abort(i32::try_from(number).unwrap_or(1)),
        "wait" => wait(),
        "stubborn" => stubborn(),
        "family" => family(),
        "children" => children(),
        "count-stdin" => count_stdin(),
        "flood" => flood(number),
        "signals" => signals(),
        _ => {
            eprintln!("test rank: no such task: {what:?}");
            return ExitCode::from(99);
        }
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("test rank: {error}");
            ExitCode::from(98)
        }
    }
}

type Done = Result<u8, BootError>;

fn identity() -> Done {
    let boot = Boot::from_env()?;
    let local = boot.local_ranks()?;
    println!("{} {} of {} local {local:?}", boot.protocol(), boot.rank(), boot.size());
    boot.finalize().map(|()| 0)
}

/// Short and long values from all to all, twice.
fn exchange() -> Done {
    let mut boot = Boot::from_env()?;
    let (rank, size) = (boot.rank(), boot.size());
    let value = |round: u32, rank: u32| vec![(rank * 3 + round) as u8; (rank * 1500) as usize + 1];
    for round in 0..2 {
        boot.put(&format!("card.{round}.{rank}"), &value(round, rank))?;
        boot.fence()?;
        for peer in 0..size {
            assert_eq!(boot.get(&format!("card.{round}.{peer}"))?, value(round, peer));
        }
    }
    println!("exchanged {rank} of {size}");
    boot.finalize().map(|()| 0)
}

fn start_stop() -> Done {
    let mut boot = Boot::from_env()?;
    boot.fence()?;
    boot.finalize().map(|()| 0)
}

fn with_boot(code: u32, leave: impl FnOnce(Boot)) -> Done {
    leave(Boot::from_env()?);
    Ok(code as u8)
}

/// Rank `who` exits with 0 and without a word while the others wait for it.
fn one_leaves_early(who: u32) -> Done {
    let mut boot = Boot::from_env()?;
    if boot.rank() == who {
        std::mem::forget(boot);
        return Ok(0);
    }
    boot.fence()?;
    boot.finalize().map(|()| 0)
}

fn abort(code: i32) -> Done {
    let mut boot = Boot::from_env()?;
    boot.fence()?;
    if boot.rank() == 1 {
        boot.abort(code, "told to");
    }
    boot.fence().map(|()| 0)
}

/// Says that it is ready, then lives until it is killed.
fn wait() -> Done {
    let mut boot = Boot::from_env()?;
    boot.fence()?;
    say_ready();
    std::thread::sleep(Duration::from_secs(600));
    Ok(97)
}

/// Does not take SIGTERM for an answer.
fn stubborn() -> Done {
    // SAFETY: ignoring a signal touches no memory.
    unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
    wait()
}

/// A child, and a grandchild that has left group and session, then waits.
fn family() -> Done {
    spawn_sleep("sleep 600 & sleep 600");
    spawn_sleep("setsid sleep 600 & exit 0");
    wait()
}

fn spawn_sleep(script: &str) {
    let child = Command::new("sh").args(["-c", script]).spawn();
    // Nobody waits for it: that is the point.
    std::mem::forget(child);
}

/// A child sees nothing of this rank's start-up.
fn children() -> Done {
    let boot = Boot::from_env()?;
    let list = Command::new("sh").args(["-c", "env; ls -l /proc/self/fd"]).output();
    let text = list.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_else(|error| error.to_string());
    let seen: Vec<_> =
        text.lines().filter(|line| line.starts_with("PMI_") || line.contains("socket:")).collect();
    println!("children of {} see {seen:?}", boot.rank());
    boot.finalize().map(|()| 0)
}

fn count_stdin() -> Done {
    let mut bytes = Vec::new();
    let count = std::io::stdin().read_to_end(&mut bytes).unwrap_or(0);
    println!("stdin {count}");
    Ok(0)
}

/// `megabytes` of numbered lines.
fn flood(megabytes: u32) -> Done {
    let rank = std::env::var("PMI_RANK").unwrap_or_default();
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout());
    let line = format!("{rank} {}\n", "x".repeat(97));
    for _ in 0..(megabytes << 20) / line.len() as u32 {
        if out.write_all(line.as_bytes()).is_err() {
            return Ok(96);
        }
    }
    Ok(0)
}

/// Reports SIGUSR1, SIGUSR2 and SIGALRM until SIGTERM, then leaves with 5.
fn signals() -> Done {
    // SAFETY: sigset_t is plain numbers, initialized by the calls, on this frame.
    let set = unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for signal in [libc::SIGUSR1, libc::SIGUSR2, libc::SIGALRM, libc::SIGTERM] {
            libc::sigaddset(&raw mut set, signal);
        }
        libc::sigprocmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        set
    };
    say_ready();
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(60) {
        let mut signal = 0;
        // SAFETY: waits for a signal of the set above; writes one number of this frame.
        unsafe { libc::sigwait(&raw const set, &raw mut signal) };
        println!("got {signal}");
        if signal == libc::SIGTERM {
            return Ok(5);
        }
    }
    Ok(95)
}

fn say_ready() {
    println!("ready {}", std::process::id());
}
