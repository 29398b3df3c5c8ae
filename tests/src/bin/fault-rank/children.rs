//! Ranks that fork, and ranks that exec another program.

use crate::{Done, join, leave, take};
use skifch::{Channel, Events, Job, netaddr};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

/// Runs `body` in a forked child; returns the child's exit code.
fn in_child(body: impl FnOnce() -> Done) -> Result<i32, std::io::Error> {
    // SAFETY: this program has one thread.
    match unsafe { libc::fork() } {
        -1 => Err(std::io::Error::last_os_error()),
        0 => {
            let done = body();
            if let Err(error) = &done {
                eprintln!("child: {error}");
            }
            // SAFETY: ends the child at once.
            unsafe { libc::_exit(i32::from(done.is_err())) }
        }
        child => {
            let mut status = 0;
            // SAFETY: our child; the status is ours.
            unsafe { libc::waitpid(child, &raw mut status, 0) };
            Ok(if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 128 + status })
        }
    }
}

fn expect_refused<T>(what: &str, answer: Result<T, skifch::Error>) -> Done {
    match answer {
        Ok(_) => Err(format!("{what} worked in a child").into()),
        Err(error) if error.text().contains("fork") => Ok(()),
        Err(error) => Err(format!("{what}: {error}").into()),
    }
}

/// In the child: every call must be refused, and files the child opens must survive its own fork.
fn child_is_no_rank(job: &Job, channel: &mut Channel) -> Done {
    expect_refused("send", channel.send(0, b"x"))?;
    expect_refused("recv", channel.recv().map(|_| ()))?;
    expect_refused("wait", channel.wait(Events::RECV, 0, Some(Duration::ZERO)))?;
    expect_refused("claim", channel.claim(0, 8).map(|_| ()))?;
    expect_refused("open", job.open(5).map(|_| ()))?;
    expect_refused("barrier", job.barrier())?;
    expect_refused("init", Job::init().map(|_| ()))?;
    // Cannot fail, and must return.
    job.time_ns();
    // These reuse the numbers of the sockets that were closed in this child.
    let files: Result<Vec<File>, _> = (0..20).map(|_| File::open("/dev/null")).collect();
    let files = files?;
    let code = in_child(|| {
        for file in &files {
            // SAFETY: integers only.
            if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETFD) } < 0 {
                return Err(format!("descriptor {} was closed", file.as_raw_fd()).into());
            }
        }
        Ok(())
    })?;
    if code == 0 { Ok(()) } else { Err("a file of the child did not survive its fork".into()) }
}

/// Two ranks: each forks children during the traffic, and continues.
pub(crate) fn forks() -> Done {
    let (job, mut channel) = join()?;
    let other = netaddr(1 - job.rank(), 0);
    for round in 0..50_u64 {
        while channel.send(other, &round.to_le_bytes())? == 0 {}
        if round.is_multiple_of(10) {
            let code = in_child(|| child_is_no_rank(&job, &mut channel))?;
            if code != 0 {
                return Err(format!("a child ended with {code}").into());
            }
            // A child that exits normally must not destroy anything of its parent.
            let code = in_child(|| {
                // SAFETY: the child's copies, which it may drop like any owner.
                drop(unsafe { std::ptr::read(&raw const channel) });
                // SAFETY: as above.
                drop(unsafe { std::ptr::read(&raw const job) });
                Ok(())
            })?;
            if code != 0 {
                return Err(format!("a child that dropped its copies ended with {code}").into());
            }
        }
        loop {
            if let Some(message) = channel.recv()? {
                if message.read_u64_le(0) != Some(round) {
                    return Err(format!("round {round} is wrong").into());
                }
                break;
            }
            channel.wait(Events::RECV, 0, Some(Duration::from_secs(5)))?;
        }
    }
    job.barrier()?;
    Ok(())
}

fn talk_to_bereaved(channel: &mut Channel) -> Done {
    while channel.send(0, b"hello")? == 0 {}
    while channel.recv()?.is_none() {}
    Ok(())
}

/// Leaves a child behind and waits to be killed.
pub(crate) fn survived_by_child() -> Done {
    let (_job, mut channel) = join()?;
    talk_to_bereaved(&mut channel)?;
    // SAFETY: this program has one thread.
    let child = unsafe { libc::fork() };
    if child != 0 {
        println!("child {child}");
    }
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Replaces itself by `sleep` without closing anything.
pub(crate) fn exec() -> Done {
    use std::os::unix::process::CommandExt;
    let (_job, mut channel) = join()?;
    talk_to_bereaved(&mut channel)?;
    println!("exec");
    Err(std::process::Command::new("sleep").arg("30").exec().into())
}

/// Opens a segment while rank 1 dies before it does.
pub(crate) fn segment() -> Done {
    let (job, _channel) = join()?;
    println!("joined");
    if job.rank() == 1 {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    match job.segment(4096) {
        Ok(_) => Err("a segment of the living alone".into()),
        Err(error) => {
            println!("told {error}");
            leave()
        }
    }
}

/// Rank 0: answers rank 1 and must then be told of its death, on receive and on send.
pub(crate) fn bereaved() -> Done {
    let (_job, mut channel) = join()?;
    let one = netaddr(1, 0);
    while channel.recv()?.is_none() {}
    while channel.send(one, b"hello")? == 0 {}
    println!("met");
    let begin = Instant::now();
    loop {
        match take(&mut channel) {
            Err(error) if error.errno() == libc::ECONNRESET => break,
            Err(error) => return Err(error.into()),
            Ok(Some(_)) => return Err("a message of nobody".into()),
            Ok(None) => drop(channel.wait(Events::RECV, 0, Some(Duration::from_millis(100)))?),
        }
        // A peer on another host is probed every 5 s and considered dead after one more; otherwise
        // the time-out of 30 s would report it.
        if begin.elapsed() > Duration::from_secs(18) {
            return Err("the end was not noticed in 18 s".into());
        }
    }
    let error = loop {
        match channel.send(one, &[0; 8000]) {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    if error.errno() != libc::EPIPE {
        return Err(error.into());
    }
    println!("told {error}");
    leave()
}
