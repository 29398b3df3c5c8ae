//! Jobs over several hosts that are pretended ones: real agents and real TCP on this machine.

mod support;

use std::io::Read;
use std::process::Stdio;
use support::pretend::Pretend;
use support::{Ended, Folder, RANK, SKIFRUN, Watchdog, launcher, sorted, start};

fn good(ended: &Ended) -> Vec<&str> {
    assert_eq!(ended.code, Some(0), "{ended:?}");
    sorted(&ended.out)
}

#[test]
fn output_that_nobody_reads_ends_ranks_of_other_hosts() {
    let hosts = Pretend::new("unread");
    let mut child = hosts.skifrun(&["-H", "a,b", "yes"]);
    let mut child = child.stderr(Stdio::piped()).spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let mut first = [0; 10];
    child.stdout.take().expect("piped").read_exact(&mut first).expect("some output");
    assert_eq!(child.wait().expect("our child").code(), Some(128 + libc::SIGPIPE));
}

const WHERE: [&str; 3] =
    ["sh", "-c", "echo $PMI_RANK/$PMI_SIZE $MPI_LOCALRANKID/$MPI_LOCALNRANKS $SKIFCH_JOB_HOSTS"];

#[test]
fn ranks_know_their_hosts() {
    let hosts = Pretend::new("know");
    let identity = hosts.run(&["-H", "a:2,b:2", RANK, "identity"]);
    let expected = |local: [&str; 4]| -> Vec<String> {
        let line = |rank: usize| format!("pmi1-fd {rank} of 4 local {}", local[rank]);
        (0..4).map(line).collect()
    };
    assert_eq!(good(&identity), expected(["[0, 1]", "[0, 1]", "[2, 3]", "[2, 3]"]));
    let by_node = hosts.run(&["-H", "a:2,b:2", "--map-by", "node", RANK, "identity"]);
    assert_eq!(good(&by_node), expected(["[0, 2]", "[1, 3]", "[0, 2]", "[1, 3]"]));
    let mixed = hosts.run(&["-n", "3", "-H", "a:1,localhost:2", &WHERE.join("\u{1}")]);
    assert_eq!(mixed.code, Some(127), "no such program: {mixed:?}");
    let mixed = hosts.run(&[&["-n", "3", "-H", "a:1,localhost:2"], &WHERE[..]].concat());
    let expected = ["0/3 0/1 a,localhost", "1/3 0/2 a,localhost", "2/3 1/2 a,localhost"];
    assert_eq!(good(&mixed), expected);
}

#[test]
fn host_lists_of_all_kinds() {
    let hosts = Pretend::new("lists");
    let hydra = hosts.folder.file("hydra", "# ours\na:2\nb\n");
    let open = hosts.folder.file("open", "a slots=2 max_slots=4 # two\nb slots=1\n");
    let expected = ["0/3 0/2 a,b", "1/3 1/2 a,b", "2/3 0/1 a,b"];
    for words in [
        &["--host", "a:2,b"][..],
        &["-H", "a:2,b:1"],
        &["-hosts", "a:2,b"],
        &["--hosts", "a,a,b"],
        &["-f", &hydra],
        &["--hostfile", &hydra],
        &["-machinefile", &open],
        &["--machinefile", &open],
        &["--hostfile", &open, "--host", "a,b"],
        &["-n", "3", "-ppn", "2", "-H", "a,b"],
        &["-n", "3", "--map-by", "ppr:2:node", "-H", "a,b"],
    ] {
        assert_eq!(good(&hosts.run(&[words, &WHERE].concat())), expected, "{words:?}");
    }
    let full = hosts.folder.file("full", "a slots=1 max_slots=1\nb slots=1 max_slots=1\n");
    let ended = hosts.run(&["-n", "3", "--hostfile", &full, "true"]);
    assert_eq!(ended.code, Some(213));
    assert!(ended.err.contains("3 ranks do not fit") && ended.err.contains("b max_slots=1"));
}

/// The agent may begin anywhere: with ssh in the home directory there.
#[test]
fn a_directory_is_the_same_on_all_hosts() {
    let hosts = Pretend::with("wdir", "cd /; agent \"$@\"\n");
    let folder = hosts.folder.path().canonicalize().expect("a folder");
    std::fs::create_dir(folder.join("sub")).expect("a folder in it");
    let sub = folder.join("sub").to_string_lossy().into_owned();
    for wdir in [&["-wdir", "sub"][..], &["-wdir", &sub]] {
        let mut job = hosts.skifrun(&[wdir, &["-H", "localhost,a", "pwd", "-P"]].concat());
        job.current_dir(&folder);
        assert_eq!(good(&start(job).wait()), [&*sub, &*sub], "{wdir:?}");
    }
    let mut job = hosts.skifrun(&["-H", "localhost,a", "pwd", "-P"]);
    job.current_dir(&folder);
    let here = folder.to_string_lossy();
    assert_eq!(good(&start(job).wait()), [&*here, &*here]);
}

#[test]
fn the_nodes_of_a_batch_system() {
    let hosts = Pretend::new("batch");
    let nodes = hosts.folder.file("nodes", "n1\nn1\nn2\n");
    let expected = ["0/3 0/2 n1,n2", "1/3 1/2 n1,n2", "2/3 0/1 n1,n2"];
    let mut slurm = hosts.skifrun(&WHERE);
    slurm.env("SLURM_JOB_NODELIST", "n[1-2]").env("SLURM_TASKS_PER_NODE", "2,1");
    assert_eq!(good(&start(slurm).wait()), expected);
    let mut pbs = hosts.skifrun(&WHERE);
    pbs.env("PBS_NODEFILE", &nodes);
    assert_eq!(good(&start(pbs).wait()), expected);
    let mut named = hosts.skifrun(&[&["-H", "m"], &WHERE[..]].concat());
    named.env("PBS_NODEFILE", &nodes);
    assert_eq!(good(&start(named).wait()), ["0/1 0/1"], "what is typed counts more");
}

#[test]
fn pmi_across_agents() {
    let hosts = Pretend::new("pmi");
    for list in ["a:2,b:2", "a,b,c,localhost", "a:1,localhost:3", "a:4"] {
        let ended = hosts.run(&["-H", list, RANK, "exchange"]);
        let expected: Vec<_> = (0..4).map(|rank| format!("exchanged {rank} of 4")).collect();
        assert_eq!(good(&ended), expected, "{list}");
    }
    assert_eq!(good(&hosts.run(&["-H", "a,b", RANK, "raw"])), ["raw 0 ok", "raw 1 ok"]);
    let rubbish = hosts.run(&["-H", "a,b,c", RANK, "rubbish"]);
    assert_eq!(good(&rubbish).iter().filter(|line| line.contains("fine")).count(), 3);
}

#[test]
fn a_stock_mpich_program_on_two_hosts() {
    let test = "a_stock_mpich_program_on_two_hosts";
    let Some(mpicc) = support::tool(test, "mpicc.mpich") else { return };
    let hosts = Pretend::new("mpich2");
    let source = hosts.folder.file(
        "sum.c",
        "#include <mpi.h>\n#include <stdio.h>\n\
         int main(int c, char **v) { int r, s; MPI_Init(&c, &v);\n\
         MPI_Comm_rank(MPI_COMM_WORLD, &r);\n\
         MPI_Allreduce(&r, &s, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n\
         printf(\"%d: %d\\n\", r, s); return MPI_Finalize(); }\n",
    );
    let program = hosts.folder.path().join("sum").to_string_lossy().into_owned();
    let compiled = std::process::Command::new(mpicc).args([&source, "-o", &program]).output();
    if !compiled.expect("mpicc runs").status.success() {
        return support::skip(test, "mpicc.mpich cannot compile");
    }
    assert_eq!(good(&hosts.run(&["-H", "a:2,b:2", &program])), ["0: 6", "1: 6", "2: 6", "3: 6"]);
}

#[test]
fn output_is_labelled_and_whole() {
    let hosts = Pretend::new("output");
    let ended = hosts.run(&["-l", "-H", "a,b", "sh", "-c", "echo out; echo err >&2"]);
    assert_eq!(good(&ended), ["[0] out", "[1] out"]);
    assert_eq!(sorted(&ended.err), ["[0] err", "[1] err"]);
    let flood = hosts.run(&["-H", "a,localhost,b", RANK, "flood", "8"]);
    assert_eq!(flood.code, Some(0), "{}", flood.err);
    let whole = |line: &str| line.len() == 99 && line[2..].bytes().all(|byte| byte == b'x');
    assert!(flood.out.lines().all(whole), "lines are not mixed");
    assert_eq!(flood.out.len() / 100, 3 * ((8 << 20) / 100));
}

#[test]
fn a_slow_reader_stops_ranks_and_loses_nothing() {
    use std::io::Read;
    let hosts = Pretend::new("slow");
    let mut child = hosts.skifrun(&["-H", "a,b", RANK, "flood", "20"]).spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let mut out = child.stdout.take().expect("piped");
    std::thread::sleep(std::time::Duration::from_millis(700));
    let rss_kb = support::memory_kb(child.id().cast_signed());
    assert!(rss_kb < 30_000, "the launcher holds {rss_kb} kB of 40 MB");
    let mut text = Vec::new();
    out.read_to_end(&mut text).expect("all of it");
    assert_eq!(text.len() / 100, 2 * ((20 << 20) / 100));
    assert!(child.wait().expect("our child").success());
}

#[test]
fn a_stdout_that_nobody_reads_leaves_signals_working() {
    let hosts = Pretend::new("unread");
    let mut child = hosts.skifrun(&["-H", "a,b", RANK, "flood", "50"]).spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let held = child.stdout.take();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let status = support::wait_until("the end", || {
        support::kill(child.id().cast_signed(), libc::SIGTERM);
        std::thread::sleep(std::time::Duration::from_millis(20));
        child.try_wait().expect("our child")
    });
    assert_eq!(status.code(), Some(143));
    drop(held);
}

#[test]
fn files_are_written_by_the_launcher() {
    let hosts = Pretend::new("outfiles");
    let pattern = hosts.folder.path().join("out-%r-%h").to_string_lossy().into_owned();
    let ended =
        hosts.run(&["-H", "a,b", "-outfile-pattern", &pattern, "sh", "-c", "echo r$PMI_RANK"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(0), ""), "{ended:?}");
    let text = |name: &str| std::fs::read_to_string(hosts.folder.path().join(name)).expect(name);
    assert_eq!((text("out-0-a"), text("out-1-b")), ("r0\n".into(), "r1\n".into()));
}

#[test]
fn lines_begin_with_what_a_pattern_says_and_both_streams_are_one() {
    let hosts = Pretend::new("pattern");
    let options = ["-prepend-pattern", "%r-%h-%p-%g ", "--merge-stderr-to-stdout", "-H", "a,b"];
    let script = "echo one; echo two >&2; echo three";
    let ended = hosts.run(&[&options[..], &["sh", "-c", script]].concat());
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{ended:?}");
    for own in ["0-a-0-0 ", "1-b-1-0 "] {
        let said: Vec<_> = ended.out.lines().filter_map(|line| line.strip_prefix(own)).collect();
        assert_eq!(said, ["one", "two", "three"], "in that order: {ended:?}");
    }
}

#[test]
fn no_rank_on_the_host_of_the_launcher() {
    let hosts = Pretend::new("nolocal");
    let shown = hosts.run(&["-nolocal", "--dry-run", "-n", "3", "-H", "localhost:2,a,b:2", "p"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let placed: Vec<_> = shown.err.lines().filter_map(|line| line.split(' ').nth(4)).collect();
    assert_eq!(placed, ["a,", "b,", "b,"], "{shown:?}");
    let none = hosts.run(&["-nolocal", "-n", "2", "true"]);
    assert_eq!(none.code, Some(213));
    assert!(none.err.contains("the only host"), "{none:?}");
}

#[test]
fn hosts_and_their_ranks_are_shown() {
    let hosts = Pretend::new("shown");
    let words = ["-print-rank-map", "--display-allocation", "-H", "a:2,b", "-n", "4", "true"];
    let ended = hosts.run(&words);
    assert_eq!(good(&ended), ["(a:0,1,3)", "(b:2)"]);
    let expected = ["skifrun: host a: slots 2", "skifrun: host b: slots 1"];
    assert_eq!(ended.err.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn several_processors_for_each_rank_of_another_host() {
    let hosts = Pretend::new("wide");
    let list = |options: &[&str]| -> Vec<String> {
        let words =
            [&["-H", "a"][..], options, &["grep", "Cpus_allowed_list", "/proc/self/status"]];
        good(&hosts.run(&words.concat())).iter().map(|line| (*line).to_owned()).collect()
    };
    let count = std::thread::available_parallelism().expect("a number").to_string();
    let all = ["--bind-to", "hwthread", "--cpus-per-rank", &count];
    assert_eq!(list(&all), list(&[]));
    let ended = hosts.run(&["-H", "a", "--cpus-per-rank", "9999", "true"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("host a") && ended.err.contains("9999"), "{ended:?}");
    let sockets = hosts.run(&["-H", "a", "--map-by", "ppr:1:socket", "true"]);
    assert_eq!(sockets.code, Some(213), "{sockets:?}");
    assert!(sockets.err.contains("ppr:N:node"), "{sockets:?}");
}

fn with_stdin(hosts: &Pretend, words: &[&str], bytes: Vec<u8>) -> Ended {
    use std::io::Write;
    let mut command = hosts.skifrun(words);
    command.stdin(Stdio::piped());
    let mut job = start(command);
    let mut pipe = job.child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || drop(pipe.write_all(&bytes)));
    let ended = job.wait();
    writer.join().expect("the writer does not panic");
    ended
}

#[test]
fn stdin_goes_to_other_hosts() {
    let hosts = Pretend::new("stdin2");
    let lines = |who: &[&str]| {
        let words = [who, &["-l", "-H", "a,localhost,b", RANK, "count-stdin"]].concat();
        let ended = with_stdin(&hosts, &words, vec![b'x'; 1_000_000]);
        good(&ended).join(";")
    };
    assert_eq!(lines(&[]), "[0] stdin 1000000;[1] stdin 0;[2] stdin 0");
    assert_eq!(lines(&["-stdin", "2"]), "[0] stdin 0;[1] stdin 0;[2] stdin 1000000");
    assert_eq!(lines(&["-stdin", "none"]), "[0] stdin 0;[1] stdin 0;[2] stdin 0");
    let all = "[0] stdin 1000000;[1] stdin 1000000;[2] stdin 1000000";
    assert_eq!(lines(&["-stdin", "all"]), all);
    let unread = with_stdin(&hosts, &["-H", "a,b", "true"], vec![b'x'; 1_000_000]);
    assert_eq!(unread.code, Some(0), "{unread:?}");
    let input = hosts.folder.file("input", &"y".repeat(300_000));
    let mut command = hosts.skifrun(&["-H", "a,b", RANK, "count-stdin"]);
    command.stdin(std::fs::File::open(input).expect("our file"));
    assert_eq!(good(&start(command).wait()), ["stdin 0", "stdin 300000"]);
}

#[test]
fn programs_and_directories() {
    let hosts = Pretend::new("programs");
    let folder = hosts.folder.path().to_string_lossy().into_owned();
    let mut command = hosts.skifrun(&["-H", "a", "pwd"]);
    command.current_dir(&folder);
    assert_eq!(good(&start(command).wait()), [folder.as_str()], "as where skifrun runs");
    assert_eq!(good(&hosts.run(&["-H", "a", "-wdir", "/usr", "pwd"])), ["/usr"]);
    let two = hosts.run(&["-H", "a,b", "-n", "1", "echo", "x", ":", "-n", "1", "echo", "y"]);
    assert_eq!(good(&two), ["x", "y"]);
    let set = hosts.run(&["-H", "a", "-genv", "A", "b c", "sh", "-c", "echo $A"]);
    assert_eq!(good(&set), ["b c"]);
    let bound = hosts.run(&["-H", "a:2", "--bind-to", "hwthread", "--report-bindings", "true"]);
    assert_eq!(bound.err.matches("host a: rank").count(), 2, "{bound:?}");
    for (program, code) in [("no-such-program", 127), ("/etc/passwd", 126)] {
        let ended = hosts.run(&["-H", "a,b", program]);
        assert_eq!(ended.code, Some(code), "{ended:?}");
        assert!(ended.err.contains("host a: ") && ended.err.contains(program), "{ended:?}");
    }
    let nowhere = hosts.run(&["-H", "a", "-wdir", "/no/such", "true"]);
    assert!(nowhere.err.contains("host a: -wdir \"/no/such\""), "{nowhere:?}");
}

#[test]
fn a_network_of_one_host_is_refused_for_several() {
    let hosts = Pretend::new("reach");
    for backend in ["shm", "trace+shm", "loopback:x"] {
        let ended = hosts.run(&["--backend", backend, "-H", "a,b", "true"]);
        assert_eq!(ended.code, Some(213), "{ended:?}");
        assert!(ended.err.contains("runs on a, b") && ended.err.contains("udp"), "{ended:?}");
    }
    assert_eq!(hosts.run(&["--backend", "shm", "-H", "a:2", "true"]).code, Some(0));
    assert_eq!(hosts.run(&["--backend", "udp", "-H", "a,b", "true"]).code, Some(0));
}

/// What ssh is given, and what its shell makes of it.
#[test]
fn ssh_is_the_default() {
    let folder = Folder::new("ssh");
    let script = "#!/bin/sh\nall=\"$*\"\n\
        while [ \"${1#-}\" != \"$1\" ]; do [ \"$1\" = -o ] && shift; shift; done\n\
        echo \"$all\" > ${0%/*}/words-$1\n\
        echo banner; echo warning >&2; shift; exec setsid --wait sh -c \"$*\"\n";
    folder.program("ssh", script);
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = launcher(SKIFRUN, &["-H", "a:2,b", RANK, "exchange"]);
    command.env("PATH", format!("{}:{path}", folder.path().display()));
    command.env("HYDRA_LAUNCHER_EXTRA_ARGS", "-o ConnectionAttempts=10");
    let ended = start(command).wait();
    assert_eq!(good(&ended).len(), 3);
    assert!(!ended.err.contains("banner") && ended.err.contains("host b: warning"), "{ended:?}");
    for host in ["a", "b"] {
        let file = folder.path().join(format!("words-{host}"));
        let words = std::fs::read_to_string(file).expect("written by ssh");
        let options = "-o BatchMode=yes -o ConnectTimeout=30 -o ConnectionAttempts=10";
        let end = format!("{options} {host} '{SKIFRUN}' --agent\n");
        assert!(words.ends_with(&end), "{words}");
    }
}

#[test]
fn checks_before_a_run() {
    let rest = "if [ $host = bad ]; then echo no route >&2; exit 255; fi; agent \"$@\"\n";
    let hosts = Pretend::with("check", rest);
    let ended = hosts.run(&["--check", "a,localhost:4", "b"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let row = |name: &str| {
        let line = ended.out.lines().find(|line| line.starts_with(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("no row {name}: {ended:?}")).to_owned()
    };
    for name in ["a", "b"] {
        assert!(row(name).contains(" good ") && row(name).contains(env!("CARGO_PKG_VERSION")));
        assert!(row(name).contains('±'), "the clock: {}", row(name));
    }
    let ended = hosts.run(&["--check", "-hosts", "a,bad"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.out.contains("good") && ended.out.contains("FAILED"), "{ended:?}");
    assert!(ended.err.contains("host bad: no route"), "{ended:?}");
    let missing = hosts.run(&["--agent-path", "/no/such/skifrun", "--check", "a"]);
    assert_eq!(missing.code, Some(213), "{missing:?}");
    assert!(missing.err.contains("host a: ") && missing.err.contains("/no/such/skifrun"));
    assert_eq!(hosts.run(&["--check"]).code, Some(0), "this machine can be used");
}

#[test]
fn agents_bind_ranks_as_files_and_sets_say() {
    let hosts = Pretend::new("rankfile");
    let show = ["sh", "-c", "echo $PMI_RANK $SKIFCH_JOB_HOSTS $CUDA_VISIBLE_DEVICES"];
    let file = hosts.folder.file("ranks", "rank 0=b slot=0\nrank 1=+n0 slot=0\nrank 2=b slot=0");
    let words = ["-H", "a,b", "--rankfile", &file, "--report-bindings", "-gpus-per-proc", "2"];
    let ended = hosts.run(&[&words[..], &show].concat());
    assert_eq!(good(&ended), ["0 b,a 0,1", "1 b,a 0,1", "2 b,a 2,3"]);
    for line in ["host b: rank 0: bound", "host a: rank 1: bound", "host b: rank 2: bound"] {
        assert!(ended.err.contains(line), "{line}: {}", ended.err);
    }
    let own = hosts.folder.file("own", "rank 0=b slot=0\nrank 1=a slot=0\n");
    assert_eq!(good(&hosts.run(&["--rankfile", &own, "sh", "-c", "echo $PMI_RANK"])), ["0", "1"]);
    let far = hosts.folder.file("far", "rank 0=b slot=99999\n");
    let ended = hosts.run(&["--rankfile", &far, "true"]);
    assert!(ended.code == Some(213) && ended.err.contains("host b: "), "{ended:?}");
    assert!(ended.err.contains("slot=99999: there are"), "{ended:?}");
    let ended = hosts.run(&["-H", "a,b", "--cpu-set", "9999", "true"]);
    assert!(ended.code == Some(213) && ended.err.contains("9999 are not available"), "{ended:?}");
    let ended = hosts.run(&["-order-nodes", "DESCENDING", "-H", "a,b:2", "sh", "-c", WHERE[2]]);
    assert_eq!(good(&ended), ["0/3 0/2 b,a", "1/3 1/2 b,a", "2/3 0/1 b,a"]);
    let ended = hosts.run(&["--show-progress", "-H", "a:9,b:9", "true"]);
    assert!(ended.err.contains("18 of 18 ranks have been started"), "{ended:?}");
    assert_eq!(ended.err.matches("have been started").count(), 2, "one for each host: {ended:?}");
}
