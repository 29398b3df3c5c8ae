//! What the tests run under launchers. The first argument says what to do, the second with what
//! number; see `main`.

use skifch_boot::{Boot, BootError};
use std::io::{Read, Write};
use std::os::fd::FromRawFd;
use std::os::unix::net::UnixStream;
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
        "leave-early" => with_boot(number, std::mem::forget),
        "leave-after" => with_boot(number, |boot| drop(boot.finalize())),
        "one-leaves-early" => one_leaves_early(number),
        "abort" => abort(i32::try_from(number).unwrap_or(1)),
        "end" => end(),
        "abort-as-others" => abort_as_others(),
        "abort-unheard" => abort_unheard(),
        "abort-beside-a-fence" => abort_beside_a_fence(),
        "again" => again(),
        "wait" => wait(),
        "stubborn" => stubborn(),
        "family" => family(),
        "children" => children(),
        "count-stdin" => count_stdin(),
        "flood" => flood(number),
        "signals" => signals(),
        "raw" => raw(),
        "rubbish" => rubbish(),
        "universe" => universe(),
        "one-misses" => one_misses(),
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
        boot.aborter().abort(code, "told to");
    }
    boot.fence().map(|()| 0)
}

/// Rank 1 wants the job to end.
fn end() -> Done {
    let mut boot = Boot::from_env()?;
    if boot.rank() == 1 {
        boot.aborter().abort(0, "");
    }
    boot.fence().map(|()| 0)
}

/// As a client that knows `exitcode` only.
fn abort_as_others() -> Done {
    let mut wire = Wire::new();
    wire.ask("cmd=init pmi_version=1 pmi_subversion=1");
    wire.0.write_all(b"cmd=abort exitcode=0\n").expect("the launcher listens");
    Ok(0)
}

/// Rank 1 aborts, and rank 0 misses it before that is known.
fn abort_unheard() -> Done {
    // SAFETY: ignoring a signal touches no memory.
    unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
    let mut boot = Boot::from_env()?;
    boot.fence()?;
    if boot.rank() == 1 {
        std::thread::sleep(Duration::from_millis(200));
        boot.aborter().abort(7, "told to");
    }
    boot.aborter().abort(1, "MPI_ERR_PROC_ABORTED: rank 1 of the job is gone")
}

/// Rank 1 ends the job while one of its threads waits for the others, who do not come.
fn abort_beside_a_fence() -> Done {
    let mut boot = Boot::from_env()?;
    boot.fence()?;
    if boot.rank() == 1 {
        let aborter = boot.aborter();
        std::thread::spawn(move || boot.fence());
        std::thread::sleep(Duration::from_millis(50));
        aborter.abort(7, "nobody comes");
    }
    std::thread::sleep(Duration::from_secs(600));
    Ok(97)
}

/// A rank that has left its job cannot join it again, nor become one of its own.
fn again() -> Done {
    Boot::from_env()?.finalize()?;
    match Boot::from_env() {
        Ok(boot) => println!("rank {} of {} once more", boot.rank(), boot.size()),
        Err(error) => println!("{error}"),
    }
    Ok(0)
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
        // What the test can see from outside; a blocked signal that is waited for it cannot. Nobody
        // has inherited that this one is ignored, as one has SIGHUP under nohup.
        libc::signal(libc::SIGVTALRM, libc::SIG_IGN);
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

/// Rank 1 lives but never comes to the fence.
fn one_misses() -> Done {
    let mut boot = Boot::from_env()?;
    if boot.rank() == 1 {
        std::thread::sleep(Duration::from_secs(600));
    }
    boot.fence()?;
    boot.finalize().map(|()| 0)
}

/// The launcher's socket without our client.
struct Wire(UnixStream);

impl Wire {
    fn new() -> Self {
        let fd = env_number("PMI_FD").cast_signed();
        // SAFETY: the launcher made this descriptor for us, and nobody else here takes it.
        Self(unsafe { UnixStream::from_raw_fd(fd) })
    }

    fn ask(&mut self, line: &str) -> String {
        self.0.write_all(line.as_bytes()).expect("the launcher listens");
        self.0.write_all(b"\n").expect("the launcher listens");
        self.line()
    }

    fn line(&mut self) -> String {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while byte != *b"\n" {
            self.0.read_exact(&mut byte).expect("the launcher answers");
            bytes.extend(byte);
        }
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }
}

fn env_number(name: &str) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).expect("set by the launcher")
}

/// The conversation of PMI-1.1, word by word.
fn raw() -> Done {
    let (rank, size) = (env_number("PMI_RANK"), env_number("PMI_SIZE"));
    let mut wire = Wire::new();
    let init = wire.ask("cmd=init pmi_version=1 pmi_subversion=1");
    assert_eq!(init, "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0 tells_words=1");
    assert!(wire.ask("cmd=get_maxes").starts_with("cmd=maxes kvsname_max="));
    assert_eq!(wire.ask("cmd=get_appnum"), "cmd=appnum appnum=0");
    assert_eq!(wire.ask("cmd=get_universe_size"), format!("cmd=universe_size size={size}"));
    let kvs = wire.ask("cmd=get_my_kvsname");
    let kvs = kvs.strip_prefix("cmd=my_kvsname kvsname=").expect("a name").to_owned();
    let put = wire.ask(&format!("cmd=put kvsname={kvs} key=k{rank} value=v{rank}"));
    assert_eq!(put, "cmd=put_result rc=0 msg=success");
    assert_eq!(wire.ask("cmd=barrier_in"), "cmd=barrier_out rc=0");
    for peer in 0..size {
        let got = wire.ask(&format!("cmd=get kvsname={kvs} key=k{peer}"));
        assert_eq!(got, format!("cmd=get_result rc=0 msg=success value=v{peer}"));
    }
    let spawn = wire.ask("mcmd=spawn\nnprocs=1\nexecname=x\nendcmd");
    assert!(spawn.starts_with("cmd=spawn_result rc=-1"), "{spawn}");
    assert_eq!(wire.ask("cmd=finalize"), "cmd=finalize_ack rc=0");
    println!("raw {rank} ok");
    Ok(0)
}

fn universe() -> Done {
    let mut wire = Wire::new();
    wire.ask("cmd=init pmi_version=1 pmi_subversion=1");
    println!(
        "{}",
        wire.ask("cmd=get_universe_size").replace("cmd=universe_size size=", "universe ")
    );
    wire.ask("cmd=finalize");
    Ok(0)
}

/// Rank 0 breaks every rule it can; all get through the fence.
fn rubbish() -> Done {
    if env_number("PMI_RANK") > 0 {
        return wait_for_go();
    }
    let mut wire = Wire::new();
    wire.ask("cmd=init pmi_version=1 pmi_subversion=1");
    let kvs = wire.ask("cmd=get_my_kvsname");
    for line in
        ["", "rubbish", "cmd=", "cmd=barrier_in group=1,2:x", "cmd=put", "cmd=get key=", "\u{7}"]
    {
        assert!(wire.ask(line).contains("rc=-1"), "{line:?}");
    }
    assert!(wire.ask(&"x".repeat(300_000)).contains("longer"));
    wire.0.write_all(b"cmd=barrier_in\ncmd=barrier_in\n").expect("the launcher listens");
    assert!(wire.line().contains("already"));
    let kvs = kvs.strip_prefix("cmd=my_kvsname ").expect("a name");
    assert!(wire.ask(&format!("cmd=put {kvs} key=go value=1.1.00")).contains("rc=0"));
    assert_eq!(wire.line(), "cmd=barrier_out rc=0");
    assert_eq!(wire.ask("cmd=finalize"), "cmd=finalize_ack rc=0");
    println!("fine");
    Ok(0)
}

/// Comes to the fence when rank 0 has said that it waits there.
fn wait_for_go() -> Done {
    let mut boot = Boot::from_env()?;
    while boot.get("go").is_err() {
        std::thread::sleep(Duration::from_millis(2));
    }
    boot.fence()?;
    println!("fine");
    boot.finalize().map(|()| 0)
}

fn say_ready() {
    println!("ready {}", std::process::id());
}
