//! What goes in and what comes out.

mod support;

use std::io::{PipeReader, Read, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use support::pretend::Pretend;
use support::{Folder, RANK, Watchdog, run, skifrun, sorted, start, wait_until};

#[test]
fn labels_of_both_dialects() {
    let plain = run(&["-n", "2", "sh", "-c", "echo out; echo err >&2"]);
    assert_eq!((plain.out.as_str(), plain.err.as_str()), ("out\nout\n", "err\nerr\n"));
    let hydra = run(&["-n", "2", "-l", "sh", "-c", "echo out; echo err >&2"]);
    assert_eq!(sorted(&hydra.out), ["[0] out", "[1] out"]);
    assert_eq!(sorted(&hydra.err), ["[0] err", "[1] err"]);
    let tag = run(&["-n", "2", "--tag-output", "sh", "-c", "echo out; echo err >&2"]);
    assert_eq!(sorted(&tag.out), ["[1,0]<stdout>:out", "[1,1]<stdout>:out"]);
    assert_eq!(sorted(&tag.err), ["[1,0]<stderr>:err", "[1,1]<stderr>:err"]);
    let time = run(&["-n", "1", "--timestamp-output", "-l", "echo", "x"]);
    let (stamp, rest) = time.out.split_once(' ').expect("a time");
    assert!(stamp.starts_with("20") && stamp.ends_with('Z') && rest == "[0] x\n", "{time:?}");
}

#[test]
fn text_comes_out_as_it_went_in() {
    assert_eq!(run(&["-n", "1", "printf", "no newline"]).out, "no newline");
    let out = run(&["-n", "1", "sh", "-c", "printf a; sleep 0.2; printf 'b\\nc'"]).out;
    assert_eq!(out, "ab\nc");
}

#[test]
fn a_prompt_is_seen_before_its_line_ends() {
    let mut command = skifrun(&["-n", "1", "sh", "-c", "printf 'name? '; read name; echo $name"]);
    command.stdin(Stdio::piped());
    let mut child = command.spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let mut out = child.stdout.take().expect("piped");
    let mut prompt = [0; 6];
    out.read_exact(&mut prompt).expect("the prompt, although its line is not ended");
    assert_eq!(&prompt, b"name? ");
    child.stdin.take().expect("piped").write_all(b"skif\n").expect("rank 0 reads");
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "skif\n");
    assert!(child.wait().expect("our child").success());
}

fn with_stdin(words: &[&str], bytes: &'static [u8]) -> support::Ended {
    let mut command = skifrun(words);
    command.stdin(Stdio::piped());
    let mut job = start(command);
    let mut pipe = job.child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || drop(pipe.write_all(bytes)));
    let ended = job.wait();
    writer.join().expect("the writer does not panic");
    ended
}

#[test]
fn stdin_goes_to_whom_it_should() {
    static INPUT: [u8; 1_000_000] = [b'x'; 1_000_000];
    let lines = |who: &[&str]| {
        let words = [who, &["-l", "-n", "3", RANK, "count-stdin"]].concat();
        let ended = with_stdin(&words, &INPUT);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        sorted(&ended.out).join(";")
    };
    assert_eq!(lines(&[]), "[0] stdin 1000000;[1] stdin 0;[2] stdin 0");
    assert_eq!(lines(&["-stdin", "2"]), "[0] stdin 0;[1] stdin 0;[2] stdin 1000000");
    assert_eq!(lines(&["-stdin", "none"]), "[0] stdin 0;[1] stdin 0;[2] stdin 0");
    let all = lines(&["-stdin", "all"]);
    assert_eq!(all, "[0] stdin 1000000;[1] stdin 1000000;[2] stdin 1000000");
}

#[test]
fn stdin_for_all_from_a_file_and_to_one_who_does_not_read() {
    let folder = Folder::new("stdin");
    let path = folder.file("input", &"y".repeat(300_000));
    let script = format!("if [ $PMI_RANK = 0 ]; then exit 0; fi; exec {RANK} count-stdin");
    let mut command = skifrun(&["-stdin", "all", "-l", "-n", "3", "sh", "-c", &script]);
    command.stdin(std::fs::File::open(path).expect("our file"));
    let ended = start(command).wait();
    assert_eq!(sorted(&ended.out), ["[1] stdin 300000", "[2] stdin 300000"], "{ended:?}");
}

#[test]
fn much_output_is_fast_and_whole() {
    let begin = Instant::now();
    let ended = run(&["-n", "2", RANK, "flood", "25"]);
    let elapsed = begin.elapsed();
    assert_eq!(ended.code, Some(0));
    let bytes = ended.out.len();
    let whole = |line: &str| line.len() == 99 && line[2..].bytes().all(|byte| byte == b'x');
    assert!(ended.out.lines().all(whole), "lines are not mixed");
    assert_eq!(bytes / 100, 2 * (25 << 20) / 100);
    println!("{bytes} bytes in {elapsed:?}");
    assert!(elapsed < Duration::from_secs(20), "{elapsed:?}");
}

#[test]
fn a_slow_reader_sees_whole_lines() {
    let mut child = skifrun(&["-n", "2", RANK, "flood", "3"]).spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let mut out = child.stdout.take().expect("piped");
    let mut text = Vec::new();
    for _ in 0..2 {
        // Longer than a part of a line waits for its rest.
        std::thread::sleep(Duration::from_millis(800));
        let mut more = vec![0; 1 << 20];
        out.read_exact(&mut more).expect("some output");
        text.extend(more);
    }
    out.read_to_end(&mut text).expect("the rest");
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(text.lines().all(|line| line.len() == 99), "lines are not mixed");
    assert!(child.wait().expect("our child").success());
}

#[test]
fn ranks_that_write_to_nobody_get_sigpipe() {
    let mut child = skifrun(&["-n", "2", "yes"]).stderr(Stdio::piped()).spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let mut first = [0; 10];
    child.stdout.take().expect("piped").read_exact(&mut first).expect("some output");
    assert_eq!(child.wait().expect("our child").code(), Some(128 + libc::SIGPIPE));
    let mut text = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut text).expect("text");
    assert!(text.contains("SIGPIPE"), "{text}");
}

#[test]
fn a_closed_stdout_stops_nobody_who_does_not_write() {
    let folder = Folder::new("closed");
    let done = folder.path().join("done");
    let script = format!("yes; {{ echo $?; sleep 0.2; echo quiet; }} >> {}", done.display());
    let mut child = skifrun(&["-n", "2", "sh", "-c", &script]).spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let mut first = [0; 10];
    child.stdout.take().expect("piped").read_exact(&mut first).expect("some output");
    assert!(child.wait().expect("our child").success());
    let text = std::fs::read_to_string(done).expect("written by the ranks");
    assert_eq!(sorted(&text), ["141", "141", "quiet", "quiet"]);
}

#[test]
fn output_that_a_full_disk_loses_is_no_success() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
    let mut job = skifrun(&["-n", "2", "sh", "-c", "echo lost"]);
    let ended = job.stdout(full).stderr(Stdio::piped()).output().expect("skifrun");
    let text = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(213), "{text}");
    assert_eq!(text.matches("stdout: No space left").count(), 1, "{text}");
}

#[test]
fn a_stdout_that_nobody_reads_leaves_signals_working() {
    let mut child = skifrun(&["-n", "2", RANK, "flood", "50"]).spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let held = child.stdout.take();
    std::thread::sleep(Duration::from_millis(300));
    support::kill(child.id().cast_signed(), libc::SIGTERM);
    support::kill(child.id().cast_signed(), libc::SIGTERM);
    // What is left to be written has no reader; the next signal gives it up.
    let status = wait_until("the end", || {
        support::kill(child.id().cast_signed(), libc::SIGTERM);
        child.try_wait().expect("our child")
    });
    assert_eq!(status.code(), Some(143));
    drop(held);
}

#[test]
fn a_stdout_that_nobody_reads_does_not_outlive_the_timeout() {
    let mut child = skifrun(&["-n", "1", "--timeout", "1", RANK, "flood", "1"]);
    let mut child = child.spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    let held = child.stdout.take();
    assert_eq!(child.wait().expect("our child").code(), Some(124));
    drop(held);
}

/// skifrun with both streams in a pipe that has been full for a while and that nobody reads.
fn unread(words: &[&str]) -> (Child, Watchdog, PipeReader) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut job = skifrun(words);
    job.stdout(writer.try_clone().expect("a descriptor")).stderr(writer);
    let child = job.spawn().expect("skifrun");
    let watchdog = Watchdog::new(&child);
    std::thread::sleep(Duration::from_millis(500));
    (child, watchdog, reader)
}

#[test]
fn messages_that_nobody_reads_keep_no_job() {
    let (mut child, _watchdog, _reader) = unread(&["--timeout", "1", "-n", "2", "yes"]);
    assert_eq!(child.wait().expect("our child").code(), Some(124));
    let (mut child, _watchdog, _reader) = unread(&["-n", "2", "yes"]);
    support::kill(child.id().cast_signed(), libc::SIGINT);
    assert_eq!(child.wait().expect("our child").code(), Some(130));
    let folder = Folder::new("unread");
    let gone = folder.path().join("gone").display().to_string();
    let script = format!(
        "if [ $PMI_RANK = 1 ]; then sleep 1; kill -9 $$; fi; trap 'touch {gone}; exit' TERM; yes"
    );
    let (mut child, _watchdog, mut reader) = unread(&["-n", "2", "bash", "-c", &script]);
    wait_until("the end of rank 0", || std::fs::exists(&gone).ok()?.then_some(()));
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("text");
    assert!(text.contains("rank 1 (") && text.contains("terminating the other rank"));
    assert_eq!(child.wait().expect("our child").code(), Some(137));
}

#[test]
fn a_signal_while_the_last_output_is_written_is_no_success() {
    for (signal, code) in [(libc::SIGINT, 130), (libc::SIGTERM, 143)] {
        let mut job = skifrun(&["-n", "1", "head", "-c", "1000000", "/dev/zero"]);
        let mut child = job.spawn().expect("skifrun");
        let _watchdog = Watchdog::new(&child);
        let _held = child.stdout.take();
        std::thread::sleep(Duration::from_millis(500));
        support::kill(child.id().cast_signed(), signal);
        assert_eq!(child.wait().expect("our child").code(), Some(code));
        let mut text = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut text).expect("text");
        assert!(text.contains("discarding the rest of the output"), "{text}");
    }
}

/// What a rank leaves behind may write without end, and faster than it is read.
#[test]
fn a_process_that_writes_on_does_not_keep_the_job() {
    let mut job = skifrun(&["-n", "2", "sh", "-c", "yes & sleep 0.2"]);
    let mut child = job.stdout(Stdio::null()).spawn().expect("skifrun");
    let _watchdog = Watchdog::new(&child);
    assert_eq!(child.wait().expect("our child").code(), Some(0));
}

#[test]
fn output_into_files() {
    let folder = Folder::new("files");
    let pattern = folder.path().join("out-%r.txt").to_string_lossy().into_owned();
    let ended = run(&["-n", "2", "-outfile-pattern", &pattern, "sh", "-c", "echo r$PMI_RANK"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(0), ""));
    let both = folder.path().join("both").to_string_lossy().into_owned();
    let script = "echo o$PMI_RANK; echo e$PMI_RANK >&2";
    run(&["-n", "2", "--output-filename", &both, "sh", "-c", script]);
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    assert_eq!(text("out-1.txt"), "r1\n");
    assert_eq!((text("both.0.out"), text("both.1.err")), ("o0\n".into(), "e1\n".into()));
    let bad = run(&["-n", "2", "-outfile-pattern", "/no/such/dir/o", "true"]);
    assert_eq!(bad.code, Some(213), "{bad:?}");
    let none = run(&["-n", "2", "-errfile-pattern", "/dev/null", "sh", "-c", "echo noise >&2"]);
    assert_eq!((none.code, none.err.as_str()), (Some(0), ""), "{none:?}");
    assert!(!std::fs::exists("/dev/null.0").expect("a folder"));
}

#[test]
fn both_streams_may_go_into_one_file() {
    let pretend = Pretend::new("one-file");
    let file = pretend.folder.path().join("all").to_string_lossy().into_owned();
    let script = "for i in 1 2 3; do echo out; echo err >&2; sleep 0.05; done";
    let both = ["-outfile-pattern", &file, "-errfile-pattern", &file, "sh", "-c", script];
    for hosts in [&["-n", "1"][..], &["-hosts", "a", "-n", "1"]] {
        std::fs::write(format!("{file}.0"), "old").expect("our folder");
        let ended = pretend.run(&[hosts, &both].concat());
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let text = std::fs::read_to_string(format!("{file}.0")).expect("written");
        assert_eq!(sorted(&text), ["err", "err", "err", "out", "out", "out"]);
    }
}
