//! Exit codes, and that nothing is left however a job ends.

mod support;

#[path = "support/sandbox.rs"]
mod sandbox;

use std::os::unix::process::CommandExt;
use std::time::{Duration, Instant};
use support::{
    Folder, Job, RANK, RANK_COMM, SKIFRUN, comm, installed, kill, launcher, run, skifrun, skip,
    sorted, start, wait_for_signal_set,
};

fn code(words: &[&str]) -> i32 {
    let ended = run(words);
    ended.code.unwrap_or_else(|| panic!("no code: {ended:?}"))
}

#[test]
fn codes_of_ranks() {
    assert_eq!(code(&["-n", "3", "true"]), 0);
    assert_eq!(code(&["-n", "1", "sh", "-c", "exit 3"]), 3);
    assert_eq!(code(&["-n", "1", "sh", "-c", "kill -SEGV $$"]), 139);
    assert_eq!(code(&["-n", "1", "sh", "-c", "kill -KILL $$"]), 137);
    let script = "if [ $PMI_RANK = 1 ]; then exit 4; fi; sleep 0.3; exit 3";
    assert_eq!(code(&["-n", "2", "-disable-auto-cleanup", "sh", "-c", script]), 4, "by time");
}

#[test]
fn codes_of_the_launcher() {
    assert_eq!(code(&["-n", "2", "no-such-program"]), 127);
    assert_eq!(code(&["-n", "2", "/no/such/program"]), 127);
    assert_eq!(code(&["-n", "2", "/etc/passwd"]), 126);
    assert_eq!(code(&["--no-such-option", "true"]), 213);
    assert_eq!(code(&["-n", "2"]), 213);
    assert_eq!(code(&["-hosts", "elsewhere.example", "true"]), 213);
    let folder = Folder::new("codes");
    let broken = folder.program("broken", "#!/no/such/interpreter\n");
    let script = folder.program("script", "exit $1\n");
    assert_eq!(code(&["-n", "2", &broken]), 127);
    assert_eq!(code(&["-n", "1", &script, "9"]), 9, "a script without a first line");
}

#[test]
fn files_without_an_end_are_refused() {
    for option in ["-f", "-configfile", "--rankfile"] {
        let script = format!("ulimit -v 1000000; exec {SKIFRUN} {option} /dev/zero -n 1 true");
        let ended = start(launcher("sh", &["-c", &script])).wait();
        assert_eq!(ended.code, Some(213), "{ended:?}");
        assert!(ended.err.contains("/dev/zero: longer than 64 MB"), "{ended:?}");
    }
}

#[test]
fn before_and_after_finalize() {
    let early = run(&["-n", "2", RANK, "leave-early", "0"]);
    assert_eq!(early.code, Some(1), "{early:?}");
    assert!(early.err.contains("without finalize"), "{early:?}");
    assert_eq!(code(&["-n", "2", RANK, "leave-early", "6"]), 6);
    assert_eq!(code(&["-n", "2", RANK, "leave-after", "0"]), 0);
    assert_eq!(code(&["-n", "2", RANK, "leave-after", "6"]), 6);
    let waiting = run(&["-n", "3", RANK, "one-leaves-early", "1"]);
    assert_eq!(waiting.code, Some(1), "{waiting:?}");
    assert!(waiting.err.contains("rank 1 ("), "{waiting:?}");
}

#[test]
fn one_line_for_many_failures() {
    let ended = run(&["-n", "5", "sh", "-c", "exit 3"]);
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert_eq!(ended.err.matches("exited with code 3").count(), 1, "{ended:?}");
    assert!(ended.err.lines().count() <= 2, "{ended:?}");
    let go_on = run(&["-n", "5", "-disable-auto-cleanup", "sh", "-c", "exit 3"]);
    assert!(go_on.err.contains("4 more ranks failed"), "{go_on:?}");
    let all = run(&[
        "-n",
        "2",
        "-disable-auto-cleanup",
        "-print-all-exitcodes",
        "sh",
        "-c",
        "exit $PMI_RANK",
    ]);
    assert!(all.err.contains("] 0,1"), "{all:?}");
}

#[test]
fn abort_ends_everybody_with_its_code() {
    let ended = run(&["-n", "3", RANK, "abort", "7"]);
    assert_eq!(ended.code, Some(7), "{ended:?}");
    assert_eq!(ended.err.matches("told to").count(), 1, "{ended:?}");
    assert!(ended.err.contains("skifrun: rank 1 (host "), "{ended:?}");
    assert!(!ended.err.contains("more rank"), "{ended:?}");
    assert_eq!(code(&["-n", "2", RANK, "abort", "0"]), 1, "an aborted job is no success");
    assert_eq!(code(&["-n", "2", RANK, "abort-as-others"]), 1, "whatever client aborts it");
    let wanted = run(&["-n", "2", RANK, "end"]);
    assert_eq!((wanted.code, wanted.err.as_str()), (Some(0), ""), "{wanted:?}");
}

#[test]
fn who_waits_for_the_launcher_keeps_nobody_from_an_abort() {
    let ended = run(&["-n", "2", RANK, "abort-beside-a-fence"]);
    assert_eq!(ended.code, Some(7), "{ended:?}");
    assert!(ended.err.contains("nobody comes"), "{ended:?}");
}

#[test]
fn a_rank_that_has_left_does_not_become_a_job_of_its_own() {
    let ended = run(&["-n", "2", RANK, "again"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.out.matches("can join only once").count(), 2, "{ended:?}");
}

/// `exec skifrun` in a shell: what the shell has started is not of the job, and neither is what
/// that leaves behind.
#[test]
fn children_from_before_live_on() {
    let folder = Folder::new("before");
    let said = folder.path().join("said");
    let file = said.display();
    let script = format!(
        "(sleep 1; echo child >> {file}) & \
         (sleep 0.2; (sleep 1; echo orphan >> {file}) & ) & \
         exec {SKIFRUN} -n 1 sh -c 'setsid sleep 60 & sleep 0.5'"
    );
    let ended = start(launcher("sh", &["-c", &script])).wait();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let text = std::fs::read_to_string(said).expect("written by those that live on");
    assert_eq!(sorted(&text), ["child", "orphan"]);
}

fn waiting(task: &str, ranks: usize) -> (Job, Vec<i32>) {
    let job = start(skifrun(&["-n", &ranks.to_string(), RANK, task]));
    let pids = job.wait_for(RANK_COMM, ranks);
    (job, pids)
}

#[test]
fn a_killed_rank_ends_the_others() {
    let (job, pids) = waiting("wait", 3);
    kill(pids[1], libc::SIGKILL);
    let ended = job.wait();
    assert_eq!(ended.code, Some(137), "{ended:?}");
    let line = format!("pid {}) was killed by signal 9", pids[1]);
    assert!(ended.err.contains(&line) && !ended.err.contains("more"), "{ended:?}");
}

#[test]
fn all_ranks_killed_at_once() {
    let (job, pids) = waiting("wait", 4);
    pids.iter().for_each(|&pid| kill(pid, libc::SIGKILL));
    assert_eq!(job.wait().code, Some(137));
}

/// `wait` of the job looks for every process of it, children that left group and session too.
#[test]
fn a_killed_launcher_leaves_nothing() {
    let job = start(skifrun(&["-n", "2", RANK, "family"]));
    job.wait_for("sleep", 6);
    job.kill(libc::SIGKILL);
    assert_eq!(job.wait().code, None);
}

#[test]
fn launcher_and_ranks_killed_at_once() {
    let job = start(skifrun(&["-n", "3", RANK, "family"]));
    job.wait_for("sleep", 9);
    let victims = job.processes().into_iter();
    let named = |&pid: &i32| ["skifrun", RANK_COMM].contains(&comm(pid).as_str());
    victims.filter(named).for_each(|pid| kill(pid, libc::SIGKILL));
    assert_eq!(job.wait().code, None);
}

#[test]
fn a_launcher_killed_while_starting() {
    for delay_us in (0..6000).step_by(300) {
        let job = start(skifrun(&["-n", "4", "sleep", "600"]));
        std::thread::sleep(Duration::from_micros(delay_us));
        job.kill(libc::SIGKILL);
        assert_eq!(job.wait().code, None, "after {delay_us} us");
    }
}

#[test]
fn descendants_end_with_the_job() {
    let script = "sleep 600 & setsid sleep 600 & (setsid sh -c 'sleep 600 & sleep 600' &) ; exit 0";
    let ended = run(&["-n", "2", "sh", "-c", script]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{ended:?}");
}

/// The model of a simulated network says then why a run ended.
#[test]
fn who_is_left_behind_is_asked_to_end_before_it_is_killed() {
    let told = "trap 'echo asked; exit' TERM; sleep 600 & wait";
    let deaf = "trap '' TERM; sleep 600";
    let script = "(setsid sh -c \"$0\" &) ; (setsid sh -c \"$1\" &) ; sleep 0.5";
    let ended = run(&["-n", "1", "sh", "-c", script, told, deaf]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(0), "asked\n"), "{ended:?}");
}

#[test]
fn the_keeper_may_die() {
    let job = start(skifrun(&["-n", "1", "sh", "-c", "sleep 0.3; exit 5"]));
    kill(job.wait_for("skif-keeper", 1)[0], libc::SIGKILL);
    assert_eq!(job.wait().code, Some(5));
}

/// The ranks' own death signal works without the keeper.
#[test]
fn launcher_and_keeper_killed() {
    let (job, _) = waiting("wait", 3);
    kill(job.wait_for("skif-keeper", 1)[0], libc::SIGKILL);
    job.kill(libc::SIGKILL);
    assert_eq!(job.wait().code, None);
}

#[test]
fn descriptors_that_run_out() {
    let script = format!("ulimit -n 40; exec {SKIFRUN} -n 50 sleep 600");
    let ended = start(launcher("sh", &["-c", &script])).wait();
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("ulimit -n"), "{ended:?}");
    // How many suffice depends on what the test inherits: that number begins both ranks. One that
    // has ended would lend its descriptors to the next: each waits for the other.
    let both = "touch $0.$PMI_RANK; while [ ! -e $0.0 -o ! -e $0.1 ]; do sleep 0.01; done";
    let folder = Folder::new("few");
    let suffices = |few: u32| {
        let met = folder.path().join(few.to_string());
        let script =
            format!("ulimit -n {few}; exec {SKIFRUN} -n 2 sh -c '{both}' {}", met.display());
        let ended = start(launcher("sh", &["-c", &script])).wait();
        if ended.code == Some(0) {
            return true;
        }
        if ended.err.contains("loading shared libraries") {
            return false; // the launcher did not begin
        }
        assert_eq!(ended.code, Some(213), "{few}: {ended:?}");
        assert!(ended.err.contains("ulimit -n"), "{few}: {ended:?}");
        // What could not be done, not only for whom.
        assert!(
            !ended.err.contains(" 0: Too") && !ended.err.contains(" 1: Too"),
            "{few}: {ended:?}"
        );
        false
    };
    let enough = (6..256).find(|&few| suffices(few)).expect("256 begin two ranks");
    assert!(enough > 12, "two ranks with {enough} descriptors");
    let script = format!("ulimit -S -n 64; exec {SKIFRUN} -n 1 sh -c 'ulimit -n'");
    let raised = start(launcher("sh", &["-c", &script])).wait();
    let hard = start(launcher("sh", &["-c", "ulimit -H -n"])).wait();
    assert_eq!(raised.out, hard.out, "ranks get the hard limit");
}

/// What ranks say and what they are given lies elsewhere. They have the limit that they set.
/// The installed launcher: one built for tests is not optimised, and needs several times as much.
#[test]
fn a_small_stack_is_enough() {
    let Some(installed) = installed("a_small_stack_is_enough", "skifrun") else { return };
    let few = format!("ulimit -S -s 32; exec env -i PATH=\"$PATH\" {}", installed.display());
    let rank = "'ulimit -S -s $(ulimit -H -s); exec \"$0\" \"$@\"'";
    let script = format!("echo input | ({few} -stdin all -n 2 sh -c {rank} cat)");
    let ended = start(launcher("sh", &["-c", &script])).wait();
    assert_eq!((ended.code, ended.out.as_str()), (Some(0), "input\ninput\n"), "{ended:?}");
    let script = format!("{few} -n 2 sh -c {rank} {RANK} exchange");
    let ended = start(launcher("sh", &["-c", &script])).wait();
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

#[test]
fn interrupt_ends_and_twice_kills() {
    for (signal, expected) in [(libc::SIGINT, 130), (libc::SIGTERM, 143), (libc::SIGHUP, 129)] {
        let (job, _) = waiting("wait", 2);
        job.kill(signal);
        let ended = job.wait();
        assert_eq!(ended.code, Some(expected), "{ended:?}");
        assert!(ended.err.contains("terminating 2 ranks"), "{ended:?}");
    }
    let (job, pids) = waiting("stubborn", 2);
    pids.iter().for_each(|&pid| wait_for_signal_set(pid, "SigIgn", libc::SIGTERM));
    let begin = Instant::now();
    job.kill(libc::SIGINT);
    std::thread::sleep(Duration::from_millis(100));
    job.kill(libc::SIGINT);
    assert_eq!(job.wait().code, Some(130));
    assert!(begin.elapsed() < Duration::from_millis(900), "{:?}", begin.elapsed());
    let (job, pids) = waiting("stubborn", 2);
    pids.iter().for_each(|&pid| wait_for_signal_set(pid, "SigIgn", libc::SIGTERM));
    job.kill(libc::SIGINT);
    assert_eq!(job.wait().code, Some(130), "killed after the grace");
}

/// As ranks do that miss those which have ended before them.
#[test]
fn who_ends_a_job_is_told_of_no_abort_after_that() {
    let script = "trap 'exec \"$0\" abort 7' TERM; while :; do sleep 0.05; done";
    let job = start(skifrun(&["-n", "2", "sh", "-c", script, RANK]));
    let pids = job.wait_for("sh", 2);
    pids.iter().for_each(|&pid| wait_for_signal_set(pid, "SigCgt", libc::SIGTERM));
    job.kill(libc::SIGTERM);
    let ended = job.wait();
    assert_eq!(ended.code, Some(143), "{ended:?}");
    assert_eq!(ended.err.matches("skifrun:").count(), 1, "{ended:?}");
}

#[test]
fn under_nohup_a_lost_terminal_ends_nothing() {
    let script = "trap '' HUP; exec \"$0\" \"$@\"";
    let job = start(launcher("sh", &["-c", script, SKIFRUN, "-n", "2", RANK, "signals"]));
    let pids = job.wait_for(RANK_COMM, 2);
    pids.iter().for_each(|&pid| wait_for_signal_set(pid, "SigIgn", libc::SIGVTALRM));
    job.kill(libc::SIGHUP);
    std::thread::sleep(Duration::from_millis(100));
    job.kill(libc::SIGTERM);
    let ended = job.wait();
    assert_eq!(ended.code, Some(143), "{ended:?}");
    assert_eq!(ended.out.matches("got 15\n").count(), 2, "{ended:?}");
}

/// As who was started by a server that lets the system clean up behind it.
#[test]
fn a_launcher_whose_children_nobody_asks_for_hears_of_their_end() {
    use std::os::unix::process::CommandExt;
    let script = "exit $((3 * PMI_RANK))";
    let mut command = launcher(SKIFRUN, &["--timeout", "20", "-n", "2", "sh", "-c", script]);
    // SAFETY: between fork and exec; the call takes integers.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGCHLD, libc::SIG_IGN);
            Ok(())
        });
    }
    let ended = start(command).wait();
    assert_eq!(ended.code, Some(3), "{ended:?}");
}

/// In a sandbox that refuses the call: it ends with words, not by the time-out.
#[test]
fn a_launcher_that_may_not_ask_how_ranks_end_says_so() {
    let mut command = launcher(SKIFRUN, &["--timeout", "20", "-n", "2", "sleep", "0.1"]);
    let mut filter = sandbox::without(&[libc::SYS_waitid]);
    // SAFETY: between fork and exec; system calls only.
    unsafe { command.pre_exec(move || sandbox::enter(&mut filter)) };
    let ended = start(command).wait();
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("waitid: Operation not permitted"), "{ended:?}");
}

#[test]
fn signals_are_forwarded() {
    let (job, pids) = waiting("signals", 2);
    pids.iter().for_each(|&pid| wait_for_signal_set(pid, "SigIgn", libc::SIGVTALRM));
    for signal in [libc::SIGUSR1, libc::SIGUSR2, libc::SIGALRM, libc::SIGTERM] {
        job.kill(signal);
        std::thread::sleep(Duration::from_millis(50));
    }
    let ended = job.wait();
    assert_eq!(ended.code, Some(143), "{ended:?}");
    for signal in [libc::SIGUSR1, libc::SIGUSR2, libc::SIGALRM, libc::SIGTERM] {
        assert_eq!(ended.out.matches(&format!("got {signal}\n")).count(), 2, "{ended:?}");
    }
}

fn state(pid: i32) -> char {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = stat.rsplit_once(") ").map(|(_, rest)| rest).unwrap_or_default();
    rest.chars().next().unwrap_or('-')
}

#[test]
fn stopping_stops_the_ranks_too() {
    let (job, pids) = waiting("wait", 2);
    let all: Vec<i32> = pids.into_iter().chain([job.pid()]).collect();
    job.kill(libc::SIGTSTP);
    support::wait_until("all to be stopped", || {
        all.iter().all(|&pid| state(pid) == 'T').then_some(())
    });
    job.kill(libc::SIGCONT);
    support::wait_until("all to go on", || all.iter().all(|&pid| state(pid) == 'S').then_some(()));
    job.kill(libc::SIGTERM);
    assert_eq!(job.wait().code, Some(143));
}

#[test]
fn timeout_says_who_was_left() {
    let ended = run(&["-n", "2", "--timeout", "0.3", "sleep", "600"]);
    assert_eq!(ended.code, Some(124), "{ended:?}");
    assert!(ended.err.contains("0.3 s have passed; terminating 2 ranks (0,1)"), "{ended:?}");
    assert_eq!(code(&["-n", "2", "--timeout", "50", "true"]), 0);
    let mut by_variable = skifrun(&["-n", "2", "sleep", "600"]);
    by_variable.env("MPIEXEC_TIMEOUT", "1");
    assert_eq!(start(by_variable).wait().code, Some(124));
    for (value, expected) in [("0", 0), ("-1", 0), ("soon", 213)] {
        let mut without = skifrun(&["-n", "1", "true"]);
        without.env("MPIEXEC_TIMEOUT", value);
        assert_eq!(start(without).wait().code, Some(expected), "{value}");
    }
}

#[test]
fn inside_a_pid_namespace() {
    let test = "inside_a_pid_namespace";
    let Some(unshare) = support::tool(test, "unshare") else { return };
    let within = |how: &[&'static str], rest: &[&'static str]| {
        start(launcher(&unshare.to_string_lossy(), &[how, rest].concat())).wait()
    };
    let words = |rest: &[&'static str]| within(&["-pf", "--mount-proc"], rest);
    let possible = words(&["true"]);
    if possible.code != Some(0) {
        return skip(test, &format!("unshare -pf: {}", possible.err.trim()));
    }
    let good = words(&[SKIFRUN, "-n", "3", RANK, "exchange"]);
    assert_eq!(good.code, Some(0), "{good:?}");
    let bad = words(&[SKIFRUN, "-n", "3", RANK, "abort", "7"]);
    assert_eq!(bad.code, Some(7), "{bad:?}");
    let left = words(&[SKIFRUN, "-n", "2", "sh", "-c", "setsid sleep 600 & exit 2"]);
    assert_eq!(left.code, Some(2), "{left:?}");
    // With the `/proc` of the namespace outside.
    let begin = Instant::now();
    let blind = within(&["-pf"], &[SKIFRUN, "-n", "3", RANK, "exchange"]);
    assert_eq!((blind.code, blind.err.as_str()), (Some(0), ""), "{blind:?}");
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}
