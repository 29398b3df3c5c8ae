//! What this process is waiting for, published where its launcher can read it at any time.
//!
//! The launcher gives each rank of its machine a small file in memory. A library writes to it when
//! a wait has become long and clears it when the wait ends. Short waits are never published, and
//! only a process that is idle anyway spends time on it.

use std::fs::File;
use std::os::fd::{FromRawFd, RawFd};
use std::os::unix::fs::FileExt;

/// The variable in which the launcher passes the descriptor of the file.
const PLACE: &str = "SKIFCH_JOB_WAITS";

/// The name of the file; a descriptor with another name is not written to.
const NAME: &str = "skifch-waits";

/// The maximum length of the text in bytes.
const MOST_BYTES: usize = 16 << 10;

/// The file. Its contents: a sequence number that grows with each change, the length of the text,
/// the text, and the sequence number again; all numbers are 8 bytes in native byte order.
#[derive(Debug)]
pub struct Waits {
    file: File,
    number: u64,
    is_said: bool,
}

impl Waits {
    /// The file of this process, if its launcher provided one. Call it once.
    pub fn take() -> Option<Self> {
        let fd: RawFd = std::env::var(PLACE).ok()?.parse().ok()?;
        let link = std::fs::read_link(format!("/proc/self/fd/{fd}")).ok()?;
        if !link.to_string_lossy().contains(NAME) {
            return None;
        }
        // SAFETY: a copy that is ours alone, closed when this process becomes another.
        let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) };
        if copy < 0 {
            return None;
        }
        // SAFETY: the copy was just made, and has no other owner.
        let file = unsafe { File::from_raw_fd(copy) };
        let mut waits = Self { file, number: 0, is_said: false };
        waits.write("");
        Some(waits)
    }

    /// Publishes what this process is waiting for.
    pub fn say(&mut self, text: &str) {
        self.write(text);
        self.is_said = true;
    }

    /// Publishes a new text of the same length for the same wait, without counting as a change for
    /// the reader.
    pub fn say_again(&mut self, text: &str) {
        self.number -= 1;
        self.say(text);
    }

    /// Whether a wait is published.
    pub fn is_said(&self) -> bool {
        self.is_said
    }

    /// The wait has ended.
    pub fn clear(&mut self) {
        if self.is_said {
            self.write("");
            self.is_said = false;
        }
    }

    fn write(&mut self, text: &str) {
        self.number += 1;
        let text = &text.as_bytes()[..text.floor_char_boundary(MOST_BYTES)];
        let number = self.number.to_ne_bytes();
        let len = (text.len() as u64).to_ne_bytes();
        let record = [&number[..], &len, text, &number].concat();
        // The text only serves to explain hangs; failing to write it must not disturb the job.
        let _ = self.file.write_all_at(&record, 0);
    }
}
