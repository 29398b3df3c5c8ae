//! Ending the job, from any thread.

use crate::client::Identity;
use crate::server::WANTED;
use crate::{BootError, conn, words};
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::sync::Weak;
use std::time::Duration;

/// Maximum length of an abort message: launchers limit lines to 1024 bytes.
const WORDS_BYTES_MAX: usize = 900;
/// Limit of the wait for a launcher that reads nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// The way to end the job. It needs no [`Boot`](crate::Boot): a launcher answers no abort, so one
/// thread may send it while another waits, for however long, for the reply to a fence.
#[derive(Clone, Debug)]
pub struct Aborter {
    /// Gone when this rank has left its launcher, or if there is none.
    wire: Weak<OwnedFd>,
    identity: Identity,
    /// The launcher prints the messages of aborts.
    tells_words: bool,
}

impl Aborter {
    pub(crate) fn over(wire: Weak<OwnedFd>, identity: Identity, tells_words: bool) -> Self {
        Self { wire, identity, tells_words }
    }

    /// The way to end a process that has no launcher.
    pub(crate) fn alone() -> Self {
        Self::over(Weak::new(), Identity { rank: 0, size: 1 }, false)
    }

    /// Terminates the whole job: prints `message` on stderr unless the launcher does, notifies the
    /// launcher, and exits at once, without exit handlers, which might wait for ranks that are
    /// being killed.
    ///
    /// The exit code is the low byte of `code`, or 1 if that byte is 0: an aborted job is never a
    /// success. An empty message means an intended end rather than an abort: nothing is printed
    /// here, and 0 means success.
    pub fn abort(&self, code: i32, message: &str) -> ! {
        let code = if code & 0xff == 0 && !message.is_empty() { 1 } else { code & 0xff };
        let is_told =
            self.tells(message) && self.notify(code, message).is_some_and(|it| it.is_ok());
        if !is_told {
            self.say(code, message);
            // If the launcher cannot be notified, this process ends all the same.
            _ = self.notify(code, message);
        }
        // SAFETY: _exit takes any number, runs no code of this process and does not return.
        unsafe { libc::_exit(code) }
    }

    /// Whether the launcher prints all of this message.
    pub(crate) fn tells(&self, message: &str) -> bool {
        self.tells_words && words::fits(message, WORDS_BYTES_MAX)
    }

    fn say(&self, code: i32, message: &str) {
        if message.is_empty() {
            return;
        }
        let Identity { rank, size } = self.identity;
        // In a single write, because other processes write too.
        let line = format!("abort: rank {rank} of {size}: code {code}: {message}\n");
        _ = std::io::stderr().write_all(line.as_bytes());
    }

    /// Asks the launcher to terminate the job, and gives the reason; `None` if there is nobody to
    /// ask.
    fn notify(&self, code: i32, message: &str) -> Option<Result<(), BootError>> {
        let wire = self.wire.upgrade()?;
        let word = words::encode(message, WORDS_BYTES_MAX);
        let line = match (code, &word[..]) {
            // Other clients send no message with the abort of a failed program either.
            (0, "") => format!("cmd=abort exitcode=0 {WANTED}=1\n"),
            (_, "") => format!("cmd=abort exitcode={code}\n"),
            _ => format!("cmd=abort exitcode={code} message={word}\n"),
        };
        Some(conn::send(&wire, PATIENCE, "abort", &line))
    }
}
