//! skifrun with a person at a terminal: keys that send signals, typed input.

mod support;

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use support::{Folder, Job, RANK, RANK_COMM, SKIFRUN, launcher, skifrun, start, wait_until};

/// skifrun, or a shell that starts it, as the foreground process of a new terminal.
struct Terminal {
    job: Job,
    keyboard: File,
    screen: Arc<Mutex<String>>,
}

fn open_terminal() -> (OwnedFd, OwnedFd) {
    let (mut master, mut slave) = (-1, -1);
    let null = std::ptr::null_mut::<libc::c_void>();
    // SAFETY: writes two descriptors into this frame; names and settings are not asked for.
    let rc = unsafe {
        libc::openpty(&raw mut master, &raw mut slave, null.cast(), null.cast(), null.cast())
    };
    assert_eq!(rc, 0, "openpty");
    // SAFETY: both are new and get one owner each. The master must not leak into skifrun, or
    // the terminal would never hang up.
    unsafe {
        libc::fcntl(master, libc::F_SETFD, libc::FD_CLOEXEC);
        (OwnedFd::from_raw_fd(master), OwnedFd::from_raw_fd(slave))
    }
}

impl Terminal {
    fn run(words: &[&str]) -> Self {
        Self::of(skifrun(words))
    }

    fn of(mut command: Command) -> Self {
        let (master, slave) = open_terminal();
        let end = || Stdio::from(slave.try_clone().expect("a descriptor"));
        command.stdin(end()).stdout(end()).stderr(end());
        // SAFETY: two system calls between fork and exec; 0 is the terminal by then.
        unsafe {
            command.pre_exec(|| {
                libc::setsid();
                libc::ioctl(0, libc::TIOCSCTTY, 0);
                Ok(())
            });
        }
        drop(slave);
        let job = start(command);
        let keyboard = File::from(master);
        let screen = Arc::new(Mutex::new(String::new()));
        let (mut master, shown) = (keyboard.try_clone().expect("a descriptor"), screen.clone());
        std::thread::spawn(move || {
            let mut chunk = [0; 1024];
            while let Ok(count @ 1..) = master.read(&mut chunk) {
                shown.lock().expect("no panic").push_str(&String::from_utf8_lossy(&chunk[..count]));
            }
        });
        Self { job, keyboard, screen }
    }

    fn type_in(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).expect("the terminal takes it");
    }

    fn wait_for(&self, text: &str) {
        wait_until(&format!("{text:?} on the screen"), || {
            self.screen.lock().expect("no panic").contains(text).then_some(())
        });
    }
}

#[test]
fn control_c_ends_the_job() {
    let mut terminal = Terminal::run(&["-n", "2", RANK, "wait"]);
    terminal.wait_for("ready");
    terminal.job.wait_for(RANK_COMM, 2);
    terminal.type_in("\x03");
    terminal.wait_for("terminating 2 ranks");
    assert_eq!(terminal.job.wait().code, Some(130));
}

#[test]
fn a_rank_reads_what_is_typed() {
    let script = "read name; echo hello $name; read rest || echo the end";
    let mut terminal = Terminal::run(&["-n", "2", "sh", "-c", script]);
    // Rank 1 has no input.
    terminal.wait_for("the end");
    terminal.type_in("skif\n");
    terminal.wait_for("hello skif");
    terminal.type_in("\x04");
    let screen = terminal.screen.clone();
    assert_eq!(terminal.job.wait().code, Some(0));
    wait_until("two ends", || {
        (screen.lock().expect("no panic").matches("the end").count() == 2).then_some(())
    });
}

/// Ctrl-Z and `bg`: what is typed then is not for the job, until `fg`.
#[test]
fn a_job_in_the_background_leaves_what_is_typed() {
    let folder = Folder::new("background");
    let go_on = folder.path().join("go-on").display().to_string();
    let script = format!(
        "if [ $PMI_RANK = 0 ]; then echo ready; read line; echo got $line; \
         else while [ ! -e {go_on} ]; do sleep 0.1; done; echo alive; fi"
    );
    let shell = "set -m; \"$0\" -n 2 sh -c \"$1\"; bg; read line; echo shell $line; read line; fg";
    let mut terminal = Terminal::of(launcher("bash", &["-c", shell, SKIFRUN, &script]));
    terminal.wait_for("ready");
    terminal.type_in("\x1a");
    terminal.wait_for("Stopped");
    terminal.type_in("one\n");
    terminal.wait_for("shell one");
    folder.file("go-on", "");
    terminal.wait_for("alive");
    terminal.type_in("fg\n");
    terminal.type_in("two\n");
    terminal.wait_for("got two");
    assert_eq!(terminal.job.wait().code, Some(0));
}

#[test]
fn the_quit_key_ends_the_job() {
    let mut terminal = Terminal::run(&["-n", "2", RANK, "wait"]);
    terminal.wait_for("ready");
    terminal.type_in("\x1c");
    assert_eq!(terminal.job.wait().code, Some(131));
}
