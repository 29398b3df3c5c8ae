//! What people type for either mpiexec, with real ranks.

mod support;

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Command, Stdio};
use support::{Folder, RANK, SKIFRUN, Watchdog, launcher, run, skifrun, sorted, start};

/// The lines that the ranks print, sorted and joined.
fn says(words: &[&str]) -> String {
    let ended = run(words);
    assert_eq!(ended.code, Some(0), "{words:?}: {ended:?}");
    sorted(&ended.out).join(";")
}

const SIZE: [&str; 3] = ["sh", "-c", "echo $PMI_RANK/$PMI_SIZE"];

#[test]
fn the_number_of_ranks() {
    let folder = Folder::new("ranks");
    let hydra = folder.file("hydra", "# ours\nlocalhost:2\n");
    let open = folder.file("open", "localhost slots=2 max_slots=4\n");
    for options in [
        &["-n", "2"][..],
        &["-np", "2"],
        &["--np", "2"],
        &["-c", "2"],
        &["-n2"],
        &["-np2"],
        &["-ppn2"],
        &["-ppn", "2"],
        &["-N", "2"],
        &["-npernode", "2"],
        &["--map-by", "ppr:2:node"],
        &["-hosts", "localhost:2"],
        &["--host", "localhost:1,localhost:1"],
        &["-H", "127.0.0.1:2"],
        &["-f", &hydra],
        &["--hostfile", &open],
        &["-machinefile", &open],
        &["-n", "2", "-hosts", "localhost", "-ppn", "1"],
    ] {
        assert_eq!(says(&[options, &SIZE].concat()), "0/2;1/2", "{options:?}");
    }
    assert_eq!(says(&SIZE), "0/1");
}

#[test]
fn one_machine_under_two_names() {
    let words = ["--backend", "shm", "-hosts", "localhost,127.0.0.1,localhost", "sh", "-c"];
    let local = "echo $MPI_LOCALRANKID/$MPI_LOCALNRANKS $SKIFCH_JOB_HOSTS";
    assert_eq!(says(&[&words[..], &[local]].concat()), "0/3;1/3;2/3");
}

#[test]
fn the_environment() {
    let echo = |name: &str| format!("echo ${{{name}-unset}}");
    let value =
        |options: &[&str], name: &str| says(&[options, &["/bin/sh", "-c", &echo(name)]].concat());
    assert_eq!(value(&["-genv", "AA", "1"], "AA"), "1");
    assert_eq!(value(&["-genv", "AA=1"], "AA"), "1");
    assert_eq!(value(&["-env", "AA", "a b"], "AA"), "a b");
    assert_eq!(value(&["-x", "AA=1"], "AA"), "1");
    assert_eq!(value(&["-genv", "AA", "1", "-env", "AA", "2"], "AA"), "2");
    assert_eq!(value(&["--backend", "udp"], "SKIFCH_BACKEND"), "udp");
    assert_eq!(
        value(&["-genvall"], "SKIFCH_TEST_MARK").len(),
        value(&[], "SKIFCH_TEST_MARK").len()
    );
    assert_eq!(value(&["-genvnone"], "PATH_NOT_SET"), "unset");
    let names = says(&["-genvlist", "PATH", "-x", "SKIFCH_TEST_MARK", "/usr/bin/env"]);
    let names: Vec<_> = names.split(';').filter_map(|line| line.split('=').next()).collect();
    let expected = [
        "MPI_LOCALNRANKS",
        "MPI_LOCALRANKID",
        "PATH",
        "PMI_FD",
        "PMI_RANK",
        "PMI_SIZE",
        "SKIFCH_JOB",
        "SKIFCH_JOB_WAITS",
        "SKIFCH_TEST_MARK",
    ];
    assert_eq!(names, expected);
}

#[test]
fn where_and_what() {
    assert_eq!(says(&["-wdir", "/usr", "pwd"]), "/usr");
    assert_eq!(says(&["-wd", "/", "pwd"]), "/");
    assert_eq!(run(&["-wdir", "/no/such", "pwd"]).code, Some(213));
    let folder = Folder::new("path");
    folder.program("only-here", "#!/bin/sh\necho found\n");
    let path = folder.path().to_string_lossy().into_owned();
    assert_eq!(says(&["-path", &path, "only-here"]), "found");
    assert_eq!(says(&["-wdir", &path, "./only-here"]), "found");
    assert_eq!(run(&["only-here"]).code, Some(127));
}

/// Hosts and secret of a job are not those of a job inside it.
#[test]
fn what_the_job_around_was_told_stays_there() {
    let words = ["sh", "-c", "echo ${SKIFCH_JOB_HOSTS-none} ${SKIFCH_JOB_SECRET-none}"];
    let mut job = skifrun(&words);
    job.env("SKIFCH_JOB_HOSTS", "a,b").env("SKIFCH_JOB_SECRET", "00".repeat(32));
    assert_eq!(start(job).wait().out, "none none\n");
}

#[test]
fn programs_from_a_file() {
    let folder = Folder::new("config");
    let text =
        "# two programs\n-n 1 sh -c 'echo one $PMI_SIZE'\n\n-n 2 -env A 'x y' sh -c \"echo $A\"\n";
    let file = folder.file("config", text);
    for option in ["-configfile", "--app"] {
        assert_eq!(says(&[option, &file]), "one 3;x y;x y");
    }
    let itself = folder.path().join("itself").to_string_lossy().into_owned();
    folder.file("itself", &format!("-configfile {itself}\n"));
    let lacks = folder.file("lacks", "-n 1 echo one\n-n 3\n");
    let ended = run(&["-configfile", &lacks]);
    assert!(ended.code == Some(213) && ended.err.contains("no program for -n 3"), "{ended:?}");
    let ended = run(&["-configfile", &itself]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("cannot refer to another one"), "{}", ended.err);
}

#[test]
fn binding_is_real() {
    let allowed = |words: &[&str]| {
        says(&[words, &["sh", "-c", "grep Cpus_allowed_list /proc/self/status"]].concat())
    };
    let free = allowed(&["-n", "1"]);
    assert_eq!(allowed(&["-n", "1", "--bind-to", "none"]), free);
    let bound = run(&["-n", "3", "--bind-to", "hwthread", "--report-bindings", "true"]);
    assert_eq!(bound.err.matches("bound to processors").count(), 3, "{bound:?}");
    let one = allowed(&["-n", "1", "--bind-to", "hwthread"]);
    let list = one.split_whitespace().last().expect("a list");
    assert!(list.parse::<usize>().is_ok(), "one processor, not {list}");
}

#[test]
fn several_processors_for_each_rank() {
    let allowed = |words: &[&str]| {
        says(&[words, &["sh", "-c", "grep Cpus_allowed_list /proc/self/status"]].concat())
    };
    let count = std::thread::available_parallelism().expect("a number");
    let all = format!("slot:PE={count}");
    assert_eq!(allowed(&["--bind-to", "hwthread", "--map-by", &all]), allowed(&[]));
    let one = allowed(&["--bind-to", "hwthread", "--cpus-per-rank", "1"]);
    assert!(one.split_whitespace().last().is_some_and(|list| list.parse::<usize>().is_ok()));
    let more = run(&["--bind-to", "hwthread", "--cpus-per-rank", "9999", "true"]);
    assert_eq!(more.code, Some(213));
    assert!(more.err.contains(&format!("there are {count}")), "{more:?}");
}

#[test]
fn ranks_for_each_socket() {
    let sockets = run(&["--bind-to", "socket", "-n", "9", "--report-bindings", "true"]);
    let places: std::collections::BTreeSet<_> =
        sockets.err.lines().filter_map(|line| line.split("processors ").nth(1)).collect();
    let expected = (3 * places.len()).to_string();
    for options in [&["--map-by", "ppr:3:socket"][..], &["-npersocket", "3"], &["-npersocket3"]] {
        let words = [options, &["sh", "-c", "echo $PMI_SIZE"]].concat();
        assert_eq!(says(&words).split(';').next(), Some(expected.as_str()), "{options:?}");
    }
}

#[test]
fn both_streams_in_one_file() {
    let folder = Folder::new("merged");
    let name = folder.path().join("o").to_string_lossy().into_owned();
    let merge = ["--merge-stderr-to-stdout", "--output-filename", &name];
    assert_eq!(says(&[&merge[..], &["sh", "-c", "echo a; echo b >&2; echo c"]].concat()), "");
    let text = std::fs::read_to_string(format!("{name}.0.out")).expect("a file");
    assert_eq!(text, "a\nb\nc\n");
    assert!(!folder.path().join("o.0.err").exists());
}

#[test]
fn nothing_is_silently_without_effect() {
    let words = [
        "-v",
        "-n",
        "1",
        "--oversubscribe",
        "--allow-run-as-root",
        "-launcher",
        "ssh",
        "-rmk",
        "pbs",
        "-iface",
        "lo",
        "-soft",
        "1:2",
        "--map-by",
        "core",
        "true",
    ];
    let ended = run(&words);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for name in ["oversubscribe", "allow-run-as-root", "launcher", "rmk", "iface", "soft", "map-by"]
    {
        assert!(ended.err.contains(name), "{name}: {ended:?}");
    }
    let quiet: Vec<_> = words[1..].to_vec();
    assert_eq!(run(&quiet).err, "");
    let mca = run(&["--mca", "btl", "self,vader", "-n", "1", "true"]);
    assert_eq!(mca.code, Some(0));
    assert!(mca.err.contains("warning: -mca btl self,vader"), "{mca:?}");
}

#[test]
fn maps_and_dry_runs() {
    let words = ["-n", "2", "true", "a", ":", "false"];
    let shown = run(&[&["--dry-run"][..], &words].concat());
    assert_eq!(shown.code, Some(0), "nothing was started: {shown:?}");
    assert!(shown.err.contains("rank 1: host ") && shown.err.contains("program 0: true a"));
    assert!(shown.err.contains("rank 2: host ") && shown.err.contains("program 1: false"));
    assert_eq!(run(&[&["--display-map"][..], &words].concat()).code, Some(1));
}

#[test]
fn universe_size() {
    let ended = run(&["-n", "2", "-usize", "9", RANK, "universe"]);
    assert_eq!(ended.out, "universe 9\nuniverse 9\n", "{ended:?}");
}

#[test]
fn questions_about_itself() {
    for word in ["--version", "-info", "-V"] {
        let ended = run(&[word]);
        assert!(
            ended.code == Some(0) && ended.out.contains(env!("CARGO_PKG_VERSION")),
            "{ended:?}"
        );
    }
    for word in ["--help", "-h", "-help"] {
        let ended = run(&[word]);
        assert!(ended.code == Some(0) && ended.out.contains("-genvlist"), "{ended:?}");
    }
}

#[test]
fn under_other_names() {
    let folder = Folder::new("names");
    for name in ["mpiexec", "mpirun", "oshrun"] {
        let path = folder.path().join(name);
        std::os::unix::fs::symlink(SKIFRUN, &path).expect("a link in our folder");
        let words = ["-n", "2", RANK, "exchange"];
        let ended = start(launcher(&path.to_string_lossy(), &words)).wait();
        assert_eq!(ended.code, Some(0), "{name}: {ended:?}");
    }
}

#[test]
fn closed_standard_descriptors() {
    let script = format!("exec {SKIFRUN} -n 2 {RANK} exchange <&- >&- 2>&-");
    let mut command = launcher("sh", &["-c", &script]);
    command.stdin(Stdio::null());
    assert_eq!(start(command).wait().code, Some(0));
    let mut command = skifrun(&["-n", "2", "no-such-program"]);
    command.stderr(Stdio::null());
    assert_eq!(start(command).wait().code, Some(127));
}

/// A FIFO that nobody writes to is waited for, as another program may be about to write it.
#[test]
fn a_fifo_that_is_waited_for_is_named() {
    let folder = Folder::new("fifo");
    let wait = |option: &str, text: &str, program: &[&str]| {
        let fifo = folder.path().join(&option[2..]);
        assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo(1)").success());
        let path = fifo.to_string_lossy().into_owned();
        let mut child = skifrun(&[&[option, &path], program].concat()).spawn().expect("skifrun");
        let _watchdog = Watchdog::new(&child);
        let mut line = String::new();
        let stderr = child.stderr.take().expect("piped");
        BufReader::new(stderr).read_line(&mut line).expect("text");
        assert!(line.contains(&path) && line.contains("a FIFO"), "{option}: {line:?}");
        let mut writer = File::options();
        writer.write(true).custom_flags(libc::O_NONBLOCK);
        let mut writer = writer.open(&fifo).expect("skifrun has opened it");
        writer.write_all(text.as_bytes()).expect("a short text");
        drop(writer);
        let ended = child.wait_with_output().expect("our child");
        assert_eq!((ended.status.code(), ended.stdout), (Some(0), b"x\n".to_vec()), "{option}");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| wait("--hostfile", "localhost\n", &["echo", "x"]));
        scope.spawn(|| wait("--rankfile", "rank 0=localhost slot=0\n", &["echo", "x"]));
        scope.spawn(|| wait("--configfile", "-n 1 echo x\n", &[]));
    });
}

/// Which processors each of the ranks may use.
const PROCESSORS: [&str; 3] =
    ["sh", "-c", "echo $PMI_RANK $(grep Cpus_allowed_list /proc/self/status | cut -f 2)"];

#[test]
fn a_file_says_where_each_rank_runs() {
    let folder = Folder::new("rankfile");
    let in_order = says(&[&["-n", "2", "--bind-to", "core"], &PROCESSORS[..]].concat());
    let cores: Vec<_> = in_order.split(';').map(|line| &line[2..]).collect();
    let second = usize::from(cores[0] != cores[1]);
    let lines = format!("rank 1=localhost slot=0\nrank 0=localhost slot={second} # other way\n");
    let file = folder.file("ranks", &lines);
    let expected = format!("0 {};1 {}", cores[second], cores[0]);
    assert_eq!(says(&[&["--rankfile", &file], &PROCESSORS[..]].concat()), expected);
    assert_eq!(says(&[&["-n", "2", "-rf", &file], &PROCESSORS[..]].concat()), expected);
    for (words, why) in [
        (["-n", "3", "--rankfile", &file], "the first 2 have lines"),
        (["-H", "nowhere.example", "--rankfile", &file], "not a host of the job"),
    ] {
        let ended = run(&[&words[..], &["true"]].concat());
        assert!(ended.code == Some(213) && ended.err.contains(why), "{ended:?}");
    }
    let far = folder.file("far", "rank 0=localhost slot=99999\n");
    let ended = run(&["--rankfile", &far, "true"]);
    assert!(ended.code == Some(213) && ended.err.contains("cores that it may use"), "{ended:?}");
}

#[test]
fn ranks_use_no_other_processors_than_a_set() {
    let first = first_core().to_string();
    let expected = format!("0 {first};1 {first}");
    assert_eq!(says(&[&["-n", "2", "--cpu-set", &first], &PROCESSORS[..]].concat()), expected);
    let each = ["-n", "2", "--bind-to", "hwthread", "--cpu-set", &first];
    assert_eq!(says(&[&each[..], &PROCESSORS].concat()), expected);
    let ended = run(&["--cpu-set", "0,9999", "true"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("processors 9999 are not available"), "{ended:?}");
}

#[test]
fn this_machine_has_the_name_that_it_is_given() {
    let words = ["-localhost", "me.nowhere.example", "-hosts", "me.nowhere.example:2", "-l"];
    assert_eq!(says(&[&words[..], &SIZE].concat()), "[0] 0/2;[1] 1/2");
    let map = run(&["-localhost", "me.nowhere.example", "-print-rank-map", "true"]);
    assert_eq!((map.code, map.out.trim()), (Some(0), "(me.nowhere.example:0)"), "{map:?}");
}

#[test]
fn each_rank_has_graphics_processors_of_its_own() {
    let echo = ["sh", "-c", "echo ${CUDA_VISIBLE_DEVICES-none} ${ZE_AFFINITY_MASK-none}"];
    let with = |options: &[&str]| says(&[options, &["-genvlist", "PATH"], &echo[..]].concat());
    assert_eq!(with(&["-n", "2", "-gpus-per-proc", "2"]), "0,1 0,1;2,3 2,3");
    assert_eq!(with(&["-gpus-per-proc", "AUTO"]), "none none");
}

#[test]
fn what_errors_of_mpi_do_at_first_is_told_to_the_ranks_of_a_program() {
    let echo = ["sh", "-c", "echo ${SKIFCH_MPI_INITIAL_ERRHANDLER-none}"];
    let words = ["-n", "1", "-initial-errhandler", "mpi_errors_return"];
    let both = [&words[..], &echo, &[":", "-n", "1"], &echo].concat();
    assert_eq!(says(&both), "mpi_errors_return;none");
    let ended = run(&["-initial-errhandler", "mpi_errors_ignored", "true"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("expected mpi_errors_are_fatal"), "{ended:?}");
}

#[test]
fn a_start_tells_how_far_it_is() {
    let ended = run(&["-n", "3", "--show-progress", "true"]);
    assert!(ended.err.contains("3 of 3 ranks have been started"), "{ended:?}");
}

/// The first processor that this test may use.
fn first_core() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").expect("/proc");
    let list = text.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let list = list.expect("a line of /proc").trim();
    let digits = list.split([',', '-']).next().expect("one at least");
    digits.parse().expect("a number")
}
